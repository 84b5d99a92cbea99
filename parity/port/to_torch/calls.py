"""Calls of MindSpore's functions, by what is written for them and by the rows of the table turned round."""

from __future__ import annotations

import libcst as cst

import mappings
from parity.port.engine.engine import Pass, Stage, converting, entering
from parity.port.project.kinds import ARRAY, BOOL, LIST, NUMBER
from parity.port.rows.arguments import Refused
from parity.port.rows.choose import unlike
from parity.port.syntax.pieces import argument, arranged, expression, is_starred, operand, text, written
from parity.port.to_torch import initializers, layers, primitives, rows
from parity.port.to_torch.context import TorchContext
from parity.port.to_torch.kinds import full_of, kind_of
from parity.port.to_torch.live import is_cell_class, is_primitive, signature_of
from parity.port.to_torch.templates import bind, filled, fits, ignored, templates

_NEW = frozenset({"mindspore.Tensor", "mindspore.tensor", "mindspore.common.Tensor"})
_OF_PARAMETERS = frozenset({"default_input", "name", "requires_grad", "layerwise_parallel", "parallel_optimizer"})
# Calls as statements that have no counterpart and need none.
STATEMENTS = frozenset({
    "mindspore.set_context", "mindspore.context.set_context", "mindspore.context.reset_auto_parallel_context",
    "mindspore.set_auto_parallel_context", "mindspore.context.set_auto_parallel_context", "mindspore.set_device",
    "mindspore.set_deterministic",
})  # fmt: skip


def convert(ctx: TorchContext, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
    """Convert a call; leave it marked where torch cannot say it.

    Args:
        ctx (TorchContext): the file.
        full (str): MindSpore's public name.
        original (Call): as it was.
        call (Call): with its arguments converted.
    """
    try:
        made = _converted(ctx, full, original, call)
        reason = "the table has no row of it"
    except (Refused, cst.ParserSyntaxError) as error:
        made, reason = None, str(error)
    if made is not None:
        ctx.done()
        return made
    ctx.mark("NO-ROW" if reason.startswith("the table has no row") else "ARGUMENT", full, reason)
    if is_cell_class(full):
        return as_it_stands(ctx, original)
    return call.with_changes(func=expression(ctx.keep(original.func)))


class _AsItStands(cst.CSTTransformer):
    """Writes MindSpore's names out, and leaves all else."""

    def __init__(self, ctx: TorchContext) -> None:
        self.ctx = ctx

    def _is_ours(self, node: cst.CSTNode) -> bool:
        return isinstance(node, (cst.Name, cst.Attribute)) and self.ctx.is_source(full_of(self.ctx, node))

    def on_visit(self, node: cst.CSTNode) -> bool:
        return not self._is_ours(node)

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        return expression(self.ctx.keep(original_node)) if self._is_ours(original_node) else updated_node


def as_it_stands(ctx: TorchContext, node: cst.Call) -> cst.BaseExpression:
    """Return a call that stays MindSpore's, its arguments too: what MindSpore's layer is given is MindSpore's."""
    return cst.ensure_type(node.visit(_AsItStands(ctx)), cst.Call)


def _converted(ctx: TorchContext, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    if full in _NEW:
        return _tensor(ctx, original, call)
    if full == "mindspore.Parameter":
        return _parameter(ctx, original, call)
    if full == initializers.FILLER:
        return initializers.new_tensor(ctx, original, call)
    if initializers.is_law(full):
        return initializers.as_function(ctx, call)
    if full == "mindspore.Tensor.from_numpy":
        return call.with_changes(func=expression(ctx.spell("torch.from_numpy")))
    if is_cell_class(full):
        return layers.convert(ctx, full, call) or _of_mint(ctx, full, call)
    if is_primitive(full):
        template = primitives.template_of(ctx, original)
        return primitives.as_function(ctx, template, call) if template is not None else None
    made = by_template(ctx, full, call) or _of_net(ctx, full, call)
    if made is not None:
        return made
    try:
        return by_rows(ctx, full, call) or _of_mint(ctx, full, call)
    except rows.NotKnown:  # of several overloads, or with any number of arguments
        made = _of_mint(ctx, full, call) if _has_torchs_name(full) else None
        if made is None:
            raise
        return made


def _has_torchs_name(full: str) -> bool:
    """Tell whether a name of ``mint`` has a row to torch's of the same name, of which no difference is known."""
    same = f"torch.{full.removeprefix('mindspore.mint.')}"
    return any(row.torch == same and unlike(row) is None for row in rows.rows_of(full))


def by_template(ctx: TorchContext, full: str, call: cst.Call) -> cst.BaseExpression | None:
    """Return a call as `written.toml` says it; None where it says nothing of it."""
    for template in templates("functions").get(full, ()):
        if is_starred(call.args) and not any(p.many for p in template.called):
            return call.with_changes(func=expression(function(ctx, full)))
        if fits(template.called, call.args):
            made = filled(template.source, template.called, bind(template.called, call.args))
            return primitives.spelled(ctx, made)
    return None


def by_rows(ctx: TorchContext, full: str, call: cst.Call) -> cst.BaseExpression | None:
    """Return a call by the first row of its name that can be turned round; None where there is none.

    Raises:
        Refused: if no row can say it.
    """
    refused: Refused | None = None
    for row in rows.rows_of(full):
        try:
            made = _by_row(ctx, full, row, call)
        except Refused as error:
            refused = refused or error
            continue
        differs = unlike(row)
        if differs is not None:
            ctx.mark("DIFFERENT", full, differs.fact)
        return made
    if refused is not None:
        raise refused
    return None


def _by_row(ctx: TorchContext, full: str, row: mappings.Row, call: cst.Call) -> cst.BaseExpression:
    if is_starred(call.args):
        if _is_called_alike(row):
            return call.with_changes(func=expression(ctx.spell(row.torch)))
        if not any(entry.star == "*" for entry in call.args):
            return call.with_changes(func=expression(function(ctx, full)))
    given = rows.bind(full, call.args)
    if ".Tensor." in row.torch:
        return _as_method(row, full, call, given)
    found = rows.torch_arguments(row, given)
    rows.require_all(row, found)
    return arranged(call.with_changes(func=expression(ctx.spell(row.torch))), rows.placed(row, call.args, given, found))


def _is_called_alike(row: mappings.Row) -> bool:
    """Tell whether both names take the same arguments in the same order, with the same defaults."""
    pairs = [p for p in row.params if p.mindspore is not None]
    alike = all(p.torch == p.mindspore and p.transform in {"identity", "unknown"} for p in pairs)
    return alike and row.status in {"same", "partial"} and not row.differences


def _as_method(row: mappings.Row, full: str, call: cst.Call, given: rows.Given) -> cst.BaseExpression:
    """Write ``ops.f(x, ...)`` as ``x.g(...)``: the argument that the row does not list is the tensor."""
    listed = {p.mindspore for p in row.params}
    order = list(signature_of(full) or ())
    receiver = next((name for name in order if name not in listed), "")
    if receiver not in given:
        raise Refused("the tensor whose method it is, is not given")
    rest = {name: node for name, node in given.items() if name != receiver}
    args = [entry for entry, name in zip(call.args, given, strict=True) if name != receiver]
    found = rows.torch_arguments(row, rest)
    name = row.torch.rpartition(".")[2]
    func = expression(f"{operand(given[receiver])}.{name}")
    return arranged(call.with_changes(func=func), rows.placed(row, args, rest, found))


def function(ctx: TorchContext, full: str) -> str:
    """Return what is written for a function as a value, or for one called with ``**options``.

    Torch's own where it is called alike, else one of the file's that takes MindSpore's arguments.

    Raises:
        Refused: if torch has none.
    """
    for row in rows.rows_of(full):
        if ".Tensor." not in row.torch and _is_called_alike(row) and unlike(row) is None:
            return ctx.spell(row.torch)
    name = full.rpartition(".")[2]
    name = name if name not in ctx.bound else f"mindspore_{name}"
    if full not in ctx.helpers:
        known = signature_of(full)
        if known is None:
            raise Refused("its signature is not known")
        without = {p for t in templates("functions").get(full, ()) for p in ignored(t.source, t.called)}
        signature = {key: value for key, value in known.items() if key not in without}
        call = cst.Call(expression("f"), [argument(key, key if n else "") for n, key in enumerate(signature)])
        made = by_template(ctx, full, call) or by_rows(ctx, full, call)
        if made is None:
            raise Refused("the table has no row of it")
        parts = (key if _has_no_default(value) else f"{key}={written(value)}" for key, value in signature.items())
        header = ", ".join(parts)
        ctx.helpers[full] = (
            f'def {name}({header}):\n    """`{full}` with its own arguments."""\n    return {text(made)}\n'
        )
    return name


def _has_no_default(value: object) -> bool:
    return repr(value) == "<required>"


def _tensor(ctx: TorchContext, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
    """Convert ``Tensor(data, dtype)``, and ``Tensor(shape=..., dtype=..., init=...)``."""
    names = ("input_data", "dtype", "shape", "init")
    given = {a.keyword.value if a.keyword is not None else names[n]: a.value for n, a in enumerate(call.args[:4])}
    before = {a.keyword.value if a.keyword is not None else names[n]: a.value for n, a in enumerate(original.args[:4])}
    if is_starred(call.args):
        raise Refused("its arguments are not all written out (*args, **options)")
    dtype = given.get("dtype")
    tail = f", dtype={text(dtype).strip()}" if dtype is not None and text(dtype) != "None" else ""
    if "init" in given:
        empty = f"{ctx.spell('torch.empty')}({text(given['shape']).strip()}{tail})"
        return expression(initializers.filling(ctx, before["init"], empty))
    if "input_data" not in given:
        raise Refused("it is given neither data nor an initializer")
    kind = kind_of(ctx, before["input_data"])
    made_of_data = kind in {ARRAY, LIST, NUMBER, BOOL} or isinstance(before["input_data"], (cst.List, cst.Tuple))
    name = ctx.spell("torch.tensor" if made_of_data else "torch.as_tensor")
    return expression(f"{name}({text(given['input_data']).strip()}{tail})")


def _parameter(ctx: TorchContext, original: cst.Call, call: cst.Call) -> cst.BaseExpression:
    """Convert ``Parameter(data, name, requires_grad)``: torch's parameters have no names of their own."""
    kept: list[cst.Arg] = []
    for number, entry in enumerate(call.args):
        key = entry.keyword.value if entry.keyword is not None else ("default_input", "name", "requires_grad")[number]
        if entry.star or key not in _OF_PARAMETERS:
            raise Refused(f"torch's Parameter has no argument {key}")
        if key == "default_input":
            value = entry.value
            if kind_of(ctx, original.args[number].value) in {ARRAY, NUMBER, LIST}:
                value = expression(f"{ctx.spell('torch.tensor')}({text(value)})")
            kept.insert(0, argument(value))
        elif key == "requires_grad":
            kept.append(argument(entry.value, "requires_grad"))
    return arranged(call.with_changes(func=expression(ctx.spell("torch.nn.Parameter"))), kept)


def _of_net(ctx: TorchContext, full: str, call: cst.Call) -> cst.BaseExpression | None:
    """Convert what loads and saves weights, and seeds; what is a file of MindSpore's is marked."""
    plain = [text(entry.value) for entry in call.args if entry.keyword is None and not entry.star]
    if full == "mindspore.load_param_into_net" and call.args:
        return _load(ctx, full, call)
    if full == "mindspore.load_checkpoint" and len(plain) == 1 and len(call.args) == 1:
        ctx.mark("DIFFERENT", full, "a .ckpt is MindSpore's: `ms2torch weights` makes a file for torch.load of it")
        return expression(f"{ctx.spell('torch.load')}({plain[0]})")
    if full == "mindspore.save_checkpoint" and len(plain) == 2 == len(call.args):
        ctx.mark("DIFFERENT", full, "what is written is torch's file, which only torch reads")
        return expression(f"{ctx.spell('torch.save')}({plain[0]}.state_dict(), {plain[1]})")
    if full in {"mindspore.set_seed", "mindspore.common.set_seed"} and len(plain) == 1:
        return expression(f"{ctx.spell('torch.manual_seed')}({plain[0]})")
    if full == "mindspore.ParameterTuple" and len(plain) == 1:
        name = "tuple" if ctx.within is None else ctx.spell("torch.nn.ParameterList")
        return expression(f"{name}({plain[0]})")
    return None


def _load(ctx: TorchContext, full: str, call: cst.Call) -> cst.BaseExpression:
    """Convert ``load_param_into_net(net, weights)``.

    Raises:
        Refused: if it is given what torch has not.
    """
    given = rows.bind(full, call.args)
    if set(given) - {"net", "parameter_dict", "strict_load"} or len(given) < 2:
        raise Refused("torch has no counterpart of what it is given beside the weights")
    strict = text(given["strict_load"]) if "strict_load" in given else "False"
    if strict != "True":
        reason = "MindSpore also loads weights whose names begin with a word that the net's lack: torch leaves them out"
        ctx.mark("DIFFERENT", full, reason)
    return expression(f"{operand(given['net'])}.load_state_dict({text(given['parameter_dict']).strip()}, strict=False)")


def _of_mint(ctx: TorchContext, full: str, call: cst.Call) -> cst.BaseExpression | None:
    """Convert a name of ``mint`` that no row has: it is torch's own, and nothing shows that it is the same."""
    same = rows.torchs_own(full)
    if same and not is_starred(call.args):
        ctx.unproved[full] = None
        return call.with_changes(func=expression(ctx.spell(same)))
    return None


class Calls(Pass):
    """Converts calls of functions and layers, and leaves alone what they call."""

    stage = Stage.TABLE

    @entering(cst.Call)
    def enter(self, node: cst.Call) -> None:
        """Leave what is called to the call."""
        if isinstance(node.func, cst.Attribute) or self.ctx.is_source(full_of(self.ctx, node.func)):
            self.engine.claim(node.func)

    @converting(cst.Call)
    def call(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a call."""
        full = full_of(self.ctx, original.func)
        return convert(self.ctx, full, original, call) if self.ctx.is_source(full) else None
