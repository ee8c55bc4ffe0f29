"""A data file, merged key by key.

Sees: JSON, YAML or TOML in which each key that matters has its lines for itself.
Answers: the target's file with every key that only the source changed as the source has it, with the source's new keys behind the key they follow
there, without the keys that the source removed. Comments above a key go with it.
Why right: data means its keys and values, in whatever order; the answer is read again and must hold exactly the keys and values that three-way
merging gives.
Declines when: both sides changed one key, or one removed what the other changed; the file does not parse; a key shares its line with another;
lists changed on both sides; the source changed comments that belong to no key.
Safety: safe.
"""

from __future__ import annotations

from dataclasses import dataclass

from syncline.core.merge import Merge
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.core.unit import Unit, UnitKind
from syncline.resolve.view import Region
from syncline.syntax import parse_problem, units

STATUS = Status.STABLE
SAFETY = Safety.SAFE
WHOLE_FILE = True

_LANGUAGES = frozenset({"json", "yaml", "toml"})
# Beyond this many lines a data file is a record of something, and line rules serve it as well.
_LONG = 20_000


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A key without keys of its own: its lines, and its value for comparing."""

    start: int
    stop: int
    value: str
    lines: tuple[str, ...]


def run(region: Region) -> Resolution | Declined:
    """Merge the keys, write them into the target's text, read it again."""
    language = region.language
    if language not in _LANGUAGES or max(map(len, (region.lines.base, region.lines.source, region.lines.target))) > _LONG:
        return Declined("not a data file of keys")
    if not region.lines.base or not region.view.sound:
        return Declined("the file is new on both sides, or does not parse")
    own, found = region.lines, region.view.units
    leaves = Merge(_leaves(own.base, found.base), _leaves(own.source, found.source), _leaves(own.target, found.target))
    if leaves.base is None or leaves.source is None or leaves.target is None:
        return Declined("keys share a line, or one stands twice")
    keys = Merge(leaves.base, leaves.source, leaves.target)
    wanted: dict[str, str] = {}
    for key in dict.fromkeys((*keys.target, *keys.source, *keys.base)):
        values = keys.map(lambda all_, key=key: all_[key].value if key in all_ else None)  # type: ignore[misc]
        trivial = values.trivial()
        if trivial is None:
            return Declined(f"both sides changed '{key}'")
        if "[" in key and len({key in keys.base, key in keys.source, key in keys.target}) > 1:
            return Declined("a list grew or shrank: its entries have no names")
        if trivial.value is not None:
            wanted[key] = trivial.value
    if _outside(region.lines.base, keys.base) != _outside(region.lines.source, keys.source):
        return Declined("the source changed comments or containers that belong to no key")
    lines = _written(region.lines.target, keys, wanted, language == "json")
    text = "".join(lines)
    if parse_problem(language, text) is not None:
        return Declined("the keys cannot be put together line by line")
    again = _leaves(lines, units(language, text))
    if again is None or {key: leaf.value for key, leaf in again.items()} != wanted:
        return Declined("the keys cannot be put together line by line")
    return Resolution(lines, Safety.SAFE, "merged key by key")


def _leaves(lines: tuple[str, ...], found: tuple[Unit, ...]) -> dict[str, _Leaf] | None:
    """Keys that hold no other key, by their path; ``None`` where two share a line or a path."""
    keys = [unit for unit in found if unit.kind is UnitKind.KEY]
    parents = {unit.qualified.rpartition(".")[0] for unit in found} | {
        unit.qualified.partition("[")[0] for unit in keys if "[" in unit.qualified
    }
    # What holds a holder is one too.
    parents |= {other[:at] for other in parents for at, sign in enumerate(other) if sign == "."}
    leaves: dict[str, _Leaf] = {}
    end = 0
    for unit in keys:
        if unit.qualified in parents:
            continue
        if unit.qualified in leaves or unit.lines.start < end:
            return None
        end = unit.lines.stop
        own = lines[unit.lines.start : unit.lines.stop]
        value = "\n".join(line.strip() for line in own if line.strip()).rstrip(",")
        leaves[unit.qualified] = _Leaf(unit.lines.start, unit.lines.stop, value, own)
    return leaves


def _outside(lines: tuple[str, ...], leaves: dict[str, _Leaf]) -> list[str]:
    inside = {at for leaf in leaves.values() for at in range(leaf.start, leaf.stop)}
    return [line.strip().rstrip(",") for at, line in enumerate(lines) if at not in inside and line.strip()]


def _written(target: tuple[str, ...], keys: Merge[dict[str, _Leaf]], wanted: dict[str, str], commas: bool) -> tuple[str, ...]:
    out: list[str] = []
    placed: dict[str, list[str]] = {}
    order = list(keys.source)
    for key in wanted:
        if key not in keys.target:
            before = [
                other for other in order[: order.index(key)] if other in keys.target and other in wanted and _parent(other) == _parent(key)
            ]
            placed.setdefault(before[-1] if before else "", []).append(key)
    at = 0
    for key, leaf in keys.target.items():
        out.extend(target[at : leaf.start])
        at = leaf.stop
        if key in wanted:
            out.extend(leaf.lines if leaf.value == wanted[key] else keys.source[key].lines)
        for new in placed.get(key, ()):
            out.extend(keys.source[new].lines)
    out.extend(target[at:])
    return tuple(_with_commas(out) if commas else out)


def _parent(key: str) -> str:
    return key.rpartition(".")[0]


def _with_commas(lines: list[str]) -> list[str]:
    """A comma at each end of a line that another entry follows, and none before a closing bracket."""
    out: list[str] = []
    for at, line in enumerate(lines):
        text = line.rstrip()
        end = line[len(text) :]
        follows = next((other.strip() for other in lines[at + 1 :] if other.strip()), "")
        bare = text.rstrip(",")
        if bare.strip() and not bare.rstrip().endswith(("{", "[", ":")):
            text = bare + ("," if follows and follows[0] not in "}]" else "")
        out.append(text + end)
    return out
