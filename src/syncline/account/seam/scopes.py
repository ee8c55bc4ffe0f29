"""Scopes of Python: which name is bound where, and by what."""

from __future__ import annotations

import ast
import builtins
from typing import NamedTuple

from syncline.account.seam.facts import Import, Ref

_BUILTIN = frozenset(dir(builtins)) | {
    *("__file__", "__name__", "__path__", "__doc__", "__spec__", "__loader__", "__package__", "__builtins__", "__annotations__"),
    *("__class__", "__module__", "__qualname__", "__debug__", "__dict__", "WindowsError", "reveal_type"),
}
_DEPTH = 6


class Bound(NamedTuple):
    """How a name came to be in a scope. ``node`` is the value or annotation that tells what it is, if anything does."""

    kind: str
    node: ast.AST | None = None
    ref: Ref | None = None


class Scope:
    """One scope while its file is read; it is thrown away afterwards."""

    __slots__ = ("dicts", "foreign", "hints", "kind", "names", "owner", "parent", "qualified")

    def __init__(self, kind: str, parent: Scope | None, qualified: str = "", owner: str = "") -> None:
        self.kind = kind
        self.parent = parent
        self.qualified = qualified
        # For a method: the qualified name of its class.
        self.owner = owner
        self.names: dict[str, list[Bound]] = {}
        # Names that ``global`` or ``nonlocal`` hand to an outer scope, and to which.
        self.foreign: dict[str, Scope] = {}
        # Names that the function asks for by ``hasattr``.
        self.hints: set[str] = set()
        # Keys that are put into local dicts: name → keys; an unknown removal makes it ``None``.
        self.dicts: dict[str, set[str] | None] = {}

    def bind(self, name: str, bound: Bound) -> None:
        """Bind ``name`` here, or in the scope that a declaration hands it to."""
        self.foreign.get(name, self).names.setdefault(name, []).append(bound)

    def function(self) -> Scope:
        """The nearest scope that is not a comprehension."""
        scope = self
        while scope.kind == "inner" and scope.parent is not None:
            scope = scope.parent
        return scope

    def find(self, name: str) -> Scope | None:
        """The scope in which a load of ``name`` finds it. Bodies of classes are seen only from directly inside."""
        scope: Scope | None = self
        direct = True
        while scope is not None:
            if scope.kind != "class" or direct:
                if name in scope.names:
                    return scope
                if name in scope.foreign:
                    return scope.foreign[name].find(name)
            if scope.kind in ("function", "class"):
                direct = False
            scope = scope.parent
        return None

    def asked(self, name: str) -> bool:
        """True when a function around here asks by ``hasattr`` for ``name``."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.hints:
                return True
            scope = scope.parent
        return False


def is_builtin(name: str) -> bool:
    """True for names that are there without being bound."""
    return name in _BUILTIN


def import_ref(one: Import) -> Ref:
    """Where to look up what an import binds."""
    where = f"{one.level}:{one.module}" if one.name is None else f"{one.level}:{one.module}:{one.name}"
    return Ref("import", where)


def ref_of(node: ast.AST | None, scope: Scope, depth: int = 0) -> Ref | None:
    """Where to look up the value of an expression; ``None`` when nothing is known about it."""
    if depth > _DEPTH or node is None:
        return None
    # Nodes are of these very classes, and this is asked for each name, attribute and call of a tree.
    if type(node) is ast.Name:
        return _name(node.id, scope, depth)
    if type(node) is ast.Attribute:
        taken = []
        below: ast.expr = node
        while type(below) is ast.Attribute:
            taken.append(below.attr)
            below, depth = below.value, depth + 1
        inner = ref_of(below, scope, depth)
        if inner is None or len(inner.chain) + len(taken) > _DEPTH:
            return None
        return Ref(inner.root, inner.name, inner.inner, (*inner.chain, *reversed(taken)))
    if type(node) is ast.Call:
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
            owner = _owner(scope)
            return Ref("super", owner) if owner else None
        inner = ref_of(node.func, scope, depth + 1)
        return Ref("call", inner=inner) if inner is not None else None
    return None


def annotated(node: ast.AST | None, scope: Scope, depth: int = 0) -> Ref | None:
    """Where to look up the class that an annotation names: ``X``, ``"X"``, ``X | None``, ``Optional[X]``; nothing else."""
    if depth > _DEPTH or node is None:
        return None
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        parsed = parse_annotation(node.value)
        return annotated(parsed, scope, depth + 1) if parsed is not None else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        sides = [side for side in (node.left, node.right) if not (isinstance(side, ast.Constant) and side.value is None)]
        return annotated(sides[0], scope, depth + 1) if len(sides) == 1 else None
    if isinstance(node, ast.Subscript):
        head = node.value.attr if isinstance(node.value, ast.Attribute) else node.value.id if isinstance(node.value, ast.Name) else ""
        return (
            annotated(node.slice, scope, depth + 1) if head in ("Optional", "Annotated") and not isinstance(node.slice, ast.Tuple) else None
        )
    return ref_of(node, scope, depth + 1) if isinstance(node, (ast.Name, ast.Attribute)) else None


def parse_annotation(text: str) -> ast.expr | None:
    """The expression in a string annotation, if it is one."""
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _name(name: str, scope: Scope, depth: int) -> Ref | None:
    home = scope.find(name)
    if home is None:
        return None
    if home.kind == "module":
        return Ref("global", name)
    found = home.names[name]
    if home.kind != "function" or len(found) != 1:
        return None
    bound = found[0]
    if bound.ref is not None:
        return bound.ref
    if bound.kind == "annotation":
        inner = annotated(bound.node, home.parent or home, depth + 1)
        return Ref("instance", inner=inner) if inner is not None else None
    return ref_of(bound.node, home, depth + 1) if bound.kind == "assign" else None


def _owner(scope: Scope) -> str:
    found: Scope | None = scope
    while found is not None and not found.owner:
        found = found.parent
    return found.owner if found is not None else ""
