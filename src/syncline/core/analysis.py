"""Analysers of the project, and what they say of one tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from syncline.core.merge import Merge
from syncline.core.names import RepoPath


class Format(StrEnum):
    """How an analyser's output is read."""

    RUFF = "ruff"
    PYREFLY = "pyrefly"
    TSC = "tsc"
    GO_VET = "go-vet"
    CARGO_JSON = "cargo-json"
    JAVAC = "javac"
    GCC = "gcc"
    SARIF = "sarif"
    REGEX = "regex"


@dataclass(frozen=True, slots=True)
class Analyser:
    """A command that reads a tree and says what is wrong with it."""

    name: str = field(metadata={"doc": "the name in reports; tsc, go-vet, cargo-check and javac bring their own command and format"})
    command: tuple[str, ...] = field(
        default=(), metadata={"doc": "the command as a list of words; {files} stands for the files of paths, {out} for an empty folder"}
    )
    format: Format = field(default=Format.GCC, metadata={"doc": "how its output is read"})
    pattern: str = field(
        default="", metadata={"doc": "for regex: a pattern with the groups path, line and message, and code if there is one"}
    )
    paths: tuple[str, ...] = field(
        default=(), metadata={"doc": "patterns of the files that it speaks of; all of them by default", "kind": "paths"}
    )
    timeout: int = field(
        default=600, metadata={"doc": "seconds after which the command is stopped and counts as failed", "kind": "positive"}
    )


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing an analyser says. ``error`` is false for warnings and notes; ``line`` counts from 1, 0 where there is none."""

    path: RepoPath
    line: int
    code: str
    message: str
    error: bool = True


@dataclass(frozen=True, slots=True)
class Analysis:
    """What one analyser says of the merge and of both sides. ``failure`` tells why it could not be run; then nothing is known."""

    analyser: str
    merged: tuple[Diagnostic, ...] = ()
    sides: Merge[tuple[Diagnostic, ...]] = Merge((), (), ())
    failure: str = ""
