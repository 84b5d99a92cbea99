"""Batches: read from a dataset and joined, in this process or in workers.

Source: mindspore.dataset.dataloader._utils.fetch, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from torch.utils.data import Dataset as TorchDataset, IterableDataset as TorchIterableDataset

from ms2torch.dataset.dataloader._utils.worker import Failure, StartOfWorker


class FetchedByIndex(TorchDataset[Any]):
    """Batches of a dataset that is indexed.

    Args:
        dataset (Dataset): the dataset.
        batched (bool): whether an index is a list of them.
        collate_fn (Callable): what joins the samples, or is given the one.
    """

    def __init__(self, dataset: Any, batched: bool, collate_fn: Callable[[Any], Any]) -> None:
        self._dataset = dataset
        self._batched = batched
        self._collate_fn = collate_fn

    def fetch(self, index: Any) -> Any:
        """Return the batch of some indices."""
        if not self._batched:
            return self._collate_fn(self._dataset[index])
        return self._collate_fn([self._dataset[one] for one in index])

    def __getitem__(self, index: Any) -> Any:
        """Return in a worker a batch or a `Failure`."""
        if StartOfWorker.failure is not None:
            return StartOfWorker.failure
        try:
            return self.fetch(index)
        except Exception as error:  # noqa: BLE001 - whatever the user's code raises is told
            return Failure(error)


class FetchedInTurn(TorchIterableDataset[Any]):
    """Batches of a dataset that is iterated.

    Args:
        dataset (IterableDataset): the dataset.
        batch_size (int, optional): how many samples to a batch; None: no batches.
        drop_last (bool): whether to leave out a last batch that is shorter.
        collate_fn (Callable): what joins the samples, or is given the one.
    """

    def __init__(
        self, dataset: Iterable[Any], batch_size: int | None, drop_last: bool, collate_fn: Callable[[Any], Any]
    ) -> None:
        self._dataset = dataset
        self._batch_size = batch_size
        self._drop_last = drop_last
        self._collate_fn = collate_fn

    def fetched(self) -> Iterator[Any]:
        """Begin to read the dataset, and return what yields its batches."""
        return self._batches(iter(self._dataset))

    def _batches(self, samples: Iterator[Any]) -> Iterator[Any]:
        if self._batch_size is None:
            yield from map(self._collate_fn, samples)
            return
        batch: list[Any] = []
        for sample in samples:
            batch.append(sample)
            if len(batch) == self._batch_size:
                yield self._collate_fn(batch)
                batch = []
        if batch and not self._drop_last:
            yield self._collate_fn(batch)

    def __iter__(self) -> Iterator[Any]:
        """Yield in a worker batches, at last perhaps a `Failure`."""
        if StartOfWorker.failure is not None:
            yield StartOfWorker.failure
            return
        try:
            yield from self.fetched()
        except Exception as error:  # noqa: BLE001 - whatever the user's code raises is told
            yield Failure(error)
