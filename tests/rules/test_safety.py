"""What makes the difference between a safe answer and one that asks its owner, rule by rule; no case folder can say that."""

from __future__ import annotations

import pytest

from syncline.core.merge import Merge
from syncline.core.names import RepoPath
from syncline.core.resolution import Outcome, Resolution, Safety
from syncline.core.text import split_lines
from syncline.resolve.filewise import Options, Settlement, settle
from syncline.resolve.regions import cut
from syncline.resolve.rules import RULES, moved_unit, signature_merge
from syncline.resolve.view import Region, View


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
