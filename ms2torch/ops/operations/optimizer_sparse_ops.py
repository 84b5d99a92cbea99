"""Update rules for gradients of some rows, as Primitives that write into what they are given.

Each takes the learning rate and the like as numbers or 0-d tensors, and returns the tensors it has written to.
"""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._updates.adagrad import add_squares, descend_roots, shrink
from ms2torch._updates.adam import correction
from ms2torch._updates.ftrl import follow_leader
from ms2torch._updates.means import descend_by_sizes, descend_rms
from ms2torch.ops.operations._updates import (
    Locking,
    NesterovLocking,
    setting,
    step_of_adam,
    update_rows,
    written,
)
from ms2torch.ops.primitive import Primitive


class FusedSparseLazyAdam(NesterovLocking):
    """Take a step of Adam in the rows that have a gradient.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.
        use_nesterov (bool): Nesterov's momentum. Default: ``False``.

    Inputs:
        `var`, `m`, `v`, `beta1_power`, `beta2_power`, `lr`, `beta1`, `beta2`, `epsilon`, `gradient`, `indices`.

    Differs from MindSpore: the moments it returns are meaningless; here they are the results.

    Source: mindspore.ops.FusedSparseLazyAdam, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        v: Tensor,
        beta1_power: Any,
        beta2_power: Any,
        lr: Any,
        beta1: Any,
        beta2: Any,
        epsilon: Any,
        gradient: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Update in place."""
        rate = setting(lr) * correction(setting(beta1_power), setting(beta2_power))
        settings = (rate, setting(beta1), setting(beta2), setting(epsilon))

        def update(p: torch.Tensor, m1: torch.Tensor, m2: torch.Tensor, g: torch.Tensor) -> None:
            step_of_adam(p, m1, m2, g, settings, nesterov=self.use_nesterov)

        update_rows(update, (var, m, v), gradient, indices, "FusedSparseLazyAdam", summed=True)
        return wrap(unwrap(var)), wrap(unwrap(m)), wrap(unwrap(v))


class FusedSparseAdam(NesterovLocking):
    """Take a step of Adam; rows without a gradient have gradient 0.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.
        use_nesterov (bool): Nesterov's momentum. Default: ``False``.

    Inputs:
        `var`, `m`, `v`, `beta1_power`, `beta2_power`, `lr`, `beta1`, `beta2`, `epsilon`, `gradient`, `indices`.

    Differs from MindSpore: the moments it returns are meaningless; here they are the results.

    Source: mindspore.ops.FusedSparseAdam, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        v: Tensor,
        beta1_power: Any,
        beta2_power: Any,
        lr: Any,
        beta1: Any,
        beta2: Any,
        epsilon: Any,
        gradient: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Update in place."""
        p, m1, m2 = written("FusedSparseAdam", var=var, m=m, v=v)
        rate = setting(lr) * correction(setting(beta1_power), setting(beta2_power))
        settings = (rate, setting(beta1), setting(beta2), setting(epsilon))
        g = torch.zeros_like(p).index_add_(0, unwrap(indices), unwrap(gradient).detach())
        step_of_adam(p, m1, m2, g, settings, nesterov=self.use_nesterov)
        return wrap(p), wrap(m1), wrap(m2)


class SparseApplyFtrl(Primitive):
    """Follow the regularised leader in the rows that have a gradient.

    Args:
        lr (float): learning rate, above 0.
        l1 (float): how much makes parameters 0, at least 0.
        l2 (float): how much makes parameters smaller, at least 0.
        lr_power (float): the power in which the rate falls, at most 0.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `accum`, `linear`, `grad`, `indices`.

    Source: mindspore.ops.SparseApplyFtrl, MindSpore 2.10
    """

    def __init__(self, lr: float, l1: float, l2: float, lr_power: float, use_locking: bool = False) -> None:
        self.lr = lr
        self.l1 = l1
        self.l2 = l2
        self.lr_power = lr_power
        self.use_locking = use_locking

    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        linear: Tensor,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Update in place."""
        settings = (self.lr, self.l1, self.l2, self.lr_power)

        def update(p: torch.Tensor, squares: torch.Tensor, sums: torch.Tensor, g: torch.Tensor) -> None:
            follow_leader([p], [g], [squares], [sums], *settings)

        update_rows(update, (var, accum, linear), grad, indices, "SparseApplyFtrl", summed=False)
        return wrap(unwrap(var)), wrap(unwrap(accum)), wrap(unwrap(linear))


class FusedSparseFtrl(Primitive):
    """Follow the regularised leader in the rows that have a gradient.

    Args:
        lr (float): learning rate, above 0.
        l1 (float): how much makes parameters 0, at least 0.
        l2 (float): how much makes parameters smaller, at least 0.
        lr_power (float): the power in which the rate falls, at most 0.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `accum`, `linear`, `grad`, `indices`.

    Differs from MindSpore: the sums it returns are meaningless; here they are the results.

    Source: mindspore.ops.FusedSparseFtrl, MindSpore 2.10
    """

    def __init__(self, lr: float, l1: float, l2: float, lr_power: float, use_locking: bool = False) -> None:
        self.lr = lr
        self.l1 = l1
        self.l2 = l2
        self.lr_power = lr_power
        self.use_locking = use_locking

    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        linear: Tensor,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Update in place."""
        settings = (self.lr, self.l1, self.l2, self.lr_power)

        def update(p: torch.Tensor, squares: torch.Tensor, sums: torch.Tensor, g: torch.Tensor) -> None:
            follow_leader([p], [g], [squares], [sums], *settings)

        update_rows(update, (var, accum, linear), grad, indices, "FusedSparseFtrl", summed=True)
        return wrap(unwrap(var)), wrap(unwrap(accum)), wrap(unwrap(linear))


class SparseApplyProximalAdagrad(Locking):
    """Take a step of Adagrad in the rows that have a gradient, and go toward 0 there.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `accum`, `lr`, `l1`, `l2`, `grad`, `indices`.

    Differs from MindSpore: its CPU kernel divides the learning rate of the regularisations by the root of the sums
    too; its documentation, and this, do not.

    Source: mindspore.ops.SparseApplyProximalAdagrad, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        lr: Any,
        l1: Any,
        l2: Any,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Update in place."""
        rate, one, two = setting(lr), setting(l1), setting(l2)

        def update(p: torch.Tensor, squares: torch.Tensor, g: torch.Tensor) -> None:
            add_squares([squares], [g])
            descend_roots([p], [g], [squares], rate)
            shrink([p], rate, one, two)

        update_rows(update, (var, accum), grad, indices, "SparseApplyProximalAdagrad", summed=False)
        return wrap(unwrap(var)), wrap(unwrap(accum))


class FusedSparseProximalAdagrad(Locking):
    """Take a step of Adagrad in the rows that have a gradient, and go toward 0 there.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `accum`, `lr`, `l1`, `l2`, `grad`, `indices`.

    Differs from MindSpore: its CPU kernel divides the learning rate of the regularisations by the root of the sums
    too; its documentation, and this, do not.

    Source: mindspore.ops.FusedSparseProximalAdagrad, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        lr: Any,
        l1: Any,
        l2: Any,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Update in place."""
        rate, one, two = setting(lr), setting(l1), setting(l2)

        def update(p: torch.Tensor, squares: torch.Tensor, g: torch.Tensor) -> None:
            add_squares([squares], [g])
            descend_roots([p], [g], [squares], rate)
            shrink([p], rate, one, two)

        update_rows(update, (var, accum), grad, indices, "FusedSparseProximalAdagrad", summed=True)
        return wrap(unwrap(var)), wrap(unwrap(accum))


class SparseApplyAdagrad(Primitive):
    """Take a step of Adagrad in the rows that have a gradient.

    Args:
        lr (float): learning rate.
        update_slots (bool): add to the sums. Default: ``True``.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `accum`, `grad`, `indices`.

    Source: mindspore.ops.SparseApplyAdagrad, MindSpore 2.10
    """

    def __init__(self, lr: float, update_slots: bool = True, use_locking: bool = False) -> None:
        self.lr = lr
        self.update_slots = update_slots
        self.use_locking = use_locking

    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Update in place."""

        def update(p: torch.Tensor, squares: torch.Tensor, g: torch.Tensor) -> None:
            if self.update_slots:
                add_squares([squares], [g])
            descend_roots([p], [g], [squares], self.lr)

        update_rows(update, (var, accum), grad, indices, "SparseApplyAdagrad", summed=True)
        return wrap(unwrap(var)), wrap(unwrap(accum))


class SparseApplyAdagradV2(Primitive):
    """Take a step of Adagrad in the rows that have a gradient.

    Args:
        lr (float): learning rate.
        epsilon (float): added under the root.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.
        update_slots (bool): add to the sums. Default: ``True``.

    Inputs:
        `var`, `accum`, `grad`, `indices`.

    Differs from MindSpore: gradients of a row that is named more than once are applied one after the other; what its
    CPU kernel makes of them is not documented.

    Source: mindspore.ops.SparseApplyAdagradV2, MindSpore 2.10
    """

    def __init__(self, lr: float, epsilon: float, use_locking: bool = False, update_slots: bool = True) -> None:
        self.lr = lr
        self.epsilon = epsilon
        self.update_slots = update_slots
        self.use_locking = use_locking

    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Update in place."""

        def update(p: torch.Tensor, squares: torch.Tensor, g: torch.Tensor) -> None:
            if self.update_slots:
                add_squares([squares], [g])
            p.sub_(self.lr * g / torch.sqrt(squares + self.epsilon))  # under the root, unlike ApplyAdagradV2

        update_rows(update, (var, accum), grad, indices, "SparseApplyAdagradV2", summed=False)
        return wrap(unwrap(var)), wrap(unwrap(accum))


class SparseApplyFtrlV2(Primitive):
    """Follow the regularised leader in the rows that have a gradient, with a further L2 term.

    Args:
        lr (float): learning rate, above 0.
        l1 (float): how much makes parameters 0, at least 0.
        l2 (float): how much makes parameters smaller, at least 0.
        l2_shrinkage (float): share of the parameter that is added, twice, to the gradient.
        lr_power (float): the power in which the rate falls, at most 0.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `accum`, `linear`, `grad`, `indices`.

    Source: mindspore.ops.SparseApplyFtrlV2, MindSpore 2.10
    """

    def __init__(
        self, lr: float, l1: float, l2: float, l2_shrinkage: float, lr_power: float, use_locking: bool = False
    ) -> None:
        self.lr = lr
        self.l1 = l1
        self.l2 = l2
        self.l2_shrinkage = l2_shrinkage
        self.lr_power = lr_power
        self.use_locking = use_locking

    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        linear: Tensor,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Update in place."""

        def update(p: torch.Tensor, squares: torch.Tensor, sums: torch.Tensor, g: torch.Tensor) -> None:
            settings = (self.lr, self.l1, self.l2, self.lr_power, self.l2_shrinkage)
            follow_leader([p], [g], [squares], [sums], *settings)

        update_rows(update, (var, accum, linear), grad, indices, "SparseApplyFtrlV2", summed=False)
        return wrap(unwrap(var)), wrap(unwrap(accum)), wrap(unwrap(linear))


class SparseApplyRMSProp(Primitive):
    """Take a step of RMSProp in the rows that have a gradient.

    Args:
        rho (float): how much of the mean of squares stays.
        momentum (float): how much of the last step stays.
        epsilon (float): added under the root.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `ms`, `mom`, `lr`, `grad`, `indices`.

    Source: mindspore.ops.SparseApplyRMSProp, MindSpore 2.10
    """

    def __init__(self, rho: float, momentum: float, epsilon: float, use_locking: bool = False) -> None:
        self.rho = rho
        self.momentum = momentum
        self.epsilon = epsilon
        self.use_locking = use_locking

    def __call__(
        self, var: Tensor, ms: Tensor, mom: Tensor, lr: Any, grad: Tensor, indices: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Update in place."""
        rate = setting(lr)

        def update(p: torch.Tensor, squares: torch.Tensor, step: torch.Tensor, g: torch.Tensor) -> None:
            descend_rms([p], [g], [squares], [step], None, (rate, self.rho, self.momentum, self.epsilon))

        update_rows(update, (var, ms, mom), grad, indices, "SparseApplyRMSProp", summed=False)
        return wrap(unwrap(var)), wrap(unwrap(ms)), wrap(unwrap(mom))


class SparseApplyAdadelta(Primitive):
    """Take a step of Adadelta in the rows that have a gradient.

    Args:
        epsilon (float): added under the roots, at least 0.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `accum`, `accum_update`, `lr`, `rho`, `grad`, `indices`.

    Source: mindspore.ops.SparseApplyAdadelta, MindSpore 2.10
    """

    def __init__(self, epsilon: float, use_locking: bool = False) -> None:
        self.epsilon = epsilon
        self.use_locking = use_locking

    def __call__(
        self, var: Tensor, accum: Tensor, accum_update: Tensor, lr: Any, rho: Any, grad: Tensor, indices: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Update in place."""
        rate, keep = setting(lr), setting(rho)

        def update(p: torch.Tensor, squares: torch.Tensor, steps: torch.Tensor, g: torch.Tensor) -> None:
            descend_by_sizes([p], [g], [squares], [steps], (rate, keep, self.epsilon))

        update_rows(update, (var, accum, accum_update), grad, indices, "SparseApplyAdadelta", summed=False)
        return wrap(unwrap(var)), wrap(unwrap(accum)), wrap(unwrap(accum_update))
