"""The loader of batches; its worker processes are those of torch's.

Source: mindspore.dataset.dataloader.dataloader, MindSpore 2.10
"""

from __future__ import annotations

import multiprocessing
import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.context import BaseContext
from typing import Any, Generic, TypeVar

import numpy as np
import torch
from torch.utils.data import DataLoader as TorchDataLoader

from ms2torch import log
from ms2torch._core.device import current_device
from ms2torch.common.tensor import Tensor
from ms2torch.dataset.dataloader._checks import (
    check_non_negative,
    check_not_given,
    check_optional_type,
    check_positive,
    check_type,
)
from ms2torch.dataset.dataloader._utils.collate import default_collate, default_convert
from ms2torch.dataset.dataloader._utils.fetch import FetchedByIndex, FetchedInTurn
from ms2torch.dataset.dataloader._utils.worker import Failure, StartOfWorker
from ms2torch.dataset.dataloader.dataset import Dataset, IterableDataset
from ms2torch.dataset.dataloader.sampler import BatchSampler, InfiniteSampler, RandomSampler, SequentialSampler

_T_co = TypeVar("_T_co", covariant=True)


class DataLoader(Generic[_T_co]):
    """Batches of a dataset, one pass for each iteration.

    Args:
        dataset (Dataset): the dataset; anything that can be indexed will do.
        batch_size (int, optional): how many samples to a batch. ``None``: none, each sample by itself. Default: ``1``.
        shuffle (bool, optional): whether to mix the samples. Default: ``None``, no.
        sampler (Iterable, optional): the indices in order. Default ``None``: by `shuffle`.
        batch_sampler (Iterable, optional): lists of indices. Default ``None``: `batch_size` of `sampler` each.
        num_workers (int): how many processes read. Default ``0``: this one does.
        collate_fn (Callable, optional): what joins the samples of a batch. Default ``None``: `default_collate`, or
            `default_convert` where there are no batches.
        pin_memory (bool): whether Tensors are put where a GPU copies from quickly. Default: ``False``.
        drop_last (bool): whether to leave out a last batch that is shorter. Default: ``False``.
        timeout (float): seconds to wait for a worker. Default ``0.0``: any time.
        worker_init_fn (Callable, optional): called in each worker with its number. Default: ``None``.
        multiprocessing_context (Union[BaseContext, str], optional): how processes start. Default ``None``: as is usual
            on the system.
        generator (numpy.random.Generator, optional): what `shuffle` and the seeds of workers are drawn from. Default
            ``None``: a new one that nobody seeded, so that `set_seed` does not fix the order; as in MindSpore.
        prefetch_factor (int, optional): how many batches each worker reads ahead. Default ``None``: 2.
        persistent_workers (bool): whether workers stay from one pass to the next. Default: ``False``.
        in_order (bool): whether batches come in the order of their indices. Default: ``True``.

    Raises:
        TypeError: if an argument is of another type.
        ValueError: if one is out of range, or rules out another.
        NotImplementedError: if `dataset` can be neither indexed nor iterated.
        RuntimeError: while iterating, if a worker fails; with its traceback.

    Differs from MindSpore: torch words what it says of workers that take too long or are killed.

    Source: mindspore.dataset.dataloader.DataLoader, MindSpore 2.10
    """

    def __init__(
        self,
        dataset: Dataset[_T_co],
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Iterable[Any] | None = None,
        batch_sampler: Iterable[list[Any]] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[Any], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0.0,
        worker_init_fn: Callable[[int], object] | None = None,
        multiprocessing_context: BaseContext | str | None = None,
        generator: np.random.Generator | None = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        in_order: bool = True,
    ) -> None:
        _check_samples(dataset, batch_size, shuffle, sampler, batch_sampler, drop_last)
        check_type(num_workers, "num_workers", int, bool)
        check_non_negative(num_workers, "num_workers")
        check_type(pin_memory, "pin_memory", bool)
        check_type(drop_last, "drop_last", bool)
        check_type(timeout, "timeout", (int, float), bool)
        check_non_negative(timeout, "timeout")
        _check_context(multiprocessing_context, num_workers)
        check_optional_type(generator, "generator", np.random.Generator)
        _check_prefetch(prefetch_factor, num_workers)
        check_type(persistent_workers, "persistent_workers", bool)
        _check_has_workers(persistent_workers, "persistent_workers", num_workers)
        check_type(in_order, "in_order", bool)

        self.dataset = dataset
        self.num_workers = num_workers
        self.collate_fn = collate_fn
        self.pin_memory = pin_memory
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.generator = np.random.default_rng() if generator is None else generator
        self.persistent_workers = persistent_workers
        self.in_order = in_order
        self.sampler = self._default_sampler(shuffle) if sampler is None else sampler
        self.batch_size = batch_size if batch_sampler is None else None
        self.drop_last = drop_last
        if batch_sampler is None and batch_size is not None:
            batch_sampler = BatchSampler(self.sampler, batch_size, drop_last)
        self.batch_sampler = batch_sampler
        self.auto_collation = batch_sampler is not None
        self.index_sampler = self.sampler if batch_sampler is None else batch_sampler
        if isinstance(multiprocessing_context, str):
            multiprocessing_context = multiprocessing.get_context(multiprocessing_context)
        self.multiprocessing_context = multiprocessing_context
        self.prefetch_factor = 2 if prefetch_factor is None and num_workers else prefetch_factor
        self._staying: _OfWorkers | None = None

    def _default_sampler(self, shuffle: bool | None) -> Iterable[Any]:
        if isinstance(self.dataset, IterableDataset):
            return InfiniteSampler()
        if shuffle:
            return RandomSampler(self.dataset, generator=self.generator)  # type: ignore[arg-type]  # len is asked later
        return SequentialSampler(self.dataset)  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Any]:
        if not self.num_workers:
            return _InThisProcess(self)
        if not self.persistent_workers:
            return _OfWorkers(self)
        if self._staying is None:
            self._staying = _OfWorkers(self)
        else:
            self._staying.reset()
        return self._staying

    def __len__(self) -> int:
        if not isinstance(self.dataset, IterableDataset):
            return len(self.index_sampler)  # type: ignore[arg-type]
        number = len(self.dataset)  # type: ignore[arg-type]
        if self.batch_size is None:
            return number
        return number // self.batch_size if self.drop_last else -(-number // self.batch_size)


class _Pass:
    """One pass of a loader; `_batches` is what it yields, perhaps not yet where they are to be.

    It does not hold the loader, which may hold it: workers end when the last reference goes, not at some collection.
    """

    _batches: Iterator[Any]

    def __init__(self, loader: DataLoader[Any]) -> None:
        self._indices = loader.index_sampler
        self._pinned = loader.pin_memory and _has_card()
        if loader.pin_memory and not self._pinned:
            log.warning("Set pin_memory as True on CPU device will not have any effect.")

    def __iter__(self) -> Iterator[Any]:
        return self

    def __len__(self) -> int:
        return len(self._indices)  # type: ignore[arg-type]

    def __next__(self) -> Any:
        batch = next(self._batches)
        return _in_place(batch, torch.Tensor.pin_memory) if self._pinned else batch


def _fetched(loader: DataLoader[Any]) -> FetchedByIndex | FetchedInTurn:
    collate_fn = loader.collate_fn
    if collate_fn is None:
        collate_fn = default_collate if loader.auto_collation else default_convert
    if isinstance(loader.dataset, IterableDataset):
        return FetchedInTurn(loader.dataset, loader.batch_size, loader.drop_last, collate_fn)
    return FetchedByIndex(loader.dataset, loader.auto_collation, collate_fn)


class _InThisProcess(_Pass):
    """A pass without workers."""

    def __init__(self, loader: DataLoader[Any]) -> None:
        super().__init__(loader)
        fetched = _fetched(loader)
        if isinstance(fetched, FetchedInTurn):
            self._batches = fetched.fetched()
        else:
            self._batches = map(fetched.fetch, loader.index_sampler)


class _OfWorkers(_Pass):
    """The passes of one set of worker processes."""

    def __init__(self, loader: DataLoader[Any]) -> None:
        super().__init__(loader)
        _warn_of_too_many(loader.num_workers)
        base_seed = int(loader.generator.integers(2**63, dtype=np.int64))
        fetched = _fetched(loader)
        with _said_in_the_log():
            self._torch_loader = TorchDataLoader(
                fetched,
                batch_size=None,
                # a sampler may yield whole lists of indices: torch hands on what it gets
                sampler=None if isinstance(fetched, FetchedInTurn) else loader.index_sampler,
                num_workers=loader.num_workers,
                collate_fn=_as_it_is,
                timeout=loader.timeout,
                worker_init_fn=StartOfWorker(loader.dataset, loader.num_workers, base_seed, loader.worker_init_fn),
                multiprocessing_context=loader.multiprocessing_context,
                generator=torch.Generator(),  # of its own: torch's global stream is left as it is
                prefetch_factor=loader.prefetch_factor,
                persistent_workers=loader.persistent_workers,
                in_order=loader.in_order,
            )
        self.reset()

    def reset(self) -> None:
        """Begin another pass."""
        with _said_in_the_log():
            self._batches = iter(self._torch_loader)

    def __next__(self) -> Any:
        batch = super().__next__()
        if isinstance(batch, Failure):
            raise RuntimeError(batch.message)  # noqa: TRY004 - what MindSpore raises
        device = current_device()
        if device is None or device.type == "cpu":
            return batch
        return _in_place(batch, lambda t: t.to(device, non_blocking=self._pinned))


def _check_samples(
    dataset: object, batch_size: object, shuffle: object, sampler: object, batch_sampler: object, drop_last: object
) -> None:
    """Check the arguments that say which samples make a batch."""
    if isinstance(dataset, IterableDataset):
        beside = "when dataset is iterable style"
        check_not_given(shuffle, "shuffle", beside)
        check_not_given(sampler is not None, "sampler", beside)
        check_not_given(batch_sampler is not None, "batch_sampler", beside)
    elif not hasattr(dataset, "__getitem__"):
        raise NotImplementedError(f"{type(dataset).__name__} should implement __getitem__ method if it is map style.")
    if batch_size is not None:
        check_type(batch_size, "batch_size", int, bool)
        check_positive(batch_size, "batch_size")  # type: ignore[arg-type]
    check_optional_type(shuffle, "shuffle", bool)
    check_not_given(sampler is not None and shuffle, "sampler", "with shuffle")
    if batch_sampler is not None:
        beside = "with batch_sampler"
        check_not_given(batch_size != 1, "batch_size", beside)
        check_not_given(shuffle, "shuffle", beside)
        check_not_given(sampler is not None, "sampler", beside)
        check_not_given(drop_last, "drop_last", beside)


def _check_context(context: object, num_workers: int) -> None:
    if context is None:
        return
    _check_has_workers(True, "multiprocessing_context", num_workers)
    if not isinstance(context, str | BaseContext):
        methods = multiprocessing.get_all_start_methods()
        raise TypeError(
            f"multiprocessing_context must be {methods} or multiprocessing.context.BaseContext, but got: {context}."
        )


def _check_prefetch(prefetch_factor: int | None, num_workers: int) -> None:
    if prefetch_factor is None:
        return
    _check_has_workers(True, "prefetch_factor", num_workers)
    check_type(prefetch_factor, "prefetch_factor", int, bool)
    check_positive(prefetch_factor, "prefetch_factor")


def _check_has_workers(given: object, name: str, num_workers: int) -> None:
    if given and not num_workers:
        raise ValueError(f"{name} must only be specified when num_workers is greater than 0, but got: {num_workers}.")


def _warn_of_too_many(num_workers: int) -> None:
    most = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or num_workers
    if num_workers > most:
        log.warning(
            f"DataLoader's num_workers with value {num_workers} is more than the {most} processors of this process; "
            "fewer workers may be faster."
        )


@contextmanager
def _said_in_the_log() -> Iterator[None]:
    """Silence torch's own warning of too many workers."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "This DataLoader will create", UserWarning)
        yield


def _has_card() -> bool:
    device = current_device()
    return device is not None and device.type != "cpu"


def _in_place(value: Any, move: Callable[[torch.Tensor], torch.Tensor]) -> Any:
    """Return a batch with every Tensor of it moved; dicts, lists and tuples keep their types where they can."""
    if isinstance(value, Tensor):
        return Tensor(move(value._t))
    if isinstance(value, Mapping):
        moved = {key: _in_place(one, move) for key, one in value.items()}
        return type(value)(moved) if type(value) is not dict else moved  # type: ignore[call-arg]
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        parts = [_in_place(one, move) for one in value]
        if isinstance(value, tuple):
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        return parts
    return value


def _as_it_is(value: Any) -> Any:
    return value
