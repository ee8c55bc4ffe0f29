"""Found a repository with a history of our own making: one ``git init``, one ``git fast-import``. Never used on a user's repository."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from syncline.core.errors import UserError
from syncline.ports.git.command import demand, environment, git
from syncline.ports.process import run

# What could make the same history come out differently, or run programs, on a machine with a configuration of its own.
_SETTINGS = {
    "commit.gpgSign": "false",
    "core.hooksPath": "/dev/null",
    "core.logAllRefUpdates": "false",
    "gc.auto": "0",
    "i18n.commitEncoding": "UTF-8",
    "maintenance.auto": "false",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """One commit to be: ``files`` maps a path to its new text, or to ``None`` where it goes. ``date`` in seconds since the epoch, UTC.

    ``parent`` is the position of an earlier draft in the list, or ``None`` for a root.
    """

    branch: str
    parent: int | None
    author: str
    email: str
    date: int
    message: str
    files: Mapping[str, str | None]


def found_repository(folder: Path, drafts: Sequence[Draft], *, head: str) -> Path:
    """Make a bare repository at ``folder`` with these commits; the same drafts give the same ids. ``head`` is the branch of HEAD.

    Raises ``UserError`` when the folder is there already and not empty.
    """
    if folder.exists() and any(folder.iterdir()):
        raise UserError(f"{folder} is not empty; name a new folder")
    options = ["--quiet", "--bare", "--template=", "--object-format=sha1", f"--initial-branch={head}"]
    demand(run(["git", "init", *options, str(folder)], env=environment()), "making a repository")
    for key, value in _SETTINGS.items():
        demand(git(["config", key, value], git_dir=folder), "setting up the repository")
    demand(git(["fast-import", "--quiet", "--done"], git_dir=folder, stdin=b"".join(_stream(drafts))), "writing the history")
    return folder


def _stream(drafts: Iterable[Draft]) -> Iterable[bytes]:
    for at, draft in enumerate(drafts):
        who = f"{draft.author} <{draft.email}> {draft.date} +0000"
        yield f"commit refs/heads/{draft.branch}\nmark :{at + 1}\nauthor {who}\ncommitter {who}\n".encode()
        yield _data(draft.message)
        if draft.parent is not None:
            yield f"from :{draft.parent + 1}\n".encode()
        for path, text in draft.files.items():
            if text is None:
                yield f"D {path}\n".encode()
            else:
                yield f"M 100644 inline {path}\n".encode() + _data(text)
    yield b"done\n"


def _data(text: str) -> bytes:
    data = text.encode()
    return b"data %d\n%s\n" % (len(data), data)
