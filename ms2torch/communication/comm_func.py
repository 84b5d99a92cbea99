"""Collective operations as functions of a Tensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ms2torch.common._base import unwrap, wrap
from ms2torch.common._convert import shape_arg
from ms2torch.common.tensor_type import Tensor
from ms2torch.communication import _collectives
from ms2torch.communication._comm_helper import HCCL_WORLD_COMM_GROUP

__all__ = [
    "CommHandle", "all_gather_into_tensor", "all_reduce", "all_to_all_single_with_output_shape", "barrier",
    "broadcast", "irecv", "isend", "recv", "reduce_scatter_tensor", "send",
]  # fmt: skip


class CommHandle:
    """What `async_op=True` returns beside the result. The operation is over when it returns, so there is no waiting."""

    def wait(self) -> None:
        """Return at once."""


def all_reduce(
    tensor: Tensor, op: str = "sum", group: str = HCCL_WORLD_COMM_GROUP, async_op: bool = False
) -> tuple[Tensor, CommHandle | None]:
    """Reduce a tensor over the processes of a group.

    Args:
        tensor (Tensor): of the same shape in all of them.
        op (str): ``"sum"``, ``"max"``, ``"min"``, ``"prod"`` or ``"avg"``. Default: ``"sum"``.
        group (str): the group's name. Default: that of all processes.
        async_op (bool): return a handle too. Default: ``False``.

    Returns:
        tuple of the reduced Tensor and a `CommHandle`, ``None`` without `async_op`.

    Source: mindspore.communication.comm_func.all_reduce, MindSpore 2.10
    """
    return wrap(_collectives.all_reduce(unwrap(tensor), op, group)), _handle(async_op)


def all_gather_into_tensor(
    tensor: Tensor, group: str = HCCL_WORLD_COMM_GROUP, async_op: bool = False
) -> tuple[Tensor, CommHandle | None]:
    """Gather the tensors of a group, one after the other along the first dimension.

    Args:
        tensor (Tensor): of the same shape in all processes.
        group (str): the group's name. Default: that of all processes.
        async_op (bool): return a handle too. Default: ``False``.

    Returns:
        tuple of the Tensor and a `CommHandle`, ``None`` without `async_op`.

    Source: mindspore.communication.comm_func.all_gather_into_tensor, MindSpore 2.10
    """
    return wrap(_collectives.all_gather(unwrap(tensor), group)), _handle(async_op)


def reduce_scatter_tensor(
    tensor: Tensor, op: str = "sum", group: str = HCCL_WORLD_COMM_GROUP, async_op: bool = False
) -> tuple[Tensor, CommHandle | None]:
    """Reduce a tensor over a group, and give each process its part along the first dimension.

    Args:
        tensor (Tensor): its first dimension is a multiple of the group's size.
        op (str): as of `all_reduce`. Default: ``"sum"``.
        group (str): the group's name. Default: that of all processes.
        async_op (bool): return a handle too. Default: ``False``.

    Returns:
        tuple of the Tensor and a `CommHandle`, ``None`` without `async_op`.

    Raises:
        ValueError: if the first dimension cannot be divided.

    Source: mindspore.communication.comm_func.reduce_scatter_tensor, MindSpore 2.10
    """
    return wrap(_collectives.reduce_scatter(unwrap(tensor), op, group)), _handle(async_op)


def broadcast(tensor: Tensor, src: int = 0, group: str = HCCL_WORLD_COMM_GROUP) -> Tensor:
    """Give all processes of a group the tensor of one of them.

    Args:
        tensor (Tensor): of the same shape in all of them.
        src (int): the number, among all processes, of the one. Default: ``0``.
        group (str): the group's name. Default: that of all processes.

    Source: mindspore.communication.comm_func.broadcast, MindSpore 2.10
    """
    return wrap(_collectives.broadcast(unwrap(tensor), src, group))


def all_to_all_single_with_output_shape(
    output_shape: Any,
    tensor: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    input_split_sizes: Sequence[int] | None = None,
    group: str | None = None,
    async_op: bool = False,
) -> tuple[Tensor, CommHandle | None]:
    """Send each process a slice of the tensor, and join what comes from all of them.

    Args:
        output_shape (Union[Tensor, tuple[int]]): the shape of the result.
        tensor (Tensor): sliced along the first dimension.
        output_split_sizes (Union[tuple[int], list[int]], optional): what comes from each. Default ``None``: equal
            parts.
        input_split_sizes (Union[tuple[int], list[int]], optional): what goes to each. Default ``None``: equal parts.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle too. Default: ``False``.

    Returns:
        tuple of the Tensor and a `CommHandle`, ``None`` without `async_op`.

    Source: mindspore.communication.comm_func.all_to_all_single_with_output_shape, MindSpore 2.10
    """
    shape = shape_arg(output_shape if isinstance(output_shape, tuple) else output_shape.shape)
    out = _collectives.all_to_all(unwrap(tensor), shape, output_split_sizes, input_split_sizes, group)
    return wrap(out), _handle(async_op)


def send(tensor: Tensor, dst: int = 0, group: str = HCCL_WORLD_COMM_GROUP, tag: int = 0) -> None:
    """Send a tensor to another process.

    Args:
        tensor (Tensor): what to send.
        dst (int): the number of the other, among all processes. Default: ``0``.
        group (str): the group's name. Default: that of all processes.
        tag (int): what tells messages apart. Default: ``0``.

    Raises:
        RuntimeError: if there is no other process.

    Source: mindspore.communication.comm_func.send, MindSpore 2.10
    """
    _collectives.send(unwrap(tensor), dst, group, tag)


def recv(tensor: Tensor, src: int = 0, group: str = HCCL_WORLD_COMM_GROUP, tag: int = 0) -> Tensor:
    """Receive a tensor from another process.

    Args:
        tensor (Tensor): of the shape and type of what comes.
        src (int): the number of the other, among all processes. Default: ``0``.
        group (str): the group's name. Default: that of all processes.
        tag (int): what tells messages apart. Default: ``0``.

    Raises:
        RuntimeError: if there is no other process.

    Source: mindspore.communication.comm_func.recv, MindSpore 2.10
    """
    return wrap(_collectives.receive(unwrap(tensor), src, group, tag))


def isend(tensor: Tensor, dst: int = 0, group: str = HCCL_WORLD_COMM_GROUP, tag: int = 0) -> CommHandle:
    """Send a tensor to another process, and return a handle; the arguments are those of `send`.

    Source: mindspore.communication.comm_func.isend, MindSpore 2.10
    """
    send(tensor, dst, group, tag)
    return CommHandle()


def irecv(tensor: Tensor, src: int = 0, group: str = HCCL_WORLD_COMM_GROUP, tag: int = 0) -> tuple[Tensor, CommHandle]:
    """Receive a tensor from another process, with a handle; the arguments are those of `recv`.

    Source: mindspore.communication.comm_func.irecv, MindSpore 2.10
    """
    return recv(tensor, src, group, tag), CommHandle()


def barrier(group: str = HCCL_WORLD_COMM_GROUP) -> None:
    """Wait until all processes of a group come here.

    Args:
        group (str): the group's name. Default: that of all processes.

    Source: mindspore.communication.comm_func.barrier, MindSpore 2.10
    """
    _collectives.barrier(group)


def _handle(async_op: bool) -> CommHandle | None:
    return CommHandle() if async_op else None
