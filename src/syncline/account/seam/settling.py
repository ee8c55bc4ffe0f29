"""Raw readings → facts: what needed every scope to be whole is looked up here."""

from __future__ import annotations

import ast

from syncline.account.seam.facts import Attribute, Binding, Call, Class, Dead, Facts, Field, Function, Guard, Name, Ref, Written
from syncline.account.seam.literals import decorator_text, dotted, keys_of, names_in, short, strings, text_of
from syncline.account.seam.raw import RawBinding, RawClass, RawField, RawFunction, RawWrite, Use
from syncline.account.seam.reading import read
from syncline.account.seam.scopes import Scope, annotated, is_builtin, ref_of
from syncline.account.seam.walking import Reader
from syncline.core.text import decode
from syncline.syntax.python_units import parse_python

UNREADABLE = Facts(parsed=False)


def read_facts(data: bytes) -> Facts:
    """The facts of one file. A file that Python cannot read gives ``UNREADABLE``; nothing is raised."""
    text = decode(data)
    tree = parse_python(text)
    if tree is None:
        return UNREADABLE
    try:
        return _settle(read(tree), text.split("\n"))
    except RecursionError:
        return UNREADABLE


def _settle(reader: Reader, lines: list[str]) -> Facts:
    read, loads, undefined = _names(reader)
    return Facts(
        parsed=True,
        open=reader.open or "__getattr__" in reader.top.names,
        bindings=tuple(_binding(b, reader) for b in reader.bindings),
        exported=tuple(reader.exported) if reader.exported is not None else None,
        stars=tuple(reader.stars),
        imports=tuple(reader.imports),
        functions=tuple(_function(raw, read) for raw in reader.functions),
        classes=tuple(_class(raw) for raw in reader.classes),
        calls=tuple(c for use in reader.calls for c in (_call(use), _partial(use)) if c is not None),
        attributes=(
            *(a for use in reader.attributes if (a := _attribute(use)) is not None),
            *(a for use in reader.patches if (a := _patched(use)) is not None),
        ),
        undefined=undefined,
        reads=tuple(reader.reads),
        stores=tuple(reader.stores),
        words=frozenset(reader.words),
        given=frozenset(reader.given),
        loads=loads,
        options=tuple(reader.options),
        repeated=tuple(reader.repeated),
        dead=tuple(_dead(node, scope, lines) for node, scope in reader.dead),
        script=reader.script,
    )


def _binding(b: RawBinding, reader: Reader) -> Binding:
    if b.node is None or b.kind != "assign":
        return Binding(b.name, b.kind, b.line, b.branch)
    end = getattr(b.node, "end_lineno", None) or b.line
    return Binding(b.name, b.kind, b.line, b.branch, ref_of(b.node, reader.top), short(b.node), end, names_in(b.node))


def _names(reader: Reader) -> tuple[set[tuple[Scope, str]], frozenset[tuple[str, str]], tuple[Name, ...]]:
    """Which scope's names are read, which names of the module each function reads, and which are bound nowhere."""
    read: set[tuple[Scope, str]] = set()
    loads: set[tuple[str, str]] = set()
    undefined: list[Name] = []
    for node, scope, guard in reader.names:
        name = node.id
        home = scope.find(name)
        if home is reader.top:
            inside = scope.function()
            if inside.kind == "function":
                loads.add((inside.qualified, name))
        elif home is not None:
            read.add((home, name))
        elif not is_builtin(name):
            undefined.append(Name(name, node.lineno, scope.function().qualified, guard))
    return read, frozenset(loads), tuple(undefined)


def _function(raw: RawFunction, read: set[tuple[Scope, str]]) -> Function:
    fact = raw.fact
    unread = tuple(p.name for p in fact.parameters if (raw.inner, p.name) not in read)
    returns = annotated(raw.returns, raw.outer) if raw.returns is not None else None
    return fact._replace(returns=returns, unread=unread) if unread or returns is not None else fact


def _dead(node: ast.AST, scope: str, lines: list[str]) -> Dead:
    line = getattr(node, "lineno", 1)
    return Dead(line, scope, lines[line - 1].strip() if line <= len(lines) else "")


def _class(raw: RawClass) -> Class:
    node = raw.node
    return Class(
        name=node.name,
        qualified=raw.qualified,
        line=node.lineno,
        end=node.end_lineno or node.lineno,
        bases=tuple(ref_of(b.value if isinstance(b, ast.Subscript) else b, raw.outer) for b in node.bases),
        base_texts=tuple(text_of(b.value if isinstance(b, ast.Subscript) else b) for b in node.bases),
        decorators=tuple(decorator_text(d) for d in node.decorator_list),
        keywords=bool(node.keywords),
        branch=raw.branch,
        fields=tuple(_field(one, raw) for one in raw.fields),
        methods=tuple(raw.methods),
        written=tuple(_written(w) for w in raw.written),
        nested=tuple(raw.nested),
        open=raw.open or any(m.name in ("__getattr__", "__getattribute__") for m in raw.methods),
        enclosed=raw.outer.kind,
    )


def _written(w: RawWrite) -> Written:
    none = isinstance(w.value, ast.Constant) and w.value.value is None
    if w.annotation is not None:
        inner = annotated(w.annotation, w.scope)
        value = Ref("instance", inner=inner) if inner is not None else None
    else:
        value = ref_of(w.value, w.scope)
    return Written(w.name, w.line, w.scope.function().qualified, value, none)


def _field(one: RawField, raw: RawClass) -> Field:
    value = one.value
    marked = text_of(one.annotation) if one.annotation is not None else ""
    options = (
        {k.arg: k.value for k in value.keywords}
        if isinstance(value, ast.Call) and dotted(value.func).rpartition(".")[2] == "field"
        else None
    )
    default = value is not None if options is None else bool({"default", "default_factory", "factory"} & options.keys())
    hidden = options is not None and isinstance(options.get("init"), ast.Constant) and getattr(options["init"], "value", True) is False
    return Field(
        name=one.name,
        line=one.line,
        annotated=one.annotation is not None,
        default=default,
        branch=one.branch,
        annotation=annotated(one.annotation, raw.inner),
        text=short(value),
        classvar="ClassVar" in marked,
        init=not hidden,
        keyword="KW_ONLY" in marked or (options is not None and "kw_only" in options),
        end=getattr(value, "end_lineno", None) or one.line,
        words=names_in(value),
    )


def _call(use: Use) -> Call | None:
    node: ast.Call = use.node
    ref = ref_of(node.func, use.scope)
    if ref is None:
        return None
    keywords = [k.arg for k in node.keywords if k.arg is not None]
    spread = False
    for one in node.keywords:
        if one.arg is None:
            spread = True
            keys = _spread(one.value, use)
            keywords += sorted(keys)
    before = len(node.args)
    for n, given in enumerate(node.args):
        if type(given) is ast.Starred:
            before = n
            break
    guard = use.guard
    last = ref.chain[-1] if ref.chain else ""
    if last and use.scope.asked(last):
        guard |= Guard.ATTRIBUTE | Guard.CALL
    return Call(
        ref, dotted(node.func), node.lineno, use.scope.function().qualified, before, tuple(keywords), before < len(node.args), spread, guard
    )


def _partial(use: Use) -> Call | None:
    """``partial(f, …)`` calls ``f``; what is not given yet may come later."""
    node: ast.Call = use.node
    if dotted(node.func) not in ("partial", "functools.partial") or not node.args:
        return None
    inner = ast.Call(node.args[0], node.args[1:], node.keywords, lineno=node.lineno)
    found = _call(use._replace(node=inner))
    return found._replace(spread=True) if found is not None else None


def _spread(node: ast.AST, use: Use) -> set[str]:
    """The keys that a ``**`` argument is known to hold; there may be more."""
    known = keys_of(node)
    if known is None and isinstance(node, ast.Name):
        scope = use.scope.function()
        bound = scope.names.get(node.id, ())
        if sum(1 for b in bound if b.kind != "augmented") == 1:
            known = scope.dicts.get(node.id)
    return known or set()


def _patched(use: Use) -> Attribute | None:
    """What a test replaces, as an attribute that has to be there."""
    node: ast.Call = use.node
    if len(node.args) > 1 and isinstance(node.args[1], ast.Constant) and isinstance(node.args[1].value, str):
        name = node.args[1].value
        ref = ref_of(node.args[0], use.scope)
        if ref is None or not name.isidentifier():
            return None
        ref, text = ref._replace(chain=(*ref.chain, name)), f"{dotted(node.args[0])}.{name}"
    else:
        text = next(strings(node.args[:1]), "")
        first, *rest = text.split(".")
        if not rest or not all(part.isidentifier() for part in (first, *rest)):
            return None
        ref = Ref("import", f"0:{first}", None, tuple(rest))
    return Attribute(ref, text, node.lineno, use.scope.function().qualified, use.guard, patched=True)


def _attribute(use: Use) -> Attribute | None:
    node: ast.Attribute = use.node
    ref = ref_of(node, use.scope)
    if ref is None or not ref.chain:
        return None
    guard = use.guard | Guard.ATTRIBUTE if use.scope.asked(node.attr) else use.guard
    return Attribute(ref, dotted(node), node.lineno, use.scope.function().qualified, guard)
