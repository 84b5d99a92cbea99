"""`ms2torch api`: a row of the mapping table, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from cli._options import debug_option

if TYPE_CHECKING:
    from mappings.model import Param, Row, Weight

_KIND_MEANS = {
    "same": "the same, nothing to change",
    "names": "the same, under other names",
    "defaults": "a default differs",
    "different": "the same arguments mean something else",
    "partial": "MindSpore has no counterpart for some arguments",
}


@click.command()
@click.argument("name")
@debug_option
def api(name: str) -> None:
    """Show what NAME is in the other framework: arguments, weights, differences.

    NAME is a name of either framework, short or dotted: Conv2d, nn.Dense, torch.nn.Linear, ops.std, F.gelu.
    """
    from mappings import UnknownNameError, find

    try:
        rows = find(name)
    except UnknownNameError as error:
        raise click.ClickException(str(error)) from error
    for number, row in enumerate(rows):
        click.echo("" if number == 0 else "\n", nl=False)
        for line in row_lines(row):
            click.echo(line)


def row_lines(row: Row) -> Iterator[str]:
    """Yield a row of the table as lines of text."""
    yield f"{row.torch}  ->  {row.mindspore}"
    yield f"  {row.kind}: {_KIND_MEANS[row.status]}"
    if row.advice:
        yield f"  {row.advice}"
    yield from _table("argument", [_argument(param) for param in row.params])
    yield from _table("weight", [(w.torch or "-", w.mindspore or "-", _layout(w)) for w in row.weights])
    yield from _table(
        "initial", [(law.weight, f"{law.torch} / {law.mindspore}", "") for law in row.init if not law.same]
    )
    for difference in row.differences:
        where = f"{difference.argument}; shows in {difference.shows}, {difference.loudness}"
        yield f"  differs ({where}): {difference.fact}"
        if difference.fix:
            yield f"    write: {difference.fix}"
    if row.cases:
        yield f"  shown by {len(row.cases)} executed case{'s' if len(row.cases) > 1 else ''}"


def _table(title: str, rows: list[tuple[str, str, str]]) -> Iterator[str]:
    """Yield three columns, as wide as they need to be."""
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(2)]
    for left, right, remark in rows:
        line = f"  {title:9}{left:{widths[0]}}  ->  {right:{widths[1]}}"
        yield f"{line}  {remark}".rstrip()


def _argument(param: Param) -> tuple[str, str, str]:
    transform = param.transform if param.transform != "identity" else ""
    if param.transform_argument:
        transform = f"{transform}:{param.transform_argument}"
    left = _with_default(param.torch, param.torch_default)
    right = _with_default(param.mindspore, param.mindspore_default)
    return left, right, f"({transform})" if transform else ""


def _with_default(name: str | None, default: object) -> str:
    from mappings.model import REQUIRED

    if name is None:
        return "-"
    return name if default is REQUIRED else f"{name}={default!r}"


def _layout(weight: Weight) -> str:
    if weight.mindspore is None:
        return "(not copied)"
    return f"({weight.layout})" if weight.layout else ""
