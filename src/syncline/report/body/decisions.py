"""Decisions in sentences: each region of each conflicted path, with the commits of both sides behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.provenance import Commit
from syncline.core.resolution import Outcome
from syncline.core.stakes import Stakes
from syncline.report.body.facts import Decided, Facts, Settled
from syncline.report.body.words import code, commit_words, fold, inert, many, prose
from syncline.report.stakes import brief_loss, by_path

_HOW = {
    Outcome.RULE: "settled by the rule",
    Outcome.PEOPLE: "decided by hand:",
    Outcome.PREFERENCE: "decided by",
    Outcome.OPEN: "left open:",
}
_SUBJECT = 56

Named = Callable[[Commit], str]


def how(outcome: Outcome) -> str:
    """How a region ended, before the name of what ended it."""
    return _HOW[outcome]


def each(facts: Facts) -> tuple[str, ...]:
    """Every conflicted path, production before tests, in five lengths: down to one line a path."""
    paths = sorted(facts.settled, key=lambda s: (s.test, s.path))
    regions: dict[RepoPath, list[Decided]] = {}
    for one in facts.regions:
        regions.setdefault(one.path, []).append(one)
    others = sorted(regions.keys() - {s.path for s in paths}, key=lambda path: (regions[path][0].test, path))
    known = by_path(facts.stakes)

    def told(named: Named, *, cost: bool, tests: bool) -> list[str]:
        rows: list[str] = []
        for s in paths:
            own = regions.get(s.path, [])
            if s.test and not tests:
                rows.append(_brief(s, own))
                continue
            rows.append(f"- {_path(s)}{'' if own else _sides(s.source, s.target, named)}.{_cost(s, known) if cost else ''}")
            rows += [f"  - {_sentence(some, named)}" for some in _alike(own)]
        for path in others:
            rows += [f"- {code(path)}: {_sentence(some, named)}" for some in _alike(regions[path])]
        return rows

    title = f"Each of the {many(len(paths), 'path')}" + (f" and {many(len(facts.regions), 'decision')}" if facts.regions else "")
    return (
        fold(title, told(_long, cost=True, tests=True)),
        fold(title, told(_short, cost=True, tests=True)),
        fold(title, told(_short, cost=False, tests=True)),
        fold(title, told(_short, cost=False, tests=False)),
        fold(f"Each of the {many(len(paths), 'path')}", [_brief(s, regions.get(s.path, [])) for s in paths]),
    )


def _long(commit: Commit) -> str:
    return commit_words(commit, length=_SUBJECT)


def _short(commit: Commit) -> str:
    pull = f" #\u200b{commit.pull}" if commit.pull is not None else ""
    return f"{commit.id[:10]}{pull} ({inert(commit.author)})"


def end(settled: Settled) -> str:
    """What became of a path."""
    if settled.blob is None:
        return "are gone"
    if settled.equals is None:
        return "hold text of both sides"
    return f"are taken from {settled.equals.value}"


def _path(settled: Settled) -> str:
    ends = {"are gone": "is gone", "hold text of both sides": "holds text of both sides"}
    return f"{code(settled.path)} ({settled.kind}) {ends.get(end(settled), end(settled).replace('are taken', 'is taken'))}"


def _brief(settled: Settled, regions: Sequence[Decided]) -> str:
    rules = Counter((d.outcome, d.rule) for d in regions)
    said = ", ".join(f"{many(n, 'region')} {how(outcome)} {code(rule)}" for (outcome, rule), n in rules.most_common())
    return f"- {_path(settled)}{'; ' + said if said else ''}."


def _alike(regions: Sequence[Decided]) -> list[list[Decided]]:
    """Decisions of one file that differ in their place alone."""
    found: dict[object, list[Decided]] = {}
    for one in regions:
        ends = one.source.id if one.source else "", one.target.id if one.target else ""
        found.setdefault((one.outcome, one.rule, one.reason, bool(one.line), ends), []).append(one)
    return list(found.values())


def _sentence(alike: Sequence[Decided], named: Named) -> str:
    """One decision, or several that are alike: where, by what, why, and whose lines met there."""
    one, numbers = alike[0], [str(d.line) for d in alike]
    where = f"line{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}" if one.line else "the whole file"
    by = f" {code(one.rule)}" if one.rule else ""
    why = f": {prose(one.reason)}" if one.reason and one.outcome is not Outcome.PREFERENCE else ""
    sides = _sides((one.source,) if one.source else (), (one.target,) if one.target else (), named)
    return f"{where} {how(one.outcome).rstrip(':') if not one.rule else how(one.outcome)}{by}{why}{sides}."


def _sides(source: Sequence[Commit], target: Sequence[Commit], named: Named) -> str:
    text = ""
    for side, found in ((Side.SOURCE, source), (Side.TARGET, target)):
        if found:
            text += f"; {side.value}: {named(found[0])}" + (f" and {len(found) - 1} more" if len(found) > 1 else "")
    return text


def _cost(settled: Settled, known: Mapping[RepoPath, Stakes]) -> str:
    """What the whole answers would have lost, where no rule settled the path: of the side that was dropped, or of both. And what was learnt about it."""
    stakes = known.get(settled.path)
    if stakes is None:
        return ""
    dropped = (settled.equals.other,) if settled.equals is not None else (Side.SOURCE, Side.TARGET)
    lessons = "".join(f" Lesson: {prose(text)}." for text in stakes.lessons)
    return f" Of it, {'; '.join(prose(brief_loss(stakes, side)) for side in dropped)}.{lessons}"
