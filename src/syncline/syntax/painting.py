"""What a grammar stumbles over, painted over before it reads the text: one character for one, so that offsets stay.

The words painted over are still there for ``tokens``, which looks at the text itself.
"""

from __future__ import annotations

import re

_MARKS = re.compile(
    r"\b__(?:align|constant|device|forceinline|global|grid_constant|host|launch_bounds|managed|noinline|restrict|shared)__"
    r"(?:[ \t]*\([^()\n]*\))?"
    r"|\b__(?:restrict|inline|forceinline)\b"
)
_CAPITALS = re.compile(
    r"^([ \t]*(?:template[ \t]*<[^\n]*>[ \t]*)?)([A-Z][A-Z0-9_]{2,}(?:\([^()\n]*\))?)"
    r"(?=\s+(?:auto|bool|char|class|const|constexpr|double|explicit|extern|float|inline|int|long|short|signed|static|struct|unsigned|virtual|void)\b)",
    re.MULTILINE,
)
_LAUNCH = re.compile(r"<<<([^;{}]{0,400}?)>>>(?=\s*\()")

# The scanner of the YAML grammar keeps one entry for each column at which a block is open, in a buffer of 1,024 bytes that it does not watch:
# past some 250 entries the process dies. No block may open beyond this column.
_FAR = 240
_FAR_LINE = re.compile(rf"[^\n]{{{_FAR + 1},}}")
_OPENS_BLOCK = re.compile(r"[-?:|>](?=\s|$)|(?<=[\"'\]}]):")


def painted(language: str, text: str) -> str:
    """The text as the grammar can bear it; as long as before.

    C and C++, written against a preprocessor and CUDA: macros in front of declarations become blank, ``f<<<grid, block>>>(x)`` becomes
    ``f(grid, block)(x)``. YAML: keys and entries that begin far to the right are no keys and entries.
    """
    match language:
        case "c" | "cpp":
            if "__" in text:
                text = _MARKS.sub(lambda found: " " * len(found[0]), text)
            text = _CAPITALS.sub(lambda found: found[1] + " " * len(found[2]), text)
            return _LAUNCH.sub(r"(  \1  )", text) if "<<<" in text else text
        case "yaml":
            return _FAR_LINE.sub(lambda line: line[0][:_FAR] + _OPENS_BLOCK.sub("_", line[0][_FAR:]), text)
        case _:
            return text
