"""The values of a Cell's state: torch tensors to torch's libraries, Parameters and Tensors to MindSpore programs.

`state_dict()` and `buffers()` have two kinds of readers. Libraries of the torch world (safetensors, averages of
weights, checkpoints, DistributedDataParallel) want torch tensors; MindSpore programs print values, call `asnumpy` and
hand them to MindSpore functions. One object serves both, whoever asks: a torch tensor over the Cell's own memory that
knows its Parameter or Tensor. Where both frameworks have a name (`shape`, `dtype`, `size`), it is torch's.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
import torch

from ms2torch._core.base import TensorBase, wrap


class StateValue(torch.Tensor):
    """A torch tensor that MindSpore programs can use: what MindSpore alone has is asked of the Tensor behind it."""

    # operations on it give plain torch tensors, as those on a torch.nn.Parameter do
    __torch_function__ = torch._C._disabled_torch_function_impl  # pyright: ignore[reportAssignmentType]

    _ours: TensorBase

    @staticmethod
    def of(ours: TensorBase) -> StateValue:
        """Return the value of a Parameter or Tensor, over the same memory."""
        value = ours._t.detach().as_subclass(StateValue)
        value._ours = ours
        return value

    @staticmethod
    def of_parameter(ours: TensorBase) -> StateValue:
        """Return the value of a Parameter, the same object each time, which follows when the value is set anew."""
        shown: StateValue | None = ours.__dict__.get("_shown")
        if shown is None or not torch._C._is_alias_of(shown, ours._t):  # pyright: ignore[reportAttributeAccessIssue]
            shown = ours.__dict__["_shown"] = StateValue.of(ours)
        return shown

    @property
    def __class__(self) -> type:  # type: ignore[override]
        """The class behind it, so that `isinstance(value, mindspore.Parameter)` holds, beside torch.Tensor."""
        return type(self._ours)

    @property
    def _t(self) -> torch.Tensor:
        """What MindSpore's operations compute with."""
        return self._ours._t

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name of the Parameter."""
        return self._ours.name  # type: ignore[attr-defined, no-any-return]

    def asnumpy(self) -> np.ndarray:
        """Return the values as a numpy array over the same memory."""
        return self._ours.asnumpy()  # type: ignore[attr-defined, no-any-return]

    def __getattr__(self, name: str) -> Any:
        if name == "_ours":  # not set yet: a copy under way
            raise AttributeError(name)
        return getattr(self._ours, name)

    def __repr__(self, *, tensor_contents: Any = None) -> str:
        return repr(self._ours)

    def __str__(self) -> str:
        return str(self._ours)

    def __deepcopy__(self, memo: dict[int, Any]) -> StateValue:
        return StateValue.of(deepcopy(self._ours, memo))

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Go into files and to other processes as a plain torch tensor."""
        return self._ours._t.detach().__reduce_ex__(protocol)


def as_state_value(holder: dict[str, Any], name: str) -> Any:
    """Return a buffer as a state value, and keep that in its place, so that it is the same object when asked again.

    Stand-ins of torch (fake tensors, those of `functional_call`) are of other types and are left alone.
    """
    buffer = holder[name]
    if type(buffer) is torch.Tensor:
        buffer = holder[name] = StateValue.of(wrap(buffer))
    return buffer
