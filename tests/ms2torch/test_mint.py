"""`mint` follows torch's arguments and defaults: the same inputs must give torch's own answers."""

from __future__ import annotations

import copy

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch import mint

RNG = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(RNG.standard_normal(shape).astype(np.float32))


def as_torch(x):
    return tuple(as_torch(i) for i in x) if isinstance(x, (tuple, list)) else getattr(x, "_t", x)


@pytest.mark.parametrize(
    ("name", "kwargs"),
    [
        ("std", {}),
        ("var", dict(dim=1)),
        ("std", dict(dim=(0, 1), correction=0, keepdim=True)),
        ("amax", dict(dim=1)),
        ("max", {}),
        ("max", dict(dim=1, keepdim=True)),
        ("min", dict(dim=0)),
        ("median", dict(dim=0)),
        ("topk", dict(k=2)),
        ("sort", dict(descending=True)),
        ("cumsum", dict(dim=1)),
        ("prod", dict(dim=1)),
        ("logsumexp", dict(dim=1)),
        ("norm", dict(p=1, dim=1)),
        ("flip", dict(dims=(0,))),
        ("diff", {}),
        ("unique", dict(return_counts=True)),
        ("transpose", dict(dim0=0, dim1=1)),
        ("split", dict(split_size_or_sections=2)),
        ("roll", dict(shifts=1)),
        ("nonzero", dict(as_tuple=True)),
        ("repeat_interleave", dict(repeats=2, dim=0)),
    ],
)
def test_functions_agree_with_torch(name, kwargs):
    x = draw(3, 4)
    got = as_torch(getattr(mint, name)(ms.Tensor(x.numpy()), **kwargs))
    want = getattr(torch, name)(x, **kwargs)
    torch.testing.assert_close(got, tuple(want) if isinstance(want, (tuple, list)) else want)


@pytest.mark.parametrize(
    ("name", "args", "kwargs", "shape"),
    [
        ("Linear", (8, 5), {}, (2, 8)),
        ("Conv1d", (4, 6, 3), dict(padding=1, groups=2), (2, 4, 9)),
        ("Conv2d", (4, 6, 3), dict(padding="same", padding_mode="circular"), (2, 4, 9, 9)),
        ("Conv2d", (4, 6, 3), dict(stride=2, bias=False), (4, 9, 9)),
        ("Conv3d", (2, 3, 2), {}, (1, 2, 4, 4, 4)),
        ("ConvTranspose2d", (4, 6, 3, 2), dict(output_padding=1), (2, 4, 5, 5)),
        ("BatchNorm2d", (4,), {}, (3, 4, 5, 5)),
        ("BatchNorm1d", (4,), dict(momentum=None), (6, 4)),
        ("BatchNorm1d", (4,), dict(track_running_stats=False), (6, 4)),
        ("LayerNorm", (8,), {}, (2, 8)),
        ("GroupNorm", (2, 4), {}, (2, 4, 5)),
        ("GELU", (), {}, (3, 4)),
        ("Softmax", (), dict(dim=-1), (3, 4)),
        ("AvgPool2d", (2,), dict(padding=1), (1, 2, 6, 6)),
        ("MaxPool2d", (2,), {}, (1, 2, 6, 6)),
        ("ReflectionPad2d", ((1, 2, 0, 1),), {}, (1, 2, 6, 6)),
        ("ConstantPad1d", (2, 1.5), {}, (2, 6)),
        ("Upsample", (), dict(scale_factor=2, mode="bilinear"), (1, 2, 3, 3)),
        ("PixelShuffle", (2,), {}, (1, 4, 3, 3)),
    ],
)
@pytest.mark.parametrize("training", [True, False])
def test_layers_agree_with_torch(name, args, kwargs, shape, training):
    theirs = getattr(torch.nn, name)(*args, **kwargs).train(training)
    ours = getattr(mint.nn, name)(*args, **kwargs)
    ours.set_train(training)
    state = theirs.state_dict()
    for param in ours.get_parameters():
        param._t.data.copy_(state[param.name])
    x = draw(*shape)
    torch.testing.assert_close(ours(ms.Tensor(x.numpy()))._t, theirs(x).detach())
    assert sorted(p.name for p in ours.get_parameters()) == sorted(state)
    for param in ours.get_parameters():
        torch.testing.assert_close(param._t.data, theirs.state_dict()[param.name])


@pytest.mark.parametrize(
    ("name", "kwargs"),
    [
        ("Adam", dict(lr=0.1, weight_decay=0.1)),
        ("Adam", dict(lr=0.1, amsgrad=True, maximize=True)),
        ("AdamW", dict(lr=0.1)),
        ("SGD", dict(lr=0.1, momentum=0.9, nesterov=True)),
        ("SGD", dict(lr=0.1, momentum=0.9, dampening=0.5, weight_decay=0.1)),
    ],
)
def test_optimizers_agree_with_torch(name, kwargs):
    net = mint.nn.Linear(4, 3)
    theirs = [torch.nn.Parameter(copy.deepcopy(p._t.data)) for p in net.trainable_params()]
    ours = getattr(mint.optim, name)(net.trainable_params(), **kwargs)
    optimizer = getattr(torch.optim, name)(theirs, **kwargs)
    for _ in range(4):
        grads = [draw(*p.shape) for p in theirs]
        for p, g in zip(theirs, grads, strict=True):
            p.grad = g.clone()
        optimizer.step()
        ours(tuple(ms.Tensor(g.numpy()) for g in grads))
    for p, q in zip(net.trainable_params(), theirs, strict=True):
        torch.testing.assert_close(p._t.data, q.data)


def test_the_losses_of_mint_agree_with_torch():
    x, y = draw(5, 3), torch.tensor([0, 2, 1, 1, 0])
    got = mint.nn.CrossEntropyLoss(label_smoothing=0.1)(ms.Tensor(x.numpy()), ms.Tensor(y.numpy().astype(np.int32)))
    torch.testing.assert_close(got._t, torch.nn.CrossEntropyLoss(label_smoothing=0.1)(x, y))


def test_a_generator_is_refused_with_a_remedy():
    with pytest.raises(NotImplementedError, match="set_seed"):
        mint.rand(2, generator=object())


def test_what_kernels_of_random_numbers_are_given():
    # what MindSpore 2.10 returned
    made = ms.Generator().manual_seed(5)
    assert [[int(part) for part in made._step(ms.Tensor(step))] for step in (3, 1, 10)] == [[5, 0], [5, 3], [5, 4]]
    assert int(made.manual_seed(7)._step(ms.Tensor(1))[1]) == 0


def test_a_place_by_name_and_a_distance_that_says_yes():
    assert mint.empty((2,), device="CPU").shape == (2,)
    with pytest.raises(NotImplementedError, match="set_device"):
        mint.empty((2,), device="Ascend")
    assert ms.ops.hardshrink(ms.Tensor([0.5, -2.0, 1.5]), True).asnumpy().tolist() == [0, -2, 1.5]
