"""Samplers: which samples of a dataset are read, and in which order.

Source: mindspore.dataset.samplers, MindSpore 2.10
"""

from __future__ import annotations

import copy
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence, Sized
from itertools import islice
from math import ceil
from typing import Any

import numpy as np

from ms2torch._core.random_engines import Mersenne32
from ms2torch.dataset.core import config
from ms2torch.dataset.core._given import Given
from ms2torch.dataset.core.validator_helpers import INT64_MAX, check_sampler_shuffle_shard_options
from ms2torch.dataset.engine._rows import Array, Epoch

_SHUFFLES = ("false", "adaptive", "global", "partial", "files", "infile")  # the values of Shuffle


class BuiltinSampler(Given, ABC):
    """Base of the samplers below.

    Args:
        num_samples (int, optional): at most so many samples. Default: ``None``, all.

    Raises:
        TypeError: if `num_samples` is not an int.
        ValueError: if `num_samples` is negative.

    Source: mindspore.dataset.BuiltinSampler, MindSpore 2.10
    """

    def __init__(self, num_samples: int | None = None) -> None:
        if num_samples is not None:
            _check_int("num_samples", num_samples, 0)
        self.num_samples = num_samples
        self.child_sampler: BuiltinSampler | None = None

    def add_child(self, sampler: BuiltinSampler | None) -> None:
        """Let this sampler choose among the samples that `sampler` chooses.

        Raises:
            RuntimeError: if there is a child already, or the two mix rows in ways that do not go together.
        """
        if self.child_sampler is not None and sampler is not None:
            raise RuntimeError("Cannot add child sampler, this sampler already has a child.")
        told = "When multiple samplers are used, ensure that the shuffle of the"
        if sampler is not None and sampler.get_shuffle_mode() == "partial":
            raise RuntimeError(f"{told} input sampler must not be Shuffle.PARTIAL.")
        if (own := self.get_shuffle_mode()) not in ("false", "global"):
            raise RuntimeError(f"{told} current sampler must be Shuffle.FALSE or Shuffle.GLOBAL, but got: {own}.")
        self.child_sampler = sampler

    def get_child(self) -> BuiltinSampler | None:
        """Return the child sampler, if there is one."""
        return self.child_sampler

    def get_num_samples(self) -> int | None:
        """Return `num_samples`."""
        return self.num_samples

    def get_shuffle_mode(self) -> str:
        """Return how far it mixes rows: a value of `Shuffle`."""
        return "false"

    def indices(self, size: int, epoch: Epoch) -> Iterable[int]:
        """Return the positions to read of a dataset of `size` samples."""
        if self.child_sampler is None:
            chosen: Iterable[int] = self._choose(size, epoch)
        else:
            inner = list(self.child_sampler.indices(size, epoch))
            chosen = (inner[position] for position in self._choose(len(inner), epoch))
        for count, index in enumerate(chosen):
            if self.num_samples and count >= self.num_samples:
                return
            if not -size <= index < size:
                raise RuntimeError(f"{type(self).__name__}: index {index} is out of range for {size} samples.")
            yield int(index)

    def count(self, size: int) -> int | None:
        """Return how many positions `indices` gives, or ``None`` where only trying can tell."""
        if self.child_sampler is not None:
            inner = self.child_sampler.count(size)
            if inner is None:
                return None
            size = inner
        own = self._count(size)
        return own if own is None or not self.num_samples else min(own, self.num_samples)

    @abstractmethod
    def _choose(self, size: int, epoch: Epoch) -> Iterable[int]: ...

    def _count(self, size: int) -> int | None:
        return size


class Reshuffled:
    """An order that each epoch mixes again.

    Args:
        size (int): number of positions.
    """

    def __init__(self, size: int) -> None:
        self._order = list(range(size))
        self._mixed = 0

    @classmethod
    def of(cls, owner: object, epoch: Epoch, size: int) -> Reshuffled:
        """Return the order that `owner` keeps in this iterator."""
        return epoch.kept(owner, lambda: cls(size))

    def order(self, seed: int, number: int, step: int = 1) -> list[int]:
        """Return the order of an epoch; `step` is how far the seed goes on from one to the next."""
        while self._mixed <= number:
            Mersenne32(seed + step * self._mixed).shuffle(self._order)
            self._mixed += 1
        return list(self._order)


class SequentialSampler(BuiltinSampler):
    """Read in order.

    Args:
        start_index (int, optional): first position. Default: ``None``, 0.
        num_samples (int, optional): at most so many samples. Default: ``None``, all.

    Source: mindspore.dataset.SequentialSampler, MindSpore 2.10
    """

    def __init__(self, start_index: int | None = None, num_samples: int | None = None) -> None:
        super().__init__(num_samples)
        if start_index is not None:
            _check_int("start_index", start_index, 0)
        self.start_index = start_index or 0

    def _choose(self, size: int, epoch: Epoch) -> Iterable[int]:
        return range(self.start_index, size)

    def _count(self, size: int) -> int:
        return max(0, size - self.start_index)


class RandomSampler(BuiltinSampler):
    """Read in a random order, another in each epoch.

    Args:
        replacement (bool): draw each sample from all. Default: ``False``.
        num_samples (int, optional): at most so many samples. Default: ``None``, all.
        shuffle (Shuffle): how far `MindDataset` mixes rows. Default: ``Shuffle.GLOBAL``.

    Source: mindspore.dataset.RandomSampler, MindSpore 2.10
    """

    def __init__(self, replacement: bool = False, num_samples: int | None = None, shuffle: Any = "global") -> None:
        super().__init__(num_samples)
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement must be a boolean value but was: {replacement}.")
        if not isinstance(shuffle, str):
            raise TypeError(f"shuffle must be valid shuffle mode but was: {shuffle}.")
        self.replacement = replacement
        self.shuffle = shuffle
        self.reshuffle_each_epoch = True

    def get_shuffle_mode(self) -> str:
        """Return how far it mixes rows: a value of `Shuffle`."""
        return self.shuffle

    def _choose(self, size: int, epoch: Epoch) -> Iterable[int]:
        number = epoch.number if self.reshuffle_each_epoch else 0
        if not self.replacement:
            return Reshuffled.of(self, epoch, size).order(epoch.seed, number)
        engine = Mersenne32(epoch.seed + number)
        return [engine.below(size) for _ in range(self._count(size))]

    def _count(self, size: int) -> int:
        return min(self.num_samples or size, size)  # also with replacement, as in MindSpore


class SubsetSampler(BuiltinSampler):
    """Read the positions given, in the order given.

    Args:
        indices (Union[Iterable, int]): positions.
        num_samples (int, optional): at most so many samples. Default: ``None``, all.

    Source: mindspore.dataset.SubsetSampler, MindSpore 2.10
    """

    def __init__(self, indices: Iterable[int] | int, num_samples: int | None = None) -> None:
        super().__init__(num_samples)
        self._indices = [indices] if isinstance(indices, int) else list(indices)
        for index in self._indices:
            if not isinstance(index, (int, np.integer)):
                raise TypeError(f"{type(self).__name__}: indices must be int, but got {index!r}.")

    def _choose(self, size: int, epoch: Epoch) -> Iterable[int]:
        return self._indices

    def _count(self, size: int) -> int:
        return len(self._indices)


class SubsetRandomSampler(SubsetSampler):
    """Read the positions given, in a random order, another in each epoch.

    Args:
        indices (Union[Iterable, int]): positions.
        num_samples (int, optional): at most so many samples. Default: ``None``, all.

    Source: mindspore.dataset.SubsetRandomSampler, MindSpore 2.10
    """

    def get_shuffle_mode(self) -> str:
        """Return how far it mixes rows: a value of `Shuffle`."""
        return "global"

    def _choose(self, size: int, epoch: Epoch) -> Iterable[int]:
        # the seed is the same for every epoch; what is mixed is the order of the epoch before
        order = Reshuffled.of(self, epoch, len(self._indices)).order(epoch.seed, epoch.number, step=0)
        return (self._indices[position] for position in order)


class WeightedRandomSampler(BuiltinSampler):
    """Draw positions with given probabilities.

    Args:
        weights (Sequence[float]): one for each of the first samples, not negative, not all 0.
        num_samples (int, optional): how many to draw. Default: ``None``, as many as there are samples.
        replacement (bool): draw each sample from all. Default: ``True``.

    Raises:
        ValueError: if `weights` is empty, has a negative number or is all 0.

    Source: mindspore.dataset.WeightedRandomSampler, MindSpore 2.10
    """

    def __init__(self, weights: Sequence[float], num_samples: int | None = None, replacement: bool = True) -> None:
        super().__init__(num_samples)
        values = np.asarray(list(weights), dtype=np.float64)
        if not values.size or (values < 0).any() or not values.any():
            raise ValueError("weights must hold numbers that are not negative, at least one greater than 0.")
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement must be a boolean value but was: {replacement}.")
        self.weights = list(weights)
        self.replacement = replacement

    def get_shuffle_mode(self) -> str:
        """Return how far it mixes rows: a value of `Shuffle`."""
        return "global"

    def _choose(self, size: int, epoch: Epoch) -> Iterable[int]:
        engine = Mersenne32(epoch.seed)  # the same in every epoch, as in MindSpore
        if self.replacement:
            return [engine.weighted(self.weights) for _ in range(self._count(size))]
        keys = [engine.exponential() / weight if weight else math.inf for weight in self.weights]
        return sorted(range(len(keys)), key=keys.__getitem__)[: self._count(size)]

    def _count(self, size: int) -> int:
        return self.num_samples or size


class DistributedSampler(BuiltinSampler):
    """Read one part of the dataset: every `num_shards`-th sample.

    The last parts are filled from the beginning, so that all are of the same length.

    Args:
        num_shards (int): number of parts.
        shard_id (int): which part.
        shuffle (Union[bool, Shuffle]): divide a random order, the same in every part where the seed is; how far
            `MindDataset` mixes rows. Default: ``True``.
        num_samples (int, optional): at most so many samples. Default: ``None``, all.
        offset (int): the part that begins, from 0; -1 is part 0. Default: ``-1``.

    Raises:
        ValueError: if `shard_id` or `offset` is not below `num_shards`.

    Source: mindspore.dataset.DistributedSampler, MindSpore 2.10
    """

    def __init__(
        self,
        num_shards: int,
        shard_id: int,
        shuffle: bool | str = True,
        num_samples: int | None = None,
        offset: int = -1,
    ) -> None:
        super().__init__(num_samples)
        _check_int("num_shards", num_shards, 1)
        _check_int("shard_id", shard_id, 0)
        _check_int("offset", offset, -1)
        if shard_id >= num_shards or offset >= num_shards:
            raise ValueError(f"shard_id {shard_id} and offset {offset} must be less than num_shards {num_shards}.")
        if not isinstance(shuffle, bool) and shuffle not in _SHUFFLES:
            raise TypeError(f"shuffle must be a boolean value or valid shuffle mode but was: {shuffle}.")
        self.num_shards = num_shards
        self.shard_id = shard_id
        self.shuffle = False if shuffle == "false" else shuffle
        self.offset = offset

    def get_shuffle_mode(self) -> str:
        """Return how far it mixes rows: a value of `Shuffle`."""
        return self.shuffle if isinstance(self.shuffle, str) else "global" if self.shuffle else "false"

    def _choose(self, size: int, epoch: Epoch) -> Iterable[int]:
        if (mode := self.get_shuffle_mode()) not in ("false", "global"):
            raise RuntimeError(f"The shuffle mode: {mode} is not supported with current dataset.")
        order: Any = range(size)
        if self.shuffle:
            order = Reshuffled.of(self, epoch, size).order(config.shared_seed(epoch.seed) + 1, epoch.number)
        first = self.shard_id - max(self.offset, 0)
        for step in range(self._count(size)):
            # a part before the one that begins waits for its turn in the next round
            yield order[(first + step * self.num_shards) % size]

    def _count(self, size: int) -> int:
        return ceil(size / self.num_shards)


class PKSampler(BuiltinSampler):
    """Draw some samples of each class.

    Args:
        num_val (int): samples of each class; one may come twice.
        num_class (int, optional): only ``None``: all classes. Default: ``None``.
        shuffle (bool): mix the classes. Default: ``False``.
        class_column (str): column with the class, of `MindDataset`. Default: ``"label"``.
        num_samples (int, optional): at most so many samples. Default: ``None``, all.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if `num_val` is not positive.
        NotImplementedError: if `num_class` is given, as in MindSpore.

    Source: mindspore.dataset.PKSampler, MindSpore 2.10
    """

    def __init__(
        self,
        num_val: int,
        num_class: int | None = None,
        shuffle: bool = False,
        class_column: str = "label",
        num_samples: int | None = None,
    ) -> None:
        super().__init__(num_samples)
        _check_int("num_val", num_val, 1)
        if num_class is not None:
            raise NotImplementedError("Not supported to specify num_class for PKSampler.")
        if not isinstance(shuffle, bool):
            raise TypeError(f"shuffle must be a boolean value but was: {shuffle}.")
        if not isinstance(class_column, str):
            raise TypeError(f"class_column must be a str value but was: {class_column}.")
        self.num_val = num_val
        self.shuffle = shuffle
        self.class_column = class_column

    def _choose(self, size: int, epoch: Epoch) -> Iterable[int]:
        groups = self._groups(size, epoch)
        labels = sorted(groups)
        engine = Mersenne32(epoch.seed + epoch.number)
        if self.shuffle:
            engine.shuffle(labels)
        for label in labels:
            members = groups[label]
            for _ in range(self.num_val):
                yield members[engine.below(len(members))]

    def _groups(self, size: int, epoch: Epoch) -> dict[Any, list[int]]:
        groups: dict[Any, list[int]] = {}
        for place, label in enumerate(epoch.labels(self.class_column)):
            groups.setdefault(label, []).append(place)
        return groups

    def _count(self, size: int) -> int | None:
        return None


class IterSampler(BuiltinSampler):
    """Read the positions that an iterable of the user's gives, anew in each epoch.

    Args:
        sampler (Iterable[int]): positions.
        num_samples (int, optional): at most so many samples. Default: ``None``, all.

    Source: mindspore.dataset.IterSampler, MindSpore 2.10
    """

    def __init__(self, sampler: Iterable[int] | None, num_samples: int | None = None) -> None:
        super().__init__(num_samples)
        self.sampler = sampler

    def _choose(self, size: int, epoch: Epoch) -> Iterable[int]:
        sampler: Any = self.sampler
        if sampler is not None and not hasattr(sampler, "__iter__"):
            return (sampler[place] for place in range(len(sampler)))
        return sampler or ()

    def _count(self, size: int) -> int | None:
        return len(self.sampler) if isinstance(self.sampler, Sized) else None


class Sampler(BuiltinSampler):
    """Base for samplers of the user's own: override `__iter__`, which may read `dataset_size` and `num_samples`.

    Source: mindspore.dataset.Sampler, MindSpore 2.10
    """

    def __init__(self, num_samples: int | None = None) -> None:
        super().__init__(num_samples)
        self.dataset_size = 0

    def __iter__(self) -> Iterator[int]:
        raise NotImplementedError(f"{type(self).__name__} must override __iter__ and yield the positions to read.")

    def reset(self) -> None:
        """Begin another epoch; a subclass may change what the next one reads.

        Source: mindspore.dataset.Sampler.reset, MindSpore 2.10
        """

    def get_indices(self) -> Array:
        """Return the positions of one epoch.

        Returns:
            numpy.ndarray, int64.

        Source: mindspore.dataset.Sampler.get_indices, MindSpore 2.10
        """
        return np.array(list(islice(iter(self), self.num_samples or None)), np.int64)

    def get_num_samples(self) -> int:
        """Return how many positions an epoch reads.

        Source: mindspore.dataset.Sampler.get_num_samples, MindSpore 2.10
        """
        return len(copy.deepcopy(self).get_indices()) if self.num_samples is None else self.num_samples

    def _choose(self, size: int, epoch: Epoch) -> Iterable[int]:
        self.dataset_size = size
        # what an epoch changes in a sampler is its iterator's own, as in MindSpore
        own = epoch.kept(self, lambda: copy.deepcopy(self))
        own.dataset_size = size
        lazily = type(own).get_indices is Sampler.get_indices
        try:
            yield from iter(own) if lazily else map(int, own.get_indices())
        finally:
            own.reset()

    def _count(self, size: int) -> int | None:
        said = type(self).get_num_samples is not Sampler.get_num_samples
        return self.get_num_samples() if said else None


def select_sampler(
    num_samples: int | None,
    input_sampler: object,
    shuffle: bool | None,
    num_shards: int | None,
    shard_id: int | None,
) -> BuiltinSampler:
    """Return the sampler that a dataset's arguments ask for.

    Raises:
        RuntimeError: if they contradict each other.
        ValueError: if a number is out of range.
    """
    check_sampler_shuffle_shard_options({"num_shards": num_shards, "shard_id": shard_id})
    if input_sampler is not None:
        if isinstance(input_sampler, BuiltinSampler):
            return input_sampler
        if isinstance(input_sampler, Iterable) or (
            hasattr(input_sampler, "__getitem__") and hasattr(input_sampler, "__len__")
        ):
            return IterSampler(input_sampler, num_samples)  # pyright: ignore[reportArgumentType]
        raise TypeError(f"Unsupported sampler object of type ({type(input_sampler)})")
    if num_shards is not None and shard_id is not None:
        return DistributedSampler(num_shards, shard_id, shuffle is not False, num_samples)
    if shuffle is False:
        return SequentialSampler(0, num_samples)
    return RandomSampler(num_samples is not None, num_samples)  # MindSpore draws a limited number with replacement


def _check_int(name: str, value: object, lowest: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be integer but was: {value}.")
    if value < lowest:
        told = f"exceeds the boundary between {lowest} and {INT64_MAX}(INT64_MAX)!"
        raise ValueError(f"{name} {told} It is {value}.")
