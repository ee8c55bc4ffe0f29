"""Decisions of people on their way: shared between clones by a ref, and into the branch with our fix."""

from __future__ import annotations

from datetime import date

from syncline.config import Config
from syncline.config.decisions import DECISIONS, decisions_toml
from syncline.core.acceptance import joined
from syncline.core.names import CommitId
from syncline.core.tree import MODE_FILE, Entry
from syncline.ports.git.history import commit, message
from syncline.ports.git.landing import write_commit
from syncline.ports.git.pushing import fetch_objects, remote_refs
from syncline.ports.git.repository import remote_branch, require_identity
from syncline.ports.git.workshop import Workshop
from syncline.publish.record import Publication
from syncline.report.fix_message import with_decisions
from syncline.run.decisions import REF, branch_decisions, recorded_decisions
from syncline.run.heads import Ours


def bring_decisions(workshop: Workshop, remote: str) -> None:
    """Let the decisions that a remote keeps count in this workshop. The user's own ref is left where it is. Raises ``WorldError``."""
    tip = remote_refs(workshop, remote, (REF,)).get(REF)
    if tip is None:
        return
    if not workshop.has(tip):
        fetch_objects(workshop, remote, (REF,))
    workshop.git(["update-ref", REF, tip])


def bring_decisions_of(workshop: Workshop, target: str) -> None:
    """The same for the remote of a remote-tracking name; nothing for any other name."""
    found = remote_branch(workshop.repository, target)
    if found is not None:
        bring_decisions(workshop, found.remote)


def decided(workshop: Workshop, ours: Ours, record: Publication | None, config: Config, today: date) -> Ours:
    """Our commits with every recorded decision in the branch's own file, as part of the one fix. Those that have run out are left out.

    What an earlier fix of ours recorded counts too: its branch may never land. Nothing changes where the file holds them all; the same
    decisions give the same fix.
    """
    there = branch_decisions(workshop, ours.tip)
    old = CommitId(record.fix) if record is not None and record.fix and workshop.has(record.fix) else None
    before = branch_decisions(workshop, old) if old is not None else ()
    kept = tuple(d for d in joined(before, there, recorded_decisions(workshop)) if not d.until or d.until >= today.isoformat())
    if all(decision in there for decision in kept):
        return ours
    blob = workshop.write_blob(decisions_toml(kept))
    tree = workshop.write_tree(workshop.tree_of(ours.tip), {DECISIONS: Entry(MODE_FILE, blob)})
    if old is not None and commit(workshop, old).parents == (ours.merge.id,) and workshop.tree_of(old) == tree:
        # Made again it would have another id wherever commits are signed.
        return Ours(ours.merge, commit(workshop, old), ours.unfit)
    identity = config.identity
    who = require_identity(workshop.repository, identity.name, identity.email)
    said = message(workshop, ours.fix.id) if ours.fix is not None else ""
    text = with_decisions(said, kept, signed_off_by=who if identity.sign_off else "")
    # Dated like what it stands on: the same decisions give the same fix, whoever makes it.
    when = f"@{(ours.fix or ours.merge).date} +0000"
    made = write_commit(workshop, tree, (ours.merge.id,), text, name=identity.name, email=identity.email, date=when)
    return Ours(ours.merge, commit(workshop, made), ours.unfit)
