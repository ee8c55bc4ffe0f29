"""Losses: a hunk of one side undone, its removed lines back, half of it kept, a new file of it dropped."""

from __future__ import annotations

from random import Random

from injecting.damage import Damage, Kind, blamed, commits_at, joined, removers
from injecting.scenes import Page, Scene, Spot
from syncline.account.fates import trivial
from syncline.account.threeway import StretchKind
from syncline.core.merge import Absent, Side
from syncline.core.names import CommitId, RepoPath
from syncline.core.tree import Version
from syncline.syntax import comment_lines, language_of, same_tree
from syncline.syntax.statements import both_statements

_ONE_SIDED = frozenset({StretchKind.SOURCE, StretchKind.TARGET})


def lose_hunk(scene: Scene, page: Page, random: Random) -> Damage | None:
    """Damage one hunk of a page in one of the ways that fit it; ``None`` where nothing but comments and layout would be lost."""
    spots = [spot for spot in page.spots if spot.kind in _ONE_SIDED]
    if not spots:
        return None
    spot = random.choice(spots)
    ways = [_undo, _readd, _half, _half]
    random.shuffle(ways)
    for way in ways:
        found = way(scene, page, spot, random)
        if found is not None:
            return found
    return None


def drop_file(scene: Scene, random: Random) -> Damage | None:
    """Drop a file that one side added."""
    new = []
    for state in scene.states:
        if isinstance(state.versions.base, Absent) and isinstance(state.merged, Version):
            owners = [side for side in Side if isinstance(state.versions.side(side), Version)]
            if len(owners) == 1:
                new.append((owners[0], state))
    if not new:
        return None
    side, state = random.choice(new)
    version = state.versions.side(side)
    if isinstance(version, Absent) or isinstance(state.merged, Absent):
        return None
    lines = scene.text(version)
    if lines and len(comment_lines(language_of(version.path), "".join(lines))) >= len(lines):
        return None
    return Damage(
        Kind.DROP,
        side,
        (version.path, state.merged.path),
        edits={state.merged.path: None},
        writers=commits_at(scene.workshop, scene, side, (version.path,)),
        where=f"{side.value} {state.merged.path}",
    )


def _undo(scene: Scene, page: Page, spot: Spot, random: Random) -> Damage | None:
    del random
    base = page.lines.base[spot.base.start : spot.base.stop]
    if not len(spot.own):
        return None
    return _made(scene, page, spot, Kind.UNDO, base, range(spot.own.start, spot.own.stop), back=True)


def _readd(scene: Scene, page: Page, spot: Spot, random: Random) -> Damage | None:
    del random
    base = page.lines.base[spot.base.start : spot.base.stop]
    if not base or "".join(base).split() == "".join(page.merged[spot.merged.start : spot.merged.stop]).split():
        return None
    version = page.state.versions.base
    telling = [line for line in base if not trivial(line)]
    paths = tuple({page.path, version.path} if isinstance(version, Version) else {page.path})
    if not removers(scene.workshop, scene, spot.side, paths, telling):
        # Only a merge of the side removed them: that was nobody's purpose, and that they are back is no loss.
        return None
    # The last line of a file may lack its line feed; in front of another one it has one.
    base = (*base[:-1], base[-1].removesuffix("\n") + "\n")
    return _made(scene, page, spot, Kind.READD, (*base, *page.merged[spot.merged.start : spot.merged.stop]), range(0), back=True)


def _half(scene: Scene, page: Page, spot: Spot, random: Random) -> Damage | None:
    size = len(spot.own)
    if size < 2:
        return None
    own = page.lines.side(spot.side)[spot.own.start : spot.own.stop]
    middle = size // 2
    first = random.random() < 0.5
    kept = own[:middle] if first else own[middle:]
    gone = range(spot.own.start + middle, spot.own.stop) if first else range(spot.own.start, spot.own.start + middle)
    return _made(scene, page, spot, Kind.HALF, kept, gone, back=False)


def _made(scene: Scene, page: Page, spot: Spot, kind: Kind, instead: tuple[str, ...], gone: range, *, back: bool) -> Damage | None:
    merged = (*page.merged[: spot.merged.start], *instead, *page.merged[spot.merged.stop :])
    version = page.state.versions.side(spot.side)
    if isinstance(version, Absent) or not merged:
        return None
    language = language_of(page.path)
    silent = comment_lines(language, "".join(page.lines.side(spot.side)))
    own = page.lines.side(spot.side)
    said = any(line not in silent and not trivial(own[line]) for line in gone)
    if back and spot.base.stop > spot.base.start:
        silent = comment_lines(language, "".join(page.lines.base))
        said = said or any(line not in silent and not trivial(page.lines.base[line]) for line in range(spot.base.start, spot.base.stop))
    if not said or same_tree(language, "".join(page.merged), "".join(merged)) or layout_alone(language, page.merged, merged):
        return None
    if _imports_alone(language, page.merged, merged) or _brought_twice(page, spot, [own[at] for at in gone if not trivial(own[at])]):
        return None
    return Damage(
        kind,
        spot.side,
        tuple({version.path, page.path}),
        edits={page.path: joined(merged)},
        both=page.both,
        writers=_writers(scene, spot, page, version.path, gone, back=back),
        where=f"{spot.side.value} {page.path}:{spot.merged.start + 1}",
    )


# Where white space says something to a machine.
_SPACED = frozenset({"makefile", "python", "yaml"})


def layout_alone(language: str | None, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Nothing but white space differs, in a text to which it says nothing."""
    return language not in _SPACED and "".join("".join(one).split()) == "".join("".join(other).split())


def _imports_alone(language: str | None, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Both texts import the same and do the same otherwise: a name is imported twice in one of them."""
    pair = both_statements(language, "".join(one), "".join(other), range(len(one)), range(len(other)))
    if pair is None or not all(pair):
        return False
    first, second = pair
    said, said_too = ([s.written for s in text if s.ordered] for text in (first, second))
    return said == said_too and {s.written for s in first if not s.ordered} == {s.written for s in second if not s.ordered}


def _brought_twice(page: Page, spot: Spot, gone: list[str]) -> bool:
    """The other side added the same lines to the file: one change of both that git took for two, and that is there still."""
    for other in page.spots:
        lines = page.lines.side(other.side)[other.own.start : other.own.stop]
        telling = [line for line in lines if not trivial(line)]
        if gone and other.side is not spot.side and any(telling[at : at + len(gone)] == gone for at in range(len(telling) - len(gone) + 1)):
            return True
    return False


def _writers(scene: Scene, spot: Spot, page: Page, path: RepoPath, gone: range, *, back: bool) -> frozenset[CommitId]:
    """Whom a finding may name: who wrote what is gone, and, where removed lines are back, any commit of the side, if one of them removed any."""
    own = page.lines.side(spot.side)
    found = blamed(scene.workshop, scene, spot.side, path, [at for at in gone if not trivial(own[at])])
    if not back or not len(spot.base):
        return found
    base = spot.state.versions.base
    paths = (path, base.path) if isinstance(base, Version) else (path,)
    telling = [line for line in page.lines.base[spot.base.start : spot.base.stop] if not trivial(line)]
    removed = removers(scene.workshop, scene, spot.side, paths, telling)
    return found | (commits_at(scene.workshop, scene, spot.side, paths) if removed else frozenset())
