"""The few parts of the dataset engine that programs name themselves.

In MindSpore these are objects of C++; an operation here is a function on numpy arrays.

Source: mindspore._c_dataengine, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from ms2torch.dataset.text import _enums
from ms2torch.dataset.text._sequences import LookupOperation as LookupOperation
from ms2torch.dataset.text._tokenizers import BasicTokenizer
from ms2torch.dataset.text._vocab import WordTable as Vocab

__all__ = ["BasicTokenizerOperation", "DataType", "LookupOperation", "NormalizeForm", "Vocab"]


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


def BasicTokenizerOperation(
    lower_case: bool,
    keep_whitespace: bool,
    normalization_form: NormalizeForm,
    preserve_unused_token: bool,
    with_offsets: bool,
) -> Callable[..., Any]:
    """Return the function of `text.BasicTokenizer` on an array."""
    form = _enums.NormalizeForm(normalization_form.value)
    return BasicTokenizer(lower_case, keep_whitespace, form, preserve_unused_token, with_offsets).parse()
