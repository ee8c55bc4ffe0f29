"""The sections below the first screen, in their order. Each is told in several lengths, the fullest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from syncline.core.finding import Finding, Severity
from syncline.core.names import CommitId
from syncline.publish.dco import Count
from syncline.report.body.conflicts import conflicts
from syncline.report.body.facts import Facts
from syncline.report.body.files import dependencies, kept_files, restored
from syncline.report.body.first import audit_command, finding_words, worst, worst_first
from syncline.report.body.people import people, repairs
from syncline.report.body.words import Claim, checks, code, commit_words, fenced, fold, inert, joined, many

Levels = tuple[str, ...]


def findings(facts: Facts) -> Levels:
    """All open findings by severity, those of the first screen left out; the explained and the accepted ones folded by class."""
    still = worst_first(facts.report.findings)
    first = worst(still)
    below = [f for f in still if f not in first]
    explained = [f for f in below if _classes(f)]
    rest = [f for f in below if f not in explained]
    done = [f for f in facts.report.findings if f.accepted is not None]
    audit = audit_command(facts)
    blocks: list[Levels] = []
    for severity in Severity:
        some = [f for f in rest if f.severity is severity]
        if some:
            lines = [f"- {finding_words(f)}" for f in some]
            by_check = Counter(f.check for f in some)
            short = ", ".join(f"{n} × {code(check)}" for check, n in by_check.most_common())
            title = f"{len(some)} more: {severity.value}"
            blocks.append((fold(title, lines), f"{title}: {short}."))
    if explained:
        classes: Counter[str] = sum((_classes(f) for f in explained), Counter())
        title = f"{sum(classes.values())} explained: " + ", ".join(f"{n} {inert(name)}" for name, n in classes.most_common())
        blocks.append((fold(title, [f"- {finding_words(f, question=False)}" for f in explained]), f"{title}."))
    accepted = ""
    if done:
        by_class = Counter((f.check, f.accepted.reason if f.accepted else "") for f in done)
        accepted = fold(f"{len(done)} accepted", [f"- {n} × {code(c)}: {inert(why)}" for (c, why), n in by_class.most_common()])
    if not blocks and not accepted:
        return ("",)
    lists = f"All of them: `{audit}`."
    full = joined("## Open findings", *(b[0] for b in blocks), accepted)
    half = joined("## Open findings", *(b[0] for b in blocks[:1]), *(b[1] for b in blocks[1:]), lists, accepted)
    short = joined("## Open findings", *(b[1] for b in blocks), lists, accepted)
    return full, half, short, joined("## Open findings", *(b[1] for b in blocks), lists)


def _classes(finding: Finding) -> Counter[str]:
    """How what a finding speaks of is explained, by class; nothing where it is not."""
    rows = finding.evidence.get("symbols", ())
    return Counter(str(row["class"]) for row in rows if isinstance(row, dict) and "class" in row) if isinstance(rows, tuple) else Counter()


# The last number in brackets, or that of a merged pull request: how a subject names one.
_PULLS = r"sed -nE -e 's/.*\([#!]([0-9]+)\).*/\1/p' -e t -e 's/^Merge pull request #([0-9]+)([^0-9].*)?$/\1/p'"
_SUM = "awk '{n++; a+=$1; r+=$2} END {print n+0, a+0, r+0}'"


def digest(facts: Facts) -> Levels:
    """What came: commits by author, volumes by language; the list folded."""
    plan = facts.plan
    span = f"{plan.target.commit}..{plan.source.commit}"
    claims = [
        Claim(f"git rev-list --count {span}", str(len(plan.commits))),
        Claim(f"git merge-base --all {plan.target.commit} {plan.source.commit} | sort", " ".join(sorted(plan.bases))),
    ]
    changed = (*facts.volumes.counted, *facts.volumes.excluded)
    totals = f"{sum(v.files for v in changed)} {sum(v.added for v in changed)} {sum(v.removed for v in changed)}"
    claims += [
        Claim(f"git log --format=%aN {span} | LC_ALL=C sort -u | wc -l", str(len(plan.authors))),
        Claim(f"git log --format=%s {span} | {_PULLS} | sort -u | wc -l", str(len(plan.pulls))),
        Claim(f"git diff-tree -r --numstat --no-renames {plan.target.commit} {facts.head} | {_SUM}", totals),
    ]
    languages = ["| files | number | added | removed |", "| --- | ---: | ---: | ---: |"]
    languages += [f"| {inert(v.label)} | {v.files} | {v.added} | {v.removed} |" for v in facts.volumes.counted]
    languages += [f"| not counted: {inert(v.label)} | {v.files} | {v.added} | {v.removed} |" for v in facts.volumes.excluded]
    authors = ", ".join(f"{inert(name)} {n}" for name, n in plan.authors)
    few = ", ".join(f"{inert(name)} {n}" for name, n in plan.authors[:10])
    more = f" and {len(plan.authors) - 10} more" if len(plan.authors) > 10 else ""
    commits = fold(f"{many(len(plan.commits), 'commit')}", [f"- {commit_words(c)}" for c in plan.commits])
    listed = f"The list: `git log --oneline {span}`."
    return (
        joined("## What came", f"Authors: {authors}.", "\n".join(languages), commits, checks(claims)),
        joined("## What came", f"Authors: {few}{more}.", "\n".join(languages), listed, checks(claims)),
        joined("## What came", f"Authors: {few}{more}.", listed),
    )


def verification(facts: Facts) -> Levels:
    """The verdict table. Where nothing was run, it says so."""
    rows = f"| tree | verdict | reason |\n| --- | --- | --- |\n| {facts.verdict.tree[:10]} | {facts.verdict.state.value} | {inert(facts.verdict.reason)} |"
    return (joined("## Verification", rows),)


def remerge(facts: Facts) -> Levels:
    """What the merge commit does beside git's own merge of its parents."""
    diff = facts.remerge
    told = f"What the merge does beside git's own merge: {diff.size} bytes, SHA-256 {diff.digest}."
    claims = checks([Claim(f"{diff.command} | sha256sum | cut -c1-64", diff.digest), Claim(f"{diff.command} | wc -c", str(diff.size))])
    if not diff.text:
        return (joined("## Remerge-diff", told, claims),)
    return (
        joined("## Remerge-diff", told, fold("The diff", fenced(diff.text, "diff")), claims),
        joined("## Remerge-diff", told, claims),
    )


def signatures(facts: Facts) -> Levels:
    """The sign-off position."""
    p = facts.position
    rows = ["| commits | number | no sign-off | not by the author | not by the committer |", "| --- | ---: | ---: | ---: | ---: |"]
    kinds: list[tuple[str, Count]] = [("ours", p.ours), ("inherited", p.inherited)]
    if p.people.commits:
        kinds.append(("people's on this branch", p.people))
    if p.precedent is not None:
        kinds.append((f"precedent: inherited by {p.precedent_merge[:10]}", p.precedent))
    rows += [f"| {name} | {c.commits} | {len(c.missing)} | {len(c.author)} | {len(c.committer)} |" for name, c in kinds]
    note = "Inherited commits stand in the source's history as their authors wrote them; they are not rewritten."
    named: list[str] = []
    reasons = (
        ("no sign-off", p.inherited.missing),
        ("signed off, not by the author", p.inherited.author),
        ("signed off, not by the committer", p.inherited.committer),
    )
    for reason, oids in reasons:
        named += [f"- {reason}: {_some(oids)}"] if oids else []
    listed = fold("Inherited commits by reason", named) if named else ""
    proof = checks(_signed(facts))
    return joined("## Sign-offs", "\n".join(rows), note, listed, proof), joined("## Sign-offs", "\n".join(rows), note, proof)


_LACKING = (
    """awk -F'\\t' '{a=tolower($1); c=tolower($2); s=tolower($3); n++; if (s !~ /</) m++; else {if (!index(s,"<" a ">")) x++;"""
    """ if (!index(s,"<" c ">") && c !~ /^noreply@git(hub|lab)[.]com$/) y++}} END {print n+0, m+0, x+0, y+0}'"""
)


def _signed(facts: Facts) -> list[Claim]:
    """All commits of the pull request, and the precedent's: how many, without a sign-off, with none of the author's, of the committer's."""
    form = "git log --format='%ae%x09%ce%x09%(trailers:key=Signed-off-by,valueonly,unfold,separator=%x20)'"
    p = facts.position
    all_of = (p.ours, p.inherited, p.people)
    said = [sum(c.commits for c in all_of), *(sum(len(getattr(c, name)) for c in all_of) for name in ("missing", "author", "committer"))]
    claims = [Claim(f"{form} {facts.head} ^{facts.plan.target.commit} | {_LACKING}", " ".join(map(str, said)))]
    if p.precedent is not None:
        c = p.precedent
        told = f"{c.commits} {len(c.missing)} {len(c.author)} {len(c.committer)}"
        claims.append(Claim(f"{form} {p.precedent_merge}^2 ^{p.precedent_merge}^1 | {_LACKING}", told))
    return claims


def _some(oids: tuple[CommitId, ...]) -> str:
    told = " ".join(oid[:10] for oid in oids[:60])
    return told + (f" and {len(oids) - 60} more" if len(oids) > 60 else "")


def exact(facts: Facts) -> Levels:
    """The commits and the tree that all of this speaks of."""
    rows = [
        f"- head {facts.head}, tree {facts.tree}",
        f"- merge {facts.merge} of target {facts.plan.target.commit} and source {facts.plan.source.commit}",
    ]
    claims = [
        Claim(f"git rev-parse {facts.head}^{{tree}}", facts.tree),
        Claim(f"git rev-parse {facts.merge}^1 {facts.merge}^2", f"{facts.plan.target.commit} {facts.plan.source.commit}"),
        Claim(f"git rev-list --first-parent --count {facts.merge}..{facts.head}", str(len(facts.people) + (1 if facts.fix else 0))),
    ]
    return (joined("## This is about", "\n".join(rows), checks(claims)),)


def footer(facts: Facts) -> Levels:
    """Who wrote this, and whose text is in the tree."""
    agents = f" Text of the merge by: {', '.join(inert(a) for a in facts.agents)}; it asks its owners." if facts.agents else ""
    claims = [Claim("syncline --version", f"syncline, version {facts.version}")]
    if facts.agents:
        names = f"git cat-file blob refs/syncline/records/{facts.merge} | {_AGENTS}"
        claims.append(Claim(names, " ".join(facts.agents)))
    return (f"---\nsyncline {facts.version}.{agents}\n\n{checks(claims)}",)


_AGENTS = "python3 -c \"import json,sys; print(*sorted({d['rule'][6:] for d in json.load(sys.stdin)['decisions'] if d['rule'].startswith('agent ')}))\""


SECTIONS: tuple[Callable[[Facts], Levels], ...] = (
    findings,
    people,
    repairs,
    conflicts,
    digest,
    restored,
    kept_files,
    dependencies,
    verification,
    remerge,
    signatures,
    exact,
    footer,
)

# What a reader has to decide outweighs what only lists what came.
WEIGHTS: dict[Callable[[Facts], Levels], int] = {conflicts: 4, findings: 2, people: 4}
