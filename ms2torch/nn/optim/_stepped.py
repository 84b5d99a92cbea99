"""The frame of a step, which all optimizers here share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import torch

from ms2torch._core.base import TensorBase
from ms2torch.common.parameter import Parameter, ParameterTuple
from ms2torch.common.tensor import Tensor
from ms2torch.nn.optim.optimizer import Optimizer

_HALVES = (torch.float16, torch.bfloat16)


class SteppedOptimizer(Optimizer):
    """An optimizer whose subclasses say how parameters of one learning rate are updated."""

    # the attributes that hold one Parameter of state for each parameter, as `_update` takes them
    _state_names: ClassVar[tuple[str, ...]] = ()
    # weight decay is part of the update, not of the gradient
    _decoupled_decay: ClassVar[bool] = False
    _centralizes: ClassVar[bool] = True

    def construct(self, gradients: Sequence[Tensor]) -> Any:
        """Update the parameters."""
        with torch.no_grad():
            params = [p._t for p in self.parameters]
            grads = self._ready(gradients, params)
            rates = self._rates()
            decays = self._decay_numbers() if self._decoupled_decay else None
            self._params["global_step"]._t.add_(1)  # type: ignore[union-attr]
            self._begin_step()
            states = [[s._t for s in self.__dict__[name]] for name in self._state_names]
            self._follow(params, states)
            if not isinstance(rates, list) and decays is None and not any(p.dtype in _HALVES for p in params):
                self._update(rates, 0.0, params, grads, *states)
            else:
                self._update_apart(rates, decays, params, grads, states)
        return (True,) * len(params)

    def _update(
        self,
        rate: float,
        decay: float,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        *states: list[torch.Tensor],
    ) -> None:
        """Update parameters that share a learning rate; subclasses define it.

        Args:
            rate (float): the learning rate.
            decay (float): the weight decay, where it is no part of the gradients.
            params (list[torch.Tensor]): changed in place.
            grads (list[torch.Tensor]): left alone.
            states (list[torch.Tensor]): in the order of `_state_names`; changed in place.
        """
        raise NotImplementedError

    def _begin_step(self) -> None:
        """Advance what the optimizer counts besides the step. Subclasses define it."""

    def _update_apart(
        self,
        rates: float | list[float],
        decays: list[float] | None,
        params: list[torch.Tensor],
        grads: list[torch.Tensor],
        states: list[list[torch.Tensor]],
    ) -> None:
        """Update in batches of equal learning rate, weight decay and precision."""
        batches: dict[tuple[float, float, bool], list[int]] = {}
        for i, p in enumerate(params):
            rate = rates[i] if isinstance(rates, list) else rates
            key = rate, 0.0 if decays is None else decays[i], p.dtype in _HALVES
            batches.setdefault(key, []).append(i)
        for (rate, decay, half), places in batches.items():
            chosen = [[values[i] for i in places] for values in (params, grads, *states)]
            if not half:
                self._update(rate, decay, *chosen)
                continue
            # in float32 and rounded once, as MindSpore's kernels do
            wide = [[t.float() for t in values] for values in chosen]
            self._update(rate, decay, *wide)
            for values, computed in zip((chosen[0], *chosen[2:]), (wide[0], *wide[2:]), strict=True):
                torch._foreach_copy_(values, computed)

    def _ready(self, gradients: Sequence[Tensor], params: list[torch.Tensor]) -> list[torch.Tensor]:
        """Return torch gradients, checked, decayed, centralized and scaled."""
        grads = self._checked(gradients, params)
        if self.exec_weight_decay and not self._decoupled_decay:
            grads = self._decayed(grads, params)
        if self.grad_centralization and self._centralizes and self.is_group:
            grads = self._centralized(grads)
        return torch._foreach_mul(grads, self._unscale) if self.need_scale else grads  # type: ignore[return-value]

    def _checked(self, gradients: Sequence[Tensor], params: list[torch.Tensor]) -> list[torch.Tensor]:
        """Return torch gradients, dense, of the shapes and types of the parameters."""
        if not isinstance(gradients, (tuple, list)) or len(gradients) != len(params):
            got = len(gradients) if isinstance(gradients, (tuple, list)) else type(gradients).__name__
            msg = f"{self.cls_name} takes a tuple of {len(params)} gradients, one for each parameter, but got {got}."
            raise (ValueError if isinstance(gradients, (tuple, list)) else TypeError)(msg)
        grads: list[torch.Tensor] = []
        for i, g in enumerate(gradients):
            t, p = getattr(g, "_t", None), params[i]
            if t is None or t.shape != p.shape:
                raise self._bad_gradient(i, g)
            if t.is_sparse:
                t = t.to_dense()
            grads.append(t if t.dtype is p.dtype else t.to(dtype=p.dtype))
        return grads

    def _bad_gradient(self, place: int, gradient: Any) -> Exception:
        param = self.parameters[place]
        if not isinstance(gradient, TensorBase):
            return TypeError(
                f"{self.cls_name}: the gradient of {param.name} must be a Tensor, got {type(gradient).__name__}."
            )
        shape = tuple(gradient._t.shape)
        return ValueError(
            f"{self.cls_name}: the gradient of {param.name} has shape {shape}, the parameter {param.shape}; pass the "
            "gradients in the order of `optimizer.parameters`."
        )

    def _clone_state(self, prefix: str, init: Any = "zeros") -> ParameterTuple:
        """Make one Parameter of state for each parameter, of its shape and type."""
        return self.parameters.clone(prefix=prefix, init=init)

    def _scalar_state(self, value: float, name: str, shape: tuple[int, ...] = ()) -> Parameter:
        return Parameter(torch.full(shape, value, dtype=self._real, device="cpu"), name=name)

    def _rounded(self, value: float) -> float:
        """Return a number as MindSpore's kernels see it: in float32, unless the parameters are float64."""
        return value if self._real is torch.float64 else torch.tensor(value, dtype=torch.float32).item()

    def _follow(self, params: list[torch.Tensor], states: list[list[torch.Tensor]]) -> None:
        """Bring the state to where the parameters have been moved since it was made, and to their type."""
        if not states or (states[0][0].device == params[0].device and states[0][0].dtype == params[0].dtype):
            return
        for values in states:
            for s, p in zip(values, params, strict=True):
                s.data = s.data.to(p.device, p.dtype)
