"""Record what MindSpore's metrics answer.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/metrics.py     # rewrite tests/goldens/metrics.json

The calls are defined here once; tests/ms2torch/test_metrics.py makes the same with ms2torch.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "metrics.json"

_rng = np.random.RandomState(0)
SCORES = _rng.rand(12, 4).astype(np.float32)
SCORES2 = _rng.rand(6, 4).astype(np.float32)
CLASSES = _rng.randint(0, 4, 12).astype(np.int32)
CLASSES2 = _rng.randint(0, 4, 6).astype(np.int32)
ONEHOT = np.eye(4, dtype=np.float32)[CLASSES]
LABELS_A = (_rng.rand(7, 5) > 0.5).astype(np.int32)
LABELS_B = (_rng.rand(7, 5) > 0.5).astype(np.int32)
SEGMENT_SCORES = _rng.rand(3, 4, 5, 6).astype(np.float32)
SEGMENT_CLASSES = _rng.randint(0, 4, (3, 5, 6)).astype(np.int32)
SEGMENT_A = np.moveaxis(np.eye(4)[_rng.randint(0, 4, (3, 5, 6))], -1, 1).astype(np.float32)
SEGMENT_B = np.moveaxis(np.eye(4)[SEGMENT_CLASSES], -1, 1).astype(np.float32)
BINARY_SCORES = _rng.rand(20).astype(np.float32).round(1)
BINARY_CLASSES = (_rng.rand(20) > 0.4).astype(np.int32)
PROBABILITIES = (SCORES / SCORES.sum(1, keepdims=True)).astype(np.float32)
REAL_A, REAL_B = _rng.randn(6, 3).astype(np.float32), _rng.randn(6, 3).astype(np.float32)
VOXELS_A, VOXELS_B = _rng.randint(0, 3, (4, 5, 6)), _rng.randint(0, 3, (4, 5, 6))
LINE_A, LINE_B = _rng.randint(0, 2, (1, 9)), _rng.randint(0, 2, (1, 9))
CANDIDATES = [["the", "cat", "is", "on", "the", "mat"], ["a", "dog", "in", "the", "fog", "here", "now"]]
REFERENCES = [
    [["there", "is", "a", "cat", "on", "the", "mat"], ["a", "cat", "is", "on", "the", "mat"]],
    [["a", "dog", "in", "the", "fog", "here", "today"]],
]

_TWO = [(SCORES, CLASSES), (SCORES2, CLASSES2)]
_CONFUSION = ("recall", "specificity", "ppv", "npv", "miss rate", "fall_out", "fdr", "for", "pt", "ts", "acc", "ba",
              "f1", "mcc", "fm", "bm", "mk")  # fmt: skip

# (label, class, constructor arguments, list of inputs of update, arguments of eval)
CALLS: list[tuple[str, str, dict[str, Any], list[tuple[Any, ...]], dict[str, Any]]] = [
    ("accuracy", "Accuracy", {}, _TWO, {}),
    ("accuracy one-hot", "Accuracy", {}, [(SCORES, ONEHOT)], {}),
    ("accuracy segmentation", "Accuracy", {}, [(SEGMENT_SCORES, SEGMENT_CLASSES)], {}),
    ("accuracy multilabel", "Accuracy", {"eval_type": "multilabel"}, [(LABELS_A, LABELS_A * LABELS_B)], {}),
    ("accuracy multilabel 3d", "Accuracy", {"eval_type": "multilabel"}, [(SEGMENT_A, SEGMENT_B)], {}),
    ("accuracy class number", "Accuracy", {}, [(SCORES, CLASSES), (SCORES2[:, :3], CLASSES2 % 3)], {}),
    ("accuracy shape", "Accuracy", {}, [(SCORES, CLASSES[:5])], {}),
    ("accuracy not binary", "Accuracy", {"eval_type": "multilabel"}, [(LABELS_A * 2, LABELS_B)], {}),
    ("accuracy no update", "Accuracy", {}, [], {}),
    ("accuracy type", "Accuracy", {"eval_type": "other"}, [], {}),
    ("accuracy one input", "Accuracy", {}, [(SCORES,)], {}),
    ("precision", "Precision", {}, _TWO, {}),
    ("precision mean", "Precision", {}, _TWO, {"average": True}),
    ("precision one-hot", "Precision", {}, [(SCORES, ONEHOT)], {}),
    ("precision segmentation", "Precision", {}, [(SEGMENT_SCORES, SEGMENT_CLASSES)], {}),
    ("precision multilabel", "Precision", {"eval_type": "multilabel"}, [(LABELS_A, LABELS_B), (LABELS_B, LABELS_A)],
     {}),
    ("precision multilabel mean", "Precision", {"eval_type": "multilabel"}, [(LABELS_A, LABELS_B)], {"average": True}),
    ("precision average type", "Precision", {}, _TWO, {"average": 1}),
    ("recall", "Recall", {}, _TWO, {}),
    ("recall mean", "Recall", {}, _TWO, {"average": True}),
    ("recall multilabel", "Recall", {"eval_type": "multilabel"}, [(LABELS_A, LABELS_B)], {}),
    ("recall multilabel mean", "Recall", {"eval_type": "multilabel"}, [(LABELS_A, LABELS_B)], {"average": True}),
    ("recall too many classes", "Recall", {}, [(SCORES, CLASSES + 3)], {}),
    ("f1", "F1", {}, _TWO, {}),
    ("fbeta", "Fbeta", {"beta": 0.5}, _TWO, {"average": True}),
    ("fbeta zero", "Fbeta", {"beta": 0}, [], {}),
    ("top1", "Top1CategoricalAccuracy", {}, _TWO, {}),
    ("top5", "Top5CategoricalAccuracy", {}, [(_rng.rand(9, 12).astype(np.float32), np.arange(9) + 2)], {}),
    ("top5 of four", "Top5CategoricalAccuracy", {}, _TWO, {}),
    ("top2", "TopKCategoricalAccuracy", {"k": 2}, [(SCORES, ONEHOT)], {}),
    ("top0", "TopKCategoricalAccuracy", {"k": 0}, [], {}),
    ("mae", "MAE", {}, [(REAL_A, REAL_B), (REAL_B[:2], REAL_A[:2])], {}),
    ("mse", "MSE", {}, [(REAL_A, REAL_B.reshape(-1))], {}),
    ("loss", "Loss", {}, [(np.array(0.5, np.float32),), (np.array([0.25, 1.0], np.float32),)], {}),
    ("loss 2d", "Loss", {}, [(REAL_A,)], {}),
    ("perplexity", "Perplexity", {}, [(PROBABILITIES, CLASSES)], {}),
    ("perplexity ignore", "Perplexity", {"ignore_label": 1}, [(PROBABILITIES, CLASSES)], {}),
    ("dice", "Dice", {}, [(SEGMENT_A, SEGMENT_B), (SEGMENT_B, SEGMENT_B)], {}),
    ("cosine", "CosineSimilarity", {}, [(REAL_A,)], {}),
    ("dot mean", "CosineSimilarity", {"similarity": "dot", "reduction": "mean", "zero_diagonal": False}, [(REAL_A,)],
     {}),
    ("bleu", "BleuScore", {}, [(CANDIDATES, REFERENCES)], {}),
    ("bleu smooth", "BleuScore", {"n_gram": 2, "smooth": True}, [(CANDIDATES, REFERENCES)], {}),
    ("roc binary", "ROC", {}, [(BINARY_SCORES, BINARY_CLASSES)], {}),
    ("roc label 0", "ROC", {"pos_label": 0}, [(BINARY_SCORES, BINARY_CLASSES)], {}),
    ("roc multi", "ROC", {"class_num": 4}, [(SCORES[:4], np.array([2, 0, 3, 1], np.int32))], {}),
    ("roc class number", "ROC", {"class_num": 3}, [(SCORES, CLASSES)], {}),
    ("confusion", "ConfusionMatrix", {"num_classes": 4}, [(SCORES, CLASSES), (SCORES2, CLASSES2)], {}),
    ("confusion target", "ConfusionMatrix", {"num_classes": 5, "normalize": "target"}, [(SCORES, CLASSES)], {}),
    ("confusion prediction", "ConfusionMatrix", {"num_classes": 5, "normalize": "prediction"}, [(SCORES, CLASSES)], {}),
    ("confusion all", "ConfusionMatrix", {"num_classes": 2, "normalize": "all"}, [(BINARY_SCORES, BINARY_CLASSES)], {}),
    *(
        (f"{name} {method} {decrease}", "ConfusionMatrixMetric",
         {"metric_name": name, "calculation_method": method, "decrease": decrease, "skip_channel": decrease == "mean"},
         [(SEGMENT_A, SEGMENT_B)], {})
        for name in _CONFUSION for method, decrease in ((False, "mean"), (True, "mean"), (True, "sum"))
    ),
    ("confusion metric 2d", "ConfusionMatrixMetric", {"metric_name": "f1"}, [(LABELS_A, LABELS_B)], {}),
    ("confusion metric unknown", "ConfusionMatrixMetric", {"metric_name": "nothing"}, [(LABELS_A, LABELS_B)], {}),
    ("hausdorff euclidean", "HausdorffDistance", {"distance_metric": "euclidean"}, [(VOXELS_A, VOXELS_B, 1)], {}),
    ("mean surface euclidean", "MeanSurfaceDistance", {"distance_metric": "euclidean"}, [(VOXELS_A, VOXELS_B, 1)], {}),
    (
        "root mean square euclidean",
        "RootMeanSquareDistance",
        {"distance_metric": "euclidean"},
        [(VOXELS_A, VOXELS_B, 1)],
        {},
    ),
    ("hausdorff chessboard", "HausdorffDistance", {"distance_metric": "chessboard"}, [(VOXELS_A, VOXELS_B, 1)], {}),
    (
        "mean surface chessboard",
        "MeanSurfaceDistance",
        {"distance_metric": "chessboard"},
        [(VOXELS_A, VOXELS_B, 1)],
        {},
    ),
    (
        "root mean square chessboard",
        "RootMeanSquareDistance",
        {"distance_metric": "chessboard"},
        [(VOXELS_A, VOXELS_B, 1)],
        {},
    ),
    ("hausdorff taxicab", "HausdorffDistance", {"distance_metric": "taxicab"}, [(VOXELS_A, VOXELS_B, 1)], {}),
    ("mean surface taxicab", "MeanSurfaceDistance", {"distance_metric": "taxicab"}, [(VOXELS_A, VOXELS_B, 1)], {}),
    (
        "root mean square taxicab",
        "RootMeanSquareDistance",
        {"distance_metric": "taxicab"},
        [(VOXELS_A, VOXELS_B, 1)],
        {},
    ),
    (
        "hausdorff percentile",
        "HausdorffDistance",
        {"percentile": 90.0, "directed": True},
        [(VOXELS_A, VOXELS_B, 2)],
        {},
    ),
    ("hausdorff not cropped", "HausdorffDistance", {"crop": False}, [(LINE_A, LINE_B, 1)], {}),
    ("hausdorff cropped", "HausdorffDistance", {}, [(LINE_A, LINE_B, 1)], {}),
    ("hausdorff one empty", "HausdorffDistance", {}, [(LINE_A, LINE_B * 0, 1)], {}),
    ("hausdorff label", "HausdorffDistance", {}, [(LINE_A, LINE_B, 7)], {}),
    ("hausdorff shapes", "HausdorffDistance", {}, [(LINE_A, LINE_B[:, :5], 1)], {}),
    ("hausdorff no update", "HausdorffDistance", {}, [], {}),
    ("hausdorff metric", "HausdorffDistance", {"distance_metric": "other"}, [], {}),
    ("hausdorff label type", "HausdorffDistance", {}, [(LINE_A, LINE_B, "1")], {}),
    ("mean surface symmetric", "MeanSurfaceDistance", {"symmetric": True}, [(VOXELS_A, VOXELS_B, 2)], {}),
    ("mean surface one empty", "MeanSurfaceDistance", {"symmetric": True}, [(LINE_A, LINE_B * 0, 1)], {}),
    ("root mean square symmetric", "RootMeanSquareDistance", {"symmetric": True}, [(VOXELS_A, VOXELS_B, 2)], {}),
    ("root mean square label type", "RootMeanSquareDistance", {}, [(LINE_A, LINE_B, "1")], {}),
]  # fmt: skip

CURVES: list[tuple[list[float], list[float], bool]] = [
    ([0, 0.25, 0.5, 1], [0.1, 0.5, 0.7, 1.0], False),
    ([1, 0.5, 0.25, 0], [1.0, 0.7, 0.5, 0.1], False),
    ([0.5, 0, 1, 0.25], [0.7, 0.1, 1.0, 0.5], True),
    ([0.5, 0, 1, 0.25], [0.7, 0.1, 1.0, 0.5], False),
]


def plain(value: Any) -> Any:
    """Return `value` with arrays as lists."""
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return np.asarray(value).tolist()


def answer(train: Any, tensor: Any, call: tuple[Any, ...]) -> dict[str, Any]:
    """Return what the metric of `call` gives, or the error's type."""
    _, kind, arguments, updates, options = call
    try:
        metric = getattr(train, kind)(**arguments)
        for inputs in updates:
            metric.update(*(tensor(item) if isinstance(item, np.ndarray) else item for item in inputs))
        return {"value": plain(metric.eval(**options))}
    except Exception as error:
        return {"error": type(error).__name__}


def curve_answer(train: Any, curve: tuple[Any, ...]) -> dict[str, Any]:
    """Return what `auc` gives, or the error's type."""
    try:
        return {"value": plain(train.auc(np.array(curve[0]), np.array(curve[1]), curve[2]))}
    except Exception as error:
        return {"error": type(error).__name__}


def main() -> int:
    """Write the golden file."""
    import mindspore as ms
    from mindspore import train

    answers = {call[0]: answer(train, ms.Tensor, call) for call in CALLS}
    curves = [curve_answer(train, curve) for curve in CURVES]
    text = json.dumps({"names": train.names(), "metrics": answers, "auc": curves}, indent=0)
    GOLDEN.write_text(text + "\n", encoding="utf-8")
    print(f"{len(answers)} answers, {GOLDEN.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
