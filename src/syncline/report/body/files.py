"""Files that need a word of their own: protected and grouped ones with proof, dependencies entry by entry, what was restored and what was not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from syncline.core.names import RepoPath, shown
from syncline.report.body.facts import Facts, Kept, Reconciled, Whereabouts
from syncline.report.body.words import Claim, checks, code, fold, inert, joined, many, prose, shell_path

Levels = tuple[str, ...]
# Files that one command lists; its line stays readable.
_AT_ONCE = 40
_ROWS = 40


def kept_files(facts: Facts) -> Levels:
    """Protected, grouped and dependency files that a side changed, with blobs as proof."""
    if not facts.kept:
        return ("",)
    rows = ["| file | what | stands as | blob |", "| --- | --- | --- | --- |"]
    claims = []
    for k in facts.kept:
        rows.append(f"| {code(k.path)} | {k.what} | {_stands(k)} | {k.head[:10] if k.head else 'absent'} |")
        claims.append(_blobs(facts, k))
    how = Counter((k.what, _stands(k)) for k in facts.kept)
    short = "; ".join(f"{many(n, what + ' file')}: {stands}" for (what, stands), n in sorted(how.items()))
    title = "## Protected and dependency files"
    return (
        joined(title, "\n".join(rows), checks(claims)),
        joined(title, fold(f"{many(len(facts.kept), 'file')}: {short}", "\n".join(rows)), checks(claims)),
        joined(title, short + ".", checks(claims[:_AT_ONCE])),
    )


def _blobs(facts: Facts, k: Kept) -> Claim:
    """The blob here, and that of each side that is said to have the same."""
    path = shell_path(k.path)
    if k.head is None:
        return Claim(f"git ls-tree -r --name-only {facts.head} -- {path} | wc -l", "0")
    alike = [end for end, oid in ((facts.plan.target.commit, k.target), (facts.plan.source.commit, k.source)) if oid == k.head]
    ends = [facts.head, *alike]
    return Claim(f"git rev-parse {' '.join(f'{end}:{path}' for end in ends)}", " ".join([k.head] * len(ends)))


def _stands(k: Kept) -> str:
    if k.head is None:
        return "absent"
    if k.head == k.target == k.source:
        return "as on both sides"
    if k.head == k.target:
        return "taken from target"
    if k.head == k.source:
        return "taken from source"
    return "merged text, neither side's"


def dependencies(facts: Facts) -> Levels:
    """What each side asked for, and what stands here, for every entry of a manifest that a side changed."""
    found = facts.dependencies
    if not found:
        return ("",)
    how = Counter(_agrees(one) for one in found)
    told = f"{many(len(found), 'entry', 'entries')} of {many(len({o.path for o in found}), 'manifest')} changed since the base: "
    told += ", ".join(f"{n} {what}" for what, n in how.most_common()) + "."
    hard = [one for one in found if _agrees(one) not in ("as both sides have it", "as the side has it that changed it")]
    title = "## Dependencies"
    return (
        joined(title, told, _table(found), checks(_lines(facts, found))),
        joined(title, told, _table(hard), checks(_lines(facts, hard))) if len(found) > _ROWS or hard else joined(title, told),
        joined(title, told),
    )


def _agrees(one: Reconciled) -> str:
    base, source, target = one.versions.base, one.versions.source, one.versions.target
    if source == target:
        return "as both sides have it" if one.head == source else "otherwise than both sides have it"
    if base in (source, target):
        own, side = (source, "source") if base == target else (target, "target")
        return "as the side has it that changed it" if one.head == own else f"**without the {side}'s change**"
    if one.head in (source, target):
        return f"changed by both, **as the {'source' if one.head == source else 'target'} has it**"
    return "changed by both, **as neither has it**"


def _table(found: Sequence[Reconciled]) -> str:
    if not found:
        return ""
    rows = ["| manifest | entry | base | source | target | here | |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for one in found:
        versions = (one.versions.base, one.versions.source, one.versions.target, one.head)
        cells = " | ".join("absent" if v is None else code(v) if v else "any" for v in versions)
        rows.append(f"| {code(one.path)} | {code(one.name)} in {inert(one.section)} | {cells} | {_agrees(one)} |")
    return fold(many(len(found), "entry", "entries"), "\n".join(rows))


def _lines(facts: Facts, found: Sequence[Reconciled]) -> list[Claim]:
    """The line of the manifest that an entry stands on, where that is known."""
    return [_mentions(facts, one.path, one) for one in found if one.line][:_ROWS]


def _mentions(facts: Facts, path: RepoPath, one: Reconciled) -> Claim:
    """The line says the name, in whatever spelling of dashes and case."""
    word = "".join(c if c.isalnum() else "." for c in one.name)
    return Claim(f"git show {facts.head}:{shell_path(path)} | sed -n '{one.line}p' | grep -ic {shell_path(word)}", "1")


def restored(facts: Facts) -> Levels:
    """Files of a side that the head lacks, and files that came back, each with the reason."""
    gone = [one for one in facts.files if not one.back]
    back = [one for one in facts.files if one.back]
    if not facts.files:
        return ("",)
    told = f"{many(len(back), 'file')} restored; {many(len(gone), 'file')} that a side changed or added {'is' if len(gone) == 1 else 'are'} not here."
    claims = [*_listed(facts, gone, present=False), *_listed(facts, back, present=True)]
    title = "## Restored and not restored"
    reasons = Counter(one.reason for one in gone)
    short = [f"- {n} × {prose(reason)}" for reason, n in reasons.most_common(12)]
    rest = len(reasons) - len(short)
    return (
        joined(title, told, _list("Restored", back), _list("Not restored", gone), checks(claims)),
        joined(
            title,
            told,
            _list("Restored", back),
            fold("Not restored, by reason", [*short, *([f"- and {rest} other reasons"] if rest > 0 else [])]),
        ),
        joined(title, told),
    )


def _list(name: str, some: Sequence[Whereabouts]) -> str:
    return (
        fold(f"{name}: {many(len(some), 'file')}", [f"- {code(o.path)} of the {o.side.value}: {prose(shown(o.reason))}" for o in some])
        if some
        else ""
    )


def _listed(facts: Facts, some: Sequence[Whereabouts], *, present: bool) -> list[Claim]:
    claims = []
    for at in range(0, len(some), _AT_ONCE):
        part = some[at : at + _AT_ONCE]
        paths = " ".join(shell_path(one.path) for one in part)
        claims.append(Claim(f"git ls-tree -r --name-only {facts.head} -- {paths} | wc -l", str(len(part) if present else 0)))
    return claims
