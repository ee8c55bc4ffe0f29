"""What a published branch is told by: sign-offs, the remerge-diff, the commits behind a path."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from syncline.core.names import CommitId, RepoPath, path_bytes, repo_path
from syncline.core.provenance import Commit
from syncline.ports.git.history import RENAME_LIMIT
from syncline.ports.git.workshop import Workshop


@dataclass(frozen=True, slots=True)
class SignedCommit:
    """A commit, its e-mail addresses and those of its sign-offs."""

    commit: CommitId
    author: str
    committer: str
    signers: tuple[str, ...]


def sign_offs(workshop: Workshop, arguments: Sequence[str]) -> tuple[SignedCommit, ...]:
    """The commits that ``git log`` lists for ``arguments``, with the trailers that sign them off."""
    shape = "%H%x00%ae%x00%ce%x00%(trailers:key=Signed-off-by,valueonly,unfold,separator=%x01)"
    raw = workshop.git(["log", "-z", f"--format={shape}", "--encoding=UTF-8", *arguments])
    fields = raw.decode("utf-8", "surrogateescape").split("\0")
    found = []
    for at in range(0, len(fields) - 3, 4):
        oid, author, committer, signers = fields[at : at + 4]
        named = tuple(s.rpartition("<")[2].partition(">")[0].strip() for s in signers.split("\x01") if "<" in s)
        found.append(SignedCommit(CommitId(oid), author, committer, named))
    return tuple(found)


def signed_commits(workshop: Workshop, commits: Sequence[CommitId]) -> frozenset[CommitId]:
    """Those of ``commits`` that carry a signature, whoever's and of whatever kind; whether it is good is not asked."""
    return frozenset(oid for oid in commits if b"\ngpgsig" in workshop.git(["cat-file", "commit", oid]).partition(b"\n\n")[0])


def remerge_command(merge: CommitId) -> list[str]:
    """The git command whose output is the remerge-diff, the same under every configuration."""
    settings = [f"merge.renameLimit={RENAME_LIMIT}", "diff.algorithm=myers", "diff.context=3", "core.quotePath=true", "core.abbrev=12"]
    options = ["--remerge-diff", "--format=", "--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/"]
    return [*(word for s in settings for word in ("-c", s)), "show", *options, merge]


def remerge_diff(workshop: Workshop, merge: CommitId) -> bytes:
    """What a merge commit does beside git's own merge of its parents."""
    return workshop.git(remerge_command(merge))


def digest(data: bytes) -> str:
    """The SHA-256 of some bytes, as ``sha256sum`` prints it."""
    return hashlib.sha256(data).hexdigest()


def touching(workshop: Workshop, tip: CommitId, without: Sequence[CommitId], paths: Iterable[RepoPath]) -> dict[RepoPath, list[Commit]]:
    """For each path the non-merge commits of one side that touched it, newest first, in one pass over the side's log."""
    wanted = sorted(set(paths))
    if not wanted:
        return {}
    return _touching(workshop, ["--no-merges", "--no-renames", "--name-only"], tip, without, wanted)


def _touching(
    workshop: Workshop, options: Sequence[str], tip: CommitId, without: Sequence[CommitId], wanted: Sequence[RepoPath]
) -> dict[RepoPath, list[Commit]]:
    shape = "%x01%H%x00%aN%x00%aE%x00%ct%x00%s%x00"
    arguments = ["--literal-pathspecs", "log", "-z", f"--format={shape}", "--encoding=UTF-8", *options]
    raw = workshop.git([*arguments, tip, *(f"^{c}" for c in without), "--", *(path_bytes(p) for p in wanted)])
    found: dict[RepoPath, list[Commit]] = {}
    for block in raw.split(b"\x01")[1:]:
        oid, author, email, date, subject, *rest = block.split(b"\0")
        words = [w.decode("utf-8", "surrogateescape") for w in (author, email, subject)]
        commit = Commit(CommitId(oid.decode()), words[0], words[1], words[2], int(date or 0))
        for name in rest:
            if path := name.lstrip(b"\n"):
                found.setdefault(repo_path(path), []).append(commit)
    return found


def deletions(workshop: Workshop, tip: CommitId, without: Sequence[CommitId], paths: Iterable[RepoPath]) -> dict[RepoPath, Commit]:
    """For each path the newest commit of one side, no merge, that deleted it (or moved it away); paths that none deleted are left out."""
    wanted = sorted(set(paths))
    if not wanted:
        return {}
    options = ["--no-merges", "--no-renames", "--diff-filter=D", "--name-only"]
    return {path: found[0] for path, found in _touching(workshop, options, tip, without, wanted).items()}


def last_sync(workshop: Workshop, target: CommitId, source: CommitId, look: int = 40) -> CommitId | None:
    """The newest merge that brought history of the source to the target: the last sync that landed.

    It stands on the target's first-parent line, or on that of a branch that was merged there: a pull request lands by a second merge.
    """
    for merge, first, second in _merges(workshop, [target], look):
        if _is_below(workshop, second, source):
            return merge
        for inner, _, brought in _merges(workshop, [second, f"^{first}"], _DEEP):
            if _is_below(workshop, brought, source):
                return inner
    return None


# Merges of a branch that landed which are looked at: a sync branch has one.
_DEEP = 3


def _merges(workshop: Workshop, revisions: Sequence[str], look: int) -> Iterator[tuple[CommitId, CommitId, CommitId]]:
    raw = workshop.git(["rev-list", "--first-parent", "--merges", "--parents", f"--max-count={look}", *revisions]).decode()
    for row in raw.splitlines():
        merge, first, second, *_ = row.split()
        yield CommitId(merge), CommitId(first), CommitId(second)


def _is_below(workshop: Workshop, commit: CommitId, tip: CommitId) -> bool:
    return workshop.status(["merge-base", "--is-ancestor", commit, tip])[0] == 0
