"""What `mindspore.boost` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .boost import (
    AutoBoost as AutoBoost,
    OptimizerProcess as OptimizerProcess,
    ParameterProcess as ParameterProcess,
)
from .boost_cell_wrapper import (
    BoostTrainOneStepCell as BoostTrainOneStepCell,
    BoostTrainOneStepWithLossScaleCell as BoostTrainOneStepWithLossScaleCell,
)
from .grad_accumulation import (
    GradientAccumulation as GradientAccumulation,
)
