"""Metrics for `Model.eval` and for use alone, by class or by name.

Source: mindspore.train.metrics, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ms2torch.train.metrics.accuracy import Accuracy as Accuracy
from ms2torch.train.metrics.auc import auc as auc
from ms2torch.train.metrics.bleu_score import BleuScore as BleuScore
from ms2torch.train.metrics.confusion_matrix import (
    ConfusionMatrix as ConfusionMatrix,
    ConfusionMatrixMetric as ConfusionMatrixMetric,
)
from ms2torch.train.metrics.cosine_similarity import CosineSimilarity as CosineSimilarity
from ms2torch.train.metrics.dice import Dice as Dice
from ms2torch.train.metrics.error import MAE as MAE, MSE as MSE
from ms2torch.train.metrics.fbeta import F1 as F1, Fbeta as Fbeta
from ms2torch.train.metrics.hausdorff_distance import HausdorffDistance as HausdorffDistance
from ms2torch.train.metrics.loss import Loss as Loss
from ms2torch.train.metrics.mean_surface_distance import MeanSurfaceDistance as MeanSurfaceDistance
from ms2torch.train.metrics.metric import Metric as Metric, rearrange_inputs as rearrange_inputs
from ms2torch.train.metrics.occlusion_sensitivity import OcclusionSensitivity as OcclusionSensitivity
from ms2torch.train.metrics.perplexity import Perplexity as Perplexity
from ms2torch.train.metrics.precision import Precision as Precision
from ms2torch.train.metrics.recall import Recall as Recall
from ms2torch.train.metrics.roc import ROC as ROC
from ms2torch.train.metrics.root_mean_square_surface_distance import RootMeanSquareDistance as RootMeanSquareDistance
from ms2torch.train.metrics.topk import (
    Top1CategoricalAccuracy as Top1CategoricalAccuracy,
    Top5CategoricalAccuracy as Top5CategoricalAccuracy,
    TopKCategoricalAccuracy as TopKCategoricalAccuracy,
)

__all__ = [
    "F1",
    "MAE",
    "MSE",
    "ROC",
    "Accuracy",
    "BleuScore",
    "ConfusionMatrix",
    "ConfusionMatrixMetric",
    "CosineSimilarity",
    "Dice",
    "Fbeta",
    "HausdorffDistance",
    "Loss",
    "MeanSurfaceDistance",
    "Metric",
    "OcclusionSensitivity",
    "Perplexity",
    "Precision",
    "Recall",
    "RootMeanSquareDistance",
    "Top1CategoricalAccuracy",
    "Top5CategoricalAccuracy",
    "TopKCategoricalAccuracy",
    "auc",
    "get_metric_fn",
    "names",
    "rearrange_inputs",
]

_BY_NAME: dict[str, Callable[..., Any]] = {
    "F1": F1,
    "acc": Accuracy,
    "accuracy": Accuracy,
    "auc": auc,
    "bleu_score": BleuScore,
    "confusion_matrix": ConfusionMatrix,
    "confusion_matrix_metric": ConfusionMatrixMetric,
    "cosine_similarity": CosineSimilarity,
    "dice": Dice,
    "hausdorff_distance": HausdorffDistance,
    "loss": Loss,
    "mae": MAE,
    "mean_surface_distance": MeanSurfaceDistance,
    "mse": MSE,
    "occlusion_sensitivity": OcclusionSensitivity,
    "perplexity": Perplexity,
    "precision": Precision,
    "recall": Recall,
    "roc": ROC,
    "root_mean_square_distance": RootMeanSquareDistance,
    "top_1_accuracy": Top1CategoricalAccuracy,
    "top_5_accuracy": Top5CategoricalAccuracy,
    "topk": TopKCategoricalAccuracy,
}


def names() -> list[str]:
    """Return the names that `get_metric_fn` knows, sorted.

    Source: mindspore.train.names, MindSpore 2.10
    """
    return sorted(_BY_NAME)


def get_metric_fn(name: str, *args: Any, **kwargs: Any) -> Any:
    """Return a new metric by its name.

    Args:
        name (str): one of `names()`.
        args: arguments of the metric.
        kwargs: keyword arguments of the metric.

    Raises:
        KeyError: if there is no metric of that name.

    Source: mindspore.train.get_metric_fn, MindSpore 2.10
    """
    if name not in _BY_NAME:
        raise KeyError(f"For 'get_metric_fn', unsupported metric {name!r}; known are {', '.join(names())}.")
    return _BY_NAME[name](*args, **kwargs)


def get_metrics(metrics: dict[str, Metric] | set[str] | None) -> dict[str, Metric] | None:
    """Return the metrics of a `Model` by name.

    Args:
        metrics (Union[dict, set], optional): metrics by name, or names alone.

    Raises:
        TypeError: if `metrics` is none of these.

    Source: mindspore.train.metrics.get_metrics, MindSpore 2.10
    """
    if metrics is None:
        return None
    if isinstance(metrics, dict):
        for name, metric in metrics.items():
            if not isinstance(name, str) or not isinstance(metric, Metric):
                raise TypeError(
                    f"For 'get_metrics', a dict must map str to Metric, but got {type(name)} to {type(metric)}."
                )
        return metrics
    if isinstance(metrics, set):
        return {name: get_metric_fn(name) for name in metrics}
    raise TypeError(f"For 'get_metrics', the argument 'metrics' must be None, dict or set, but got {metrics!r}")
