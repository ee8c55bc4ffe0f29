"""The cascade: rules in order, then the preference. Every dropped hunk is recorded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from syncline.account.changed import LARGE
from syncline.core.ledger import Record
from syncline.core.memory import Memory, nothing_remembered
from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import RepoPath
from syncline.core.resolution import Decision, Declined, Outcome, Preference, Safety
from syncline.core.text import decode, encode, is_binary, split_lines
from syncline.core.tree import Conflict, ConflictKind, Version
from syncline.resolve.deletions import deletion
from syncline.resolve.endings import closed, ends_open, opened
from syncline.resolve.filewise import Options, settle
from syncline.resolve.following import Carried, Elsewhere, Followed, Moved, follow, nowhere
from syncline.resolve.rules import RULES, Rule
from syncline.resolve.view import History, View, no_history
from syncline.syntax.units import ReadUnits, units

# Conflicts whose three versions can be merged as text.
_TEXTUAL = frozenset(
    {ConflictKind.CONTENT, ConflictKind.ADD_ADD, ConflictKind.RENAME_ADD, ConflictKind.RENAME_RENAME, ConflictKind.FILE_LOCATION}
)
# The rule under whose name a change follows a unit to its new place.
FOLLOWING = "moved-unit"
# The one for a whole file that one side deleted.
DELETING = "deleted-vs-modified"


@dataclass(frozen=True, slots=True)
class Edit:
    """What stands at a path after resolution: ``content`` with a mode, an existing ``version`` as it is, or nothing."""

    path: RepoPath
    content: bytes | None = None
    mode: str = "100644"
    version: Version | Absent = ABSENT


@dataclass(frozen=True, slots=True)
class Answer:
    """How one conflict ended. ``complete`` is false while a part of it is undecided. ``carried`` are changes for other files."""

    conflict: Conflict
    edits: tuple[Edit, ...]
    decisions: tuple[Decision, ...]
    records: tuple[Record, ...]
    complete: bool
    carried: tuple[Carried, ...] = ()


def resolve_conflict(
    conflict: Conflict,
    contents: Merge[bytes | Absent],
    options: Options,
    rules: Sequence[Rule] = RULES,
    history: History = no_history,
    memory: Memory = nothing_remembered,
    elsewhere: Elsewhere = nowhere,
    read_units: ReadUnits = units,
) -> Answer:
    """Resolve one conflict. ``contents`` are the three versions' bytes, ``ABSENT`` where there is no such version. ``elsewhere`` finds what a side
    moved to another file; then the answer may hold changes for that file. ``read_units`` reads a text, or remembers it.
    """
    texts = texts_of(conflict, contents)
    if texts is None:
        return (
            _deleted(conflict, contents, options, elsewhere)
            if rules and conflict.kind is ConflictKind.MODIFY_DELETE
            else _whole(conflict, options)
        )
    view = View(conflict.path, texts, history, memory, options.versions, read_units)
    answer = _by_regions(conflict, contents, follow(view, elsewhere) if rules else Followed(view), options, rules)
    return _in_one_place(answer, options) if conflict.kind is ConflictKind.RENAME_RENAME else answer


def texts_of(conflict: Conflict, contents: Merge[bytes | Absent]) -> Merge[tuple[str, ...]] | None:
    """The three texts as lines, each with a line end; ``None`` where they cannot be merged as text."""
    versions = conflict.versions
    if conflict.kind not in _TEXTUAL or isinstance(contents.source, Absent) or isinstance(contents.target, Absent):
        return None
    present = [data for data in (contents.base, contents.source, contents.target) if not isinstance(data, Absent)]
    if any(is_binary(data) or len(data) > LARGE for data in present):
        return None
    entries = [v.entry for v in (versions.base, versions.source, versions.target) if isinstance(v, Version)]
    if not all(entry.is_file for entry in entries):
        return None
    return contents.map(lambda data: () if isinstance(data, Absent) else closed(decode(data)))


def _by_regions(conflict: Conflict, contents: Merge[bytes | Absent], followed: Followed, options: Options, rules: Sequence[Rule]) -> Answer:
    settled = settle(followed.view, options, rules)
    data = encode("".join(settled.lines))
    edit = Edit(conflict.path, opened(data) if settled.complete and ends_open(contents, data) else data, _mode(conflict))
    # Unfinished text is written on request only, and then with its markers.
    edits = (edit,) if settled.complete or options.markers else ()
    decisions = (*(_told(conflict, one) for one in followed.moved), *settled.decisions)
    records = (
        *(r for one in followed.moved for r in _moving(conflict, one)),
        *map(followed.told, settled.records),
        *_homeless(conflict, settled.decisions),
    )
    return Answer(conflict, edits, decisions, records, settled.complete, followed.carried if edits else ())


def _told(conflict: Conflict, one: Moved) -> Decision:
    """How a moved unit ended: nothing of either side is dropped."""
    return Decision(conflict.path, Outcome.RULE, FOLLOWING, _where(conflict, one), Safety.SAFE, 0)


def _moving(conflict: Conflict, one: Moved) -> Iterable[Record]:
    """What gave way, and proves nothing lost: the moved text at its new place, and the changed one at its old place."""
    reason = _where(conflict, one)
    yield Record(one.path, one.side, FOLLOWING, one.lines, None, proven=True, reason=reason)
    yield Record(conflict.path, one.side.other, FOLLOWING, one.changed, one.base, proven=True, reason=reason)


def _where(conflict: Conflict, one: Moved) -> str:
    where = "within the file" if one.path == conflict.path else f"to {one.path}"
    return f"the {one.side.value} moved {one.name} {where}; the {one.side.other.value}'s change of it goes along"


def _homeless(conflict: Conflict, decisions: Sequence[Decision]) -> Iterable[Record]:
    """Where a renamed file gave way to another of that name, or took its place, the edits under its old name have no file any more."""
    if conflict.kind is not ConflictKind.RENAME_ADD:
        return
    for decision in decisions:
        if decision.outcome is Outcome.PREFERENCE:
            reason = f"{decision.reason}; the file that was renamed to {conflict.path} is merged with nothing"
            yield from (Record(path, side, decision.rule, None, None, False, reason) for path in conflict.also for side in Side)
            return


def _mode(conflict: Conflict) -> str:
    """The mode three-way logic gives; the target's where both sides changed it."""
    modes = conflict.versions.map(lambda v: v.entry.mode if isinstance(v, Version) else "")
    trivial = modes.trivial()
    return (trivial.value if trivial is not None and trivial.value else "") or modes.target or modes.source


def _in_one_place(answer: Answer, options: Options) -> Answer:
    """Both sides renamed the file: the text is merged by regions, and stands where the preferred side has it, and only there."""
    conflict, versions = answer.conflict, answer.conflict.versions
    if options.preference is Preference.STOP:
        decision = Decision(conflict.path, Outcome.OPEN, "", "both sides renamed the file: no rule answers", None, 0)
        return replace(answer, edits=(), decisions=(*answer.decisions, decision), complete=False)
    side = Side.TARGET if options.preference is Preference.TARGET else Side.SOURCE
    kept = versions.side(side)
    place = kept.path if isinstance(kept, Version) else conflict.path
    gone = {v.path for v in (versions.base, versions.source, versions.target) if isinstance(v, Version)} - {place}
    edits = (*(Edit(path) for path in sorted(gone)), *(replace(edit, path=place) for edit in answer.edits))
    reason = f"both sides renamed the file; the {side.value}'s name is preferred"
    decision = Decision(place, Outcome.PREFERENCE, f"prefer-{side.value}", reason, None, 0)
    return replace(answer, edits=edits, decisions=(*answer.decisions, decision))


def _deleted(conflict: Conflict, contents: Merge[bytes | Absent], options: Options, elsewhere: Elsewhere) -> Answer:
    """One side deleted the file, the other changed it: the deletion stands where nothing is left for the change to speak of."""
    data = [one for one in (contents.base, contents.source, contents.target) if not isinstance(one, Absent)]
    if len(data) != 2 or isinstance(contents.base, Absent) or any(is_binary(one) or len(one) > LARGE for one in data):
        return _whole(conflict, options)
    side = Side.SOURCE if isinstance(contents.source, Absent) else Side.TARGET
    lines = contents.map(lambda one: () if isinstance(one, Absent) else split_lines(decode(one)))
    said = deletion(View(conflict.path, lines), side, elsewhere)
    if isinstance(said, Declined) or options.safe_only:
        declined = said.reason if isinstance(said, Declined) else "not safe"
        return _whole(conflict, options, ((DELETING, declined),))
    paths = dict.fromkeys(v.path for v in (conflict.versions.base, conflict.versions.side(side.other)) if isinstance(v, Version))
    records = [
        Record(path, side.other, DELETING, None, None, False, said.reason)
        for path in dict.fromkeys((conflict.path, *paths, *conflict.also))
    ]
    records += [Record(one.path, side, DELETING, one.at, None, True, said.reason) for one in said.carried]
    decision = Decision(conflict.path, Outcome.RULE, DELETING, said.reason, Safety.UNSAFE, 0)
    return Answer(conflict, tuple(Edit(path) for path in paths), (decision,), tuple(records), True, said.carried)


def _whole(conflict: Conflict, options: Options, declined: tuple[tuple[str, str], ...] = ()) -> Answer:
    """A conflict without lines to merge: kept as one side has it where a preference says so, else left open."""
    if conflict.kind is ConflictKind.FILE_LOCATION and options.preference is not Preference.STOP:
        # git's suggested place holds the file whole: nothing is dropped, only the folder was chosen.
        reason = "the other side renamed the folder; the file stays where git suggests"
        return Answer(conflict, (), (Decision(conflict.path, Outcome.PREFERENCE, "file-location", reason, None, 0),), (), True)
    if options.preference is Preference.STOP:
        decision = Decision(conflict.path, Outcome.OPEN, "", f"{conflict.kind.value}: no rule answers", None, 0, declined)
        return Answer(conflict, (), (decision,), (), False)
    side = Side.TARGET if options.preference is Preference.TARGET else Side.SOURCE
    kept, dropped = conflict.versions.side(side), conflict.versions.side(side.other)
    name = f"prefer-{side.value}"
    reason = f"{conflict.kind.value}: the {side.value} is preferred"
    paths = dict.fromkeys(
        v.path for v in (conflict.versions.base, conflict.versions.source, conflict.versions.target) if isinstance(v, Version)
    )
    if conflict.aside is not None:
        # The name of git's own making goes in any case: what is kept stands at its own path.
        paths[conflict.aside] = None
    edits = [Edit(path) for path in paths if not (isinstance(kept, Version) and kept.path == path)]
    if isinstance(kept, Version):
        edits.append(Edit(kept.path, version=kept))
    spots = dict.fromkeys((conflict.path, *paths, *conflict.also))
    records = (
        tuple(Record(path, side.other, name, None, None, False, reason) for path in spots) if dropped != conflict.versions.base else ()
    )
    return Answer(conflict, tuple(edits), (Decision(conflict.path, Outcome.PREFERENCE, name, reason, None, 0, declined),), records, True)
