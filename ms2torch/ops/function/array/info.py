"""What a tensor is: shape, rank, type; and copies of it."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, unwrap_shaped, wrap
from ms2torch._core.device import named_device
from ms2torch._core.dtype import (
    TensorType,
    Type,
    float32,
    from_torch_dtype,
    get_py_obj_dtype,
    type_none,
)
from ms2torch._core.element_types import check_type
from ms2torch._core.sparse_tensor import SparseBase
from ms2torch._core.tensor_type import Tensor


def shape(input_x: Tensor) -> tuple[int, ...]:
    """Return the shape as a tuple of ints.

    Args:
        input_x (Tensor): of any shape.

    Returns:
        tuple[int].

    Raises:
        TypeError: if `input_x` is not a Tensor.

    Source: mindspore.ops.shape, MindSpore 2.10
    """
    return tuple(unwrap_shaped(input_x).shape)


def dyn_shape(input_x: Tensor) -> Tensor:
    """Return the shape as a tensor.

    Args:
        input_x (Tensor): of any shape.

    Returns:
        Tensor of int64, one dimension.

    Raises:
        TypeError: if `input_x` is not a Tensor.

    Source: mindspore.ops.dyn_shape, MindSpore 2.10
    """
    return wrap(torch.tensor(unwrap(input_x).shape, dtype=torch.int64))


def rank(input_x: Tensor) -> int:
    """Return the number of dimensions.

    Args:
        input_x (Tensor): of any shape.

    Returns:
        int.

    Raises:
        TypeError: if `input_x` is not a Tensor.

    Source: mindspore.ops.rank, MindSpore 2.10
    """
    return unwrap(input_x).ndim


def size(input_x: Tensor) -> int:
    """Return the number of elements.

    Args:
        input_x (Tensor): of any shape.

    Returns:
        int.

    Raises:
        TypeError: if `input_x` is not a Tensor.

    Source: mindspore.ops.size, MindSpore 2.10
    """
    return unwrap(input_x).numel()


def numel(input: Tensor) -> int:
    """Return the number of elements; the same as `size`.

    Args:
        input (Tensor): of any shape.

    Returns:
        int.

    Raises:
        TypeError: if `input` is not a Tensor.

    Source: mindspore.ops.numel, MindSpore 2.10
    """
    return unwrap(input).numel()


def dtype(x: Tensor) -> Type:
    """Return the element type.

    Args:
        x (Tensor): of any shape; or a sparse tensor.

    Returns:
        mindspore.dtype.

    Raises:
        TypeError: if `x` is not a Tensor.

    Source: mindspore.ops.dtype, MindSpore 2.10
    """
    if isinstance(x, SparseBase):
        return x.dtype
    return from_torch_dtype(unwrap(x).dtype)


def typeof(x: Any) -> Type:
    """Return the type of a value; of a Tensor, one that names its element type.

    Args:
        x (Any): a Tensor, number, string, list or tuple.

    Returns:
        mindspore.dtype, printed as ``Tensor[Float32]`` for a Tensor.

    Source: mindspore.ops.typeof, MindSpore 2.10
    """
    if isinstance(x, Tensor):
        kind = from_torch_dtype(x._t.dtype)
        return TensorType(f"Tensor[{kind}]", f"tensor[{str(kind).lower()}]")
    if isinstance(x, float):
        return float32
    return type_none if x is None else get_py_obj_dtype(x)


def type_as(input: Tensor, other: Tensor) -> Tensor:
    """Convert the elements to the type of another tensor.

    Args:
        input (Tensor): of any shape.
        other (Tensor): whose type is taken.

    Returns:
        Tensor, same shape.

    Raises:
        TypeError: if one is not a Tensor.

    Source: mindspore.ops.type_as, MindSpore 2.10
    """
    return wrap(unwrap(input).to(unwrap(other).dtype))


def deepcopy(input_x: Tensor) -> Tensor:
    """Copy a tensor.

    Args:
        input_x (Tensor): of any shape.

    Returns:
        Tensor with memory of its own.

    Raises:
        TypeError: if `input_x` is not a Tensor.

    Source: mindspore.ops.deepcopy, MindSpore 2.10
    """
    return wrap(unwrap(input_x).clone())


def move_to(input: Tensor, to: str = "CPU", blocking: bool = True) -> Tensor:
    """Copy a tensor to a device.

    Args:
        input (Tensor): of any shape.
        to (str): ``"CPU"``, ``"GPU"`` or ``"Ascend"``. Default: ``"CPU"``.
        blocking (bool): wait until it is there. Default: ``True``.

    Returns:
        Tensor.

    Raises:
        TypeError: if `input` is not a Tensor.
        ValueError: if there is no such device.

    Source: mindspore.ops.move_to, MindSpore 2.10
    """
    return wrap(unwrap(input).to(named_device("ops.move_to", to), non_blocking=not blocking))


def make_range(start: int, limit: int | None = None, delta: int = 1) -> tuple[int, ...]:
    """Count from `start` up to, not including, `limit`.

    Args:
        start (int): first number; the limit where that is left out.
        limit (int, optional): where to stop. Default ``None``: at `start`, counting from 0.
        delta (int): the distance. Default: ``1``.

    Returns:
        tuple[int].

    Source: mindspore.ops.make_range, MindSpore 2.10
    """
    return tuple(range(start) if limit is None else range(start, limit, delta))


def padding(x: Tensor, pad_dim_size: int = 8) -> Tensor:
    """Lengthen a last dimension of 1 by zeros.

    Args:
        x (Tensor): whose last dimension has length 1.
        pad_dim_size (int): the length wanted. Default: ``8``.

    Returns:
        Tensor.

    Raises:
        TypeError: if `pad_dim_size` is no int.
        ValueError: if it is not positive, or the last dimension is longer than 1.

    Source: mindspore.ops.padding, MindSpore 2.10
    """
    t = unwrap(x)
    if not isinstance(pad_dim_size, int):
        msg = f"ops.padding: `pad_dim_size` must be an int, got {pad_dim_size!r}"
        raise TypeError(msg)
    if t.ndim < 2 or t.shape[-1] != 1 or pad_dim_size < 1:
        msg = f"ops.padding: expected (..., 1) and a positive size, got {tuple(t.shape)} and {pad_dim_size}"
        raise ValueError(msg)
    return wrap(torch.nn.functional.pad(t, (0, pad_dim_size - 1)))


def coalesce(x_indices: Tensor, x_values: Tensor, x_shape: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Sort the entries of a sparse tensor and add up those of one place.

    Args:
        x_indices (Tensor): of int64, (dimensions, entries).
        x_values (Tensor): (entries,).
        x_shape (Tensor): of int64, the shape of the dense tensor.

    Returns:
        tuple(Tensor, Tensor, Tensor): indices, values and shape.

    Raises:
        TypeError: if an input is not a Tensor.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.coalesce, MindSpore 2.10
    """
    check_type(x_indices, "ops.coalesce")
    try:
        sparse = torch.sparse_coo_tensor(
            unwrap(x_indices), unwrap(x_values), unwrap(x_shape).tolist(), check_invariants=True
        )
    except RuntimeError as error:
        raise ValueError(f"ops.coalesce: {error}") from None
    merged = sparse.coalesce()
    return wrap(merged.indices()), wrap(merged.values()), wrap(x_shape._t.clone())
