"""A Cell is a torch.nn.Module: what torch does with Modules works on Cells, and the two nest in each other."""

from __future__ import annotations

import copy
import io
import pickle

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, pad_mode="pad", padding=1, has_bias=True)
        self.bn = nn.BatchNorm2d(4)
        self.fc = nn.Dense(4, 2)

    def construct(self, x):
        return self.fc(ops.relu(self.bn(self.conv(x))).mean((2, 3)))


@pytest.fixture
def net():
    ms.set_seed(1)
    return Net()


@pytest.fixture
def x():
    return torch.randn(2, 3, 8, 8, generator=torch.Generator().manual_seed(0))


def test_torch_in_torch_out_and_ms_in_ms_out(net, x):
    raw, wrapped = net(x), net(ms.Tensor(x))
    assert type(raw) is torch.Tensor
    assert type(wrapped) is ms.Tensor
    assert torch.equal(raw, wrapped._t)


def test_called_with_torch_it_follows_torchs_grad_mode(net, x):
    assert net(x).requires_grad
    with torch.no_grad():
        assert not net(x).requires_grad


def test_called_with_mindspore_tensors_it_records_nothing_outside_grad(net, x):
    assert not net(ms.Tensor(x))._t.requires_grad
    seen = []
    ms.grad(lambda a: seen.append(net(a)) or seen[0].sum())(ms.Tensor(x))
    assert seen[0]._t.requires_grad


def test_torch_optimizers_update_its_parameters(net, x):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    before = net.fc.weight.asnumpy().copy()
    net(x).pow(2).sum().backward()
    optimizer.step()
    assert not np.array_equal(before, net.fc.weight.asnumpy())
    assert net.fc.weight._t is dict(net.named_parameters())["fc.weight"]


def test_changing_the_dtype_keeps_the_parameters_identity(net, x):
    weight = net.fc.weight
    net.double()
    assert net.fc.weight is weight
    assert weight.dtype == ms.float64
    assert net(x.double()).dtype is torch.float64


def test_a_parameter_that_torch_swaps_is_followed(net, x):
    old = torch.__future__.get_overwrite_module_params_on_conversion()
    torch.__future__.set_overwrite_module_params_on_conversion(True)
    try:
        net.double()
    finally:
        torch.__future__.set_overwrite_module_params_on_conversion(old)
    assert net.fc.weight.dtype == ms.float64
    assert net.fc.weight._t is net.fc._parameters["weight"]
    assert net(x.double()).dtype is torch.float64


def test_functional_call(net, x):
    zeros = {name: torch.zeros_like(t) for name, t in net.named_parameters()}
    assert not torch.func.functional_call(net, zeros, (x,)).any()
    assert net(x).any()


@pytest.mark.parametrize("how", ["deepcopy", "pickle", "torch.save"])
def test_copies_are_whole_and_independent(net, x, how):
    if how == "deepcopy":
        twin = copy.deepcopy(net)
    elif how == "pickle":
        twin = pickle.loads(pickle.dumps(net))
    else:
        file = io.BytesIO()
        torch.save(net, file)
        file.seek(0)
        twin = torch.load(file, weights_only=False)
    assert torch.equal(twin(x), net(x))
    assert twin.fc.weight._t is twin.fc._parameters["weight"]
    twin.fc.weight.set_data(ms.Tensor(np.zeros((2, 4), np.float32)))
    assert net.fc.weight.asnumpy().any()


def test_state_dict_goes_round(net, x):
    twin = Net()
    twin.load_state_dict(net.state_dict())
    assert torch.equal(twin(x), net(x))


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_it_compiles_in_one_graph(net, x, backend):
    compiled = torch.compile(net, fullgraph=True, backend=backend)
    assert torch.allclose(compiled(x), net(x), atol=1e-6)
    torch._dynamo.reset()


def test_a_torch_module_inside_a_cell(x):
    class Mixed(nn.Cell):
        def __init__(self):
            super().__init__()
            self.torch_part = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.Flatten())
            self.fc = nn.Dense(4 * 36, 2)

        def construct(self, x):
            y = self.torch_part(x)
            assert type(y) is ms.Tensor
            return self.fc(y)

    net = Mixed()
    names = [p.name for p in net.trainable_params()]
    assert names == ["torch_part.0.weight", "torch_part.0.bias", "fc.weight", "fc.bias"]
    weights = net.trainable_params()
    grads = ms.grad(lambda a: net(a).sum(), None, weights)(ms.Tensor(x))
    assert [g.shape for g in grads] == [p.shape for p in weights]
    assert all(bool((g != 0).any()) for g in grads)
    # the module still takes torch tensors when used by itself
    assert type(net.torch_part(x)) is torch.Tensor
    net.set_train()
    assert net.torch_part.training


def test_a_cell_inside_a_torch_module(net, x):
    class Outer(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.cell = net

        def forward(self, x):
            y = self.cell(x)
            assert type(y) is torch.Tensor
            return y * 2

    outer = Outer()
    outer(x).sum().backward()
    assert net.conv.weight._t.grad is not None
    outer.train()
    assert net.training
    outer.eval()
    assert not net.bn.training


def test_torch_functions_take_mindspore_tensors():
    x = ms.Tensor([1.0, -2.0])
    assert type(torch.relu(x)) is ms.Tensor
    assert (torch.tensor([1.0, 1.0]) + x).asnumpy().tolist() == [2.0, -1.0]
    assert torch.stack([x, x]).shape == (2, 2)


def test_operators_take_torch_tensors_on_either_side():
    x, t = ms.Tensor([1.0, -2.0]), torch.tensor([1.0, 1.0])
    for result in (x + t, t + x, x * t, t / x, x - t, x**t, x @ t, t @ x, x < t, x == t):
        assert type(result) is ms.Tensor
    assert (x - t).asnumpy().tolist() == [0.0, -3.0]
    assert (x @ t).asnumpy().tolist() == -1.0
    assert (x < t).asnumpy().tolist() == [False, True]
    assert (ms.Tensor([1], ms.int32) + t.half()).dtype == ms.float16


def test_a_parameter_shows_the_gradient_that_torch_computed(net, x):
    assert not hasattr(net.conv.weight, "grad")
    net(x).sum().backward()
    assert net.conv.weight.grad is net.get_parameter("conv.weight").grad
    length = torch.nn.utils.clip_grad_norm_(net.trainable_params(), 0.1)
    assert float(length) > 0.1
    assert float(torch.nn.utils.get_total_norm([p.grad for p in net.trainable_params()])) < 0.11


def test_statistics_are_buffers_to_torch(net, x):
    shown = dict(net.named_buffers())["bn.moving_mean"]
    assert isinstance(shown, torch.Tensor)
    assert isinstance(shown, ms.Parameter)
    assert dict(net.named_buffers())["bn.moving_mean"] is shown
    net.set_train()
    net(x)
    assert torch.equal(shown.detach(), net.bn.moving_mean._t.detach())
    net.bn.moving_mean.set_data(ms.ops.ones(net.bn.moving_mean.shape))
    assert float(shown.detach().sum()) == shown.numel()


def test_statistics_are_no_parameters_to_torch(net, x):
    names = ["bn.moving_mean", "bn.moving_variance"]
    assert not set(names) & {name for name, _ in net.named_parameters()}
    assert [name for name, _ in torch.nn.Sequential(net).named_buffers()] == [f"0.{name}" for name in names]
    assert [p.name for p in net.untrainable_params()] == names
    net.requires_grad_(False)
    net.requires_grad_(True)
    assert [p.name for p in net.untrainable_params()] == names
    net.bn.moving_mean.requires_grad = True
    assert "bn.moving_mean" in dict(net.named_parameters())
    assert [name for name, _ in net.named_buffers()] == names[1:]


def test_statistics_are_listed_where_mindspore_lists_them(net, x):
    order = ["bn.moving_mean", "bn.moving_variance", "bn.gamma", "bn.beta"]
    assert [p.name for p in net.bn.get_parameters()] == order
    assert list(net.bn.state_dict(prefix="bn.")) == order


def _doubled(net):
    return net.double()


def _swapped_for_doubles(net):
    torch.__future__.set_swap_module_params_on_conversion(True)
    try:
        return net.double()
    finally:
        torch.__future__.set_swap_module_params_on_conversion(False)


def _given_away(net):
    return net.to("meta").to_empty(device="cpu").double()


def _assigned(net):
    net.load_state_dict({name: value.double() for name, value in net.state_dict().items()}, assign=True)
    return net


def _pickled(net):
    return pickle.loads(pickle.dumps(net.double()))


@pytest.mark.parametrize("seen", [False, True], ids=["fresh", "listed"])
@pytest.mark.parametrize("how", [_doubled, _swapped_for_doubles, _given_away, _assigned, _pickled, copy.deepcopy])
def test_statistics_stay_one_thing_to_both(net, x, how, seen):
    if seen:
        list(net.named_buffers())
    changed = how(net)
    held = changed.bn.moving_mean
    assert isinstance(held, ms.Parameter)
    changed.set_train()
    changed(x.to(changed.conv.weight._t.dtype))
    shown = dict(changed.named_buffers())["bn.moving_mean"]
    held.set_data(ms.ops.ones(held.shape, held.dtype))
    assert changed.bn.moving_mean is held
    for t in (shown, dict(changed.named_buffers())["bn.moving_mean"], changed.state_dict()["bn.moving_mean"]):
        assert t.dtype == held._t.dtype
        assert float(t.detach().sum()) == t.numel()


def test_averages_count_statistics_once(net, x):
    averaged = torch.optim.swa_utils.AveragedModel(net, avg_fn=lambda a, b, n: 0.5 * a + 0.5 * b, use_buffers=True)
    averaged.update_parameters(net)
    before = net.bn.moving_mean.asnumpy().copy()
    net.set_train()
    net(x)
    averaged.update_parameters(net)
    assert np.allclose(averaged.module.bn.moving_mean.asnumpy(), (before + net.bn.moving_mean.asnumpy()) / 2)


def test_an_ensemble_of_cells_with_statistics(net, x):
    net.set_train(False)
    nets = [net, copy.deepcopy(net)]
    params, buffers = torch.func.stack_module_state(nets)
    out = torch.func.vmap(lambda p, b: torch.func.functional_call(net, (p, b), (x,)))(params, buffers)
    assert torch.allclose(out[1], net(x), atol=1e-6)


def test_a_torch_module_around_lists_the_same_parameters(net, x):
    around = torch.nn.Sequential(net)
    assert [f"0.{name}" for name, _ in net.named_parameters()] == [name for name, _ in around.named_parameters()]
    averaged = torch.optim.swa_utils.AveragedModel(net)
    averaged.update_parameters(net)
    net.set_train(False)
    averaged.eval()
    assert torch.allclose(averaged(x), net(x))


def test_functional_gradients_by_everything_in_the_state(net, x):
    net.set_train(False)
    state = {**dict(net.named_parameters()), **dict(net.named_buffers())}
    grads = torch.func.grad(lambda p: torch.func.functional_call(net, p, (x,)).sum())(state)
    assert bool(grads["conv.weight"].any())
    assert not bool(grads["bn.moving_mean"].any())


def test_higher_derivatives_through_a_cell(net, x):
    def penalty(a):
        grad = ms.grad(lambda b: net(b).sum())(a)
        return (grad * grad).sum()

    second = ms.grad(penalty)(ms.Tensor(x))
    leaf = x.clone().requires_grad_()
    (first,) = torch.autograd.grad(net(leaf).sum(), leaf, create_graph=True)
    (expected,) = torch.autograd.grad(first.pow(2).sum(), leaf)
    assert torch.allclose(second._t, expected, atol=1e-6)


def test_an_error_in_construct_leaves_the_grad_state_alone(net):
    with pytest.raises(ValueError, match="Conv2d"):
        ms.grad(net)(ms.Tensor(np.ones((3, 8), np.float32)))
    with pytest.raises(ValueError, match="Conv2d"):
        net(ms.Tensor(np.ones((3, 8), np.float32)))
    assert torch.is_grad_enabled()
    assert not net(ms.Tensor(np.ones((1, 3, 8, 8), np.float32)))._t.requires_grad


def test_a_cell_with_statistics_is_exported(net, x):
    net.set_train(False)
    exported = torch.export.export(net, (x,), dynamic_shapes={"x": {0: torch.export.Dim("batch", min=2)}})
    assert torch.allclose(exported.module()(x), net(x))
