"""Networks as ONNX files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch

from ms2torch._errors import require_default
from ms2torch.nn.cell import Cell
from ms2torch.train._export import _FunctionCell, _plain, _write_onnx


def export(
    net: Cell | Callable[..., Any],
    *inputs: Any,
    file_name: str,
    input_names: Sequence[str] | None = None,
    output_names: Sequence[str] | None = None,
    export_params: bool = True,
    keep_initializers_as_inputs: bool = False,
    dynamic_axes: Mapping[str, Mapping[int, str]] | None = None,
) -> None:
    """Write a network, in the mode of evaluation, as an ONNX file.

    Args:
        net (Union[Cell, function]): the network.
        inputs (Union[Tensor, Number, bool, list, tuple]): what it is called with.
        file_name (str): the file; ``.onnx`` is added where it lacks.
        input_names (list[str], optional): names of the inputs. Default: ``None``.
        output_names (list[str], optional): names of the outputs. Default: ``None``.
        export_params (bool): whether the weights are in the file. Default: ``True``.
        keep_initializers_as_inputs (bool): whether the weights are inputs too. Default: ``False``.
        dynamic_axes (dict, optional): only ``None``: shapes are those of `inputs`. Default: ``None``.

    Raises:
        ImportError: without the package onnxscript.

    Source: mindspore.onnx.export, MindSpore 2.10
    """
    require_default("onnx.export", "dynamic_axes", dynamic_axes, None, "write a file for each shape")
    path = Path(file_name if file_name.endswith(".onnx") else file_name + ".onnx")
    path.parent.mkdir(parents=True, exist_ok=True)
    cell = net if isinstance(net, Cell) else _FunctionCell(net)
    training = cell.training
    cell.set_train(False)
    options = {
        "input_names": input_names, "output_names": output_names, "export_params": export_params,
        "keep_initializers_as_inputs": keep_initializers_as_inputs,
    }  # fmt: skip
    try:
        with torch.no_grad():
            _write_onnx(cell, tuple(_plain(each) for each in inputs), path, **options)
    finally:
        cell.set_train(training)
