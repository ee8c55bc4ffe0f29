"""Tree-sitter grammars, loaded when first asked for, and texts parsed with them.

The one place that knows how the wheels differ. ``tree_sitter`` is imported inside functions only: whoever needs no grammar pays for none.
"""

from __future__ import annotations

import importlib
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from syncline.syntax.painting import painted

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Tree

# Language → module of the wheel and the function in it that gives the grammar.
GRAMMARS = {
    "c": ("tree_sitter_c", "language"),
    "cpp": ("tree_sitter_cpp", "language"),
    "csharp": ("tree_sitter_c_sharp", "language"),
    "go": ("tree_sitter_go", "language"),
    "java": ("tree_sitter_java", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "json": ("tree_sitter_json", "language"),
    "kotlin": ("tree_sitter_kotlin", "language"),
    "php": ("tree_sitter_php", "language_php"),
    "python": ("tree_sitter_python", "language"),
    "ruby": ("tree_sitter_ruby", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "toml": ("tree_sitter_toml", "language"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "yaml": ("tree_sitter_yaml", "language"),
}

_CPP = re.compile(r"^\s*(?:class|namespace|template|using|public|private|protected)\b|\w::\w|\bconstexpr\b", re.MULTILINE)
_UNSAFE = re.compile("[\0\ud800-\udfff]")
_MOST_OPEN = 1_000
_MOST_LINES = 32_000
_STEPS = 1_000
_BYTES_PER_STEP = 4
_CHUNK = 1 << 16
_NUL = "\U0010d7ff"
_STOOD_IN = re.compile("[\U0010d7ff-\U0010dfff]")
_WIDE = re.compile("[^\0-\x7f]")


@cache
def grammar(language: str) -> Language:
    """The grammar of a language in ``GRAMMARS``; ``KeyError`` for others."""
    from tree_sitter import Language

    module, function = GRAMMARS[language]
    return Language(getattr(importlib.import_module(module), function)())


def dialect(language: str, text: str) -> str:
    """The grammar that fits the text: a C header that uses C++ is C++."""
    return "cpp" if language == "c" and _CPP.search(text) else language


def stand_in(text: str) -> str:
    """The text with one legal character for each that no parser takes: surrogates (bytes that are not UTF-8) and NUL.

    One for one, so offsets stay; different ones stay different, so that comparing stays honest.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        pass
    else:
        if "\0" not in text:
            return text
    return _UNSAFE.sub(lambda found: _NUL if found[0] == "\0" else chr(ord(found[0]) + 0x100000), text)


def original(text: str) -> str:
    """The inverse of ``stand_in``, for texts that had none of its private characters (U+10D7FF to U+10DFFF) to begin with."""
    return text if text.isascii() else _STOOD_IN.sub(lambda found: "\0" if found[0] == _NUL else chr(ord(found[0]) - 0x100000), text)


class TooMuch(StrEnum):
    """Why a text is not given to its grammar."""

    OPEN = "too many brackets that never close"
    LINES = "too many lines for the grammar"
    WORK = "too entangled for the grammar"


def _too_much(language: str, text: str) -> TooMuch | None:
    """Repairing thousands of brackets that never close takes a parser minutes; the YAML grammar counts lines in sixteen bits."""
    if any(text.count(pair[0]) - text.count(pair[1]) > _MOST_OPEN for pair in ("()", "[]", "{}")):
        return TooMuch.OPEN
    return TooMuch.LINES if language == "yaml" and text.count("\n") > _MOST_LINES else None


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text and its tree. ``language`` is the grammar that was used. ``given_up``: the text was not read, the tree is empty."""

    language: str
    given_up: TooMuch | None
    text: str
    source: bytes
    tree: Tree
    _ends: list[int] = field(repr=False)
    _shifts: list[int] = field(repr=False)

    @property
    def root(self) -> Node:
        """The node of the whole file."""
        return self.tree.root_node

    def offset(self, byte: int) -> int:
        """The character at which a byte offset of the tree lies."""
        return byte - self._shifts[bisect_right(self._ends, byte)] if self._ends else byte

    def slice(self, node: Node) -> str:
        """The text under a node, as it stands in the file."""
        start, end = node.byte_range
        return self.text[self.offset(start) : self.offset(end)] if self._ends else self.text[start:end]


def parse(language: str, text: str) -> Parsed:
    """Parse a text of a language in ``GRAMMARS``. Never fails: what does not fit stands in the tree as ERROR or MISSING.

    A text that would take minutes or crash the grammar is not read at all; ``given_up`` says why.
    """
    from tree_sitter import Parser

    spoken = dialect(language, text)
    clean = stand_in(text)
    clean = painted(spoken, clean)
    given_up = _too_much(spoken, clean)
    source = b"" if given_up is not None else clean.encode("utf-8")
    tree = _tree(spoken, source)
    if tree is None:
        given_up, source = TooMuch.WORK, b""
        tree = Parser(grammar(spoken)).parse(source)
    ends: list[int] = []
    shifts = [0]
    if source and not clean.isascii():
        shift = 0
        for found in _WIDE.finditer(clean):
            code = ord(found[0])
            shift += 1 if code < 0x800 else 2 if code < 0x10000 else 3
            ends.append(found.end() + shift)
            shifts.append(shift)
    return Parsed(spoken, given_up, text, source, tree, ends, shifts)


def _tree(language: str, source: bytes) -> Tree | None:
    """The tree, or ``None`` if repairing errors runs away: some grammars do so without end on texts of a hundred bytes.

    Bounded by steps, not by time, so that the answer is the same every night. The parser reports about every hundred operations; of 13,000 files
    of six repositories none took more than 28 reports per 1,000 bytes.
    """
    from tree_sitter import Parser

    left = _STEPS + len(source) // _BYTES_PER_STEP

    def stop(_offset: int, _has_error: bool) -> bool:
        nonlocal left
        left -= 1
        return left < 0

    try:
        return Parser(grammar(language)).parse(lambda at, _: source[at : at + _CHUNK], progress_callback=stop)
    except ValueError:
        return None
