"""The rules of the house that no other tool holds.

Import direction is in the contracts of ``pyproject.toml``; format, lint and types are in ``make check``.
"""

from __future__ import annotations

import ast
import re
import tomllib
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import cases
import pages
import scaffold
from cases import ROOT, Kind

SOURCE = ROOT / "src" / "syncline"
MODULES = sorted(SOURCE.rglob("*.py"))
SOFT_CAP = 250
HEADINGS = {
    Kind.RULE: ("Sees", "Answers", "Why right", "Declines when", "Safety"),
    Kind.CHECK: ("Sees", "Fires", "Why", "Silent"),
}
NOWHERE = {"utils", "util", "common", "helpers", "helper", "base", "types", "misc"}
ADDRESSES = re.compile(r"://|--(index-url|extra-index-url|find-links|trusted-host)")


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("kind", Kind)
def test_no_module_without_telling_cases(kind: Kind) -> None:
    covered = {(case.owner, case.group) for case in cases.cases(kind)}
    missing = [f"{owner}/{group}" for owner in cases.owners(kind) for group in kind.groups[:2] if (owner, group) not in covered]
    assert missing == []


@pytest.mark.parametrize("kind", Kind)
def test_no_case_folder_without_its_module(kind: Kind) -> None:
    folders = {f.name for f in kind.folders.glob("*") if f.is_dir() and f.name != "__pycache__"}
    assert sorted(folders - set(cases.owners(kind))) == []


@pytest.mark.parametrize("kind", Kind)
def test_case_groups_are_known(kind: Kind) -> None:
    assert [case.id for case in cases.cases(kind) if case.group not in kind.groups] == []


@pytest.mark.parametrize("kind", Kind)
def test_the_table_lists_every_module_once(kind: Kind) -> None:
    assert sorted(pages.table(kind)) == list(cases.owners(kind))


@pytest.mark.parametrize("kind", Kind)
def test_module_docstrings_have_the_headings_in_order(kind: Kind) -> None:
    wrong = {owner: found for owner in cases.owners(kind) if (found := pages.headings(kind, owner)) != list(HEADINGS[kind])}
    assert wrong == {}


@pytest.mark.parametrize("kind", Kind)
def test_no_text_of_the_scaffold_is_left(kind: Kind) -> None:
    laid = {line for line in (*scaffold.RULE.splitlines(), *scaffold.CHECK.splitlines()) if line.startswith(('"""', *HEADINGS[kind]))}
    laid -= {'"""', "Safety: suggestion."}
    assert [owner for owner in cases.owners(kind) if laid & set(cases.module_file(kind, owner).read_text("utf-8").splitlines())] == []


@pytest.mark.parametrize("kind", Kind)
def test_every_module_declares_its_status_and_work(kind: Kind) -> None:
    for owner in cases.owners(kind):
        module = cases.load(kind, owner)
        assert hasattr(module, "STATUS"), owner
        assert callable(module.run), owner


def test_pages_are_up_to_date() -> None:
    assert pages.outdated() == [], "run: make docs"


def test_no_module_is_named_for_nothing() -> None:
    assert [named(path) for path in MODULES if path.stem in NOWHERE or path.parent.name in NOWHERE] == []


@pytest.mark.filterwarnings("default::UserWarning")
def test_modules_beyond_the_soft_cap_are_reported() -> None:
    long = {named(path): n for path in MODULES if (n := len(path.read_text("utf-8").splitlines())) > SOFT_CAP}
    for name, count in sorted(long.items()):
        warnings.warn(f"{name}: {count} lines, the soft cap is {SOFT_CAP}", stacklevel=1)


def public(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]:
    """Public functions and classes of a module, and public methods of its public classes.

    Members without a body of their own (overloads, members of a protocol) speak through their class.
    """
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                for member in node.body:
                    if (
                        isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef)
                        and not member.name.startswith("_")
                        and not is_stub(member)
                    ):
                        yield member


def is_stub(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return [ast.unparse(statement) for statement in function.body] == ["..."]


@pytest.mark.parametrize("path", MODULES, ids=named)
def test_everything_public_has_a_docstring(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    bare = [f"{path.name}:{node.lineno} {node.name}" for node in public(tree) if not ast.get_docstring(node)]
    if not ast.get_docstring(tree):
        bare.append(f"{path.name}: the module")
    assert bare == []


def test_values_of_core_are_frozen_and_slotted() -> None:
    wrong = []
    for path in (SOURCE / "core").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                for decorator in node.decorator_list:
                    text = ast.unparse(decorator)
                    if "dataclass" in text and not ("frozen=True" in text and "slots=True" in text):
                        wrong.append(f"{path.name}:{node.lineno} {node.name}")
    assert wrong == []


def test_a_clearance_is_made_in_one_place() -> None:
    made = [
        f"{named(path)}:{node.lineno}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name | ast.Attribute)
        and ast.unparse(node.func).split(".")[-1] == "Clearance"
    ]
    assert len(made) == 1
    assert made[0].startswith("src/syncline/core/clearance.py")


def test_locks_hold_names_versions_and_hashes_only() -> None:
    locks = sorted((ROOT / "requirements").glob("*.lock"))
    assert [lock.name for lock in locks] == ["dev.lock", "run.lock"]
    wrong = [
        f"{lock.name}:{n} {line}"
        for lock in locks
        for n, line in enumerate(lock.read_text("utf-8").splitlines(), 1)
        if ADDRESSES.search(line)
    ]
    assert wrong == []


def test_locks_are_in_step_with_the_project() -> None:
    """Every dependency is locked, and both locks agree on the version of what they share."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    run, dev = (pinned(ROOT / "requirements" / name) for name in ("run.lock", "dev.lock"))
    groups = project["dependency-groups"]
    wanted_run = {package(text) for text in (*project["project"]["dependencies"], *groups["build"])}
    wanted_dev = {package(text) for text in groups["dev"] if isinstance(text, str)}
    assert sorted(wanted_run - run.keys()) == [], "run: make lock"
    assert sorted(wanted_dev - dev.keys()) == [], "run: make lock"
    assert {name: version for name, version in run.items() if dev.get(name) != version} == {}, "run: make lock"


def package(requirement: str) -> str:
    return re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0].lower().replace("_", "-").replace(".", "-")


def pinned(lock: Path) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)==([^ \\;]+)", lock.read_text("utf-8"), re.MULTILINE))


def test_the_architecture_page_stays_short() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text("utf-8").splitlines()) <= 150


def test_changelog_fragments_have_a_known_kind() -> None:
    fragments = [f for f in (ROOT / "changelog.d").iterdir() if f.name != "README.md"]
    assert [f.name for f in fragments if not re.fullmatch(r"[a-z0-9-]+\.(added|changed|fixed|removed)\.md", f.name)] == []


def test_decision_records_are_numbered_without_gaps() -> None:
    numbers = sorted(int(f.name[:4]) for f in (ROOT / "docs" / "adr").glob("*.md"))
    assert numbers == list(range(len(numbers)))
