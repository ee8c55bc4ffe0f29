"""Text → tokens, by whatever reads the language best."""

from __future__ import annotations

from syncline.syntax.grammars import parse
from syncline.syntax.plain_tokens import plain_tokens
from syncline.syntax.profiles import PROFILES
from syncline.syntax.python_tokens import python_tokens
from syncline.syntax.token import Token
from syncline.syntax.tree_tokens import tree_tokens


def tokens(language: str | None, text: str) -> tuple[Token, ...]:
    """All tokens in order. The tokens and what lies between them (white space; in Python also joined lines) give back the text exactly.

    Python has ``NEWLINE``, ``INDENT`` and ``DEDENT``; elsewhere line ends are white space, so where they matter compare lines too.
    A string is one token, with everything inside of it. Languages without a grammar give words, numbers and single signs, and comments
    and strings where those can be told. Raises nothing, whatever the text.
    """
    if language == "python":
        return python_tokens(text)
    if language in PROFILES and language is not None:
        parsed = parse(language, text)
        return tree_tokens(parsed, PROFILES[parsed.language])
    return tuple(plain_tokens(language, text))
