"""The experimental optimizers and schedulers against what real MindSpore 2.10.0 did."""

from __future__ import annotations

import json

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch import Parameter, Tensor
from ms2torch.experimental import optim
from ms2torch.experimental.optim import lr_scheduler
from tools.record import modules

GOLDEN = json.loads(modules.GOLDEN.read_text())


@pytest.mark.parametrize("name", modules.OPTIMIZERS)
def test_optimizers(name):
    found, expected = modules.optimized(ms, optim, name), GOLDEN["optimizers"][name]
    np.testing.assert_allclose(found["weights"], expected["weights"], rtol=1e-5, atol=1e-6)
    assert found["names"] == expected["names"]


@pytest.mark.parametrize("name", modules.SCHEDULERS)
def test_schedulers(name):
    found = modules.scheduled(ms, optim, lr_scheduler, name)
    np.testing.assert_allclose(found, GOLDEN["schedulers"][name], rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("name", modules.RESTARTS)
def test_restarts(name):
    found = modules.restarted(ms, optim, lr_scheduler, name)
    np.testing.assert_allclose(found, GOLDEN["restarts"][name], rtol=1e-5, atol=1e-7)


def test_restarts_that_get_longer():
    """What MindSpore cannot do: its `step(epoch)` passes `T_mult` to a `Log` that takes one argument."""
    scheduler = lr_scheduler.CosineAnnealingWarmRestarts(optim.SGD([weight()], 0.1), 2, 2, 0.01)
    theirs = torch.optim.SGD([torch.zeros(1)], 0.1)
    reference = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(theirs, 2, 2, 0.01)
    for epoch in (0, 1.5, 2.0, 2.5, 5.75, 6, 6.5, 13.25, 14):
        scheduler.step(epoch)
        reference.step(epoch)
        np.testing.assert_allclose(float(scheduler.get_last_lr()[0]), reference.get_last_lr()[0], rtol=1e-6)


def test_plateau():
    np.testing.assert_allclose(modules.plateau(ms, optim, lr_scheduler), GOLDEN["plateau"], rtol=1e-5)


def weight():
    return Parameter(Tensor([1.0]), name="w")


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: optim.SGD([], 0.1), ValueError),
        (lambda: optim.SGD([weight()], -0.1), ValueError),
        (lambda: optim.SGD([weight()], 0.1, nesterov=True), ValueError),
        (lambda: optim.Adam([weight()], 0.1, betas=(1.0, 0.9)), ValueError),
        (lambda: optim.Adam([Tensor([1.0])], 0.1), TypeError),
        (lambda: lr_scheduler.StepLR(3, 2), TypeError),
        (lambda: optim.Adadelta([weight()], rho=2.0), ValueError),
        (lambda: optim.Adadelta([weight()], rho=1), TypeError),
        (lambda: optim.Adagrad([weight()], lr=0.0), ValueError),
        (lambda: optim.Adagrad([weight()], lr_decay=-1.0), ValueError),
        (lambda: optim.Adamax([weight()], betas=(1, 0.5)), TypeError),
        (lambda: optim.ASGD([weight()], lambd=1), TypeError),
        (lambda: optim.NAdam([weight()], momentum_decay=-1.0), ValueError),
        (lambda: optim.RAdam([weight()], eps=0.0), ValueError),
        (lambda: optim.RMSprop([weight()], momentum=-1.0), ValueError),
        (lambda: optim.Rprop([weight()], etas=(0.5, 1.0)), ValueError),
        (lambda: lr_scheduler.CosineAnnealingWarmRestarts(optim.SGD([weight()], 0.1), 0), ValueError),
        (lambda: lr_scheduler.CyclicLR(optim.SGD([weight()], 0.1), [0.1, 0.2], 1.0), ValueError),
        (lambda: lr_scheduler.CyclicLR(optim.SGD([weight()], 0.1), 0.1, 1.0, mode="x"), ValueError),
    ],
)
def test_what_mindspore_refuses(make, error):
    with pytest.raises(error):
        make()


def test_a_parameter_in_two_groups_is_an_error():
    w = weight()
    with pytest.raises(ValueError, match="more than one"):
        optim.SGD([{"params": [w]}, {"params": [w]}], 0.1)
