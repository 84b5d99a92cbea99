"""The words that MindSpore's hybrid language adds to Python, so that such functions run as they are."""

from __future__ import annotations

import contextlib
import math
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Shape = tuple[int, ...]


def output_tensor(shape: Shape, dtype: Any) -> np.ndarray:
    """Return the array for a result."""
    return np.zeros(shape, dtype)


def allocate(shape: Shape, dtype: Any, scope: str = "local") -> np.ndarray:
    """Return an array for values in between."""
    del scope
    return np.zeros(shape, dtype)


@contextlib.contextmanager
def block_realize(tensor: np.ndarray) -> Iterator[np.ndarray]:
    """Mark where a tensor is computed."""
    yield tensor


def grid(extents: Shape) -> Iterator[tuple[int, ...]]:
    """Go through all places of a shape."""
    return np.ndindex(*extents)


_WORDS: dict[str, Any] = {
    "output_tensor": output_tensor,
    "allocate": allocate,
    "block_realize": block_realize,
    "grid": grid,
    "parallel": range,
    "vectorize": range,
    "reduce": range,
    "serial": range,
    "exp": np.exp,
    "log": np.log,
    "sqrt": np.sqrt,
    "rsqrt": lambda x: 1 / np.sqrt(x),
    "tanh": np.tanh,
    "erf": np.vectorize(math.erf),
    "power": np.power,
    "int32": np.int32,
    "float16": np.float16,
    "float32": np.float32,
    "float64": np.float64,
}


def in_hybrid_language(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with those words among its globals as they are now; its own names go before."""
    return types.FunctionType(
        function.__code__,
        {**_WORDS, **function.__globals__},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
