"""The part of a dataset that one of several processes reads.

Source: mindspore.dataset.dataloader.distributed, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Iterator, Sized
from itertools import cycle, islice

import numpy as np

from ms2torch.communication import get_group_size, get_rank
from ms2torch.dataset.dataloader.sampler import Sampler


class DistributedSampler(Sampler[int]):
    """Every so many-th index, so that processes read as many each and together all.

    Args:
        dataset (Dataset): the dataset.
        num_replicas (int, optional): how many processes there are. Default ``None``: those of the program.
        rank (int, optional): which of them this is. Default ``None``: this process's own.
        shuffle (bool): whether to mix the indices before they are dealt out. Default: ``True``.
        seed (int): what the order follows from, together with the epoch; the same everywhere. Default: ``0``.
        drop_last (bool): whether to leave out what does not go round, rather than to repeat the first. Default:
            ``False``.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if there is no such rank.

    Source: mindspore.dataset.dataloader.DistributedSampler, MindSpore 2.10
    """

    def __init__(
        self,
        dataset: Sized,
        num_replicas: int | None = None,
        rank: int | None = None,
        shuffle: bool = True,
        seed: int = 0,
        drop_last: bool = False,
    ) -> None:
        super().__init__(dataset)
        _check(num_replicas, "num_replicas", int, optional=True)
        _check(rank, "rank", int, optional=True)
        _check(shuffle, "shuffle", bool)
        _check(seed, "seed", int)
        _check(drop_last, "drop_last", bool)
        self.num_replicas = get_group_size() if num_replicas is None else num_replicas
        self.rank = get_rank() if rank is None else rank
        if self.num_replicas <= 0:
            raise ValueError(f"Invalid num_replicas: {self.num_replicas}, num_replicas must be greater than 0.")
        if not 0 <= self.rank < self.num_replicas:
            last = self.num_replicas - 1
            raise ValueError(f"Invalid rank: {self.rank}, rank must be in the interval [0, {last}]")
        self.dataset = dataset
        self.shuffle = shuffle
        self.seed = seed
        self.drop_last = drop_last
        self.epoch = 0
        whole, rest = divmod(len(dataset), self.num_replicas)
        self.num_samples = whole + (rest > 0 and not drop_last)
        self.total_samples = self.num_samples * self.num_replicas

    def __iter__(self) -> Iterator[int]:
        number = len(self.dataset)
        if self.shuffle:
            order = np.random.default_rng(self.seed + self.epoch).permutation(number).tolist()
        else:
            order = list(range(number))
        return iter(list(islice(cycle(order), self.rank, self.total_samples, self.num_replicas)))

    def __len__(self) -> int:
        return self.num_samples

    def set_epoch(self, epoch: int) -> None:
        """Say which epoch comes next, so that each has another order.

        Args:
            epoch (int): its number.
        """
        _check(epoch, "epoch", int)
        self.epoch = epoch


def _check(value: object, name: str, kind: type, optional: bool = False) -> None:
    if not isinstance(value, kind) and not (optional and value is None):
        raise TypeError(f"{name} must be {kind.__name__}, but got: {type(value).__name__}")
