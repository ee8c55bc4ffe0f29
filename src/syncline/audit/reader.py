"""What a text says, remembered for the length of one audit: units, silent lines, options. Pure: the same subject gives the same answers."""

from __future__ import annotations

import re

from syncline.audit.subject import Subject
from syncline.core.merge import Absent
from syncline.core.names import BlobId
from syncline.core.text import split_lines
from syncline.core.tree import Version
from syncline.core.unit import Unit, UnitKind
from syncline.syntax import enclosing_unit, is_test_unit, language_of

_WORD = re.compile(r"[^\W\d]\w*")

_ASSIGNED = re.compile(r"\s*(?:\w+\.)+([^\W\d]\w+)\s*(?::[^=]+)?=(?!=)")

# What people would miss by name.
NAMED = frozenset({UnitKind.FUNCTION, UnitKind.CLASS, UnitKind.METHOD, UnitKind.FIELD, UnitKind.CONSTANT, UnitKind.ENUM_VALUE})


class Reader:
    """Reads versions of files for one audit; each is parsed once."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._units: dict[tuple[BlobId, str | None], tuple[Unit, ...]] = {}
        self._names: dict[tuple[BlobId, str | None], frozenset[str]] = {}
        self._silent: dict[tuple[BlobId, str | None], frozenset[int] | None] = {}

    def units(self, version: Version | Absent) -> tuple[Unit, ...]:
        """The units of a version; none where it cannot be read or parsed."""
        if isinstance(version, Absent):
            return ()
        key = (version.entry.oid, language_of(version.path))
        if key not in self._units:
            text = self._subject.text(version)
            self._units[key] = self._subject.read_units(key[1], text) if text is not None and key[1] is not None else ()
        return self._units[key]

    def names(self, version: Version | Absent) -> frozenset[str]:
        """The qualified names that a version defines."""
        if isinstance(version, Absent):
            return frozenset()
        key = (version.entry.oid, language_of(version.path))
        if key not in self._names:
            self._names[key] = frozenset(u.qualified for u in self.units(version) if u.kind in NAMED)
        return self._names[key]

    def is_test(self, version: Version | Absent, unit: Unit) -> bool:
        """True for tests, by name or by what is written above them (``@Test``, ``#[test]``)."""
        return is_test_unit(unit, self._subject.lines(version))

    def text(self, version: Version | Absent) -> str:
        """The text of a version; empty where there is none."""
        return self._subject.text(version) or ""

    def spoken(self, version: Version | Absent, unit: Unit) -> frozenset[str]:
        """The words of one unit of a version."""
        lines = split_lines(self.text(version))[unit.lines.start : unit.lines.stop]
        return frozenset(_WORD.findall("".join(lines)))

    def words(self, version: Version | Absent) -> frozenset[str]:
        """The words a version has outside its imports, in code, comments and strings alike."""
        inside = {line for u in self.units(version) if u.kind is UnitKind.IMPORT for line in range(u.lines.start, u.lines.stop)}
        lines = split_lines(self.text(version))
        return frozenset(word for at, line in enumerate(lines) if at not in inside for word in _WORD.findall(line))

    @staticmethod
    def assigned(line: str) -> tuple[str, ...]:
        """The attribute that a line assigns, by its last name; plain local names are nobody's to miss."""
        found = _ASSIGNED.match(line)
        return (found[1],) if found else ()

    def around(self, version: Version | Absent, line: int) -> str:
        """The qualified name of the unit around a line (from 0), or an empty string."""
        unit = enclosing_unit(self.units(version), line)
        return unit.qualified if unit is not None else ""

    def silent(self, version: Version | Absent) -> frozenset[int] | None:
        """The lines that hold nothing but comment, docstring or white space; ``None`` where there is no text."""
        if isinstance(version, Absent):
            return None
        key = (version.entry.oid, language_of(version.path))
        if key not in self._silent:
            text = self._subject.text(version)
            self._silent[key] = self._subject.silent(key[1], text) if text is not None else None
        return self._silent[key]
