"""The first screen: what this is, whether it may land, and the five worst findings."""

from __future__ import annotations

from collections.abc import Iterable

from syncline.core.clearance import Blocked, Grounds
from syncline.core.finding import Finding, Role, Scope, Severity
from syncline.core.resolution import Outcome
from syncline.report.body.facts import Facts
from syncline.report.body.words import Claim, checks, code, inert, many, prose, shell_path

WORST = 5
_SEVERITIES, _SCOPES = tuple(Severity), tuple(Scope)


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """Open findings, worst first: by severity, production before tests, then by how many places they touch."""
    still = [f for f in findings if f.accepted is None]
    return sorted(still, key=lambda f: (_SEVERITIES.index(f.severity), _SCOPES.index(f.scope), -len(f.places), f.path or "", f.line or 0))


def worst(found: list[Finding]) -> list[Finding]:
    """The few to look at first: of what is the same in the same file, one; then the next in order."""
    apart = list({(f.check, f.path): f for f in reversed(found)}.values())
    first = sorted(apart, key=found.index)[:WORST]
    return [*first, *[f for f in found if f not in first]][:WORST]


def first_screen(facts: Facts) -> tuple[str, ...]:
    """The head of the body. It never gets shorter: it is what everybody reads."""
    report = facts.report
    found = worst_first(report.findings)
    open_counts = ", ".join(f"**{report.count(s)}** {_words(s)}" for s in Severity)
    lines = [
        _came(facts),
        "",
        f"**{_state(facts)}** Open: {open_counts}.{' Not verified by any run.' if _unverified(facts) else ''}",
        "",
        _cleared(facts),
        "",
        _conflicts(facts),
        "",
        "| side | hunks | present | elsewhere | equivalent | overruled | lost | unanalysed |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name, a in (("target", report.ledger.target), ("source", report.ledger.source)):
        lines.append(
            f"| {name} | {a.hunks} | {a.present} | {a.elsewhere} | {a.equivalent} | {a.overruled} | **{a.lost}** | {a.unanalysed} |"
        )
    lines.append("")
    if found:
        lines += ["### Look here first", ""]
        lines += [f"{n}. {finding_words(f)}" for n, f in enumerate(worst(found), 1)]
        if len(found) > WORST:
            lines += ["", f"{many(len(found) - WORST, 'more open finding')} below."]
    else:
        lines += ["The audit has no open finding."]
    return ("\n".join([*lines, "", checks([audited(facts)])]),)


def audit_command(facts: Facts) -> str:
    """The audit of this head, by itself."""
    command = f"syncline audit {facts.merge}" + (f" --tree {facts.head}" if facts.head != facts.merge else "")
    return command + (f" --config {shell_path(facts.config)}" if facts.config else "")


_ALL = (
    "python3 -c \"import json,sys; d=json.load(sys.stdin); f=[x for x in d['findings'] if not x['accepted']];"
    " print(*(s+' '+str(sum(x['severity']==s for x in f)) for s in ('blocker','confirm','info')), 'accepted', len(d['findings'])-len(f),"
    " *(n+' '+' '.join(map(str,d['accounting'][n].values())) for n in ('target','source')), 'edits', *d['edits'].values())\""
)


def audited(facts: Facts) -> Claim:
    """Every number of the audit by one run of it: findings by severity, accepted ones, both sides' fates, edited paths."""
    report = facts.report
    said = [f"{s.value} {report.count(s)}" for s in Severity]
    said.append(f"accepted {len(report.findings) - len(report.open_findings)}")
    for name, a in (("target", report.ledger.target), ("source", report.ledger.source)):
        said.append(f"{name} {a.hunks} {a.present} {a.elsewhere} {a.equivalent} {a.overruled} {a.lost} {a.unanalysed}")
    said.append(f"edits {report.edits.conflicted} {report.edits.outside}")
    return Claim(f"{audit_command(facts)} --json | {_ALL}", " ".join(said))


def _came(facts: Facts) -> str:
    plan, total = facts.plan, facts.volumes.total
    who = f"**{many(len(plan.commits), 'commit')}** of {many(len(plan.authors), 'author')} from {code(plan.source.name)}"
    return (
        f"{who} for {code(plan.target.name)} ({many(len(plan.pulls), 'pull request')} named): "
        f"{many(total.files, 'file')}, +{total.added} −{total.removed} against the target."
    )


def _conflicts(facts: Facts) -> str:
    edits = facts.report.edits
    told = f"git left {many(len(facts.settled), 'path')} in conflict"
    if facts.decisions:
        ends = [(sum(1 for d in facts.decisions if d.outcome is o), o) for o in Outcome]
        words = {
            Outcome.RULE: "settled by rules",
            Outcome.PEOPLE: "decided by hand",
            Outcome.PREFERENCE: "by preference",
            Outcome.OPEN: "left open",
        }
        told += ": " + ", ".join(f"{many(n, 'region')} {words[o]}" for n, o in ends if n)
    return (
        f"{told}. Beside git's own merge, {many(edits.conflicted, 'conflicted path')} and {many(edits.outside, 'other path')} were edited."
    )


def _state(facts: Facts) -> str:
    report = facts.report
    if report.blocked:
        return "Blocked." if report.count(Severity.BLOCKER) else "Blocked: the audit is inconclusive."
    return "Waits for its owners." if report.count(Severity.CONFIRM) else "Nothing is lost that nothing explains."


def _cleared(facts: Facts) -> str:
    """Whether it is called ready, and on what grounds."""
    found = facts.clearance
    if isinstance(found, Blocked):
        return f"Draft: {'; '.join(inert(reason) for reason in found.reasons) or 'nothing has cleared it'}."
    if found.grounds is Grounds.AUDIT:
        return "Ready by the audit alone: no blocker and no decision is open. Nothing has built or tested this tree; required checks still have to pass."
    return "Ready: the audit is clean, and the verdict has passed."


def _unverified(facts: Facts) -> bool:
    return facts.verdict.state is facts.verdict.state.NOT_VERIFIED


def _words(severity: Severity) -> str:
    return {Severity.BLOCKER: "blockers", Severity.CONFIRM: "to confirm", Severity.INFO: "to read"}[severity]


def finding_words(finding: Finding, *, question: bool = True) -> str:
    """A finding in one line: what, where, since which commit, and who is asked."""
    where = ""
    if finding.path is not None:
        where = f" in {code(finding.path + (f':{finding.line}' if finding.line else ''))}"
        if finding.symbol:
            where += f" {code(finding.symbol)}"
    places = f" ({len(finding.places)} places)" if len(finding.places) > 1 else ""
    text = f"**{finding.severity.value}** {code(finding.check)}{where}: {prose(finding.message)}{places}"
    named = [o for o in finding.origin if o.role in (Role.LOST, Role.DEFINITION)] or list(finding.origin)
    if named:
        text += "; from " + ", ".join(dict.fromkeys(f"{o.commit.short} of {inert(o.commit.author)}" for o in named[:2]))
    if question and finding.owners:
        text += f". {_question(finding)} {', '.join(code(o) for o in finding.owners)}?"
    return text


def _question(finding: Finding) -> str:
    return "Is that meant," if finding.severity is Severity.CONFIRM else "Can you judge this,"
