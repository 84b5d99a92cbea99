"""Methods and attributes of MindSpore's tensors, where the receiver is one or no other common type has them."""

from __future__ import annotations

import libcst as cst
import torch

from parity.port.project.kinds import LAYER, PARAMETER, TENSOR
from parity.port.rows.arguments import Refused
from parity.port.rows.choose import unlike
from parity.port.syntax.pieces import arranged, expression, is_starred, operand, text
from parity.port.to_torch import primitives, rows
from parity.port.to_torch.context import TorchContext
from parity.port.to_torch.kinds import full_of, kind_of, only_tensors_have
from parity.port.to_torch.live import tensor_methods
from parity.port.to_torch.templates import bind, filled, fits, templates
from parity.port.to_torch.values import dtype_of

_OF_ARRAYS = frozenset({
    "all", "any", "argmax", "argmin", "argsort", "astype", "clip", "copy", "cumprod", "cumsum", "diagonal", "dot",
    "flatten", "item", "max", "mean", "min", "nonzero", "prod", "ravel", "repeat", "reshape", "resize", "round",
    "sort", "squeeze", "std", "sum", "swapaxes", "take", "tolist", "trace", "transpose", "var", "view",
})  # fmt: skip


def convert(ctx: TorchContext, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert a call of a tensor's method; None where it is no tensor's."""
    assert isinstance(original.func, cst.Attribute)
    assert isinstance(call.func, cst.Attribute)
    method = original.func.attr.value
    if method not in tensor_methods() or not is_tensors(ctx, original, method):
        return None
    try:
        made = _special(ctx, method, original, call) or _by_template(ctx, method, call) or _by_rows(method, call)
        reason = "" if made is not None else _reason(ctx, method, call)
    except (Refused, cst.ParserSyntaxError) as error:
        made, reason = None, str(error)
    if made is not None:
        ctx.done()
        return made
    if reason:
        ctx.mark("METHOD", f"Tensor.{method}", reason)
    return call


def is_tensors(ctx: TorchContext, call: cst.Call, method: str) -> bool:
    """Tell whether a method's receiver is a tensor: by its kind, or since no other common type has the method."""
    assert isinstance(call.func, cst.Attribute)
    receiver = call.func.value
    kind = kind_of(ctx, receiver)
    if kind in {TENSOR, PARAMETER}:
        return True
    if kind or text(receiver) in {"self", "super()", "cls"} or ctx.scopes.full(receiver):
        return False
    if method in _OF_ARRAYS and _speaks_of_numpy(ctx, call):
        return False
    return only_tensors_have(method)


def _speaks_of_numpy(ctx: TorchContext, call: cst.Call) -> bool:
    return any(ctx.scopes.full(entry.value).startswith("numpy.") for entry in call.args)


def _special(ctx: TorchContext, method: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert a method whose meaning depends on how many arguments it is given."""
    assert isinstance(call.func, cst.Attribute)
    args = call.args
    if method == "transpose" and len(args) != 2 and not any(a.keyword is not None for a in args):
        return call.with_changes(func=call.func.with_changes(attr=cst.Name("permute")))
    if method == "transpose" and len(args) == 2:
        return call.with_changes(args=[a.with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT) for a in args])
    if method in {"astype", "to"} and len(args) == 1 and text(args[0].value).startswith(("'", '"')):
        name = text(args[0].value).strip("'\"")
        if isinstance(getattr(torch, name, None), torch.dtype):
            return expression(f"{operand(call.func.value)}.to({ctx.spell(f'torch.{name}')})")
    if method == "view" and len(args) == 1 and dtype_of(full_of(ctx, original.args[0].value)) is not None:
        return call.with_changes(args=[args[0].with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT)])
    if method in {"max", "min"} and args and all(a.keyword is not None and a.keyword.value == "keepdim" for a in args):
        raise Refused("its axis is not given")
    if method in {"max", "min", "mean", "sum"} and is_starred(args):
        raise Refused("its arguments are not all written out (*args, **options)")
    del original
    return None


def _by_template(ctx: TorchContext, method: str, call: cst.Call) -> cst.BaseExpression | None:
    assert isinstance(call.func, cst.Attribute)
    for template in templates("methods").get(method, ()):
        if fits(template.called, call.args):
            given = {**bind(template.called, call.args), "self": call.func.value}
            return primitives.spelled(ctx, filled(template.source, template.called, given))
    return None


def _by_rows(method: str, call: cst.Call) -> cst.BaseExpression | None:
    assert isinstance(call.func, cst.Attribute)
    full = f"mindspore.Tensor.{method}"
    refused: Refused | None = None
    for row in rows.rows_of(full):
        if ".Tensor." not in row.torch or unlike(row) is not None:
            continue
        try:
            given = rows.bind(full, call.args)
            found = rows.torch_arguments(row, given)
            rows.require_all(row, found)
        except Refused as error:
            refused = refused or error
            continue
        func = call.func.with_changes(attr=cst.Name(row.torch.rpartition(".")[2]))
        return arranged(call.with_changes(func=func), rows.placed(row, call.args, given, found))
    if refused is not None:
        raise refused
    return None


def _reason(ctx: TorchContext, method: str, call: cst.Call) -> str:
    """Return why a method stays under a mark; "" where it stays and means the same."""
    assert isinstance(call.func, cst.Attribute)
    if not hasattr(torch.Tensor, method):
        return "torch's tensors have no such method in the table"
    ctx.unproved[f"mindspore.Tensor.{method}"] = None
    return "torch has a method of this name, which nothing shows to be the same"


def attribute(ctx: TorchContext, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression | None:
    """Convert an attribute of a tensor that is called otherwise in torch; None for another."""
    name, kind = original.attr.value, kind_of(ctx, original.value)
    if kind not in {TENSOR, PARAMETER} or kind == LAYER:
        return None
    if name in {"size", "nbytes", "itemsize"}:
        ctx.done()
        written = {"size": "numel()", "nbytes": "nbytes", "itemsize": "itemsize"}[name]
        return expression(f"{operand(updated.value)}.{written}")
    if name == "strides":
        return expression(f"{operand(updated.value)}.stride()")
    return None
