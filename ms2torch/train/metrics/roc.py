"""The receiver operating characteristic."""

from __future__ import annotations

from typing import Any

import numpy as np

from ms2torch.train.metrics.metric import Array, Metric, rearrange_inputs


class ROC(Metric):
    """Compute the ROC curve, of one class or of each against the rest.

    Args:
        class_num (int, optional): number of classes where the scores have an axis for them. Default: ``None``.
        pos_label (int, optional): the positive class of a binary problem. Default: ``None``, which means 1.

    Raises:
        TypeError: if an argument is neither ``None`` nor an int.

    Differs from MindSpore:
        Several classes work for any number of samples (MindSpore 2.10 mixes up the scores unless there
        are as many samples as classes).

    Source: mindspore.train.ROC, MindSpore 2.10
    """

    def __init__(self, class_num: int | None = None, pos_label: int | None = None) -> None:
        super().__init__()
        for name, value in (("class_num", class_num), ("pos_label", pos_label)):
            if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
                raise TypeError(f"For 'ROC', the type of '{name}' must be int, but got {type(value)}.")
        self.class_num = class_num
        self.pos_label = pos_label
        self.clear()

    def clear(self) -> None:
        """Forget the batch."""
        self.y_pred: Any = 0
        self.y: Any = 0
        self._is_update = False

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take a batch; it replaces the one before.

        Args:
            inputs: scores and classes of one shape, or scores with one more axis (classes at axis 1).

        Raises:
            ValueError: if the dimensions do not fit each other, `class_num` or `pos_label`.
        """
        y_pred, y = self._pair(inputs)
        if y_pred.ndim == y.ndim:
            if self.class_num not in (None, 1):
                raise ValueError(
                    f"For 'ROC', when predicted and true value have the same shape, 'class_num' must be 1, "
                    f"but got {self.class_num}."
                )
            self.class_num = 1
            self.pos_label = 1 if self.pos_label is None else self.pos_label
            y_pred = y_pred.ravel()
        elif y_pred.ndim == y.ndim + 1:
            if self.pos_label is not None:
                raise ValueError(f"For 'ROC' of several classes, 'pos_label' must be None, but got {self.pos_label}.")
            if self.class_num != y_pred.shape[1]:
                raise ValueError(
                    f"For 'ROC', 'class_num' must equal the number of classes of the predicted value, "
                    f"but got {self.class_num} and {y_pred.shape[1]}."
                )
        else:
            raise ValueError(
                f"For 'ROC', predicted value and true value must have the same dimensions, or the predicted value one "
                f"more, but got {y_pred.ndim} and {y.ndim}."
            )
        self.y_pred = y_pred
        self.y = y.ravel()
        self._is_update = True

    def eval(self) -> tuple[Any, Any, Any]:
        """Return false positive rates, true positive rates and thresholds: arrays, or lists with one array a class.

        Raises:
            RuntimeError: before any `update`.
            ValueError: if there are no positive or no negative samples.
        """
        if not self._is_update:
            raise RuntimeError("Please call the 'update' method before calling 'eval' method.")
        if self.class_num == 1:
            return self._roc_eval(self.y_pred, self.y, 1, self.pos_label)
        return self._roc_eval(self.y_pred, self.y, self.class_num, None)

    def _roc_eval(
        self, y_pred: Array, y: Array, class_num: int | None, pos_label: Any, sample_weights: Any = None
    ) -> tuple[Any, Any, Any]:
        """Return the curve of one class, or those of each class against the rest."""
        del sample_weights
        if class_num == 1:
            return _curve(y_pred, y == pos_label)
        curves = [_curve(y_pred[:, label].ravel(), y == label) for label in range(class_num or 0)]
        return tuple(list(part) for part in zip(*curves, strict=True))  # type: ignore[return-value]


def _curve(scores: Array, positive: Array) -> tuple[Array, Array, Array]:
    order = np.argsort(-scores)
    scores, positive = scores[order], positive[order].astype(np.int64)
    last_of_each = np.append(np.flatnonzero(np.diff(scores)), scores.size - 1)
    hits = np.cumsum(positive * 1.0)[last_of_each]
    misses = 1 + last_of_each - hits
    if misses[-1] <= 0:
        raise ValueError("For 'ROC.eval', there is no negative sample in the true value.")
    if hits[-1] <= 0:
        raise ValueError("For 'ROC.eval', there is no positive sample in the true value.")
    thresholds = scores[last_of_each]
    return (
        np.append(0.0, misses) / misses[-1],
        np.append(0.0, hits) / hits[-1],
        np.append(thresholds[:1] + 1, thresholds),
    )
