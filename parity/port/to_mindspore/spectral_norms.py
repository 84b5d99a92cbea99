"""``spectral_norm``: the file gets a function that divides a weight by its greatest singular value."""

from __future__ import annotations

import libcst as cst

from parity.port.engine.engine import Pass, converting_call, converting_name
from parity.port.syntax.pieces import expression

# The steps of the power iteration that torch's two functions take when they are called.
_FIRST_STEPS = {
    "torch.nn.utils.spectral_norm": 0,
    "torch.nn.utils.spectral_norm.spectral_norm": 0,
    "torch.nn.utils.parametrizations.spectral_norm": 15,
}
_SOURCE = '''def {name}(cell, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Have a layer divide its weight by its greatest singular value, as torch's function of this name does."""
    whole = getattr(cell, name)
    if dim is None:
        dim = int(isinstance(cell, ({nn}.Conv1dTranspose, {nn}.Conv2dTranspose, {nn}.Conv3dTranspose)))
    axes = (dim, *(axis for axis in range(whole.ndim) if axis != dim))

    def matrix(weight):
        return weight.transpose(axes).reshape(weight.shape[dim], -1)

    def unit(vector):
        return vector / {ops}.sqrt({ops}.square(vector).sum()).clamp(eps)

    def steps(flat, u, v, number):
        for _ in range(number):
            v = unit({ops}.matmul(flat.T, u))
            u = unit({ops}.matmul(flat, v))
        return u, v

    def compute(cell, inputs):
        weight = getattr(cell, f"{{name}}_orig")
        flat = matrix(weight)
        u, v = getattr(cell, f"{{name}}_u"), getattr(cell, f"{{name}}_v")
        if cell.training:
            now = steps({ops}.stop_gradient(flat), u.value(), v.value(), n_power_iterations)
            for kept, vector in zip((u, v), now):
                {ops}.assign(kept, vector)
            u, v = now
        setattr(cell, name, weight / (u * {ops}.matmul(flat, v)).sum())

    flat = matrix(whole.value())
    u, v = steps(flat, unit({ops}.randn(flat.shape[0])), unit({ops}.randn(flat.shape[1])), {steps})
    delattr(cell, name)
    setattr(cell, f"{{name}}_orig", {Parameter}(whole.copy(), name=f"{{name}}_orig"))
    setattr(cell, f"{{name}}_u", {Parameter}(u, name=f"{{name}}_u", requires_grad=False))
    setattr(cell, f"{{name}}_v", {Parameter}(v, name=f"{{name}}_v", requires_grad=False))
    object.__setattr__(cell, name, whole)  # until the first call
    cell.register_forward_pre_hook(compute)
    return cell
'''


class SpectralNorms(Pass):
    """Writes weights that are divided by their greatest singular value."""

    @converting_call
    def call(self, full: str, original: cst.Call, call: cst.Call) -> cst.BaseExpression | None:
        """Convert a call."""
        del original
        return call.with_changes(func=expression(self._function(full))) if full in _FIRST_STEPS else None

    @converting_name
    def value(self, full: str, original: cst.BaseExpression, updated: cst.BaseExpression) -> cst.BaseExpression | None:
        """Convert the function as a value."""
        del original, updated
        return expression(self._function(full)) if full in _FIRST_STEPS else None

    def _function(self, full: str) -> str:
        """Return the name of the file's own function."""
        name = "spectral_norm" if "spectral_norm" not in self.ctx.bound else "torch_spectral_norm"
        nn, ops = (self.ctx.spell(f"mindspore.{part}.x").rpartition(".")[0] for part in ("nn", "ops"))
        parameter = self.ctx.spell("mindspore.Parameter")
        self.ctx.helpers[name] = _SOURCE.format(
            name=name, nn=nn, ops=ops, Parameter=parameter, steps=_FIRST_STEPS[full]
        )
        self.ctx.done()
        return name
