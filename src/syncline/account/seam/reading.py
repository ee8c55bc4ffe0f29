"""The walk over one Python file: everything that is bound and used, with the scope and the guards it stands in."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

from syncline.account.seam.facts import Function, Guard, Import, Option, Ref, Repeated, Spot
from syncline.account.seam.literals import (
    caught,
    decorator_text,
    dotted,
    expected,
    is_stub,
    is_typing,
    keys_of,
    last_word,
    parameters_of,
    parametrized,
    strings,
)
from syncline.account.seam.scopes import Bound, Scope, import_ref, parse_annotation

_WORD = re.compile(r"-{0,2}[A-Za-z_][\w-]*(\.[A-Za-z_]\w*)*")
_LEAVING = frozenset({ast.Return, ast.Raise, ast.Continue, ast.Break})
_OPENING = frozenset({"globals", "exec", "vars", "locals"})
_NEW = (".__new__", ".__init_subclass__", ".__class_getitem__")
Branch: TypeAlias = tuple[str, ...]
FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


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
    """``self.name = value``."""

    name: str
    line: int
    scope: Scope
    value: ast.AST | None


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


class Reader:
    """One walk over one file. ``read`` fills the lists; nothing is looked up before the end, when every scope is whole."""

    def __init__(self) -> None:
        self.top = Scope("module", None)
        self.scope = self.top
        self.guard = Guard.NONE
        self.branch: Branch = ()
        self.lazy = False
        self.open = False
        self.script = False
        self.exported: list[str] | None = None
        self.bindings: list[RawBinding] = []
        self.stars: list[tuple[str, int]] = []
        self.imports: list[Import] = []
        self.functions: list[RawFunction] = []
        self.patches: list[Use] = []
        self.classes: list[RawClass] = []
        self.by_name: dict[str, RawClass] = {}
        self.calls: list[Use] = []
        self.attributes: list[Use] = []
        self.names: list[Use] = []
        self.reads: list[Spot] = []
        self.stores: list[Spot] = []
        self.given: set[str] = set()
        self.words: set[str] = set()
        self.options: list[Option] = []
        self.repeated: list[Repeated] = []
        self.dead: list[tuple[ast.AST, str]] = []

    def read(self, tree: ast.Module) -> Reader:
        """Walk the whole tree."""
        self.lazy = any(
            isinstance(s, ast.ImportFrom) and s.module == "__future__" and any(a.name == "annotations" for a in s.names) for s in tree.body
        )
        self.block(tree.body)
        return self

    # -- walking -----------------------------------------------------------------------------------------------------

    def visit(self, node: ast.AST) -> None:
        """Hand a node to its reader, or walk its children."""
        handler = _HANDLERS.get(type(node))
        if handler is not None:
            handler(self, node)
        else:
            self.children(node)

    def children(self, node: ast.AST) -> None:
        """Visit every child."""
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                for item in value:
                    if isinstance(item, ast.AST) and type(item) not in _LEAVES:
                        self.visit(item)
            elif isinstance(value, ast.AST) and type(value) not in _LEAVES:
                self.visit(value)

    def block(self, body: Iterable[ast.AST]) -> None:
        """Visit one after another."""
        left = False
        for node in body:
            if left:
                self.dead.append((node, self.scope.function().qualified))
                left = False
            self.visit(node)
            left = type(node) in _LEAVING

    def arm(self, body: Iterable[ast.AST], name: str, guard: Guard = Guard.NONE) -> None:
        """Visit one arm of a conditional, under a further guard."""
        branch, before = self.branch, self.guard
        self.branch, self.guard = (*branch, name), before | guard
        self.block(body)
        self.branch, self.guard = branch, before

    # -- binding -----------------------------------------------------------------------------------------------------

    def bind(self, name: str, line: int, bound: Bound, label: str = "") -> None:
        """Bind a name in the scope at hand."""
        self.words.add(name)
        scope = self.scope.function()
        scope.bind(name, bound)
        if scope.foreign.get(name, scope) is self.top:
            self.bindings.append(RawBinding(name, label or bound.kind, line, self.branch if scope is self.top else ("inside",), bound.node))

    def target(self, node: ast.AST, value: ast.AST | None, annotation: ast.AST | None = None) -> None:
        """Bind what an assignment writes to."""
        if isinstance(node, ast.Name):
            bound = Bound("annotation", annotation) if annotation is not None else Bound("assign" if value is not None else "part", value)
            if self.scope.kind == "class":
                self.by_name[self.scope.qualified].fields.append(RawField(node.id, node.lineno, self.branch, annotation, value))
                self.words.add(node.id)
                self.scope.bind(node.id, bound)
            else:
                self.bind(node.id, node.lineno, bound, "assign" if annotation is not None and value is not None else "")
                keys = keys_of(value)
                if keys is not None:
                    self.scope.function().dicts.setdefault(node.id, set(keys))
        elif isinstance(node, ast.Attribute):
            self.words.add(node.attr)
            self.stores.append(self.spot(node.attr, node, node.value))
            self.visit(node.value)
            self.write(node, value, annotation)
        elif isinstance(node, (ast.Tuple, ast.List)):
            for one in node.elts:
                self.target(one, None)
        elif isinstance(node, ast.Starred):
            self.target(node.value, None)
        elif isinstance(node, ast.Subscript):
            self.item(node)
            self.visit(node)

    def write(self, node: ast.Attribute, value: ast.AST | None, annotation: ast.AST | None) -> None:
        """``self.x = …`` belongs to the class."""
        if not isinstance(node.value, ast.Name):
            return
        home = self.scope.find(node.value.id)
        found = home.names[node.value.id] if home is not None else []
        if len(found) == 1 and found[0].kind == "self" and found[0].ref is not None:
            owner = self.by_name.get(found[0].ref.name)
            if owner is not None:
                owner.written.append(RawWrite(node.attr, node.lineno, self.scope, value if annotation is None else annotation))

    def item(self, node: ast.Subscript) -> None:
        """``d["key"] = …`` adds to what is known of a local dict; ``globals()[…] = …`` opens the module."""
        if isinstance(node.value, ast.Name):
            known = self.scope.function().dicts.get(node.value.id)
            if known is not None:
                known.update(strings([node.slice]))

    # -- statements --------------------------------------------------------------------------------------------------

    def visit_assign(self, node: ast.Assign) -> None:
        """``a = b = …``; ``__all__`` is read as well."""
        self.visit(node.value)
        for one in node.targets:
            self.target(one, node.value)
            if isinstance(one, ast.Name) and one.id == "__all__" and isinstance(node.value, (ast.List, ast.Tuple)):
                self.exported = [*(self.exported or []), *strings(node.value.elts)]

    def visit_annotated(self, node: ast.AnnAssign) -> None:
        """``a: b = …``."""
        if node.value is not None:
            self.visit(node.value)
        local = self.scope.function().kind == "function"
        self.annotation(node.annotation, lazy=local)
        self.target(node.target, node.value, node.annotation)

    def visit_augmented(self, node: ast.AugAssign) -> None:
        """``a += …`` binds, and reads."""
        self.visit(node.value)
        if isinstance(node.target, ast.Name):
            self.names.append(Use(node.target, self.scope, self.guard | Guard.NAME))
            self.bind(node.target.id, node.lineno, Bound("augmented"))
            if node.target.id == "__all__" and isinstance(node.value, (ast.List, ast.Tuple)):
                self.exported = [*(self.exported or []), *strings(node.value.elts)]
        else:
            self.target(node.target, None)

    def visit_loop(self, node: ast.For | ast.AsyncFor) -> None:
        """``for``."""
        self.visit(node.iter)
        self.target(node.target, None)
        self.arm(node.body, f"for{node.lineno}")
        self.arm(node.orelse, f"forelse{node.lineno}")

    def visit_while(self, node: ast.While) -> None:
        """``while``."""
        self.visit(node.test)
        self.arm(node.body, f"while{node.lineno}")
        self.arm(node.orelse, f"whileelse{node.lineno}")

    def visit_if(self, node: ast.If) -> None:
        """``if``; a script's main block, ``TYPE_CHECKING``."""
        self.visit(node.test)
        typing = is_typing(node.test)
        if (
            self.scope is self.top
            and isinstance(node.test, ast.Compare)
            and isinstance(node.test.left, ast.Name)
            and node.test.left.id == "__name__"
        ):
            self.script = True
        self.arm(node.body, f"if{node.lineno}", Guard.TYPING if typing else Guard.NONE)
        self.arm(node.orelse, f"else{node.lineno}")

    def visit_try(self, node: ast.Try) -> None:
        """``try`` protects its body by what its handlers catch."""
        self.arm(node.body, f"try{node.lineno}", caught(node.handlers))
        for n, handler in enumerate(node.handlers):
            if handler.type is not None:
                self.visit(handler.type)
            if handler.name:
                self.bind(handler.name, handler.lineno, Bound("part"))
            self.arm(handler.body, f"except{node.lineno}.{n}")
        self.arm(node.orelse, f"tryelse{node.lineno}")
        self.block(node.finalbody)

    def visit_with(self, node: ast.With | ast.AsyncWith) -> None:
        """``with``; ``raises`` and ``suppress`` protect."""
        for item in node.items:
            self.visit(item.context_expr)
            if item.optional_vars is not None:
                self.target(item.optional_vars, None)
        before = self.guard
        self.guard = before | expected(node)
        self.block(node.body)
        self.guard = before

    def visit_global(self, node: ast.Global) -> None:
        """``global``."""
        for name in node.names:
            self.scope.function().foreign[name] = self.top

    def visit_nonlocal(self, node: ast.Nonlocal) -> None:
        """``nonlocal``."""
        scope = self.scope.function()
        for name in node.names:
            outer = scope.parent
            while outer is not None and not (outer.kind == "function" and name in outer.names):
                outer = outer.parent
            if outer is not None:
                scope.foreign[name] = outer
            else:
                scope.bind(name, Bound("part"))

    def visit_import(self, node: ast.Import) -> None:
        """``import a.b`` binds ``a`` alone; with a new name it binds ``a.b``."""
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            one = Import(alias.name, 0, None, bound, node.lineno, self.scope.function().qualified, self.guard)
            self.imports.append(one)
            self.bind_import(one if alias.asname else one._replace(module=bound))

    def visit_import_from(self, node: ast.ImportFrom) -> None:
        """``from a import b``."""
        for alias in node.names:
            one = Import(
                node.module or "",
                node.level,
                alias.name,
                alias.asname or alias.name,
                node.lineno,
                self.scope.function().qualified,
                self.guard,
            )
            self.imports.append(one)
            if alias.name == "*":
                self.stars.append((one.module, one.level))
            else:
                self.bind_import(one)

    def bind_import(self, one: Import) -> None:
        """Bind what an import binds."""
        ref = import_ref(one)
        self.bind(one.bound, one.line, Bound("import", None, ref), "import " + ref.name)

    # -- definitions -------------------------------------------------------------------------------------------------

    def visit_function(self, node: FunctionNode) -> None:
        """``def``: what stands in its header belongs outside, its body inside."""
        outer, arguments = self.scope, node.args
        self.block(node.decorator_list)
        self.type_parameters(node)
        self.block([*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)])
        every = [
            *arguments.posonlyargs,
            *arguments.args,
            *arguments.kwonlyargs,
            *(a for a in (arguments.vararg, arguments.kwarg) if a is not None),
        ]
        for one in every:
            self.annotation(one.annotation)
        self.annotation(node.returns)
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
            branch=self.branch,
            returns=None,
            size=len(node.body),
            outer=outer.kind,
            stub=is_stub(node.body),
            parametrized=tuple(parametrized(node.decorator_list)),
        )
        inner = Scope("function", outer, qualified, owner)
        self.functions.append(RawFunction(fact, node.returns, outer, inner))
        if owner:
            self.by_name[owner].methods.append(fact)
        self.bind(node.name, node.lineno, Bound("def", None, Ref("def", qualified)))
        self.scope = inner
        self.parameters(every, arguments, fact)
        branch, guard = self.branch, self.guard
        self.branch, self.guard = (), guard & Guard.TYPING
        self.block(node.body)
        self.branch, self.guard, self.scope = branch, guard, outer

    def parameters(self, every: list[ast.arg], arguments: ast.arguments, fact: Function) -> None:
        """Bind the parameters inside of their function."""
        positional = [*arguments.posonlyargs, *arguments.args]
        first = positional[0].arg if fact.owner and positional and "staticmethod" not in fact.decorators else ""
        meta = "classmethod" in fact.decorators or fact.qualified.endswith(_NEW)
        for one in every:
            self.words.add(one.arg)
            if one.arg == first:
                self.scope.bind(first, Bound("self", None, Ref("class" if meta else "self", fact.owner)))
            elif one.annotation is not None and one is not arguments.vararg and one is not arguments.kwarg:
                self.scope.bind(one.arg, Bound("annotation", one.annotation))
            else:
                self.scope.bind(one.arg, Bound("parameter"))

    def visit_lambda(self, node: ast.Lambda) -> None:
        """``lambda``."""
        outer, arguments = self.scope, node.args
        self.block([*arguments.defaults, *(d for d in arguments.kw_defaults if d is not None)])
        self.scope = Scope("function", outer, outer.qualified)
        for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg):
            if one is not None:
                self.scope.bind(one.arg, Bound("parameter"))
        self.visit(node.body)
        self.scope = outer

    def visit_class(self, node: ast.ClassDef) -> None:
        """``class``."""
        outer, branch = self.scope, self.branch
        self.type_parameters(node)
        self.block([*node.decorator_list, *node.bases, *(k.value for k in node.keywords)])
        qualified = f"{outer.qualified}.{node.name}" if outer.qualified else node.name
        self.bind(node.name, node.lineno, Bound("class", None, Ref("def", qualified)))
        if outer.kind == "class":
            self.by_name[outer.qualified].nested.append(node.name)
        raw = RawClass(node, qualified, branch, outer)
        self.classes.append(raw)
        self.by_name[qualified] = raw
        self.scope, self.branch = raw.inner, ()
        self.block(node.body)
        self.scope, self.branch = outer, branch

    def type_parameters(self, node: ast.AST) -> None:
        """``def f[T]`` and ``class C[T]`` came with 3.12; bound one scope too far out, which does no harm."""
        for one in getattr(node, "type_params", ()):
            self.scope.bind(one.name, Bound("part"))

    def annotation(self, node: ast.AST | None, *, lazy: bool = False) -> None:
        """Names in annotations that are never evaluated are guarded by TYPING; strings are read."""
        if node is None:
            return
        before = self.guard
        if self.lazy or lazy:
            self.guard |= Guard.TYPING
        self.visit(node)
        self.guard |= Guard.TYPING
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            parsed = parse_annotation(node.value)
            if parsed is not None:
                for one in ast.walk(parsed):
                    if hasattr(one, "lineno"):
                        one.lineno = node.lineno  # the string's own lines mean nothing to the reader
                self.visit(parsed)
        self.guard = before

    # -- expressions -------------------------------------------------------------------------------------------------

    def visit_comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> None:
        """Comprehensions have a scope of their own; its targets come first."""
        outer = self.scope
        self.scope = Scope("inner", outer, outer.qualified)
        for generator in node.generators:
            self.visit(generator.iter)
            for one in ast.walk(generator.target):
                if isinstance(one, ast.Name):
                    self.scope.bind(one.id, Bound("part"))
            self.block(generator.ifs)
        self.block([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt])
        self.scope = outer

    def visit_walrus(self, node: ast.NamedExpr) -> None:
        """``:=`` binds outside of comprehensions."""
        self.visit(node.value)
        self.bind(node.target.id, node.lineno, Bound("assign", node.value))

    def visit_name(self, node: ast.Name) -> None:
        """A name that is read."""
        if isinstance(node.ctx, ast.Load):
            self.names.append(Use(node, self.scope, self.guard))
        elif isinstance(node.ctx, ast.Store):
            self.bind(node.id, node.lineno, Bound("part"))

    def visit_attribute(self, node: ast.Attribute) -> None:
        """An attribute that is read; the chain below it is read with it."""
        if isinstance(node.ctx, ast.Load):
            self.attributes.append(Use(node, self.scope, self.guard))
            self.reads.append(self.spot(node.attr, node, node.value))
        self.visit(node.value)

    def visit_call(self, node: ast.Call) -> None:
        """A call; those that look names up by string are read as what they mean."""
        self.calls.append(Use(node, self.scope, self.guard))
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr if isinstance(node.func, ast.Attribute) else ""
        special = _SPECIAL.get(name)
        if special is not None:
            special(self, node)
        self.given.update(k.arg for k in node.keywords if k.arg is not None)
        self.children(node)

    def call_getattr(self, node: ast.Call) -> None:
        """``getattr(x, "name")`` reads; with a default it reads what need not be there."""
        for name in strings(node.args[1:2]):
            spot = self.spot(name, node, node.args[0])
            self.reads.append(spot if len(node.args) == 2 else spot._replace(guard=spot.guard | Guard.ATTRIBUTE))
            if len(node.args) == 3:
                self.scope.function().hints.add(name)

    def spot(self, name: str, node: ast.expr, of: ast.expr) -> Spot:
        """An attribute of something, as a spot."""
        return Spot(name, node.lineno, self.scope.function().qualified, self.guard, last_word(of))

    def call_hasattr(self, node: ast.Call) -> None:
        """``hasattr(x, "name")`` protects the function around it."""
        self.scope.function().hints.update(strings(node.args[1:2]))

    def call_patch(self, node: ast.Call) -> None:
        """``patch("a.b.c")``, ``patch.object(x, "name")``, ``monkeypatch.setattr(…)``: a test replaces an attribute."""
        name = dotted(node.func)
        if name.endswith(("patch", "patch.object", "monkeypatch.setattr")) and not any(
            k.arg in ("create", "raising") for k in node.keywords
        ):
            self.patches.append(Use(node, self.scope, self.guard))

    def call_setattr(self, node: ast.Call) -> None:
        """``setattr(self, name, …)`` with a name that nobody can see opens the class; a plain name is a definition."""
        known = list(strings(node.args[1:2]))
        self.call_patch(node)
        self.words.update(known)
        self.stores.extend(self.spot(name, node, node.args[0]) for name in known)
        if node.args and not known and isinstance(node.args[0], ast.Name):
            home = self.scope.find(node.args[0].id)
            for bound in home.names.get(node.args[0].id, ()) if home is not None else ():
                if bound.kind == "self" and bound.ref is not None and bound.ref.name in self.by_name:
                    self.by_name[bound.ref.name].open = True
        if node.args and isinstance(node.args[0], ast.Subscript):
            self.open = True

    def call_opening(self, node: ast.Call) -> None:
        """``globals()``, ``exec`` and their like: names of the module may come from there."""
        if not isinstance(node.func, ast.Name) or (node.args and node.func.id != "exec"):
            return
        if node.func.id == "globals" or self.scope is self.top:
            self.open = True

    def call_update(self, node: ast.Call) -> None:
        """``d.update(a=…)`` and ``d.update({"a": …})`` add to a local dict; ``d.pop`` and ``del`` make it unknown; ``self.__dict__`` opens."""
        func = node.func
        if not isinstance(func, ast.Attribute):
            return
        if isinstance(func.value, ast.Name):
            dicts = self.scope.function().dicts
            known = dicts.get(func.value.id)
            if known is not None:
                if func.attr in ("pop", "clear", "popitem"):
                    dicts[func.value.id] = None
                else:
                    known.update(k.arg for k in node.keywords if k.arg is not None)
                    known.update(*(keys_of(a) or () for a in node.args))
        elif isinstance(func.value, ast.Attribute) and func.value.attr == "__dict__" and isinstance(func.value.value, ast.Name):
            for raw in self.classes:
                raw.open = raw.open or raw.inner.qualified == self.scope.function().owner

    def call_option(self, node: ast.Call) -> None:
        """``parser.add_argument("--x")`` and ``@option("--x")``."""
        flags = tuple(strings(node.args))
        if not flags:
            return
        dest = next((v for k in node.keywords if k.arg == "dest" for v in strings([k.value])), "")
        long = next((f for f in flags if f.startswith("--")), flags[0])
        dest = dest or long.lstrip("-").split("/")[0].replace("-", "_")
        parser = dotted(node.func.value) if isinstance(node.func, ast.Attribute) else ""
        self.options.append(Option(flags, dest, node.lineno, self.scope.function().qualified, parser, self.branch))
        self.words.add(dest)

    def visit_constant(self, node: ast.Constant) -> None:
        """A string that looks like a name may define or reach one."""
        if isinstance(node.value, str) and len(node.value) < 100 and _WORD.fullmatch(node.value):
            self.words.add(node.value.lstrip("-").replace("-", "_").rpartition(".")[2])

    def visit_dict(self, node: ast.Dict) -> None:
        """A dict display; keys that stand twice are kept."""
        seen: dict[str, int] = {}
        for key in node.keys:
            if isinstance(key, ast.Constant) or (isinstance(key, ast.Attribute) and isinstance(key.value, ast.Name)):
                text = repr(key.value) if isinstance(key, ast.Constant) else dotted(key)
                if text in seen:
                    self.repeated.append(Repeated(text, key.lineno, seen[text], self.scope.function().qualified))
                seen.setdefault(text, key.lineno)
        self.children(node)

    def visit_match(self, node: ast.MatchAs | ast.MatchStar | ast.MatchMapping) -> None:
        """Patterns bind."""
        name = getattr(node, "name", None) or getattr(node, "rest", None)
        if name:
            self.bind(name, node.lineno, Bound("part"))
        self.children(node)


# Nodes that hold nothing: more than half of all.
_LEAVES = frozenset(
    kind for mother in (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop) for kind in mother.__subclasses__()
)

_HANDLERS: dict[type, Callable[[Reader, Any], None]] = {
    ast.Assign: Reader.visit_assign,
    ast.AnnAssign: Reader.visit_annotated,
    ast.AugAssign: Reader.visit_augmented,
    ast.For: Reader.visit_loop,
    ast.AsyncFor: Reader.visit_loop,
    ast.While: Reader.visit_while,
    ast.If: Reader.visit_if,
    ast.Try: Reader.visit_try,
    ast.TryStar: Reader.visit_try,
    ast.With: Reader.visit_with,
    ast.AsyncWith: Reader.visit_with,
    ast.Global: Reader.visit_global,
    ast.Nonlocal: Reader.visit_nonlocal,
    ast.Import: Reader.visit_import,
    ast.ImportFrom: Reader.visit_import_from,
    ast.FunctionDef: Reader.visit_function,
    ast.AsyncFunctionDef: Reader.visit_function,
    ast.Lambda: Reader.visit_lambda,
    ast.ClassDef: Reader.visit_class,
    ast.ListComp: Reader.visit_comprehension,
    ast.SetComp: Reader.visit_comprehension,
    ast.GeneratorExp: Reader.visit_comprehension,
    ast.DictComp: Reader.visit_comprehension,
    ast.NamedExpr: Reader.visit_walrus,
    ast.Name: Reader.visit_name,
    ast.Attribute: Reader.visit_attribute,
    ast.Call: Reader.visit_call,
    ast.Constant: Reader.visit_constant,
    ast.Dict: Reader.visit_dict,
    ast.MatchAs: Reader.visit_match,
    ast.MatchStar: Reader.visit_match,
    ast.MatchMapping: Reader.visit_match,
}

_SPECIAL: dict[str, Callable[[Reader, ast.Call], None]] = {
    "getattr": Reader.call_getattr,
    "hasattr": Reader.call_hasattr,
    "setattr": Reader.call_setattr,
    "update": Reader.call_update,
    "pop": Reader.call_update,
    "add_argument": Reader.call_option,
    "option": Reader.call_option,
    "patch": Reader.call_patch,
    "object": Reader.call_patch,
    **dict.fromkeys(_OPENING, Reader.call_opening),
}
