"""Lay out a new rule or check: module, table line, case folder, changelog fragment. Refuses to touch anything that exists.

The module that is written declines, or finds nothing, until its author has written it: it can be committed half-way without doing harm, and
the structure test keeps saying which cases are missing.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from pathlib import Path

from cases import ROOT, Kind, module_file, owners
from pages import TABLES

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

RULE = '''"""Say in one line what both sides did here.

Sees: the shape of the region this rule speaks of.
Answers: the lines it answers with.
Why right: why nothing of either side is lost.
Declines when: every case that is near and not this one.
Safety: suggestion.
"""

from __future__ import annotations

from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.view import Region

STATUS = Status.PREVIEW
SAFETY = Safety.SUGGESTION


def run(region: Region) -> Resolution | Declined:
    """Answer for one region, or say why not."""
    return Declined(f"{region.path}: not the shape this rule speaks of")
'''

CHECK = '''"""Say in one line what is wrong with the merged tree.

Sees: what this check looks at.
Fires: when, and how findings are grouped.
Why: what goes wrong for people when nobody notices.
Silent: every case that is near and not this one.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.audit.subject import Subject
from syncline.core.finding import Finding
from syncline.core.resolution import Status

STATUS = Status.PREVIEW


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each thing that is wrong."""
    for _state in subject.novel():
        yield from ()
'''


class RefusedError(Exception):
    """The scaffold cannot be laid; the message says why."""


def scaffold(kind: Kind, name: str) -> list[str]:
    """Lay it out; returns what is left to do, in order."""
    if not _NAME.fullmatch(name):
        message = f"'{name}' is no name: lower-case words joined by hyphens, such as import-union"
        raise RefusedError(message)
    if name in owners(kind):
        message = f"{kind.value} '{name}' exists already"
        raise RefusedError(message)
    module = module_file(kind, name)
    folders = [kind.folders / name / group for group in kind.groups]
    fragment = ROOT / "changelog.d" / f"{name}.added.md"
    for path in (*folders, fragment):
        if path.exists():
            message = f"{path.relative_to(ROOT)} exists already"
            raise RefusedError(message)

    table = kind.modules / "__init__.py"
    listed = _listed(table.read_text("utf-8"), kind, module.stem)
    module.write_text(RULE if kind is Kind.RULE else CHECK, "utf-8")
    table.write_text(listed, "utf-8")
    subprocess.run([str(Path(sys.executable).with_name("ruff")), "format", "--quiet", str(table)], check=True)
    for folder in folders:
        folder.mkdir(parents=True)
    fragment.write_text(f"New {kind.value} `{name}`: say in a sentence what it does for the reader.\n", "utf-8")

    telling, quiet, _ = kind.groups
    return [
        f"write {module.relative_to(ROOT)}: the docstring first, it is the public page",
        f"put it in its place in {table.relative_to(ROOT)}: it stands last, and order is precedence",
        f"add cases under {folders[0].parent.relative_to(ROOT)}: at least one in {telling}/ and one in {quiet}/ (CONTRIBUTING.md has the files)",
        f"say it in {fragment.relative_to(ROOT)}",
        "make docs, make format, make check, make test",
    ]


def _listed(text: str, kind: Kind, module: str) -> str:
    """The table's file with one more import and one more line at the end of the table."""
    tree = ast.parse(text)
    edits: list[tuple[ast.stmt | ast.expr, str]] = []
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == kind.package:
            names = sorted({alias.name for alias in node.names} | {module})
            edits.append((node, f"from {kind.package} import {', '.join(names)}"))
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == TABLES[kind] and isinstance(node.value, ast.Tuple):
            entries = [ast.unparse(entry) for entry in node.value.elts]
            edits.append((node.value, f"({', '.join([*entries, module])},)"))
    if len(edits) != 2:
        message = f"the table of {kind.package} has not the shape this tool knows; list the module by hand"
        raise RefusedError(message)
    for old, new in sorted(edits, key=lambda edit: -edit[0].lineno):
        text = _replaced(text, old, new)
    return text


def _replaced(text: str, node: ast.stmt | ast.expr, new: str) -> str:
    # Columns of ast count bytes; the table's file is cut as bytes.
    lines = text.encode("utf-8").splitlines(keepends=True)
    end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or 0
    before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    after = lines[end_line - 1][end_column:] + b"".join(lines[end_line:])
    return (before + new.encode("utf-8") + after).decode("utf-8")


def main() -> int:
    """Lay out and say what is left."""
    parser = argparse.ArgumentParser(description="lay out a new rule or check")
    parser.add_argument("--kind", choices=[kind.value for kind in Kind], default="rule")
    parser.add_argument("name")
    arguments = parser.parse_args()
    try:
        left = scaffold(Kind(arguments.kind), arguments.name)
    except RefusedError as refused:
        print(f"refused: {refused}", file=sys.stderr)
        return 2
    print(f"{arguments.kind} {arguments.name} is laid out. What is left:")
    for number, step in enumerate(left, 1):
        print(f"  {number}. {step}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
