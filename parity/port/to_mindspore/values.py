"""Names of torch that are not called where they stand: dtypes, classes, functions passed on, constants."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Engine, Pass, Stage, converting_name, entering
from parity.port.project.torch_kinds import is_layer_class
from parity.port.rows.choose import rows_of, unlike
from parity.port.rows.dtypes import dtype_of
from parity.port.syntax.pieces import expression, text
from parity.port.to_mindspore import hints, layer_values

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


def _source(ctx: Context, full: str, *, as_class: bool) -> str | None:
    dtype = dtype_of(full)
    if dtype is not None:
        return ctx.spell(dtype)
    if full in _CONSTANTS:
        return _CONSTANTS[full]
    if is_layer_class(full) and full != "torch.nn.Module":
        return layer_values.as_class(ctx, full) if as_class else layer_values.as_value(ctx, full)
    known = hints.name_of(ctx, full)
    if known is not None:
        return known
    for row in rows_of(full):
        if row.kind == "function" and row.status in {"same", "names"} and unlike(row) is None:
            return ctx.spell(row.mindspore)
    return None


class Values(Pass):
    """Converts names that stand for themselves."""

    stage = Stage.TABLE

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.classes: set[int] = set()  # names that stand for the class itself

    @entering(cst.Call)
    def enter_call(self, node: cst.Call) -> None:
        """Know the classes that objects are asked about."""
        if isinstance(node.func, cst.Name) and node.func.value in {"isinstance", "issubclass"} and len(node.args) == 2:
            given = node.args[1].value
            nodes = [e.value for e in given.elements] if isinstance(given, cst.Tuple) else [given]
            self.classes |= {id(entry) for entry in nodes}

    @entering(cst.Comparison)
    def enter_comparison(self, node: cst.Comparison) -> None:
        """Know the classes that types are compared with."""
        if isinstance(node.left, cst.Call) and text(node.left.func) == "type":
            self.classes |= {id(target.comparator) for target in node.comparisons}

    @converting_name
    def name(self, full: str, original: cst.Attribute | cst.Name, updated: cst.BaseExpression) -> cst.BaseExpression:
        """Convert a name."""
        del updated
        return convert(self.ctx, original, full, as_class=id(original) in self.classes)
