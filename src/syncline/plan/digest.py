"""Commits become a digest: grouped by the place where they work, with what each says of itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from syncline.account.classes import APART, Classify, Kind
from syncline.core.forecast import Area, Digest, Said
from syncline.core.names import CommitId, RepoPath
from syncline.core.provenance import Commit
from syncline.plan.subjects import read_subject
from syncline.plan.volumes import Counted

# Folders are told apart down to this depth, and into about so many areas.
_DEPTH = 4
_AREAS = 14
# A commit works where this share of its lines is.
_SHARE = 0.6
EVERYWHERE = "several places"

_CLASS_NAMES = {
    Kind.TEST: "tests",
    Kind.DOC: "documentation",
    Kind.WORKFLOW: "continuous integration",
    Kind.GOLDEN: "golden files",
    Kind.LOCK: "dependencies",
    Kind.GENERATED: "generated files",
    Kind.VENDORED: "vendored code",
    Kind.IMAGE: "images",
}
_NO_FOLDER = frozenset({EVERYWHERE, *_CLASS_NAMES.values()})


def digest(commits: Sequence[Commit], sizes: Mapping[CommitId, Sequence[Counted]], classify: Classify) -> Digest:
    """Group the commits. ``sizes`` holds the changed lines of each commit that is no merge; the order of ``commits`` is kept in each area."""
    said = {commit.id: read_subject(commit) for commit in commits if commit.id in sizes}
    homes = {oid: _home(sizes[oid], classify) for oid in said}
    areas = [_area(name, [said[oid] for oid in oids], sizes, classify) for name, oids in _grouped(homes).items()]
    areas.sort(key=lambda area: (-(area.added + area.removed), area.name))
    return Digest(tuple(areas), _undone(commits), len(commits) - len(said))


def _home(counts: Sequence[Counted], classify: Classify) -> str:
    """The folder where most of a commit's work is; a class of files where it touches nothing else."""
    by_class: dict[Kind, list[Counted]] = {}
    for count in counts:
        by_class.setdefault(classify(count.path), []).append(count)
    code = by_class.get(Kind.SOURCE)
    if not code:
        if not by_class:
            return EVERYWHERE
        kind = max(by_class, key=lambda k: (sum(_weight(c) for c in by_class[k]), k.value))
        return _CLASS_NAMES[kind]
    weights: Counter[str] = Counter()
    total = 0
    for count in code:
        folders = count.path.split("/")[:-1][:_DEPTH]
        total += _weight(count)
        for depth in range(1, len(folders) + 1):
            weights["/".join(folders[:depth])] += _weight(count)
    heavy = [folder for folder, weight in weights.items() if weight >= _SHARE * total]
    return max(heavy, key=lambda folder: (folder.count("/"), weights[folder])) if heavy else EVERYWHERE


def _weight(count: Counted) -> int:
    return (count.added or 0) + (count.removed or 0) + 1


def _grouped(homes: Mapping[CommitId, str]) -> dict[str, list[CommitId]]:
    """Split the largest group by its folders, again and again, while there is room for more groups; a folder with one commit is no group."""
    folders = [oid for oid, home in homes.items() if home not in _NO_FOLDER]
    groups: dict[str, list[CommitId]] = {"": folders} if folders else {}
    whole: set[str] = set()
    while len(groups) < _AREAS and groups.keys() - whole:
        name = max(groups.keys() - whole, key=lambda g: (len(groups[g]), g))
        parts = _parts(name, groups[name], homes)
        room = max(2, _AREAS - len(groups) + 1)
        parts = dict(sorted(parts.items(), key=lambda item: (-len(item[1]), item[0]))[:room])
        if not parts:
            whole.add(name)
            continue
        moved = {oid for oids in parts.values() for oid in oids}
        rest = [oid for oid in groups.pop(name) if oid not in moved]
        groups.update(parts)
        if rest:
            groups[name] = rest
            whole.add(name)
    for oid, home in homes.items():
        if home in _NO_FOLDER:
            groups.setdefault(home, []).append(oid)
    if "" in groups:
        groups[EVERYWHERE] = [*groups.pop(""), *groups.get(EVERYWHERE, [])]
    order = {oid: at for at, oid in enumerate(homes)}
    return {name: sorted(oids, key=order.__getitem__) for name, oids in groups.items()}


def _parts(name: str, oids: Sequence[CommitId], homes: Mapping[CommitId, str]) -> dict[str, list[CommitId]]:
    depth = name.count("/") + 1 if name else 0
    found: dict[str, list[CommitId]] = {}
    for oid in oids:
        folders = homes[oid].split("/")
        if len(folders) > depth:
            found.setdefault("/".join(folders[: depth + 1]), []).append(oid)
    return {folder: inside for folder, inside in found.items() if len(inside) > 1}


def _area(name: str, said: list[Said], sizes: Mapping[CommitId, Sequence[Counted]], classify: Classify) -> Area:
    paths: set[RepoPath] = set()
    added = removed = 0
    for one in said:
        for count in sizes[one.commit.id]:
            paths.add(count.path)
            if classify(count.path) not in APART:
                added, removed = added + (count.added or 0), removed + (count.removed or 0)
    return Area(name, tuple(said), len(paths), added, removed)


_REVERT = re.compile(r'^(?:\[[^\]]*\]\s*)*[Rr]evert:? "(.*)"')


def _undone(commits: Sequence[Commit]) -> tuple[tuple[Commit, Commit], ...]:
    """Commits of the range that a later one of the range takes back, by the subject that git gives a revert."""
    by_subject: dict[str, list[Commit]] = {}
    for commit in commits:
        by_subject.setdefault(_bare(commit.subject), []).append(commit)
    found = []
    for at, commit in enumerate(commits):
        quoted = _REVERT.match(commit.subject)
        if quoted is None:
            continue
        # Newest first: what it takes back stands behind it.
        older = set(commits[at + 1 :])
        first = next((c for c in by_subject.get(_bare(quoted[1]), ()) if c in older), None)
        if first is not None:
            found.append((first, commit))
    return tuple(found)


def _bare(subject: str) -> str:
    return re.sub(r"\s*\((?:#|!)\d+\)$", "", subject.strip())
