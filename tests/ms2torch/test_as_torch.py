"""`as_torch`: a Cell as a plain torch.nn.Module, beside the torch net it corresponds to."""

from __future__ import annotations

import copy
import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch.func import functional_call, grad
from torch.nn.utils import parametrizations, parametrize, prune

import ms2torch as ms
from ms2torch import nn


class ConvCell(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, pad_mode="pad", padding=1, has_bias=True)
        self.bn = nn.BatchNorm2d(4)
        self.relu = nn.ReLU()
        self.fc = nn.Dense(4, 5)

    def construct(self, image: ms.Tensor) -> ms.Tensor:
        return self.fc(self.relu(self.bn(self.conv(image))).mean((2, 3)))


class ConvNet(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv = torch.nn.Conv2d(3, 4, 3, padding=1)
        self.bn = torch.nn.BatchNorm2d(4)
        self.relu = torch.nn.ReLU()
        self.fc = torch.nn.Linear(4, 5)

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        return self.fc(self.relu(self.bn(self.conv(image))).mean((2, 3)))


NAMES = {"bn.gamma": "bn.weight", "bn.beta": "bn.bias", "bn.moving_mean": "bn.running_mean"}


def nets() -> tuple[ConvNet, ConvCell, Any, torch.Tensor]:
    """The torch net, the Cell with its weights, the Cell's view, and an input."""
    torch.manual_seed(0)
    theirs, ours = ConvNet(), ConvCell()
    state = theirs.state_dict()
    for name, param in ours.parameters_and_names():
        source = NAMES.get(name, name.replace("moving_variance", "running_var"))
        param.set_data(ms.Tensor(state[source].numpy().copy()))
    theirs.train()
    ours.set_train()
    return theirs, ours, ms.as_torch(ours), torch.randn(4, 3, 8, 8)


def close(a: Any, b: Any, tolerance: float = 1e-5) -> None:
    a, b = (x.asnumpy() if isinstance(x, ms.Tensor) else x.detach().numpy() for x in (a, b))
    np.testing.assert_allclose(a, b, atol=tolerance)


def test_parameters_are_shared_and_statistics_are_buffers() -> None:
    theirs, ours, view, x = nets()
    assert ms.as_torch(ours) is view
    assert ms.as_torch(view) is view
    assert [name for name, _ in view.named_buffers()] == ["bn.moving_mean", "bn.moving_variance"]
    assert dict(view.named_parameters())["conv.weight"] is ours.conv.weight._t
    close(view(x), theirs(x))
    close(view.bn.moving_mean, theirs.bn.running_mean)
    close(ours.bn.moving_mean, theirs.bn.running_mean)
    assert "Conv2d(" in repr(view)


def test_train_and_eval_are_one_flag() -> None:
    theirs, ours, view, x = nets()
    view.eval()
    theirs.eval()
    assert not ours.bn.training
    close(view(x), theirs(x))
    ours.set_train()
    assert view.bn.training


def test_a_user_who_passes_anything_else_is_told() -> None:
    with pytest.raises(TypeError, match=r"as_torch takes a Cell, got torch\.nn\.modules\.linear\.Linear"):
        ms.as_torch(torch.nn.Linear(2, 2))  # pyright: ignore[reportArgumentType]


class Doubled(torch.nn.Module):
    def forward(self, weight: torch.Tensor) -> torch.Tensor:
        return weight * 2


def _seeded_spectral_norm(module: torch.nn.Module) -> None:
    torch.manual_seed(1)
    parametrizations.spectral_norm(module)


def _doubled_length(module: torch.nn.Module) -> None:
    with torch.no_grad():
        module.get_parameter("parametrizations.weight.original0").mul_(2)


SURGERY: dict[str, Callable[[Any], Any]] = {
    "parametrize": lambda net: parametrize.register_parametrization(net.conv, "weight", Doubled()),
    "weight_norm": lambda net: _doubled_length(parametrizations.weight_norm(net.fc)),
    "spectral_norm": lambda net: _seeded_spectral_norm(net.fc),
    "prune": lambda net: prune.l1_unstructured(net.fc, "weight", 0.5),
    "a weight replaced": lambda net: setattr(net.fc, "weight", torch.nn.Parameter(torch.ones(5, 4))),
    "a layer replaced": lambda net: setattr(net, "fc", _ones(torch.nn.Linear(4, 2))),
    "a layer replaced in the dict": lambda net: net._modules.__setitem__("fc", _ones(torch.nn.Linear(4, 2))),
    "an init": lambda net: torch.nn.init.constant_(net.fc.weight, 0.5),
}


def _ones(layer: torch.nn.Linear) -> torch.nn.Linear:
    torch.nn.init.ones_(layer.weight)
    torch.nn.init.zeros_(layer.bias)
    return layer


@pytest.mark.parametrize("name", SURGERY)
def test_surgery_on_the_view_holds_for_the_cell(name: str) -> None:
    theirs, ours, view, x = nets()
    before = view(x)
    theirs(x)
    for net in (theirs, view):
        SURGERY[name](net)
    after = theirs(x)
    assert before.shape != after.shape or not torch.allclose(before, after)
    close(view(x), after, 1e-4)
    close(ours(ms.Tensor(x.numpy())), theirs(x), 1e-4)
    view(x).sum().backward()


def test_what_was_registered_can_be_removed() -> None:
    theirs, ours, view, x = nets()
    for net in (theirs, view):
        parametrize.register_parametrization(net.conv, "weight", Doubled())
        parametrize.remove_parametrizations(net.conv, "weight")
        prune.l1_unstructured(net.fc, "weight", 0.5)
        prune.remove(net.fc, "weight")
    close(view(x), theirs(x))
    close(ours(x), theirs(x))


def test_hooks_at_every_level_are_given_torch_tensors() -> None:
    _, ours, view, x = nets()
    seen: list[tuple[str, type, type]] = []
    for module in view.modules():
        module.register_forward_hook(lambda m, i, o: seen.append((type(m).__name__, type(i[0]), type(o))))
    view(x)
    names = ["Conv2d", "BatchNorm2d", "ReLU", "Dense", "ConvCell"]
    assert seen == [(name, torch.Tensor, torch.Tensor) for name in names]
    seen.clear()
    ours(ms.Tensor(x.numpy()))
    assert [name for name, _, _ in seen] == names


def test_copies_and_pickles_are_independent() -> None:
    theirs, ours, view, x = nets()
    view.eval()
    theirs.eval()
    twin = copy.deepcopy(view)
    close(twin(x), theirs(x))
    torch.nn.init.zeros_(twin.fc.weight)
    assert not twin._cell.fc.weight.asnumpy().any()
    assert ours.fc.weight.asnumpy().any()
    close(pickle.loads(pickle.dumps(view))(x), theirs(x))


def test_casts_and_loads() -> None:
    theirs, ours, view, x = nets()
    view.double()
    assert ours.bn.moving_mean.dtype == ms.float64
    close(view(x.double()), theirs.double()(x.double()), 1e-12)
    other = ms.as_torch(ConvCell()).double()
    other.load_state_dict(view.state_dict())
    other.train()
    close(other(x.double()), theirs(x.double()), 1e-12)


def test_functional_gradients() -> None:
    theirs, ours, view, x = nets()
    view.eval()
    theirs.eval()

    def gradient(net: torch.nn.Module) -> torch.Tensor:
        return grad(lambda p: functional_call(net, p, (x,)).sum())(dict(net.named_parameters()))["conv.weight"]

    close(gradient(view), gradient(theirs))
    close(ours(x), theirs(x))


def test_the_arguments_of_forward_are_those_of_construct() -> None:
    _, ours, view, x = nets()
    assert list(inspect.signature(view.forward).parameters) == ["image"]
    assert list(inspect.signature(ours.forward).parameters) == ["image"]
    view.eval()
    exported = torch.export.export(view, (x,), dynamic_shapes={"image": {0: torch.export.Dim("batch", min=2)}})
    close(exported.module()(x[:3]), view(x[:3]))


PROCESSES = """
import sys
import torch, torch.distributed as dist
sys.path.insert(0, {folder!r})
from test_as_torch import nets
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo")
rank = dist.get_rank()


def gathered(t):
    out = [torch.empty_like(t) for _ in range(2)]
    dist.all_gather(out, t.detach().contiguous())
    return out


theirs, ours, view, x = nets()
x = torch.randn(4, 3, 8, 8, generator=torch.Generator().manual_seed(rank))
pair = DDP(theirs), DDP(view)
for net in pair:
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    for _ in range(5):
        optimizer.zero_grad()
        net(x).square().mean().backward()
        optimizer.step()
    net(x)
torch.testing.assert_close(ours.conv.weight._t.data, theirs.conv.weight.data)
one, other = gathered(ours.fc.weight._t)
assert torch.equal(one, other), "ranks differ"
torch.testing.assert_close(ours.bn.moving_mean._t, theirs.bn.running_mean)

_, alone, single, x = nets()
_, ours, view, _ = nets()
mesh = init_device_mesh("cpu", (2,))
fully_shard(view.conv, mesh=mesh)
fully_shard(view.fc, mesh=mesh)
fully_shard(view, mesh=mesh)
for net in (single, view):
    optimizer = torch.optim.AdamW(net.parameters(), 0.1)
    for _ in range(3):
        optimizer.zero_grad()
        net(x).square().mean().backward()
        optimizer.step()
torch.testing.assert_close(view.fc.weight.full_tensor(), single.fc.weight, atol=1e-6, rtol=0)
dist.destroy_process_group()
"""


def test_data_parallel_and_sharded_in_two_processes(tmp_path: Path) -> None:
    script = tmp_path / "processes.py"
    script.write_text(PROCESSES.format(folder=str(Path(__file__).parent)))
    command = [sys.executable, "-W", "ignore", "-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2"]
    done = subprocess.run([*command, str(script)], check=False, capture_output=True, text=True, timeout=250)
    assert done.returncode == 0, done.stderr[-3000:]
