"""Gradients of several processes, added up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch._errors import UnsupportedArgumentError, require_default
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.communication import _collectives
from ms2torch.communication._comm_helper import HCCL_WORLD_COMM_GROUP as _WORLD, group_handle
from ms2torch.context import get_auto_parallel_context
from ms2torch.nn.cell import Cell

__all__ = ["DistributedGradReducer", "PipelineGradReducer"]


class DistributedGradReducer(Cell):
    """Add up the gradients of all processes, and divide by their number if wanted. Alone, a process keeps its own.

    Args:
        parameters (list): the parameters; those with ``layerwise_parallel`` keep their gradients.
        mean (bool, optional): divide. Default ``None``: the setting ``gradients_mean``.
        degree (int, optional): what to divide by, above 0. Default ``None``: the number of processes.
        fusion_type (int): how MindSpore groups messages; only the default is accepted. Default: ``1``.
        group (str): the group's name. Default: that of all processes.

    Inputs:
        - **grads** (Union[Tensor, tuple[Tensor]]) - one for each parameter.

    Outputs:
        tuple[Tensor], of the same types.

    Raises:
        ValueError: if `degree` is no int above 0, or the setting ``device_num`` is not the number of processes.

    Source: mindspore.nn.DistributedGradReducer, MindSpore 2.10
    """

    def __init__(
        self,
        parameters: Sequence[Parameter],
        mean: bool | None = None,
        degree: int | None = None,
        fusion_type: int = 1,
        group: str = _WORLD,
    ) -> None:
        super().__init__(auto_prefix=False)
        require_default("nn.DistributedGradReducer", "fusion_type", fusion_type, 1, "leave it at its default")
        if degree is not None and (not isinstance(degree, int) or degree <= 0):
            msg = f"For 'DistributedGradReducer', the 'degree' must be an int above 0, but got {degree!r}."
            raise ValueError(msg)
        self.mean = get_auto_parallel_context("gradients_mean") if mean is None else mean
        self.group = group
        self.degree = degree or _processes(group)
        self.allreduce_filter = tuple(not p.layerwise_parallel for p in parameters)

    def construct(self, grads: Sequence[Tensor]) -> tuple[Tensor, ...]:
        """Reduce the gradients."""
        reduced = iter(self._reduced([g._t for g, to_all in zip(grads, self.allreduce_filter, strict=True) if to_all]))
        return tuple(
            wrap(next(reduced)) if to_all else g for g, to_all in zip(grads, self.allreduce_filter, strict=True)
        )

    def _reduced(self, grads: list[torch.Tensor]) -> list[torch.Tensor]:
        """Reduce all gradients, those of one type in one message."""
        several = _collectives.size_of(self.group) > 1
        found: dict[int, torch.Tensor] = {}
        for dtype in dict.fromkeys(g.dtype for g in grads):
            places = [i for i, g in enumerate(grads) if g.dtype is dtype]
            wide = torch.float32 if dtype in (torch.float16, torch.bfloat16) else dtype
            if several:
                flat = torch.cat([grads[i].reshape(-1).to(dtype=wide) for i in places])
                torch.distributed.all_reduce(flat, group=group_handle(self.group))
                parts = flat.split([grads[i].numel() for i in places])
            else:
                parts = tuple(grads[i].to(dtype=wide) for i in places)
            for i, part in zip(places, parts, strict=True):
                mean = part / self.degree if self.mean and self.degree > 1 else part
                found[i] = mean.to(dtype=dtype).reshape(grads[i].shape)
        return [found[i] for i in range(len(grads))]


def _processes(group: str) -> int:
    count, said = _collectives.size_of(group), get_auto_parallel_context("device_num")
    if said not in (1, count) and group.endswith("_world_group"):
        msg = (
            f"set_auto_parallel_context says device_num={said}, but there are {count} processes; leave device_num out, "
            "and start all of them with torchrun or msrun"
        )
        raise ValueError(msg)
    return count


class PipelineGradReducer(Cell):
    """Refuse: pipeline parallelism belongs to MindSpore's graph compiler.

    Args:
        parameters (list): the parameters.
        scale_sense (float): the loss scale. Default: ``1.0``.
        opt_shard (bool, optional): whether the optimizer is sharded. Default: ``None``.

    Raises:
        UnsupportedArgumentError: always.

    Source: mindspore.nn.PipelineGradReducer, MindSpore 2.10
    """

    def __init__(self, parameters: Any, scale_sense: float = 1.0, opt_shard: bool | None = None) -> None:
        super().__init__(auto_prefix=False)
        remedy = "train without pipeline parallelism and reduce with nn.DistributedGradReducer"
        raise UnsupportedArgumentError("nn.PipelineGradReducer", "parameters", len(tuple(parameters)), remedy)

    def construct(self, grads: Any) -> Any:
        """Never get here: there is no such Cell."""
        raise NotImplementedError
