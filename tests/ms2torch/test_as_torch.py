"""`as_torch`: a Cell as a plain torch.nn.Module, beside the torch net it corresponds to."""

from __future__ import annotations

import copy
import inspect
import os
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
from tools import warm


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
    theirs, ours = nets_of_cells()
    return theirs, ours, ms.as_torch(ours), torch.randn(4, 3, 8, 8)


def nets_of_cells() -> tuple[ConvNet, ConvCell]:
    """The torch net and a Cell with its weights, without a view."""
    torch.manual_seed(0)
    theirs, ours = ConvNet(), ConvCell()
    state = theirs.state_dict()
    for name, param in ours.parameters_and_names():
        source = NAMES.get(name, name.replace("moving_variance", "running_var"))
        param.set_data(ms.Tensor(state[source].numpy().copy()))
    theirs.train()
    ours.set_train()
    return theirs, ours


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


def test_statistics_are_set_and_cast_from_either_side() -> None:
    _, ours, view, _ = nets()
    ours.bn.moving_mean.assign_value(ms.ops.ones(ours.bn.moving_mean.shape))
    assert float(view.get_buffer("bn.moving_mean").sum()) == ours.bn.moving_mean.size
    ours.double()
    assert view.get_buffer("bn.moving_mean").dtype is torch.float64
    assert ours.bn.moving_mean.dtype == ms.float64
    view.float()
    assert ours.bn.moving_mean.dtype == ms.float32
    assert float(ours.state_dict()["bn.moving_mean"].detach().sum()) == ours.bn.moving_mean.size


def test_train_and_eval_are_one_flag() -> None:
    theirs, ours, view, x = nets()
    view.eval()
    theirs.eval()
    assert not ours.bn.training
    close(view(x), theirs(x))
    ours.set_train()
    assert view.bn.training


def test_containers_are_torchs_containers() -> None:
    net = nn.Cell()
    net.blocks = nn.CellList([nn.Dense(2, 2), nn.Dense(2, 3)])
    net.named = nn.CellDict({"head": nn.Dense(3, 1)})
    net.body = nn.SequentialCell(nn.Dense(2, 2), nn.ReLU())
    view: Any = ms.as_torch(net)
    assert [layer._cell for layer in view.blocks] == list(net.blocks)
    assert view.named["head"]._cell is net.named["head"]
    assert isinstance(view.body, torch.nn.Sequential)
    assert repr(view.body[1:].get_submodule("0")) == "ReLU()"
    view.body.append(torch.nn.Linear(2, 5))
    assert view.body(torch.ones(1, 2)).shape == (1, 5)
    assert net.body(ms.ops.ones((1, 2))).shape == (1, 5)


def test_a_layer_replaced_in_a_list_is_replaced_in_the_cell() -> None:
    class Chain(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.blocks = nn.CellList([nn.Dense(2, 2)])

        def construct(self, x: ms.Tensor) -> ms.Tensor:
            for block in self.blocks:
                x = block(x)
            return x

    net = Chain()
    view: Any = ms.as_torch(net)
    view.blocks[0] = torch.nn.Linear(2, 7)
    assert view(torch.ones(1, 2)).shape == (1, 7)
    assert net(ms.ops.ones((1, 2))).shape == (1, 7)


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


def _calls_of_global_hooks(net: torch.nn.Module, x: torch.Tensor) -> list[str]:
    seen: list[str] = []
    hooks = torch.nn.modules.module
    handles = [
        hooks.register_module_forward_pre_hook(lambda module, args: seen.append("before")),
        hooks.register_module_forward_hook(lambda module, args, out: seen.append("after")),
        hooks.register_module_full_backward_hook(lambda module, i, o: seen.append("back")),
    ]
    try:
        net(x.requires_grad_()).sum().backward()
    finally:
        for handle in handles:
            handle.remove()
    return sorted(seen)


def test_global_hooks_run_once_for_each_layer() -> None:
    theirs, _, view, x = nets()
    assert _calls_of_global_hooks(view, x) == _calls_of_global_hooks(theirs, x)


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
import copy
import gc
import sys
import torch, torch.distributed as dist
sys.path[:0] = {folders!r}
import ms2torch as ms
ms.install()
from encoder_mindspore import encoder
from test_as_torch import nets, nets_of_cells
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel as DDP

dist.init_process_group("gloo")
rank = dist.get_rank()


def gathered(t):
    out = [torch.empty_like(t) for _ in range(2)]
    dist.all_gather(out, t.detach().contiguous())
    return out


def momentum(weights):
    return torch.optim.SGD(weights, 0.1, momentum=0.9)


def train(net, x, steps=5, made=momentum):
    optimizer = made(net.parameters())
    for _ in range(steps):
        optimizer.zero_grad()
        net(x).square().mean().backward()
        optimizer.step()


class Sequence(torch.nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        return self.net(x)[0]


def data_parallel():
    for wrapped in (lambda cell: cell, ms.as_torch):
        theirs, ours, _, _ = nets() if wrapped is ms.as_torch else (*nets_of_cells(), None, None)
        x = torch.randn(4, 3, 8, 8, generator=torch.Generator().manual_seed(rank))
        pair = DDP(theirs), DDP(wrapped(ours))
        for net in pair:
            train(net, x)
            net(torch.ones(4, 3, 8, 8))  # torch sends the statistics round before a forward pass
        torch.testing.assert_close(ours.conv.weight._t.data, theirs.conv.weight.data)
        torch.testing.assert_close(ours.bn.moving_mean._t.data, theirs.bn.running_mean)
        for param in ours.get_parameters():
            one, other = gathered(param._t)
            assert torch.equal(one, other), f"ranks differ in {{param.name}}"


def sharded(made, dtype):
    ms.set_seed(0)
    torch.set_default_dtype(dtype)
    cell = encoder(50, 8, 16, 2, 2).set_train(False).to(dtype)
    alone, view = copy.deepcopy(cell), ms.as_torch(cell)
    mesh = init_device_mesh("cpu", (2,))
    for layer in view.layers:
        fully_shard(layer, mesh=mesh)
    fully_shard(view, mesh=mesh)
    ids = torch.randint(50, (4, 8), generator=torch.Generator().manual_seed(0))
    train(Sequence(alone), ids, made=made)
    train(Sequence(view), ids[2 * rank : 2 * rank + 2], made=made)
    for (name, expected), sharded in zip(alone.named_parameters(), view.parameters()):
        torch.testing.assert_close(sharded.full_tensor(), expected, atol=1e-6, rtol=0, msg=name)


data_parallel()
sharded(momentum, torch.float32)
# in float32 Adam makes whole steps of gradients that are rounding, which two processes do otherwise than one
sharded(torch.optim.AdamW, torch.float64)
gc.collect()  # a net that is left holds its group, whose thread then ends the finishing interpreter: 7 of 24 runs
dist.barrier()
dist.destroy_process_group()
"""


@pytest.mark.slow
def test_data_parallel_and_sharded_in_two_processes(tmp_path: Path) -> None:
    script = tmp_path / "processes.py"
    here = Path(__file__).parent
    script.write_text(PROCESSES.format(folders=[str(here), str(here.parent.parent / "examples")]))
    command = [sys.executable, "-W", "ignore", "-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2"]
    done = subprocess.run(
        [*command, str(script)], check=False, capture_output=True, text=True, timeout=250,
        env={**os.environ, "PYTHON_EXEC": warm.python()},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
