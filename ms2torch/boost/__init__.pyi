"""What `mindspore.boost` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .base import (
    OptimizerProcess as OptimizerProcess,
    ParameterProcess as ParameterProcess,
)
from .boost import (
    AutoBoost as AutoBoost,
)
from .boost_cell_wrapper import (
    BoostTrainOneStepCell as BoostTrainOneStepCell,
    BoostTrainOneStepWithLossScaleCell as BoostTrainOneStepWithLossScaleCell,
)
from .grad_accumulation import (
    GradientAccumulation as GradientAccumulation,
)
from .grad_freeze import (
    FreezeOpt as FreezeOpt,
    GradientFreeze as GradientFreeze,
    freeze_cell as freeze_cell,
)
from .less_batch_normalization import (
    LessBN as LessBN,
)
