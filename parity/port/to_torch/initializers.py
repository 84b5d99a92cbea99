"""``initializer(Normal(0.02), shape)`` and ``w.set_data(initializer(...))``: torch fills a tensor in place."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

import mappings
from parity.port.engine.classes import is_super_init
from parity.port.engine.engine import Engine, Pass, converting, entering, finishing
from parity.port.project.kinds import NUMBER, PARAMETER
from parity.port.rows.arguments import Refused
from parity.port.syntax.pieces import NotLiteral, argument, call_text, expression, literal, operand, text
from parity.port.syntax.walking import walk
from parity.port.to_torch import rows
from parity.port.to_torch.context import TorchContext
from parity.port.to_torch.kinds import full_of, kind_of
from parity.port.to_torch.live import live

FILLER = "mindspore.common.initializer.initializer"
_LAWS = "mindspore.common.initializer."
_TEXTS = {
    "zeros": "Zero", "zero": "Zero", "ones": "One", "one": "One", "normal": "Normal", "uniform": "Uniform",
    "truncatednormal": "TruncatedNormal", "heuniform": "HeUniform", "he_uniform": "HeUniform", "henormal": "HeNormal",
    "he_normal": "HeNormal", "xavieruniform": "XavierUniform", "xavier_uniform": "XavierUniform",
    "xaviernormal": "XavierNormal", "xavier_normal": "XavierNormal", "orthogonal": "Orthogonal",
}  # fmt: skip
_OWN = {"Zero": "zeros_", "One": "ones_"}


class Unknown(Refused):
    """It is known at run time only by which law a tensor is filled."""


def filling(ctx: TorchContext, node: cst.BaseExpression, target: str) -> str:
    """Return the source of the call that fills a tensor by a law, also by one that is known at run time only.

    Raises:
        Refused: if torch has no such law.
    """
    try:
        return law(ctx, node, target)
    except Unknown:
        return f"{ctx.pattern('fill')}({target}, {text(node).strip()})"


def as_function(ctx: TorchContext, node: cst.BaseExpression) -> cst.BaseExpression:
    """Return a law as a value: a function that fills a tensor by it.

    Raises:
        Refused: if torch has no such law.
    """
    named = {part.value for part in walk(node) if isinstance(part, cst.Name)}
    name = next(name for name in ("w", "weight", "tensor_of_the_law") if name not in named)
    source = law(ctx, node, name)
    plain = source.removesuffix(f"({name})")
    return expression(plain if plain != source else f"lambda {name}: {source}")


def is_law(full: str) -> bool:
    """Tell whether a full name is that of a class of initializers."""
    return full.startswith(_LAWS) and isinstance(live(full), type)


def law(ctx: TorchContext, node: cst.BaseExpression, target: str) -> str:
    """Return the source of the call that fills a tensor by a law of MindSpore's.

    Args:
        ctx (TorchContext): the file.
        node (BaseExpression): the law, as it was written: a call, a class, a text or a number.
        target (str): the source of the tensor that is filled.

    Raises:
        Unknown: if it is not known which it is.
        Refused: if torch has no such law.
    """
    if isinstance(node, cst.Call) and full_of(ctx, node.func) == FILLER and "init" in _arguments(node):
        return filling(ctx, _arguments(node)["init"], target)
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
        if any(ctx.is_source(full_of(ctx, part)) for part in walk(node)):
            raise Refused("which law it is, is not known here") from None
        raise Unknown("which law it is, is not known here") from None
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
    return expression(filling(ctx, given["init"], empty))


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
        return expression(filling(ctx, _arguments(value)["init"], text(target)))
    if len(call.args) > 1:
        place = cst.Attribute(target, cst.Name("data"))
        return cst.Assign([cst.AssignTarget(place)], call.args[0].value)
    return expression(f"{operand(target)}.data.copy_({text(call.args[0].value)})")


class Initializers(Pass):
    """Fills weights in place, also those of layers whose constructors took an initializer."""

    ctx: TorchContext

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.data: set[int] = set()  # calls of set_data that are statements
        self.alone: set[int] = set()  # what is bound to one name, or a statement

    @entering(cst.Assign)
    def enter_assign(self, node: cst.Assign) -> None:
        """Know the layers that are bound to a name, whose weights are filled below."""
        if len(node.targets) == 1 and isinstance(node.targets[0].target, (cst.Name, cst.Attribute, cst.Subscript)):
            self.alone.add(id(node.value))

    @entering(cst.Call)
    def enter_call(self, node: cst.Call) -> None:
        """Leave the initializers that a call is given as they are: they are read when the call is converted."""
        full = full_of(self.ctx, node.func)
        for number, entry in enumerate(node.args if self.ctx.is_source(full) else ()):
            key = entry.keyword.value if entry.keyword is not None else ""
            first = full == FILLER and (number == 0 if not key else key == "init")
            asked = first or key.endswith("_init") or key == "embedding_table"
            if not self._is_given(entry.value) and not (asked and self._is_law(entry.value)):
                continue
            self.engine.claim(entry.value)
            if isinstance(entry.value, cst.Call):
                self.engine.claim(entry.value.func)

    def _is_law(self, node: cst.BaseExpression) -> bool:
        return full_of(self.ctx, node.func if isinstance(node, cst.Call) else node).startswith(_LAWS)

    def _is_given(self, node: cst.BaseExpression) -> bool:
        full = full_of(self.ctx, node.func) if isinstance(node, cst.Call) else ""
        return full.startswith(_LAWS) and full != FILLER

    @entering(cst.Expr)
    def enter_statement(self, node: cst.Expr) -> None:
        """Keep ``w.set_data(...)`` whole until the statement is left."""
        call = node.value
        if isinstance(call, cst.Call) and is_super_init(call):
            self.alone.add(id(call))
        if isinstance(call, cst.Call) and isinstance(call.func, cst.Attribute) and call.func.attr.value == "set_data":
            self.data.add(id(call))
            self.engine.claim(call)
            inner = call.args[0].value if call.args else None
            if isinstance(inner, cst.Call) and full_of(self.ctx, inner.func) == FILLER:
                self.engine.claim(inner, *(entry.value for entry in inner.args[2:]))

    @converting(cst.Expr)
    def statement(self, original: cst.Expr, updated: cst.Expr) -> cst.BaseSmallStatement | None:
        """Write ``w.set_data(...)``."""
        before, after = original.value, updated.value
        if id(before) not in self.data or not isinstance(before, cst.Call) or not isinstance(after, cst.Call):
            return None
        try:
            made = set_data(self.ctx, before, after)
        except Refused as error:
            self.ctx.mark("ARGUMENT", "set_data", str(error))
            return None
        if made is None:
            return None
        self.ctx.done()
        return made if isinstance(made, cst.Assign) else updated.with_changes(value=made)

    @converting(cst.Assign)
    def assign(self, original: cst.Assign, updated: cst.Assign) -> cst.Expr | None:
        """Write ``m.weight = initializer(...)`` as a call that fills the weight."""
        target, value = original.targets[0].target, original.value
        if not isinstance(target, cst.Attribute) or not isinstance(value, cst.Call) or len(original.targets) != 1:
            return None
        of_layer = text(target.value) != "self" and target.attr.value in {"weight", "bias", "gamma", "beta"}
        is_weight = of_layer or self.ctx.kind_of(target) == PARAMETER
        if full_of(self.ctx, value.func) != FILLER or not is_weight:
            return None
        try:
            return cst.Expr(expression(filling(self.ctx, value.args[0].value, text(updated.targets[0].target))))
        except Refused:
            return None

    @finishing(cst.Assign)
    def fill(self, original: cst.Assign, updated: cst.Assign, made: cst.CSTNode) -> cst.CSTNode:
        """Fill the weights of a new layer in the lines below it."""
        if made is not updated:
            return made
        self._fill(text(original.targets[0].target), updated.value)
        return made

    @finishing(cst.Expr)
    def fill_own(self, original: cst.Expr, updated: cst.Expr, made: cst.CSTNode) -> cst.CSTNode:
        """Fill the weights that a class has of its base, below ``super().__init__(...)``."""
        del original
        self._fill("self", updated.value)
        return made

    def _fill(self, name: str, layer: cst.BaseExpression) -> None:
        for weight, given in (self.ctx.inits.pop(id(layer), None) or {}).items():
            target = f"{name}.{weight}"
            try:
                source = filling(self.ctx, given.law, target)
            except Refused as error:
                self.ctx.mark("ARGUMENT", f"the initial {target}", str(error))
                continue
            self.ctx.following.append(f"if {target} is not None:\n    {source}" if given.may_lack else source)

    @finishing(cst.Call)
    def fill_within(self, original: cst.Call, updated: cst.Call, made: cst.CSTNode) -> cst.CSTNode:
        """Fill the weights of a layer that stands within an expression."""
        del updated
        if id(original) in self.alone or not isinstance(made, cst.Call) or id(made) not in self.ctx.inits:
            return made
        laws: list[str] = []
        for weight, given in self.ctx.inits.pop(id(made)).items():
            try:
                laws.append(f"{weight}={self._as_value(given.law)}")
            except Refused as error:
                self.ctx.mark("ARGUMENT", f"{weight}_init", str(error))
        return expression(f"{self.ctx.pattern('filled')}({text(made)}, {', '.join(laws)})") if laws else made

    def _as_value(self, node: cst.BaseExpression) -> str:
        try:
            return text(as_function(self.ctx, node))
        except Unknown:
            return text(node).strip()

    @finishing(cst.SimpleStatementLine)
    def line(self, original: cst.CSTNode, updated: cst.CSTNode, made: cst.CSTNode) -> cst.CSTNode:
        """Mark the initializers that no statement could be made of."""
        del original, updated
        for inits in self.ctx.inits.values():
            for weight in inits:
                reason = "torch's layers take no initializer: fill the weight after it is made"
                self.ctx.mark("ARGUMENT", f"{weight}_init", reason)
        self.ctx.inits.clear()
        return made
