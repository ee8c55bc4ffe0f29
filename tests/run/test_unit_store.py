"""Units that are kept from night to night: they come back as they were read, and what is strange is read anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from syncline.ports.blobcache import BlobCache
from syncline.run.unit_store import units_from
from syncline.syntax import units

CLASS = "# What it is for.\n@made\nclass A(Enum):\n    B = 1\n\n    def run(self):\n        '''Run.'''\n        def inner(): pass\n\n"
TEXT = "import os\nfrom sys import path as road, argv\nX = Y = 2\n" + CLASS * 40


def test_units_come_back_as_they_were(tmp_path: Path) -> None:
    read = units_from(BlobCache(tmp_path))
    assert read("python", TEXT) == read("python", TEXT) == units("python", TEXT)
    assert len(list(tmp_path.glob("*/*"))) == 1


@pytest.mark.parametrize(
    ("language", "text"),
    [("python", "def f(: pass\n" * 400), ("python", "x = 1\n"), ("json", '{"a": [' + "1," * 4000 + "1]}"), (None, TEXT)],
)
def test_what_python_does_not_read_itself_and_what_is_short_is_not_kept(tmp_path: Path, language: str | None, text: str) -> None:
    assert units_from(BlobCache(tmp_path))(language, text) == units(language, text)
    assert not list(tmp_path.glob("*/*"))


@pytest.mark.parametrize("data", [b"", b"\xff", b"{}x", b"7", b'[[99,"a","a",0,1,1,1]]', b'[[0,"a"]]', b"null"])
def test_what_is_strange_is_read_anew(tmp_path: Path, data: bytes) -> None:
    read = units_from(BlobCache(tmp_path))
    read("python", TEXT)
    (place,) = tmp_path.glob("*/*")
    place.write_bytes(data)
    assert read("python", TEXT) == units("python", TEXT)
    assert read("python", TEXT) == units("python", TEXT)
    assert place.read_bytes() != data
