"""A function that fetches its inputs from a dataset."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ms2torch import _checkparam
from ms2torch.train.dataset_helper import DatasetHelper


def data_sink(
    fn: Callable[..., Any],
    dataset: Any,
    sink_size: int = 1,
    jit_config: Any = None,
    input_signature: Any = None,
) -> Callable[[], Any]:
    """Return a function without arguments that calls `fn` with the next rows of a dataset.

    Args:
        fn (Callable): called with the columns of a row.
        dataset (Dataset): gone through again and again.
        sink_size (int): rows of each call. Default: ``1``.
        jit_config (JitConfig, optional): concerns MindSpore's compiler. Default: ``None``.
        input_signature (Union[Tensor, tuple], optional): concerns MindSpore's compiler. Default: ``None``.

    Returns:
        Callable, whose result is that of the last row.

    Raises:
        ValueError: if `sink_size` is not positive.

    Source: mindspore.data_sink, MindSpore 2.10
    """
    _checkparam.check_value_type("sink_size", sink_size, int, "Data sink")
    if sink_size <= 0:
        msg = f"The 'sink_size' must be positive, but got sink_size {sink_size}."
        raise ValueError(msg)
    helper = DatasetHelper(dataset, dataset_sink_mode=True, sink_size=sink_size)

    def sink_process() -> Any:
        out: Any = None
        for _ in range(sink_size):
            out = fn(*helper.fetch())
        return out

    return sink_process
