"""Single lines of a plan, as the terminal shows them: headings, numbers, commits."""

from __future__ import annotations

from datetime import UTC, datetime

from rich.console import Console
from rich.text import Text

from syncline.core.names import shown
from syncline.core.provenance import Commit


def heading(console: Console, name: str, rest: str = "") -> None:
    """A section begins."""
    console.print()
    console.print(Text.assemble((name, "bold"), (f"   {rest}" if rest else "", "default")))


def more(console: Console, left: int, what: str = "more") -> None:
    """Say what was left out."""
    if left > 0:
        console.print(Text(f"  … and {left} {what}; --all shows them", style="dim"))


def say(console: Console, text: Text) -> None:
    """One line, cut at the width of the terminal; whole where the output goes elsewhere."""
    wide = not console.is_terminal
    console.print(text, no_wrap=True, overflow="ignore" if wide else "ellipsis", crop=not wide, soft_wrap=wide)


def number(count: int) -> str:
    """A number that can be read: 12,345."""
    return f"{count:,}"


def counted(count: int, word: str, many: str = "") -> str:
    """A number with its word."""
    return f"{number(count)} {word if count == 1 else many or word + 's'}"


def day(seconds: int) -> str:
    """The day of a commit, in UTC."""
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%-d %b %Y}"
    except (ValueError, OverflowError, OSError):
        return "an impossible date"


def title_told(text: str) -> str:
    """A title that fits into a line."""
    clean = shown(text)
    return clean if len(clean) <= 60 else clean[:59].rstrip() + "…"


def lines_told(added: int, removed: int) -> str:
    """Added and removed lines."""
    return f"+{number(added)} −{number(removed)}"


def commit_told(commit: Commit, *, subject: bool = True) -> str:
    """A commit by its pull request or its id, with its subject or its author."""
    name = f"#{commit.pull}" if commit.pull is not None else commit.short
    return f"{name} {title_told(commit.subject.removesuffix(f'(#{commit.pull})').strip())}" if subject else f"{name} {shown(commit.author)}"
