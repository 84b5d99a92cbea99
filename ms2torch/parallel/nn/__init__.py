"""`mindspore.parallel.nn`: Cells that cut the batch.

Source: mindspore.parallel.nn, MindSpore 2.10
"""

from ms2torch.parallel.nn.parallel_cell_wrapper import (
    GradAccumulation as GradAccumulation,
    MicroBatchInterleaved as MicroBatchInterleaved,
    Pipeline as Pipeline,
    PipelineCell as PipelineCell,
)
from ms2torch.parallel.nn.parallel_grad_reducer import PipelineGradReducer as PipelineGradReducer

__all__ = ["GradAccumulation", "MicroBatchInterleaved", "Pipeline", "PipelineCell", "PipelineGradReducer"]
