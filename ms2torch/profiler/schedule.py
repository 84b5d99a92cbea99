"""When a profiler records, and what it does with a recording."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ms2torch._errors import require_default

__all__ = ["schedule", "tensorboard_trace_handler"]


def schedule(*, wait: int, active: int, warmup: int = 0, repeat: int = 0, skip_first: int = 0) -> Callable[[int], Any]:
    """Record in cycles of steps: some left out, some to warm up, some recorded.

    Args:
        wait (int): steps left out.
        active (int): steps recorded.
        warmup (int): steps to warm up. Default: ``0``.
        repeat (int): cycles; 0 means without end. Default: ``0``.
        skip_first (int): steps before the first cycle. Default: ``0``.

    Returns:
        Function from the step's number to what to do.

    Source: mindspore.profiler.schedule, MindSpore 2.10
    """
    import torch.profiler

    return torch.profiler.schedule(wait=wait, warmup=warmup, active=active, repeat=repeat, skip_first=skip_first)


def tensorboard_trace_handler(
    dir_name: str | None = None,
    worker_name: str | None = None,
    analyse_flag: bool = True,
    async_mode: bool = False,
) -> Callable[..., None]:
    """Write each recording as a trace that TensorBoard and Perfetto read.

    Args:
        dir_name (str, optional): where. Default ``None``: ``"./data"``.
        worker_name (str, optional): part of the file's name. Default ``None``: host and process.
        analyse_flag (bool): as MindSpore's, only ``True``. Default: ``True``.
        async_mode (bool): as MindSpore's, only ``False``. Default: ``False``.

    Returns:
        Function that takes a profiler.

    Source: mindspore.profiler.tensorboard_trace_handler, MindSpore 2.10
    """
    import torch.profiler

    name = "profiler.tensorboard_trace_handler"
    require_default(name, "analyse_flag", analyse_flag, True, "leave it True")
    require_default(name, "async_mode", async_mode, False, "leave it False")
    return torch.profiler.tensorboard_trace_handler(dir_name or "./data", worker_name)
