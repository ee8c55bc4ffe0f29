"""A side whose file is the merge's: all of it is there, and none of its lines stands for what the other side lost."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from syncline.account.fates import side_fates
from syncline.account.ledger import account
from syncline.account.states import PathState
from syncline.account.threeway import stretches
from syncline.core.ledger import Fate
from syncline.core.merge import Merge, Side
from syncline.core.names import BlobId, RepoPath
from syncline.core.tree import MODE_FILE, Entry, Version

_LINES = st.lists(st.sampled_from([*(f"line {n} has a great deal to tell\n" for n in range(5)), "}\n", "\n"]), max_size=10).map(tuple)
_PATH = RepoPath("notes")


@settings(max_examples=200, deadline=None)
@given(_LINES, _LINES, _LINES)
def test_all_of_it_is_there_and_nothing_is_left_over(base: tuple[str, ...], source: tuple[str, ...], target: tuple[str, ...]) -> None:
    lines = Merge(base, source, target)
    found = side_fates(Side.TARGET, _PATH, lines, target, stretches(lines))
    assert all(one.whole for one in found.hunks)
    assert not found.unclaimed
    assert not found.dropped


@settings(max_examples=200, deadline=None)
@given(_LINES, _LINES, _LINES)
def test_none_of_its_lines_serves_the_other(base: tuple[str, ...], source: tuple[str, ...], target: tuple[str, ...]) -> None:
    blobs = {BlobId(f"{n:040x}"): "".join(text).encode() for n, text in enumerate((base, source, target))}
    versions = Merge(*(Version(_PATH, Entry(MODE_FILE, oid)) for oid in blobs))
    books = account([PathState(_PATH, versions, versions.target, as_git=False, conflicted=True)], blobs.__getitem__)
    assert [part for part in books.ledger.parts if part.fate is Fate.ELSEWHERE] == []
    assert all(part.side is Side.SOURCE for part in books.ledger.parts)
