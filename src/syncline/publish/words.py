"""Templates of titles, labels and comments, and the sentences that publishing says under pull requests."""

from __future__ import annotations

import re
from collections.abc import Mapping

from syncline.core.errors import UserError
from syncline.core.names import shown

RETIRED = "Superseded by {url}. What people changed here is carried there, or is listed there as no longer applying."


def plain(text: str) -> str:
    """A message as words of a comment: no markup, no mention, no control character."""
    return shown(text).replace("`", "'").replace("@", "@\u200b").replace("<", "‹").replace(">", "›").replace("#", "#\u200b")


def filled(template: str, words: Mapping[str, str]) -> str:
    """Fill ``{name}`` fields. Raises ``UserError`` for a field that does not exist; other braces stay as they are."""

    def word(found: re.Match[str]) -> str:
        if found[1] not in words:
            known = ", ".join("{" + w + "}" for w in words)
            raise UserError(f"unknown field '{{{found[1]}}}' in '{template}' of [publish]; known: {known}")
        return words[found[1]]

    return re.sub(r"\{([a-z_]+)\}", word, template)
