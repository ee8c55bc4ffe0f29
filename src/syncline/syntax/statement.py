"""A statement of Python, spelled the same however it is laid out."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from functools import cached_property

from syncline.core.hunk import Span

# A string; a comment; a word, or the letters before a quote.
_PIECE = re.compile(r"""('{3}[\s\S]*?'{3}|"{3}[\s\S]*?"{3}|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|\#[^\n]*|(?![bfru]{1,2}['"])(\w+)""")
_WORD = re.compile(r"\w+")
# Fields of a compound statement that hold its blocks.
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


# No slots: the key is spelled out when it is first asked for, which costs more than parsing and is needed for few statements.
@dataclass(frozen=True)
class Statement:
    """A simple statement, or the head of a compound one, or one name of an import. ``lines`` count from 0.

    ``written`` is what stands there, with its place in the definitions around it: equal for statements that are laid out alike. ``ordered`` is
    false for imports: they may stand in any order.
    """

    written: str
    lines: Span
    ordered: bool = True
    roof: str = ""
    node: ast.AST | None = field(default=None, compare=False, repr=False)
    said: str = field(default="", compare=False, repr=False)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Its words and numbers, those of its strings too: what stays the same however it is laid out, and whatever remark stands beside it.

        Not the letters before a quote, which a formatter may drop.
        """
        found: list[str] = []
        for text, word in _PIECE.findall(self.said.lower()):
            found += [word] if word else _WORD.findall(text)
        return tuple(found)

    @cached_property
    def key(self) -> str:
        """Equal for two spellings of the same thing at the same depth of the same definition."""
        if self.node is None:
            return self.written
        if isinstance(self.node, ast.expr):
            return f"{self.roof} @{_spelling(self.node)}"
        told = (name for name in self.node._fields if name not in (*BLOCKS, "decorator_list"))
        return f"{self.roof} {type(self.node).__name__}({', '.join(_field(self.node, name) for name in told)})"


def _field(node: ast.AST, name: str) -> str:
    value = getattr(node, name, None)
    if isinstance(value, list):
        return f"[{', '.join(map(_spelling, value))}]"
    return _spelling(value)


def _spelling(value: object) -> str:
    """A node or a plain value, as ``ast.dump`` spells it but in half the time.

    That a string was written with ``u`` in front (its ``kind``) makes no difference where the text parses at all.
    """
    if isinstance(value, ast.AST):
        return f"{type(value).__name__}({','.join([_spelling(getattr(value, name, None)) for name in value._fields if name != 'kind'])})"
    return f"[{','.join(map(_spelling, value))}]" if isinstance(value, list) else repr(value)
