"""Networks and models, made ready for the optimizer THOR."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ms2torch.nn.cell import Cell
from ms2torch.nn.optim._thor_layers import ConvertNetUtils as ConvertNetUtils
from ms2torch.nn.optim.thor import ThorGpu
from ms2torch.nn.wrap.cell_wrapper import TrainOneStepCell
from ms2torch.train.train_thor.model_thor import ModelThor

if TYPE_CHECKING:
    from ms2torch.train.loss_scale_manager import LossScaleManager
    from ms2torch.train.metrics import Metric
    from ms2torch.train.model import Model

__all__ = ["ConvertModelUtils", "ConvertNetUtils"]


class ConvertModelUtils:
    """Make a Model that trains with THOR.

    Source: mindspore.train.ConvertModelUtils, MindSpore 2.10
    """

    @staticmethod
    def convert_to_thor_model(
        model: Model,
        network: Cell,
        loss_fn: Cell | None = None,
        optimizer: Cell | None = None,
        metrics: dict[str, Metric] | set[str] | None = None,
        amp_level: str = "O0",
        loss_scale_manager: LossScaleManager | None = None,
        keep_batchnorm_fp32: bool = False,
    ) -> Model:
        """Return a ModelThor where the optimizer is one of `nn.thor`, else the model as it is.

        Args:
            model (Model): what to return for other optimizers.
            network (Cell): the network.
            loss_fn (Cell, optional): the loss. Default: ``None``.
            optimizer (Cell, optional): the optimizer. Default: ``None``.
            metrics (Union[dict, set], optional): as in `Model`. Default: ``None``.
            amp_level (str): as in `Model`. Default: ``"O0"``.
            loss_scale_manager (LossScaleManager, optional): as in `Model`. Default: ``None``.
            keep_batchnorm_fp32 (bool): as in `Model`. Default: ``False``.

        Returns:
            Model.

        Source: mindspore.train.ConvertModelUtils.convert_to_thor_model, MindSpore 2.10
        """
        if not isinstance(optimizer, ThorGpu):
            return model
        if isinstance(network, TrainOneStepCell):
            return ModelThor(network=network)
        return ModelThor(network, loss_fn, optimizer, metrics, amp_level=amp_level,
                         loss_scale_manager=loss_scale_manager, keep_batchnorm_fp32=keep_batchnorm_fp32)  # fmt: skip
