"""The walk over one Python file: where it stands, and what it has found so far."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from syncline.account.seam.facts import Guard, Import, Option, Repeated, Spot
from syncline.account.seam.literals import keys_of, last_word, strings
from syncline.account.seam.raw import Branch, RawBinding, RawClass, RawField, RawFunction, RawWrite, Use
from syncline.account.seam.scopes import Bound, Scope, parse_annotation

_LEAVING = frozenset({ast.Return, ast.Raise, ast.Continue, ast.Break})
Handler: TypeAlias = "Callable[[Reader, Any], None]"

# What holds no nodes: more than half of all nodes, and what else stands in a field.
_LEAVES: frozenset[type] = frozenset(
    (
        *(str, int, type(None)),
        *(kind for mother in (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop) for kind in mother.__subclasses__()),
    )
)


class Reader:
    """One walk over one file. ``read`` fills the lists; nothing is looked up before the end, when every scope is whole.

    ``handlers`` say what is done with a node of a kind; of any other kind the children are visited.
    """

    def __init__(self, handlers: Mapping[type, Handler]) -> None:
        self._handlers = handlers
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

    def visit(self, node: ast.AST) -> None:
        """Hand a node to its reader, or walk its children."""
        handler = self._handlers.get(type(node))
        if handler is not None:
            handler(self, node)
        else:
            self.children(node)

    def children(self, node: ast.AST) -> None:
        """Visit every child."""
        handlers = self._handlers
        for field in node._fields:
            value: Any = getattr(node, field, None)
            for item in value if type(value) is list else (value,):
                handler = handlers.get(type(item))
                if handler is not None:
                    handler(self, item)
                elif type(item) not in _LEAVES and isinstance(item, ast.AST):
                    self.children(item)

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
        self.branch, self.guard = (*branch, name), before | guard if guard else before
        self.block(body)
        self.branch, self.guard = branch, before

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
                owner.written.append(RawWrite(node.attr, node.lineno, self.scope, value, annotation))

    def item(self, node: ast.Subscript) -> None:
        """``d["key"] = …`` adds to what is known of a local dict; ``globals()[…] = …`` opens the module."""
        if isinstance(node.value, ast.Name):
            known = self.scope.function().dicts.get(node.value.id)
            if known is not None:
                known.update(strings([node.slice]))

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

    def spot(self, name: str, node: ast.expr, of: ast.expr) -> Spot:
        """An attribute of something, as a spot."""
        return Spot(name, node.lineno, self.scope.function().qualified, self.guard, last_word(of))
