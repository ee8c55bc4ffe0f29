"""Silent lines that are kept from night to night: they come back as they were found, and what is strange is found anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from syncline.audit.silence import silent_lines
from syncline.ports.blobcache import BlobCache
from syncline.run.silence_store import silence_from

TEXT = '"""What it is\n\nfor."""\n# Why.\n\nX = """\n# no comment\n"""\n\ndef f():\n    "Said."\n    return 1\n' * 40


def test_silent_lines_come_back_as_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = silence_from(BlobCache(tmp_path))("python", TEXT)
    assert found == silent_lines("python", TEXT)
    assert {0, 1, 2, 3, 4, 8, 10} <= found
    assert not found & {5, 6, 9, 11}
    monkeypatch.setattr("syncline.run.silence_store.silent_lines", lambda language, text: pytest.fail("found again"))
    assert silence_from(BlobCache(tmp_path))("python", TEXT) == found


@pytest.mark.parametrize(("language", "text"), [("python", "x = 1\n"), ("go", "// why\n" * 400), (None, TEXT)])
def test_what_takes_no_parse_is_not_kept(tmp_path: Path, language: str | None, text: str) -> None:
    assert silence_from(BlobCache(tmp_path))(language, text) == silent_lines(language, text)
    assert not list(tmp_path.glob("*/*"))


@pytest.mark.parametrize("data", [b"", b"\xff", b"[1,", b"7", b'["a"]', b"[true]", b"null", b"[0.5]"])
def test_what_is_strange_is_found_anew(tmp_path: Path, data: bytes) -> None:
    read = silence_from(BlobCache(tmp_path))
    read("python", TEXT)
    (place,) = tmp_path.glob("*/*")
    place.write_bytes(data)
    assert read("python", TEXT) == silent_lines("python", TEXT)
    assert place.read_bytes() != data
