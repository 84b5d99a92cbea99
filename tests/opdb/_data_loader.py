"""Loaders whose batches, draws and complaints both sides share, as functions of either package."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np


class Pair(NamedTuple):
    """A sample whose parts have names."""

    x: Any
    y: Any


def told(call: Callable[[], Any]) -> str:
    """Return what a call gives as text; of an error its type, of its message what is not of a process or a file."""
    try:
        return repr(call())
    except Exception as error:
        return f"{type(error).__name__}: {str(error).partition(' (pid: ')[0]}"


class Numbers:
    """Numbers by index; a dataset without a base."""

    def __init__(self, length: int = 5) -> None:
        self._length = length

    def __getitem__(self, index: int) -> int:
        return index

    def __len__(self) -> int:
        return self._length


class Failing(Numbers):
    """Fails at the index 2."""

    def __getitem__(self, index: int) -> int:
        if index == 2:
            raise KeyError(index)
        return index


def _as_it_is(batch: Any) -> Any:
    return batch


def _refuse(worker: int) -> None:
    raise ValueError(f"worker {worker} refuses")


def cases(ms: Any, loader: Any) -> dict[str, Callable[[], Any]]:
    """Return the calls by name; `ms` is either package, `loader` its `dataset.dataloader`."""
    return {
        **_samplers(ms, loader),
        **_joined(ms, loader),
        **_loaders(ms, loader),
        **_workers(loader),
        **_refused(loader),
    }


def _seeded(ms: Any, make: Callable[[], Any]) -> Callable[[], Any]:
    def call() -> Any:
        ms.set_seed(3)
        return list(make()), list(make())

    return call


def _samplers(ms: Any, L: Any) -> dict[str, Callable[[], Any]]:
    of = range(10)

    def epoch() -> Any:
        sampler = L.DistributedSampler(of, 3, 1, seed=5)
        sampler.set_epoch(2)
        return list(sampler), len(sampler)

    def twice() -> Any:
        sampler = L.RandomSampler(of, num_samples=20, generator=np.random.default_rng(4))
        return list(sampler), list(sampler), len(sampler)

    return {
        "random": _seeded(ms, lambda: L.RandomSampler(of)),
        "replaced": _seeded(ms, lambda: L.RandomSampler(of, True, 40)),
        "more than there are": _seeded(ms, lambda: L.RandomSampler(of, False, 25)),
        "own generator": twice,
        "dealt": lambda: [list(L.DistributedSampler(of, 3, rank)) for rank in range(3)],
        "dealt whole": lambda: [list(L.DistributedSampler(of, 3, rank, drop_last=True)) for rank in range(3)],
        "dealt epoch": epoch,
        "dealt few": lambda: [list(L.DistributedSampler(range(2), 5, rank, shuffle=False)) for rank in range(5)],
        "dealt too few": lambda: list(L.DistributedSampler(range(2), 5, 0, drop_last=True)),
        "alone": lambda: (L.DistributedSampler(of).num_replicas, L.DistributedSampler(of).rank),
        "lists": lambda: (list(L.BatchSampler(range(5), 2, False)), len(L.BatchSampler(range(5), 2, False))),
        "whole lists": lambda: (list(L.BatchSampler(range(5), 2, True)), len(L.BatchSampler(range(5), 2, True))),
    }


def _joined(ms: Any, L: Any) -> dict[str, Callable[[], Any]]:
    T = ms.Tensor
    batches: dict[str, Any] = {
        "ints": [1, 2],
        "floats": [1.5, 2],
        "bools": [True, False],
        "int and float": [1, 2.5],
        "numpy int32": [np.int32(3), np.int32(4)],
        "numpy uint8": [np.uint8(3)],
        "numpy uint16": [np.uint8(3), np.uint16(3)],
        "numpy float16": [np.float16(2)],
        "numpy float64": [np.float64(2)],
        "numpy bool": [np.bool_(True)],
        "arrays": [np.arange(3, dtype=np.int16)] * 2,
        "empty arrays": [np.array(3.5)] * 2,
        "Tensors": [T([1, 2]), T([3, 4])],
        "Tensors of types": [T([1, 2]), T([3.5, 4])],
        "Tensor and number": [T(1), 2],
        "texts": ["a", "b"],
        "bytes": [b"a"],
        "dicts": [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}],
        "ordered": [OrderedDict(a=1)],
        "tuples": [(1, 2.5), (3, 4.0)],
        "lists": [[1, 2], [3, 4]],
        "named": [Pair(1, 2), Pair(3, 4)],
        "ragged": [[1, 2], [3, 4, 5]],
        "shapes": [np.arange(2), np.arange(3)],
        "other keys": [{"a": 1}, {"b": 2}],
        "None": [None],
        "complex": [1 + 2j],
        "no samples": [],
        "array of text": [np.array(["a"])],
    }
    single: dict[str, Any] = {
        "number": np.float32(2),
        "array": np.arange(3),
        "text": np.array(["text"]),
        "tuple": (np.float32(2), "a", b"b", None),
        "dict": {"data": np.array([0, 1]), "n": 2},
        "pair": Pair(np.arange(2), 2),
        "list": [np.arange(2), [np.int8(3)]],
    }
    return {
        **{f"join {name}": lambda batch=batch: L.default_collate(batch) for name, batch in batches.items()},
        **{f"convert {name}": lambda data=data: L.default_convert(data) for name, data in single.items()},
    }


def _streams(L: Any) -> tuple[Any, Any]:
    class Stream(L.IterableDataset):
        def __iter__(self) -> Iterator[int]:
            worker = L.get_worker_info()
            first, step = (0, 1) if worker is None else (worker.id, worker.num_workers)
            return iter(range(first, 7, step))

    class Counted(Stream):
        def __len__(self) -> int:
            return 7

    return Stream, Counted


def _loaders(ms: Any, L: Any) -> dict[str, Callable[[], Any]]:
    stream, counted = _streams(L)
    columns = (ms.Tensor([1, 2]), ms.Tensor([3.0, 4]))

    def generated() -> Any:
        loader = L.DataLoader(Numbers(10), 4, True, generator=np.random.default_rng(4))
        return [[batch.asnumpy().tolist() for batch in loader] for _ in range(3)]

    return {
        "shuffled": generated,
        "batches": lambda: list(L.DataLoader(Numbers(), 2)),
        "whole batches": lambda: list(L.DataLoader(Numbers(), 2, drop_last=True)),
        "no batches": lambda: list(L.DataLoader(Numbers(), None)),
        "own lists": lambda: list(L.DataLoader(Numbers(), batch_sampler=[[0, 2], [1]])),
        "own order": lambda: list(L.DataLoader(Numbers(), sampler=[3, 1])),
        "own function": lambda: list(L.DataLoader(Numbers(), 2, collate_fn=_as_it_is)),
        "stream": lambda: list(L.DataLoader(stream(), 3)),
        "stream whole": lambda: list(L.DataLoader(stream(), 3, drop_last=True)),
        "stream no batches": lambda: list(L.DataLoader(stream(), None)),
        "stream length": lambda: len(L.DataLoader(stream(), 3)),
        "lengths": lambda: [
            *(len(L.DataLoader(counted(), size, drop_last=drop)) for size in (3, 7, None) for drop in (False, True)),
            *(len(L.DataLoader(Numbers(), size, drop_last=drop)) for size in (2, 5, None) for drop in (False, True)),
        ],
        "columns": lambda: list(L.DataLoader(L.TensorDataset(*columns), 2)),
        "column rows": lambda: list(L.TensorDataset(*columns)),
        "columns differ": lambda: L.TensorDataset(columns[0], ms.Tensor([1])),
        "no item": lambda: L.Dataset()[0],
        "no iteration": lambda: iter(L.IterableDataset()),
        "failing": lambda: list(L.DataLoader(Failing(), 2)),
        "nothing": lambda: list(L.DataLoader([])),
    }


def _workers(L: Any) -> dict[str, Callable[[], Any]]:
    stream, _ = _streams(L)

    class Told(Numbers):
        def __getitem__(self, index: int) -> Any:
            worker = L.get_worker_info()
            return worker.id, worker.num_workers, worker.seed, random.random(), np.random.rand(), index

    def epochs(**options: Any) -> Any:
        loader = L.DataLoader(Numbers(), 2, True, num_workers=2, generator=np.random.default_rng(4), **options)
        return [[batch.asnumpy().tolist() for batch in loader] for _ in range(3)]

    def shuffled() -> Any:
        options = {"generator": np.random.default_rng(4), "collate_fn": _as_it_is}
        return list(L.DataLoader(Told(), 2, True, num_workers=2, **options))

    return {
        "worker draws": shuffled,
        "worker epochs": epochs,
        "worker stays": lambda: epochs(persistent_workers=True),
        "worker stream": lambda: list(L.DataLoader(stream(), 2, num_workers=2)),
        "worker stream whole": lambda: list(L.DataLoader(stream(), 2, num_workers=2, drop_last=True)),
        "worker fails": lambda: list(L.DataLoader(Failing(), 2, num_workers=2)),
        "worker refuses": lambda: list(L.DataLoader(Numbers(), 2, num_workers=1, worker_init_fn=_refuse)),
        "no worker": L.get_worker_info,
    }


def _refused(L: Any) -> dict[str, Callable[[], Any]]:
    stream, _ = _streams(L)
    options: list[dict[str, Any]] = [
        {"batch_size": 0},
        {"batch_size": True},
        {"batch_size": 1.5},
        {"shuffle": 1},
        {"shuffle": True, "sampler": [1]},
        {"batch_sampler": [[1]], "batch_size": 2},
        {"batch_sampler": [[1]], "shuffle": True},
        {"batch_sampler": [[1]], "drop_last": True},
        {"batch_sampler": [[1]], "sampler": [1]},
        {"num_workers": -1},
        {"num_workers": True},
        {"pin_memory": 1},
        {"drop_last": 1},
        {"timeout": -1},
        {"timeout": "a"},
        {"multiprocessing_context": "fork"},
        {"multiprocessing_context": 3, "num_workers": 1},
        {"generator": 3},
        {"prefetch_factor": 2},
        {"prefetch_factor": 0, "num_workers": 1},
        {"prefetch_factor": "a", "num_workers": 1},
        {"persistent_workers": True},
        {"persistent_workers": 1},
        {"in_order": 1},
    ]
    streams: list[dict[str, Any]] = [{"shuffle": True}, {"sampler": [1]}, {"batch_sampler": [[1]]}]
    random_options: list[dict[str, Any]] = [
        {"replacement": 1},
        {"num_samples": 0},
        {"num_samples": 1.5},
        {"generator": 2},
    ]
    dealt: list[tuple[Any, ...]] = [(5, 5), (5, -1), (0, 0), ("a", 0), (2, 0, 1), (2, 0, True, "a"), (2, 0, True, 0, 1)]
    lists: list[tuple[Any, Any]] = [(0, False), (True, False), (1, 0)]
    return {
        **{f"refused {given}": lambda given=given: L.DataLoader(Numbers(), **given) for given in options},
        **{f"refused stream {given}": lambda given=given: L.DataLoader(stream(), **given) for given in streams},
        **{
            f"refused random {given}": lambda given=given: L.RandomSampler(range(3), **given)
            for given in random_options
        },
        **{f"refused dealt {given}": lambda given=given: L.DistributedSampler(range(2), *given) for given in dealt},
        **{f"refused lists {given}": lambda given=given: L.BatchSampler([1, 2], *given) for given in lists},
        "refused dataset": lambda: L.DataLoader(5),
        "refused epoch": lambda: L.DistributedSampler(range(2), 2, 0).set_epoch("a"),
    }
