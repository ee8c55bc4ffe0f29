"""Apply the policy to a merge: rulings give paths to one side whole, commands write generated files anew, in a clean tree."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from syncline.account.lacking import file_ruling
from syncline.account.patterns import matcher
from syncline.account.rulings import Ruling, Rulings, idle_rules, rulings
from syncline.account.workflows import gains, is_workflow, told
from syncline.core.errors import WorldError
from syncline.core.ledger import Record
from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import CommitId, RepoPath, TreeId
from syncline.core.policy import LackedFile, Override, Policy, PolicyFacts, Regenerate, Regenerated
from syncline.core.resolution import Decision, Outcome
from syncline.core.text import decode
from syncline.core.tree import Entry
from syncline.ports.git.cleantree import clean_tree, entry_at, run_inside, touched_paths
from syncline.ports.git.history import deltas
from syncline.ports.git.workshop import Workshop

# Seconds for a command that only checks whether a rule still holds.
_CHECK = 120


@dataclass(frozen=True, slots=True)
class Applied:
    """What the policy changed: entries by path, what it decided, what it overruled, and what there is to report.

    ``settled`` are the paths that it speaks of: a conflict there is no longer open.
    """

    edits: Mapping[RepoPath, Entry | None] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    records: tuple[Record, ...] = ()
    facts: PolicyFacts = PolicyFacts()
    settled: frozenset[RepoPath] = frozenset()


def ruled(
    workshop: Workshop,
    ends: Merge[TreeId | CommitId],
    policy: Policy,
    now: datetime | None = None,
    lacked: Sequence[LackedFile] = (),
) -> tuple[Rulings, PolicyFacts]:
    """Rule on every path that differs. ``ends`` are the trees of base, source and target; ``lacked`` the files that one side lacks."""
    entries = entries_of(workshop, ends)
    today = f"{now or datetime.now(UTC):%Y-%m-%d}"

    def text(entry: Entry | Absent) -> str:
        return decode(workshop.read(entry.oid)) if isinstance(entry, Entry) and entry.is_file else ""

    def gaining(path: RepoPath) -> str:
        versions = entries[path]
        if not is_workflow(path) or versions.source in (versions.base, versions.target):
            return ""
        source, target = text(versions.source), text(versions.target)
        new = gains(text(versions.base), source)
        return ", ".join(told(p) for p in sorted(gains(target, source)) if p in new)

    found = rulings(policy, entries, today, lambda override: _failure(workshop, ends.target, override), gaining, map(file_ruling, lacked))
    everything = (
        frozenset().union(*(workshop.entries(ends.side(side)) for side in Side)) if policy.overrides or policy.groups else frozenset()
    )
    idle = idle_rules(policy, lambda pattern: any(map(matcher((pattern,)), everything)))
    spoken = {path for path, ruling in found.by_path.items() if ruling.place == "files"}
    return found, PolicyFacts(policy, (*found.lapses, *idle), found.overlaps, files=tuple(one for one in lacked if one.path in spoken))


def apply_policy(
    workshop: Workshop,
    ends: Merge[TreeId | CommitId],
    tree: TreeId,
    policy: Policy,
    open_paths: frozenset[RepoPath] = frozenset(),
    now: datetime | None = None,
    lacked: Sequence[LackedFile] = (),
) -> Applied:
    """Bring ``tree`` in line with the policy. ``open_paths`` are conflicts that nobody decided yet, ``lacked`` files that one side lacks.

    Commands run only where the policy settles all of those: a tree with open conflicts would mislead them. A file that a command writes
    starts as the target has it.
    """
    found, facts = ruled(workshop, ends, policy, now, lacked)
    entries = entries_of(workshop, ends)
    edits: dict[RepoPath, Entry | None] = {}
    decisions, records = [], []
    now_there = {d.path: d.new for d in deltas(workshop, ends.target, tree, renames=False)}
    for path, ruling in sorted(found.by_path.items()):
        wanted = _plain(entries[path].side(ruling.side))
        merged = now_there[path] if path in now_there else _plain(entries[path].target)
        if merged == wanted and path not in open_paths:
            continue
        edits[path] = wanted
        decisions.append(Decision(path, Outcome.RULE, ruling.rule, ruling.reason, None, 0))
        records.append(_record(ruling))
    own = regenerated_paths(policy, open_paths - found.by_path.keys())
    edits.update({path: _plain(entries[path].target) for path in own if path in entries})
    settled = frozenset(found.by_path) | own
    written = workshop.write_tree(tree, edits)
    outcomes = []
    if open_paths <= settled:
        for rule in policy.regenerate:
            outcome, new = _regenerated(workshop, written, rule)
            outcomes.append(outcome)
            edits.update(new)
            written = workshop.write_tree(written, new)
            for path in new:
                reason = f"written anew by {' '.join(rule.command)}"
                decisions.append(Decision(path, Outcome.RULE, "regenerated", reason, None, 0))
                records += [Record(path, side, "regenerated", None, None, True, reason) for side in Side]
    facts = replace(facts, regenerated=tuple(outcomes))
    return Applied(edits, tuple(decisions), tuple(records), facts, settled)


def regenerated_paths(policy: Policy, paths: frozenset[RepoPath]) -> frozenset[RepoPath]:
    """Those of ``paths`` that a command writes: a conflict there needs nobody's decision."""
    patterns = [pattern for rule in policy.regenerate for pattern in rule.paths]
    return frozenset(filter(matcher(patterns), paths)) if patterns else frozenset()


def _record(ruling: Ruling) -> Record:
    return Record(ruling.path, ruling.side.other, ruling.rule, None, None, False, ruling.reason)


def _plain(entry: Entry | Absent) -> Entry | None:
    return None if isinstance(entry, Absent) else entry


def entries_of(workshop: Workshop, ends: Merge[TreeId | CommitId]) -> dict[RepoPath, Merge[Entry | Absent]]:
    """Every path on which the three trees do not agree."""
    source = {d.path: d for d in deltas(workshop, ends.base, ends.source, renames=False)}
    target = {d.path: d for d in deltas(workshop, ends.base, ends.target, renames=False)}
    found: dict[RepoPath, Merge[Entry | Absent]] = {}
    for path in source.keys() | target.keys():
        base = source[path].old if path in source else target[path].old
        ours = source[path].new if path in source else base
        theirs = target[path].new if path in target else base
        found[path] = Merge(base or ABSENT, ours or ABSENT, theirs or ABSENT)
    return found


def _failure(workshop: Workshop, target: TreeId | CommitId, override: Override) -> str:
    """Why an override's check no longer holds at the target; empty where it does."""
    if not override.check:
        return ""
    if isinstance(override.check, tuple):
        with clean_tree(workshop, target) as folder:
            try:
                done = run_inside(folder, override.check, _CHECK)
            except WorldError as error:
                return str(error)
        return "" if done.status == 0 else f"{override.check[0]} ended with status {done.status}"
    pattern = re.compile(override.check, re.MULTILINE)
    chosen = matcher(override.paths)
    for path, entry in workshop.entries(target).items():
        if chosen(path) and entry.is_file and pattern.search(decode(workshop.read(entry.oid))):
            return ""
    return f"'{override.check}' is not found in the target's files there"


def _regenerated(workshop: Workshop, tree: TreeId, rule: Regenerate) -> tuple[Regenerated, dict[RepoPath, Entry | None]]:
    """Run one command. Its work counts only when it succeeds and touches nothing but its own paths; otherwise nothing of it is taken."""
    own = matcher(rule.paths)
    try:
        with clean_tree(workshop, tree) as folder:
            done = run_inside(folder, rule.command, rule.timeout)
            if done.status != 0:
                told = done.stdout.decode("utf-8", "replace").strip().splitlines()
                why = f"it ended with status {done.status}" + (f": {told[-1][:200]}" if told else "")
                return Regenerated(rule.command, rule.paths, why), {}
            touched = touched_paths(workshop, folder)
            strange = [path for path in touched if not own(path)]
            if strange:
                more = f" and {len(strange) - 3} more" if len(strange) > 3 else ""
                return Regenerated(rule.command, rule.paths, f"it changed other files: {', '.join(strange[:3])}{more}"), {}
            return Regenerated(rule.command, rule.paths), {path: entry_at(workshop, folder, path) for path in touched}
    except WorldError as error:
        return Regenerated(rule.command, rule.paths, str(error)), {}
