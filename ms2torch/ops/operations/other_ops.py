"""`mindspore.ops.operations.other_ops`: what belongs to no family, and other names of what `mindspore.ops` exports."""

from __future__ import annotations

from typing import Any

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._lazy import elsewhere
from ms2torch.ops.primitive import Primitive


class Load(Primitive):
    """Return the value of a Parameter as a Tensor.

    Inputs:
        - **variable** (Parameter) - the Parameter.
        - **u** (Any) - of MindSpore's compiler; not needed. Default: ``None``.

    Source: mindspore.ops.operations.other_ops.Load, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, variable: Tensor, u: Any = None) -> Tensor:
        del u
        return wrap(unwrap(variable))


__getattr__ = elsewhere(__name__, "ms2torch.ops")
