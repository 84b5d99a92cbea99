"""Settings of every dataset pipeline: `mindspore.dataset.config`.

What has an effect here: seed, number of workers, start method of processes, `set_error_samples_mode` and
`set_debug_mode`. The others concern MindSpore's own threads, buffers, devices and autotuning: they are checked and
returned.

Source: mindspore.dataset.config, MindSpore 2.10
"""

from __future__ import annotations

import json
import os
import random
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ms2torch._core.seed import get_seed as _get_global_seed

if TYPE_CHECKING:
    from ms2torch.dataset.debug import DebugHook

__all__ = [
    "ErrorSamplesMode",
    "_init_device_info",
    "get_auto_num_workers",
    "get_auto_offload",
    "get_autotune_interval",
    "get_callback_timeout",
    "get_debug_mode",
    "get_enable_autotune",
    "get_enable_shared_mem",
    "get_enable_watchdog",
    "get_error_samples_mode",
    "get_fast_recovery",
    "get_iterator_mode",
    "get_monitor_sampling_interval",
    "get_multiprocessing_start_method",
    "get_multiprocessing_timeout_interval",
    "get_num_parallel_workers",
    "get_numa_enable",
    "get_prefetch_size",
    "get_seed",
    "load",
    "set_auto_num_workers",
    "set_auto_offload",
    "set_autotune_interval",
    "set_callback_timeout",
    "set_debug_mode",
    "set_enable_autotune",
    "set_enable_shared_mem",
    "set_enable_watchdog",
    "set_error_samples_mode",
    "set_fast_recovery",
    "set_iterator_mode",
    "set_monitor_sampling_interval",
    "set_multiprocessing_start_method",
    "set_multiprocessing_timeout_interval",
    "set_num_parallel_workers",
    "set_numa_enable",
    "set_prefetch_size",
    "set_seed",
    "set_sending_batches",
]

_UNSET = 5489  # what MindSpore answers as long as no seed is set
_MAX_INT32 = 2**31 - 1
_MAX_UINT32 = 2**32 - 1

_seed: int | None = None
_global_seed_then: int | None = None
_num_parallel_workers: int | None = None
_start_method = "fork"


def set_seed(seed: int) -> None:
    """Set the seed of shuffling, sampling and random operations, and those of Python's and numpy's own generators.

    Args:
        seed (int): the seed, ``0 <= seed < 2**32``.

    Raises:
        TypeError: if `seed` is not an int.
        ValueError: if `seed` is out of range.

    Source: mindspore.dataset.config.set_seed, MindSpore 2.10
    """
    global _seed, _global_seed_then
    _check_int("seed", seed, 0, _MAX_UINT32)
    _seed, _global_seed_then = seed, _get_global_seed()
    random.seed(seed)
    np.random.seed(seed)


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


def shared_seed(own: int) -> int:
    """Return the seed by which rows are divided among processes: where none is set all take the same one.

    Args:
        own (int): the pipeline's seed, which is taken where one is set.
    """
    return own if seed_is_set() else _UNSET


def seed_is_set() -> bool:
    """Return whether a seed is in force; 5489 is none, as in MindSpore."""
    return current_seed() not in (None, _UNSET)


def pipeline_seed() -> int:
    """Return the seed in force, or a fresh one: what each pipeline, and each operation on its own, begins with."""
    return get_seed() % 2**32 if seed_is_set() else int.from_bytes(os.urandom(4), "little")


def set_num_parallel_workers(num: int) -> None:
    """Set how many workers an operation without a number of its own has.

    Workers are processes where ``python_multiprocessing=True``. Elsewhere the number decides, as in MindSpore, which
    random stream a row gets, and how many files are read side by side.

    Args:
        num (int): number of processes, at least 1.

    Raises:
        TypeError: if `num` is not an int.
        ValueError: if `num` is less than 1.

    Source: mindspore.dataset.config.set_num_parallel_workers, MindSpore 2.10
    """
    global _num_parallel_workers
    _check_int("num", num, 1, _MAX_INT32)
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


# -------- settings of MindSpore's own machinery: kept, returned
@dataclass
class _Kept:
    prefetch_size: int = 16
    numa_enable: bool = False
    monitor_sampling_interval: int = 1000
    auto_num_workers: bool = False
    callback_timeout: int = 60
    enable_autotune: bool = False
    autotune_interval: int = 0
    enable_shared_mem: bool = True
    sending_batches: int = 0
    auto_offload: bool = False
    enable_watchdog: bool = True
    multiprocessing_timeout_interval: int = 300
    dynamic_shape: bool = False
    fast_recovery: bool = True
    iterator_mode: dict[str, bool] = field(default_factory=lambda: {"do_copy": False, "parallel_convert": False})
    video_backend: str = "CPU"


_kept = _Kept()


def set_prefetch_size(size: int) -> None:
    """Keep the number of rows that MindSpore's threads hold ready; no effect.

    Args:
        size (int): at least 1.

    Source: mindspore.dataset.config.set_prefetch_size, MindSpore 2.10
    """
    _check_int("size", size, 1, _MAX_INT32)
    _kept.prefetch_size = size


def get_prefetch_size() -> int:
    """Return what `set_prefetch_size` set, 16 at first."""
    return _kept.prefetch_size


def set_numa_enable(numa_enable: bool) -> None:
    """Keep whether MindSpore binds its threads to memory; no effect.

    Source: mindspore.dataset.config.set_numa_enable, MindSpore 2.10
    """
    _check_bool("numa_enable", numa_enable)
    _kept.numa_enable = numa_enable


def get_numa_enable() -> bool:
    """Return what `set_numa_enable` set."""
    return _kept.numa_enable


def set_monitor_sampling_interval(interval: int) -> None:
    """Keep how often, in milliseconds, MindSpore's monitor looks; no effect.

    Source: mindspore.dataset.config.set_monitor_sampling_interval, MindSpore 2.10
    """
    _check_int("interval", interval, 1, _MAX_INT32)
    _kept.monitor_sampling_interval = interval


def get_monitor_sampling_interval() -> int:
    """Return what `set_monitor_sampling_interval` set, 1000 at first."""
    return _kept.monitor_sampling_interval


def set_auto_num_workers(enable: bool) -> None:
    """Keep whether MindSpore chooses numbers of workers; no effect.

    Source: mindspore.dataset.config.set_auto_num_workers, MindSpore 2.10
    """
    _check_bool("enable", enable)
    _kept.auto_num_workers = enable


def get_auto_num_workers() -> bool:
    """Return what `set_auto_num_workers` set."""
    return _kept.auto_num_workers


def set_callback_timeout(timeout: int) -> None:
    """Set how many seconds a `WaitedDSCallback` waits for training.

    Source: mindspore.dataset.config.set_callback_timeout, MindSpore 2.10
    """
    _check_int("timeout", timeout, 1, _MAX_INT32)
    _kept.callback_timeout = timeout


def get_callback_timeout() -> int:
    """Return what `set_callback_timeout` set, 60 at first."""
    return _kept.callback_timeout


def set_enable_autotune(enable: bool, filepath_prefix: str | None = None) -> None:
    """Keep whether MindSpore tunes its pipelines; no effect.

    Args:
        enable (bool): whether.
        filepath_prefix (str, optional): where MindSpore would save what it finds; nothing is saved. Default: ``None``.

    Source: mindspore.dataset.config.set_enable_autotune, MindSpore 2.10
    """
    _check_bool("enable", enable)
    if filepath_prefix and not isinstance(filepath_prefix, str):
        raise TypeError(f"json_filepath must be a str value but was: {filepath_prefix}.")
    if enable and filepath_prefix == "":
        raise RuntimeError("The value of json_filepath cannot be the empty string.")
    _kept.enable_autotune = enable


def get_enable_autotune() -> bool:
    """Return what `set_enable_autotune` set."""
    return _kept.enable_autotune


def set_autotune_interval(interval: int) -> None:
    """Keep how often, in steps, MindSpore tunes; no effect.

    Source: mindspore.dataset.config.set_autotune_interval, MindSpore 2.10
    """
    _check_int("interval", interval, 0, _MAX_INT32)
    _kept.autotune_interval = interval


def get_autotune_interval() -> int:
    """Return what `set_autotune_interval` set."""
    return _kept.autotune_interval


def set_enable_shared_mem(enable: bool) -> None:
    """Keep whether MindSpore's processes share memory; torch's always do.

    Source: mindspore.dataset.config.set_enable_shared_mem, MindSpore 2.10
    """
    _check_bool("enable", enable)
    _kept.enable_shared_mem = enable


def get_enable_shared_mem() -> bool:
    """Return what `set_enable_shared_mem` set, ``True`` at first."""
    return _kept.enable_shared_mem


def set_sending_batches(batch_num: int) -> None:
    """Keep how many batches MindSpore sends to a device ahead; no effect.

    Source: mindspore.dataset.config.set_sending_batches, MindSpore 2.10
    """
    if not isinstance(batch_num, int) or isinstance(batch_num, bool):
        raise TypeError("batch_num must be an int dtype.")
    _kept.sending_batches = batch_num


def set_auto_offload(offload: bool) -> None:
    """Keep whether MindSpore moves operations to a device; no effect.

    Source: mindspore.dataset.config.set_auto_offload, MindSpore 2.10
    """
    _check_bool("offload", offload)
    _kept.auto_offload = offload


def get_auto_offload() -> bool:
    """Return what `set_auto_offload` set."""
    return _kept.auto_offload


def set_enable_watchdog(enable: bool) -> None:
    """Keep whether MindSpore watches its processes; torch's DataLoader always does.

    Source: mindspore.dataset.config.set_enable_watchdog, MindSpore 2.10
    """
    _check_bool("enable", enable)
    _kept.enable_watchdog = enable


def get_enable_watchdog() -> bool:
    """Return what `set_enable_watchdog` set, ``True`` at first."""
    return _kept.enable_watchdog


def set_multiprocessing_timeout_interval(interval: int) -> None:
    """Keep after how many seconds MindSpore warns of a slow process; no effect.

    Source: mindspore.dataset.config.set_multiprocessing_timeout_interval, MindSpore 2.10
    """
    _check_int("interval", interval, 1, _MAX_INT32)
    _kept.multiprocessing_timeout_interval = interval


def get_multiprocessing_timeout_interval() -> int:
    """Return what `set_multiprocessing_timeout_interval` set, 300 at first."""
    return _kept.multiprocessing_timeout_interval


def set_dynamic_shape(is_dynamic: bool) -> None:
    """Keep whether MindSpore expects shapes to change; here they may.

    Source: mindspore.dataset.config.set_dynamic_shape, MindSpore 2.10
    """
    _check_bool("is_dynamic", is_dynamic)
    _kept.dynamic_shape = is_dynamic


def get_dynamic_shape() -> bool:
    """Return what `set_dynamic_shape` set."""
    return _kept.dynamic_shape


def set_fast_recovery(fast_recovery: bool) -> None:
    """Keep whether MindSpore skips rows without making them when it resumes; no effect.

    Source: mindspore.dataset.config.set_fast_recovery, MindSpore 2.10
    """
    _check_bool("fast_recovery", fast_recovery)
    _kept.fast_recovery = fast_recovery


def get_fast_recovery() -> bool:
    """Return what `set_fast_recovery` set, ``True`` at first."""
    return _kept.fast_recovery


def set_iterator_mode(do_copy: bool = False, parallel_convert: bool = False) -> None:
    """Keep how MindSpore's iterators make Tensors; here they are copies, made one after another.

    Source: mindspore.dataset.config.set_iterator_mode, MindSpore 2.10
    """
    _check_bool("do_copy", do_copy)
    _check_bool("parallel_convert", parallel_convert)
    _kept.iterator_mode = {"do_copy": do_copy, "parallel_convert": parallel_convert}


def get_iterator_mode() -> dict[str, bool]:
    """Return what `set_iterator_mode` set."""
    return dict(_kept.iterator_mode)


def set_video_backend(backend: str) -> None:
    """Choose what decodes video: only the CPU.

    Args:
        backend (str): ``"CPU"``.

    Raises:
        ValueError: if it is another.

    Source: mindspore.dataset.config.set_video_backend, MindSpore 2.10
    """
    if not isinstance(backend, str):
        raise TypeError(f"backend must be a str, but got {type(backend)}.")
    if backend != "CPU":
        raise ValueError(f"set_video_backend: there is no {backend!r} here; use 'CPU'.")
    _kept.video_backend = backend


def get_video_backend() -> str:
    """Return what `set_video_backend` set."""
    return _kept.video_backend


def load(file: str) -> None:
    """Read settings from a JSON file, whose names are those of the functions without ``set_``.

    Args:
        file (str): the file.

    Raises:
        RuntimeError: if it cannot be read.

    Source: mindspore.dataset.config.load, MindSpore 2.10
    """
    try:
        content = json.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RuntimeError(f"Invalid file, failed to open config file {file}: {error}") from error
    names = {
        "numParallelWorkers": "num_parallel_workers",
        "opConnectorSize": "prefetch_size",
        "monitorSamplingInterval": "monitor_sampling_interval",
    }
    setters = {
        "num_parallel_workers": set_num_parallel_workers,
        "prefetch_size": set_prefetch_size,
        "seed": set_seed,
        "monitor_sampling_interval": set_monitor_sampling_interval,
        "callback_timeout": set_callback_timeout,
    }
    for name, value in content.items():
        setter = setters.get(names.get(name, name) or "")
        if setter is not None:
            setter(value)


def as_text() -> str:
    """Return all settings, as JSON."""
    return json.dumps({"seed": get_seed(), "num_parallel_workers": get_num_parallel_workers(), **asdict(_kept)})


# -------- what fails, and why
class ErrorSamplesMode(IntEnum):
    """What `map` does with a row that an operation fails on.

    Source: mindspore.dataset.config.ErrorSamplesMode, MindSpore 2.10
    """

    RETURN = 0
    REPLACE = 1
    SKIP = 2


_error_samples_mode = ErrorSamplesMode.RETURN
_debug_mode = False
_debug_hooks: list[DebugHook] = []


def set_error_samples_mode(error_samples_mode: ErrorSamplesMode) -> None:
    """Set what `map` does with a row that an operation fails on.

    Args:
        error_samples_mode (ErrorSamplesMode): ``RETURN``: raise; ``REPLACE``: give the row before again; ``SKIP``:
            leave the row out.

    Raises:
        TypeError: if it is none of these.

    Source: mindspore.dataset.config.set_error_samples_mode, MindSpore 2.10
    """
    global _error_samples_mode
    if not isinstance(error_samples_mode, ErrorSamplesMode):
        raise TypeError(
            f"Argument error_samples_mode with value {error_samples_mode} is not of type [<enum "
            f"'ErrorSamplesMode'>], but "
            f"got {type(error_samples_mode)}."
        )
    _error_samples_mode = error_samples_mode


def get_error_samples_mode() -> ErrorSamplesMode:
    """Return what `set_error_samples_mode` set."""
    return _error_samples_mode


def set_debug_mode(debug_mode_flag: bool, debug_hook_list: list[Any] | None = None) -> None:
    """Set whether hooks see what goes into and comes out of each operation of `map`.

    Args:
        debug_mode_flag (bool): whether.
        debug_hook_list (list[DebugHook], optional): the hooks. Default: ``None``, print types and shapes.

    Raises:
        TypeError: if an argument is not of the type above.

    Source: mindspore.dataset.config.set_debug_mode, MindSpore 2.10
    """
    global _debug_mode, _debug_hooks
    from ms2torch.dataset.debug import DebugHook, PrintMetaDataHook

    if not isinstance(debug_mode_flag, bool):
        raise TypeError("debug_mode_flag isn't of type boolean.")
    hooks: list[Any] = [PrintMetaDataHook()] if debug_hook_list is None else debug_hook_list
    if not isinstance(hooks, list):
        raise TypeError("debug_hook_list is not a list.")
    if not all(isinstance(hook, DebugHook) for hook in hooks):
        raise TypeError("All items in debug_hook_list must be of type DebugHook.")
    _debug_mode, _debug_hooks = debug_mode_flag, hooks


def get_debug_mode() -> bool:
    """Return whether `set_debug_mode` set it."""
    return _debug_mode


def debug_hooks() -> list[DebugHook]:
    """Return the hooks in force: none outside debug mode."""
    return list(_debug_hooks) if _debug_mode else []


def _init_device_info() -> None:
    """Do nothing: which device trains is no matter of the data."""


def _check_bool(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be a boolean dtype.")


def _check_int(name: str, value: object, lowest: int, highest: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} isn't of type int, but {value!r} of type {type(value).__name__}.")
    if not lowest <= value <= highest:
        raise ValueError(f"{name} is not within the required range [{lowest}, {highest}], but {value}.")
