"""What the dataset engine calls element types and normal forms of text, by its own names."""

from __future__ import annotations

from enum import Enum


class NormalizeForm(Enum):
    """Normal form of Unicode, by the engine's names."""

    DE_NORMALIZE_NONE = 0
    DE_NORMALIZE_NFC = 1
    DE_NORMALIZE_NFKC = 2
    DE_NORMALIZE_NFD = 3
    DE_NORMALIZE_NFKD = 4


class DataType:
    """An element type, by its name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return self._name
