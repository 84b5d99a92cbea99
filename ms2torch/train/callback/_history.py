"""Recording losses and metrics."""

from __future__ import annotations

from typing import Any

import numpy as np

from ms2torch.common.tensor import Tensor
from ms2torch.train.callback._callback import Callback, RunContext


class History(Callback):
    """Record the network's output (the loss) and the metrics of every epoch.

    After a run `history` maps names to lists, and `epoch` is ``{"epoch": [1, 2, ...]}``.

    Source: mindspore.train.History, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()
        self.history: dict[str, list[Any]] = {}
        self.epoch: dict[str, list[int]] | None = None

    def begin(self, run_context: RunContext) -> None:
        """Begin to record."""
        self.epoch = {"epoch": []}

    def epoch_end(self, run_context: RunContext) -> None:
        """Record an epoch."""
        args = run_context.original_args()
        if self.epoch is not None:
            self.epoch["epoch"].append(args.get("cur_epoch_num", 1))
        output = args.net_outputs
        if isinstance(output, (tuple, list)) and isinstance(output[0], Tensor):
            output = output[0]
        if isinstance(output, Tensor):
            output = np.mean(output.asnumpy())
        for name, value in {"net_output": output, **(args.get("metrics") or {})}.items():
            self.history.setdefault(name, []).append(value)
