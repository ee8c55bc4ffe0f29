"""Who added and who removed which line: one side's history read once for the lines in question.

Lines are matched by their text without white space, so that a later re-indentation does not hide the writer of the words. Where several commits
added the same text to a file, the place in the file tells them apart (see ``positions``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from syncline.account.positions import Change, Positions
from syncline.core.names import CommitId, RepoPath, repo_path
from syncline.core.provenance import Commit

_HUNK = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
# Fields of a commit's head line as ``ports/git/linelogs`` asks for them, separated by 0x1f and opened by 0x00.
FIELDS = ("%H", "%P", "%aN", "%aE", "%ct", "%s")

Key = tuple[RepoPath, str]

_WHITE = b" \t\r\v\f"
_NO_END = b"\\Nonewlineatendoffile"

# Signs without white space from which on a line is taken for the same line in another file.
_TELLING = 20


@dataclass(frozen=True, slots=True)
class LineLog:
    """Commits by the line they added or removed, newest first. Lines are squeezed; ``anywhere`` forgets the path.

    ``touched`` names all commits that changed a path, whatever lines, and files without lines too. ``asked`` is true when history was read at all:
    only then does silence mean that no commit of the side did it. ``positions`` choose among commits that did the same.
    """

    added: Mapping[Key, tuple[Commit, ...]] = field(default_factory=dict)
    removed: Mapping[Key, tuple[Commit, ...]] = field(default_factory=dict)
    added_anywhere: Mapping[str, tuple[Commit, ...]] = field(default_factory=dict)
    removed_anywhere: Mapping[str, tuple[Commit, ...]] = field(default_factory=dict)
    asked: bool = False
    touched: Mapping[RepoPath, tuple[Commit, ...]] = field(default_factory=dict)
    positions: Positions = field(default_factory=Positions)

    def writer(self, paths: Iterable[RepoPath], squeezed_line: str, at: int | None = None) -> Commit | None:
        """The commit that added the line at one of ``paths``, the last of several; else, for a line long enough to be known by, the last that
        did anywhere.

        ``at`` is the line's number (from 0) in the side's file: with it, of several commits the one that added it there.
        """
        for path in paths:
            if found := self.added.get((path, squeezed_line)):
                return found[0] if at is None or len(found) == 1 else self.positions.added(path, squeezed_line, at) or found[0]
        elsewhere = self.added_anywhere.get(squeezed_line, ()) if len(squeezed_line) >= _TELLING else ()
        return elsewhere[0] if elsewhere else None

    def remover(self, paths: Iterable[RepoPath], squeezed_line: str, at: int | None = None) -> Commit | None:
        """The commit that removed the line at one of ``paths``, the last of several. Another path proves nothing: equal lines come and go everywhere.

        ``at`` is the line's number (from 0) in the base's file: with it, of several commits the one that removed it there.
        """
        for path in paths:
            if found := self.removed.get((path, squeezed_line)):
                return found[0] if at is None or len(found) == 1 else self.positions.removed(path, squeezed_line, at) or found[0]
        return None

    def sole(self, paths: Iterable[RepoPath]) -> Commit | None:
        """The one commit that changed any of ``paths``, where there is only one: git may pair lines otherwise than we do, but it was this one."""
        found = {commit.id: commit for path in paths for commit in self.touched.get(path, ())}
        return next(iter(found.values())) if len(found) == 1 else None

    def last(self, paths: Iterable[RepoPath]) -> Commit | None:
        """The last commit that changed any of ``paths``: whose state a file without lines has."""
        return next((commits[0] for path in paths if (commits := self.touched.get(path))), None)


def parse_line_log(patches: bytes, wanted: frozenset[str], paths: Collection[RepoPath] | None = None) -> LineLog:
    """Read ``git log -p -U0`` output (see ``FIELDS``), newest commit first, and keep what it says of the ``wanted`` squeezed lines.

    With ``paths`` the patches of other files are passed over.
    """
    keep = _rows(wanted)
    added: dict[Key, list[Commit]] = {}
    removed: dict[Key, list[Commit]] = {}
    touched: dict[RepoPath, list[Commit]] = {}
    positions = Positions()
    for patch in _patches(patches):
        commit = patch.commit
        for path, change, rows in patch.changes():
            if paths is not None and path not in paths:
                continue
            if change is None:
                known = touched.setdefault(path, [])
                if not known or known[-1] is not commit:
                    known.append(commit)
                continue
            positions.note(path, commit, change)
            if keep.keys().isdisjoint(rows):
                continue
            # A hunk without context has its removed lines first.
            for at, row in enumerate(rows):
                text = keep.get(row)
                if text is not None:
                    new = at >= change.old_size
                    commits = (added if new else removed).setdefault((path, text), [])
                    if not commits or commits[-1] is not commit:
                        commits.append(commit)
                    line = change.new + at - change.old_size if new else change.old + at
                    positions.stand(path, text, line, new=new)
    commits_at = {path: tuple(commits) for path, commits in touched.items()}
    return LineLog(_frozen(added), _frozen(removed), _without_path(added), _without_path(removed), True, commits_at, positions)


def _rows(wanted: Iterable[str]) -> dict[bytes, str]:
    """The wanted lines by the squeezed rows of a patch that add or remove them."""
    return {sign + text.encode("utf-8", "surrogateescape"): text for text in wanted for sign in (b"+", b"-")}


@dataclass(frozen=True, slots=True)
class _Patch:
    """What one commit did: the rows of its patch, and the same without white space."""

    commit: Commit
    rows: list[bytes]
    squeezed: list[bytes]

    def changes(self) -> Iterator[tuple[RepoPath, Change | None, list[bytes]]]:
        """Every hunk with its path and squeezed rows; a file that the commit touches comes first without any (it may have no lines).

        Counts lines by the hunk heads, so no content is mistaken for one.
        """
        path = RepoPath("")
        before = RepoPath("")
        rows, at = self.rows, 0
        while at < len(rows):
            row = rows[at]
            at += 1
            if row.startswith(b"@@ ") and (found := _HUNK.match(row)):
                old, new = int(found[2] or 1), int(found[4] or 1)
                own = self.squeezed[at : at + old + new]
                at += old + new
                if old and own[old : old + 1] == [_NO_END]:
                    # Between what was removed and what was added: the line before it had no line feed.
                    own[old:] = self.squeezed[at - new + 1 : at + 1]
                    at += 1
                if len(own) < old + new:
                    return
                # Where a side has no line, git names the one before.
                yield path, Change(int(found[1]) - (old > 0), old, int(found[3]) - (new > 0), new), own
            elif row.startswith(b"diff --git "):
                if touched := _both(row[11:]):
                    yield touched, None, []
            elif row.startswith(b"--- "):
                before = _path(row)
            elif row.startswith(b"+++ "):
                path = _path(row) or before


def _patches(text: bytes) -> Iterator[_Patch]:
    """The commits of a log, one by one. A row that opens one begins with a NUL, and no row of a patch does."""
    for one in text.removeprefix(b"\0").split(b"\n\0"):
        head, _, patch = one.partition(b"\n")
        if head:
            yield _Patch(_commit(head), patch.split(b"\n"), patch.translate(None, _WHITE).split(b"\n"))


def _both(names: bytes) -> RepoPath:
    """The path that stands twice behind ``diff --git``; without renames both are the same."""
    half = len(names) // 2
    return _name(names[:half]) if names[half : half + 1] == b" " else RepoPath("")


def _path(line: bytes) -> RepoPath:
    return _name(line[4:].rstrip(b"\t"))


def _name(name: bytes) -> RepoPath:
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
