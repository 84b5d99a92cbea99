"""Type hints: those of torch that have a name in MindSpore, the others dropped."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import converting
from parity.port.engine.hints import Hints
from parity.port.project.torch_kinds import is_layer_class
from parity.port.syntax.pieces import text
from parity.port.syntax.walking import Parts, children
from parity.port.to_mindspore import layer_values, loading

_PLAIN = {
    "torch.Tensor": "mindspore.Tensor",
    "torch.LongTensor": "mindspore.Tensor",
    "torch.FloatTensor": "mindspore.Tensor",
    "torch.IntTensor": "mindspore.Tensor",
    "torch.BoolTensor": "mindspore.Tensor",
    "torch.nn.Parameter": "mindspore.Parameter",
    "torch.nn.parameter.Parameter": "mindspore.Parameter",
    "torch.nn.Module": "mindspore.nn.Cell",
    "torch.nn.modules.Module": "mindspore.nn.Cell",
    "torch.nn.modules.module.Module": "mindspore.nn.Cell",
}
_BUILTIN = {"torch.Size": "tuple", "torch.device": "str"}


def name_of(ctx: Context, full: str) -> str | None:
    """Return how the type of a hint is written; None where MindSpore has none."""
    if full in _PLAIN:
        return ctx.spell(_PLAIN[full])
    if full in _BUILTIN:
        return _BUILTIN[full]
    if full == "torch.dtype":
        return ctx.spell("mindspore.Type") if ctx.facts.exists("mindspore.Type") else None
    if is_layer_class(full):
        return layer_values.as_class(ctx, full)
    return loading.name_of(ctx, full)


def fields_of_lists(parts: Parts) -> frozenset[str]:
    """Return the attributes that classes of a file say are lists: ``stride: list[int]``, and none says otherwise."""
    found: dict[str, bool] = {}
    for owner in parts.of(cst.ClassDef):
        lines = [line for node in owner.body.body if isinstance(node, cst.SimpleStatementLine) for line in node.body]
        for line in (line for line in lines if isinstance(line, cst.AnnAssign)):
            is_list = text(line.annotation.annotation).lower().removeprefix("typing.").startswith("list[")
            found[text(line.target)] = is_list and found.get(text(line.target), True)
    return frozenset(name for name, is_list in found.items() if is_list)


def is_convertible(ctx: Context, node: cst.CSTNode) -> bool:
    """Tell whether every torch name of a hint has one in MindSpore."""
    final = final_of(ctx, node)
    if final is not None:
        return is_convertible(ctx, final)
    if isinstance(node, (cst.Name, cst.Attribute)):
        full = ctx.scopes.full(node)
        if full:
            return not full.startswith("torch.") or name_of(ctx, full) is not None
    return all(is_convertible(ctx, part) for part in children(node))


def final_of(ctx: Context, node: cst.CSTNode) -> cst.BaseExpression | None:
    """Return the type in ``torch.jit.Final[bool]``, which says to TorchScript alone that it stays; None elsewhere."""
    is_final = isinstance(node, cst.Subscript) and ctx.scopes.full(node.value) == "torch.jit.Final"
    return only_item(node) if is_final and isinstance(node, cst.Subscript) and len(node.slice) == 1 else None


def only_item(node: cst.Subscript) -> cst.BaseExpression:
    """Return what stands alone in brackets.

    Raises:
        TypeError: if a slice does.
    """
    (element,) = node.slice
    if not isinstance(element.slice, cst.Index):
        raise TypeError(text(node))
    return element.slice.value


class TorchHints(Hints):
    """Converts hints of torch's types."""

    def is_convertible(self, node: cst.CSTNode) -> bool:
        """Tell whether MindSpore has every type that a hint names."""
        return is_convertible(self.ctx, node)

    def name_of(self, full: str) -> str | None:
        """Return how a type is written."""
        return name_of(self.ctx, full)

    @converting(cst.Subscript)
    def final(self, original: cst.Subscript, updated: cst.Subscript) -> cst.BaseExpression | None:
        """Write the type that TorchScript is told to keep."""
        if not self.inside or final_of(self.ctx, original) is None:
            return None
        self.ctx.done()
        return only_item(updated)
