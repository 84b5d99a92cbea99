"""einops: its functions work on MindSpore's tensors once they are described to it, and its layers become Cells."""

from __future__ import annotations

from typing import Any

import libcst as cst

from parity.port.engine.engine import Pass, Stage, converting
from parity.port.project.names import absolute
from parity.port.syntax.pieces import dotted

_LAYERS = "einops.layers.torch"
_BACKEND = '''class MindSporeBackend(einops._backends.AbstractBackend):
    """MindSpore's tensors, as einops finds them: by the classes that derive from its backend."""

    framework_name = "mindspore"

    def is_appropriate_type(self, tensor):
        return isinstance(tensor, {Tensor})

    def from_numpy(self, x):
        return {Tensor}(x)

    def to_numpy(self, x):
        return x.asnumpy()

    def arange(self, start, stop):
        return {ops}.arange(start, stop)

    def reshape(self, x, shape):
        return x.reshape(tuple(int(size) for size in shape))

    def transpose(self, x, axes):
        return x.permute(tuple(axes))

    def reduce(self, x, operation, axes):
        axes = tuple(sorted(axes, reverse=True))
        if operation in ("min", "max"):
            return {ops}.amin(x, axes) if operation == "min" else {ops}.amax(x, axes)
        if operation in ("sum", "mean"):
            return x.sum(axes) if operation == "sum" else x.mean(axes)
        for axis in axes:
            x = getattr(x, operation)(axis)
        return x

    def stack_on_zeroth_dimension(self, tensors):
        return {ops}.stack(list(tensors))

    def add_axis(self, x, new_position):
        return x.unsqueeze(new_position)

    def tile(self, x, repeats):
        return x.tile(tuple(repeats))

    def concat(self, tensors, axis):
        return {ops}.cat(list(tensors), axis)

    def is_float_type(self, x):
        return x.is_floating_point()

    def einsum(self, pattern, *x):
        return {ops}.einsum(pattern, *x)
'''
_LAYER = '''class {name}(einops.layers.{kind}Mixin, {nn}.Cell):
    """`{kind}` of einops as a Cell."""

    def construct(self, x):
        return self._apply_recipe(x)
'''
_MIX = '''class {name}(einops.layers._einmix._EinmixMixin, {nn}.Cell):
    """`EinMix` of einops as a Cell."""

    def _create_parameters(self, weight_shape, weight_bound, bias_shape, bias_bound):
        def within(bound, shape):
            return {Parameter}({ops}.rand(tuple(shape)) * (2 * bound) - bound)

        self.weight = within(weight_bound, weight_shape)
        self.bias = None if bias_shape is None else within(bias_bound, bias_shape)

    def _create_rearrange_layers(
        self, pre_reshape_pattern, pre_reshape_lengths, post_reshape_pattern, post_reshape_lengths
    ):
        self.before = (pre_reshape_pattern, pre_reshape_lengths or {{}})
        self.after = (post_reshape_pattern, post_reshape_lengths or {{}})

    def construct(self, x):
        if self.before[0] is not None:
            x = einops.rearrange(x, self.before[0], **self.before[1])
        x = {ops}.einsum(self.einsum_pattern, x, self.weight)
        if self.bias is not None:
            x = x + self.bias
        return x if self.after[0] is None else einops.rearrange(x, self.after[0], **self.after[1])
'''
_KINDS = {"Rearrange": _LAYER, "Reduce": _LAYER, "EinMix": _MIX}


class Einops(Pass):
    """Describes MindSpore's tensors to einops in a file that uses it, and writes its layers as Cells."""

    stage = Stage.OUTER

    @converting(cst.Import)
    def modules(self, original: cst.Import, updated: cst.Import) -> None:
        """Mark what is left of torch's layers; describe the tensors to the functions."""
        del updated
        for alias in original.names:
            full = dotted(alias.name)
            if full == _LAYERS:
                self.ctx.mark("IMPORT", full, "its layers are torch's: import them by name, which has Cells written")
            elif full.partition(".")[0] == "einops":
                self._describe()

    @converting(cst.ImportFrom)
    def names(self, original: cst.ImportFrom, updated: cst.ImportFrom) -> Any:
        """Write the layers that are imported as Cells."""
        module = absolute(original, self.ctx.package)
        if module.partition(".")[0] != "einops":
            return None
        self._describe()
        if module != _LAYERS:
            return None
        if isinstance(original.names, cst.ImportStar) or isinstance(updated.names, cst.ImportStar):
            self.ctx.mark("IMPORT", module, "which names it binds is not known: name them")
            return None
        left = [alias for alias in updated.names if dotted(alias.name) not in _KINDS]
        for alias in original.names:
            kind = dotted(alias.name)
            if kind in _KINDS:
                self._write(kind, dotted(alias.asname.name) if alias.asname is not None else kind)
            else:
                self.ctx.mark("IMPORT", f"{module}.{kind}", "it is torch's")
        if not left:
            return cst.RemoveFromParent()
        return updated.with_changes(names=[*left[:-1], left[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)])

    def _describe(self) -> None:
        if "einops" not in self.ctx.helpers:
            self.ctx.needs["", "einops"] = None
            tensor, ops = self.ctx.spell("mindspore.Tensor"), self._module("mindspore.ops.x")
            self.ctx.helpers["einops"] = _BACKEND.format(Tensor=tensor, ops=ops)

    def _write(self, kind: str, name: str) -> None:
        self.ctx.needs["", "einops.layers._einmix" if kind == "EinMix" else "einops.layers"] = None
        parts = {"nn": self._module("mindspore.nn.x"), "kind": kind, "name": name}
        if kind == "EinMix":
            parts |= {"Parameter": self.ctx.spell("mindspore.Parameter"), "ops": self._module("mindspore.ops.x")}
        self.ctx.helpers[f"{_LAYERS}.{name}"] = _KINDS[kind].format(**parts)
        self.ctx.done()

    def _module(self, full: str) -> str:
        return str(self.ctx.spell(full)).rpartition(".")[0]
