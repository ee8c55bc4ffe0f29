"""The files that ``init`` writes: a commented ``syncline.toml`` and a CI workflow. Text of the repository is quoted, never pasted."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from syncline.core.names import shown
from syncline.core.premises import Premises

CONFIG = "syncline.toml"
GITHUB = ".github/workflows/syncline.yml"
GITLAB = ".gitlab-ci.yml"
GITLAB_BESIDE = ".gitlab/syncline.yml"

# Third-party actions, by the commit that a release stood for when this was written; a tag can be moved, a commit cannot.
_CHECKOUT = "actions/checkout@34e114876b0b11c390a56381ad16ebd13914f8d5 # v4.3.1"
_PYTHON = "actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0"


def starter_files(found: Premises, version: str) -> dict[str, str]:
    """Path → text of every file that is not there yet."""
    files = {CONFIG: _config(found)}
    if "github" in found.providers:
        files[GITHUB] = _github(found, version)
    if "gitlab" in found.providers:
        files[GITLAB_BESIDE if GITLAB in found.taken else GITLAB] = _gitlab(found, version)
    return {path: text for path, text in files.items() if path not in found.taken}


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _config(found: Premises) -> str:
    flow = found.flow
    out = [
        "# How syncline keeps two branches in sync. Every key: syncline config; what it means: syncline config --schema.",
        "# It is read from the target revision, so commit it there.",
        "",
    ]
    if flow.alone:
        out += [
            "# No two branches were found of which one flows into the other. Name the one that flows in (source) and the one that receives (target)."
        ]
    else:
        out += [f"# {flow.ahead} commits are only on the source, {flow.behind} only on the target."]
    if flow.syncs:
        out += [
            f"# {len(flow.syncs)} earlier sync merges were found; the last: {_plain(flow.syncs[0].subject)} ({_day(flow.syncs[0].date)})."
        ]
    out += [f"source = {_quoted(flow.source)}", f"target = {_quoted(flow.target)}", ""]
    out += [
        "# What to do where no rule answers: stop (nothing is committed), or keep the target's or the source's lines. Each one that is kept asks its owner.",
        'prefer = "target"',
        "",
    ]
    if found.codeowners:
        out += ["# Stay byte-identical to the target.", f"protected = [{_quoted(found.codeowners)}]", ""]
    # Tables come last: a key behind one would belong to it.
    if flow.others and not flow.alone:
        out += ["# Other branches that have gone their own way; several pairs are planned in order (syncline plan --pair NAME).", "#"]
        for name in flow.others[:3]:
            out += ["# [[pair]]", f"# source = {_quoted(flow.target)}", f"# target = {_quoted(name)}", "#"]
        out += [""]
    out += _dependencies(found)
    if found.golden:
        out += [
            "# Recorded results that tests compare with. A mixture of two recordings means nothing; here the target's is kept whole.",
            "[classes.golden]",
        ]
        out += ['strategy = "target"', ""]
    if found.tools:
        out += ["# Found on the way; what a merged tree has to pass:"]
        out += [f"#   {_plain(tool.command)}   (named in {_plain(tool.where)})" for tool in found.tools[:12]]
        out += [""]
    out += ["# An alarm when a backlog grows (0 turns one off).", "[alarm]", "days = 14", "commits = 300", "conflicts = 150"]
    return "\n".join(out) + "\n"


def _dependencies(found: Premises) -> list[str]:
    if not found.locks:
        return []
    out = [
        "# A lock file only makes sense with its manifest. Either keep them all from one side, and read what the other side's manifest adds …",
        "#",
    ]
    manifests = tuple(dict.fromkeys(path for lock in found.locks for path in (lock.manifest, lock.path)))
    out += [
        "# [[group]]",
        '# name = "dependencies"',
        f"# paths = [{', '.join(_quoted(path) for path in manifests)}]",
        '# side = "target"',
        "#",
    ]
    out += ["# … or merge the manifest and let its tool write the lock file anew, in a clean tree of the merged result:", "#"]
    for lock in found.locks:
        words = ", ".join(_quoted(word) for word in lock.command)
        out += ["# [[regenerate]]", f"# paths = [{_quoted(lock.path)}]", f"# command = [{words}]", "#"]
    return [*out[:-1], ""]


def _plain(text: str) -> str:
    """Foreign text in a comment: one line, no control character."""
    return shown(text)[:100]


def _day(seconds: int) -> str:
    try:
        return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d}"
    except (ValueError, OverflowError, OSError):
        return "no date"


def _upstream(found: Premises) -> str:
    return found.flow.source.partition("/")[0] if found.upstream_url and "/" in found.flow.source else ""


def _github(found: Premises, version: str) -> str:
    remote = _upstream(found)
    fetch = ""
    if remote and remote != "origin":
        fetch = f"""
      - name: Fetch the source
        env:
          URL: {_quoted(found.upstream_url)}
          REMOTE: {_quoted(remote)}
        run: |
          git remote add "$REMOTE" "$URL"
          git fetch --no-tags "$REMOTE"
"""
    return f"""\
# Nightly sync by syncline. The token can push a branch, and nothing else; every action is pinned to a commit.
name: syncline

on:
  schedule:
    - cron: "23 3 * * *"
  workflow_dispatch:

permissions: {{}}

concurrency:
  group: syncline
  cancel-in-progress: false

jobs:
  sync:
    runs-on: ubuntu-24.04
    timeout-minutes: 60
    permissions:
      contents: write
    steps:
      - uses: {_CHECKOUT}
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: {_PYTHON}
        with:
          python-version: "3.12"
{fetch}
      - name: Install
        run: python -m pip install "syncline=={version}"

      - name: Sync
        run: |
          git config user.name "syncline"
          git config user.email "syncline@users.noreply.github.com"
          syncline sync --json > "$RUNNER_TEMP/night.json" || test $? -eq 1

      - name: Push the branch
        env:
          GITHUB_TOKEN: ${{{{ github.token }}}}
        run: |
          branch="$(python -c 'import json, sys; print(json.load(open(sys.argv[1]))["effect"]["branch"] or "")' "$RUNNER_TEMP/night.json")"
          if test -n "$branch" && git rev-parse --verify --quiet "refs/heads/$branch"; then
            header="$(printf 'x-access-token:%s' "$GITHUB_TOKEN" | base64 -w0)"
            git -c "http.$GITHUB_SERVER_URL/.extraheader=Authorization: Basic $header" push origin "refs/heads/$branch"
          fi
"""


def _gitlab(found: Premises, version: str) -> str:
    remote = _upstream(found)
    lines = [
        "# Nightly sync by syncline: run it from a pipeline schedule. SYNC_TOKEN is a project access token with the scope write_repository alone.",
    ]
    if GITLAB in found.taken:
        lines += ["# Include it from .gitlab-ci.yml:  include: [{local: .gitlab/syncline.yml}]"]
    lines += [
        "syncline:",
        "  image: python:3.12.8-bookworm",
        "  rules:",
        '    - if: $CI_PIPELINE_SOURCE == "schedule" && $SYNC_TOKEN',
        "  variables:",
        '    GIT_DEPTH: "0"',
    ]
    if remote and remote != "origin":
        lines += [f"    SOURCE_URL: {_quoted(found.upstream_url)}", f"    SOURCE_REMOTE: {_quoted(remote)}"]
    lines += [
        "  script:",
        f'    - python -m pip install "syncline=={version}"',
    ]
    if remote and remote != "origin":
        lines += ['    - git remote add "$SOURCE_REMOTE" "$SOURCE_URL" && git fetch --no-tags "$SOURCE_REMOTE"']
    lines += [
        '    - git config user.name "syncline" && git config user.email "syncline@noreply.$CI_SERVER_HOST"',
        "    - syncline sync --json > night.json || test $? -eq 1",
        "    - |",
        '      branch="$(python -c \'import json; print(json.load(open("night.json"))["effect"]["branch"] or "")\')"',
        '      if test -n "$branch" && git rev-parse --verify --quiet "refs/heads/$branch"; then',
        '        git push "https://syncline:$SYNC_TOKEN@$CI_SERVER_HOST/$CI_PROJECT_PATH.git" "refs/heads/$branch"',
        "      fi",
    ]
    return "\n".join(lines) + "\n"
