"""The base class of the text transforms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ms2torch.dataset.core.validator_helpers import INT32_MAX, check_value, type_check
from ms2torch.dataset.transforms.py_transforms_util import Implementation
from ms2torch.dataset.transforms.transforms import TensorOperation

Array = npt.NDArray[Any]
Span = tuple[str, int, int]


class TextTensorOperation(TensorOperation):
    """A transform of text.

    A subclass defines `_execute_array`, or `parse`, which returns a function on numpy arrays.

    Source: mindspore.dataset.text.transforms.TextTensorOperation, MindSpore 2.10
    """

    _asked_steps = ("parse",)

    def __init__(self) -> None:
        super().__init__()
        self.implementation = Implementation.C

    def parse(self) -> Callable[..., Any]:
        """Return the function on numpy arrays that does the work."""
        if type(self)._execute_array is TextTensorOperation._execute_array:
            raise NotImplementedError(f"{type(self).__name__} has to define `parse`.")
        return self._execute_array

    def _execute_array(self, *arrays: Any) -> Any:
        return self.parse()(*arrays)


def texts(array: Array, name: str) -> Array:
    """Return the array if it holds text, else raise RuntimeError."""
    if array.dtype.kind != "U":
        raise RuntimeError(f"{name}: the input must hold text, but got {array.dtype}.")
    return array


def one_text(array: Array, name: str) -> str:
    """Return the text of an array without axes, else raise RuntimeError."""
    if texts(array, name).ndim != 0:
        raise RuntimeError(f"{name}: the input must be one text, but got shape {array.shape}.")
    return str(array.item())


def each_text(function: Callable[[str], str], array: Array, name: str) -> Array:
    """Return an array of the same shape, a function applied to each text."""
    values = [function(text) for text in texts(array, name).reshape(-1).tolist()]
    return np.array(values, dtype=np.str_).reshape(array.shape)


def tokens(spans: Sequence[Span], text: str, *, with_offsets: bool) -> Any:
    """Return pieces of a text as an array; with their first and last byte where asked for.

    Args:
        spans (Sequence): pieces, each with its place among the characters of `text`.
        text (str): the whole.
        with_offsets (bool): return three arrays.
    """
    found = list(spans) or [("", 0, 0)]
    words = np.array([span[0] for span in found], dtype=np.str_)
    if not with_offsets:
        return words
    places = np.cumsum([0, *(len(char.encode("utf-8", "surrogatepass")) for char in text)])
    starts = np.array([places[span[1]] for span in found], np.uint32)
    return words, starts, np.array([places[span[2]] for span in found], np.uint32)


def check_flag(name: str, value: object) -> None:
    """Raise TypeError unless `value` is a bool."""
    if not isinstance(value, bool):
        raise TypeError(f"Wrong input type for {name}, should be boolean. It is {value!r}.")


def check_text(name: str, value: object) -> None:
    """Raise TypeError unless `value` is a str."""
    if not isinstance(value, str):
        raise TypeError(f"Wrong input type for {name}, should be string. It is {value!r}.")


def check_count(name: str, value: object, low: int = 0) -> None:
    """Raise unless `value` is an int, `low` or more."""
    if not isinstance(value, int) or isinstance(value, bool):
        type_check(value, (int,), name)
    check_value(value, (low, INT32_MAX), name)
