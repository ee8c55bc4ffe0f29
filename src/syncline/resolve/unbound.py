"""Names that a finished Python text reads and nothing in it binds, though neither side is without them; and names that it imports and nothing reads.

What one side took away, the other goes on with: such a text parses, and breaks. Where the last use of an import went and the import stayed, somebody
has to say which of the two was meant. That may come of an answer or of what merged cleanly around it; in either case nothing is proven.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections import Counter
from collections.abc import Iterator, Sequence
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
class Names:
    """What a text reads and binds nowhere, what it imports, and reads nowhere, and the keys that one dictionary of it says more than once.

    ``starred``: it imports all that a module has, so that nobody can tell what it binds.
    """

    unbound: frozenset[str]
    imported: frozenset[str]
    idle: frozenset[str]
    keys: frozenset[str]
    starred: bool


def newly_unbound(view: View, text: str) -> tuple[str, ...]:
    """The names that are read and bound nowhere, in order; none for other languages, and where a text does not parse."""
    if view.language != "python":
        return ()
    # Most texts have none, and then the sides need not be read.
    now = names_of(text)
    if now is None or now.starred or not now.unbound:
        return ()
    left = set(now.unbound)
    for names in _of_sides(view):
        if names is None:
            return ()
        left -= names.unbound
        if not left:
            return ()
    return tuple(sorted(left))


def newly_idle(view: View, text: str) -> tuple[str, ...]:
    """The names that are imported and read nowhere, in order, though each side that imports them reads them. None where imports are there for
    others to take.
    """
    if view.language != "python" or view.path.endswith("__init__.py"):
        return ()
    now = names_of(text)
    if now is None or now.starred or not now.idle:
        return ()
    left, imported = set(now.idle), set[str]()
    for names in _of_sides(view):
        if names is None:
            return ()
        left -= names.idle
        imported |= names.imported
        if not left:
            return ()
    left &= imported
    # A name in quotes may be a type, or one of ``__all__``.
    return tuple(sorted(left - _quoted(text))) if left else ()


def _of_sides(view: View) -> Iterator[Names | None]:
    """What each side has, or ``None`` where that cannot be told; a side is read when it is its turn."""
    for side in (Side.TARGET, Side.SOURCE):
        names = names_of(view.texts.side(side))
        yield None if names is None or names.starred else names


@lru_cache(maxsize=8)
def names_of(text: str) -> Names | None:
    """The names of a text; ``None`` where it does not parse."""
    tree = parse_python(text)
    if tree is None:
        return None
    read: set[str] = set()
    bound: set[str] = set()
    imported: set[str] = set()
    twice: set[str] = set()
    starred = False
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
                starred = starred or names[0].name == "*"
                # A name under its own name is there for others to take.
                given = module == "__future__" or any(alias.asname == alias.name for alias in names)
                (bound if given else imported).update(alias.asname or alias.name for alias in names)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                bound.add(name)
            case ast.MatchMapping(rest=str(name)):
                bound.add(name)
            case ast.Global(names=others) | ast.Nonlocal(names=others):
                bound.update(others)
            case ast.Dict(keys=keys) if len(keys) > 1:
                twice.update(_repeated(keys))
            case _:
                pass
    unbound = frozenset(read - bound - imported - _GIVEN - _ELSEWHERE)
    return Names(unbound, frozenset(imported), frozenset(imported - read), frozenset(twice), starred)


def _repeated(keys: Sequence[ast.expr | None]) -> Iterator[str]:
    """The keys that stand there more than once, as they are written. Such that are worked out may differ each time."""
    said = Counter(repr(one.value) if isinstance(one, ast.Constant) else one.id for one in keys if isinstance(one, ast.Constant | ast.Name))
    return (key for key, count in said.items() if count > 1)


def _quoted(text: str) -> set[str]:
    """The words in the strings of a text."""
    tree = parse_python(text)
    found: set[str] = set()
    for node in nodes(tree) if tree is not None else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update(_WORD.findall(node.value))
    return found
