"""``layer.reset_parameters()`` of torch's layers, which MindSpore's lack: the file gets a function for it."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.context import Context
from parity.port.engine.engine import Pass, converting_method
from parity.port.project.kinds import LAYER
from parity.port.syntax.pieces import argument, text

_METHOD = "reset_parameters"
_SOURCE = '''def {name}(layer):
    """Draw the weights of a layer again by the law by which it was built."""
    if hasattr(layer, "reset_parameters"):
        layer.reset_parameters()
    elif isinstance(layer, {nn}.Embedding):
        table = layer.embedding_table
        table.set_data({initializer}({Normal}(1.0), table.shape, table.dtype))
        if layer.padding_idx is not None:
            table[layer.padding_idx] = 0
    elif hasattr(layer, "gamma"):
        values = {{"gamma": "ones", "beta": "zeros", "moving_mean": "zeros", "moving_variance": "ones"}}
        for name in values:
            if hasattr(layer, name):
                old = getattr(layer, name)
                old.set_data({initializer}(values[name], old.shape, old.dtype))
    elif isinstance(layer, ({nn}.Dense, {nn}.Conv1d, {nn}.Conv2d, {nn}.Conv3d)):
        weight, bound = layer.weight, layer.weight[0].size ** -0.5
        weight.set_data({initializer}({HeUniform}(5**0.5), weight.shape, weight.dtype))
        if layer.has_bias:
            layer.bias.set_data({initializer}({Uniform}(bound), layer.bias.shape, layer.bias.dtype))
    else:
        raise TypeError(f"{{type(layer).__name__}} has no law of its own for its weights")
'''
_LAWS = ("initializer", "Normal", "HeUniform", "Uniform")


class LayersReset(Pass):
    """Has the weights of MindSpore's layers drawn again; a layer of the project's own has a method for it."""

    @converting_method
    def method(self, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Write ``reset_weights(layer)``."""
        before, after = cst.ensure_type(original.func, cst.Attribute), cst.ensure_type(call.func, cst.Attribute)
        if before.attr.value != _METHOD or call.args or not self._may_be_torchs(before.value):
            return None
        self.ctx.done()
        return cst.Call(cst.Name(self._function()), [argument(after.value)])

    def _may_be_torchs(self, receiver: cst.BaseExpression) -> bool:
        ctx: Context = self.ctx
        source = text(receiver)
        if source == "self" or source.startswith("super(") or ctx.scopes.full(receiver):
            return False
        if ctx.scopes.classes(source):
            return True
        if isinstance(receiver, cst.Attribute) and text(receiver.value) == "self":
            held: set[str] = ctx.facts.held.get(receiver.attr.value, {""})
            return held != {""}  # another layer of the project's own has it
        return ctx.kind_of(receiver) in {LAYER, ""} and not ctx.scopes.made_by(source)

    def _function(self) -> str:
        name = "reset_weights" if "reset_weights" not in self.ctx.bound else "reset_weights_of"
        spelled = {law: self.ctx.spell(f"mindspore.common.initializer.{law}") for law in _LAWS}
        nn = self.ctx.spell("mindspore.nn.x").rpartition(".")[0]
        self.ctx.helpers.setdefault(f"own {_METHOD}", _SOURCE.format(name=name, nn=nn, **spelled))
        return name
