"""Rows that wait until the training that reads them says how it went."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ms2torch import log
from ms2torch.dataset.core.validator_helpers import type_check
from ms2torch.dataset.engine._operations import _OneChild
from ms2torch.dataset.engine._registry import called_by
from ms2torch.dataset.engine._rows import Epoch, Row
from ms2torch.dataset.engine.datasets import Dataset


@called_by("sync_wait")
class SyncWaitDataset(_OneChild):
    """See `Dataset.sync_wait`."""

    def __init__(
        self, child: Dataset, condition_name: str, num_batch: int = 1, callback: Callable[[Any], Any] | None = None
    ) -> None:
        super().__init__(child)
        type_check(condition_name, (str,), "condition_name")
        type_check(num_batch, (int,), "num_batch")
        if num_batch <= 0:
            raise ValueError("num_batch need to be greater than 0.")
        if condition_name in waiting(child):
            raise RuntimeError("Condition name is already in use.")
        self.condition_name = condition_name
        self._rows_released = num_batch
        self._left = num_batch
        self._open = False
        self._callback = callback

    def count_batches(self, batch_size: int) -> None:
        """Count the rows of batches: what is made of the rows afterwards is batched."""
        self._rows_released *= batch_size
        self._left *= batch_size

    def disable(self) -> None:
        """Let all rows pass."""
        self._open = True

    def release(self, num_batch: int | None, data: Any) -> None:
        """Let the next rows pass, after the callback has had its data.

        Raises:
            RuntimeError: if the number of rows is no positive int.
        """
        wanted = self._rows_released if num_batch is None else num_batch
        if isinstance(wanted, bool) or not isinstance(wanted, int) or wanted <= 0:
            raise RuntimeError(f"Sync_update batch size can only be positive integer, got: {num_batch}.")
        if self._callback is not None:
            self._callback(data)
        self._left += wanted

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        for row in self._child._rows(epoch):
            if not self._left and not self._open:
                log.warning(
                    f"sync_wait: the next row waits for `sync_update({self.condition_name!r})`, which nothing can call "
                    f"any more: call it after each {self._rows_released} rows. From here on no row waits."
                )
                self._open = True
            self._left -= not self._open
            yield row


def waiting(dataset: Dataset) -> dict[str, SyncWaitDataset]:
    """Return the places of a pipeline where rows wait, by the names of their conditions."""
    found = {dataset.condition_name: dataset} if isinstance(dataset, SyncWaitDataset) else {}
    for child in dataset.children:
        found.update(waiting(child))
    return found


@called_by("is_sync")
def is_sync(dataset: Dataset) -> bool:
    """Tell whether rows of a pipeline wait."""
    return bool(waiting(dataset))


@called_by("disable_sync")
def disable(dataset: Dataset) -> None:
    """Let all rows of a pipeline pass."""
    for place in waiting(dataset).values():
        place.disable()


@called_by("sync_update")
def update(dataset: Dataset, condition_name: str, num_batch: int | None, data: Any) -> None:
    """Let rows pass.

    Raises:
        RuntimeError: if no such condition is waited for, or the number is no positive int.
    """
    type_check(condition_name, (str,), "condition_name")
    places = waiting(dataset)
    if condition_name not in places:
        raise RuntimeError("Condition name not found.")
    places[condition_name].release(num_batch, data)
