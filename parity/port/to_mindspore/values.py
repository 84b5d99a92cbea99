"""Names of torch that are not called where they stand: dtypes, classes, functions passed on, constants."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.names import Names
from parity.port.project.torch_kinds import is_layer_class
from parity.port.rows.choose import rows_of, unlike
from parity.port.rows.dtypes import dtype_of
from parity.port.syntax.pieces import expression
from parity.port.to_mindspore import hints, initializers, layer_values
from parity.port.to_mindspore.layer_families import members_of

_CONSTANTS = {
    "torch.inf": 'float("inf")',
    "torch.nan": 'float("nan")',
    "torch.newaxis": "None",
    "torch.pi": "3.141592653589793",
}


def convert(ctx: Context, node: cst.Attribute | cst.Name, full: str, *, as_class: bool) -> cst.BaseExpression:
    """Convert a torch name as a value; a name that has no counterpart stays, marked.

    Args:
        ctx (Context): the file.
        node (Attribute | Name): as it is written.
        full (str): torch's full name.
        as_class (bool): what is meant is the class itself, as in ``isinstance``.
    """
    source = _source(ctx, full, as_class=as_class)
    if source is None:
        ctx.mark("NO-ROW" if not rows_of(full) else "VALUE", full, "nothing of MindSpore takes its place as a value")
        source = ctx.keep(node)
    else:
        ctx.done()
    return expression(source)


def function(ctx: Context, full: str) -> str | None:
    """Return what is written for a function of torch's as a value; None where nothing takes its place.

    Args:
        ctx (Context): the file.
        full (str): torch's full name.
    """
    return _source(ctx, full, as_class=False)


def _source(ctx: Context, full: str, *, as_class: bool) -> str | None:
    dtype = dtype_of(full)
    if dtype is not None:
        return ctx.spell(dtype)
    if full in _CONSTANTS:
        return _CONSTANTS[full]
    if is_layer_class(full) and full != "torch.nn.Module" and not members_of(full):
        return layer_values.as_class(ctx, full) if as_class else layer_values.as_value(ctx, full)
    if as_class and members_of(full):
        classes = dict.fromkeys(layer_values.as_class(ctx, name) or name for name in members_of(full))
        return f"({', '.join(classes)})" if len(classes) > 1 else next(iter(classes))
    if full.startswith(initializers.FIRST):
        return initializers.as_value(ctx, full)
    known = hints.name_of(ctx, full)
    if known is not None:
        return known
    for row in rows_of(full):
        if row.kind == "function" and row.status in {"same", "names"} and unlike(row) is None:
            return ctx.spell(row.mindspore)
    return None


class Values(Names):
    """Converts names that stand for themselves."""

    def value(self, full: str, node: cst.Attribute | cst.Name, *, as_class: bool) -> cst.BaseExpression:
        """Return what takes the place of a name of torch's."""
        return convert(self.ctx, node, full, as_class=as_class)
