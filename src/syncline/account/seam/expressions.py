"""Expressions: names, attributes and calls that are used, and strings that may be names."""

from __future__ import annotations

import ast
import re

from syncline.account.seam.facts import Repeated
from syncline.account.seam.literals import dotted
from syncline.account.seam.meanings import MEANINGS
from syncline.account.seam.raw import Use
from syncline.account.seam.scopes import Bound, Scope
from syncline.account.seam.walking import Handler, Reader

_WORD = re.compile(r"-{0,2}[A-Za-z_][\w-]*(\.[A-Za-z_]\w*)*")


def comprehension(reader: Reader, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
    """Comprehensions have a scope of their own; its targets come first."""
    outer = reader.scope
    reader.scope = Scope("inner", outer, outer.qualified)
    for generator in node.generators:
        reader.visit(generator.iter)
        for one in ast.walk(generator.target):
            if isinstance(one, ast.Name):
                reader.scope.bind(one.id, Bound("part"))
        reader.block(generator.ifs)
    reader.block([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt])
    reader.scope = outer


def walrus(reader: Reader, node: ast.NamedExpr) -> None:
    """``:=`` binds outside of comprehensions."""
    reader.visit(node.value)
    reader.bind(node.target.id, node.lineno, Bound("assign", node.value))


def name(reader: Reader, node: ast.Name) -> None:
    """A name that is read."""
    if type(node.ctx) is ast.Load:
        reader.names.append(Use(node, reader.scope, reader.guard))
    elif isinstance(node.ctx, ast.Store):
        reader.bind(node.id, node.lineno, Bound("part"))


def attribute(reader: Reader, node: ast.Attribute) -> None:
    """An attribute that is read; the chain below it is read with it."""
    if type(node.ctx) is ast.Load:
        reader.attributes.append(Use(node, reader.scope, reader.guard))
        reader.reads.append(reader.spot(node.attr, node, node.value))
    reader.visit(node.value)


def call(reader: Reader, node: ast.Call) -> None:
    """A call; those that look names up by string are read as what they mean."""
    reader.calls.append(Use(node, reader.scope, reader.guard))
    name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""
    special = MEANINGS.get(name)
    if special is not None:
        special(reader, node)
    if node.keywords:
        reader.given.update([k.arg for k in node.keywords if k.arg is not None])
    reader.children(node)


def constant(reader: Reader, node: ast.Constant) -> None:
    """A string that looks like a name may define or reach one."""
    if isinstance(node.value, str) and len(node.value) < 100 and _WORD.fullmatch(node.value):
        reader.words.add(node.value.lstrip("-").replace("-", "_").rpartition(".")[2])


def dict_display(reader: Reader, node: ast.Dict) -> None:
    """A dict display; keys that stand twice are kept."""
    seen: dict[str, int] = {}
    for key in node.keys:
        if isinstance(key, ast.Constant) or (isinstance(key, ast.Attribute) and isinstance(key.value, ast.Name)):
            text = repr(key.value) if isinstance(key, ast.Constant) else dotted(key)
            if text in seen:
                reader.repeated.append(Repeated(text, key.lineno, seen[text], reader.scope.function().qualified))
            seen.setdefault(text, key.lineno)
    reader.children(node)


EXPRESSIONS: dict[type, Handler] = {
    ast.ListComp: comprehension,
    ast.SetComp: comprehension,
    ast.GeneratorExp: comprehension,
    ast.DictComp: comprehension,
    ast.NamedExpr: walrus,
    ast.Name: name,
    ast.Attribute: attribute,
    ast.Call: call,
    ast.Constant: constant,
    ast.Dict: dict_display,
}
