"""The experimental optimizers and schedulers against what real MindSpore 2.10.0 did."""

from __future__ import annotations

import json

import numpy as np
import pytest

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


@pytest.mark.parametrize("name", modules.SCHEDULERS)
def test_schedulers(name):
    found = modules.scheduled(ms, optim, lr_scheduler, name)
    np.testing.assert_allclose(found, GOLDEN["schedulers"][name], rtol=1e-5, atol=1e-7)


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
    ],
)
def test_what_mindspore_refuses(make, error):
    with pytest.raises(error):
        make()


def test_a_parameter_in_two_groups_is_an_error():
    w = weight()
    with pytest.raises(ValueError, match="more than one"):
        optim.SGD([{"params": [w]}, {"params": [w]}], 0.1)
