"""Tensors of a dump: values of ``.pt`` and ``.npy`` files, of which nothing is executed."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch

from parity.code.errors import CannotCompare, describe, one_line
from parity.dumps.execution import Figures, Stored
from parity.dumps.placement import cut_of

_NAMES = {
    "float": "float32", "double": "float64", "half": "float16", "int": "int32", "long": "int64", "bool_": "bool",
    "bfloat": "bfloat16",
}  # fmt: skip


def dtype_name(text: str) -> str:
    """Return torch's name of a dtype: of ``"torch.float32"``, ``"Float32"``, ``"mindspore.float32"``.

    Raises:
        ValueError: if there is none.
    """
    name = text.rpartition(".")[2].lower()
    name = _NAMES.get(name, name)
    if not isinstance(getattr(torch, name, None), torch.dtype):
        raise ValueError(f"no dtype {text!r}")  # noqa: TRY004 - a text that names none
    return name


def read_tensor(found: Mapping[str, Any], folder: Path) -> Stored:
    """Return one tensor that dump.json describes.

    Args:
        found (Mapping[str, Any]): its object there.
        folder (Path): the folder of the tensor files.

    Raises:
        ValueError, TypeError, KeyError: if the object is damaged.
    """
    shape = tuple(int(length) for length in found["shape"])
    if any(length < 0 for length in shape):
        raise ValueError(f"a tensor has the shape {list(shape)}")
    dtype = dtype_name(str(found["dtype"]))
    figures = _figures(found)
    name = found.get("data_name")
    path = _file(folder, str(name)) if name and name != "-1" else None
    digest = str(found.get("md5") or found.get("xor") or found.get("crc32") or "")
    trainable = found.get("requires_grad")
    loader = _Values(path, shape, dtype) if path is not None else _nothing
    return Stored(
        dtype,
        shape,
        figures,
        digest,
        loader,
        bool(trainable) if trainable is not None else None,
        has_values=path is not None and path.is_file(),
        cut=cut_of(found),
    )


def _figures(found: Mapping[str, Any]) -> Figures | None:
    if not any(name in found for name in ("Max", "Min", "Mean", "Norm")):
        return None
    return Figures(*(_number(found.get(name)) for name in ("Max", "Min", "Mean", "Norm")))


def _number(value: Any) -> float | None:
    if value is None or value == "None":
        return None
    return float(value)  # "nan" and "inf" are written as texts by some versions


def _nothing() -> None:
    return None


def _file(folder: Path, name: str) -> Path:
    if Path(name).name != name or name in {".", ".."}:
        raise ValueError(f"the tensor file {name!r} is no plain name")
    return folder / name


class _Values:
    """Reads one tensor file when it is asked for."""

    __slots__ = ("_dtype", "_path", "_shape")

    def __init__(self, path: Path, shape: tuple[int, ...], dtype: str) -> None:
        self._path = path
        self._shape = shape
        self._dtype = dtype

    def __call__(self) -> torch.Tensor | None:
        if not self._path.is_file():
            return None
        try:
            tensor = _torch_file(self._path) if self._path.suffix == ".pt" else _numpy_file(self._path)
        except Exception as error:
            raise CannotCompare(
                f"dump: {self._path} cannot be read ({describe(error)[:160]}); it is truncated or was changed"
            ) from error
        if tuple(tensor.shape) != self._shape:
            raise CannotCompare(
                f"dump: {self._path} holds {list(tensor.shape)} where dump.json says {list(self._shape)}; "
                "it belongs to another run"
            )
        return tensor


def _torch_file(path: Path) -> torch.Tensor:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loaded = torch.load(path, map_location="cpu", weights_only=True, mmap=_is_zip(path))
    if not isinstance(loaded, torch.Tensor):
        raise TypeError(f"it holds a {type(loaded).__name__}, no tensor")
    return loaded.detach()


def _is_zip(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == b"PK"


def _numpy_file(path: Path) -> torch.Tensor:
    array = np.load(path, allow_pickle=False, mmap_mode="r" if path.stat().st_size > 1 << 20 else None)
    if not isinstance(array, np.ndarray):
        raise TypeError("it holds no array")
    if array.dtype.kind not in "biufc":
        raise TypeError(one_line(f"it holds {array.dtype}"))
    if array.dtype.byteorder == ">":
        array = array.astype(array.dtype.newbyteorder("="))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a mapped file cannot be written, and nobody does
        return torch.from_numpy(np.asarray(array))


def same_figures(a: Figures | None, b: Figures | None, tolerance: float) -> bool:
    """Tell whether two tensors have the same figures, up to a part of the greatest of them.

    Args:
        a (Figures | None): the figures of one.
        b (Figures | None): of the other.
        tolerance (float): allowed difference, relative to the greatest absolute figure.
    """
    if a is None or b is None:
        return False
    scale = max((abs(v) for v in (a.max, a.min, b.max, b.min) if v is not None and math.isfinite(v)), default=0.0)
    return all(
        _close(x, y, tolerance * max(scale, abs(x or 0.0) if index == 3 else 0.0))
        for index, (x, y) in enumerate(zip(a, b, strict=True))
    )


def _close(x: float | None, y: float | None, allowed: float) -> bool:
    if x is None or y is None:
        return x is None and y is None
    if not math.isfinite(x) or not math.isfinite(y):
        return x == y or (math.isnan(x) and math.isnan(y))
    return abs(x - y) <= allowed
