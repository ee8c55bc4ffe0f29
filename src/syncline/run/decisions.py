"""Decisions of people: read from ``refs/syncline/decisions`` and from the target's own file, recorded under the ref."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from syncline.config.decisions import DECISIONS, decision_toml, read_decision_toml, read_decisions_toml
from syncline.core.acceptance import Acceptance, joined
from syncline.core.errors import UserError
from syncline.core.finding import Finding
from syncline.core.fingerprint import content_hash, fingerprint
from syncline.core.names import CommitId, RepoPath, shown
from syncline.core.report import AuditReport
from syncline.core.text import decode
from syncline.ports.git.landing import amend, ref_tip, workshop_tip
from syncline.ports.git.repository import require_identity
from syncline.ports.git.workshop import Workshop

REF = "refs/syncline/decisions"
_FOLDER = "accepted"
# Fewer digits hit a finding by accident.
_LEAST = 4
_NEAR = 3


@dataclass(frozen=True, slots=True)
class Order:
    """What a person orders: these findings may stand (prefixes of fingerprints), for a reason, until a day (an ISO date, or empty).

    ``revoke`` names decisions that no longer hold, by the fingerprints of what they speak of.
    """

    fingerprints: tuple[str, ...] = ()
    reason: str = ""
    until: str = ""
    revoke: tuple[str, ...] = ()


def read_decisions(workshop: Workshop, target: CommitId) -> tuple[Acceptance, ...]:
    """All decisions that count for a merge into ``target``, each once. Raises ``UserError`` with file and key where one cannot be read."""
    return joined(branch_decisions(workshop, target), recorded_decisions(workshop))


def recorded_decisions(workshop: Workshop) -> tuple[Acceptance, ...]:
    """The decisions under the ref, of the user's repository and of the workshop (where those of a remote are brought to)."""
    tips = dict.fromkeys(tip for tip in (ref_tip(workshop, REF), workshop_tip(workshop, REF)) if tip is not None)
    return joined(*(_under(workshop, tip) for tip in tips))


def _under(workshop: Workshop, tip: CommitId) -> tuple[Acceptance, ...]:
    entries = {path: entry for path, entry in workshop.entries(tip, (RepoPath(_FOLDER),)).items() if entry.is_file}
    texts = workshop.read_all(entry.oid for entry in entries.values())
    return tuple(read_decision_toml(decode(texts[entry.oid]), f"{REF}:{shown(path)}") for path, entry in entries.items())


def branch_decisions(workshop: Workshop, commit: CommitId) -> tuple[Acceptance, ...]:
    """The decisions in the file of a branch."""
    entry = workshop.entries(commit, (DECISIONS,)).get(DECISIONS)
    if entry is None or not entry.is_file:
        return ()
    return read_decisions_toml(decode(workshop.read(entry.oid)), f"{DECISIONS} at {commit[:10]}")


def record(workshop: Workshop, report: AuditReport, order: Order, today: date) -> tuple[Acceptance, ...]:
    """Record what a person decides about findings of an audit. Nothing else of the repository is written.

    Raises ``UserError`` for a fingerprint that is none of the audit's or several of them, and for a day that is no day or past.
    """
    reason = " ".join(order.reason.split())
    if not reason:
        raise UserError("a decision needs a reason; say why with --reason")
    until = _day(order.until, today) if order.until else ""
    chosen = [finding for name in order.fingerprints for finding in _named(name, report)]
    by = require_identity(workshop.repository, "", "")
    made = joined(
        tuple(
            Acceptance(
                check=f.check,
                path=f.path or "",
                finding=f.message,
                by=by,
                on=today.isoformat(),
                reason=reason,
                until=until,
                fingerprint=fingerprint(f),
                content=content_hash(f),
            )
            for f in chosen
        )
    )
    files: dict[RepoPath, bytes | None] = {RepoPath(f"{_FOLDER}/{d.fingerprint}-{d.content[:8]}.toml"): decision_toml(d) for d in made}
    lines = "".join(f"{d.fingerprint[:8]} {d.check}{f' in {shown(d.path)}' if d.path else ''}\n" for d in made)
    amend(workshop, REF, files, f"Accept {len(made)} finding{'s' if len(made) != 1 else ''}: {shown(reason)}\n\n{lines}")
    return made


def revoke(workshop: Workshop, order: Order) -> None:
    """Take decisions back from the ref; its history keeps them. Raises ``UserError`` for a fingerprint that none of them speaks of."""
    tip = ref_tip(workshop, REF)
    paths = list(workshop.entries(tip, (RepoPath(_FOLDER),))) if tip is not None else []
    names = {path.rpartition("/")[2].partition("-")[0]: path for path in paths}
    gone = []
    for prefix in order.revoke:
        wanted = prefix.strip().lower()
        found = [name for name in names if name.startswith(wanted)] if len(wanted) >= _LEAST else []
        if len(found) != 1:
            near = ", ".join(_nearest(wanted, names)) or "none"
            raise UserError(f"no single decision on '{prefix}' under {REF}; the nearest: {near}. Those of {DECISIONS} are taken out there")
        gone += found
    taken = {path: None for path in paths if path.rpartition("/")[2].partition("-")[0] in gone}
    amend(
        workshop, REF, taken, f"Revoke {len(gone)} decision{'s' if len(gone) != 1 else ''}\n\n" + "".join(f"{name[:8]}\n" for name in gone)
    )


def _nearest(wanted: str, names: Iterable[str]) -> list[str]:
    """The names that are most like what was wanted, best first."""
    return sorted(names, key=lambda name: (-_shared(name, wanted), -difflib.SequenceMatcher(None, name, wanted).ratio()))[:_NEAR]


def _day(text: str, today: date) -> str:
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise UserError(f"--until must be a date as YYYY-MM-DD, not '{text}'") from error
    if day < today:
        raise UserError(f"--until {day.isoformat()} is past; a decision holds at least for today")
    return day.isoformat()


def _named(prefix: str, report: AuditReport) -> list[Finding]:
    wanted = prefix.strip().lower()
    names = {fingerprint(finding): finding for finding in report.findings}
    found = [name for name in names if name.startswith(wanted)] if len(wanted) >= _LEAST else []
    if len(found) == 1:
        # Several findings of one name differ in their content: the answer is to all of them.
        return [finding for finding in report.findings if fingerprint(finding) == found[0]]
    if found:
        raise UserError(f"'{prefix}' could be {_listed(found, names)}; give more digits")
    if not names:
        raise UserError(f"no finding '{prefix}': this audit has none")
    short = f"; at least {_LEAST} digits are needed" if len(wanted) < _LEAST else ""
    raise UserError(f"no finding '{prefix}' in this audit{short}; the nearest: {_listed(_nearest(wanted, names), names)}")


def _shared(one: str, two: str) -> int:
    """How many characters two texts begin alike with."""
    return next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))


def _listed(some: Sequence[str], names: dict[str, Finding]) -> str:
    return ", ".join(f"{name} ({names[name].check}{f' in {names[name].path}' if names[name].path else ''})" for name in some)
