"""Random numbers of the operations on data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from ms2torch._core.random_engines import Mersenne32
from ms2torch.dataset.core import config

_stream_seed: ContextVar[int | None] = ContextVar("_stream_seed", default=None)


def between(engine: Mersenne32, bounds: Sequence[float]) -> float:
    """Draw a float between two bounds."""
    return engine.uniform_single(bounds[0], bounds[1])


@contextmanager
def streams_seeded(seed: int) -> Iterator[None]:
    """Give every operation that is copied inside a stream of its own, which begins with a seed.

    As in MindSpore all operations of a pipeline begin with the same seed, and each worker with the next.
    """
    token = _stream_seed.set(seed)
    try:
        yield
    finally:
        _stream_seed.reset(token)


class RandomSource:
    """Where an operation gets its random numbers.

    Called on its own, an operation begins each time with the seed in force, or a fresh one where none is set, as in
    MindSpore; its copy in a pipeline has a stream that goes on from row to row (`streams_seeded`).

    Args:
        engine (Mersenne32, optional): the stream. Default: ``None``, begin each time.
    """

    def __init__(self, engine: Mersenne32 | None = None) -> None:
        self._engine = engine

    def __call__(self) -> Mersenne32:
        """Return the engine; an operation asks once for all draws of one call."""
        return self._engine or Mersenne32(config.pipeline_seed())

    def arrays(self) -> np.random.Generator:
        """Return a generator for whole arrays of numbers, whose values are not MindSpore's."""
        return np.random.default_rng(self().raw())

    def __deepcopy__(self, memo: Any) -> RandomSource:
        seed = _stream_seed.get()
        return RandomSource(None if seed is None else Mersenne32(seed))

    def __reduce__(self) -> tuple[type[RandomSource], tuple[Mersenne32 | None]]:
        return RandomSource, (self._engine,)
