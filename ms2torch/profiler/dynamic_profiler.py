"""Recording of some steps of a training that runs already, asked for by a file."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ms2torch.communication.management import GlobalComm, get_rank
from ms2torch.profiler.constant import ProfilerActivity
from ms2torch.profiler.profiler import profile
from ms2torch.train.callback import Callback

if TYPE_CHECKING:
    from ms2torch.train.callback import RunContext

_FILE = "profiler_config.json"
_DEFAULTS: dict[str, Any] = {
    "start_step": -1, "stop_step": -1, "activities": ["CPU", "NPU"], "profile_memory": False, "with_stack": False,
    "record_shapes": False, "prof_path": "./",
}  # fmt: skip
"""What is written where there is no file. Settings of Ascend's own are accepted in it, without effect."""


class DynamicProfilerMonitor(Callback):
    """Record the steps that a file asks for, which may be written while a training runs.

    A callback of `Model.train`; in a loop of one's own, call `step` after each step. The file, JSON, names
    ``start_step`` and ``stop_step``, counted from 1: recording begins when step ``start_step`` is over, and covers as
    many steps as from it to ``stop_step``. Also ``activities`` (``["CPU", "NPU"]``), ``profile_memory``,
    ``with_stack``, ``record_shapes``, and ``prof_path`` instead of `output_path`.

    Args:
        cfg_path (str, optional): folder of the file, ``profiler_config.json``, which is made where it is missing.
            Default: ``None``, nothing is ever recorded.
        output_path (str): folder for the traces, each in ``rank0_start2_stop4/trace.json``. Default:
            ``"./dyn_profile_data"``.
        poll_interval (int): seconds between two looks at the file. Default: ``2``.
        kwargs: of Ascend; without effect.

    Raises:
        TypeError: if `poll_interval` is not an int.
        ValueError: if `poll_interval` is not positive.

    Differs from MindSpore: what is written is torch's trace, which Perfetto and TensorBoard read. There it works on
    Ascend and the CPU, and reads the file in a process of its own.

    Source: mindspore.profiler.DynamicProfilerMonitor, MindSpore 2.10
    """

    def __init__(
        self,
        cfg_path: str | None = None,
        output_path: str = "./dyn_profile_data",
        poll_interval: int = 2,
        **kwargs: Any,
    ) -> None:
        del kwargs
        if not isinstance(poll_interval, int) or isinstance(poll_interval, bool):
            raise TypeError(f"DynamicProfilerMonitor: poll_interval must be an int, but got {poll_interval!r}.")
        if poll_interval <= 0:
            raise ValueError(f"DynamicProfilerMonitor: poll_interval must be at least 1, but got {poll_interval}.")
        self._file = None if cfg_path is None else Path(cfg_path) / _FILE
        self._output_path = output_path
        self._poll_interval = poll_interval
        self._looked_at = -float("inf")
        self._written: float | None = None
        self._asked: dict[str, Any] = {}
        self._step = 0
        self._left = 0
        self._profile: profile | None = None
        self._folder = Path(output_path)
        if self._file is not None and not self._file.exists():
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(json.dumps(_DEFAULTS, indent=4))

    def step(self) -> None:
        """Say that a step is over.

        Source: mindspore.profiler.DynamicProfilerMonitor.step, MindSpore 2.10
        """
        self._over(self._step + 1)

    def on_train_step_end(self, run_context: RunContext) -> None:
        """Start or stop recording, as the file asks.

        Args:
            run_context (RunContext): of the training.
        """
        self._over(run_context.original_args().cur_step_num)

    def on_train_end(self, run_context: RunContext) -> None:
        """Write what is being recorded.

        Args:
            run_context (RunContext): of the training.
        """
        del run_context
        self._stop()

    def _over(self, step: int) -> None:
        self._step = step
        if self._profile is not None:
            self._left -= 1
            if self._left > 0:
                return
            self._stop()
        self._look()
        first, last = (self._asked.get(name, -1) for name in ("start_step", "stop_step"))
        if 0 <= first <= step <= last:
            self._start(first, last)

    def _look(self) -> None:
        """Read the file if it has changed; what was asked for once is not recorded again."""
        now = time.monotonic()
        if self._file is None or now - self._looked_at < self._poll_interval:
            return
        self._looked_at = now
        try:
            written = self._file.stat().st_mtime
            if written == self._written:
                return
            asked = json.loads(self._file.read_text())
        except (OSError, ValueError):
            return  # it is being written, or taken away: the next look tells
        self._written = written
        self._asked = asked if isinstance(asked, dict) else {}

    def _start(self, first: int, last: int) -> None:
        rank = get_rank() if GlobalComm.INITED else 0
        asked, self._asked = self._asked, {}
        root = asked.get("prof_path", "./")
        root = self._output_path if root in ("", "./") else root
        self._folder = Path(root) / f"rank{rank}_start{first}_stop{last}"
        host_only = asked.get("activities") in (1, ["CPU"])
        self._profile = profile(
            activities=[ProfilerActivity.CPU] if host_only else None,
            profile_memory=bool(asked.get("profile_memory", False)),
            with_stack=bool(asked.get("with_stack", False)),
            record_shapes=bool(asked.get("record_shapes", False)),
        )
        self._left = last - first + 1

    def _stop(self) -> None:
        if self._profile is not None:
            self._profile.stop()
            self._folder.mkdir(parents=True, exist_ok=True)
            self._profile._torch.export_chrome_trace(str(self._folder / "trace.json"))
            self._profile = None
