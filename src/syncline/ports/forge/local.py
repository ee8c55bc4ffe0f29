"""``local``: pull requests as folders. No network; a folder each with the body, the comments and what else there is to know."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from syncline.core.clearance import Clearance
from syncline.core.errors import WorldError
from syncline.core.names import CommitId
from syncline.core.pull import CheckRun, LandingRules, MergeMethod, Pull, PullState, Remark
from syncline.ports.files import write_whole
from syncline.ports.forge import MANY, NotOpened

BODY_LIMIT = 65_536


@dataclass(frozen=True, slots=True)
class LocalForge:
    """``Forge`` in ``folder``. ``head_of`` tells where a branch stands (``None``: nowhere), ``today`` the date."""

    folder: Path
    head_of: Callable[[str], CommitId | None]
    today: Callable[[], str]
    name: str = "local"
    body_limit: int = BODY_LIMIT
    moved: bool = False

    def pull(self, number: int) -> Pull | None:
        """Read it."""
        data = self._read(number)
        return self._told(number, data) if data is not None else None

    def find(self, branch: str) -> Pull | None:
        """Look through all of them, newest first."""
        for number in reversed(self._numbers()):
            data = self._read(number)
            if data is not None and data["branch"] == branch and data["state"] == PullState.OPEN.value:
                return self._told(number, data)
        return None

    def opened(self, target: str) -> tuple[Pull, ...]:
        """All folders, newest first."""
        found = ((number, self._read(number)) for number in reversed(self._numbers()))
        fitting = ((n, data) for n, data in found if data is not None and (data["target"], data["state"]) == (target, PullState.OPEN.value))
        return tuple(self._told(number, data) for number, data in islice(fitting, MANY))

    def head_ref(self, pull: Pull) -> str:
        """Its branch."""
        return f"refs/heads/{pull.branch}"

    def open(self, branch: str, target: str, title: str, body: str) -> Pull | NotOpened:
        """Make the next folder."""
        if self.find(branch) is not None:
            return NotOpened("one is open from this branch")
        number = max(self._numbers(), default=0) + 1
        data = {"branch": branch, "target": target, "title": title, "state": "open", "labels": [], "reviewers": [], "remarks": [], "ids": 0}
        self._write(number, data, body)
        return self._told(number, self._known(number))

    def describe(self, number: int, title: str, body: str) -> Pull:
        """Write title and body."""
        data = self._known(number)
        self._write(number, {**data, "title": title}, body)
        return self._told(number, self._known(number))

    def ready(self, number: int, clearance: Clearance) -> None:
        """No draft any more."""
        del clearance
        self._write(number, {**self._known(number), "draft": False})

    def redraft(self, number: int) -> None:
        """A draft again."""
        self._write(number, {**self._known(number), "draft": True})

    def close(self, number: int) -> None:
        """Close."""
        data = self._known(number)
        if data["state"] == "open":
            self._write(number, {**data, "state": "closed", "closed": self.today(), "head": self.head_of(data["branch"])})

    def label(self, number: int, names: tuple[str, ...]) -> tuple[str, ...]:
        """Add labels."""
        data = self._known(number)
        self._write(number, {**data, "labels": list(dict.fromkeys((*data["labels"], *names)))})
        return ()

    def unlabel(self, number: int, name: str) -> None:
        """Take one off."""
        data = self._known(number)
        self._write(number, {**data, "labels": [n for n in data["labels"] if n != name]})

    def review(self, number: int, names: tuple[str, ...]) -> tuple[str, ...]:
        """Note who should look at it."""
        data = self._known(number)
        self._write(number, {**data, "reviewers": list(dict.fromkeys((*data["reviewers"], *names)))})
        return ()

    def remarks(self, number: int) -> tuple[Remark, ...]:
        """All comments."""
        return tuple(Remark(r["id"], r["author"], r["body"]) for r in self._known(number)["remarks"])

    def say(self, number: int, body: str) -> Remark:
        """Comment."""
        data = self._known(number)
        said = {"id": str(data["ids"] + 1), "author": "syncline", "body": body}
        self._write(number, {**data, "ids": data["ids"] + 1, "remarks": [*data["remarks"], said]})
        return Remark(said["id"], said["author"], body)

    def reword(self, number: int, remark: str, body: str) -> None:
        """Change a comment."""
        data = self._known(number)
        if all(r["id"] != remark for r in data["remarks"]):
            raise WorldError(f"there is no comment {remark} under pull request {number}")
        changed = [{**r, "body": body} if r["id"] == remark else r for r in data["remarks"]]
        self._write(number, {**data, "remarks": changed})

    def unsay(self, number: int, remark: str) -> None:
        """Delete a comment."""
        data = self._known(number)
        self._write(number, {**data, "remarks": [r for r in data["remarks"] if r["id"] != remark]})

    def checks(self, commit: CommitId, number: int) -> tuple[CheckRun, ...]:
        """Nothing checks here."""
        del commit, number
        return ()

    def landing_rules(self, target: str) -> LandingRules:
        """git itself lands it: by a merge, and by nothing else that we would advise."""
        del target
        return LandingRules((MergeMethod.MERGE,))

    def scopes(self) -> frozenset[str] | None:
        """There is no token."""
        return None

    def _numbers(self) -> list[int]:
        if not self.folder.is_dir():
            return []
        return sorted(int(f.name) for f in self.folder.iterdir() if f.name.isdigit())

    def _read(self, number: int) -> dict[str, Any] | None:
        place = self.folder / str(number)
        try:
            data: dict[str, Any] = json.loads((place / "pull.json").read_text("utf-8"))
            # The body is a file of its own: people read it, and may write into it.
            return {**data, "body": (place / "body.md").read_bytes().decode("utf-8", "replace")}
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise WorldError(f"cannot read pull request {number} in {self.folder}: {error}") from error

    def _known(self, number: int) -> dict[str, Any]:
        data = self._read(number)
        if data is None:
            raise WorldError(f"there is no pull request {number} in {self.folder}")
        return data

    def _write(self, number: int, data: dict[str, Any], body: str | None = None) -> None:
        place = self.folder / str(number)
        kept = {key: value for key, value in data.items() if key != "body"}
        try:
            place.mkdir(parents=True, exist_ok=True)
            if body is not None:
                write_whole(place / "body.md", body.encode("utf-8", "backslashreplace"))
            # Last: a folder without it is no pull request.
            write_whole(place / "pull.json", (json.dumps(kept, indent=1, sort_keys=True) + "\n").encode("utf-8", "backslashreplace"))
        except OSError as error:
            raise WorldError(f"cannot write pull request {number} to {self.folder}: {error.strerror}") from error

    def _told(self, number: int, data: dict[str, Any]) -> Pull:
        head = data.get("head") or self.head_of(data["branch"]) or ""
        return Pull(
            number,
            str(self.folder / str(number)),
            PullState(data["state"]),
            data["branch"],
            CommitId(head),
            data["target"],
            data["title"],
            data["body"],
            draft=data.get("draft", True),
            labels=tuple(data["labels"]),
            reviewers=tuple(data["reviewers"]),
            closed_by="syncline" if data["state"] == "closed" else "",
            closed_on=data.get("closed", ""),
        )
