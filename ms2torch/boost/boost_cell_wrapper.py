"""Training steps with accelerations; without any, they are those of `mindspore.nn`."""

from __future__ import annotations

from ms2torch.nn.wrap.cell_wrapper import TrainOneStepCell
from ms2torch.nn.wrap.loss_scale import TrainOneStepWithLossScaleCell

__all__ = ["BoostTrainOneStepCell", "BoostTrainOneStepWithLossScaleCell"]


class BoostTrainOneStepCell(TrainOneStepCell):
    """A training step; the arguments are those of `nn.TrainOneStepCell`.

    Source: mindspore.boost.BoostTrainOneStepCell, MindSpore 2.10
    """


class BoostTrainOneStepWithLossScaleCell(TrainOneStepWithLossScaleCell):
    """A training step with loss scale; the arguments are those of `nn.TrainOneStepWithLossScaleCell`.

    Source: mindspore.boost.BoostTrainOneStepWithLossScaleCell, MindSpore 2.10
    """
