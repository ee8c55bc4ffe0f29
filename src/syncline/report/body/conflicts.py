"""How conflicts were resolved: by rule, then each path and each decision, production files before tests."""

from __future__ import annotations

from collections import Counter

from syncline.core.merge import Side
from syncline.report.body.decisions import each, end, how
from syncline.report.body.facts import Facts, Settled
from syncline.report.body.words import Claim, checks, code, shell_path

# The records of a merge are a file of ours beside it; these print what the table and the sentences say.
_ENDS = (
    "python3 -c \"import json,sys; from collections import Counter; c=Counter(d['outcome']+' '+d['rule'] for d in"
    " json.load(sys.stdin)['decisions']); print(*(f'{n} {k},' for k,n in sorted(c.items())))\""
)


def conflicts(facts: Facts) -> tuple[str, ...]:
    """The section, in six lengths."""
    if not facts.merged.conflicts:
        return ("## Conflicts\n\ngit merged everything without a conflict.\n\n" + checks([_command(facts)]),)
    rules = Counter((d.outcome, d.rule) for d in facts.decisions)
    table = ["| regions | how |", "| ---: | --- |"]
    table += [f"| {n} | {how(outcome)} {code(rule)} |" for (outcome, rule), n in sorted(rules.items(), key=lambda item: -item[1])]
    head = "## Conflicts\n\n" + (
        "\n".join(table) if facts.decisions else "The merge was not made by our rules; what stands at each path is told by its content."
    )
    paths = sorted(facts.settled, key=lambda s: (s.test, s.path))
    few = [_command(facts), *_recorded(facts)]
    claims = [*few, *(claim for s in paths for claim in _stands(facts, s))]
    ends = Counter(end(s) for s in paths)
    head = f"{head}\n\nOf the paths, " + ", ".join(f"{n} {what}" for what, n in ends.most_common()) + "."
    full, medium, plain, production, brief = each(facts)
    return (
        f"{head}\n\n{full}\n\n{checks(claims)}",
        f"{head}\n\n{medium}\n\n{checks(claims)}",
        f"{head}\n\n{plain}\n\n{checks(few)}",
        f"{head}\n\n{production}\n\n{checks(few)}",
        f"{head}\n\n{brief}\n\n{checks(few)}",
        f"{head}\n\n{checks(few)}",
    )


def _command(facts: Facts) -> Claim:
    """git's own count of conflicted paths. The first line that it prints is the tree."""
    plan = facts.plan
    command = f"git -c merge.renameLimit=7000 merge-tree --write-tree --name-only --no-messages {plan.target.commit} {plan.source.commit}"
    return Claim(f"{command} | tail -n +2 | sort -u | wc -l", str(len({s.path for s in facts.settled})))


def _recorded(facts: Facts) -> list[Claim]:
    if not facts.decisions:
        return []
    found = Counter(f"{d.outcome.value} {d.rule}" for d in facts.decisions)
    said = " ".join(f"{n} {name}," for name, n in sorted(found.items()))
    return [Claim(f"git cat-file blob refs/syncline/records/{facts.merge} | {_ENDS}", " ".join(said.split()))]


def _stands(facts: Facts, settled: Settled) -> list[Claim]:
    """What proves the end of one path: the blob here, and that of the side it is said to be taken from."""
    path = shell_path(settled.path)
    if settled.blob is None:
        return [Claim(f"git ls-tree -r --name-only {facts.head} -- {path} | wc -l", "0")]
    if settled.equals is None:
        return [Claim(f"git rev-parse {facts.head}:{path}", settled.blob)]
    side = facts.plan.target if settled.equals is Side.TARGET else facts.plan.source
    return [Claim(f"git rev-parse {facts.head}:{path} {side.commit}:{path}", f"{settled.blob} {settled.blob}")]
