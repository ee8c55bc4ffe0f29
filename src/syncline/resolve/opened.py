"""A file on its way through the rules: what is settled, and regions with the answers that they have by now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from syncline.core.agent import Ask
from syncline.core.merge import Merge, Side
from syncline.core.policy import Versions
from syncline.core.resolution import Declined, Preference, Resolution, Safety
from syncline.resolve.gates import fault
from syncline.resolve.regions import Settled
from syncline.resolve.rules import Rule, rule_name
from syncline.resolve.view import NEWER, Region, View


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


@dataclass(slots=True)
class Opened:
    """A region on its way through the rules: the answer it has now, and who declined before.

    ``beside``: it is no conflict, but a change of one side that goes with the conflicts around it (``_widen``); ``told``: what else made it one.
    """

    region: Region
    rule: Rule | None = None
    answer: Resolution | None = None
    tried: int = 0
    declined: list[tuple[str, str]] = field(default_factory=list)
    suggestion: tuple[str, Resolution] | None = None
    agent: str = ""
    beside: bool = False
    told: str = ""


# A file, cut up, in order.
Pieces: TypeAlias = "Sequence[Settled | Opened]"


def ask(one: Opened, rules: Sequence[Rule], options: Options) -> None:
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


def broken(view: View, pieces: Pieces, options: Options) -> str:
    """What is wrong with the text as it stands now."""
    return fault(view, put_together(pieces, [piece for piece in pieces if isinstance(piece, Opened)], options))


def preferred(options: Options) -> Side:
    """The side whose lines stand where nothing is answered; without a preference the target."""
    return Side.SOURCE if options.preference is Preference.SOURCE else Side.TARGET


def put_together(pieces: Pieces, answered: Sequence[Opened], options: Options) -> list[str]:
    """The text with the answers of some regions, and the preferred side's lines in all others; without a preference the target's."""
    side = preferred(options)
    out: list[str] = []
    for piece in pieces:
        if isinstance(piece, Settled):
            out.extend(piece.lines)
        else:
            taken = piece.answer.lines if piece.answer is not None and piece in answered else piece.region.lines.side(side)
            out.extend(taken)
    return out
