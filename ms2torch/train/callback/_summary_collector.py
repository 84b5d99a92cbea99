"""Writing the course of a training for TensorBoard."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from ms2torch import _checkparam
from ms2torch._errors import UnsupportedArgumentError, require_default
from ms2torch.common.tensor import Tensor
from ms2torch.nn.optim.optimizer import Optimizer
from ms2torch.train.callback._callback import Callback, RunContext, handle_loss
from ms2torch.train.summary.summary_record import SummaryRecord

_SWITCHES = (
    "collect_metric", "collect_graph", "collect_train_lineage", "collect_eval_lineage", "collect_input_data",
    "collect_dataset_graph",
)  # fmt: skip
_FOR_MINDINSIGHT = ("collect_graph", "collect_train_lineage", "collect_eval_lineage", "collect_dataset_graph")
_FIRST = 5


class SummaryCollector(Callback):
    """Write loss, weights, input pictures and what summary operators collect, every so many steps.

    Args:
        summary_dir (str): the folder of the files; made if it lacks.
        collect_freq (int): write when the step's number divides by it, and after the first step. Default: ``10``.
        num_process (int): processes that write; one does. Default: ``32``.
        collect_specified_data (dict, optional): what is written: `collect_metric` (the loss), `collect_input_data`
            (the first column of the data, if it holds pictures), `histogram_regular` (a regular expression: the
            Parameters whose values are written; otherwise the first five). Graphs and lineage are MindInsight's: asking
            for them, or for `collect_landscape`, is an error. Default: ``None``.
        keep_default_action (bool): what `collect_specified_data` does not name is written as if it were not given.
            Default: ``True``.
        custom_lineage_data (dict, optional): only ``None``. Default: ``None``.
        collect_tensor_freq (int, optional): only ``None``. Default: ``None``.
        max_file_size (int, optional): only ``None``. Default: ``None``.
        export_options (dict, optional): only ``None``. Default: ``None``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if `collect_freq` is not positive, or `collect_specified_data` names something unknown.
        UnsupportedArgumentError: for what MindInsight alone reads.
        ImportError: in training, if the package ``tensorboard`` is not installed.

    Differs from MindSpore:
        the files are TensorBoard's; graphs and lineage are not written.

    Source: mindspore.SummaryCollector, MindSpore 2.10
    """

    def __init__(
        self,
        summary_dir: str,
        collect_freq: int = 10,
        num_process: int = 32,
        collect_specified_data: dict[str, Any] | None = None,
        keep_default_action: bool = True,
        custom_lineage_data: dict[str, Any] | None = None,
        collect_tensor_freq: int | None = None,
        max_file_size: int | None = None,
        export_options: dict[str, Any] | None = None,
    ) -> None:
        super().__init__()
        if not isinstance(summary_dir, str):
            msg = f"For 'SummaryCollector', 'summary_dir' must be a string, but got {type(summary_dir)}."
            raise TypeError(msg)
        _checkparam.check_positive_int(num_process, "num_process", "SummaryCollector")
        _checkparam.check_bool(keep_default_action, "keep_default_action", "SummaryCollector")
        for name, value in (
            ("custom_lineage_data", custom_lineage_data), ("collect_tensor_freq", collect_tensor_freq),
            ("max_file_size", max_file_size), ("export_options", export_options),
        ):  # fmt: skip
            require_default("SummaryCollector", name, value, None, "leave it None")
        self._folder = summary_dir
        self._every = _checkparam.check_positive_int(collect_freq, "collect_freq", "SummaryCollector")
        self._wanted = _wanted(collect_specified_data, keep_default_action)
        self._record: SummaryRecord | None = None

    def __enter__(self) -> Self:
        self._record = SummaryRecord(self._folder)
        return self

    def __exit__(self, *error: object) -> None:
        if self._record is not None:
            self._record.close()

    def begin(self, run_context: RunContext) -> None:
        """Say whether this is training or evaluation."""
        facts = run_context.original_args()
        if self._record is None:
            self._record = SummaryRecord(self._folder)
        self._record.set_mode(facts.get("mode", "train"))

    def step_end(self, run_context: RunContext) -> None:
        """Write, if it is time."""
        facts = run_context.original_args()
        step = facts.get("cur_step_num", 0)
        if self._record is None or facts.get("mode", "train") != "train" or (step != 1 and step % self._every):
            return
        if self._wanted["collect_metric"]:
            loss = handle_loss(facts.net_outputs)
            self._record.add_value("scalar", "loss/auto", loss if isinstance(loss, Tensor) else Tensor(loss))
        if self._wanted["collect_input_data"]:
            pictures = _pictures(facts.get("train_dataset_element"))
            if pictures is not None:
                self._record.add_value("image", "input_data/auto", pictures)
        for parameter in self._parameters(facts):
            self._record.add_value("histogram", f"{parameter.name}/auto", parameter)
        self._record.record(step)

    def epoch_end(self, run_context: RunContext) -> None:
        """Write to disk what is in memory."""
        del run_context
        if self._record is not None:
            self._record.flush()

    def end(self, run_context: RunContext) -> None:
        """Write to disk what is in memory."""
        self.epoch_end(run_context)

    def _parameters(self, facts: Any) -> list[Any]:
        """Those that the optimizer trains: without its own numbers, and none where the network updates itself."""
        pattern = self._wanted["histogram_regular"]
        cells = [facts.get("optimizer"), *(cell for _, cell in facts.train_network.cells_and_names())]
        optimizer = next((cell for cell in cells if isinstance(cell, Optimizer)), None)
        if pattern is False or optimizer is None:
            return []
        all_of_them = list(optimizer.parameters)
        if pattern is None:
            return all_of_them[:_FIRST]
        return [parameter for parameter in all_of_them if re.match(pattern, parameter.name)]


def _wanted(specified: Mapping[str, Any] | None, keep_default: bool) -> dict[str, Any]:
    known = (*_SWITCHES, "histogram_regular", "collect_landscape")
    given = dict(specified or {})
    for name, value in given.items():
        if name not in known:
            msg = f"For 'SummaryCollector', 'collect_specified_data' knows {', '.join(known)}, but not {name!r}."
            raise ValueError(msg)
        if name in _SWITCHES and not isinstance(value, bool):
            msg = f"For 'SummaryCollector', {name!r} must be a bool, but got {value!r}."
            raise TypeError(msg)
        if (name in _FOR_MINDINSIGHT and value) or (name == "collect_landscape" and value is not None):
            raise UnsupportedArgumentError("SummaryCollector", name, value, "it is for MindInsight; leave it out")
    default = specified is None or keep_default
    out: dict[str, Any] = {"collect_metric": default, "collect_input_data": default}
    out["histogram_regular"] = None if default else False
    out.update({name: value for name, value in given.items() if name in out})
    return out


def _pictures(element: Any) -> Tensor | None:
    first = element[0] if isinstance(element, (list, tuple)) and element else element
    if not isinstance(first, Tensor):
        return None
    array = first.asnumpy()
    pictures = array.ndim == 4 and array.shape[1] in (1, 3) and np.issubdtype(array.dtype, np.number)
    return first if pictures else None
