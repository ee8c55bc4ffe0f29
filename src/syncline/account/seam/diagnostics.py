"""Output of analysers → diagnostics, and which of them the merge brought. Pure."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from syncline.core.analysis import Analysis, Diagnostic, Format
from syncline.core.merge import Side
from syncline.core.names import RepoPath

_TSC = re.compile(r"^(?P<path>[^\s(][^(\n]*)\((?P<line>\d+),\d+\): (?P<kind>error|warning) (?P<code>TS\d+): (?P<message>.*)$", re.MULTILINE)
_GCC = re.compile(
    r"^(?P<path>[^\s:][^:\n]*):(?P<line>\d+)(?::\d+)?: (?:(?P<kind>fatal error|error|warning|note): )?(?P<message>.*?)(?: \[(?P<code>-W[\w=+-]+)\])?$",
    re.MULTILINE,
)
_GO = re.compile(r"^(?:vet: )?(?:\./)?(?P<path>[^\s:#][^:\n]*\.go):(?P<line>\d+)(?::\d+)?: (?P<message>.*)$", re.MULTILINE)
_NUMBERS = re.compile(r"\d+")


class UnreadableOutputError(ValueError):
    """The output is not what the format promises."""


def diagnostics(kind: Format, output: str, root: str, pattern: str = "") -> tuple[Diagnostic, ...]:
    """Read the output of an analyser that ran in the folder ``root``. Raises ``UnreadableOutputError``."""
    try:
        found = _READERS[kind](output) if kind is not Format.REGEX else _matches(re.compile(pattern, re.MULTILINE), output)
        return tuple(d for d in (_inside(d, root) for d in found) if d is not None)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, re.error) as error:
        raise UnreadableOutputError(f"its output is not what '{kind.value}' promises: {error}") from error


def brought(analysis: Analysis, before: Callable[[RepoPath, Side], RepoPath | None]) -> Iterator[Diagnostic]:
    """Diagnostics of the merge that neither parent has as often in that file, whatever their line. ``before`` gives a file's path on a side."""
    old = {side: Counter(_identity(d, d.path) for d in analysis.sides.side(side)) for side in Side}
    seen: Counter[tuple[str, str, str]] = Counter()
    for one in analysis.merged:
        key = _identity(one, one.path)
        seen[key] += 1
        known = (old[side][_identity(one, path)] for side in Side if (path := before(one.path, side)) is not None)
        if seen[key] > max(known, default=0):
            yield one


def _identity(one: Diagnostic, path: RepoPath) -> tuple[str, str, str]:
    # Numbers in messages are mostly lines, columns and counts.
    return path, one.code, _NUMBERS.sub("0", one.message)


def _inside(one: Diagnostic, root: str) -> Diagnostic | None:
    """Paths relative to the tree; diagnostics of files outside of it are none of ours."""
    path = str(one.path).replace("\\", "/")
    if path.startswith("file://"):
        path = path.removeprefix("file://")
    if path.startswith(root.rstrip("/") + "/"):
        path = path[len(root.rstrip("/")) + 1 :]
    path = path.removeprefix("./")
    return None if path.startswith(("/", "../")) or not path else Diagnostic(RepoPath(path), one.line, one.code, one.message, one.error)


def _matches(pattern: re.Pattern[str], output: str) -> Iterator[Diagnostic]:
    for found in pattern.finditer(output):
        groups = found.groupdict()
        kind = groups.get("kind") or "error"
        if kind != "note":
            yield Diagnostic(
                RepoPath(groups["path"]),
                int(groups.get("line") or 0),
                groups.get("code") or "",
                groups["message"].strip(),
                "warning" not in kind,
            )


def _ruff(output: str) -> Iterator[Diagnostic]:
    for one in json.loads(output):
        yield Diagnostic(RepoPath(one["filename"]), one["location"]["row"], one["code"] or "syntax", one["message"])


def _pyrefly(output: str) -> Iterator[Diagnostic]:
    for one in json.loads(output)["errors"]:
        text = one.get("concise_description") or one["description"]
        yield Diagnostic(RepoPath(one["path"]), one["line"], one["name"], text, one.get("severity", "error") == "error")


def _cargo(output: str) -> Iterator[Diagnostic]:
    for line in output.splitlines():
        one: dict[str, Any] = json.loads(line) if line.startswith("{") else {}
        said = one.get("message") if one.get("reason") == "compiler-message" else None
        if said is None or said["level"] not in ("error", "warning"):
            continue
        for span in [s for s in said["spans"] if s["is_primary"]][:1]:
            code = (said.get("code") or {}).get("code", "")
            yield Diagnostic(RepoPath(span["file_name"]), span["line_start"], code, said["message"], said["level"] == "error")


def _sarif(output: str) -> Iterator[Diagnostic]:
    for run in json.loads(output)["runs"]:
        for one in run.get("results", ()):
            place = one["locations"][0]["physicalLocation"]
            line = place.get("region", {}).get("startLine", 0)
            yield Diagnostic(
                RepoPath(place["artifactLocation"]["uri"]),
                line,
                one.get("ruleId", ""),
                one["message"]["text"],
                one.get("level", "warning") == "error",
            )


_READERS: dict[Format, Callable[[str], Iterable[Diagnostic]]] = {
    Format.RUFF: _ruff,
    Format.PYREFLY: _pyrefly,
    Format.TSC: lambda output: _matches(_TSC, output),
    Format.GO_VET: lambda output: _matches(_GO, output),
    Format.CARGO_JSON: _cargo,
    Format.JAVAC: lambda output: _matches(_GCC, output),
    Format.GCC: lambda output: _matches(_GCC, output),
    Format.SARIF: _sarif,
}
