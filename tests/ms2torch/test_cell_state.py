"""What a Cell answers about its state: values that MindSpore programs and torch's libraries can both use."""

from __future__ import annotations

import copy
import io
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file

import ms2torch as ms
from ms2torch import Parameter, Tensor, nn


class Inner(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("small", ms.tensor([1, 2, 3]))
        self.register_buffer("passing", ms.tensor([7]), persistent=False)

    def construct(self, x: Tensor) -> Tensor:
        return x + self.small


class Net(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.inner = Inner()
        self.dense = nn.Dense(2, 3)
        self.norm = torch.nn.BatchNorm1d(3)
        self.register_buffer("own", ms.tensor([4, 5, 6]))

    def construct(self, x: Tensor) -> Tensor:
        return self.inner(self.norm(self.dense(x))) * self.own


def test_programs_can_use_the_values_as_mindspore_has_them() -> None:
    net = Net()
    assert [str(t) for t in net.inner.buffers()] == ["[1 2 3]", "[7]"]
    small = dict(net.named_buffers(prefix="net"))["net.inner.small"]
    assert isinstance(small, Tensor)
    assert small is dict(net.named_buffers())["inner.small"]
    state = net.state_dict()
    weight = state["dense.weight"]
    assert isinstance(weight, Parameter)
    assert weight.name == "dense.weight"
    np.testing.assert_array_equal(weight.asnumpy(), net.dense.weight.asnumpy())
    assert str(ms.ops.zeros_like(weight)) == str(ms.ops.zeros_like(net.dense.weight))
    weight.set_data(Tensor(np.ones((3, 2), np.float32)))
    assert (net.dense.weight.asnumpy() == 1).all()
    assert isinstance(state["own"], Tensor)
    assert "inner.passing" not in state
    assert repr(Inner().state_dict()) == "OrderedDict([('small', Tensor(shape=[3], dtype=Int64, value= [1, 2, 3]))])"


def test_buffers_share_memory() -> None:
    net = Inner()
    next(iter(net.buffers())).asnumpy()[0] = 9
    assert str(net.small) == "[9 2 3]"


def test_libraries_can_use_the_values_as_torch_has_them(tmp_path: Path) -> None:
    net = Net()
    assert all(isinstance(v, torch.Tensor) for v in (*net.state_dict().values(), *net.buffers()))
    average = {name: v.detach().clone() for name, v in net.state_dict().items()}
    assert all(type(v) is torch.Tensor for v in average.values())
    save_file(net.state_dict(), tmp_path / "net.safetensors")
    assert torch.equal(load_file(tmp_path / "net.safetensors")["dense.weight"], net.dense.weight._t)
    assert type(net.state_dict(keep_vars=True)["dense.weight"]) is torch.nn.Parameter


def test_torch_modules_around_a_cell_collect_torch_tensors() -> None:
    net = Net()
    outer = torch.nn.Sequential(net)
    assert all(type(v) is torch.Tensor for v in outer.state_dict().values())
    assert all(isinstance(t, torch.Tensor) for t in outer.buffers())
    averaged = torch.optim.swa_utils.AveragedModel(net, use_buffers=True)
    averaged.update_parameters(net)
    averaged.update_parameters(net)
    values = {**dict(net.named_parameters()), **dict(torch.nn.Module.named_buffers(net))}
    assert torch.func.functional_call(net, values, (torch.ones(4, 2),)).shape == (4, 3)


def test_a_state_goes_through_files_and_copies() -> None:
    net = Net()
    file = io.BytesIO()
    torch.save(net.state_dict(), file)
    file.seek(0)
    read = torch.load(file, weights_only=True)
    assert all(isinstance(v, torch.Tensor) for v in read.values())
    twin = copy.deepcopy(net)
    twin.dense.weight.set_data(Tensor(np.zeros((3, 2), np.float32)))
    copied = copy.deepcopy(net.state_dict())
    assert isinstance(copied["dense.weight"], Parameter)
    for state in (read, copied, net.state_dict()):
        twin.dense.weight.set_data(Tensor(np.zeros((3, 2), np.float32)))
        assert str(twin.load_state_dict(state)) == "<All keys matched successfully>"
        np.testing.assert_array_equal(twin.dense.weight.asnumpy(), net.dense.weight.asnumpy())


def test_a_torch_module_loads_the_state_of_a_cell() -> None:
    theirs = torch.nn.Linear(2, 3)
    ours = nn.Dense(2, 3)
    theirs.load_state_dict(ours.state_dict())
    assert torch.equal(theirs.weight, ours.weight._t)
    ours.load_state_dict(torch.nn.Linear(2, 3).state_dict())


def test_hooks_may_add_parameters() -> None:
    net = nn.Dense(2, 3)

    def add(cell: nn.Cell, prefix: str, keep_vars: bool) -> None:
        cell._params["extra"] = Parameter(ms.tensor([4, 5, 6]))

    handle = net.register_state_dict_pre_hook(add)
    state = net.state_dict()
    handle.remove()
    assert "extra" in state


def test_bad_states() -> None:
    with pytest.raises(TypeError, match="dict-like"):
        nn.Dense(2, 3).load_state_dict([1])  # pyright: ignore[reportArgumentType]
    with pytest.raises(RuntimeError, match="Missing key"):
        nn.Dense(2, 3).load_state_dict({})


def test_described_inputs_are_printed() -> None:
    net = nn.ReLU()
    net.set_inputs(Tensor(shape=[3, None], dtype=ms.float32))
    assert str(net.get_inputs()) == "(Tensor(shape=[3, -1], dtype=Float32, value=\n),)"
    assert repr(Tensor(shape=[None], dtype=ms.float32)) == "Tensor(shape=[-1], dtype=Float32, value= )"


def test_memory(tmp_path: Path) -> None:
    t = Tensor([[1.0, 2], [3, 4]])
    assert t.offload(str(tmp_path / "t.data")) is True
    np.testing.assert_array_equal(np.fromfile(tmp_path / "t.data", np.float32), [1, 2, 3, 4])
    assert t.offload_file_path() == str(tmp_path / "t.data")
    np.testing.assert_array_equal(Tensor.from_dlpack(t.to_dlpack()).asnumpy(), t.asnumpy())
    param = Parameter(t)
    assert param.requires_grad_(False) is None
    assert not param.requires_grad


def test_a_written_input_is_differentiated_through_the_write() -> None:
    def filled(x: Tensor) -> Tensor:
        x.fill_(2.0)
        return (x * x).sum()

    def copied(x: Tensor) -> Tensor:
        x.copy_(x * 3)
        return (x * x).sum()

    x = Tensor([1.0, 2, 3])
    assert str(ms.grad(filled)(x)) == "[0. 0. 0.]"
    assert str(ms.grad(copied)(x)) == "[18. 36. 54.]"
    assert str(x) == "[1. 2. 3.]"


def test_the_primitive_cross_entropy_has_mindspores_gradient() -> None:
    x, y = Tensor([[1.0, 2, 0.5], [0.3, 0.2, 0.1]]), Tensor([[1.0, 0, 0], [0.2, 0.3, 0.9]])
    op = ms.ops.SoftmaxCrossEntropyWithLogits()
    by_x, by_y = ms.grad(lambda a, b: op(a, b)[0].sum(), (0, 1))(x, y)
    # measured 2.10
    want = [[-0.768776119, 0.628531694, 0.14024438], [0.167165413, 0.0322250128, -0.599390388]]
    np.testing.assert_allclose(by_x.asnumpy(), want, rtol=1e-5)
    assert not by_y.asnumpy().any()


def test_what_is_written_into_a_buffer_that_torch_has_exchanged_is_there() -> None:
    class Net(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("seen", ms.ops.zeros(2))

    net = Net()
    wide = torch.zeros(2, dtype=torch.float64)
    net._buffers["seen"] = wide  # as a comparison in float64 does
    net.seen[...] = net.seen + 1
    net.seen[net.seen > 0] = 3.0
    assert wide.tolist() == [3.0, 3.0]
    assert net._buffers["seen"] is wide
