"""Training steps: converted ones give torch's weights; what the file does not tell all of stays under its marks."""

from __future__ import annotations

from typing import Any

import libcst as cst
import numpy as np
import pytest
import torch

import ms2torch
from parity.port.project.facts import Source, gather
from parity.port.to_mindspore.convert import Converted, convert

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


GIVEN = """
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

def epoch(model, device, loader, optimizer, criterion):
    model.train()
    total = 0.0
    for number, (images, labels) in enumerate(loader):
        images, labels = images.to(device), labels.to(device)
        out = model(images)
        loss = criterion(out, labels)
        total += loss.item()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm=0.05)
        total -= 0.0 * number
        optimizer.step()
    return total

def train(x, y):
    return [epoch(net, device, [(x, y)], optimizer, loss_fn) for step in range(3)]
"""

PHASES = """
optimizer = torch.optim.SGD(net.parameters(), lr=0.5, momentum=0.5)

def train(x, y):
    net.train()
    for phase in ("train", "val", "train", "train"):
        with torch.set_grad_enabled(phase == "train"):
            out = net(x)
            _, best = torch.max(out, 1)
            loss = loss_fn(out, y)
            if phase == "train":
                loss.backward()
                nn.utils.clip_grad_value_(net.parameters(), 0.01)
                optimizer.step()
        optimizer.zero_grad()
        hits = (best == y).sum().item()
"""

OWN = """
class Trainer:
    def __init__(self, model, criterion):
        self.model = model
        self.criterion = criterion
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def step(self, x, y):
        self.model.train()
        self.optimizer.zero_grad()
        loss = self.criterion(self.model(x), y)
        loss.backward()
        self.optimizer.step()
        return loss.item()

def train(x, y):
    trainer = Trainer(net, loss_fn)
    return [trainer.step(x, y) for step in range(3)]
"""


ADDED = """
optimizer = torch.optim.SGD(net.parameters(), lr=0.5)

def train(x, y):
    for step in range(3):
        for images, labels in [(x, y)]:
            net.zero_grad()
            # the first
            out = net(images)
            loss_real = loss_fn(out, labels)
            loss_real.backward()
            seen = out.mean().item()
            # the second, of what the first gave
            fake = torch.cat([out, out], 1)[:, :4]
            labels = torch.zeros_like(labels)
            labels.fill_(1)
            out = net(fake.detach())
            loss_fake = loss_fn(out, labels)
            loss_fake.backward()
            seen += out.mean().item() + (loss_real + loss_fake).item()
            nn.utils.clip_grad_norm_(net.parameters(), 0.05)
            optimizer.step()
"""

UNPACKED = """
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

def one(given, y):
    optimizer.zero_grad()
    loss = loss_fn(net(*given), y)
    loss.backward()
    optimizer.step()

def train(x, y):
    for step in range(3):
        one((x,), y)
"""

BY_HAND = """
lr = 0.2

def train(x, y):
    for step in range(3):
        out = net(x)
        loss = loss_fn(out, y)
        if step % 2 == 1:
            seen = loss.item()
        net.zero_grad()
        loss.backward()
        with torch.no_grad():
            for p in net.parameters():
                p -= lr * p.grad
"""

DECAYED = """
lr = 0.2

def one(model, x, y):
    loss = loss_fn(model(x), y)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 0.25)
    for weight in model.parameters():
        weight.data *= 1 - lr * 0.1  # decay
        weight.data.add_(weight.grad.data, alpha=-lr)
        weight.data = weight.data - (0.1 * weight.grad)
        weight.grad.zero_()

def train(x, y, model=net):
    model.train()
    for step in range(3):
        one(model, x, y)
"""

KEPT_SMALL = """
optimizer = torch.optim.SGD(net.parameters(), lr=0.5)

def train(x, y):
    for step in range(3):
        optimizer.zero_grad()
        loss = loss_fn(net(x), y)
        loss.backward()
        optimizer.step()
        for p in net.parameters():
            p.data.clamp_(-0.3, 0.3)
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


@pytest.mark.parametrize(
    "rest",
    [LOOP, FUNCTION, GIVEN, PHASES, OWN, ADDED, UNPACKED, BY_HAND, DECAYED, KEPT_SMALL],
    ids=["loop", "function", "given", "phases", "own", "added", "unpacked", "by hand", "decayed", "kept small"],
)
def test_three_converted_steps_give_torchs_weights(rest: str) -> None:
    found = converted(HEAD + rest)
    assert not found.marks
    assert "net = Net()" in found.source
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
    new["train"](ms2torch.Tensor(x), ms2torch.Tensor(y))
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


APART = {
    "a graph of the first": ("fake.detach()", "fake"),
    "weights between": ("            seen = out", "            net.a.bias.data.mul_(0.5)\n            seen = out"),
    "another net": ("            out = net(fake.detach())", "            out = nn.Linear(4, 3)(fake.detach())"),
    "clipped between": (
        "            seen = out", "            nn.utils.clip_grad_norm_(net.parameters(), 0.1)\n            seen = out"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), APART.values(), ids=list(APART))
def test_gradients_that_may_not_be_added_stay(before: str, after: str) -> None:
    assert before in ADDED
    found = converted(HEAD + ADDED.replace(before, after, 1))
    assert "value_and_grad(forward_fn" not in found.source
    assert "METHOD" in {mark.code for mark in found.marks}


def test_the_gradients_of_a_step_are_added_before_they_are_clipped() -> None:
    made = converted(HEAD + ADDED).source
    assert made[made.index("            (loss_fake, out)") :].splitlines() == [
        "            (loss_fake, out), grads2 = grad_fn2(fake, labels)",
        "            grads = tuple(sum(parts) for parts in zip(grads, grads2))",
        "            seen += out.mean().item() + (loss_real + loss_fake).item()",
        "            grads = ops.clip_by_norm(grads, 0.05)",
        "            optimizer(grads)",
    ]


def test_weights_updated_by_hand_are_updated_by_the_gradients_of_the_step() -> None:
    made = converted(HEAD + DECAYED).source
    assert made[made.index("    grad_fn = ") : made.index("def train")].strip().splitlines() == [
        "grad_fn = ms.value_and_grad(forward_fn, None, model.trainable_params())",
        "    loss, grads = grad_fn(x, y)",
        "    grads = ops.clip_by_norm(grads, 0.25)",
        "    for weight, grad in zip(model.trainable_params(), grads):",
        "        ops.assign(weight, weight * (1 - lr * 0.1))  # decay",
        "        ops.assign_sub(weight, lr * grad)",
        "        ops.assign(weight, weight - (0.1 * grad))",
    ]


UPDATES = {
    "p.data.add_(-lr, p.grad.data)": "ops.assign_sub(p, lr * grad)",
    "p.data += -(lr * p.grad)": "ops.assign_add(p, -(lr * grad))",
    "p.sub_(p.grad, alpha=lr + 1)": "ops.assign_sub(p, (lr + 1) * grad)",
    "p.copy_(p.data - lr * p.grad)": "ops.assign(p, p - lr * grad)",
    "p.mul_(p.grad)": "ops.assign(p, p * grad)",
    "p -= lr * p.grad; p.grad = None": "",
    "p -= lr * torch.sign(p.grad)": "",
    "p -= lr * p.grad.sign()": "",
    "p -= lr * p.norm": "",
    "p -= lr * net.a.weight.grad": "",
    "p -= 0.1": "",
    "p /= p.grad": "",
    "p.addcdiv_(p.grad, p)": "",
    "p -= grad * p.grad": "",
    "if p.requires_grad: p -= lr * p.grad": "",
}


@pytest.mark.parametrize(("line", "wanted"), UPDATES.items(), ids=list(UPDATES))
def test_updates_of_a_parameter(line: str, wanted: str) -> None:
    assert "p -= lr * p.grad" in BY_HAND
    found = converted(HEAD + BY_HAND.replace("p -= lr * p.grad", line))
    rows = [row.strip() for row in found.source.splitlines()]
    if wanted:
        assert wanted in rows
        assert not found.marks
    else:
        assert "value_and_grad(forward_fn" not in found.source
        assert "METHOD" in {mark.code for mark in found.marks}
        left = [n for n, row in enumerate(rows) if ".grad" in row and not row.startswith("#")]
        assert all("[AUTOGRAD]" in rows[n - 1] or "[AUTOGRAD]" in rows[n - 2] for n in left)


def test_a_net_that_nothing_sets_to_train_is_marked() -> None:
    found = converted(HEAD + STEP.replace("def one(x, y)", "def one(x, y, net, optimizer)"))
    assert "value_and_grad(forward_fn" in found.source
    assert [(mark.code, mark.name) for mark in found.marks] == [("TRAINING", "net")]


def test_a_step_behind_whose_update_gradients_are_cleared_is_not_one_of_several() -> None:
    source = HEAD + STEP.replace("    optimizer.zero_grad()\n", "").replace(
        "    optimizer.step()\n", "    optimizer.step()\n    optimizer.zero_grad()\n"
    )
    assert "value_and_grad(forward_fn" in converted(source).source
    assert "value_and_grad(forward_fn" not in converted(source + "\nnet(1).sum().backward()\n").source


def test_an_optimizer_is_given_what_trains() -> None:
    assert "optim.SGD(net.trainable_params(), lr=0.1)" in converted(HEAD + STEP).source


TRAINER = """
class Trainer:
    def __init__(self, net, data):
        self.net, self.data = net, data

    def run(self):
        net = self.net
        self.optimizer = optim.SGD(net.parameters(), lr=0.1)
        net.train()
        for x, y in self.data:
            out, self.loss = net(x, y)
            net.zero_grad(set_to_none=True)
            self.loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            self.optimizer.step()
"""


def test_a_step_of_a_method_keeps_its_loss_in_self() -> None:
    found = converted(HEAD + TRAINER)
    assert not found.marks
    assert "out, self.loss = net(x, y)\n            return self.loss" in found.source
    assert "self.loss, grads = grad_fn(x, y)" in found.source
    assert "self.optimizer(grads)" in found.source


KINDS = """
def decayed(net):
    other = (nn.LayerNorm, nn.Embedding)
    kinds = (nn.LayerNorm, nn.Embedding)
    return [m for m in net.modules() if isinstance(m, kinds)]
"""


def test_classes_bound_to_a_name_that_objects_are_asked_about_are_plain() -> None:
    found = converted(HEAD + KINDS)
    assert "kinds = (nn.LayerNorm, nn.Embedding)" in found.source
    assert "other = (LayerNorm, Embedding)" in found.source  # what they are for is not known
