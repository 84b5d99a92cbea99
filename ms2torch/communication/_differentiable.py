"""Collective operations that gradients pass through: each process gets what all of them owe to its input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch


class AllReduce(torch.autograd.Function):
    """Reduce over a group; the gradients are reduced in the same way."""

    @staticmethod
    def forward(ctx: Any, t: torch.Tensor, op: Any, group: Any) -> torch.Tensor:
        """Return the reduction."""
        ctx.op, ctx.group = op, group
        out = t.clone(memory_format=torch.contiguous_format)
        torch.distributed.all_reduce(out, op, group)
        return out

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> Any:
        """Return the reduction of the gradients."""
        return AllReduce.apply(grads[0], ctx.op, ctx.group), None, None


class AllGather(torch.autograd.Function):
    """Put the tensors of a group one after the other; the gradient is what all processes together owe to this part."""

    @staticmethod
    def forward(ctx: Any, t: torch.Tensor, group: Any) -> torch.Tensor:
        """Return all tensors, joined along the first dimension."""
        ctx.group = group
        parts = [torch.empty_like(t, memory_format=torch.contiguous_format) for _ in range(_size(group))]
        torch.distributed.all_gather(parts, t.contiguous(), group)
        return torch.cat(parts)

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> Any:
        """Return this process's part of the sum of the gradients."""
        total = AllReduce.apply(grads[0], torch.distributed.ReduceOp.SUM, ctx.group)
        assert isinstance(total, torch.Tensor)
        return total.chunk(_size(ctx.group))[torch.distributed.get_rank(ctx.group)], None


class AllToAll(torch.autograd.Function):
    """Send each process its slice along the first dimension; the gradients go back the same way."""

    @staticmethod
    def forward(
        ctx: Any,
        t: torch.Tensor,
        shape: Sequence[int],
        out_splits: list[int] | None,
        in_splits: list[int] | None,
        group: Any,
    ) -> torch.Tensor:
        """Return what came from all processes."""
        ctx.back = (tuple(t.shape), in_splits, out_splits, group)
        out = t.new_empty(tuple(shape))
        torch.distributed.all_to_all_single(out, t.contiguous(), out_splits, in_splits, group)
        return out

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> Any:
        """Return the gradients of what was sent."""
        return AllToAll.apply(grads[0], *ctx.back), None, None, None, None


def _size(group: Any) -> int:
    return torch.distributed.get_world_size(group)
