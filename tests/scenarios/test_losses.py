"""Losses and what only looks like one, in tiny real repositories: each loss is one blocker on the right side, path and commit; nothing else blocks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from building import Commit, File, Tree, build
from injecting.damage import LEDGER
from syncline.audit.checks import check_name
from syncline.core.finding import Finding, Severity
from syncline.run.auditing import audit_merge
from syncline.run.progress import silent

THE_LEDGERS = {check_name(check) for check in LEDGER}


@dataclass(frozen=True, slots=True)
class Case:
    """The trees of a merge. For a loss: the side that suffers, and where the finding is; ``severity`` is a blocker's unless a conflict was decided."""

    base: Tree
    source: Tree
    target: Tree
    merged: Tree
    side: str = ""
    path: str = ""
    severity: Severity = Severity.BLOCKER


def function(name: str, *, last: str = "") -> str:
    steps = "".join(f"    {name}_{number} = {name}_of(x, {number})\n" for number in range(4))
    return f"def {name}(x):\n{steps}{last}    return {name}_0\n"


def module(*parts: str) -> str:
    return '"""Module."""\n\nimport os\n\n\n' + "\n\n".join(parts)


def crlf(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode()


ALPHA, BETA, GAMMA, DELTA = function("alpha"), function("beta"), function("gamma"), function("delta")
FIXED = ALPHA.replace("alpha_of(x, 2)", "alpha_of(x, 2, strict=True)")
SHORTER = ALPHA.replace("    alpha_2 = alpha_of(x, 2)\n", "")
LONGER = function("alpha", last="    announce(alpha_3)\n")
WHOLE = module(ALPHA, BETA, GAMMA)
MENDED = module(FIXED, BETA, GAMMA)
BETA_FIXED = BETA.replace("beta_of(x, 1)", "beta_of(x, 1, slow=True)")
REST = module(BETA, GAMMA)
OTHER = module(DELTA)
PACKAGE: Tree = {"a/__init__.py": "from .one import alpha\nfrom .two import beta, gamma\n", "a/one.py": module(ALPHA)}

LOST = {
    "an edit of a file that the target renamed": Case(
        {"a.py": WHOLE}, {"a.py": MENDED}, {"b.py": WHOLE}, {"b.py": WHOLE}, "source", "b.py"
    ),
    "a rename": Case({"a.py": WHOLE}, {"a.py": MENDED}, {"b.py": WHOLE}, {"a.py": MENDED}, "target", "a.py"),
    "a rename of which both places stand": Case(
        {"a.py": WHOLE}, {"a.py": MENDED}, {"b.py": WHOLE}, {"a.py": MENDED, "b.py": MENDED}, "target", "a.py"
    ),
    "an edit of a module that the target split": Case(
        {"a.py": WHOLE},
        {"a.py": module(ALPHA, BETA_FIXED, GAMMA)},
        {**PACKAGE, "a/two.py": REST},
        {**PACKAGE, "a/two.py": REST},
        "source",
        "a/two.py",
    ),
    "an edit of a function that the target moved to another file": Case(
        {"a.py": WHOLE, "m.py": OTHER},
        {"a.py": MENDED, "m.py": OTHER},
        {"a.py": REST, "m.py": module(DELTA, ALPHA)},
        {"a.py": REST, "m.py": module(DELTA, ALPHA)},
        "source",
        "a.py",
        Severity.CONFIRM,
    ),
    "a new line of a function that the target moved, beside an edit that was carried along": Case(
        {"a.py": WHOLE, "m.py": OTHER},
        {"a.py": MENDED, "m.py": OTHER},
        {"a.py": REST, "m.py": module(DELTA, LONGER)},
        {"a.py": REST, "m.py": module(DELTA, FIXED)},
        "target",
        "m.py",
    ),
    "an old line of a function that the target moved, beside an edit that was carried along": Case(
        {"a.py": WHOLE, "m.py": OTHER},
        {"a.py": MENDED, "m.py": OTHER},
        {"a.py": REST, "m.py": module(DELTA, ALPHA)},
        {"a.py": REST, "m.py": module(DELTA, FIXED.replace("    alpha_1 = alpha_of(x, 1)\n", ""))},
        "target",
        "m.py",
    ),
    "a change in a merge that turned line ends": Case(
        {"a.py": crlf(WHOLE)}, {"a.py": crlf(module(ALPHA, BETA_FIXED, GAMMA))}, {"a.py": crlf(MENDED)}, {"a.py": MENDED}, "source", "a.py"
    ),
    "a line that is not UTF-8": Case(
        {"a.c": b"int gr\xf6\xdfe;\nint x;\nint y;\n"},
        {"a.c": b"int gr\xf6\xdfe;\nint x;\nint y = 1;\n"},
        {"a.c": b"int gr\xf6\xdfe = 2;\nint x;\nint y;\n"},
        {"a.c": b"int gr\xf6\xdfe;\nint x;\nint y = 1;\n"},
        "target",
        "a.c",
    ),
    "a change of encoding": Case(
        {"a.c": b'// gr\xf6\xdfe\nchar *x = "\xf6";\nint y;\n'},
        {"a.c": '// größe\nchar *x = "ö";\nint y;\n'},
        {"a.c": b'// gr\xf6\xdfe\nchar *x = "\xf6";\nint y;\nint z;\n'},
        {"a.c": b'// gr\xf6\xdfe\nchar *x = "\xf6";\nint y;\nint z;\n'},
        "source",
        "a.c",
    ),
    "a last line without line end": Case(
        {"a.cfg": "a=1\nb=2\nc=3"},
        {"a.cfg": "a=4\nb=2\nc=3"},
        {"a.cfg": "a=1\nb=2\nc=3\nd=4"},
        {"a.cfg": "a=4\nb=2\nc=3"},
        "target",
        "a.cfg",
    ),
    "the order of two lines": Case(
        {"a.sh": "set_up a\nthen b\nand c\nlast d\n"},
        {"a.sh": "set_up a\nthen b\nand c\nlast e\n"},
        {"a.sh": "then b\nset_up a\nand c\nlast d\n"},
        {"a.sh": "set_up a\nthen b\nand c\nlast e\n"},
        "target",
        "a.sh",
    ),
    "the block in which a key stands": Case(
        {"a.yml": "jobs:\n  one:\n    steps:\n      - run: make\n    needs: two\n  two: {}\n"},
        {"a.yml": "jobs:\n  one:\n    steps:\n      - run: make\n    needs: two\n  two: {}\n  three: {}\n"},
        {"a.yml": "jobs:\n  one:\n    steps:\n      - run: make\n  needs: two\n  two: {}\n"},
        {"a.yml": "jobs:\n  one:\n    steps:\n      - run: make\n    needs: two\n  two: {}\n  three: {}\n"},
        "target",
        "a.yml",
    ),
    "the block in which a statement stands": Case(
        {"a.py": "def f(x):\n    for one in x:\n        if one:\n            send(one)\n        log(one)\n\n\nY = 1\n"},
        {"a.py": "def f(x):\n    for one in x:\n        if one:\n            send(one)\n        log(one)\n\n\nY = 2\n"},
        {"a.py": "def f(x):\n    for one in x:\n        if one:\n            send(one)\n    log(one)\n\n\nY = 1\n"},
        {"a.py": "def f(x):\n    for one in x:\n        if one:\n            send(one)\n        log(one)\n\n\nY = 2\n"},
        "target",
        "a.py",
    ),
    "one of two equal lines": Case(
        {"a.sh": "start\nmiddle\nend\n"},
        {"a.sh": "start\nmiddle\nend\ntail\n"},
        {"a.sh": "start\nlog now\nmiddle\nlog now\nend\n"},
        {"a.sh": "start\nlog now\nmiddle\nend\ntail\n"},
        "target",
        "a.sh",
    ),
    "an operator alone": Case(
        {"a.c": "int f(void)\n{\n\treturn a\n\t\t+\n\t\tb;\n}\nint y;\n"},
        {"a.c": "int f(void)\n{\n\treturn a\n\t\t+\n\t\tb;\n}\nint z;\n"},
        {"a.c": "int f(void)\n{\n\treturn a\n\t\t-\n\t\tb;\n}\nint y;\n"},
        {"a.c": "int f(void)\n{\n\treturn a\n\t\t+\n\t\tb;\n}\nint z;\n"},
        "target",
        "a.c",
    ),
    "a mode": Case(
        {"a.sh": "echo one\n"},
        {"a.sh": "echo one\necho two\n"},
        {"a.sh": File(b"echo one\n", "100755")},
        {"a.sh": "echo one\necho two\n"},
        "target",
        "a.sh",
    ),
    "a binary file": Case({"a.bin": b"\0\1"}, {"a.bin": b"\0\1"}, {"a.bin": b"\0\2"}, {"a.bin": b"\0\1"}, "target", "a.bin"),
    "where a link points": Case(
        {"a": File(b"one", "120000")},
        {"a": File(b"one", "120000")},
        {"a": File(b"two", "120000")},
        {"a": File(b"one", "120000")},
        "target",
        "a",
    ),
    "a submodule": Case(
        {"a": File(b"1" * 40, "160000")},
        {"a": File(b"1" * 40, "160000")},
        {"a": File(b"2" * 40, "160000")},
        {"a": File(b"1" * 40, "160000")},
        "target",
        "a",
    ),
    "an empty file": Case({}, {}, {"pkg/__init__.py": ""}, {}, "target", "pkg/__init__.py"),
    "a line of a lock": Case(
        {"uv.lock": "a = 1\nb = 2\nc = 3\n"},
        {"uv.lock": "a = 4\nb = 2\nc = 3\n"},
        {"uv.lock": "a = 1\nb = 2\nc = 4\n"},
        {"uv.lock": "a = 4\nb = 2\nc = 3\n"},
        "target",
        "uv.lock",
    ),
}

KEPT = {
    "an edit of a file that the target renamed": Case({"a.py": WHOLE}, {"a.py": MENDED}, {"b.py": WHOLE}, {"b.py": MENDED}),
    "an edit of a module that the target split": Case(
        {"a.py": WHOLE},
        {"a.py": module(ALPHA, BETA_FIXED, GAMMA)},
        {**PACKAGE, "a/two.py": REST},
        {**PACKAGE, "a/two.py": module(BETA_FIXED, GAMMA)},
    ),
    "an edit of a function that the target moved within the file": Case(
        {"a.py": WHOLE}, {"a.py": MENDED}, {"a.py": module(BETA, GAMMA, ALPHA)}, {"a.py": module(BETA, GAMMA, FIXED)}
    ),
    "an edit of a function that the target moved to another file": Case(
        {"a.py": WHOLE, "m.py": OTHER},
        {"a.py": MENDED, "m.py": OTHER},
        {"a.py": REST, "m.py": module(DELTA, ALPHA)},
        {"a.py": REST, "m.py": module(DELTA, FIXED)},
    ),
    "a removal in a function that the target moved to a new file": Case(
        {"a.py": WHOLE},
        {"a.py": module(SHORTER, BETA, GAMMA)},
        {"a.py": REST, "m.py": module(ALPHA)},
        {"a.py": REST, "m.py": module(SHORTER)},
    ),
    "both changes, with other line ends": Case(
        {"a.py": crlf(WHOLE)},
        {"a.py": crlf(module(ALPHA, BETA_FIXED, GAMMA))},
        {"a.py": crlf(MENDED)},
        {"a.py": module(FIXED, BETA_FIXED, GAMMA)},
    ),
    "a last line that now has a line end": Case(
        {"a.cfg": "a=1\nb=2\nc=3"}, {"a.cfg": "a=4\nb=2\nc=3"}, {"a.cfg": "a=1\nb=2\nc=3\nd=4"}, {"a.cfg": "a=4\nb=2\nc=3\nd=4\n"}
    ),
    "blocks that were indented anew": Case(
        {"a.php": "<?php\nclass A\n{\n    public $x = [\n        'a',\n    ];\n}\n"},
        {"a.php": "<?php\nclass A\n{\n    public $x = [\n        'a',\n    ];\n    public $y = [\n        'a',\n        'b',\n    ];\n}\n"},
        {"a.php": "<?php\nclass B\n{\n    public $x = [\n        'a',\n    ];\n}\n"},
        {"a.php": "<?php\nclass B\n{\n  public $x = [\n    'a',\n  ];\n  public $y = [\n    'a',\n    'b',\n  ];\n}\n"},
    ),
}

# What both sides changed besides, so that no merge takes a side whole.
TREES: tuple[Tree, ...] = tuple({"x.txt": f"{x}\n", "y.txt": f"{y}\n"} for x, y in ((1, 1), (2, 1), (1, 2), (2, 2)))
BASE, SOURCE, TARGET, BOTH = TREES


def loud(folder: Path, case: Case) -> tuple[list[Finding], dict[str, str]]:
    """The blockers and questions of the ledger, and the ids of the commits."""
    commits = (
        Commit("base", (), {**BASE, **case.base}),
        Commit("source", ("base",), {**SOURCE, **case.source}),
        Commit("target", ("base",), {**TARGET, **case.target}),
        Commit("merge", ("target", "source"), {**BOTH, **case.merged}),
    )
    repo = build(folder, commits, head="merge")
    report = audit_merge(repo.path, "merge", None, silent)
    found = [f for f in report.findings if f.check in THE_LEDGERS and f.severity is not Severity.INFO and f.side is not None]
    return found, {name: repo.commit(name) for name in ("source", "target")}


@pytest.mark.parametrize("name", LOST)
def test_what_is_lost_is_one_finding(name: str, tmp_path: Path) -> None:
    case = LOST[name]
    found, ids = loud(tmp_path, case)
    assert [(f.severity, f.side and f.side.value) for f in found] == [(case.severity, case.side)], found
    assert case.path in {found[0].path, *(place.path for place in found[0].places)}
    assert ids[case.side] in {origin.commit.id for origin in found[0].origin}


@pytest.mark.parametrize("name", KEPT)
def test_what_is_there_is_no_finding(name: str, tmp_path: Path) -> None:
    assert loud(tmp_path, KEPT[name])[0] == []
