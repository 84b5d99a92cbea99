"""`mindspore.ops.functional`: the older name of what `mindspore.ops` exports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

_OWN = ("is_sequence_shape_unknown", "is_sequence_value_unknown", "switch_layer")
# The Primitives that a star import brings in MindSpore, among functions.
_CLASSES = ("AdaptiveMaxPool2D", "Median", "Roll", "TensorToTuple", "UniqueConsecutive")


def is_sequence_value_unknown(shape: Sequence[int]) -> bool:
    """Tell whether a size of a shape is still unknown to the compiler: a Tensor's shape is always known here.

    Args:
        shape (tuple[int]): the shape; -1 stands for a size that is not known.

    Source: mindspore.ops.functional.is_sequence_value_unknown, MindSpore 2.10
    """
    return any(size in (-1, -2) for size in shape)


def is_sequence_shape_unknown(shape: Sequence[int]) -> bool:
    """Tell whether the number of dimensions is still unknown to the compiler.

    Args:
        shape (tuple[int]): the shape; (-2,) is one of which nothing is known.

    Source: mindspore.ops.functional.is_sequence_shape_unknown, MindSpore 2.10
    """
    return tuple(shape) == (-2,)


def switch_layer(index: Any, layers: Sequence[Callable[..., Any]]) -> Callable[..., Any]:
    """Return one of several Cells or functions.

    Args:
        index (Union[int, Tensor]): which.
        layers (Sequence): the Cells or functions.

    Source: mindspore.ops.functional.switch_layer, MindSpore 2.10
    """
    return layers[int(index)]


def __getattr__(name: str) -> object:
    from ms2torch import ops

    if name == "__all__":
        return sorted({*(each for each in __dir__() if each[0].islower()), *_OWN, *_CLASSES})
    if name.startswith("__"):
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(ops, name)


def __dir__() -> list[str]:
    from ms2torch import ops

    return sorted(name for name in dir(ops) if not name.startswith("_"))
