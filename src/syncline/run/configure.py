"""Find the configuration that is in force: a named file, or the target revision's own."""

from __future__ import annotations

from pathlib import Path

from syncline.config import Config, parse_config, parse_pyproject
from syncline.core.errors import UserError
from syncline.core.names import CommitId, RepoPath
from syncline.core.text import decode
from syncline.ports.git.repository import open_repository, resolve
from syncline.ports.git.workshop import Workshop, open_workshop


def load_config(workshop: Workshop, target: CommitId | None, named: Path | None) -> Config:
    """Configuration may name commands, so it comes from ``--config FILE`` or the target revision; never from the source or the work tree."""
    if named is not None:
        return read_config_file(named)
    if target is None:
        return Config()
    entries = workshop.entries(target, (RepoPath("syncline.toml"), RepoPath("pyproject.toml")))
    for name in ("syncline.toml", "pyproject.toml"):
        entry = entries.get(RepoPath(name))
        if entry is None or not entry.is_file:
            continue
        text = decode(workshop.read(entry.oid))
        origin = f"{name} at {target[:10]}"
        config = parse_config(text, origin) if name == "syncline.toml" else parse_pyproject(text, origin) if "syncline" in text else None
        if config is not None:
            return config
    return Config()


def config_in_force(path: Path, target: str, named: Path | None) -> Config:
    """The configuration that ``sync`` would use: of ``--config FILE``, of ``target``, or of the target that HEAD's own file names."""
    if named is not None:
        return read_config_file(named)
    with open_workshop(open_repository(path)) as workshop:
        here = load_config(workshop, resolve(workshop.repository, target or "HEAD"), None)
        if target or not here.target:
            return here
        return load_config(workshop, resolve(workshop.repository, here.target), None)


def read_config_file(named: Path) -> Config:
    """Read ``--config FILE``. Raises ``UserError`` when it cannot be read."""
    try:
        text = named.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(
            f"cannot read the configuration {named}: {error.strerror if isinstance(error, OSError) else 'not UTF-8'}"
        ) from error
    if named.name == "pyproject.toml":
        return parse_pyproject(text, str(named)) or Config(origin=str(named))
    return parse_config(text, str(named))
