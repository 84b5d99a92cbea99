"""Primitives on Python's numbers, which MindSpore's compiled functions use in place of Python's operators."""

from __future__ import annotations

from ms2torch.ops.primitive import Primitive


class bool_not(Primitive):
    """Tell whether a number is 0.

    Source: mindspore.ops.operations._scalar_ops.bool_not, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: float) -> bool:
        return not x


class bit_and(Primitive):
    """Return the bits that two ints have in common.

    Source: mindspore.ops.operations._scalar_ops.bit_and, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: int, y: int) -> int:
        return x & y


class bit_or(Primitive):
    """Return the bits that one of two ints has.

    Source: mindspore.ops.operations._scalar_ops.bit_or, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: int, y: int) -> int:
        return x | y
