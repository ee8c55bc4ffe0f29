"""GitHub as far as we use it."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from fake_forge.server import GONE, Answer, Call, Reply, dispatched, of_pull, paged, sent_on
from fake_forge.state import ForgeState, StoredPull, StoredRemark
from syncline.core.pull import CheckState, MergeMethod, PullState

PROJECT = "octo/demo"


OLD = "/repos/old/name"


def routes(state: ForgeState, call: Call) -> Reply:
    """Find the route and answer."""
    if call.path == "/graphql":
        return _graphql(state, call)
    if call.path.startswith(OLD):
        return sent_on(call, f"/repos/{PROJECT}{call.path.removeprefix(OLD)}")
    found = re.fullmatch(rf"/repos/{PROJECT}(/.*)?", call.path)
    return dispatched(_ROUTES, found[1] or "", state, call) if found else GONE


def _pull(state: ForgeState, pull: StoredPull, address: str) -> dict[str, Any]:
    merged = pull.state is PullState.MERGED
    return {
        "number": pull.number,
        "node_id": f"PR_{pull.number}",
        "html_url": f"{address}/{PROJECT}/pull/{pull.number}",
        "state": "open" if pull.state is PullState.OPEN else "closed",
        "merged_at": f"{pull.closed_on}T10:00:00Z" if merged else None,
        "closed_at": f"{pull.closed_on}T10:00:00Z" if pull.closed_on else None,
        "head": {"ref": pull.branch, "sha": state.head(pull), "label": f"octo:{pull.branch}"},
        "base": {"ref": pull.target},
        "title": pull.title,
        "body": pull.body or None,
        "draft": pull.draft,
        "labels": [{"name": name} for name in pull.labels],
        "requested_reviewers": [{"login": name} for name in pull.reviewers if "/" not in name],
        "requested_teams": [{"slug": name.split("/")[1]} for name in pull.reviewers if "/" in name],
        "auto_merge": {"merge_method": pull.planned.value} if pull.planned else None,
    }


def _list(state: ForgeState, call: Call, address: str) -> Reply:
    shown = [p for p in state.pulls.values() if p.state is PullState.OPEN and p.shown_from <= state.now()]
    shown = [p for p in shown if call.query.get("head", f"octo:{p.branch}") == f"octo:{p.branch}"]
    shown = [p for p in shown if call.query.get("base", p.target) == p.target]
    shown.sort(key=lambda p: p.number, reverse=call.query.get("direction") == "desc")
    return paged(call, [_pull(state, p, address) for p in shown], address)


def _open(state: ForgeState, call: Call, address: str) -> Reply:
    body = call.body
    branch = body["head"].partition(":")[2] or body["head"]
    if state.head_of(branch) is None:
        return Reply(422, {"message": "Validation Failed", "errors": [{"resource": "PullRequest", "field": "head", "code": "invalid"}]})
    opened = state.open(branch, body["base"], body["title"], body["body"], draft=body.get("draft", False))
    if opened is None:
        return Reply(422, {"message": "Validation Failed", "errors": [{"message": f"A pull request already exists for {body['head']}."}]})
    return Reply(201, _pull(state, opened, address))


@of_pull
def _get(state: ForgeState, call: Call, address: str, pull: StoredPull) -> Reply:
    del call
    return Reply(200, _pull(state, pull, address))


@of_pull
def _edit(state: ForgeState, call: Call, address: str, pull: StoredPull) -> Reply:
    pull.title = call.body.get("title", pull.title)
    pull.body = call.body.get("body", pull.body)
    if call.body.get("state") == "closed":
        state.close(pull.number)
    return Reply(200, _pull(state, pull, address))


@of_pull
def _issue(state: ForgeState, call: Call, address: str, pull: StoredPull) -> Reply:
    del state, call, address
    return Reply(200, {"number": pull.number, "closed_by": {"login": pull.closed_by}})


@of_pull
def _label(state: ForgeState, call: Call, address: str, pull: StoredPull) -> Reply:
    del address
    if any(name not in state.labels for name in call.body["labels"]):
        return Reply(422, {"message": "Validation Failed"})
    pull.labels += [n for n in call.body["labels"] if n not in pull.labels]
    return Reply(200, [{"name": name} for name in pull.labels])


@of_pull
def _unlabel(state: ForgeState, call: Call, address: str, pull: StoredPull, name: str) -> Reply:
    del state, call, address
    name = unquote(name)
    if name not in pull.labels:
        return Reply(404, {"message": "Label does not exist"})
    pull.labels.remove(name)
    return Reply(200, [{"name": n} for n in pull.labels])


def _new_label(state: ForgeState, call: Call, address: str) -> Reply:
    del address
    if call.body["name"].startswith("forbidden"):
        return Reply(403, {"message": "Resource not accessible by integration"})
    state.labels.add(call.body["name"])
    return Reply(201, call.body)


@of_pull
def _review(state: ForgeState, call: Call, address: str, pull: StoredPull) -> Reply:
    names = [*call.body.get("reviewers", []), *(f"octo/{t}" for t in call.body.get("team_reviewers", []))]
    if any(n not in state.people for n in names):
        return Reply(422, {"message": "Reviews may only be requested from collaborators."})
    pull.reviewers += [n for n in names if n not in pull.reviewers]
    return Reply(201, _pull(state, pull, address))


def _remark(remark: StoredRemark) -> dict[str, Any]:
    return {"id": remark.id, "user": {"login": remark.author}, "body": remark.body}


@of_pull
def _remarks(state: ForgeState, call: Call, address: str, pull: StoredPull) -> Reply:
    return paged(call, [_remark(r) for r in state.shown_remarks(pull.number)], address)


@of_pull
def _say(state: ForgeState, call: Call, address: str, pull: StoredPull) -> Reply:
    del address
    return Reply(201, _remark(state.say(pull.number, call.body["body"])))


def _reword(state: ForgeState, call: Call, address: str, remark: str) -> Reply:
    del address
    found = state.written(int(remark))
    if found is None:
        return GONE
    found[1].body = call.body["body"]
    return Reply(200, _remark(found[1]))


def _unsay(state: ForgeState, call: Call, address: str, remark: str) -> Reply:
    del call, address
    found = state.written(int(remark))
    if found is None:
        return GONE
    found[0].remarks.remove(found[1])
    return Reply(204)


def _project(state: ForgeState, call: Call, address: str) -> Reply:
    del call, address
    allowed = {f"allow_{name}": method in state.methods for name, method in _METHODS.items()}
    return Reply(200, {"full_name": PROJECT, **allowed}, {"X-OAuth-Scopes": "repo, read:org"})


_METHODS = {"merge_commit": MergeMethod.MERGE, "squash_merge": MergeMethod.SQUASH, "rebase_merge": MergeMethod.REBASE}


def _rules(state: ForgeState, call: Call, address: str, branch: str) -> Reply:
    del branch
    checks = [{"context": name} for name in state.required]
    rules = [{"type": "required_status_checks", "parameters": {"required_status_checks": checks}}] if checks else []
    return paged(call, rules, address)


def _branch(state: ForgeState, call: Call, address: str, branch: str) -> Reply:
    del state, call, address
    return Reply(200, {"name": unquote(branch), "protection": {"enabled": False}})


def _graphql(state: ForgeState, call: Call) -> Reply:
    variables = call.body["variables"]
    if "id" not in variables:
        return _rollup(state, variables)
    pull = state.pulls.get(int(variables["id"].removeprefix("PR_")))
    if pull is None:
        return Reply(200, {"data": None, "errors": [{"message": "Could not resolve to a node."}]})
    pull.draft = "convertPullRequestToDraft" in call.body["query"]
    return Reply(200, {"data": {"changed": {"pullRequest": {"isDraft": pull.draft}}}})


def _rollup(state: ForgeState, variables: dict[str, Any]) -> Reply:
    pull = state.pulls.get(variables["number"])
    if pull is None:
        return Reply(200, {"data": None, "errors": [{"message": "Could not resolve to a PullRequest."}]})
    head = state.head(pull)
    runs = state.checks.get(head, [])
    at = int(variables.get("after") or 0)
    words = {CheckState.PASSED: ("COMPLETED", "SUCCESS"), CheckState.FAILED: ("COMPLETED", "FAILURE"), CheckState.PENDING: ("QUEUED", None)}
    nodes: list[dict[str, Any]] = []
    for n, run in enumerate(runs[at : at + 2], at):
        required = run.name in state.required
        if n % 2:
            states = {CheckState.PASSED: "SUCCESS", CheckState.FAILED: "ERROR", CheckState.PENDING: "EXPECTED"}
            nodes.append(
                {
                    "__typename": "StatusContext",
                    "context": run.name,
                    "state": states[run.state],
                    "targetUrl": None,
                    "isRequired": required,
                }
            )
        else:
            status, conclusion = words[run.state]
            nodes.append(
                {
                    "__typename": "CheckRun",
                    "name": run.name,
                    "status": status,
                    "conclusion": conclusion,
                    "detailsUrl": run.url,
                    "isRequired": required,
                }
            )
    contexts = {"nodes": nodes, "pageInfo": {"hasNextPage": at + 2 < len(runs), "endCursor": str(at + 2)}}
    commit = {"oid": head, "statusCheckRollup": {"contexts": contexts} if runs else None}
    return Reply(200, {"data": {"repository": {"pullRequest": {"commits": {"nodes": [{"commit": commit}]}}}}})


_ROUTES: tuple[tuple[str, str, Answer], ...] = (
    ("GET", "", _project),
    ("GET", "/pulls", _list),
    ("POST", "/pulls", _open),
    ("GET", r"/pulls/(\d+)", _get),
    ("PATCH", r"/pulls/(\d+)", _edit),
    ("GET", r"/issues/(\d+)", _issue),
    ("POST", r"/issues/(\d+)/labels", _label),
    ("DELETE", r"/issues/(\d+)/labels/([^/]+)", _unlabel),
    ("POST", "/labels", _new_label),
    ("POST", r"/pulls/(\d+)/requested_reviewers", _review),
    ("GET", r"/issues/(\d+)/comments", _remarks),
    ("POST", r"/issues/(\d+)/comments", _say),
    ("PATCH", r"/issues/comments/(\d+)", _reword),
    ("DELETE", r"/issues/comments/(\d+)", _unsay),
    ("GET", r"/rules/branches/([^/]+)", _rules),
    ("GET", r"/branches/([^/]+)", _branch),
)
