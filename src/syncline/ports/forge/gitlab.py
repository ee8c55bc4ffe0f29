"""GitLab: merge requests by its REST API, version 4."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import quote

from syncline.core.clearance import Clearance
from syncline.core.names import CommitId
from syncline.core.pull import CheckRun, CheckState, LandingRules, MergeMethod, Pull, PullState, Remark
from syncline.ports.forge import MANY, NotOpened
from syncline.ports.forge.http import Api, said

BODY_LIMIT = 1_048_576
_DRAFT = "Draft: "
PIPELINE = "pipeline"


@dataclass(frozen=True, slots=True)
class GitLab:
    """``Forge`` at GitLab. ``project`` is the whole path, groups included."""

    api: Api
    project: str
    name: str = "GitLab"
    body_limit: int = BODY_LIMIT

    @property
    def moved(self) -> bool:
        """Noticed by its answers."""
        return self.api.moved

    def _at(self, rest: str = "") -> str:
        return f"/projects/{quote(self.project, safe='')}{rest}"

    def _of(self, number: int, rest: str = "") -> str:
        return self._at(f"/merge_requests/{number}{rest}")

    def pull(self, number: int) -> Pull | None:
        """One."""
        answer = self.api.ask("GET", self._of(number), also=(404,))
        return _told(answer.data) if answer.status == 200 else None

    def find(self, branch: str) -> Pull | None:
        """The newest open one from our branch."""
        wanted = {"source_branch": branch, "state": "opened", "order_by": "created_at", "sort": "desc"}
        for data in self.api.pages(self._at("/merge_requests"), wanted):
            if data["source_branch"] == branch and data["state"] == "opened":
                return _told(data)
        return None

    def opened(self, target: str) -> tuple[Pull, ...]:
        """Everybody's, page by page."""
        wanted = {"target_branch": target, "state": "opened", "order_by": "created_at", "sort": "desc"}
        fitting = (data for data in self.api.pages(self._at("/merge_requests"), wanted) if data["target_branch"] == target)
        return tuple(_told(data) for data in islice(fitting, MANY))

    def head_ref(self, pull: Pull) -> str:
        """GitLab's own name for it."""
        return f"refs/merge-requests/{pull.number}/head"

    def open(self, branch: str, target: str, title: str, body: str) -> Pull | NotOpened:
        """A draft: here that is a word of the title. Squashing is declined and the branch is kept."""
        wanted = {
            "source_branch": branch,
            "target_branch": target,
            "title": _DRAFT + title,
            "description": body,
            "squash": False,
            "remove_source_branch": False,
        }
        answer = self.api.ask("POST", self._at("/merge_requests"), wanted, also=(409,))
        return _told(answer.data) if answer.status == 201 else NotOpened(said(answer))

    def describe(self, number: int, title: str, body: str) -> Pull:
        """Title and description; a draft stays one, and what people made ready stays ready."""
        current = self.api.ask("GET", self._of(number)).data
        prefix = _DRAFT if current.get("draft") else ""
        return _told(self.api.ask("PUT", self._of(number), {"title": prefix + title, "description": body}).data)

    def ready(self, number: int, clearance: Clearance) -> None:
        """The title without its word."""
        del clearance
        self._entitle(number, "")

    def redraft(self, number: int) -> None:
        """The title with its word."""
        self._entitle(number, _DRAFT)

    def _entitle(self, number: int, prefix: str) -> None:
        title = self.api.ask("GET", self._of(number)).data["title"].removeprefix(_DRAFT)
        self.api.ask("PUT", self._of(number), {"title": prefix + title})

    def close(self, number: int) -> None:
        """Close, unless it is closed."""
        if self.api.ask("GET", self._of(number)).data["state"] == "opened":
            self.api.ask("PUT", self._of(number), {"state_event": "close"})

    def label(self, number: int, names: tuple[str, ...]) -> tuple[str, ...]:
        """Add labels; GitLab makes those it does not know."""
        failed = []
        for name in names:
            answer = self.api.ask("PUT", self._of(number), {"add_labels": name}, also=(400, 403, 422))
            if answer.status != 200 or name not in answer.data.get("labels", []):
                failed.append(name)
        return tuple(failed)

    def unlabel(self, number: int, name: str) -> None:
        """Take one off."""
        self.api.ask("PUT", self._of(number), {"remove_labels": name})

    def review(self, number: int, names: tuple[str, ...]) -> tuple[str, ...]:
        """Ask people by user name."""
        current = self.api.ask("GET", self._of(number)).data
        ids = [user["id"] for user in current.get("reviewers", [])]
        known = {user["username"] for user in current.get("reviewers", [])}
        failed = []
        for name in names:
            wanted = name.lstrip("@")
            found = [u for u in self.api.pages("/users", {"username": wanted}) if u["username"] == wanted]
            if wanted not in known and found:
                ids.append(found[0]["id"])
            elif not found:
                failed.append(name)
        answer = self.api.ask("PUT", self._of(number), {"reviewer_ids": ids})
        got = {user["username"] for user in answer.data.get("reviewers", [])}
        # Where one reviewer is all that the plan allows, the others are dropped in silence.
        return tuple(n for n in names if n in failed or n.lstrip("@") not in got)

    def remarks(self, number: int) -> tuple[Remark, ...]:
        """The notes that people and bots wrote; what the system noted is left out."""
        notes = self.api.pages(self._of(number, "/notes"), {"sort": "asc", "order_by": "created_at"})
        return tuple(_remark(data) for data in notes if not data.get("system"))

    def say(self, number: int, body: str) -> Remark:
        """Comment."""
        return _remark(self.api.ask("POST", self._of(number, "/notes"), {"body": body}).data)

    def reword(self, number: int, remark: str, body: str) -> None:
        """Edit."""
        self.api.ask("PUT", self._of(number, f"/notes/{remark}"), {"body": body})

    def unsay(self, number: int, remark: str) -> None:
        """Delete."""
        self.api.ask("DELETE", self._of(number, f"/notes/{remark}"), also=(404,))

    def checks(self, commit: CommitId, number: int) -> tuple[CheckRun, ...]:
        """The jobs and external statuses of the commit, the last of each name, and the pipeline as a whole: that is what the project requires."""
        project = self.api.ask("GET", self._at()).data
        gate = bool(project.get("only_allow_merge_if_pipeline_succeeds"))
        found = {data["name"]: _check(data) for data in self.api.pages(self._at(f"/repository/commits/{commit}/statuses"))}
        pipeline = self.api.ask("GET", self._of(number)).data.get("head_pipeline") or {}
        whole = (CheckRun(PIPELINE, _state(pipeline), gate, pipeline.get("web_url") or ""),) if pipeline.get("sha") == commit else ()
        return (*found.values(), *whole)

    def landing_rules(self, target: str) -> LandingRules:
        """What the project allows; it has the same rules for every branch."""
        del target
        project = self.api.ask("GET", self._at()).data
        required = (PIPELINE,) if project.get("only_allow_merge_if_pipeline_succeeds") else ()
        method = MergeMethod.REBASE if project.get("merge_method") == "ff" else MergeMethod.MERGE
        squash = project.get("squash_option", "default_off")
        if squash == "always":
            return LandingRules((MergeMethod.SQUASH,), required)
        return LandingRules((method,) if squash == "never" else (method, MergeMethod.SQUASH), required)

    def scopes(self) -> frozenset[str] | None:
        """What the token may do, where it may ask that."""
        answer = self.api.ask("GET", "/personal_access_tokens/self", also=(401, 403, 404))
        return frozenset(answer.data.get("scopes", [])) if answer.status == 200 else None


def _told(data: dict[str, Any]) -> Pull:
    states = {"opened": PullState.OPEN, "locked": PullState.OPEN, "merged": PullState.MERGED, "closed": PullState.CLOSED}
    title = data["title"]
    closed = data.get("closed_at") or data.get("merged_at") or ""
    return Pull(
        number=data["iid"],
        url=data["web_url"],
        state=states[data["state"]],
        branch=data["source_branch"],
        head=CommitId(data.get("sha") or ""),
        target=data["target_branch"],
        title=title.removeprefix(_DRAFT),
        body=data.get("description") or "",
        draft=bool(data.get("draft")),
        labels=tuple(data.get("labels", [])),
        reviewers=tuple(user["username"] for user in data.get("reviewers") or []),
        closed_by=((data.get("closed_by") or {}).get("username") or "") if data["state"] == "closed" else "",
        closed_on=closed[:10],
        planned_method=MergeMethod.SQUASH if data.get("squash_on_merge", data.get("squash")) else None,
    )


def _remark(data: dict[str, Any]) -> Remark:
    return Remark(str(data["id"]), (data.get("author") or {}).get("username", ""), data["body"] or "")


_WORDS = {"success": CheckState.PASSED, "skipped": CheckState.PASSED, "failed": CheckState.FAILED, "canceled": CheckState.FAILED}


def _state(data: dict[str, Any]) -> CheckState:
    return _WORDS.get(data["status"], CheckState.PENDING)


def _check(data: dict[str, Any]) -> CheckRun:
    return CheckRun(data["name"], _state(data), required=False, url=data.get("target_url") or "")
