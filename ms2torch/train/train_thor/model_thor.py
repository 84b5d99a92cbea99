"""A Model whose steps recompute the second-order inverses only now and then."""

from __future__ import annotations

from typing import Any

from ms2torch import nn
from ms2torch.nn.cell import Cell
from ms2torch.train.model import Model

__all__ = ["ModelThor"]


class ModelThor(Model):
    """A Model for networks that train with `nn.thor`.

    In sink mode, one step in `frequency` computes new inverses and the others use them; without sink mode every step
    does, as in MindSpore.

    Args:
        network (Cell): the network, or a TrainOneStepCell.
        loss_fn (Cell): the loss. Default: ``None``.
        optimizer (Cell): one of `nn.thor`. Default: ``None``.
        metrics (Union[dict, set]): as in `Model`. Default: ``None``.
        eval_network (Cell): as in `Model`. Default: ``None``.
        eval_indexes (list): as in `Model`. Default: ``None``.
        amp_level (str): as in `Model`. Default: ``"O0"``.
        kwargs (dict): `loss_scale_manager` and `keep_batchnorm_fp32`, as in `Model`.

    Differs from MindSpore: sink mode works on every device.

    Source: mindspore.train.train_thor.model_thor.ModelThor, MindSpore 2.10
    """

    def __init__(
        self,
        network: Cell,
        loss_fn: Cell | None = None,
        optimizer: Cell | None = None,
        metrics: Any = None,
        eval_network: Cell | None = None,
        eval_indexes: list[int] | None = None,
        amp_level: str = "O0",
        **kwargs: Any,
    ) -> None:
        super().__init__(network, loss_fn, optimizer, metrics, eval_network, eval_indexes, amp_level, **kwargs)
        owner = network.optimizer if isinstance(network, nn.TrainOneStepCell) else optimizer
        self._frequency: int = owner.get_frequency()  # type: ignore[union-attr]
        self._sinking = False

    def train(
        self,
        epoch: int,
        train_dataset: Any,
        callbacks: Any = None,
        dataset_sink_mode: bool = False,
        sink_size: int = -1,
        initial_epoch: int = 0,
    ) -> None:
        """Train, and in sink mode alternate between steps with new and with kept inverses.

        Args:
            epoch (int): as in `Model.train`.
            train_dataset (Dataset): as in `Model.train`.
            callbacks (Union[list[Callback], Callback]): as in `Model.train`. Default: ``None``.
            dataset_sink_mode (bool): whether to follow the optimizer's `frequency`. Default: ``False``.
            sink_size (int): as in `Model.train`. Default: ``-1``.
            initial_epoch (int): as in `Model.train`. Default: ``0``.

        Source: mindspore.train.train_thor.model_thor.ModelThor.train, MindSpore 2.10
        """
        self._sinking, self._steps_made = dataset_sink_mode, 0
        try:
            super().train(epoch, train_dataset, callbacks, dataset_sink_mode, sink_size, initial_epoch)
        finally:
            self._sinking = False
            self._train_network.add_flags_recursive(thor=True)

    def _check_network_mode(self, network: Cell, is_train: bool) -> None:
        """Say before each step whether it computes new inverses."""
        super()._check_network_mode(network, is_train)
        if is_train and self._sinking:
            if self._steps_made % self._frequency in (0, 1):
                network.add_flags_recursive(thor=self._steps_made % self._frequency == 0)
            self._steps_made += 1
