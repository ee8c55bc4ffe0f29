"""Names that a finished Python text defines, or sets in one function, more often than either side: both sides brought the same thing, apart.

Such a text parses, and its later definition silently replaces the earlier one. That may come of an answer or of what merged cleanly around it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from syncline.core.merge import Side
from syncline.resolve.view import View
from syncline.syntax.python_units import parse_python

# Decorators under which one name is meant to be defined several times.
_VARIANTS = frozenset({"overload", "setter", "getter", "deleter", "register"})
# Names that are nobody's.
_THROWN_AWAY = frozenset({"_", "__"})
# Where statements stand in a statement; expressions bind nothing that is looked for here.
_BODIES = ("body", "orelse", "handlers", "finalbody", "cases")


def newly_twice(view: View, text: str) -> tuple[str, ...]:
    """The names, qualified, in order; none for other languages, and where a text does not parse."""
    if view.language != "python":
        return ()
    # In most texts few names are bound twice, and often neither side needs to be read.
    twice = {name: count for name, count in _bound(text).items() if count > 1}
    if not twice:
        return ()
    sides = [view.texts.side(side) for side in Side]
    if text in sides or any(parse_python(side) is None for side in sides):
        return ()
    known = [_bound(side) for side in sides]
    return tuple(sorted(name for name, count in twice.items() if all(count > one[name] for one in known)))


@lru_cache(maxsize=8)
def _bound(text: str) -> Counter[str]:
    """How often each scope defines or plainly sets a name; both by their qualified names."""
    tree = parse_python(text)
    return Counter(_bindings(tree)) if tree is not None else Counter()


def _bindings(tree: ast.Module) -> Iterator[str]:
    pending: list[tuple[str, ast.AST]] = [("", tree)]
    while pending:
        scope, node = pending.pop()
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                if not any(_variant(one) for one in node.decorator_list):
                    yield scope + name
                scope = f"{scope}{name}."
            case ast.Assign(targets=[ast.Name(id=name)]) if name not in _THROWN_AWAY:
                yield scope + name
                continue
            case _:
                pass
        for field in _BODIES:
            pending.extend((scope, one) for one in getattr(node, field, ()))


def _variant(decorator: ast.expr) -> bool:
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    return (named.attr if isinstance(named, ast.Attribute) else getattr(named, "id", "")) in _VARIANTS
