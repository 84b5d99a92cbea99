"""The arrays that leave Tensors: those of one element become Python's own numbers, as MindSpore programs expect.

``float(loss.asnumpy())``, ``int(np.argmax(scores.asnumpy(), axis=1))`` and ``"%f" % loss.asnumpy()`` work with the
numpy that real MindSpore needs whatever the number of dimensions; numpy 2.4 refuses them for all but 0. Arrays from
Tensors, and what is computed from them, therefore are of a class that answers as numpy 1.26 did.
"""

from __future__ import annotations

from typing import Any

import numpy as np


class _NumpysType(type):
    """The type that equals numpy's: programs ask ``type(x) == np.ndarray`` and look ``type(x)`` up in tables."""

    def __eq__(cls, other: object) -> bool:
        return other is cls or other is np.ndarray

    def __hash__(cls) -> int:
        return hash(np.ndarray)


class ndarray(np.ndarray[Any, Any], metaclass=_NumpysType):
    """An ndarray in all but this: `float`, `int` and `complex` take it where it has one element.

    It bears numpy's name, which programs print and compare, and equals numpy's type.
    """

    __module__ = "numpy"

    def __float__(self) -> float:
        return float(self._only())

    def __int__(self) -> int:
        return int(self._only())

    def __complex__(self) -> complex:
        return complex(self._only())

    def _only(self) -> Any:
        if self.size != 1:
            msg = "only length-1 arrays can be converted to Python scalars"
            raise TypeError(msg)
        return self.item()

    def __repr__(self) -> str:
        return repr(self.view(np.ndarray))

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        if return_scalar or array.ndim == 0:
            return array[()]
        return array.view(ndarray)

    def __reduce__(self) -> Any:
        return self.view(np.ndarray).__reduce__()

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self.copy()


# before this version numpy's own arrays do as much, and nothing that is computed with them need pass through Python
_NEEDED = np.lib.NumpyVersion(np.__version__) >= "2.4.0"


def for_numbers(array: np.ndarray) -> np.ndarray:
    """Return an array that has dimensions as such an array, one that has none as it is: numpy takes that itself."""
    return array.view(ndarray) if _NEEDED and array.ndim else array
