"""Every loss goes to exactly one check, with what it means: whole sides, folders and files first, then definitions, then lines."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from syncline.account.classes import by_product
from syncline.account.fates import trivial
from syncline.account.losses import Kind, Loss, Run, losses
from syncline.account.states import PathState
from syncline.audit.reader import NAMED, Reader
from syncline.audit.scope import scope_of
from syncline.audit.subject import Subject
from syncline.audit.taken import Taken, taken_whole
from syncline.core.finding import Scope, Severity
from syncline.core.ledger import Fate, Part, Region
from syncline.core.merge import ABSENT, Absent, Side
from syncline.core.names import RepoPath
from syncline.core.tree import Version
from syncline.core.unit import UnitKind
from syncline.syntax import language_of


@dataclass(frozen=True, slots=True)
class Gone:
    """A definition that a side has and the merged file has not."""

    path: RepoPath
    qualified: str
    kind: str
    line: int
    test: bool

    @property
    def name(self) -> str:
        """The name as code says it: the last one, and an option's without its dashes."""
        return (
            self.qualified.rpartition(".")[2].lstrip("-").replace("-", "_") if self.kind == "option" else self.qualified.rpartition(".")[2]
        )


@dataclass(frozen=True, slots=True)
class Sorted:
    """A loss under the check that reports it."""

    check: str
    severity: Severity
    loss: Loss
    scope: Scope
    gone: tuple[Gone, ...]
    symbols: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sorting:
    """All losses of a subject, each once. ``references`` tells how often the names that are gone are still said in the merge, ``edited`` which
    files the merge has otherwise than git would.
    """

    taken: tuple[Taken, ...]
    losses: tuple[Sorted, ...]
    overruled: tuple[Sorted, ...]
    reader: Reader
    references: Mapping[str, Mapping[RepoPath, int]]
    edited: Mapping[RepoPath, Version]

    def moved_to(self, gone: Gone) -> RepoPath | None:
        """The edited file that defines now what is gone from its own."""
        said = self.references.get(gone.name, {})
        homes = (path for path, version in self.edited.items() if path in said and gone.qualified in self.reader.names(version))
        return next((path for path in homes if path != gone.path), None) if gone.kind != "option" else None


def sort_losses(subject: Subject) -> Sorting:
    """Sort what the ledger calls LOST, and what was overruled without proof."""
    taken = taken_whole(subject)
    covered = {(side, path) for one in taken for side, path in one.covers}
    reader = Reader(subject)
    states = states_by_path(subject)
    parts = [p for p in subject.books.ledger.parts if (p.side, p.path) not in covered]
    lost_tests = _lost_tests(parts, states, reader)
    found = []
    for loss in losses(parts, subject.logs, lambda part: _kind(part, states, lost_tests)):
        gone = tuple(_gone(loss, states, reader))
        severity = _severity(loss, reader, states, asked=subject.logs.side(loss.side).asked)
        if severity is Severity.BLOCKER and not gone and all(run.part.region in _DECIDED for run in loss.runs):
            severity = Severity.CONFIRM
        if severity is Severity.BLOCKER and all(_stays(run.part, subject, states) for run in loss.runs):
            severity = Severity.CONFIRM
        found.append(Sorted(_check(loss, gone, states, subject), severity, loss, _scope(loss), gone, _symbols(loss, states, reader)))
    overruled = []
    for loss in losses(subject.books.ledger.parts, subject.logs, _rule, Fate.OVERRULED):
        quiet = _severity(loss, reader, states, asked=False) is Severity.INFO or all(by_product(path) for path in loss.paths)
        gone = tuple(_gone(loss, states, reader))
        severity = Severity.INFO if quiet else Severity.CONFIRM
        overruled.append(Sorted("rule-costs", severity, loss, _scope(loss), gone, _symbols(loss, states, reader)))
    # One question for everything that is asked of the merged tree: each costs as much as reading all of it.
    names = frozenset((*(g.name for one in (*found, *overruled) for g in one.gone), *(one.name for one in subject.departures)))
    edited = {s.merged.path: s.merged for s in subject.states if isinstance(s.merged, Version) and not s.as_git}
    return Sorting(tuple(taken), tuple(found), tuple(overruled), reader, subject.references(names) if names else {}, edited)


def _stays(part: Part, subject: Subject, states: States) -> bool:
    """The policy says that the path stays as the target has it, and it did: decided, but whether rightly is its owners' to say."""
    state = state_of(part, states)
    return state is not None and part.side is Side.SOURCE and subject.protected(state.path) and state.merged == state.versions.target


# Regions in which somebody chose between two texts: their owners are asked whether rightly.
_DECIDED = frozenset({Region.ONE_SIDE, Region.CHOSEN})


def _rule(part: Part) -> Kind:
    """Overruled work is told by the rule that overruled it; what a rule proves needs no owner."""
    return Kind(part.why, together=by_product(part.path) or not part.asks, proven=not part.asks)


def overruled(subject: Subject) -> Iterable[Sorted]:
    """What was overruled without proof, by rule and commit."""
    return (one for one in sorting_of(subject).overruled if any(run.part.asks for run in one.loss.runs))


def assigned(subject: Subject, check: str) -> Iterable[Sorted]:
    """The losses that a check reports."""
    return (one for one in sorting_of(subject).losses if one.check == check)


def assigned_taken(subject: Subject) -> tuple[Taken, ...]:
    """The trees and folders that were taken whole."""
    return sorting_of(subject).taken


def gone_from(subject: Subject, found: Iterable[Loss]) -> tuple[Gone, ...]:
    """The definitions that are gone with some losses."""
    reader = sorting_of(subject).reader
    states = states_by_path(subject)
    return tuple(gone for loss in found for gone in _gone(loss, states, reader))


def sorting_of(subject: Subject) -> Sorting:
    """The sorting that the subject carries, or a new one."""
    return subject.sorting if isinstance(subject.sorting, Sorting) else sort_losses(subject)


def prepared(subject: Subject) -> Subject:
    """The subject with its losses sorted once for all checks."""
    return replace(subject, sorting=sort_losses(subject))


States = Mapping[tuple[Side, RepoPath] | tuple[Side, RepoPath, RepoPath], PathState]


def state_of(part: Part, states: States) -> PathState | None:
    """The state that a part is of. Two may know a path: that of a file which moved away, and that of what stands at its old place."""
    return states.get((part.side, part.path, part.merged_path)) or states.get((part.side, part.path))


def states_by_path(subject: Subject) -> States:
    """The states by side and every path the side or the base knows the file by, and by these with the path that the merge has it by."""
    found: dict[tuple[Side, RepoPath] | tuple[Side, RepoPath, RepoPath], PathState] = {}
    for state in subject.states:
        homes = {state.path, *((state.merged.path,) if isinstance(state.merged, Version) else ())}
        for side in Side:
            for version in (state.versions.side(side), state.versions.base):
                if isinstance(version, Version):
                    found.update(((side, version.path, home), state) for home in homes)
            for version in (state.versions.side(side), state.versions.base):
                if isinstance(version, Version):
                    found.setdefault((side, version.path), state)
            found.setdefault((side, state.path), state)
    return found


def _kind(part: Part, states: States, lost_tests: Collection[tuple[Side, RepoPath, int]]) -> Kind:
    """Whole files are told apart from parts of files, tests that are gone from what they test, by-products and modes from work."""
    state = state_of(part, states)
    if by_product(part.path):
        # Locks, goldens and generated files are made anew, not repaired by hand: one thing to say for all that a side lost there.
        return Kind("by-product" if part.region is Region.CLEAN else "conflicted by-product", together=True)
    if state is not None and _whole(state, part.side):
        return Kind("whole file")
    if not part.lines:
        return Kind("mode", together=True)
    return Kind("test" if any((part.side, part.path, line) in lost_tests for line in range(part.span.start, part.span.stop)) else "lines")


def _scope(loss: Loss) -> Scope:
    scopes = {scope_of(path) for path in loss.paths}
    return next((scope for scope in (Scope.PRODUCTION, Scope.TEST) if scope in scopes), Scope.OTHER)


def _whole(state: PathState, side: Side) -> bool:
    """The file as a whole is missing, or is back."""
    return isinstance(state.merged, Absent) != isinstance(state.versions.side(side), Absent)


def _check(loss: Loss, gone: tuple[Gone, ...], states: States, subject: Subject) -> str:
    """The check that reports a loss: what says most comes first."""
    state = state_of(loss.runs[0].part, states)
    if loss.kind == "whole file" and state is not None and _whole(state, loss.side):
        across = state.versions.side(loss.side.other)
        if isinstance(state.merged, Absent):
            # The other side deleted what this one changed: a decision, not a file that fell off the cart.
            decided = isinstance(across, Absent) and isinstance(state.versions.base, Version)
            return "conflict-took-one-side" if decided else "lost-file"
        return "resurrected-file"
    if loss.one_side:
        return "conflict-took-one-side"
    if not loss.missing and loss.back:
        return "resurrected-lines"
    if any(one.test for one in gone):
        return "lost-test"
    if gone:
        return "lost-definition"
    size = subject.sizes.get(loss.commit.id) if loss.commit is not None else None
    if size is not None and size.added > loss.missing + loss.back:
        return "half-integrated"
    return "lost-hunk"


def _severity(loss: Loss, reader: Reader, states: States, *, asked: bool) -> Severity:
    """INFO for comments, docstrings and by-products that a conflict swept away; CONFIRM where one side was chosen; BLOCKER otherwise."""
    if not any(_speaks(run, reader, states) and not harmless_import(run, reader, states) for run in loss.runs):
        return Severity.INFO
    beside = any(run.part.beside for run in loss.runs)
    if loss.commit is None and not loss.commits and not loss.missing and loss.back and asked and not beside:
        # No commit of the side removed these lines: a merge of its own had lost them, and that was nobody's purpose.
        return Severity.INFO
    decided = all(run.part.region is not Region.CLEAN for run in loss.runs)
    if decided and all(by_product(path) for path in loss.paths):
        return Severity.INFO
    return Severity.CONFIRM if loss.one_side else Severity.BLOCKER


def _speaks(run: Run, reader: Reader, states: States) -> bool:
    """Some line of the run is more than comment, docstring, brackets or white space. Brackets alone are missed by whoever parses the file."""
    state = state_of(run.part, states)
    if state is None or not run.lines:
        return True
    silent = reader.silent(state.versions.base if run.removed else state.versions.side(run.part.side))
    if any(silent is None or run.first + at not in silent for at, line in enumerate(run.lines) if not trivial(line)):
        return True
    replaced = run.part.replaced
    before = reader.silent(state.versions.base) if replaced is not None else None
    # A comment in the place of code: with the comment the code is back.
    return replaced is not None and before is not None and any(at not in before for at in range(replaced.start, replaced.stop))


def _gone(loss: Loss, states: States, reader: Reader) -> Iterable[Gone]:
    for run in loss.runs:
        state = state_of(run.part, states)
        if run.removed or state is None:
            continue
        inside = range(run.first, run.first + len(run.lines))
        own = state.versions.side(loss.side)
        for unit in reader.units(own):
            head = unit.lines.start
            if (
                unit.kind in NAMED
                and (head in inside or unit.body.start - 1 in inside)
                and unit.qualified not in reader.names(state.merged)
            ):
                yield Gone(run.part.path, unit.qualified, unit.kind.value, head, reader.is_test(own, unit))
        yield from _options(run, reader.text(state.merged))


# A command-line option where it is declared: a string of its own that begins with two dashes.
_OPTION = re.compile(r"""["'](--[A-Za-z][\w-]*)["']""")


def declared_options(line: str) -> list[str]:
    """The command-line options that a line declares or names."""
    return _OPTION.findall(line)


def _options(run: Run, merged: str) -> Iterable[Gone]:
    for at, line in enumerate(run.lines):
        for name in declared_options(line):
            if f'"{name}"' not in merged and f"'{name}'" not in merged:
                yield Gone(run.part.path, name, "option", run.first + at, False)


# Languages whose imports bind names that stand in them. An include, or an import for its effect, is not known by a name.
_BINDING = frozenset({"go", "java", "javascript", "kotlin", "php", "python", "rust", "tsx", "typescript"})
# Files whose imports are there for others to use.
_REEXPORTS = re.compile(r"(^|/)(__init__\.pyi?|index\.[cm]?[jt]sx?|(mod|lib)\.rs)$")
_QUOTED = re.compile(r"""'[^']*'|"[^"]*\"""")


def harmless_import(run: Run, reader: Reader, states: States) -> bool:
    """The run is nothing but imports whose names the merged file binds anyway, or no longer uses.

    What the side itself does not use there is imported for others to find (Python): whom that concerns, this file does not say.
    """
    state = state_of(run.part, states)
    if state is None or isinstance(state.merged, Absent) or run.removed:
        return False
    language = language_of(run.part.path)
    if language not in _BINDING or _REEXPORTS.search(run.part.path):
        return False
    imports = [u for u in reader.units(state.versions.side(run.part.side)) if u.kind is UnitKind.IMPORT]
    if language == "php":
        # Inside of a class the same word brings in the methods of a trait, whose name nobody needs to say again.
        imports = [u for u in imports if u.qualified == u.name]
    lines = {line: unit for unit in imports for line in range(unit.lines.start, unit.lines.stop)}
    telling = [run.first + at for at, line in enumerate(run.lines) if not trivial(line)]
    if not telling or any(line not in lines for line in telling) or not _replaces_imports(run, state, reader):
        return False
    used, own = reader.words(state.merged), state.versions.side(run.part.side)
    spoken = "".join(run.lines[at - run.first] for at in telling)
    if language == "go":
        return _harmless_in_go(spoken, reader.text(state.merged), used)
    if language == "python" and "__future__" in spoken:
        # Its names are used by nobody; it changes the meaning of the file.
        return False
    # What is imported for its effect is named by a string alone.
    words = set(re.findall(r"\w+", _QUOTED.sub("", spoken)))
    lost = [u for u in imports if u.lines.stop > min(telling) and u.lines.start <= max(telling) and u.name.split(".")[0] in words]
    again = [u for u in reader.units(state.merged) if u.qualified == u.name]
    names = {u.name for u in (*imports, *again) if u.kind is UnitKind.IMPORT}
    said = reader.words(own) if language == "python" else frozenset()
    for unit in lost:
        name = unit.name.split(".")[0]
        # Bound anyway, and from the same place: another module's member of that name is another thing.
        module = reader.spoken(own, unit) - names
        bound = [u for u in again if u.name.split(".")[0] == name and u.kind in (UnitKind.IMPORT, *NAMED)]
        needed = name in used or (language == "python" and name not in said)
        if needed and not any(u.kind is not UnitKind.IMPORT or reader.spoken(state.merged, u) - names == module for u in bound):
            return False
    return bool(lost)


_GO_IMPORT = re.compile(r"""(?:([\w.]+)\s+)?["`]([^"`\n]+)["`]""")


def _harmless_in_go(lost: str, merged: str, used: Collection[str]) -> bool:
    """Every import among some lines stands in the merged file too, or is used by no name there.

    A plain import does not say its name: the path may end in a version, or in a name that the package does not bear.
    """
    for name, path in _GO_IMPORT.findall(lost):
        if f'"{path}"' in merged and name.strip(".") in merged:
            continue
        ends = re.findall(r"\w+", "/".join(path.rsplit("/", 2)[-2:]))
        if name in ("_", ".") or any(word in used for word in ((name,) if name and name != "import" else ends)):
            return False
    return True


def _replaces_imports(run: Run, state: PathState, reader: Reader) -> bool:
    """What the run stands in the place of, if anything, is imports as well."""
    replaced = run.part.replaced
    if replaced is None:
        return True
    imports = {at for u in reader.units(state.versions.base) if u.kind is UnitKind.IMPORT for at in range(u.lines.start, u.lines.stop)}
    silent = reader.silent(state.versions.base) or frozenset()
    return all(at in imports or at in silent for at in range(replaced.start, replaced.stop))


def _lost_tests(parts: Iterable[Part], states: States, reader: Reader) -> frozenset[tuple[Side, RepoPath, int]]:
    """The lines, by side and path, that belong to tests of which the merged file has no counterpart any more."""
    found: set[tuple[Side, RepoPath, int]] = set()
    for side, path in {(p.side, p.path) for p in parts if p.fate is Fate.LOST and scope_of(p.path) is Scope.TEST}:
        state = states.get((side, path))
        if state is not None:
            still, own = reader.names(state.merged), state.versions.side(side)
            gone = [u for u in reader.units(own) if u.kind in NAMED and u.qualified not in still and reader.is_test(own, u)]
            found.update((side, path, line) for unit in gone for line in range(unit.lines.start, unit.lines.stop))
    return frozenset(found)


def _symbols(loss: Loss, states: States, reader: Reader) -> tuple[str, ...]:
    """The unit around each run, in the version that has its lines."""
    found = []
    for run in loss.runs:
        state = state_of(run.part, states)
        version = ABSENT if state is None else state.versions.base if run.removed else state.versions.side(loss.side)
        telling = next((run.first + at for at, line in enumerate(run.lines) if not trivial(line)), run.first)
        found.append(reader.around(version, telling))
    return tuple(found)
