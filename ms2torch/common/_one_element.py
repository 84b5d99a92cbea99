"""Arrays of one element that Python's own numbers can be made from, as MindSpore programs do everywhere.

``float(loss.asnumpy())`` and ``"%f" % loss.asnumpy()`` work with the numpy that real MindSpore needs whatever the
number of dimensions; numpy 2.4 refuses them for all but 0. An array of one element and some dimensions therefore leaves
a Tensor as this class, which answers as numpy 1.26 did.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class OneElement(np.ndarray[Any, Any]):
    """An array of one element, of any number of dimensions, that `float`, `int` and `complex` take.

    What is computed from it is of this class while it has one element, and a plain array else.
    """

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __complex__(self) -> complex:
        return complex(self.item())

    def __repr__(self) -> str:
        return repr(self.view(np.ndarray))

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        if return_scalar:
            return array[()]
        return array.view(OneElement) if array.size == 1 else array.view(np.ndarray)

    def __reduce__(self) -> Any:
        return self.view(np.ndarray).__reduce__()


def for_numbers(array: np.ndarray) -> np.ndarray:
    """Return an array of one element and some dimensions as `OneElement`, any other as it is."""
    return array.view(OneElement) if array.size == 1 and array.ndim else array
