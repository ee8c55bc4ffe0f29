"""A sorted loss as a finding: one sentence, places by unit, evidence as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from syncline.account.atoms import entry_of
from syncline.account.fates import trivial
from syncline.account.losses import Run
from syncline.audit.scope import scope_of
from syncline.audit.sorting import Gone, Sorted, sorting_of, state_of, states_by_path
from syncline.audit.subject import Subject
from syncline.core.finding import Evidence, Finding, Origin, Place, Role, Scope
from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.provenance import Commit
from syncline.core.tree import Entry

_NAMES = 6
_COMMENT = ("#", "//", "/*", "* ", '"""')


def finding_of(subject: Subject, one: Sorted, message: str, proposal: str) -> Finding:
    """The finding for a loss. ``message`` follows the name of whoever wrote it."""
    loss = one.loss
    places = _places(one)
    gone = tuple(dict.fromkeys(g.qualified for g in one.gone))
    size = subject.sizes.get(loss.commit.id) if loss.commit is not None else None
    sorting = sorting_of(subject)
    references = sorting.references
    used = {g.name: references[g.name] for g in one.gone if g.name in references}
    untouched = tuple(path for path in size.files if path not in loss.paths) if size is not None else ()
    evidence: dict[str, Evidence] = {
        "missing": loss.missing,
        "back": loss.back,
        "of": size.added if size is not None else None,
        "files": loss.paths,
        "regions": tuple(sorted({run.part.region.value for run in loss.runs})),
        "definitions": gone,
        "references": _references(used),
        "read_as": read_as(gone),
        "tests": tuple(dict.fromkeys(g.qualified for g in one.gone if g.test)),
        "moved": tuple(f"{g.qualified} → {there}" for g in one.gone if (there := sorting.moved_to(g)) is not None),
        "complete_files": untouched[:20],
    }
    return Finding(
        check=one.check,
        severity=one.severity,
        message=f"{who(loss.side, loss.commit, loss.commits)}: {message}",
        side=loss.side,
        scope=one.scope,
        path=places[0].path,
        line=places[0].line or None,
        symbol=gone[0] if gone else next((s for s in one.symbols if s), None),
        places=places,
        proposal=proposal,
        evidence=evidence,
        origin=tuple(Origin(Role.LOST, commit) for commit in loss.commits),
        identity=(one.check, loss.side.value, *sorted(loss.paths), *sorted(gone), *sorted({p.text for p in places})),
        content=content_of(subject, loss.runs),
    )


def content_of(subject: Subject, runs: Iterable[Run]) -> tuple[str, ...]:
    """Every line of some runs that says something; where there are no lines, the objects that stand for them."""
    runs = tuple(runs)
    states = states_by_path(subject) if any(not run.lines for run in runs) else {}
    found = []
    for run in runs:
        sign = "-" if run.removed else "+"
        found += [f"{sign}{run.part.path}:{line.strip()}" for line in run.lines if not trivial(line)]
        state = state_of(run.part, states) if not run.lines else None
        if state is not None:
            found += [object_of(entry_of(state.versions.side(run.part.side))), object_of(entry_of(state.merged))]
    return tuple(found)


def object_of(entry: object) -> str:
    """What stands at a path, as one word that changes when it does; empty where nothing stands."""
    return f"{entry.mode} {entry.oid}" if isinstance(entry, Entry) else ""


def who(side: Side, commit: Commit | None, commits: tuple[Commit, ...] = ()) -> str:
    """Whose work it was: the pull request, else the commit, and the author."""
    if commit is None and commits:
        return f"{len(commits)} commits of the {side.value}" if len(commits) > 1 else who(side, commits[0])
    if commit is None:
        return f"the {side.value} (written inside a merge, or by no commit of its own)"
    return (
        f"{side.value} #{commit.pull} by {commit.author}" if commit.pull is not None else f"{side.value} {commit.short} by {commit.author}"
    )


def amount(subject: Subject, one: Sorted) -> str:
    """How much is missing or back, of how much, in how many files."""
    loss = one.loss
    size = subject.sizes.get(loss.commit.id) if loss.commit is not None else None
    said = []
    if loss.kind == "mode":
        return f"the mode of {_counted(loss.paths)} is not as the {loss.side.value} made it"
    if loss.missing or not loss.back:
        of = f" of {size.added}" if size is not None and size.added >= loss.missing else ""
        said.append(f"{loss.missing}{of} added line{'s' if loss.missing != 1 else ''} missing")
    if loss.back:
        said.append(f"{loss.back} removed line{'s' if loss.back != 1 else ''} back")
    return f"{' and '.join(said)} in {_counted(loss.paths)}"


def _counted(paths: tuple[RepoPath, ...]) -> str:
    return str(paths[0]) if len(paths) == 1 else f"{len(paths)} files"


def names(gone: tuple[Gone, ...]) -> str:
    """The definitions that are gone, the first few by name."""
    found = list(dict.fromkeys(f"{g.kind} {g.qualified}" for g in gone))
    more = f" and {len(found) - _NAMES} more" if len(found) > _NAMES else ""
    return ", ".join(found[:_NAMES]) + more


def _references(used: Mapping[str, Mapping[RepoPath, int]]) -> dict[str, Evidence]:
    """How often names that are gone are still said in the merge, in production and in tests."""
    found: dict[str, Evidence] = {}
    for name, places in sorted(used.items()):
        tests = sum(n for path, n in places.items() if scope_of(path) is Scope.TEST)
        found[name] = {"production": sum(places.values()) - tests, "tests": tests}
    return found


def read_as(gone: tuple[str, ...]) -> tuple[str, ...]:
    """The names under which code reads the options among some definitions: ``--dry-run`` is read as ``dry_run``."""
    return tuple(name.lstrip("-").replace("-", "_") for name in gone if name.startswith("--"))


def _places(one: Sorted) -> tuple[Place, ...]:
    """One place for every unit of every file, with the first line that is missing there (+) or back (-)."""
    found: dict[tuple[str, str], Place] = {}
    for run, symbol in zip(one.loss.runs, one.symbols, strict=True):
        sign = "-" if run.removed else "+"
        spoken = [line.strip() for line in run.lines if any(c.isalnum() for c in line)]
        # Code says more than the comment above it.
        text = sign + next((line for line in spoken if not line.startswith(_COMMENT)), next(iter(spoken), ""))[:100]
        found.setdefault((run.part.merged_path, symbol), Place(run.part.merged_path, run.part.merged_line + 1, symbol, text))
    for gone in one.gone:
        # Every definition that is gone is a place of its own, so that its name can be found.
        found.setdefault((gone.path, gone.qualified), Place(gone.path, 0, gone.qualified, ""))
    return tuple(found.values())
