"""Adam and its variants."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap
from ms2torch._updates.adam import (
    advance_moments,
    correction,
    descend_decayed,
    descend_epsilon_first,
    largest,
    moments_ahead,
)
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import between, of_type
from ms2torch.nn.cell import Cell
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule
from ms2torch.nn.optim._stepped import SteppedOptimizer
from ms2torch.nn.optim.optimizer import keeping_arguments

__all__ = ["Adam", "AdamOffload", "AdamWeightDecay"]


def check_betas(owner: str, beta1: float, beta2: float, eps: float) -> None:
    """Check what Adam and its relatives share.

    Raises:
        TypeError: if a number is no float.
        ValueError: if a beta is not strictly between 0 and 1, or `eps` not above 0.
    """
    between(owner, "beta1", beta1, 0.0, 1.0)
    between(owner, "beta2", beta2, 0.0, 1.0)
    between(owner, "eps", eps, 0.0, math.inf)


class _BiasCorrectedAdam(SteppedOptimizer):
    """What the Adams that correct for the zeros their moments start from have in common."""

    _state_names = ("moment1", "moment2")

    def _set_up(self, beta1: float, beta2: float, eps: float, power_shape: tuple[int, ...] = ()) -> None:
        check_betas(self.cls_name, beta1, beta2, eps)
        self.beta1, self.beta2, self.eps = self._rounded(beta1), self._rounded(beta2), self._rounded(eps)
        self.beta1_power = self._scalar_state(1.0, "beta1_power", power_shape)
        self.beta2_power = self._scalar_state(1.0, "beta2_power", power_shape)
        self.moment1 = self._clone_state("moment1")
        self.moment2 = self._clone_state("moment2")
        self._nesterov = False

    def _begin_step(self) -> None:
        power1, power2 = self._params["beta1_power"], self._params["beta2_power"]
        power1._t.mul_(self.beta1)  # type: ignore[union-attr]
        power2._t.mul_(self.beta2)  # type: ignore[union-attr]
        one, two = power1._t.item(), power2._t.item()  # type: ignore[union-attr]
        self._correction = correction(one, two)

    def _update(
        self,
        rate: float,
        decay: float,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        *states: list[torch.Tensor],
    ) -> None:
        moment1, moment2 = states[:2]
        advance_moments(grads, moment1, moment2, self.beta1, self.beta2)
        if len(states) > 2:
            moment2 = largest(states[2], moment2)
        ahead = moments_ahead(grads, moment1, self.beta1, nesterov=self._nesterov)
        descend_epsilon_first(params, ahead, moment2, rate * self._correction, self.eps)


class Adam(_BiasCorrectedAdam):
    """Step by the running mean of the gradients over the root of that of their squares, corrected for the start.

    ``m = beta1 * m + (1 - beta1) * g``, ``v = beta2 * v + (1 - beta2) * g * g``; the parameter goes down by
    ``learning_rate * sqrt(1 - beta2 ** t) / (1 - beta1 ** t) * m / (sqrt(v) + eps)``.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`.
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): Default: ``1e-3``.
        beta1 (float): in (0, 1). Default: ``0.9``.
        beta2 (float): in (0, 1). Default: ``0.999``.
        eps (float): above 0; added to the root before the correction, unlike torch. Default: ``1e-8``.
        use_locking (bool): protect updates from each other; without effect, they run one by one. Default: ``False``.
        use_nesterov (bool): Nesterov's momentum. Default: ``False``.
        weight_decay (Union[float, int, Cell]): as in `Optimizer`. Default: ``0.0``.
        loss_scale (float): the gradients are divided by it. Default: ``1.0``.
        use_amsgrad (bool): divide by the largest mean of squares so far. Default: ``False``.
        kwargs (dict): ``use_lazy`` concerns sparse gradients, ``use_offload`` the device of the update; dense
            gradients are updated alike with either.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        KeyError: if `kwargs` has another key.
        TypeError: if an argument is of the wrong type.
        ValueError: if a number is out of range, or the settings exclude each other.

    Source: mindspore.nn.Adam, MindSpore 2.10
    """

    @keeping_arguments
    def __init__(
        self,
        params: Iterable[Any],
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule = 1e-3,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-8,
        use_locking: bool = False,
        use_nesterov: bool = False,
        weight_decay: float | Cell = 0.0,
        loss_scale: float = 1.0,
        use_amsgrad: bool = False,
        **kwargs: bool,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        if set(kwargs) - {"use_lazy", "use_offload"}:
            msg = (
                f"For 'Adam', the keywords beyond the signature are 'use_lazy' and 'use_offload', got {sorted(kwargs)}."
            )
            raise KeyError(msg)
        self._set_up(beta1, beta2, eps)
        self.use_locking = of_type("Adam", "use_locking", use_locking, bool)
        self.use_nesterov = self._nesterov = of_type("Adam", "use_nesterov", use_nesterov, bool)
        self.use_amsgrad = of_type("Adam", "use_amsgrad", use_amsgrad, bool)
        self.use_lazy = of_type("Adam", "use_lazy", kwargs.get("use_lazy", False), bool)
        self.use_offload = of_type("Adam", "use_offload", kwargs.get("use_offload", False), bool)
        if self.use_lazy + self.use_offload + use_amsgrad > 1:
            msg = "For 'Adam', only one of 'use_lazy', 'use_offload' and 'use_amsgrad' can be True."
            raise ValueError(msg)
        if use_amsgrad:
            self.vhat = self._clone_state("vhat")
            self._state_names = ("moment1", "moment2", "vhat")  # type: ignore[misc]

    def _apply_adam(
        self,
        params: Any,
        beta1_power: Any,
        beta2_power: Any,
        moment1: Sequence[Tensor],
        moment2: Sequence[Tensor],
        lr: Any,
        gradients: Sequence[Tensor],
    ) -> tuple[bool, ...]:
        """Update parameters and moments by gradients that are ready: what a derived class's `construct` ends with.

        Args:
            params (Sequence[Parameter]): changed in place. MindSpore calls them `_parameters`, which here is torch's
                register of all that the optimizer holds, and stands for them too.
            beta1_power (Union[float, Tensor]): `beta1` to the power of the step.
            beta2_power (Union[float, Tensor]): `beta2` to the power of the step.
            moment1 (Sequence[Tensor]): the running means; changed in place.
            moment2 (Sequence[Tensor]): those of the squares; changed in place.
            lr (Union[float, Tensor, Sequence]): the learning rate, or one for each parameter.
            gradients (Sequence[Tensor]): one for each parameter.

        Returns:
            Tuple of ``True``, one for each parameter.
        """
        held = self.parameters if params is self._parameters else params
        with torch.no_grad():
            self._correction = correction(float(beta1_power), float(beta2_power))
            rates = [float(rate) for rate in lr] if isinstance(lr, (list, tuple)) else float(lr)
            states = [moment1, moment2, *([self.vhat] if self.use_amsgrad else [])]
            values = [[unwrap(t) for t in row] for row in (held, gradients, *states)]
            self._update_apart(rates, None, values[0], values[1], values[2:])
        return (True,) * len(values[0])


class AdamOffload(_BiasCorrectedAdam):
    """Update as `Adam` does; where MindSpore runs it on the host, here it runs where the parameters are.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`.
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): Default: ``1e-3``.
        beta1 (float): in (0, 1). Default: ``0.9``.
        beta2 (float): in (0, 1). Default: ``0.999``.
        eps (float): above 0. Default: ``1e-8``.
        use_locking (bool): without effect. Default: ``False``.
        use_nesterov (bool): Nesterov's momentum. Default: ``False``.
        weight_decay (Union[float, int, Cell]): as in `Optimizer`. Default: ``0.0``.
        loss_scale (float): the gradients are divided by it. Default: ``1.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if a number is out of range.

    Source: mindspore.nn.AdamOffload, MindSpore 2.10
    """

    _centralizes = False

    def __init__(
        self,
        params: Iterable[Any],
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule = 1e-3,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-8,
        use_locking: bool = False,
        use_nesterov: bool = False,
        weight_decay: float | Cell = 0.0,
        loss_scale: float = 1.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        self._set_up(beta1, beta2, eps, (1,))
        self.use_locking = of_type("AdamOffload", "use_locking", use_locking, bool)
        self.use_nesterov = self._nesterov = of_type("AdamOffload", "use_nesterov", use_nesterov, bool)


class AdamWeightDecay(SteppedOptimizer):
    """Adam with decoupled weight decay, and without correction for the start.

    The parameter goes down by ``learning_rate * (m / (sqrt(v) + eps) + weight_decay * parameter)``. Unlike
    torch.optim.AdamW, the moments are taken as they are.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`; ``grad_centralization``
            has no effect here.
        learning_rate (Union[float, int, Tensor, Iterable, LearningRateSchedule]): Default: ``1e-3``.
        beta1 (float): in (0, 1). Default: ``0.9``.
        beta2 (float): in (0, 1). Default: ``0.999``.
        eps (float): above 0. Default: ``1e-6``.
        weight_decay (Union[float, int, Cell]): as in `Optimizer`. Default: ``0.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        TypeError: if a number is no float.
        ValueError: if a number is out of range.

    Source: mindspore.nn.AdamWeightDecay, MindSpore 2.10
    """

    _support_parallel_optimizer = True
    _state_names = ("moments1", "moments2")
    _decoupled_decay = True
    _centralizes = False

    def __init__(
        self,
        params: Iterable[Any],
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule = 1e-3,
        beta1: float = 0.9,
        beta2: float = 0.999,
        eps: float = 1e-6,
        weight_decay: float | Cell = 0.0,
    ) -> None:
        super().__init__(learning_rate, params, weight_decay)
        check_betas("AdamWeightDecay", beta1, beta2, eps)
        self.beta1, self.beta2, self.eps = self._rounded(beta1), self._rounded(beta2), self._rounded(eps)
        self.moments1 = self._clone_state("adam_m")
        self.moments2 = self._clone_state("adam_v")

    def _update(
        self,
        rate: float,
        decay: float,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        *states: list[torch.Tensor],
    ) -> None:
        moments1, moments2 = states
        advance_moments(grads, moments1, moments2, self.beta1, self.beta2)
        descend_decayed(params, moments1, moments2, rate, self.eps, decay)
