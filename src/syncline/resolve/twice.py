"""Names that a finished Python text defines, or sets in one function, more often than either side, and keys that a dictionary of it says twice: both
sides brought the same thing, apart.

Such a text parses, and what stands later silently replaces the earlier. That may come of an answer or of what merged cleanly around it.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from syncline.core.merge import Side
from syncline.resolve.unbound import names_of
from syncline.resolve.view import View
from syncline.syntax.python_units import parse_python

# Decorators under which one name is meant to be defined several times.
_VARIANTS = frozenset({"overload", "setter", "getter", "deleter", "register"})
# Names that are nobody's.
_THROWN_AWAY = frozenset({"_", "__"})
# A line that defines or sets a name, up to it.
_LINE = re.compile(r"^[ \t]*(?:(?:async[ \t]+)?(?:def|class)[ \t]+\w+|\w+(?=[ \t]*=(?!=)))", re.MULTILINE)
# Most statements; they neither bind a name that is looked for nor have statements in them.
_PLAIN = frozenset(
    (ast.Expr, ast.Return, ast.AugAssign, ast.AnnAssign, ast.Assert, ast.Raise, ast.Import, ast.ImportFrom, ast.Pass, ast.Delete)
)
# Where statements stand in a statement; expressions bind nothing that is looked for here.
_BODIES = ("body", "orelse", "handlers", "finalbody", "cases")


def newly_twice(view: View, text: str) -> tuple[str, ...]:
    """The names, qualified, and the keys, in order; none for other languages, and where a text does not parse."""
    now = names_of(text) if view.language == "python" else None
    if now is None:
        return ()
    sides = [view.texts.side(side) for side in (Side.TARGET, Side.SOURCE)]
    keys = set(now.keys)
    # To count lines is no proof, and so cheap that most texts need not be read at all.
    lines = _lines(text)
    for one in sides:
        known = _lines(one) if lines else lines
        lines = Counter({name: count for name, count in lines.items() if count > max(known[name], 1)})
    if not (lines or keys):
        return ()
    twice = {name: count for name, count in _bound(text).items() if count > 1 and name.rpartition(".")[2] in lines}
    # A side is read when it is its turn.
    for one in sides:
        names = names_of(one) if twice or keys else None
        if names is None:
            return ()
        bound = _bound(one)
        twice = {name: count for name, count in twice.items() if count > bound[name]}
        keys -= names.keys
    return (*sorted(twice), *(f"the key {key}" for key in sorted(keys)))


def _lines(text: str) -> Counter[str]:
    """How many lines define or set a name, by the name alone."""
    return Counter(line.split()[-1] for line in _LINE.findall(text))


@lru_cache(maxsize=8)
def _bound(text: str) -> Counter[str]:
    """How often each scope defines or plainly sets a name; both by their qualified names."""
    tree = parse_python(text)
    return Counter(_bindings(tree)) if tree is not None else Counter()


def _bindings(tree: ast.Module) -> Iterator[str]:
    pending: list[tuple[str, ast.AST]] = [("", tree)]
    while pending:
        scope, node = pending.pop()
        if type(node) in _PLAIN:
            continue
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
