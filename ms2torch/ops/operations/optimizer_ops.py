"""Update rules of optimizers as Primitives that write into what they are given.

Each takes the learning rate and the like as numbers or 0-d tensors, and returns the tensors it has written to.
"""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import require_default
from ms2torch._updates.adagrad import add_squares, descend_roots, shrink
from ms2torch._updates.adam import advance_moments, correction, descend_decayed
from ms2torch._updates.ftrl import follow_leader
from ms2torch._updates.means import descend_by_maximum, descend_by_sizes, descend_rms
from ms2torch._updates.momentum import accumulate, accumulate_fresh, descend_sums
from ms2torch.ops.operations._updates import Locking, NesterovLocking, Plain, setting, step_of_adam, written
from ms2torch.ops.primitive import Primitive


class ApplyMomentum(Primitive):
    """Go down a running sum of gradients.

    Args:
        use_nesterov (bool): Nesterov's momentum. Default: ``False``.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.
        gradient_scale (float): only 1. Default: ``1.0``.

    Inputs:
        `variable`, `accumulation`, `learning_rate`, `gradient`, `momentum`.

    Differs from MindSpore: its CPU kernel ignores `use_nesterov`; here it does what the documentation says.

    Source: mindspore.ops.ApplyMomentum, MindSpore 2.10
    """

    def __init__(self, use_nesterov: bool = False, use_locking: bool = False, gradient_scale: float = 1.0) -> None:
        require_default(
            "ops.ApplyMomentum", "gradient_scale", gradient_scale, 1.0, "multiply the gradient before the call"
        )
        self.use_nesterov = use_nesterov
        self.use_locking = use_locking
        self.gradient_scale = gradient_scale

    def __call__(
        self,
        variable: Tensor,
        accumulation: Tensor,
        learning_rate: Any,
        gradient: Tensor,
        momentum: Any,
    ) -> Tensor:
        """Update in place."""
        p, sums, g = written("ApplyMomentum", variable=variable, accumulation=accumulation, gradient=gradient)
        rate, keep = setting(learning_rate), setting(momentum)
        accumulate([sums], [g], keep)
        descend_sums([p], [g], [sums], rate, keep, nesterov=self.use_nesterov)
        return wrap(p)


class Adam(NesterovLocking):
    """Step by the running mean of the gradients over the root of that of their squares, corrected for the start.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.
        use_nesterov (bool): Nesterov's momentum. Default: ``False``.

    Inputs:
        `var`, `m`, `v`, `beta1_power`, `beta2_power`, `lr`, `beta1`, `beta2`, `epsilon`, `gradient`.

    Differs from MindSpore: its CPU kernel updates, and returns zeros; here what is returned is the result.

    Source: mindspore.ops.Adam, MindSpore 2.10
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
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Update in place."""
        p, m1, m2, g = written("Adam", var=var, m=m, v=v, gradient=gradient)
        rate = setting(lr) * correction(setting(beta1_power), setting(beta2_power))
        settings = (rate, setting(beta1), setting(beta2), setting(epsilon))
        step_of_adam(p, m1, m2, g, settings, nesterov=self.use_nesterov)
        return wrap(p), wrap(m1), wrap(m2)


class AdamWeightDecay(Locking):
    """Take a step of Adam with decoupled weight decay and without correction for the start.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `m`, `v`, `lr`, `beta1`, `beta2`, `epsilon`, `decay`, `gradient`.

    Differs from MindSpore: its CPU kernel updates, and returns zeros; here what is returned is the result.

    Source: mindspore.ops.AdamWeightDecay, MindSpore 2.10
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
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Update in place."""
        p, m1, m2, g = written("AdamWeightDecay", var=var, m=m, v=v, gradient=gradient)
        advance_moments([g], [m1], [m2], setting(beta1), setting(beta2))
        descend_decayed([p], [m1], [m2], setting(lr), setting(epsilon), setting(decay))
        return wrap(p), wrap(m1), wrap(m2)


class AdamNoUpdateParam(NesterovLocking):
    """Move the moments of Adam, and return what is to be added to the parameter.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.
        use_nesterov (bool): Nesterov's momentum. Default: ``False``.

    Inputs:
        `m`, `v`, `beta1_power`, `beta2_power`, `lr`, `beta1`, `beta2`, `epsilon`, `gradient`.

    Source: mindspore.ops.AdamNoUpdateParam, MindSpore 2.10
    """

    def __call__(
        self,
        m: Tensor,
        v: Tensor,
        beta1_power: Any,
        beta2_power: Any,
        lr: Any,
        beta1: Any,
        beta2: Any,
        epsilon: Any,
        gradient: Tensor,
    ) -> Tensor:
        """Update in place."""
        m1, m2, g = written("AdamNoUpdateParam", m=m, v=v, gradient=gradient)
        rate = setting(lr) * correction(setting(beta1_power), setting(beta2_power))
        settings = (rate, setting(beta1), setting(beta2), setting(epsilon))
        change = torch.zeros_like(m1)
        step_of_adam(change, m1, m2, g, settings, nesterov=self.use_nesterov)
        return wrap(change)


class ApplyAdamWithAmsgrad(Primitive):
    """Take a step of Adam over the largest mean of squares so far.

    Args:
        beta1 (float): Default: ``0.9``.
        beta2 (float): Default: ``0.999``.
        epsilon (float): Default: ``1e-08``.
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `m`, `v`, `vhat`, `beta1_power`, `beta2_power`, `lr`, `grad`.

    Source: mindspore.ops.ApplyAdamWithAmsgrad, MindSpore 2.10
    """

    def __init__(
        self, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, use_locking: bool = False
    ) -> None:
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.use_locking = use_locking

    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        v: Tensor,
        vhat: Tensor,
        beta1_power: Any,
        beta2_power: Any,
        lr: Any,
        grad: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Update in place."""
        p, m1, m2, top, g = written("ApplyAdamWithAmsgrad", var=var, m=m, v=v, vhat=vhat, grad=grad)
        rate = setting(lr) * correction(setting(beta1_power), setting(beta2_power))
        settings = (rate, setting(self.beta1), setting(self.beta2), setting(self.epsilon))
        step_of_adam(p, m1, m2, g, settings, top)
        return wrap(p), wrap(m1), wrap(m2), wrap(top)


class ApplyAdamWithAmsgradV2(Locking):
    """Take a step of Adam over the largest mean of squares so far.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `m`, `v`, `vhat`, `beta1_power`, `beta2_power`, `lr`, `beta1`, `beta2`, `epsilon`, `grad`.

    Source: mindspore.ops.ApplyAdamWithAmsgradV2, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        v: Tensor,
        vhat: Tensor,
        beta1_power: Any,
        beta2_power: Any,
        lr: Any,
        beta1: Any,
        beta2: Any,
        epsilon: Any,
        grad: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Update in place."""
        p, m1, m2, top, g = written("ApplyAdamWithAmsgradV2", var=var, m=m, v=v, vhat=vhat, grad=grad)
        rate = setting(lr) * correction(setting(beta1_power), setting(beta2_power))
        settings = (rate, setting(beta1), setting(beta2), setting(epsilon))
        step_of_adam(p, m1, m2, g, settings, top)
        return wrap(p), wrap(m1), wrap(m2), wrap(top)


class ApplyRMSProp(Locking):
    """Divide the gradient by the root of the running mean of its squares, with momentum.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `mean_square`, `moment`, `learning_rate`, `grad`, `decay`, `momentum`, `epsilon`.

    Differs from MindSpore: its CPU kernel returns no result, only updates.

    Source: mindspore.ops.ApplyRMSProp, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        mean_square: Tensor,
        moment: Tensor,
        learning_rate: Any,
        grad: Tensor,
        decay: Any,
        momentum: Any,
        epsilon: Any,
    ) -> Tensor:
        """Update in place."""
        p, squares, steps, g = written("ApplyRMSProp", var=var, mean_square=mean_square, moment=moment, grad=grad)
        settings = (setting(learning_rate), setting(decay), setting(momentum), setting(epsilon))
        descend_rms([p], [g], [squares], [steps], None, settings)
        return wrap(p)


class ApplyCenteredRMSProp(Locking):
    """Divide the gradient by the root of the running variance, with momentum.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `mean_gradient`, `mean_square`, `moment`, `grad`, `learning_rate`, `decay`, `momentum`,
        `epsilon`.

    Differs from MindSpore: its CPU kernel returns no result, only updates.

    Source: mindspore.ops.ApplyCenteredRMSProp, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        mean_gradient: Tensor,
        mean_square: Tensor,
        moment: Tensor,
        grad: Tensor,
        learning_rate: Any,
        decay: Any,
        momentum: Any,
        epsilon: Any,
    ) -> Tensor:
        """Update in place."""
        p, mean, squares, steps, g = written(
            "ApplyCenteredRMSProp",
            var=var,
            mean_gradient=mean_gradient,
            mean_square=mean_square,
            moment=moment,
            grad=grad,
        )
        settings = (setting(learning_rate), setting(decay), setting(momentum), setting(epsilon))
        descend_rms([p], [g], [squares], [steps], [mean], settings)
        return wrap(p)


class ApplyAdagrad(Primitive):
    """Divide the gradient by the root of the sum of all squared gradients.

    Args:
        update_slots (bool): add to the sums. Default: ``True``.

    Inputs:
        `var`, `accum`, `lr`, `grad`.

    Differs from MindSpore: its CPU kernel adds to the sums whatever `update_slots` says.

    Source: mindspore.ops.ApplyAdagrad, MindSpore 2.10
    """

    def __init__(self, update_slots: bool = True) -> None:
        self.update_slots = update_slots

    def __call__(self, var: Tensor, accum: Tensor, lr: Any, grad: Tensor) -> tuple[Tensor, Tensor]:
        """Update in place."""
        p, squares, g = written("ApplyAdagrad", var=var, accum=accum, grad=grad)
        if self.update_slots:
            add_squares([squares], [g])
        descend_roots([p], [g], [squares], setting(lr))
        return wrap(p), wrap(squares)


class ApplyAdagradV2(Primitive):
    """Divide the gradient by the root of the sum of all squared gradients plus `epsilon`.

    Args:
        epsilon (float): added to the root.
        update_slots (bool): add to the sums. Default: ``True``.

    Inputs:
        `var`, `accum`, `lr`, `grad`.

    Source: mindspore.ops.ApplyAdagradV2, MindSpore 2.10
    """

    def __init__(self, epsilon: float, update_slots: bool = True) -> None:
        self.epsilon = epsilon
        self.update_slots = update_slots

    def __call__(self, var: Tensor, accum: Tensor, lr: Any, grad: Tensor) -> tuple[Tensor, Tensor]:
        """Update in place."""
        p, squares, g = written("ApplyAdagradV2", var=var, accum=accum, grad=grad)
        if self.update_slots:
            add_squares([squares], [g])
        descend_roots([p], [g], [squares], setting(lr), self.epsilon)
        return wrap(p), wrap(squares)


class ApplyAdagradDA(Locking):
    """Set the parameter from the sums of all gradients and of their squares.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `gradient_accumulator`, `gradient_squared_accumulator`, `grad`, `lr`, `l1`, `l2`, `global_step`.

    Differs from MindSpore: its CPU kernel adds `l1` where the sum of the gradients is negative; its documentation, and
    this, subtract it.

    Source: mindspore.ops.ApplyAdagradDA, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        gradient_accumulator: Tensor,
        gradient_squared_accumulator: Tensor,
        grad: Tensor,
        lr: Any,
        l1: Any,
        l2: Any,
        global_step: Any,
    ) -> Tensor:
        """Update in place."""
        p, sums, squares, g = written(
            "ApplyAdagradDA",
            var=var,
            gradient_accumulator=gradient_accumulator,
            gradient_squared_accumulator=gradient_squared_accumulator,
            grad=grad,
        )
        rate, step = setting(lr), setting(global_step)
        sums.add_(g)
        squares.add_(g * g)
        shrunk = torch.sign(sums) * (torch.abs(sums) - setting(l1) * step).clamp(min=0)
        p.copy_(-rate * shrunk / (setting(l2) * step * rate + torch.sqrt(squares)))
        return wrap(p)


class ApplyAdadelta(Plain):
    """Scale the gradient by the running sizes of the updates and of the gradients.

    Inputs:
        `var`, `accum`, `accum_update`, `lr`, `rho`, `epsilon`, `grad`.

    Source: mindspore.ops.ApplyAdadelta, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        accum_update: Tensor,
        lr: Any,
        rho: Any,
        epsilon: Any,
        grad: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Update in place."""
        p, squares, sizes, g = written("ApplyAdadelta", var=var, accum=accum, accum_update=accum_update, grad=grad)
        descend_by_sizes([p], [g], [squares], [sizes], (setting(lr), setting(rho), setting(epsilon)))
        return wrap(p), wrap(squares), wrap(sizes)


class ApplyAdaMax(Plain):
    """Step by the running mean of the gradients over their running maximum, corrected for the start.

    Inputs:
        `var`, `m`, `v`, `beta1_power`, `lr`, `beta1`, `beta2`, `epsilon`, `grad`.

    Source: mindspore.ops.ApplyAdaMax, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        v: Tensor,
        beta1_power: Any,
        lr: Any,
        beta1: Any,
        beta2: Any,
        epsilon: Any,
        grad: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Update in place."""
        p, mean, top, g = written("ApplyAdaMax", var=var, m=m, v=v, grad=grad)
        rate = setting(lr) / (1 - setting(beta1_power))
        settings = (rate, setting(beta1), setting(beta2), setting(epsilon))
        descend_by_maximum([p], [g], [mean], [top], settings)
        return wrap(p), wrap(mean), wrap(top)


class ApplyFtrl(Locking):
    """Follow the regularised leader.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `accum`, `linear`, `grad`, `lr`, `l1`, `l2`, `lr_power`.

    Differs from MindSpore: its CPU kernel adds `l1` where `linear` is negative; its documentation, and this, subtract
    it.

    Source: mindspore.ops.ApplyFtrl, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        linear: Tensor,
        grad: Tensor,
        lr: Any,
        l1: Any,
        l2: Any,
        lr_power: Any,
    ) -> Tensor:
        """Update in place."""
        p, squares, sums, g = written("ApplyFtrl", var=var, accum=accum, linear=linear, grad=grad)
        numbers = (setting(value) for value in (lr, l1, l2, lr_power))
        follow_leader([p], [g], [squares], [sums], *numbers)
        return wrap(p)


class ApplyGradientDescent(Plain):
    """Go down the gradient.

    Inputs:
        `var`, `alpha`, `delta`.

    Source: mindspore.ops.ApplyGradientDescent, MindSpore 2.10
    """

    def __call__(self, var: Tensor, alpha: Any, delta: Tensor) -> Tensor:
        """Update in place."""
        p, g = written("ApplyGradientDescent", var=var, delta=delta)
        p.sub_(g, alpha=setting(alpha))
        return wrap(p)


class ApplyProximalGradientDescent(Plain):
    """Go down the gradient, and toward 0 by two regularisations.

    Inputs:
        `var`, `alpha`, `l1`, `l2`, `delta`.

    Source: mindspore.ops.ApplyProximalGradientDescent, MindSpore 2.10
    """

    def __call__(self, var: Tensor, alpha: Any, l1: Any, l2: Any, delta: Tensor) -> Tensor:
        """Update in place."""
        p, g = written("ApplyProximalGradientDescent", var=var, delta=delta)
        rate = setting(alpha)
        p.sub_(g, alpha=rate)
        shrink([p], rate, setting(l1), setting(l2))
        return wrap(p)


class ApplyProximalAdagrad(Locking):
    """Take a step of Adagrad, and go toward 0 by two regularisations.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Inputs:
        `var`, `accum`, `lr`, `l1`, `l2`, `grad`.

    Differs from MindSpore: its CPU kernel divides the learning rate of the regularisations by the root of the sums
    too; its documentation, and this, do not.

    Source: mindspore.ops.ApplyProximalAdagrad, MindSpore 2.10
    """

    def __call__(self, var: Tensor, accum: Tensor, lr: Any, l1: Any, l2: Any, grad: Tensor) -> tuple[Tensor, Tensor]:
        """Update in place."""
        p, squares, g = written("ApplyProximalAdagrad", var=var, accum=accum, grad=grad)
        rate = setting(lr)
        add_squares([squares], [g])
        descend_roots([p], [g], [squares], rate)
        shrink([p], rate, setting(l1), setting(l2))
        return wrap(p), wrap(squares)


class ApplyPowerSign(Plain):
    """Scale the gradient by a power that says whether it agrees with its running mean.

    Inputs:
        `var`, `m`, `lr`, `logbase`, `sign_decay`, `beta`, `grad`.

    Source: mindspore.ops.ApplyPowerSign, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        lr: Any,
        logbase: Any,
        sign_decay: Any,
        beta: Any,
        grad: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Update in place."""
        p, mean, g = written("ApplyPowerSign", var=var, m=m, grad=grad)
        mean.lerp_(g, 1 - setting(beta))
        agreement = torch.sign(g) * torch.sign(mean)
        p.sub_(setting(lr) * torch.exp(setting(logbase) * setting(sign_decay) * agreement) * g)
        return wrap(p), wrap(mean)


class ApplyAddSign(Plain):
    """Scale the gradient by a sum that says whether it agrees with its running mean.

    Inputs:
        `var`, `m`, `lr`, `alpha`, `sign_decay`, `beta`, `grad`.

    Source: mindspore.ops.ApplyAddSign, MindSpore 2.10
    """

    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        lr: Any,
        alpha: Any,
        sign_decay: Any,
        beta: Any,
        grad: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Update in place."""
        p, mean, g = written("ApplyAddSign", var=var, m=m, grad=grad)
        mean.lerp_(g, 1 - setting(beta))
        agreement = torch.sign(g) * torch.sign(mean)
        p.sub_(setting(lr) * (setting(alpha) + setting(sign_decay) * agreement) * g)
        return wrap(p), wrap(mean)


class ApplyKerasMomentum(NesterovLocking):
    """Go down by a running step that holds the learning rate.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.
        use_nesterov (bool): Nesterov's momentum. Default: ``False``.

    Inputs:
        `var`, `accum`, `lr`, `grad`, `momentum`.

    Source: mindspore.ops.ApplyKerasMomentum, MindSpore 2.10
    """

    def __call__(self, var: Tensor, accum: Tensor, lr: Any, grad: Tensor, momentum: Any) -> tuple[Tensor, Tensor]:
        """Update in place."""
        p, steps, g = written("ApplyKerasMomentum", var=var, accum=accum, grad=grad)
        rate, keep = setting(lr), setting(momentum)
        steps.mul_(keep).sub_(rate * g)
        p.add_(keep * steps - rate * g if self.use_nesterov else steps)
        return wrap(p), wrap(steps)


class SGD(Primitive):
    """Go down the gradient, with momentum if wanted; `stat` is above 0 before the first step.

    Args:
        dampening (float): how much of the gradient does not enter the momentum. Default: ``0.0``.
        weight_decay (float): Default: ``0.0``.
        nesterov (bool): Nesterov's momentum. Default: ``False``.

    Inputs:
        `parameters`, `gradient`, `learning_rate`, `accum`, `momentum`, `stat`.

    Source: mindspore.ops.SGD, MindSpore 2.10
    """

    def __init__(self, dampening: float = 0.0, weight_decay: float = 0.0, nesterov: bool = False) -> None:
        if nesterov and dampening != 0.0:
            msg = f"ops.SGD: dampening must be 0 with nesterov, got {dampening}"
            raise ValueError(msg)
        self.dampening = dampening
        self.weight_decay = weight_decay
        self.nesterov = nesterov

    def __call__(
        self,
        parameters: Tensor,
        gradient: Tensor,
        learning_rate: Any,
        accum: Tensor,
        momentum: Any,
        stat: Tensor,
    ) -> Tensor:
        """Update in place."""
        p, g, sums, fresh = written("SGD", parameters=parameters, gradient=gradient, accum=accum, stat=stat)
        rate, keep = setting(learning_rate), setting(momentum)
        g = g + self.weight_decay * p
        if keep > 0:
            accumulate_fresh([sums], [g], [fresh], keep, 1 - self.dampening)
            descend_sums([p], [g], [sums], rate, keep, nesterov=self.nesterov)
        else:
            p.sub_(g, alpha=rate)
        return wrap(p)
