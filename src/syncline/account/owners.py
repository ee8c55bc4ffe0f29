r"""Who owns a path, by a CODEOWNERS file, in the dialects of GitHub and of GitLab.

GitHub: ``.gitignore`` patterns without ``!``, ``[ ]`` and ``\#``; the last line that matches decides, and a line without owners says that
nobody owns it; a line that cannot be read is left out. GitLab: patterns of ``fnmatch``; sections, each with an owner of its own and maybe
default owners; ``!`` exempts a path from its section for good. Both as their public documentation has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from syncline.core.names import RepoPath, shown

# Where forges look, in their order.
PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")

# GitHub does not load a larger file.
_LARGE = 3_000_000
# A section of GitLab: "[Name]", "^[Optional]", "[Name][2] @default".
_SECTION = re.compile(r"\^?\[([^\]]+)\](?:\[\d*\])?(?:\s+(.*))?$")
_OWNER = re.compile(r"@@?[\w.-]+(/[\w.-]+)*|[^@\s]+@[^@\s]+\.[^@\s]+")
_BLANK = re.compile(r"(?<!\\)[ \t]+")


class Dialect(StrEnum):
    """Whose rules a file follows."""

    GITHUB = "github"
    GITLAB = "gitlab"


@dataclass(frozen=True, slots=True)
class Ownership:
    """One line: a pattern and its owners; none of them says that nobody owns it. ``section`` is empty outside of sections.

    ``exempt``: the line takes its paths out of the section, whatever else the section says.
    """

    section: str
    pattern: re.Pattern[str]
    owners: tuple[str, ...]
    exempt: bool = False


@dataclass(frozen=True, slots=True)
class Codeowners:
    """A file as it was read. ``problems`` are sentences that name the file and the line; such lines own nothing."""

    lines: tuple[Ownership, ...] = ()
    problems: tuple[str, ...] = ()


def read_codeowners(text: str, place: str = "CODEOWNERS") -> Codeowners:
    """Read a file. Never fails: what cannot be read is a problem, and owns nothing."""
    if len(text) > _LARGE:
        return Codeowners(problems=(f"{place} is larger than 3 MB; forges do not read it",))
    rows = [(number, line) for number, raw in enumerate(text.split("\n"), 1) if (line := raw.strip()) and not line.startswith("#")]
    if place.startswith(".gitlab/") or any(_SECTION.fullmatch(line) or " @@" in line for _, line in rows):
        return _gitlab(rows, place)
    return _github(rows, place)


def owners_of(path: RepoPath, lines: Iterable[Ownership]) -> tuple[str, ...]:
    """The owners of one path, each once; none where nobody is named."""
    found: dict[str, tuple[str, ...]] = {}
    exempt = set()
    for line in lines:
        if line.pattern.fullmatch(path):
            found[line.section] = line.owners
            if line.exempt:
                exempt.add(line.section)
    return tuple(dict.fromkeys(owner for section, owners in found.items() if section not in exempt for owner in owners))


def _github(rows: Iterable[tuple[int, str]], place: str) -> Codeowners:
    lines, problems = [], []
    for number, line in rows:
        pattern, words = _entry(line)
        owners = []
        for word in words:
            if word.startswith("#"):
                break
            owners.append(word)
        wrong = next((word for word in owners if not _OWNER.fullmatch(word)), None)
        complaint = _complaint(pattern) or (f"'{wrong}' is neither @user, @org/team nor an e-mail address" if wrong else "")
        if complaint:
            problems.append(shown(f"{place} line {number}: {complaint}; the line is left out"))
        else:
            lines.append(Ownership("", _like_gitignore(pattern), tuple(owners)))
    return Codeowners(tuple(lines), tuple(problems))


def _complaint(pattern: str) -> str:
    """What GitHub does not take in a pattern."""
    if pattern.startswith("!"):
        return "'!' does not work here"
    if pattern.startswith("\\#"):
        return "a pattern cannot begin with '#'"
    if re.search(r"(?<!\\)[\[\]]", pattern):
        return "'[ ]' does not work here"
    if not pattern.strip("/"):
        return f"'{pattern}' matches nothing; did you mean '*'?"
    return ""


def _gitlab(rows: Iterable[tuple[int, str]], place: str) -> Codeowners:
    lines, problems = [], []
    section: str = ""
    default: tuple[str, ...] = ()
    for number, line in rows:
        head = _SECTION.fullmatch(line)
        if head:
            # Names that differ in case alone are one section.
            section, default = head[1].strip().casefold(), tuple(w for w in (head[2] or "").split() if _OWNER.fullmatch(w))
            continue
        pattern, words = _entry(line)
        exempt = pattern.startswith("!")
        # GitLab looks for owners in everything that follows, comments too.
        owners = tuple(word for word in words if _OWNER.fullmatch(word))
        said = f"{place} line {number}: "
        if pattern.startswith(("[", "^[")) and not re.match(r"\^?\[[^\]]+\]", pattern):
            problems.append(shown(f"{said}'{line}' is no heading of a section; it is read as a pattern"))
        elif not exempt and not owners and not default:
            problems.append(shown(f"{said}nobody owns '{pattern}'"))
        elif not exempt and (wrong := next((w for w in words if "@" not in w and not w.startswith("#")), None)) and "#" not in words:
            problems.append(shown(f"{said}'{wrong}' is neither @user, @group, @@role nor an e-mail address"))
        try:
            lines.append(Ownership(section, _like_fnmatch(pattern.removeprefix("!")), () if exempt else owners or default, exempt))
        except re.error:
            problems.append(shown(f"{said}the pattern '{pattern}' cannot be read; the line is left out"))
    return Codeowners(tuple(lines), tuple(problems))


def _entry(line: str) -> tuple[str, list[str]]:
    pattern, *words = _BLANK.split(line)
    return pattern, words


def _like_gitignore(pattern: str) -> re.Pattern[str]:
    """A pattern of GitHub: anchored when it holds a slash, and a folder's name stands for all below; only ``folder/*`` does not go deeper."""
    parts = [part for part in pattern.split("/") if part]
    if "/" not in pattern.rstrip("/"):
        parts.insert(0, "**")
    if pattern.endswith("/"):
        # Of "any folders" something has to be a folder.
        return _path([*parts, *(["*"] if parts[-1] == "**" else []), "**"])
    return _path(parts, below="" if parts[-1] in ("*", "**") else "(?:/.*)?")


def _like_fnmatch(pattern: str) -> re.Pattern[str]:
    """A pattern of GitLab: relative ones match at any depth, a trailing slash stands for all below, and nothing else goes deeper."""
    parts = [part for part in pattern.split("/") if part]
    if not pattern.startswith("/"):
        parts.insert(0, "**")
    if pattern.endswith("/"):
        return _path([*parts, "**"])
    # A last "**" is a "*" there.
    return _path([*parts[:-1], "*" if parts[-1:] == ["**"] else parts[-1] if parts else ""], ranges=True)


def _path(parts: list[str], *, below: str = "", ranges: bool = False) -> re.Pattern[str]:
    """A pattern of parts, where ``**`` is any number of folders. The leftmost place for what stands between two of them is the best one, so
    that no pattern of a foreign file, however long, makes the search go back and forth.
    """
    groups: list[list[str]] = [[]]
    for part in parts:
        if part == "**":
            groups.append([])
        else:
            groups[-1].append(_segment(part, ranges=ranges))
    first, last = groups[0], groups[-1]
    if len(groups) == 1:
        return re.compile("/".join(first) + below, re.DOTALL)
    regex = "".join(segment + "/" for segment in first)
    for group in groups[1:-1]:
        if group:
            regex += "(?>(?:[^/]*/)*?" + "".join(segment + "/" for segment in group) + ")"
    regex += "(?:[^/]*/)*" + "/".join(last) + below if last else ".+"
    return re.compile(regex, re.DOTALL)


def _segment(text: str, *, ranges: bool) -> str:
    """One part of a path: ``*`` and ``?`` stop at slashes, a backslash takes the next character as it is."""
    chunks, at = [""], 0
    while at < len(text):
        char = text[at]
        end = text.find("]", at + 2) if ranges and char == "[" else -1
        if char == "*":
            chunks.append("")
        elif char == "\\" and at + 1 < len(text):
            at += 1
            chunks[-1] += re.escape(text[at])
        elif end > 0:
            inner = text[at + 1 : end]
            chunks[-1] += "[" + ("^/" if inner[0] in "!^" else "") + _members(inner.lstrip("!^")) + "]"
            at = end
        else:
            chunks[-1] += "[^/]" if char == "?" else re.escape(char)
        at += 1
    head, *rest = chunks
    return head + "".join(f"(?>[^/]*?{chunk})" for chunk in rest[:-1] if chunk) + (f"[^/]*{rest[-1]}" if rest else "")


def _members(inner: str) -> str:
    """The members of a set, with everything plain but the hyphen between two of them: "&&" and "--" say more to Python than to git."""
    plain = re.sub(r"([\\\[\]&~|^])", r"\\\1", inner)
    return re.sub(r"(?<=.)--", r"-\\-", re.sub(r"^--", r"\\--", plain))
