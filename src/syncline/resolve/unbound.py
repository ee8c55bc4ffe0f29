"""Names that a finished Python text reads and nothing in it binds, though neither side is without them: what one side took away, the other goes on with.

Such a text parses, and breaks. That may come of an answer or of what merged cleanly around it; in either case nothing is proven.
"""

from __future__ import annotations

import ast
import builtins
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

# Most nodes; they neither read a name nor bind one.
_SILENT = frozenset(
    (ast.Attribute, ast.Call, ast.Constant, ast.Expr, ast.Assign, ast.keyword, ast.Subscript, ast.Tuple, ast.If, ast.Return)
)


def newly_unbound(view: View, text: str) -> tuple[str, ...]:
    """The names, in order; none for other languages, and where a text does not parse."""
    if view.language != "python":
        return ()
    # Most texts have none, and then the sides need not be read.
    left = _unbound(text)
    if not left:
        return ()
    known = [_unbound(view.texts.side(side)) for side in Side]
    if None in known:
        return ()
    return tuple(sorted(left.difference(*(names for names in known if names is not None))))


@lru_cache(maxsize=8)
def _unbound(text: str) -> frozenset[str] | None:
    """The names that are read and bound nowhere; ``None`` where that cannot be told."""
    tree = parse_python(text)
    if tree is None:
        return None
    read: set[str] = set()
    bound: set[str] = set()
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
                bound.update(alias.asname or alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(names=names):
                if any(alias.name == "*" for alias in names):
                    return None
                bound.update(alias.asname or alias.name for alias in names)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                bound.add(name)
            case ast.MatchMapping(rest=str(name)):
                bound.add(name)
            case ast.Global(names=others) | ast.Nonlocal(names=others):
                bound.update(others)
            case _:
                pass
    return frozenset(read - bound - _GIVEN - _ELSEWHERE)
