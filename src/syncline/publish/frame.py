"""The frame of a pull request's body: what is ours between two marks, what people wrote around and inside of it, and which head it speaks of."""

from __future__ import annotations

import re

from syncline.core.names import CommitId

_BEGIN = re.compile(r"<!-- syncline:body (head|moving)=([0-9a-f]{40,64}) -->")
_END = "<!-- syncline:end -->"
_NOTES = re.compile(r"<!-- syncline:notes -->\n(.*?)<!-- syncline:/notes -->", re.DOTALL)
NOTES_EMPTY = "<!-- syncline:notes -->\n<!-- syncline:/notes -->"


def framed(text: str, head: CommitId) -> str:
    """``text`` as a body that describes ``head``."""
    return f"<!-- syncline:body head={head} -->\n{text.rstrip()}\n\n{NOTES_EMPTY}\n{_END}\n"


def moving(head: CommitId) -> str:
    """The body for the moment of a push: it describes no tree, so that it is never wrong, wherever we are stopped."""
    text = f"This pull request is being updated to `{head}`. Its description follows; until then nothing here speaks of the tree."
    return f"<!-- syncline:body moving={head} -->\n{text}\n\n{NOTES_EMPTY}\n{_END}\n"


def described(body: str) -> CommitId | None:
    """The head that a body describes; ``None`` for one that describes none of ours."""
    found = _BEGIN.search(body)
    return CommitId(found[2]) if found and found[1] == "head" else None


def merged_body(new: str, current: str) -> str:
    """``new`` with everything kept that people wrote into ``current``: before our begin, after our end, and between the marks for notes.

    A body without our marks is all theirs and is kept whole, above ours. Line ends are compared as the forge sends them (CR LF).
    """
    current = current.replace("\r\n", "\n")
    begin = _BEGIN.search(current)
    end = current.rfind(_END)
    if begin is None or end < begin.start():
        theirs = current.strip()
        return f"{theirs}\n\n{new}" if theirs else new
    before, inside, after = current[: begin.start()].strip(), current[begin.end() : end], current[end + len(_END) :].strip()
    notes = _NOTES.search(inside)
    if notes is not None and notes[1].strip():
        new = new.replace(NOTES_EMPTY, f"<!-- syncline:notes -->\n{notes[1].rstrip()}\n<!-- syncline:/notes -->", 1)
    return "\n\n".join(part for part in (before, new.rstrip(), after) if part) + "\n"


def remark(key: str, text: str) -> str:
    """A comment of ours that can be found again by ``key``."""
    return f"{text.rstrip()}\n\n<!-- syncline:remark {key} -->\n"


def remark_key(body: str) -> str | None:
    """The key of a comment of ours; ``None`` for anybody else's. Only the last line counts: quoting us is not being us."""
    lines = body.replace("\r\n", "\n").rstrip().split("\n")
    found = re.fullmatch(r"<!-- syncline:remark (\S+) -->", lines[-1].strip())
    return found[1] if found else None


def same_body(one: str, other: str) -> bool:
    """Equal, apart from what forges do to line ends and outer white space."""
    return one.replace("\r\n", "\n").strip() == other.replace("\r\n", "\n").strip()
