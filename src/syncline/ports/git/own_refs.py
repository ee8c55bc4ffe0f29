"""``SharedRefs`` in the user's own repository, where nothing is shared with other machines."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from syncline.core.names import CommitId
from syncline.ports.git.command import demand, git, last_line
from syncline.ports.git.pushing import read_page, write_page
from syncline.ports.git.repository import Repository
from syncline.ports.git.workshop import Workshop
from syncline.ports.shared import Change, Refused, Swap


@dataclass(frozen=True, slots=True)
class OwnRefs:
    """Refs of the repository behind a workshop. Only our branch and ``refs/syncline/*`` are ever handed to ``swap``."""

    workshop: Workshop

    def refs(self, names: Collection[str]) -> dict[str, CommitId]:
        """Read them."""
        output = git(["for-each-ref", "--format=%(refname) %(objectname)", *names], git_dir=self.workshop.repository.git_dir)
        rows = demand(output, "reading refs").decode("utf-8", "surrogateescape").splitlines()
        found = {ref: CommitId(oid) for ref, _, oid in (row.rpartition(" ") for row in rows)}
        return {ref: oid for ref, oid in found.items() if ref in names}

    def below(self, prefix: str) -> dict[str, CommitId]:
        """All refs whose name starts with ``prefix``, which ends with a slash."""
        output = git(["for-each-ref", "--format=%(refname) %(objectname)", prefix], git_dir=self.workshop.repository.git_dir)
        rows = demand(output, "reading refs").decode("utf-8", "surrogateescape").splitlines()
        return {ref: CommitId(oid) for ref, _, oid in (row.rpartition(" ") for row in rows)}

    def swap(self, changes: Sequence[Change]) -> Swap | Refused:
        """One transaction. A branch that stands in a work tree is not moved under its owner's feet."""
        moved = [c for c in changes if c.old != c.new]
        if not moved:
            return Swap.DONE
        repository = self.workshop.repository
        for change in moved:
            if where := checked_out(repository, change.ref):
                return Refused(f"{change.ref} is checked out in {where}")
        if new := [c.new for c in moved if c.new is not None]:
            demand(git(["unpack-objects", "-q"], git_dir=repository.git_dir, stdin=self._pack(new)), "storing objects")
        null = repository.null_id
        lines = "".join(f"update {c.ref}\0{c.new or null}\0{c.old or null}\0" for c in moved)
        output = git(
            ["update-ref", "--stdin", "-z", "-m", "syncline: publish"],
            git_dir=repository.git_dir,
            stdin=lines.encode("utf-8", "surrogateescape"),
            shielded=True,
        )
        if output.status == 0:
            return Swap.DONE
        now = self.refs([c.ref for c in moved])
        return Swap.RACED if any(now.get(c.ref) != c.old for c in moved) else Refused(last_line(output.stderr))

    def _pack(self, new: Sequence[CommitId]) -> bytes:
        # The workshop sees the user's objects by its alternates but not the refs: what the user has is told by name.
        tips = git(["for-each-ref", "--format=^%(objectname)"], git_dir=self.workshop.repository.git_dir).stdout.decode()
        revs = "".join(f"{oid}\n" for oid in new) + tips
        return self.workshop.git(["pack-objects", "--quiet", "--revs", "--stdout", "--delta-base-offset"], stdin=revs.encode())

    def page(self, commit: CommitId) -> bytes:
        """Read the page."""
        return read_page(self.workshop, commit)

    def new_page(self, text: bytes, before: CommitId | None, title: str, keep: Sequence[CommitId] = ()) -> CommitId:
        """Write the page into the workshop; ``swap`` stores it."""
        return write_page(self.workshop, text, before, title, keep)


def checked_out(repository: Repository, ref: str) -> str:
    """The work tree in which a branch stands; empty where it stands in none."""
    output = git(["for-each-ref", "--format=%(worktreepath)", ref], git_dir=repository.git_dir)
    return output.stdout.decode("utf-8", "replace").strip()
