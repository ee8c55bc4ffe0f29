"""Re-formattings: Python by ruff (wrapping, quotes, trailing commas, order of imports), languages with braces by other indentation."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import Random

from injecting.damage import Damage, Kind, joined
from injecting.scenes import Page
from syncline.core.hunk import Span
from syncline.core.text import decode, encode, split_lines
from syncline.syntax import language_of, parse_problem

_BRACES = frozenset({"c", "cpp", "csharp", "go", "java", "javascript", "kotlin", "php", "rust", "tsx", "typescript"})
_RUFF = Path(sys.executable).with_name("ruff")


def reformat(page: Page, random: Random) -> Damage | None:
    """Re-format a whole page, or the surroundings of one change in it; ``None`` where nothing changes by it."""
    language = language_of(page.path)
    if not page.spots:
        return None
    spot = random.choice(page.spots)
    around = Span(max(spot.merged.start - 3, 0), min(spot.merged.stop + 3, len(page.merged)))
    span = Span(0, len(page.merged)) if random.random() < 0.5 else around
    if language == "python":
        text, how = _python(page.merged, span, random)
    elif language in _BRACES:
        text, how = _indented(page.merged, span, random)
    else:
        return None
    if text is None or text == page.merged:
        return None
    where = f"{page.path}:{span.start + 1}-{span.stop} {how}"
    return Damage(Kind.FORMAT, spot.side, (page.path,), {page.path: joined(text)}, both=page.both, where=where)


# The letter says something to Python 2, and ruff drops it.
_UNICODE = re.compile(r"""(?<!\w)[uU]['"]""")


def _python(lines: tuple[str, ...], span: Span, random: Random) -> tuple[tuple[str, ...] | None, str]:
    if parse_problem("python", "".join(lines)) is not None and any(_UNICODE.search(line) for line in lines):
        return None, ""
    if random.random() < 0.25:
        return _ruff(["check", "--isolated", "--select", "I", "--fix-only", "--exit-zero"], lines), "imports sorted"
    width, quotes = random.choice((60, 79, 100, 140)), random.choice(("single", "double", "preserve"))
    comma = random.choice(("true", "false"))
    options = [f"line-length={width}", f"format.quote-style='{quotes}'", f"format.skip-magic-trailing-comma={comma}"]
    command = ["format", "--isolated", f"--range={span.start + 1}-{span.stop + 1}", *(word for o in options for word in ("--config", o))]
    return _ruff(command, lines), f"ruff {' '.join(options)}"


def _ruff(command: list[str], lines: tuple[str, ...]) -> tuple[str, ...] | None:
    done = subprocess.run(
        [str(_RUFF), *command, "--quiet", "--stdin-filename", "x.py", "-"], input=encode("".join(lines)), capture_output=True, check=False
    )
    # Files that ruff cannot read (older Python, other encodings) stay as they are.
    return split_lines(decode(done.stdout)) if done.returncode == 0 and done.stdout else None


def _indented(lines: tuple[str, ...], span: Span, random: Random) -> tuple[tuple[str, ...], str]:
    """Other white space before every line: tabs for four spaces, and the other way round; or twice as much of it."""
    tabs = sum(line.startswith("\t") for line in lines) > sum(line.startswith("  ") for line in lines)
    old, new = random.choice((("\t", "    "), ("\t", "  "))) if tabs else random.choice((("    ", "\t"), ("  ", "    ")))

    def turned(line: str) -> str:
        text = line.lstrip(" \t")
        return line[: len(line) - len(text)].replace(old, new) + text

    return (
        tuple(turned(line) if span.start <= at < span.stop else line for at, line in enumerate(lines)),
        f"{old!r} to {new!r}",
    )
