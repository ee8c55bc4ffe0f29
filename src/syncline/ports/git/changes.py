"""What each commit of a history changed: paths, entries, lines; which commits make the same change; where words stand in a tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from syncline.core.names import BlobId, CommitId, RepoPath, path_bytes, repo_path
from syncline.core.tree import Entry
from syncline.ports.git.history import Delta, LineCount
from syncline.ports.git.workshop import Workshop

# Opens a commit in the output: cannot be the first byte of a diff row.
_OPEN = b"\x01"


@dataclass(frozen=True, slots=True)
class Touched:
    """One commit and what it changed against its first parent."""

    commit: CommitId
    changes: tuple[Delta, ...]


def first_parent_changes(workshop: Workshop, revisions: Sequence[str], paths: Iterable[RepoPath] = ()) -> tuple[Touched, ...]:
    """The first-parent history for ``revisions``, newest first, each commit with its changes at ``paths`` (all, when none is named), without renames.

    A merge counts as what it brought to its first parent. Commits that changed none of ``paths`` are left out when paths are named.
    """
    literal = [path_bytes(path) for path in paths]
    command = ["log", "--first-parent", "-m", "--raw", "-z", "--no-abbrev", "--no-renames", "--format=%x01%H", *revisions]
    raw = workshop.git(["--literal-pathspecs", *command, *([b"--", *literal] if literal else ["--"])])
    found = []
    for block in raw.split(_OPEN)[1:]:
        commit, _, rest = block.partition(b"\0")
        found.append(Touched(CommitId(commit.decode().strip()), tuple(_raw_rows(rest))))
    return tuple(found)


def _raw_rows(rest: bytes) -> Iterable[Delta]:
    fields = [field for field in rest.lstrip(b"\n").split(b"\0") if field]
    for at in range(0, len(fields) - 1, 2):
        old_mode, new_mode, old_oid, new_oid, _ = fields[at].lstrip(b"\n:").decode().split(" ")
        path = repo_path(fields[at + 1])
        before = Entry(old_mode, BlobId(old_oid)) if int(old_mode) else None
        after = Entry(new_mode, BlobId(new_oid)) if int(new_mode) else None
        yield Delta(path, path, before, after)


def commit_sizes(workshop: Workshop, revisions: Sequence[str]) -> dict[CommitId, tuple[LineCount, ...]]:
    """Changed lines of every commit that is no merge, by path."""
    raw = workshop.git(["log", "--no-merges", "--numstat", "-z", "--no-renames", "--format=%x01%H", *revisions, "--"])
    found = {}
    for block in raw.split(_OPEN)[1:]:
        commit, _, rest = block.partition(b"\0")
        rows = []
        for row in rest.lstrip(b"\n").split(b"\0"):
            if row.strip():
                added, removed, path = row.lstrip(b"\n").split(b"\t", 2)
                rows.append(LineCount(repo_path(path), int(added) if added != b"-" else None, int(removed) if removed != b"-" else None))
        found[CommitId(commit.decode().strip())] = tuple(rows)
    return found


def same_patches(workshop: Workshop, source: CommitId, target: CommitId) -> tuple[tuple[CommitId, CommitId], ...]:
    """Pairs (of the source, of the target) of commits whose patches are equal but for line numbers and white space (git's patch id)."""
    marks = workshop.git(["log", "--cherry-mark", "--left-right", "--no-merges", "--format=%m %H", f"{target}...{source}", "--"]).decode()
    equal = [CommitId(line[2:]) for line in marks.splitlines() if line.startswith("=")]
    if not equal:
        return ()
    ids = patch_ids(workshop, equal)
    own = {CommitId(line) for line in workshop.git(["rev-list", "--no-merges", source, f"^{target}"]).decode().split()}
    on_target: dict[str, CommitId] = {}
    for commit in equal:
        if commit not in own:
            on_target.setdefault(ids.get(commit, ""), commit)
    return tuple((commit, on_target[ids[commit]]) for commit in equal if commit in own and ids.get(commit, "") in on_target)


def patch_ids(workshop: Workshop, commits: Sequence[CommitId]) -> dict[CommitId, str]:
    """git's stable patch id of each commit; commits without a patch have none."""
    stdin = "".join(f"{commit}\n" for commit in commits).encode()
    patches = workshop.git(["diff-tree", "--stdin", "-r", "-p", "--no-renames"], stdin=stdin)
    rows = workshop.git(["patch-id", "--stable"], stdin=patches).decode().splitlines()
    return {CommitId(commit): patch for patch, commit in (row.split(" ") for row in rows)}


def patch_between(workshop: Workshop, old: CommitId, new: CommitId) -> str:
    """git's stable patch id of everything that changes between two commits; empty where nothing does."""
    patch = workshop.git(["diff-tree", "-r", "-p", "--no-renames", old, new])
    return workshop.git(["patch-id", "--stable"], stdin=patch).decode().partition(" ")[0]


@dataclass(frozen=True, slots=True)
class AddedLines:
    """Lines that one commit added to one path, without their line feeds."""

    commit: CommitId
    path: RepoPath
    lines: tuple[str, ...]


def added_lines(workshop: Workshop, revisions: Sequence[str]) -> tuple[AddedLines, ...]:
    """What every commit of the first-parent history added, by path; binary files add nothing."""
    command = ["log", "--first-parent", "-m", "-p", "-U0", "--no-renames", "--no-color", "--no-prefix", "--no-ext-diff", "--format=%x01%H"]
    raw = workshop.git(["-c", "core.quotePath=false", "-c", "diff.suppressBlankEmpty=false", *command, *revisions, "--"])
    found: list[AddedLines] = []
    for block in raw.split(b"\n" + _OPEN) if not raw.startswith(_OPEN) else (b"\n" + raw).split(b"\n" + _OPEN):
        commit, _, patch = block.partition(b"\n")
        for part in (b"\n" + patch).split(b"\ndiff --git ")[1:]:
            head, _, hunks = part.partition(b"\n@@ ")
            named = next((line[4:] for line in head.split(b"\n") if line.startswith(b"+++ ")), b"/dev/null").rstrip(b"\t")
            if named == b"/dev/null" or named.startswith(b'"'):
                continue
            lines = tuple(line[1:].decode("utf-8", "surrogateescape") for line in hunks.split(b"\n") if line.startswith(b"+"))
            if lines:
                found.append(AddedLines(CommitId(commit.decode().strip()), repo_path(named), lines))
    return tuple(found)


def picked_from(workshop: Workshop, revisions: Sequence[str]) -> tuple[tuple[CommitId, CommitId], ...]:
    """Pairs (original, copy) of commits whose message says "cherry picked from commit …", as ``git cherry-pick -x`` writes it."""
    raw = workshop.git(["log", "-z", "--format=%H%n%B", "--fixed-strings", "--grep=cherry picked from commit", *revisions, "--"])
    found: list[tuple[CommitId, CommitId]] = []
    for entry in raw.decode("utf-8", "replace").split("\0"):
        copy, _, body = entry.strip().partition("\n")
        found.extend((CommitId(oid), CommitId(copy)) for oid in re.findall(r"cherry picked from commit ([0-9a-f]{40,64})", body))
    return tuple(found)
