"""Are two texts the same but for formatting?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from syncline.syntax.grammars import Parsed, parse
from syncline.syntax.profile import Profile
from syncline.syntax.profiles import PROFILES
from syncline.syntax.python_tokens import python_tokens
from syncline.syntax.python_units import parse_python
from syncline.syntax.token import TokenKind
from syncline.syntax.tree_tokens import tree_tokens

if TYPE_CHECKING:
    from tree_sitter import Node

_CLOSERS = frozenset({")", "]", "}", ">"})
_OPENERS = frozenset({"(", "[", "{", "<", ","})
_SKIPPED = frozenset({"kind", "type_comment"})  # a "u" before a string; never filled in


def same_syntax(language: str | None, a: str, b: str) -> bool:
    """True if the texts differ in formatting alone; comments included, in their order. Says no where it cannot tell.

    Python: the same tree. Other grammars: the same tokens in a tree of the same shape, but for trailing commas and white space.
    Where layout has meaning (YAML, running text) or nothing is known: the same lines, blank ones and white space at their ends aside.
    """
    if a == b:
        return True
    if language == "python":
        return same_comments(a, b) and same_tree(language, a, b)
    return _same(language, a, b, comments=True)


def same_tree(language: str | None, a: str, b: str) -> bool:
    """As ``same_syntax``, but comments may differ as they like; where layout has meaning they may not."""
    if a == b:
        return True
    if language != "python":
        return _same(language, a, b, comments=False)
    first, second = parse_python(a), parse_python(b)
    if first is None or second is None:
        return first is second and _words(a)[0] == _words(b)[0]
    return same_trees(first, second)


def same_comments(a: str, b: str) -> bool:
    """Compare the comments of Python; where no hash sign stands between what both texts share at their ends, there is nothing to compare.

    A change that turned a later hash sign from text into comment would change the tree as well.
    """
    one, other = a.split("\n"), b.split("\n")
    head = next((at for at, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), min(len(one), len(other)))
    one, other = one[head:], other[head:]
    while one and other and one[-1] == other[-1]:
        one.pop()
        other.pop()
    if not any("#" in line for line in (*one, *other)):
        return True
    return _comments(a) == _comments(b)


def _comments(text: str) -> list[str]:
    return [one.text.rstrip() for one in python_tokens(text) if one.kind is TokenKind.COMMENT]


def same_words(a: str, b: str) -> bool | None:
    """Compare the words of two pieces of Python, comments aside; ``None`` where one leaves something open that text below it may close."""
    (one, first), (other, second) = _words(a), _words(b)
    return None if first or second else one == other


def _words(text: str) -> tuple[list[tuple[TokenKind, str]], bool]:
    """The words, and whether a bracket, a string or a joined line is open at the end."""
    found: list[tuple[TokenKind, str]] = [(one.kind, one.text.strip()) for one in python_tokens(text) if one.kind is not TokenKind.COMMENT]
    depth = 0
    torn = text.rstrip("\r\n").endswith("\\")
    for kind, word in found:
        if kind is TokenKind.OPERATOR:
            depth = max(0, depth + (word in "([{") - (word in ")]}"))
        torn = torn or (kind is TokenKind.TEXT and len(word) > 2)
    return found, torn or depth > 0


def same_trees(first: ast.AST, second: ast.AST) -> bool:
    """Compare trees of Python without recursion, positions aside. Values are equal only if their types are: ``1`` is not ``True``, ``0.0`` is not ``-0.0``."""
    stack: list[tuple[object, object]] = [(first, second)]
    while stack:
        left, right = stack.pop()
        if type(left) is not type(right):
            return False
        if isinstance(left, ast.AST):
            stack.extend((getattr(left, name, None), getattr(right, name, None)) for name in left._fields if name not in _SKIPPED)
        elif isinstance(left, list) and isinstance(right, list):
            if len(left) != len(right):
                return False
            stack.extend(zip(left, right, strict=True))
        elif left != right or (isinstance(left, (float, complex)) and repr(left) != repr(right)):
            return False
    return True


def _same(language: str | None, a: str, b: str, *, comments: bool) -> bool:
    profile = PROFILES.get(language or "")
    if profile is None or language is None or profile.layout:
        return _filled(a) == _filled(b)
    first, second = parse(language, a), parse(language, b)
    profile = PROFILES[first.language]
    unread = first.given_up is not None or second.given_up is not None
    torn = first.root.has_error or second.root.has_error
    if unread or first.language != second.language or (torn and profile.newlines):
        return _filled(a) == _filled(b)
    return _texts(first, profile, comments=comments) == _texts(second, profile, comments=comments) and (
        _shape(first, profile, comments=comments) == _shape(second, profile, comments=comments)
    )


def _filled(text: str) -> list[str]:
    return [line.rstrip() for line in text.split("\n") if line.strip()]


def _shape(parsed: Parsed, profile: Profile, *, comments: bool) -> list[tuple[int, int]]:
    """Depth and kind of each node in order. Tells ``return x`` from a ``return`` with ``x`` on the next line."""
    found: list[tuple[int, int]] = []
    comma = -1
    last = ""
    for node, depth, leaf in _nodes(parsed.root, profile.comments | profile.strings | profile.atoms):
        kind = node.type
        if leaf and (kind in profile.comments or kind.isspace()):
            if comments and kind in profile.comments:
                found.append((depth, node.kind_id))
            continue
        if leaf:
            if comma >= 0 and kind in _CLOSERS:
                del found[comma]
            comma = len(found) if kind == "," and last not in _OPENERS else -1
            last = kind
        found.append((depth, node.kind_id))
    return found


def _nodes(root: Node, whole: frozenset[str]) -> Iterator[tuple[Node, int, bool]]:
    """All nodes in order with their depth; whether it is a leaf."""
    cursor = root.walk()
    depth = 0
    while True:
        node = cursor.node
        if node is None:
            return
        leaf = node.type in whole or not node.child_count
        yield node, depth, leaf
        if not leaf and cursor.goto_first_child():
            depth += 1
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return
            depth -= 1


def _texts(parsed: Parsed, profile: Profile, *, comments: bool) -> list[str]:
    """The text of every token. White space counts inside of strings alone: block comments move with their code, macros are re-aligned."""
    found: list[str] = []
    for token in tree_tokens(parsed, profile):
        text = token.text
        if token.kind is TokenKind.COMMENT:
            if not comments:
                continue
            text = "\n".join(line.strip() for line in text.split("\n"))
        elif token.kind is TokenKind.TEXT and profile.spaced:
            text = " ".join(text.split())
        if text in _CLOSERS and len(found) > 1 and found[-1] == "," and found[-2] not in _OPENERS:
            found.pop()
        found.append(text)
    return found
