"""`mindspore.ops.communication`: messages between processes, with a setting for results in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.communication import _collectives
from ms2torch.communication._object_functions import (
    all_gather_object as all_gather_object,
    broadcast_object_list as broadcast_object_list,
    gather_object as gather_object,
    recv_object_list as recv_object_list,
    scatter_object_list as scatter_object_list,
    send_object_list as send_object_list,
)
from ms2torch.communication._process_groups import (
    TCPStore as TCPStore,
    destroy_process_group as destroy_process_group,
    get_backend as get_backend,
    get_global_rank as get_global_rank,
    get_group_rank as get_group_rank,
    get_process_group_ranks as get_process_group_ranks,
    get_rank as get_rank,
    get_world_size as get_world_size,
    init_process_group as init_process_group,
    is_available as is_available,
    is_initialized as is_initialized,
    new_group as new_group,
)
from ms2torch.communication._tensor_functions import (
    all_gather as all_gather,
    all_gather_into_tensor as all_gather_into_tensor,
    all_gather_into_tensor_uneven as all_gather_into_tensor_uneven,
    all_reduce as all_reduce,
    all_to_all as all_to_all,
    all_to_all_single as all_to_all_single,
    all_to_all_v_c as all_to_all_v_c,
    barrier as barrier,
    broadcast as broadcast,
    gather as gather,
    gather_into_tensor as gather_into_tensor,
    recv as recv,
    reduce as reduce,
    reduce_scatter as reduce_scatter,
    reduce_scatter_tensor as reduce_scatter_tensor,
    reduce_scatter_tensor_uneven as reduce_scatter_tensor_uneven,
    returns_result,
    scatter as scatter,
    scatter_tensor as scatter_tensor,
    send as send,
    set_comm_ops_inplace as set_comm_ops_inplace,
)
from ms2torch.communication.comm_func import CommHandle


def isend(tensor: Tensor, dst: int = 0, group: str | None = None, tag: int = 0) -> CommHandle:
    """Send a tensor to another process; it is sent when the call returns.

    Args:
        tensor (Tensor): what to send.
        dst (int): the number of the other process. Default: ``0``.
        group (str, optional): the group's name. Default ``None``: that of all processes.
        tag (int): a number that the receiver gives too. Default: ``0``.

    Returns:
        CommHandle, with nothing to wait for.

    Raises:
        RuntimeError: if there is no other process.

    Source: mindspore.ops.isend, MindSpore 2.10
    """
    _collectives.send(unwrap(tensor), dst, group, tag)
    return CommHandle()


def irecv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> Any:
    """Receive a tensor from another process; it is there when the call returns.

    Args:
        tensor (Tensor): takes what comes; its shape and type alone count without results in place.
        src (int): the number of the other process. Default: ``0``.
        group (str, optional): the group's name. Default ``None``: that of all processes.
        tag (int): the number that the sender gave. Default: ``0``.

    Returns:
        CommHandle, with nothing to wait for; without results in place a tuple of the Tensor and that.

    Raises:
        RuntimeError: if there is no other process.

    Source: mindspore.ops.irecv, MindSpore 2.10
    """
    came = _collectives.receive(unwrap(tensor), src, group, tag)
    if returns_result("irecv"):
        return wrap(came), CommHandle()
    with torch.no_grad():
        unwrap(tensor).copy_(came)
    return CommHandle()


class P2POp:
    """One message of `batch_isend_irecv`.

    Args:
        op (Union[str, function]): ``"isend"``, ``"irecv"`` or the function of that name.
        tensor (Tensor): what to send, or what takes what comes.
        peer (int): the number of the other process.
        group (str, optional): the group's name. Default ``None``: that of all processes.
        tag (int): only 0, as in MindSpore. Default: ``0``.

    Raises:
        TypeError: if an argument is of another type.

    Source: mindspore.ops.P2POp, MindSpore 2.10
    """

    def __init__(
        self, op: str | Callable[..., Any], tensor: Tensor, peer: int, group: str | None = None, tag: int = 0
    ) -> None:
        name = op if isinstance(op, str) else getattr(op, "__name__", "")
        if name not in ("isend", "irecv"):
            msg = f"ops.P2POp: op must be 'isend' or 'irecv', got {op!r}"
            raise TypeError(msg)
        if not isinstance(tensor, TensorBase) or isinstance(peer, bool) or not isinstance(peer, int):
            msg = f"ops.P2POp: a Tensor and an int for peer needed, got {type(tensor).__name__} and {peer!r}"
            raise TypeError(msg)
        if tag != 0:
            raise UnsupportedArgumentError("ops.P2POp", "tag", tag, "leave it at 0")
        self.op, self.tensor, self.peer, self.group, self.tag = name, tensor, peer, group, tag


def batch_isend_irecv(p2p_op_list: Sequence[P2POp]) -> list[CommHandle]:
    """Send and receive messages together.

    Args:
        p2p_op_list (list[P2POp]): the messages, of one group.

    Returns:
        list[CommHandle], with nothing to wait for.

    Raises:
        TypeError: if the list is empty, holds something else or names several groups.
        RuntimeError: if there is no other process.

    Source: mindspore.ops.batch_isend_irecv, MindSpore 2.10
    """
    if not p2p_op_list or not all(isinstance(each, P2POp) for each in p2p_op_list):
        msg = "ops.batch_isend_irecv: a list of P2POp needed"
        raise TypeError(msg)
    if len({each.group for each in p2p_op_list}) > 1:
        msg = "ops.batch_isend_irecv: all messages must name one group"
        raise TypeError(msg)
    pending = [_begin(each) for each in p2p_op_list]
    for work, into, came in pending:
        work.wait()
        if into is not None:
            into.copy_(came)
    return [CommHandle()]


def _begin(one: P2POp) -> tuple[Any, torch.Tensor | None, torch.Tensor]:
    from ms2torch.communication._comm_helper import group_handle

    _collectives._need_others("batch_isend_irecv")
    t = unwrap(one.tensor).detach().contiguous()
    handle = group_handle(one.group)
    if one.op == "isend":
        return torch.distributed.isend(t, one.peer, handle), None, t
    came = torch.empty_like(t)
    return torch.distributed.irecv(came, one.peer, handle), unwrap(one.tensor).detach(), came
