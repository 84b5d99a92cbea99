"""Networks as files that run without their code.

MindSpore writes its own graph there, MindIR, which only its compiler makes and reads. On torch there are ONNX and
torch's exported programs (`.pt2`). A program that asks for MindIR gets one of these under the name it expects, and a
warning that real MindSpore cannot read it; AIR is refused.
"""

from __future__ import annotations

import inspect
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import torch

from ms2torch._core.base import TensorBase, unwrap
from ms2torch._core.dtype import to_torch_dtype
from ms2torch._errors import UnsupportedArgumentError, require_default
from ms2torch.common.tensor import UnknownTensor
from ms2torch.nn._torch_view import as_torch
from ms2torch.nn.cell import Cell

_EXTENSIONS = {"ONNX": ".onnx", "PT2": ".pt2", "MINDIR": ".mindir"}
_THEIRS = ("AIR",)
_UNKNOWN_RANK = (-2,)
_NOT_HONOURED = ("enc_key", "dataset", "obf_config", "incremental", "custom_func", "export_params")


class ExportedGraph:
    """What `load` returns: a network without its code, for `mindspore.nn.GraphCell`.

    Args:
        program (torch.export.ExportedProgram): torch's exported program.
        name (str): the file it is from.
    """

    def __init__(self, program: torch.export.ExportedProgram, name: str) -> None:
        self.program = program
        self.name = name

    def __repr__(self) -> str:
        return f"ExportedGraph({self.name!r})"


def export(net: Cell | Callable[..., Any], *inputs: Any, file_name: str, file_format: str, **kwargs: Any) -> None:
    """Write a network, in the mode of evaluation, to a file that runs without its code.

    Args:
        net (Union[Cell, function]): the network.
        inputs (Union[Tensor, Number, bool, list, tuple]): what it is called with; shapes and types are fixed by it.
            A Tensor without values, ``Tensor(shape=[None, 3], dtype=...)``, leaves sizes open.
        file_name (str): the file; the format's extension is added where it lacks.
        file_format (str): ``"ONNX"``, written by `torch.onnx`; ``"PT2"``, torch's exported program, which
            `mindspore.load` and `torch.export.load` read; ``"MINDIR"``, the same under MindSpore's extension, with a
            warning. ``"AIR"`` is refused.
        kwargs: those of MindSpore concern MindIR (encryption, obfuscation, a dataset) and are refused.

    Raises:
        UnsupportedArgumentError: for ``"AIR"``, which is made by MindSpore's compiler.
        TypeError: if `net` is neither Cell nor function.
        ValueError: if the format is unknown.
        ImportError: for ``"ONNX"`` without the package onnxscript.

    Differs from MindSpore:
        ``"PT2"`` is torch's; what is written as ``"MINDIR"`` is no MindIR, and real MindSpore cannot read it.

    Source: mindspore.export, MindSpore 2.10
    """
    if not callable(net):
        msg = f"For 'export', 'net' must be a Cell or a function, but got {type(net)}."
        raise TypeError(msg)
    if not isinstance(file_name, str):
        msg = f"For 'export', 'file_name' must be a string, but got {type(file_name)}."
        raise TypeError(msg)
    _check_format(file_format)
    for name, value in kwargs.items():
        if name not in _NOT_HONOURED and name != "enc_mode":
            msg = f"For 'export', there is no keyword {name!r}."
            raise ValueError(msg)
        if name != "enc_mode":
            require_default("export", name, value, None, "it concerns MindIR; leave it out")
    extension = _EXTENSIONS[file_format]
    path = Path(file_name if file_name.endswith(extension) else file_name + extension)
    path.parent.mkdir(parents=True, exist_ok=True)
    cell = net if isinstance(net, Cell) else _FunctionCell(net)
    arguments = tuple(_plain(each) for each in inputs)
    training = cell.training
    cell.set_train(False)
    try:
        with torch.no_grad():
            if file_format == "ONNX":
                _write_onnx(cell, arguments, path)
            else:
                # its view, in which statistics are buffers and nothing else
                shapes = _dynamic_sizes(inputs) if _describes(inputs) else None
                if shapes is not None:  # by name: what `*args` takes is one tuple there
                    shapes = dict(inspect.signature(cell.construct).bind(*shapes).arguments)
                program = torch.export.export(as_torch(cell), arguments, dynamic_shapes=shapes, strict=False)
                torch.export.save(program, _as_pt2(path))
                _rename(path)
    finally:
        cell.set_train(training)


def load(file_name: str, **kwargs: Any) -> ExportedGraph:
    """Read a network that `export` wrote as ``"PT2"`` or ``"MINDIR"``; `mindspore.nn.GraphCell` runs it.

    Args:
        file_name (str): a file that ends in ``.pt2`` or ``.mindir``.
        kwargs: `dec_key` and `dec_mode`, which concern encrypted MindIR; only None is accepted for the key.

    Raises:
        ValueError: if there is no such file.
        UnsupportedArgumentError: for MindIR of real MindSpore.

    Differs from MindSpore:
        reads torch's exported programs, not MindIR.

    Source: mindspore.load, MindSpore 2.10
    """
    require_default("load", "dec_key", kwargs.get("dec_key"), None, "it concerns MindIR; leave it out")
    if not isinstance(file_name, str):
        msg = f"For 'load', the argument 'file_name' must be string, but got {type(file_name)}."
        raise ValueError(msg)  # noqa: TRY004 - MindSpore's kind of error
    if not Path(file_name).is_file():
        msg = f"For 'load', the file {file_name!r} does not exist."
        raise ValueError(msg)
    if not zipfile.is_zipfile(file_name):
        _refuse_mindir("load", "file_name", file_name)
    with Path(file_name).open("rb") as file:
        return ExportedGraph(torch.export.load(file), file_name)


def _as_pt2(path: Path) -> Path:
    """Return where torch writes, which knows one extension."""
    return path.with_name(f"{path.name}.pt2") if path.suffix == ".mindir" else path


def _rename(path: Path) -> None:
    """Give a file that torch has written the name that was asked for, and say what it is."""
    if path.suffix == ".mindir":
        _as_pt2(path).replace(path)
        warnings.warn(
            f"{path.name} holds torch's exported program: ms2torch.load reads it, real MindSpore does not. For a "
            "MindIR keep the weights with save_checkpoint and export with MindSpore.",
            stacklevel=3,
        )


def load_mindir(file_name: str) -> NoReturn:
    """Refuse: MindIR is MindSpore's own.

    Raises:
        UnsupportedArgumentError: always.

    Source: mindspore.load_mindir, MindSpore 2.10
    """
    _refuse_mindir("load_mindir", "file_name", file_name)


def save_mindir(model: Any, file_name: str) -> NoReturn:
    """Refuse: MindIR is MindSpore's own.

    Raises:
        UnsupportedArgumentError: always.

    Source: mindspore.save_mindir, MindSpore 2.10
    """
    del model
    _refuse_mindir("save_mindir", "file_name", file_name)


def export_split_mindir(
    file_name: str, device_num: int = 8, rank_id: int = 0, dynamic: bool = True, sapp: bool = True
) -> NoReturn:
    """Refuse: MindIR is MindSpore's own.

    Raises:
        UnsupportedArgumentError: always.

    Source: mindspore.export_split_mindir, MindSpore 2.10
    """
    del device_num, rank_id, dynamic, sapp
    _refuse_mindir("export_split_mindir", "file_name", file_name)


class _FunctionCell(Cell):
    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self._function = function

    def construct(self, *inputs: Any) -> Any:
        return self._function(*inputs)


def _check_format(file_format: object) -> None:
    if file_format in _THEIRS:
        raise UnsupportedArgumentError(
            "export", "file_format", file_format,
            "it is made by Ascend's compiler; write file_format='ONNX' or 'PT2', or keep the weights with "
            "save_checkpoint and export them with MindSpore",
        )  # fmt: skip
    if file_format not in _EXTENSIONS:
        msg = f"For 'export', 'file_format' must be one of {[*_EXTENSIONS, *_THEIRS]}, but got {file_format!r}."
        raise ValueError(msg)


def _refuse_mindir(function: str, argument: str, value: object) -> NoReturn:
    raise UnsupportedArgumentError(
        function, argument, value,
        "MindIR is made and read by MindSpore's compiler; build the network from its code and use load_checkpoint",
    )  # fmt: skip


def _write_onnx(cell: Cell, arguments: tuple[Any, ...], path: Path, **options: Any) -> None:
    try:
        torch.onnx.export(as_torch(cell), arguments, str(path), dynamo=True, verbose=False, **options)
    except ModuleNotFoundError as error:
        msg = f"export: ONNX files need the package {error.name}: pip install onnx onnxscript"
        raise ImportError(msg) from error


def _plain(value: Any) -> Any:
    if isinstance(value, UnknownTensor):
        if value.shape == _UNKNOWN_RANK:
            msg = "export: an input of unknown rank has no example; give Tensor(shape=[None, ...], dtype=...)"
            raise ValueError(msg)
        # sizes of 2 and more: torch takes 0 and 1 for constants
        sizes = [index + 2 if size < 0 else size for index, size in enumerate(value.shape)]
        return torch.zeros(sizes, dtype=to_torch_dtype(value.dtype))
    if isinstance(value, TensorBase):
        return unwrap(value).detach()
    if isinstance(value, (list, tuple)):  # of torch's own kinds: what `mutable` marks is one of them
        return (list if isinstance(value, list) else tuple)(_plain(each) for each in value)
    return value


def _describes(inputs: Any) -> bool:
    """Tell whether an input only says which sizes there may be."""
    if isinstance(inputs, (list, tuple)):
        return any(_describes(each) for each in inputs)
    return isinstance(inputs, UnknownTensor)


def _dynamic_sizes(inputs: Any) -> Any:
    """Return for each input which of its sizes may change, as torch.export asks for it."""
    if isinstance(inputs, (list, tuple)):
        return (list if isinstance(inputs, list) else tuple)(_dynamic_sizes(each) for each in inputs)
    if isinstance(inputs, UnknownTensor):
        return {index: torch.export.Dim.AUTO for index, size in enumerate(inputs.shape) if size < 0}
    return None
