"""Which attributes and drivers take part in a merge: the target's own, and only those that run nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from building import Tree, diverged
from proving import prove

BASE = "one\ntwo\nthree\n"
S, T = "one\nsource\nthree\n", "one\ntarget\nthree\n"
UNION = "one\ntarget\nsource\nthree\n"


def attributed(
    text: str, *, path: str = "f.log", where: str = "", base: str = BASE, source: str = S, target: str = T
) -> tuple[Tree, Tree, Tree]:
    """The same attributes on all sides."""
    attributes: Tree = {f"{where}.gitattributes": text}
    return {**attributes, path: base}, {**attributes, path: source}, {**attributes, path: target}


@pytest.mark.parametrize(
    ("text", "path", "where"),
    [
        ("*.log merge=union\n", "f.log", ""),
        ("*.log text merge=union eol=lf\n", "f.log", ""),
        ("f.log\tmerge=union\r\n", "f.log", ""),
        ("/sub/*.log merge=union\n", "sub/f.log", ""),
        ("*.log merge=union\n", "sub/deep/f.log", "sub/"),
        ("/f.log merge=union\n", "sub/f.log", "sub/"),
        ("deep/f.log merge=union\n", "sub/deep/f.log", "sub/"),
        ("*.log merge=union\n", "a b/f.log", "a b/"),
        ("*.log merge=union\n", "[a]*/f.log", "[a]*/"),
        ("*.log merge=union\n", 'quo"te/f.log', 'quo"te/'),
        ("*.log merge=union\n", "\u00e9/f.log", "\u00e9/"),
        ('"a b.log" merge=union\n', "a b.log", ""),
        ('"tab\\there.log" merge=union\n', "tab\there.log", ""),
        ('"caf\\303\\251.log" merge=union\n', "caf\u00e9.log", ""),
        ("*.log merge=binary\n*.log merge=union\n", "f.log", ""),
        ("# *.log merge=binary\n*.log merge=union\n", "f.log", ""),
    ],
)
def test_union_of_the_target(text: str, path: str, where: str, tmp_path: Path) -> None:
    base, source, target = attributed(text, path=path, where=where)
    nights = prove(diverged(tmp_path / "r", base=base, source=source, target=target), expected={**target, path: UNION})
    assert nights.conflicts == set()


@pytest.mark.parametrize("text", ["*.log merge=binary\n", "*.log -merge\n", "*.log binary\n", "*.log merge=union\n*.log binary\n"])
def test_binary_of_the_target(text: str, tmp_path: Path) -> None:
    """Text that must not be merged line by line: both sides' changes in different lines are a conflict all the same."""
    long = "".join(f"line {n}\n" for n in range(40))
    source, target = long.replace("line 3\n", "s\n"), long.replace("line 30\n", "t\n")
    trees = attributed(text, base=long, source=source, target=target)
    nights = prove(diverged(tmp_path / "r", base=trees[0], source=trees[1], target=trees[2]))
    assert nights.conflicts == {("f.log", "binary")}
    assert nights.target.effect.commit is not None
    assert nights.source.effect.commit is not None


@pytest.mark.parametrize(
    "text",
    [
        "*.log merge=union\n*.log !merge\n",
        "*.log merge\n",
        "*.log merge=text\n",
        "*.log merge=union\n*.log merge=ours\n",
        "*.md merge=union\n",
        "[attr]log merge=union\n*.log log\n",
    ],
)
def test_nothing_special(text: str, tmp_path: Path) -> None:
    base, source, target = attributed(text)
    assert prove(diverged(tmp_path / "r", base=base, source=source, target=target)).conflicts == {("f.log", "content")}


def test_attributes_of_the_source_do_not_count(tmp_path: Path) -> None:
    source: Tree = {"f.log": S, ".gitattributes": "*.log merge=union\n"}
    repo = diverged(tmp_path / "r", base={"f.log": BASE}, source=source, target={"f.log": T})
    assert prove(repo).conflicts == {("f.log", "content")}


def test_attributes_and_drivers_of_a_checkout_do_not_count(tmp_path: Path) -> None:
    """A driver that the repository configures would run a program, and may be ours."""
    base, source, target = attributed("*.log merge=mine\n")
    repo = diverged(tmp_path / "r", base=base, source=source, target=target, options=())
    ran = tmp_path / "ran"
    repo.git("config", "merge.mine.driver", f"touch '{ran}'; exit 0")
    repo.git("config", "merge.default", "mine")
    repo.git("config", "filter.x.clean", f"touch '{ran}'")
    repo.git("config", "diff.x.command", f"touch '{ran}'")
    repo.git("config", "core.hooksPath", str(tmp_path / "hooks"))
    repo.git("config", "merge.conflictStyle", "zdiff3")
    repo.git("config", "merge.renames", "false")
    (repo.git_dir / "info" / "attributes").write_text("* merge=union filter=x diff=x\n", encoding="utf-8")
    assert prove(repo).conflicts == {("f.log", "content")}
    assert not ran.exists()
