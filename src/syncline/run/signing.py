"""Sign-offs: what ours must have before anything is pushed, and the position of the whole pull request."""

from __future__ import annotations

from syncline.config import Config
from syncline.core.names import CommitId
from syncline.core.plan import SyncPlan
from syncline.ports.git.evidence import last_sync, sign_offs, signed_commits
from syncline.ports.git.picking import chain
from syncline.ports.git.repository import setting
from syncline.ports.git.workshop import Workshop
from syncline.publish.dco import Position, Signed, count, position
from syncline.run.heads import Ours


def what_ours_lack(workshop: Workshop, ours: Ours, config: Config) -> str:
    """Why our own commits may not be pushed: a sign-off that is missing or somebody else's, a signature that git is set to make. Else empty.

    Inherited commits are nobody's to rewrite and are only counted; ours have no such excuse.
    """
    own = [ours.merge.id, *((ours.fix.id,) if ours.fix is not None else ())]
    words = {ours.merge.id: "the merge", **({ours.fix.id: "the fix"} if ours.fix is not None else {})}
    if config.identity.sign_off:
        found = count(_signed(workshop, ["--no-walk", *own]))
        for lacking, what in (
            (found.missing, "has no sign-off"),
            (found.author, "is not signed off by its author"),
            (found.committer, "is not signed off by its committer"),
        ):
            if lacking:
                mend = "let 'syncline sync' make it, add one with 'git commit --amend -s', or set 'sign-off = false' in [identity]"
                return f"{words[lacking[0]]} {lacking[0][:10]} {what}; {mend}"
    if setting(workshop.repository, "commit.gpgSign", kind="bool") == "true":
        bare = [oid for oid in own if oid not in signed_commits(workshop, own)]
        if bare:
            return f"{words[bare[0]]} {bare[0][:10]} is not signed, and commit.gpgSign is on; let 'syncline sync' make it, or sign it"
    return ""


def sign_off_position(workshop: Workshop, plan: SyncPlan, ours: Ours, head: CommitId) -> Position:
    """Who signed off what, ours and inherited ones apart, with the last landed sync as precedent."""
    signed = _signed(workshop, [head, f"^{plan.target.commit}"])
    own = {ours.merge.id, *((ours.fix.id,) if ours.fix else ())}
    people = {c.id for c in chain(workshop, ours.tip, head) or ()}
    before = last_sync(workshop, plan.target.commit, plan.source.commit)
    precedent = (before, _signed(workshop, [f"{before}^2", f"^{before}^1"])) if before is not None else None
    return position(signed, own, people, precedent)


def _signed(workshop: Workshop, arguments: list[str]) -> list[Signed]:
    return [Signed(s.commit, s.author, s.committer, s.signers) for s in sign_offs(workshop, arguments)]
