"""Overflow flags, summaries and dumps as Primitives."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.ops.primitive import Primitive


class FloatStatus(Primitive):
    """Tell whether a tensor holds infinite values or NaN.

    Inputs:
        - **x** (Tensor) - float16, float32 or float64.

    Outputs:
        Tensor of shape :math:`(1,)`, float32: 1 if it does, else 0.

    Source: mindspore.ops.FloatStatus, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor) -> Tensor:
        """Tell.

        Raises:
            TypeError: if `x` holds no floating-point numbers.
        """
        t = unwrap(x)
        if not t.is_floating_point():
            msg = f"ops.FloatStatus: expected floating-point numbers, got {t.dtype}"
            raise TypeError(msg)
        return wrap((~torch.isfinite(t)).any().float().reshape(1))


class NPUAllocFloatStatus(Primitive):
    """Make the flag of overflows: eight zeros.

    Differs from MindSpore: torch has no register of overflows, so the flag stays 0; `FloatStatus` looks at a tensor.

    Source: mindspore.ops.NPUAllocFloatStatus, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self) -> Tensor:
        """Return the flag."""
        return wrap(torch.zeros(8))


class NPUGetFloatStatus(Primitive):
    """Read the register of overflows into the flag.

    Inputs:
        - **x** (Tensor) - the flag.

    Differs from MindSpore: torch has no register of overflows, so the flag stays 0; `FloatStatus` looks at a tensor.

    Source: mindspore.ops.NPUGetFloatStatus, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor) -> Tensor:
        """Return the flag as it is."""
        return wrap(_flag("NPUGetFloatStatus", x).clone())


class NPUClearFloatStatus(Primitive):
    """Clear the register of overflows.

    Inputs:
        - **x** (Tensor) - the flag.

    Outputs:
        Tensor of zeros, same shape.

    Source: mindspore.ops.NPUClearFloatStatus, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor) -> Tensor:
        """Return zeros."""
        return wrap(torch.zeros_like(_flag("NPUClearFloatStatus", x)))


class NPUGetFloatStatusV2(Primitive):
    """Read the register of overflows into the flag, which is of integers here.

    Inputs:
        - **x** (Tensor) - the flag: eight int32.

    Differs from MindSpore: torch has no register of overflows, so the flag stays 0; `FloatStatus` looks at a tensor.

    Source: mindspore.ops.operations.math_ops.NPUGetFloatStatusV2, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor) -> Tensor:
        """Return the flag as it is."""
        return wrap(_flag("NPUGetFloatStatusV2", x, torch.int32).clone())


class NPUClearFloatStatusV2(Primitive):
    """Clear the register of overflows, whose flag is of integers here.

    Inputs:
        - **x** (Tensor) - the flag: eight int32.

    Outputs:
        Tensor of zeros, same shape.

    Source: mindspore.ops.operations.math_ops.NPUClearFloatStatusV2, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor) -> Tensor:
        """Return zeros."""
        return wrap(torch.zeros_like(_flag("NPUClearFloatStatusV2", x, torch.int32)))


def _flag(op: str, x: Tensor, *kinds: torch.dtype) -> torch.Tensor:
    t = unwrap(x)
    kinds = kinds or (torch.float16, torch.float32)
    if t.dtype not in kinds:
        wanted = " or ".join(str(kind).removeprefix("torch.") for kind in kinds)
        msg = f"ops.{op}: the flag must be {wanted}, got {t.dtype}"
        raise TypeError(msg)
    return t


# ---- summaries ---------------------------------------------------------------------------------------------------


class _Summaries:
    """The last value of each name, until `SummaryRecord.record` takes them."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, str], Tensor] = {}

    def take(self) -> dict[tuple[str, str], Tensor]:
        """Return the values, and start anew."""
        taken, self.values = self.values, {}
        return taken


summaries = _Summaries()


def _collect(op: str, plugin: str, name: str, value: Tensor, dims: tuple[int, int]) -> None:
    t = unwrap(value)
    if not isinstance(name, str):
        msg = f"ops.{op}: name must be a str, got {type(name).__name__}"
        raise TypeError(msg)
    if not name or not dims[0] <= t.dim() <= dims[1]:
        msg = f"ops.{op}: a name and a value of {dims[0]} to {dims[1]} dimensions needed, got {name!r}, {t.dim()}"
        raise ValueError(msg)
    summaries.values[plugin, name] = wrap(t.detach().clone())


class ScalarSummary(Primitive):
    """Keep a number for `SummaryRecord`, which writes the last one of each name.

    Inputs:
        - **name** (str) - its name.
        - **value** (Tensor) - 0-d, or of one element.

    Source: mindspore.ops.ScalarSummary, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, name: str, value: Tensor) -> None:
        """Keep it."""
        _collect("ScalarSummary", "scalar", name, value, (0, 1))


class ImageSummary(Primitive):
    """Keep images for `SummaryRecord`, which writes the last ones of each name.

    Inputs:
        - **name** (str) - their name.
        - **value** (Tensor) - of shape :math:`(N, C, H, W)`.

    Source: mindspore.ops.ImageSummary, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, name: str, value: Tensor) -> None:
        """Keep them."""
        _collect("ImageSummary", "image", name, value, (4, 4))


class TensorSummary(Primitive):
    """Keep a tensor for `SummaryRecord`, which writes the last one of each name.

    Inputs:
        - **name** (str) - its name.
        - **value** (Tensor) - at least one dimension.

    Source: mindspore.ops.TensorSummary, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, name: str, value: Tensor) -> None:
        """Keep it."""
        _collect("TensorSummary", "tensor", name, value, (1, 64))


class HistogramSummary(Primitive):
    """Keep a tensor for the histograms of `SummaryRecord`, which writes the last one of each name.

    Inputs:
        - **name** (str) - its name.
        - **value** (Tensor) - at least one dimension.

    Source: mindspore.ops.HistogramSummary, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, name: str, value: Tensor) -> None:
        """Keep it."""
        _collect("HistogramSummary", "histogram", name, value, (1, 64))


# ---- dumps and queues --------------------------------------------------------------------------------------------

_numbers = itertools.count()


def tensordump(file_name: str, tensor: Tensor, mode: str = "out") -> None:
    """Save a tensor as ``<file_name>_<type>_<number>.npy``.

    Args:
        file_name (str): path, without the ending.
        tensor (Tensor): what to save; bfloat16 is saved as float32.
        mode (str): ``"out"``, or ``"in"``, which puts the mode into the name. Default: ``"out"``.

    Raises:
        TypeError: if `file_name` is no str.
        ValueError: if it is empty or `mode` another word.

    Source: mindspore.ops.tensordump, MindSpore 2.10
    """
    if not isinstance(file_name, str):
        msg = f"ops.tensordump: file_name must be a str, got {type(file_name).__name__}"
        raise TypeError(msg)
    if not file_name or mode not in ("in", "out"):
        msg = f"ops.tensordump: a file_name and mode 'in' or 'out' needed, got {file_name!r} and {mode!r}"
        raise ValueError(msg)
    t = unwrap(tensor).detach().cpu()
    words = [file_name, *(["in"] if mode == "in" else []), str(t.dtype).removeprefix("torch."), str(next(_numbers))]
    target = Path("_".join(words) + ".npy")
    target.parent.mkdir(parents=True, exist_ok=True)
    np.save(target, t.float().numpy() if t.dtype is torch.bfloat16 else t.numpy())


class TensorDump(Primitive):
    """Save a tensor as `tensordump` does.

    Args:
        input_output (str): ``"out"``, or ``"in"``, which puts the mode into the name. Default: ``"out"``.

    Inputs:
        - **file** (str) - path, without the ending.
        - **input_x** (Tensor) - what to save.

    Source: mindspore.ops.TensorDump, MindSpore 2.10
    """

    def __init__(self, input_output: str = "out") -> None:
        super().__init__()
        if input_output not in ("in", "out"):
            msg = f"ops.TensorDump: input_output must be 'in' or 'out', got {input_output!r}"
            raise ValueError(msg)
        self.mode = input_output

    def __call__(self, file: str, input_x: Tensor) -> None:
        """Save it."""
        tensordump(file, input_x, self.mode)


class GetNext(Primitive):
    """Take the next batch from the queue of a device; there is no such queue here.

    Args:
        types (list[mindspore.dtype]): the types of the batch.
        shapes (list[tuple[int]]): its shapes.
        output_num (int): how many tensors it has.
        shared_name (str): the queue's name.

    Raises:
        UnsupportedArgumentError: always; iterate over the dataset.

    Source: mindspore.ops.GetNext, MindSpore 2.10
    """

    def __init__(self, types: Any, shapes: Any, output_num: int, shared_name: str) -> None:
        super().__init__()
        remedy = "there are no device queues: iterate over dataset.create_tuple_iterator()"
        raise UnsupportedArgumentError("ops.GetNext", "shared_name", shared_name, remedy)
