"""What ``init`` found and wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from syncline.core.names import shown
from syncline.core.premises import Premises


def begun_data(found: Premises, files: Mapping[str, str], written: Sequence[Path]) -> dict[str, Any]:
    """As ``syncline.init/1``."""
    flow = found.flow
    return {
        "schema": "syncline.init/1",
        "flow": {
            "source": shown(flow.source),
            "target": shown(flow.target),
            "ahead": flow.ahead,
            "behind": flow.behind,
            "syncs": [{"commit": c.id, "subject": shown(c.subject)} for c in flow.syncs],
        },
        "codeowners": found.codeowners or None,
        "locks": [{"path": lock.path, "manifest": lock.manifest, "command": list(lock.command)} for lock in found.locks],
        "tools": [{"command": shown(tool.command), "named_in": shown(tool.where)} for tool in found.tools],
        "providers": list(found.providers),
        "kept": list(found.taken),
        "files": dict(files),
        "written": [str(path) for path in written],
    }


def print_begun(console: Console, found: Premises, files: Mapping[str, str], written: Sequence[Path]) -> None:
    """What was found in a few lines, then what was written; or the files themselves where nothing was."""
    flow = found.flow
    if not written:
        for name, text in files.items():
            console.print(Text(f"# ---- {name}", style="dim"))
            console.print(Text(text), soft_wrap=True)
        if not files:
            console.print(Text("everything is there already; nothing was written"))
        return
    if flow.alone:
        console.print(
            Text(
                f"no branch was found that flows into another ({shown(flow.target)} is the default); name source and target in syncline.toml",
                style="yellow",
            )
        )
    else:
        console.print(
            Text(f"{shown(flow.source)} flows into {shown(flow.target)}: {flow.ahead} commits wait, {flow.behind} are the target's own")
        )
    said = {
        "earlier syncs": str(len(flow.syncs)) if flow.syncs else "",
        "owners": found.codeowners,
        "lock files": ", ".join(lock.path for lock in found.locks),
        "CI": ", ".join(found.providers),
        "commands": ", ".join(shown(tool.command) for tool in found.tools[:6]),
    }
    for name, what in said.items():
        console.print(Text(f"  {name}: {what or 'none found'}", style="" if what else "dim"), soft_wrap=True)
    for path in written:
        console.print(Text(f"wrote {shown(str(path))}", style="bold green"), soft_wrap=True)
    for name in found.taken:
        console.print(Text(f"kept  {name}, which was there already"))
    first = "name source and target in syncline.toml" if flow.alone else "read syncline.toml"
    console.print(Text(f"next: {first}, commit it to the target, then: syncline plan"))
