"""``nn.init.normal_(m.weight, std=0.02)`` and its kind: a Parameter is given the values of an initializer."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass, replace

import libcst as cst
import torch

from mappings import Row
from mappings.rows.model import Param
from parity.port.engine.context import Context
from parity.port.engine.engine import Pass, converting, converting_call
from parity.port.project.kinds import PARAMETER
from parity.port.project.torch_kinds import kind_of
from parity.port.rows.arguments import Refused, bind, converted
from parity.port.rows.choose import live, rows_of
from parity.port.syntax.pieces import NotLiteral, argument, call_text, expression, literal, operand, text, written

FIRST = "torch.nn.init."
"""What the full names of torch's initializers begin with."""
_INITIALIZER = "mindspore.common.initializer."
_FANS = "_calculate_fan_in_and_fan_out"  # takes the tensor in torch, its shape in MindSpore
FILLS = {"zero_": "zeros_", "fill_": "constant_", "normal_": "normal_", "uniform_": "uniform_"}
"""Methods that fill a Parameter in place, and the function of torch.nn.init that does the same."""


def convert(ctx: Context, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert a call of ``torch.nn.init``; None where no row can say it.

    Args:
        ctx (Context): the file.
        full (str): torch's full name.
        original (Call): as it was.
        call (Call): with its arguments converted.
    """
    if not full.startswith(FIRST) or not call.args:
        return None
    if full == FIRST + _FANS and len(call.args) == 1 and ctx.facts.exists(_INITIALIZER + _FANS):
        ctx.done()
        return expression(f"{ctx.spell(_INITIALIZER + _FANS)}({operand(call.args[0].value)}.shape)")
    target, rest = _target(call)
    if target is None:
        return None
    before, _ = _target(original)
    new = isinstance(before, cst.Call) and ctx.scopes.full(before.func) == "torch.empty"
    if full == FIRST + "calculate_gain":
        return _gain(ctx, call)
    try:
        made = _made(ctx, full, target, rest) if new else _filled(ctx, full, target, rest)
    except Refused as error:
        ctx.mark("ARGUMENT", full, str(error))
        return call.with_changes(func=expression(ctx.keep(original.func)))
    if made is None:
        ctx.mark("NO-ROW", full, "the table has no initializer for it")
        return call.with_changes(func=expression(ctx.keep(original.func)))
    ctx.done()
    return made


def _gain(ctx: Context, call: cst.Call) -> cst.BaseExpression | None:
    """Write the number that ``nn.init.calculate_gain("relu")`` is; None where the call does not say it."""
    try:
        value = torch.nn.init.calculate_gain(*[literal(entry.value) for entry in call.args])  # type: ignore[arg-type]
    except (NotLiteral, ValueError, TypeError):
        return None  # the file gets a function
    ctx.done()
    return expression("2**0.5" if value == 2**0.5 else repr(value))


def _target(call: cst.Call) -> tuple[cst.BaseExpression | None, Sequence[cst.Arg]]:
    for number, entry in enumerate(call.args):
        if entry.star:
            return None, ()
        if (entry.keyword is None and number == 0) or (entry.keyword is not None and entry.keyword.value == "tensor"):
            return entry.value, [*call.args[:number], *call.args[number + 1 :]]
    return None, ()


def _made(ctx: Context, full: str, target: cst.BaseExpression, rest: Sequence[cst.Arg]) -> cst.BaseExpression | None:
    """Write a new tensor that is filled: ``nn.init.ones_(torch.empty(3))``."""
    law = distribution(ctx, full, rest)
    if law is None or not isinstance(target, cst.Call):
        return None
    given = ", ".join(text(entry.value).strip() for entry in target.args)
    made = f"{ctx.spell('mindspore.common.initializer.initializer')}({law}, {given})"
    return expression(f"{made}.init_data()")


def _filled(ctx: Context, full: str, target: cst.BaseExpression, rest: Sequence[cst.Arg]) -> cst.BaseExpression | None:
    if isinstance(target, cst.Attribute) and target.attr.value == "data":
        target = target.value
    where = operand(target)
    made = drawn(ctx, full, where, rest)
    if made is None:
        return None
    return expression(f"{where}.set_data({made.removesuffix('.init_data()')})")


def drawn(ctx: Context, full: str, where: str, rest: Sequence[cst.Arg]) -> str | None:
    """Return the values that an initializer gives a tensor, as source; None where no row has one.

    Args:
        ctx (Context): the file.
        full (str): torch's full name, e.g. ``torch.nn.init.normal_``.
        where (str): the tensor, as source.
        rest (Sequence[Arg]): the arguments besides.

    Raises:
        Refused: if a row has one, and not for these arguments.
    """
    made = _shifted(ctx, rest) if full == f"{FIRST}uniform_" else distribution(ctx, full, rest)
    if made is None:
        return None
    law, middle = (made.law, f" + {made.middle}") if isinstance(made, Shifted) else (made, "")
    first = ctx.spell("mindspore.common.initializer.initializer")
    return f"{first}({law}, {where}.shape, {where}.dtype).init_data(){middle}"


@dataclass(frozen=True, slots=True)
class Shifted:
    """An initializer around zero, and what is added to its values."""

    law: str
    middle: str


def _shifted(ctx: Context, rest: Sequence[cst.Arg]) -> str | Shifted | None:
    """Return the initializer of an interval: MindSpore's is symmetric around zero, so another is moved."""
    names = ("a", "b")
    given = {e.keyword.value if e.keyword is not None else names[min(n, 1)]: e.value for n, e in enumerate(rest)}
    uniform = ctx.spell(f"{_INITIALIZER}Uniform")
    try:
        return f"{uniform}({text(_half_width(given.get('a'), given.get('b'))).strip()})"
    except Refused:
        low, high = (operand(given[name]) if name in given else bound for name, bound in zip(names, "01", strict=True))
    width = high if low == "0" else f"({high} - {low})"
    middle = f"{high} / 2" if low == "0" else f"({low} + {high}) / 2"
    return Shifted(f"{uniform}({width} / 2)", middle)


def distribution(ctx: Context, full: str, rest: Sequence[cst.Arg]) -> str | None:
    """Return the initializer object of MindSpore's, as source; None where no row has one.

    Raises:
        Refused: if a row has one, and not for these arguments.
    """
    refused: Refused | None = None
    args = [cst.Arg(cst.Name("tensor")), *rest]
    for row in (row for row in rows_of(full) if row.mindspore.startswith(_INITIALIZER)):
        try:
            if not row.params or row.mindspore.endswith(".Uniform"):
                made = _without_params(full, row.mindspore, args)
            else:
                made = [a for a in converted(full, _with_tensor(row), args) if not _is_tensor(a)]
        except Refused as error:
            refused = error
            continue
        return call_text(ctx.spell(row.mindspore), made)
    if refused is not None:
        raise refused
    return None


def as_value(ctx: Context, full: str) -> str | None:
    """Return the name of the file's own function that fills a Parameter with torch's arguments; None without a row.

    Args:
        ctx (Context): the file.
        full (str): torch's full name, e.g. ``torch.nn.init.xavier_uniform_``.
    """
    short = full.rpartition(".")[2]
    name = short if short not in ctx.bound else f"torch_{short}"
    if full in ctx.helpers:
        return name
    function = live(full)
    taken = list(inspect.signature(function).parameters.values())[1:] if callable(function) else []
    taken = [entry for entry in taken if entry.name != "generator"]
    rest = [argument(entry.name, entry.name) for entry in taken]
    try:
        made = _filled(ctx, full, cst.Name("tensor"), rest)
    except Refused:
        return None
    if made is None:
        return None
    shown = [e.name if e.default is e.empty else f"{e.name}={written(e.default)}" for e in taken]
    ctx.helpers[full] = (
        f"def {name}({', '.join(['tensor', *shown])}):\n"
        f'    """Fill a Parameter as torch\'s function of this name does; return it."""\n'
        f"    {text(made)}\n    return tensor\n"
    )
    return name


def _with_tensor(row: Row) -> Row:
    """Return a row that also names what is filled, which no initializer takes."""
    if any(p.torch == "tensor" for p in row.params):
        return row
    tensor = Param("tensor", "tensor")
    generator = Param("generator", None, None, shows="none")
    return replace(row, params=(tensor, *row.params, generator))


def _is_tensor(entry: cst.Arg) -> bool:
    return text(entry.value) == "tensor"


def _without_params(full: str, mindspore: str, args: Sequence[cst.Arg]) -> list[cst.Arg]:
    """Write the initializers whose rows say by their cases, not their arguments, what they take."""
    given = bind(full, rows_of(full)[0], args)
    del given["tensor"]
    if mindspore.endswith(".Uniform"):
        return [argument(_half_width(given.get("a"), given.get("b")))]
    if not given:
        return []
    if full.rpartition(".")[2].startswith("kaiming"):
        renamed = {"a": "negative_slope"}
        return [argument(node, renamed.get(key, key)) for key, node in given.items()]
    return [argument(node, key) for key, node in given.items() if key != "generator"]


def _half_width(a: cst.BaseExpression | None, b: cst.BaseExpression | None) -> cst.BaseExpression:
    """Return b where the interval is (-b, b).

    Raises:
        Refused: if it is not.
    """
    if a is not None and b is not None:
        low, high = text(a).replace(" ", ""), text(b).replace(" ", "")
        if low in {f"-{high}", f"-({high})", f"-1*{high}"}:
            return b
        if isinstance(a, cst.UnaryOperation) and isinstance(a.operator, cst.Minus):
            try:
                if float(low[1:]) == float(high):
                    return b
            except ValueError:
                pass
    raise Refused("MindSpore's Uniform(b) draws from (-b, b): this interval is not symmetric")


def fill(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert ``m.weight.data.normal_(0, 0.02)`` of a Parameter; None where it is no such call."""
    assert isinstance(original.func, cst.Attribute)
    assert isinstance(call.func, cst.Attribute)
    method = original.func.attr.value
    receiver = original.func.value
    if method not in FILLS or not is_parameter(ctx, receiver):
        return None
    name = FIRST + FILLS[method]
    target = call.func.value
    try:
        made = _filled(ctx, name, target, list(call.args))
    except Refused as error:
        ctx.mark("ARGUMENT", f"Tensor.{method}", str(error))
        return call
    if made is not None:
        ctx.done()
    return made


def is_parameter(ctx: Context, node: cst.BaseExpression) -> bool:
    """Tell whether an expression is a layer's weight or its data: ``m.weight``, ``self.gamma.data``."""
    if isinstance(node, cst.Attribute) and node.attr.value == "data":
        return True
    if kind_of(node, ctx.scopes) == PARAMETER:
        return True
    return isinstance(node, cst.Attribute) and node.attr.value in {"weight", "bias"}


class Initializers(Pass):
    """Converts the filling of Parameters."""

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a call."""
        return convert(self.ctx, full, original, call)

    @converting(cst.Expr)
    def part(self, original: cst.Expr, updated: cst.Expr) -> cst.Assign | None:
        """Write what fills a part of a Parameter as an assignment: ``nn.init.zeros_(self.kernels[0])``."""
        before, made = original.value, updated.value
        if not isinstance(before, cst.Call) or not isinstance(made, cst.Call):
            return None
        if not self.ctx.scopes.full(before.func).startswith(FIRST) or not text(made.func).endswith("].set_data"):
            return None
        target, _ = _target(before)
        target = target.value if isinstance(target, cst.Attribute) and target.attr.value == "data" else target
        filled = cst.ensure_type(made.func, cst.Attribute).value
        if not isinstance(target, cst.Subscript) or not isinstance(filled, cst.Subscript):
            return None
        if not is_parameter(self.ctx, target.value):
            return None
        return cst.Assign([cst.AssignTarget(filled)], expression(f"{text(made.args[0].value)}.init_data()"))
