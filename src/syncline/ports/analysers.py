"""Run a project's analyser in a clean tree, and keep what it said of a tree: trees do not change.

The cache is the user's own (``XDG_CACHE_HOME``), never the repository: an audit writes nothing there.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from syncline.core.analysis import Analyser
from syncline.core.errors import WorldError
from syncline.core.names import TreeId
from syncline.ports.blobcache import cache_home
from syncline.ports.files import write_whole
from syncline.ports.process import run

# Left to the child: what finds programs and their caches. Nothing that could be a secret.
_KEPT = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "XDG_CACHE_HOME",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "GOPATH",
    "GOCACHE",
    "GOROOT",
    "JAVA_HOME",
    "NODE_PATH",
)


def run_analyser(analyser: Analyser, folder: Path, files: Iterable[str]) -> str:
    """Run the command in ``folder`` and give back what it printed. Raises ``WorldError`` when it cannot be run or dies.

    Analysers end with a status other than zero when they find something; one above 2 without a word is a failure.
    """
    with tempfile.TemporaryDirectory(prefix="syncline-analyser-") as out:
        listed = sorted(files)
        command: list[str] = []
        for word in analyser.command:
            command += listed if word == "{files}" else [word.replace("{out}", out)]
        env = {name: os.environ[name] for name in _KEPT if name in os.environ}
        done = run(command, cwd=folder, env=env, timeout=analyser.timeout)
    text = (done.stdout + b"\n" + done.stderr if _on_both(analyser) else done.stdout).decode("utf-8", "surrogateescape")
    if done.status < 0 or (done.status > 0 and not text.strip()):
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise WorldError(f"it ended with status {done.status}{': ' + said[0] if said else ''}")
    return text


def _on_both(analyser: Analyser) -> bool:
    """Compilers complain on stderr; JSON must not be mixed with it."""
    return analyser.format.value in ("go-vet", "javac", "gcc", "tsc", "regex")


def recall(analyser: Analyser, tree: TreeId) -> str | None:
    """What the analyser printed of this tree another night, or ``None``."""
    with contextlib.suppress(OSError, ValueError):
        kept = json.loads(_place(analyser, tree).read_text("utf-8", "surrogateescape"))
        return kept if isinstance(kept, str) else None
    return None


def remember(analyser: Analyser, tree: TreeId, output: str) -> None:
    """Keep what an analyser printed of a tree; a cache that cannot be written is no reason to stop."""
    with contextlib.suppress(OSError):
        place = _place(analyser, tree)
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, json.dumps(output).encode())


def _place(analyser: Analyser, tree: TreeId) -> Path:
    key = hashlib.sha256(repr((analyser.name, analyser.command, analyser.format, analyser.paths, tree)).encode()).hexdigest()
    return Path(cache_home()) / "syncline" / "analysers" / f"{key}.json"
