"""Text → units, by whatever reads the language best."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from syncline.core.unit import Unit
from syncline.syntax.grammars import parse
from syncline.syntax.key_units import key_units
from syncline.syntax.profiles import PROFILES
from syncline.syntax.python_units import python_units
from syncline.syntax.section_units import ini_units, markdown_units, rst_units
from syncline.syntax.tree_units import tree_units

# ``units``, or the same with a memory: the named pieces of a text of a language.
ReadUnits: TypeAlias = "Callable[[str | None, str], tuple[Unit, ...]]"

_DATA = frozenset({"json", "toml", "yaml"})


def defines(language: str | None) -> bool:
    """True where ``units`` may find functions, methods or classes in a text of the language."""
    return language in PROFILES and language not in _DATA


def units(language: str | None, text: str, *, attributes: bool = False) -> tuple[Unit, ...]:
    """The named pieces of a text, in order of appearance; none for languages we do not read.

    Names are not unique: overloads, property setters, conditional definitions and prototypes each are a unit of their own.
    A statement that binds several names (imports, ``a = b = 1``, ``int x, y;``) gives one unit for each, all with the lines of the statement.
    An import is named by what it binds: ``import a.b`` binds ``a``, ``from m import x as y`` binds ``y``, a wildcard ``*``, an include its file.
    Functions and classes inside of functions are units, and so are imports; local variables are not.
    ``attributes`` adds, for Python, the first ``self.x = …`` of each ``x`` in the methods of a class as the FIELD ``Class.x``.
    A text that does not parse gives what can be made out. Raises nothing, whatever the text.
    """
    match language:
        case None:
            return ()
        case "python":
            found = python_units(text, attributes=attributes)
            return tree_units(parse(language, text), PROFILES[language]) if found is None else found
        case "json" | "toml" | "yaml":
            return key_units(parse(language, text), PROFILES[language])
        case "markdown":
            return markdown_units(text)
        case "rst":
            return rst_units(text)
        case "ini":
            return ini_units(text)
        case _ if language in PROFILES:
            parsed = parse(language, text)
            return tree_units(parsed, PROFILES[parsed.language])
        case _:
            return ()
