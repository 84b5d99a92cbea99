"""Enumerations, and conversions between text and bytes."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt


class JiebaMode(IntEnum):
    """How Chinese words are found.

    Source: mindspore.dataset.text.JiebaMode, MindSpore 2.10
    """

    MIX = 0
    MP = 1
    HMM = 2


class NormalizeForm(IntEnum):
    """Normal form of Unicode.

    Source: mindspore.dataset.text.NormalizeForm, MindSpore 2.10
    """

    NONE = 0
    NFC = 1
    NFKC = 2
    NFD = 3
    NFKD = 4


class SentencePieceModel(IntEnum):
    """Algorithm of SentencePiece.

    Source: mindspore.dataset.text.SentencePieceModel, MindSpore 2.10
    """

    UNIGRAM = 0
    BPE = 1
    CHAR = 2
    WORD = 3


class SPieceTokenizerLoadType(IntEnum):
    """Where a SentencePiece model comes from.

    Source: mindspore.dataset.text.SPieceTokenizerLoadType, MindSpore 2.10
    """

    FILE = 0
    MODEL = 1


class SPieceTokenizerOutType(IntEnum):
    """What SentencePiece gives.

    Source: mindspore.dataset.text.SPieceTokenizerOutType, MindSpore 2.10
    """

    STRING = 0
    INT = 1


def to_bytes(array: npt.NDArray[Any], encoding: str = "utf8") -> npt.NDArray[Any]:
    """Encode an array of text.

    Args:
        array (numpy.ndarray): of type str.
        encoding (str): the code. Default: ``'utf8'``.

    Returns:
        numpy.ndarray: of type bytes, of the same shape.

    Source: mindspore.dataset.text.to_bytes, MindSpore 2.10
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(f"to_bytes: `array` must be a numpy array, but got {type(array)}.")
    return np.char.encode(array, encoding)


def to_str(array: npt.NDArray[Any], encoding: str = "utf8") -> npt.NDArray[Any]:
    """Decode an array of bytes.

    Args:
        array (numpy.ndarray): of type bytes; one of type str is given back.
        encoding (str): the code. Default: ``'utf8'``.

    Returns:
        numpy.ndarray: of type str, of the same shape.

    Source: mindspore.dataset.text.to_str, MindSpore 2.10
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(f"to_str: `array` must be a numpy array, but got {type(array)}.")
    return np.char.decode(array, encoding) if array.dtype.kind == "S" else array
