"""Float64 runs of nets whose own code asks for float32: `t.float()` before a sinusoid, `dtype=torch.float32` in a mask.

Such a net stops in float64 where float32 meets weights in float64. In its run in float64 what it asks for as float32 is
therefore made in float64: the net in exact arithmetic, which both sides are measured against.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar

import torch
from torch.overrides import TorchFunctionMode

# methods that name the type in their own name; what they are called on may be of any type
_NAMED = {torch.Tensor.float: torch.Tensor.double}
_OLD_NAMES = {"torch.FloatTensor": "torch.DoubleTensor", torch.FloatTensor: torch.DoubleTensor}


class Widening(TorchFunctionMode):
    """Make in float64 what is asked for in float32."""

    _at_work: ClassVar[bool] = True

    @classmethod
    @contextmanager
    def in_runs_of(cls, dtype: torch.dtype) -> Iterator[None]:
        """Say in what precision nets run now; in any but float64 everything is as it is asked for, on both sides.

        Args:
            dtype (torch.dtype): the precision.
        """
        before, cls._at_work = cls._at_work, dtype == torch.float64
        try:
            yield
        finally:
            cls._at_work = before

    def __torch_function__(
        self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        """Call a function of torch with float64 in the place of float32."""
        if not Widening._at_work:
            return func(*args, **(kwargs or {}))
        asked = {name: _wide(value) for name, value in (kwargs or {}).items()}
        return _NAMED.get(func, func)(*map(_wide, args), **asked)


def _wide(value: Any) -> Any:
    if value is torch.float32:
        return torch.float64
    if isinstance(value, (str, type)) and value in _OLD_NAMES:
        return _OLD_NAMES[value]
    return value
