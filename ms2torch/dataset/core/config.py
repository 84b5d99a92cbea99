"""Settings of every dataset pipeline: `mindspore.dataset.config`.

Only the settings that have an effect here exist; the others concern MindSpore's own threads, buffers and autotuning.

Source: mindspore.dataset.config, MindSpore 2.10
"""

from __future__ import annotations

import os

from ms2torch._core.seed import get_seed as _get_global_seed

_UNSET = 5489  # what MindSpore answers as long as no seed is set
_MAX_UINT32 = 2**32 - 1

_seed: int | None = None
_global_seed_then: int | None = None
_num_parallel_workers: int | None = None
_start_method = "fork"


def set_seed(seed: int) -> None:
    """Set the seed of shuffling and random sampling.

    Args:
        seed (int): the seed, ``0 <= seed < 2**32``.

    Raises:
        TypeError: if `seed` is not an int.
        ValueError: if `seed` is out of range.

    Differs from MindSpore:
        The same seed gives the same order each time, but not MindSpore's own order.

    Source: mindspore.dataset.config.set_seed, MindSpore 2.10
    """
    global _seed, _global_seed_then
    _check_int("seed", seed, 0, _MAX_UINT32)
    _seed, _global_seed_then = seed, _get_global_seed()


def get_seed() -> int:
    """Return the seed: the last of this module's `set_seed` and `mindspore.set_seed`, 5489 if there was none.

    Source: mindspore.dataset.config.get_seed, MindSpore 2.10
    """
    seed = current_seed()
    return _UNSET if seed is None else seed


def current_seed() -> int | None:
    """Return the seed in force, or ``None``: then every pipeline draws its own."""
    whole = _get_global_seed()
    return whole if _seed is None or whole != _global_seed_then else _seed


def set_num_parallel_workers(num: int) -> None:
    """Set how many processes a `map` or `batch` with ``python_multiprocessing=True`` and no number of its own gets.

    Args:
        num (int): number of processes, at least 1.

    Raises:
        TypeError: if `num` is not an int.
        ValueError: if `num` is less than 1.

    Source: mindspore.dataset.config.set_num_parallel_workers, MindSpore 2.10
    """
    global _num_parallel_workers
    _check_int("num", num, 1, 2**31 - 1)
    _num_parallel_workers = num


def get_num_parallel_workers() -> int:
    """Return the number set by `set_num_parallel_workers`; at first 8, or the number of CPUs if that is less.

    Source: mindspore.dataset.config.get_num_parallel_workers, MindSpore 2.10
    """
    return _num_parallel_workers or min(8, os.cpu_count() or 1)


def set_multiprocessing_start_method(start_method: str = "fork") -> None:
    """Set how worker processes are started.

    Args:
        start_method (str): ``"fork"`` or ``"spawn"``. Default: ``"fork"``.

    Raises:
        TypeError: if `start_method` is not a str.
        ValueError: if it is neither.

    Source: mindspore.dataset.config.set_multiprocessing_start_method, MindSpore 2.10
    """
    global _start_method
    if not isinstance(start_method, str):
        raise TypeError(f"start_method must be a str, but got {type(start_method)}.")
    if start_method not in ("fork", "spawn"):
        raise ValueError(f"start_method must be 'fork' or 'spawn', but got {start_method!r}.")
    _start_method = start_method


def get_multiprocessing_start_method() -> str:
    """Return the start method of worker processes.

    Source: mindspore.dataset.config.get_multiprocessing_start_method, MindSpore 2.10
    """
    return _start_method


def _check_int(name: str, value: object, lowest: int, highest: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an int, but got {value!r} of type {type(value).__name__}.")
    if not lowest <= value <= highest:
        raise ValueError(f"{name} must be between {lowest} and {highest}, but got {value}.")
