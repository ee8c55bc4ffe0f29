"""The command line: one file per verb. Heavy imports happen inside the verbs, so that ``--help`` is quick."""

from __future__ import annotations

import importlib

import click

from syncline import __version__
from syncline.cli.failing import guarded

# verb → its line in the overview. Its module is ``syncline.cli.<verb>`` and holds a click command of the same name.
_VERBS = {
    "init": "Look at the repository, write a commented syncline.toml and a CI workflow",
    "plan": "Say what would come, from whom, and what it will cost",
    "sync": "Merge source into target, account for every change, commit on a branch of its own",
    "takeover": "Finish by hand, in a work tree of its own, what no rule answers",
    "stack": "Merge the source in portions, each on a branch on top of the one before",
    "audit": "Account for an existing merge commit, whoever made it",
    "publish": "Turn a branch that sync made into one pull request, and keep it so",
    "pause": "Leave a published branch alone for a while",
    "resume": "End a pause",
    "abort": "Withdraw the pull request and its branch",
    "config": "Print the configuration in force, and where each value comes from",
    "demo": "Build a small diverged repository, sync it and show the report",
    "replay": "Resolve historic merges again by the rules alone, and compare",
    "learn": "Remember how past merges resolved their conflicts",
    "merge-driver": "Merge one file for git; see install-driver",
    "install-driver": "Make git use the rules in every merge, rebase and cherry-pick here",
    "explain": "Say what a name in the reports means",
}


class _Verbs(click.Group):
    """Loads a verb when it is called; the overview needs none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(_VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in _VERBS:
            return None
        command = importlib.import_module(f"syncline.cli.{cmd_name.replace('-', '_')}").command
        return command if isinstance(command, click.Command) else None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _VERBS and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], _VERBS, n=1)
            ctx.fail(f"no such verb: {args[0]}" + (f"; did you mean '{near[0]}'?" if near else f"; there are {', '.join(_VERBS)}"))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Verbs"):
            formatter.write_dl(list(_VERBS.items()))


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, "--version", prog_name="syncline")
def program() -> None:
    """Keep two long-lived branches (or a fork and its upstream) in sync, and account for every change of both sides.

    Exit codes: 0 done or nothing to do · 1 blocked: open blockers or unresolved conflicts · 2 usage or configuration · 3 a bug of ours ·
    4 git or the network failed · 130 interrupted.
    """


def main() -> None:
    """The entry point of the ``syncline`` command."""
    guarded(program)
