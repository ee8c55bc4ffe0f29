"""What the walk over a file collects before anything is looked up: nodes, with the scope and the guards they stand in."""

from __future__ import annotations

import ast
from typing import Any, NamedTuple, TypeAlias

from syncline.account.seam.facts import Function, Guard
from syncline.account.seam.scopes import Scope

Branch: TypeAlias = tuple[str, ...]


class RawBinding(NamedTuple):
    """A name bound at the top of the module."""

    name: str
    kind: str
    line: int
    branch: Branch
    node: ast.AST | None


class RawFunction(NamedTuple):
    """A function, its annotation of what it returns, the scope around it and its own."""

    fact: Function
    returns: ast.AST | None
    outer: Scope
    inner: Scope


class RawField(NamedTuple):
    """A name bound in the body of a class by assignment."""

    name: str
    line: int
    branch: Branch
    annotation: ast.AST | None
    value: ast.AST | None


class RawWrite(NamedTuple):
    """``self.name = value``, or ``self.name: annotation = value``."""

    name: str
    line: int
    scope: Scope
    value: ast.AST | None
    annotation: ast.AST | None


class RawClass:
    """A class while its body is read."""

    def __init__(self, node: ast.ClassDef, qualified: str, branch: Branch, outer: Scope) -> None:
        self.node = node
        self.qualified = qualified
        self.branch = branch
        self.outer = outer
        self.inner = Scope("class", outer, qualified)
        self.fields: list[RawField] = []
        self.methods: list[Function] = []
        self.written: list[RawWrite] = []
        self.nested: list[str] = []
        self.open = False


class Use(NamedTuple):
    """An expression, and where it stands."""

    node: Any
    scope: Scope
    guard: Guard
