"""What the whole answers to conflicts would lose: told for both sides at once as the accounting tells it for each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from syncline.account.ledger import account
from syncline.account.stakes import at_stake
from syncline.account.states import PathState
from syncline.core.ledger import Part, Region
from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import BlobId, RepoPath
from syncline.core.tree import MODE_EXEC, MODE_FILE, Conflict, ConflictKind, Entry, Version

Blobs = dict[BlobId, bytes]


def conflict(path: str, texts: Merge[str | None], blobs: Blobs) -> Conflict:
    def version(text: str | None) -> Version | Absent:
        if text is None:
            return ABSENT
        oid = BlobId(f"{len(blobs):040x}")
        blobs[oid] = text.encode()
        return Version(RepoPath(path), Entry(MODE_EXEC if text.startswith("#!") else MODE_FILE, oid))

    return Conflict(RepoPath(path), ConflictKind.CONTENT, texts.map(version))


def accounted(conflicts: list[Conflict], blobs: Blobs) -> list[Part]:
    """The same from two whole accountings, one for each answer."""
    parts: list[Part] = []
    for side in Side:
        states = [PathState(c.path, c.versions, c.versions.side(side), as_git=False, conflicted=True) for c in conflicts]
        parts += [part for part in account(states, blobs.__getitem__).ledger.parts if part.side is side.other]
    return without_regions(parts)


def without_regions(parts: Iterable[Part]) -> list[Part]:
    """Nobody asks for them before a decision is made."""
    return [replace(part, region=Region.CLEAN) for part in parts]


# Lines that say enough to be recognised in another place, some that do not, and blank ones.
_LINES = st.lists(
    st.sampled_from([*(f"line {n} has a great deal to tell" for n in range(6)), "  indented", "indented", "}", ""]), max_size=12
)
_TEXTS = st.one_of(
    st.none(), _LINES.map(lambda lines: "".join(f"{line}\n" for line in lines)), st.sampled_from(["\0", "#!run\nit\n", "open end"])
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(_TEXTS, _TEXTS, _TEXTS), min_size=1, max_size=3))
def test_it_is_what_the_accounting_says_of_each_answer(files: list[tuple[str | None, str | None, str | None]]) -> None:
    blobs: Blobs = {}
    conflicts = [conflict(f"notes{n}", Merge(*texts), blobs) for n, texts in enumerate(files)]
    assert without_regions(at_stake(conflicts, blobs.__getitem__).parts) == accounted(conflicts, blobs)
