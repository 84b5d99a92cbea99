"""Layers hold MindSpore's operations under MindSpore's names, for classes of public code that call them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, nn, ops
from ms2torch.nn._held_operations import NAMES

GOLDEN = json.loads((Path(__file__).parents[1] / "goldens" / "layer_operations.json").read_text())
OTHERS = {
    "instance_bn": "nn_ops.InstanceNorm, which runs on GPUs alone",
}
"""Attributes without an operation here, with the reason."""


@pytest.mark.parametrize("line", GOLDEN)
def test_as_mindspore_holds_them(line):
    layer = eval(line, {"nn": nn})
    for name, (kind, given) in GOLDEN[line].items():
        if name in OTHERS:
            continue
        made = getattr(layer, name)
        assert type(made).__name__ == kind, name
        assert getattr(layer, name) is made
        for argument, value in given.items():
            if hasattr(made, argument) and not argument.startswith("Seed"):  # follow from the process's seed
                assert _plain(getattr(made, argument)) == pytest.approx(_plain(value)), (name, argument)


def _plain(value):
    """Write what operations spell in several ways alike: 2, (2, 2) and (1, 1, 2, 2); "SAME" and "same"."""
    if isinstance(value, str):
        return sum(map(ord, value.lower()))
    sizes = np.asarray(value, dtype=float).reshape(-1).tolist()
    while len(sizes) > 1 and sizes[0] in (0, 1):
        sizes = sizes[1:]
    return sizes[:1] if len(set(sizes)) == 1 else sizes


def test_what_is_no_operation_of_the_layer_is_missing():
    layer = nn.ReLU()
    assert "conv2d" in NAMES
    with pytest.raises(AttributeError, match="'ReLU' object has no attribute 'conv2d'"):
        _ = layer.conv2d


def test_a_child_under_the_name_of_an_operation():
    class Mine(nn.Dense):
        def __init__(self):
            super().__init__(3, 4)
            assert isinstance(self.matmul, ops.MatMul)
            self.matmul = nn.Dense(3, 4)
            self.reshape = nn.ReLU()

    net = Mine()
    assert isinstance(net.matmul, nn.Dense)
    assert isinstance(net.reshape, nn.ReLU)
    assert [name for name, _ in net.parameters_and_names()] == ["weight", "bias", "matmul.weight", "matmul.bias"]


class Own1d(nn.Conv1d):
    def construct(self, x):
        y = self.conv2d(self.expand_dims(x, 2), self.weight)
        return self.squeeze(self.bias_add(y, self.bias))


class Own3d(nn.Conv3d):
    def construct(self, x):
        return self.bias_add(self.conv3d(x, self.weight), self.bias)


class OwnDense(nn.Dense):
    def construct(self, x):
        flat = self.reshape(x, (-1, self.shape_op(x)[-1]))
        return self.reshape(self.bias_add(self.matmul(flat, self.weight), self.bias), (*x.shape[:-1], -1))


class OwnTransposed(nn.Conv2dTranspose):
    def construct(self, x):
        n, _, h, w = self.shape(x)
        return self.bias_add(self.conv2d_transpose(x, self.weight, (n, self.out_channels, 2 * h, 2 * w)), self.bias)


class OwnNorm(nn.BatchNorm2d):
    def construct(self, x):
        run = self.bn_train if self.training else self.bn_infer
        return run(x, self.gamma, self.beta, self.moving_mean, self.moving_variance)[0]


class OwnPool(nn.MaxPool2d):
    def construct(self, x):
        return self.max_pool(x)


class OwnMean(nn.AvgPool2d):
    def construct(self, x):
        return self.avg_pool(x)


class OwnEmbedding(nn.Embedding):
    def construct(self, ids):
        flat = self.reshape_flat(ids, (-1,))
        return self.reshape(self.gather(self.embedding_table, flat, 0), (*self.get_shp(ids), self.embedding_size))


class OwnSoftmax(nn.Softmax):
    def construct(self, x):
        return self.softmax(x)


IMAGE = np.random.default_rng(0).normal(size=(2, 3, 8, 8)).astype(np.float32)
PAIRS = {
    "Conv1d": (Own1d, nn.Conv1d, (3, 4, 3), {"pad_mode": "pad", "padding": 1, "has_bias": True}, IMAGE[:, :, 0]),
    "Conv3d": (Own3d, nn.Conv3d, (3, 4, 3), {"stride": 2, "has_bias": True}, IMAGE.reshape(2, 3, 4, 4, 4)),
    "Dense": (OwnDense, nn.Dense, (8, 4), {}, IMAGE),
    "Conv2dTranspose": (OwnTransposed, nn.Conv2dTranspose, (3, 4, 4), {"stride": 2, "has_bias": True}, IMAGE),
    "BatchNorm2d": (OwnNorm, nn.BatchNorm2d, (3,), {"eps": 1e-3}, IMAGE),
    "MaxPool2d": (OwnPool, nn.MaxPool2d, (3, 2), {"pad_mode": "same"}, IMAGE),
    "AvgPool2d": (OwnMean, nn.AvgPool2d, (3, 2), {"pad_mode": "same"}, IMAGE),
    "Embedding": (OwnEmbedding, nn.Embedding, (10, 4), {}, np.arange(6, dtype=np.int32).reshape(2, 3)),
    "Softmax": (OwnSoftmax, nn.Softmax, (1,), {}, IMAGE),
}


@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("name", PAIRS)
def test_a_construct_of_ones_own_computes_the_same(name, training):
    own, plain, args, options, x = PAIRS[name]
    outputs = []
    for cls in (own, plain):
        ms.set_seed(3)
        layer = cls(*args, **options).set_train(training)
        outputs.append(layer(Tensor(x)).asnumpy())
    np.testing.assert_allclose(outputs[0], outputs[1], rtol=1e-5, atol=1e-5)
