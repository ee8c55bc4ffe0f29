"""How conflicts were resolved: by rule, then each path in a sentence with the commits of both sides, production files before tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.resolution import Decision, Outcome
from syncline.core.stakes import Stakes
from syncline.report.body.facts import Facts, Settled
from syncline.report.body.words import Claim, checks, code, commit_words, fold, many, prose, shell_path
from syncline.report.stakes import brief_loss, by_path


def conflicts(facts: Facts) -> tuple[str, ...]:
    """The section, in three lengths."""
    if not facts.merged.conflicts:
        return ("## Conflicts\n\ngit merged everything without a conflict.",)
    rules = Counter((d.outcome, d.rule) for d in facts.decisions)
    table = ["| regions | how |", "| ---: | --- |"]
    table += [f"| {n} | {_how(outcome)} {code(rule)} |" for (outcome, rule), n in sorted(rules.items(), key=lambda item: -item[1])]
    head = "## Conflicts\n\n" + (
        "\n".join(table) if facts.decisions else "The merge was not made by our rules; what stands at each path is told by its content."
    )
    paths = sorted(facts.settled, key=lambda s: (s.test, s.path))
    decisions: dict[str, list[Decision]] = {}
    for decision in facts.decisions:
        decisions.setdefault(decision.path, []).append(decision)
    known = by_path(facts.stakes)
    claims = [_command(facts)]
    claims += [
        Claim(f"git rev-parse {(facts.plan.target if s.equals is Side.TARGET else facts.plan.source).commit}:{shell_path(s.path)}", s.blob)
        for s in paths
        if s.equals is not None and s.blob is not None
    ]
    full = fold(
        f"Each of the {many(len(paths), 'path')}", [f"- {_sentence(s, decisions.get(s.path, []), 2)}{_cost(s, known)}" for s in paths]
    )
    brief = fold(f"Each of the {many(len(paths), 'path')}", [f"- {_sentence(s, decisions.get(s.path, []), 0)}" for s in paths])
    ends = Counter(_end(s) for s in paths)
    summary = "Of the paths, " + ", ".join(f"{n} {end}" for end, n in ends.most_common()) + "."
    return (
        f"{head}\n\n{summary}\n\n{full}\n\n{checks(claims)}",
        f"{head}\n\n{summary}\n\n{brief}\n\n{checks(claims[:1])}",
        f"{head}\n\n{summary}\n\n{checks(claims[:1])}",
    )


def _command(facts: Facts) -> Claim:
    """git's own count of conflicted paths. The first line that it prints is the tree."""
    plan = facts.plan
    command = f"git -c merge.renameLimit=7000 merge-tree --write-tree --name-only --no-messages {plan.target.commit} {plan.source.commit}"
    return Claim(f"{command} | tail -n +2 | sort -u | wc -l", str(len({s.path for s in facts.settled})))


def _how(outcome: Outcome) -> str:
    return {
        Outcome.RULE: "settled by the rule",
        Outcome.PEOPLE: "decided by hand:",
        Outcome.PREFERENCE: "decided by",
        Outcome.OPEN: "left open:",
    }[outcome]


def _end(settled: Settled) -> str:
    if settled.blob is None:
        return "are gone"
    if settled.equals is None:
        return "hold text of both sides"
    return f"are taken from {settled.equals.value}"


def _cost(settled: Settled, known: Mapping[RepoPath, Stakes]) -> str:
    """What the whole answers would have lost, where no rule settled the path: of the side that was dropped, or of both."""
    stakes = known.get(settled.path)
    if stakes is None:
        return ""
    dropped = (settled.equals.other,) if settled.equals is not None else (Side.SOURCE, Side.TARGET)
    lessons = "".join(f" Lesson: {prose(text)}" for text in stakes.lessons)
    return f" Of it, {'; '.join(prose(brief_loss(stakes, side)) for side in dropped)}.{lessons}"


def _sentence(settled: Settled, decisions: list[Decision], commits: int) -> str:
    rules = Counter((d.outcome, d.rule) for d in decisions)
    how = ", ".join(f"{many(n, 'region')} {_how(outcome)} {code(rule)}" for (outcome, rule), n in rules.most_common())
    ends = {"are gone": "is gone", "hold text of both sides": "holds text of both sides"}
    end = ends.get(_end(settled), _end(settled).replace("are taken", "is taken"))
    text = f"{code(settled.path)} ({settled.kind}) {end}" + (f"; {how}" if how else "")
    for side, found in (("source", settled.source), ("target", settled.target)):
        if found and commits:
            text += f"; {side}: {commit_words(found[0])}" + (f" and {len(found) - 1} more" if len(found) > 1 else "")
    return text + "."
