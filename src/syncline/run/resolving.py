"""Resolve all conflicts of a merge and write the tree, in the workshop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, partial

from syncline.config import Config
from syncline.core.ledger import Record
from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import CommitId, RepoPath, TreeId
from syncline.core.plan import SyncPlan
from syncline.core.policy import LackedFile
from syncline.core.resolution import Decision, Outcome, Preference, ResolvedTree
from syncline.core.stakes import Stakes
from syncline.core.tree import Conflict, ConflictKind, Entry, MergedTree, Version
from syncline.ports.forked import divided, meanwhile
from syncline.ports.git.merging import virtual_base
from syncline.ports.git.workshop import Workshop
from syncline.ports.limit import time_limit
from syncline.resolve.cascade import Answer, Edit, resolve_conflict
from syncline.resolve.filewise import Options
from syncline.run.following import carried_along, elsewhere_of
from syncline.run.gather import MANY
from syncline.run.helping import helpers
from syncline.run.kept_tests import keep_tests
from syncline.run.lacking import lacked_files
from syncline.run.past import histories
from syncline.run.policy import apply_policy, entries_of
from syncline.run.remembering import recall
from syncline.run.stakes import stakes_of
from syncline.run.unit_store import kept_units
from syncline.syntax.problems import found_sound, take_as_sound

# Seconds that the rules may take for one file.
_LIMIT = 20.0
# To look after the tests of one conflict takes as long as to account for so many changed paths.
_AS_PATHS = 5
# Bytes of conflicted text that are worth a process of their own: about a second's work.
_SHARE = 1_000_000


def resolve_all(
    workshop: Workshop,
    plan: SyncPlan,
    merged: MergedTree,
    config: Config,
    preference: Preference,
    *,
    safe_only: bool,
    markers: bool,
    helped: bool = True,
    leaving: Callable[[tuple[Conflict, ...]], None] = lambda _: None,
) -> ResolvedTree:
    """Answer every conflict, then let the policy rule over whole paths. Unless ``helped``, no outside help is asked.

    What the whole answers to a conflict would lose is told to helpers alone; for people ``stakes_of`` tells it (``run.stakes``). ``leaving`` is
    called as soon as it is likely which conflicts are left to somebody.
    """
    labels = Merge(f"base {plan.bases[0][:10]}", plan.source.name, plan.target.name)
    options = Options(preference, safe_only, markers, labels, versions=config.versions)
    memory = recall(workshop)
    history = histories(workshop, Merge(plan.target.commit, plan.source.commit, plan.target.commit), plan.bases, merged.conflicts)

    @cache
    def informing() -> dict[RepoPath, Stakes]:
        # Helpers are told before they answer, so all that might be theirs is looked up at once.
        return {one.path: one for one in stakes_of(workshop, plan, merged.conflicts, config.lessons)}

    ends: Merge[TreeId | CommitId] = Merge(virtual_base(workshop, plan.bases), plan.source.commit, plan.target.commit)
    read_units = kept_units()
    elsewhere = elsewhere_of(workshop, ends, merged, read_units)
    ask = helpers(workshop, plan, config, lambda path: informing().get(path)) if helped else None

    def answered(conflict: Conflict) -> tuple[Answer, frozenset[bytes]]:
        by_rules = partial(resolve_conflict, history=history(conflict), memory=memory, elsewhere=elsewhere, read_units=read_units)
        before = found_sound()
        return _answered(conflict, contents_of(workshop, conflict), replace(options, ask=ask), by_rules), found_sound() - before

    def lacking() -> tuple[LackedFile, ...]:
        return lacked_files(workshop, ends, plan.bases, merged, config.policy, entries_of(workshop, ends))

    # Which files a side lacks has nothing to do with the conflicts' answers.
    with meanwhile(lacking, apart=len(merged.conflicts) * _AS_PATHS >= MANY) as found:
        # Helpers are programs that people configured: they are started one at a time, by this process.
        told = (
            [answered(conflict) for conflict in merged.conflicts]
            if ask is not None
            else divided(answered, merged.conflicts, [_size(workshop, conflict) for conflict in merged.conflicts], least=_SHARE)
        )
        answers = [answer for answer, _ in told]
        # The audit asks about the same texts.
        take_as_sound(frozenset().union(*(sums for _, sums in told)))
        if ask is None:
            leaving(_left(answers))
        if config.tests.union:
            answers = keep_tests(workshop, ends, merged, answers, read_units)
        lacked = found()
    answers, others = carried_along(workshop, merged, answers)
    edits = {**others, **_entries(workshop, [edit for answer in answers for edit in answer.edits])}
    tree = workshop.write_tree(merged.tree, edits)
    still_open = [a.conflict for a in answers if not a.complete]
    applied = apply_policy(workshop, ends, tree, config.policy, frozenset(c.path for c in still_open), lacked=lacked)
    left = tuple(conflict for conflict in _left(answers) if conflict.path not in applied.settled)
    known = informing() if ask is not None else {}
    return ResolvedTree(
        tree=workshop.write_tree(tree, applied.edits),
        decisions=(*(d for a in answers for d in a.decisions if d.path not in applied.edits), *applied.decisions),
        records=(*(r for a in answers for r in _everywhere(a)), *_pushed_out(workshop, merged, answers), *applied.records),
        open_conflicts=tuple(c for c in still_open if c.path not in applied.settled),
        policy=applied.facts,
        left=left,
        stakes=tuple(known[c.path] for c in left) if known else (),
    )


def _left(answers: Iterable[Answer]) -> tuple[Conflict, ...]:
    return tuple(answer.conflict for answer in answers if any(map(_left_to_somebody, answer.decisions)))


def _left_to_somebody(decision: Decision) -> bool:
    """True where no rule decided: a preference did, a helper, or nobody yet."""
    return decision.outcome is not Outcome.RULE or bool(decision.agent)


def _everywhere(answer: Answer) -> Iterable[Record]:
    """The records of an answer, for each path that a side may know the file by."""
    versions = answer.conflict.versions
    known = {v.path for v in (versions.base, versions.source, versions.target) if isinstance(v, Version)}
    for record in answer.records:
        yield record
        if record.path in {answer.conflict.path, *answer.conflict.also, *known}:
            yield from (replace(record, path=path) for path in sorted({*answer.conflict.also, *known} - {record.path}))


def _pushed_out(workshop: Workshop, merged: MergedTree, answers: Iterable[Answer]) -> Iterable[Record]:
    """A file that stays where the other side has a folder takes the folder's place: what stood in it is overruled."""
    for answer in answers:
        kept = next((edit for edit in answer.edits if isinstance(edit.version, Version)), None)
        if answer.conflict.kind is not ConflictKind.DIRECTORY_FILE or kept is None:
            continue
        versions, decision = answer.conflict.versions, answer.decisions[-1]
        side = Side.SOURCE if versions.target == kept.version else Side.TARGET
        for path in workshop.entries(merged.tree, (kept.path,)):
            if path.startswith(f"{kept.path}/"):
                yield Record(path, side, decision.rule, None, None, False, decision.reason)


def _answered(
    conflict: Conflict,
    contents: Merge[bytes | Absent],
    options: Options,
    by_rules: Callable[[Conflict, Merge[bytes | Absent], Options], Answer],
) -> Answer:
    ruled = replace(options, ask=None)
    try:
        with time_limit(_LIMIT):
            answer = by_rules(conflict, contents, ruled)
        if options.ask is None or all(decision.outcome is Outcome.RULE for decision in answer.decisions):
            return answer
        # The limit is for the rules; helpers have their own.
        return by_rules(conflict, contents, options)
    except (TimeoutError, RecursionError):
        # Without rules the preference still decides, and that takes no time.
        return _told_why(resolve_conflict(conflict, contents, ruled, rules=()), _LIMIT)


def too_long(conflict: Conflict, limit: float) -> Answer:
    """The answer for a file that took longer than its limit: open, and it says so."""
    reason = f"not resolved within {limit:g} s"
    return Answer(conflict, (), (Decision(conflict.path, Outcome.OPEN, "", reason, None, 0),), (), False)


def _told_why(answer: Answer, limit: float) -> Answer:
    """The same answer, with the limit as the reason why no rule spoke."""
    told = (("all rules", f"not resolved within {limit:g} s"),)
    return replace(answer, decisions=tuple(replace(decision, declined=told) for decision in answer.decisions))


def contents_of(workshop: Workshop, conflict: Conflict) -> Merge[bytes | Absent]:
    """The bytes of a conflict's versions; what is no file is absent."""

    def content(version: Version | Absent) -> bytes | Absent:
        return workshop.read(version.entry.oid) if isinstance(version, Version) and version.entry.is_file else ABSENT

    return conflict.versions.map(content)


def _size(workshop: Workshop, conflict: Conflict) -> int:
    """The bytes of a conflict's versions: about the work that it makes."""
    versions = (conflict.versions.base, conflict.versions.source, conflict.versions.target)
    return sum(workshop.size(v.entry.oid) for v in versions if isinstance(v, Version) and v.entry.is_file)


def _entries(workshop: Workshop, edits: Sequence[Edit]) -> dict[RepoPath, Entry | None]:
    """What stands at each edited path; contents that are new are written."""
    written = iter(workshop.write_blobs([edit.content for edit in edits if edit.content is not None]))
    found: dict[RepoPath, Entry | None] = {}
    for edit in edits:
        given = edit.version.entry if isinstance(edit.version, Version) else None
        found[edit.path] = Entry(edit.mode, next(written)) if edit.content is not None else given
    return found
