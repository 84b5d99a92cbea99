"""How much of the machine a training step uses."""

from __future__ import annotations

import sys
import time
from typing import Any

from ms2torch._errors import require_default
from ms2torch.train.callback._callback import Callback, RunContext


class FlopsUtilizationCollector(Callback):
    """Print the floating-point operations of a step once, and the share of the machine's peak now and then.

    The operations of the first step are counted as it runs: those of matrix products, convolutions and attention,
    forward and backward.

    Args:
        data_size (int): print after so many steps.
        computility (float): the peak of the device, in operations a second. Default: ``1``.
        full_flops (bool): count the whole model. In one process its part is the whole. Default: ``True``.
        enable_ma_collector (bool): must be ``False``: there is no cloud service to write for. Default: ``False``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if `data_size` is not positive.

    Differs from MindSpore:
        works in each mode, as the operations are counted while they run.

    Source: mindspore.train.FlopsUtilizationCollector, MindSpore 2.10
    """

    def __init__(
        self, data_size: int, computility: float = 1, full_flops: bool = True, enable_ma_collector: bool = False
    ) -> None:
        super().__init__()
        if isinstance(data_size, bool) or not isinstance(data_size, int) or not isinstance(full_flops, bool):
            msg = (
                "For 'FlopsUtilizationCollector', 'data_size' must be an int and 'full_flops' a bool, "
                f"but got {data_size!r} and {full_flops!r}."
            )
            raise TypeError(msg)
        if data_size < 1:
            msg = f"For 'FlopsUtilizationCollector', 'data_size' must be positive, but got {data_size}."
            raise ValueError(msg)
        require_default("FlopsUtilizationCollector", "enable_ma_collector", enable_ma_collector, False, "leave it out")
        self.step_size = data_size
        self.computility = computility
        self.full_model_flops = 0
        self._counter: Any = None
        self._steps = 0
        self._since = time.perf_counter()

    def step_begin(self, run_context: RunContext) -> None:
        """Begin to count, in the first step, and to measure."""
        del run_context
        if not self.full_model_flops and self._counter is None:
            from torch.utils.flop_counter import FlopCounterMode

            self._counter = FlopCounterMode(display=False)
            self._counter.__enter__()
        if self._steps == 0:
            self._since = time.perf_counter()

    def step_end(self, run_context: RunContext) -> None:
        """Print the count after the first step, and the share after `data_size` of them."""
        del run_context
        if self._counter is not None:
            self._counter.__exit__(None, None, None)
            self.full_model_flops = int(self._counter.get_total_flops())
            self._counter = None
            count = self.full_model_flops
            _say(
                f"Full model flops is {count}, Full hardware flops is {count}, "
                f"Shard model flops is {count}, Shard hardware flops is {count}"
            )
        self._steps += 1
        if self._steps < self.step_size:
            return
        seconds = (time.perf_counter() - self._since) / self._steps
        share = self.full_model_flops / seconds / self.computility
        _say(f"Train per step time: {seconds * 1000:.3f} ms, mfu:{share:.2%} hfu:{share:.2%}")
        self._steps = 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
