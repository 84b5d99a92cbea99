"""AdaFactor."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import torch

from ms2torch._errors import require_default
from ms2torch.common.parameter import Parameter, ParameterTuple
from ms2torch.common.tensor import Tensor
from ms2torch.nn._checks import a_float, between, of_type
from ms2torch.nn.learning_rate_schedule import LearningRateSchedule
from ms2torch.nn.optim._stepped import SteppedOptimizer
from ms2torch.nn.optim.optimizer import keeping_arguments

__all__ = ["AdaFactor"]


class AdaFactor(SteppedOptimizer):
    """Step as Adam does, with the mean squares of a matrix kept as those of its rows and columns.

    Args:
        params (Union[list[Parameter], list[dict]]): parameters or groups, as in `Optimizer`; a group has no effect but
            by its learning rate.
        learning_rate (Union[float, Tensor], optional): only without `relative_step`. Default: ``None``.
        eps (tuple): added to the squares, and the least size of a parameter. Default: ``(1e-30, 1e-3)``.
        clip_threshold (float): the largest root mean square of a step. Default: ``1.0``.
        decay_rate (float): how the means slow down, in (0, 1). Default: ``0.8``.
        beta1 (float): of the running mean of the steps, 0 for none. Default: ``0.9``.
        weight_decay (float): in [0, 1). Default: ``0.0``.
        scale_parameter (bool): step in proportion to the parameter's size. Default: ``True``.
        relative_step (bool): let the rate follow from the step. Default: ``True``.
        warmup_init (bool): start with a rising rate; needs `relative_step`. Default: ``False``.
        compression (bool): keep the squares of vectors in float16. Default: ``False``.
        loss_scale (float): only the default is accepted; MindSpore takes others and does not apply them.
            Default: ``1.0``.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each parameter.

    Outputs:
        ``True``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if a number is out of range, or the settings exclude each other.
        UnsupportedArgumentError: if `loss_scale` is not 1.

    Source: mindspore.nn.AdaFactor, MindSpore 2.10
    """

    _support_parallel_optimizer = True
    _decoupled_decay = True
    _centralizes = False

    @keeping_arguments
    def __init__(
        self,
        params: Iterable[Any],
        learning_rate: float | Tensor | Iterable[float] | LearningRateSchedule | None = None,
        eps: Sequence[float] = (1e-30, 1e-3),
        clip_threshold: float = 1.0,
        decay_rate: float = 0.8,
        beta1: float | None = 0.9,
        weight_decay: float = 0.0,
        scale_parameter: bool = True,
        relative_step: bool = True,
        warmup_init: bool = False,
        compression: bool = False,
        loss_scale: float = 1.0,
    ) -> None:
        if (learning_rate is None) is not bool(relative_step) or (warmup_init and not relative_step):
            given = f"learning_rate={learning_rate}, relative_step={relative_step}, warmup_init={warmup_init}"
            msg = (
                "For 'AdaFactor', pass a learning rate exactly where relative_step is False, warmup_init only where it "
                f"is True; got {given}."
            )
            raise ValueError(msg)
        require_default("nn.AdaFactor", "loss_scale", loss_scale, 1.0, "divide the gradients before calling it")
        fixed = learning_rate is None or isinstance(learning_rate, (int, float))
        super().__init__(0.0 if learning_rate is None else learning_rate, params, 0.0, loss_scale)
        if len(of_type("AdaFactor", "eps", eps, list, tuple)) != 2:
            msg = f"For 'AdaFactor', 'eps' must have 2 values, but got {eps!r}."
            raise ValueError(msg)
        self.eps = tuple(a_float("AdaFactor", "eps", one, 0.0) for one in eps)
        self.clip_threshold = a_float("AdaFactor", "clip_threshold", clip_threshold, 0.0)
        self.decay_rate = between("AdaFactor", "decay_rate", decay_rate, 0.0, 1.0)
        self.beta1 = a_float("AdaFactor", "beta1", float(beta1 or 0.0), 0.0)
        self._step_decay = a_float("AdaFactor", "weight_decay", float(weight_decay), 0.0, math.nextafter(1.0, 0.0))
        self.scale_parameter = of_type("AdaFactor", "scale_parameter", scale_parameter, bool)
        self.scale_lr = fixed
        self._scales = scale_parameter  # the update's: setting `scale_parameter` later changes nothing
        self.relative_step = of_type("AdaFactor", "relative_step", relative_step, bool)
        self.warmup_init = of_type("AdaFactor", "warmup_init", warmup_init, bool)
        self.compression = of_type("AdaFactor", "compression", compression, bool)
        self.use_first_moment = self._first_moment = self.beta1 > 0
        self._make_state()

    def _make_state(self) -> None:
        if self.use_first_moment:
            self.exp_avg = self._clone_state("exp_avg")
        rows, columns, whole = [], [], []
        for p in self.parameters:
            shape, dtype, factored = p._t.shape, p._t.dtype, p._t.ndim > 1
            held = torch.float16 if self.compression and not factored else dtype
            for found, name, size, kind in (
                (rows, "exp_avg_sq_row_", shape[:-1] if factored else (1,), dtype),
                (columns, "exp_avg_sq_col_", shape[:-2] + shape[-1:] if factored else (1,), dtype),
                (whole, "exp_avg_sq_", (1,) if factored else shape, held),
            ):
                zeros = torch.zeros(size, dtype=kind, device=p._t.device)
                found.append(Parameter(zeros, name=f"{name}{p.name}"))
        self.exp_avg_sq_row = ParameterTuple(rows)
        self.exp_avg_sq_col = ParameterTuple(columns)
        self.exp_avg_sq = ParameterTuple(whole)
        self.step = self._scalar_state(0.0, "afactor_step", (1,))

    @property
    def supports_memory_efficient_fp16(self) -> bool:
        """True: the state may be float16."""
        return True

    @property
    def supports_flat_params(self) -> bool:
        """False: rows and columns count."""
        return False

    def construct(self, gradients: Sequence[Tensor]) -> Any:
        """Update the parameters."""
        with torch.no_grad():
            params = [p._t for p in self.parameters]
            grads = self._ready(gradients, params)
            rates = self._rates()
            self._params["global_step"]._t.add_(1)  # type: ignore[union-attr]
            step = self._params["step"]._t.add_(1).item()  # type: ignore[union-attr]
            if self.relative_step and self.scale_lr:
                rates = min(1e-6 * step if self.warmup_init else 0.01, 1 / math.sqrt(step))
            beta2 = 1 - step**-self.decay_rate
            for i, (p, g) in enumerate(zip(params, grads, strict=True)):
                self._update_one(i, p, g, rates[i] if isinstance(rates, list) else rates, beta2)
        return (True,) * len(params)

    def _update_one(self, i: int, p: torch.Tensor, g: torch.Tensor, rate: float, beta2: float) -> None:
        wide, g = (p.float(), g.float()) if p.dtype in (torch.float16, torch.bfloat16) else (p, g)
        steps = g * self._inverse_root(i, torch.square(g) + self.eps[0], beta2)
        coarse = (_rms(steps) / self.clip_threshold).clamp(min=1.0)
        scale = rate * _rms(wide).clamp(min=self.eps[1]) if self._scales and self.scale_lr else rate
        steps = steps / coarse * scale
        if self._first_moment:
            mean = self.exp_avg[i]._t
            mean.copy_(torch.lerp(mean.to(dtype=steps.dtype), steps, 1 - self.beta1))
            steps = mean.to(dtype=steps.dtype)
        if self._step_decay:
            wide = wide - wide * (self._step_decay * scale)
        p.copy_(wide - steps)

    def _inverse_root(self, i: int, squares: torch.Tensor, beta2: float) -> torch.Tensor:
        """Move the mean squares, and return 1 over their root."""
        if squares.ndim < 2:
            mean = self.exp_avg_sq[i]._t
            mean.copy_(torch.lerp(mean.to(dtype=squares.dtype), squares, 1 - beta2))
            return torch.rsqrt(mean.to(dtype=squares.dtype))
        row, column = self.exp_avg_sq_row[i]._t, self.exp_avg_sq_col[i]._t
        row.copy_(torch.lerp(row.to(dtype=squares.dtype), squares.mean(-1), 1 - beta2))
        column.copy_(torch.lerp(column.to(dtype=squares.dtype), squares.mean(-2), 1 - beta2))
        by_row = torch.rsqrt(row / row.mean(-1, keepdim=True))
        return by_row.unsqueeze(-1) * torch.rsqrt(column).unsqueeze(-2)


def _rms(t: torch.Tensor) -> torch.Tensor:
    return torch.sqrt(torch.mean(torch.square(t)))
