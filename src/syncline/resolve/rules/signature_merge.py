"""Both sides change the parameters of one function, or the keyword arguments of one call.

Sees: Python; a region inside of one logical line that is the head of a definition, or that calls something.
Answers: each parameter or keyword argument that either side added, changed or removed, once; the target's additions before the source's, or after them
where a call wants it so. What stands around the brackets (the name, the return type) is taken from the side that changed it.
Why right: a parameter is found by its name. No call in the file, of either side, gives by position what would stand at another position.
Declines when: both sides changed one of them, or what stands around; one side removed or moved what the other goes on with; both add one name with
different contents; both removed some; a call in the file gives one of the moved parameters by position; comments among them differ on both sides; the file does
not parse, or its rows end with carriage returns.
Safety: safe where one side at most adds parameters that could be given by position, and nothing that has no default, where the sides add at different
places, and comments do not differ. Unsafe otherwise: which addition comes first is our choice, and calls in other files are not seen here; the check
call-does-not-fit looks at them. A suggestion where one side removed some of them: people often keep those.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from syncline.core.merge import Merge, Side
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.core.text import split_lines
from syncline.resolve.bracketed import (
    Element,
    Group,
    Line,
    NoMergeError,
    elements_of,
    groups,
    line_around,
    merged_elements,
    page_width,
    written,
)
from syncline.resolve.view import Region
from syncline.syntax.python_units import parse_python

STATUS = Status.PREVIEW
SAFETY = Safety.SAFE

# A row that ends like this, or is followed by one that begins like that, may go on; so may a text beside a text.
_OPEN_END = re.compile(r"(?:[,(\[{\\:=+\-*/%&|^<>@.\"']|\b(?:and|or|not|in|is|if|else|for|lambda|await|yield|from|async))$")
_GOES_ON = re.compile(r"[)\]},:=+\-*/%&|^<>@.\"']|(?:and|or|not|in|is|if|else|for|async)\b|[rbfuRBFU]{1,2}[\"']")

# Rows on one side; no signature is longer.
_MOST = 100
_ORDER = (Safety.SAFE, Safety.UNSAFE, Safety.SUGGESTION)


def run(region: Region) -> Resolution | Declined:
    """Merge the lists of one logical line."""
    if region.language != "python":
        return Declined("not Python")
    if not any("=" in line or "def " in line or "," in line or "(" in line for side in Side for line in region.lines.side(side)):
        return Declined("no parameters or arguments")
    if max(len(region.lines.side(side)) for side in Side) > _MOST:
        return Declined("too many rows for parameters or arguments")
    if not all(_one_line(lines) for lines in (region.lines.base, region.lines.source, region.lines.target)):
        return Declined("more than one logical line")
    found = _lines(region)
    if found is None:
        return Declined("not inside of one logical line")
    if any("\r" in row for side in Side for row in region.file.side(side)[found.side(side).first : found.side(side).stop]):
        return Declined("its rows end with carriage returns")
    try:
        answer = _merged(region, found)
    except NoMergeError as error:
        return Declined(str(error))
    # Asked last: to compile three files takes longer than all the rest, and few regions come this far.
    return answer if region.view.sound else Declined("the file does not parse")


def _one_line(lines: Sequence[str]) -> bool:
    """False for rows that cannot be of one logical line, by their ends and beginnings alone: a row that nothing says goes on, and one behind it."""
    rows = [row for line in lines if (row := line.partition("#")[0].strip())]
    return all(_OPEN_END.search(one) or _GOES_ON.match(other) for one, other in pairwise(rows))


def _lines(region: Region) -> Merge[Line] | None:
    texts = region.view.texts
    stops = Merge(region.starts.base + len(region.lines.base), region.stop(Side.SOURCE), region.stop(Side.TARGET))
    # One that is not inside of a line saves reading the other files.
    base = line_around(texts.base, region.starts.base, stops.base)
    source = line_around(texts.source, region.starts.source, stops.source) if base is not None else None
    target = line_around(texts.target, region.starts.target, stops.target) if source is not None else None
    if base is None or source is None or target is None:
        return None
    inside = region.starts.source > source.first and region.starts.target > target.first
    # A gap below a line of the base is of that line where both sides went on with it.
    return Merge(base, source, target) if inside or region.lines.base else None


def _merged(region: Region, lines: Merge[Line]) -> Resolution:
    definition = all("def" in [t.text for t in line.tokens[:2]] for line in (lines.base, lines.source, lines.target))
    split = lines.map(lambda line: groups(line.tokens, 0, len(line.tokens)))
    if not split.base or len({len(own) for own in (split.base, split.source, split.target)}) != 1:
        raise NoMergeError("the sides have not the same brackets there")
    # The layout is that of the side that has more rows.
    side = Side.SOURCE if _rows(lines.source) > _rows(lines.target) else Side.TARGET
    if lines.side(side.other).comments not in (lines.base.comments, lines.side(side).comments):
        raise NoMergeError("comments among them differ on both sides")
    width = page_width([region.file.side(own)[lines.side(own).first : lines.side(own).stop] for own in Side])
    out, safety = "", Safety.SAFE
    for number in range(len(split.base) + 1):
        out += _around(lines, split, number, side)
        if number < len(split.base):
            one = Merge(split.base[number], split.source[number], split.target[number])
            text, own = _group(region, lines, one, side, width, definition=definition and number == 0)
            out, safety = out + text, max(safety, own, key=_ORDER.index)
    reason = f"both sides changed the {'parameters' if definition else 'arguments'}, each by its name"
    # A comment that one side put beside an element may go with the layout of the other.
    if not lines.base.comments == lines.source.comments == lines.target.comments:
        safety = max(safety, Safety.UNSAFE, key=_ORDER.index)
    return Resolution(_in_place(region, lines, side, out), safety, reason)


def _rows(line: Line) -> int:
    return line.stop - line.first


def _around(lines: Merge[Line], split: Merge[tuple[Group, ...]], number: int, side: Side) -> str:
    """What stands before the group of this number, behind the one before it; both brackets included."""

    def piece(line: Line, found: tuple[Group, ...]) -> tuple[tuple[str, ...], str]:
        start = found[number - 1].closed if number else 0
        stop = found[number].opened + 1 if number < len(found) else len(line.tokens)
        run = line.tokens[start:stop]
        return tuple(t.text for t in run), line.text[run[0].start : run[-1].end]

    pieces = Merge(piece(lines.base, split.base), piece(lines.source, split.source), piece(lines.target, split.target))
    words = pieces.map(lambda one: one[0]).trivial()
    if words is None:
        raise NoMergeError("both sides changed what stands around the brackets")
    own = pieces.side(side)
    return own[1] if own[0] == words.value else pieces.side(side.other)[1]


def _group(region: Region, lines: Merge[Line], group: Merge[Group], side: Side, width: int, *, definition: bool) -> tuple[str, Safety]:
    """The merged text of one group, and what can be promised of it."""
    lists = Merge(
        elements_of(lines.base, group.base, definition=definition),
        elements_of(lines.source, group.source, definition=definition),
        elements_of(lines.target, group.target, definition=definition),
    )
    keys = lists.map(lambda own: tuple(e.key for e in own))
    forced = keys.trivial()
    wanted = lists.side(side) if forced is not None and keys.side(side) == forced.value else None
    if wanted is None and forced is not None:
        wanted = lists.side(side.other)
    safety = Safety.SAFE
    if wanted is None:
        if not _takes_names(lines.base, group.base):
            raise NoMergeError("both sides changed brackets that are neither parameters nor arguments")
        if definition:
            wanted, certain = _parameters(region, lines, lists)
        else:
            wanted, certain = merged_elements(lists), _additions(lists)
        certain = certain and _in_one_order(lists)
        safety = Safety.SUGGESTION if _removed(lists) else Safety.SAFE if certain else Safety.UNSAFE
    return written(lines.side(side), group.side(side), lists.side(side), wanted, width), safety


def _in_one_order(lists: Merge[tuple[Element, ...]]) -> bool:
    """True where it makes no difference whose additions come first: then the order is not our choice."""
    return [e.name for e in merged_elements(lists)] == [e.name for e in merged_elements(lists.swap())]


def _removed(lists: Merge[tuple[Element, ...]]) -> bool:
    """True where one side removed an element. Raises ``NoMergeError`` where both did: they may have put different things in one place."""
    gone = [{e.name for e in lists.base} - {e.name for e in own} for own in (lists.source, lists.target)]
    if all(gone):
        raise NoMergeError("both sides removed some of them: they may have put different things in one place")
    return any(gone)


def _takes_names(line: Line, group: Group) -> bool:
    """True for brackets that follow a name or a value: those of a definition or a call."""
    before = line.tokens[group.opened - 1] if group.opened else None
    word = before is not None and (before.text in (")", "]") or before.text.isidentifier()) and not keyword.iskeyword(before.text)
    return word and line.tokens[group.opened].text == "("


def _additions(lists: Merge[tuple[Element, ...]]) -> bool:
    """True where both sides only added, and only by name."""
    base = {e.name: e.key for e in lists.base}
    for own in (lists.source, lists.target):
        if {e.name: e.key for e in own if e.name in base} != base or any(not e.named for e in own if e.name not in base):
            return False
    return True


@dataclass(frozen=True, slots=True)
class _Signature:
    """The names of parameters that may be given by position, in order; of all; of those that need to be given."""

    placed: tuple[str, ...]
    names: frozenset[str]
    needed: frozenset[str]


def _signature(elements: Sequence[Element]) -> _Signature:
    try:
        tree = ast.parse(f"def _({', '.join(e.text for e in elements)}\n): pass")
    except SyntaxError as error:
        raise NoMergeError("together the parameters are no signature") from error
    made = tree.body[0]
    if not isinstance(made, ast.FunctionDef):
        raise NoMergeError("together the parameters are no signature")
    args = made.args
    placed = [a.arg for a in (*args.posonlyargs, *args.args)]
    alone = [a.arg for a in args.kwonlyargs]
    without = placed[: len(placed) - len(args.defaults)] + [n for n, d in zip(alone, args.kw_defaults, strict=True) if d is None]
    stars = [a.arg for a in (args.vararg, args.kwarg) if a is not None]
    return _Signature(tuple(placed), frozenset((*placed, *alone, *stars)), frozenset(without))


def _parameters(region: Region, lines: Merge[Line], lists: Merge[tuple[Element, ...]]) -> tuple[tuple[Element, ...], bool]:
    """The merged parameters, and whether that is certain; the target's additions first, or the source's where calls want it so."""
    try:
        wanted = merged_elements(lists)
        return wanted, _certain(region, lines, lists, wanted)
    except NoMergeError as error:
        try:
            other = merged_elements(lists.swap())
            return other, _certain(region, lines, lists, other)
        except NoMergeError:
            raise error from None


def _certain(region: Region, lines: Merge[Line], lists: Merge[tuple[Element, ...]], wanted: Sequence[Element]) -> bool:
    """Whether no call can mean another parameter than before. Raises ``NoMergeError`` where one in this file does."""
    merged, base = _signature(wanted), _signature(lists.base)
    added = 0
    sure = merged.needed <= base.needed and base.names <= merged.names
    for side in Side:
        own = _signature(lists.side(side))
        added += any(name not in base.names for name in own.placed)
        for given in _given(region.view.texts.side(side), lines.side(side), own):
            if merged.placed[:given] != own.placed[:given]:
                raise NoMergeError(f"a call of the {side.value} gives {given} of them by position")
    return sure and added < 2


def _given(text: str, line: Line, own: _Signature) -> Iterator[int]:
    """How many parameters the calls of this function in its file give by position; all of them where that cannot be told."""
    tree = parse_python(text)
    words = [t.text for t in line.tokens[:3]]
    name = words[words.index("def") + 1]
    receiver = bool(own.placed) and own.placed[0] in ("self", "cls")
    if tree is None:
        return
    if name == "__init__":
        name = next(
            (
                c.name
                for c in ast.walk(tree)
                if isinstance(c, ast.ClassDef) and any(getattr(m, "lineno", 0) - 1 == line.first for m in c.body)
            ),
            "",
        )
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""
        if called == name:
            starred = any(isinstance(a, ast.Starred) for a in node.args)
            yield len(own.placed) if starred else len(node.args) + receiver


def _in_place(region: Region, lines: Merge[Line], side: Side, out: str) -> tuple[str, ...]:
    """The rows of the merged line that stand in place of the region; the others are settled already, as one of the sides has them."""
    line, own = lines.side(side), region.file.side(side)
    first, last = own[line.first], own[line.stop - 1]
    start = line.tokens[0].column
    end = line.tokens[-1].column + len(line.tokens[-1].text) if "\n" not in line.tokens[-1].text else len(last.rstrip("\n"))
    rows = split_lines(first[:start] + out + last[end:])
    for before in Side:
        head = region.file.side(before)[lines.side(before).first : region.starts.side(before)]
        for behind in Side:
            tail = region.file.side(behind)[region.stop(behind) : lines.side(behind).stop]
            stop = len(rows) - len(tail)
            if len(head) <= stop and rows[: len(head)] == head and rows[stop:] == tail:
                return rows[len(head) : stop]
    raise NoMergeError("what is settled around the region does not fit to it")
