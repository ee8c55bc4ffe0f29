"""Statements: what they bind, which arms they have, and what protects what stands in them."""

from __future__ import annotations

import ast

from syncline.account.seam.facts import Guard, Import
from syncline.account.seam.literals import caught, expected, is_typing, strings
from syncline.account.seam.raw import Use
from syncline.account.seam.scopes import Bound, import_ref
from syncline.account.seam.walking import Handler, Reader


def assignment(reader: Reader, node: ast.Assign) -> None:
    """``a = b = …``; ``__all__`` is read as well."""
    reader.visit(node.value)
    for one in node.targets:
        reader.target(one, node.value)
        if isinstance(one, ast.Name) and one.id == "__all__" and isinstance(node.value, (ast.List, ast.Tuple)):
            reader.exported = [*(reader.exported or []), *strings(node.value.elts)]


def annotated(reader: Reader, node: ast.AnnAssign) -> None:
    """``a: b = …``."""
    if node.value is not None:
        reader.visit(node.value)
    local = reader.scope.function().kind == "function"
    reader.annotation(node.annotation, lazy=local)
    reader.target(node.target, node.value, node.annotation)


def augmented(reader: Reader, node: ast.AugAssign) -> None:
    """``a += …`` binds, and reads."""
    reader.visit(node.value)
    if isinstance(node.target, ast.Name):
        reader.names.append(Use(node.target, reader.scope, reader.guard | Guard.NAME))
        reader.bind(node.target.id, node.lineno, Bound("augmented"))
        if node.target.id == "__all__" and isinstance(node.value, (ast.List, ast.Tuple)):
            reader.exported = [*(reader.exported or []), *strings(node.value.elts)]
    else:
        reader.target(node.target, None)


def loop(reader: Reader, node: ast.For | ast.AsyncFor) -> None:
    """``for``."""
    reader.visit(node.iter)
    reader.target(node.target, None)
    reader.arm(node.body, f"for{node.lineno}")
    reader.arm(node.orelse, f"forelse{node.lineno}")


def while_loop(reader: Reader, node: ast.While) -> None:
    """``while``."""
    reader.visit(node.test)
    reader.arm(node.body, f"while{node.lineno}")
    reader.arm(node.orelse, f"whileelse{node.lineno}")


def condition(reader: Reader, node: ast.If) -> None:
    """``if``; a script's main block, ``TYPE_CHECKING``."""
    reader.visit(node.test)
    typing = is_typing(node.test)
    if (
        reader.scope is reader.top
        and isinstance(node.test, ast.Compare)
        and isinstance(node.test.left, ast.Name)
        and node.test.left.id == "__name__"
    ):
        reader.script = True
    reader.arm(node.body, f"if{node.lineno}", Guard.TYPING if typing else Guard.NONE)
    reader.arm(node.orelse, f"else{node.lineno}")


def attempt(reader: Reader, node: ast.Try) -> None:
    """``try`` protects its body by what its handlers catch."""
    reader.arm(node.body, f"try{node.lineno}", caught(node.handlers))
    for n, handler in enumerate(node.handlers):
        if handler.type is not None:
            reader.visit(handler.type)
        if handler.name:
            reader.bind(handler.name, handler.lineno, Bound("part"))
        reader.arm(handler.body, f"except{node.lineno}.{n}")
    reader.arm(node.orelse, f"tryelse{node.lineno}")
    reader.block(node.finalbody)


def context(reader: Reader, node: ast.With | ast.AsyncWith) -> None:
    """``with``; ``raises`` and ``suppress`` protect."""
    for item in node.items:
        reader.visit(item.context_expr)
        if item.optional_vars is not None:
            reader.target(item.optional_vars, None)
    before = reader.guard
    reader.guard = before | expected(node)
    reader.block(node.body)
    reader.guard = before


def global_names(reader: Reader, node: ast.Global) -> None:
    """``global``."""
    for name in node.names:
        reader.scope.function().foreign[name] = reader.top


def nonlocal_names(reader: Reader, node: ast.Nonlocal) -> None:
    """``nonlocal``."""
    scope = reader.scope.function()
    for name in node.names:
        outer = scope.parent
        while outer is not None and not (outer.kind == "function" and name in outer.names):
            outer = outer.parent
        if outer is not None:
            scope.foreign[name] = outer
        else:
            scope.bind(name, Bound("part"))


def plain_import(reader: Reader, node: ast.Import) -> None:
    """``import a.b`` binds ``a`` alone; with a new name it binds ``a.b``."""
    for alias in node.names:
        bound = alias.asname or alias.name.partition(".")[0]
        one = Import(alias.name, 0, None, bound, node.lineno, reader.scope.function().qualified, reader.guard)
        reader.imports.append(one)
        bind_import(reader, one if alias.asname else one._replace(module=bound))


def import_from(reader: Reader, node: ast.ImportFrom) -> None:
    """``from a import b``."""
    for alias in node.names:
        one = Import(
            node.module or "",
            node.level,
            alias.name,
            alias.asname or alias.name,
            node.lineno,
            reader.scope.function().qualified,
            reader.guard,
        )
        reader.imports.append(one)
        if alias.name == "*":
            reader.stars.append((one.module, one.level))
        else:
            bind_import(reader, one)


def bind_import(reader: Reader, one: Import) -> None:
    """Bind what an import binds."""
    ref = import_ref(one)
    reader.bind(one.bound, one.line, Bound("import", None, ref), "import " + ref.name)


def pattern(reader: Reader, node: ast.MatchAs | ast.MatchStar | ast.MatchMapping) -> None:
    """Patterns bind."""
    name = getattr(node, "name", None) or getattr(node, "rest", None)
    if name:
        reader.bind(name, node.lineno, Bound("part"))
    reader.children(node)


STATEMENTS: dict[type, Handler] = {
    ast.Assign: assignment,
    ast.AnnAssign: annotated,
    ast.AugAssign: augmented,
    ast.For: loop,
    ast.AsyncFor: loop,
    ast.While: while_loop,
    ast.If: condition,
    ast.Try: attempt,
    ast.TryStar: attempt,
    ast.With: context,
    ast.AsyncWith: context,
    ast.Global: global_names,
    ast.Nonlocal: nonlocal_names,
    ast.Import: plain_import,
    ast.ImportFrom: import_from,
    ast.MatchAs: pattern,
    ast.MatchStar: pattern,
    ast.MatchMapping: pattern,
}
