"""Every case of every rule, and the laws that hold for all of them.

A case gives the three versions of one file. The file is cut into settled stretches and conflicted regions as in a sync, and the rule alone
answers for the regions. Where the cut leaves no region, the whole file is offered as one: git may hand over as a conflict what our cut
settles by itself, and a rule has to be right there too.

``works``: every region is answered and the file equals ``expected``. ``declines``: every region is declined. ``gaps``: the file equals
``expected_now`` (declined, when that is missing), and not ``expected_ideal``.

Swapping the sides must not change the answer. A case where it rightly does keeps the other answer in ``swapped``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from cases import Case, Kind, cases
from syncline.account.ledger import account
from syncline.account.states import PathState
from syncline.core.hunk import Span
from syncline.core.ledger import Fate, Ledger, Record
from syncline.core.memory import Memory
from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import BlobId, CommitId, RepoPath
from syncline.core.resolution import Declined, Resolution, Safety
from syncline.core.text import decode, encode, split_lines
from syncline.core.tree import Entry, Version
from syncline.learn.lessons import Open, lessons
from syncline.learn.pages import memory_of
from syncline.resolve.regions import Settled, cut
from syncline.resolve.rules import RULES, Rule, of_file, rule_name
from syncline.resolve.view import Region, State, View, whole
from syncline.run.proving import lost_parts
from syncline.syntax import language_of, parse_problem

CASES = cases(Kind.RULE)
MARKERS = ("<<<<<<<", "|||||||", "=======", ">>>>>>>")
BY_NAME = {rule_name(rule): rule for rule in RULES}
PROMISES = (Safety.SAFE, Safety.UNSAFE, Safety.SUGGESTION)


@dataclass(frozen=True, slots=True)
class Input:
    """The three versions of the one file of a case."""

    path: RepoPath
    contents: Merge[bytes | Absent]
    earlier: Merge[tuple[str, ...] | None] = Merge(None, None, None)
    remembered: tuple[tuple[RepoPath, tuple[str, ...]], ...] = ()

    @property
    def lines(self) -> Merge[tuple[str, ...]]:
        """The versions as lines; an absent one has none."""
        return self.contents.map(lambda data: () if isinstance(data, Absent) else split_lines(decode(data)))

    def swapped(self) -> Input:
        """The same case seen from the other side."""
        return Input(self.path, self.contents.swap(), self.earlier.swap(), self.remembered)

    @property
    def view(self) -> View:
        """The file as a rule sees it."""

        def history(side: Side) -> list[State]:
            lines = self.earlier.side(side)
            return [State(CommitId("0" * 40), "".join(lines))] if lines is not None else []

        return View(self.path, self.lines, history, self.memory)

    @property
    def memory(self) -> Memory:
        """What is remembered of merges that had this very conflict: of the direction of the case, never of the swapped one."""
        pieces = [p.lines if isinstance(p, Settled) else Open(p.lines, "") for p in cut(View(self.path, self.lines))]
        entries = [one for path, lines in self.remembered for one in lessons(path, pieces, lines, CommitId("0" * 40))]
        return memory_of(entries)


@dataclass(frozen=True, slots=True)
class Output:
    """What the rule made of it: the file, or nothing where it declined a region; and each region with its answer."""

    text: str | None
    answers: tuple[tuple[Region, Resolution | Declined], ...]


def only(files: dict[str, bytes] | None) -> tuple[str, bytes] | None:
    if files is None:
        return None
    ((path, data),) = files.items()
    return path, data


def input_of(case: Case) -> Input:
    found = {term: only(case.files(term)) for term in ("base", "source", "target")}
    paths = {pair[0] for pair in found.values() if pair is not None}
    assert len(paths) == 1, f"{case.id}: the terms must stand at one path"
    contents = Merge(*(pair[1] if (pair := found[term]) is not None else ABSENT for term in ("base", "source", "target")))
    earlier = {side: only(case.files(f"{side}_earlier")) for side in ("source", "target")}
    past = Merge(None, *(split_lines(decode(pair[1])) if (pair := earlier[side]) is not None else None for side in ("source", "target")))
    path = RepoPath(paths.pop())
    remembered = []
    for term, where in (("remembered", path), ("remembered_too", path), ("remembered_elsewhere", RepoPath(f"other/{path}"))):
        pair = only(case.files(term))
        if pair is not None:
            remembered.append((where, split_lines(decode(pair[1]))))
    return Input(path, contents, past, tuple(remembered))


def answer(rule: Rule, given: Input) -> Output:
    view = given.view
    pieces = (whole(view),) if of_file(rule) else cut(view)
    if all(isinstance(piece, Settled) for piece in pieces):
        pieces = (whole(view),)
    answers = [(piece, rule.run(piece)) for piece in pieces if isinstance(piece, Region)]
    second = getattr(rule, "revise", None)
    text = put_together(pieces, answers)
    if second is not None and text is not None:
        answers = [(region, second(region, said, text)) for region, said in answers]
        text = put_together(pieces, answers)
    return Output(text, tuple(answers))


def put_together(pieces: Sequence[Settled | Region], answers: Sequence[tuple[Region, Resolution | Declined]]) -> str | None:
    """The file with the answers in it. A suggestion is an answer here: its case shows what it would be."""
    rest = iter(answers)
    out: list[str] = []
    for piece in pieces:
        if isinstance(piece, Settled):
            out.extend(piece.lines)
            continue
        _, said = next(rest)
        if isinstance(said, Declined):
            return None
        out.extend(said.lines)
    return "".join(out)


def expected(case: Case, term: str) -> str | None:
    pair = only(case.files(term))
    return decode(pair[1]) if pair is not None else None


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    output = answer(BY_NAME[case.owner], input_of(case))
    match case.group:
        case "works":
            assert output.text == expected(case, "expected"), output.answers
        case "declines":
            assert all(isinstance(said, Declined) for _, said in output.answers), output.answers
            assert all(said.reason for _, said in output.answers)
        case _:
            ideal = expected(case, "expected_ideal")
            assert output.text != ideal, "now correct: move the case to works (or declines)"
            assert output.text == expected(case, "expected_now"), "fails in a new way"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_law_same_answer_twice(case: Case) -> None:
    given = input_of(case)
    one, two = (answer(BY_NAME[case.owner], given) for _ in range(2))
    assert one.text == two.text
    assert [said for _, said in one.answers] == [said for _, said in two.answers]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_law_swapping_the_sides_agrees(case: Case) -> None:
    rule = BY_NAME[case.owner]
    swapped = expected(case, "swapped")
    plain, other = answer(rule, input_of(case)), answer(rule, input_of(case).swapped())
    if swapped is None:
        assert other.text == plain.text
    else:
        assert plain.text != swapped, "the answer does not depend on the direction: remove swapped"
        assert other.text == swapped


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_law_an_answer_keeps_the_promise_of_its_rule(case: Case) -> None:
    rule = BY_NAME[case.owner]
    for _, said in answer(rule, input_of(case)).answers:
        if isinstance(said, Resolution):
            assert PROMISES.index(said.safety) >= PROMISES.index(rule.SAFETY)
            assert said.reason


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_law_parses_if_the_inputs_parse(case: Case) -> None:
    given = input_of(case)
    output = answer(BY_NAME[case.owner], given)
    language = language_of(given.path)
    inputs = ["".join(lines) for lines in (given.lines.base, given.lines.source, given.lines.target)]
    if output.text is not None and all(parse_problem(language, text) is None for text in inputs):
        assert parse_problem(language, output.text) is None


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_law_no_marker_is_left(case: Case) -> None:
    given = input_of(case)
    output = answer(BY_NAME[case.owner], given)
    known = {*given.lines.base, *given.lines.source, *given.lines.target}
    assert [line for line in split_lines(output.text or "") if line.startswith(MARKERS) and line not in known] == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_law_nothing_is_unaccounted(case: Case) -> None:
    """The law of the house, on the rule's answer with the records that the cascade makes of it."""
    given = input_of(case)
    rule = BY_NAME[case.owner]
    output = answer(rule, given)
    if output.text is None:
        return
    ledger = ledger_of(given, output.text, records(rule, output))
    for side in Side:
        assert ledger.side(side).adds_up
    assert [part for part in ledger.parts if part.fate in (Fate.LOST, Fate.UNANALYSED)] == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_law_a_safe_answer_loses_spacing_at_most(case: Case) -> None:
    """What a safe answer drops is looked at without the rule's own record: a rule cannot be the witness of its own safety."""
    given = input_of(case)
    output = answer(BY_NAME[case.owner], given)
    if output.text is None or not all(isinstance(said, Resolution) and said.safety is Safety.SAFE for _, said in output.answers):
        return
    assert lost_parts(given.path, given.contents, encode(output.text), given.view.states) == []


def ledger_of(given: Input, text: str, recorded: list[Record]) -> Ledger:
    """The ledger of a merge in which git left a conflict in the file and ``text`` stands there now."""
    blobs: dict[BlobId, bytes] = {}

    def version(data: bytes | Absent) -> Version | Absent:
        if isinstance(data, Absent):
            return ABSENT
        oid = BlobId(hashlib.sha1(data, usedforsecurity=False).hexdigest())
        blobs[oid] = data
        return Version(given.path, Entry("100644", oid))

    state = PathState(given.path, given.contents.map(version), version(encode(text)), as_git=False, conflicted=True)
    return account((state,), blobs.__getitem__, recorded).ledger


def records(rule: Rule, output: Output) -> list[Record]:
    """The records that the cascade makes of these answers."""
    found = []
    for region, said in output.answers:
        if isinstance(said, Resolution):
            for side in Side:
                if said.lines != region.lines.side(side):
                    start, base = region.starts.side(side), region.starts.base
                    spans = Span(start, start + len(region.lines.side(side))), Span(base, base + len(region.lines.base))
                    found.append(Record(region.path, side, rule_name(rule), *spans, said.safety is Safety.SAFE, said.reason))
    return found
