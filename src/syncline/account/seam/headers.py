"""Functions and classes: their headers belong outside, their bodies inside."""

from __future__ import annotations

import ast
from typing import TypeAlias

from syncline.account.seam.facts import Function, Guard, Ref
from syncline.account.seam.literals import decorator_text, is_stub, parameters_of, parametrized, values_given
from syncline.account.seam.raw import RawClass, RawFunction
from syncline.account.seam.scopes import Bound, Scope
from syncline.account.seam.walking import Handler, Reader

_NEW = (".__new__", ".__init_subclass__", ".__class_getitem__")
FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def function_header(reader: Reader, node: FunctionNode) -> None:
    """``def``: what stands in its header belongs outside, its body inside."""
    outer, arguments = reader.scope, node.args
    reader.block(node.decorator_list)
    type_parameters(reader, node)
    reader.block([*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)])
    every = [
        *arguments.posonlyargs,
        *arguments.args,
        *arguments.kwonlyargs,
        *(a for a in (arguments.vararg, arguments.kwarg) if a is not None),
    ]
    for one in every:
        reader.annotation(one.annotation)
    reader.annotation(node.returns)
    qualified = f"{outer.qualified}.{node.name}" if outer.qualified else node.name
    owner = outer.qualified if outer.kind == "class" else ""
    fact = Function(
        name=node.name,
        qualified=qualified,
        line=node.lineno,
        end=node.end_lineno or node.lineno,
        parameters=parameters_of(arguments),
        decorators=tuple(decorator_text(d) for d in node.decorator_list),
        owner=owner,
        branch=reader.branch,
        returns=None,
        size=len(node.body),
        outer=outer.kind,
        stub=is_stub(node.body),
        parametrized=tuple(parametrized(node.decorator_list)),
        gives=values_given(node.body) if node.name == "backward" else 0,
    )
    inner = Scope("function", outer, qualified, owner)
    reader.functions.append(RawFunction(fact, node.returns, outer, inner))
    if owner:
        reader.by_name[owner].methods.append(fact)
    reader.bind(node.name, node.lineno, Bound("def", None, Ref("def", qualified)))
    reader.scope = inner
    parameters(reader, every, arguments, fact)
    branch, guard = reader.branch, reader.guard
    reader.branch, reader.guard = (), guard & Guard.TYPING
    reader.block(node.body)
    reader.branch, reader.guard, reader.scope = branch, guard, outer


def parameters(reader: Reader, every: list[ast.arg], arguments: ast.arguments, fact: Function) -> None:
    """Bind the parameters inside of their function."""
    positional = [*arguments.posonlyargs, *arguments.args]
    first = positional[0].arg if fact.owner and positional and "staticmethod" not in fact.decorators else ""
    meta = "classmethod" in fact.decorators or fact.qualified.endswith(_NEW)
    for one in every:
        reader.words.add(one.arg)
        if one.arg == first:
            reader.scope.bind(first, Bound("self", None, Ref("class" if meta else "self", fact.owner)))
        elif one.annotation is not None and one is not arguments.vararg and one is not arguments.kwarg:
            reader.scope.bind(one.arg, Bound("annotation", one.annotation))
        else:
            reader.scope.bind(one.arg, Bound("parameter"))


def nameless(reader: Reader, node: ast.Lambda) -> None:
    """``lambda``."""
    outer, arguments = reader.scope, node.args
    reader.block([*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)])
    reader.scope = Scope("function", outer, outer.qualified)
    for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg):
        if one is not None:
            reader.scope.bind(one.arg, Bound("parameter"))
    reader.visit(node.body)
    reader.scope = outer


def class_header(reader: Reader, node: ast.ClassDef) -> None:
    """``class``."""
    outer, branch = reader.scope, reader.branch
    type_parameters(reader, node)
    reader.block([*node.decorator_list, *node.bases, *(k.value for k in node.keywords)])
    qualified = f"{outer.qualified}.{node.name}" if outer.qualified else node.name
    reader.bind(node.name, node.lineno, Bound("class", None, Ref("def", qualified)))
    if outer.kind == "class":
        reader.by_name[outer.qualified].nested.append(node.name)
    raw = RawClass(node, qualified, branch, outer)
    reader.classes.append(raw)
    reader.by_name[qualified] = raw
    reader.scope, reader.branch = raw.inner, ()
    reader.block(node.body)
    reader.scope, reader.branch = outer, branch


def type_parameters(reader: Reader, node: ast.AST) -> None:
    """``def f[T]`` and ``class C[T]`` came with 3.12; bound one scope too far out, which does no harm."""
    for one in getattr(node, "type_params", ()):
        reader.scope.bind(one.name, Bound("part"))


HEADERS: dict[type, Handler] = {
    ast.FunctionDef: function_header,
    ast.AsyncFunctionDef: function_header,
    ast.Lambda: nameless,
    ast.ClassDef: class_header,
}
