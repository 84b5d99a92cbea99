"""Attributes that torch's tensors have and MindSpore's have not: ``x.requires_grad``, ``x.is_cuda``."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Engine, Pass, converting_attribute, converting_method, entering
from parity.port.project.kinds import PARAMETER, TENSOR
from parity.port.project.torch_kinds import kind_of

# What they are where MindSpore places the tensors.
_VALUES = {"is_cuda": "False", "is_mps": "False", "is_xpu": "False", "is_sparse": "False", "is_quantized": "False"}
_OF_GRAPHS = frozenset({"requires_grad", "grad_fn", "is_leaf", "grad"})
_ANSWERS = {"is_contiguous": "True", "is_pinned": "False"}


class TensorAttributes(Pass):
    """Writes what an attribute is, and marks one that speaks of the graph."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.targets: set[int] = set()

    @entering(cst.AssignTarget, cst.AugAssign)
    def enter(self, node: cst.AssignTarget | cst.AugAssign) -> None:
        """Know an attribute that is set."""
        self.targets.add(id(node.target))

    @converting_attribute
    def attribute(self, original: cst.Attribute, updated: cst.Attribute) -> cst.BaseExpression | None:
        """Write or mark an attribute."""
        del updated
        name, kind = original.attr.value, kind_of(original.value, self.ctx.scopes)
        if id(original) in self.targets:
            return None
        if name in _VALUES and kind in {TENSOR, PARAMETER, ""}:
            self.ctx.done()
            return cst.Name(_VALUES[name])
        if name in _OF_GRAPHS and kind == TENSOR:
            decided = name == "requires_grad"
            reason = "taken to be True: decide otherwise" if decided else "decide otherwise"
            self.ctx.mark("AUTOGRAD", f"Tensor.{name}", f"MindSpore's tensors keep no graph, {reason}")
            return cst.Name("True") if decided else None
        return None

    @converting_method
    def method(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Answer a question about memory."""
        name = cst.ensure_type(original.func, cst.Attribute).attr.value
        if name not in _ANSWERS or call.args or kind_of(original.func, self.ctx.scopes):
            return None
        self.ctx.done()
        return cst.Name(_ANSWERS[name])
