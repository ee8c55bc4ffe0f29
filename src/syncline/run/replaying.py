"""``replay``: historic merges once more, resolved by the rules alone and compared with what people committed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from syncline.core.errors import SynclineError, UserError, WorldError
from syncline.core.merge import Merge
from syncline.core.names import CommitId, RepoPath, shown
from syncline.core.replay import Replayed, Skipped
from syncline.core.text import decode, split_lines
from syncline.core.tree import Version
from syncline.ports.git.history import merge_bases, merge_commit
from syncline.ports.git.repository import Repository, open_repository, resolve
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.ports.limit import time_limit
from syncline.ports.pool import cores, spread
from syncline.resolve.cascade import Answer, resolve_conflict
from syncline.resolve.filewise import Options
from syncline.resolve.words import telling
from syncline.run.merging import git_merge
from syncline.run.past import histories
from syncline.run.proving import broken, lost_in_safe
from syncline.run.resolving import contents_of, too_long
from syncline.syntax import language_of

# Merges that one workshop serves before a fresh one takes its place: what git writes while merging does not pile up.
_SHIFT = 100
# Seconds that one file may take.
LIMIT = 20.0


@dataclass(frozen=True, slots=True)
class Request:
    """What to replay and where to. ``repo_name`` puts everything into a folder ``<owner>+<name>``; ``limit`` is seconds a file;
    the last merges are those of ``tip``.
    """

    path: Path
    out: Path
    merges: Path | None = None
    last: int = 0
    repo_name: str = ""
    jobs: int = 0
    safe_only: bool = False
    limit: float = LIMIT
    tip: str = "HEAD"


@dataclass(frozen=True, slots=True)
class Told:
    """What came of one merge."""

    rows: tuple[Replayed, ...]
    skipped: Skipped | None = None


def replay(request: Request, wanted: Sequence[str]) -> Iterator[Told]:
    """Replay the merges in ``wanted``, in whatever order they get done. Each resolved path is written to its place under ``out``."""
    jobs = min(request.jobs or cores(), max(len(wanted), 1))
    yield from spread(partial(_one, request), wanted, jobs)


def wanted_merges(request: Request) -> tuple[str, ...]:
    """The merges a request speaks of, each once: one a line, or the ``merge_sha`` column of a table; or the last N of its tip.

    Where the table also has a ``repo`` column and the request names a repository, only its rows count.
    """
    if request.merges is None:
        return _last(open_repository(request.path), request.last, request.tip)
    try:
        lines = request.merges.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"cannot read {request.merges}: {error.strerror if isinstance(error, OSError) else 'not UTF-8'}") from error
    lines = [line for line in lines if line.strip()]
    head = lines[0].split("\t") if lines else []
    if "merge_sha" in head:
        rows = [dict(zip(head, line.split("\t"), strict=False)) for line in lines[1:]]
        if request.repo_name and "repo" in head:
            rows = [row for row in rows if row["repo"] == request.repo_name]
        lines = [row.get("merge_sha", "") for row in rows]
    elif any("\t" in line for line in lines):
        raise UserError(f"{request.merges}: a table needs a column 'merge_sha' in its first line")
    found = tuple(dict.fromkeys(line.strip() for line in lines if line.strip()))
    if not found:
        raise UserError(f"{request.merges}: names no merge" + (f" of {request.repo_name}" if request.repo_name else ""))
    return found


def _last(repository: Repository, count: int, tip: str) -> tuple[str, ...]:
    with open_workshop(repository) as workshop:
        head = resolve(repository, tip)
        raw = workshop.git(["rev-list", "--min-parents=2", "--max-parents=2", f"--max-count={count}", head])
    return tuple(raw.decode().split())


class _Bench:
    """The workshop of this process, renewed from time to time."""

    def __init__(self) -> None:
        self.stack = ExitStack()
        self.workshop: Workshop | None = None
        self.path: Path | None = None
        self.left = 0

    def take(self, path: Path) -> Workshop:
        """A workshop for the repository at ``path``."""
        if self.workshop is None or self.path != path or not self.left:
            self.stack.close()
            self.stack = ExitStack()
            self.workshop = self.stack.enter_context(open_workshop(open_repository(path)))
            self.path, self.left = path, _SHIFT
        self.left -= 1
        return self.workshop


_BENCH = _Bench()


def _one(request: Request, name: str) -> Told:
    """Replay one merge, in whichever process this is."""
    try:
        workshop = _BENCH.take(request.path)
        return Told(tuple(_conflicts(workshop, request, name)))
    except SynclineError as error:
        if error.exit_code not in (2, 4):
            raise
        return Told((), Skipped(shown(name), str(error)))


def _conflicts(workshop: Workshop, request: Request, name: str) -> Iterator[Replayed]:
    found = merge_commit(workshop, resolve(workshop.repository, name))
    merge = CommitId(found.commit.id)
    target, source = found.commit.parents
    bases = merge_bases(workshop, target, source)
    conflicts = git_merge(workshop, target, source, unrelated=not bases).merged.conflicts
    history = histories(workshop, Merge(target, source, target), bases, conflicts)
    committed = workshop.entries(merge, [conflict.path for conflict in conflicts]) if conflicts else {}
    for conflict in conflicts:
        contents = contents_of(workshop, conflict)
        past = history(conflict)
        began = time.process_time()
        try:
            with time_limit(request.limit):
                answer = resolve_conflict(conflict, contents, Options(safe_only=request.safe_only), history=past)
        except (TimeoutError, RecursionError):
            answer = too_long(conflict, request.limit)
        seconds = time.process_time() - began
        text = _text(workshop, answer)
        entry = committed.get(conflict.path)
        human = workshop.read(entry.oid) if entry is not None and entry.is_file else None
        if text is not None:
            _write(request, merge, conflict.path, text)
        yield Replayed(
            merge=merge,
            path=conflict.path,
            kind=conflict.kind.value,
            language=language_of(conflict.path),
            resolved=answer.complete,
            agrees=_same_words(text, human) if text is not None and human is not None else None,
            decisions=answer.decisions,
            seconds=seconds,
            broken=broken(conflict, contents, text) if text is not None else "",
            lost=lost_in_safe(conflict, contents, answer, text, past) if text is not None else 0,
        )


def _text(workshop: Workshop, answer: Answer) -> bytes | None:
    """What stands at the conflict's path, where the answer is whole."""
    if not answer.complete:
        return None
    for edit in answer.edits:
        if edit.path == answer.conflict.path:
            if edit.content is not None:
                return edit.content
            return workshop.read(edit.version.entry.oid) if isinstance(edit.version, Version) else None
    return None


def _same_words(mine: bytes, human: bytes) -> bool:
    return mine == human or telling(split_lines(decode(mine))) == telling(split_lines(decode(human)))


def _write(request: Request, merge: CommitId, path: RepoPath, data: bytes) -> None:
    parts = PurePosixPath(path).parts
    if path.startswith("/") or any(part in ("..", ".") or "\0" in part for part in parts):
        raise UserError(f"a path that would leave the folder: {shown(path)}")
    place = folder(request) / merge / path
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    except OSError as error:
        raise WorldError(f"cannot write {shown(str(place))}: {error.strerror}") from error


def folder(request: Request) -> Path:
    """Where the results of one repository go."""
    return request.out / request.repo_name.replace("/", "+") if request.repo_name else request.out
