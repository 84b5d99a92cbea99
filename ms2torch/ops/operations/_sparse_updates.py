"""Update rules for gradients of some rows that MindSpore keeps among its private Primitives."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.operations._updates import Locking, NesterovLocking, setting, update_rows


class SparseApplyMomentum(NesterovLocking):
    """Take a step of momentum in the rows that have a gradient.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.
        use_nesterov (bool): step by the gradient and the momentum after it. Default: ``False``.

    Inputs:
        `var`, `accum`, `lr`, `grad`, `indices`, `momentum`.

    Source: mindspore.ops.operations.nn_ops.SparseApplyMomentum, MindSpore 2.10
    """

    def __call__(self, var: Tensor, accum: Tensor, lr: Any, grad: Tensor, indices: Tensor, momentum: Any) -> Tensor:
        """Update in place."""
        rate, kept = setting(lr), setting(momentum)

        def update(p: torch.Tensor, sums: torch.Tensor, g: torch.Tensor) -> None:
            sums.mul_(kept).add_(g)
            p.sub_(rate * (g + kept * sums if self.use_nesterov else sums))

        update_rows(update, (var, accum), grad, indices, "SparseApplyMomentum", summed=False)
        return wrap(unwrap(var))


class SparseApplyProximalGradientDescent(Locking):
    """Take a step of gradient descent towards 0 in the rows that have a gradient.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `alpha`, `l1`, `l2`, `grad`, `indices`.

    Source: mindspore.ops.operations.nn_ops.SparseApplyProximalGradientDescent, MindSpore 2.10
    """

    def __call__(self, var: Tensor, alpha: Any, l1: Any, l2: Any, grad: Tensor, indices: Tensor) -> Tensor:
        """Update in place."""
        rate, first, second = setting(alpha), setting(l1), setting(l2)

        def update(p: torch.Tensor, g: torch.Tensor) -> None:
            reached = p - rate * g
            p.copy_(reached.sign() * (reached.abs() - rate * first).clamp_min(0) / (1 + rate * second))

        update_rows(update, (var,), grad, indices, "SparseApplyProximalGradientDescent", summed=False)
        return wrap(unwrap(var))


class SparseApplyAdagradDA(Locking):
    """Take a step of Adagrad by dual averages in the rows that have a gradient.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `grad_accum`, `grad_square_accum`, `grad`, `indices`, `lr`, `l1`, `l2`, `global_step`.

    Source: mindspore.ops.operations.nn_ops.SparseApplyAdagradDA, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        grad_accum: Tensor,
        grad_square_accum: Tensor,
        grad: Tensor,
        indices: Tensor,
        lr: Any,
        l1: Any,
        l2: Any,
        global_step: Any,
    ) -> Tensor:
        """Update in place."""
        rate, first, second, step = setting(lr), setting(l1), setting(l2), setting(global_step)

        def update(p: torch.Tensor, sums: torch.Tensor, squares: torch.Tensor, g: torch.Tensor) -> None:
            sums.add_(g)
            squares.add_(g * g)
            left = sums.sign() * (sums.abs() - first * step).clamp_min(0) if first > 0 else sums
            p.copy_(-rate * left / (second * step * rate + squares.sqrt()))

        update_rows(update, (var, grad_accum, grad_square_accum), grad, indices, "SparseApplyAdagradDA", summed=False)
        return wrap(unwrap(var))


class SparseApplyCenteredRMSProp(Locking):
    """Take a step of centred RMSProp in the rows that have a gradient.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `mg`, `ms`, `mom`, `lr`, `rho`, `momentum`, `epsilon`, `grad`, `indices`.

    Source: mindspore.ops.operations.nn_ops.SparseApplyCenteredRMSProp, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        mg: Tensor,
        ms: Tensor,
        mom: Tensor,
        lr: Any,
        rho: Any,
        momentum: Any,
        epsilon: Any,
        grad: Tensor,
        indices: Tensor,
    ) -> Tensor:
        """Update in place."""
        rate, kept, moving, least = setting(lr), setting(rho), setting(momentum), setting(epsilon)

        def update(
            p: torch.Tensor, means: torch.Tensor, squares: torch.Tensor, steps: torch.Tensor, g: torch.Tensor
        ) -> None:
            means.mul_(kept).add_((1 - kept) * g)
            squares.mul_(kept).add_((1 - kept) * g * g)
            steps.mul_(moving).add_(rate * g / (squares - means * means + least).sqrt())
            p.sub_(steps)

        update_rows(update, (var, mg, ms, mom), grad, indices, "SparseApplyCenteredRMSProp", summed=False)
        return wrap(unwrap(var))
