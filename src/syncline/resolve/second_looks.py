"""Second looks at answers, once the whole text can be seen: those that break it, say something twice, or prove less than they seemed to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from syncline.core.merge import Side
from syncline.core.resolution import Safety
from syncline.resolve.doubled import doubled
from syncline.resolve.doubts import changed_apart, grown_apart, wanting
from syncline.resolve.gates import fault
from syncline.resolve.opened import Opened, Options, Pieces, ask, broken, put_together
from syncline.resolve.rules import Rule, rule_name
from syncline.resolve.view import View


def withdraw(view: View, pieces: Pieces, rules: Sequence[Rule], options: Options) -> None:
    """Take back answers that break the text, and ask on behind them. Every round uses up an answer, so it ends."""
    regions = [piece for piece in pieces if isinstance(piece, Opened)]
    while any(one.answer is not None for one in regions):
        wrong = broken(view, pieces, options)
        if not wrong:
            return
        answered = [one for one in regions if one.answer is not None]
        guilty = [one for one in answered if len(answered) == 1 or fault(view, put_together(pieces, [one], options))]
        for one in guilty or answered:
            if one.rule is not None:
                one.declined.append((rule_name(one.rule), wrong))
            ask(one, rules, options)


def keep_once(view: View, pieces: Pieces, rules: Sequence[Rule], options: Options) -> None:
    """Take back answers that keep a run of lines which stands elsewhere in the text now, and ask on behind them."""
    regions = [piece for piece in pieces if isinstance(piece, Opened)]
    for one in regions:
        while one.rule is not None and one.answer is not None:
            line = doubled(view, one.answer.lines, put_together(pieces, regions, options))
            if not line:
                break
            one.declined.append((rule_name(one.rule), f"lines would stand twice, from: {line}"))
            ask(one, rules, options)
            withdraw(view, pieces, rules, options)


def take_back_unsafe(pieces: Pieces, rules: Sequence[Rule], options: Options) -> bool:
    """Where safe answers alone count, a rule that looks twice was let through to have its second look; what is not safe after it goes."""
    taken = False
    for one in pieces:
        while isinstance(one, Opened) and one.rule is not None and one.answer is not None and one.answer.safety is not Safety.SAFE:
            one.suggestion = one.suggestion or (rule_name(one.rule), one.answer)
            ask(one, rules, options)
            taken = True
    return taken


def lessen(pieces: Pieces) -> None:
    """Call no answer safe that takes one side's text for both, where the side that gives way changed more of the file than that (``YIELDS``)."""
    apart = changed_apart(pieces)
    for one in pieces:
        if (
            not isinstance(one, Opened)
            or one.answer is None
            or one.answer.safety is not Safety.SAFE
            or not getattr(one.rule, "YIELDS", False)
        ):
            continue
        side = next((side for side in Side if one.answer.lines != one.region.lines.side(side)), None)
        if side in apart:
            one.answer = replace(
                one.answer, safety=Safety.UNSAFE, reason=f"{one.answer.reason}; the {side.value} changed the file elsewhere, too"
            )


def revise_answers(view: View, pieces: Pieces, options: Options) -> None:
    """Let rules that have a second look take it, once every region has its answer."""
    regions = [piece for piece in pieces if isinstance(piece, Opened)]
    if any(one.answer is None for one in regions):
        return
    for one in regions:
        second = getattr(one.rule, "revise", None)
        if second is None or one.answer is None:
            continue
        first, one.answer = one.answer, second(one.region, one.answer, "".join(put_together(pieces, regions, options)))
        if first != one.answer and (broken(view, pieces, options) or (options.safe_only and one.answer.safety is not Safety.SAFE)):
            one.answer = first


def doubt(view: View, pieces: Pieces, options: Options) -> None:
    """Call no answer safe in a finished text that a person should look at (``doubts``); where safe answers alone count, take them back."""
    regions = [piece for piece in pieces if isinstance(piece, Opened)]
    if any(one.answer is None for one in regions) or not any(one.answer and one.answer.safety is Safety.SAFE for one in regions):
        return
    told = wanting(view, "".join(put_together(pieces, regions, options))) or grown_apart(view, changed_apart(pieces))
    if not told:
        return
    for one in regions:
        if one.answer is None or one.answer.safety is not Safety.SAFE:
            continue
        one.answer = replace(one.answer, safety=Safety.UNSAFE, reason=f"{one.answer.reason}; {told}")
        if options.safe_only and one.rule is not None:
            one.declined.append((rule_name(one.rule), told))
            one.suggestion = one.suggestion or (rule_name(one.rule), one.answer)
            one.rule = one.answer = None
