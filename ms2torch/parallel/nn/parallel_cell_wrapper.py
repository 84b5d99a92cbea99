"""Cells that cut the batch; they are those of `mindspore.nn` under other names."""

from __future__ import annotations

from ms2torch.nn.wrap.cell_wrapper import (
    GradAccumulationCell,
    MicroBatchInterleaved as MicroBatchInterleaved,
    PipelineCell as PipelineCell,
)

__all__ = ["GradAccumulation", "MicroBatchInterleaved", "Pipeline", "PipelineCell"]


class GradAccumulation(GradAccumulationCell):
    """Run a network on equal parts of the batch and add up the losses; see `mindspore.nn.GradAccumulationCell`.

    Args:
        network (Cell): the network with its loss.
        micro_size (int): how many parts, above 0.

    Source: mindspore.parallel.nn.GradAccumulation, MindSpore 2.10
    """


class Pipeline(PipelineCell):
    """Run a network on equal parts of the batch, all stages here; see `mindspore.nn.PipelineCell`.

    Args:
        network (Cell): the network with its loss.
        micro_size (int): how many parts, above 0.
        stage_config (dict, optional): only ``None``. Default: ``None``.
        segment_config (dict, optional): only ``None``. Default: ``None``.

    Source: mindspore.parallel.nn.Pipeline, MindSpore 2.10
    """
