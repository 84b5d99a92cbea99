"""Random numbers of the operations on data."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, Self

import numpy as np

from ms2torch._core.random_engines import Mersenne32
from ms2torch.dataset.core import config

# of an operation that is copied, and of those that it holds
_stream_seeds: ContextVar[tuple[int, int] | None] = ContextVar("_stream_seeds", default=None)


def between(engine: Mersenne32, bounds: Sequence[float]) -> float:
    """Draw a float between two bounds."""
    return engine.uniform_single(bounds[0], bounds[1])


@contextmanager
def streams_seeded(seed: int, held: int) -> Iterator[None]:
    """Give every operation that is copied inside a stream of its own, which begins with a seed.

    As in MindSpore all operations of a pipeline begin with the same seed, and each worker with the next.

    Args:
        seed (int): what operations begin with.
        held (int): what the operations that another holds begin with (`HoldsOperations`).
    """
    token = _stream_seeds.set((seed % 2**32, held % 2**32))
    try:
        yield
    finally:
        _stream_seeds.reset(token)


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
        seeds = _stream_seeds.get()
        return RandomSource(None if seeds is None else Mersenne32(seeds[0]))

    def __reduce__(self) -> tuple[type[RandomSource], tuple[Mersenne32 | None]]:
        return RandomSource, (self._engine,)


class HoldsOperations:
    """Base of what applies other operations, which begin with the pipeline's seed whatever the worker's is.

    So it is in MindSpore, where a worker hands its seed to its operations, but these do not hand it on.
    """

    _held: ClassVar[str]
    """The attribute with the operations."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        out = copy.copy(self)
        memo[id(self)] = out
        seeds = _stream_seeds.get()
        held = getattr(self, self._held) if self._held else None
        # they first: what was copied is not copied again where it is found a second time, as in the arguments kept
        if held is not None and seeds is not None:
            with streams_seeded(seeds[1], seeds[1]):
                copy.deepcopy(held, memo)
        for name, value in vars(self).items():
            setattr(out, name, copy.deepcopy(value, memo))
        return out
