"""C and C++ as written against a preprocessor: what a grammar that never expands a macro stumbles over is painted over, one for one.

Only what stands in front of a declaration, and CUDA's launches. Offsets stay; the words painted over are still there for ``tokens``.
"""

from __future__ import annotations

import re

_WORDS = (
    r"\b__(?:align|constant|device|forceinline|global|grid_constant|host|launch_bounds|managed|noinline|restrict|shared)__"
    r"(?:[ \t]*\([^()\n]*\))?"
)
_MARKS = re.compile(_WORDS + r"|\b__(?:restrict|inline|forceinline)\b")
_CAPITALS = re.compile(
    r"^([ \t]*(?:template[ \t]*<[^\n]*>[ \t]*)?)([A-Z][A-Z0-9_]{2,}(?:\([^()\n]*\))?)"
    r"(?=\s+(?:auto|bool|char|class|const|constexpr|double|explicit|extern|float|inline|int|long|short|signed|static|struct|unsigned|virtual|void)\b)",
    re.MULTILINE,
)
_LAUNCH = re.compile(r"<<<([^;{}]{0,400}?)>>>(?=\s*\()")


def painted(text: str) -> str:
    """The text with qualifying macros blank and ``f<<<grid, block>>>(x)`` as ``f(grid, block)(x)``; as long as before."""
    if "__" in text:
        text = _MARKS.sub(lambda found: " " * len(found[0]), text)
    text = _CAPITALS.sub(lambda found: found[1] + " " * len(found[2]), text)
    return _LAUNCH.sub(r"(  \1  )", text) if "<<<" in text else text
