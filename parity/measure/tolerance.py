"""When two tensors count as the same: every number here with where it comes from."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from parity.report.model import Judgement

FLOAT64_RELATIVE = 5e-7
"""Greatest relative L2 error in float64 that is no defect.

Both nets in float64 agree to about 1e-12 where they are the same mathematics. A net may hold float32 constants of its
own (0.1 as a float32 is off by 6e-8 relative; eight such roundings stay below this number); the smallest wrong
default seen in practice, LayerNorm's 1e-7 for 1e-5, gives 5e-6 on inputs of unit variance. What hides below is found
by its arguments. Measured on 28 correct ports with 5 seeds (`python -m benchmarks.parity_noise`): median 0, 99 % below
1.9e-8, greatest 3.3e-8.
"""

GRADIENT_RELATIVE = 1e-5
"""Greatest relative L2 error of a gradient in float64 that is no defect, where the outputs agree.

Gradients cancel: on correct ports that hold float32 constants the greatest seen is 6.7e-7 (a bias behind a ReLU; 28
ports, 20 seeds). What is wrong in gradients alone (a detach, another rule at ties, a padding row that learns) moves
them by 1e-3 and more.
"""

SURE_RELATIVE = 1e-9
"""Inputs that agree to this are taken as equal: what their layer adds is then its own."""

NOISE_SHARE = 1e-3
"""A float64 error below this share of what float32 rounding does to the same tensor is rounding too.

float64 rounds 2^-29 = 2e-9 times finer than float32; this leaves a factor of 5e5 and covers tensors that are zero but
for rounding, where no relative figure means anything.
"""

UPDATE_RELATIVE = 1e-2
"""Greatest relative error of what training has changed in a weight.

MindSpore's optimizers keep their numbers in float32, which moves Adam's update by 4e-6, and its Adam adds epsilon
before the bias correction, which moves elements with gradients of 1e-4 by 3e-3: both are what a correct port does.
Another formula moves an update by a tenth and more; arguments that differ are tried whatever the size.
"""

FIRST_LOSS_RELATIVE = 5e-6
"""Greatest relative difference of the losses of the first step, where the weights are still equal."""

OK_RATIO = 3.0
WARN_RATIO = 10.0
"""Ratio of the port's error to the reference's own noise: up to 3 ok, up to 10 warn, above fail.

Measured on correct ports (ResNet-18 train step, 103 tensors; 4-layer transformer, 63 gradients): median 1.2 to 1.5,
greatest 4.8. Outputs of 28 correct ports with 5 seeds: greatest 1.2 in float32, 1.6 in float16, 1.3 in bfloat16. A
LayerNorm epsilon of 1e-7 for 1e-5 gives 23 to 47, a tanh GELU for the exact one 305 to 1013.
"""

SMALL_TENSOR = 256
"""Below this many elements one run may be exact by luck; the median noise of the whole net is then the least taken."""


def least_noise(dtype: torch.dtype) -> float:
    """Return half a unit in the last place of `dtype`: no tensor can be represented better."""
    return float(torch.finfo(dtype).eps) / 2 if dtype.is_floating_point else 0.0


@dataclass(frozen=True, slots=True)
class Norms:
    """Norm of a difference and of the reference tensor; an infinite error means they cannot be compared."""

    error: float
    reference: float

    @property
    def relative(self) -> float:
        """Error over reference; 0 for 0/0."""
        if not self.error:
            return 0.0
        return self.error / self.reference if self.reference else float("inf")


def same_in_float64(norms: Norms, noise: float, *, relative: float = FLOAT64_RELATIVE) -> bool:
    """Tell whether a float64 difference is rounding.

    Args:
        norms (Norms): of the difference.
        noise (float): norm of the reference's own float32 error at this tensor; 0 if unknown.
        relative (float): the threshold. Default: `FLOAT64_RELATIVE`.
    """
    return norms.error <= relative * norms.reference or norms.error <= NOISE_SHARE * noise


def judge(ratio: float) -> Judgement:
    """Return the judgement of a noise ratio."""
    return "ok" if ratio <= OK_RATIO else "warn" if ratio <= WARN_RATIO else "fail"
