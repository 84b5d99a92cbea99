"""Training steps: converted ones give torch's weights; what the file does not tell all of stays under its marks."""

from __future__ import annotations

from typing import Any

import libcst as cst
import numpy as np
import pytest
import torch

import ms2torch
from parity.port.convert import Converted, convert
from parity.port.project import Source, gather

HEAD = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 6)
        self.norm = nn.BatchNorm1d(6)
        self.b = nn.Linear(6, 3)

    def forward(self, x):
        return self.b(torch.relu(self.norm(self.a(x))))


net = Net()
loss_fn = nn.CrossEntropyLoss()
"""

LOOP = """
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=0.01)

def train(x, y):
    seen = []
    for step in range(3):
        for images, labels in [(x, y)]:
            # a step
            optimizer.zero_grad()
            out = net(images)
            loss = loss_fn(out, labels)
            loss.backward()
            optimizer.step()
            seen.append((loss.item(), out.shape))
    return seen
"""

FUNCTION = """
optimizer = torch.optim.AdamW(net.parameters(), lr=0.01)

def one(x, y):
    x = net(x)
    loss = loss_fn(x, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss

def train(x, y):
    return [one(x, y) for step in range(3)]
"""


def converted(source: str) -> Converted:
    made = Source("snippet", "", cst.parse_module(source))
    return convert(made, gather([made], bool))


def weights(net: Any) -> dict[str, np.ndarray]:
    names = {"norm.weight": "norm.gamma", "norm.bias": "norm.beta", "norm.running_mean": "norm.moving_mean",
             "norm.running_var": "norm.moving_variance"}  # fmt: skip
    if isinstance(net, torch.nn.Module):
        found = {k: v for k, v in net.state_dict().items() if "tracked" not in k}
        return {names.get(name, name): value.numpy().copy() for name, value in found.items()}
    return {p.name: p.asnumpy().copy() for p in net.get_parameters()}


@pytest.mark.parametrize("rest", [LOOP, FUNCTION], ids=["loop", "function"])
def test_three_converted_steps_give_torchs_weights(rest: str) -> None:
    found = converted(HEAD + rest)
    assert not found.marks
    assert "net = Net().set_train()" in found.source
    old: dict[str, Any] = {}
    new: dict[str, Any] = {}
    exec(HEAD + rest, old)
    exec(found.source.replace("mindspore", "ms2torch"), new)
    before = weights(old["net"])
    for parameter in new["net"].get_parameters():
        if parameter.name in before:
            parameter.set_data(ms2torch.Tensor(before[parameter.name]))
    x, y = np.random.RandomState(3).randn(8, 4).astype(np.float32), np.arange(8) % 3
    old["train"](torch.tensor(x), torch.tensor(y))
    new["train"](ms2torch.Tensor(x), ms2torch.Tensor(y.astype(np.int32)))  # it takes no int64 classes
    wanted, given = weights(old["net"]), weights(new["net"])
    assert set(wanted) == set(given)
    assert not np.allclose(wanted["a.weight"], before["a.weight"], atol=1e-4)
    for name, value in wanted.items():
        np.testing.assert_allclose(given[name], value, rtol=1e-4, atol=1e-5, err_msg=name)


def test_a_loop_is_a_function_of_the_loss_before_it() -> None:
    made = converted(HEAD + LOOP).source
    assert made[made.index("    seen = []") :].splitlines() == [
        "    seen = []",
        "",
        "    def forward_fn(images, labels):",
        "        out = net(images)",
        "        loss = loss_fn(out, labels)",
        "        return loss, out",
        "",
        "    grad_fn = ms.value_and_grad(forward_fn, None, optimizer.parameters, has_aux=True)",
        "",
        "    for step in range(3):",
        "        for images, labels in [(x, y)]:",
        "            # a step",
        "            (loss, out), grads = grad_fn(images, labels)",
        "            optimizer(grads)",
        "            seen.append((loss.item(), out.shape))",
        "    return seen",
    ]


STEP = """
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

def one(x, y):
    optimizer.zero_grad()
    out = net(x)
    loss = loss_fn(out, y)
    loss.backward()
    optimizer.step()
    return loss
"""

LEFT = {
    "what is between": ("    optimizer.step()", "    net.a.bias.clamp_(0)\n    optimizer.step()"),
    "gradients that add up": ("    optimizer.zero_grad()\n", ""),
    "gradients that are read": ("    return loss", "    return net.a.weight.grad"),
    "what an unknown function made": ("    optimizer.zero_grad()\n", "    x = prepare(x)\n    optimizer.zero_grad()\n"),
    "what another net made": ("    optimizer.zero_grad()\n", "    x = net.a(x)\n    optimizer.zero_grad()\n"),
    "an unknown optimizer": ("def one(x, y)", "def one(x, y, optimizer)"),
    "an unknown net": ("def one(x, y)", "def one(x, y, net)"),
    "a graph that is kept": ("loss.backward()", "loss.backward(retain_graph=True)"),
    "names that are taken": ("    return loss", "    grads = loss\n    return grads"),
    "a forward that prints": ("    loss = loss_fn", "    print(out)\n    loss = loss_fn"),
    "no tensor to return": (
        "    loss = loss_fn(out, y)\n    loss.backward()\n    optimizer.step()\n    return loss",
        "    n = len(out)\n    loss = loss_fn(out, y)\n    loss.backward()\n    optimizer.step()\n    return n",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), LEFT.values(), ids=list(LEFT))
def test_a_step_that_is_not_known_whole_stays_under_its_marks(before: str, after: str) -> None:
    assert "value_and_grad(forward_fn" in converted(HEAD + STEP).source
    assert before in STEP
    found = converted(HEAD + STEP.replace(before, after))
    assert "value_and_grad(forward_fn" not in found.source
    assert "METHOD" in {mark.code for mark in found.marks}


def test_an_optimizer_is_given_what_trains() -> None:
    assert "optim.SGD(net.trainable_params(), lr=0.1)" in converted(HEAD + STEP).source
