"""`Dataset.device_que`: a pipeline that a device is to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

from ms2torch.dataset.core.validator_helpers import type_check
from ms2torch.dataset.engine._operations import _OneChild
from ms2torch.dataset.engine._registry import called_by
from ms2torch.dataset.engine._rows import Epoch, Row
from ms2torch.dataset.engine._wording import pipeline_error
from ms2torch.dataset.engine.datasets import Dataset


@called_by("device_que")
class TransferDataset(_OneChild):
    """See `Dataset.device_que`.

    Differs from MindSpore:
        Nothing is sent: torch has no queue of a device.

    Source: mindspore.dataset.engine.datasets.TransferDataset, MindSpore 2.10
    """

    def __init__(self, child: Dataset, send_epoch_end: bool, create_data_info_queue: bool, queue_name: str) -> None:
        super().__init__(child)
        type_check(send_epoch_end, (bool,), "send_epoch_end")
        type_check(create_data_info_queue, (bool,), "create_data_info_queue")
        self.queue_name = queue_name

    def _rows(self, epoch: Epoch) -> Iterator[Row]:
        return self._child._rows(epoch)

    def send(self, num_epochs: int = -1) -> None:
        """Begin to send rows.

        Args:
            num_epochs (int): how many passes; -1 is any number. Default: ``-1``.

        Raises:
            TypeError: if `num_epochs` is not an int.
            RuntimeError: if it is neither -1 nor positive.
        """
        type_check(num_epochs, (int,), "num_epochs")
        if num_epochs != -1 and num_epochs < 1:
            told = f"RootNode: num_epochs should be either -1 or positive integer, num_epochs: {num_epochs}"
            raise RuntimeError(pipeline_error(told))

    def stop_send(self) -> None:
        """Stop sending rows."""

    def continue_send(self) -> None:
        """Go on sending rows."""

    def release(self) -> None:
        """Give the queue up."""

    def create_dict_iterator(self, *args: Any, **options: Any) -> NoReturn:
        """Raise RuntimeError: it is the device that reads the rows."""
        raise RuntimeError("TransferDataset is not iterable.")

    def create_tuple_iterator(self, *args: Any, **options: Any) -> NoReturn:
        """Raise RuntimeError: it is the device that reads the rows."""
        raise RuntimeError("TransferDataset is not iterable.")

    def __iter__(self) -> NoReturn:
        raise RuntimeError("TransferDataset is not iterable.")

    def output_shapes(self, estimate: bool = False) -> NoReturn:
        """Raise RuntimeError, as in MindSpore."""
        raise RuntimeError("TransferDataset does not support obtaining output_shapes.")

    def output_types(self) -> NoReturn:
        """Raise RuntimeError, as in MindSpore."""
        raise RuntimeError("TransferDataset does not support obtaining output_types.")
