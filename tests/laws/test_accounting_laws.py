"""Laws of the accounting, over generated histories: it adds up, it has no favourite, it is silent on git's own merge, and a repair counts."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from building import File as Content
from building import Tree, diverged
from syncline.account.ledger import account
from syncline.account.states import PathState
from syncline.account.threeway import StretchKind, stretches
from syncline.core.finding import Severity
from syncline.core.ledger import Fate, Ledger, Part, Record
from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import BlobId, RepoPath
from syncline.core.resolution import Preference
from syncline.core.text import encode
from syncline.core.tree import Entry, Version
from syncline.resolve.filewise import Options, settle
from syncline.resolve.rules import RULES
from syncline.resolve.view import View
from syncline.run.auditing import audit_merge
from syncline.run.progress import silent

Lines = tuple[str, ...]
Terms = tuple[Lines, Lines, Lines]
Edits = tuple[tuple[int, int, Lines], ...]

# Machines differ; a law is no measurement.
unhurried = settings(deadline=None)

_WORDS = ("alpha", "beta", "gamma", "delta")
# Lines as files have them: most say something of their own, some stand in many places, some say nothing.
unique = st.integers(0, 10_000).map(lambda n: f"value_{n} = {_WORDS[n % 4]}({n})\n")
common = st.sampled_from(("    return result\n", "    }\n", "\n", "    pass\n", "# a remark\n"))
line = st.one_of(unique, unique, unique, common)
texts = st.lists(line, min_size=0, max_size=24).map(tuple)


@st.composite
def edits(draw: st.DrawFn, size: int) -> Edits:
    """A few replacements, from the end to the start, that do not touch each other."""
    found: list[tuple[int, int, Lines]] = []
    stop = size
    for _ in range(draw(st.integers(0, 4))):
        if stop < 0:
            break
        begin = draw(st.integers(0, stop))
        end = draw(st.integers(begin, min(stop, begin + 4)))
        found.append((begin, end, tuple(draw(st.lists(line, max_size=4)))))
        stop = begin - 2
    return tuple(found)


def edited(lines: Lines, changes: Edits) -> Lines:
    out = list(lines)
    for begin, end, new in changes:
        out[begin:end] = new
    return tuple(out)


@dataclass(frozen=True, slots=True)
class File:
    """One file's three versions and a merged text; ``None`` is absent."""

    base: Lines | None
    source: Lines | None
    target: Lines | None
    merged: Lines | None

    def swapped(self) -> File:
        return File(self.base, self.target, self.source, self.merged)


@st.composite
def versions(draw: st.DrawFn) -> Terms:
    base = draw(texts)
    return base, edited(base, draw(edits(len(base)))), edited(base, draw(edits(len(base))))


@st.composite
def files(draw: st.DrawFn) -> File:
    """Any file, merged in any way: as one side has it, as git would, edited afterwards, absent, or made up."""
    base, source, target = draw(versions())
    merged = draw(st.sampled_from((source, target, base, composed(Merge(base, source, target)) or source)))
    merged = edited(merged, draw(edits(len(merged))))
    there = draw(st.lists(st.sampled_from((True, True, True, False)), min_size=4, max_size=4))
    return File(*(text if is_there else None for text, is_there in zip((base, source, target, merged), there, strict=True)))


def composed(lines: Merge[Lines]) -> Lines | None:
    """git's clean merge of three texts; ``None`` where it leaves a conflict."""
    out: list[str] = []
    for stretch in stretches(lines):
        if stretch.kind is StretchKind.CONFLICT:
            return None
        side = Side.SOURCE if stretch.kind is StretchKind.SOURCE else Side.TARGET
        span = stretch.spans.side(side)
        out.extend(lines.side(side)[span.start : span.stop])
    return tuple(out)


def books(found: Sequence[File], *, conflicted: bool = False, records: Sequence[Record] = ()) -> Ledger:
    """Account for files as if none of them were git's own merge, so that every hunk has to be found by aligning."""
    blobs: dict[BlobId, bytes] = {}

    def version(path: RepoPath, lines: Lines | None) -> Version | Absent:
        if lines is None:
            return ABSENT
        data = encode("".join(lines))
        oid = BlobId(hashlib.sha1(b"blob %d\0%s" % (len(data), data), usedforsecurity=False).hexdigest())
        blobs[oid] = data
        return Version(path, Entry("100644", oid))

    states = []
    for at, file in enumerate(found):
        path = RepoPath(f"f{at}.txt")
        terms = Merge(*(version(path, text) for text in (file.base, file.source, file.target)))
        states.append(PathState(path, terms, version(path, file.merged), as_git=False, conflicted=conflicted))
    return account(tuple(states), blobs.__getitem__, records).ledger


def essence(parts: Sequence[Part], *, turned: bool = False) -> Counter[tuple[object, ...]]:
    return Counter((part.side.other if turned else part.side, part.path, part.change, part.span, part.lines, part.fate) for part in parts)


def lost(ledger: Ledger) -> Counter[tuple[object, ...]]:
    return essence([part for part in ledger.parts if part.fate is Fate.LOST])


@unhurried
@given(st.lists(files(), min_size=1, max_size=3), st.booleans())
def test_the_accounting_adds_up(found: list[File], conflicted: bool) -> None:
    ledger = books(found, conflicted=conflicted)
    for side in Side:
        assert ledger.side(side).adds_up


@unhurried
@given(st.lists(files(), min_size=1, max_size=3), st.booleans())
def test_swapping_the_sides_mirrors_the_report(found: list[File], conflicted: bool) -> None:
    ledger = books(found, conflicted=conflicted)
    mirrored = books([file.swapped() for file in found], conflicted=conflicted)
    assert mirrored.source == ledger.target
    assert mirrored.target == ledger.source
    assert essence(mirrored.parts, turned=True) == essence(ledger.parts)


@unhurried
@given(st.lists(versions(), min_size=1, max_size=3))
def test_nothing_is_lost_in_a_clean_merge(found: list[Terms]) -> None:
    merged = [(terms, composed(Merge(*terms))) for terms in found]
    clean = [File(*terms, text) for terms, text in merged if text is not None]
    assume(clean)
    assert not [part for part in books(clean).parts if part.fate is Fate.LOST]


@st.composite
def damages(draw: st.DrawFn) -> tuple[File, File, File]:
    """A clean merge of which two hunks are undone, in two files: both of them, the first alone, the second alone."""
    size = draw(st.integers(6, 20))
    base = tuple(f"value_{n} = {_WORDS[n % 4]}({n})\n" for n in range(size))
    first, second = draw(st.integers(0, 1)), draw(st.integers(4, size - 1))
    side = draw(st.booleans())
    own = tuple(f"mine_{n} = {_WORDS[n % 4]}({n})\n" if n in (first, second) else text for n, text in enumerate(base))

    def merged(*undone: int) -> File:
        text = tuple(base[n] if n in undone else own[n] for n in range(size))
        return File(base, own, base, text) if side else File(base, base, own, text)

    return merged(first, second), merged(first), merged(second)


@unhurried
@given(damages())
def test_a_repair_removes_exactly_its_finding(found: tuple[File, File, File]) -> None:
    both, one, other = (lost(books([file])) for file in found)
    assert both
    assert both - one == other
    assert both - other == one


@unhurried
@given(versions(), st.data())
def test_a_repaired_merge_has_nothing_lost(terms: Terms, data: st.DataObject) -> None:
    """Whatever was lost: with the lost lines back in their places the report is that of the merge before."""
    whole = composed(Merge(*terms))
    assume(whole is not None and len(whole) > 2)
    assert whole is not None
    begin = data.draw(st.integers(0, len(whole) - 1))
    end = data.draw(st.integers(begin + 1, min(begin + 4, len(whole))))
    damaged = whole[:begin] + whole[end:]
    repaired = damaged[:begin] + whole[begin:end] + damaged[begin:]
    assert lost(books([File(*terms, repaired)])) == lost(books([File(*terms, whole)])) == Counter()
    # And a line that stands nowhere else, of one side alone, is missed while it is gone.
    own = [text for text in whole[begin:end] if text.startswith("value_") and whole.count(text) == 1]
    missed = [text for part in books([File(*terms, damaged)]).parts if part.fate is Fate.LOST for text in part.lines]
    for text in own:
        if text not in terms[0] and (text in terms[1]) != (text in terms[2]):
            assert text in missed


@st.composite
def apart(draw: st.DrawFn) -> Terms:
    """Three versions of which the sides change different halves, so that git can merge them."""
    base = tuple(f"value_{n} = {_WORDS[n % 4]}({n})\n" for n in range(draw(st.integers(8, 20))))
    half = len(base) // 2
    first = edited(base[: half - 1], draw(edits(half - 2)))
    second = edited(base[half + 1 :], draw(edits(len(base) - half - 2)))
    return base, first + base[half - 1 :], base[: half + 1] + second


@settings(max_examples=12, deadline=None)
@given(found=st.lists(apart(), min_size=1, max_size=3), swapped=st.booleans())
def test_auditing_gits_own_merge_finds_no_loss(tmp_path_factory: pytest.TempPathFactory, found: list[Terms], swapped: bool) -> None:
    """The same over real repositories: git merges, the audit reads its commit."""
    base, one, other = (_tree(found, term) for term in range(3))
    assume(base not in (one, other))
    source, target = (other, one) if swapped else (one, other)
    repo = diverged(tmp_path_factory.mktemp("law") / "repo", base=base, source=source, target=target)
    merged = repo.git("merge-tree", "--write-tree", "target", "source")
    report = audit_merge(repo.path, repo.git("commit-tree", merged, "-p", "target", "-p", "source", "-m", "merge"), None, silent)
    assert all(report.ledger.side(side).adds_up for side in Side)
    assert report.ledger.source.lost == report.ledger.target.lost == 0
    assert not [finding for finding in report.findings if finding.severity is Severity.BLOCKER]


def _tree(found: Sequence[Terms], term: int) -> Tree:
    tree: dict[str | bytes, str | bytes | Content] = {"kept.txt": "kept\n"}
    for at, terms in enumerate(found):
        tree[f"f{at}.txt"] = "".join(terms[term])
    return tree


@unhurried
@given(versions(), st.sampled_from((Preference.TARGET, Preference.SOURCE)))
def test_nothing_is_lost_beside_what_is_recorded(terms: Terms, prefer: Preference) -> None:
    """Where no line stands twice: which of two equal lines a side took away is a matter of alignment."""
    base, source, target = terms
    assume(all(len(set(text)) == len(text) for text in terms))
    path = RepoPath("f0.txt")
    settled = settle(View(path, Merge(base, source, target)), Options(prefer), RULES)
    ledger = books([File(base, source, target, settled.lines)], conflicted=True, records=settled.records)
    assert lost(ledger) == Counter()
