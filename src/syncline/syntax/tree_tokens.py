"""Tokens of a text by its tree-sitter tree: the leaves, and whatever the leaves leave uncovered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from syncline.syntax.grammars import Parsed
from syncline.syntax.plain_tokens import plain_tokens
from syncline.syntax.profile import Profile
from syncline.syntax.token import Token, TokenKind

if TYPE_CHECKING:
    from tree_sitter import Node

_NAME = re.compile(r"[^\W\d][\w-]*")
_NUMBER = re.compile(r"\d[\w.]*")


def leaves(root: Node, whole: frozenset[str]) -> Iterator[Node]:
    """The leaves in order; nodes of the kinds in ``whole`` count as leaves. Walks without recursion: trees are as deep as texts make them."""
    cursor = root.walk()
    while True:
        node = cursor.node
        if node is not None and (node.type in whole or not cursor.goto_first_child()):
            yield node
            while not cursor.goto_next_sibling():
                if not cursor.goto_parent():
                    return


def tree_tokens(parsed: Parsed, profile: Profile) -> tuple[Token, ...]:
    """Tokens in order; nothing but white space lies between them."""
    text = parsed.text
    kinds = {
        **dict.fromkeys(profile.names | profile.atoms, TokenKind.NAME),
        **dict.fromkeys(profile.numbers, TokenKind.NUMBER),
        **dict.fromkeys(profile.strings, TokenKind.STRING),
        **dict.fromkeys(profile.comments, TokenKind.COMMENT),
    }
    trimmed = profile.comments | profile.spaced
    found: list[Token] = []
    at = line = bol = 0
    for node in leaves(parsed.root, profile.comments | profile.strings | profile.atoms):
        start, end = parsed.offset(node.start_byte), parsed.offset(node.end_byte)
        piece = text[start:end]
        kind = node.type
        if start < at or not piece or piece.isspace():
            continue
        if kind in trimmed:
            bare = piece.lstrip()
            start += len(piece) - len(bare)
            piece = bare.rstrip()
        gap = text[at:start]
        if gap and not gap.isspace():
            found.extend(plain_tokens(None, text, at, start, line, bol))
        ends = gap.count("\n")
        if ends:
            line, bol = line + ends, at + gap.rfind("\n") + 1
        found.append(Token(kinds.get(kind) or _kind(node, piece), piece, line, start - bol, start))
        ends = piece.count("\n")
        if ends:
            line, bol = line + ends, start + piece.rfind("\n") + 1
        at = start + len(piece)
    found.extend(plain_tokens(None, text, at, len(text), line, bol))
    return tuple(found)


def _kind(node: Node, piece: str) -> TokenKind:
    if _NAME.fullmatch(piece):
        return TokenKind.NAME
    if _NUMBER.fullmatch(piece):
        return TokenKind.NUMBER
    return TokenKind.TEXT if node.is_named else TokenKind.OPERATOR
