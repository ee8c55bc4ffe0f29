"""Both sides changed what versions of other packages are required.

Sees: a region of entries that each name a package and its versions, one a line, as package manifests and requirement files have them.
Answers: three-way, package by package. Where both sides changed the versions of one package, the side that starts later, with what the other side
lets in beyond it and the limits that either side set, or the side that `versions.required` names; what only one side added or removed follows that
side; in the target's order, the source's additions behind what they follow.
Why right: requirements are a map from names to versions; and a side that needs a newer version does not work with the older one.
Declines when: a line is no such entry; one package stands twice; one side removed what the other changed; the versions do not tell which is newer.
Safety: unsafe.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from syncline.core.merge import Merge, Side
from syncline.core.policy import Ahead
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.resolve.view import Region

STATUS = Status.STABLE
SAFETY = Safety.UNSAFE

_NAME = r"[@\w][\w./@-]*(?:\[[\w, -]*\])?"
_SHAPES = (
    re.compile(rf"""\s*["'](?P<name>{_NAME})["']\s*:\s*["'](?P<version>[^"']*)["']\s*(?P<end>,?)\s*$"""),
    re.compile(rf"""\s*(?P<name>{_NAME})\s*=\s*["'](?P<version>[^"']*)["']\s*(?P<end>)(?:\#.*)?$"""),
    re.compile(rf"""\s*["'](?P<name>{_NAME})\s*(?P<version>[<>=!~^ ][^"']*)["']\s*(?P<end>,?)\s*(?:\#.*)?$"""),
    re.compile(rf"""\s*(?P<name>{_NAME})\s*(?P<version>(?:[<>=!~]=|===|[<>])\s*[^\#]*?)(?P<end>)\s*(?:\#.*)?$"""),
)
# What a version may be made of; anything else is no requirement.
_PLAIN = re.compile(r"[\w\s.,|&<>=!~^*@+:/;'\"()-]*$")
_NUMBERS = re.compile(r"\d+(?:\.\d+)*")


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    version: str
    line: str


def run(region: Region) -> Resolution | Declined:
    """Merge the entries by name."""
    for shape in _SHAPES:
        entries = region.lines.map(lambda lines, shape=shape: _entries(lines, shape))  # type: ignore[misc]
        if entries.base is not None and entries.source is not None and entries.target is not None:
            return _merged(region, Merge(entries.base, entries.source, entries.target))
    return Declined("not one requirement a line")


def _entries(lines: tuple[str, ...], shape: re.Pattern[str]) -> dict[str, _Entry] | None:
    found: dict[str, _Entry] = {}
    for line in lines:
        if not line.strip():
            continue
        told = shape.match(line)
        if told is None or told["name"] in found or not _PLAIN.match(told["version"]) or not _is_version(told["version"]):
            return None
        found[told["name"]] = _Entry(told["name"], told["version"].strip(), line)
    return found


def _is_version(text: str) -> bool:
    return bool(_NUMBERS.search(text)) or text.strip() in ("*", "latest")


def _merged(region: Region, entries: Merge[dict[str, _Entry]]) -> Resolution | Declined:
    if not entries.source and not entries.target:
        return Declined("nothing is required")
    chosen: dict[str, str] = {}
    newer: list[str] = []
    for name in (*entries.target, *entries.source, *entries.base):
        if name in chosen:
            continue
        versions = entries.map(lambda all_, name=name: all_[name].version if name in all_ else None)  # type: ignore[misc]
        trivial = versions.trivial()
        if trivial is not None:
            if trivial.value is not None:
                chosen[name] = trivial.value
            continue
        if versions.source is None or versions.target is None:
            return Declined(f"one side removed {name}, the other changed its version")
        declared = region.view.versions.required
        ahead = versions.side(Side(declared.value)) if declared is not Ahead.NEWER else _newer(versions.source, versions.target)
        if ahead is not None and declared is Ahead.NEWER:
            ahead = _limited(versions.base or "", ahead, versions.source, versions.target)
        if ahead is None:
            return Declined(f"it cannot be told which version of {name} is newer, or one side lets in nothing that the other needs")
        chosen[name] = ahead
        newer.append(name)
    lines = _written(region, entries, chosen)
    declared = region.view.versions.required
    which = "newer" if declared is Ahead.NEWER else f"{declared.value}'s"
    reason = f"requirements merged by package; the {which} version of {', '.join(newer)}" if newer else "requirements merged by package"
    return Resolution(lines, Safety.UNSAFE, reason)


def _newer(source: str, target: str) -> str | None:
    """The side that starts later; with the other side's alternatives (``^1|^2``) that lie beyond its own. ``None`` where nothing starts."""
    parts = {side: [part.strip() for part in re.split(r"\|\|?", text)] for side, text in (("source", source), ("target", target))}
    lows = {side: [_low(part) for part in found] for side, found in parts.items()}
    if any(low is None for found in lows.values() for low in found):
        return None
    starts = {side: min(low for low in found if low is not None) for side, found in lows.items()}
    if starts["source"] == starts["target"]:
        longer, shorter = (source, target) if len(parts["source"]) > len(parts["target"]) else (target, source)
        return longer if {*re.split(r"\|\|?", shorter)} <= {*re.split(r"\|\|?", longer)} else None
    ahead, behind = ("source", "target") if starts["source"] > starts["target"] else ("target", "source")
    last = max(low for low in lows[ahead] if low is not None)
    more = [part for part, low in zip(parts[behind], lows[behind], strict=True) if low is not None and low[:1] > last[:1]]
    bar = next((bar for bar in (" || ", "||", " | ", "|") if bar in source or bar in target), "|")
    text = source if ahead == "source" else target
    return bar.join([text, *more]) if more and "," not in text else text


def _limited(base: str, ahead: str, *sides: str) -> str | None:
    """The version with the limits that a side set where base and answer have none of their kind; ``None`` where nothing is left between them."""
    if any("|" in text for text in (base, ahead, *sides)):
        return ahead
    known = {_kind(clause) for text in (base, ahead) for clause in _clauses(text)}
    added = dict.fromkeys(c for text in sides for c in _clauses(text) if _kind(c) in ("<", "!") and (_kind(c) not in known))
    low = _low(ahead)
    limits = [
        tuple(int(part) for part in found[0].split(".")) for clause in added if _kind(clause) == "<" and (found := _NUMBERS.search(clause))
    ]
    if low is not None and any(limit <= low for limit in limits):
        return None
    return (", " if any(", " in text for text in (ahead, *sides)) else ",").join([ahead, *added])


def _clauses(text: str) -> list[str]:
    return [clause.strip() for clause in text.split(",") if clause.strip()]


def _kind(clause: str) -> str:
    return clause[:1]


def _low(alternative: str) -> tuple[int, ...] | None:
    """The lowest version that one alternative lets in; ``None`` where it only says what it does not let in."""
    found = [
        tuple(int(part) for part in number.split("."))
        for sign, number in re.findall(r"([<>=!~^]*)\s*v?(\d+(?:\.\d+)*)", alternative)
        if not sign.startswith(("<", "!"))
    ]
    return max(found, default=None)


def _written(region: Region, entries: Merge[dict[str, _Entry]], chosen: dict[str, str]) -> tuple[str, ...]:
    order = [name for name in entries.target if name in chosen]
    for at, name in enumerate(entries.source):
        if name in chosen and name not in entries.target:
            before = [other for other in list(entries.source)[:at] if other in order]
            order.insert(order.index(before[-1]) + 1 if before else 0, name)
    lines = []
    for name in order:
        own = next((all_[name] for all_ in (entries.target, entries.source) if name in all_ and all_[name].version == chosen[name]), None)
        own = own or entries.target[name]
        lines.append(own.line.replace(own.version, chosen[name]))
    ends = region.lines.map(lambda own: next((line.rstrip().endswith(",") for line in reversed(own) if line.strip()), None))
    if any(line.rstrip().endswith(",") for line in lines) or (len(lines) > 1 and region.path.endswith(".json")):
        last = ends.target if ends.target is not None else ends.source
        lines = [_comma(line, at + 1 < len(lines) or bool(last)) for at, line in enumerate(lines)]
    return tuple(lines)


def _comma(line: str, wanted: bool) -> str:
    text = line.rstrip()
    end = line[len(text) :]
    return text.rstrip(",") + ("," if wanted else "") + end
