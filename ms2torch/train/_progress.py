"""A bar that shows how far training is, on a terminal only: steps, loss, rate and the time that is left.

What callbacks print stays as it is; where the output goes to a file or a pipe there is no bar at all.
"""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from ms2torch._core.base import TensorBase

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

# reading the loss waits for the device, so that it is not done in every step
_SECONDS_BETWEEN = 0.2


class TrainingBar:
    """The bar of one run; without a terminal it does nothing.

    Args:
        epochs (int): the number of epochs of the run.
        steps (int): the steps of an epoch.
        shown (bool, optional): show it. Default ``None``: if both outputs are a terminal.
    """

    def __init__(self, epochs: int, steps: int, shown: bool | None = None) -> None:
        self._epochs, self._steps = epochs, steps
        self._shown = sys.stdout.isatty() and sys.stderr.isatty() if shown is None else shown
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._drawn = 0.0

    def __enter__(self) -> Self:
        if self._shown:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

            figures = TextColumn("{task.fields[figures]}")
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), figures)
            self._bar = Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task("train", total=self._epochs * self._steps, figures="")
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def step(self, epoch: int, done: int, outputs: Any) -> None:
        """Show that a step is done.

        Args:
            epoch (int): the number of the epoch, from 1.
            done (int): steps of the whole run that are done.
            outputs (Any): what the training network returned.
        """
        now = time.monotonic()
        if self._bar is None or self._task is None or now - self._drawn < _SECONDS_BETWEEN:
            return
        self._drawn = now
        rate = self._bar.tasks[0].speed
        figures = f"{_loss(outputs)} {rate:.3g} step/s" if rate else _loss(outputs)
        self._bar.update(self._task, completed=done, description=f"epoch {epoch}", figures=figures)


def _loss(outputs: Any) -> str:
    """Return the loss, the first of the outputs, as text."""
    first = outputs[0] if isinstance(outputs, (tuple, list)) and outputs else outputs
    if not isinstance(first, TensorBase) or not first._t.numel():
        return ""
    return f"loss {first._t.detach().float().mean().item():.4g}"
