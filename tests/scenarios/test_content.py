"""What files can hold: each scenario says base, source, target and what is expected."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from building import File, Tree, diverged, link, script, submodule
from proving import lost_sides, prove

BODY = "".join(f"line {n}\n" for n in range(40))


def edited(*changes: tuple[int, str]) -> str:
    lines = BODY.splitlines(keepends=True)
    for number, text in changes:
        lines[number] = text
    return "".join(lines)


# name → base, source, target, merged
CLEAN: dict[str, tuple[Tree, Tree, Tree, Tree]] = {
    "both sides edit one file": (
        {"a.txt": BODY},
        {"a.txt": edited((3, "source\n"))},
        {"a.txt": edited((30, "target\n"))},
        {"a.txt": edited((3, "source\n"), (30, "target\n"))},
    ),
    "no final newline": (
        {"a.txt": BODY.rstrip("\n")},
        {"a.txt": edited((3, "source\n")).rstrip("\n")},
        {"a.txt": BODY},
        {"a.txt": edited((3, "source\n"))},
    ),
    "carriage returns": (
        {"a.txt": BODY.replace("\n", "\r\n")},
        {"a.txt": edited((3, "source\n")).replace("\n", "\r\n")},
        {"a.txt": edited((30, "target\n")).replace("\n", "\r\n")},
        {"a.txt": edited((3, "source\n"), (30, "target\n")).replace("\n", "\r\n")},
    ),
    "text in Latin-1": (
        {"a.txt": BODY.encode() + b"caf\xe9\n"},
        {"a.txt": edited((3, "source\n")).encode() + b"caf\xe9\n"},
        {"a.txt": BODY.encode() + b"caf\xe9 cr\xe8me\n"},
        {"a.txt": edited((3, "source\n")).encode() + b"caf\xe9 cr\xe8me\n"},
    ),
    "form feeds and separators that are no line ends": (
        {"a.txt": BODY + "\f\x1c\u2028 one line\n"},
        {"a.txt": edited((3, "source\n")) + "\f\x1c\u2028 one line\n"},
        {"a.txt": BODY + "\f\x1c\u2028 one longer line\n"},
        {"a.txt": edited((3, "source\n")) + "\f\x1c\u2028 one longer line\n"},
    ),
    "empty files come and go": (
        {"gone": "", "kept": ""},
        {"kept": "", "new": ""},
        {"gone": "", "kept": "", "other": "x\n"},
        {"kept": "", "new": "", "other": "x\n"},
    ),
    "an empty file is filled on one side": ({"a.txt": ""}, {"a.txt": "now\n"}, {"a.txt": "", "b": "b\n"}, {"a.txt": "now\n", "b": "b\n"}),
    "a mode on one side, lines on the other": (
        {"run.sh": BODY},
        {"run.sh": script(BODY)},
        {"run.sh": edited((3, "target\n"))},
        {"run.sh": script(edited((3, "target\n")))},
    ),
    "a link moves on one side": (
        {"now": link("v1"), "v1": "1\n"},
        {"now": link("v2"), "v1": "1\n", "v2": "2\n"},
        {"now": link("v1"), "v1": "1\n1\n"},
        {"now": link("v2"), "v1": "1\n1\n", "v2": "2\n"},
    ),
    "a binary changes on one side": (
        {"a.bin": b"\0\1\2", "t": "t\n"},
        {"a.bin": b"\0\1\3", "t": "t\n"},
        {"a.bin": b"\0\1\2", "t": "u\n"},
        {"a.bin": b"\0\1\3", "t": "u\n"},
    ),
    "a submodule moves on one side": (
        {"sub": submodule("1"), "t": "t\n"},
        {"sub": submodule("2"), "t": "t\n"},
        {"sub": submodule("1"), "t": "u\n"},
        {"sub": submodule("2"), "t": "u\n"},
    ),
    "the same change on both sides": (
        {"a.txt": BODY},
        {"a.txt": edited((3, "both\n")), "s": "s\n"},
        {"a.txt": edited((3, "both\n")), "t": "t\n"},
        {"a.txt": edited((3, "both\n")), "s": "s\n", "t": "t\n"},
    ),
    "a file becomes a folder": (
        {"a": BODY, "t": "t\n"},
        {"a/x": BODY, "t": "t\n"},
        {"a": BODY, "t": "u\n"},
        {"a/x": BODY, "t": "u\n"},
    ),
    "everything is removed on one side": (
        {"a": BODY, "b": BODY},
        {"keep": "k\n"},
        {"a": BODY, "b": BODY, "c": "c\n"},
        {"keep": "k\n", "c": "c\n"},
    ),
}


@pytest.mark.parametrize("name", CLEAN)
def test_clean(name: str, tmp_path: Path) -> None:
    base, source, target, merged = CLEAN[name]
    nights = prove(diverged(tmp_path / "r", base=base, source=source, target=target), expected=merged)
    assert nights.conflicts == set()


def pointer(digit: str) -> str:
    return f"version https://git-lfs.github.com/spec/v1\noid sha256:{digit * 64}\nsize 12345\n"


# name → base, source, target, conflicts, merged where the target is preferred, merged where the source is
CONFLICTED: dict[str, tuple[Tree, Tree, Tree, set[tuple[str, str]], Tree, Tree]] = {
    "the same line": (
        {"a.txt": BODY},
        {"a.txt": edited((3, "source\n"), (20, "source too\n"))},
        {"a.txt": edited((3, "target\n"), (30, "target too\n"))},
        {("a.txt", "content")},
        {"a.txt": edited((3, "target\n"), (20, "source too\n"), (30, "target too\n"))},
        {"a.txt": edited((3, "source\n"), (20, "source too\n"), (30, "target too\n"))},
    ),
    "the last line, without a newline on one side": (
        {"a.txt": "one\ntwo\n"},
        {"a.txt": "one\nsource"},
        {"a.txt": "one\ntarget\n"},
        {("a.txt", "content")},
        {"a.txt": "one\ntarget\n"},
        {"a.txt": "one\nsource"},
    ),
    "carriage returns": (
        {"a.txt": "one\r\ntwo\r\nthree\r\n"},
        {"a.txt": "one\r\nsource\r\nthree\r\n"},
        {"a.txt": "one\r\ntarget\r\nthree\r\n"},
        {("a.txt", "content")},
        {"a.txt": "one\r\ntarget\r\nthree\r\n"},
        {"a.txt": "one\r\nsource\r\nthree\r\n"},
    ),
    "text in Latin-1": (
        {"a.txt": b"un\nd\xe9but\n"},
        {"a.txt": b"un\nd\xe9but de la source\n"},
        {"a.txt": b"un\nd\xe9but de la cible\n"},
        {("a.txt", "content")},
        {"a.txt": b"un\nd\xe9but de la cible\n"},
        {"a.txt": b"un\nd\xe9but de la source\n"},
    ),
    "added on both sides": (
        {"t": "t\n"},
        {"t": "t\n", "a.txt": "source\n"},
        {"t": "t\n", "a.txt": "target\n"},
        {("a.txt", "add/add")},
        {"t": "t\n", "a.txt": "target\n"},
        {"t": "t\n", "a.txt": "source\n"},
    ),
    "binary": (
        {"a.bin": b"\0base"},
        {"a.bin": b"\0source"},
        {"a.bin": b"\0target"},
        {("a.bin", "binary")},
        {"a.bin": b"\0target"},
        {"a.bin": b"\0source"},
    ),
    "a link": (
        {"now": link("v1")},
        {"now": link("source")},
        {"now": link("target")},
        {("now", "content")},
        {"now": link("target")},
        {"now": link("source")},
    ),
    "a submodule": (
        {"sub": submodule("1")},
        {"sub": submodule("2")},
        {"sub": submodule("3")},
        {("sub", "submodule")},
        {"sub": submodule("3")},
        {"sub": submodule("2")},
    ),
    "a pointer of git-lfs": (
        {"model.bin": pointer("1")},
        {"model.bin": pointer("2")},
        {"model.bin": pointer("3")},
        {("model.bin", "content")},
        {"model.bin": pointer("3")},
        {"model.bin": pointer("2")},
    ),
    "a mode, added on both sides": (
        {"t": "t\n"},
        {"t": "t\n", "run.sh": script(BODY)},
        {"t": "t\n", "run.sh": BODY},
        {("run.sh", "mode")},
        {"t": "t\n", "run.sh": BODY},
        {"t": "t\n", "run.sh": script(BODY)},
    ),
    "removed by the source, edited by the target": (
        {"a.txt": BODY, "t": "t\n"},
        {"t": "t\n"},
        {"a.txt": edited((3, "target\n")), "t": "t\n"},
        # A commit deleted it on purpose: no preference is asked.
        {("a.txt", "modify/delete")},
        {"t": "t\n"},
        {"t": "t\n"},
    ),
    "removed by the target, edited by the source": (
        {"a.txt": BODY, "t": "t\n"},
        {"a.txt": edited((3, "source\n")), "t": "t\n"},
        {"t": "t\n"},
        {("a.txt", "modify/delete")},
        {"t": "t\n"},
        {"t": "t\n"},
    ),
    "text on one side, binary on the other": (
        {"a": BODY},
        {"a": edited((3, "source\n"))},
        {"a": b"\0target"},
        {("a", "binary")},
        {"a": b"\0target"},
        {"a": edited((3, "source\n"))},
    ),
    "an empty file, filled on both sides": (
        {"a.txt": ""},
        {"a.txt": "source\n"},
        {"a.txt": "target\n"},
        {("a.txt", "content")},
        {"a.txt": "target\n"},
        {"a.txt": "source\n"},
    ),
}


@pytest.mark.parametrize("name", CONFLICTED)
def test_conflicted(name: str, tmp_path: Path) -> None:
    base, source, target, conflicts, by_target, by_source = CONFLICTED[name]
    repo = diverged(tmp_path / "r", base=base, source=source, target=target)
    nights = prove(repo, expected=by_target, by_source=by_source)
    assert nights.conflicts == conflicts
    for night, side in ((nights.target, "target"), (nights.source, "source")):
        assert night.report is not None
        assert lost_sides(night.report) == [], f"what {side} overruled is recorded"


# Run syncline and print its exit code and the peak size of the largest process: its own or git's. From a small process of its own, since
# a child counts the size of the process that it was forked from as well.
MEASURED = """
import resource, subprocess, sys
command = [sys.executable, "-c", "from syncline.cli import main; main()", *sys.argv[1:]]
done = subprocess.run(command, stdout=subprocess.DEVNULL)
print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def test_text_of_fifty_megabytes_in_bounded_memory(tmp_path: Path) -> None:
    """base: 50 MB of lines · source, target: one change each of its own, one in the same line · expected: target's line, in 600 MB."""
    lines = [f"{n:060d}\n".encode() for n in range(820_000)]
    source, target = list(lines), list(lines)
    source[10], source[400_000] = b"source\n", b"source\n"
    target[800_000], target[400_000] = b"target\n", b"target\n"
    trees: list[Tree] = [{"big.txt": b"".join(text)} for text in (lines, source, target)]
    repo = diverged(tmp_path / "r", base=trees[0], source=trees[1], target=trees[2])
    arguments = ["sync", "--repo", str(repo.path), "--source=source", "--target=target", "--prefer=target", "--branch=night", "--json"]
    done = subprocess.run([sys.executable, "-c", MEASURED, *arguments], capture_output=True, text=True, check=True)
    status, peak = done.stdout.split()
    assert int(status) in (0, 1)
    assert repo.tree("night")["big.txt"] == File(b"".join(target))
    assert int(peak) * (1 if sys.platform == "darwin" else 1024) < 600e6
