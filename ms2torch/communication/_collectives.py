"""Collective operations on torch tensors; in a process alone they are what a group of one does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch.communication._comm_helper import group_handle, joined
from ms2torch.communication._differentiable import AllGather, AllReduce, AllToAll

_REDUCTIONS = ("sum", "max", "min", "prod", "avg")


def size_of(group: str | None) -> int:
    """Return the number of processes of a group."""
    handle = group_handle(group)
    return torch.distributed.get_world_size(handle) if joined() else 1


def alone() -> bool:
    """Tell whether there is no other process, joined or not."""
    return not joined() or torch.distributed.get_world_size() == 1


def all_reduce(t: torch.Tensor, op: str, group: str | None) -> torch.Tensor:
    """Return the reduction over the group, in every process; gradients are reduced likewise."""
    _check_op(op)
    handle = group_handle(group)
    if alone():
        return t.clone()
    if op == "avg":
        return all_reduce(t, "sum", group) / size_of(group)
    return _tensor(AllReduce.apply(t, _torch_op(op), handle))


def all_gather(t: torch.Tensor, group: str | None) -> torch.Tensor:
    """Return the tensors of all processes, one after the other along the first dimension."""
    handle = group_handle(group)
    if alone():
        return t.clone()
    return _tensor(AllGather.apply(t, handle))


def reduce_scatter(t: torch.Tensor, op: str, group: str | None) -> torch.Tensor:
    """Return this process's part, along the first dimension, of the reduction.

    Raises:
        ValueError: if the first dimension is no multiple of the group's size.
    """
    count = size_of(group)
    if t.ndim == 0 or t.shape[0] % count:
        msg = f"For 'ReduceScatter', the input's first dimension must be a multiple of {count}, got {tuple(t.shape)}"
        raise ValueError(msg)
    if alone():
        _check_op(op)
        return t.clone()
    # gloo has no reduce_scatter: the reduction of everything, and then the part
    handle = group_handle(group)
    return all_reduce(t, op, group).chunk(count)[torch.distributed.get_rank(handle)]


def broadcast(t: torch.Tensor, src: int, group: str | None) -> torch.Tensor:
    """Return the tensor of process `src`."""
    handle = group_handle(group)
    if alone():
        _only_rank_zero("src", src)
        return t.clone()
    out = t.detach().clone()
    torch.distributed.broadcast(out, src, handle)
    return out


def all_to_all(
    t: torch.Tensor,
    shape: Sequence[int],
    out_splits: Sequence[int] | None,
    in_splits: Sequence[int] | None,
    group: str | None,
) -> torch.Tensor:
    """Send each process its slice along the first dimension, and return what came from all of them, as `shape`."""
    handle = group_handle(group)
    if alone():
        return t.reshape(tuple(shape)).clone()
    out_sizes, in_sizes = list(out_splits or []) or None, list(in_splits or []) or None
    return _tensor(AllToAll.apply(t, tuple(shape), out_sizes, in_sizes, handle))


def send(t: torch.Tensor, dst: int, group: str | None, tag: int) -> None:
    """Send a tensor to process `dst`.

    Raises:
        RuntimeError: if there is no other process.
    """
    _need_others("send")
    torch.distributed.send(t.detach().contiguous(), dst, group_handle(group), tag)


def receive(t: torch.Tensor, src: int, group: str | None, tag: int) -> torch.Tensor:
    """Return what process `src` sends, of the shape and type of `t`.

    Raises:
        RuntimeError: if there is no other process.
    """
    _need_others("recv")
    out = torch.empty_like(t)
    torch.distributed.recv(out, src, group_handle(group), tag)
    return out


def barrier(group: str | None) -> None:
    """Wait until all processes of the group come here."""
    handle = group_handle(group)
    if not alone():
        torch.distributed.barrier(handle)


def _tensor(value: Any) -> torch.Tensor:
    assert isinstance(value, torch.Tensor)
    return value


def _torch_op(op: str) -> Any:
    kinds = torch.distributed.ReduceOp
    return {"sum": kinds.SUM, "max": kinds.MAX, "min": kinds.MIN, "prod": kinds.PRODUCT}[op]


def _check_op(op: object) -> None:
    if not isinstance(op, str):
        msg = f"the reduction must be a string, got {op!r}"
        raise TypeError(msg)
    if op not in _REDUCTIONS:
        msg = f"the reduction must be one of {', '.join(_REDUCTIONS)}, got {op!r}"
        raise ValueError(msg)


def _only_rank_zero(name: str, rank: object) -> None:
    if isinstance(rank, bool) or not isinstance(rank, int):
        msg = f"{name!r} must be an int, got {rank!r}"
        raise TypeError(msg)
    if rank != 0:
        msg = f"there is one process, number 0; {name}={rank} does not exist (start several with torchrun)"
        raise ValueError(msg)


def _need_others(what: str) -> None:
    if alone():
        msg = f"{what}: there is no other process; start several with torchrun and call mindspore.communication.init()"
        raise RuntimeError(msg)


def is_me(name: str, rank: int) -> bool:
    """Tell whether this process has that number; alone, it is 0 and refuses others."""
    if alone():
        _only_rank_zero(name, rank)
        return True
    return torch.distributed.get_rank() == rank
