"""Names used as code: not in comments, not in strings."""

from __future__ import annotations

from collections import Counter
from functools import cache
from keyword import kwlist
from typing import TYPE_CHECKING

from syncline.syntax.grammars import grammar, original, parse
from syncline.syntax.plain_tokens import pattern, used_in_strings
from syncline.syntax.profile import text_of
from syncline.syntax.profiles import PROFILES
from syncline.syntax.python_lexis import NAMES, expressions, is_formatted, is_torn
from syncline.syntax.python_tokens import python_tokens
from syncline.syntax.token import TokenKind

if TYPE_CHECKING:
    from tree_sitter import Query


_DEEP = 20  # formatted strings inside of one another


def identifiers(language: str | None, text: str) -> Counter[str]:
    """How often each name stands in the code of a text: uses, definitions, attributes, keyword arguments and imports alike, keywords not.

    Expressions inside of formatted and template strings are code; a name spelled in a plain string (``getattr(x, "name")``) is not.
    Languages without a grammar give every word outside of comments and strings.
    """
    if language == "python":
        found = Counter(_python(text))
        for word in kwlist:
            found.pop(word, None)
        return found
    if language in PROFILES and language is not None:
        return _by_tree(language, text)
    return _plain(language, text)


def _python(text: str, depth: int = 0) -> list[str]:
    found = NAMES.findall(text)
    names = [name for _, name in found if name]
    formatted = [string for string, _ in found if string and is_formatted(string)]
    if any(is_torn(string) for string in formatted):  # expressions that hold the string's own quotes: the quick way reads them wrong
        cut = python_tokens(text)
        names = [token.text for token in cut if token.kind is TokenKind.NAME]
        formatted = [token.text for token in cut if token.kind is TokenKind.STRING and is_formatted(token.text)]
    for string in formatted:
        if "{" in string and depth < _DEEP:
            for expression in expressions(string):
                names.extend(_python(expression, depth + 1))
    return names


@cache
def _query(language: str, kinds: frozenset[str]) -> Query:
    from tree_sitter import Query

    return Query(grammar(language), "[" + " ".join(f"({kind})" for kind in sorted(kinds)) + "] @name")


def _by_tree(language: str, text: str) -> Counter[str]:
    from tree_sitter import QueryCursor

    parsed = parse(language, text)
    if parsed.given_up is not None:
        return _plain(language, text)
    query = _query(parsed.language, PROFILES[parsed.language].names)
    nodes = [node for found in QueryCursor(query).captures(parsed.root).values() for node in found]
    counts = Counter(text_of(node) for node in nodes)
    counts.pop("", None)
    return counts if text.isascii() else Counter({original(name): count for name, count in counts.items()})


def _plain(language: str | None, text: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    used = used_in_strings(language)
    for found in pattern(language).finditer(text):
        if found.lastgroup == "name":
            counts[found[0]] += 1
        elif used is not None and found.lastgroup == "string":
            counts.update(used.findall(found[0]))
    return counts
