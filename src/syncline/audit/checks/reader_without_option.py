"""Code reads an option or a configuration field that nothing defines any more.

Sees: attributes, and `getattr` with a plain name, of things called `args`, `config` and the like; options of argparse and click, fields of classes.
Fires: when a side defines the option, the merged tree does not, and a file reads it that in no parent read it in vain. Reads that a default or `hasattr`
protects ask for confirmation: the feature is switched off in silence.
Why: the option is lost with one side's argument list; the reader fails only when it is reached.
Silent: where something assigns the attribute, and where the reading file passes it by keyword itself. Where the class of a reader is plain to see,
`removed-attribute-still-used` tells of all of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from syncline.account.seam.breaks import lost
from syncline.account.seam.facts import Guard
from syncline.account.seam.options import Unread, readers_without_option
from syncline.account.seam.trees import Seam
from syncline.audit.subject import Subject
from syncline.audit.telling import line_asks, widest
from syncline.core.finding import Ask, Finding, Place, Role, Severity
from syncline.core.merge import Side
from syncline.core.resolution import Status
from syncline.core.text import counted

STATUS = Status.STABLE


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for each option."""
    lost_fields = {one.name for one in subject.seam.every(lost) if one.holder.cls is not None and not one.patched}
    for one in subject.seam.every(readers_without_option):
        if one.name not in lost_fields:
            yield _finding(subject.seam, one)


def _finding(seam: Seam, one: Unread) -> Finding:
    side, at = one.had[0]
    first = one.readings[0]
    sure = any(not r.spot.guard for r in one.readings) and not one.mentioned
    what = "option" if at.option else "field"
    whose = "the " + " and the ".join(s.value for s, _ in one.had)
    reads = f"{counted(len(one.readings), 'place')} read{'s' if len(one.readings) == 1 else ''}"
    text = seam.line(seam.side(side), at.path, at.line)
    asks = [ask for r in one.readings[:4] for ask in line_asks(seam, Role.USE, r.path, r.spot.line, Side)]
    return Finding(
        check="reader-without-option",
        severity=Severity.BLOCKER if sure else Severity.CONFIRM,
        message=f"{reads} the {what} `{one.name}`, which nothing defines any more; {whose} had it in {at.path}",
        side=side if len(one.had) == 1 else None,
        scope=widest(r.path for r in one.readings),
        path=first.path,
        line=first.spot.line,
        symbol=one.name,
        places=tuple(
            Place(r.path, r.spot.line, r.spot.scope, seam.line(seam.merged, r.path, r.spot.line).strip()[:100]) for r in one.readings
        ),
        proposal=f"restore: {text.strip()[:160]}",
        evidence={"name": one.name, "guarded": all(bool(r.spot.guard & Guard.ATTRIBUTE) for r in one.readings), "defined in": at.path},
        identity=("reader-without-option", one.name),
        asks=(*asks, Ask(Role.DEFINITION, side, at.path, text)),
    )
