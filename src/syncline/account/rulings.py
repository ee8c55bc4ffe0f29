"""Which rule of the policy speaks of which path, and which side it gives. Pure; the later rule wins, and that is said.

The order is: files that one side lacks, strategies of classes, workflows that would gain privileges, overrides as they stand in the file,
groups, protected paths. An override can therefore let such a workflow in.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields

from syncline.account.classes import Kind, classifier
from syncline.account.patterns import matcher
from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import RepoPath
from syncline.core.policy import Classes, Lapse, LapseKind, Overlap, Override, Policy, Strategy
from syncline.core.tree import Entry

Entries = Mapping[RepoPath, Merge[Entry | Absent]]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A path is taken from one side whole. ``rule`` is the name that records carry; ``place`` tells several rules of a kind apart."""

    path: RepoPath
    side: Side
    rule: str
    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Rulings:
    """Everything that was ruled, by path, with what the reader should know of it."""

    by_path: Mapping[RepoPath, Ruling]
    lapses: tuple[Lapse, ...]
    overlaps: tuple[Overlap, ...]


def rulings(
    policy: Policy,
    entries: Entries,
    today: str,
    holds: Callable[[Override], str],
    gaining: Callable[[RepoPath], str] = lambda path: "",
    files: Iterable[Ruling] = (),
) -> Rulings:
    """Rule on every path of ``entries`` (those that differ between the sides, or from the base; others need no ruling).

    ``today`` is an ISO date. ``holds`` says why an override's check fails; an empty string where it holds or there is none. ``gaining`` says
    what the source's version of a workflow may do beyond the target's; an empty string where nothing, or the path is no workflow. ``files`` are the
    rulings on files that one side lacks.
    """
    spoken: dict[RepoPath, list[Ruling]] = {}
    lapses: list[Lapse] = []
    for ruling in (*files, *_by_class(policy.classes, entries)):
        spoken.setdefault(ruling.path, []).append(ruling)
    for path in entries:
        gain = gaining(path)
        if gain:
            reason = f"the source's workflow would gain {gain}; it stays as the target has it until somebody confirms"
            spoken.setdefault(path, []).append(Ruling(path, Side.TARGET, "workflow-held-back", "workflow", reason))
    for number, override in enumerate(policy.overrides):
        place = f"override {number + 1} ({', '.join(override.paths)})"
        found = list(filter(matcher(override.paths), entries))
        lapse = _lapse(override, place, found, entries, today, holds)
        if lapse is not None:
            lapses.append(lapse)
        if lapse is None or lapse.kind not in (LapseKind.EXPIRED, LapseKind.UNTRUE):
            for path in found:
                spoken.setdefault(path, []).append(Ruling(path, override.side, "override", place, override.reason))
    for group in policy.groups:
        place = f"group {group.name}"
        reason = f"the files of the group {group.name} only make sense together: all from the {group.side.value}"
        for path in map(RepoPath, group.paths):
            if path in entries:
                spoken.setdefault(path, []).append(Ruling(path, group.side, "group", place, reason))
    protected = matcher(policy.protected)
    for path in entries:
        if protected(path):
            spoken.setdefault(path, []).append(
                Ruling(path, Side.TARGET, "protected-path", "protected", "a protected path stays as the target has it")
            )
    # What nobody wrote into the configuration contradicts nothing there: an override that lets a held workflow in is the confirmation itself.
    written = {path: [r for r in found if r.place not in ("workflow", "files")] for path, found in sorted(spoken.items())}
    overlaps = tuple(Overlap(path, tuple(r.place for r in found)) for path, found in written.items() if len({r.side for r in found}) > 1)
    return Rulings({path: found[-1] for path, found in spoken.items()}, tuple(lapses), overlaps)


def _by_class(classes: Classes, entries: Entries) -> Iterable[Ruling]:
    """A strategy speaks only where both sides changed the file, and not alike."""
    sides = {Strategy.TARGET: Side.TARGET, Strategy.REGENERATE: Side.TARGET, Strategy.SOURCE: Side.SOURCE}
    told = {Kind(one.name): getattr(classes, one.name).strategy for one in fields(Classes)}
    if not any(strategy in sides for strategy in told.values()):
        return
    classify = classifier(classes)
    for path, versions in entries.items():
        strategy = told.get(classify(path), Strategy.MERGE)
        if strategy in sides and versions.trivial() is None:
            kind = classify(path).value
            yield Ruling(
                path, sides[strategy], f"class-{kind}", f"classes.{kind}", f"{kind} files are kept whole from the {sides[strategy].value}"
            )


def _lapse(
    override: Override, place: str, found: list[RepoPath], entries: Entries, today: str, holds: Callable[[Override], str]
) -> Lapse | None:
    if override.until and dt.date.fromisoformat(today) > dt.date.fromisoformat(override.until):
        return Lapse(place, LapseKind.EXPIRED, tuple(found), override.reason, f"it was to end on {override.until}")
    failure = holds(override)
    if failure:
        return Lapse(place, LapseKind.UNTRUE, tuple(found), override.reason, failure)
    for pattern in override.paths:
        folder = _folder_now(pattern, entries)
        if folder:
            return Lapse(place, LapseKind.NOW_A_FOLDER, (pattern, folder), override.reason, f"{pattern} is the folder {folder} on one side")
    return None


def _folder_now(pattern: str, entries: Entries) -> str:
    """The folder that a file became (``a/b.py`` → ``a/b/``, or ``a/b`` itself); empty where it did not. Patterns are not asked."""
    if any(sign in pattern for sign in "*?[!") or pattern.endswith("/"):
        return ""
    path = pattern.lstrip("/")
    name = path.rpartition("/")[2]
    for folder in dict.fromkeys((f"{path}/", f"{path[: -len(name)]}{name.rpartition('.')[0] or name}/")):
        for side in Side:
            inside = any(other.startswith(folder) and not isinstance(v.side(side), Absent) for other, v in entries.items())
            before = any(other.startswith(folder) and not isinstance(v.base, Absent) for other, v in entries.items())
            file = entries.get(RepoPath(path), Merge(ABSENT, ABSENT, ABSENT))
            if inside and not before and isinstance(file.side(side), Absent) and not isinstance(file.base, Absent):
                return folder
    return ""


def idle_rules(policy: Policy, exists: Callable[[str], bool]) -> tuple[Lapse, ...]:
    """Rules that speak of nothing: ``exists`` tells whether a pattern matches a path of either side."""
    found = [
        Lapse(f"override {n + 1} ({', '.join(o.paths)})", LapseKind.MATCHES_NOTHING, o.paths, o.reason, "neither side has such a path")
        for n, o in enumerate(policy.overrides)
        if not any(exists(pattern) for pattern in o.paths)
    ]
    for group in policy.groups:
        missing = tuple(path for path in group.paths if not exists(f"/{path}"))
        if missing:
            detail = f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} on neither side"
            found.append(Lapse(f"group {group.name}", LapseKind.MEMBER_MISSING, missing, "", detail))
    return tuple(found)
