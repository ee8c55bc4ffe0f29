"""Case folders and the modules they belong to: where they are and how they are read.

Used by the case harness, the structure test, the generated pages and the scaffold, so that all four mean the same thing by "case".

A term of a case is a file (``base.py``) or, where a case needs several files or a telling path, a folder (``base/pkg/core.py``). A single file
stands at the path ``case.<extension>``. A term that is missing is absent on that side.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
TERMS = ("base", "source", "target")


class Kind(Enum):
    """The two kinds of module that have cases. ``value`` is the word of the command line."""

    RULE = "rule"
    CHECK = "check"

    @property
    def modules(self) -> Path:
        """The package that holds them; its ``__init__`` holds the table."""
        return ROOT / "src" / "syncline" / ("resolve/rules" if self is Kind.RULE else "audit/checks")

    @property
    def package(self) -> str:
        """The import name of that package."""
        return ".".join(self.modules.relative_to(ROOT / "src").parts)

    @property
    def folders(self) -> Path:
        """The folder that holds a folder of cases for each."""
        return ROOT / "tests" / f"{self.value}s"

    @property
    def pages(self) -> Path:
        """The folder of the generated pages."""
        return ROOT / "docs" / f"{self.value}s"

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of cases, the telling one first."""
        return ("works", "declines", "gaps") if self is Kind.RULE else ("fires", "silent", "gaps")


@dataclass(frozen=True, slots=True)
class Case:
    """One case folder. ``owner`` is the name of its rule or check."""

    kind: Kind
    owner: str
    group: str
    path: Path

    @property
    def id(self) -> str:
        """The case as tests and pages name it."""
        return f"{self.owner}/{self.group}/{self.path.name}"

    def files(self, term: str) -> dict[str, bytes] | None:
        """The files of one term by path; ``None`` when the term is absent."""
        folder = self.path / term
        if folder.is_dir():
            return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}
        found = sorted(f for f in self.path.glob(f"{term}.*") if f.is_file())
        if len(found) > 1:
            message = f"{self.id}: {term} is there twice: {', '.join(f.name for f in found)}"
            raise ValueError(message)
        return {f"case{found[0].name.removeprefix(term)}": found[0].read_bytes()} if found else None

    def text(self, name: str) -> str | None:
        """A file of the case that is no term, such as ``findings.json`` or ``why.md``; ``None`` when it is not there."""
        path = self.path / name
        return path.read_text("utf-8") if path.is_file() else None


def owners(kind: Kind) -> tuple[str, ...]:
    """The names of all modules of a kind: file names with hyphens for underscores, sorted."""
    return tuple(sorted(f.stem.replace("_", "-") for f in kind.modules.glob("*.py") if f.stem != "__init__"))


def module_file(kind: Kind, owner: str) -> Path:
    """The file of a rule or check."""
    return kind.modules / f"{owner.replace('-', '_')}.py"


def load(kind: Kind, owner: str) -> ModuleType:
    """The module of a rule or check."""
    return importlib.import_module(f"{kind.package}.{owner.replace('-', '_')}")


def docstring(kind: Kind, owner: str) -> str:
    """The module's docstring: its public page."""
    return ast.get_docstring(ast.parse(module_file(kind, owner).read_text("utf-8"))) or ""


def cases(kind: Kind) -> tuple[Case, ...]:
    """Every case folder of a kind, sorted by id."""
    return tuple(sorted(_cases(kind), key=lambda case: case.id))


def _cases(kind: Kind) -> Iterator[Case]:
    for path in kind.folders.glob("*/*/*"):
        if path.is_dir() and "__pycache__" not in path.parts:
            yield Case(kind, path.parts[-3], path.parts[-2], path)
