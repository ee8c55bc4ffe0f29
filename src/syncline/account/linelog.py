"""Who added and who removed which line: one side's history read once, as a stream, for the lines in question.

Lines are matched by their text without white space, so that a later re-indentation does not hide the writer of the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from syncline.core.names import CommitId, RepoPath, repo_path
from syncline.core.provenance import Commit

_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
# Fields of a commit's head line as ``ports/git/linelogs`` asks for them, separated by 0x1f and opened by 0x00.
FIELDS = ("%H", "%P", "%aN", "%aE", "%ct", "%s")

Key = tuple[RepoPath, str]

# Signs without white space from which on a line is taken for the same line in another file.
_TELLING = 20


@dataclass(frozen=True, slots=True)
class LineLog:
    """Commits by the line they added or removed, newest first. Lines are squeezed; ``anywhere`` forgets the path.

    ``touched`` names all commits that changed a path, whatever lines. ``asked`` is true when history was read at all: only then does
    silence mean that no commit of the side did it.
    """

    added: Mapping[Key, tuple[Commit, ...]] = field(default_factory=dict)
    removed: Mapping[Key, tuple[Commit, ...]] = field(default_factory=dict)
    added_anywhere: Mapping[str, tuple[Commit, ...]] = field(default_factory=dict)
    removed_anywhere: Mapping[str, tuple[Commit, ...]] = field(default_factory=dict)
    asked: bool = False
    touched: Mapping[RepoPath, tuple[Commit, ...]] = field(default_factory=dict)

    def writer(self, paths: Iterable[RepoPath], squeezed_line: str) -> Commit | None:
        """The last commit that added the line at one of ``paths``; else, for a line long enough to be known by, the last that did anywhere."""
        return _newest(self.added, self.added_anywhere if len(squeezed_line) >= _TELLING else {}, paths, squeezed_line)

    def remover(self, paths: Iterable[RepoPath], squeezed_line: str) -> Commit | None:
        """The last commit that removed the line at one of ``paths``. Another path proves nothing: equal lines come and go everywhere."""
        return _newest(self.removed, {}, paths, squeezed_line)

    def sole(self, paths: Iterable[RepoPath]) -> Commit | None:
        """The one commit that changed any of ``paths``, where there is only one: git may pair lines otherwise than we do, but it was this one."""
        found = {commit.id: commit for path in paths for commit in self.touched.get(path, ())}
        return next(iter(found.values())) if len(found) == 1 else None


def _newest(
    at: Mapping[Key, tuple[Commit, ...]], anywhere: Mapping[str, tuple[Commit, ...]], paths: Iterable[RepoPath], text: str
) -> Commit | None:
    for path in paths:
        if found := at.get((path, text)):
            return found[0]
    found = anywhere.get(text, ())
    return found[0] if found else None


def parse_line_log(lines: Iterable[bytes], wanted: frozenset[str]) -> LineLog:
    """Read ``git log -p -U0`` output (see ``FIELDS``), newest commit first, and keep what it says of the ``wanted`` squeezed lines."""
    keep = {text.encode("utf-8", "surrogateescape"): text for text in wanted}
    added: dict[Key, list[Commit]] = {}
    removed: dict[Key, list[Commit]] = {}
    touched: dict[RepoPath, list[Commit]] = {}
    last: tuple[Commit, RepoPath] | None = None
    for commit, path, sign, raw in _changes(iter(lines)):
        if last is None or last[0] is not commit or last[1] is not path:
            last = (commit, path)
            touched.setdefault(path, []).append(commit)
        text = keep.get(b"".join(raw.split()))
        if text is not None:
            commits = (added if sign == 43 else removed).setdefault((path, text), [])
            if not commits or commits[-1] is not commit:
                commits.append(commit)
    commits_at = {path: tuple(commits) for path, commits in touched.items()}
    return LineLog(_frozen(added), _frozen(removed), _without_path(added), _without_path(removed), asked=True, touched=commits_at)


def parse_line_logs(lines: Iterable[bytes], wanted: frozenset[str]) -> tuple[tuple[Commit, LineLog], ...]:
    """Like ``parse_line_log``, with what each commit did kept apart, in the order of the stream."""
    keep = {text.encode("utf-8", "surrogateescape"): text for text in wanted}
    found: dict[CommitId, tuple[Commit, dict[Key, tuple[Commit, ...]], dict[Key, tuple[Commit, ...]]]] = {}
    for commit, path, sign, raw in _changes(iter(lines)):
        text = keep.get(b"".join(raw.split()))
        if text is not None:
            _, added, removed = found.setdefault(commit.id, (commit, {}, {}))
            (added if sign == 43 else removed)[path, text] = (commit,)
    return tuple((commit, LineLog(added, removed)) for commit, added, removed in found.values())


def _changes(lines: Iterator[bytes]) -> Iterator[tuple[Commit, RepoPath, int, bytes]]:
    """Every changed line with its commit, path and sign (43 is ``+``). Counts lines by the hunk heads, so no content is mistaken for one."""
    commit: Commit | None = None
    path = RepoPath("")
    before = RepoPath("")
    for line in lines:
        if line.startswith(b"\0"):
            commit = _commit(line[1:].rstrip(b"\n"))
        elif line.startswith(b"--- "):
            before = _path(line)
        elif line.startswith(b"+++ "):
            path = _path(line) or before
        elif commit is not None and (found := _HUNK.match(line)):
            left = int(found[1] or 1) + int(found[2] or 1)
            while left:
                row = next(lines, b"")
                if not row:
                    return
                if row[0] in b"+-":
                    left -= 1
                    yield commit, path, row[0], row[1:]


def _path(line: bytes) -> RepoPath:
    name = line[4:].rstrip(b"\n").rstrip(b"\t")
    if name.startswith(b'"'):
        name = name[1:-1].decode("unicode_escape").encode("latin-1")
    return RepoPath("") if name == b"/dev/null" else repo_path(name[2:])


def _commit(head: bytes) -> Commit:
    oid, parents, author, email, date, subject = head.decode("utf-8", "surrogateescape").split("\x1f", 5)
    return Commit(CommitId(oid), author, email, subject, int(date or 0), tuple(CommitId(p) for p in parents.split()))


def _frozen(found: Mapping[Key, list[Commit]]) -> dict[Key, tuple[Commit, ...]]:
    return {key: tuple(commits) for key, commits in found.items()}


def _without_path(found: Mapping[Key, list[Commit]]) -> dict[str, tuple[Commit, ...]]:
    out: dict[str, list[Commit]] = {}
    for (_, text), commits in found.items():
        out.setdefault(text, []).extend(commits)
    return {text: tuple(sorted(commits, key=lambda c: -c.date)) for text, commits in out.items()}
