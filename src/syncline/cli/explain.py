"""``syncline explain``."""

from __future__ import annotations

import inspect

import click


@click.command("explain", short_help="Print the page of a rule or check")
@click.argument("rule")
def command(rule: str) -> int:
    """Print the page of RULE, a resolver rule or an audit check, by its name in the reports."""
    from syncline.audit.checks import CHECKS, Check, check_name
    from syncline.core.errors import UserError
    from syncline.resolve.rules import RULES, Rule, rule_name

    pages: dict[str, Rule | Check] = {**{rule_name(r): r for r in RULES}, **{check_name(c): c for c in CHECKS}}
    if rule not in pages:
        import difflib

        near = difflib.get_close_matches(rule, pages, n=1)
        raise UserError(
            f"no rule or check '{rule}'" + (f"; did you mean '{near[0]}'?" if near else f"; there are {', '.join(sorted(pages))}")
        )
    click.echo(f"{rule} ({pages[rule].STATUS.value})\n\n{inspect.getdoc(pages[rule])}")
    return 0
