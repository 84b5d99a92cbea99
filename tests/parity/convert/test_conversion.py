"""Files of weights: reading, conversion by names and through nets, and comparisons that start from files."""

import argparse
import importlib.util
import subprocess
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from torch import nn

import parity
from ms2torch import nn as mnn, ops
from parity.code.errors import CannotCompare
from parity.convert.account import Account
from parity.convert.by_names import convert_by_names
from parity.convert.conversion import Conversion, check, convert, write
from parity.weights.files import read_weights, write_weights

NETS = Path(__file__).resolve().parents[2] / "goldens" / "weights"
INPUTS = {"ResNet": "float32[2,3,8,8]", "Encoder": "int64[2,8]<50"}


def target(framework, name):
    return f"{NETS / f'nets_{framework}.py'}:{name}"


def build(name, **options):
    spec = importlib.util.spec_from_file_location("weights_nets_torch", NETS / "nets_torch.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    net = getattr(module, name)(**options).eval()
    with torch.no_grad():
        for tensor in [*net.parameters(), *net.buffers()]:
            if tensor.is_floating_point() and tensor.ndim == 1:
                tensor.uniform_(0.5, 1.5)
    return net


def converted(tensors, towards="mindspore", kinds=None, names=None):
    account = Account("in", "out", f"to {towards}")
    convert_by_names(tensors, towards, account, kinds or {}, names or {})
    return account


def fates(account):
    return {entry.source: (entry.fate, entry.target, entry.sureness) for entry in account.entries}


@pytest.mark.parametrize("name", ["ResNet", "Encoder"])
@pytest.mark.parametrize("form", ["ckpt", "safetensors"])
def test_round_trip_through_nets_bit_for_bit(name, form, tmp_path):
    state = build(name).state_dict()
    torch.save({"model": {f"module.{key}": value for key, value in state.items()}, "epoch": 3}, tmp_path / "a.pth")
    nets = {"net": target("torch", name), "port": target("mindspore", name), "inputs": INPUTS[name]}
    there = Conversion(tmp_path / "a.pth", tmp_path / f"b.{form}", **nets)
    account = convert(there)
    write(account)
    assert account.complete
    assert account.written
    assert check(there, account).verdict == "same" == account.check
    back = convert(Conversion(tmp_path / f"b.{form}", tmp_path / "c.pth", **nets))
    write(back)
    again = torch.load(tmp_path / "c.pth", weights_only=True)
    left = {key for key in state if key.endswith("num_batches_tracked")}
    assert again.keys() == state.keys() - left
    assert all(torch.equal(again[key], state[key]) for key in again)
    build(name).load_state_dict(again, strict=not left)


@pytest.mark.parametrize("name", ["ResNet", "Encoder"])
def test_round_trip_by_names_bit_for_bit(name):
    state = build(name).state_dict()
    there = converted(state)
    back = converted(there.tensors, "torch")
    assert there.complete
    assert back.complete
    assert back.tensors.keys() == {key for key in state if not key.endswith("num_batches_tracked")}
    assert all(torch.equal(back.tensors[key], state[key]) for key in back.tensors)


def test_real_mindspore_reads_what_is_written(oracle_python, tmp_path):
    net = build("Encoder")
    torch.save(net.state_dict(), tmp_path / "a.pth")
    spec = Conversion(
        tmp_path / "a.pth", tmp_path / "b.ckpt", target("torch", "Encoder"), target("mindspore", "Encoder")
    )
    write(convert(spec))
    program = (
        "import sys, numpy as np, mindspore as ms\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from nets_mindspore import Encoder\n"
        "net = Encoder()\n"
        "print(ms.load_param_into_net(net, ms.load_checkpoint(sys.argv[2])))\n"
        "np.save(sys.argv[3], net.set_train(False)(ms.Tensor(np.arange(16).reshape(2, 8), ms.int64)).asnumpy())\n"
    )
    words = [oracle_python, "-c", program, str(NETS), str(tmp_path / "b.ckpt"), str(tmp_path / "y.npy")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("([], [])")
    import numpy as np

    with torch.no_grad():
        wanted = net(torch.arange(16).reshape(2, 8)).numpy()
    np.testing.assert_allclose(np.load(tmp_path / "y.npy"), wanted, rtol=1e-4, atol=1e-4)


def test_names_tell_the_kinds_of_layers():
    net = nn.ModuleDict({
        "conv3": nn.Sequential(nn.Conv3d(1, 4, 3), nn.BatchNorm3d(4)),
        "conv1": nn.Conv1d(2, 3, 5), "up": nn.ConvTranspose1d(3, 2, 5), "ln_f": nn.LayerNorm(4),
        "wte": nn.Embedding(5, 4), "q_proj": nn.Linear(4, 4, bias=False), "act": nn.PReLU(3),
        "seq": nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4)),
        "bilinear": nn.Bilinear(2, 3, 4), "cell": nn.LSTMCell(3, 4), "some": nn.Linear(4, 4, bias=False),
    })  # fmt: skip
    found = fates(converted(net.state_dict()))
    assert found["conv3.1.running_mean"] == ("converted", "conv3.1.bn2d.moving_mean", "")
    assert found["conv3.1.num_batches_tracked"][0] == "left out"
    assert found["conv1.weight"] == ("converted", "conv1.weight", "")
    assert found["ln_f.bias"] == ("converted", "ln_f.beta", "by name")
    assert found["wte.weight"] == ("converted", "wte.embedding_table", "by name")
    assert found["q_proj.weight"] == ("converted", "q_proj.weight", "by name")
    assert found["act.weight"] == ("converted", "act.w", "by name")
    assert found["seq.1.weight"] == ("converted", "seq.1.gamma", "guessed")
    assert found["some.weight"] == ("converted", "some.weight", "guessed")
    assert found["cell.weight_ih"] == ("converted", "cell.weight_ih", "")
    tensors = converted(net.state_dict()).tensors
    assert tensors["conv1.weight"].shape == (3, 2, 1, 5)
    assert tensors["up.weight"].shape == (3, 2, 1, 5)
    assert tensors["bilinear.weight"].shape == (4, 2, 3)


def test_kinds_and_a_map_settle_what_names_leave_open():
    state = nn.ModuleDict({"some": nn.Embedding(4, 4), "aff": nn.LayerNorm(4)}).state_dict()
    found = fates(converted(state, kinds={"so*": "Embedding", "aff": "Parameter"}, names={"aff.bias": "aff.shift"}))
    assert found["some.weight"] == ("converted", "some.embedding_table", "given")
    assert found["aff.weight"] == ("converted", "aff.weight", "given")
    assert found["aff.bias"] == ("converted", "aff.shift", "given")
    for options in ({"kinds": {"none": "Dense"}}, {"kinds": {"some": "Nothing"}}, {"names": {"none": "x"}}):
        with pytest.raises(CannotCompare):
            converted(state, **options)


def test_a_tensor_without_a_rule_or_a_free_name_is_unaccounted_for():
    lstm = nn.LSTM(3, 4, proj_size=2).state_dict()
    assert fates(converted(lstm))["weight_hr_l0"][0] == "unaccounted"
    account = converted({"a.weight": torch.ones(2, 2)}, names={"a.weight": "b"})
    account.convert("c", "b", torch.ones(1))
    assert not account.complete


@pytest.mark.filterwarnings("ignore:.*weight_norm.*is deprecated:FutureWarning")
@pytest.mark.parametrize("wrap", [nn.utils.weight_norm, nn.utils.parametrizations.weight_norm])
def test_weight_norm_is_folded_as_torch_computes_it(wrap):
    layer = wrap(nn.Conv1d(3, 4, 5))
    layer(torch.zeros(1, 3, 5))  # the older form computes its weight here
    account = converted(nn.ModuleDict({"conv": layer}).state_dict())
    assert account.complete
    assert torch.equal(account.tensors["conv.weight"].squeeze(2), layer.weight)
    assert not converted(nn.utils.parametrizations.spectral_norm(nn.Linear(3, 4)).state_dict()).complete


def test_weight_norm_through_nets_both_ways(tmp_path):
    torch.save(build("Encoder", weight_norm=True).state_dict(), tmp_path / "a.pth")
    net = target("torch", "Encoder(weight_norm=True)")
    for source, output in (("a.pth", "b.ckpt"), ("b.ckpt", "c.pth")):
        spec = Conversion(tmp_path / source, tmp_path / output, net, target("mindspore", "Encoder"), INPUTS["Encoder"])
        account = convert(spec)
        write(account)
        assert account.complete
        assert check(spec, account).verdict == "same"
    build("Encoder", weight_norm=True).load_state_dict(torch.load(tmp_path / "c.pth", weights_only=True))


@pytest.mark.parametrize("ending", ["pth", "safetensors", "ckpt"])
def test_bfloat16_stays(ending, tmp_path):
    state = {"fc.weight": torch.randn(3, 4).bfloat16(), "fc.bias": torch.randn(3).half()}
    write_weights(tmp_path / f"a.{ending}", state, "mindspore" if ending == "ckpt" else "torch")
    found = read_weights(tmp_path / f"a.{ending}")
    assert found.framework == ("mindspore" if ending == "ckpt" else "torch")
    assert all(torch.equal(found.tensors[key], state[key]) for key in state)
    assert found.tensors["fc.weight"].dtype == torch.bfloat16
    account = convert(Conversion(tmp_path / f"a.{ending}", tmp_path / "b.safetensors"))
    write(account)
    assert load_file(tmp_path / "b.safetensors")["fc.weight"].dtype == torch.bfloat16


def test_what_a_file_holds_besides_weights_is_set_aside(tmp_path):
    state = nn.Linear(2, 2).state_dict()
    path = tmp_path / "a.pt"
    torch.save({"state_dict": state, "optimizer": {"state": {}}, "args": argparse.Namespace(lr=1), "ema": state}, path)
    found = read_weights(path)
    assert found.wrapper == "state_dict"
    assert found.tensors.keys() == state.keys()
    assert {entry.name: entry.reason for entry in found.set_aside}["optimizer"] == "state of the optimizer"
    assert read_weights(path, "ema").wrapper == "ema"
    with pytest.raises(CannotCompare, match="no entry 'nothing'"):
        read_weights(path, "nothing")
    adam = {"fc.weight": torch.ones(2), "moment1.fc.weight": torch.ones(2), "global_step": torch.ones(1)}
    write_weights(tmp_path / "b.ckpt", adam, "mindspore")
    found = read_weights(tmp_path / "b.ckpt")
    assert list(found.tensors) == ["fc.weight"]
    assert len(found.set_aside) == 2


def test_files_that_are_no_weights(tmp_path):
    torch.save(nn.Linear(2, 2), tmp_path / "net.pth")
    torch.save({"a": {"w": torch.ones(2)}, "b": {"w": torch.ones(2)}}, tmp_path / "two.pth")
    torch.save([1], tmp_path / "list.pth")
    (tmp_path / "bad.pth").write_bytes(b"nothing")
    (tmp_path / "bad.ckpt").write_bytes(b"nothing")
    said = {
        "net.pth": "not executed", "two.pth": "choose with --key", "list.pth": "no dictionary", "bad.pth": "damaged",
        "bad.ckpt": "cannot be read", "none.pth": "no such file", "a.onnx": "no format",
    }  # fmt: skip
    for name, words in said.items():
        with pytest.raises(CannotCompare, match=words):
            read_weights(tmp_path / name)


def test_a_file_that_lacks_statistics_is_not_converted_silently(tmp_path):
    state = {key: value for key, value in build("ResNet").state_dict().items() if "running_mean" not in key}
    state["extra"] = torch.ones(3)
    torch.save(state, tmp_path / "a.pth")
    spec = Conversion(tmp_path / "a.pth", tmp_path / "b.ckpt", target("torch", "ResNet"), target("mindspore", "ResNet"))
    account = convert(spec)
    write(account)
    assert account.counts()["missing"] == 6
    assert fates(account)["extra"][0] == "unaccounted"
    assert not (tmp_path / "b.ckpt").exists()
    write(account, partial=True)
    assert (tmp_path / "b.ckpt").exists()


def test_compare_starts_from_a_file_of_either_side(tmp_path):
    torch.save(build("ResNet").state_dict(), tmp_path / "a.pth")
    nets = (target("torch", "ResNet"), target("mindspore", "ResNet"))
    write(convert(Conversion(tmp_path / "a.pth", tmp_path / "b.ckpt", *nets)))
    for name in ("a.pth", "b.ckpt"):
        report = parity.compare(*nets, INPUTS["ResNet"], weights=str(tmp_path / name))
        assert report.verdict == "same", name
        assert not report.findings, name
    both = parity.compare(
        *nets, INPUTS["ResNet"], weights=str(tmp_path / "a.pth"), port_weights=str(tmp_path / "b.ckpt")
    )
    assert both.verdict == "same"
    assert {pair.max_abs for pair in both.weights.mapped} == {0.0}
    torch.save(nn.Linear(2, 2).state_dict(), tmp_path / "other.pth")
    for options in ({"weights": str(tmp_path / "other.pth")}, {"port_weights": "x.ckpt"}, {"weights": "nonsense"}):
        with pytest.raises(CannotCompare):
            parity.compare(*nets, INPUTS["ResNet"], **options)


def test_compare_names_the_weights_that_a_conversion_got_wrong(tmp_path):
    torch.save(build("ResNet").state_dict(), tmp_path / "a.pth")
    nets = (target("torch", "ResNet"), target("mindspore", "ResNet"))
    values = convert(Conversion(tmp_path / "a.pth", tmp_path / "b.ckpt", *nets)).tensors
    del values["layers.0.norm_a.moving_mean"]
    values["layers.0.norm_b.moving_variance"] = torch.ones(8)
    gamma, beta = "layers.1.norm_a.gamma", "layers.1.norm_a.beta"
    values[gamma], values[beta] = values[beta], values[gamma]
    values["layers.1.conv_a.weight"] = values["layers.1.conv_a.weight"] * 1.01
    write_weights(tmp_path / "bad.ckpt", values, "mindspore")
    report = parity.compare(
        *nets, INPUTS["ResNet"], weights=str(tmp_path / "a.pth"), port_weights=str(tmp_path / "bad.ckpt")
    )
    assert report.verdict == "different"
    found = {(f.rule, f.port_layer): f.message for f in report.findings if f.severity == "error"}
    assert found.keys() == {
        ("weights-not-loaded", "layers.0.norm_a"),
        ("weights-not-loaded", "layers.0.norm_b"),
        ("weights-differ", "layers.1.norm_a"),
        ("weights-differ", "layers.1.conv_a"),
    }
    assert "moving_mean is not in" in found["weights-not-loaded", "layers.0.norm_a"]
    assert "1 throughout, as constructed" in found["weights-not-loaded", "layers.0.norm_b"]
    assert "holds the reference's layers.1.bn1.bias" in found["weights-differ", "layers.1.norm_a"]


class Bare(nn.Module):
    """Square weights that no name pairs and that the port keeps turned over."""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Parameter(torch.randn(8, 8)), nn.Parameter(torch.randn(8, 8))

    def forward(self, x):
        return torch.tanh(x @ self.a) @ self.b


class BareCell(mnn.Cell):
    def __init__(self):
        super().__init__()
        self.last, self.first = mnn.Dense(8, 8, has_bias=False), mnn.Dense(8, 8, has_bias=False)

    def construct(self, x):
        return self.last(ops.tanh(self.first(x)))


def test_weights_that_only_a_run_tells_apart(tmp_path):
    state = Bare().state_dict()
    torch.save(state, tmp_path / "a.pth")
    without = convert(Conversion(tmp_path / "a.pth", tmp_path / "b.ckpt", Bare, BareCell))
    assert not without.complete
    assert any("--input" in entry.reason for entry in without.entries if entry.fate == "unaccounted")
    spec = Conversion(tmp_path / "a.pth", tmp_path / "c.ckpt", Bare, BareCell, "float32[3,8]")
    account = convert(spec)
    assert account.complete
    assert torch.equal(account.tensors["first.weight"], state["a"].T)
    assert torch.equal(account.tensors["last.weight"], state["b"].T)
    write(account)
    assert check(spec, account).verdict == "same"
