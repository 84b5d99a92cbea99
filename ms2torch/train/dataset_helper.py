"""Going through a dataset as `Model` does.

With `dataset_sink_mode` MindSpore moves the rows to the device, and the network itself fetches them there: the loop
gets empty rows. The same holds here: `connect_network_with_dataset` returns the network that fetches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ms2torch import _checkparam
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell

__all__ = ["DatasetHelper", "connect_network_with_dataset"]


class DatasetHelper:
    """Give the rows of one epoch.

    Args:
        dataset (Dataset): the dataset.
        dataset_sink_mode (bool): give empty rows, and the rows themselves to the network that
            `connect_network_with_dataset` returns. Default: ``True``.
        sink_size (int): rows of an epoch with `dataset_sink_mode`, ``-1`` for all. Default: ``-1``.
        epoch_num (int): how often MindSpore sends the dataset; rows are read here when the network fetches them, as
            often as it does. Default: ``1``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if `sink_size` is neither -1 nor positive.

    Source: mindspore.DatasetHelper, MindSpore 2.10
    """

    def __init__(self, dataset: Any, dataset_sink_mode: bool = True, sink_size: int = -1, epoch_num: int = 1) -> None:
        _checkparam.check_bool(dataset_sink_mode, "dataset_sink_mode", "DatasetHelper")
        _checkparam.check_is_int(sink_size, "sink_size", "DatasetHelper")
        if sink_size < -1 or sink_size == 0:
            msg = f"For 'DatasetHelper', 'sink_size' must be -1 or positive, but got {sink_size}."
            raise ValueError(msg)
        if not hasattr(dataset, "create_tuple_iterator"):
            msg = f"For 'DatasetHelper', 'dataset' must be a Dataset, but got {type(dataset)}."
            raise TypeError(msg)
        self._dataset = dataset
        self._sinks = dataset_sink_mode
        self._size = sink_size
        self._rows: Iterator[Any] | None = None

    def __iter__(self) -> Iterator[Any]:
        if not self._sinks:
            yield from self._dataset.create_tuple_iterator(num_epochs=1)
            return
        for _ in range(self.sink_size()):
            yield ()

    def sink_size(self) -> int:
        """Return the number of rows of an epoch; 1 without `dataset_sink_mode`, as MindSpore says.

        Source: mindspore.DatasetHelper.sink_size, MindSpore 2.10
        """
        if not self._sinks:
            return 1
        return self._dataset.get_dataset_size() if self._size == -1 else self._size

    def types_shapes(self) -> tuple[list[Any], list[list[int]]]:
        """Return the types and the shapes of a row's columns.

        Source: mindspore.DatasetHelper.types_shapes, MindSpore 2.10
        """
        for row in self._dataset.create_tuple_iterator(num_epochs=1, do_copy=False):
            columns = [each if isinstance(each, Tensor) else Tensor(each) for each in row]
            return [each.dtype for each in columns], [list(each.shape) for each in columns]
        msg = "DatasetHelper.types_shapes: the dataset is empty"
        raise ValueError(msg)

    def get_data_info(self) -> tuple[list[Any], list[list[int]]]:
        """Return what `types_shapes` does.

        Source: mindspore.DatasetHelper.get_data_info, MindSpore 2.10
        """
        return self.types_shapes()

    def dynamic_min_max_shapes(self) -> tuple[list[list[int]], list[list[int]]]:
        """Return the shapes of a row's columns twice: none is dynamic here.

        Source: mindspore.DatasetHelper.dynamic_min_max_shapes, MindSpore 2.10
        """
        shapes = self.types_shapes()[1]
        return shapes, shapes

    def stop_send(self) -> None:
        """Forget the rows that the network has not fetched.

        Source: mindspore.DatasetHelper.stop_send, MindSpore 2.10
        """
        self._rows = None

    def release(self) -> None:
        """Forget the rows that the network has not fetched.

        Source: mindspore.DatasetHelper.release, MindSpore 2.10
        """
        self._rows = None

    def continue_send(self) -> None:
        """Return at once: rows are read when they are fetched.

        Source: mindspore.DatasetHelper.continue_send, MindSpore 2.10
        """

    def fetch(self) -> Any:
        """Return the next row, beginning again at the dataset's end."""
        if self._rows is None:
            self._rows = iter(self._dataset.create_tuple_iterator())
        row = next(self._rows, None)
        if row is None:
            self._rows = iter(self._dataset.create_tuple_iterator())
            row = next(self._rows)
        return row


class _Fetching(Cell):
    """A network that fetches its inputs."""

    def __init__(self, network: Cell, helper: DatasetHelper) -> None:
        super().__init__(auto_prefix=False)
        self.network = network
        self._helper = helper

    def construct(self, *inputs: Any) -> Any:
        return self.network(*(inputs or self._helper.fetch()))


def connect_network_with_dataset(network: Cell, dataset_helper: DatasetHelper) -> Cell:
    """Return the network that fetches its inputs from the dataset when it is called without.

    Args:
        network (Cell): the network.
        dataset_helper (DatasetHelper): one with `dataset_sink_mode`.

    Raises:
        RuntimeError: without `dataset_sink_mode`.

    Source: mindspore.connect_network_with_dataset, MindSpore 2.10
    """
    if not dataset_helper._sinks:
        msg = "The API 'connect_network_with_dataset' should be called in dataset sink mode."
        raise RuntimeError(msg)
    return _Fetching(network, dataset_helper)
