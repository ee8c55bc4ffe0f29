"""The names in reports and records that are neither a rule nor a check: preferences and policy, and what each does."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_PREFERRED = """No rule answered the conflict, and the {side}'s text was kept by preference (--prefer, or 'prefer' in syncline.toml).

The {other}'s text of that place is not in the merge. It is recorded as overruled, listed by the commit that wrote it (rule-costs), and its
owner is asked."""

# What each name means, as ``explain`` prints it. ``class-…`` stands for every class of paths.
RULED: Mapping[str, str] = MappingProxyType(
    {
        "prefer-target": _PREFERRED.format(side="target", other="source"),
        "prefer-source": _PREFERRED.format(side="source", other="target"),
        "file-location": "One side renamed a folder to which the other added a file: the file stays where git suggests, in the renamed folder.",
        "needed-file": "One side lacks a file that no commit of it deleted, and something in the merge loads it: it comes back ([files]).",
        "deleted-on-purpose": (
            "A commit of one side, no merge, deleted the file, and nothing in the merge loads it: it stays deleted ([files]).\n\n"
            "What the other side changed in it is recorded as overruled, and its owner is asked."
        ),
        "dead-file": "Only a merge deleted the file, and nobody names it, not even in the tree that has it: it is left out ([files]).",
        "tests-union": "A test of code that is still there, which one side lacks: no test of either side disappears ([tests]).",
        "class-…": "Files of a class that both sides changed are taken whole from one side ([classes] in syncline.toml, 'strategy').",
        "workflow-held-back": (
            "The source's version of a CI workflow would gain a secret, a permission, a trigger or another action.\n\n"
            "It stays as the target has it until an [[override]] confirms it (workflow-gains-privilege)."
        ),
        "override": "Paths taken from one side, with a reason, an end and a check ([[override]]). One that is over is not applied (override-lapsed).",
        "group": "Files that only make sense together, all taken from one side ([[group]]; group-split).",
        "protected-path": "A protected path stays byte-identical to the target, deleted where the target deleted it ('protected').",
        "regenerated": "A file that a command wrote anew in a clean tree of the merged result ([[regenerate]]; regeneration-failed).",
    }
)


def meaning(name: str) -> str | None:
    """What a name means; ``None`` where it is none of these."""
    return RULED.get("class-…" if name.startswith("class-") else name)
