"""The types of quantized numbers, by which tools of quantization say what a Tensor of bytes holds."""

from __future__ import annotations

from enum import Enum

__all__ = ["QuantDtype"]


class QuantDtype(Enum):
    """A signed or unsigned integer of 1 to 16 bits; no Tensor has such elements.

    Source: mindspore.QuantDtype, MindSpore 2.10
    """

    INT1 = 0
    INT2 = 1
    INT3 = 2
    INT4 = 3
    INT5 = 4
    INT6 = 5
    INT7 = 6
    INT8 = 7
    INT9 = 8
    INT10 = 9
    INT11 = 10
    INT12 = 11
    INT13 = 12
    INT14 = 13
    INT15 = 14
    INT16 = 15
    UINT1 = 100
    UINT2 = 101
    UINT3 = 102
    UINT4 = 103
    UINT5 = 104
    UINT6 = 105
    UINT7 = 106
    UINT8 = 107
    UINT9 = 108
    UINT10 = 109
    UINT11 = 110
    UINT12 = 111
    UINT13 = 112
    UINT14 = 113
    UINT15 = 114
    UINT16 = 115

    def __str__(self) -> str:
        return self.name

    def value(self) -> int:  # type: ignore[override]  # a method in MindSpore too
        """Return the number that stands for the type in files."""
        return int(self._value_)
