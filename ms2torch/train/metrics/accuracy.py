"""Accuracy."""

from __future__ import annotations

from typing import Any

from ms2torch.train.metrics.metric import EvaluationBase, rearrange_inputs


class Accuracy(EvaluationBase):
    """Compute the share of samples whose class, or whose every label, is right.

    Args:
        eval_type (str): ``"classification"`` or ``"multilabel"``. Default: ``"classification"``.

    Source: mindspore.train.Accuracy, MindSpore 2.10
    """

    def __init__(self, eval_type: str = "classification") -> None:
        super().__init__(eval_type)
        self.clear()

    def clear(self) -> None:
        """Forget all batches."""
        self._correct_num: Any = 0
        self._total_num = 0
        self._class_num = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take one batch into account.

        Args:
            inputs: scores :math:`(N, C, ...)` and classes :math:`(N, ...)` or one-hot; for multilabel two arrays of
                0 and 1 of shape :math:`(N, C, ...)`.
        """
        y_pred, y = self._checked_pair(inputs)
        if self._type == "classification":
            right = (y_pred.argmax(axis=1) == y).reshape(-1)
        else:
            right = (_labels_last(y_pred) == _labels_last(y)).all(axis=1)
        self._correct_num += right.sum()
        self._total_num += right.shape[0]

    def eval(self) -> float:
        """Return the accuracy, a float.

        Raises:
            RuntimeError: before any `update`.
        """
        if self._total_num == 0:
            raise self._no_samples()
        return float(self._correct_num / self._total_num)


def _labels_last(data: Any) -> Any:
    return data.swapaxes(1, -1).reshape(-1, data.shape[1])
