"""What one Python file defines and uses, as values.

Facts are made of the text alone, so that equal blobs share them across trees. Names are not looked up here; a ``Ref`` says where to look.
They are named tuples, not dataclasses: a tree has hundreds of thousands of them. Lines count from 1.
"""

from __future__ import annotations

from enum import IntFlag
from typing import NamedTuple


class Guard(IntFlag):
    """What protects a use: it stands where its failing is expected."""

    NONE = 0
    IMPORT = 1
    NAME = 2
    ATTRIBUTE = 4
    CALL = 8
    TYPING = 16


class Parameter(NamedTuple):
    """One parameter. ``kind`` is one of ``/`` (positional only), ``p``, ``*``, ``k`` (keyword only), ``**``; ``default`` its text or ``None``."""

    name: str
    kind: str
    default: str | None = None


class Ref(NamedTuple):
    """An expression that can be looked up: a root and the attributes taken from it.

    ``root`` is one of ``global`` (``name`` is a name of the module), ``import`` (``name`` is ``level:module`` or ``level:module:name``),
    ``def`` (``name`` is the qualified name of a local function or class), ``self``, ``class`` and ``super`` (``name`` is the qualified name
    of the class), ``call`` (the value of calling ``inner``), ``instance`` (a value annotated as ``inner``).
    """

    root: str
    name: str = ""
    inner: Ref | None = None
    chain: tuple[str, ...] = ()


class Binding(NamedTuple):
    """A name bound at the top of a module. ``branch`` tells arms of conditionals apart; ``text`` is what it is bound to, if short.

    ``words`` are the names in that value; ``end`` is its last line.
    """

    name: str
    kind: str
    line: int
    branch: tuple[str, ...] = ()
    ref: Ref | None = None
    text: str = ""
    end: int = 0
    words: frozenset[str] = frozenset()


class Import(NamedTuple):
    """One imported name. ``name`` is ``None`` for ``import module``, ``*`` for all names."""

    module: str
    level: int
    name: str | None
    bound: str
    line: int
    scope: str
    guard: Guard


class Function(NamedTuple):
    """A function or method. ``owner`` is the class's qualified name, ``size`` the number of its statements, ``outer`` the kind of scope around.

    ``stub``: its body does nothing. ``parametrized`` are the arguments that pytest gives it; ``unread`` its parameters that the body never reads.
    ``gives``: how many values each ``return`` of a ``backward`` gives, where all give as many; else 0.
    """

    name: str
    qualified: str
    line: int
    end: int
    parameters: tuple[Parameter, ...]
    decorators: tuple[str, ...]
    owner: str
    branch: tuple[str, ...]
    returns: Ref | None
    size: int
    outer: str
    stub: bool = False
    parametrized: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    gives: int = 0


class Field(NamedTuple):
    """A name bound in a class body by assignment or annotation. ``text`` is the value's text."""

    name: str
    line: int
    annotated: bool
    default: bool
    branch: tuple[str, ...]
    annotation: Ref | None
    text: str
    classvar: bool
    init: bool
    keyword: bool
    end: int
    words: frozenset[str]


class Written(NamedTuple):
    """``self.name = …`` in a method, and what is written; ``none`` when it is ``None``."""

    name: str
    line: int
    scope: str
    value: Ref | None
    none: bool = False


class Class(NamedTuple):
    """A class. ``bases`` holds ``None`` for expressions that cannot be looked up. ``open``: attributes can appear that nobody can see.

    ``keywords``: there is a metaclass or another class argument. ``enclosed`` is the kind of scope around it.
    """

    name: str
    qualified: str
    line: int
    end: int
    bases: tuple[Ref | None, ...]
    base_texts: tuple[str, ...]
    decorators: tuple[str, ...]
    keywords: bool
    branch: tuple[str, ...]
    fields: tuple[Field, ...]
    methods: tuple[Function, ...]
    written: tuple[Written, ...]
    nested: tuple[str, ...]
    open: bool
    enclosed: str


class Call(NamedTuple):
    """A call whose callee can be looked up. ``stars``/``spread``: there is a ``*``/``**`` argument whose content is not known."""

    ref: Ref
    text: str
    line: int
    scope: str
    positional: int
    keywords: tuple[str, ...]
    stars: bool
    spread: bool
    guard: Guard


class Attribute(NamedTuple):
    """A read of an attribute through something that can be looked up. The last of ``ref.chain`` is the attribute; ``patched`` by a test."""

    ref: Ref
    text: str
    line: int
    scope: str
    guard: Guard
    patched: bool = False


class Name(NamedTuple):
    """A name that is bound nowhere in the file."""

    name: str
    line: int
    scope: str
    guard: Guard


class Spot(NamedTuple):
    """An attribute read or written, of whatever. ``root`` is the last word of what it is taken from (``config`` of ``self.config.size``)."""

    name: str
    line: int
    scope: str
    guard: Guard
    root: str


class Option(NamedTuple):
    """A command-line option: its flags, the attribute it lands in, and where. ``parser`` is the text of what it was added to."""

    flags: tuple[str, ...]
    dest: str
    line: int
    scope: str
    parser: str
    branch: tuple[str, ...] = ()


class Repeated(NamedTuple):
    """A key that stands twice in one dict display."""

    key: str
    line: int
    first: int
    scope: str


class Dead(NamedTuple):
    """A statement behind one that leaves its block; ``text`` is its first line."""

    line: int
    scope: str
    text: str


class Facts(NamedTuple):
    """Everything of one file, as the reader makes it; ``module.Module`` is how the rest sees it.

    ``parsed`` is false where Python cannot read it; then everything else is empty. ``open``: names can appear at the top of the module that
    nobody can see. ``stars`` are the modules of ``from … import *``. ``words`` is everything that may define a name in any way, plain strings
    included; ``given`` the keywords of its calls; ``loads`` pairs of a function and a name of the module that it reads when it runs.
    """

    parsed: bool
    open: bool = False
    bindings: tuple[Binding, ...] = ()
    exported: tuple[str, ...] | None = None
    stars: tuple[tuple[str, int], ...] = ()
    imports: tuple[Import, ...] = ()
    functions: tuple[Function, ...] = ()
    classes: tuple[Class, ...] = ()
    calls: tuple[Call, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    undefined: tuple[Name, ...] = ()
    reads: tuple[Spot, ...] = ()
    stores: tuple[Spot, ...] = ()
    words: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    loads: frozenset[tuple[str, str]] = frozenset()
    options: tuple[Option, ...] = ()
    repeated: tuple[Repeated, ...] = ()
    dead: tuple[Dead, ...] = ()
    script: bool = False
