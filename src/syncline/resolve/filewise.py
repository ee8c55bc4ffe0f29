"""One text with conflicts becomes one text with decisions: rules for the file, rules for each region, gates over the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from syncline.core.agent import Ask, Proposal
from syncline.core.hunk import Span
from syncline.core.ledger import Record
from syncline.core.merge import Merge, Side
from syncline.core.policy import Versions
from syncline.core.resolution import AGENT, Decision, Declined, Outcome, Preference, Resolution, Safety
from syncline.resolve.asking import question
from syncline.resolve.doubled import doubled
from syncline.resolve.gates import fault
from syncline.resolve.markers import marked
from syncline.resolve.regions import Settled, cut
from syncline.resolve.rules import Rule, of_file, rule_name
from syncline.resolve.unbound import newly_unbound
from syncline.resolve.view import NEWER, Region, View, whole


@dataclass(frozen=True, slots=True)
class Options:
    """How far the cascade may go. ``markers``: what stays open is written with diff3 markers instead of stopping.
    ``name_rules``: a marker also names the rule that came nearest. ``ask``: who is asked where no rule answers. ``versions``: which way these go.
    """

    preference: Preference = Preference.STOP
    safe_only: bool = False
    markers: bool = False
    labels: Merge[str] = Merge("base", "source", "target")
    name_rules: bool = False
    ask: Ask | None = None
    versions: Versions = NEWER


@dataclass(frozen=True, slots=True)
class Settlement:
    """The lines of a file after the cascade, how each region ended, and what was overruled."""

    lines: tuple[str, ...]
    decisions: tuple[Decision, ...]
    records: tuple[Record, ...]
    complete: bool


@dataclass(slots=True)
class _Open:
    """A region on its way through the rules: the answer it has now, and who declined before.

    ``beside``: it is no conflict, but a change of one side that goes with the conflicts around it (``_widen``).
    """

    region: Region
    rule: Rule | None = None
    answer: Resolution | None = None
    tried: int = 0
    declined: list[tuple[str, str]] = field(default_factory=list)
    suggestion: tuple[str, Resolution] | None = None
    agent: str = ""
    beside: bool = False


def settle(view: View, options: Options, rules: Sequence[Rule]) -> Settlement:
    """Offer the whole file to the rules that speak of files, then each region to the others."""
    declined: list[tuple[str, str]] = []
    suggestion: tuple[str, Resolution] | None = None
    for rule in rules:
        if not of_file(rule):
            continue
        one = _Open(whole(view))
        _ask(one, (rule,), options)
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
    pieces: list[Settled | _Open] = []
    for piece in cut(view):
        if isinstance(piece, Settled):
            pieces.append(piece)
            continue
        opened = _Open(piece, declined=list(declined), suggestion=suggestion)
        _ask(opened, rules, options)
        pieces.append(opened)
    if _broken(view, pieces, options) and not _widen(view, pieces, options):
        _withdraw(view, pieces, rules, options)
        _widen(view, pieces, options)
    _keep_once(view, pieces, rules, options)
    if options.safe_only:
        _revise(view, pieces, options)
        if _take_back_unsafe(pieces, rules, options):
            _withdraw(view, pieces, rules, options)
    _seek_help(view, pieces, options)
    _revise(view, pieces, options)
    _doubt(view, pieces, options)
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


def _ask(one: _Open, rules: Sequence[Rule], options: Options) -> None:
    """Ask the rules from where this region stands; the first that answers has the word."""
    one.rule = one.answer = None
    while one.tried < len(rules):
        rule = rules[one.tried]
        one.tried += 1
        said = rule.run(one.region)
        if isinstance(said, Declined):
            one.declined.append((rule_name(rule), said.reason))
        elif said.safety is Safety.SUGGESTION or (options.safe_only and said.safety is not Safety.SAFE and not hasattr(rule, "revise")):
            one.suggestion = one.suggestion or (rule_name(rule), said)
        else:
            one.rule, one.answer = rule, said
            return


def _broken(view: View, pieces: Sequence[Settled | _Open], options: Options) -> str:
    """What is wrong with the text as it stands now."""
    return fault(view, _with(pieces, [piece for piece in pieces if isinstance(piece, _Open)], options))


def _widen(view: View, pieces: list[Settled | _Open], options: Options) -> bool:
    """Let a preference also take the other side's clean changes near its conflicts, as few as it needs for a text that parses.

    A conflict taken from one side and the other side's clean change beside it may be halves of two statements. True when the text is mended.
    Left alone while the answers of rules may be at fault: those are withdrawn first.
    """
    if options.preference is Preference.STOP or not fault(view, _with(pieces, [], options)):
        return False
    side = _preferred(options)
    opened = [at for at, piece in enumerate(pieces) if isinstance(piece, _Open) and piece.answer is None]
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
        wider = [_Open(p.change, beside=True) if at in near and isinstance(p, Settled) and p.change else p for at, p in enumerate(pieces)]
        if not _broken(view, wider, options):
            pieces[:] = wider
            return True
        reach *= 2
    return False


def _withdraw(view: View, pieces: Sequence[Settled | _Open], rules: Sequence[Rule], options: Options) -> None:
    """Take back answers that break the text, and ask on behind them. Every round uses up an answer, so it ends."""
    regions = [piece for piece in pieces if isinstance(piece, _Open)]
    while any(one.answer is not None for one in regions):
        wrong = _broken(view, pieces, options)
        if not wrong:
            return
        answered = [one for one in regions if one.answer is not None]
        guilty = [one for one in answered if len(answered) == 1 or fault(view, _with(pieces, [one], options))]
        for one in guilty or answered:
            if one.rule is not None:
                one.declined.append((rule_name(one.rule), wrong))
            _ask(one, rules, options)


def _keep_once(view: View, pieces: Sequence[Settled | _Open], rules: Sequence[Rule], options: Options) -> None:
    """Take back answers that keep a run of lines which stands elsewhere in the text now, and ask on behind them."""
    regions = [piece for piece in pieces if isinstance(piece, _Open)]
    for one in regions:
        while one.rule is not None and one.answer is not None:
            line = doubled(view, one.answer.lines, _with(pieces, regions, options))
            if not line:
                break
            one.declined.append((rule_name(one.rule), f"lines would stand twice, from: {line}"))
            _ask(one, rules, options)
            _withdraw(view, pieces, rules, options)


def _take_back_unsafe(pieces: Sequence[Settled | _Open], rules: Sequence[Rule], options: Options) -> bool:
    """Where safe answers alone count, a rule that looks twice was let through to have its second look; what is not safe after it goes."""
    taken = False
    for one in pieces:
        while isinstance(one, _Open) and one.rule is not None and one.answer is not None and one.answer.safety is not Safety.SAFE:
            one.suggestion = one.suggestion or (rule_name(one.rule), one.answer)
            _ask(one, rules, options)
            taken = True
    return taken


def _seek_help(view: View, pieces: Sequence[Settled | _Open], options: Options) -> None:
    """Put what is open to the helpers, one region at a time. Their text is applied, asks its owner, and proves nothing."""
    regions = [piece for piece in pieces if isinstance(piece, _Open)]
    if options.ask is None:
        return
    for one in regions:
        if one.answer is not None:
            continue

        def whole_with(lines: tuple[str, ...], one: _Open = one) -> str:
            before, one.answer = one.answer, Resolution(lines, Safety.UNSAFE, "")
            wrong = fault(view, _with(pieces, regions, options))
            one.answer = before
            return wrong

        for said in options.ask(question(one.region, tuple(one.declined), whole_with)):
            if isinstance(said, Proposal):
                one.answer, one.agent = Resolution(said.lines, Safety.UNSAFE, said.reason), said.agent
            else:
                one.declined.append((f"agent {said.agent}", said.reason))


def _revise(view: View, pieces: Sequence[Settled | _Open], options: Options) -> None:
    """Let rules that have a second look take it, once every region has its answer."""
    regions = [piece for piece in pieces if isinstance(piece, _Open)]
    if any(one.answer is None for one in regions):
        return
    for one in regions:
        second = getattr(one.rule, "revise", None)
        if second is None or one.answer is None:
            continue
        first, one.answer = one.answer, second(one.region, one.answer, "".join(_with(pieces, regions, options)))
        if first != one.answer and (_broken(view, pieces, options) or (options.safe_only and one.answer.safety is not Safety.SAFE)):
            one.answer = first


def _doubt(view: View, pieces: Sequence[Settled | _Open], options: Options) -> None:
    """Call no answer safe in a finished text that reads a name which nothing in it binds; where safe answers alone count, take them back."""
    regions = [piece for piece in pieces if isinstance(piece, _Open)]
    if any(one.answer is None for one in regions) or not any(one.answer and one.answer.safety is Safety.SAFE for one in regions):
        return
    names = newly_unbound(view, "".join(_with(pieces, regions, options)))
    if not names:
        return
    told = f"the finished file reads {', '.join(names)}, which nothing in it binds"
    for one in regions:
        if one.answer is None or one.answer.safety is not Safety.SAFE:
            continue
        one.answer = replace(one.answer, safety=Safety.UNSAFE, reason=f"{one.answer.reason}; {told}")
        if options.safe_only and one.rule is not None:
            one.declined.append((rule_name(one.rule), told))
            one.suggestion = one.suggestion or (rule_name(one.rule), one.answer)
            one.rule = one.answer = None


def _preferred(options: Options) -> Side:
    return Side.SOURCE if options.preference is Preference.SOURCE else Side.TARGET


def _with(pieces: Sequence[Settled | _Open], answered: Sequence[_Open], options: Options) -> list[str]:
    """The text with the answers of some regions, and the preferred side's lines in all others; without a preference the target's."""
    side = _preferred(options)
    out: list[str] = []
    for piece in pieces:
        if isinstance(piece, Settled):
            out.extend(piece.lines)
        else:
            taken = piece.answer.lines if piece.answer is not None and piece in answered else piece.region.lines.side(side)
            out.extend(taken)
    return out


def _told(one: _Open, options: Options, line: int) -> tuple[Decision, list[Record]]:
    """How a region ended, and what that overruled."""
    region, declined = one.region, tuple(one.declined)
    if one.answer is not None:
        name, said = rule_name(one.rule) if one.rule is not None else f"{AGENT}{one.agent}", one.answer
        decision = Decision(region.path, Outcome.RULE, name, said.reason, said.safety, line, declined, one.suggestion)
        proven = said.safety is Safety.SAFE
        return decision, [_record(region, side, name, said.reason, proven) for side in Side if said.lines != region.lines.side(side)]
    if options.preference is Preference.STOP:
        return Decision(region.path, Outcome.OPEN, "", "no rule answers", None, line, declined, one.suggestion), []
    side = _preferred(options)
    name = f"prefer-{side.value}"
    reason = f"no rule answers; the {side.value} is preferred"
    if one.beside:
        reason = f"a clean change of the {side.other.value} that does not parse with the conflict beside it; the {side.value} is preferred"
    decision = Decision(region.path, Outcome.PREFERENCE, name, reason, None, line, declined, one.suggestion)
    return decision, [_record(region, side.other, name, reason, proven=False)]


def _lines(one: _Open, options: Options, decision: Decision) -> tuple[str, ...]:
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
    return one.region.lines.side(_preferred(options))


def _record(region: Region, side: Side, rule: str, reason: str, proven: bool) -> Record:
    if region.reach is not None and not proven:
        return Record(region.path, side, rule, region.reach.side(side), region.reach.base, proven, reason)
    lines = Span(region.starts.side(side), region.stop(side))
    base = Span(region.starts.base, region.starts.base + len(region.lines.base))
    return Record(region.path, side, rule, lines, base, proven, reason)
