"""Names of MindSpore that are not called where they stand: dtypes, classes, functions passed on, constants."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.hints import Hints
from parity.port.engine.names import Names
from parity.port.rows.arguments import Refused
from parity.port.syntax.pieces import expression
from parity.port.syntax.walking import children
from parity.port.to_torch import calls, layers
from parity.port.to_torch.context import TorchContext
from parity.port.to_torch.live import CELLS, canonical, is_cell_class, live

_DTYPES = frozenset({
    "bool_", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float16", "float32", "float64",
    "bfloat16", "complex64", "complex128",
})  # fmt: skip
_PLAIN = {
    "mindspore.Tensor": "torch.Tensor",
    "mindspore.Parameter": "torch.nn.Parameter",
    "mindspore.inf": 'float("inf")',
    "mindspore.numpy.inf": 'float("inf")',
    "mindspore.numpy.pi": "3.141592653589793",
    "mindspore.numpy.newaxis": "None",
    "mindspore.Type": "torch.dtype",
    "mindspore.ParameterTuple": "tuple",
    "mindspore.GRAPH_MODE": "0",
    "mindspore.PYNATIVE_MODE": "1",
    "mindspore.context.GRAPH_MODE": "0",
    "mindspore.context.PYNATIVE_MODE": "1",
}


def dtype_of(full: str) -> str | None:
    """Return torch's full name of a MindSpore dtype (``mindspore.bool_`` -> ``torch.bool``); None if it is none."""
    home, _, name = full.rpartition(".")
    if home not in {"mindspore", "mindspore.dtype", "mindspore.common.dtype", "mindspore.numpy"} or name not in _DTYPES:
        return None
    return "torch." + name.removesuffix("_")


def name_of(ctx: TorchContext, full: str, *, as_class: bool) -> str | None:
    """Return how a MindSpore name is written as a value; None where torch has none.

    Args:
        ctx (TorchContext): the file.
        full (str): MindSpore's name.
        as_class (bool): what is meant is the class itself, as in ``isinstance``.

    Raises:
        Refused: if torch's counterpart cannot be called so.
    """
    full = canonical(full)
    dtype = dtype_of(full)
    if dtype is not None:
        return ctx.spell(dtype)
    if full == "mindspore.__version__":  # that by whose rules the file was read
        return repr(live(full))  # in single quotes: it may stand in an f-string
    if full in _PLAIN:
        target = _PLAIN[full]
        return ctx.spell(target) if target.startswith("torch.") else target
    if full in CELLS:
        return ctx.spell("torch.nn.Module")
    if is_cell_class(full):
        return layers.as_class(ctx, full) if as_class else layers.as_value(ctx, full)
    return None if as_class else calls.function(ctx, full)


def convert(ctx: TorchContext, node: cst.Attribute | cst.Name, full: str, *, as_class: bool) -> cst.BaseExpression:
    """Convert a MindSpore name as a value; a name that has no counterpart stays, marked."""
    reason = "nothing of torch takes its place as a value"
    try:
        source = name_of(ctx, full, as_class=as_class)
    except Refused as error:
        source, reason = None, str(error)
    if source is None:
        ctx.mark("VALUE", full, reason)
        return expression(ctx.keep(node))
    ctx.done()
    return expression(source)


def in_hint(ctx: TorchContext, full: str) -> str | None:
    """Return how the type of a hint is written; None where torch has none."""
    try:
        return name_of(ctx, full, as_class=True)
    except Refused:
        return None


def is_convertible(ctx: TorchContext, node: cst.CSTNode) -> bool:
    """Tell whether every MindSpore name of a hint has one in torch."""
    if isinstance(node, (cst.Name, cst.Attribute)):
        full = ctx.scopes.full(node)
        if full:
            return not ctx.is_source(full) or in_hint(ctx, full) is not None
    return all(is_convertible(ctx, part) for part in children(node))


class Values(Names):
    """Converts names that stand for themselves."""

    def value(self, full: str, node: cst.Attribute | cst.Name, *, as_class: bool) -> cst.BaseExpression:
        """Return what takes the place of a name of MindSpore's."""
        return convert(self.ctx, node, full, as_class=as_class)


class MindSporeHints(Hints):
    """Converts hints of MindSpore's types."""

    def is_convertible(self, node: cst.CSTNode) -> bool:
        """Tell whether torch has every type that a hint names."""
        return is_convertible(self.ctx, node)

    def name_of(self, full: str) -> str | None:
        """Return how a type is written."""
        return in_hint(self.ctx, full)
