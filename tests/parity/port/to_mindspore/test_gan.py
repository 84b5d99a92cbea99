"""Two nets that train in turn: the generator's step runs the generator again, and the weights are torch's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

import ms2torch
from tests.parity.port.to_mindspore.test_training import converted

HEAD = """\
import torch
from torch import nn, optim


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 4))

    def forward(self, z):
        return self.main(z)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(0.1), nn.Linear(8, 1), nn.Sigmoid())

    def forward(self, x):
        return self.main(x)


netG = Generator()
netD = Critic()
criterion = nn.BCELoss()
optimizerD = optim.Adam(netD.parameters(), lr=0.01, betas=(0.5, 0.999))
optimizerG = optim.SGD(netG.parameters(), lr=0.5)
"""

DISCRIMINATOR_FIRST = """
def train(images, noises):
    seen = []
    for data, noise in zip(images, noises):
        netD.zero_grad()
        label = torch.full((data.size(0),), 1.0)
        output = netD(data).view(-1)
        errD_real = criterion(output, label)
        errD_real.backward()
        z = noise * 0.5
        fake = netG(z)
        label.fill_(0.0)
        output = netD(fake.detach()).view(-1)
        errD_fake = criterion(output, label)
        errD_fake.backward()
        errD = errD_real + errD_fake
        optimizerD.step()
        # the generator
        netG.zero_grad()
        label.fill_(1.0)
        output = netD(fake).view(-1)
        errG = criterion(output, label)
        errG.backward()
        optimizerG.step()
        seen.append((errD.item(), errG.item(), output.mean().item(), fake.mean().item()))
    return seen
"""

GENERATOR_FIRST = """
def train(images, noises):
    seen = []
    for data, noise in zip(images, noises):
        valid, false = torch.ones(data.size(0), 1), torch.zeros(data.size(0), 1)
        optimizerG.zero_grad()
        made = netG(noise)
        g_loss = criterion(netD(made), valid)
        g_loss.backward()
        optimizerG.step()
        optimizerD.zero_grad()
        real_loss = criterion(netD(data), valid)
        fake_loss = criterion(netD(made.detach()), false)
        d_loss = (real_loss + fake_loss) / 2
        d_loss.backward()
        optimizerD.step()
        seen.append((g_loss.item(), d_loss.item()))
    return seen
"""

NORMS = HEAD.replace("nn.Linear(3, 8), nn.Tanh()", "nn.Linear(3, 8), nn.BatchNorm1d(8), nn.Tanh()")


def weights(net: torch.nn.Module) -> dict[str, np.ndarray]:
    """Return copies of a net's weights under MindSpore's names."""
    found = {key: value.numpy().copy() for key, value in net.state_dict().items() if "tracked" not in key}
    norms = {key.rpartition(".")[0] for key in found if key.endswith("running_mean")}
    names = {"weight": "gamma", "bias": "beta", "running_mean": "moving_mean", "running_var": "moving_variance"}
    parts = {key: key.rpartition(".") for key in found}
    return {f"{owner}.{names[last]}" if owner in norms else key: found[key] for key, (owner, _, last) in parts.items()}


def trained(source: str) -> tuple[Any, Any, list[Any], list[Any]]:
    """Train both programs from the same weights; return their names and what `train` returned."""
    old: dict[str, Any] = {}
    new: dict[str, Any] = {}
    exec(source, old)
    exec(converted(source).source.replace("mindspore", "ms2torch"), new)
    for name in ("netG", "netD"):
        before = weights(old[name])
        for parameter in new[name].get_parameters():
            parameter.set_data(ms2torch.Tensor(before[parameter.name]))
    rng = np.random.RandomState(5)
    images = [rng.randn(6, 4).astype(np.float32) for _ in range(4)]
    noises = [rng.randn(6, 3).astype(np.float32) for _ in range(4)]
    wanted = old["train"]([torch.tensor(x) for x in images], [torch.tensor(x) for x in noises])
    given = new["train"]([ms2torch.Tensor(x) for x in images], [ms2torch.Tensor(x) for x in noises])
    return old, new, wanted, given


@pytest.mark.parametrize("rest", [DISCRIMINATOR_FIRST, GENERATOR_FIRST], ids=["discriminator", "generator"])
def test_both_nets_are_trained_as_in_torch(rest: str) -> None:
    assert not converted(HEAD + rest).marks
    old, new, wanted, given = trained(HEAD + rest)
    np.testing.assert_allclose(np.array(given), np.array(wanted), rtol=1e-4)
    for name in ("netG", "netD"):
        expected = weights(old[name])
        for parameter in new[name].get_parameters():
            np.testing.assert_allclose(parameter.asnumpy(), expected[parameter.name], rtol=1e-4, atol=1e-5)


def test_only_the_moving_means_of_a_generator_that_runs_twice_differ_and_a_mark_says_so() -> None:
    marks = converted(NORMS + DISCRIMINATOR_FIRST).marks
    assert [(mark.code, mark.name) for mark in marks] == [("DIFFERENT", "netG")]
    assert "moving means" in marks[0].reason
    old, new, wanted, given = trained(NORMS + DISCRIMINATOR_FIRST)
    np.testing.assert_allclose(np.array(given), np.array(wanted), rtol=1e-4)
    expected = weights(old["netG"])
    given_weights = {p.name: p.asnumpy() for p in new["netG"].get_parameters()}
    differ = [n for n, v in given_weights.items() if not np.allclose(v, expected[n], rtol=1e-4, atol=1e-5)]
    assert differ == [name for name in given_weights if "moving_" in name]


def test_the_generators_function_begins_with_its_call() -> None:
    made = converted(HEAD + DISCRIMINATOR_FIRST).source
    assert made[made.index("    def forward_fn3") : made.index("    for data, noise")].strip().splitlines() == [
        "def forward_fn3(z, label):",
        "        fake = netG(z)",
        "        output = netD(fake).view(-1)",
        "        errG = criterion(output, label)",
        "        return errG, output",
        "",
        "    grad_fn3 = ms.value_and_grad(forward_fn3, None, optimizerG.parameters, has_aux=True)",
    ]


LEFT = {
    "noise that changes": ("        # the generator\n", "        z = z * 2\n"),
    "noise that changes in place": ("        # the generator\n", "        z.mul_(2)\n"),
    "an image that changes": ("        # the generator\n", "        fake = fake * 2\n"),
    "noise within a graph": ("z = noise * 0.5", "z = netD(noise)"),
    "a generator that changes": ("        # the generator\n", "        netG.main[0].bias.data.zero_()\n"),
    "a call without a graph": (
        "        fake = netG(z)\n", "        with torch.no_grad():\n            fake = netG(z)\n"
    ),
    "a second call": (
        "        label.fill_(0.0)\n", "        label.fill_(0.0)\n        other = [netG(n) for n in noises]\n"
    ),
    "gradients that are not cleared": ("        netG.zero_grad()\n", ""),
    "gradients that are cleared before": ("        netD.zero_grad()\n", "        netD.zero_grad(); netG.zero_grad()\n"),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), LEFT.values(), ids=list(LEFT))
def test_a_generators_step_that_is_not_known_whole_stays_under_its_marks(before: str, after: str) -> None:
    assert before in DISCRIMINATOR_FIRST
    source = DISCRIMINATOR_FIRST.replace(before, after)
    if "netG.zero_grad()" in after:
        source = source.replace("        # the generator\n        netG.zero_grad()\n", "")
    found = converted(HEAD + source)
    assert "optimizerG.parameters" not in found.source
    assert {"METHOD", "TRAINING"} <= {mark.code for mark in found.marks}


KEEPS = ("nn.Dropout(0.5)", "nn.BatchNorm1d(8)", "Own()", "nn.utils.spectral_norm(nn.Linear(8, 8))", "made_elsewhere()")


@pytest.mark.parametrize("layer", KEEPS)
def test_a_generator_that_may_count_or_draw_is_marked(layer: str) -> None:
    source = HEAD.replace("nn.Tanh()", layer) + DISCRIMINATOR_FIRST
    own = "class Own(nn.Module):\n    def forward(self, x):\n        self.calls = 1\n        return x\n\n\n"
    found = converted(source.replace("class Generator", own + "class Generator"))
    assert "optimizerG.parameters" in found.source
    assert ("DIFFERENT", "netG") in {(mark.code, mark.name) for mark in found.marks}
