"""A merged tree, from the trees to the report: what is broken is looked for while every hunk is accounted for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from functools import partial

from syncline.audit.auditor import APART, audit, breaks
from syncline.audit.checks import SEAM, Check
from syncline.audit.subject import Subject
from syncline.config import Config
from syncline.core.finding import Finding
from syncline.core.ledger import Record
from syncline.core.policy import PolicyFacts
from syncline.core.report import AuditReport
from syncline.ports.forked import meanwhile
from syncline.ports.git.workshop import Workshop
from syncline.run.analysing import analysed
from syncline.run.finishing import told_whole
from syncline.run.gather import MANY, accounted_for, ground, under
from syncline.run.histories import NOTHING_READ, Histories
from syncline.run.merging import GitMerge
from syncline.run.progress import Progress
from syncline.run.provenance import Ends, attributed


def judged(
    workshop: Workshop,
    ends: Ends,
    merge: GitMerge,
    policy: Callable[[], PolicyFacts],
    records: Iterable[Record],
    config: Config,
    progress: Progress,
    known: Histories = NOTHING_READ,
) -> AuditReport:
    """The audit of ``ends.merged``, with who wrote what and whom each finding asks. What is ``known`` of histories is not read again.

    ``policy`` is asked for its report when everything is accounted for.
    """
    progress("accounting for every hunk")
    subject = analysed(workshop, ground(workshop, ends, merge, progress), config.analysers, config.environment)
    many = len(subject.states) >= MANY
    with ExitStack() as stack:
        answers = [
            stack.enter_context(meanwhile(partial(_breaks, workshop, ends, subject, group), apart=many, patient=group is not SEAM))
            for group in APART
        ]
        subject = accounted_for(workshop, ends, subject, records, known)
        progress("looking for what is broken")
        broken = partial(_together, answers)
        report = audit(under(policy(), subject), merge=None, bases=ends.bases, broken=broken)
    return told_whole(workshop, ends, report)


def _breaks(workshop: Workshop, ends: Ends, subject: Subject, checks: Sequence[Check]) -> list[Finding]:
    """What some checks find broken, with who wrote it."""
    return attributed(workshop, ends, breaks(subject, checks))


def _together(answers: Iterable[Callable[[], list[Finding]]]) -> list[Finding]:
    return [finding for answer in answers for finding in answer()]
