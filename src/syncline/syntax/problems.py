"""Does a text parse? If not, where does it first go wrong?"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from syncline.syntax.grammars import GRAMMARS, Parsed, TooMuch, parse, stand_in

if TYPE_CHECKING:
    from tree_sitter import Node

_BOM = "\ufeff"
_TOML_LINE = re.compile(r"at line (\d+)")
_JSON_PARTS = re.compile(r'"(?:[^"\\\n]|\\.)*"|(//[^\n]*|/\*.*?\*/)|,(?=(?:\s|//[^\n]*|/\*.*?\*/)*[\]}])', re.DOTALL)
# What the running interpreter may be too old for; tree-sitter knows it.
_NEW_PYTHON = frozenset({"type_parameter", "type_alias_statement", "interpolation"})
_OLD_PYTHON = frozenset({"print_statement", "exec_statement"})


@dataclass(frozen=True, slots=True)
class Problem:
    """The first thing wrong with a text. ``line`` counts from 1."""

    line: int
    message: str


def can_parse(language: str | None) -> bool:
    """True where ``parse_problem`` is able to find anything."""
    return language in GRAMMARS


def parse_problem(language: str | None, text: str) -> Problem | None:
    """The first problem of a text, or ``None`` if it parses or there is no parser for the language (``can_parse``).

    Python is compiled (and thrown away): that also finds what ``ast`` lets pass and a merge easily makes, such as one parameter named twice
    or a late ``from __future__``. Syntax newer than the running interpreter is no problem; Python 2 is one. JSON with comments is read
    as the configuration files that allow them, trailing commas included; JSON without comments is read strictly. C and C++ are read
    without the preprocessor: compare with the parents before saying that a merge broke one.
    """
    if language is None or language not in GRAMMARS:
        return None
    match language:
        case "python":
            return _python(text)
        case "json":
            return _json(text)
        case "toml":
            return _toml(text)
        case _:
            return tree_problem(parse(language, text))


def tree_problem(parsed: Parsed) -> Problem | None:
    """The first ERROR or MISSING node of a tree."""
    if parsed.given_up is not None:
        return None if parsed.given_up is TooMuch.LINES else Problem(1, parsed.given_up.value)
    node = parsed.root
    if not node.has_error:
        return None
    while not (node.is_error or node.is_missing):
        inner = next((child for child in node.children if child.has_error or child.is_missing), None)
        if inner is None:
            break
        node = inner
    line = node.start_point.row + 1
    if node.is_missing:
        return Problem(line, f"missing {node.type}")
    words = parsed.slice(node).split(None, 1)
    return Problem(line, f"unexpected {words[0][:40]!r}" if words else "unexpected end")


# Sums of Python texts that parse: what a merge was resolved to is asked about again when it is audited.
_SOUND: set[bytes] = set()


def found_sound() -> frozenset[bytes]:
    """Sums of all Python texts that ``parse_problem`` has found to parse in this process."""
    return frozenset(_SOUND)


def take_as_sound(sums: Iterable[bytes]) -> None:
    """What ``found_sound`` told in another process of ours need not be compiled here once more."""
    _SOUND.update(sums)


def _python(text: str) -> Problem | None:
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    if digest in _SOUND:
        return None
    problem = _compiled(text)
    if problem is None:
        _SOUND.add(digest)
    return problem


def _compiled(text: str) -> Problem | None:
    if "\0" in text:
        return Problem(text.count("\n", 0, text.index("\0")) + 1, "null byte")
    source = stand_in(text).removeprefix(_BOM)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(source, "<text>", "exec", dont_inherit=True)
        except SyntaxError as error:
            line = error.lineno or 1
            return None if _is_newer(text, line) else Problem(line, error.msg)
        except ValueError as error:  # a lone surrogate in an escape, a number with too many digits
            return Problem(1, str(error))
        except (RecursionError, MemoryError):  # too deep for the compiler, not wrong
            return tree_problem(parse("python", text))
    return None


def _is_newer(text: str, line: int) -> bool:
    """True when the compiler's no to a line may only mean that it is too old: tree-sitter reads the text, and something new stands there."""
    parsed = parse("python", text)
    if parsed.root.has_error:
        return False
    new = False
    stack = [parsed.root]
    while stack:
        node = stack.pop()
        kind = node.type
        if kind in _OLD_PYTHON:
            return False
        # Interpreters before 3.12 name a line near an f-string, not always the line.
        if kind in _NEW_PYTHON and node.start_point.row < line <= node.end_point.row + (3 if kind == "interpolation" else 1):
            new = new or kind != "interpolation" or _is_new_interpolation(parsed, node)
        stack.extend(node.named_children)
    return new


def _is_new_interpolation(parsed: Parsed, node: Node) -> bool:
    """What stands in braces in an f-string could not hold its quotes, a backslash, a comment or (in single quotes) a new line before 3.12."""
    around = node.parent
    quote = parsed.slice(around)[-1:] if around is not None else ""
    inside = parsed.slice(node)
    return any(mark in inside for mark in (quote, "\\", "#", "\n"))


def _json(text: str) -> Problem | None:
    source = text.removeprefix(_BOM)
    problem = _strict_json(source)
    if problem is None or not any(found[1] for found in _JSON_PARTS.finditer(source)):
        return problem
    return _strict_json(_JSON_PARTS.sub(lambda found: found[0] if found[0][0] == '"' else _blank(found[0]), source))


def _blank(text: str) -> str:
    return "".join("\n" if char == "\n" else " " for char in text)


def _strict_json(source: str) -> Problem | None:
    try:
        json.loads(source, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        return Problem(error.lineno, error.msg)
    except RecursionError:
        return tree_problem(parse("json", source))
    return None


def _toml(text: str) -> Problem | None:
    try:
        tomllib.loads(text.removeprefix(_BOM), parse_float=str)
    except tomllib.TOMLDecodeError as error:
        found = _TOML_LINE.search(str(error))
        return Problem(int(found[1]) if found else text.count("\n") + 1, str(error))
    except RecursionError:
        return tree_problem(parse("toml", text))
    except ValueError as error:  # dates out of range, numbers with too many digits
        return Problem(1, str(error))
    return None
