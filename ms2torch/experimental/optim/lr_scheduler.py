"""Schedulers: they change the learning rates of an experimental optimizer, one step after the other."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._checkparam import check_value_type
from ms2torch._core import dtype as mstype
from ms2torch._core.base import TensorBase, wrap
from ms2torch.common.tensor import Tensor
from ms2torch.experimental.optim.optimizer import Optimizer

__all__ = [
    "ConstantLR", "CosineAnnealingLR", "CosineAnnealingWarmRestarts", "CyclicLR", "ExponentialLR", "LRScheduler",
    "LambdaLR", "LinearLR", "MultiStepLR", "MultiplicativeLR", "PolynomialLR", "ReduceLROnPlateau", "SequentialLR",
    "StepLR",
]  # fmt: skip


class LRScheduler:
    """Base of the schedulers. A subclass says in `get_lr` what the rates are, from `last_epoch` and `_last_lr`.

    Args:
        optimizer (Optimizer): an experimental optimizer.
        last_epoch (int): the number of the last step. Default: ``-1``.

    Raises:
        TypeError: if `optimizer` is of another kind, or `last_epoch` no int.
        ValueError: if `last_epoch` is below -1.
        KeyError: if it is not -1, and a group has no ``"initial_lr"``.

    Source: mindspore.experimental.optim.lr_scheduler.LRScheduler, MindSpore 2.10
    """

    _not_asked: tuple[str, ...] = ()  # Primitives that MindSpore's scheduler computes with, and Python numbers here

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._not_asked:
            msg = f"{type(self).__name__} computes with Python numbers: {name!r} cannot be replaced; override get_lr"
            raise NotImplementedError(msg)
        super().__setattr__(name, value)

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        _check_optimizer(optimizer)
        check_value_type("last_epoch", last_epoch, [int])
        if last_epoch < -1:
            msg = f"Invalid last_epoch: {last_epoch}"
            raise ValueError(msg)
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", wrap(group["lr"]._t.detach().clone()))
            elif "initial_lr" not in group:
                msg = f"param 'initial_lr' is not specified in param_groups[{i}] when resuming an optimizer"
                raise KeyError(msg)
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self.optimizer = optimizer
        self._last_lr: list[Any] = list(optimizer.lrs)
        self.groups_num = len(optimizer.param_groups)
        self.last_epoch = last_epoch
        self.step()

    def get_lr(self) -> list[Any]:
        """Return the rates of this step; to be defined by the subclass."""
        raise NotImplementedError

    def get_last_lr(self) -> list[Tensor]:
        """Return the rates of the last step.

        Source: mindspore.experimental.optim.lr_scheduler.LRScheduler.get_last_lr, MindSpore 2.10
        """
        return [wrap(rate._t.detach().clone()) for rate in self._last_lr]

    def step(self, epoch: int | None = None) -> bool:
        """Set the rates of the next step.

        Args:
            epoch (int, optional): its number. Default ``None``: one more than the last.

        Source: mindspore.experimental.optim.lr_scheduler.LRScheduler.step, MindSpore 2.10
        """
        self.last_epoch = self.last_epoch + 1 if epoch is None else int(epoch)
        closed = getattr(self, "_get_closed_form_lr", None)
        values = self.get_lr() if epoch is None or closed is None else closed()
        for rate, value in zip(self._last_lr, values, strict=True):
            _set(rate, value)
        return True

    def _rates(self) -> list[float]:
        return [float(rate._t.detach()) for rate in self._last_lr]

    def _bases(self) -> list[float]:
        return [_number(base) for base in self.base_lrs]


class StepLR(LRScheduler):
    """Multiply by `gamma` after every `step_size` steps.

    Args:
        optimizer (Optimizer): an experimental optimizer.
        step_size (int): the number of steps.
        gamma (float): the factor. Default: ``0.1``.
        last_epoch (int): the number of the last step. Default: ``-1``.

    Raises:
        TypeError: if an argument is of another type.

    Source: mindspore.experimental.optim.lr_scheduler.StepLR, MindSpore 2.10
    """

    def __init__(self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1) -> None:
        _typed("StepLR", "step_size", step_size, int)
        _typed("StepLR", "gamma", gamma, float)
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Return the rates of this step."""
        due = self.last_epoch > 0 and self.last_epoch % self.step_size == 0
        return [rate * (self.gamma if due else 1.0) for rate in self._rates()]

    def _get_closed_form_lr(self) -> list[Any]:
        return [base * self.gamma ** (self.last_epoch // self.step_size) for base in self._bases()]


class LinearLR(LRScheduler):
    """Go from one factor to another in a straight line.

    Args:
        optimizer (Optimizer): an experimental optimizer.
        start_factor (float): the first factor, in (0, 1]. Default: ``1.0 / 3``.
        end_factor (float): the last, in [0, 1]. Default: ``1.0``.
        total_iters (int): the number of steps. Default: ``5``.
        last_epoch (int): the number of the last step. Default: ``-1``.

    Raises:
        ValueError: if a factor is out of range.

    Source: mindspore.experimental.optim.lr_scheduler.LinearLR, MindSpore 2.10
    """

    def __init__(
        self,
        optimizer: Optimizer,
        start_factor: float = 1.0 / 3,
        end_factor: float = 1.0,
        total_iters: int = 5,
        last_epoch: int = -1,
    ) -> None:
        if not 0 < start_factor <= 1.0:
            msg = "Starting multiplicative factor expected to be greater than 0 and less than or equal to 1."
            raise ValueError(msg)
        if not 0 <= end_factor <= 1.0:
            msg = "Ending multiplicative factor expected to be between 0 and 1."
            raise ValueError(msg)
        _typed("LinearLR", "total_iters", total_iters, int)
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Return the rates of this step."""
        if self.last_epoch == 0:
            return [rate * self.start_factor for rate in self._rates()]
        if self.last_epoch > self.total_iters:
            return self._rates()
        return [rate * self._factor(self.last_epoch) / self._factor(self.last_epoch - 1) for rate in self._rates()]

    def _factor(self, epoch: int) -> float:
        return self.start_factor + (self.end_factor - self.start_factor) * epoch / self.total_iters

    def _get_closed_form_lr(self) -> list[Any]:
        return [base * self._factor(min(self.total_iters, self.last_epoch)) for base in self._bases()]


class ExponentialLR(LRScheduler):
    """Multiply by `gamma` at every step.

    Args:
        optimizer (Optimizer): an experimental optimizer.
        gamma (float): the factor.
        last_epoch (int): the number of the last step. Default: ``-1``.

    Raises:
        TypeError: if `gamma` is no float.

    Source: mindspore.experimental.optim.lr_scheduler.ExponentialLR, MindSpore 2.10
    """

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        _typed("ExponentialLR", "gamma", gamma, float)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Return the rates of this step."""
        return [rate * (self.gamma if self.last_epoch else 1.0) for rate in self._rates()]

    def _get_closed_form_lr(self) -> list[Any]:
        return [base * self.gamma**self.last_epoch for base in self._bases()]


class PolynomialLR(LRScheduler):
    """Go to 0 along a power.

    Args:
        optimizer (Optimizer): an experimental optimizer.
        total_iters (int): the number of steps. Default: ``5``.
        power (float): the power, at least 0. Default: ``1.0``.
        last_epoch (int): the number of the last step. Default: ``-1``.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if `power` is negative.

    Source: mindspore.experimental.optim.lr_scheduler.PolynomialLR, MindSpore 2.10
    """

    _not_asked = ("cast", "min")

    def __init__(self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1) -> None:
        _typed("PolynomialLR", "power", power, float)
        _typed("PolynomialLR", "total_iters", total_iters, int)
        if power < 0:
            msg = f"For 'PolynomialLR', the 'power' must be >= 0, but got {power}."
            raise ValueError(msg)
        self.total_iters = total_iters
        self.power = power
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Return the rates of this step."""
        if self.last_epoch == 0 or self.last_epoch > self.total_iters:
            return self._rates()
        left = (1.0 - self.last_epoch / self.total_iters) / (1.0 - (self.last_epoch - 1) / self.total_iters)
        return [rate * left**self.power for rate in self._rates()]

    def _get_closed_form_lr(self) -> list[Any]:
        left = 1.0 - min(self.total_iters, self.last_epoch) / self.total_iters
        return [base * left**self.power for base in self._bases()]


class LambdaLR(LRScheduler):
    """Multiply the first rates by a function of the step's number.

    Args:
        optimizer (Optimizer): an experimental optimizer.
        lr_lambda (Union[Function, list[Function]]): the function, or one for each group.
        last_epoch (int): the number of the last step. Default: ``-1``.

    Raises:
        ValueError: if there are not as many functions as groups.

    Source: mindspore.experimental.optim.lr_scheduler.LambdaLR, MindSpore 2.10
    """

    def __init__(self, optimizer: Optimizer, lr_lambda: Any, last_epoch: int = -1) -> None:
        self.lr_lambdas = _functions(optimizer, lr_lambda)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Return the rates of this step."""
        pairs = zip(self._bases(), self.lr_lambdas, strict=True)
        return [base * _number(function(self.last_epoch)) for base, function in pairs]


class MultiplicativeLR(LRScheduler):
    """Multiply the last rates by a function of the step's number.

    Args:
        optimizer (Optimizer): an experimental optimizer.
        lr_lambda (Union[Function, list[Function]]): the function, or one for each group.
        last_epoch (int): the number of the last step. Default: ``-1``.

    Raises:
        ValueError: if there are not as many functions as groups.

    Source: mindspore.experimental.optim.lr_scheduler.MultiplicativeLR, MindSpore 2.10
    """

    def __init__(self, optimizer: Optimizer, lr_lambda: Any, last_epoch: int = -1) -> None:
        self.lr_lambdas = _functions(optimizer, lr_lambda)
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Return the rates of this step."""
        if self.last_epoch == 0:
            return self._rates()
        pairs = zip(self._rates(), self.lr_lambdas, strict=True)
        return [rate * _number(function(self.last_epoch)) for rate, function in pairs]


class MultiStepLR(LRScheduler):
    """Multiply by `gamma` at given steps.

    Args:
        optimizer (Optimizer): an experimental optimizer.
        milestones (list[int]): the steps' numbers.
        gamma (float): the factor. Default: ``0.1``.
        last_epoch (int): the number of the last step. Default: ``-1``.

    Raises:
        TypeError: if an argument is of another type.

    Source: mindspore.experimental.optim.lr_scheduler.MultiStepLR, MindSpore 2.10
    """

    def __init__(self, optimizer: Optimizer, milestones: list[int], gamma: float = 0.1, last_epoch: int = -1) -> None:
        check_value_type("milestones", milestones, [list])
        for milestone in milestones:
            _typed("MultiStepLR", "milestones' elements", milestone, int)
        check_value_type("gamma", gamma, [float, int])
        self.milestones = Counter(milestones)
        self.milestones_keys = list(self.milestones.keys())
        self.milestones_values = list(self.milestones.values())
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Return the rates of this step."""
        counts = zip(self.milestones_keys, self.milestones_values, strict=True)
        due = next((count for step, count in counts if step == self.last_epoch), 0)
        return [rate * self.gamma**due for rate in self._rates()]

    def _get_closed_form_lr(self) -> list[Any]:
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return [base * self.gamma**passed for base in self._bases()]


class ConstantLR(LRScheduler):
    """Multiply by a factor until a step.

    Args:
        optimizer (Optimizer): an experimental optimizer.
        factor (float): the factor, in [0, 1]. Default: ``1.0 / 3``.
        total_iters (int): the step's number. Default: ``5``.
        last_epoch (int): the number of the last step. Default: ``-1``.

    Raises:
        ValueError: if the factor is out of range.

    Source: mindspore.experimental.optim.lr_scheduler.ConstantLR, MindSpore 2.10
    """

    def __init__(
        self, optimizer: Optimizer, factor: float = 1.0 / 3, total_iters: int = 5, last_epoch: int = -1
    ) -> None:
        if not 0 <= factor <= 1.0:
            msg = "Constant multiplicative factor expected to be between 0 and 1."
            raise ValueError(msg)
        _typed("ConstantLR", "total_iters", total_iters, int)
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Return the rates of this step."""
        if self.last_epoch == 0:
            return [rate * self.factor for rate in self._rates()]
        return [rate / self.factor if self.last_epoch == self.total_iters else rate for rate in self._rates()]

    def _get_closed_form_lr(self) -> list[Any]:
        return [base * (1.0 if self.last_epoch >= self.total_iters else self.factor) for base in self._bases()]


class CosineAnnealingLR(LRScheduler):
    """Go down and up again along a cosine.

    Args:
        optimizer (Optimizer): an experimental optimizer.
        T_max (int): the number of steps down.
        eta_min (float): the least rate. Default: ``0.0``.
        last_epoch (int): the number of the last step. Default: ``-1``.

    Raises:
        TypeError: if an argument is of another type.

    Source: mindspore.experimental.optim.lr_scheduler.CosineAnnealingLR, MindSpore 2.10
    """

    _not_asked = ("cast", "cos")

    def __init__(self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1) -> None:
        if not isinstance(eta_min, (float, int)):
            msg = f"For 'CosineAnnealingLR', the 'eta_min' must be float or int, but got {type(eta_min)}."
            raise TypeError(msg)
        _typed("CosineAnnealingLR", "T_max", T_max, int)
        self.T_max = T_max
        self.math_pi = math.pi
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Return the rates of this step."""
        if self.last_epoch == 0:
            return self._rates()
        low = self.eta_min
        if (self.last_epoch - 1 - self.T_max) % (2 * self.T_max) == 0:
            rise = (1 - math.cos(self.math_pi / self.T_max)) / 2
            return [rate + (base - low) * rise for base, rate in zip(self._bases(), self._rates(), strict=True)]
        ratio = self._height(self.last_epoch) / self._height(self.last_epoch - 1)
        return [ratio * (rate - low) + low for rate in self._rates()]

    def _height(self, epoch: int) -> float:
        return 1 + math.cos(self.math_pi * epoch / self.T_max)

    def _get_closed_form_lr(self) -> list[Any]:
        low = self.eta_min
        return [low + (base - low) * self._height(self.last_epoch) / 2 for base in self._bases()]


class CosineAnnealingWarmRestarts(LRScheduler):
    """Go down along a cosine, and start again from the top.

    Args:
        optimizer (Optimizer): an experimental optimizer.
        T_0 (int): the number of steps before the first restart.
        T_mult (int): times as many before each next. Default: ``1``.
        eta_min (Union[float, int]): the least rate. Default: ``0``.
        last_epoch (int): the number of the last step. Default: ``-1``.

    Raises:
        ValueError: if `T_0` is no positive int, or `T_mult` no int of at least 1.
        TypeError: if `eta_min` is no number.

    Differs from MindSpore: `step` with a number beyond the first restart also works with `T_mult` above 1, where
        MindSpore ends in a TypeError.

    Source: mindspore.experimental.optim.lr_scheduler.CosineAnnealingWarmRestarts, MindSpore 2.10
    """

    _not_asked = ("assign", "cast", "cos", "floor", "log")

    def __init__(
        self, optimizer: Optimizer, T_0: int, T_mult: int = 1, eta_min: float = 0, last_epoch: int = -1
    ) -> None:
        if not isinstance(T_0, int) or T_0 <= 0:
            msg = f"T_0 should be an integer and greater than 0, but got {T_0}"
            raise ValueError(msg)
        if not isinstance(T_mult, int) or T_mult < 1:
            msg = f"T_mult should be an integer and equal or greater than 1, but got {T_mult}"
            raise ValueError(msg)
        check_value_type("eta_min", eta_min, [float, int])
        self.T_0 = self.T_i = T_0
        self.math_pi = math.pi
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur: float = last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[Any]:
        """Return the rates of this step."""
        height = (1 + math.cos(self.math_pi * self.T_cur / self.T_i)) / 2
        return [self.eta_min + (base - self.eta_min) * height for base in self._bases()]

    def step(self, epoch: float | None = None) -> bool:
        """Set the rates of the next step.

        Args:
            epoch (Union[int, float], optional): its number, not necessarily whole. Default ``None``: one more than
                the last.

        Raises:
            ValueError: if `epoch` is negative.

        Source: mindspore.experimental.optim.lr_scheduler.CosineAnnealingWarmRestarts.step, MindSpore 2.10
        """
        if epoch is None and self.last_epoch >= 0:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur -= self.T_i
                self.T_i *= self.T_mult
        else:
            epoch = 0 if epoch is None else _number(epoch)
            if epoch < 0:
                msg = f"epoch should be a non-negative integer, but got {epoch}"
                raise ValueError(msg)
            self._move_to(epoch)
        self.last_epoch = math.floor(epoch)
        for rate, value in zip(self._last_lr, self.get_lr(), strict=True):
            _set(rate, value)
        return True

    def _move_to(self, epoch: float) -> None:
        """Set `T_cur` and `T_i` for a step."""
        restarts, begun = 0, 0
        if self.T_mult == 1:
            begun = self.T_0 * int(epoch // self.T_0)
        else:
            # counted, not by a logarithm: its rounding would miss the restart itself
            while epoch >= begun + self.T_0 * self.T_mult**restarts:
                begun += self.T_0 * self.T_mult**restarts
                restarts += 1
        self.T_cur = epoch - begun
        self.T_i = self.T_0 * self.T_mult**restarts


class CyclicLR(LRScheduler):
    """Go up and down between two rates in straight lines.

    Args:
        optimizer (Optimizer): an experimental optimizer.
        base_lr (Union[float, list[float]]): the lower rate, or one for each group.
        max_lr (Union[float, list[float]]): the upper rate, or one for each group.
        step_size_up (int): the number of steps up. Default: ``2000``.
        step_size_down (int, optional): the number of steps down. Default ``None``: as many.
        mode (str): how the height changes: ``"triangular"`` not at all, ``"triangular2"`` halved in each cycle,
            ``"exp_range"`` times `gamma` in each step. Without effect beside `scale_fn`. Default: ``"triangular"``.
        gamma (float): the factor of ``"exp_range"``. Default: ``1.0``.
        scale_fn (Function, optional): the height from the cycle's or the step's number. Default: ``None``.
        scale_mode (str): ``"cycle"``: give `scale_fn` the cycle's number, else the step's. Default: ``"cycle"``.
        last_epoch (int): the number of the last step. Default: ``-1``.

    Raises:
        ValueError: if there are not as many rates as groups, or `mode` is none of these.

    Source: mindspore.experimental.optim.lr_scheduler.CyclicLR, MindSpore 2.10
    """

    _not_asked = ("floor",)

    def __init__(
        self,
        optimizer: Optimizer,
        base_lr: Any,
        max_lr: Any,
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: str = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable[[Any], Any] | None = None,
        scale_mode: str = "cycle",
        last_epoch: int = -1,
    ) -> None:
        _check_optimizer(optimizer)
        lowest = [_number(rate) for rate in self._preprocess_input_param(optimizer, base_lr, "base_lr")]
        self.max_lrs = [_number(rate) for rate in self._preprocess_input_param(optimizer, max_lr, "max_lr")]
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            msg = "mode is invalid and scale_fn is None"
            raise ValueError(msg)
        if last_epoch == -1:
            for group, rate in zip(optimizer.param_groups, lowest, strict=True):
                _set(group["lr"], rate)
        up = float(step_size_up)
        self.total_step_size = up + (up if step_size_down is None else float(step_size_down))
        self.step_up_ratio = up / self.total_step_size
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        by_mode = {
            "triangular": self._triangular_scale_fn,
            "triangular2": self._triangular2_scale_fn,
            "exp_range": self._exp_range_scale_fn,
        }
        self._scale_fn_ref = by_mode[mode] if scale_fn is None else scale_fn
        self.scale_mode = scale_mode if scale_fn is not None else "iterations" if mode == "exp_range" else "cycle"
        self._lowest = lowest
        super().__init__(optimizer, last_epoch)
        self.base_lrs = [Tensor(rate, mstype.float32) for rate in lowest]

    def _preprocess_input_param(self, optimizer: Optimizer, param: Any, name: str) -> list[Any]:
        """Return a rate for each group."""
        return _per_group(optimizer, param, name)

    def scale_fn(self, x: Any) -> Any:
        """Return the height for the number of a cycle or of a step.

        Source: mindspore.experimental.optim.lr_scheduler.CyclicLR.scale_fn, MindSpore 2.10
        """
        return self._scale_fn_ref(x) if self._scale_fn_custom is None else self._scale_fn_custom(x)

    def _triangular_scale_fn(self, x: Any) -> Any:
        del x
        return 1.0

    def _triangular2_scale_fn(self, x: Any) -> Any:
        return 1 / 2.0 ** (x - 1)

    def _exp_range_scale_fn(self, x: Any) -> Any:
        return self.gamma**x

    def get_lr(self) -> list[Any]:
        """Return the rates of this step."""
        place = self.last_epoch / self.total_step_size
        cycle = math.floor(1 + place)
        x = 1.0 + place - cycle
        rise = x / self.step_up_ratio if x <= self.step_up_ratio else (x - 1) / (self.step_up_ratio - 1)
        height = rise * _number(self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch))
        return [low + (high - low) * height for low, high in zip(self._lowest, self.max_lrs, strict=True)]


class SequentialLR:
    """Use one scheduler after the other.

    Args:
        optimizer (Optimizer): the optimizer of all of them.
        schedulers (list[LRScheduler]): the schedulers.
        milestones (list[int]): the steps at which the next one begins.
        last_epoch (int): the number of the last step. Default: ``-1``.

    Raises:
        ValueError: if a scheduler has another optimizer, or there are not as many milestones as changes.

    Source: mindspore.experimental.optim.lr_scheduler.SequentialLR, MindSpore 2.10
    """

    def __init__(
        self, optimizer: Optimizer, schedulers: list[LRScheduler], milestones: list[int], last_epoch: int = -1
    ) -> None:
        for i, scheduler in enumerate(schedulers):
            if scheduler.optimizer is not optimizer:
                msg = (
                    "Sequential Schedulers expects all schedulers to belong to the same optimizer, but got scheduler "
                    f"at index {i} is different from the optimizer passed in."
                )
                raise ValueError(msg)
        if len(milestones) != len(schedulers) - 1:
            msg = (
                "Sequential Schedulers expects number of schedulers provided to be one more than the number of "
                f"milestone points, but got number of schedulers {len(schedulers)} and the number of milestones "
                f"{len(milestones)}"
            )
            raise ValueError(msg)
        self._schedulers = schedulers
        self.milestones = milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            _set(group["lr"], group["initial_lr"])
        for scheduler in schedulers:
            scheduler.last_epoch -= 1
        schedulers[0].step()
        self._last_lr = schedulers[0]._last_lr

    def step(self) -> None:
        """Set the rates of the next step.

        Source: mindspore.experimental.optim.lr_scheduler.SequentialLR.step, MindSpore 2.10
        """
        self.last_epoch += 1
        i = bisect_right(self.milestones, self.last_epoch)
        begins = i > 0 and self.milestones[i - 1] == self.last_epoch
        self._schedulers[i].step(*((0,) if begins else ()))

    def get_last_lr(self) -> list[Tensor]:
        """Return the rates of the last step.

        Source: mindspore.experimental.optim.lr_scheduler.SequentialLR.get_last_lr, MindSpore 2.10
        """
        return [wrap(rate._t.detach().clone()) for rate in self._last_lr]


class ReduceLROnPlateau:
    """Multiply by a factor when a metric no longer gets better.

    Args:
        optimizer (Optimizer): an experimental optimizer.
        mode (str): ``"min"`` or ``"max"``: what is better. Default: ``"min"``.
        factor (float): the factor, below 1. Default: ``0.1``.
        patience (int): steps without improvement that are borne. Default: ``10``.
        threshold (float): what counts as improvement. Default: ``1e-4``.
        threshold_mode (str): ``"rel"`` or ``"abs"``: of what it is measured. Default: ``"rel"``.
        cooldown (int): steps after a reduction that do not count. Default: ``0``.
        min_lr (Union[float, list]): the least rate, or one for each group. Default: ``0``.
        eps (float): a smaller change is not made. Default: ``1e-8``.

    Raises:
        ValueError: if an argument is out of range.
        TypeError: if `optimizer` is of another kind.

    Source: mindspore.experimental.optim.lr_scheduler.ReduceLROnPlateau, MindSpore 2.10
    """

    def __init__(
        self,
        optimizer: Optimizer,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: Any = 0,
        eps: float = 1e-8,
    ) -> None:
        if factor >= 1.0:
            msg = "The lr factor should be less than 1.0."
            raise ValueError(msg)
        _check_optimizer(optimizer)
        count = len(optimizer.param_groups)
        least = list(min_lr) if isinstance(min_lr, (list, tuple)) else [min_lr] * count
        if len(least) != count:
            msg = f"Expected {count} min_lrs, got {len(least)}"
            raise ValueError(msg)
        if mode not in ("min", "max"):
            msg = f"`mode` should be 'min' or 'max', but got {mode}."
            raise ValueError(msg)
        if threshold_mode not in ("rel", "abs"):
            msg = f"`threshold mode` should be 'rel' or 'abs', but got {threshold_mode}."
            raise ValueError(msg)
        self.optimizer, self.mode, self.factor, self.patience = optimizer, mode, factor, patience
        self.threshold, self.threshold_mode, self.cooldown, self.eps = threshold, threshold_mode, cooldown, eps
        self.min_lrs = [float(rate) for rate in least]
        self.best = math.inf if mode == "min" else -math.inf
        self.cooldown_counter = self.wait = self.last_epoch = 0
        self._last_lr = [group["lr"] for group in optimizer.param_groups]

    def step(self, metrics: Any) -> bool:
        """Set the rates for a metric.

        Args:
            metrics (Union[int, float, Tensor]): the metric's value.

        Source: mindspore.experimental.optim.lr_scheduler.ReduceLROnPlateau.step, MindSpore 2.10
        """
        self.last_epoch += 1
        value = float(metrics)
        if self._is_improvement(value):
            self.best, self.wait = value, 0
        else:
            self.wait += 1
        if self.in_cooldown():
            self.cooldown_counter -= 1
            self.wait = 0
        if self.wait > self.patience:
            for rate, least in zip(self._last_lr, self.min_lrs, strict=True):
                old = float(rate._t.detach())
                if old > max(old * self.factor, least) + self.eps:
                    _set(rate, max(old * self.factor, least))
            self.cooldown_counter, self.wait = self.cooldown, 0
        return True

    def in_cooldown(self) -> bool:
        """Tell whether a reduction was so near that steps do not count."""
        return self.cooldown_counter > 0

    def get_last_lr(self) -> list[Tensor]:
        """Return the rates of the last step.

        Source: mindspore.experimental.optim.lr_scheduler.ReduceLROnPlateau.get_last_lr, MindSpore 2.10
        """
        return [wrap(rate._t.detach().clone()) for rate in self._last_lr]

    def _is_improvement(self, value: float) -> bool:
        sign = -1.0 if self.mode == "min" else 1.0
        relative = self.threshold_mode == "rel"
        bound = self.best * (1 + sign * self.threshold) if relative else self.best + sign * self.threshold
        return value < bound if self.mode == "min" else value > bound


def _check_optimizer(optimizer: object) -> None:
    if not isinstance(optimizer, Optimizer):
        msg = f"{type(optimizer).__name__} is not an Optimizer"
        raise TypeError(msg)


def _typed(owner: str, name: str, value: object, kind: type) -> None:
    if not isinstance(value, kind):
        msg = f"For '{owner}', the '{name}' must be {kind.__name__}, but got {type(value)}."
        raise TypeError(msg)


def _functions(optimizer: Optimizer, given: Any) -> list[Callable[[int], Any]]:
    count = len(optimizer.param_groups)
    functions = list(given) if isinstance(given, Sequence) else [given] * count
    if len(functions) != count:
        msg = f"Expected {count} lr_lambdas, but got {len(functions)}"
        raise ValueError(msg)
    return functions


def _per_group(optimizer: Optimizer, given: Any, name: str) -> list[float]:
    count = len(optimizer.param_groups)
    values = list(given) if isinstance(given, (list, tuple)) else [given] * count
    if len(values) != count:
        msg = f"Expected {count} values for {name}, got {len(values)}"
        raise ValueError(msg)
    return [_number(value) for value in values]


def _number(value: Any) -> float:
    return float(value._t.detach()) if isinstance(value, TensorBase) else float(value)


def _set(rate: Any, value: Any) -> None:
    with torch.no_grad():
        rate._t.fill_(_number(value))
