"""Suspects: what the target took away and says no more."""

from __future__ import annotations

import pytest

from syncline.account.changed import Texts
from syncline.account.inherited import suspects
from syncline.account.states import PathState
from syncline.core.merge import Merge
from syncline.core.names import BlobId, RepoPath
from syncline.core.text import split_lines
from syncline.core.tree import MODE_FILE, Entry, Version

_PATH = RepoPath("options.py")
_BASE = 'import argparse\n\n\ndef options(parser):\n    parser.add_argument("--keep-all", action="store_true")\n    return parser\n'


def told(target: str) -> list[tuple[str, ...]]:
    texts = {BlobId("b" * 40): _BASE, BlobId("c" * 40): target}
    versions = [Version(_PATH, Entry(MODE_FILE, oid)) for oid in texts]
    state = PathState(_PATH, Merge(versions[0], versions[0], versions[1]), versions[1], as_git=True, conflicted=False)
    return [one.telling for one in suspects([state], Texts(lambda version: split_lines(texts[version.entry.oid])))]


@pytest.mark.parametrize(
    "said",
    ['print("--keep-all is gone")', "parser.keep_all = True", "keep-all", "# 2-keep-all", "x(keep_all)"],
)
def test_an_option_that_is_still_said_is_not_missing(said: str) -> None:
    assert told(_BASE.replace('parser.add_argument("--keep-all", action="store_true")', said)) == []


@pytest.mark.parametrize(
    "said", ["print(1)", 'print("--no-keep-all")', "keep_all_of_them = 1", "all-keep", "--keep-all-of-them", "KEEP_ALL = 1"]
)
def test_an_option_that_is_said_no_more_is_suspect(said: str) -> None:
    assert told(_BASE.replace('parser.add_argument("--keep-all", action="store_true")', said)) == [
        ('parser.add_argument("--keep-all",action="store_true")',)
    ]
