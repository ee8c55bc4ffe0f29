"""An option or configuration field is still there, and nothing reads it any more.

Sees: options of argparse and click and fields of classes, and every attribute or `getattr` of their name in the whole tree.
Fires: when each parent that has the option also reads it, and the merged tree does not. Neighbours in one file are one finding.
Why: the flag is accepted and does nothing.
Silent: on options that a parent has without a reader; they are read in ways that nobody can see.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.options import Unread, options_without_reader
from syncline.account.seam.trees import Seam
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, ticked
from syncline.core.finding import Ask, Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each file that defines, and file that used to read."""
    groups: dict[tuple[str, str, tuple[Side, ...]], list[Unread]] = {}
    for one in subject.seam.every(options_without_reader):
        groups.setdefault((one.defined[0].path, one.had[0][1].path, tuple(side for side, _ in one.had)), []).append(one)
    for _, group in sorted(groups.items(), key=lambda item: item[0][:2]):
        yield _finding(subject.seam, group)


def _finding(seam: Seam, group: list[Unread]) -> Finding:
    first = group[0]
    side, reader = first.had[0]
    at = first.defined[0]
    whose = "the " + " and the ".join(s.value for s, _ in first.had)
    what = "option" if at.option else "field"
    text = seam.line(seam.side(side), reader.path, reader.line)
    return Finding(
        check="option-without-reader",
        severity=Severity.CONFIRM,
        message=f"nothing reads the {what}{'' if len(group) == 1 else 's'} {ticked(u.name for u in group)} any more; {whose} did in {reader.path}",
        side=side if len(first.had) == 1 else None,
        scope=scope_of(at.path),
        path=at.path,
        line=at.line,
        symbol=first.name,
        places=tuple(
            Place(u.defined[0].path, u.defined[0].line, u.name, seam.line(seam.merged, u.defined[0].path, u.defined[0].line).strip()[:100])
            for u in group
        ),
        proposal=f"restore the reader: {text.strip()[:160]}",
        evidence={"names": tuple(u.name for u in group), "read in": reader.path},
        identity=("option-without-reader", at.path, *(u.name for u in group)),
        asks=(*line_asks(seam, Role.DEFINITION, at.path, at.line, Side), Ask(Role.USE, side, reader.path, text)),
    )
