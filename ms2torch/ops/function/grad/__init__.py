"""Differentiation functions."""

from ms2torch._lazy import elsewhere

_EXPORTS = (
    "derivative", "get_grad", "grad", "jacfwd", "jacrev", "jet", "jvp", "linearize", "stop_gradient", "stop_gradient_",
    "value_and_grad", "vjp",
)  # fmt: skip
__getattr__ = elsewhere(__name__, "ms2torch.ops", exports=_EXPORTS)
