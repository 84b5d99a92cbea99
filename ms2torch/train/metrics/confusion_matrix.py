"""The confusion matrix and the figures derived from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ms2torch.train.metrics.metric import Array, Metric, rearrange_inputs

_DECREASES = ("none", "mean", "sum", "mean_batch", "sum_batch", "mean_channel", "sum_channel")


class ConfusionMatrix(Metric):
    """Count predicted against true classes.

    Args:
        num_classes (int): number of classes.
        normalize (str): ``"no_norm"``, or divide by ``"target"`` (rows), ``"prediction"`` (columns) or ``"all"``.
            Default: ``"no_norm"``.
        threshold (float): a float score without class axis is class 1 from this value on. Default: ``0.5``.

    Raises:
        TypeError: if `num_classes` is not an int or `threshold` not a float.
        ValueError: if `normalize` is none of those above.

    Source: mindspore.train.ConfusionMatrix, MindSpore 2.10
    """

    def __init__(self, num_classes: int, normalize: str = "no_norm", threshold: float = 0.5) -> None:
        super().__init__()
        _check_type("ConfusionMatrix", "num_classes", num_classes, int)
        _check_type("ConfusionMatrix", "threshold", threshold, float)
        if normalize not in ("target", "prediction", "all", "no_norm"):
            raise ValueError(
                f"For 'ConfusionMatrix', 'normalize' must be 'target', 'prediction', 'all' or 'no_norm', "
                f"but got {normalize!r}."
            )
        self.num_classes = num_classes
        self.normalize = normalize
        self.threshold = threshold
        self.clear()

    def clear(self) -> None:
        """Forget all batches."""
        self.confusion_matrix = np.zeros((self.num_classes, self.num_classes))
        self._is_update = False

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take one batch into account.

        Args:
            inputs: classes or scores, with or without a class axis at 1; and true classes.

        Raises:
            ValueError: if the dimensions do not fit.
        """
        y_pred, y = self._pair(inputs)
        if y_pred.ndim not in (y.ndim, y.ndim + 1):
            raise ValueError(
                f"For 'ConfusionMatrix.update', predicted value and true value should have the same dimensions, or the "
                f"predicted value one more, but got {y_pred.ndim} and {y.ndim}."
            )
        if y_pred.ndim == y.ndim + 1:
            y_pred = y_pred.argmax(axis=1)
        elif y_pred.dtype.kind == "f":
            y_pred = (y_pred >= self.threshold).astype(int)
        cell = (y.reshape(-1) * self.num_classes + y_pred.reshape(-1)).astype(int)
        self.confusion_matrix += np.bincount(cell, minlength=self.num_classes**2).reshape(self.confusion_matrix.shape)
        self._is_update = True

    def eval(self) -> Any:
        """Return the matrix; rows are true, columns predicted classes.

        Raises:
            RuntimeError: before any `update`.
        """
        if not self._is_update:
            raise RuntimeError("Please call the 'update' method before calling 'eval' method.")
        matrix = self.confusion_matrix.astype(float)
        if self.normalize == "no_norm":
            return matrix
        axis = {"target": 1, "prediction": 0, "all": None}[self.normalize]
        return np.nan_to_num(_divide(matrix, matrix.sum(axis=axis, keepdims=True)), nan=0.0)


class ConfusionMatrixMetric(Metric):
    """Compute a figure of one-hot predictions from true and false positives and negatives.

    Args:
        skip_channel (bool): count channel 0 too; ``False`` leaves it out where there are more. Default: ``True``.
        metric_name (str): sensitivity, specificity, precision, f1_score, accuracy ... Default: ``"sensitivity"``.
        calculation_method (bool): compute the figure for each sample and average, not once from all counts.
            Default: ``False``.
        decrease (str): how to average then: ``"none"``, ``"mean"``, ``"sum"``, ``"mean_batch"``, ``"sum_batch"``,
            ``"mean_channel"``, ``"sum_channel"``. Default: ``"mean"``.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if `decrease` is none of those above.
        NotImplementedError: at the first result, if `metric_name` is unknown.

    Source: mindspore.train.ConfusionMatrixMetric, MindSpore 2.10
    """

    def __init__(
        self,
        skip_channel: bool = True,
        metric_name: str = "sensitivity",
        calculation_method: bool = False,
        decrease: str = "mean",
    ) -> None:
        super().__init__()
        _check_type("ConfusionMatrixMetric", "skip_channel", skip_channel, bool)
        _check_type("ConfusionMatrixMetric", "metric_name", metric_name, str)
        _check_type("ConfusionMatrixMetric", "calculation_method", calculation_method, bool)
        if decrease not in _DECREASES:
            raise ValueError(
                f"For 'ConfusionMatrixMetric', 'decrease' must be one of {_DECREASES}, but got {decrease!r}."
            )
        self.skip_channel = skip_channel
        self.metric_name = metric_name
        self.calculation_method = calculation_method
        self.decrease = decrease
        self.confusion_matrix = _ConfusionMatrix(skip_channel, metric_name, calculation_method, decrease)
        self.clear()

    def clear(self) -> None:
        """Forget all batches."""
        self._total_num = 0.0
        self._class_num = 0
        self._counts = np.zeros(4)

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take one batch into account.

        Args:
            inputs: predicted and true one-hot arrays of shape :math:`(N, C, ...)`.

        Raises:
            ValueError: if the true value is not of 0 and 1, or the shapes do not fit.
        """
        found = self.confusion_matrix(*self._pair(inputs))
        if isinstance(found, tuple):
            figure, valid = found
            number = int(valid.item())
            self._total_num += figure.item() * number
            self._class_num += number
        else:
            self.calculation_method = False
            self._counts += found.sum(axis=(0, 1))

    def eval(self) -> Any:
        """Return the figure, an array of one element (`calculation_method`: a number).

        Raises:
            RuntimeError: before any `update` where `calculation_method` is set.
        """
        if not self.calculation_method:
            return _figure(self.metric_name, self._counts[None])
        if self._class_num == 0:
            raise self._no_samples()
        return self._total_num / self._class_num


class _ConfusionMatrix:
    """Counts of one batch, or the figure made of them; what it was made with counts.

    Args:
        skip_channel (bool): leave the first channel out.
        metric_name (str): the figure.
        calculation_method (bool): return the figure of each batch instead of the counts.
        decrease (str): how figures of samples and channels become one.
    """

    def __init__(self, skip_channel: bool, metric_name: str, calculation_method: bool, decrease: str) -> None:
        self.skip_channel = skip_channel
        self.metric_name = metric_name
        self.calculation_method = calculation_method
        self.decrease = decrease

    def __call__(self, y_pred: Array, y: Array) -> Any:
        counts = self._count(y_pred, y)
        if not self.calculation_method:
            return counts
        return _decrease(_figure(self.metric_name, counts), self.decrease)

    def _count(self, y_pred: Array, y: Array) -> Array:
        """Return true positives, false positives, true and false negatives of each sample and channel."""
        if not (y.astype(np.uint8) == y).all():
            raise ValueError("For 'ConfusionMatrixMetric.update', the true value (input[1]) must be of 0 and 1.")
        if y_pred.ndim < 2 or y_pred.shape != y.shape:
            raise ValueError(
                f"For 'ConfusionMatrixMetric.update', both values must have one shape of at least 2 dimensions, "
                f"but got {y_pred.shape} and {y.shape}."
            )
        if y_pred.ndim == 2 or (y_pred.ndim == 3 and y_pred.shape[-1] == 1):
            self.calculation_method = False
        first = 1 if not self.skip_channel and y.shape[1] > 1 else 0
        predicted, true = (a[:, first:].reshape(*a[:, first:].shape[:2], -1).astype(float) for a in (y_pred, y))
        both = predicted + true
        tp, tn = (both == 2).sum(axis=2), (both == 0).sum(axis=2)
        positives = true.sum(axis=2)
        return np.stack([tp, true.shape[-1] - positives - tn, tn, positives - tp], axis=-1).astype(float)


def _divide(numerator: Any, denominator: Any) -> Any:
    """Return the quotient, nan where the denominator is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.asarray(denominator) != 0, numerator / denominator, np.nan)


class _Counts(NamedTuple):
    """True and false positives and negatives; positives and negatives in truth are `p` and `n`."""

    tp: Array
    fp: Array
    tn: Array
    fn: Array

    @property
    def p(self) -> Array:
        return self.tp + self.fn

    @property
    def n(self) -> Array:
        return self.tn + self.fp

    @property
    def sensitivity(self) -> Array:
        return _divide(self.tp, self.p)

    @property
    def specificity(self) -> Array:
        return _divide(self.tn, self.n)

    @property
    def precision(self) -> Array:
        return _divide(self.tp, self.tp + self.fp)


def _threshold(c: _Counts) -> Array:
    sensitivity, specificity = c.sensitivity, c.specificity
    return _divide(np.sqrt(sensitivity * (1 - specificity)) + specificity - 1, sensitivity + specificity - 1)


def _matthews(c: _Counts) -> Array:
    return _divide(c.tp * c.tn - c.fp * c.fn, np.sqrt((c.tp + c.fp) * c.p * c.n * (c.tn + c.fn)))


_FIGURES: dict[str, Callable[[_Counts], Array]] = {
    "tpr": lambda c: c.sensitivity,
    "tnr": lambda c: c.specificity,
    "ppv": lambda c: c.precision,
    "npv": lambda c: _divide(c.tn, c.tn + c.fn),
    "fnr": lambda c: _divide(c.fn, c.p),
    "fpr": lambda c: _divide(c.fp, c.n),
    "fdr": lambda c: _divide(c.fp, c.fp + c.tp),
    "for": lambda c: _divide(c.fn, c.fn + c.tn),
    "pt": _threshold,
    "ts": lambda c: _divide(c.tp, c.tp + c.fn + c.fp),
    "acc": lambda c: _divide(c.tp + c.tn, c.p + c.n),
    "ba": lambda c: (c.sensitivity + c.specificity) / 2,
    "f1": lambda c: _divide(2 * c.tp, 2 * c.tp + c.fn + c.fp),
    "mcc": _matthews,
    "fm": lambda c: np.sqrt(c.precision * c.sensitivity),
    "bm": lambda c: c.sensitivity + c.specificity - 1,
    "mk": lambda c: c.precision + _divide(c.tn, c.tn + c.fn) - 1,
}
_NAMES: dict[str, tuple[str, ...]] = {
    "tpr": ("sensitivity", "recall", "hit_rate", "true_positive_rate", "tpr"),
    "tnr": ("specificity", "selectivity", "true_negative_rate", "tnr"),
    "ppv": ("precision", "positive_predictive_value", "ppv"),
    "npv": ("negative_predictive_value", "npv"),
    "fnr": ("miss_rate", "false_negative_rate", "fnr"),
    "fpr": ("fall_out", "false_positive_rate", "fpr"),
    "fdr": ("false_discovery_rate", "fdr"),
    "for": ("false_omission_rate", "for"),
    "pt": ("prevalence_threshold", "pt"),
    "ts": ("threat_score", "critical_success_index", "ts", "csi"),
    "acc": ("accuracy", "acc"),
    "ba": ("balanced_accuracy", "ba"),
    "f1": ("f1_score", "f1"),
    "mcc": ("matthews_correlation_coefficient", "mcc"),
    "fm": ("fowlkes_mallows_index", "fm"),
    "bm": ("informedness", "bookmaker_informedness", "bm"),
    "mk": ("markedness", "deltap", "mk"),
}


def _figure(metric_name: str, counts: Array) -> Array:
    wanted = metric_name.replace(" ", "_").lower()
    for short, spellings in _NAMES.items():
        if wanted in spellings:
            return _FIGURES[short](_Counts(counts[..., 0], counts[..., 1], counts[..., 2], counts[..., 3]))
    known = ", ".join(spellings[0] for spellings in _NAMES.values())
    raise NotImplementedError(f"For 'ConfusionMatrixMetric', there is no metric {metric_name!r}; known are {known}.")


def _decrease(figure: Array, decrease: str) -> tuple[Array, Array]:
    """Return the figure averaged or summed over samples and channels, nan left out, and how many counted."""
    valid = ~np.isnan(figure)
    figure = np.where(valid, figure, 0.0)
    if decrease == "none":
        return figure, valid.astype(float)
    if decrease == "sum":
        return figure.sum(axis=(0, 1)), valid.sum(axis=(0, 1)).astype(float)
    if decrease == "mean":
        by_sample, count = np.nan_to_num(_divide(figure.sum(axis=1), valid.sum(axis=1))), valid.sum(axis=1) > 0
        return np.nan_to_num(_divide(by_sample.sum(axis=0), count.sum(axis=0))), count.sum(axis=0).astype(float)
    axis = 0 if decrease.endswith("batch") else 1
    total, count = figure.sum(axis=axis), valid.sum(axis=axis).astype(float)
    return (np.nan_to_num(_divide(total, count)) if decrease.startswith("mean") else total), count


def _check_type(metric: str, name: str, value: object, kind: type) -> None:
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise TypeError(
            f"For '{metric}', the type of '{name}' must be {kind.__name__}, but got {type(value).__name__}."
        )
