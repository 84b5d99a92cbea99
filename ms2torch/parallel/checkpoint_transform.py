"""Checkpoints cut over devices by MindSpore's compiler; the functions are with the files, in ms2torch.train."""

from __future__ import annotations

from typing import Any

from ms2torch._lazy import elsewhere
from ms2torch.nn.cell import Cell

_EXPORTS = (
    "build_searched_strategy", "load_distributed_checkpoint", "load_segmented_checkpoints", "merge_pipeline_strategys",
    "merge_sliced_parameter", "rank_list_for_transform", "restore_group_info_list", "sync_pipeline_shared_parameters",
    "transform_checkpoint_by_rank", "transform_checkpoints",
)  # fmt: skip
__getattr__ = elsewhere(__name__, "ms2torch.parallel", exports=_EXPORTS)


def sync_pipeline_shared_parameters(net: Any) -> None:
    """Return at once: no parameter is shared between stages, as there are no stages.

    Args:
        net (Cell): the network.

    Raises:
        TypeError: if it is no Cell.

    Source: mindspore.parallel.sync_pipeline_shared_parameters, MindSpore 2.10
    """
    if not isinstance(net, Cell):
        msg = f"For 'sync_pipeline_shared_parameters', 'net' must be a Cell, but got {type(net)}."
        raise TypeError(msg)
