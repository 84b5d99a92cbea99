"""Mirrors `mindspore.ops.operations.control_ops`: Primitives of control flow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ms2torch._core.tensor_type import Tensor
from ms2torch._lazy import elsewhere
from ms2torch.ops.primitive import Primitive


class GeSwitch(Primitive):
    """Send a value down one of two branches of an Ascend graph. There are no branches here: write an `if`.

    Source: mindspore.ops.GeSwitch, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, data: Any, pred: Tensor) -> tuple[Any, Any]:
        """Refuse: real MindSpore has no such operator outside an Ascend graph either.

        Raises:
            NotImplementedError: always.
        """
        msg = "GeSwitch is an operator of Ascend's graphs alone; write `if pred:` instead"
        raise NotImplementedError(msg)


class Merge(Primitive):
    """Take the first value that came through a branch of an Ascend graph. There are no branches here.

    Source: mindspore.ops.Merge, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, inputs: Sequence[Any]) -> tuple[Any, Any]:
        """Refuse: real MindSpore has no such operator outside an Ascend graph either.

        Raises:
            NotImplementedError: always.
        """
        msg = "Merge is an operator of Ascend's graphs alone; write `a if pred else b` instead"
        raise NotImplementedError(msg)


__getattr__ = elsewhere(__name__, "ms2torch.ops.operations")
