"""Collective operations with parts of uneven size or one receiver, as Primitives."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.communication import _collectives
from ms2torch.communication._comm_helper import HCCL_WORLD_COMM_GROUP, group_handle, joined
from ms2torch.ops.operations.comm_ops import ReduceOp
from ms2torch.ops.primitive import Primitive


def _rank(group: str) -> int:
    return torch.distributed.get_rank(group_handle(group)) if joined() else 0


def _parts(op: str, sizes: Any, group: str, whole: int | None = None) -> tuple[int, ...]:
    parts = shape_arg(sizes)
    count = _collectives.size_of(group)
    if len(parts) != count or (whole is not None and sum(parts) != whole):
        told = "" if whole is None else f" that add up to {whole}"
        msg = f"ops.{op}: {count} sizes{told} needed, one for each process, got {parts}"
        raise ValueError(msg)
    return parts


class AllGatherV(Primitive):
    """Gather tensors of one dimension and uneven size, one after the other.

    Args:
        group (str): the group's name. Default: that of all processes.

    Inputs:
        - **input_x** (Tensor) - of one dimension.
        - **output_split_sizes** (Union[tuple[int], list[int], Tensor]) - the size in each process.

    Source: mindspore.ops.AllGatherV, MindSpore 2.10
    """

    def __init__(self, group: str = HCCL_WORLD_COMM_GROUP) -> None:
        super().__init__()
        self.group = group

    def __call__(self, input_x: Tensor, output_split_sizes: Any) -> Tensor:
        """Gather."""
        t = unwrap(input_x)
        sizes = _parts("AllGatherV", output_split_sizes, self.group)
        if len(t) != sizes[_rank(self.group)]:
            msg = f"ops.AllGatherV: this process has {len(t)} elements, and output_split_sizes says {sizes}"
            raise ValueError(msg)
        longest = max(sizes)
        padded = torch.cat([t, t.new_zeros(longest - len(t))])
        rows = _collectives.all_gather(padded, self.group).split(longest)
        return wrap(torch.cat([row[:size] for row, size in zip(rows, sizes, strict=True)]))


class ReduceScatterV(Primitive):
    """Reduce a tensor of one dimension over a group, and give each process its part.

    Args:
        op (str): one of `ReduceOp`. Default: ``ReduceOp.SUM``.
        group (str): the group's name. Default: that of all processes.

    Inputs:
        - **input_x** (Tensor) - of one dimension.
        - **input_split_sizes** (Union[tuple[int], list[int], Tensor]) - the sizes of the parts.

    Source: mindspore.ops.ReduceScatterV, MindSpore 2.10
    """

    def __init__(self, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP) -> None:
        super().__init__()
        self.op, self.group = op, group

    def __call__(self, input_x: Tensor, input_split_sizes: Any) -> Tensor:
        """Reduce and scatter."""
        t = unwrap(input_x)
        sizes = _parts("ReduceScatterV", input_split_sizes, self.group, len(t))
        reduced = _collectives.all_reduce(t, self.op, self.group)
        return wrap(reduced.split(list(sizes))[_rank(self.group)].clone())


class AlltoAllV(Primitive):
    """Send each process its part of a tensor of one dimension, and join what comes.

    Args:
        group (str): the group's name. Default: that of all processes.
        block_size (int): the unit of the sizes. Default: ``1``.

    Inputs:
        - **input_x** (Tensor) - of one dimension.
        - **send_numel_list** (Union[tuple[int], list[int], Tensor]) - how much each process gets.
        - **recv_numel_list** (Union[tuple[int], list[int], Tensor]) - how much comes from each.

    Source: mindspore.ops.AlltoAllV, MindSpore 2.10
    """

    def __init__(self, group: str = HCCL_WORLD_COMM_GROUP, block_size: int = 1) -> None:
        super().__init__()
        if isinstance(block_size, bool) or not isinstance(block_size, int) or block_size < 1:
            msg = f"ops.AlltoAllV: block_size must be an int above 0, got {block_size!r}"
            raise ValueError(msg)
        self.group, self.block_size = group, block_size

    def __call__(self, input_x: Tensor, send_numel_list: Any, recv_numel_list: Any) -> Tensor:
        """Exchange."""
        t = unwrap(input_x)
        sent = [n * self.block_size for n in _parts("AlltoAllV", send_numel_list, self.group)]
        come = [n * self.block_size for n in _parts("AlltoAllV", recv_numel_list, self.group)]
        if sum(sent) != t.numel():
            msg = f"ops.AlltoAllV: the tensor has {t.numel()} elements, and {sum(sent)} are to be sent"
            raise ValueError(msg)
        return wrap(_collectives.all_to_all(t.reshape(-1), (sum(come),), come, sent, self.group))


class Reduce(Primitive):
    """Reduce a tensor over a group, in one process; the others keep their own.

    Args:
        dest_rank (int): the number of that process.
        op (str): one of `ReduceOp`. Default: ``ReduceOp.SUM``.
        group (str): the group's name. Default: that of all processes.

    Inputs:
        - **input_x** (Tensor) - of the same shape in all processes.

    Source: mindspore.ops.Reduce, MindSpore 2.10
    """

    def __init__(self, dest_rank: int, op: str = ReduceOp.SUM, group: str = HCCL_WORLD_COMM_GROUP) -> None:
        super().__init__()
        self.dest_rank, self.op, self.group = dest_rank, op, group

    def __call__(self, input_x: Tensor) -> Tensor:
        """Reduce."""
        t = unwrap(input_x)
        _need_rank("Reduce", "dest_rank", self.dest_rank, self.group)
        reduced = _collectives.all_reduce(t, self.op, self.group)
        return wrap(reduced if _rank(self.group) == self.dest_rank else t.clone())


class CollectiveGather(Primitive):
    """Gather the tensors of a group along the first dimension, in one process; the others keep their own.

    Args:
        dest_rank (int): the number of that process.
        group (str): the group's name. Default: that of all processes.

    Inputs:
        - **input_x** (Tensor) - of the same shape in all processes.

    Source: mindspore.ops.CollectiveGather, MindSpore 2.10
    """

    def __init__(self, dest_rank: int, group: str = HCCL_WORLD_COMM_GROUP) -> None:
        super().__init__()
        self.dest_rank, self.group = dest_rank, group

    def __call__(self, input_x: Tensor) -> Tensor:
        """Gather."""
        t = unwrap(input_x)
        _need_rank("CollectiveGather", "dest_rank", self.dest_rank, self.group)
        gathered = _collectives.all_gather(t, self.group)
        return wrap(gathered if _rank(self.group) == self.dest_rank else t.clone())


class CollectiveScatter(Primitive):
    """Give each process of a group its part, along the first dimension, of the tensor of one of them.

    Args:
        src_rank (int): the number of that process. Default: ``0``.
        group (str): the group's name. Default: that of all processes.

    Inputs:
        - **input_x** (Tensor) - its first dimension is a multiple of the group's size.

    Source: mindspore.ops.CollectiveScatter, MindSpore 2.10
    """

    def __init__(self, src_rank: int = 0, group: str = HCCL_WORLD_COMM_GROUP) -> None:
        super().__init__()
        self.src_rank, self.group = src_rank, group

    def __call__(self, input_x: Tensor) -> Tensor:
        """Scatter."""
        t = unwrap(input_x)
        count = _collectives.size_of(self.group)
        if t.dim() == 0 or t.shape[0] % count:
            msg = f"ops.CollectiveScatter: the first size must be a multiple of {count}, got {tuple(t.shape)}"
            raise ValueError(msg)
        whole = _collectives.broadcast(t, self.src_rank, self.group)
        return wrap(whole.chunk(count)[_rank(self.group)].clone())


def _need_rank(op: str, name: str, rank: int, group: str) -> None:
    count = _collectives.size_of(group)
    if isinstance(rank, bool) or not isinstance(rank, int) or not 0 <= rank < count:
        msg = f"ops.{op}: {name} must be an int from 0 to {count - 1}, got {rank!r}"
        raise ValueError(msg)


class NeighborExchangeV2(Primitive):
    """Exchange the borders of images with eight neighbouring processes; without neighbours the tensor stays.

    Args:
        send_rank_ids (list[int]): eight processes to send to; -1 for none.
        send_lens (list[int]): the widths of the borders to send: top, bottom, left, right.
        recv_rank_ids (list[int]): eight processes to receive from; -1 for none.
        recv_lens (list[int]): the widths of the borders to receive.
        data_format (str): ``"NCHW"`` alone.
        group (str): the group's name. Default: that of all processes.

    Inputs:
        - **input_x** (Tensor) - of shape :math:`(N, C, H, W)`.

    Raises:
        UnsupportedArgumentError: if there are neighbours.

    Source: mindspore.ops.NeighborExchangeV2, MindSpore 2.10
    """

    def __init__(
        self,
        send_rank_ids: list[int],
        send_lens: list[int],
        recv_rank_ids: list[int],
        recv_lens: list[int],
        data_format: str,
        group: str = HCCL_WORLD_COMM_GROUP,
    ) -> None:
        super().__init__()
        if data_format != "NCHW" or len(send_rank_ids) != 8 or len(recv_rank_ids) != 8:
            msg = f"ops.NeighborExchangeV2: eight neighbours each way and 'NCHW' needed, got {data_format!r}"
            raise ValueError(msg)
        if {*send_rank_ids, *recv_rank_ids} != {-1}:
            remedy = "exchange borders with ops.AlltoAllV or ops.Send and ops.Receive"
            raise UnsupportedArgumentError("ops.NeighborExchangeV2", "send_rank_ids", send_rank_ids, remedy)
        self.send_rank_ids, self.recv_rank_ids = send_rank_ids, recv_rank_ids
        self.send_lens, self.recv_lens = send_lens, recv_lens
        self.data_format, self.group = data_format, group

    def __call__(self, input_x: Tensor) -> Tensor:
        """Return the tensor, which has no neighbours."""
        return wrap(unwrap(input_x).clone())
