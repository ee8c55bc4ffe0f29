"""``syncline explain``."""

from __future__ import annotations

import inspect

import click


@click.command("explain", short_help="Say what a name in the reports means")
@click.argument("rule")
def command(rule: str) -> int:
    """Print the page of RULE by its name in the reports: a resolver rule, an audit check, or what policy and preference are recorded as."""
    from syncline.audit.checks import CHECKS, Check, check_name
    from syncline.core.errors import UserError
    from syncline.core.ruled import RULED, meaning
    from syncline.resolve.rules import RULES, Rule, rule_name

    if (said := meaning(rule)) is not None:
        click.echo(f"{rule}\n\n{said}")
        return 0
    pages: dict[str, Rule | Check] = {**{rule_name(r): r for r in RULES}, **{check_name(c): c for c in CHECKS}}
    if rule not in pages:
        import difflib

        near = difflib.get_close_matches(rule, [*pages, *RULED], n=1)
        raise UserError(
            f"no rule or check '{rule}'"
            + (f"; did you mean '{near[0]}'?" if near else f"; there are {', '.join(sorted([*pages, *RULED]))}")
        )
    click.echo(f"{rule} ({pages[rule].STATUS.value})\n\n{inspect.getdoc(pages[rule])}")
    return 0
