"""The few parts of the dataset engine that programs name themselves.

In MindSpore these are objects of C++; an operation here is a function on numpy arrays.

Source: mindspore._c_dataengine, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ms2torch.dataset.core._engine_types import DataType as DataType, NormalizeForm as NormalizeForm
from ms2torch.dataset.text import _enums
from ms2torch.dataset.text._sequences import LookupOperation as LookupOperation
from ms2torch.dataset.text._tokenizers import BasicTokenizer
from ms2torch.dataset.text._vocab import WordTable as Vocab

__all__ = ["BasicTokenizerOperation", "DataType", "LookupOperation", "NormalizeForm", "Vocab"]


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
