"""Methods of Cells as those of Modules, and the attributes of layers that have another name in torch."""

from __future__ import annotations

import re
from collections.abc import Mapping

import libcst as cst

from parity.port.engine.engine import Pass, Stage, converting_attribute, converting_method, entering
from parity.port.project.kinds import LAYER
from parity.port.syntax.pieces import expression, operand, text
from parity.port.to_torch import rows, tensors
from parity.port.to_torch.context import TorchContext
from parity.port.to_torch.kinds import kind_of

# A Cell's method without arguments, as the Module has it.
_PLAIN: Mapping[str, str] = {
    "cells": "{}.children()",
    "cells_and_names": "{}.named_modules()",
    "name_cells": "dict({}.named_children())",
    "get_parameters": "{}.parameters()",
    "parameters_and_names": "{}.named_parameters()",
    "parameters_dict": "dict({}.named_parameters())",
    "trainable_params": "[p for p in {}.parameters() if p.requires_grad]",
    "untrainable_params": "[p for p in {}.parameters() if not p.requires_grad]",
    "set_train": "{}.train()",
    "set_grad": "{}",
    "recompute": "{}",
    "init_parameters_data": "{}",
}
_RENAMED: Mapping[str, str] = {
    "set_train": "train",
    "insert_child_to_cell": "add_module",
    "insert_param_to_cell": "register_parameter",
    "construct": "forward",
    "extend_repr": "extra_repr",
    "register_backward_hook": "register_full_backward_hook",
    "register_backward_pre_hook": "register_full_backward_pre_hook",
}
METHODS: Mapping[str, str] = {"construct": "forward", "extend_repr": "extra_repr", "set_train": "train"}
"""What a class's own methods are called as a Module's."""
_ONLY_CELLS = frozenset({
    "cells", "cells_and_names", "name_cells", "get_parameters", "parameters_and_names", "parameters_dict",
    "trainable_params", "untrainable_params", "set_train", "insert_child_to_cell", "insert_param_to_cell",
    "init_parameters_data", "update_parameters_name", "set_grad", "recompute", "construct",
})  # fmt: skip
_WITHOUT = frozenset({
    "to_float", "set_comm_fusion", "shard", "set_inputs", "set_boost", "compile", "set_jit_config", "pipeline_stage",
    "add_flags", "add_flags_recursive", "load_parameter_slice", "set_parallel_input_with_inputs", "insert_param",
    "flatten_weights", "update_parameters_name", "update_cell_prefix", "update_cell_type",
})  # fmt: skip
_OF_NORMS = {"gamma": "weight", "beta": "bias", "moving_mean": "running_mean", "moving_variance": "running_var"}
_NORM = re.compile(r"(^|_)(bn|ln|gn|norm)\d*($|_)")


def convert(ctx: TorchContext, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert a method of a Cell; None where it is none, or the same in torch."""
    assert isinstance(original.func, cst.Attribute)
    assert isinstance(call.func, cst.Attribute)
    method = original.func.attr.value
    if not is_cells(ctx, original.func.value, method):
        return None
    receiver = operand(call.func.value)
    if method in _PLAIN and not call.args:
        ctx.done()
        return expression(_PLAIN[method].format(receiver))
    if method in {"get_parameters", "parameters_and_names"} and len(call.args) == 1:
        ctx.done()
        name = "parameters" if method == "get_parameters" else "named_parameters"
        return expression(f"{receiver}.{name}(recurse={text(call.args[0].value)})")
    if method in {"set_grad", "recompute"}:
        ctx.done()
        return call.func.value
    if method in _RENAMED:
        ctx.done()
        args = call.args if method == "construct" else [a.with_changes(keyword=None, equal=_DEFAULT) for a in call.args]
        return call.with_changes(func=call.func.with_changes(attr=cst.Name(_RENAMED[method])), args=args)
    if method in _WITHOUT:
        ctx.mark("STRUCTURE", f"Cell.{method}", "a Module has no such method")
        return call
    return None


# What MindSpore's layers have under a name of their own, and their heirs call.
_INNER: Mapping[tuple[str, str], tuple[int, str]] = {
    ("mindspore.nn.LayerNorm", "layer_norm"): (
        3,
        "({F}.layer_norm({0}, self.normalized_shape, {1}, {2}, self.eps), None, None)",
    ),
    ("mindspore.nn.Conv2d", "conv2d"): (2, "self._conv_forward({0}, {1}, None)"),
    ("mindspore.nn.Conv2d", "bias_add"): (2, "({0} + {1}.reshape(1, -1, 1, 1))"),
    ("mindspore.nn.Dense", "matmul"): (2, "{torch}.matmul({0}, {1}.mT)"),
    ("mindspore.nn.Dense", "bias_add"): (2, "({0} + {1})"),
}


def of_base(ctx: TorchContext, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
    """Convert a call of what a layer of MindSpore's has inside, in a class that derives from it; None for another."""
    assert isinstance(original.func, cst.Attribute)
    if text(original.func.value) != "self" or ctx.within is None:
        return None
    known = _INNER.get((ctx.within.base, original.func.attr.value))
    if known is None or len(call.args) != known[0] or any(a.keyword is not None or a.star for a in call.args):
        return None
    names = (
        {"F": ctx.spell("torch.nn.functional.x")[:-2]} if "{F}" in known[1] else {"torch": ctx.spell("torch.x")[:-2]}
    )
    if original.func.attr.value == "conv2d" and ctx.within.by_helper:
        known = (2, "self._conv_forward(self.padded({0}), {1}, None)")
    ctx.done()
    return expression(known[1].format(*(operand(entry.value) for entry in call.args), **names))


_DEFAULT = cst.MaybeSentinel.DEFAULT


def is_cells(ctx: TorchContext, receiver: cst.BaseExpression, method: str) -> bool:
    """Tell whether a method's receiver is a Cell."""
    source = text(receiver)
    if source == "self" or source.startswith("super("):
        return ctx.within is not None and ctx.within.is_layer
    kind = kind_of(ctx, receiver)
    if kind:
        return kind == LAYER
    return not ctx.scopes.full(receiver) and (bool(ctx.scopes.classes(source)) or method in _ONLY_CELLS)


def attribute(ctx: TorchContext, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression:
    """Rename an attribute of a layer: ``norm.gamma`` of a BatchNorm2d is ``norm.weight``."""
    owner, name = text(original.value), original.attr.value
    classes = ctx.scopes.classes(owner)
    names = {_attribute_of(full, name) for full in classes}
    if name == "cell_list" and owner != "self" and kind_of(ctx, original.value) in {LAYER, ""}:
        ctx.done()
        return expression(f"list({operand(updated.value)}.children())")
    if name == "has_bias" and classes:
        ctx.done()
        return expression(f"({operand(updated.value)}.bias is not None)")
    if not classes and name in _OF_NORMS and owner != "self" and _is_called_a_norm(ctx, original.value):
        ctx.mark("STRUCTURE", f"{owner}.{name}", f"{_OF_NORMS[name]} if it is a norm of torch, as its name says")
        return updated.with_changes(attr=cst.Name(_OF_NORMS[name]))
    if not names or names == {name}:
        return updated
    if len(names) > 1:
        ctx.mark("STRUCTURE", f"{owner}.{name}", f"it is {' or '.join(sorted(names))}, by the layer's class")
        return updated
    ctx.done()
    return updated.with_changes(attr=cst.Name(names.pop()))


def _is_called_a_norm(ctx: TorchContext, owner: cst.BaseExpression) -> bool:
    if isinstance(owner, cst.Attribute):
        return _NORM.search(owner.attr.value) is not None and kind_of(ctx, owner) in {LAYER, ""}
    return isinstance(owner, cst.Name) and _NORM.search(owner.value) is not None


def _attribute_of(full: str, name: str) -> str:
    return rows.weight_names(full).get(name) or rows.argument_names(full).get(name) or name


class Cells(Pass):
    """Converts methods and attributes of Cells, and loops over them."""

    stage = Stage.TABLE
    ctx: TorchContext

    @entering(cst.For)
    def enter_loop(self, node: cst.For) -> None:
        """Know the Cells that a loop goes through."""
        source = text(node.iter)
        target: cst.BaseExpression = node.target
        if source.endswith(".cells_and_names()") and isinstance(target, cst.Tuple) and len(target.elements) == 2:
            target = target.elements[1].value
        elif not source.endswith(".cells()"):
            return
        if isinstance(target, cst.Name):
            self.ctx.scopes.inner.kinds[target.value] = LAYER

    @converting_method
    def method(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a method; leave one that Modules have as well."""
        ctx, func = self.ctx, cst.ensure_type(original.func, cst.Attribute)
        method = func.attr.value
        made = convert(ctx, original, call) or of_base(ctx, original, call)
        if made is not None:
            return made
        if is_cells(ctx, func.value, method) and ctx.kind_of(func.value) != "":
            return call
        if method == "init_data" and isinstance(func.value, cst.Call) and isinstance(call.func, cst.Attribute):
            return call.func.value
        return tensors.convert(ctx, original, call)

    @converting_attribute
    def attribute(self, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression | None:
        """Convert an attribute of a layer or tensor that is called otherwise."""
        made = tensors.attribute(self.ctx, original, updated)
        return attribute(self.ctx, original, updated) if made is None else made
