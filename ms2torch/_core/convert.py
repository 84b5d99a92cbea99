"""Conversion of what users pass where MindSpore takes a Tensor: Python and numpy values, shapes, dtypes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from ms2torch._core.base import TensorBase
from ms2torch._core.device import number, placed
from ms2torch._core.dtype import to_torch_dtype

_SCALARS = (bool, int, float, complex)
_PLAIN_CHARS = "?bBhilefdFD"  # numpy's element types that torch has under the same name


def python_dtype(value: object) -> torch.dtype:
    """Return the element type MindSpore gives a Python number: bool, int64, float32 or complex128."""
    if isinstance(value, bool):
        return torch.bool
    if isinstance(value, int):
        return torch.int64
    if isinstance(value, float):
        return torch.float32
    return torch.complex128


def array_to_torch(array: np.ndarray | np.generic) -> torch.Tensor:
    """Copy a numpy array or scalar into a torch tensor of the same element type.

    Raises:
        TypeError: if the elements are not numbers or bools.
    """
    array = np.asarray(array)
    kind = array.dtype
    if kind.isnative and kind.char in _PLAIN_CHARS:  # a copy in order, which has no negative strides
        return placed(torch.from_numpy(array.copy("C")))
    if kind.name == "bfloat16":
        return placed(torch.from_numpy(np.ascontiguousarray(array).view(np.int16).copy())).view(torch.bfloat16)
    if array.dtype.kind not in "biufc":
        msg = (
            f"initializing tensor by numpy array failed, data type: {array.dtype}, {array.dtype.type}. The supported "
            "element types are numbers and bool"
        )
        raise TypeError(msg)
    # `copy` also makes negative strides and foreign byte orders acceptable to torch
    return placed(torch.from_numpy(np.array(array, dtype=array.dtype.newbyteorder("="), order="C", copy=True)))


_IN_A_LIST = {torch.float64: torch.float32, torch.int32: torch.int64}  # MindSpore keeps the other types


def sequence_to_torch(values: Sequence[object], dtype: torch.dtype | None = None) -> torch.Tensor:
    """Build a torch tensor from a nested list or tuple of numbers, arrays and Tensors.

    Without a `dtype`, Python floats make float32, ints int64; a mixture of both is float32. Of numpy's numbers
    and of Tensors, float64 and int32 do so too.

    Raises:
        TypeError: if the nesting is ragged or an element is not a number.
    """
    if any(v.__class__ not in _SCALARS and isinstance(v, (TensorBase, torch.Tensor)) for v in values):
        stacked = torch.stack([to_torch(v) for v in values])
        return _as_dtype(stacked, _IN_A_LIST.get(stacked.dtype) if dtype is None else dtype)
    try:
        array = np.array(_without_tensors(values))
    except ValueError:
        array = np.array(None)
    if array.dtype.kind not in "biufc":
        msg = f"For Tensor, the input_data is {values} that contain unsupported element. Rows must be of equal length."
        raise TypeError(msg)
    if array.dtype.kind == "u":
        array = array.astype(f"u{array.itemsize}")  # a type's other name (ulonglong) is one torch does not know
    made = placed(torch.from_numpy(array))
    if dtype is None:
        dtype = _IN_A_LIST.get(made.dtype) if array.size else torch.float32
    return _as_dtype(made, dtype)


def _as_dtype(t: torch.Tensor, dtype: torch.dtype | None) -> torch.Tensor:
    return t if dtype is None else t.to(dtype=dtype)


def _without_tensors(values: Sequence[object]) -> list[object]:
    """Replace Tensors inside nested sequences by numpy arrays, so that numpy can stack them."""
    out: list[object] = []
    for v in values:
        if isinstance(v, (list, tuple)):
            out.append(_without_tensors(v))
        elif isinstance(v, TensorBase):
            out.append(v._t.detach().cpu().numpy())
        else:
            out.append(v)
    return out


def to_torch(value: object, dtype: torch.dtype | None = None) -> torch.Tensor:
    """Convert anything MindSpore's Tensor constructor takes as data to a torch tensor, copying it.

    Python numbers go to `dtype` without a stop at float32: ``Tensor(1 / 3, ms.float64)`` keeps all its digits.

    Raises:
        TypeError: if `value` is of another kind.
    """
    if isinstance(value, TensorBase):
        if getattr(value, "init", None) is not None:
            value.init_data()  # pyright: ignore[reportAttributeAccessIssue]
        return _as_dtype(value._t.detach().clone(), dtype)
    if isinstance(value, torch.Tensor):
        return _as_dtype(value, dtype)
    if isinstance(value, (np.ndarray, np.generic)):  # before the numbers: a np.float64 is a float too
        return _as_dtype(array_to_torch(value), dtype)
    if isinstance(value, _SCALARS):
        return _number_to_torch(value, dtype)
    if isinstance(value, (list, tuple)):
        return sequence_to_torch(value, dtype)
    msg = (
        "For 'Tensor', the type of 'input_data' should be one of Tensor, numpy.ndarray, list, tuple, float, int, bool "
        f"or complex, but got type '{type(value).__name__}'."
    )
    raise TypeError(msg)


# a float up to the largest that all of these hold is made one of them without a stop
_FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
_LARGEST_HALF = torch.finfo(torch.float16).max


def _number_to_torch(value: float | complex, dtype: torch.dtype | None) -> torch.Tensor:
    kind = python_dtype(value)
    if dtype is None:
        return number(value, dtype=kind)
    if kind is torch.float32 and dtype in _FLOATS and -_LARGEST_HALF <= value <= _LARGEST_HALF:  # type: ignore[operator]
        return number(value, dtype=dtype)
    wide = torch.float64 if kind is torch.float32 else kind
    # through the wide type: torch.tensor(2.7, dtype=int32) and torch.tensor(300, dtype=uint8) raise, casts do not
    return number(value, dtype=wide).to(dtype=dtype)


def operand(value: object) -> torch.Tensor:
    """Return what torch's operators take on the other side of a Tensor: its torch tensor or a Python number.

    Lists, tuples and numpy values are converted, as MindSpore's operators do.
    The return type names the tensor only, because torch's stubs accept numbers at few of the places that do.
    """
    cls = value.__class__
    if cls is float or cls is int or cls is bool:
        return value  # type: ignore[return-value]
    try:
        return value._t  # type: ignore[attr-defined, no-any-return]
    except AttributeError:
        if isinstance(value, _SCALARS):
            return value  # type: ignore[return-value]
    if isinstance(value, np.generic) and value.dtype.kind in "biuf":
        return value.item()
    return to_torch(value)


def shape_arg(shape: object) -> tuple[int, ...]:
    """Return a shape given as an int, a tuple or list of ints, or an int Tensor, as a tuple of ints."""
    if shape.__class__ is tuple:
        for length in shape:  # type: ignore[attr-defined]
            if length.__class__ is not int:
                break
        else:
            return shape  # type: ignore[return-value]
    if isinstance(shape, int):
        return (shape,)
    if isinstance(shape, TensorBase):
        if shape._t.ndim > 1:
            msg = f"a shape given as a Tensor must have one dimension, got one of shape {tuple(shape._t.shape)}"
            raise ValueError(msg)
        return tuple(int(s) for s in shape._t.reshape(-1).tolist())
    if isinstance(shape, (tuple, list)):
        return tuple(s if type(s) is int else _length(s) for s in shape)
    msg = f"expected a shape (an int, tuple or list of ints), got {shape!r}"
    raise TypeError(msg)


def _length(value: object) -> int:
    """Return an entry of a shape that is no plain int: a Tensor or a numpy integer."""
    if isinstance(value, (bool, float, str)):
        msg = f"the entries of a shape must be ints, got {value!r}"
        raise TypeError(msg)
    return int(value)  # type: ignore[call-overload, no-any-return]


def bool_arg(op: str, name: str, value: object) -> bool:
    """Return `value`, a bool.

    Args:
        op (str): whose argument it is.
        name (str): the argument's name.
        value (object): what the user gave.

    Raises:
        TypeError: if it is anything else.
    """
    if not isinstance(value, bool):
        msg = f"{op}: {name} must be a bool, got {value!r}"
        raise TypeError(msg)
    return value


def int_arg(value: object) -> int:
    """Return an int given as an int or a one-element int Tensor."""
    if type(value) is int:
        return value
    if isinstance(value, (float, str)):
        msg = f"expected an int, got {value!r}"
        raise TypeError(msg)
    return int(value)  # type: ignore[call-overload, no-any-return]


def cast_to(t: torch.Tensor, dtype: object) -> torch.Tensor:
    """Return `t` in the given MindSpore dtype (any spelling); the same object if it has it already."""
    return t.to(to_torch_dtype(dtype))


def is_bool(x: object) -> bool:
    """Tell whether an operand is a bool or a torch tensor of bools."""
    return isinstance(x, bool) or getattr(x, "dtype", None) is torch.bool


def subtract_torch(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """Subtract, also where torch refuses because a side is bool.

    A bool counts as 0 and 1 in the type of the other side; of two bools MindSpore says where they differ
    (measured 2.10).
    """
    try:
        return torch.sub(a, b)
    except RuntimeError:
        if not (is_bool(a) or is_bool(b)):
            raise
        if is_bool(a) and is_bool(b):
            return torch.logical_xor(torch.as_tensor(a), torch.as_tensor(b))
        return torch.sub(_number_beside(a, b), _number_beside(b, a))


def _number_beside(x: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    if isinstance(x, bool):
        return int(x)  # type: ignore[return-value]
    if not is_bool(x):
        return x
    return x.to(other.dtype if isinstance(other, torch.Tensor) else python_dtype(other))
