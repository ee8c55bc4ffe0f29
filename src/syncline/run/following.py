"""Units that one side moved to another file: where they are now, and the other side's changes put there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from syncline.core.merge import Merge, Side
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId
from syncline.core.resolution import Decision, Outcome
from syncline.core.text import decode, encode, is_binary, split_lines
from syncline.core.tree import Entry, MergedTree
from syncline.ports.git.history import deltas
from syncline.ports.git.workshop import Workshop
from syncline.resolve.cascade import FOLLOWING, Answer
from syncline.resolve.following import Carried, Elsewhere, Place, bare
from syncline.syntax import language_of, parse_problem
from syncline.syntax.units import ReadUnits

# Files larger than this are no place where a unit was moved to.
_LARGE = 1_000_000


def elsewhere_of(workshop: Workshop, ends: Merge[TreeId | CommitId], merged: MergedTree, read_units: ReadUnits) -> Elsewhere:
    """Where each side has put a text: in a file that it added or changed, and that stands in git's merge as this side has it."""
    conflicted = {path for c in merged.conflicts for path in (c.path, c.aside, *c.also) if path is not None}

    @cache
    def candidates(side: Side) -> dict[RepoPath, bytes]:
        changed = {
            d.path: d.new for d in deltas(workshop, ends.base, ends.side(side), renames=False) if d.new is not None and d.new.is_file
        }
        known = {path: entry for path, entry in changed.items() if path not in conflicted and language_of(path) is not None}
        there = workshop.entries(merged.tree, sorted(known)) if known else {}
        same = {path: entry for path, entry in known.items() if there.get(path) == entry}
        contents: dict[BlobId, bytes] = workshop.read_all(entry.oid for entry in same.values())
        return {path: data for path, entry in same.items() if not is_binary(data := contents[entry.oid]) and len(data) <= _LARGE}

    def elsewhere(side: Side, lines: Sequence[str]) -> Place | None:
        first = next((line.strip() for line in lines if line.strip()), "")
        wanted = bare(lines)
        found = []
        for path, data in candidates(side).items():
            if not first or encode(first) not in data:
                continue
            own = split_lines(decode(data))
            # Many files have the first line; only one that has all of them is worth parsing.
            if _stands(wanted, own):
                found += [
                    Place(path, unit.lines.start, own[unit.lines.start : unit.lines.stop])
                    for unit in read_units(language_of(path), decode(data))
                    if bare(own[unit.lines.start : unit.lines.stop]) == wanted
                ]
        return found[0] if len(found) == 1 else None

    return elsewhere


def _stands(wanted: Sequence[str], lines: Sequence[str]) -> bool:
    """True where the lines have these ones together, whatever their indentation."""
    begin, size = wanted[0].strip(), len(wanted)
    return any(begin in line and bare(lines[at : at + size]) == tuple(wanted) for at, line in enumerate(lines))


def carried_along(workshop: Workshop, merged: MergedTree, answers: Sequence[Answer]) -> tuple[list[Answer], dict[RepoPath, Entry]]:
    """The entries of other files that answers change. An answer whose change finds no place there any more is taken back: its conflict is open."""
    texts: dict[RepoPath, tuple[str, ...]] = {}
    modes: dict[RepoPath, str] = {}
    kept = []
    for answer in answers:
        new = _applied(workshop, merged, answer.carried, texts, modes)
        if new is None:
            reason = "what one side moved to another file cannot be changed there"
            opened = Decision(answer.conflict.path, Outcome.OPEN, "", reason, None, 0, ((FOLLOWING, reason),))
            kept.append(replace(answer, edits=(), decisions=(opened,), records=(), complete=False, carried=()))
            continue
        texts.update(new)
        kept.append(answer)
    written = workshop.write_blobs([encode("".join(lines)) for lines in texts.values()])
    return kept, {path: Entry(modes[path], oid) for path, oid in zip(texts, written, strict=True)}


def _applied(
    workshop: Workshop, merged: MergedTree, carried: Iterable[Carried], texts: dict[RepoPath, tuple[str, ...]], modes: dict[RepoPath, str]
) -> dict[RepoPath, tuple[str, ...]] | None:
    new: dict[RepoPath, tuple[str, ...]] = {}
    for one in carried:
        lines = new.get(one.path) or texts.get(one.path)
        if lines is None:
            entry = workshop.entries(merged.tree, (one.path,)).get(one.path)
            if entry is None:
                return None
            modes[one.path], lines = entry.mode, split_lines(decode(workshop.read(entry.oid)))
        spots = [at for at in range(len(lines) - len(one.old) + 1) if lines[at : at + len(one.old)] == one.old]
        if len(spots) != 1:
            return None
        patched = (*lines[: spots[0]], *one.new, *lines[spots[0] + len(one.old) :])
        language = language_of(one.path)
        if parse_problem(language, "".join(patched)) is not None and parse_problem(language, "".join(lines)) is None:
            return None
        new[one.path] = patched
    return new
