"""Moves: a definition that a side wrote, taken from its place to another one in the same file or to another file."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from injecting.damage import Damage, Kind, joined
from injecting.scenes import Page, Scene
from syncline.account.threeway import StretchKind
from syncline.core.hunk import Span
from syncline.core.merge import Side
from syncline.core.names import RepoPath
from syncline.core.tree import Version
from syncline.core.unit import Unit, UnitKind
from syncline.syntax import language_of, units

_MOVED = frozenset({UnitKind.FUNCTION, UnitKind.METHOD, UnitKind.CLASS})


def move_unit(scene: Scene, page: Page, random: Random) -> Damage | None:
    """Move one definition that a side wrote; ``None`` where there is none, or no place for it."""
    own = list(_written(page))
    if not own:
        return None
    side, unit, at = random.choice(own)
    piece = page.merged[at.start : at.stop]
    rest = (*page.merged[: at.start], *page.merged[at.stop :])
    if not any(line.strip() for line in rest):
        return None
    within = random.random() < 0.5
    home = _another_place(page.path, rest, unit, at.start, random) if within else None
    where = f"{side.value} {unit.qualified} from {page.path}:{at.start + 1}"
    if home is not None:
        text = (*rest[:home], *_ended(piece), *rest[home:])
        where = f"{where} to line {home + 1}"
        return Damage(Kind.MOVE_WITHIN, side, (page.path,), {page.path: joined(text)}, both=page.both, where=where)
    path, before = _another_file(scene, page, random)
    edits = {page.path: joined(rest), path: joined((*_ended(before), *(("\n", "\n") if before else ()), *piece))}
    return Damage(Kind.MOVE_ACROSS, side, (page.path,), edits, both=page.both, where=f"{where} to {path}")


def _written(page: Page) -> Iterator[tuple[Side, Unit, Span]]:
    """The definitions of three lines or more that lie whole in one change of a side, with their lines in the merge."""
    language = language_of(page.path)
    if language is None:
        return
    found: dict[Side, tuple[Unit, ...]] = {}
    for spot in page.spots:
        if spot.side not in found:
            found[spot.side] = units(language, "".join(page.lines.side(spot.side)))
        if spot.kind is StretchKind.CONFLICT:
            continue
        for unit in found[spot.side]:
            if unit.kind in _MOVED and len(unit.lines) > 2 and spot.own.start <= unit.lines.start and unit.lines.stop <= spot.own.stop:
                shift = spot.merged.start - spot.own.start
                yield spot.side, unit, Span(unit.lines.start + shift, unit.lines.stop + shift)


def _another_place(path: RepoPath, rest: tuple[str, ...], unit: Unit, was: int, random: Random) -> int | None:
    """A line before another definition under the same roof."""
    roof = unit.qualified.rpartition(".")[0]
    others = [
        other.lines.start
        for other in units(language_of(path), "".join(rest))
        if other.kind in _MOVED and other.qualified.rpartition(".")[0] == roof and other.lines.start != was
    ]
    return random.choice(others) if others else None


def _another_file(scene: Scene, page: Page, random: Random) -> tuple[RepoPath, tuple[str, ...]]:
    """A file of the same folder and language, or a new one, and what stands in it."""
    folder, _, name = page.path.rpartition("/")
    ending = name.rpartition(".")[2]
    beside = [
        path
        for path, entry in scene.entries.items()
        if path.rpartition("/")[0] == folder and path.endswith(f".{ending}") and path != page.path and entry.is_file
    ]
    if beside and random.random() < 0.7:
        path = random.choice(sorted(beside))
        lines = scene.text(Version(path, scene.entries[path]))
        if lines is not None:
            return path, lines
    return RepoPath(f"{folder}/moved_here.{ending}" if folder else f"moved_here.{ending}"), ()


def _ended(lines: tuple[str, ...]) -> tuple[str, ...]:
    return (*lines[:-1], lines[-1] + "\n") if lines and not lines[-1].endswith("\n") else lines
