"""Dependencies entry by entry: manifests become entries, three manifests become what each side did to each entry. Pure.

Read are ``pyproject.toml``, requirements files, ``package.json``, ``Cargo.toml`` and ``go.mod``. A manifest that cannot be read has no entries,
and says so by ``None``: nothing is guessed from half of a file.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from syncline.core.merge import Merge, Side
from syncline.core.names import RepoPath

_REQUIREMENTS = re.compile(r"(^|[-_./])requirements?([-_.][\w.-]+)?\.(txt|in)$|(^|/)requirements/[^/]+\.(txt|in)$", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
_NPM = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies", "resolutions", "overrides")
_CARGO = ("dependencies", "dev-dependencies", "build-dependencies")
# What pins a thing to one place: a repository, an archive, a folder.
_SOURCE = re.compile(r"\bgit\b|git\+|github:|gitlab:|https?://|^file:|\bpath\s*=|\burl\s*=|\brev\b")


@dataclass(frozen=True, slots=True)
class Entry:
    """One dependency of a manifest. ``section`` is the table it stands in, ``spec`` everything behind the name, ``line`` counts from 1 (0: unknown)."""

    section: str
    name: str
    spec: str
    line: int = 0

    @property
    def is_source(self) -> bool:
        """True where the entry names a place to get it from rather than versions of it."""
        return bool(_SOURCE.search(self.spec))

    @property
    def shown(self) -> str:
        """The entry as a reader writes it."""
        return f"{self.name}{'' if not self.spec or self.spec[0] in '[<>=!~;@' else ' '}{self.spec}" if self.spec else self.name


Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class EntryChange:
    """One entry in base, source, target and merge; ``None`` where a version does not have it."""

    section: str
    name: str
    versions: Merge[Entry | None]
    merged: Entry | None

    def changed(self, side: Side) -> bool:
        """True where a side added, removed or changed the entry."""
        return _spec(self.versions.base) != _spec(self.versions.side(side))

    @property
    def contested(self) -> bool:
        """True where both sides changed it, and not alike."""
        alike = _spec(self.versions.source) == _spec(self.versions.target)
        return self.changed(Side.SOURCE) and self.changed(Side.TARGET) and not alike

    def dropped(self, side: Side) -> bool:
        """True where a side changed the entry alone and the merge does not have the change."""
        return self.changed(side) and not self.changed(side.other) and _spec(self.merged) != _spec(self.versions.side(side))


def _spec(entry: Entry | None) -> str | None:
    return entry.spec if entry is not None else None


def is_manifest(path: RepoPath) -> bool:
    """True for files that this module reads."""
    return path.rpartition("/")[2] in ("pyproject.toml", "package.json", "Cargo.toml", "go.mod") or bool(_REQUIREMENTS.search(path))


def entries_of(path: RepoPath, text: str) -> dict[Key, Entry] | None:
    """The entries of one manifest by section and name; ``None`` where it cannot be read."""
    try:
        match path.rpartition("/")[2]:
            case "pyproject.toml":
                found = list(_pyproject(tomllib.loads(text)))
            case "package.json":
                found = list(_package(json.loads(text)))
            case "Cargo.toml":
                found = list(_cargo(tomllib.loads(text)))
            case "go.mod":
                found = list(_go(text))
            case _:
                found = list(_requirements(text))
    except (ValueError, AttributeError, TypeError, RecursionError):
        return None
    lines = [(line, line.lower()) for line in text.split("\n")]
    return {(e.section, e.name): Entry(e.section, e.name, e.spec, e.line or _line(e, lines)) for e in found}


def entry_changes(path: RepoPath, texts: Merge[str], merged: str) -> tuple[EntryChange, ...] | None:
    """Every entry that a side changed, by section and name; ``None`` where one of the manifests cannot be read. Empty texts are absent files."""
    read = [entries_of(path, text) if text.strip() else {} for text in (texts.base, texts.source, texts.target, merged)]
    base, source, target, after = read
    if base is None or source is None or target is None or after is None:
        return None
    keys = sorted({*base, *source, *target})
    found = [EntryChange(*key, Merge(base.get(key), source.get(key), target.get(key)), after.get(key)) for key in keys]
    return tuple(change for change in found if change.changed(Side.SOURCE) or change.changed(Side.TARGET))


def _line(entry: Entry, lines: list[tuple[str, str]]) -> int:
    """Where an entry stands: the line that says its name and most of what it says. ``lines`` come with their small letters."""
    word = re.compile(rf"(?<![\w.-]){re.escape(entry.name)}(?![\w-])", re.IGNORECASE)
    small = entry.name.lower()
    # Few lines hold the letters at all. Beyond ASCII a letter may have other twins than its small one.
    named = [at for at, (line, low) in enumerate(lines) if (small in low or not line.isascii()) and word.search(line)]
    if len(named) < 2:
        return named[0] + 1 if named else 0
    spec = [part for part in re.findall(r"[\w.-]{2,}", entry.spec) if part not in ("git", "rev", "url")]
    return max(named, key=lambda at: sum(part in lines[at][0] for part in spec)) + 1


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _requirement(section: str, text: str, line: int = 0) -> Entry | None:
    """A requirement as Python writes it (PEP 508), or a bare address with its name behind ``#egg=``."""
    text = re.split(r"\s+#", text.strip())[0].strip()
    egg = re.search(r"#egg=([\w.-]+)", text)
    if egg and "@ " not in text.split("://")[0]:
        return Entry(section, _normal(egg[1]), text.removeprefix("-e ").strip(), line)
    head = _NAME.match(text)
    return Entry(section, _normal(head[0]), text[head.end() :].strip(), line) if head else None


def _strings(section: str, value: object) -> Iterator[Entry]:
    for item in value if isinstance(value, list) else ():
        if isinstance(item, str) and (entry := _requirement(section, item)) is not None:
            yield entry


def _tables(section: str, value: object) -> Iterator[Entry]:
    """A list of tables that are known by their names."""
    for item in value if isinstance(value, list) else ():
        if isinstance(item, Mapping) and isinstance(name := item.get("name"), str):
            yield Entry(section, _normal(name), _words({key: what for key, what in item.items() if key != "name"}))


def _pyproject(data: Mapping[str, object]) -> Iterator[Entry]:
    project, tool = _table(data, "project"), _table(data, "tool")
    yield from _strings("dependencies", project.get("dependencies"))
    for extra, value in _table(project, "optional-dependencies").items():
        yield from _strings(f"extra {extra}", value)
    for group, value in _table(data, "dependency-groups").items():
        yield from _strings(f"group {group}", value)
    yield from _strings("build-system", _table(data, "build-system").get("requires"))
    uv = _table(tool, "uv")
    for name in ("dev-dependencies", "override-dependencies", "constraint-dependencies"):
        yield from _strings(f"uv {name}", uv.get(name))
    for name, value in _table(uv, "sources").items():
        yield Entry("uv source", _normal(name), _words(value))
    for section in ("dependency-metadata", "index"):
        yield from _tables(f"uv {section}", uv.get(section))
    for group, value in _table(_table(tool, "pdm"), "dev-dependencies").items():
        yield from _strings(f"pdm {group}", value)
    for name, value in _table(_table(tool, "hatch"), "envs").items():
        for key in ("dependencies", "extra-dependencies"):
            yield from _strings(f"hatch {name}", _table({name: value}, name).get(key))
    poetry = _table(tool, "poetry")
    for section in ("dependencies", "dev-dependencies"):
        for name, value in _table(poetry, section).items():
            yield Entry(f"poetry {section}", _normal(name), _words(value))
    for group, value in _table(poetry, "group").items():
        for name, inner in (_table(value, "dependencies") if isinstance(value, Mapping) else {}).items():
            yield Entry(f"poetry group {group}", _normal(name), _words(inner))


def _package(data: Mapping[str, object]) -> Iterator[Entry]:
    for section in _NPM:
        for name, value in _table(data, section).items():
            yield Entry(section, name, _words(value))


def _cargo(data: Mapping[str, object]) -> Iterator[Entry]:
    tables = {"": data, "workspace ": _table(data, "workspace")}
    tables.update({f"target {name} ": value for name, value in _table(data, "target").items() if isinstance(value, Mapping)})
    for prefix, table in tables.items():
        for section in _CARGO:
            for name, value in _table(table, section).items():
                yield Entry(f"{prefix}{section}", name, _words(value))
    for origin in _table(data, "patch"):
        for name, value in _table(_table(data, "patch"), origin).items():
            yield Entry(f"patch {origin}", name, _words(value))


def _go(text: str) -> Iterator[Entry]:
    block = ""
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.split("//")[0].strip()
        if line in ("require (", "replace ("):
            block = line.split(" ", 1)[0]
        elif line == ")":
            block = ""
        else:
            words = line.split()
            if words[:1] in (["require"], ["replace"]) and len(words) > 1:
                section, words = words[0], words[1:]
            else:
                section = block
            if section and words:
                yield Entry(section, words[0], " ".join(words[1:]), number)


def _requirements(text: str) -> Iterator[Entry]:
    joined = text.replace("\\\n", " ")
    for raw in joined.split("\n"):
        line = raw.strip()
        if line and not line.startswith(("#", "-r", "-c", "--")):
            entry = _requirement("requirements", re.sub(r"\s--hash=\S+", "", line))
            if entry is not None:
                yield entry


def _table(data: object, key: str) -> Mapping[str, object]:
    value = data.get(key) if isinstance(data, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def _words(value: object) -> str:
    """A spec in one line, with the keys of a table in a fixed order."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {_words(value[key])}" for key in sorted(value))
    if isinstance(value, list):
        return "; ".join(_words(item) for item in value)
    return str(value)
