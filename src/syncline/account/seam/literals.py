"""Small readings of ``ast``: texts of expressions, parameters, keys, what a handler catches, options."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from syncline.account.seam.facts import Guard, Parameter

_SHORT = 60
_IMPORT_ERRORS = frozenset({"ImportError", "ModuleNotFoundError"})
_NAME_ERRORS = frozenset({"NameError"})
_ATTRIBUTE_ERRORS = frozenset({"AttributeError"})
_CALL_ERRORS = frozenset({"TypeError"})
_ALL_ERRORS = frozenset({"Exception", "BaseException"})


def text_of(node: ast.AST | None) -> str:
    """An expression as text; fast for what is frequent."""
    if node is None:
        return ""
    if isinstance(node, ast.Constant):
        return repr(node.value)
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, (ast.Name, ast.Attribute)):
        return f"{text_of(node.value)}.{node.attr}"
    return ast.unparse(node)


def short(node: ast.AST | None) -> str:
    """The text of a literal or a name, cut; of anything longer nothing but its kind, since it is only compared and shown."""
    if isinstance(node, (ast.Constant, ast.Name, ast.Attribute, ast.UnaryOp, ast.Tuple, ast.List, ast.Call, ast.BinOp)):
        return text_of(node)[:_SHORT]
    return "" if node is None else type(node).__name__


def dotted(node: ast.AST) -> str:
    """A callee as people write it; the arguments of inner calls are left out."""
    if type(node) is ast.Name:
        return node.id
    if type(node) is ast.Attribute:
        return f"{dotted(node.value)}.{node.attr}"
    return f"{dotted(node.func)}()" if type(node) is ast.Call else "…"


def names_in(node: ast.AST | None) -> frozenset[str]:
    """The names that an expression reads."""
    if node is None or isinstance(node, ast.Constant):
        return frozenset()
    return frozenset(one.id for one in ast.walk(node) if isinstance(one, ast.Name))


def is_stub(body: Sequence[ast.stmt]) -> bool:
    """True for a body that does nothing: documentation, ``pass``, ``...``, ``raise NotImplementedError``."""
    return all(isinstance(s, (ast.Pass, ast.Raise)) or (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)) for s in body)


def parametrized(decorators: Iterable[ast.expr]) -> Iterator[str]:
    """The argument names in ``@pytest.mark.parametrize("a, b", …)``."""
    for one in decorators:
        if isinstance(one, ast.Call) and dotted(one.func).endswith("parametrize"):
            names = [*one.args[:1], *(k.value for k in one.keywords if k.arg == "argnames")]
            for node in names:
                listed = node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node]
                for text in strings(listed):
                    yield from (name.strip() for name in text.split(",") if name.strip())


def last_word(node: ast.AST) -> str:
    """The last name of an expression: ``config`` of ``self.config``, ``get_args`` of ``get_args()``."""
    if type(node) is ast.Call:
        node = node.func
    return node.attr if type(node) is ast.Attribute else node.id if type(node) is ast.Name else ""


def decorator_text(node: ast.AST) -> str:
    """The name of a decorator, without arguments."""
    return dotted(node.func if isinstance(node, ast.Call) else node)


def parameters_of(arguments: ast.arguments) -> tuple[Parameter, ...]:
    """Parameters in order."""
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
    defaults += arguments.defaults
    found = [
        Parameter(one.arg, "/" if n < len(arguments.posonlyargs) else "p", _default(value))
        for n, (one, value) in enumerate(zip(positional, defaults, strict=True))
    ]
    if arguments.vararg is not None:
        found.append(Parameter(arguments.vararg.arg, "*", ""))
    found += [Parameter(one.arg, "k", _default(value)) for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    if arguments.kwarg is not None:
        found.append(Parameter(arguments.kwarg.arg, "**", ""))
    return tuple(found)


def _default(node: ast.expr | None) -> str | None:
    return None if node is None else text_of(node)[: 2 * _SHORT]


def caught(handlers: Iterable[ast.ExceptHandler]) -> Guard:
    """What the handlers of a ``try`` protect against. A handler that raises again protects against nothing.

    ``except Exception`` protects imports alone: elsewhere it is seldom meant for what does not exist.
    """
    guard = Guard.NONE
    for handler in handlers:
        if handler.body and isinstance(handler.body[-1], ast.Raise):
            continue
        names = (
            {n.id if isinstance(n, ast.Name) else n.attr for n in ast.walk(handler.type) if isinstance(n, (ast.Name, ast.Attribute))}
            if handler.type
            else set(_ALL_ERRORS)
        )
        guard |= Guard.IMPORT if names & (_IMPORT_ERRORS | _ALL_ERRORS) else Guard.NONE
        guard |= _guards(names)
    return guard


def _guards(names: set[str]) -> Guard:
    guard = Guard.NONE
    if names & _NAME_ERRORS:
        guard |= Guard.NAME
    if names & _ATTRIBUTE_ERRORS:
        guard |= Guard.ATTRIBUTE
    if names & _CALL_ERRORS:
        guard |= Guard.CALL
    return guard


def expected(node: ast.With | ast.AsyncWith) -> Guard:
    """What ``with pytest.raises(…)`` and ``with suppress(…)`` expect to fail."""
    guard = Guard.NONE
    for item in node.items:
        call = item.context_expr
        if isinstance(call, ast.Call) and dotted(call.func).rpartition(".")[2] in (
            "raises",
            "suppress",
            "assertRaises",
            "assertRaisesRegex",
        ):
            names = {
                n.id if isinstance(n, ast.Name) else n.attr
                for a in call.args
                for n in ast.walk(a)
                if isinstance(n, (ast.Name, ast.Attribute))
            }
            guard |= _guards(names) | (Guard.IMPORT if names & (_IMPORT_ERRORS | _ALL_ERRORS) else Guard.NONE)
            if names & _ALL_ERRORS:
                guard |= Guard.NAME | Guard.ATTRIBUTE | Guard.CALL
    return guard


def keys_of(node: ast.AST | None) -> set[str] | None:
    """The keys of a dict display or ``dict(a=…)`` when all of them are plain; ``None`` for anything else."""
    if isinstance(node, ast.Dict):
        if all(isinstance(k, ast.Constant) and isinstance(k.value, str) for k in node.keys):
            return {k.value for k in node.keys if isinstance(k, ast.Constant) and isinstance(k.value, str)}
        return None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "dict" and not node.args:
        return {k.arg for k in node.keywords if k.arg is not None} if all(k.arg is not None for k in node.keywords) else None
    return None


def strings(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The plain strings among expressions."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def is_typing(node: ast.AST) -> bool:
    """``if TYPE_CHECKING:``."""
    return (isinstance(node, ast.Name) and node.id == "TYPE_CHECKING") or (isinstance(node, ast.Attribute) and node.attr == "TYPE_CHECKING")


def values_given(body: Sequence[ast.stmt]) -> int:
    """How many values every ``return`` of a body gives, where each shows them one by one and all give as many; else 0."""
    found: set[int] = set()
    rest: list[ast.AST] = list(body)
    while rest:
        node = rest.pop()
        if isinstance(node, ast.Return):
            shown = isinstance(node.value, ast.Tuple) and not any(isinstance(one, ast.Starred) for one in node.value.elts)
            found.add(len(node.value.elts) if shown and isinstance(node.value, ast.Tuple) else 0)
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            rest.extend(ast.iter_child_nodes(node))
    return found.pop() if len(found) == 1 else 0
