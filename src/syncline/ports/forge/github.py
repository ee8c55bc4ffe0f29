"""GitHub: REST for pull requests, GraphQL for the roll-up of checks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import quote

from syncline.core.clearance import Clearance
from syncline.core.names import CommitId
from syncline.core.pull import CheckRun, CheckState, LandingRules, MergeMethod, Pull, PullState, Remark
from syncline.ports.forge import MANY, DeniedError, NotOpened, SlowError
from syncline.ports.forge.http import Api, said

BODY_LIMIT = 65_536
VERSION = "2022-11-28"

# Every check and status of a pull request's head, with what the branch requires.
ROLLUP = """
query Rollup($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      commits(last: 1) {
        nodes {
          commit {
            oid
            statusCheckRollup {
              contexts(first: 100, after: $after) {
                nodes {
                  __typename
                  ... on CheckRun { name status conclusion detailsUrl isRequired(pullRequestNumber: $number) }
                  ... on StatusContext { context state targetUrl isRequired(pullRequestNumber: $number) }
                }
                pageInfo { hasNextPage endCursor }
              }
            }
          }
        }
      }
    }
  }
}
"""

READY = """
mutation Ready($id: ID!) {
  markPullRequestReadyForReview(input: {pullRequestId: $id}) { pullRequest { isDraft } }
}
"""
REDRAFT = """
mutation Redraft($id: ID!) {
  convertPullRequestToDraft(input: {pullRequestId: $id}) { pullRequest { isDraft } }
}
"""


@dataclass(frozen=True, slots=True)
class GitHub:
    """``Forge`` at GitHub. ``project`` is ``owner/name``; ``pusher`` owns the repository that the branch is pushed to."""

    api: Api
    graphql: str
    project: str
    pusher: str
    name: str = "GitHub"
    body_limit: int = BODY_LIMIT

    @property
    def moved(self) -> bool:
        """Noticed by its answers."""
        return self.api.moved

    def _at(self, rest: str = "") -> str:
        return f"/repos/{self.project}{rest}"

    def pull(self, number: int) -> Pull | None:
        """One, with who closed it."""
        answer = self.api.ask("GET", self._at(f"/pulls/{number}"), also=(404, 410))
        return self._told(answer.data) if answer.status == 200 else None

    def find(self, branch: str) -> Pull | None:
        """The newest open one from our branch."""
        found = self._find(self.pusher, branch)
        # A project that got another owner answers to its old name; its branches do not.
        return found or (self._find(owner, branch) if (owner := self._owner()) != self.pusher else None)

    def opened(self, target: str) -> tuple[Pull, ...]:
        """Everybody's, page by page."""
        wanted = {"base": target, "state": "open", "sort": "created", "direction": "desc"}
        # Where the filter cannot be read it is dropped silently.
        fitting = (data for data in self.api.pages(self._at("/pulls"), wanted) if data["base"]["ref"] == target)
        return tuple(self._told(data) for data in islice(fitting, MANY))

    def head_ref(self, pull: Pull) -> str:
        """GitHub's own name for it."""
        return f"refs/pull/{pull.number}/head"

    def _find(self, owner: str, branch: str) -> Pull | None:
        wanted = {"head": f"{owner}:{branch}", "state": "open", "sort": "created", "direction": "desc"}
        for data in self.api.pages(self._at("/pulls"), wanted):
            # The filter is dropped silently where it cannot be read: never take somebody else's.
            if data["head"]["ref"] == branch:
                return self._told(data)
        return None

    def _owner(self) -> str:
        if not self.api.moved or self.pusher != self.project.partition("/")[0]:
            return self.pusher
        return str(self.api.ask("GET", self._at()).data["full_name"]).partition("/")[0]

    def open(self, branch: str, target: str, title: str, body: str) -> Pull | NotOpened:
        """A draft."""
        wanted = {"title": title, "head": f"{self._owner()}:{branch}", "base": target, "body": body, "draft": True}
        answer = self.api.ask("POST", self._at("/pulls"), wanted, also=(422,))
        return self._told(answer.data) if answer.status == 201 else NotOpened(said(answer))

    def describe(self, number: int, title: str, body: str) -> Pull:
        """Title and body."""
        return self._told(self.api.ask("PATCH", self._at(f"/pulls/{number}"), {"title": title, "body": body}).data)

    def ready(self, number: int, clearance: Clearance) -> None:
        """REST has no word for it."""
        del clearance
        self._turn(number, READY)

    def redraft(self, number: int) -> None:
        """The same the other way."""
        self._turn(number, REDRAFT)

    def _turn(self, number: int, mutation: str) -> None:
        node = self.api.ask("GET", self._at(f"/pulls/{number}")).data["node_id"]
        # Asked again after a lost answer: what is done twice is done once.
        answer = self.api.ask("POST", self.graphql, {"query": mutation, "variables": {"id": node}}, reads=True)
        if answer.data.get("errors") or not answer.data.get("data"):
            raise DeniedError(f"GitHub does not change the draft of pull request {number}: {said(answer)}")

    def close(self, number: int) -> None:
        """Close."""
        self.api.ask("PATCH", self._at(f"/pulls/{number}"), {"state": "closed"})

    def label(self, number: int, names: tuple[str, ...]) -> tuple[str, ...]:
        """Add labels one by one: one that is refused does not take the others with it."""
        failed = []
        for name in names:
            answer = self.api.ask("POST", self._at(f"/issues/{number}/labels"), {"labels": [name]}, also=(403, 404, 422))
            if answer.status != 200:
                self.api.ask("POST", self._at("/labels"), {"name": name, "color": "ededed"}, also=(403, 404, 422))
                answer = self.api.ask("POST", self._at(f"/issues/{number}/labels"), {"labels": [name]}, also=(403, 404, 422))
            if answer.status != 200:
                failed.append(name)
        return tuple(failed)

    def unlabel(self, number: int, name: str) -> None:
        """Take one off."""
        self.api.ask("DELETE", self._at(f"/issues/{number}/labels/{quote(name, safe='')}"), also=(404,))

    def review(self, number: int, names: tuple[str, ...]) -> tuple[str, ...]:
        """Ask one by one; ``org/team`` is a team."""
        failed = []
        for name in names:
            team = name.rpartition("/")[2] if "/" in name else ""
            wanted = {"team_reviewers": [team]} if team else {"reviewers": [name.lstrip("@")]}
            answer = self.api.ask("POST", self._at(f"/pulls/{number}/requested_reviewers"), wanted, also=(403, 404, 422))
            if answer.status != 201:
                failed.append(name)
        return tuple(failed)

    def remarks(self, number: int) -> tuple[Remark, ...]:
        """All comments of the conversation."""
        return tuple(_remark(data) for data in self.api.pages(self._at(f"/issues/{number}/comments")))

    def say(self, number: int, body: str) -> Remark:
        """Comment."""
        return _remark(self.api.ask("POST", self._at(f"/issues/{number}/comments"), {"body": body}).data)

    def reword(self, number: int, remark: str, body: str) -> None:
        """Edit."""
        del number
        self.api.ask("PATCH", self._at(f"/issues/comments/{remark}"), {"body": body})

    def unsay(self, number: int, remark: str) -> None:
        """Delete."""
        del number
        self.api.ask("DELETE", self._at(f"/issues/comments/{remark}"), also=(404,))

    def checks(self, commit: CommitId, number: int) -> tuple[CheckRun, ...]:
        """The roll-up, all pages. Raises ``SlowError`` while GitHub still shows another head than ``commit``."""
        owner, _, name = self.project.partition("/")
        found: list[CheckRun] = []
        after: str | None = None
        while True:
            variables = {"owner": owner, "name": name, "number": number, "after": after}
            answer = self.api.ask("POST", self.graphql, {"query": ROLLUP, "variables": variables}, reads=True)
            if answer.data.get("errors") or not answer.data.get("data"):
                raise DeniedError(f"GitHub does not show the checks of pull request {number}: {said(answer)}")
            node = answer.data["data"]["repository"]["pullRequest"]["commits"]["nodes"][0]["commit"]
            if node["oid"] != commit:
                raise SlowError(f"GitHub shows {node['oid'][:10]} as the head of pull request {number}, not {commit[:10]}; try again")
            if node["statusCheckRollup"] is None:
                return ()
            contexts = node["statusCheckRollup"]["contexts"]
            found += [_check(data) for data in contexts["nodes"]]
            if not contexts["pageInfo"]["hasNextPage"]:
                return tuple(found)
            after = contexts["pageInfo"]["endCursor"]

    def landing_rules(self, target: str) -> LandingRules:
        """What the project allows, narrowed by the rules of the branch, and the checks that these require."""
        project = self.api.ask("GET", self._at()).data
        keys = {MergeMethod.MERGE: "allow_merge_commit", MergeMethod.SQUASH: "allow_squash_merge", MergeMethod.REBASE: "allow_rebase_merge"}
        # A token that may not see the settings is not told them; what is not told counts as allowed.
        methods = [m for m, key in keys.items() if project.get(key, True)]
        required: list[str] = []
        for rule in self.api.pages(self._at(f"/rules/branches/{quote(target, safe='')}")):
            told = rule.get("parameters") or {}
            match rule.get("type"):
                case "required_linear_history":
                    methods = [m for m in methods if m is not MergeMethod.MERGE]
                case "pull_request" if told.get("allowed_merge_methods"):
                    methods = [m for m in methods if m.value in told["allowed_merge_methods"]]
                case "merge_queue" if told.get("merge_method"):
                    methods = [m for m in methods if m.value == told["merge_method"].lower()]
                case "required_status_checks":
                    required += [check["context"] for check in told.get("required_status_checks", [])]
                case _:
                    pass
        answer = self.api.ask("GET", self._at(f"/branches/{quote(target, safe='')}"), also=(404,))
        if answer.status == 200:
            required += ((answer.data.get("protection") or {}).get("required_status_checks") or {}).get("contexts", [])
        return LandingRules(tuple(methods), tuple(dict.fromkeys(required)))

    def scopes(self) -> frozenset[str] | None:
        """What a classic token may do. Other tokens are not told of."""
        told = self.api.ask("GET", self._at()).headers.get("x-oauth-scopes")
        return None if told is None else frozenset(word.strip() for word in told.split(",") if word.strip())

    def _told(self, data: dict[str, Any]) -> Pull:
        state = PullState.MERGED if data.get("merged_at") else PullState(data["state"])
        closed_by = ""
        if state is PullState.CLOSED:
            issue = self.api.ask("GET", self._at(f"/issues/{data['number']}"), also=(404,))
            closed_by = ((issue.data or {}).get("closed_by") or {}).get("login", "") if issue.status == 200 else ""
        auto = data.get("auto_merge") or {}
        return Pull(
            number=data["number"],
            url=data["html_url"],
            state=state,
            branch=data["head"]["ref"],
            head=CommitId(data["head"]["sha"]),
            target=data["base"]["ref"],
            title=data["title"],
            body=data["body"] or "",
            draft=bool(data.get("draft")),
            labels=tuple(label["name"] for label in data.get("labels", [])),
            reviewers=(
                *(user["login"] for user in data.get("requested_reviewers") or []),
                *(team["slug"] for team in data.get("requested_teams") or []),
            ),
            closed_by=closed_by,
            closed_on=(data.get("closed_at") or "")[:10],
            planned_method=MergeMethod(auto["merge_method"]) if auto.get("merge_method") else None,
        )


def _remark(data: dict[str, Any]) -> Remark:
    return Remark(str(data["id"]), (data.get("user") or {}).get("login", ""), data["body"] or "")


# A check that was skipped or is neutral stops nobody; one that went stale says nothing of this head any more.
_PASSED = frozenset({"SUCCESS", "NEUTRAL", "SKIPPED"})


def _check(data: dict[str, Any]) -> CheckRun:
    if data["__typename"] == "CheckRun":
        done = data["status"] == "COMPLETED"
        state = CheckState.PENDING if not done or data["conclusion"] in (None, "STALE") else CheckState.FAILED
        state = CheckState.PASSED if done and data["conclusion"] in _PASSED else state
        return CheckRun(data["name"], state, bool(data["isRequired"]), data.get("detailsUrl") or "")
    words = {"SUCCESS": CheckState.PASSED, "PENDING": CheckState.PENDING, "EXPECTED": CheckState.PENDING}
    return CheckRun(data["context"], words.get(data["state"], CheckState.FAILED), bool(data["isRequired"]), data.get("targetUrl") or "")
