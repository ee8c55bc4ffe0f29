"""The class of a path: what kind of work it holds. The configuration's view comes first, then names that the field agrees on."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import StrEnum

import pathspec

from syncline.core.names import RepoPath
from syncline.core.policy import Classes


class Kind(StrEnum):
    """Classes of paths. The order is that of the search."""

    LOCK = "lock"
    GOLDEN = "golden"
    GENERATED = "generated"
    VENDORED = "vendored"
    IMAGE = "image"
    WORKFLOW = "workflow"
    TEST = "test"
    DOC = "doc"
    SOURCE = "source"


# Files that say nothing of the work: counted apart.
APART = frozenset({Kind.LOCK, Kind.GOLDEN, Kind.GENERATED, Kind.VENDORED, Kind.IMAGE})

_BY_NAME: Mapping[Kind, re.Pattern[str]] = {
    Kind.LOCK: re.compile(
        r"(^|/)(uv\.lock|poetry\.lock|pdm\.lock|Pipfile\.lock|package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock"
        r"|go\.sum|composer\.lock|Gemfile\.lock|mix\.lock|flake\.lock|packages\.lock\.json|gradle\.lockfile|Package\.resolved|Podfile\.lock|deno\.lock"
        r"|conan\.lock)$"
    ),
    Kind.GOLDEN: re.compile(r"(^|/)(golden[^/]*|goldens?|__snapshots__|snapshots?)(/|$)|golden_values|\.snap$", re.IGNORECASE),
    Kind.GENERATED: re.compile(
        r"(_pb2(_grpc)?\.pyi?|\.pb\.(go|cc|h)|\.g\.dart|\.min\.(js|css)|\.generated\.[a-z]+|_generated\.[a-z]+|\.designer\.cs)$"
        r"|(^|/)(generated|__generated__)/|^\.syncline/decisions\.toml$"
    ),
    Kind.VENDORED: re.compile(r"(^|/)(vendor|vendored|_vendor|third_party|third-party|3rdparty|node_modules)/"),
    Kind.IMAGE: re.compile(r"\.(png|jpe?g|gif|svg|webp|ico|bmp|tiff?|pdf|mp4|webm)$", re.IGNORECASE),
    Kind.WORKFLOW: re.compile(
        r"^\.github/(workflows|actions)/|^\.gitlab-ci\.ya?ml$|^\.gitlab/|^\.circleci/|^\.buildkite/|^azure-pipelines\.ya?ml$|^\.travis\.ya?ml$"
        r"|(^|/)Jenkinsfile$|^\.cirrus\.ya?ml$"
    ),
    Kind.TEST: re.compile(
        r"(^|/)(tests?|specs?|__tests__|testing|testdata|test_data|fixtures)/|(^|/)(test_[^/]*|conftest)\.py$"
        r"|[^/]+(_test|_spec|\.test|\.spec|Test|Tests|IT)\.[a-z]+$"
    ),
    Kind.DOC: re.compile(
        r"(^|/)(docs?|documentation)/|\.(md|rst|adoc)$|(^|/)(README|CHANGELOG|CHANGES|LICENSE|NOTICE|AUTHORS)[^/]*$", re.IGNORECASE
    ),
}

# Files that are made anew, not repaired by hand: what is lost in them is told in one piece.
_BY_PRODUCTS = (Kind.LOCK, Kind.GOLDEN, Kind.GENERATED, Kind.IMAGE)


def by_product(path: RepoPath) -> bool:
    """True for lock, golden, generated and image files, by the names that the field agrees on."""
    return any(_BY_NAME[kind].search(path) for kind in _BY_PRODUCTS)


Classify = Callable[[RepoPath], Kind]


def classifier(configured: Classes | None = None) -> Classify:
    """A function that tells the class of a path."""
    own: list[tuple[Kind, pathspec.GitIgnoreSpec]] = []
    for one in fields(Classes):
        paths = getattr(configured, one.name).paths if configured is not None else ()
        if paths:
            own.append((Kind(one.name), pathspec.GitIgnoreSpec.from_lines(paths)))

    def classify(path: RepoPath) -> Kind:
        for kind, spec in reversed(own):
            if spec.match_file(path):
                return kind
        for kind, pattern in _BY_NAME.items():
            if pattern.search(path):
                return kind
        return Kind.SOURCE

    return classify
