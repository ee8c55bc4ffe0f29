"""Units that are kept from night to night: they come back as they were read, and what is strange is read anew."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from syncline.ports.blobcache import BlobCache
from syncline.run import unit_store
from syncline.run.unit_store import units_from
from syncline.syntax import units
from syncline.syntax.grammars import GRAMMARS
from syncline.syntax.units import ReadUnits

CLASS = "# What it is for.\n@made\nclass A(Enum):\n    B = 1\n\n    def run(self):\n        '''Run.'''\n        def inner(): pass\n\n"
TEXT = "import os\nfrom sys import path as road, argv\nX = Y = 2\n" + CLASS * 40


JSON = '{"a": {"b": [1, 2], "c": "é"}, "d": 1}'.replace("1", "1" * 3_000)
GO = "package p\n\n// Why.\nfunc f(a int) int { return a }\n" * 60


def reading(folder: Path) -> ReadUnits:
    return units_from(BlobCache(folder / "python"), BlobCache(folder / "others"))


def kept(folder: Path) -> list[Path]:
    return sorted(file for file in folder.glob("*/*/*") if file.is_file())


def test_units_come_back_as_they_were(tmp_path: Path) -> None:
    read = reading(tmp_path)
    for language, text in (("python", TEXT), ("json", JSON), ("go", GO)):
        assert read(language, text) == read(language, text) == units(language, text) != ()
    assert [file.relative_to(tmp_path).parts[0] for file in kept(tmp_path)] == ["others", "others", "python"]


def test_what_is_kept_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [reading(tmp_path)(language, text) for language, text in (("python", TEXT), ("json", JSON), ("go", GO))]
    monkeypatch.setattr("syncline.run.unit_store.units", lambda language, text: pytest.fail(f"{language} is read again"))
    assert [reading(tmp_path)(language, text) for language, text in (("python", TEXT), ("json", JSON), ("go", GO))] == expected


def test_one_text_is_another_in_each_language(tmp_path: Path) -> None:
    read = reading(tmp_path)
    for language in ("c", "cpp", "go", "json", "yaml", "python"):
        assert read(language, GO) == units(language, GO), language


def test_another_wheel_reads_anew_and_one_of_unknown_version_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def versions(say: str | None) -> None:
        monkeypatch.setattr(unit_store, "_installed", lambda module: say and f"{module}-{say}")
        unit_store._wheels.cache_clear()

    for say, many in (("1", 1), ("2", 2), ("2", 2), (None, 2)):
        versions(say)
        assert reading(tmp_path)("json", JSON) == units("json", JSON)
        assert len(kept(tmp_path)) == many
    unit_store._wheels.cache_clear()


def test_every_grammar_is_known_by_its_version() -> None:
    for language, (module, _) in GRAMMARS.items():
        wheels = unit_store._wheels(language)
        assert (wheels is None) == (language == "python")
        distribution = module.replace("_", "-")
        assert wheels is None or f"{module}-{version(distribution)}.dist-info".encode() in wheels
        assert wheels is None or f"tree_sitter-{version('tree-sitter')}.dist-info".encode() in wheels
    assert b"tree_sitter_cpp" in (unit_store._wheels("c") or b"")
    assert unit_store._installed("pathlib") is None
    assert unit_store._installed("no_such_module") is None


@pytest.mark.parametrize(
    ("language", "text"),
    [("python", "def f(: pass\n" * 400), ("python", "x = 1\n"), ("json", '{"a": 1}'), ("markdown", "# A\n" * 900), (None, TEXT)],
)
def test_broken_python_what_no_grammar_reads_and_what_is_short_is_not_kept(tmp_path: Path, language: str | None, text: str) -> None:
    assert reading(tmp_path)(language, text) == units(language, text)
    assert not kept(tmp_path)


@pytest.mark.parametrize("data", [b"", b"\xff", b"{}x", b"7", b'[[99,"a","a",0,1,1,1]]', b'[[0,"a"]]', b"null"])
def test_what_is_strange_is_read_anew(tmp_path: Path, data: bytes) -> None:
    for language, text in (("python", TEXT), ("json", JSON)):
        read = reading(tmp_path / language)
        read(language, text)
        (place,) = kept(tmp_path / language)
        place.write_bytes(data)
        assert read(language, text) == units(language, text)
        assert read(language, text) == units(language, text)
        assert place.read_bytes() != data
