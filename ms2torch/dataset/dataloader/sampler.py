"""Samplers: in which order a loader takes the samples, and how many to a batch.

Source: mindspore.dataset.dataloader.sampler, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from itertools import islice
from typing import Generic, TypeVar

import numpy as np

from ms2torch.dataset.dataloader._checks import check_positive, check_type

_T_co = TypeVar("_T_co", covariant=True)

_DRAWN_AT_ONCE = 32  # what MindSpore draws in one call, which the numbers depend on


class Sampler(Generic[_T_co]):
    """Base of samplers; subclasses define `__iter__`, most also `__len__`.

    Args:
        data_source (Dataset, optional): the dataset; not kept. Default: ``None``.

    Source: mindspore.dataset.dataloader.Sampler, MindSpore 2.10
    """

    def __init__(self, data_source: Sized | None = None) -> None: ...


class SequentialSampler(Sampler[int]):
    """Indices from the first to the last.

    Args:
        data_source (Dataset): the dataset.

    Source: mindspore.dataset.dataloader.SequentialSampler, MindSpore 2.10
    """

    def __init__(self, data_source: Sized) -> None:
        super().__init__(data_source)
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """Indices at random, the same numbers as MindSpore's from the same seed.

    Args:
        data_source (Dataset): the dataset.
        replacement (bool): whether an index may come again before all have come. Default: ``False``.
        num_samples (int, optional): how many to draw. Default ``None``: as many as there are.
        generator (numpy.random.Generator, optional): what draws. Default ``None``: a new one for each pass, whose
            seed is drawn from numpy's global state, which `set_seed` sets.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if `num_samples` is not positive.

    Source: mindspore.dataset.dataloader.RandomSampler, MindSpore 2.10
    """

    def __init__(
        self,
        data_source: Sized,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: np.random.Generator | None = None,
    ) -> None:
        super().__init__(data_source)
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement must be bool, but got: {type(replacement).__name__}")
        if num_samples is not None and not isinstance(num_samples, int):
            raise TypeError(f"num_samples must be int, but got: {type(num_samples).__name__}")
        if num_samples is not None and num_samples <= 0:
            raise ValueError(f"num_samples must be a positive integer value, but got num_samples = {num_samples}")
        if generator is not None and not isinstance(generator, np.random.Generator):
            raise TypeError(f"generator must be numpy.random.Generator, but got: {type(generator).__name__}")
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator

    @property
    def num_samples(self) -> int:
        """How many indices a pass has."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        number = len(self.data_source)
        generator = self.generator
        if generator is None:
            generator = np.random.default_rng(np.random.randint(2**63, dtype=np.int64))
        if self.replacement:
            for drawn in range(0, self.num_samples, _DRAWN_AT_ONCE):
                size = min(_DRAWN_AT_ONCE, self.num_samples - drawn)
                yield from generator.integers(number, size=size).tolist()
            return
        rounds, rest = divmod(self.num_samples, number)
        for _ in range(rounds):
            yield from generator.permutation(number).tolist()
        # drawn even where nothing of it is used: with a generator of the user's the next pass depends on it
        yield from generator.permutation(number)[:rest].tolist()

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """Lists of the indices that another sampler gives.

    Args:
        sampler (Union[Sampler, Iterable]): where the indices come from.
        batch_size (int): how many to a list.
        drop_last (bool): whether to leave out a last list that is shorter.

    Raises:
        TypeError: if `batch_size` is not an int, or `drop_last` not a bool.
        ValueError: if `batch_size` is not positive.

    Source: mindspore.dataset.dataloader.BatchSampler, MindSpore 2.10
    """

    def __init__(self, sampler: Iterable[int], batch_size: int, drop_last: bool) -> None:
        super().__init__()
        check_type(batch_size, "batch_size", int, bool)
        check_positive(batch_size, "batch_size")
        check_type(drop_last, "drop_last", bool)
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[list[int]]:
        indices = iter(self.sampler)
        while batch := list(islice(indices, self.batch_size)):
            if len(batch) < self.batch_size and self.drop_last:
                return
            yield batch

    def __len__(self) -> int:
        number = len(self.sampler)  # type: ignore[arg-type]  # TypeError names a sampler that has no length
        return number // self.batch_size if self.drop_last else -(-number // self.batch_size)


class InfiniteSampler(Sampler[None]):
    """None without end: what a loader takes from a dataset that is iterated.

    Source: mindspore.dataset.dataloader.sampler.InfiniteSampler, MindSpore 2.10
    """

    def __iter__(self) -> Iterator[None]:
        while True:
            yield None
