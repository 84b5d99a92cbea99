"""Whole networks: a training step of an MLP, and a forward pass of ResNet-50."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import torch

import ms2torch as ms
from benchmarks._timing import Ratio, compare
from ms2torch import nn, ops

_EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def run() -> Iterator[Ratio]:
    """Time our networks against the same networks in torch."""
    torch.set_num_threads(1)
    yield _mlp_forward()
    yield _mlp_train_step()
    yield _resnet_forward()
    yield _resnet_train_step()
    yield _transformer_built()


def _torch_mlp() -> torch.nn.Module:
    layers = torch.nn
    return layers.Sequential(
        layers.Linear(64, 64), layers.ReLU(), layers.Linear(64, 64), layers.ReLU(), layers.Linear(64, 10)
    )


def _our_mlp() -> nn.Cell:
    return nn.SequentialCell(nn.Dense(64, 64), nn.ReLU(), nn.Dense(64, 64), nn.ReLU(), nn.Dense(64, 10))


def _mlp_forward() -> Ratio:
    plain, ours = _torch_mlp().eval(), _our_mlp()
    t = torch.rand(8, 64)
    x = ms.Tensor(t)

    def run_plain() -> object:
        with torch.no_grad():
            return plain(t)

    return compare("MLP forward, batch 8", run_plain, lambda: ours(x), 1.15, calls=100, rounds=61)


def _mlp_train_step() -> Ratio:
    plain, ours = _torch_mlp(), _our_mlp()
    t, label = torch.rand(8, 64), torch.randint(10, (8,))
    x, y = ms.Tensor(t), ms.Tensor(label)
    optimizer = torch.optim.SGD(plain.parameters(), 0.01, momentum=0.9)
    loss_fn = torch.nn.CrossEntropyLoss()
    weights = ours.trainable_params()
    ours_optimizer = nn.Momentum(weights, 0.01, 0.9)
    grad_fn = ms.value_and_grad(lambda a, b: ops.cross_entropy(ours(a), b), None, weights)

    def plain_step() -> object:
        optimizer.zero_grad()
        loss = loss_fn(plain(t), label)
        loss.backward()
        optimizer.step()
        return loss

    def our_step() -> object:
        loss, grads = grad_fn(x, y)
        ours_optimizer(grads)
        return loss

    return compare("MLP train step, batch 8", plain_step, our_step, 1.1, calls=20, rounds=61)


def _resnet_forward() -> Ratio:
    sys.path.insert(0, str(_EXAMPLES))
    ms.install()
    from resnet50_mindspore import resnet50 as our_resnet50
    from resnet50_torch import resnet50

    plain, ours = resnet50().eval(), our_resnet50()
    t = torch.rand(1, 3, 224, 224)
    x = ms.Tensor(t)

    def run_plain() -> object:
        with torch.no_grad():
            return plain(t)

    return compare("ResNet-50 forward, 224x224, batch 1", run_plain, lambda: ours(x), 1.1, calls=2, rounds=5)


def _resnet_train_step() -> Ratio:
    ms.install()
    from resnet50_mindspore import resnet50 as our_resnet50
    from resnet50_torch import resnet50

    plain, ours = resnet50().train(), our_resnet50().set_train()
    t = torch.rand(2, 3, 96, 96)
    x, weights = ms.Tensor(t), ours.trainable_params()
    optimizer = torch.optim.SGD(plain.parameters(), 0.01, momentum=0.9)
    our_optimizer = nn.Momentum(weights, 0.01, 0.9)
    grad_fn = ms.value_and_grad(lambda a: ours(a).square().mean(), None, weights)

    def plain_step() -> object:
        plain(t).square().mean().backward()
        optimizer.step()
        # 100 MB of gradients that stay lie in the way of ours, whose memory then comes from the system each time
        return optimizer.zero_grad()

    def our_step() -> object:
        _, grads = grad_fn(x)
        return our_optimizer(grads)

    return compare("ResNet-50 train step, 96x96, batch 2", plain_step, our_step, 1.05, calls=1, rounds=9)


def _transformer_built() -> Ratio:
    ms.install()
    from benchmarks import transformers_mindspore, transformers_torch

    # MindSpore's own bits from its own generator, computed by numpy: that is what takes the time
    return compare(
        "build a transformer, 50 M parameters", lambda: transformers_torch.net(4),
        lambda: transformers_mindspore.net(4), 2.75, calls=1, rounds=3,
    )  # fmt: skip
