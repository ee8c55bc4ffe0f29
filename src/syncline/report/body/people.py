"""What people put on the branch, and our own repairs: carried, contained, or no longer applying. Nothing of anybody's is passed over."""

from __future__ import annotations

from syncline.publish.record import Carried, Outcome
from syncline.report.body.facts import Facts
from syncline.report.body.words import Claim, checks, code, commit_words, fenced, fold, inert, many


def people(facts: Facts) -> tuple[str, ...]:
    """Commits of people, tonight's and those of earlier nights, with what became of each."""
    if not facts.carried and not facts.people:
        return ("",)
    known = {c.now for c in facts.carried}
    lines = [f"- {_words(c)}" for c in facts.carried]
    lines += [f"- {commit_words(c)}: stands on this branch" for c in facts.people if c.id not in known]
    unfit = [c for c in facts.carried if c.outcome is Outcome.UNFIT]
    title = "## Commits of people on this branch"
    warning = (
        f"**{many(len(unfit), 'commit')} no longer {'applies' if len(unfit) == 1 else 'apply'}**; please put what is still needed on this branch."
        if unfit
        else ""
    )
    # git numbers and aligns the lines; the count of commits is what stays the same everywhere.
    claims = [
        Claim(f"git rev-list --first-parent --count {facts.fix.id if facts.fix else facts.merge}..{facts.head}", str(len(facts.people)))
    ]
    compared = ""
    if facts.range_diff.text.strip():
        kept = f"What they were before is kept behind `refs/syncline/publish/*`; `{facts.range_diff.command}` prints this."
        compared = fold("Range-diff", f"{kept}\n\n{fenced(facts.range_diff.text, 'text')}")
    parts = [title, "\n".join(lines), warning]
    return (
        "\n\n".join(p for p in (*parts, compared, checks(claims)) if p),
        "\n\n".join(p for p in (*parts, checks(claims)) if p),
        "\n\n".join(p for p in (title, _summary(facts), warning) if p),
    )


def _words(c: Carried) -> str:
    head = f"{c.commit[:10]} {inert(c.subject)} ({inert(c.author)})"
    if c.outcome is Outcome.CARRIED:
        return f"{head}: stands here" + (f" as {c.now[:10]}" if c.now != c.commit else "")
    if c.outcome is Outcome.CONTAINED:
        return f"{head}: what it did is in the merge already"
    return f"{head}: **no longer applies** at {', '.join(code(p) for p in c.paths[:5])}" + (
        f" and {len(c.paths) - 5} more" if len(c.paths) > 5 else ""
    )


def _summary(facts: Facts) -> str:
    ends = [(o, sum(1 for c in facts.carried if c.outcome is o)) for o in Outcome]
    told = ", ".join(f"{n} {o.value}" for o, n in ends if n)
    base = facts.fix.id if facts.fix else facts.merge
    return (
        f"{many(len(facts.people), 'commit')} on this branch"
        + (f"; of earlier nights: {told}" if told else "")
        + f". `git log {base}..{facts.head}` lists them."
    )


def repairs(facts: Facts) -> tuple[str, ...]:
    """Our fix commit, in its own words."""
    if facts.fix is None:
        return ("",)
    text = facts.fix_message.split("\n\nSigned-off-by:")[0].strip()
    lines = [inert(line) for line in text.split("\n")]
    whole = f"## Repairs\n\n{commit_words(facts.fix)}\n\n" + fold("What it mends, and what shows it", "  \n".join(lines))
    claims = [Claim(f"git rev-parse {facts.fix.id}^", facts.merge)]
    return f"{whole}\n\n{checks(claims)}", f"## Repairs\n\n{commit_words(facts.fix)}\n\n{checks(claims)}"
