"""The configuration file: what is read, and that an error names file, line, key and the nearest valid key."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from syncline.config import Config, parse_config, parse_pyproject
from syncline.config.in_force import settings
from syncline.config.schema import SHIPPED, schema
from syncline.core.errors import UserError
from syncline.core.lesson import Lesson
from syncline.core.merge import Side
from syncline.core.policy import Strategy

FULL = """\
source = "origin/main"

[identity]
name = "bot"
sign-off = false

[[group]]
name = "dependencies"
paths = ["pyproject.toml", "uv.lock"]

# why this is here
[[override]]
paths = ["src/loop.py"]
side = "target"
reason = "the target's loop is newer"
until = 2030-01-31
check = "def fused_loop"

[classes.golden]
paths = ["golden/**"]
strategy = "target"

[[lessons]]
paths = ["src/**"]
text = "the loop is fused"
"""


def test_a_full_file_is_read() -> None:
    config = parse_config(FULL, "syncline.toml")
    assert config.identity.name == "bot"
    assert config.identity.sign_off is False
    assert config.group[0].side is Side.TARGET
    assert (config.override[0].until, config.override[0].check) == ("2030-01-31", "def fused_loop")
    assert config.classes.golden.strategy is Strategy.TARGET
    assert config.lessons == (Lesson(("src/**",), "the loop is fused"),)


def test_each_key_knows_its_line() -> None:
    places = parse_config(FULL, "syncline.toml").places
    assert (places["source"], places["override[0]"], places["override[0].until"]) == (1, 12, 16)


def test_pyproject_holds_it_in_a_table_of_ours() -> None:
    text = '[project]\nname = "x"\n\n[tool.syncline]\nprefer = "target"\n'
    config = parse_pyproject(text, "pyproject.toml")
    assert config is not None
    assert config.prefer.value == "target"
    assert config.places == {"prefer": 5}
    assert parse_pyproject("[project]\n", "pyproject.toml") is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('a = 1\nsorce = "x"\n', "c.toml:2: unknown key 'sorce'; did you mean 'source'?"),
        ("a b\n", "c.toml:1: not valid TOML: "),
        (
            '\n[[override]]\npaths = ["x"]\nside = "target"\nreson = "r"\n',
            "c.toml:5: unknown key 'override[0].reson'; did you mean 'reason'?",
        ),
        ('\n[[override]]\npaths = ["x"]\nside = "target"\n', "c.toml:2: 'override[0]' lacks the key 'reason'"),
        ('prefer = "targt"\n', "c.toml:1: 'prefer' must be one of stop, target, source; did you mean 'target'?"),
        ('protected = "x"\n', "c.toml:1: 'protected' must be a list of strings"),
        ("[alarm]\ndays = -1\n", "c.toml:2: 'alarm.days' must not be negative"),
        ("[alarm]\ndays = true\n", "c.toml:2: 'alarm.days' must be a whole number"),
        ("identity = 3\n", "c.toml:1: 'identity' must be a table"),
        ('time-zone = "Mars/Olympus"\n', "c.toml:1: 'time-zone' is an unknown time zone"),
        ('[[group]]\nname = "x"\npaths = ["a*"]\n', "c.toml:3: 'group[0].paths' must name exact paths"),
        ('[[group]]\nname = "x"\npaths = []\n', "c.toml:3: 'group[0].paths' must not be empty"),
        ('[[lessons]]\npaths = ["x"]\ntext = " "\n', "c.toml:3: 'lessons[0].text' must not be empty"),
        ('[[lessons]]\ntext = "t"\n', "c.toml:1: 'lessons[0]' lacks the key 'paths'"),
        ('[group]\nname = "x"\n', "c.toml:1: 'group' must be a list of tables, written [[group]]"),
        (
            '[[override]]\npaths = ["x"]\nside = "target"\nreason = "r"\nuntil = "soon"\n',
            "c.toml:5: 'override[0].until' must be a date as YYYY-MM-DD, not 'soon'",
        ),
        (
            '[[override]]\npaths = ["x"]\nside = "target"\nreason = "r"\ncheck = "("\n',
            "c.toml:5: 'override[0].check' is not a regular expression",
        ),
        ('[[regenerate]]\npaths = ["x"]\ncommand = ["y"]\ntimeout = 0\n', "c.toml:4: 'regenerate[0].timeout' must be at least 1"),
    ],
)
def test_an_error_names_file_line_key_and_cure(text: str, wanted: str) -> None:
    with pytest.raises(UserError) as error:
        parse_config(text, "c.toml")
    assert any(told.startswith(wanted) for told in re.split("; (?=c.toml:)", str(error.value))), str(error.value)


def test_all_errors_come_at_once() -> None:
    with pytest.raises(UserError) as error:
        parse_config('sorce = "x"\nprefer = 1\n[alarm]\nday = 1\n', "c.toml")
    assert [told.split(": ")[0] for told in re.split("; (?=c.toml:)", str(error.value))] == ["c.toml:1", "c.toml:2", "c.toml:4"]


def test_every_setting_tells_where_it_comes_from() -> None:
    rows = {s.key: s for s in settings(parse_config(FULL, "syncline.toml"))}
    assert (rows["source"].value, rows["source"].line) == ("origin/main", 1)
    assert (rows["override[0].reason"].line, rows["classes.golden.strategy"].line) == (15, 21)
    assert (rows["target"].value, rows["target"].line) == ("", 0)
    assert rows["pair"].value == []


def test_the_shipped_schema_is_the_generated_one() -> None:
    assert json.loads(SHIPPED.read_text("utf-8")) == schema(), "run: make docs"


def nodes(node: dict[str, Any], at: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    yield at, node
    for key, value in node.get("properties", {}).items():
        yield from nodes(value, f"{at}.{key}" if at else key)
    if "items" in node:
        yield from nodes(node["items"], f"{at}[0]")


def test_the_schema_knows_every_key_that_the_reader_knows() -> None:
    known = {at for at, node in nodes(schema()) if at}
    assert {s.key for s in settings(Config())} <= known
    assert {s.key for s in settings(parse_config(FULL, "x"))} <= known
    assert all(node.get("description") for at, node in nodes(schema()) if at and not at.endswith("[0]"))
