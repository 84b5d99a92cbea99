"""Metrics answer what MindSpore's answered when recorded."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import train
from tools.record import metrics as recorded

GOLDEN = json.loads(recorded.GOLDEN.read_text(encoding="utf-8"))


def same(ours, theirs):
    if isinstance(theirs, list) and theirs and isinstance(theirs[0], list):
        assert len(ours) == len(theirs)
        for a, b in zip(ours, theirs, strict=True):
            same(a, b)
        return
    np.testing.assert_allclose(np.array(ours, float), np.array(theirs, float), rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("call", recorded.CALLS, ids=[call[0] for call in recorded.CALLS])
def test_metric(call):
    ours, theirs = recorded.answer(train, ms.Tensor, call), GOLDEN["metrics"][call[0]]
    assert ours.keys() == theirs.keys(), (ours, theirs)
    if "error" in theirs:
        assert ours == theirs
    else:
        same(ours["value"], theirs["value"])


@pytest.mark.parametrize("index", range(len(recorded.CURVES)))
def test_auc(index):
    ours, theirs = recorded.curve_answer(train, recorded.CURVES[index]), GOLDEN["auc"][index]
    assert ours == pytest.approx(theirs)


def test_names():
    assert set(train.names()) == set(GOLDEN["names"])
    assert isinstance(train.get_metric_fn("topk", 3), train.TopKCategoricalAccuracy)
    with pytest.raises(KeyError, match="nothing"):
        train.get_metric_fn("nothing")


def test_indexes_choose_the_inputs():
    metric = train.MAE().set_indexes([2, 0])
    metric.update([1.0, 2.0], [9.0, 9.0], [1.5, 2.5])
    assert metric.eval() == 0.5
    with pytest.raises(ValueError, match="indexes"):
        metric.set_indexes(3)


def test_call_is_clear_update_eval():
    metric = train.Accuracy()
    metric.update(np.eye(3), np.array([0, 0, 0]))
    assert metric(np.eye(3), np.array([0, 1, 2])) == 1.0


def test_roc_of_several_classes_is_each_against_the_rest():
    # MindSpore 2.10 reshapes the scores wrongly unless there are as many samples as classes
    several = train.ROC(class_num=4)
    several.update(recorded.SCORES, recorded.CLASSES)
    for label in range(4):
        one = train.ROC(pos_label=label)
        one.update(recorded.SCORES[:, label], recorded.CLASSES)
        for ours, expected in zip(several.eval(), one.eval(), strict=True):
            np.testing.assert_array_equal(ours[label], expected)
