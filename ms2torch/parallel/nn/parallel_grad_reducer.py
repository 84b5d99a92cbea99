"""Gradients of a pipeline of stages; here there is one stage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ms2torch._core.base import unwrap, wrap
from ms2torch._errors import require_default
from ms2torch.common.parameter import Parameter
from ms2torch.nn.cell import Cell

__all__ = ["PipelineGradReducer"]


class PipelineGradReducer(Cell):
    """Divide gradients by the scale of the loss; there is one stage, so that nothing has to be gathered.

    Args:
        parameters (list[Parameter]): what is updated.
        scale_sense (float): the scale. Default: ``1.0``.
        opt_shard (bool, optional): must not be ``True``. Default: ``None``.

    Differs from MindSpore: works in each mode.

    Source: mindspore.parallel.nn.PipelineGradReducer, MindSpore 2.10
    """

    def __init__(
        self, parameters: Sequence[Parameter], scale_sense: float = 1.0, opt_shard: bool | None = None
    ) -> None:
        super().__init__(auto_prefix=False)
        if opt_shard is not False:
            require_default("parallel.nn.PipelineGradReducer", "opt_shard", opt_shard, None, "leave it out")
        del parameters
        self.scale_sense = scale_sense

    def construct(self, grads: Sequence[Any]) -> tuple[Any, ...]:
        """Return the gradients, divided.

        Args:
            grads (tuple[Tensor]): the gradients.
        """
        return tuple(wrap(unwrap(grad) / self.scale_sense) for grad in grads)
