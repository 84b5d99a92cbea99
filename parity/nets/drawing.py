"""Random numbers of a net's own code in float64 runs: the numbers that float32 draws, made wide.

torch draws other numbers in float64 than in float32 from the same seed. A net that asks for the default type draws in
float64 there, one that names float32, as MindSpore's operators do, in float32: two nets that do the same would part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

_MADE = frozenset({torch.rand, torch.randn, torch.rand_like, torch.randn_like, torch.normal})
_FILLED = frozenset(
    {
        torch.Tensor.uniform_,
        torch.Tensor.normal_,
        torch.Tensor.exponential_,
        torch.Tensor.log_normal_,
        torch.Tensor.cauchy_,
    }
)


_CHANCES = frozenset({torch.bernoulli, torch.Tensor.bernoulli})
_DRAWS = _MADE | _FILLED | _CHANCES


class Drawing(TorchFunctionMode):
    """Draw in float32 what is asked for in float64."""

    def __torch_function__(
        self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        """Call a function of torch; numbers that it draws in float64 are drawn in float32 and made wide."""
        if func not in _DRAWS:  # asked of every function and attribute of a tensor
            return func(*args, **kwargs) if kwargs else func(*args)
        asked = dict(kwargs or {})
        if func in _FILLED and args and args[0].dtype == torch.float64:
            drawn = torch.empty_like(args[0], dtype=torch.float32)
            func(drawn, *args[1:], **asked)
            return args[0].copy_(drawn)
        if func in _CHANCES and asked.get("out") is None and args and args[0].dtype == torch.float64:
            return func(args[0].to(torch.float32), *args[1:], **asked).to(torch.float64)
        if func in _MADE and asked.get("out") is None and _made_in(func, args, asked) == torch.float64:
            parameters = dict(zip(("mean", "std"), args, strict=False)) | asked
            if func is torch.normal and any(isinstance(value, torch.Tensor) for value in parameters.values()):
                return _normal(**parameters)
            return func(*args, **{**asked, "dtype": torch.float32}).to(torch.float64)
        return func(*args, **asked)


def draw_state() -> torch.Tensor:
    """Return the state of the generator that nets draw from: what a run changes if it draws."""
    return torch.default_generator.get_state()


def _made_in(func: Any, args: Sequence[Any], asked: Mapping[str, Any]) -> torch.dtype:
    """Return the type of the numbers that a call draws."""
    given = asked.get("dtype")
    if isinstance(given, torch.dtype):
        return given
    like = [value for value in (*args, *asked.values()) if isinstance(value, torch.Tensor)]
    if func in {torch.rand_like, torch.randn_like, torch.normal} and like:
        return like[0].dtype
    return torch.get_default_dtype()


def _normal(mean: Any = 0.0, std: Any = 1.0, generator: torch.Generator | None = None, **_: Any) -> torch.Tensor:
    """Draw from normal distributions, a number from each; like `torch.normal` without a gradient."""
    place = mean if isinstance(mean, torch.Tensor) else std
    with torch.no_grad():
        shape = (mean + std * torch.zeros((), dtype=torch.float64, device=place.device)).shape
        drawn = torch.randn(shape, generator=generator, dtype=torch.float32, device=place.device)
        made: torch.Tensor = mean + std * drawn.to(torch.float64)
    return made
