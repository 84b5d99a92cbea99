"""What early stopping and the reduction of the learning rate share: a monitored value and when it is better."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ms2torch import log as logger
from ms2torch.common.tensor import Tensor
from ms2torch.communication import _collectives
from ms2torch.communication.management import get_group_size
from ms2torch.context import get_auto_parallel_context
from ms2torch.train.callback._callback import handle_loss

_SMALLER_IS_BETTER = frozenset({
    "hausdorff_distance", "mae", "mse", "loss", "perplexity", "mean_surface_distance", "root_mean_square_distance",
    "eval_loss",
})  # fmt: skip


class Monitor:
    """A value that should fall, or rise.

    Args:
        who (str): the callback's name, for messages.
        monitor (str): ``"loss"``, ``"eval_loss"`` or the name of a metric.
        mode (str): ``"min"``, ``"max"`` or ``"auto"``, which goes by the name.
        min_delta (float): the least change that counts; its sign does not matter.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if `mode` is none of those above.
    """

    def __init__(self, who: str, monitor: object, mode: object, min_delta: object) -> None:
        if not isinstance(monitor, str) or not isinstance(mode, str):
            raise TypeError(f"For '{who}', 'monitor' and 'mode' must be str, but got {monitor!r} and {mode!r}.")
        if not isinstance(min_delta, (int, float)) or isinstance(min_delta, bool):
            raise TypeError(f"For '{who}', 'min_delta' must be a number, but got {min_delta!r}.")
        if mode not in ("auto", "min", "max"):
            raise ValueError(f"For '{who}', 'mode' should be 'auto', 'min' or 'max', but got {mode!r}.")
        self.who = who
        self.name = monitor
        self.min_delta = abs(min_delta)
        self.smaller = mode == "min" or (mode == "auto" and monitor in _SMALLER_IS_BETTER)

    @property
    def worst(self) -> float:
        """The value that any other is better than."""
        return np.inf if self.smaller else -np.inf

    def better(self, value: Any, than: Any) -> bool:
        """Return whether `value` is better by more than `min_delta`."""
        return bool(value < than - self.min_delta if self.smaller else value > than + self.min_delta)

    def read(self, args: Any) -> Any:
        """Return the value at the end of an epoch, or ``None`` with a warning if there is none.

        Raises:
            ValueError: if it is not a scalar.
        """
        results = args.get("eval_results", {})
        value = handle_loss(args.get("net_outputs")) if self.name == "loss" else results.get(self.name)
        if value is None:
            known = ", ".join(["loss", *results])
            logger.warning(
                "%s is conditioned on %s, which is not available. Available are: %s", self.who, self.name, known
            )
            return None
        value = np.asarray(value.asnumpy() if hasattr(value, "asnumpy") else value)
        if value.shape != ():
            raise ValueError(f"For '{self.who}', {self.name} must be a scalar, but its shape is {value.shape}.")
        return value


class ValueReduce:
    """Sum a value over the processes of a training; each of them gets the sum."""

    def __call__(self, x: Tensor) -> NDArray[Any]:
        return _collectives.all_reduce(x._t.clone(), "sum", None).numpy(force=True)


def over_processes(value: NDArray[Any], reduce: Callable[[Tensor], Any]) -> Any:
    """Return the mean of a value over the processes of a data-parallel training; in one process the value.

    Args:
        value (numpy.ndarray): without axes.
        reduce (Callable): sums a Tensor over the processes.
    """
    processes = get_group_size()
    if processes == 1 or get_auto_parallel_context("parallel_mode") == "stand_alone":
        return value
    return reduce(Tensor(value.astype(np.float32))) / processes


def check_count(who: str, name: str, value: object) -> int:
    """Return `value` if it is an int that is not negative."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"For '{who}', '{name}' must be an int, but got {value!r}.")
    if value < 0:
        raise ValueError(f"For '{who}', '{name}' must not be negative, but got {value}.")
    return value


def check_flag(who: str, name: str, value: object) -> bool:
    """Return `value` if it is a bool."""
    if not isinstance(value, bool):
        raise TypeError(f"For '{who}', '{name}' must be a bool, but got {value!r}.")
    return value
