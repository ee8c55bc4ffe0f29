"""What makes the difference between a safe answer and one that asks its owner, rule by rule; no case folder can say that."""

from __future__ import annotations

import pytest

from syncline.core.merge import Merge, Side
from syncline.core.names import CommitId, RepoPath
from syncline.core.resolution import Declined, Outcome, Resolution, Safety
from syncline.core.text import split_lines
from syncline.resolve.filewise import Options, Settlement, settle
from syncline.resolve.regions import cut
from syncline.resolve.rules import RULES, contained_change, moved_unit, signature_merge
from syncline.resolve.view import Region, State, View


def settled(base: str, source: str, target: str, *, safe_only: bool = False) -> Settlement:
    """The whole cascade on a Python file."""
    return settle(View(RepoPath("a.py"), Merge(*map(split_lines, (base, source, target)))), Options(safe_only=safe_only), RULES)


def ended(settlement: Settlement) -> list[tuple[str, str, Safety | None]]:
    return [(d.outcome.value, d.rule, d.safety) for d in settlement.decisions]


IMPORTS = "import os\n{}\n\ndef run():\n    return os.name{}\n\n\ndef stop():\n    return 0{}\n"


@pytest.mark.parametrize(
    ("source", "target", "safe"),
    [
        (("from a import one\n", "", "+ one"), ("from b import two\n", "+ two", ""), True),
        (("from a import one\n", "", ""), ("from b import two\n", "+ two", ""), False),
        (("from a import one\n", "", "+ one\n\n\none = 1"), ("from b import two\n", "+ two", ""), False),
    ],
    ids=["all that came in is read", "a name that nothing reads", "a name that is bound twice"],
)
def test_names_that_the_code_reads(source: tuple[str, str, str], target: tuple[str, str, str], safe: bool) -> None:
    texts = IMPORTS.format("", "", ""), IMPORTS.format(*source), IMPORTS.format(*target)
    assert ended(settled(*texts)) == [("rule", "import-union", Safety.SAFE if safe else Safety.UNSAFE)]
    alone = settled(*texts, safe_only=True)
    assert ended(alone) == [("rule", "import-union", Safety.SAFE)] if safe else [("open", "", None)]
    assert alone.complete is safe


def test_a_remark_among_names() -> None:
    """The names are forced; that a remark goes with the lines of one side is not."""
    base = IMPORTS.format("", "", "")
    source = IMPORTS.format("# of the other package\nfrom a import one\n", "+ one", "")
    target = IMPORTS.format("from b import two\n", "", "+ two")
    assert [(d.rule, d.safety) for d in settled(base, source, target).decisions] == [("import-union", Safety.UNSAFE)]


def test_names_beside_an_open_conflict_are_not_proven() -> None:
    """Which names the finished code reads cannot be told while part of it is open."""
    base = IMPORTS.format("", "", "")
    source = IMPORTS.format("from a import one\n", "+ one", "").replace("return 0", "return one(3, 4)")
    target = IMPORTS.format("from b import two\n", "+ two(5)", "").replace("return 0", "return two(1)")
    assert [d.outcome for d in settled(base, source, target, safe_only=True).decisions] == [Outcome.OPEN] * 3


CALL = "result = connect(host, port, {}retries=3, timeout=10{})\n"


@pytest.mark.parametrize(
    ("source", "target", "safety"),
    [
        (("secure=True, ", ""), ("limit=8, ", ""), Safety.UNSAFE),
        (("secure=True, ", ""), ("secure=True, ", ", limit=8"), Safety.SAFE),
        (("secure=True, ", ""), ("", ", limit=8"), Safety.SAFE),
    ],
    ids=["at one place", "one of them from both", "at different places"],
)
def test_arguments_whose_order_is_our_choice(source: tuple[str, str], target: tuple[str, str], safety: Safety) -> None:
    """The rule alone is asked: others may speak before it."""
    texts = CALL.format("", ""), CALL.format(*source), CALL.format(*target)
    pieces = cut(View(RepoPath("a.py"), Merge(*map(split_lines, texts))))
    said = [signature_merge.run(piece) for piece in pieces if isinstance(piece, Region)]
    assert [one.safety for one in said if isinstance(one, Resolution)] == [safety]


BLOCK = "def run(all):\n{0}first(all)\n{0}second({1}all)\n{0}third(all)\n{0}fourth(all)\n{2}{0}fifth(all)\n{3}"


@pytest.mark.parametrize(
    ("other", "safety"),
    [(("fast=1, ", "", ""), Safety.SAFE), (("", "    added(all)\n", ""), Safety.UNSAFE), (("", "", "    added(all)\n"), Safety.UNSAFE)],
    ids=["a changed line", "an added line", "a line added at the end"],
)
def test_lines_that_went_into_a_block(other: tuple[str, str, str], safety: Safety) -> None:
    """A changed line stands in the block with its neighbours; whether an added one belongs there is not shown."""
    base = BLOCK.format("    ", "", "", "")
    target = "def run(all):\n    if all:\n" + "".join(f"    {line}" for line in base.splitlines(keepends=True)[1:])
    texts = Merge(*map(split_lines, (base, BLOCK.format("    ", *other), target)))
    for view in (View(RepoPath("a.py"), texts), View(RepoPath("a.py"), texts.swap())):
        said = [moved_unit.run(piece) for piece in cut(view) if isinstance(piece, Region)]
        assert [one.safety for one in said if isinstance(one, Resolution)] == [safety]


PAIR = "width = size(window, unit)\nheight = size(window, unit)\n"


@pytest.mark.parametrize(
    ("source", "target", "safety"),
    [
        (PAIR.replace("width = size(", "width = wide("), PAIR.replace("height = size(", "height = high("), Safety.SAFE),
        (PAIR.replace("width = size(", "width = span("), PAIR.replace("height = size(", "height = span("), Safety.UNSAFE),
        (PAIR.replace("width = size(", "width = wide("), PAIR.replace("height = size(window, unit)", "height = 3"), Safety.UNSAFE),
        (PAIR.replace("width = size(", "width = wide("), PAIR.splitlines(keepends=True)[0], Safety.UNSAFE),
        (PAIR.replace("width = size(", "width = wide("), PAIR.replace("height = size(", "log()\nheight = high("), Safety.UNSAFE),
    ],
    ids=["edited in place", "one new word from both", "a line of other words", "a line that goes", "a line that comes"],
)
def test_lines_that_touch(source: str, target: str, safety: Safety) -> None:
    assert ended(settled(PAIR, source, target)) == [("rule", "neighbouring-lines", safety)]


def test_a_decorator_and_the_head_below_it() -> None:
    """A decorator may speak of the parameters."""
    base = "@cached(size=3)\ndef load(path, all):\n    return path\n"
    answer = settled(base, base.replace("size=3", "size=4"), base.replace("path, all", "path, full, all"))
    assert ended(answer) == [("rule", "neighbouring-lines", Safety.UNSAFE)]


ONE = "reply = fetch(url, retries=3, timeout=10, verify=True, limit=8)\n"


@pytest.mark.parametrize(
    ("source", "target", "safety"),
    [
        (ONE.replace("retries=3", "retries=5"), ONE.replace("limit=8", "limit=9"), Safety.SAFE),
        (ONE.replace("retries=3", "retries=5"), ONE.replace("limit=8)", "limit=8)\nreply.check()"), Safety.UNSAFE),
        (ONE.replace("retries=3, timeout=10", "retries=5, timeout=5"), ONE.replace("limit=8", "limit=9"), Safety.UNSAFE),
    ],
    ids=["one word each, far apart", "a change that brings a line", "two changes"],
)
def test_words_of_one_line(source: str, target: str, safety: Safety) -> None:
    assert ended(settled(ONE, source, target)) == [("rule", "token-merge", safety)]


def test_the_same_word_from_both() -> None:
    """It may be one argument, put at two places."""
    base = "reply = fetch(url, proxy, retries, timeout, limit)\n"
    first, last = base.replace("url, ", "url, None, "), base.replace("limit)", "limit, None)")
    (decision,) = settled(base, first, last).decisions
    assert decision.outcome is Outcome.OPEN
    assert decision.suggestion is not None
    assert decision.suggestion[0] == "token-merge"
    assert ended(settled(base, first, base.replace("limit)", "limit, True)"))) == [("rule", "token-merge", Safety.SAFE)]


def test_a_name_that_nothing_binds_any_more() -> None:
    """The answer is right for its lines, but the text around it, merged without a conflict, breaks: nothing is proven."""
    call, end = "    os.stat(path, 1, 2, 3, 4, 5)\n", "def stop():\n    return 0\n"
    base = f"import os\nimport warnings\n\n\ndef run(path):\n{call}    return path\n\n\n{end}"
    source = base.replace("import warnings\n", "").replace("path, 1", "path, 10")
    target = base.replace("4, 5)", "4, 50)")
    assert ended(settled(base, source, target)) == [("rule", "token-merge", Safety.SAFE)]
    target = target.replace("return 0", "warnings.warn(1)\n    return 0")
    (decision,) = settled(base, source, target).decisions
    assert decision.safety is Safety.UNSAFE
    assert "the finished file reads warnings, which nothing in it binds" in decision.reason
    assert ended(settled(base, source, target, safe_only=True)) == [("open", "", None)]


BESIDE = "import os\nimport warnings\n\n\ndef start():\n    return warnings\n\n\ndef run(path):\n    os.stat(path, 1, 2, 3, 4, 5)\n    return path\n"
BESIDE += "\n\ndef stop():\n    return warnings\n"


def _beside(source: tuple[str, str], target: tuple[str, str]) -> tuple[str, str, str]:
    """A conflict that is safe for its lines, and what each side changed apart from it."""
    before, after = BESIDE.split("def run")
    return (
        BESIDE,
        before.replace(*source) + "def run" + after.replace("path, 1", "path, 10"),
        before + "def run" + after.replace("4, 5)", "4, 50)").replace(*target),
    )


@pytest.mark.parametrize(
    ("source", "target", "told"),
    [
        (("return warnings", "return 0"), ("return warnings", "return 0"), "imports warnings, which nothing in it reads any more"),
        (
            ("def start", "def stay():\n    return 1\n\n\ndef start"),
            ("def stop", "def stay():\n    return 1\n\n\ndef stop"),
            "says stay more often",
        ),
    ],
    ids=["an import that nothing reads any more", "a definition that both brought"],
)
def test_what_a_finished_text_tells_of_itself(source: tuple[str, str], target: tuple[str, str], told: str) -> None:
    """The answer is right for its lines, and what stands around it merged without a conflict: nobody has said that the whole is meant."""
    as_it_was = ("nothing", "of it")
    for one, other in ((source, as_it_was), (as_it_was, target)):
        assert ended(settled(*_beside(one, other))) == [("rule", "token-merge", Safety.SAFE)]
    (decision,) = settled(*_beside(source, target)).decisions
    assert decision.safety is Safety.UNSAFE
    assert told in decision.reason
    assert ended(settled(*_beside(source, target), safe_only=True)) == [("open", "", None)]


ALONE = "def run(path, *, full=False):\n    return load(path, full)\n\n\ndef stop():\n    return 0\n"


@pytest.mark.parametrize(
    ("source", "target", "safety"),
    [
        (("return 0", "return 0"), ("return 0", "return 1"), Safety.SAFE),
        (("return 0", "return 1"), ("return 0", "return 0"), Safety.UNSAFE),
    ],
    ids=["who has both changes went on", "who gives way went on"],
)
def test_a_change_within_another(source: tuple[str, str], target: tuple[str, str], safety: Safety) -> None:
    """Whose change is contained may have done nothing else; else it went a way of its own, and may mean what it says."""
    small = ALONE.replace("load(path, full)", "load(path, None)").replace(*source)
    large = ALONE.replace("load(path, full)", "read(path, None, None)").replace(*target)
    assert ended(settled(ALONE, small, large)) == [("rule", "contained-change", safety)]
    assert ended(settled(ALONE, small, large, safe_only=True))[0][0] == ("rule" if safety is Safety.SAFE else "open")


def test_an_earlier_state_of_a_side_that_went_its_own_way() -> None:
    """The target had the source's text and went on; but the source did more to the file than that."""
    base, then, now = (
        "def run(path):\n    return {}\n\n\ndef stop():\n    return {}\n".format(one, "{}") for one in ("a", "bb", "path + c")
    )
    told = {Side.TARGET: [State(CommitId("1" * 40), then.format(0))], Side.SOURCE: []}
    for last, safety in ((0, Safety.SAFE), (1, Safety.UNSAFE)):
        texts = Merge(base.format(0), then.format(last), now.format(0))
        view = View(RepoPath("a.py"), texts.map(split_lines), told.__getitem__)
        assert ended(settle(view, Options(), RULES)) == [("rule", "evolved-twin", safety)]


@pytest.mark.parametrize(
    ("source", "target", "commits", "safety"),
    [
        (("start", "begin"), ("stop", "halt"), 9, Safety.UNSAFE),
        (("start", "begin"), ("stop", "halt"), 8, Safety.SAFE),
        (("start", "begin"), ("nothing", "of it"), 9, Safety.SAFE),
    ],
    ids=["both, and one at length", "both, in few commits", "one side alone"],
)
def test_two_long_ways_through_one_file(source: tuple[str, str], target: tuple[str, str], commits: int, safety: Safety) -> None:
    texts = Merge(*_beside(source, target)).map(split_lines)
    history = {Side.SOURCE: [], Side.TARGET: [State(CommitId(f"{at:040d}"), "") for at in range(commits)]}
    settlement = settle(View(RepoPath("a.py"), texts, history.__getitem__), Options(), RULES)
    assert ended(settlement) == [("rule", "token-merge", safety)]
    assert ("in 9 earlier commits" in settlement.decisions[0].reason) is (safety is Safety.UNSAFE)
    alone = settle(View(RepoPath("a.py"), texts, history.__getitem__), Options(safe_only=True), RULES)
    assert ended(alone)[0][0] == ("rule" if safety is Safety.SAFE else "open")


def answered(base: str, source: str, target: str) -> Resolution | Declined:
    """What the rule by itself says of a file that is one region, but for its first and last line."""
    texts = Merge(*(split_lines(text) for text in (base, source, target)))
    lines = texts.map(lambda own: own[1:-1])
    return contained_change.run(Region(View(RepoPath("a.py"), texts), lines, Merge(1, 1, 1)))


def test_a_line_cut_down_and_taken_away() -> None:
    """The one goes on with the rest of the line, the other may have put it elsewhere: nobody can say that they meant the same."""
    base = "first()\nhandler = make(wrapped(error(1)))\nlast()\n"
    said = answered(base, base.replace("wrapped(error(1))", "error(1)"), base.replace("handler = make(wrapped(error(1)))\n", ""))
    assert isinstance(said, Resolution)
    assert said.safety is Safety.SUGGESTION


def test_a_line_that_stands_on_beside() -> None:
    """A diff may have put the border so that a line seems to be gone which that side left alone."""
    base = "first()\nleave(one)\nset_up()\nlast()\n"
    kept = base.replace("leave(one)\nset_up()\nlast()\n", "leave(one)\nset_up()\n")
    said = answered(base, kept, base.replace("set_up()\n", ""))
    assert isinstance(said, Declined)
    assert "set_up()" in said.reason


def test_one_module_in_two_spellings() -> None:
    """The shorter way to say it is no part of the longer one."""
    said = answered("first()\nlast()\n", "first()\nfrom pack.tests.scenes import (\nlast()\n", "first()\nfrom .scenes import (\nlast()\n")
    assert said == Declined("the sides import from different modules")


def test_a_file_that_both_brought() -> None:
    """What one side lacks of it, it may have taken out."""
    text = "first = 1\nsecond = 2\nthird = 3\n"
    decisions = settled("", text, text.replace("second = 2\n", "")).decisions
    assert {decision.outcome for decision in decisions} == {Outcome.OPEN}
    assert {decision.suggestion[0] for decision in decisions if decision.suggestion} == {"contained-change"}
