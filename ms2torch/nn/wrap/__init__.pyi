"""What `mindspore.nn.wrap` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ms2torch.nn.layer.timedistributed import (
    TimeDistributed as TimeDistributed,
)

from .cell_wrapper import (
    ForwardValueAndGrad as ForwardValueAndGrad,
    GetNextSingleOp as GetNextSingleOp,
    GradAccumulationCell as GradAccumulationCell,
    MicroBatchInterleaved as MicroBatchInterleaved,
    ParameterUpdate as ParameterUpdate,
    PipelineCell as PipelineCell,
    TrainOneStepCell as TrainOneStepCell,
    VirtualDatasetCellTriple as VirtualDatasetCellTriple,
    WithEvalCell as WithEvalCell,
    WithGradCell as WithGradCell,
    WithLossCell as WithLossCell,
)
from .grad_reducer import (
    DistributedGradReducer as DistributedGradReducer,
    PipelineGradReducer as PipelineGradReducer,
)
from .loss_scale import (
    DynamicLossScaleUpdateCell as DynamicLossScaleUpdateCell,
    FixedLossScaleUpdateCell as FixedLossScaleUpdateCell,
    TrainOneStepWithLossScaleCell as TrainOneStepWithLossScaleCell,
)
