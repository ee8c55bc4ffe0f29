"""Small pieces of Markdown for the body: inert foreign text, commits, folds, and claims with the command that proves them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from syncline.core.names import shown
from syncline.core.provenance import Commit
from syncline.core.text import counted as many
from syncline.report.markdown import code, escaped

__all__ = ["Claim", "checks", "code", "commit_words", "fenced", "fold", "inert", "joined", "many", "prose", "shell_path"]

_NOTHING = "\u200b"


def inert(text: str) -> str:
    """Foreign text that is only text: no markup, no mention, no reference or address with which "fixes" would close an issue."""
    text = escaped(text)
    text = re.sub(r"\b(GH-)(?=\d)", rf"\1{_NOTHING}", text, flags=re.IGNORECASE)
    text = re.sub(r"([!&$%])(?=\w)", rf"\1{_NOTHING}", text)
    # A line that begins like a list, a heading or a quotation would become one.
    text = re.sub(r"^(\s*)([-+=]|\d+[.)])(?=\s|$)", r"\1\\\2", text)
    return text.replace("://", f":{_NOTHING}//").replace("www.", f"www{_NOTHING}.")


def prose(text: str) -> str:
    """A sentence of ours about foreign names: what stands between backticks is code, all else is inert text."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return inert(text)
    return "".join(code(part) if at % 2 else inert(part) for at, part in enumerate(parts) if part)


def commit_words(commit: Commit, *, length: int = 72) -> str:
    """A commit in a sentence: its id, subject and author."""
    subject = commit.subject if len(commit.subject) <= length else commit.subject[: length - 1].rstrip() + "…"
    return f"{commit.id[:10]} {inert(subject)} ({inert(commit.author)})"


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement's proof: a command for a shell in a clone that has the branch, and exactly what it prints (outer white space aside)."""

    command: str
    output: str


def checks(claims: Sequence[Claim]) -> str:
    """The commands with what they print, in one folded block."""
    lines = "\n".join(f"{claim.command}  # → {claim.output}" for claim in claims)
    return fold("How to check this", f"```sh\n{lines}\n```") if claims else ""


def fold(title: str, text: str | Iterable[str]) -> str:
    """Text behind a line that opens it."""
    inner = text if isinstance(text, str) else "\n".join(text)
    return f"<details><summary>{title}</summary>\n\n{inner.strip()}\n\n</details>"


def fenced(text: str, language: str) -> str:
    """Foreign text as a block of code: printable, and without the marks by which we know our own parts of a body."""
    lines = "\n".join(shown(line) if "\t" not in line else "\t".join(map(shown, line.split("\t"))) for line in text.strip("\n").split("\n"))
    lines = lines.replace("<!--", f"<!{_NOTHING}--")
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", lines)), default=0))
    return f"{fence}{language}\n{lines}\n{fence}"


def joined(*parts: str) -> str:
    """Paragraphs, those that are empty left out."""
    return "\n\n".join(part.strip("\n") for part in parts if part.strip())


def shell_path(text: str) -> str:
    """A path as one word of a shell line, whatever it holds."""
    import shlex

    if text == shown(text):
        return shlex.quote(text)
    # What cannot be printed is written byte by byte; bash and zsh read this form.
    raw = text.encode("utf-8", "surrogateescape")
    return "$'" + "".join(chr(b) if 0x20 <= b < 0x7F and b not in (0x27, 0x5C) else f"\\x{b:02x}" for b in raw) + "'"
