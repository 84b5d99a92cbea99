"""Gradients of several processes, added up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch._core.base import wrap
from ms2torch._errors import UnsupportedArgumentError, require_default
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.context import get_auto_parallel_context
from ms2torch.nn.cell import Cell

__all__ = ["DistributedGradReducer", "PipelineGradReducer"]

_WORLD = "hccl_world_group"


class DistributedGradReducer(Cell):
    """Add up the gradients of all processes, and divide by their number if wanted. Alone, a process keeps its own.

    Args:
        parameters (list): the parameters; those with ``layerwise_parallel`` keep their gradients.
        mean (bool, optional): divide. Default ``None``: the setting ``gradients_mean``.
        degree (int, optional): what to divide by, above 0. Default ``None``: the number of processes.
        fusion_type (int): how MindSpore groups messages; only the default is accepted. Default: ``1``.
        group (str): the processes; only the default, all of them, is accepted.

    Inputs:
        - **grads** (Union[Tensor, tuple[Tensor]]) - one for each parameter.

    Outputs:
        tuple[Tensor], of the same types.

    Raises:
        ValueError: if `degree` is no int above 0.

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
        if group not in (_WORLD, "nccl_world_group", "mccl_world_group"):
            raise UnsupportedArgumentError(
                "nn.DistributedGradReducer", "group", group, "call torch.distributed.all_reduce with a group of its own"
            )
        if degree is not None and (not isinstance(degree, int) or degree <= 0):
            msg = f"For 'DistributedGradReducer', the 'degree' must be an int above 0, but got {degree!r}."
            raise ValueError(msg)
        self.mean = get_auto_parallel_context("gradients_mean") if mean is None else mean
        self.degree = degree or _processes()
        self.allreduce_filter = tuple(not p.layerwise_parallel for p in parameters)

    def construct(self, grads: Sequence[Tensor]) -> tuple[Tensor, ...]:
        """Reduce the gradients."""
        return tuple(
            wrap(self._reduced(g._t)) if applies else g for g, applies in zip(grads, self.allreduce_filter, strict=True)
        )

    def _reduced(self, t: torch.Tensor) -> torch.Tensor:
        total = t.float() if t.dtype in (torch.float16, torch.bfloat16) else t
        if _processes() > 1:
            total = total.clone()
            torch.distributed.all_reduce(total)
        return (total / self.degree if self.mean and self.degree > 1 else total).to(t.dtype)


def _processes() -> int:
    joined = torch.distributed.is_available() and torch.distributed.is_initialized()
    return torch.distributed.get_world_size() if joined else 1


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
