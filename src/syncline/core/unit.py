"""Units: the named pieces of a file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from syncline.core.hunk import Span


class UnitKind(StrEnum):
    """What a named piece is, across languages."""

    FUNCTION = "function"
    CLASS = "class"
    METHOD = "method"
    FIELD = "field"
    CONSTANT = "constant"
    ENUM_VALUE = "enum value"
    IMPORT = "import"
    KEY = "key"
    SECTION = "section"


@dataclass(frozen=True, slots=True)
class Unit:
    """A named piece of a file.

    ``qualified`` joins the names of the enclosing units with dots (``Class.method``). ``lines`` covers the whole piece with its decorators,
    attributes and the comment directly above; ``body`` starts behind the header (signature) and is empty where there is none.
    """

    kind: UnitKind
    name: str
    qualified: str
    lines: Span
    body: Span
