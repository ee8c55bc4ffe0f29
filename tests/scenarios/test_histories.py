"""How two branches can relate: each scenario says the commits and what is expected."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from building import Commit, Repo, Tree, build, diverged
from proving import adds_up, lost_sides, prove, snapshot
from syncline.core.effect import Done
from syncline.core.errors import UserError
from syncline.core.finding import Severity
from syncline.core.plan import NothingToDo, SyncPlan
from syncline.core.report import AuditReport
from syncline.core.resolution import Preference
from syncline.run.auditing import audit_merge
from syncline.run.progress import silent
from syncline.run.sync import Request, sync


def text(**changes: str) -> str:
    """Nine named lines, some of them changed."""
    return "".join(f"{changes.get(name, name)}\n{name} and more\n" for name in "abcdefghi")


def request(repo: Repo, **more: object) -> Request:
    return replace(Request(repo.path, "source", "target", branch="night", prefer=Preference.TARGET), **more)  # type: ignore[arg-type]


def audited(repo: Repo, name: str) -> AuditReport:
    before = snapshot(repo)
    report = audit_merge(repo.path, name, None, silent)
    assert snapshot(repo) == before
    adds_up(report)
    return report


def criss_cross(folder: Path, *, one: str, two: str, source: str, target: str) -> Repo:
    """base → s1, t1 → each merged into the other → source, target: two best common ancestors."""
    both = text(b="s1", h="t1") if (one, two) == (text(b="s1"), text(h="t1")) else one
    return build(
        folder,
        (
            Commit("base", (), {"f": text()}),
            Commit("s1", ("base",), {"f": one}),
            Commit("t1", ("base",), {"f": two}),
            Commit("s2", ("s1", "t1"), {"f": both}),
            Commit("t2", ("t1", "s1"), {"f": both}),
            Commit("source", ("s2",), {"f": source}),
            Commit("target", ("t2",), {"f": target}),
        ),
    )


def test_criss_cross(tmp_path: Path) -> None:
    merged = text(b="s1", h="t1")
    repo = criss_cross(
        tmp_path / "r",
        one=text(b="s1"),
        two=text(h="t1"),
        source=merged.replace("d\n", "source\n", 1),
        target=merged.replace("f\n", "target\n", 1),
    )
    nights = prove(repo, expected={"f": text(b="s1", h="t1", d="source", f="target")})
    assert nights.conflicts == set()
    assert isinstance(nights.target.plan, SyncPlan)
    assert set(nights.target.plan.bases) == {repo.commit("s1"), repo.commit("t1")}
    assert nights.target.report is not None
    assert nights.target.report.bases == nights.target.plan.bases


def test_criss_cross_whose_bases_conflict(tmp_path: Path) -> None:
    """s1 and t1 changed one line, both merges took s1's: the virtual base holds a conflict there, as git's does."""
    repo = criss_cross(tmp_path / "r", one=text(e="s1"), two=text(e="t1"), source=text(e="s1", b="source"), target=text(e="s1", h="target"))
    nights = prove(repo, expected={"f": text(e="s1", b="source", h="target")})
    assert nights.conflicts == set()
    for night in (nights.target, nights.source):
        assert night.report is not None
        assert lost_sides(night.report) == []


def test_no_common_history(tmp_path: Path) -> None:
    repo = build(tmp_path / "r", (Commit("source", (), {"f": "source\n"}), Commit("target", (), {"g": "target\n"})))
    before = snapshot(repo)
    with pytest.raises(UserError, match="no common history"):
        sync(request(repo), silent)
    assert snapshot(repo) == before


def test_audit_of_a_merge_without_a_common_history(tmp_path: Path) -> None:
    repo = build(
        tmp_path / "r",
        (
            Commit("source", (), {"f": "source\n", "both": "source\n"}),
            Commit("target", (), {"g": "target\n", "both": "target\n"}),
            Commit("merge", ("target", "source"), {"f": "source\n", "g": "target\n", "both": "target\n"}),
        ),
    )
    report = audited(repo, "merge")
    assert report.bases == ()
    assert lost_sides(report) == ["source"]


@pytest.mark.parametrize("source", ["base", "target"])
def test_source_already_merged(source: str, tmp_path: Path) -> None:
    repo = diverged(tmp_path / "r", base={"f": "f\n"}, source={"f": "f\n", "s": "s\n"}, target={"f": "f\n", "t": "t\n"})
    before = snapshot(repo)
    night = sync(request(repo, source=source), silent)
    assert isinstance(night.plan, NothingToDo)
    assert (night.effect.done, night.exit_code) == (Done.NOTHING, 0)
    assert snapshot(repo) == before


def test_fast_forward_possible(tmp_path: Path) -> None:
    """The target stands still: still a merge with two parents, so that the night is one commit that can be taken back."""
    repo = build(tmp_path / "r", (Commit("target", (), {"f": text()}), Commit("source", ("target",), {"f": text(b="source"), "n": "n\n"})))
    nights = prove(repo, expected={"f": text(b="source"), "n": "n\n"})
    assert isinstance(nights.target.plan, SyncPlan)
    assert nights.target.plan.fast_forward


def test_a_source_that_only_moves_ahead_without_a_change(tmp_path: Path) -> None:
    tree: Tree = {"f": text()}
    repo = build(
        tmp_path / "r", (Commit("base", (), tree), Commit("source", ("base",), tree), Commit("target", ("base",), {"f": text(b="t")}))
    )
    prove(repo, expected={"f": text(b="t")})


def test_both_sides_back_at_the_base(tmp_path: Path) -> None:
    """Each side undid its own work: two new commits, no change at all."""
    tree: Tree = {"f": text()}
    away: Tree = {"f": text(b="away")}
    commits = (Commit("base", (), tree), Commit("s", ("base",), away), Commit("source", ("s",), tree))
    repo = build(tmp_path / "r", (*commits, Commit("t", ("base",), away), Commit("target", ("t",), tree)))
    nights = prove(repo, expected=tree)
    assert nights.target.report is not None
    assert nights.target.report.ledger.source.hunks == nights.target.report.ledger.target.hunks == 0


# Each side also renames a file, and both make one change alike.
EVIL_BASE: Tree = {**{f"f{n}": text() for n in range(6)}, "d/old": text(a="a"), "e/old": text(a="b"), "twin": text()}
EVIL_SOURCE: Tree = {
    **{f"f{n}": text(b="source", d="source") for n in range(6)},
    "d/new": text(a="a", c="s"),
    "e/old": text(a="b"),
    "twin": text(c="x", h="s"),
}
EVIL_TARGET: Tree = {
    **{f"f{n}": text(f="target", h="target") for n in range(6)},
    "d/old": text(a="a"),
    "e/new": text(a="b", c="t"),
    "twin": text(c="x"),
}


@pytest.mark.parametrize(("kept", "thrown"), [("target", "source"), ("source", "target")])
def test_evil_merge(kept: str, thrown: str, tmp_path: Path) -> None:
    """A merge that keeps one parent's tree whole (``-s ours`` and its mirror): one blocker for the other side, not one for each file."""
    repo = build(
        tmp_path / "r",
        (
            Commit("base", (), EVIL_BASE),
            Commit("source", ("base",), EVIL_SOURCE),
            Commit("target", ("base",), EVIL_TARGET),
            Commit("merge", ("target", "source"), EVIL_TARGET if kept == "target" else EVIL_SOURCE),
        ),
    )
    report = audited(repo, "merge")
    assert [f.side.value if f.side else None for f in report.findings if f.severity is Severity.BLOCKER] == [thrown]


def test_audit_of_what_is_no_merge_of_two(tmp_path: Path) -> None:
    tree: Tree = {"f": "f\n"}
    repo = build(
        tmp_path / "r",
        (
            Commit("base", (), tree),
            Commit("one", ("base",), tree),
            Commit("two", ("base",), tree),
            Commit("three", ("base",), tree),
            Commit("octopus", ("one", "two", "three"), tree),
        ),
    )
    for name, why in (("base", "has no parent"), ("one", "has one parent"), ("octopus", "has 3 parents")):
        with pytest.raises(UserError, match=why):
            audit_merge(repo.path, name, None, silent)
    repo.git("tag", "-m", "a tag of a tree", "of-tree", "one^{tree}")
    with pytest.raises(UserError, match="is not a commit"):
        audit_merge(repo.path, "of-tree", None, silent)


def test_a_tag_stands_for_its_commit(tmp_path: Path) -> None:
    repo = diverged(tmp_path / "r", base={"f": text()}, source={"f": text(b="s")}, target={"f": text(h="t")})
    for name in ("source", "target"):
        repo.git("tag", "-m", "annotated", f"v-{name}", name)
    prove(repo, source="v-source", target="v-target", expected={"f": text(b="s", h="t")})


def test_a_branch_from_before_the_other_base_removed_nothing(tmp_path: Path) -> None:
    """The source took a feature back that the target built on; a branch of the target never had it. Nobody on the target's side took it out."""
    feature = text(e="e\nfeature one\n", f="feature two\nf")
    repo = build(
        tmp_path / "r",
        (
            Commit("base", (), {"f": text()}),
            Commit("one", ("base",), {"f": feature}),
            Commit("two", ("base",), {"f": text(), "g": "g\n"}),
            Commit("aside", ("two",), {"f": text(b="aside"), "g": "g\n"}),
            Commit("crossed", ("two", "one"), {"f": feature, "g": "g\n"}),
            Commit("landed", ("crossed", "aside"), {"f": feature.replace("b\n", "aside\n", 1), "g": "g\n"}),
            Commit("target", ("landed",), {"f": feature.replace("b\n", "aside\n", 1).replace("two", "two\nthree"), "g": "g\n"}),
            Commit("source", ("one", "two"), {"f": text(), "g": "g\n"}),
        ),
    )
    night = sync(request(repo, prefer=Preference.STOP), silent)
    assert night.resolved is not None
    assert isinstance(night.plan, SyncPlan)
    assert len(night.plan.bases) == 2
    assert [d.rule for d in night.resolved.decisions if d.rule == "evolved-twin"] == []
