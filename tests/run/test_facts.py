"""The cache of facts: what was kept comes back, what is strange is made anew, and nothing in it can run."""

from __future__ import annotations

import os
import pickle
import time
import zlib
from pathlib import Path

import pytest

from syncline.account.seam.library import Library, Stores, packed_facts
from syncline.account.seam.packing import Packed, pack, unpack
from syncline.account.seam.settling import read_facts
from syncline.account.seam.trees import Seam
from syncline.core.merge import Merge
from syncline.core.names import BlobId, RepoPath
from syncline.ports.blobcache import BlobCache, user_cache
from syncline.run.facts import fact_stores, read_ahead

OID = BlobId("ab" * 20)
TEXT = b"import os\nclass A(os.B):\n    x: int = 1\n    def f(self, a, *, b=None):\n        return self.x, a(b), f'{undefined}'\n"
NAMES = ("parsed", "open", "script", "exported", "stars", "undefined", "repeated", "dead", "imports", "bindings", "functions", "classes")
USES = ("options", "calls", "attributes", "reads", "stores", "words", "given", "loads")


def library(stores: Stores | None, text: bytes = TEXT) -> Library:
    return Library(lambda _: text, stores)


def stores_in(folder: Path) -> Stores:
    return Stores(*(BlobCache(folder / name) for name in Stores._fields))


def test_facts_come_back_as_they_were(tmp_path: Path) -> None:
    facts = read_facts(TEXT)
    library(stores_in(tmp_path)).facts(OID)
    for one in (library(None), library(stores_in(tmp_path), b"nobody reads this")):
        module = one.facts(OID)
        assert {name: getattr(module, name) for name in (*NAMES, *USES)} == {name: getattr(facts, name) for name in (*NAMES, *USES)}


def trapped(folder: Path) -> bytes:
    class Trap:
        """What somebody else may have put there."""

        def __reduce__(self) -> tuple[object, tuple[str, ...]]:
            return os.mkdir, (str(folder / "trapped"),)

    return pickle.dumps(Trap())


@pytest.mark.parametrize("name", Stores._fields)
@pytest.mark.parametrize("data", [b"", b"\x80", b"no pickle", pickle.dumps(("another", "thing")), pack(read_facts(TEXT)).facts[:-1]])
def test_what_is_strange_is_made_anew(tmp_path: Path, name: str, data: bytes) -> None:
    stores = stores_in(tmp_path)
    library(stores).facts(OID)
    library(stores).words(OID)
    (place,) = (tmp_path / name).glob("*/*")
    place.write_bytes(data)
    again = library(stores)
    facts = read_facts(TEXT)
    assert again.facts(OID).calls == facts.calls
    assert again.facts(OID).functions == facts.functions
    assert b"undefined" in again.words(OID)


def test_nothing_in_it_can_run(tmp_path: Path) -> None:
    for data in (trapped(tmp_path), pickle.dumps((1, trapped(tmp_path)))):
        stores = stores_in(tmp_path / "stores")
        library(stores).facts(OID)
        for name in ("facts", "uses"):
            (place,) = (tmp_path / "stores" / name).glob("*/*")
            place.write_bytes(data)
        assert library(stores).facts(OID).calls == read_facts(TEXT).calls
    assert not (tmp_path / "trapped").exists()


def test_a_right_sum_makes_no_code_run(tmp_path: Path) -> None:
    body = trapped(tmp_path)

    with pytest.raises(ValueError, match="no facts"):
        unpack(zlib.crc32(body).to_bytes(4, "little") + body)
    assert not (tmp_path / "trapped").exists()


def test_a_cache_that_cannot_be_written_stops_nothing_and_reads_each_file_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    stores = stores_in(tmp_path / "file" / "below")
    read: list[BlobId] = []

    def reading(oid: BlobId) -> bytes:
        read.append(oid)
        return TEXT

    one, facts = Library(reading, stores), read_facts(TEXT)
    for _ in range(2):
        assert (one.facts(OID).calls, one.facts(OID).attributes) == (facts.calls, facts.attributes)
    assert len(read) == 1
    another = Library(reading, stores)
    another.learn(OID, pack(facts))
    assert another.facts(OID).calls == facts.calls
    assert len(read) == 1


def test_the_cache_is_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert all(isinstance(one, BlobCache) and one.folder.is_relative_to(tmp_path / "syncline") for one in fact_stores())


def test_the_oldest_go_when_there_are_too_many(tmp_path: Path) -> None:
    kept = BlobCache(tmp_path)
    for n in range(6):
        kept.remember(BlobId(f"{n:040x}"), b"x")
        (place,) = (tmp_path / "00").glob(f"*{n:x}")
        os.utime(place, (n, n))
    kept.tidy(4)
    assert [n for n in range(6) if kept.recall(BlobId(f"{n:040x}")) is not None] == [2, 3, 4, 5]


def test_a_user_without_a_home_keeps_nothing_and_is_not_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that runs under a number nobody has named."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    kept = user_cache("facts", "1")
    kept.remember(OID, b"x")
    kept.tidy()
    assert kept.recall(OID) is None
    assert not kept.holds(OID)
    assert library(fact_stores()).facts(OID).functions


def test_what_a_version_kept_goes_when_nobody_uses_it(tmp_path: Path) -> None:
    month = 31 * 86_400
    for name, age in (("old", month), ("other", month - 5 * 86_400), ("mine", 0)):
        kept = BlobCache(tmp_path / name)
        kept.remember(OID, b"x")
        kept.tidy()
        os.utime(tmp_path / name / "counted", (time.time() - age - 86_400,) * 2)
    (tmp_path / "of somebody else").mkdir()
    BlobCache(tmp_path / "mine").tidy()
    assert len(list(tmp_path.iterdir())) == 4
    os.utime(tmp_path / "mine" / "counted", (time.time() - 2 * 86_400,) * 2)
    BlobCache(tmp_path / "mine", versioned=True).tidy()
    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["mine", "of somebody else", "other"]
    assert BlobCache(tmp_path / "mine").recall(OID) == b"x"


def test_many_new_files_are_read_ahead_once_and_told(tmp_path: Path) -> None:
    texts = {BlobId(f"{n:040x}"): f"def g{n}(a):\n    return a\n\n\ng{n}(1)\n".encode() for n in range(150)}
    old = {RepoPath(f"{n}.py"): OID for n in range(150)}
    new = {RepoPath(f"{n}.py"): oid for n, oid in enumerate(texts)}
    told: list[str] = []
    for _ in range(2):
        seam = Seam(Merge(old, old, new), new, (), {**texts, OID: b""}.__getitem__, stores_in(tmp_path))
        read_ahead(seam, told.append)
    assert told == ["reading 151 Python files"]
    unread = Seam(Merge(old, old, new), new, (), lambda oid: b"nobody reads this", stores_in(tmp_path))
    assert [unread.merged.module(path).calls[0].text for path in sorted(new)] == [f"g{path.removesuffix('.py')}" for path in sorted(new)]


@pytest.mark.parametrize("kept", [True, False])
def test_several_processes_read_ahead_and_each_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, kept: bool) -> None:
    monkeypatch.setattr("syncline.ports.forked.cores", lambda: 2)
    monkeypatch.setattr("syncline.run.facts._SHARE", 1)
    (tmp_path / "file").write_text("")
    stores = stores_in(tmp_path / "stores" if kept else tmp_path / "file" / "below")
    texts = {BlobId(f"{n:040x}"): f"def g{n}(a):\n    return a\n".encode() for n in range(150)}
    files = {RepoPath(f"{n}.py"): oid for n, oid in enumerate(texts)}
    made = tmp_path / "made"

    def making(data: bytes) -> Packed:
        with made.open("ab") as file:
            file.write(data.split(b"(")[0] + b"\n")
        return packed_facts(data)

    monkeypatch.setattr("syncline.account.seam.library.packed_facts", making)
    seam = Seam(Merge({}, {}, files), files, (), texts.__getitem__, stores)
    Library(texts.__getitem__, stores).facts(BlobId(f"{7:040x}"))
    read_ahead(seam, lambda _: None)
    assert [seam.merged.module(path).functions[0].name for path in files] == [f"g{n}" for n in range(150)]
    done = made.read_bytes().split()[1::2]
    assert sorted(done) == sorted([*(b"g%d" % n for n in range(150)), *([] if kept else [b"g7"])])


def test_what_another_process_has_made_meanwhile_is_not_made_again(tmp_path: Path) -> None:
    library(stores_in(tmp_path)).facts(OID)
    assert Library(lambda oid: pytest.fail(f"read again: {oid}"), stores_in(tmp_path)).ahead(OID) is None


def test_what_is_made_ahead_is_kept_or_given_back(tmp_path: Path) -> None:
    one = library(stores_in(tmp_path))
    assert one.ahead(OID) is None
    assert one.facts(OID).calls == read_facts(TEXT).calls
    assert library(None).ahead(OID) == pack(read_facts(TEXT))


def test_what_is_longer_than_one_reading_comes_back_whole(tmp_path: Path) -> None:
    for n, size in enumerate((0, 1, 65_535, 65_536, 65_537, 1_000_000)):
        BlobCache(tmp_path).remember(BlobId(f"{n:040x}"), bytes(n % 251 for n in range(size)))
        assert BlobCache(tmp_path).recall(BlobId(f"{n:040x}")) == bytes(n % 251 for n in range(size))
    assert [place.name for place in (tmp_path / "00").iterdir() if place.name.startswith(".")] == []


def test_a_folder_in_the_place_of_a_file_is_nothing_kept(tmp_path: Path) -> None:
    (tmp_path / OID[:2] / OID[2:]).mkdir(parents=True)
    BlobCache(tmp_path).remember(OID, b"x")
    assert BlobCache(tmp_path).recall(OID) is None
    assert [place.name for place in (tmp_path / OID[:2]).iterdir()] == [OID[2:]]
