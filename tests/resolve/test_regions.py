"""Conflicted text cut into regions: what each of them decides over."""

from __future__ import annotations

from syncline.core.hunk import Span
from syncline.core.merge import Merge, Side
from syncline.core.names import RepoPath
from syncline.core.resolution import Outcome, Preference
from syncline.resolve.filewise import Options, settle
from syncline.resolve.regions import Settled, cut
from syncline.resolve.rules import RULES
from syncline.resolve.view import Region, View

# Two conflicts around a line that both sides added; `second()` was taken away by both, and the target has it again, elsewhere.
LINES = Merge(
    ("begin()\n", "first()\n", "second()\n", "third()\n", "end()\n"),
    ("begin()\n", "first(1)\n", "common = load()\n", "third(1)\n", "end()\n"),
    ("begin()\n", "first(2)\n", "common = load()\n", "third(2)\n", "second()\n", "end()\n"),
)


def test_the_regions_of_a_conflict_decide_over_all_of_it() -> None:
    regions = [piece for piece in cut(View(RepoPath("a.txt"), LINES)) if isinstance(piece, Region)]
    assert [region.lines.target for region in regions] == [("first(2)\n",), ("third(2)\n", "second()\n")]
    assert [region.reach for region in regions] == [
        Merge(Span(1, 2), Span(1, 3), Span(1, 3)),
        Merge(Span(2, 4), Span(3, 4), Span(3, 5)),
    ]


def test_an_overruling_covers_what_its_region_decides_over() -> None:
    settled = settle(View(RepoPath("a.txt"), LINES), Options(Preference.TARGET), RULES)
    assert settled.lines == LINES.target
    assert [(r.side, r.lines, r.base) for r in settled.records] == [
        (Side.SOURCE, Span(1, 3), Span(1, 2)),
        (Side.SOURCE, Span(3, 4), Span(2, 4)),
    ]


def test_a_change_of_one_side_keeps_its_three_texts() -> None:
    lines = Merge(LINES.base, LINES.base, ("begin()\n", "first(2)\n", "third()\n", "end()\n"))
    pieces = cut(View(RepoPath("a.txt"), lines))
    changed = [piece for piece in pieces if isinstance(piece, Settled) and piece.change is not None]
    assert [(p.lines, p.change.lines.source) for p in changed if p.change] == [(("first(2)\n",), ("first()\n", "second()\n"))]


def test_two_sound_sides_make_a_sound_text_whatever_the_base() -> None:
    """A virtual base may not parse. Line by line, both sides' changes would name one parameter twice."""
    base = ("oops = )\n", "\n", "def draw(one, two,\n", "         three):\n", "    return one\n")
    source = ("\n", "def draw(one, flag, two,\n", "         three):\n", "    return one\n")
    target = ("\n", "def draw(one, two,\n", "         three, flag):\n", "    return one\n")
    settled = settle(View(RepoPath("a.py"), Merge(base, source, target)), Options(), RULES)
    assert [(d.outcome, [reason for rule, reason in d.declined if rule == "neighbouring-lines"]) for d in settled.decisions] == [
        (Outcome.OPEN, ["the result would not parse: line 3: duplicate argument 'flag' in function definition"])
    ]


def test_clean_changes_that_break_together_are_open() -> None:
    """git sees a conflict where lines touch; our cut sees none, and the text that comes out is no Python."""
    base = ("def draw(one,\n", "         two,\n", "         three):\n", "    return one\n")
    source = ("def draw(one, flag,\n", *base[1:])
    target = (*base[:2], "         three, flag):\n", base[3])
    view = View(RepoPath("a.py"), Merge(base, source, target))
    assert not any(isinstance(piece, Region) for piece in cut(view))
    settled = settle(view, Options(), RULES)
    assert not settled.complete
    assert {(d.outcome, d.reason) for d in settled.decisions} == {
        (Outcome.OPEN, "what each side changed by itself breaks when put together")
    }
    assert settle(view, Options(Preference.TARGET), RULES).decisions == ()
    marked = settle(view, Options(markers=True), RULES)
    assert sum(line.startswith("<<<<<<<") for line in marked.lines) == 2


def test_clean_changes_that_do_not_go_together_are_open_where_safe_answers_alone_count() -> None:
    """The text parses; what it tells of itself is said of each change."""
    base = ("import os\n", "\n", "one = os\n", "\n", "two = os\n")
    source, target = (*base[:2], "one = 1\n", *base[3:]), (*base[:4], "two = 2\n")
    view = View(RepoPath("a.py"), Merge(base, source, target))
    assert not any(isinstance(piece, Region) for piece in cut(view))
    assert settle(view, Options(), RULES).decisions == ()
    settled = settle(view, Options(safe_only=True), RULES)
    assert [(d.outcome, d.reason) for d in settled.decisions] == [
        (Outcome.OPEN, "the finished file imports os, which nothing in it reads any more")
    ] * 2
