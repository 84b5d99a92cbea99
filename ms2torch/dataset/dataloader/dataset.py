"""Datasets of the loader: by index, by iteration, and of Tensors.

Source: mindspore.dataset.dataloader.dataset, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from ms2torch.common.tensor import Tensor

_T_co = TypeVar("_T_co", covariant=True)


class Dataset(Generic[_T_co]):
    """Base of datasets that give a sample for an index; subclasses define `__getitem__`, most also `__len__`.

    Source: mindspore.dataset.dataloader.Dataset, MindSpore 2.10
    """

    def __init__(self) -> None: ...

    def __getitem__(self, index: int) -> _T_co:
        raise NotImplementedError(f"{type(self).__name__} must implement __getitem__ method.")


class IterableDataset(Dataset[_T_co], Iterable[_T_co]):
    """Base of datasets that are read from the beginning; subclasses define `__iter__`.

    Each worker process reads a copy of its own: `get_worker_info` tells it which part is its.

    Source: mindspore.dataset.dataloader.IterableDataset, MindSpore 2.10
    """

    def __iter__(self) -> Iterator[_T_co]:
        raise NotImplementedError(f"{type(self).__name__} must implement __iter__ method.")


class TensorDataset(Dataset[tuple[Tensor, ...]]):
    """Rows of Tensors, each of which is a column.

    Args:
        tensors (Tensor): the columns, of one size in the first dimension.

    Raises:
        ValueError: if their sizes differ.

    Source: mindspore.dataset.dataloader.TensorDataset, MindSpore 2.10
    """

    def __init__(self, *tensors: Tensor) -> None:
        super().__init__()
        if len({tensor.shape[0] for tensor in tensors}) > 1:
            raise ValueError("All tensors must have the same size in the first dimension.")
        self.tensors = tensors

    def __getitem__(self, index: int) -> tuple[Tensor, ...]:
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].shape[0]
