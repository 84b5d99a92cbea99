"""Padding layers."""

from __future__ import annotations

from typing import Any

from ms2torch._core.base import unwrap, wrap
from ms2torch._lazy import elsewhere
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.ops.function.nn.pad import pad, pad_from_itself

__all__ = [
    "ConstantPad1d",
    "ConstantPad2d",
    "ConstantPad3d",
    "ReflectionPad1d",
    "ReflectionPad2d",
    "ReflectionPad3d",
    "ReplicationPad1d",
    "ReplicationPad2d",
    "ReplicationPad3d",
    "ZeroPad2d",
]


class _PadNd(Cell):
    """What the padding layers share: how the padding is given."""

    dims: int

    def __init__(self, padding: Any) -> None:
        super().__init__()
        name = type(self).__name__
        self.padding = (padding,) * (2 * self.dims) if isinstance(padding, int) else padding
        if not isinstance(self.padding, tuple) or any(not isinstance(side, int) for side in self.padding):
            msg = f"For '{name}', the 'padding' must be an int or a tuple of ints, but got {padding!r}."
            raise TypeError(msg)
        if len(self.padding) % 2:
            msg = f"For '{name}', the length of 'padding' must be a multiple of 2, but got {padding!r}."
            raise ValueError(msg)

    def _pairs(self) -> list[tuple[int, int]]:
        sides = self.padding
        return [(sides[2 * i], sides[2 * i + 1]) for i in range(len(sides) // 2)][::-1]


class _ConstantPadNd(_PadNd):
    def __init__(self, padding: Any, value: float) -> None:
        super().__init__(padding)
        name = type(self).__name__
        least = 2 if self.dims == 1 else 0
        if not least <= len(self.padding) <= 2 * self.dims:
            msg = f"For '{name}', the length of 'padding' must be at most {2 * self.dims}, but got {padding!r}."
            raise ValueError(msg)
        if not isinstance(value, (int, float)):
            msg = f"For '{name}', the type of parameter 'value' must be in [int, float], but got {type(value)}"
            raise TypeError(msg)
        self.value = value

    def construct(self, x: Tensor) -> Tensor:
        return pad(x, self.padding, "constant", self.value)


class ConstantPad1d(_ConstantPadNd):
    """Pad the last dimension with a number.

    Args:
        padding (Union[int, tuple[int]]): one number, or (left, right); negative numbers cut off.
        value (Union[int, float]): what to pad with.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if `padding` has another length.

    Source: mindspore.nn.ConstantPad1d, MindSpore 2.10
    """

    dims = 1


class ConstantPad2d(_ConstantPadNd):
    """Pad the last two dimensions with a number.

    Args:
        padding (Union[int, tuple[int]]): one number, or (left, right, top, bottom); negative numbers cut off.
        value (Union[int, float]): what to pad with.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if `padding` has another length.

    Source: mindspore.nn.ConstantPad2d, MindSpore 2.10
    """

    dims = 2


class ConstantPad3d(_ConstantPadNd):
    """Pad the last three dimensions with a number.

    Args:
        padding (Union[int, tuple[int]]): one number, or (left, right, top, bottom, front, back); negative numbers
            cut off.
        value (Union[int, float]): what to pad with.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if `padding` has another length.

    Source: mindspore.nn.ConstantPad3d, MindSpore 2.10
    """

    dims = 3


class ZeroPad2d(_ConstantPadNd):
    """Pad the last two dimensions with zeros.

    Args:
        padding (Union[int, tuple[int]]): one number, or (left, right, top, bottom); negative numbers cut off.

    Raises:
        TypeError: if `padding` is of another kind.
        ValueError: if `padding` has another length.

    Source: mindspore.nn.ZeroPad2d, MindSpore 2.10
    """

    dims = 2

    def __init__(self, padding: int | tuple[int, ...]) -> None:
        super().__init__(padding, 0)


class _ReflectionPadNd(_PadNd):
    def __init__(self, padding: Any) -> None:
        super().__init__(padding)
        if any(side < 0 for side in self.padding):
            msg = f"For '{type(self).__name__}', every element in 'padding' must be >= 0, but got {padding!r}."
            raise ValueError(msg)

    def construct(self, x: Tensor) -> Tensor:
        return wrap(pad_from_itself(f"nn.{type(self).__name__}", unwrap(x), self._pairs(), "reflect"))


class ReflectionPad1d(_ReflectionPadNd):
    """Pad the last dimension with its reflection, without the edge itself.

    Args:
        padding (Union[int, tuple[int]]): one number, or (left, right).

    Raises:
        TypeError: if `padding` is of another kind.
        ValueError: if `padding` is negative, of odd length, or not below the input's size.

    Source: mindspore.nn.ReflectionPad1d, MindSpore 2.10
    """

    dims = 1


class ReflectionPad2d(_ReflectionPadNd):
    """Pad the last two dimensions with their reflection, without the edge itself.

    Args:
        padding (Union[int, tuple[int]]): one number, or (left, right, top, bottom).

    Raises:
        TypeError: if `padding` is of another kind.
        ValueError: if `padding` is negative, of odd length, or not below the input's size.

    Source: mindspore.nn.ReflectionPad2d, MindSpore 2.10
    """

    dims = 2


class ReflectionPad3d(_ReflectionPadNd):
    """Pad the last three dimensions with their reflection, without the edge itself.

    Args:
        padding (Union[int, tuple[int]]): one number, or (left, right, top, bottom, front, back).

    Raises:
        TypeError: if `padding` is of another kind.
        ValueError: if `padding` is negative, of odd length, or not below the input's size.

    Source: mindspore.nn.ReflectionPad3d, MindSpore 2.10
    """

    dims = 3


class _ReplicationPadNd(_PadNd):
    def construct(self, x: Tensor) -> Tensor:
        t = unwrap(x)
        name = type(self).__name__
        if len(self.padding) != 2 * self.dims or t.ndim not in (self.dims + 1, self.dims + 2):
            msg = (
                f"nn.{name} needs {2 * self.dims} numbers of padding and an input of {self.dims + 1} or "
                f"{self.dims + 2} dimensions, got {self.padding} and shape {tuple(t.shape)}"
            )
            raise ValueError(msg)
        return wrap(pad_from_itself(f"nn.{name}", t, self._pairs(), "edge"))


class ReplicationPad1d(_ReplicationPadNd):
    """Pad the last dimension with its edge.

    Args:
        padding (Union[int, tuple[int]]): one number, or (left, right); negative numbers cut off.

    Raises:
        TypeError: if `padding` is of another kind.
        ValueError: if `padding` has another length, or the input another rank.

    Source: mindspore.nn.ReplicationPad1d, MindSpore 2.10
    """

    dims = 1


class ReplicationPad2d(_ReplicationPadNd):
    """Pad the last two dimensions with their edges.

    Args:
        padding (Union[int, tuple[int]]): one number, or (left, right, top, bottom); negative numbers cut off.

    Raises:
        TypeError: if `padding` is of another kind.
        ValueError: if `padding` has another length, or the input another rank.

    Source: mindspore.nn.ReplicationPad2d, MindSpore 2.10
    """

    dims = 2


class ReplicationPad3d(_ReplicationPadNd):
    """Pad the last three dimensions with their edges.

    Args:
        padding (Union[int, tuple[int]]): one number, or (left, right, top, bottom, front, back); negative numbers
            cut off.

    Raises:
        TypeError: if `padding` is of another kind.
        ValueError: if `padding` has another length, or the input another rank.

    Source: mindspore.nn.ReplicationPad3d, MindSpore 2.10
    """

    dims = 3


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
