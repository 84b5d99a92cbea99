"""Tensors and Parameters made from data: ``torch.tensor([1.0])``, ``torch.Tensor(2, 3)``, ``nn.Parameter(x)``."""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Engine, Pass, converting_call, entering
from parity.port.project.kinds import NUMBER, SHAPE
from parity.port.project.torch_kinds import kind_of
from parity.port.syntax.pieces import NotLiteral, argument, arranged, expression, is_starred, literal, operand, text

_FROM_DATA = frozenset({"torch.tensor", "torch.as_tensor", "torch.asarray", "torch.scalar_tensor"})
_DROPPED = frozenset({"device", "requires_grad", "pin_memory", "copy"})
PARAMETERS = frozenset({"torch.nn.Parameter", "torch.nn.parameter.Parameter"})
"""What makes a Parameter."""
_VARIABLES = frozenset({"torch.autograd.Variable", "torch.autograd.variable.Variable"})
# What makes a tensor that has no graph.
_NEW = frozenset({"torch.from_numpy", "torch.zeros", "torch.ones", "torch.full", "torch.rand", "torch.randn"})
# The classes of torch that are called with data or sizes, and the dtype of what they make.
_CLASSES: Mapping[str, str] = {
    "torch.Tensor": "float32",
    "torch.FloatTensor": "float32",
    "torch.DoubleTensor": "float64",
    "torch.HalfTensor": "float16",
    "torch.IntTensor": "int32",
    "torch.LongTensor": "int64",
    "torch.BoolTensor": "bool_",
    "torch.ByteTensor": "uint8",
}


def convert(
    ctx: Context, full: str, original: cst.Call, call: cst.Call, *, of_weight: bool
) -> cst.BaseExpression | None:
    """Convert a call that makes a tensor from data; None for another call.

    Args:
        ctx (Context): the file.
        full (str): torch's full name.
        original (Call): as it was.
        call (Call): with its arguments converted.
        of_weight (bool): a Parameter is made of it.
    """
    if is_starred(call.args):
        return None
    if full in _FROM_DATA and call.args:
        args = [entry for entry in call.args if entry.keyword is None or entry.keyword.value not in _DROPPED]
        args = [_plain_data(entry) if number == 0 else entry for number, entry in enumerate(args)]
        ctx.done()
        return arranged(call.with_changes(func=expression(ctx.spell("mindspore.tensor"))), args)
    if full == "torch.from_numpy" and len(call.args) == 1:
        ctx.done()
        return call.with_changes(func=expression(f"{ctx.spell('mindspore.Tensor')}.from_numpy"))
    if full in _VARIABLES:
        return _variable(ctx, original, call)
    if full == "torch.full":
        return _full(ctx, original, call)
    if full == "torch.range":
        return _range(ctx, call)
    if full in _CLASSES:
        return _of_class(ctx, _CLASSES[full], original, call, of_weight=of_weight)
    return None


def _variable(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert ``Variable(x)``, which is x without the graph that it came out of."""
    if len(call.args) != 1 or (call.args[0].keyword is not None and call.args[0].keyword.value != "data"):
        return None
    ctx.done()
    inner, made = original.args[0].value, call.args[0].value
    made_of = ctx.scopes.full(inner.func) if isinstance(inner, cst.Call) else ""
    if made_of in _NEW or made_of in _FROM_DATA or made_of in _CLASSES:
        return made
    return expression(f"{ctx.spell('mindspore.ops.stop_gradient')}({text(made).strip()})")


def parameter(ctx: Context, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert the making of a Parameter, whose second argument is its name in MindSpore; None for another call.

    Args:
        ctx (Context): the file.
        full (str): torch's full name.
        original (Call): as it was.
        call (Call): with its arguments converted.
    """
    del original
    if full not in PARAMETERS:
        return None
    args = [_plain_data(entry) for entry in call.args]
    if len(args) > 1 and args[1].keyword is None and not args[1].star:
        args[1] = argument(args[1].value, "requires_grad").with_changes(comma=args[1].comma)
    ctx.done()
    return call.with_changes(func=expression(ctx.spell("mindspore.Parameter")), args=args)


def _plain_data(entry: cst.Arg) -> cst.Arg:
    if entry.keyword is not None and entry.keyword.value == "data":
        return entry.with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT)
    return entry


def _of_class(
    ctx: Context, dtype: str, original: cst.Call, call: cst.Call, *, of_weight: bool
) -> cst.BaseExpression | None:
    """Convert ``torch.Tensor(data)``, and ``torch.Tensor(2, 3)``, which is as good as zeros."""
    kinds = [kind_of(entry.value, ctx.scopes) for entry in original.args]
    sizes = (bool(kinds) and all(kind == NUMBER for kind in kinds)) or _are_sizes(original)
    written = ctx.spell(f"mindspore.{dtype}")
    unsure = kinds == [""]
    sizes |= unsure and of_weight
    if unsure:
        taken, other = ("a size", "data") if sizes else ("data", "a size")
        ctx.mark(
            "DIFFERENT", "torch.Tensor", f"{text(original.args[0].value)} is taken to be {taken}; it may be {other}"
        )
    if sizes or kinds == [SHAPE]:
        ctx.done()
        inner = text(call.args[0].value) if len(kinds) == 1 else f"({', '.join(text(a.value) for a in call.args)})"
        return expression(f"{ctx.spell('mindspore.ops.zeros')}({inner}, dtype={written})")
    if len(call.args) != 1:
        return None
    ctx.done()
    args = [*call.args, argument(written, "dtype")]
    return arranged(call.with_changes(func=expression(ctx.spell("mindspore.Tensor"))), args)


def _are_sizes(call: cst.Call) -> bool:
    """Tell whether arguments are sizes whatever they are: data are one argument."""
    return len(call.args) > 1 and not any(entry.keyword is not None or entry.star for entry in call.args)


def _range(ctx: Context, call: cst.Call) -> cst.BaseExpression | None:
    """Convert ``torch.range(start, end, step)``, which includes its end and gives floats, to an ``arange``."""
    names = ("start", "end", "step")
    positional = sum(entry.keyword is None for entry in call.args)
    given = {a.keyword.value if a.keyword is not None else names[min(n, 2)]: a.value for n, a in enumerate(call.args)}
    if not {"start", "end"} <= set(given) or positional > len(names) or set(given) - {*names, "dtype", *_DROPPED}:
        return None
    dtype = text(given["dtype"]) if "dtype" in given else ctx.spell("mindspore.float32")
    name = ctx.spell("mindspore.ops.arange")
    step = given.get("step", cst.Integer("1"))
    start, end = operand(given["start"]), operand(given["end"])
    ctx.done()
    try:
        values = [literal(node) for node in (given["start"], given["end"], step)]
    except NotLiteral:
        count = f"int(({end} - {start}) / {operand(step)}) + 1"
        return expression(f"({name}({count}) * {operand(step)} + {start}).astype({dtype})")
    first, last, width = (value for value in values if isinstance(value, (int, float)))
    count_known = int((last - first) / width) + 1
    whole = all(isinstance(value, int) for value in (first, last, width))
    stop = first + (count_known * width if whole else (count_known - 0.5) * width)
    return expression(f"{name}({start}, {stop}, {operand(step)}, dtype={dtype})")


def _full(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert ``torch.full(size, value)``: MindSpore's is of integers, whatever the value, where no dtype is given."""
    names = ("size", "fill_value")
    given = {a.keyword.value if a.keyword is not None else names[n]: a.value for n, a in enumerate(call.args[:2])}
    keywords = {a.keyword.value for a in call.args if a.keyword is not None}
    if "dtype" in keywords or set(names) - set(given):
        return None
    value = given["fill_value"]
    if isinstance(value, cst.UnaryOperation):
        value = value.expression
    name, source = ctx.spell("mindspore.ops.full"), text(value).strip()
    dtype = "float32"
    if isinstance(value, cst.Integer) or source in {"True", "False"}:
        dtype = "int64" if isinstance(value, cst.Integer) else "bool_"
    elif not isinstance(value, cst.Float) and not source.startswith(("float(", "math.")):
        dtype = ""
    del original
    args = [a for a in call.args if a.keyword is None or a.keyword.value in names]
    tail = [] if dtype == "int64" else [argument(ctx.spell(f"mindspore.{dtype}"), "dtype")] if dtype else []
    if not dtype:  # that of the value, which the running program tells
        whole, truth, real = (ctx.spell(f"mindspore.{kind}") for kind in ("int64", "bool_", "float32"))
        given_value = text(given["fill_value"]).strip()
        tail = [argument(f"{{int: {whole}, bool: {truth}}}.get(type({given_value}), {real})", "dtype")]
    ctx.done()
    return arranged(call.with_changes(func=expression(name)), [*args, *tail])


def _and(call: cst.Call, last: cst.Arg) -> cst.Call:
    """Return a call with one argument more."""
    return call.with_changes(args=[*(a.with_changes(comma=cst.MaybeSentinel.DEFAULT) for a in call.args), last])


_WINDOWS = frozenset({"torch.hann_window", "torch.kaiser_window"})
"""Functions whose counterparts give float64 where no dtype is given."""


class Creation(Pass):
    """Converts the making of tensors and Parameters."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.weights: set[int] = set()  # what Parameters are made of

    @entering(cst.Call)
    def enter(self, node: cst.Call) -> None:
        """Know what a Parameter is made of."""
        if self.ctx.scopes.full(node.func) in PARAMETERS:
            self.weights |= {id(entry.value) for entry in node.args[:1]}

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a call."""
        if full in _WINDOWS and not any(a.star or (a.keyword and a.keyword.value == "dtype") for a in call.args):
            dtype = argument(self.ctx.spell("mindspore.float32"), "dtype")
            return self.engine.rest(self, full, _and(original, dtype), _and(call, dtype))
        made = convert(self.ctx, full, original, call, of_weight=id(original) in self.weights)
        return parameter(self.ctx, full, original, call) if made is None else made
