"""One conflicted file as the rules see it: three texts, and what can be read out of them, worked out when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from syncline.account.matching import blocks
from syncline.core.hunk import Span
from syncline.core.memory import Memory, nothing_remembered
from syncline.core.merge import Merge, Side
from syncline.core.names import CommitId, RepoPath
from syncline.core.policy import Versions
from syncline.core.text import split_lines, squeezed
from syncline.core.unit import Unit
from syncline.syntax import language_of, parse_problem, units
from syncline.syntax.units import ReadUnits


@dataclass(frozen=True)
class State:
    """The text a file had after one commit of one side. It is cut into lines only for a rule that found something in it.

    ``later`` is false for a commit that does not descend from every merge base: what it lacks, its side may never have had.
    """

    commit: CommitId
    text: str
    later: bool = True

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The text as lines."""
        return split_lines(self.text)

    @cached_property
    def squeezed(self) -> str:
        """The text without any white space."""
        return squeezed(self.text)


# The states of a file on one side since the merge base, newest first, without the tip's own. Never anything behind the parents.
History = Callable[[Side], Sequence[State]]


# What is taken to be so where nothing is configured.
NEWER = Versions()


def no_history(side: Side) -> Sequence[State]:
    """Nothing is known of how the sides came about."""
    del side
    return ()


class View:
    """Three whole texts of one file. Not a value: it remembers what it has worked out, and nothing else."""

    def __init__(
        self,
        path: RepoPath,
        lines: Merge[tuple[str, ...]],
        history: History = no_history,
        memory: Memory = nothing_remembered,
        versions: Versions = NEWER,
        read_units: ReadUnits = units,
    ) -> None:
        self.path = path
        self.lines = lines
        self.memory = memory
        self.versions = versions
        self.read_units = read_units
        self._history = history
        self._states: dict[Side, Sequence[State]] = {}
        self._shared: dict[tuple[Side, CommitId], list[tuple[int, int, int]]] = {}

    @cached_property
    def texts(self) -> Merge[str]:
        """The three texts as strings."""
        return self.lines.map("".join)

    @cached_property
    def language(self) -> str | None:
        """The language by the file's name, else by the first line of the target."""
        first = self.lines.target[0] if self.lines.target else ""
        return language_of(self.path, first)

    @cached_property
    def units(self) -> Merge[tuple[Unit, ...]]:
        """The named pieces of each text."""
        return self.texts.map(lambda text: self.read_units(self.language, text))

    @cached_property
    def sound(self) -> bool:
        """True when all three texts parse."""
        return parse_problem(self.language, self.texts.base) is None and self.sound_sides

    @cached_property
    def sound_sides(self) -> bool:
        """True when both sides parse, so that a result must."""
        return all(parse_problem(self.language, self.texts.side(side)) is None for side in Side)

    def states(self, side: Side) -> Sequence[State]:
        """The earlier states of the file on one side, newest first."""
        if side not in self._states:
            self._states[side] = self._history(side)
        return self._states[side]

    def shared(self, side: Side, state: State) -> list[tuple[int, int, int]]:
        """The runs of lines that a side has in common with an earlier state of its own, as (start there, start in the state, length)."""
        key = side, state.commit
        if key not in self._shared:
            self._shared[key] = blocks(self.lines.side(side), state.lines)
        return self._shared[key]

    def with_lines(self, lines: Merge[tuple[str, ...]]) -> View:
        """The same file with other texts."""
        return View(self.path, lines, self.states, self.memory, self.versions, self.read_units)

    def swapped(self) -> View:
        """The same file seen from the other side."""
        return View(
            self.path, self.lines.swap(), lambda side: self.states(side.other), self.memory, self.versions.swapped(), self.read_units
        )


@dataclass(frozen=True, slots=True)
class Region:
    """One conflicted stretch of a file: three runs of lines, each with the number (from 0) of its first line there.

    ``view`` is the whole file, for rules that need the surroundings. A rule of scope FILE is given one region that is the whole file.
    ``reach``: the lines that its answer decides over, where these are more than its own.
    """

    view: View
    lines: Merge[tuple[str, ...]]
    starts: Merge[int]
    reach: Merge[Span] | None = None

    @property
    def path(self) -> RepoPath:
        """Where the file is known to stand."""
        return self.view.path

    @property
    def file(self) -> Merge[tuple[str, ...]]:
        """The three whole files as lines."""
        return self.view.lines

    @property
    def language(self) -> str | None:
        """The language of the file."""
        return self.view.language

    @property
    def in_text(self) -> bool:
        """True where a long string of Python is open above the region in the target, as far as counting tells: what looks like code is text."""
        above = "".join(self.file.target[: self.starts.target]) if self.language == "python" else ""
        return any(above.count(quotes) % 2 for quotes in ('"""', "'''"))

    def stop(self, side: Side) -> int:
        """The number of the first line of ``side`` behind the region."""
        return self.starts.side(side) + len(self.lines.side(side))


def whole(view: View) -> Region:
    """The whole file as one region."""
    return Region(view, view.lines, Merge(0, 0, 0))
