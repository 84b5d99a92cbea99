"""Padding layers of `mindspore.mint.nn`."""

from __future__ import annotations

from ms2torch.common.tensor import Tensor
from ms2torch.mint.nn import functional as F
from ms2torch.nn.cell import Cell

Size = int | tuple[int, ...] | list[int]


class _Pad(Cell):
    """Add elements at the edges, two numbers for each dimension."""

    def __init__(self, dims: int, padding: Size, mode: str, value: float | None = None) -> None:
        super().__init__()
        self.padding = (padding,) * (2 * dims) if isinstance(padding, int) else tuple(padding)
        self.mode = mode
        self.value = value
        if len(self.padding) != 2 * dims:
            msg = f"mint.nn.{self.cls_name}: padding must be an int or {2 * dims} ints, got {padding!r}"
            raise ValueError(msg)

    def construct(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, self.mode, self.value)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"padding={self.padding}" + ("" if self.value is None else f", value={self.value}")


class ConstantPad1d(_Pad):
    """Add a value at the edges of tensors whose last dimension is padded.

    Args:
        padding (Size): how many, one number or two for each dimension, from the last on.
        value (float): the value.

    Source: mindspore.mint.nn.ConstantPad1d, MindSpore 2.10
    """

    def __init__(self, padding: Size, value: float) -> None:
        super().__init__(1, padding, "constant", value)


class ConstantPad2d(_Pad):
    """Add a value at the edges of tensors whose last 2 dimensions are padded.

    Args:
        padding (Size): how many, one number or two for each dimension, from the last on.
        value (float): the value.

    Source: mindspore.mint.nn.ConstantPad2d, MindSpore 2.10
    """

    def __init__(self, padding: Size, value: float) -> None:
        super().__init__(2, padding, "constant", value)


class ConstantPad3d(_Pad):
    """Add a value at the edges of tensors whose last 3 dimensions are padded.

    Args:
        padding (Size): how many, one number or two for each dimension, from the last on.
        value (float): the value.

    Source: mindspore.mint.nn.ConstantPad3d, MindSpore 2.10
    """

    def __init__(self, padding: Size, value: float) -> None:
        super().__init__(3, padding, "constant", value)


class ZeroPad1d(_Pad):
    """Add zeros at the edges of tensors whose last dimension is padded.

    Args:
        padding (Size): how many, one number or two for each dimension, from the last on.

    Source: mindspore.mint.nn.ZeroPad1d, MindSpore 2.10
    """

    def __init__(self, padding: Size) -> None:
        super().__init__(1, padding, "constant", 0.0)


class ZeroPad2d(_Pad):
    """Add zeros at the edges of tensors whose last 2 dimensions are padded.

    Args:
        padding (Size): how many, one number or two for each dimension, from the last on.

    Source: mindspore.mint.nn.ZeroPad2d, MindSpore 2.10
    """

    def __init__(self, padding: Size) -> None:
        super().__init__(2, padding, "constant", 0.0)


class ZeroPad3d(_Pad):
    """Add zeros at the edges of tensors whose last 3 dimensions are padded.

    Args:
        padding (Size): how many, one number or two for each dimension, from the last on.

    Source: mindspore.mint.nn.ZeroPad3d, MindSpore 2.10
    """

    def __init__(self, padding: Size) -> None:
        super().__init__(3, padding, "constant", 0.0)


class ReflectionPad1d(_Pad):
    """Mirror the inside at the edges of tensors whose last dimension is padded.

    Args:
        padding (Size): how many, one number or two for each dimension, from the last on.

    Source: mindspore.mint.nn.ReflectionPad1d, MindSpore 2.10
    """

    def __init__(self, padding: Size) -> None:
        super().__init__(1, padding, "reflect")


class ReflectionPad2d(_Pad):
    """Mirror the inside at the edges of tensors whose last 2 dimensions are padded.

    Args:
        padding (Size): how many, one number or two for each dimension, from the last on.

    Source: mindspore.mint.nn.ReflectionPad2d, MindSpore 2.10
    """

    def __init__(self, padding: Size) -> None:
        super().__init__(2, padding, "reflect")


class ReflectionPad3d(_Pad):
    """Mirror the inside at the edges of tensors whose last 3 dimensions are padded.

    Args:
        padding (Size): how many, one number or two for each dimension, from the last on.

    Source: mindspore.mint.nn.ReflectionPad3d, MindSpore 2.10
    """

    def __init__(self, padding: Size) -> None:
        super().__init__(3, padding, "reflect")


class ReplicationPad1d(_Pad):
    """Repeat the edges of tensors whose last dimension is padded.

    Args:
        padding (Size): how many, one number or two for each dimension, from the last on.

    Source: mindspore.mint.nn.ReplicationPad1d, MindSpore 2.10
    """

    def __init__(self, padding: Size) -> None:
        super().__init__(1, padding, "replicate")


class ReplicationPad2d(_Pad):
    """Repeat the edges of tensors whose last 2 dimensions are padded.

    Args:
        padding (Size): how many, one number or two for each dimension, from the last on.

    Source: mindspore.mint.nn.ReplicationPad2d, MindSpore 2.10
    """

    def __init__(self, padding: Size) -> None:
        super().__init__(2, padding, "replicate")


class ReplicationPad3d(_Pad):
    """Repeat the edges of tensors whose last 3 dimensions are padded.

    Args:
        padding (Size): how many, one number or two for each dimension, from the last on.

    Source: mindspore.mint.nn.ReplicationPad3d, MindSpore 2.10
    """

    def __init__(self, padding: Size) -> None:
        super().__init__(3, padding, "replicate")
