"""`repr` and `str` of a Tensor, as MindSpore 2.10 prints them.

`repr` is MindSpore's own: a fixed layout per element type, with thresholds of its own; that of a tensor which shares
the memory of a numpy array (`from_numpy`, a row of a data set) has the elements as numpy writes them. `str` is numpy's.
What is numpy's follows numpy's print options, as it does there; only bfloat16, which numpy lacks, has its own form.
"""

from __future__ import annotations

from math import isfinite, isnan
from typing import Any, Literal

import numpy as np
import torch

from ms2torch._core.dtype import from_torch_dtype

_EDGE = 3  # rows or elements shown at each end of a dimension that is cut
_FOLD = 2 * _EDGE  # a dimension longer than this is cut ...
_FOLD_1D = 1000  # ... but a tensor of one dimension only beyond this
_LINE = {torch.bool: 12, torch.float16: 12, torch.float32: 12, torch.float64: 12}  # elements per line, one dimension
_LINE_OTHER = 24

_NO_NUMPY = (torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2)
_ALIGNED_FLOATS = (torch.float16, torch.float32, torch.float64)
# which turns to exponents earlier for float32 than the numpy that MindSpore is used with
_NUMPY_2 = not np.__version__.startswith("1.")


def of_numpy(t: torch.Tensor) -> torch.Tensor:
    """Mark `t` as sharing the memory of a numpy array, which `tensor_repr` prints in numpy's form, and return it.

    The mark is on torch's object: every Tensor that holds the same one has it, a result of an operation does not, as
    in MindSpore 2.10.
    """
    t._ms_of_numpy = True  # type: ignore[attr-defined]
    return t


def tensor_repr(t: torch.Tensor) -> str:
    """Return MindSpore's `repr` of a tensor that holds `t`.

    Args:
        t (torch.Tensor): any shape, dtype and device; its gradient history does not matter.

    Returns:
        str, for example ``"Tensor(shape=[2], dtype=Int64, value= [1, 2])"``.
    """
    shape = list(t.shape)
    gap = "\n" if len(shape) > 1 else " "
    return f"Tensor(shape={shape}, dtype={from_torch_dtype(t.dtype)}, value={gap}{_value(t)})"


def tensor_str(t: torch.Tensor) -> str:
    """Return MindSpore's `str` of a tensor that holds `t`: numpy's `str` of the same array.

    Args:
        t (torch.Tensor): any shape, dtype and device; its gradient history does not matter.

    Returns:
        str, for example ``"[1.5 2. ]"``.
    """
    plain = t.detach()
    if plain.dtype in _NO_NUMPY:
        return _str_without_numpy(plain)
    values = plain.resolve_conj().resolve_neg().cpu().numpy()
    if values.ndim == 0 and values.dtype.kind in "fc":
        return _scalar_str(values[()])
    return np.array2string(values, legacy="1.25") if _NUMPY_2 else str(values)


# ------------------------------------------------------------------------------------------------------------- repr
def _value(t: torch.Tensor) -> str:
    if getattr(t, "_ms_of_numpy", False):
        return _in_numpys_form(t.detach().cpu().numpy())
    if t.numel() == 0:
        return ""
    kept = _keep_edges(t.detach())
    numbers = kept.resolve_conj().resolve_neg().cpu()
    if numbers.dtype in _NO_NUMPY:
        numbers = numbers.to(dtype=torch.float32)
    texts = _element_texts(numbers, t.dtype, scalar=t.dim() == 0)
    if t.dim() == 0:
        return texts[0]
    return _brackets(texts, list(t.shape), _LINE.get(t.dtype, _LINE_OTHER))


def _in_numpys_form(values: np.ndarray[Any, Any]) -> str:
    if _NUMPY_2 and values.ndim == 0 and values.dtype.kind == "f" and 0 < abs(float(values)) < 1e-4:
        # float32's 0.0001 is smaller than that, which numpy 1 sees and numpy 2 does not
        precision = np.get_printoptions()["precision"]
        number: Any = values[()]
        return np.format_float_scientific(number, precision=precision, trim=".", exp_digits=2)
    return np.array2string(values, separator=", ", legacy="1.25" if _NUMPY_2 else None)


def _keep_edges(t: torch.Tensor) -> torch.Tensor:
    """Drop what will not be shown, so that printing a large tensor moves and formats only its edges."""
    fold = _FOLD_1D if t.dim() == 1 else _FOLD
    for dim, size in enumerate(t.shape):
        if size > fold:
            t = torch.cat([t.narrow(dim, 0, _EDGE), t.narrow(dim, size - _EDGE, _EDGE)], dim)
    return t


def _element_texts(t: torch.Tensor, dtype: torch.dtype, *, scalar: bool) -> list[str]:
    values = t.numpy().ravel()
    if dtype is torch.bool:
        texts = [str(bool(v)) for v in values]
        return texts if scalar else [s.rjust(5) for s in texts]
    if dtype.is_complex:
        return [_stream(v.real) + _stream(v.imag, plus=True) + "j" for v in values]
    if dtype in _ALIGNED_FLOATS and not scalar:
        width, precision = (11, 4) if dtype is torch.float16 else (15, 8)
        return [_scientific(float(v), precision).rjust(width) for v in values]
    if dtype.is_floating_point:
        # MindSpore's conversions to the short types drop the sign of a NaN, torch's may set it
        texts = [_stream(abs(v) if isnan(v) and dtype in _NO_NUMPY else v) for v in values.tolist()]
    else:
        texts = [str(int(v)) for v in values]
    if scalar:
        return texts
    width = max(map(len, texts))
    return [s.rjust(width) for s in texts]


def _stream(value: float, *, plus: bool = False) -> str:
    """Write a number as a C++ stream does: six significant digits, `-nan` for a NaN whose sign bit is set."""
    if isnan(value):
        text = "-nan" if np.signbit(value) else "nan"
    else:
        text = f"{value:g}"
    return f"+{text}" if plus and not text.startswith("-") else text


def _scientific(value: float, precision: int) -> str:
    return f"{value:.{precision}e}" if isfinite(value) else _stream(value)


def _brackets(texts: list[str], shape: list[int], per_line: int) -> str:
    """Nest the texts of the kept elements in brackets, row by row."""
    last = shape[-1]
    one_dim = len(shape) == 1
    cut = last > (_FOLD_1D if one_dim else _FOLD)
    size = _FOLD if cut else last
    rows = [
        _row(texts[start : start + size], cut=cut, per_line=per_line if one_dim else 0)
        for start in range(0, len(texts), size)
    ]
    for depth in range(len(shape) - 2, -1, -1):
        cut = shape[depth] > _FOLD
        size = _FOLD if cut else shape[depth]
        indent = "\n" + " " * (depth + 1)
        rows = [_stack(rows[start : start + size], indent, cut=cut) for start in range(0, len(rows), size)]
    return rows[0]


def _row(texts: list[str], *, cut: bool, per_line: int) -> str:
    if cut:
        return "[" + ", ".join(texts[:_EDGE]) + " ... " + ", ".join(texts[_EDGE:]) + "]"
    if not per_line or len(texts) < per_line:
        return "[" + ", ".join(texts) + "]"
    lines = [", ".join(texts[start : start + per_line]) for start in range(0, len(texts), per_line)]
    # MindSpore breaks the line after every full one, also after the last
    ending = "\n ]" if len(texts) % per_line == 0 else "]"
    return "[" + ", \n ".join(lines) + ending


def _stack(rows: list[str], indent: str, *, cut: bool) -> str:
    if cut:
        return f"[{(',' + indent).join(rows[:_EDGE])},{indent}...{indent}{(',' + indent).join(rows[_EDGE:])}]"
    return f"[{(',' + indent).join(rows)}]"


# -------------------------------------------------------------------------------------------------------------- str
def _scalar_str(value: Any) -> str:
    """Write one float or complex as numpy 1 does; numpy 2 turns to exponents earlier for the short types."""
    if value.dtype.kind == "f":
        return _shortest(value, "0")
    real, imag = value.real, value.imag
    sign = "" if np.signbit(imag) and not np.isnan(imag) else "+"
    if real == 0 and not np.signbit(real):
        return f"{_shortest(imag, '-')}j"
    return f"({_shortest(real, '-')}{sign}{_shortest(imag, '-')}j)"


def _shortest(value: Any, trim: Literal["0", "-"]) -> str:
    size = abs(float(value))
    if size == 0 or 1e-4 <= size < 1e16 or not isfinite(size):
        return np.format_float_positional(value, trim=trim)
    return np.format_float_scientific(value, trim="-", exp_digits=2)


def _fixed(value: Any) -> str:
    return f"{value:.6f}"


def _str_without_numpy(t: torch.Tensor) -> str:
    values = t.cpu().to(dtype=torch.float32).numpy()
    if values.ndim == 0:
        return _fixed(float(values))
    # numpy cuts the line where the next element would cross the width, whatever the elements are
    return np.array2string(values, formatter={"float_kind": _fixed})
