"""Update rules that divide by the gradients' norm, or keep mean squares of rows and columns, as Primitives."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._updates.adam import advance_moments, descend_decayed
from ms2torch.ops.operations._updates import Locking, setting, written
from ms2torch.ops.primitive import Primitive


class FusedCastAdamWeightDecay(Locking):
    """Take a step of Adam with decoupled weight decay, with a parameter or gradient that may be float16.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `m`, `v`, `lr`, `beta1`, `beta2`, `epsilon`, `decay`, `gradient`, and `global_norm`, by which the
        gradient is divided. `m` and `v` are float32, and it is computed in their type.

    Source: mindspore.ops.FusedCastAdamWeightDecay, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        v: Tensor,
        lr: Any,
        beta1: Any,
        beta2: Any,
        epsilon: Any,
        decay: Any,
        gradient: Tensor,
        global_norm: Any,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Update in place."""
        m1, m2, p, g = written("FusedCastAdamWeightDecay", m=m, v=v, var=var, gradient=gradient)
        wide = p.to(dtype=m1.dtype)
        advance_moments([g / setting(global_norm)], [m1], [m2], setting(beta1), setting(beta2))
        descend_decayed([wide], [m1], [m2], setting(lr), setting(epsilon), setting(decay))
        p.copy_(wide)
        return wrap(p), wrap(m1), wrap(m2)


class FusedAdaFactor(Primitive):
    """Step as Adam does, with the mean squares of a matrix kept as those of its rows and columns.

    Args:
        enable_scale_parameter (bool): step in proportion to the parameter's size. Default: ``False``.
        enable_first_moment (bool): step by the running mean of the steps. Default: ``False``.
        enable_weight_decay (bool): take off the share ``learning_rate * weight_decay`` too. Default: ``False``.

    Inputs:
        `epsilon` (a pair), `clip_threshold`, `beta1`, `beta2`, `weight_decay`, `learning_rate`, `gradient`, `param`,
        `exp_avg`, `exp_avg_sq_row`, `exp_avg_sq_col`, `exp_avg_sq`. Of the last three, a vector uses `exp_avg_sq`,
        anything else the other two.

    Outputs:
        Tensor, the parameter.

    Source: mindspore.ops.FusedAdaFactor, MindSpore 2.10
    """

    def __init__(
        self,
        enable_scale_parameter: bool = False,
        enable_first_moment: bool = False,
        enable_weight_decay: bool = False,
    ) -> None:
        super().__init__()
        self.enable_scale_parameter = enable_scale_parameter
        self.enable_first_moment = enable_first_moment
        self.enable_weight_decay = enable_weight_decay

    def __call__(
        self,
        epsilon: Any,
        clip_threshold: Any,
        beta1: Any,
        beta2: Any,
        weight_decay: Any,
        learning_rate: Any,
        gradient: Tensor,
        param: Tensor,
        exp_avg: Tensor,
        exp_avg_sq_row: Tensor,
        exp_avg_sq_col: Tensor,
        exp_avg_sq: Tensor,
    ) -> Tensor:
        """Update in place."""
        p, g = written("FusedAdaFactor", param=param, gradient=gradient)
        low, least = (setting(x) for x in epsilon)
        rate = setting(learning_rate)
        if self.enable_scale_parameter:
            rate *= max(least, _size(p))
        means = tuple(unwrap(t).data for t in (exp_avg_sq_row, exp_avg_sq_col, exp_avg_sq))
        step = _scaled(g, means, low, setting(beta2))
        step = step * (rate / max(1.0, _size(step) / setting(clip_threshold)))
        if self.enable_first_moment:
            step = unwrap(exp_avg).data.lerp_(step, 1 - setting(beta1))
        if self.enable_weight_decay:
            p.mul_(1 - rate * setting(weight_decay))
        return wrap(p.sub_(step))


class FusedAdaFactorWithGlobalNorm(FusedAdaFactor):
    """Divide the gradient by a norm, then step as `FusedAdaFactor`.

    Args:
        enable_scale_parameter (bool): step in proportion to the parameter's size. Default: ``False``.
        enable_first_moment (bool): step by the running mean of the steps. Default: ``False``.
        enable_weight_decay (bool): take off the share ``learning_rate * weight_decay`` too. Default: ``False``.

    Inputs:
        those of `FusedAdaFactor`, and `global_norm`.

    Source: mindspore.ops.FusedAdaFactorWithGlobalNorm, MindSpore 2.10
    """

    def __call__(self, *inputs: Any) -> Tensor:
        """Update in place."""
        *most, norm = inputs
        most[6] = wrap(unwrap(most[6]).detach() / setting(norm))
        return super().__call__(*most)


def _size(t: torch.Tensor) -> float:
    """Return the root of the mean square."""
    return float(t.square().mean().sqrt())


def _scaled(g: torch.Tensor, means: tuple[torch.Tensor, ...], low: float, beta2: float) -> torch.Tensor:
    """Move the mean squares, and return the gradient divided by their root."""
    rows, columns, all_of_them = means
    squares = g.square() + low
    if g.ndim < 2:
        return g * all_of_them.lerp_(squares, 1 - beta2).rsqrt()
    rows.lerp_(squares.mean(-1), 1 - beta2)
    columns.lerp_(squares.mean(-2), 1 - beta2)
    by_row = (rows / rows.mean(-1, keepdim=True)).rsqrt()
    return g * by_row.unsqueeze(-1) * columns.rsqrt().unsqueeze(-2)
