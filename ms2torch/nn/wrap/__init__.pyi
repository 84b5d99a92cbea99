"""What `mindspore.nn.wrap` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .cell_wrapper import (
    ForwardValueAndGrad as ForwardValueAndGrad,
)
from .cell_wrapper import (
    GetNextSingleOp as GetNextSingleOp,
)
from .cell_wrapper import (
    GradAccumulationCell as GradAccumulationCell,
)
from .cell_wrapper import (
    MicroBatchInterleaved as MicroBatchInterleaved,
)
from .cell_wrapper import (
    ParameterUpdate as ParameterUpdate,
)
from .cell_wrapper import (
    PipelineCell as PipelineCell,
)
from .cell_wrapper import (
    TrainOneStepCell as TrainOneStepCell,
)
from .cell_wrapper import (
    VirtualDatasetCellTriple as VirtualDatasetCellTriple,
)
from .cell_wrapper import (
    WithEvalCell as WithEvalCell,
)
from .cell_wrapper import (
    WithGradCell as WithGradCell,
)
from .cell_wrapper import (
    WithLossCell as WithLossCell,
)
from .grad_reducer import (
    DistributedGradReducer as DistributedGradReducer,
)
from .grad_reducer import (
    PipelineGradReducer as PipelineGradReducer,
)
from .loss_scale import (
    DynamicLossScaleUpdateCell as DynamicLossScaleUpdateCell,
)
from .loss_scale import (
    FixedLossScaleUpdateCell as FixedLossScaleUpdateCell,
)
from .loss_scale import (
    TrainOneStepWithLossScaleCell as TrainOneStepWithLossScaleCell,
)
