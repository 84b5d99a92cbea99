"""What needs Huawei's library for clusters."""

from __future__ import annotations

from typing import Any

from ms2torch.train.callback._callback import Callback


class TrainFaultTolerance(Callback):
    """Refuse: repairing a broken run of a cluster of Ascend cards is done by Huawei's package mindio_ttp.

    Args:
        ckpt_save_path (str, optional): where to save when something breaks. Default: ``None``.
        kwargs: `ckpt_save_fn`, what to save with.

    Raises:
        ModuleNotFoundError: always, as MindSpore does without that package.

    Source: mindspore.train.TrainFaultTolerance, MindSpore 2.10
    """

    def __init__(self, ckpt_save_path: str | None = None, **kwargs: Any) -> None:
        super().__init__()
        del ckpt_save_path, kwargs
        msg = (
            "TrainFaultTolerance needs mindio_ttp, which works with MindSpore on Ascend only; BackupAndRestore and "
            "ModelCheckpoint keep copies to go on from"
        )
        raise ModuleNotFoundError(msg, name="mindio_ttp")

    @classmethod
    def get_optimizer_wrapper(cls, origin_opt_cls: type) -> type:
        """Return the class of optimizers as it is: there is nothing to repair.

        Args:
            origin_opt_cls (type): the class.

        Source: mindspore.train.TrainFaultTolerance.get_optimizer_wrapper, MindSpore 2.10
        """
        return origin_opt_cls
