"""Every case of every check, and the laws that hold for all of them.

A case gives base, source, target and merged, as one file each or as folders. What git would have merged is computed here from three-way
text, so a case needs no repository. ``protected.txt`` names protected paths, one a line; ``records.json`` lists what is recorded as
overruled; ``lacked.json`` what policy settled of files that one side lacks. ``history.json`` may say who wrote what: for ``source`` and
``target`` a list of commits, newest first, each with ``subject``, ``author``, the lines it ``added`` and ``removed`` by path, and its
``size``; ``merges`` lists the target's earlier merges, oldest first, each with the lines it ``lacks`` of a parent and the commits it
``brought``.

``fires``: the findings are those of ``findings.json``. ``silent``: there is none. ``gaps``: they are those of ``findings_now.json``, and
not those of ``findings_ideal.json``. A list in these files is complete and in order; of each finding only the keys that it names are
compared, so that a case does not break when a sentence is put better.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pathspec
import pytest

from cases import Case, Kind, cases
from syncline.account.changed import Texts
from syncline.account.departures import departures
from syncline.account.inherited import Inherited, suspects, traced, unexplained
from syncline.account.ledger import account
from syncline.account.linelog import LineLog
from syncline.account.rulings import idle_rules, rulings
from syncline.account.seam.trees import Seam
from syncline.account.states import PathState
from syncline.account.threeway import StretchKind, stretches
from syncline.account.twins import settled
from syncline.audit.checks import CHECKS, SEAM, check_name
from syncline.audit.subject import CommitSize, Subject
from syncline.config import parse_config
from syncline.core.analysis import Analysis, Diagnostic
from syncline.core.finding import Finding, Place
from syncline.core.fingerprint import content_hash, fingerprint
from syncline.core.hunk import Span
from syncline.core.ledger import Record
from syncline.core.merge import ABSENT, Absent, Merge, Side
from syncline.core.names import BlobId, CommitId, RepoPath, TreeId
from syncline.core.policy import LackedFile, Override, PolicyFacts, Regenerated, Standing
from syncline.core.provenance import Commit
from syncline.core.text import decode, encode, is_binary, split_lines, squeezed
from syncline.core.tree import Entry, Version
from syncline.ports.environment import Environment

CASES = cases(Kind.CHECK)
BY_NAME = {check_name(check): check for check in CHECKS}
# Checks that speak of one side by their nature: swapping the sides asks them another question.
DIRECTIONAL = {
    "workflow-gains-privilege",
    "protected-path-changed",
    "group-split",
    "override-lapsed",
    "rules-overlap",
    "lost-in-earlier-merge",
    "lacked-file",
}

Files = Mapping[str, bytes]


def oid(data: bytes) -> BlobId:
    return BlobId(hashlib.sha1(b"blob %d\0%s" % (len(data), data), usedforsecurity=False).hexdigest())


def tree_id(files: Files) -> TreeId:
    return TreeId(hashlib.sha1(repr(sorted(files.items())).encode(), usedforsecurity=False).hexdigest())


def version(files: Files, path: str) -> Version | Absent:
    return Version(RepoPath(path), Entry("100644", oid(files[path]))) if path in files else ABSENT


def git_merge(contents: Merge[bytes | Absent]) -> tuple[bytes | Absent, bool]:
    """What git would have at a path, and whether it would leave a conflict there."""
    trivial = contents.trivial()
    if trivial is not None:
        return trivial.value, False
    if isinstance(contents.source, Absent) or isinstance(contents.target, Absent):
        return ABSENT, True
    if any(not isinstance(data, Absent) and is_binary(data) for data in (contents.base, contents.source, contents.target)):
        return contents.target, True
    lines: Merge[Sequence[str]] = contents.map(lambda data: () if isinstance(data, Absent) else split_lines(decode(data)))
    out: list[str] = []
    for stretch in stretches(lines):
        if stretch.kind is StretchKind.CONFLICT:
            return contents.target, True
        span = stretch.spans.source if stretch.kind is StretchKind.SOURCE else stretch.spans.target
        out.extend((lines.source if stretch.kind is StretchKind.SOURCE else lines.target)[span.start : span.stop])
    return encode("".join(out)), False


def subject_of(case: Case, *, swapped: bool = False, above: bytes = b"") -> Subject:
    base, source, target, merged = (
        {path: data if is_binary(data) else above + data for path, data in (case.files(term) or {}).items()}
        for term in ("base", "source", "target", "merged")
    )
    if swapped:
        source, target = target, source
    blobs = {oid(data): data for files in (base, source, target, merged) for data in files.values()}
    states = []
    for path in sorted({*base, *source, *target, *merged}):
        versions = Merge(version(base, path), version(source, path), version(target, path))
        contents: Merge[bytes | Absent] = Merge(base.get(path, ABSENT), source.get(path, ABSENT), target.get(path, ABSENT))
        by_git, conflicted = git_merge(contents)
        after = version(merged, path)
        if contents.base == contents.source == contents.target == merged.get(path, ABSENT):
            continue
        as_git = not conflicted and by_git == merged.get(path, ABSENT)
        states.append(PathState(RepoPath(path), versions, after, as_git, conflicted))
    history = json.loads(case.text("history.json") or "{}")
    if swapped:
        history = {**history, "source": history.get("target", []), "target": history.get("source", [])}
    logs = Merge(LineLog(), line_log(history.get("source", [])), line_log(history.get("target", [])))
    books = account(tuple(states), blobs.__getitem__, records_of(case, swapped=swapped, lower=above.count(b"\n")))
    seam = Seam(Merge(*(regular(files) for files in (base, source, target))), regular(merged), tuple(states), blobs.__getitem__)
    protected = set((case.text("protected.txt") or "").split("\n")) - {""}
    return Subject(
        target=CommitId("1" * 40),
        source=CommitId("2" * 40),
        target_tree=tree_id(target),
        source_tree=tree_id(source),
        base_tree=tree_id(base),
        merged_tree=tree_id(merged),
        states=tuple(states),
        books=replace(books, ledger=settled(books.ledger, logs, books.conflicted)),
        read=blobs.__getitem__,
        protected=protected.__contains__,
        changed_from_target={
            RepoPath(path): (target.get(path), merged.get(path))
            for path in sorted({*target, *merged})
            if target.get(path) != merged.get(path)
        },
        logs=logs,
        sizes={commit(row).id: CommitSize(row["size"], ()) for side in Side for row in history.get(side.value, []) if "size" in row},
        inherited=inherited(tuple(states), blobs, history, logs.target),
        departures=departures(tuple(states), Texts(lambda one: lines_of(blobs, one))),
        references=lambda words, of=None: places(words, merged if of is None else source if of is Side.SOURCE else target),
        seam=seam,
        policy=policy_of(case, entries=Merge(base, source, target)),
        analyses=analyses_of(case, swapped=swapped, down=above.count(b"\n")),
        installed=Environment(case.path / "installed") if (case.path / "installed").is_dir() else None,
    )


def analyses_of(case: Case, *, swapped: bool, down: int) -> tuple[Analysis, ...]:
    """What analysers said of the trees of a case: ``analyses.json``, with diagnostics as lists of path, line, code, message and "is an error".

    ``down`` is by how many lines everything stands lower.
    """

    def read(row: dict[str, Any], term: str) -> tuple[Diagnostic, ...]:
        return tuple(
            Diagnostic(RepoPath(path), line + down, code, message, error) for path, line, code, message, error in row.get(term, [])
        )

    terms = ("target", "source") if swapped else ("source", "target")
    return tuple(
        Analysis(row["analyser"], read(row, "merged"), Merge((), *(read(row, term) for term in terms)), row.get("failure", ""))
        for row in json.loads(case.text("analyses.json") or "[]")
    )


def policy_of(case: Case, entries: Merge[Files]) -> PolicyFacts:
    """What ``syncline.toml`` of a case rules on the second of January 2024. Commands are not run: ``regenerated.json`` says how they ended."""
    text = case.text("syncline.toml")
    if text is None:
        return PolicyFacts()
    policy = parse_config(text, case.id).policy
    paths = sorted({*entries.base, *entries.source, *entries.target})
    versions = {
        RepoPath(path): Merge(*(entry_of(files, path) for files in (entries.base, entries.source, entries.target))) for path in paths
    }

    def failure(override: Override) -> str:
        spec = pathspec.GitIgnoreSpec.from_lines(override.paths)
        texts = [decode(data) for path, data in entries.target.items() if spec.match_file(path)]
        return (
            ""
            if not override.check or any(re.search(str(override.check), text, re.MULTILINE) for text in texts)
            else f"'{override.check}' is not found"
        )

    found = rulings(policy, versions, "2024-01-02", failure)
    idle = idle_rules(policy, lambda pattern: any(map(pathspec.GitIgnoreSpec.from_lines([pattern]).match_file, paths)))
    done = [
        Regenerated(tuple(row["command"]), tuple(row["paths"]), row["failure"]) for row in json.loads(case.text("regenerated.json") or "[]")
    ]
    return PolicyFacts(
        policy, (*found.lapses, *idle), found.overlaps, tuple(done), tuple(map(lacked, json.loads(case.text("lacked.json") or "[]")))
    )


def lacked(row: Mapping[str, Any]) -> LackedFile:
    return LackedFile(
        RepoPath(row["path"]),
        Side(row["lacks"]),
        Standing(row["standing"]),
        tuple(map(RepoPath, row.get("by", ()))),
        commit(row["purpose"]) if "purpose" in row else None,
        RepoPath(row["equivalent"]) if "equivalent" in row else None,
    )


def entry_of(files: Files, path: str) -> Entry | Absent:
    found = version(files, path)
    return found.entry if isinstance(found, Version) else ABSENT


def lines_of(blobs: Mapping[BlobId, bytes], one: Version | Absent) -> tuple[str, ...]:
    return split_lines(decode(blobs[one.entry.oid])) if isinstance(one, Version) else ()


def places(words: frozenset[str], files: Files) -> dict[str, dict[RepoPath, int]]:
    """How often words stand in some files, as the port tells it."""
    found: dict[str, dict[RepoPath, int]] = {word: {} for word in words}
    for path, data in files.items():
        for word in words:
            count = len(re.findall(rf"(?<!\w){re.escape(word)}(?!\w)", decode(data)))
            if count:
                found[word][RepoPath(path)] = count
    return found


def records_of(case: Case, *, swapped: bool, lower: int) -> tuple[Record, ...]:
    found = []
    for row in json.loads(case.text("records.json") or "[]"):
        side = Side(row["side"])
        lines, base = (Span(row[key][0] + lower, row[key][1] + lower) if key in row else None for key in ("lines", "base"))
        found.append(Record(RepoPath(row["path"]), side.other if swapped else side, row["rule"], lines, base, row.get("proven", False)))
    return tuple(found)


def commit(row: Mapping[str, Any]) -> Commit:
    return Commit(CommitId(hashlib.sha1(row["subject"].encode(), usedforsecurity=False).hexdigest()), row["author"], "", row["subject"])


def line_log(rows: Sequence[Mapping[str, Any]]) -> LineLog:
    def lines(key: str) -> dict[tuple[RepoPath, str], tuple[Commit, ...]]:
        found: dict[tuple[RepoPath, str], tuple[Commit, ...]] = {}
        for row in rows:
            for path, texts in row.get(key, {}).items():
                for text in texts:
                    found[RepoPath(path), squeezed(text)] = (*found.get((RepoPath(path), squeezed(text)), ()), commit(row))
        return found

    added, removed = lines("added"), lines("removed")
    return LineLog(added, removed, {text: who for (_, text), who in added.items()}, {text: who for (_, text), who in removed.items()})


def inherited(
    states: tuple[PathState, ...], blobs: Mapping[BlobId, bytes], history: Mapping[str, Any], target: LineLog
) -> tuple[Inherited, ...]:
    texts = Texts(lambda one: lines_of(blobs, one))
    merges = history.get("merges", [])
    lacking = [(commit(row), LineLog(removed=line_log([{**row, "removed": row["lacks"]}]).removed)) for row in merges]
    writers = {commit(row).id: line_log(row.get("brought", [])) for row in merges}
    return traced(unexplained(suspects(states, texts), target), lacking, writers)


def regular(files: Files) -> dict[RepoPath, BlobId]:
    return {RepoPath(path): oid(data) for path, data in files.items()}


def plain(finding: Finding) -> dict[str, Any]:
    """A finding with the words of ``syncline.audit/1``, as far as a check alone decides them."""
    return {
        "check": finding.check,
        "severity": finding.severity.value,
        "side": finding.side.value if finding.side else None,
        "scope": finding.scope.value,
        "path": finding.path,
        "line": finding.line,
        "symbol": finding.symbol,
        "message": finding.message,
        "places": [place(p) for p in finding.places],
        "proposal": finding.proposal,
        # As JSON has it: lists for tuples.
        "evidence": json.loads(json.dumps(finding.evidence)),
    }


def place(spot: Place) -> dict[str, Any]:
    return {"path": spot.path, "line": spot.line, "symbol": spot.symbol, "text": spot.text}


def matches(wanted: object, found: object) -> bool:
    """True when ``found`` has everything that ``wanted`` names; lists have to be complete."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return all(key in found and matches(value, found[key]) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(found, list):
        return len(wanted) == len(found) and all(matches(w, f) for w, f in zip(wanted, found, strict=True))
    return wanted == found


def findings(case: Case, *, swapped: bool = False) -> list[dict[str, Any]]:
    return [plain(finding) for finding in BY_NAME[case.owner].run(subject_of(case, swapped=swapped))]


def wanted(case: Case, name: str) -> list[dict[str, Any]]:
    text = case.text(name)
    assert text is not None, f"{case.id}: {name} is missing"
    listed: list[dict[str, Any]] = json.loads(text)
    return listed


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    found = findings(case)
    match case.group:
        case "fires":
            assert found
            assert matches(wanted(case, "findings.json"), found), found
        case "silent":
            assert found == []
        case _:
            assert not matches(wanted(case, "findings_ideal.json"), found), "now correct: move the case to fires (or silent)"
            assert matches(wanted(case, "findings_now.json"), found), found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_law_same_answer_twice(case: Case) -> None:
    assert findings(case) == findings(case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_law_what_is_left_out_by_its_names_changes_nothing(case: Case) -> None:
    """The seam looks up only what names something that the merge changed; looking up everything finds the same."""
    subject = subject_of(case)
    wide = replace(subject, seam=widened(subject))
    assert list(BY_NAME[case.owner].run(wide)) == list(BY_NAME[case.owner].run(subject))


def widened(subject: Subject) -> Seam:
    """The same seam, which looks up everything."""
    seam = subject.seam
    return Seam(seam.codes.map(lambda code: code.files), seam.merged.files, subject.states, subject.read, narrow=False)


@pytest.mark.parametrize("case", [c for c in CASES if c.owner == "does-not-parse"], ids=lambda case: case.id)
def test_law_of_a_file_that_does_not_parse_nothing_else_is_said(case: Case) -> None:
    subject = subject_of(case)
    broken = {finding.path for finding in BY_NAME["does-not-parse"].run(subject)}
    assert [f for check in SEAM for f in check.run(subject) if f.path in broken] == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_law_swapping_the_sides_agrees(case: Case) -> None:
    """The same damage is found whichever side suffered it, under the other side's name."""
    if case.owner in DIRECTIONAL:
        return
    other = {side.value: side.other.value for side in Side}

    def essence(listed: list[dict[str, Any]], *, turn: bool) -> list[str]:
        return sorted(
            json.dumps([f["severity"], other.get(f["side"], f["side"]) if turn else f["side"], f["path"], f["line"], f["places"]])
            for f in listed
        )

    assert essence(findings(case, swapped=True), turn=True) == essence(findings(case), turn=False)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_law_findings_are_whole(case: Case) -> None:
    """A finding names its check, says one sentence, points at something, and can be recognised another night."""
    for finding in BY_NAME[case.owner].run(subject_of(case)):
        assert finding.check == case.owner
        assert finding.message
        assert "\n" not in finding.message
        assert finding.path is not None or finding.places
        assert finding.identity
        assert finding.line is None or finding.line >= 1


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_law_a_finding_is_known_again_when_its_lines_moved(case: Case) -> None:
    """Name and content stay the same under more lines above; so an answer of another night still speaks of it."""

    def known(above: bytes) -> list[tuple[str, str]]:
        found = BY_NAME[case.owner].run(subject_of(case, above=above))
        return sorted((fingerprint(finding), content_hash(finding)) for finding in found)

    assert known(b"\n" * 7) == known(b"")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_law_the_accounting_adds_up(case: Case) -> None:
    ledger = subject_of(case).books.ledger
    for side in Side:
        assert ledger.side(side).adds_up
