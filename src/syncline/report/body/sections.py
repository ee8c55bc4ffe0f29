"""The sections below the first screen, in their order. Each is told in several lengths, the fullest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from syncline.core.finding import Severity
from syncline.core.names import CommitId
from syncline.publish.dco import Count
from syncline.report.body.conflicts import conflicts
from syncline.report.body.facts import Facts, Kept
from syncline.report.body.first import WORST, finding_words, worst_first
from syncline.report.body.people import people, repairs
from syncline.report.body.words import Claim, checks, code, commit_words, fenced, fold, inert, many, shell_path

Levels = tuple[str, ...]


def findings(facts: Facts) -> Levels:
    """All open findings by severity, those of the first screen left out; the accepted ones folded by class."""
    rest = worst_first(facts.report.findings)[WORST:]
    done = [f for f in facts.report.findings if f.accepted is not None]
    audit = f"syncline audit {facts.merge}" + (f" --tree {facts.head}" if facts.head != facts.merge else "")
    audit += f" --config {shell_path(facts.config)}" if facts.config else ""
    claims = [Claim(f"{audit} --json | {_COUNT.format(s.value)}", str(facts.report.count(s))) for s in Severity]
    blocks: list[Levels] = []
    for severity in Severity:
        some = [f for f in rest if f.severity is severity]
        if some:
            lines = [f"- {finding_words(f)}" for f in some]
            by_check = Counter(f.check for f in some)
            short = ", ".join(f"{n} × {code(check)}" for check, n in by_check.most_common())
            title = f"{len(some)} more: {severity.value}"
            blocks.append((fold(title, lines), f"{title}: {short}."))
    accepted = ""
    if done:
        by_class = Counter((f.check, f.accepted.reason if f.accepted else "") for f in done)
        accepted = fold(f"{len(done)} accepted", [f"- {n} × {code(c)}: {inert(why)}" for (c, why), n in by_class.most_common()])
    if not blocks and not accepted:
        return (checks(claims),)
    tail = [accepted, checks(claims)]
    lists = f"All of them: `{audit}`."
    full = _joined("## Open findings", *(b[0] for b in blocks), *tail)
    half = _joined("## Open findings", *(b[0] for b in blocks[:1]), *(b[1] for b in blocks[1:]), lists, *tail)
    short = _joined("## Open findings", *(b[1] for b in blocks), lists, *tail)
    return full, half, short, _joined("## Open findings", *(b[1] for b in blocks), lists)


_COUNT = "python3 -c \"import json,sys; print(sum(f['severity']=='{}' and not f['accepted'] for f in json.load(sys.stdin)['findings']))\""


def digest(facts: Facts) -> Levels:
    """What came: commits by author, volumes by language; the list folded."""
    plan = facts.plan
    span = f"{plan.target.commit}..{plan.source.commit}"
    claims = [
        Claim(f"git rev-list --count {span}", str(len(plan.commits))),
        Claim(f"git merge-base --all {plan.target.commit} {plan.source.commit} | sort", " ".join(sorted(plan.bases))),
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
        _joined("## What came", f"Authors: {authors}.", "\n".join(languages), commits, checks(claims)),
        _joined("## What came", f"Authors: {few}{more}.", "\n".join(languages), listed, checks(claims)),
        _joined("## What came", f"Authors: {few}{more}.", listed),
    )


def kept_files(facts: Facts) -> Levels:
    """Protected, grouped and dependency files that a side changed, with blobs as proof."""
    if not facts.kept:
        return ("",)
    rows = ["| file | what | stands as | blob |", "| --- | --- | --- | --- |"]
    claims = []
    for k in facts.kept:
        rows.append(f"| {code(k.path)} | {k.what} | {_stands(k)} | {k.head[:10] if k.head else 'absent'} |")
        if k.head:
            claims.append(Claim(f"git rev-parse {facts.head}:{shell_path(k.path)}", k.head))
            for side, oid in ((facts.plan.target.commit, k.target), (facts.plan.source.commit, k.source)):
                if oid == k.head:
                    claims.append(Claim(f"git rev-parse {side}:{shell_path(k.path)}", oid))
    how = Counter((k.what, _stands(k)) for k in facts.kept)
    short = "; ".join(f"{many(n, what + ' file')}: {stands}" for (what, stands), n in sorted(how.items()))
    title = "## Protected and dependency files"
    return _joined(title, "\n".join(rows), checks(claims)), _joined(title, "\n".join(rows)), _joined(title, short + ".")


def _stands(k: Kept) -> str:
    if k.head == k.target == k.source:
        return "as on both sides"
    if k.head == k.target:
        return "taken from target"
    if k.head == k.source:
        return "taken from source"
    return "merged text, neither side's"


def verification(facts: Facts) -> Levels:
    """The verdict table. Where nothing was run, it says so."""
    rows = f"| tree | verdict | reason |\n| --- | --- | --- |\n| {facts.verdict.tree[:10]} | {facts.verdict.state.value} | {inert(facts.verdict.reason)} |"
    return (_joined("## Verification", rows),)


def remerge(facts: Facts) -> Levels:
    """What the merge commit does beside git's own merge of its parents."""
    diff = facts.remerge
    told = f"What the merge does beside git's own merge: {diff.size} bytes, SHA-256 {diff.digest}."
    claims = checks([Claim(f"{diff.command} | sha256sum | cut -c1-64", diff.digest), Claim(f"{diff.command} | wc -c", str(diff.size))])
    if not diff.text:
        return (_joined("## Remerge-diff", told, claims),)
    return (
        _joined("## Remerge-diff", told, fold("The diff", fenced(diff.text, "diff")), claims),
        _joined("## Remerge-diff", told, claims),
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
    return _joined("## Sign-offs", "\n".join(rows), note, listed), _joined("## Sign-offs", "\n".join(rows), note)


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
    return (_joined("## This is about", "\n".join(rows), checks(claims)),)


def footer(facts: Facts) -> Levels:
    """Who wrote this, and whose text is in the tree."""
    agents = f" Text of the merge by: {', '.join(inert(a) for a in facts.agents)}." if facts.agents else ""
    return (f"---\nsyncline {facts.version}.{agents}",)


def _joined(*parts: str) -> str:
    return "\n\n".join(part.strip("\n") for part in parts if part.strip())


SECTIONS: tuple[Callable[[Facts], Levels], ...] = (
    findings,
    people,
    repairs,
    conflicts,
    digest,
    kept_files,
    verification,
    remerge,
    signatures,
    exact,
    footer,
)
