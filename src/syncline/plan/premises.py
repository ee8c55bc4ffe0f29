"""Read what a repository says about itself: lock files, tools, golden files, CI providers. Pure: paths and texts in, facts out."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from syncline.account.classes import Kind, classifier
from syncline.account.owners import PLACES
from syncline.core.names import RepoPath
from syncline.core.premises import LockFile, Tool

# Lock file → its manifest, and the command that writes it without running anything of the project.
_LOCKS: dict[str, tuple[str, tuple[str, ...]]] = {
    "uv.lock": ("pyproject.toml", ("uv", "lock")),
    "poetry.lock": ("pyproject.toml", ("poetry", "lock")),
    "pdm.lock": ("pyproject.toml", ("pdm", "lock", "--update-reuse")),
    "Pipfile.lock": ("Pipfile", ("pipenv", "lock")),
    "package-lock.json": ("package.json", ("npm", "install", "--package-lock-only", "--ignore-scripts")),
    "pnpm-lock.yaml": ("package.json", ("pnpm", "install", "--lockfile-only", "--ignore-scripts")),
    "yarn.lock": ("package.json", ("yarn", "install", "--mode=update-lockfile")),
    "Cargo.lock": ("Cargo.toml", ("cargo", "update", "--workspace")),
    "go.sum": ("go.mod", ("go", "mod", "tidy")),
    "composer.lock": ("composer.json", ("composer", "update", "--lock", "--no-scripts")),
    "Gemfile.lock": ("Gemfile", ("bundle", "lock")),
}
# Files that ``tools`` wants to read, where they exist.
ASKED = (
    "pyproject.toml",
    "setup.cfg",
    "tox.ini",
    "noxfile.py",
    "pytest.ini",
    ".pre-commit-config.yaml",
    "package.json",
    "Makefile",
    "Cargo.toml",
    "go.mod",
    "composer.json",
    "phpunit.xml.dist",
    "Gemfile",
    "Rakefile",
)
_SCRIPTS = ("test", "lint", "format", "typecheck", "type-check", "build", "check")
_TARGETS = ("test", "check", "lint", "format", "typecheck", "build")
_PYTHON = {
    "ruff": "ruff check .",
    "black": "black --check .",
    "isort": "isort --check .",
    "mypy": "mypy",
    "pyright": "pyright",
    "pytest": "pytest",
}


def codeowners_of(paths: Iterable[RepoPath]) -> str:
    """The CODEOWNERS file in force, or an empty string."""
    there = set(paths)
    return next((place for place in PLACES if RepoPath(place) in there), "")


def locks_of(paths: Iterable[RepoPath]) -> tuple[LockFile, ...]:
    """Lock files at the root with the manifest beside them."""
    there = set(paths)
    return tuple(
        LockFile(lock, manifest, command)
        for lock, (manifest, command) in _LOCKS.items()
        if RepoPath(lock) in there and RepoPath(manifest) in there
    )


def golden_of(paths: Iterable[RepoPath]) -> tuple[str, ...]:
    """Folders of golden files, the three with most of them."""
    classify = classifier()
    counts: dict[str, int] = {}
    for path in paths:
        if classify(path) is Kind.GOLDEN and "/" in path:
            folder = path.split("/")[0]
            counts[folder] = counts.get(folder, 0) + 1
    return tuple(sorted(counts, key=lambda f: (-counts[f], f))[:3])


def providers_of(paths: Iterable[RepoPath], urls: Iterable[str]) -> tuple[str, ...]:
    """CI systems in use, by their files; where there are none, by the host of a remote."""
    there = [str(path) for path in paths]
    found = []
    if any(path.startswith(".github/workflows/") for path in there):
        found.append("github")
    if ".gitlab-ci.yml" in there:
        found.append("gitlab")
    return tuple(found) or tuple(dict.fromkeys(name for url in urls for name in ("github", "gitlab") if name in url.lower()))


def tools_of(files: Mapping[str, str]) -> tuple[Tool, ...]:
    """Formatters, linters, type checkers and tests that the repository's own files name. A broken file names nothing."""
    found: list[Tool] = []
    if "pyproject.toml" in files:
        table = _toml(files["pyproject.toml"]).get("tool", {})
        found += [Tool(command, "pyproject.toml") for name, command in _PYTHON.items() if isinstance(table, dict) and name in table]
    found += [Tool("pytest", name) for name in ("pytest.ini",) if name in files]
    found += [Tool("pytest", "setup.cfg") for text in (files.get("setup.cfg", ""),) if "[tool:pytest]" in text]
    found += [Tool("tox", "tox.ini")] if "tox.ini" in files else []
    found += [Tool("nox", "noxfile.py")] if "noxfile.py" in files else []
    found += [Tool("pre-commit run --all-files", ".pre-commit-config.yaml")] if ".pre-commit-config.yaml" in files else []
    scripts = _json(files.get("package.json", "")).get("scripts", {})
    if isinstance(scripts, dict):
        found += [Tool(f"npm run {name}", "package.json") for name in _SCRIPTS if name in scripts]
    composer = _json(files.get("composer.json", "")).get("scripts", {})
    if isinstance(composer, dict):
        found += [Tool(f"composer run {name}", "composer.json") for name in _SCRIPTS if name in composer]
    found += [Tool("phpunit", "phpunit.xml.dist")] if "phpunit.xml.dist" in files else []
    found += [Tool(command, "Cargo.toml") for command in ("cargo fmt --check", "cargo clippy", "cargo test") if "Cargo.toml" in files]
    found += [Tool(command, "go.mod") for command in ("gofmt -l .", "go vet ./...", "go test ./...") if "go.mod" in files]
    found += [Tool("rake test", "Rakefile")] if "Rakefile" in files else []
    targets = re.findall(r"^([A-Za-z][\w-]*)\s*:(?!=)", files.get("Makefile", ""), re.MULTILINE)
    found += [Tool(f"make {name}", "Makefile") for name in _TARGETS if name in targets]
    return tuple({tool.command: tool for tool in reversed(found)}.values())[::-1]


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}


def _json(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text) if text else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


# Names of branches that usually receive.
_RECEIVE = ("dev", "develop", "development", "devel", "next", "staging", "integration", "unstable", "edge", "nightly")


def likely_first(names: Sequence[str]) -> list[str]:
    """Names of branches, those that usually receive first, the others in their own order."""
    known = {name: at for at, name in enumerate(_RECEIVE)}
    return sorted(names, key=lambda name: known.get(name.rpartition("/")[2], len(known)))
