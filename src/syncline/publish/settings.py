"""What of publishing can be configured: the table ``[publish]``."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class ForgeKind(StrEnum):
    """Where pull requests live. LOCAL needs no network: a branch and a report folder."""

    LOCAL = "local"
    GITHUB = "github"
    GITLAB = "gitlab"


class Unlanded(StrEnum):
    """What tonight does with yesterday's pull request that has not landed."""

    UPDATE = "update"
    SUPERSEDE = "supersede"


class Ready(StrEnum):
    """When a pull request leaves its draft. AUDITED: when the audit clears it, until something verifies. NEVER leaves it to people."""

    NEVER = "never"
    AUDITED = "audited"
    VERIFIED = "verified"


@dataclass(frozen=True, slots=True)
class Settings:
    """``[publish]`` with its defaults. Empty strings leave it to what the remote's address says."""

    forge: ForgeKind = field(
        default=ForgeKind.LOCAL, metadata={"doc": "where pull requests live; local needs no network: a branch and a folder"}
    )
    remote: str = field(default="", metadata={"doc": "the remote to push to; by default that of the target, or origin"})
    project: str = field(default="", metadata={"doc": "owner/name at the forge; by default what the remote's address says"})
    api: str = field(default="", metadata={"doc": "address of the forge's API; by default what the remote's address says"})
    unlanded: Unlanded = field(
        default=Unlanded.UPDATE, metadata={"doc": "yesterday's pull request that has not landed: update it in place, or supersede it"}
    )
    ready: Ready = field(
        default=Ready.AUDITED,
        metadata={
            "doc": "when it leaves its draft: never; audited: no blocker and no decision is open; verified: a verdict has passed as well"
        },
    )
    title: str = field(
        default="Sync {source} into {target}: {count} commits", metadata={"doc": "title; {source}, {target}, {count}, {date} are filled in"}
    )
    labels: tuple[str, ...] = field(default=(), metadata={"doc": "labels of the pull request; those that are missing are made"})
    reviewers: tuple[str, ...] = field(default=(), metadata={"doc": "who is asked for a review; org/team for a team"})
    comments: tuple[str, ...] = field(
        default=(), metadata={"doc": "comments to make for every new head; {sha} is filled in, as in '/ok to test {sha}'"}
    )
    manual_label: str = field(default="sync/manual", metadata={"doc": "while a pull request carries this label, we leave it alone"})
    failed_label: str = field(default="", metadata={"doc": "label for a pull request whose publication failed"})
    quiet_hours: int = field(
        default=4, metadata={"doc": "hours for which the branch is not rewritten after a person's push", "kind": "count"}
    )
    lease_minutes: int = field(default=20, metadata={"doc": "minutes after which a dead runner's lease runs out", "kind": "positive"})
    foreign: tuple[str, ...] = field(
        default=("pull-request/*", "dependabot/**", "renovate/**", "gh-readonly-queue/**"),
        metadata={"doc": "branches that other bots own, never pushed to; ** crosses levels"},
    )
