"""How the loss is scaled in mixed precision.

Source: mindspore.amp, MindSpore 2.10
"""

from __future__ import annotations

from typing import Any

from ms2torch import nn


class LossScaleManager:
    """Base class of loss scale managers.

    Source: mindspore.amp.LossScaleManager, MindSpore 2.10
    """

    def get_loss_scale(self) -> Any:
        """Return the loss scale."""

    def update_loss_scale(self, overflow: bool) -> None:
        """Change the loss scale after a step.

        Args:
            overflow (bool): whether a gradient was not finite.
        """

    def get_update_cell(self) -> Any:
        """Return the Cell that changes the loss scale in a training step, or ``None``."""


class FixedLossScaleManager(LossScaleManager):
    """Keep one loss scale.

    Args:
        loss_scale (float): the scale, at least 1. Default: ``128.0``.
        drop_overflow_update (bool): leave out the update where a gradient is not finite. Where ``False``, give the same
            `loss_scale` to the optimizer. Default: ``True``.

    Raises:
        ValueError: if `loss_scale` is less than 1.

    Source: mindspore.amp.FixedLossScaleManager, MindSpore 2.10
    """

    def __init__(self, loss_scale: float = 128.0, drop_overflow_update: bool = True) -> None:
        if loss_scale < 1:
            raise ValueError(f"The argument 'loss_scale' must be >= 1, but got {loss_scale}")
        self._loss_scale = loss_scale
        self._drop_overflow_update = drop_overflow_update

    def get_loss_scale(self) -> float:
        """Return the loss scale."""
        return self._loss_scale

    def get_drop_overflow_update(self) -> bool:
        """Return whether an update with gradients that are not finite is left out."""
        return self._drop_overflow_update

    def get_update_cell(self) -> Any:
        """Return a Cell that keeps the scale, or ``None`` where updates are never left out."""
        return nn.FixedLossScaleUpdateCell(self._loss_scale) if self._drop_overflow_update else None


class DynamicLossScaleManager(LossScaleManager):
    """Lower the loss scale after an overflow and raise it after many steps without.

    Args:
        init_loss_scale (float): the scale at first, at least 1. Default: ``2**24``.
        scale_factor (int): what the scale is divided or multiplied by. Default: ``2``.
        scale_window (int): steps without overflow until the scale is raised. Default: ``2000``.

    Raises:
        TypeError: if `scale_window` is not an int.
        ValueError: if an argument is too small.

    Source: mindspore.amp.DynamicLossScaleManager, MindSpore 2.10
    """

    _BAD_STEPS = 1000

    def __init__(self, init_loss_scale: float = 2**24, scale_factor: int = 2, scale_window: int = 2000) -> None:
        if init_loss_scale < 1:
            raise ValueError(f"The argument 'init_loss_scale' must be > 1, but got {init_loss_scale}")
        if not isinstance(scale_window, int) or isinstance(scale_window, bool):
            raise TypeError(f"For 'DynamicLossScaleManager', 'scale_window' must be an int, but got {scale_window!r}.")
        if scale_window <= 0 or scale_factor <= 0:
            raise ValueError(f"'scale_window' and 'scale_factor' must be > 0, but got {scale_window}, {scale_factor}")
        self.loss_scale: float = init_loss_scale
        self.scale_factor = scale_factor
        self.scale_window = scale_window
        self.increase_ratio = scale_factor
        self.decrease_ratio = 1 / scale_factor
        self.cur_iter = 1
        self.last_overflow_iter = 0
        self.bad_step_max = self._BAD_STEPS
        self.bad_step = 0

    def get_loss_scale(self) -> float:
        """Return the loss scale."""
        return self.loss_scale

    def update_loss_scale(self, overflow: bool) -> None:
        """Change the loss scale after a step.

        Args:
            overflow (bool): whether a gradient was not finite.

        Raises:
            RuntimeError: after more than 1000 overflows in a row.
        """
        if overflow:
            self.loss_scale = max(self.loss_scale * self.decrease_ratio, 1)
            self.last_overflow_iter = self.cur_iter
            self.bad_step += 1
        else:
            if (self.cur_iter - self.last_overflow_iter) % self.scale_window == 0:
                self.loss_scale *= self.increase_ratio
            self.bad_step = 0
        if self.bad_step > self.bad_step_max:
            raise RuntimeError(f"The gradients overflowed in {self.bad_step} steps in a row; the training diverges.")
        self.cur_iter += 1

    def get_drop_overflow_update(self) -> bool:
        """Return True: an update with gradients that are not finite is left out."""
        return True

    def get_update_cell(self) -> Any:
        """Return a Cell that changes the scale by the same rule."""
        return nn.DynamicLossScaleUpdateCell(self.loss_scale, self.scale_factor, self.scale_window)
