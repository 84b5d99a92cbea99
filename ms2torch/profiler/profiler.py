"""`profile`, and the older `Profiler`: recordings of torch.profiler."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Self

from ms2torch import log as logger
from ms2torch.profiler.constant import ProfilerActivity

__all__ = ["Profiler", "analyse", "profile"]


class profile:
    """Record operations while the block runs; also between `start` and `stop`.

    Args:
        activities (Iterable[ProfilerActivity], optional): what to measure. Default ``None``: all there is.
        with_stack (bool): with the Python stack. Default: ``False``.
        profile_memory (bool): with memory. Default: ``False``.
        data_process (bool): of Ascend; without effect. Default: ``False``.
        parallel_strategy (bool): of Ascend; without effect. Default: ``False``.
        start_profile (bool): start at once. Default: ``True``.
        hbm_ddr (bool): of Ascend; without effect. Default: ``False``.
        pcie (bool): of Ascend; without effect. Default: ``False``.
        sync_enable (bool): of Ascend; without effect. Default: ``True``.
        record_shapes (bool): with the inputs' shapes. Default: ``False``.
        schedule (Callable, optional): when to record, as made by `schedule`. Default ``None``: always.
        on_trace_ready (Callable, optional): what to do with a recording. Default ``None``: nothing.
        experimental_config (_ExperimentalConfig, optional): of Ascend; without effect. Default: ``None``.

    Differs from MindSpore: what is written is torch's trace, not Ascend's.

    Source: mindspore.profiler.profile, MindSpore 2.10
    """

    def __init__(
        self,
        activities: Iterable[ProfilerActivity] | None = None,
        with_stack: bool = False,
        profile_memory: bool = False,
        data_process: bool = False,
        parallel_strategy: bool = False,
        start_profile: bool = True,
        hbm_ddr: bool = False,
        pcie: bool = False,
        sync_enable: bool = True,
        record_shapes: bool = False,
        schedule: Callable[[int], Any] | None = None,
        on_trace_ready: Callable[..., Any] | None = None,
        experimental_config: Any = None,
    ) -> None:
        import torch.profiler

        del data_process, parallel_strategy, hbm_ddr, pcie, sync_enable, experimental_config  # Ascend's
        kinds = {ProfilerActivity.CPU: torch.profiler.ProfilerActivity.CPU,
                 ProfilerActivity.GPU: torch.profiler.ProfilerActivity.CUDA}  # fmt: skip
        asked = None if activities is None else [kinds[each] for each in activities if each in kinds]
        self._torch = torch.profiler.profile(
            activities=asked or None, schedule=schedule, on_trace_ready=on_trace_ready, record_shapes=record_shapes,
            profile_memory=profile_memory, with_stack=with_stack,
        )  # fmt: skip
        self._running = False
        if start_profile:
            self.start()

    def __enter__(self) -> Self:
        if not self._running:
            self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start recording.

        Source: mindspore.profiler.profile.start, MindSpore 2.10
        """
        self._torch.start()
        self._running = True

    def stop(self) -> None:
        """Stop recording.

        Source: mindspore.profiler.profile.stop, MindSpore 2.10
        """
        if self._running:
            self._torch.stop()
            self._running = False

    def step(self) -> None:
        """Say that a step is over.

        Source: mindspore.profiler.profile.step, MindSpore 2.10
        """
        self._torch.step()

    def add_metadata(self, key: str, value: str) -> None:
        """Put a text into the trace.

        Args:
            key (str): its name.
            value (str): the text.

        Source: mindspore.profiler.profile.add_metadata, MindSpore 2.10
        """
        self._torch.add_metadata(key, value)

    def add_metadata_json(self, key: str, value: str) -> None:
        """Put a JSON text into the trace.

        Args:
            key (str): its name.
            value (str): the text.

        Source: mindspore.profiler.profile.add_metadata_json, MindSpore 2.10
        """
        self._torch.add_metadata_json(key, value)


class Profiler:
    """Record operations from here to `analyse`, and write the trace.

    Args:
        kwargs (dict): ``output_path`` (where, default ``"./data"``), ``start_profile`` (start at once, default
            ``True``), ``profile_memory``, ``with_stack``, ``record_shapes``, ``schedule`` and ``on_trace_ready`` as
            of `profile`. Settings of Ascend are accepted, without effect.

    Differs from MindSpore: the trace is torch's, ``trace.json``, which Perfetto and TensorBoard read.

    Source: mindspore.Profiler, MindSpore 2.10
    """

    def __init__(self, **kwargs: Any) -> None:
        self._folder = kwargs.get("output_path", "./data")
        names = ("profile_memory", "with_stack", "record_shapes", "start_profile", "schedule", "on_trace_ready")
        self._inner = profile(**{name: kwargs[name] for name in names if name in kwargs})

    def start(self) -> None:
        """Start recording.

        Source: mindspore.Profiler.start, MindSpore 2.10
        """
        self._inner.start()

    def stop(self) -> None:
        """Stop recording.

        Source: mindspore.Profiler.stop, MindSpore 2.10
        """
        self._inner.stop()

    def step(self) -> None:
        """Say that a step is over.

        Source: mindspore.Profiler.step, MindSpore 2.10
        """
        self._inner.step()

    def add_metadata(self, key: str, value: str) -> None:
        """Write a word beside the trace.

        Args:
            key (str): its name.
            value (str): the word.

        Source: mindspore.Profiler.add_metadata, MindSpore 2.10
        """
        self._inner._torch.add_metadata(key, value)

    def add_metadata_json(self, key: str, value: str) -> None:
        """Write JSON beside the trace.

        Args:
            key (str): its name.
            value (str): the JSON as text.

        Source: mindspore.Profiler.add_metadata_json, MindSpore 2.10
        """
        self._inner._torch.add_metadata_json(key, value)

    @staticmethod
    def offline_analyse(
        path: str, pretty: bool = False, step_list: Any = None, data_simplification: bool = True
    ) -> None:
        """Accept a folder of Ascend's raw data; torch's traces need no second pass.

        Args:
            path (str): the folder.
            pretty (bool): of Ascend; without effect. Default: ``False``.
            step_list (list, optional): of Ascend; without effect. Default: ``None``.
            data_simplification (bool): of Ascend; without effect. Default: ``True``.

        Source: mindspore.Profiler.offline_analyse, MindSpore 2.10
        """
        del path, pretty, step_list, data_simplification

    def analyse(
        self, offline_path: str | None = None, pretty: bool = False, step_list: Any = None, mode: str = "sync"
    ) -> None:
        """Stop, and write the trace to the output path.

        Args:
            offline_path (str, optional): of Ascend; only ``None``. Default: ``None``.
            pretty (bool): of Ascend; without effect. Default: ``False``.
            step_list (list, optional): of Ascend; without effect. Default: ``None``.
            mode (str): of Ascend; without effect. Default: ``"sync"``.

        Raises:
            RuntimeError: if `offline_path` is given.

        Source: mindspore.Profiler.analyse, MindSpore 2.10
        """
        del pretty, step_list, mode
        if offline_path is not None:
            msg = "Profiler.analyse: there are no raw data of Ascend to analyse; leave offline_path None"
            raise RuntimeError(msg)
        self.stop()
        folder = Path(self._folder)
        folder.mkdir(parents=True, exist_ok=True)
        self._inner._torch.export_chrome_trace(str(folder / "trace.json"))


def analyse(
    profiler_path: str,
    max_process_number: int | None = None,
    pretty: bool = False,
    step_list: Any = None,
    data_simplification: bool = True,
) -> None:
    """Accept a folder of recordings: torch's traces need no second pass.

    Args:
        profiler_path (str): the folder that recordings were written to.
        max_process_number (int, optional): of Ascend; without effect. Default: ``None``.
        pretty (bool): of Ascend; without effect. Default: ``False``.
        step_list (list, optional): of Ascend; without effect. Default: ``None``.
        data_simplification (bool): of Ascend; without effect. Default: ``True``.

    Differs from MindSpore: raw data of Ascend are not analysed. A folder without a recording is an error in the log, as
    in MindSpore, where nothing is raised either.

    Source: mindspore.profiler.profiler.analyse, MindSpore 2.10
    """
    del max_process_number, pretty, step_list, data_simplification
    folder = Path(profiler_path)
    if not any(folder.glob("**/*.json")):
        logger.error("analyse: there is no trace below %s; write one with Profiler or profile first", folder.resolve())
