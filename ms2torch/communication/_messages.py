"""Messages between two processes, sent and received together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core.base import TensorBase, unwrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.communication import _collectives
from ms2torch.communication._comm_helper import group_handle


class CommHandle:
    """What `async_op=True` returns beside the result. The operation is over when it returns, so there is no waiting."""

    def wait(self) -> None:
        """Return at once."""


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
    _collectives._need_others("batch_isend_irecv")
    t = unwrap(one.tensor).detach().contiguous()
    handle = group_handle(one.group)
    if one.op == "isend":
        return torch.distributed.isend(t, one.peer, handle), None, t
    came = torch.empty_like(t)
    return torch.distributed.irecv(came, one.peer, handle), unwrap(one.tensor).detach(), came
