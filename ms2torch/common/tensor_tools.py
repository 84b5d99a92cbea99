"""Functions about Tensors as objects: is it one, make one of shared memory, exchange two."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
import torch.utils.dlpack

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.dtype import Type, float32, to_torch_dtype
from ms2torch.common.tensor import Tensor

__all__ = ["from_dlpack", "from_numpy", "frombuffer", "is_tensor", "swap_tensors", "to_dlpack"]


def is_tensor(obj: object) -> bool:
    """Tell whether an object is a Tensor.

    Args:
        obj (object): anything.

    Source: mindspore.is_tensor, MindSpore 2.10
    """
    return isinstance(obj, TensorBase)


def from_numpy(array: np.ndarray) -> Tensor:
    """Make a Tensor that shares the memory of a numpy array.

    Args:
        array (numpy.ndarray): the array.

    Raises:
        TypeError: if it is no array.

    Source: mindspore.from_numpy, MindSpore 2.10
    """
    return Tensor.from_numpy(array)


def frombuffer(buffer: Any, dtype: Type = float32, count: int = -1, offset: int = 0) -> Tensor:
    """Make a one-dimensional Tensor that shares the memory of a buffer.

    Args:
        buffer (object): something with Python's buffer interface, writable or not.
        dtype (mindspore.dtype): how to read it. Default: ``mindspore.float32``.
        count (int): how many elements. Default ``-1``: all.
        offset (int): bytes to skip. Default: ``0``.

    Source: mindspore.frombuffer, MindSpore 2.10
    """
    memory = buffer if not memoryview(buffer).readonly else bytearray(buffer)
    return wrap(torch.frombuffer(memory, dtype=to_torch_dtype(dtype), count=count, offset=offset))


def swap_tensors(t1: Tensor, t2: Tensor) -> None:
    """Exchange what two Tensors are: values, shape, type, attributes.

    Args:
        t1 (Tensor): one.
        t2 (Tensor): the other.

    Raises:
        RuntimeError: if they are of different classes, as a Parameter and a Tensor.

    Source: mindspore.swap_tensors, MindSpore 2.10
    """
    if type(t1) is not type(t2):
        msg = f"Cannot swap t1 and t2 because they have different type: {type(t1).__name__} and {type(t2).__name__}"
        raise RuntimeError(msg)
    if isinstance(t1._t, torch.nn.Parameter):
        t1._t.data, t2._t.data = t2._t.data, t1._t.data
        return
    t1._t, t2._t = t2._t, t1._t
    t1.__dict__, t2.__dict__ = t2.__dict__, t1.__dict__


def to_dlpack(tensor: Tensor) -> Any:
    """Return a DLPack capsule of the tensor's memory.

    Args:
        tensor (Tensor): the tensor.

    Source: mindspore.utils.dlpack.to_dlpack, MindSpore 2.10
    """
    return torch.utils.dlpack.to_dlpack(unwrap(tensor))


def from_dlpack(dlpack: Any) -> Tensor:
    """Make a Tensor of the memory of a DLPack capsule.

    Args:
        dlpack (PyCapsule): made by `to_dlpack`, here or elsewhere.

    Source: mindspore.utils.dlpack.from_dlpack, MindSpore 2.10
    """
    return wrap(torch.utils.dlpack.from_dlpack(dlpack))
