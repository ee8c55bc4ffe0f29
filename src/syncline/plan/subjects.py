"""What a commit says of itself: conventional prefixes, labels in brackets, the first word."""

from __future__ import annotations

import re

from syncline.core.forecast import Said, Work
from syncline.core.provenance import Commit

_WORDS: dict[str, Work] = {
    **dict.fromkeys(("feat", "feature", "features"), Work.FEATURE),
    **dict.fromkeys(("fix", "bugfix", "bug", "hotfix", "fixes"), Work.FIX),
    **dict.fromkeys(("perf", "performance", "optim"), Work.SPEED),
    **dict.fromkeys(("refactor", "style", "cleanup", "clean", "chore", "misc", "nfc"), Work.CLEANUP),
    **dict.fromkeys(("test", "tests", "testing"), Work.TEST),
    **dict.fromkeys(("doc", "docs", "documentation"), Work.DOC),
    **dict.fromkeys(("ci", "cicd", "build", "release"), Work.CI),
    **dict.fromkeys(("deps", "dep", "dependencies"), Work.DEPENDENCIES),
    **dict.fromkeys(("revert", "reverts"), Work.REVERT),
}
# First words of a plain subject; what people write when they follow no convention.
_VERBS: dict[str, Work] = {
    **dict.fromkeys(
        ("add", "adds", "added", "support", "enable", "implement", "introduce", "allow", "extend", "new", "create"), Work.FEATURE
    ),
    **dict.fromkeys(("fix", "fixes", "fixed", "fixing", "correct", "prevent", "avoid", "restore", "handle", "repair", "resolve"), Work.FIX),
    **dict.fromkeys(("optimize", "optimise", "speed", "speedup", "accelerate", "cache"), Work.SPEED),
    **dict.fromkeys(
        ("refactor", "clean", "cleanup", "remove", "rename", "move", "simplify", "deprecate", "drop", "delete", "extract", "split"),
        Work.CLEANUP,
    ),
    **dict.fromkeys(("test", "tests"), Work.TEST),
    **dict.fromkeys(("doc", "docs", "document"), Work.DOC),
    **dict.fromkeys(("bump", "upgrade", "pin"), Work.DEPENDENCIES),
    **dict.fromkeys(("revert", "reverts"), Work.REVERT),
    "ci": Work.CI,
}
_LABEL = re.compile(r"\s*\[([^\]\n]{1,40})\]\s*")
_PREFIX = re.compile(r"([A-Za-z][\w./-]{0,30})(?:\(([^)\n]{1,60})\))?(!)?:\s+(?=\S)")
_PULL = re.compile(r"\s*\((?:#|!)\d+\)")


def read_subject(commit: Commit) -> Said:
    """Take a subject apart. Refuses to guess beyond the first word: what says nothing is OTHER."""
    rest, labels, work, breaking = commit.subject.strip(), [], None, False
    while (found := _LABEL.match(rest)) is not None:
        labels.append(found[1].strip())
        rest = rest[found.end() :]
        work = work or _WORDS.get(found[1].strip().lower())
    rest = rest.lstrip(":- ")
    head = _PREFIX.match(rest)
    if head is not None:
        kind = _WORDS.get(head[1].lower())
        scope = head[2] or ""
        # "moe(fix): …" says it the other way round; "core: …" is a scope alone.
        work = work or kind or _WORDS.get(scope.lower())
        labels += [word for word in (head[1] if kind is None else "", scope if scope.lower() not in _WORDS else "") if word]
        if _WORDS.get(scope.lower()) is Work.DEPENDENCIES:
            work = Work.DEPENDENCIES
        breaking = head[3] == "!"
        rest = rest[head.end() :]
    title = _PULL.sub("", rest).strip() or commit.subject
    if work is None:
        first = re.match(r"[A-Za-z]+", title)
        work = _VERBS.get(first[0].lower(), Work.OTHER) if first else Work.OTHER
    return Said(commit, work, tuple(dict.fromkeys(labels)), title, breaking)
