"""Collective operations as Primitives."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import require_default
from ms2torch._lazy import elsewhere
from ms2torch.communication import _collectives
from ms2torch.communication._comm_helper import HCCL_WORLD_COMM_GROUP
from ms2torch.ops.primitive import Primitive

__all__ = [
    "AllGather", "AllReduce", "AlltoAll", "Barrier", "Broadcast", "NeighborExchange", "Receive", "ReduceOp",
    "ReduceScatter", "Send",
]  # fmt: skip


class ReduceOp:
    """The ways to reduce over processes, by name.

    Source: mindspore.ops.ReduceOp, MindSpore 2.10
    """

    SUM = "sum"
    MAX = "max"
    MIN = "min"
    PROD = "prod"
    AVG = "avg"


class AllReduce(Primitive):
    """Reduce a tensor over the processes of a group; alone, a process keeps its own.

    Args:
        op (str): one of `ReduceOp`. Default: ``ReduceOp.SUM``.
        group (str): the group's name. Default: that of all processes.

    Inputs:
        - **input_x** (Tensor) - of the same shape in all processes.

    Outputs:
        Tensor.

    Source: mindspore.ops.AllReduce, MindSpore 2.10
    """

    def __init__(self, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP) -> None:
        super().__init__()
        self.op, self.group = op, group

    def __call__(self, input_x: Tensor) -> Tensor:
        """Reduce."""
        return wrap(_collectives.all_reduce(unwrap(input_x), self.op, self.group))


class AllGather(Primitive):
    """Gather the tensors of a group, one after the other along the first dimension.

    Args:
        group (str): the group's name. Default: that of all processes.

    Inputs:
        - **input_x** (Tensor) - of the same shape in all processes.

    Outputs:
        Tensor.

    Source: mindspore.ops.AllGather, MindSpore 2.10
    """

    def __init__(self, group: str = HCCL_WORLD_COMM_GROUP) -> None:
        super().__init__()
        self.group = group
        self.rank_size = _collectives.size_of(group)

    def __call__(self, input_x: Tensor) -> Tensor:
        """Gather."""
        return wrap(_collectives.all_gather(unwrap(input_x), self.group))


class ReduceScatter(Primitive):
    """Reduce a tensor over a group, and give each process its part along the first dimension.

    Args:
        op (str): one of `ReduceOp`. Default: ``ReduceOp.SUM``.
        group (str): the group's name. Default: that of all processes.

    Inputs:
        - **input_x** (Tensor) - its first dimension is a multiple of the group's size.

    Outputs:
        Tensor.

    Source: mindspore.ops.ReduceScatter, MindSpore 2.10
    """

    def __init__(self, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP) -> None:
        super().__init__()
        self.op, self.group = op, group
        self.rank_size = _collectives.size_of(group)

    def __call__(self, input_x: Tensor) -> Tensor:
        """Reduce and scatter."""
        return wrap(_collectives.reduce_scatter(unwrap(input_x), self.op, self.group))


class Broadcast(Primitive):
    """Give all processes of a group the tensors of one of them.

    Args:
        root_rank (int): the number, among all processes, of the one.
        group (str): the group's name. Default: that of all processes.

    Inputs:
        - **input_x** (tuple[Tensor]) - what the one has.

    Outputs:
        tuple[Tensor].

    Source: mindspore.ops.Broadcast, MindSpore 2.10
    """

    def __init__(self, root_rank: int, group: str = HCCL_WORLD_COMM_GROUP) -> None:
        super().__init__()
        self.root_rank, self.group = root_rank, group

    def __call__(self, input_x: Sequence[Tensor]) -> tuple[Tensor, ...]:
        """Broadcast."""
        return tuple(wrap(_collectives.broadcast(unwrap(x), self.root_rank, self.group)) for x in input_x)


class AlltoAll(Primitive):
    """Send each process a slice of the tensor along one dimension, and join what comes along another.

    Args:
        split_count (int): the group's size.
        split_dim (int): the dimension that is sliced.
        concat_dim (int): the dimension along which the slices are joined.
        group (str): the group's name. Default: that of all processes.

    Inputs:
        - **input_x** (Tensor) - its dimension `split_dim` is a multiple of `split_count`.

    Outputs:
        Tensor.

    Raises:
        ValueError: if `split_count` is not the group's size, or the dimension cannot be divided.

    Source: mindspore.ops.AlltoAll, MindSpore 2.10
    """

    def __init__(self, split_count: int, split_dim: int, concat_dim: int, group: str = HCCL_WORLD_COMM_GROUP) -> None:
        super().__init__()
        if split_count != _collectives.size_of(group):
            size = _collectives.size_of(group)
            msg = f"For 'AlltoAll', 'split_count' must be the group's size {size}, but got {split_count}."
            raise ValueError(msg)
        self.split_count, self.split_dim, self.concat_dim, self.group = split_count, split_dim, concat_dim, group

    def __call__(self, input_x: Tensor) -> Tensor:
        """Exchange slices."""
        t = unwrap(input_x)
        if t.shape[self.split_dim] % self.split_count:
            msg = f"For 'AlltoAll', dimension {self.split_dim} of {tuple(t.shape)} must divide by {self.split_count}."
            raise ValueError(msg)
        slices = torch.stack(t.chunk(self.split_count, self.split_dim))
        received = _collectives.all_to_all(slices, slices.shape, None, None, self.group)
        return wrap(torch.cat(received.unbind(0), self.concat_dim))


class Barrier(Primitive):
    """Wait until all processes of a group come here.

    Args:
        group (str): the group's name. Default: that of all processes.

    Source: mindspore.ops.Barrier, MindSpore 2.10
    """

    def __init__(self, group: str = HCCL_WORLD_COMM_GROUP) -> None:
        super().__init__()
        self.group = group

    def __call__(self) -> None:
        """Wait."""
        _collectives.barrier(self.group)


class Send(Primitive):
    """Send a tensor to another process.

    Args:
        sr_tag (int): what tells messages apart.
        dest_rank (int): the number of the other.
        group (str): the group's name. Default: that of all processes.
        group_back (str): the group of the gradient; only the default is accepted.

    Inputs:
        - **input_x** (Tensor) - what to send.

    Outputs:
        Tensor, the input.

    Source: mindspore.ops.Send, MindSpore 2.10
    """

    def __init__(
        self,
        sr_tag: int,
        dest_rank: int,
        group: str = HCCL_WORLD_COMM_GROUP,
        group_back: str = HCCL_WORLD_COMM_GROUP,
    ) -> None:
        super().__init__()
        require_default("ops.Send", "group_back", group_back, HCCL_WORLD_COMM_GROUP, "leave it at its default")
        self.sr_tag, self.dest_rank, self.group = sr_tag, dest_rank, group

    def __call__(self, input_x: Tensor) -> Tensor:
        """Send."""
        _collectives.send(unwrap(input_x), self.dest_rank, self.group, self.sr_tag)
        return input_x


class Receive(Primitive):
    """Receive a tensor from another process.

    Args:
        sr_tag (int): what tells messages apart.
        src_rank (int): the number of the other.
        shape (Union[list[int], tuple[int]]): the shape of what comes.
        dtype (mindspore.dtype): its type.
        group (str): the group's name. Default: that of all processes.
        group_back (str): the group of the gradient; only the default is accepted.

    Outputs:
        Tensor.

    Source: mindspore.ops.Receive, MindSpore 2.10
    """

    def __init__(
        self,
        sr_tag: int,
        src_rank: int,
        shape: Sequence[int],
        dtype: object,
        group: str = HCCL_WORLD_COMM_GROUP,
        group_back: str = HCCL_WORLD_COMM_GROUP,
    ) -> None:
        super().__init__()
        require_default("ops.Receive", "group_back", group_back, HCCL_WORLD_COMM_GROUP, "leave it at its default")
        self.sr_tag, self.src_rank, self.shape, self.dtype, self.group = sr_tag, src_rank, tuple(shape), dtype, group

    def __call__(self, input_x: Tensor | None = None) -> Tensor:
        """Receive; the input is not looked at."""
        from ms2torch._core.dtype import given_type

        del input_x
        like = torch.empty(self.shape, dtype=given_type(self.dtype))
        return wrap(_collectives.receive(like, self.src_rank, self.group, self.sr_tag))


class NeighborExchange(Primitive):
    """Exchange tensors with several processes, one to and from each.

    Args:
        send_rank_ids (list[int]): to whom.
        recv_rank_ids (list[int]): from whom.
        recv_shapes (tuple[tuple[int]]): the shapes of what comes.
        send_shapes (tuple[tuple[int]]): the shapes of what is sent.
        recv_type (mindspore.dtype): the type of what comes.
        group (str): the group's name. Default: that of all processes.

    Raises:
        RuntimeError: always: it is an operation of Ascend; use `Send` and `Receive`.

    Source: mindspore.ops.NeighborExchange, MindSpore 2.10
    """

    def __init__(
        self,
        send_rank_ids: Sequence[int],
        recv_rank_ids: Sequence[int],
        recv_shapes: Sequence[Sequence[int]],
        send_shapes: Sequence[Sequence[int]],
        recv_type: object,
        group: str = HCCL_WORLD_COMM_GROUP,
    ) -> None:
        super().__init__()
        msg = f"ops.NeighborExchange({send_rank_ids}, {recv_rank_ids}, ...) is an operation of Ascend; "
        msg += "use mindspore.communication.comm_func.send and recv"
        raise RuntimeError(msg)


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.ops.operations")
