"""What a loader's worker process knows of itself, and how it starts.

Source: mindspore.dataset.dataloader._utils.worker, MindSpore 2.10
"""

from __future__ import annotations

import os
import random
import traceback
from collections.abc import Callable
from typing import Any

import numpy as np

from ms2torch._core.device import set_current_device
from ms2torch._core.generator import manual_seed
from ms2torch._core.seed import set_seed

_own_info: WorkerInfo | None = None


class WorkerInfo:
    """Which worker of a loader a process is; what it says cannot be changed.

    Args:
        id (int): its number.
        num_workers (int): how many there are.
        seed (int): the seed of its random numbers.
        dataset (Dataset): its copy of the dataset.
    """

    id: int
    num_workers: int
    seed: int
    dataset: Any

    def __init__(self, id: int, num_workers: int, seed: int, dataset: Any) -> None:
        self.__dict__.update(id=id, num_workers=num_workers, seed=seed, dataset=dataset)

    def __setattr__(self, name: str, value: object) -> None:
        raise RuntimeError("Cannot modify the attributes of WorkerInfo object after initialization.")

    def __repr__(self) -> str:
        told = ", ".join(f"{name}: {value}" for name, value in vars(self).items())
        return f"WorkerInfo: {{{told}}}"


def get_worker_info() -> WorkerInfo | None:
    """Return which worker of a loader this process is: `id`, `num_workers`, `seed` and `dataset`; else None.

    Source: mindspore.dataset.dataloader.get_worker_info, MindSpore 2.10
    """
    return _own_info


class Failure:
    """An error of a worker's, on its way to the process that reads.

    Args:
        error (Exception): the error.
    """

    def __init__(self, error: Exception) -> None:
        who = "main process" if _own_info is None else f"worker {_own_info.id}"
        told = "".join(traceback.format_exception(error))
        self.message = f"DataLoader {who} (pid: {os.getpid()}) caught {type(error).__name__} with message:\n{told}"


class StartOfWorker:
    """Seed a worker, tell it who it is and call the user's function; called in the worker with its number.

    An error of the user's function is kept, for the first batch to bring.

    Args:
        dataset (Dataset): the dataset.
        num_workers (int): how many workers there are.
        base_seed (int): the seed of worker 0; the next have the next.
        worker_init_fn (Callable, optional): the user's function of the worker's number. Default: ``None``.
    """

    failure: Failure | None = None

    def __init__(
        self, dataset: Any, num_workers: int, base_seed: int, worker_init_fn: Callable[[int], object] | None = None
    ) -> None:
        self._dataset = dataset
        self._num_workers = num_workers
        self._base_seed = base_seed
        self._worker_init_fn = worker_init_fn

    def __call__(self, worker_id: int) -> None:
        global _own_info
        set_current_device(None)  # batches are made on the CPU: a forked process cannot use a card of its parent's
        seed = self._base_seed + worker_id
        random.seed(seed)
        set_seed(seed % 2**32)
        manual_seed(seed)
        words = np.random.SeedSequence([worker_id, self._base_seed % 2**32, self._base_seed >> 32, 0])
        np.random.seed(words.generate_state(4))
        _own_info = WorkerInfo(worker_id, self._num_workers, seed, self._dataset)
        try:
            if self._worker_init_fn is not None:
                self._worker_init_fn(worker_id)
        except Exception as error:  # noqa: BLE001 - whatever the user's code raises is told
            StartOfWorker.failure = Failure(error)
