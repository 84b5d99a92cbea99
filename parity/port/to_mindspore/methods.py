"""Methods of tensors, where the receiver is known to be one or nothing else has the method."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import libcst as cst
import torch

from mappings import Row
from parity.port.engine.context import Context
from parity.port.engine.engine import Pass, Stage, converting, converting_attribute, converting_method
from parity.port.project.kinds import BATCH, LIST, NUMBER, OF_TENSORS, SHAPE, TENSOR, TEXT
from parity.port.project.torch_kinds import is_numpys_too, kind_of, only_tensors_have
from parity.port.rows.arguments import Refused, converted
from parity.port.rows.choose import reason_of, rows_of, torch_order, unlike, wants_tuple
from parity.port.rows.dtypes import dtype_of
from parity.port.syntax.pieces import arranged, dotted, expression, is_starred, operand, text
from parity.port.to_mindspore import calls

_NO_METHOD = "MindSpore's tensors have no such method in the table"
# Why MindSpore's tensors cannot have a method, and what takes its place.
_WITHOUT: Mapping[str, str] = {
    "backward": "MindSpore's tensors keep no graph: write what computes this one from the inputs on, also what other "
    "functions computed before, as one function, and take its gradients with ms.value_and_grad",
}
_PROPERTIES = frozenset({"shape", "T", "ndim", "dtype"})


def convert(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert a call of a method; None where it is no tensor's.

    Args:
        ctx (Context): the file.
        original (Call): as it was.
        call (Call): with its parts converted.
    """
    assert isinstance(original.func, cst.Attribute)
    assert isinstance(call.func, cst.Attribute)
    method = original.func.attr.value
    if not hasattr(torch.Tensor, method) or not is_tensors(ctx, original.func.value, method):
        return None
    if method in _SPECIAL:
        made = _SPECIAL[method](ctx, original, call)
        if made is not None:
            ctx.done()
            return made
    return _by_table(ctx, original, call, method)


def unmoved(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Return what a call moves to another device, whatever it is; None for another call.

    Args:
        ctx (Context): the file.
        original (Call): as it was.
        call (Call): with its parts converted.
    """
    assert isinstance(original.func, cst.Attribute)
    method = original.func.attr.value
    if method not in {"to", "cuda"} or kind_of(original.func.value, ctx.scopes) not in {"", BATCH, *OF_TENSORS}:
        return None
    if ctx.scopes.full(original.func) or text(original.func.value) == "super()" or is_starred(call.args):
        return None
    for entry in original.args:
        key = entry.keyword.value if entry.keyword is not None else ""
        what = key or target_kind(ctx, entry.value, text(entry.value).strip())
        if what not in {"device", "non_blocking", "copy", "memory_format"}:
            return None
    if method == "to" and not call.args:
        return None
    ctx.done()
    return _receiver(call)


def is_tensors(ctx: Context, receiver: cst.BaseExpression, method: str) -> bool:
    """Tell whether a method's receiver is a tensor: by its kind, or since only tensors have the method."""
    kind = kind_of(receiver, ctx.scopes)
    if kind in OF_TENSORS:
        return True
    source = text(receiver)
    if kind not in {"", BATCH} or source in {"self", "super()", "cls"} or ctx.scopes.full(receiver):
        return False
    if not only_tensors_have(method):
        return False
    if method == "size":
        return True  # an array's is no method
    return not is_numpys_too(method) or "np" not in ctx.bound or ctx.within is not None


def _by_table(ctx: Context, original: cst.Call, call: cst.Call, method: str) -> cst.BaseExpression:
    assert isinstance(call.func, cst.Attribute)
    reason, rows = "", rows_of(f"torch.Tensor.{method}")
    for row in rows:
        if row.kind == "primitive" or ".Tensor." not in row.mindspore or unlike(row) is not None:
            continue
        try:
            full = f"torch.Tensor.{method}"
            made = (
                calls.as_written(ctx, full, row, call, call.func.value)
                if row.write
                else _by_row(ctx, row, original, call, method)
            )
        except (Refused, cst.ParserSyntaxError) as error:
            reason = reason or str(error)
            continue
        ctx.done()
        return made
    made_by_function = calls.as_method(ctx, call.func.value, method, call) or calls.written_method(ctx, method, call)
    if made_by_function is not None:
        ctx.done()
        return made_by_function
    reason = reason or reason_of(f"torch.Tensor.{method}")
    plain = not any(entry.keyword is not None for entry in call.args)
    if plain and not reason and ctx.facts.exists(f"mindspore.Tensor.{method}"):
        ctx.unproved[f"torch.Tensor.{method}"] = None
        ctx.mark(
            "METHOD", f"Tensor.{method}", "MindSpore has a method of this name, which nothing shows to be the same"
        )
        return call
    ctx.mark("METHOD", f"Tensor.{method}", reason or _WITHOUT.get(method, _NO_METHOD))
    return call


def _by_row(ctx: Context, row: Row, original: cst.Call, call: cst.Call, method: str) -> cst.BaseExpression:
    assert isinstance(call.func, cst.Attribute)
    name = row.mindspore.rpartition(".")[2]
    if name in _PROPERTIES:
        if call.args:
            raise Refused(f"{row.mindspore} takes no argument")
        return call.func.with_changes(attr=cst.Name(name))
    args = list(call.args)
    if wants_tuple(row) and args and all(entry.keyword is None and entry.star != "**" for entry in args):
        args = [_one_tuple(ctx, row, [entry.value for entry in original.args], args)]
    elif not (name == method and row.status != "partial" and _are_sizes(row, method, args)):
        args = converted(f"torch.Tensor.{method}", row, args)
    func = call.func if name == method else call.func.with_changes(attr=cst.Name(name))
    if [text(a) for a in args] == [text(a) for a in call.args]:
        return call.with_changes(func=func)
    return arranged(call.with_changes(func=func), args)


def _one_tuple(ctx: Context, row: Row, given: Sequence[cst.BaseExpression], args: Sequence[cst.Arg]) -> cst.Arg:
    """Return sizes or axes, each an argument in torch or all of them one, as the tuple that MindSpore takes.

    Raises:
        Refused: if the source does not tell whether the only argument is a number.
    """
    sizes = ", ".join(f"{entry.star}{text(entry.value).strip()}" for entry in args)
    if len(args) > 1:
        return cst.Arg(expression(f"({sizes})"))
    if args[0].star:
        return cst.Arg(args[0].value)
    kind = kind_of(given[0], ctx.scopes)
    if isinstance(given[0], cst.Tuple) or kind == SHAPE:
        return args[0]
    if isinstance(given[0], cst.List) and given[0].elements:
        inner = sizes[1:-1].rstrip().rstrip(",")
        return cst.Arg(expression(f"({inner},)" if len(given[0].elements) == 1 else f"({inner})"))
    if kind == LIST:
        return args[0] if _is_tuple(given[0], ctx) else cst.Arg(expression(f"tuple({sizes})"))
    if kind != NUMBER and not isinstance(given[0], (cst.Integer, cst.UnaryOperation, cst.BinaryOperation)):
        if not dotted(args[0].value):
            raise Refused(f"{row.mindspore} takes a tuple: whether {sizes} is a number or several is not known here")
        return cst.Arg(expression(f"({sizes},) if isinstance({sizes}, int) else tuple({sizes})"))
    return cst.Arg(expression(f"({sizes},)"))


def _is_tuple(node: cst.BaseExpression, ctx: Context) -> bool:
    """Tell whether what is no number is a tuple: written as one, a shape, or added to one."""
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        return _is_tuple(node.left, ctx) or _is_tuple(node.right, ctx)
    return isinstance(node, cst.Tuple) or kind_of(node, ctx.scopes) == SHAPE


def _are_sizes(row: Row, method: str, args: Sequence[cst.Arg]) -> bool:
    """Tell whether a call gives sizes or axes one by one, more of them than arguments have names: ``view(2, -1)``."""
    named = torch_order(f"torch.Tensor.{method}", row)
    return len(args) > len(named) and all(entry.keyword is None for entry in args) and len(named) < 2


_Special = Callable[[Context, cst.Call, cst.Call], "cst.BaseExpression | None"]


def _receiver(call: cst.Call) -> cst.BaseExpression:
    assert isinstance(call.func, cst.Attribute)
    return call.func.value


def _size(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """``x.size()`` is ``x.shape``, ``x.size(1)`` is ``x.shape[1]``."""
    del ctx, original
    shape = f"{operand(_receiver(call))}.shape"
    if not call.args:
        return expression(shape)
    return expression(f"{shape}[{text(call.args[0].value).strip()}]")


def _dim(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    del ctx, original
    return expression(f"{operand(_receiver(call))}.ndim") if not call.args else None


def _dropped(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Where a tensor lies, and how its elements lie in memory, is no matter of the program."""
    del ctx, original
    return _receiver(call)


def _new(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Write ``x.new_zeros(2, 3)`` as ``x.new_zeros((2, 3))``."""
    del ctx
    assert isinstance(original.func, cst.Attribute)
    sizes = [entry for entry in call.args if entry.keyword is None]
    rest = [e for e in call.args if e.keyword is not None and e.keyword.value not in {"device", "requires_grad"}]
    name = {"new_empty": "new_zeros"}.get(original.func.attr.value, original.func.attr.value)
    func = _renamed(call, name)
    if len(sizes) == 1 and sizes[0].star == "*":
        sizes = [sizes[0].with_changes(star="")]
    if len(sizes) < 2 or name == "new_full":
        return arranged(call.with_changes(func=func), [*sizes, *rest])
    packed = cst.Arg(expression(f"({', '.join(text(a.value) for a in sizes)})"))
    return arranged(call.with_changes(func=func), [packed, *rest])


def _bernoulli(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Write ``x.new_empty(shape).bernoulli_(p)``: the function draws what the method fills in."""
    if not isinstance(_receiver(original), cst.Call) or is_starred(call.args):
        return None
    rest = "".join(f", {text(entry.value)}" for entry in call.args)
    return expression(f"{ctx.spell('mindspore.ops.bernoulli')}({text(_receiver(call))}{rest})")


def _detach(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    del original
    return expression(f"{ctx.spell('mindspore.ops.stop_gradient')}({text(_receiver(call))})")


def _numpy(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    del ctx, original
    return expression(f"{operand(_receiver(call))}.asnumpy()")


def _type_as(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    del ctx, original
    if len(call.args) != 1:
        return None
    return expression(f"{operand(_receiver(call))}.astype({operand(call.args[0].value)}.dtype)")


def _to(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """``x.to(...)``: a dtype is a cast, a device is nothing, another tensor gives its dtype."""
    if is_starred(call.args):
        return None
    target = ""
    for entry, before in zip(call.args, original.args, strict=True):
        key = entry.keyword.value if entry.keyword is not None else ""
        source = text(entry.value).strip()
        what = key or target_kind(ctx, before.value, source)
        if what == "dtype":
            target = source
        elif what == "other":
            target = f"{operand(entry.value)}.dtype"
        elif what not in {"device", "non_blocking", "copy", "memory_format"}:
            return None
    return expression(f"{operand(_receiver(call))}.astype({target})") if target else _receiver(call)


def target_kind(ctx: Context, node: cst.BaseExpression, source: str) -> str:
    """Tell whether an argument of ``to`` is a dtype, a device or a tensor; "" where the source does not tell."""
    full = ctx.scopes.full(node)
    if full and dtype_of(full) is not None:
        return "dtype"
    if source.endswith("dtype") or "dtype" in source.rpartition(".")[2]:
        return "dtype"
    kind = kind_of(node, ctx.scopes)
    if kind in (TEXT, NUMBER) or "device" in source.lower():
        return "device"
    if kind in OF_TENSORS:
        return "other"
    return "device" if source in {"True", "False"} else ""


def _expand(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Take a single argument of ``expand`` that is a shape already."""
    del original, ctx
    if len(call.args) == 1 and (call.args[0].star == "*" or text(call.args[0].value).endswith("shape")):
        return expression(f"{operand(_receiver(call))}.broadcast_to({text(call.args[0].value).strip()})")
    return None


def _same_sized(name: str) -> _Special:
    def view_like(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """``x.view(dtype)`` is a reinterpretation; any other is a reshape, also of what lies in another order."""
        if any(ctx.scopes.full(entry.value).startswith("torch.") for entry in original.args):
            return None
        if len(call.args) == 1 and kind_of(original.args[0].value, ctx.scopes) == SHAPE:
            return expression(f"{operand(_receiver(call))}.reshape({text(call.args[0].value)})")
        return call.with_changes(func=_renamed(call, name))

    return view_like


def _renamed(call: cst.Call, name: str) -> cst.Attribute:
    assert isinstance(call.func, cst.Attribute)
    return call.func.with_changes(attr=cst.Name(name))


def _transpose(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    del ctx, original
    return call.with_changes(func=_renamed(call, "swapaxes"), args=_bare(call)) if len(call.args) == 2 else None


def _bare(call: cst.Call) -> list[cst.Arg]:
    return [cst.Arg(entry.value, comma=entry.comma) for entry in call.args]


def _extreme(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """``x.max(1)`` gives values and indices: the function does so too, the method gives the values alone."""
    assert isinstance(original.func, cst.Attribute)
    if not call.args:
        return call
    first = call.args[0]
    keyword = first.keyword.value if first.keyword is not None else ""
    if keyword not in {"", "dim"} or kind_of(original.args[0].value, ctx.scopes) in OF_TENSORS:
        return None
    keep = list(call.args[1:])
    if len(keep) > 1 or (keep and keep[0].keyword is not None and keep[0].keyword.value != "keepdim"):
        return None
    name = ctx.spell(f"mindspore.ops.{original.func.attr.value}")
    tail = f", keepdims={text(keep[0].value).strip()}" if keep else ""
    return expression(f"{name}({text(_receiver(call))}, {text(first.value).strip()}{tail})")


def _spread(ctx: Context, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Leave ``x.reshape(*shape)``: both frameworks take sizes and axes one by one."""
    del ctx, original
    return call if len(call.args) == 1 and call.args[0].star == "*" else None


_SPECIAL: Mapping[str, _Special] = {
    "reshape": _spread,
    "permute": _spread,
    "size": _size,
    "dim": _dim,
    "ndimension": _dim,
    "cuda": _dropped,
    "cpu": _dropped,
    "contiguous": _dropped,
    "pin_memory": _dropped,
    "resolve_conj": _dropped,
    "resolve_neg": _dropped,
    "new_zeros": _new,
    "new_ones": _new,
    "new_empty": _new,
    "new_full": _new,
    "bernoulli_": _bernoulli,
    "detach": _detach,
    "numpy": _numpy,
    "type_as": _type_as,
    "to": _to,
    "expand": _expand,
    "view": _same_sized("view"),
    "transpose": _transpose,
    "max": _extreme,
    "min": _extreme,
}


class Methods(Pass):
    """Converts methods of tensors, and properties that are methods in MindSpore."""

    stage = Stage.TABLE

    @converting_method
    def method(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a method."""
        return convert(self.ctx, original, call) or unmoved(self.ctx, original, call)

    @converting_attribute
    def part(self, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression | None:
        """Write the parts of complex numbers as calls."""
        if original.attr.value not in {"real", "imag"} or kind_of(original.value, self.ctx.scopes) not in OF_TENSORS:
            return None
        self.ctx.done()
        return cst.Call(updated)

    @converting(cst.AugAssign)
    def augmented(self, original: cst.AugAssign, updated: cst.AugAssign) -> None:
        """Know that a name is a tensor to which one was added."""
        del updated
        if kind_of(original.value, self.ctx.scopes) in OF_TENSORS and isinstance(original.target, cst.Name):
            self.ctx.scopes.inner.kinds[original.target.value] = TENSOR
