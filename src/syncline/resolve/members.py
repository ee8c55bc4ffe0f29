"""Lines cut into members: whole definitions, entries, items, arguments or statements that stand side by side.

Told by indentation and brackets alone, so it works for every language that writes one member a line or indents what belongs to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_OPEN, _CLOSE = "([{", ")]}"
# A string, or a comment up to the end of its line: brackets inside of them count for nothing.
_QUIET = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'(?:[^\\]|\\.)*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`|(?:#|//)[^\n]*',
    re.DOTALL,
)
_LEAD = re.compile(r"\s*(?:#(?!include|define|if|endif)|//|/\*|\*|@|--|\"\"\"|#\[)")
# Words that cannot begin a member: they go on with what stands before them.
_GOES_ON = re.compile(r"\s*(?:else|elif|except|finally|catch|and|or|\|\||&&|[.+?:|)\]}])")
_NAMED = (
    re.compile(
        r"\s*(?:export\s+)?(?:default\s+)?(?:(?:public|private|protected|internal|static|final|abstract|async|pub(?:\([^)]*\))?|unsafe|const|override|open|inline|virtual|extern)\s+)*"
        r"(?:def|class|function|fn|func|fun|interface|trait|enum|struct|impl|module|type|object|record|namespace|mod|macro_rules!)\s+(?:\([^)]*\)\s*)?([\w:.<>$]+)"
    ),
    re.compile(
        r"\s*(?:export\s+)?(?:(?:public|private|protected|internal|static|final|readonly|const|let|var|val|pub|mut|abstract|async|override|volatile|unsigned|inline|virtual)\s+)+(?:[\w?\\|<>\[\],.*&:]+\s+)*?[*&$]*(\w+)\s*(?:=|;|:|\()"
    ),
    re.compile(r"\s*[\"']([^\"'\n]+)[\"']\s*(?::|=>|=|,|$)"),
    re.compile(r"\s*(?:self\.|this\.|\$this->)?[$]?([\w.\-]+)\s*(?::(?!:)|=(?!=)|=>)"),
    re.compile(r"\s*([\w.]+)\s*,?\s*$"),
    re.compile(r"\s*[\w.]+\(\s*[\"']([^\"'\n]+)[\"']"),
)


# A definition that begins with a type, as C and its kin write it. Its whole head is its name: there may be others of that name.
_HEAD = re.compile(
    r"\s*(?!(?:await|case|catch|do|elif|else|for|foreach|guard|if|lock|match|new|return|switch|throw|try|unless|until|using|when|while|with|yield)\b)"
    r"(?:[\w<>\[\],.*&:?@$]+\s+)+[*&~]*\w+\s*\([^;{}]*\)[^;]*\{?\s*$"
)


# A statement that sets a name, an attribute or an item.
_SETS = re.compile(r"\s*(?:(?:const|let|var|val|auto)\s+)?[$]?([A-Za-z_][\w.]*)\s*(?:\[[^\]]*\]\s*)?(?:[-+*/|&%^]|//|\*\*|<<|>>)?=(?![=>])")


@dataclass(frozen=True, slots=True)
class Member:
    """One member: what it is called (its own text where it has no name) and its lines, comments and decorators above it included."""

    name: str
    named: bool
    lines: tuple[str, ...]

    @property
    def long(self) -> bool:
        """True for what people set apart with blank lines."""
        return len(self.lines) > 1


def members(lines: Sequence[str]) -> tuple[Member, ...] | None:
    """Cut lines into members; ``None`` where they are no whole members. Blank lines between members are dropped."""
    text = "".join(lines)
    depths = _depths(text)
    if depths is None:
        return None
    rows = [row for row in lines if row.strip()]
    if not rows or _GOES_ON.match(rows[0]):
        return None
    outer = min(len(row) - len(row.lstrip()) for row, depth in zip(lines, depths, strict=True) if row.strip() and depth == 0)
    if len(rows[0]) - len(rows[0].lstrip()) != outer:
        return None
    found: list[list[str]] = []
    lead = False
    for row, depth in zip(lines, depths, strict=True):
        starts = bool(row.strip()) and depth == 0 and len(row) - len(row.lstrip()) == outer and not _GOES_ON.match(row)
        if starts and found and row.lstrip()[:1] == "{" and not _ended(found[-1]):
            # The brace of what stands above it.
            starts = False
        if starts and not lead:
            found.append([])
        if starts:
            lead = bool(_LEAD.match(row))
        if found:
            found[-1].append(row)
    if lead:
        # It ends in a comment or decorator that belongs to whatever comes after it.
        return None
    return tuple(Member(*_name(part), _stripped(part)) for part in found)


def tied(one: Member, other: Member) -> bool:
    """True where a statement sets something that the other one names. A definition keeps to itself what it sets, and an entry of a list sets nothing."""
    return _sets_what_is_named(one, other) or _sets_what_is_named(other, one)


def _sets_what_is_named(one: Member, other: Member) -> bool:
    if _is_apart(one) or _is_apart(other):
        return False
    text = "".join(one.lines)
    depths = _depths(text) or [0] * len(one.lines)
    set_ = {found[1] for line, depth in zip(one.lines, depths, strict=True) if depth == 0 and (found := _SETS.match(line))}
    named = "".join(other.lines)
    return any(re.search(rf"(?<![\w.]){re.escape(name)}(?!\w|\s*:)", named) for name in set_)


def _is_apart(member: Member) -> bool:
    head = next((line for line in member.lines if line.strip() and not _LEAD.match(line)), "")
    return member.lines[-1].rstrip().endswith(",") or _NAMED[0].match(head) is not None or _HEAD.match(head) is not None


def _ended(part: Sequence[str]) -> bool:
    """True when the last line closes what it belongs to, so that a brace below opens something new."""
    last = next((row.strip() for row in reversed(part) if row.strip()), "")
    return last.endswith((",", ";", "}", "{", "[", "("))


def _depths(text: str) -> list[int] | None:
    """For each line, how many brackets are open where it begins; ``None`` unless all are closed at the end. A string that goes on counts as one."""
    quiet = _QUIET.sub(lambda found: re.sub(r"[^\n]", "_", found[0]).replace("\n", "\0"), text)
    if '"""' in quiet or "'''" in quiet:
        return None
    depths: list[int] = []
    depth = 0
    rows = quiet.split("\n")
    if rows[-1] == "":
        rows.pop()
    for row in rows:
        for at, part in enumerate(row.split("\0")):
            depths.append(depth if at == 0 else depth + 1)
            for sign in part:
                depth += (sign in _OPEN) - (sign in _CLOSE)
                if depth < 0:
                    return None
    return depths if depth == 0 else None


def _stripped(part: list[str]) -> tuple[str, ...]:
    while part and not part[-1].strip():
        part.pop()
    return tuple(part)


def _name(part: list[str]) -> tuple[str, bool]:
    """What a member is called, and whether that is a name rather than its own text."""
    for row in part:
        if not row.strip() or _LEAD.match(row):
            continue
        for pattern in _NAMED:
            found = pattern.match(row)
            if found:
                return found[1], True
        return row.strip().rstrip(",;"), _HEAD.match(row) is not None
    return "".join(part).strip(), False
