"""`ms2torch api`: a row of the mapping table, in words."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from cli._options import debug_option

_MOST = 4


@click.command(short_help="Look up a name in the other framework.")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the rows as JSON.")
@click.option("--all", "whole", is_flag=True, help="Print every counterpart in full.")
@click.option("--html", "folder", metavar="DIR", help="Write the whole table as pages with a search into DIR.")
@debug_option
def api(name: str | None, as_json: bool, whole: bool, folder: str | None) -> None:
    """Show what NAME is in the other framework: arguments, weights, differences.

    NAME is a name of either framework as people write it: Conv2d, nn.Dense, F.interpolate, x.view, .permute,
    optim.AdamW, torch.nn.Linear.
    """
    if folder is not None:
        _write_pages(Path(folder))
        if name is None:
            return
    if name is None:
        raise click.UsageError("NAME is missing, or --html DIR", click.get_current_context())
    from mappings import UnknownNameError
    from parity.lookup.find import find

    try:
        rows = find(name)
    except UnknownNameError as error:
        raise click.ClickException(str(error)) from error
    from parity.lookup.document import document
    from parity.lookup.words import entry

    if as_json:
        data = [asdict(document(entry(row))) for row in rows]
        click.echo(json.dumps(data, indent=1, ensure_ascii=False))
        return
    from parity.lookup.text import lines

    shown = rows if whole else rows[:_MOST]
    for number, row in enumerate(shown):
        click.echo("" if number == 0 else "\n", nl=False)
        for line in lines(entry(row)):
            click.echo(line)
    if len(shown) < len(rows):
        rest = ", ".join(f"{row.torch} -> {row.mindspore}" for row in rows[len(shown) :])
        click.echo(f"\nalso (--all): {rest}")


def _write_pages(folder: Path) -> None:
    from parity.lookup.pages import write_pages

    try:
        count = write_pages(folder)
    except OSError as error:
        raise click.ClickException(f"--html: cannot write into {folder}: {error.strerror}") from error
    click.echo(f"{count} pages written to {folder / 'index.html'}")
