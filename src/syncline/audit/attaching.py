"""What broke because a definition was lost belongs to that loss: one finding for one cause.

The checks of the ledger and those of the seam know nothing of each other; here their findings meet. Nothing is dropped: the places that broke
are added to the loss, with what was said of them, and it blocks where they would have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from syncline.core.finding import Evidence, Finding, Origin, Role, Scope, Severity
from syncline.core.names import CommitId

_SEVERITIES = tuple(Severity)
_SCOPES = tuple(Scope)
# For these the last word of the name has to do: the class, if any, is not known.
_BY_LAST_WORD = frozenset({"reader-without-option", "test-of-removed-code"})


def attached(losses: Iterable[Finding], breaks: Iterable[Finding]) -> list[Finding]:
    """All findings; those of ``breaks`` whose cause is one of ``losses`` have become part of it."""
    causes = list(losses)
    belonging: dict[int, list[Finding]] = {}
    alone = []
    for one in breaks:
        path, names = _cause(one)
        at = next((n for n, loss in enumerate(causes) if path and names and _lost(loss, path, names, one.check)), None)
        if at is None:
            alone.append(one)
        else:
            belonging.setdefault(at, []).append(one)
    return [*(_with(loss, belonging[n]) if n in belonging else loss for n, loss in enumerate(causes)), *alone]


def _cause(one: Finding) -> tuple[str, tuple[str, ...]]:
    """The file and the definitions of which a finding says that they are gone; empty where it says nothing of the kind."""
    told = one.evidence
    match one.check:
        case "removed-name-still-imported":
            return _text(told.get("module")), (_text(told.get("name")),)
        case "removed-attribute-still-used":
            return _text(told.get("file")), (f"{_text(told.get('class'))}.{_text(told.get('name'))}",)
        case "reader-without-option":
            return _text(told.get("defined in")), (_text(told.get("name")),)
        case "test-of-removed-code":
            return _text(told.get("holder")), (_text(told.get("name")),)
        case "undefined-name":
            return str(one.path), _texts(told.get("names"))
        case _:
            return "", ()


def _lost(loss: Finding, path: str, names: Sequence[str], check: str) -> bool:
    """True when a loss holds all of the definitions of that file, or is that of the whole file."""
    files, gone = _texts(loss.evidence.get("files")), _texts(loss.evidence.get("definitions"))
    if loss.check == "lost-file" and any(_is(file, path) for file in files):
        return True
    if path not in files:
        return False
    if check in _BY_LAST_WORD:
        gone = tuple(name.rpartition(".")[2] for name in gone)
    return set(names) <= set(gone)


def _is(file: str, module: str) -> bool:
    """True when a dotted name, or a path, means the file."""
    dotted = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    wanted = module.lstrip(".")
    return file == module or (bool(wanted) and "/" not in module and f".{dotted}".endswith(f".{wanted}"))


def _with(loss: Finding, broken: Sequence[Finding]) -> Finding:
    fresh = dict.fromkeys(place for one in broken for place in one.places if place not in loss.places)
    what = "place needs" if len(fresh) == 1 else "places need"
    told: tuple[Evidence, ...] = tuple(
        {"check": one.check, "path": one.path, "line": one.line, "symbol": one.symbol, "message": one.message} for one in broken
    )
    proposals = [one.proposal for one in broken if one.proposal]
    # Those of the breaks may have been asked for already, or not yet.
    origin: dict[tuple[Role, CommitId], Origin] = {}
    for one in (loss, *broken):
        for told_by in one.origin:
            origin.setdefault((told_by.role, told_by.commit.id), told_by)
    return replace(
        loss,
        severity=min((loss.severity, *(one.severity for one in broken)), key=_SEVERITIES.index),
        scope=min((loss.scope, *(one.scope for one in broken)), key=_SCOPES.index),
        message=f"{loss.message}; {len(fresh)} {what} what is gone" if fresh else loss.message,
        places=(*loss.places, *fresh),
        proposal=loss.proposal or next(iter(proposals), None),
        evidence={**loss.evidence, "breaks": told},
        content=(*loss.content, *(f"{place.path}:{place.text}" for place in fresh)),
        origin=tuple(origin.values()),
        asks=(*loss.asks, *(ask for one in broken for ask in one.asks)),
    )


def _text(value: Evidence) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: Evidence) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, tuple) else ()
