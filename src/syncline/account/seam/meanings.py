"""Calls that read, write or define by a string: ``getattr`` and its like, tests that replace names, options of a command line."""

from __future__ import annotations

import ast
from collections.abc import Callable

from syncline.account.seam.facts import Guard, Option
from syncline.account.seam.literals import dotted, keys_of, strings
from syncline.account.seam.raw import Use
from syncline.account.seam.walking import Reader

_OPENING = frozenset({"globals", "exec", "vars", "locals"})


def by_getattr(reader: Reader, node: ast.Call) -> None:
    """``getattr(x, "name")`` reads; with a default it reads what need not be there."""
    for name in strings(node.args[1:2]):
        spot = reader.spot(name, node, node.args[0])
        reader.reads.append(spot if len(node.args) == 2 else spot._replace(guard=spot.guard | Guard.ATTRIBUTE))
        if len(node.args) == 3:
            reader.scope.function().hints.add(name)


def by_hasattr(reader: Reader, node: ast.Call) -> None:
    """``hasattr(x, "name")`` protects the function around it."""
    reader.scope.function().hints.update(strings(node.args[1:2]))


def by_patch(reader: Reader, node: ast.Call) -> None:
    """``patch("a.b.c")``, ``patch.object(x, "name")``, ``monkeypatch.setattr(…)``: a test replaces an attribute."""
    name = dotted(node.func)
    if name.endswith(("patch", "patch.object", "monkeypatch.setattr")) and not any(k.arg in ("create", "raising") for k in node.keywords):
        reader.patches.append(Use(node, reader.scope, reader.guard))


def by_setattr(reader: Reader, node: ast.Call) -> None:
    """``setattr(self, name, …)`` with a name that nobody can see opens the class; a plain name is a definition."""
    known = list(strings(node.args[1:2]))
    by_patch(reader, node)
    reader.words.update(known)
    reader.stores.extend(reader.spot(name, node, node.args[0]) for name in known)
    if node.args and not known and isinstance(node.args[0], ast.Name):
        home = reader.scope.find(node.args[0].id)
        for bound in home.names.get(node.args[0].id, ()) if home is not None else ():
            if bound.kind == "self" and bound.ref is not None and bound.ref.name in reader.by_name:
                reader.by_name[bound.ref.name].open = True
    if node.args and isinstance(node.args[0], ast.Subscript):
        reader.open = True


def by_opening(reader: Reader, node: ast.Call) -> None:
    """``globals()``, ``exec`` and their like: names of the module may come from there."""
    if not isinstance(node.func, ast.Name) or (node.args and node.func.id != "exec"):
        return
    if node.func.id == "globals" or reader.scope is reader.top:
        reader.open = True


def by_update(reader: Reader, node: ast.Call) -> None:
    """``d.update(a=…)`` and ``d.update({"a": …})`` add to a local dict; ``d.pop`` and ``del`` make it unknown; ``self.__dict__`` opens."""
    func = node.func
    if not isinstance(func, ast.Attribute):
        return
    if isinstance(func.value, ast.Name):
        dicts = reader.scope.function().dicts
        known = dicts.get(func.value.id)
        if known is not None:
            if func.attr in ("pop", "clear", "popitem"):
                dicts[func.value.id] = None
            else:
                known.update(k.arg for k in node.keywords if k.arg is not None)
                known.update(*(keys_of(a) or () for a in node.args))
    elif isinstance(func.value, ast.Attribute) and func.value.attr == "__dict__" and isinstance(func.value.value, ast.Name):
        for raw in reader.classes:
            raw.open = raw.open or raw.inner.qualified == reader.scope.function().owner


def by_option(reader: Reader, node: ast.Call) -> None:
    """``parser.add_argument("--x")`` and ``@option("--x")``."""
    flags = tuple(strings(node.args))
    if not flags:
        return
    dest = next((v for k in node.keywords if k.arg == "dest" for v in strings([k.value])), "")
    long = next((f for f in flags if f.startswith("--")), flags[0])
    dest = dest or long.lstrip("-").split("/")[0].replace("-", "_")
    parser = dotted(node.func.value) if isinstance(node.func, ast.Attribute) else ""
    reader.options.append(Option(flags, dest, node.lineno, reader.scope.function().qualified, parser, reader.branch))
    reader.words.add(dest)


MEANINGS: dict[str, Callable[[Reader, ast.Call], None]] = {
    "getattr": by_getattr,
    "hasattr": by_hasattr,
    "setattr": by_setattr,
    "update": by_update,
    "pop": by_update,
    "add_argument": by_option,
    "option": by_option,
    "patch": by_patch,
    "object": by_patch,
    **dict.fromkeys(_OPENING, by_opening),
}
