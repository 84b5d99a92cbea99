"""Collective operations as functions of a Tensor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.dtype import to_torch_dtype
from ms2torch._core.tensor_type import Tensor
from ms2torch.communication import _collectives, _messages, _tensor_functions
from ms2torch.communication._comm_helper import HCCL_WORLD_COMM_GROUP, group_handle, joined
from ms2torch.communication._messages import CommHandle as CommHandle

__all__ = [
    "CommHandle", "P2POp", "all_gather_into_tensor", "all_reduce", "all_to_all_single_with_output_shape",
    "all_to_all_v_c", "all_to_all_with_output_shape", "barrier", "batch_isend_irecv", "broadcast",
    "gather_into_tensor", "irecv", "isend", "recv", "reduce", "reduce_scatter_tensor", "scatter_tensor", "send",
]  # fmt: skip


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


def reduce(tensor: Tensor, dst: int, op: str = "sum", group: str = HCCL_WORLD_COMM_GROUP) -> Tensor:
    """Reduce a tensor over the processes of a group, for one of them.

    Args:
        tensor (Tensor): of the same shape in all of them.
        dst (int): the number, among all processes, of the one.
        op (str): as of `all_reduce`. Default: ``"sum"``.
        group (str): the group's name. Default: that of all processes.

    Returns:
        Tensor; in the other processes what it was.

    Source: mindspore.communication.comm_func.reduce, MindSpore 2.10
    """
    out = _collectives.all_reduce(unwrap(tensor).detach(), op, group)
    return wrap(out if _collectives.is_me("dst", dst) else unwrap(tensor).detach().clone())


def gather_into_tensor(tensor: Tensor, dst: int = 0, group: str = HCCL_WORLD_COMM_GROUP) -> Tensor:
    """Gather the tensors of a group, along the first dimension, for one of the processes.

    Args:
        tensor (Tensor): of the same shape in all of them.
        dst (int): the number, among all processes, of the one. Default: ``0``.
        group (str): the group's name. Default: that of all processes.

    Returns:
        Tensor; in the other processes zeros of that shape.

    Source: mindspore.communication.comm_func.gather_into_tensor, MindSpore 2.10
    """
    out = _collectives.all_gather(unwrap(tensor).detach(), group)
    return wrap(out if _collectives.is_me("dst", dst) else torch.zeros_like(out))


def scatter_tensor(tensor: Tensor, src: int = 0, group: str = HCCL_WORLD_COMM_GROUP) -> Tensor:
    """Give each process of a group its part, along the first dimension, of one's tensor.

    Args:
        tensor (Tensor): of the same shape in all of them; that of process `src` counts.
        src (int): the number, among all processes, of the one. Default: ``0``.
        group (str): the group's name. Default: that of all processes.

    Source: mindspore.communication.comm_func.scatter_tensor, MindSpore 2.10
    """
    whole = _collectives.broadcast(unwrap(tensor), src, group)
    rank = torch.distributed.get_rank(group_handle(group)) if joined() else 0
    return wrap(whole.chunk(_collectives.size_of(group))[rank].clone())


def all_to_all_with_output_shape(
    output_shape_list: Sequence[Any], input_tensor_list: Sequence[Tensor], group: str | None = None,
    async_op: bool = False,
) -> tuple[tuple[Tensor, ...], CommHandle | None]:  # fmt: skip
    """Send each process one of a list of tensors, and take one from each.

    Args:
        output_shape_list (Union[tuple, list]): for each process a Tensor of the shape of what comes, or the shape.
        input_tensor_list (Union[tuple[Tensor], list[Tensor]]): one for each process.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle too. Default: ``False``.

    Returns:
        tuple of the tuple of Tensors and a `CommHandle`, ``None`` without `async_op`.

    Source: mindspore.communication.comm_func.all_to_all_with_output_shape, MindSpore 2.10
    """
    shapes = [shape_arg(each if isinstance(each, tuple) else each.shape) for each in output_shape_list]
    came = _tensor_functions.exchange([unwrap(each).detach() for each in input_tensor_list], shapes, group)
    return tuple(wrap(each) for each in came), _handle(async_op)


def all_to_all_v_c(
    output: Tensor, input: Tensor, send_count_matrix: Sequence[int], group: str | None = None, async_op: bool = False
) -> CommHandle | None:
    """Send each process a slice of a tensor; see `mindspore.ops.communication.all_to_all_v_c`.

    Args:
        output (Tensor): takes what comes, joined.
        input (Tensor): sliced along the first dimension.
        send_count_matrix (list[int]): at ``i * size + j``: the length of the slice from process i to process j.
        group (str, optional): the group's name. Default ``None``: all processes.
        async_op (bool): return a handle. Default: ``False``.

    Source: mindspore.communication.comm_func.all_to_all_v_c, MindSpore 2.10
    """
    return _tensor_functions.all_to_all_v_c(output, input, send_count_matrix, group, async_op)


class P2POp:
    """One message of `batch_isend_irecv`.

    Args:
        op (Union[str, function]): ``"isend"``, ``"irecv"`` or the function of that name.
        tensor (Union[Tensor, tuple[int]]): what to send, or of the shape and type of what comes; or that shape.
        peer (int): the number of the other process.
        group (str, optional): the group's name. Default ``None``: that of all processes.
        tag (int): only 0, as in MindSpore. Default: ``0``.
        recv_dtype (DType, optional): the type of what comes, where `tensor` is a shape. Default: ``None``.

    Raises:
        TypeError: if an argument is of another type.

    Source: mindspore.communication.comm_func.P2POp, MindSpore 2.10
    """

    def __init__(
        self,
        op: str | Callable[..., Any],
        tensor: Any,
        peer: int,
        group: str | None = None,
        tag: int = 0,
        recv_dtype: Any = None,
    ) -> None:
        if isinstance(tensor, tuple):
            if recv_dtype is None:
                msg = "comm_func.P2POp: a shape needs recv_dtype, the type of what comes"
                raise TypeError(msg)
            tensor = wrap(torch.empty(shape_arg(tensor), dtype=to_torch_dtype(recv_dtype)))
        self._message = _messages.P2POp(op, tensor, peer, group, tag)
        self.op, self.tensor, self.peer, self.group, self.tag = op, tensor, peer, group, tag


def batch_isend_irecv(p2p_op_list: Sequence[P2POp]) -> tuple[Tensor, ...]:
    """Send and receive messages together.

    Args:
        p2p_op_list (list[P2POp]): the messages, of one group.

    Returns:
        tuple[Tensor], one for each message: what came; of those sent, what was sent.

    Raises:
        TypeError: if the list is empty, holds something else or names several groups.
        RuntimeError: if there is no other process.

    Source: mindspore.communication.comm_func.batch_isend_irecv, MindSpore 2.10
    """
    if not all(isinstance(each, P2POp) for each in p2p_op_list):
        msg = "comm_func.batch_isend_irecv: a list of P2POp needed"
        raise TypeError(msg)
    for each in p2p_op_list:  # what comes must not change the tensor that says its shape
        each._message.tensor = wrap(unwrap(each.tensor).detach().clone())
    _messages.batch_isend_irecv([each._message for each in p2p_op_list])
    return tuple(each._message.tensor for each in p2p_op_list)


def _handle(async_op: bool) -> CommHandle | None:
    return CommHandle() if async_op else None
