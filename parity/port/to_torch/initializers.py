"""``initializer(Normal(0.02), shape)`` and ``w.set_data(initializer(...))``: torch fills a tensor in place."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

import mappings
from parity.port.project.kinds import NUMBER
from parity.port.rows.arguments import Refused
from parity.port.syntax.pieces import NotLiteral, argument, call_text, expression, literal, operand, text
from parity.port.to_torch import rows
from parity.port.to_torch.context import TorchContext
from parity.port.to_torch.kinds import full_of, kind_of

FILLER = "mindspore.common.initializer.initializer"
_LAWS = "mindspore.common.initializer."
_TEXTS = {
    "zeros": "Zero", "zero": "Zero", "ones": "One", "one": "One", "normal": "Normal", "uniform": "Uniform",
    "truncatednormal": "TruncatedNormal", "heuniform": "HeUniform", "he_uniform": "HeUniform", "henormal": "HeNormal",
    "he_normal": "HeNormal", "xavieruniform": "XavierUniform", "xavier_uniform": "XavierUniform",
    "xaviernormal": "XavierNormal", "xavier_normal": "XavierNormal", "orthogonal": "Orthogonal",
}  # fmt: skip
_OWN = {"Zero": "zeros_", "One": "ones_"}


def law(ctx: TorchContext, node: cst.BaseExpression, target: str) -> str:
    """Return the source of the call that fills a tensor by a law of MindSpore's.

    Args:
        ctx (TorchContext): the file.
        node (BaseExpression): the law, as it was written: a call, a class, a text or a number.
        target (str): the source of the tensor that is filled.

    Raises:
        Refused: if torch has no such law, or it is not known which it is.
    """
    name, args = _named(ctx, node)
    if name == "Uniform":
        scale = text(args[0].value) if args else "0.07"
        return f"{ctx.spell('torch.nn.init.uniform_')}({target}, -{operand(expression(scale))}, {scale})"
    if name in _OWN:
        return f"{ctx.spell(f'torch.nn.init.{_OWN[name]}')}({target})"
    row = next((r for r in mappings.rows_for_mindspore(f"{_LAWS}{name}") if r.kind == "initializer"), None)
    if row is None:
        raise Refused(f"torch has no initializer like {name}")
    given = rows.bind(row.mindspore, args)
    found = rows.torch_arguments(row, given)
    return call_text(ctx.spell(row.torch), [argument(target), *(argument(n, key) for key, n in found.items())])


def _named(ctx: TorchContext, node: cst.BaseExpression) -> tuple[str, Sequence[cst.Arg]]:
    """Return the name of a law and its arguments."""
    full = full_of(ctx, node.func if isinstance(node, cst.Call) else node)
    if full.startswith(_LAWS):
        return full.removeprefix(_LAWS), node.args if isinstance(node, cst.Call) else ()
    try:
        value = literal(node)
    except NotLiteral:
        if kind_of(ctx, node) == NUMBER:
            return "Constant", [cst.Arg(node)]
        raise Refused("which law it is, is not known here") from None
    if isinstance(value, str) and value.lower() in _TEXTS:
        return _TEXTS[value.lower()], ()
    if isinstance(value, (int, float)):
        return "Constant", [cst.Arg(node)]
    raise Refused(f"{value!r} is no initializer that torch has")


def new_tensor(ctx: TorchContext, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
    """Convert ``initializer(law, shape, dtype)``: a new tensor that is filled.

    Raises:
        Refused: if torch has no such law.
    """
    given = _arguments(original)
    made = _arguments(call)
    if "init" not in given or "shape" not in given:
        raise Refused("its law and shape are not given")
    sizes = text(made["shape"]).strip()
    dtype = f", dtype={text(made['dtype']).strip()}" if _is_other_dtype(made.get("dtype")) else ""
    empty = f"{ctx.spell('torch.empty')}({sizes}{dtype})"
    return expression(law(ctx, given["init"], empty))


def _is_other_dtype(node: cst.BaseExpression | None) -> bool:
    return node is not None and text(node).strip() != "torch.float32"


def _arguments(call: cst.Call) -> dict[str, cst.BaseExpression]:
    names = ("init", "shape", "dtype")
    return {a.keyword.value if a.keyword is not None else names[n]: a.value for n, a in enumerate(call.args[:3])}


def set_data(ctx: TorchContext, original: cst.Call, call: cst.Call) -> cst.BaseExpression | cst.Assign | None:
    """Convert ``w.set_data(...)``: filled by a law, or given the values of a tensor; None for another call.

    Raises:
        Refused: if torch has no such law.
    """
    assert isinstance(original.func, cst.Attribute)
    assert isinstance(call.func, cst.Attribute)
    if original.func.attr.value != "set_data" or not original.args:
        return None
    value = original.args[0].value
    target = call.func.value
    if isinstance(value, cst.Call) and full_of(ctx, value.func) == FILLER:
        return expression(law(ctx, _arguments(value)["init"], text(target)))
    if len(call.args) > 1:
        place = cst.Attribute(target, cst.Name("data"))
        return cst.Assign([cst.AssignTarget(place)], call.args[0].value)
    return expression(f"{operand(target)}.data.copy_({text(call.args[0].value)})")
