"""``init``: look at a repository, write a configuration and a CI workflow beside its files. Never overwrites."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from syncline import __version__
from syncline.core.errors import UserError, WorldError
from syncline.core.names import CommitId, RepoPath
from syncline.core.premises import Flow, Premises
from syncline.core.provenance import Commit
from syncline.core.text import decode
from syncline.plan.premises import ASKED, codeowners_of, golden_of, likely_first, locks_of, providers_of, tools_of
from syncline.ports.files import write_new
from syncline.ports.git.history import commits, merge_bases
from syncline.ports.git.repository import Repository, open_repository
from syncline.ports.git.tips import Tip, apart, default_branch, remote_urls, tips, unreachable, work_tree
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.report.starter import CONFIG, GITHUB, GITLAB, GITLAB_BESIDE, starter_files
from syncline.run.progress import Progress

# So many branches are compared with the default one, and so many merges of each are looked at.
_BRANCHES = 8
_MERGES = 200
_CLOSELY = 12
_HABIT = 3
_OURS = "sync/"


@dataclass(frozen=True, slots=True)
class Begun:
    """What ``init`` found, the files with their texts, and those that were written (none for a bare repository or a dry run)."""

    premises: Premises
    files: dict[str, str]
    written: tuple[Path, ...]


def begin(path: Path, to: Path | None, progress: Progress, *, dry_run: bool) -> Begun:
    """Look, and write what is missing into ``to`` (by default the work tree). Raises ``UserError`` where there is no branch yet."""
    repository = open_repository(path)
    root = to or (Path(work_tree(repository)) if work_tree(repository) else None)
    with open_workshop(repository) as workshop:
        progress("comparing branches")
        flow, target = _flow(workshop)
        progress("reading the target's files")
        found = _premises(workshop, flow, target, root)
    files = starter_files(found, __version__)
    written = [] if dry_run or root is None else [_write(root / name, text) for name, text in files.items()]
    return Begun(found, files, tuple(written))


def _write(path: Path, text: str) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_new(path, text.encode())
    except FileExistsError as error:
        raise UserError(f"{path} is there already; it was left as it is") from error
    except OSError as error:
        raise WorldError(f"cannot write {path}: {error.strerror}") from error
    return path


def _flow(workshop: Workshop) -> tuple[Flow, CommitId]:
    repository = workshop.repository
    known = [tip for tip in tips(repository) if not tip.name.rpartition(f"{tip.remote}/")[2].startswith(_OURS)]
    if not known:
        raise UserError("this repository has no branch yet; commit something first")
    main = _main(repository, known)
    fork = _fork(repository, known)
    candidates = [fork] if fork is not None else _candidates(known, main)
    best: tuple[tuple[bool, bool, int, int], Flow, CommitId] | None = None
    others: list[str] = []
    for order, other in enumerate(candidates):
        ahead, behind = apart(workshop, main.commit, other.commit)
        usual = _receives(other.name)
        into = _syncs(workshop, main.commit, other.commit, closely=usual or fork is not None) if behind else ()
        back = _syncs(workshop, other.commit, main.commit, closely=False) if ahead and fork is None else ()
        if ahead and behind and usual:
            others.append(other.name)
        # Two branches that are apart prove nothing: a flow has earlier syncs behind it, or a name that says so. Once or twice is no habit.
        if not (len(into) >= _HABIT or back or fork is not None or (usual and ahead and behind)):
            continue
        if len(back) > len(into):
            flow, receiver = Flow(other.name, main.name, behind, ahead, back), main.commit
        else:
            flow, receiver = Flow(main.name, other.name, ahead, behind, into), other.commit
        # A usual name outweighs merges: people merge the default branch into their own short-lived ones, too.
        rank = (usual or len(back) > len(into), flow.ahead > 0, len(flow.syncs), -order)
        if (best is None or rank > best[0]) and merge_bases(workshop, main.commit, other.commit):
            best = (rank, flow, receiver)
    if best is None:
        return Flow(main.name, main.name, 0, 0, others=tuple(tip.name for tip in candidates[:3])), main.commit
    flow = best[1]
    rest = tuple(name for name in others if name not in (flow.source, flow.target))
    return Flow(flow.source, flow.target, flow.ahead, flow.behind, flow.syncs, rest), best[2]


def _receives(name: str) -> bool:
    return likely_first(["~", name])[0] == name


def _main(repository: Repository, known: list[Tip]) -> Tip:
    """The default branch: of the upstream of a fork, of origin, of the repository itself."""
    by_name = {tip.name: tip for tip in known}
    for remote in ("upstream", "origin", ""):
        name = default_branch(repository, remote)
        names = [name, *(f"{remote}/{usual}" if remote else usual for usual in ("main", "master", "trunk"))]
        for full in names:
            if full in by_name and by_name[full].remote == remote:
                return by_name[full]
    return known[0]


def _fork(repository: Repository, known: list[Tip]) -> Tip | None:
    """Our own default branch, where there is a remote called upstream beside it."""
    by_name = {tip.name: tip for tip in known}
    if not any(tip.remote == "upstream" for tip in known):
        return None
    return by_name.get(default_branch(repository, "origin")) or next(
        (by_name[name] for name in ("origin/main", "origin/master", "main", "master") if name in by_name), None
    )


def _candidates(known: list[Tip], main: Tip) -> list[Tip]:
    """Branches of the same remote, those that usually receive first, then the latest."""
    same = {tip.name: tip for tip in known if tip.remote == main.remote and tip.name != main.name}
    return [same[name] for name in likely_first(list(same))][:_BRANCHES]


def _syncs(workshop: Workshop, source: CommitId, target: CommitId, *, closely: bool) -> tuple[Commit, ...]:
    """Merges of the target's first-parent history that brought commits of the source, newest first.

    Either the source was merged itself, or (``closely``) a branch on which it had been merged; that takes longer to tell, so fewer are looked at.
    """
    merges = commits(workshop, ["--first-parent", "--merges", f"-{_MERGES}", target, f"^{source}"])
    foreign = unreachable(workshop, [merge.parents[1] for merge in merges], source)
    found = [merge for merge in merges if merge.parents[1] not in foreign]
    if found or not closely:
        return tuple(found)
    for merge in merges[:_CLOSELY]:
        now, before = (merge_bases(workshop, oid, source) for oid in (merge.id, merge.parents[0]))
        if now and now != before:
            found.append(merge)
    return tuple(found)


def _premises(workshop: Workshop, flow: Flow, target: CommitId, root: Path | None) -> Premises:
    entries = workshop.entries(target)
    paths = list(entries)
    asked = {name: entries[RepoPath(name)] for name in ASKED if RepoPath(name) in entries and entries[RepoPath(name)].is_file}
    files = {name: decode(workshop.read(entry.oid)) for name, entry in asked.items()}
    urls = dict(remote_urls(workshop.repository))
    ours = (CONFIG, GITHUB, GITLAB, GITLAB_BESIDE)
    taken = tuple(name for name in ours if RepoPath(name) in entries or (root is not None and (root / name).exists()))
    return Premises(
        flow=flow,
        codeowners=codeowners_of(paths),
        locks=locks_of(paths),
        tools=tools_of(files),
        golden=golden_of(paths),
        providers=providers_of(paths, urls.values()),
        upstream_url=urls.get(flow.source.partition("/")[0], ""),
        taken=taken,
    )
