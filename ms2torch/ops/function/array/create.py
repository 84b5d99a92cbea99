"""Making tensors: constants, ranges, identities, one-hot vectors."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, unwrap_shaped, wrap
from ms2torch._core.convert import operand, python_dtype, shape_arg
from ms2torch._core.device import current_device, named_device, number, placed
from ms2torch._core.dtype import Type, given_type
from ms2torch._core.element_types import check_type
from ms2torch._core.promotion import fitted, held
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import op_error
from ms2torch.ops.function.array._operands import index_arg

Shape = int | Sequence[int] | Tensor

_ONE, _ZERO = 1, 0
_MAKERS: dict[int, Any] = {0: torch.zeros, 1: torch.ones}
_PLACES = (torch.int32, torch.int64)  # the types of the indices of one_hot
_MARKS = (torch.float16, torch.float32, torch.int32, torch.int64)  # and those of its values


def _filled(op: str, shape: object, value: Any, dtype: torch.dtype) -> Tensor:
    if isinstance(shape, float):
        msg = f"{op}: the shape must be made of ints, got {shape!r}"
        raise TypeError(msg)
    device = current_device()
    try:
        make = _MAKERS.get(value) if value.__class__ is int else None
        if make is not None:
            sizes = shape_arg(shape)
            if device is None and sizes and dtype is torch.get_default_dtype():  # each keyword costs, a tuple more
                return wrap(make(*sizes))
            return wrap(make(size=sizes, dtype=dtype, device=device))
        return wrap(torch.full(shape_arg(shape), fitted(value, dtype), dtype=dtype, device=device))
    except RuntimeError as error:
        raise op_error(op, error, shape=shape) from None


def zeros(size: Shape, dtype: Type | None = None) -> Tensor:
    """Make a tensor of zeros.

    Args:
        size (Union[tuple[int], list[int], int, Tensor]): the shape.
        dtype (mindspore.dtype, optional): its type. Default ``None``: float32.

    Returns:
        Tensor.

    Raises:
        TypeError: if `size` is not made of ints.
        ValueError: if a length is negative.

    Source: mindspore.ops.zeros, MindSpore 2.10
    """
    return _filled("ops.zeros", size, 0, torch.float32 if dtype is None else given_type(dtype))


def ones(shape: Shape, dtype: Type | None = None) -> Tensor:
    """Make a tensor of ones.

    Args:
        shape (Union[tuple[int], list[int], int, Tensor]): the shape.
        dtype (mindspore.dtype, optional): its type. Default ``None``: float32.

    Returns:
        Tensor.

    Raises:
        TypeError: if `shape` is not made of ints.
        ValueError: if a length is negative.

    Source: mindspore.ops.ones, MindSpore 2.10
    """
    return _filled("ops.ones", shape, 1, torch.float32 if dtype is None else given_type(dtype))


def full(size: Sequence[int], fill_value: Any, *, dtype: Type | None = None) -> Tensor:
    """Make a tensor of one value.

    Args:
        size (Union[tuple[int], list[int]]): the shape.
        fill_value (Union[Number, Tensor]): the value.

    Keyword Args:
        dtype (mindspore.dtype, optional): its type. Default ``None``: int64, whatever the value.

    Returns:
        Tensor. Without a dtype, 0.5 becomes 0: give the dtype.

    Raises:
        TypeError: if `size` is no tuple or list.
        ValueError: if a length is negative.

    Source: mindspore.ops.full, MindSpore 2.10
    """
    if not isinstance(size, (tuple, list)):
        msg = f"ops.full: `size` must be a tuple or list of ints, got {size!r}"
        raise TypeError(msg)
    value = fill_value._t.item() if isinstance(fill_value, Tensor) else fill_value
    kind = torch.int64 if dtype is None else given_type(dtype)
    return _filled("ops.full", size, value, kind)


def full_like(input: Tensor, fill_value: Any, *, dtype: Type | None = None) -> Tensor:
    """Make a tensor of one value, shaped like another.

    Args:
        input (Tensor): whose shape and type are taken.
        fill_value (Number): the value.

    Keyword Args:
        dtype (mindspore.dtype, optional): another type. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.full_like, MindSpore 2.10
    """
    t = unwrap_shaped(input)
    kind = t.dtype if dtype is None else given_type(dtype)
    return wrap(torch.full_like(t, held(fill_value, kind), dtype=kind))


def fill(type: Type, shape: Shape, value: Any) -> Tensor:
    """Make a tensor of one value.

    Args:
        type (mindspore.dtype): its type.
        shape (Union[tuple[int], Tensor]): its shape.
        value (Union[Number, bool]): the value.

    Returns:
        Tensor.

    Raises:
        TypeError: if `shape` is not made of ints.

    Source: mindspore.ops.fill, MindSpore 2.10
    """
    kind = given_type(type)
    value = operand(value)
    return _filled("ops.fill", shape, value, kind)


def fills(x: Tensor, value: Any) -> Tensor:
    """Make a tensor of one value, shaped and typed like another.

    Args:
        x (Tensor): whose shape and type are taken.
        value (Union[int, float, Tensor]): the value; a Tensor of one element.

    Returns:
        Tensor.

    Raises:
        TypeError: if `x` is not a Tensor.

    Source: mindspore.ops.fills, MindSpore 2.10
    """
    check_type(x, "ops.fills")
    return full_like(x, value._t.item() if isinstance(value, Tensor) else value)


def _python_number(value: Any) -> Any:
    return value._t.item() if isinstance(value, Tensor) else value


def arange(start: Any = 0, end: Any = None, step: Any = 1, *, dtype: Type | None = None) -> Tensor:
    """Count from `start` up to, not including, `end`.

    Args:
        start (Union[float, int, Tensor]): first value; the end where `end` is left out. Default: ``0``.
        end (Union[float, int, Tensor], optional): where to stop. Default ``None``: at `start`, counting from 0.
        step (Union[float, int, Tensor]): the distance. Default: ``1``.

    Keyword Args:
        dtype (mindspore.dtype, optional): type of the result. Default ``None``: int64 if all are ints, else float32.

    Returns:
        Tensor of one dimension.

    Raises:
        ValueError: if `step` is 0 or leads away from `end`.

    Source: mindspore.ops.arange, MindSpore 2.10
    """
    if end is None:
        start, end = 0, start
    if dtype is None and start.__class__ is int and end.__class__ is int and step == 1 and start <= end:
        device = current_device()
        if device is None and start == 0:
            return wrap(torch.arange(end))
        return wrap(torch.arange(start, end, device=device))
    numbers = [_python_number(n) for n in (start, end, step)]
    native = torch.float32 if any(isinstance(n, float) for n in numbers) else torch.int64
    try:
        out = torch.arange(*numbers, dtype=native, device=current_device())
    except RuntimeError as error:
        raise op_error("ops.arange", error, start=start, end=end, step=step) from None
    return wrap(out if dtype is None else out.to(given_type(dtype)))


def range(start: Any, end: Any, step: Any, maxlen: int = 1000000) -> Tensor:
    """Count from `start` up to, not including, `end`.

    Args:
        start (Number): first value.
        end (Number): where to stop.
        step (Number): the distance; of the same kind as the others.
        maxlen (int): no effect here; memory is taken as it is needed. Default: ``1000000``.

    Returns:
        Tensor of one dimension, int64 or float32.

    Raises:
        TypeError: if ints and floats are mixed.
        ValueError: if `step` is 0 or leads away from `end`.

    Source: mindspore.ops.range, MindSpore 2.10
    """
    numbers = [_python_number(n) for n in (start, end, step)]
    if len({type(n) for n in numbers}) > 1:
        msg = f"ops.range: start, end and step must be of one type, got {start!r}, {end!r}, {step!r}"
        raise TypeError(msg)
    return arange(*numbers)


def eye(n: int, m: int | None = None, dtype: Type | None = None) -> Tensor:
    """Make a matrix with ones on the main diagonal and zeros elsewhere.

    Args:
        n (int): number of rows.
        m (int, optional): number of columns. Default ``None``: `n`.
        dtype (mindspore.dtype, optional): its type. Default ``None``: float32.

    Returns:
        Tensor of shape (n, m).

    Raises:
        TypeError: if `n` or `m` is no int.
        ValueError: if one is negative.

    Source: mindspore.ops.eye, mindspore.mint.eye, MindSpore 2.10
    """
    kind = torch.float32 if dtype is None else given_type(dtype)
    try:
        return wrap(torch.eye(n, n if m is None else m, dtype=kind, device=current_device()))
    except (RuntimeError, TypeError) as error:
        raise op_error("ops.eye", error, n=n, m=m) from None


def linspace(start: Any, end: Any, steps: Any) -> Tensor:
    """Make evenly spaced numbers from `start` to `end`, both included.

    Args:
        start (Union[Tensor, int, float]): the first; a 0-d Tensor of a floating type.
        end (Union[Tensor, int, float]): the last, likewise.
        steps (Union[Tensor, int]): how many.

    Returns:
        Tensor of one dimension, of the type of `start`; float32 for numbers.

    Raises:
        TypeError: if a Tensor is not of a floating type.
        ValueError: if `steps` is not positive, or a Tensor has dimensions.

    Source: mindspore.ops.linspace, MindSpore 2.10
    """
    check_type(start, "ops.LinSpace")
    kind = torch.float32
    for bound in (start, end):
        if isinstance(bound, Tensor):
            if bound._t.ndim:
                msg = f"ops.linspace: a bound must be 0-d, got shape {tuple(bound._t.shape)}"
                raise ValueError(msg)
            if not bound._t.is_floating_point():
                msg = f"ops.linspace: a bound must be of a floating type, got {bound._t.dtype}"
                raise TypeError(msg)
            kind = bound._t.dtype
    if isinstance(steps, float):
        msg = f"ops.linspace: `steps` must be an int, got {steps!r}"
        raise TypeError(msg)
    count = int(_python_number(steps))
    if count < 1:
        msg = f"ops.linspace: `steps` must be positive, got {count}"
        raise ValueError(msg)
    return wrap(torch.linspace(_python_number(start), _python_number(end), count, dtype=kind, device=current_device()))


def _power(name: str, value: Any) -> float:
    number = _python_number(value)
    if not isinstance(number, float):
        msg = f"ops.logspace: {name} must be a float or a Tensor of floats, got {value!r}; write {number!r}.0"
        raise TypeError(msg)
    return number


def logspace(start: Any, end: Any, steps: int, base: int = 10, *, dtype: Type = mstype.float32) -> Tensor:
    """Raise `base` to evenly spaced powers from `start` to `end`.

    Args:
        start (Union[float, Tensor]): first power.
        end (Union[float, Tensor]): last power.
        steps (int): how many.
        base (int): the base. Default: ``10``.

    Keyword Args:
        dtype (mindspore.dtype): float16, float32 or float64. Default: ``mstype.float32``.

    Returns:
        Tensor of one dimension.

    Raises:
        TypeError: if `start` or `end` is an integer.
        ValueError: if `steps` is negative.

    Source: mindspore.ops.logspace, MindSpore 2.10
    """
    try:
        kind = given_type(dtype)
        check_type(start, "ops.logspace")
        bounds = _power("start", start), _power("end", end)
        return wrap(torch.logspace(*bounds, steps, base, dtype=torch.float64, device=current_device()).to(dtype=kind))
    except RuntimeError as error:
        raise op_error("ops.logspace", error, start=start, end=end, steps=steps) from None


def one_hot(indices: Tensor, depth: int, on_value: Any = 1, off_value: Any = 0, axis: int = -1) -> Tensor:
    """Mark each index by `on_value` in a new dimension that is `off_value` elsewhere.

    Args:
        indices (Tensor): integers; those outside [0, depth) mark nothing.
        depth (int): length of the new dimension.
        on_value (Union[Tensor, int, float]): value at the index. Default: ``1``.
        off_value (Union[Tensor, int, float]): value elsewhere, of the same type. Default: ``0``.
        axis (int): place of the new dimension. Default ``-1``: the last.

    Returns:
        Tensor of one dimension more, of the type of `on_value`: int64 for ints, float32 for floats.

    Raises:
        TypeError: if `indices` holds no integers, `depth` is no int, or the two values differ in type.
        ValueError: if `axis` is out of range or `depth` is negative.

    Source: mindspore.ops.one_hot, MindSpore 2.10
    """
    t = unwrap(indices)
    if t.dtype not in _PLACES:
        msg = f"ops.one_hot: `indices` must be of int32 or int64, got {t.dtype}; convert with .astype()"
        raise TypeError(msg)
    if isinstance(depth, (float, str)):
        msg = f"ops.one_hot: `depth` must be an int, got {depth!r}"
        raise TypeError(msg)
    depth = depth if depth.__class__ is int else int(_python_number(depth))
    if axis == -1 and on_value is _ONE and off_value is _ZERO and t.is_cpu and t.numel():
        try:
            return wrap(F.one_hot(t, depth))
        except RuntimeError:
            pass  # indices outside the range, which mark nothing, or what is told below
    if depth < 0 or not -1 <= axis <= t.ndim:
        msg = f"ops.one_hot: `depth` must not be negative and `axis` in [-1, {t.ndim}], got {depth} and {axis}"
        raise ValueError(msg)
    on, off = (v._t if isinstance(v, Tensor) else number(v, dtype=python_dtype(v)) for v in (on_value, off_value))
    if on.dtype not in _MARKS:
        msg = f"ops.one_hot: `on_value` must be of float16, float32, int32 or int64, got {on.dtype}"
        raise TypeError(msg)
    if on.dtype != off.dtype:
        msg = f"ops.one_hot: `on_value` and `off_value` must be of one type, got {on.dtype} and {off.dtype}"
        raise TypeError(msg)
    if not t.numel():
        msg = f"ops.one_hot: `indices` must not be empty, got shape {tuple(t.shape)}"
        raise RuntimeError(msg)
    place = axis % (t.ndim + 1)
    classes = torch.arange(depth, device=t.device).reshape(-1, *[1] * (t.ndim - place))
    return wrap(torch.where(t.unsqueeze(place) == classes, on.to(t.device), off.to(t.device)))


def tril_indices(row: int, col: int, offset: int = 0, *, dtype: Type = mstype.int64) -> Tensor:
    """List the places of the lower triangle of a matrix.

    Args:
        row (int): number of rows.
        col (int): number of columns.
        offset (int): which diagonal bounds the triangle. Default: ``0``.

    Keyword Args:
        dtype (mindspore.dtype): int32 or int64. Default: ``mstype.int64``.

    Returns:
        Tensor of shape (2, N): rows and columns.

    Raises:
        ValueError: if `row` or `col` is negative.

    Source: mindspore.ops.tril_indices, MindSpore 2.10
    """
    try:
        return wrap(torch.tril_indices(row, col, offset, dtype=given_type(dtype), device=current_device()))
    except (RuntimeError, TypeError) as error:
        raise op_error("ops.tril_indices", error, row=row, col=col) from None


def triu_indices(row: int, col: int, offset: int = 0, *, dtype: Type = mstype.int64) -> Tensor:
    """List the places of the upper triangle of a matrix.

    Args:
        row (int): number of rows.
        col (int): number of columns.
        offset (int): which diagonal bounds the triangle. Default: ``0``.

    Keyword Args:
        dtype (mindspore.dtype): int32 or int64. Default: ``mstype.int64``.

    Returns:
        Tensor of shape (2, N): rows and columns.

    Raises:
        ValueError: if `row` or `col` is negative.

    Source: mindspore.ops.triu_indices, MindSpore 2.10
    """
    try:
        return wrap(torch.triu_indices(row, col, offset, dtype=given_type(dtype), device=current_device()))
    except (RuntimeError, TypeError) as error:
        raise op_error("ops.triu_indices", error, row=row, col=col) from None


def vander(x: Tensor, N: int | None = None) -> Tensor:
    """Make the matrix whose columns are descending powers of a vector.

    Args:
        x (Tensor): of one dimension.
        N (int, optional): number of columns. Default ``None``: the length of `x`.

    Returns:
        Tensor of shape (len(x), N).

    Raises:
        TypeError: if `x` is not a Tensor.
        ValueError: if `x` is not 1-d, or `N` is negative.

    Source: mindspore.ops.vander, MindSpore 2.10
    """
    t = unwrap(x)
    count = t.shape[0] if N is None and t.ndim else N
    if t.ndim != 1 or not isinstance(count, int) or count < 0:
        msg = f"ops.vander: expected a vector and a number of columns, got shape {tuple(t.shape)} and {N!r}"
        raise ValueError(msg)
    if not (t.is_floating_point() or t.is_complex()):
        t = t.long()  # what MindSpore counts the powers in
    return wrap(t.unsqueeze(1) ** torch.arange(count - 1, -1, -1, device=t.device))


def tuple_to_array(input_x: tuple[Any, ...]) -> Tensor:
    """Turn a tuple of numbers into a tensor.

    Args:
        input_x (Union[tuple, range]): ints or floats; the first decides the type, int32 or float32.

    Returns:
        Tensor of one dimension.

    Raises:
        TypeError: if `input_x` is no tuple of numbers.

    Source: mindspore.ops.tuple_to_array, MindSpore 2.10
    """
    if isinstance(input_x, builtins.range):
        input_x = tuple(input_x)
    if not isinstance(input_x, tuple) or not input_x or not all(isinstance(n, (int, float)) for n in input_x):
        msg = f"ops.tuple_to_array: expected a tuple of numbers, got {input_x!r}"
        raise TypeError(msg)
    kind = torch.int32 if isinstance(input_x[0], int) else torch.float32
    return wrap(placed(torch.tensor(input_x, dtype=torch.float64)).to(dtype=kind))


def sequence_mask(lengths: Tensor, maxlen: int | None = None) -> Tensor:
    """Mark the first places of each row, as many as its length says.

    Args:
        lengths (Tensor): integers, of any shape.
        maxlen (int, optional): length of the new last dimension. Default ``None``: the greatest length.

    Returns:
        Tensor of bool, with one dimension more.

    Raises:
        TypeError: if `lengths` holds no integers.

    Source: mindspore.ops.sequence_mask, MindSpore 2.10
    """
    check_type(lengths, "ops.sequence_mask")
    t = index_arg("ops.sequence_mask", lengths, "lengths")
    count = int(t.max()) if maxlen is None else maxlen
    return wrap(torch.arange(count, device=t.device) < t.unsqueeze(-1))


def meshgrid(*inputs: Tensor, indexing: str = "xy") -> tuple[Tensor, ...]:
    """Repeat 1-d coordinates into a grid.

    Args:
        inputs (Tensor): vectors of one type.
        indexing (str): ``"xy"``: the first two dimensions exchanged, as pictures have them; ``"ij"``: in order.
            Default: ``"xy"``.

    Returns:
        tuple[Tensor], one per vector.

    Raises:
        TypeError: if an input is not a Tensor.
        ValueError: if `indexing` is another word, an input has more than one dimension, or the types differ.

    Source: mindspore.ops.meshgrid, MindSpore 2.10
    """
    given = inputs[0] if len(inputs) == 1 and isinstance(inputs[0], (tuple, list)) else inputs
    parts = [unwrap(x) for x in given]
    if len({p.dtype for p in parts}) > 1:
        msg = f"ops.meshgrid: the inputs must be of one type, got {[p.dtype for p in parts]}"
        raise ValueError(msg)
    try:
        return tuple(map(wrap, torch.meshgrid(*parts, indexing=indexing)))
    except RuntimeError as error:
        raise op_error("ops.meshgrid", error, shapes=[tuple(p.shape) for p in parts], indexing=indexing) from None


def tensor_new_zeros(self: Tensor, size: Any, dtype: Type | None = None) -> Tensor:
    """Make a tensor of zeros, of this type and on this device.

    Args:
        size (Union[int, tuple[int], list[int]]): its shape.
        dtype (mindspore.dtype, optional): another type. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        ValueError: if a length is negative.

    Source: mindspore.Tensor.new_zeros, MindSpore 2.10
    """
    return wrap(_like("Tensor.new_zeros", unwrap_shaped(self), size, 0, dtype))


def tensor_new_ones(self: Tensor, size: Any, dtype: Type | None = None) -> Tensor:
    """Make a tensor of ones, of this type and on this device.

    Args:
        size (Union[int, tuple[int], list[int]]): its shape.
        dtype (mindspore.dtype, optional): another type. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        ValueError: if a length is negative.

    Source: mindspore.Tensor.new_ones, MindSpore 2.10
    """
    return wrap(_like("Tensor.new_ones", unwrap_shaped(self), size, 1, dtype))


def tensor_new_full(self: Tensor, size: Any, fill_value: Any, *, dtype: Type | None = None) -> Tensor:
    """Make a tensor of one value, of this type and on this device.

    Args:
        size (Union[tuple[int], list[int]]): its shape.
        fill_value (Number): the value.

    Keyword Args:
        dtype (mindspore.dtype, optional): another type. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        ValueError: if a length is negative.

    Source: mindspore.Tensor.new_full, MindSpore 2.10
    """
    return wrap(_like("Tensor.new_full", self._t, size, fill_value, dtype))


def tensor_new_empty(self: Tensor, size: Any, *, dtype: Type | None = None, device: str | None = None) -> Tensor:
    """Make a tensor whose values are not set, of this type and on this device.

    Args:
        size (Union[int, tuple[int], list[int]]): its shape.

    Keyword Args:
        dtype (mindspore.dtype, optional): another type. Default: ``None``.
        device (str, optional): another device. Default: ``None``.

    Returns:
        Tensor.

    Raises:
        ValueError: if a length is negative.

    Source: mindspore.Tensor.new_empty, MindSpore 2.10
    """
    made = _like("Tensor.new_empty", self._t, size, 0, dtype)
    return wrap(made if device is None else made.to(named_device("Tensor.new_empty", device)))


def tensor_fill(self: Tensor, value: Any) -> Tensor:
    """Make a tensor of one value, of this shape and type; this tensor stays as it is.

    Args:
        value (Union[None, int, float, bool]): the value; None counts as 0.

    Returns:
        Tensor.

    Raises:
        TypeError: if `value` is no number.

    Source: mindspore.Tensor.fill, MindSpore 2.10
    """
    return wrap(torch.full_like(self._t, 0 if value is None else value))


def _like(op: str, t: torch.Tensor, size: int | Sequence[int], value: Any, dtype: Type | None) -> torch.Tensor:
    kind = t.dtype if dtype is None else given_type(dtype)
    number = value if kind.is_floating_point or kind.is_complex else int(value)
    try:
        return t.new_full(shape_arg(size), number, dtype=kind)
    except RuntimeError as error:
        raise op_error(op, error, size=size) from None
