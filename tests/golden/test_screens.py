"""What users see first: help pages, and the screen in the README. ``make accept`` writes them anew; read the diff."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from cases import ROOT
from syncline.cli import program

ACCEPT = os.environ.get("SYNCLINE_ACCEPT") == "1"
SYNCLINE = Path(sys.executable).with_name("syncline")
HELP = Path(__file__).parent / "help"
VERBS = program.list_commands(click.Context(program))
SCREEN = re.compile(r"(?<=<!-- the output of syncline demo -->\n\n```text\n).*?(?=```\n)", re.DOTALL)


def screen(*arguments: str) -> str:
    done = subprocess.run([str(SYNCLINE), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def compare(path: Path, found: str) -> None:
    if ACCEPT:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found, "utf-8")
    assert path.is_file(), f"no golden {path.name}; run: make accept"
    assert found == path.read_text("utf-8"), "differs from the golden; if it is better, run: make accept"


def test_help_of_the_program() -> None:
    compare(HELP / "syncline.txt", screen("--help"))


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_a_verb(verb: str) -> None:
    compare(HELP / f"{verb}.txt", screen(verb, "--help"))


def test_no_golden_help_without_its_verb() -> None:
    assert sorted(f.stem for f in HELP.glob("*.txt")) == sorted([*VERBS, "syncline"])


@pytest.mark.parametrize("verb", VERBS)
def test_the_overview_says_what_the_verb_says(verb: str) -> None:
    """The overview has a list of its own, so that it need not import the verbs."""
    command = program.get_command(click.Context(program), verb)
    assert command is not None
    assert " ".join(screen("--help").split()).count(f"{verb} {command.short_help}") == 1


def test_the_overview_imports_nothing_heavy() -> None:
    code = (
        "import sys, syncline.cli; print(*sorted({'rich', 'tree_sitter', 'merge3', 'syncline.run', 'syncline.report'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == ""


def test_the_readme_shows_the_real_screen() -> None:
    path = ROOT / "README.md"
    readme = path.read_text("utf-8")
    found = "\n".join(line.rstrip() for line in screen("demo").splitlines()) + "\n"
    if ACCEPT:
        readme = SCREEN.sub(lambda _: found, readme)
        path.write_text(readme, "utf-8")
    assert SCREEN.findall(readme) == [found], "the README shows another screen; if the new one is better, run: make accept"
