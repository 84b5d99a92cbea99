"""`mindspore.ops.communication`: messages between processes, with a setting for results in place."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.communication import _collectives
from ms2torch.communication._messages import (
    CommHandle,
    P2POp as P2POp,
    batch_isend_irecv as batch_isend_irecv,
)
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

__all__ = [
    "P2POp",
    "TCPStore",
    "all_gather",
    "all_gather_into_tensor",
    "all_gather_into_tensor_uneven",
    "all_gather_object",
    "all_reduce",
    "all_to_all",
    "all_to_all_single",
    "all_to_all_v_c",
    "barrier",
    "batch_isend_irecv",
    "broadcast",
    "broadcast_object_list",
    "destroy_process_group",
    "gather",
    "gather_into_tensor",
    "gather_object",
    "get_backend",
    "get_global_rank",
    "get_group_rank",
    "get_process_group_ranks",
    "get_rank",
    "get_world_size",
    "init_process_group",
    "irecv",
    "is_available",
    "is_initialized",
    "isend",
    "new_group",
    "recv",
    "recv_object_list",
    "reduce",
    "reduce_scatter",
    "reduce_scatter_tensor",
    "reduce_scatter_tensor_uneven",
    "scatter",
    "scatter_object_list",
    "scatter_tensor",
    "send",
    "send_object_list",
    "set_comm_ops_inplace",
]


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
