"""The token: the smallest piece of a text that means something by itself."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class TokenKind(StrEnum):
    """What a token is. ``NAME`` includes keywords; ``TEXT`` is what fits nowhere else, prose between code included."""

    COMMENT = "comment"
    STRING = "string"
    NUMBER = "number"
    NAME = "name"
    OPERATOR = "operator"
    NEWLINE = "newline"
    INDENT = "indent"
    DEDENT = "dedent"
    TEXT = "text"


class Token(NamedTuple):
    """``line`` and ``column`` count from 0, in lines as git cuts them; ``start`` is the offset in the text. All in characters.

    ``INDENT``, ``DEDENT`` and the ``NEWLINE`` of a last line without line end are empty: they mark a place.
    """

    kind: TokenKind
    text: str
    line: int
    column: int
    start: int

    @property
    def end(self) -> int:
        """The offset behind the last character."""
        return self.start + len(self.text)
