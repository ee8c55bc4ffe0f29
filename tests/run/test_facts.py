"""The cache of facts: what was kept comes back, what is strange is not there, and nothing in it can run."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from syncline.account.seam.settling import read_module
from syncline.core.names import BlobId
from syncline.ports.blobcache import BlobCache
from syncline.run.facts import FactStore, fact_store

OID = BlobId("ab" * 20)


def test_facts_come_back_as_they_were(tmp_path: Path) -> None:
    module = read_module(b"import os\nclass A(os.B):\n    x: int = 1\n    def f(self, a, *, b=None):\n        return self.x, a(b)\n")
    store = FactStore(BlobCache(tmp_path))
    store.remember(OID, module)
    assert FactStore(BlobCache(tmp_path)).recall(OID) == module


@pytest.mark.parametrize("data", [b"", b"\x80", b"no pickle", pickle.dumps(("another", "thing"))])
def test_what_is_strange_is_not_there(tmp_path: Path, data: bytes) -> None:
    store = FactStore(BlobCache(tmp_path))
    store.remember(OID, read_module(b""))
    (place,) = tmp_path.glob("*/*")
    place.write_bytes(data)
    assert store.recall(OID) is None


class Trap:
    """What somebody else may have put there."""

    def __reduce__(self) -> tuple[object, tuple[str, ...]]:
        return os.mkdir, ("trapped",)


def test_nothing_in_it_can_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = FactStore(BlobCache(tmp_path / "facts"))
    store.remember(OID, read_module(b""))
    (place,) = (tmp_path / "facts").glob("*/*")
    place.write_bytes(pickle.dumps(Trap()))
    assert store.recall(OID) is None
    assert not (tmp_path / "trapped").exists()


def test_a_cache_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = FactStore(BlobCache(tmp_path / "file" / "below"))
    store.remember(OID, read_module(b""))
    store.kept.tidy()
    assert store.recall(OID) is None


def test_the_cache_is_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert fact_store().kept.folder.is_relative_to(tmp_path / "syncline" / "facts")
