"""Random numbers of the operations on data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import numpy as np
from torch.utils.data import get_worker_info

from ms2torch.dataset.core import config


def between(generator: np.random.Generator, bounds: Sequence[float]) -> float:
    """Draw a number between two bounds."""
    return float(generator.uniform(bounds[0], bounds[1]))


class RandomSource:
    """A stream of random numbers that belongs to one operation.

    It is seeded when it is first used: with `mindspore.dataset.config.set_seed` if a seed is set, else afresh. In
    a worker process it starts anew from that worker's seed, or all workers would draw the same numbers.

    Args:
        name (str): of the operation; different ones draw different numbers from the same seed.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._generator: np.random.Generator | None = None
        self._worker: int | None = None

    def __call__(self) -> np.random.Generator:
        """Return the generator."""
        worker = get_worker_info()
        seed = None if worker is None else worker.seed
        if self._generator is None or seed != self._worker:
            self._worker = seed
            whole = config.current_seed()
            parts = [part for part in (whole, seed) if part is not None]
            parts += [crc32(self._name.encode())] if parts else []
            self._generator = np.random.default_rng(parts or None)
        return self._generator

    def __deepcopy__(self, memo: Any) -> RandomSource:
        return RandomSource(self._name)

    def __reduce__(self) -> tuple[type[RandomSource], tuple[str]]:
        return RandomSource, (self._name,)
