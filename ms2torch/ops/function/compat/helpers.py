"""What MindSpore's function modules keep for themselves, and packages import."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor


def _set_prim_op_user_data(prim: Any, key: str, value: object) -> Any:
    """Set an attribute of a Primitive, and return the Primitive.

    Args:
        prim (Primitive): the Primitive.
        key (str): the attribute.
        value (Any): its value.
    """
    return prim.add_prim_attr(key, value)


def _check_same_type(dtype1: object, dtype2: object) -> bool:
    """Tell whether two types are one."""
    return dtype1 == dtype2


def _expand(x: Tensor, ndim: int) -> Tensor:
    """Put axes of length 1 before the others, until a Tensor has so many.

    Args:
        x (Tensor): of any shape.
        ndim (int): how many axes it is to have at least.
    """
    t = unwrap(x)
    return wrap(t[(None,) * max(ndim - t.dim(), 0)])


def apply_global_norm(clip_norm: Tensor, global_norm: Tensor, x: Tensor) -> Tensor:
    """Return one of several Tensors scaled so that their common norm is a bound at most.

    Args:
        clip_norm (Tensor): the bound.
        global_norm (Tensor): the norm, which is no smaller than the bound.
        x (Tensor): the Tensor.
    """
    t = unwrap(x)
    return wrap((t * unwrap(clip_norm) / unwrap(global_norm)).to(t.dtype))


def get_square_sum(x: Tensor) -> Tensor:
    """Return the sum of the squares of all elements, in float32, of shape ``(1,)``.

    Args:
        x (Tensor): of any shape.
    """
    return wrap(torch.sum(unwrap(x) ** 2).to(torch.float32).reshape(1))


def infer_value_for_BroadcastTo(x: Tensor | None, shape: Any) -> Tensor | None:  # its name there
    """Return a Tensor broadcast to a shape; None where either is not known.

    Args:
        x (Tensor): what is broadcast.
        shape (tuple[int] | Tensor): the shape; -1 keeps the length of the axis.
    """
    if x is None or shape is None or (isinstance(shape, (tuple, list)) and None in shape):
        return None
    wanted = [int(each) for each in (shape.asnumpy() if isinstance(shape, Tensor) else shape)]
    t = unwrap(x)
    for place in range(1, min(len(wanted), t.dim()) + 1):
        if wanted[-place] == -1:
            wanted[-place] = t.shape[-place]
    return wrap(torch.from_numpy(np.broadcast_to(t.numpy(), wanted).copy()))
