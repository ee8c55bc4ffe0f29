"""The user's own configuration of merge drivers: written only on request, read by git."""

from __future__ import annotations

from pathlib import Path

from syncline.core.errors import WorldError
from syncline.ports.files import write_whole
from syncline.ports.git.command import demand, environment, git, last_line
from syncline.ports.git.repository import Repository
from syncline.ports.process import run

_MARK = "# syncline merge driver"


def merge_file(base: Path, current: Path, other: Path) -> int:
    """git's own merge of three files into ``current``, with diff3 markers: how many conflicts it left. Raises ``WorldError`` where it cannot."""
    labels = [word for label in ("ours", "base", "theirs") for word in ("-L", label)]
    output = run(["git", "merge-file", "--diff3", *labels, "--", str(current), str(base), str(other)], env=environment())
    if not 0 <= output.status <= 127:
        raise WorldError(f"git cannot merge {current.name}: {last_line(output.stderr)}")
    return output.status


def install_driver(repository: Repository, name: str, title: str, command: str, pattern: str) -> Path:
    """Name a driver in the repository's configuration and give it the paths of ``pattern`` in ``info/attributes``, which is in no commit.

    What stands in that file stays; doing it twice changes nothing. Gives the attributes file.
    """
    for key, value in ((f"merge.{name}.name", title), (f"merge.{name}.driver", command)):
        demand(git(["config", "--local", key, value], git_dir=repository.common_dir), "writing the configuration")
    place = repository.common_dir / "info" / "attributes"
    kept = _without(place)
    _write(place, [*kept, _MARK, f"{pattern} merge={name}"])
    return place


def remove_driver(repository: Repository, name: str) -> None:
    """Take the driver out of the configuration and out of ``info/attributes``; both may be without it."""
    git(["config", "--local", "--remove-section", f"merge.{name}"], git_dir=repository.common_dir)
    place = repository.common_dir / "info" / "attributes"
    if place.exists():
        _write(place, _without(place))


def _without(place: Path) -> list[str]:
    """The lines of the file but for our mark and the line behind it."""
    try:
        lines = place.read_text("utf-8", "surrogateescape").splitlines() if place.exists() else []
    except OSError as error:
        raise WorldError(f"cannot read {place}: {error.strerror}") from error
    kept: list[str] = []
    ours = False
    for line in lines:
        if not ours and line != _MARK:
            kept.append(line)
        ours = line == _MARK
    return kept


def _write(place: Path, lines: list[str]) -> None:
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, "".join(line + "\n" for line in lines).encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise WorldError(f"cannot write {place}: {error.strerror}") from error
