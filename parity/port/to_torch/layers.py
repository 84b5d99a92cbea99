"""Layers: their constructors, and their classes as values (``norm=nn.BatchNorm2d``), by the rows turned round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import libcst as cst

import mappings
from mappings.rows.model import REQUIRED, Opaque
from parity.port.engine.context import Context
from parity.port.project.kinds import DICT, LAYER
from parity.port.rows.arguments import Refused
from parity.port.syntax.pieces import argument, arranged, expression, is_starred, text, written
from parity.port.to_torch import rows, windows
from parity.port.to_torch.context import Initial, TorchContext
from parity.port.to_torch.kinds import kind_of
from parity.port.to_torch.live import canonical, is_cell_class, signature_of
from parity.port.to_torch.templates import templates

_DROPPED = frozenset({"auto_prefix", "flags", "data_format"})
_DROPOUTS = ("mindspore.nn.Dropout",)
_LONGEST = 100
_WEIGHTS: Mapping[str, str] = {
    "embedding_table": "weight", "gamma": "weight", "beta": "bias", "moving_mean": "running_mean",
    "moving_variance": "running_var",
}  # fmt: skip
Inits = dict[str, Initial]


def convert(ctx: TorchContext, full: str, call: cst.Call) -> cst.BaseExpression | None:
    """Convert the making of a layer; None where torch has none like it.

    Args:
        ctx (TorchContext): the file.
        full (str): MindSpore's name.
        call (Call): with its arguments converted.

    Raises:
        Refused: if its arguments have no counterpart.
    """
    pattern = pattern_name(full)
    if pattern is not None:
        return call.with_changes(func=expression(ctx.pattern(pattern)))
    row = rows.layer_row(full)
    if row is None:
        return None
    if row.kind == "container":
        return _container(ctx, row, call)
    if not row.params:
        return call.with_changes(func=expression(ctx.spell(row.torch)))
    if is_starred(call.args):
        return call.with_changes(func=expression(as_value(ctx, full)))
    try:
        args, inits = arguments(row, full, call.args)
        made = arranged(call.with_changes(func=expression(ctx.spell(row.torch))), args)
    except Refused:
        made, inits = _of_pattern(ctx, row, full, call)
    if inits:
        ctx.inits[id(made)] = inits
    return made


def _of_pattern(ctx: TorchContext, row: mappings.Row, full: str, call: cst.Call) -> tuple[cst.Call, Inits]:
    """Convert a layer that torch's own cannot be given to a class of the file: one that pads, or has an activation.

    Raises:
        Refused: if there is none.
    """
    padded = windows.pattern_of(full)
    if padded is not None:
        made = arranged(call.with_changes(func=expression(ctx.pattern(padded))), padding_arguments(full, call))
        return made, initials(row, rows.bind(full, call.args))
    given = rows.bind(full, call.args)
    activation = given.pop("activation", None)
    if full != "mindspore.nn.Dense" or activation is None:
        raise Refused("torch has no counterpart of what it is given")
    kept = [entry for entry, name in zip(call.args, rows.bind(full, call.args), strict=True) if name != "activation"]
    args, inits = arguments(row, full, kept)
    args.append(argument(activation, "activation"))
    return arranged(call.with_changes(func=expression(ctx.pattern("ActivatedLinear"))), args), inits


def padding_arguments(full: str, call: cst.Call) -> list[cst.Arg]:
    """Return the arguments of a class that pads as MindSpore does: those of MindSpore's layer.

    Raises:
        Refused: if it is given a type or a format of the data, which the class does not take.
    """
    given = rows.bind(full, call.args)
    _refuse_formats(full, given)
    if "dtype" in given and text(given["dtype"]) != "torch.float32":
        raise Refused("the class that pads does not take a dtype")
    if "divisor_override" in given or text(given.get("ceil_mode", cst.Name("False"))) != "False":
        raise Refused("the class that pads takes no divisor_override and no ceil_mode")
    return [entry for entry, name in zip(call.args, given, strict=True) if name not in windows.NOT_PADDING]


def pattern_name(full: str) -> str | None:
    """Return the class of `patterns` that a layer is written as; None where it is another layer."""
    found = templates("layers").get(full)
    return found[0].source.partition("(")[0] if found else None


def arguments(row: mappings.Row, full: str, args: Sequence[cst.Arg]) -> tuple[list[cst.Arg], Inits]:
    """Return torch's arguments of a layer, and the initializers that torch's constructor does not take, by weight.

    Raises:
        Refused: if an argument has no counterpart.
    """
    given = rows.bind(full, args)
    _refuse_formats(full, given)
    kept = [entry for entry, name in zip(args, given, strict=True) if name not in _DROPPED]
    given = {name: node for name, node in given.items() if name not in _DROPPED}
    asked = dict(given)
    padding = None
    if windows.is_window(full):
        padding = windows.padding_of(full, given)
        asked = {name: node for name, node in given.items() if name not in {"pad_mode", "padding"}}
    if full in _DROPOUTS:
        asked = _dropout(asked)
    found = rows.torch_arguments(row, asked)
    if windows.is_window(full):
        found.pop("padding", None)
    if padding is not None:
        found["padding"] = padding
    rows.require_all(row, found)
    return rows.placed(row, kept, given, found), initials(row, given)


def _refuse_formats(full: str, given: Mapping[str, cst.BaseExpression]) -> None:
    default = (signature_of(full) or {}).get("data_format")
    if "data_format" in given and text(given["data_format"]).strip("\"'") != default:
        raise Refused(f"torch has no counterpart of data_format={text(given['data_format'])}")


def initials(row: mappings.Row, given: Mapping[str, cst.BaseExpression]) -> Inits:
    """Return the initializers that torch's constructor does not take, by the weight that each fills."""
    filling = (p for p in row.params if p.torch is None or rows.is_private(p))
    params = [p for p in filling if p.shows == "init" and p.mindspore in given]
    found: Inits = {}
    for param in params:
        node = given[str(param.mindspore)]
        weight = _weight_of(row, str(param.mindspore))
        has = _flag(row, given, "has_bias") if weight == "bias" else _flag(row, given, "affine")
        if has is not False and not _is_default(param, node):
            found[weight] = Initial(node, may_lack=has is None)
    return found


def _flag(row: mappings.Row, given: Mapping[str, cst.BaseExpression], name: str) -> bool | None:
    """Return whether a layer is told to have a weight; None where the code does not say, True where nothing asks."""
    param = next((p for p in row.params if p.mindspore == name), None)
    if name not in given:
        return param is None or bool(param.mindspore_default)
    return {"True": True, "False": False}.get(text(given[name]).strip())


def _is_default(param: mappings.Param, node: cst.BaseExpression) -> bool:
    source = text(node).strip("\"'")
    default = param.mindspore_default
    return source == str(default) or (source == "zeros" and default == "zeros")


def _weight_of(row: mappings.Row, argument: str) -> str:
    """Return torch's name of the weight that an initializer fills: ``gamma_init`` fills ``weight``."""
    name = {"moving_var_init": "moving_variance"}.get(argument, argument.removesuffix("_init"))
    return rows.weight_names(row.mindspore).get(name) or _WEIGHTS.get(name, name)


def _dropout(given: dict[str, cst.BaseExpression]) -> dict[str, cst.BaseExpression]:
    """Return Dropout's rate by the name p: the first argument of MindSpore's is the rate that is kept."""
    found = {name: node for name, node in given.items() if name not in {"keep_prob", "dtype"}}
    if "p" not in found and "keep_prob" in given:
        found["p"] = rows.one_minus(given["keep_prob"])
    return found


def _container(ctx: TorchContext, row: mappings.Row, call: cst.Call) -> cst.Call:
    """Write ``SequentialCell([a, b])`` as ``Sequential(a, b)``."""
    made = call.with_changes(func=expression(ctx.spell(row.torch)))
    if row.torch != "torch.nn.Sequential" or len(call.args) != 1 or call.args[0].star:
        return made
    return made.with_changes(args=spread(ctx, call.args[0]))


def spread(ctx: Context, entry: cst.Arg) -> Sequence[cst.Arg]:
    """Return the list of layers that a SequentialCell is given as arguments of their own."""
    value = entry.value
    if isinstance(value, cst.List) and value.elements and not _has_comment(value):
        elements = list(value.elements)
        made = [
            cst.Arg(e.value, star="*" if isinstance(e, cst.StarredElement) else "", comma=_comma(e)) for e in elements
        ]
        last = made[-1]
        space = value.lbracket.whitespace_after
        if isinstance(space, cst.ParenthesizedWhitespace):
            made[-1] = last.with_changes(whitespace_after_arg=value.rbracket.whitespace_before)
        else:
            made[-1] = last.with_changes(comma=cst.MaybeSentinel.DEFAULT)
        return made
    kind = kind_of(ctx, value)
    made_here = isinstance(value, cst.Call) and is_cell_class(canonical(ctx.scopes.full(value.func)))
    is_one = kind in {LAYER, DICT} or made_here or isinstance(value, (cst.Dict, cst.DictComp))
    return [entry if is_one else entry.with_changes(star="*", keyword=None)]


def _comma(element: cst.BaseElement) -> cst.Comma | cst.MaybeSentinel:
    return element.comma


def _has_comment(node: cst.List) -> bool:
    space = node.lbracket.whitespace_after
    return isinstance(space, cst.ParenthesizedWhitespace)


def as_class(ctx: TorchContext, full: str) -> str | None:
    """Return torch's class itself, for type hints, ``isinstance`` and bases; None where there is none."""
    pattern = pattern_name(full)
    if pattern is not None:
        return ctx.pattern(pattern)
    row = rows.layer_row(full)
    own = row.torch if row is not None else rows.torchs_own(full)
    return ctx.spell(own) if own else None


def as_value(ctx: TorchContext, full: str) -> str:
    """Return what is written for a layer class as a value.

    Raises:
        Refused: if torch has none that can be called so.
    """
    pattern = pattern_name(full)
    if pattern is not None:
        return ctx.pattern(pattern)
    row = rows.layer_row(full)
    if row is None and rows.torchs_own(full):
        ctx.unproved[full] = None
        return ctx.spell(rows.torchs_own(full))
    if row is None:
        raise Refused("torch has no such layer")
    if row.kind == "container":
        return ctx.spell(row.torch)
    if windows.is_window(full):
        padded = windows.pattern_of(full, with_laws=bool({"weight_init", "bias_init"} & set(ctx.facts.called)))
        if padded is None:
            raise Refused("it pads as MindSpore does, which torch's layer does not")
        return ctx.pattern(padded)
    if full in _DROPOUTS:
        return ctx.pattern("KeptDropout")
    return ctx.spell(row.torch) if is_called_alike(row, ctx) else helper(ctx, full, row)


def is_called_alike(row: mappings.Row, ctx: Context) -> bool:
    """Tell whether every call of MindSpore's class that the project makes of a value means the same to torch's."""
    order = list(signature_of(row.mindspore) or ())
    try:
        required = {p.mindspore: expression("_") for p in row.params if p.mindspore and p.mindspore_default is REQUIRED}
        if set(rows.torch_arguments(row, required)) - {p.torch for p in row.params if p.mindspore in required}:
            return False
    except Refused:
        return False
    for param in row.params:
        if param.mindspore is None:
            continue
        number = order.index(param.mindspore) if param.mindspore in order else len(order)
        by_position = number < max(ctx.facts.positional, 1)
        same_name = param.torch == param.mindspore and param.transform == "identity"
        may_be_given = ctx.facts.options or param.mindspore in ctx.facts.called
        if by_position and param.transform not in {"identity", "to_tuple"}:
            return False
        if may_be_given and not same_name:
            return False
    return True


def helper(ctx: TorchContext, full: str, row: mappings.Row) -> str:
    """Return the name of the file's own class that takes MindSpore's arguments; it is written into the file.

    Raises:
        Refused: if an argument that a call may give has no counterpart.
    """
    short = full.rpartition(".")[2]
    name = short if short not in ctx.bound else f"MindSpore{short}"
    if full not in ctx.helpers:
        base = ctx.spell(row.torch)
        taken, passed = _signature(ctx, full, row)
        header = ", ".join(["self", *taken])
        if len(header) > _LONGEST:
            header = "\n" + "".join(f"        {part},\n" for part in ["self", *taken]) + "    "
        ctx.helpers[full] = (
            f"class {name}({base}):\n"
            f'    """`{base}` with the arguments and defaults that MindSpore has."""\n\n'
            f"    def __init__({header}):\n"
            f"        super().__init__({', '.join(passed)})\n"
        )
    return name


def _signature(ctx: Context, full: str, row: mappings.Row) -> tuple[list[str], list[str]]:
    """Return the parameters of a helper's constructor, and what it passes on."""
    taken: list[str] = []
    given: dict[str, cst.BaseExpression] = {}
    for name, default in (signature_of(full) or {}).items():
        if isinstance(default, Opaque) or name.endswith("_init") or name in _DROPPED:
            continue
        try:
            rows.torch_arguments(row, {name: expression(name)})
        except Refused:
            if name in ctx.facts.called:
                raise
            continue
        if not any(p.mindspore == name and p.torch for p in row.params):
            continue
        taken.append(name if default is REQUIRED else f"{name}={written(default)}")
        given[name] = expression(name)
    found = rows.torch_arguments(row, given)
    return taken, [f"{key}={text(node)}" for key, node in found.items()]
