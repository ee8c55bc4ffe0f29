"""Names that a finished Python text reads and nothing in it binds, though neither side is without them; and names that it imports and nothing reads.

What one side took away, the other goes on with: such a text parses, and breaks. Where the last use of an import went and the import stayed, somebody
has to say which of the two was meant. That may come of an answer or of what merged cleanly around it; in either case nothing is proven.
"""

from __future__ import annotations

import ast
import builtins
import re
from dataclasses import dataclass
from functools import lru_cache

from syncline.core.merge import Side
from syncline.resolve.view import View
from syncline.syntax.python_units import nodes, parse_python

# What a module has without binding it, beyond the built-in names.
_GIVEN = frozenset({*dir(builtins), "__file__", "__path__", "__builtins__", "__annotations__", "__class__"})
# What older interpreters and tools give.
_ELSEWHERE = frozenset(
    {"WindowsError", "reveal_type", "unicode", "basestring", "long", "xrange", "unichr", "reduce", "raw_input", "reload"}
)

_WORD = re.compile(r"\w+")

# Most nodes; they neither read a name nor bind one.
_SILENT = frozenset(
    (ast.Attribute, ast.Call, ast.Constant, ast.Expr, ast.Assign, ast.keyword, ast.Subscript, ast.Tuple, ast.If, ast.Return)
)


@dataclass(frozen=True, slots=True)
class _Names:
    """What a text reads and binds nowhere, and what it imports and reads nowhere."""

    unbound: frozenset[str]
    imported: frozenset[str]
    idle: frozenset[str]


def newly_unbound(view: View, text: str) -> tuple[str, ...]:
    """The names that are read and bound nowhere, in order; none for other languages, and where a text does not parse."""
    if view.language != "python":
        return ()
    # Most texts have none, and then the sides need not be read.
    now = _names(text)
    if now is None or not now.unbound:
        return ()
    known = [_names(view.texts.side(side)) for side in Side]
    if None in known:
        return ()
    return tuple(sorted(now.unbound.difference(*(names.unbound for names in known if names is not None))))


def newly_idle(view: View, text: str) -> tuple[str, ...]:
    """The names that are imported and read nowhere, in order, though each side that imports them reads them. None where imports are there for
    others to take.
    """
    if view.language != "python" or view.path.endswith("__init__.py"):
        return ()
    now = _names(text)
    if now is None or not now.idle:
        return ()
    known = [_names(view.texts.side(side)) for side in Side]
    left = now.idle.difference(*(names.idle for names in known if names is not None))
    if None in known or not left:
        return ()
    # A name in quotes may be a type, or one of ``__all__``.
    left = left.difference(_quoted(text))
    return tuple(sorted(name for name in left if any(names is not None and name in names.imported for names in known)))


@lru_cache(maxsize=8)
def _names(text: str) -> _Names | None:
    """The names of a text; ``None`` where that cannot be told."""
    tree = parse_python(text)
    if tree is None:
        return None
    read: set[str] = set()
    bound: set[str] = set()
    imported: set[str] = set()
    for node in nodes(tree):
        if type(node) in _SILENT:
            continue
        # Type parameters, where Python has them (from 3.12 on).
        bound.update(one.name for one in getattr(node, "type_params", ()))
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                read.add(name)
            case (
                ast.Name(id=name)
                | ast.arg(arg=name)
                | ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                bound.add(name)
            case ast.Import(names=names):
                imported.update(alias.asname or alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(names=names, module=module):
                if any(alias.name == "*" for alias in names):
                    return None
                if module == "__future__":
                    bound.update(alias.name for alias in names)
                    continue
                # A name under its own name is there for others to take.
                (imported if all(alias.asname != alias.name for alias in names) else bound).update(
                    alias.asname or alias.name for alias in names
                )
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                bound.add(name)
            case ast.MatchMapping(rest=str(name)):
                bound.add(name)
            case ast.Global(names=others) | ast.Nonlocal(names=others):
                bound.update(others)
            case _:
                pass
    return _Names(frozenset(read - bound - imported - _GIVEN - _ELSEWHERE), frozenset(imported), frozenset(imported - read))


def _quoted(text: str) -> set[str]:
    """The words in the strings of a text."""
    tree = parse_python(text)
    found: set[str] = set()
    for node in nodes(tree) if tree is not None else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update(_WORD.findall(node.value))
    return found
