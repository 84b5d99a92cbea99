"""What `mindspore.ops.function.grad.grad_func` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch.autodiff.grad import (
    Position as Position,
    Weights as Weights,
    derivative as derivative,
    get_grad as get_grad,
    grad as grad,
    jacfwd as jacfwd,
    jacrev as jacrev,
    jet as jet,
    jvp as jvp,
    linearize as linearize,
    value_and_grad as value_and_grad,
    vjp as vjp,
)
