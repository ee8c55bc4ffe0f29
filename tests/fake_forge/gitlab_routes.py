"""GitLab as far as we use it."""

from __future__ import annotations

from typing import Any

from fake_forge.server import GONE, Answer, Call, Reply, address_of, dispatched, of_pull, paged, sent_on
from fake_forge.state import ForgeState, StoredPull, StoredRemark
from syncline.core.pull import CheckState, MergeMethod, PullState

PROJECT = "group/sub/demo"
_AT = "/api/v4/projects/group%2Fsub%2Fdemo"
_OLD = "/api/v4/projects/old%2Fname"


def routes(state: ForgeState, call: Call) -> Reply:
    """Find the route and answer."""
    if call.path == "/api/v4/users":
        names = [n for n in sorted(state.people) if n == call.query.get("username")]
        return paged(call, [{"id": _user(state, n), "username": n} for n in names], address_of(call))
    if call.path == "/api/v4/personal_access_tokens/self":
        return Reply(200, {"scopes": ["api"]})
    if call.path.startswith(_OLD):
        return sent_on(call, f"{_AT}{call.path.removeprefix(_OLD)}")
    return dispatched(_ROUTES, call.path[len(_AT) :], state, call) if call.path.startswith(_AT) else GONE


def _user(state: ForgeState, name: str) -> int:
    return sorted(state.people).index(name) + 1


def _merge_request(state: ForgeState, pull: StoredPull, address: str) -> dict[str, Any]:
    states = {PullState.OPEN: "opened", PullState.CLOSED: "closed", PullState.MERGED: "merged"}
    stamp = f"{pull.closed_on}T10:00:00.000Z" if pull.closed_on else None
    return {
        "iid": pull.number,
        "web_url": f"{address}/{PROJECT}/-/merge_requests/{pull.number}",
        "state": states[pull.state],
        "source_branch": pull.branch,
        "target_branch": pull.target,
        "sha": state.head(pull),
        "title": ("Draft: " if pull.draft else "") + pull.title,
        "description": pull.body,
        "draft": pull.draft,
        "labels": list(pull.labels),
        "reviewers": [{"id": _user(state, n), "username": n} for n in pull.reviewers],
        "closed_by": {"username": pull.closed_by} if pull.state is PullState.CLOSED else None,
        "closed_at": stamp if pull.state is PullState.CLOSED else None,
        "merged_at": stamp if pull.state is PullState.MERGED else None,
        "head_pipeline": _pipeline(state, state.head(pull)),
        "squash": pull.planned is MergeMethod.SQUASH,
        "squash_on_merge": pull.planned is MergeMethod.SQUASH,
    }


def _pipeline(state: ForgeState, head: str) -> dict[str, Any] | None:
    runs = [r.state for r in state.checks.get(head, []) if r.name in state.required]
    if not runs:
        return None
    status = "failed" if CheckState.FAILED in runs else "running" if CheckState.PENDING in runs else "success"
    return {"sha": head, "status": status}


def _list(state: ForgeState, call: Call, address: str) -> Reply:
    shown = [p for p in state.pulls.values() if p.state is PullState.OPEN and p.shown_from <= state.now()]
    shown = [p for p in shown if call.query.get("source_branch", p.branch) == p.branch]
    shown = [p for p in shown if call.query.get("target_branch", p.target) == p.target]
    shown.sort(key=lambda p: p.number, reverse=call.query.get("sort") == "desc")
    return paged(call, [_merge_request(state, p, address) for p in shown], address)


def _open(state: ForgeState, call: Call, address: str) -> Reply:
    body = call.body
    if state.head_of(body["source_branch"]) is None:
        return Reply(400, {"message": ["Source branch does not exist"]})
    title = body["title"]
    opened = state.open(
        body["source_branch"], body["target_branch"], title.removeprefix("Draft: "), body["description"], draft=title.startswith("Draft: ")
    )
    if opened is None:
        return Reply(409, {"message": ["Another open merge request already exists for this source branch: !1"]})
    return Reply(201, _merge_request(state, opened, address))


@of_pull
def _get(state: ForgeState, call: Call, address: str, pull: StoredPull) -> Reply:
    del call
    return Reply(200, _merge_request(state, pull, address))


@of_pull
def _edit(state: ForgeState, call: Call, address: str, pull: StoredPull) -> Reply:
    body = call.body
    if "title" in body:
        pull.draft, pull.title = body["title"].startswith("Draft: "), body["title"].removeprefix("Draft: ")
    pull.body = body.get("description", pull.body)
    if body.get("state_event") == "close":
        state.close(pull.number)
    if name := body.get("add_labels"):
        if name.startswith("forbidden"):
            return Reply(403, {"message": "403 Forbidden"})
        state.labels.add(name)
        pull.labels += [name] if name not in pull.labels else []
    if name := body.get("remove_labels"):
        pull.labels = [n for n in pull.labels if n != name]
    if "reviewer_ids" in body:
        pull.reviewers = [n for n in sorted(state.people) if _user(state, n) in body["reviewer_ids"]]
    return Reply(200, _merge_request(state, pull, address))


def _note(remark: StoredRemark) -> dict[str, Any]:
    return {"id": remark.id, "author": {"username": remark.author}, "body": remark.body, "system": remark.author == "system"}


@of_pull
def _notes(state: ForgeState, call: Call, address: str, pull: StoredPull) -> Reply:
    return paged(call, [_note(r) for r in state.shown_remarks(pull.number)], address)


@of_pull
def _say(state: ForgeState, call: Call, address: str, pull: StoredPull) -> Reply:
    del address
    return Reply(201, _note(state.say(pull.number, call.body["body"])))


@of_pull
def _reword(state: ForgeState, call: Call, address: str, pull: StoredPull, remark: str) -> Reply:
    del address
    found = state.remark(pull.number, int(remark))
    if found is None:
        return GONE
    found.body = call.body["body"]
    return Reply(200, _note(found))


@of_pull
def _unsay(state: ForgeState, call: Call, address: str, pull: StoredPull, remark: str) -> Reply:
    del call, address
    found = state.remark(pull.number, int(remark))
    if found is None:
        return GONE
    pull.remarks.remove(found)
    return Reply(204)


def _project(state: ForgeState, call: Call, address: str) -> Reply:
    del call, address
    squash = "never" if MergeMethod.SQUASH not in state.methods else "always" if state.methods == (MergeMethod.SQUASH,) else "default_off"
    method = "ff" if MergeMethod.REBASE in state.methods else "merge"
    return Reply(200, {"merge_method": method, "squash_option": squash, "only_allow_merge_if_pipeline_succeeds": bool(state.required)})


def _statuses(state: ForgeState, call: Call, address: str, commit: str) -> Reply:
    words = {CheckState.PASSED: "success", CheckState.FAILED: "failed", CheckState.PENDING: "running"}
    runs = state.checks.get(commit, [])
    return paged(call, [{"name": r.name, "status": words[r.state], "allow_failure": r.name not in state.required} for r in runs], address)


_ROUTES: tuple[tuple[str, str, Answer], ...] = (
    ("GET", "", _project),
    ("GET", "/merge_requests", _list),
    ("POST", "/merge_requests", _open),
    ("GET", r"/merge_requests/(\d+)", _get),
    ("PUT", r"/merge_requests/(\d+)", _edit),
    ("GET", r"/merge_requests/(\d+)/notes", _notes),
    ("POST", r"/merge_requests/(\d+)/notes", _say),
    ("PUT", r"/merge_requests/(\d+)/notes/(\d+)", _reword),
    ("DELETE", r"/merge_requests/(\d+)/notes/(\d+)", _unsay),
    ("GET", r"/repository/commits/([0-9a-f]+)/statuses", _statuses),
)
