"""`ms2torch rules` and `ms2torch rule CODE`: what a finding of `compare` means."""

from __future__ import annotations

import click

from cli._options import debug_option


@click.command(short_help="List the rules by which findings are named.")
@debug_option
def rules() -> None:
    """List the rules by which `compare` names what it finds."""
    from parity.rules import RULES

    explanations = [entry.explain() for entry in RULES]
    width = max(len(explanation.code) for explanation in explanations)
    for explanation in explanations:
        click.echo(f"{explanation.code:{width}}  {explanation.summary}")


@click.command(short_help="Explain a rule, with an example.")
@click.argument("code")
@debug_option
def rule(code: str) -> None:
    """Explain the rule CODE: what it finds, why it matters, an example, and what to write instead."""
    import difflib

    from parity.rules import CODES, rule as find_rule

    try:
        explanation = find_rule(code).explain()
    except KeyError:
        close = difflib.get_close_matches(code, CODES, n=3)
        hint = f"did you mean {', '.join(close)}?" if close else "`ms2torch rules` lists them"
        raise click.ClickException(f"there is no rule {code!r}; {hint}") from None
    click.echo(f"{explanation.code}: {explanation.summary}")
    for heading, section in explanation.sections.items():
        click.echo(f"\n{heading}")
        for line in section.splitlines():
            if not line.startswith("```"):
                click.echo(f"    {line}".rstrip())
