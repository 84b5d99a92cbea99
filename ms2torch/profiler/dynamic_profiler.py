"""Profiling on demand."""

from __future__ import annotations

from typing import Any


class DynamicProfilerMonitor:
    """Refuse: MindSpore's profiler of Ascend cards listens to a file; torch's is started by the program.

    Args:
        cfg_path (str, optional): the folder of the file. Default: ``None``.
        output_path (str): where it writes. Default: ``"./dyn_profile_data"``.
        poll_interval (int): seconds between looks at the file. Default: ``2``.
        kwargs: the rest of its settings.

    Raises:
        NotImplementedError: always, with what to do instead.

    Source: mindspore.profiler.DynamicProfilerMonitor, MindSpore 2.10
    """

    def __init__(
        self,
        cfg_path: str | None = None,
        output_path: str = "./dyn_profile_data",
        poll_interval: int = 2,
        **kwargs: Any,
    ) -> None:
        del cfg_path, output_path, poll_interval, kwargs
        msg = (
            "DynamicProfilerMonitor works with Ascend's profiler only; use mindspore.profiler.profile, or "
            "torch.profiler with a schedule"
        )
        raise NotImplementedError(msg)
