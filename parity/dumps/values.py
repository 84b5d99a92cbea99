"""Tensors of a dump: values of ``.pt`` and ``.npy`` files, of which nothing is executed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import torch

from parity.code.errors import CannotCompare, describe
from parity.dumps.execution import Figures, Stored
from parity.dumps.files import TensorFiles
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


def read_tensor(found: Mapping[str, Any], files: TensorFiles) -> Stored:
    """Return one tensor that dump.json describes.

    Args:
        found (Mapping[str, Any]): its object there.
        files (TensorFiles): the tensor files of the dump.

    Raises:
        ValueError, TypeError, KeyError: if the object is damaged.
    """
    shape = tuple(int(length) for length in found["shape"])
    if any(length < 0 for length in shape):
        raise ValueError(f"a tensor has the shape {list(shape)}")
    dtype = dtype_name(str(found["dtype"]))
    figures = _figures(found)
    name = found.get("data_name")
    file = _plain_name(str(name)) if name and name != "-1" else None
    digest = str(found.get("md5") or found.get("xor") or found.get("crc32") or "")
    trainable = found.get("requires_grad")
    loader = _Values(files, file, shape) if file is not None else _nothing
    return Stored(
        dtype,
        shape,
        figures,
        digest,
        loader,
        bool(trainable) if trainable is not None else None,
        has_values=file is not None and files.has(file),
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


def _plain_name(name: str) -> str:
    if name in {".", ".."} or "/" in name or "\\" in name or "\0" in name:
        raise ValueError(f"the tensor file {name!r} is no plain name")
    return name


class _Values:
    """Reads one tensor file when it is asked for."""

    __slots__ = ("_files", "_name", "_shape")

    def __init__(self, files: TensorFiles, name: str, shape: tuple[int, ...]) -> None:
        self._files = files
        self._name = name
        self._shape = shape

    def __call__(self) -> torch.Tensor | None:
        if not self._files.has(self._name):
            return None
        try:
            tensor = self._files.read(self._name)
        except Exception as error:
            raise CannotCompare(
                f"dump: {self._files.path(self._name)} cannot be read ({describe(error)[:160]}); it is truncated or "
                "was changed"
            ) from error
        if tuple(tensor.shape) != self._shape:
            raise CannotCompare(
                f"dump: {self._files.path(self._name)} holds {list(tensor.shape)} where dump.json says "
                f"{list(self._shape)}; it belongs to another run"
            )
        return tensor


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
