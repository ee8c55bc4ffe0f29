"""One text with conflicts becomes one text with decisions: rules for the file, rules for each region, gates over the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from syncline.core.agent import Proposal
from syncline.core.hunk import Span
from syncline.core.ledger import Record
from syncline.core.merge import Merge, Side
from syncline.core.resolution import AGENT, Decision, Outcome, Preference, Resolution, Safety
from syncline.resolve.asking import question
from syncline.resolve.doubts import wanting
from syncline.resolve.gates import fault
from syncline.resolve.markers import marked
from syncline.resolve.opened import Opened, Options, Pieces, ask, broken, preferred, put_together
from syncline.resolve.regions import Settled, cut
from syncline.resolve.rules import Rule, of_file, rule_name
from syncline.resolve.second_looks import doubt, keep_once, lessen, revise_answers, take_back_unsafe, withdraw
from syncline.resolve.view import Region, View, whole

__all__ = ["Options", "Settlement", "settle"]


@dataclass(frozen=True, slots=True)
class Settlement:
    """The lines of a file after the cascade, how each region ended, and what was overruled."""

    lines: tuple[str, ...]
    decisions: tuple[Decision, ...]
    records: tuple[Record, ...]
    complete: bool


def settle(view: View, options: Options, rules: Sequence[Rule]) -> Settlement:
    """Offer the whole file to the rules that speak of files, then each region to the others."""
    declined: list[tuple[str, str]] = []
    suggestion: tuple[str, Resolution] | None = None
    for rule in rules:
        if not of_file(rule):
            continue
        one = Opened(whole(view))
        ask(one, (rule,), options)
        if one.answer is not None:
            wrong = fault(view, one.answer.lines)
            if not wrong:
                one.declined = [*declined, *one.declined]
                decision, records = _told(one, options, 1)
                return Settlement(one.answer.lines, (decision,), tuple(records), True)
            one.declined.append((rule_name(rule), wrong))
        declined.extend(one.declined)
        suggestion = suggestion or one.suggestion
    return _by_regions(view, options, [rule for rule in rules if not of_file(rule)], declined, suggestion)


def _by_regions(
    view: View, options: Options, rules: Sequence[Rule], declined: list[tuple[str, str]], suggestion: tuple[str, Resolution] | None
) -> Settlement:
    pieces: list[Settled | Opened] = []
    for piece in cut(view):
        if isinstance(piece, Settled):
            pieces.append(piece)
            continue
        opened = Opened(piece, declined=list(declined), suggestion=suggestion)
        ask(opened, rules, options)
        pieces.append(opened)
    _reopen(view, pieces, options)
    if broken(view, pieces, options) and not _widen(view, pieces, options):
        withdraw(view, pieces, rules, options)
        _widen(view, pieces, options)
    keep_once(view, pieces, rules, options)
    lessen(pieces)
    if options.safe_only:
        revise_answers(view, pieces, options)
        while take_back_unsafe(pieces, rules, options):
            withdraw(view, pieces, rules, options)
            lessen(pieces)
    _seek_help(view, pieces, options)
    revise_answers(view, pieces, options)
    doubt(view, pieces, options)
    out: list[str] = []
    decisions: list[Decision] = []
    records: list[Record] = []
    for one in pieces:
        if isinstance(one, Settled):
            out.extend(one.lines)
            continue
        decision, dropped = _told(one, options, len(out) + 1)
        decisions.append(decision)
        records.extend(dropped)
        out.extend(_lines(one, options, decision))
    return Settlement(tuple(out), tuple(decisions), tuple(records), all(d.outcome is not Outcome.OPEN for d in decisions))


def _reopen(view: View, pieces: list[Settled | Opened], options: Options) -> None:
    """Where no region is left and the text breaks all the same, what the sides changed apart is what they have to agree on.

    Left to the audit where a side is preferred: all of the other one's changes would give way.
    """
    if options.preference is not Preference.STOP or any(isinstance(piece, Opened) for piece in pieces):
        return
    text = put_together(pieces, [], options)
    breaks = fault(view, text)
    told = wanting(view, "".join(text)) if options.safe_only and not breaks else ""
    if breaks or told:
        pieces[:] = [Opened(p.change, beside=True, told=told) if isinstance(p, Settled) and p.change is not None else p for p in pieces]


def _widen(view: View, pieces: list[Settled | Opened], options: Options) -> bool:
    """Let a preference also take the other side's clean changes near its conflicts, as few as it needs for a text that parses.

    A conflict taken from one side and the other side's clean change beside it may be halves of two statements. True when the text is mended.
    Left alone while the answers of rules may be at fault: those are withdrawn first.
    """
    if options.preference is Preference.STOP or not fault(view, put_together(pieces, [], options)):
        return False
    side = preferred(options)
    opened = [at for at, piece in enumerate(pieces) if isinstance(piece, Opened) and piece.answer is None]
    reach = 1
    while reach < 2 * len(pieces):
        near = [
            at
            for at, piece in enumerate(pieces)
            if isinstance(piece, Settled)
            and piece.change is not None
            and piece.lines != piece.change.lines.side(side)
            and any(abs(at - one) <= reach for one in opened)
        ]
        wider = [Opened(p.change, beside=True) if at in near and isinstance(p, Settled) and p.change else p for at, p in enumerate(pieces)]
        if not broken(view, wider, options):
            pieces[:] = wider
            return True
        reach *= 2
    return False


def _seek_help(view: View, pieces: Pieces, options: Options) -> None:
    """Put what is open to the helpers, one region at a time. Their text is applied, asks its owner, and proves nothing."""
    regions = [piece for piece in pieces if isinstance(piece, Opened)]
    if options.ask is None:
        return
    for one in regions:
        if one.answer is not None:
            continue

        def whole_with(lines: tuple[str, ...], one: Opened = one) -> str:
            before, one.answer = one.answer, Resolution(lines, Safety.UNSAFE, "")
            wrong = fault(view, put_together(pieces, regions, options))
            one.answer = before
            return wrong

        for said in options.ask(question(one.region, tuple(one.declined), whole_with)):
            if isinstance(said, Proposal):
                one.answer, one.agent = Resolution(said.lines, Safety.UNSAFE, said.reason), said.agent
            else:
                one.declined.append((f"agent {said.agent}", said.reason))


def _told(one: Opened, options: Options, line: int) -> tuple[Decision, list[Record]]:
    """How a region ended, and what that overruled."""
    region, declined = one.region, tuple(one.declined)
    if one.answer is not None:
        name, said = rule_name(one.rule) if one.rule is not None else f"{AGENT}{one.agent}", one.answer
        decision = Decision(region.path, Outcome.RULE, name, said.reason, said.safety, line, declined, one.suggestion)
        proven = said.safety is Safety.SAFE
        return decision, [_record(region, side, name, said.reason, proven) for side in Side if said.lines != region.lines.side(side)]
    if options.preference is Preference.STOP:
        apart = one.told or "what each side changed by itself breaks when put together"
        reason = apart if one.beside else "no rule answers"
        return Decision(region.path, Outcome.OPEN, "", reason, None, line, declined, one.suggestion), []
    side = preferred(options)
    name = f"prefer-{side.value}"
    reason = f"no rule answers; the {side.value} is preferred"
    if one.beside:
        reason = f"a clean change of the {side.other.value} that does not parse with the conflict beside it; the {side.value} is preferred"
    decision = Decision(region.path, Outcome.PREFERENCE, name, reason, None, line, declined, one.suggestion)
    return decision, [_record(region, side.other, name, reason, proven=False)]


def _lines(one: Opened, options: Options, decision: Decision) -> tuple[str, ...]:
    if one.answer is not None:
        return one.answer.lines
    if decision.outcome is Outcome.OPEN:
        labels = options.labels
        # That nothing was recorded says nothing of the region; the rule before it does.
        spoke = [name for name, _ in one.declined if name != "recorded-decision"]
        near = one.suggestion[0] if one.suggestion is not None else spoke[-1] if spoke else ""
        if options.name_rules and near:
            labels = Merge(labels.base, f"{labels.source} ({near} declined)", labels.target)
        return marked(one.region.lines, labels)
    return one.region.lines.side(preferred(options))


def _record(region: Region, side: Side, rule: str, reason: str, proven: bool) -> Record:
    if region.reach is not None and not proven:
        return Record(region.path, side, rule, region.reach.side(side), region.reach.base, proven, reason)
    lines = Span(region.starts.side(side), region.stop(side))
    base = Span(region.starts.base, region.starts.base + len(region.lines.base))
    return Record(region.path, side, rule, lines, base, proven, reason)
