"""`SummaryRecord`: values by step, written as TensorBoard's event files."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import numpy as np

from ms2torch._errors import require_default
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.ops.operations.status_ops import summaries

__all__ = ["SummaryRecord"]

_PLUGINS = ("scalar", "image", "tensor", "histogram", "graph", "train_lineage", "eval_lineage", "custom_lineage_data",
            "dataset_graph", "explainer", "landscape")  # fmt: skip
_MODES = ("train", "eval")


class SummaryRecord:
    """Collect values, and write them for a step.

    Args:
        log_dir (str): where to write; made if it is not there.
        file_prefix (str): begins the file's name; TensorBoard's writer chooses it. Default: ``"events"``.
        file_suffix (str): ends the file's name. Default: ``"_MS"``.
        num_process (int): processes that write; one does. Default: ``32``.
        network (Cell, optional): for the graph, which is not recorded. Default: ``None``.
        max_file_size (int, optional): only ``None``. Default: ``None``.
        raise_exception (bool): whether an error in writing is raised; it is. Default: ``False``.
        export_options (dict, optional): only ``None``. Default: ``None``.

    Raises:
        TypeError: if `log_dir` is no string, or `raise_exception` no bool.
        ValueError: if `log_dir` is empty.
        ImportError: at the first `record`, if the package ``tensorboard`` is not installed.

    Differs from MindSpore: the files are TensorBoard's, and hold scalars, images and histograms.

    Source: mindspore.SummaryRecord, MindSpore 2.10
    """

    def __init__(
        self,
        log_dir: str,
        file_prefix: str = "events",
        file_suffix: str = "_MS",
        num_process: int = 32,
        network: Cell | None = None,
        max_file_size: int | None = None,
        raise_exception: bool = False,
        export_options: dict[str, Any] | None = None,
    ) -> None:
        if not isinstance(log_dir, str):
            msg = f"For 'SummaryRecord', the 'log_dir' must be a string, but got {log_dir!r}."
            raise TypeError(msg)
        if not log_dir:
            msg = "For 'SummaryRecord', the 'log_dir' must be the name of a folder, but it is empty."
            raise ValueError(msg)
        if not isinstance(raise_exception, bool):
            got = type(raise_exception).__name__
            msg = f"For 'SummaryRecord', the type of 'raise_exception' should be bool, but got {got}."
            raise TypeError(msg)
        require_default("SummaryRecord", "max_file_size", max_file_size, None, "leave it None")
        require_default("SummaryRecord", "export_options", export_options, None, "leave it None")
        del file_prefix, num_process, network
        folder = Path(log_dir)
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = str(folder.resolve())
        self._suffix = file_suffix
        self._mode = "train"
        self._values: list[tuple[str, str, Any]] = []
        self._writer: Any = None
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def log_dir(self) -> str:
        """Where the files are."""
        return self._folder

    def set_mode(self, mode: str) -> None:
        """Say whether values are of training or evaluation.

        Args:
            mode (str): ``"train"`` or ``"eval"``.

        Raises:
            ValueError: if it is another word.

        Source: mindspore.SummaryRecord.set_mode, MindSpore 2.10
        """
        if mode not in _MODES:
            msg = f"For 'SummaryRecord.set_mode', 'mode' must be one of {_MODES}, but got {mode!r}."
            raise ValueError(msg)
        self._mode = mode

    def add_value(self, plugin: str, name: str, value: Any) -> None:
        """Collect a value; `record` writes it.

        Args:
            plugin (str): what it is: ``"scalar"``, ``"image"``, ``"histogram"`` and so on.
            name (str): its name.
            value (Union[Tensor, ...]): the value.

        Raises:
            ValueError: if `plugin` is another word.

        Source: mindspore.SummaryRecord.add_value, MindSpore 2.10
        """
        if plugin not in _PLUGINS:
            msg = f"For 'SummaryRecord.add_value', 'plugin' must be one of {_PLUGINS}, but got {plugin!r}."
            raise ValueError(msg)
        self._values.append((plugin, name, value))

    def record(
        self, step: int, train_network: Cell | None = None, plugin_filter: Callable[[str], bool] | None = None
    ) -> bool:
        """Write what was collected.

        Args:
            step (int): the step's number.
            train_network (Cell, optional): for the graph, which is not recorded. Default: ``None``.
            plugin_filter (Callable, optional): tells which kinds to write. Default ``None``: all.

        Returns:
            bool, whether it was written.

        Source: mindspore.SummaryRecord.record, MindSpore 2.10
        """
        del train_network
        if isinstance(step, bool) or not isinstance(step, int):
            msg = f"For 'SummaryRecord.record', 'step' must be an int, but got {step!r}."
            raise TypeError(msg)
        if self._closed:
            return False
        for (plugin, name), value in summaries.take().items():  # what ops.ScalarSummary and its like kept
            self._values.append((plugin, name, value))
        for plugin, name, value in self._values:
            if plugin_filter is None or plugin_filter(plugin):
                self._write(plugin, name, value, step)
        self._values.clear()
        return True

    def flush(self) -> None:
        """Write to disk what is in memory.

        Source: mindspore.SummaryRecord.flush, MindSpore 2.10
        """
        if self._writer is not None:
            self._writer.flush()

    def close(self) -> None:
        """Write what is in memory, and end the file.

        Source: mindspore.SummaryRecord.close, MindSpore 2.10
        """
        if self._writer is not None:
            self._writer.close()
        self._closed = True

    def _write(self, plugin: str, name: str, value: Any, step: int) -> None:
        if self._writer is None:
            try:
                board = importlib.import_module("torch.utils.tensorboard")
            except ImportError as error:
                msg = "SummaryRecord writes TensorBoard's files: pip install tensorboard"
                raise ImportError(msg) from error
            self._writer = board.SummaryWriter(self._folder, filename_suffix=self._suffix)
        array = value.asnumpy() if isinstance(value, Tensor) else np.asarray(value)
        tag = name if self._mode == "train" else f"{self._mode}/{name}"
        if plugin == "scalar":
            self._writer.add_scalar(tag, float(array.mean()), step)
        elif plugin == "image":
            self._writer.add_images(tag, array, step)
        elif plugin in ("histogram", "tensor"):
            self._writer.add_histogram(tag, array, step)


def _get_summary_tensor_data() -> dict[str, Tensor]:
    """Return what `ops.ScalarSummary` and its like have kept, by name and kind, and forget it.

    Programs that write summaries of their own read it (``"loss[:Scalar]"``).

    Source: mindspore.train.summary.summary_record._get_summary_tensor_data, MindSpore 2.10
    """
    return {f"{name}[:{plugin.capitalize()}]": value for (plugin, name), value in summaries.take().items()}
