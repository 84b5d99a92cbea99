"""The recorder: one file that stands alone, the same calls in every framework, writing whole traces or none."""

from __future__ import annotations

import ast
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file
from safetensors.torch import load_file as load_torch_file

from parity.recording.bundle import FILE_NAME, bundle
from parity.recording.tensors import PROJECTIONS, Shards, project, raw
from parity.traces.file import open_trace

NETS = "tests/goldens/traces"


@pytest.fixture
def recorder(tmp_path: Path):
    """The single file, imported as a user does who copied it."""
    path = tmp_path / FILE_NAME
    path.write_text(bundle(), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("ms2torch_recorder", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Small(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(4, 4)
        self.again = torch.nn.Linear(4, 4)
        self.again.weight = self.fc.weight
        self.act = torch.nn.ReLU(inplace=True)

    def forward(self, x, scale=None):
        y = self.act(self.fc(x))
        y += 1.0
        return {"y": self.again(y), "x": x}


def test_the_one_file_imports_nothing_of_ours_and_defines_no_name_twice() -> None:
    tree = ast.parse(bundle())
    names = [n.name for n in tree.body if isinstance(n, (ast.FunctionDef, ast.ClassDef))]
    assert len(names) == len(set(names))
    modules = {a.name for n in tree.body if isinstance(n, ast.Import) for a in n.names}
    modules |= {n.module for n in tree.body if isinstance(n, ast.ImportFrom)}
    foreign = {name.partition(".")[0] for name in modules} - set(sys.stdlib_module_names) - {"__future__"}
    assert foreign == {"numpy"}


def test_library_use(recorder, tmp_path: Path) -> None:
    net, x = Small(), torch.randn(2, 4)
    with recorder.record(net, tmp_path / "trace"):
        out = net(x)
        net(x + 1)
    trace = open_trace(tmp_path / "trace")
    assert (trace.framework, trace.mode) == ("torch", "train")
    assert [call.key for call in trace.calls] == [("", 0), ("fc", 0), ("act", 0), ("again", 0)]
    assert trace.outputs == ["output['y']", "output['x']"]
    assert torch.equal(trace.tensor(trace.calls[0].outputs[0]), out["y"].detach())
    act = trace.tensor(trace.calls[2].outputs[0])
    assert torch.equal(act, net.fc(x).relu().detach())  # before the += that came later
    assert {w.name: w.same_as for w in trace.weights}["again.weight"] == "fc.weight"
    assert json.loads((tmp_path / "trace" / "manifest.json").read_text())["calls_ignored"] == 1
    assert "forward" not in vars(net.fc)
    assert not list(tmp_path.glob(".trace*"))


def test_a_net_that_was_not_called_leaves_nothing(recorder, tmp_path: Path) -> None:
    with pytest.raises(recorder.RecordingError, match="was not called"), recorder.record(Small(), tmp_path / "trace"):
        pass
    assert not (tmp_path / "trace").exists()
    assert not list(tmp_path.glob(".trace*"))


def test_a_net_that_raises_leaves_a_trace_that_ends_there(recorder, tmp_path: Path) -> None:
    net = Small()
    with pytest.raises(RuntimeError), recorder.record(net, tmp_path / "trace"):
        net(torch.randn(2, 5))
    trace = open_trace(tmp_path / "trace")
    assert trace.raised is not None
    assert trace.calls[-1].key == ("fc", 0)
    assert not trace.calls[-1].done


def test_a_folder_that_is_no_trace_is_not_replaced(recorder, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "precious.txt").write_text("keep")
    with pytest.raises(recorder.RecordingError, match="is no trace"), recorder.record(Small(), tmp_path / "data"):
        pass
    assert (tmp_path / "data" / "precious.txt").read_text() == "keep"


def test_files_are_safetensors_and_equal_tensors_are_kept_once(tmp_path: Path) -> None:
    shards = Shards(tmp_path)
    tensors = [torch.randn(3, 4), torch.arange(5), torch.tensor(True), torch.randn(2).bfloat16(), torch.zeros(0, 3)]
    places = [shards.add(raw(tensor)) for tensor in [*tensors, tensors[0].clone()]]
    shards.close()
    assert places[-1] == places[0]
    held = load_torch_file(tmp_path / places[0]["file"])
    for tensor, place in zip(tensors, places, strict=False):
        assert torch.equal(held[place["name"]], tensor)


def test_many_tensors_make_several_files(tmp_path: Path) -> None:
    shards = Shards(tmp_path)
    places = [shards.add(raw(torch.full((3,), float(number)))) for number in range(800)]
    shards.close()
    assert len(shards.files) > 1
    for number in (0, 399, 799):
        held = load_file(tmp_path / places[number]["file"])
        assert np.array_equal(held[places[number]["name"]], np.full(3, number, np.float32))


def test_projections_estimate_the_norm_of_a_difference() -> None:
    rng = np.random.default_rng(0)
    found = []
    for _ in range(20):
        a = rng.standard_normal(5000)
        b = a + 1e-4 * rng.standard_normal(5000)
        apart = np.asarray(project(a)) - np.asarray(project(b))
        found.append(np.sqrt(np.mean(apart**2)) / np.linalg.norm(a - b))
    assert len(project(np.zeros(3))) == PROJECTIONS
    assert min(found) > 0.5
    assert max(found) < 1.6
    assert 0.9 < np.mean(found) < 1.1


def test_memory_is_that_of_one_tensor(root: Path) -> None:
    manifest = json.loads((root / NETS / "net" / "manifest.json").read_text())
    tensors = [t for call in manifest["calls"] for t in call["inputs"] + call["outputs"]] + manifest["weights"]
    largest = max(np.prod(t["shape"]) * 4 for t in tensors)
    assert manifest["peak"]["tensor_bytes"] == largest
    assert manifest["peak"]["process_bytes"] > 0


@pytest.mark.slow
def test_recorded_under_mindspore_as_under_ms2torch(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The calls, layers, arguments, weights and inputs of real MindSpore and of ms2torch are the same."""
    monkeypatch.chdir(root)
    from parity.recording.run import interpreter, run_recorder

    run_recorder(interpreter(""), [f"{NETS}/cnn_mindspore.py:Net", "--input", "float32[2,3,10,10]"], tmp_path / "t")
    real = json.loads((root / NETS / "net" / "manifest.json").read_text())
    ours = json.loads((tmp_path / "t" / "manifest.json").read_text())
    assert (real["framework"], ours["framework"]) == ("mindspore", "ms2torch")
    assert [c["layer"] for c in real["calls"]] == [c["layer"] for c in ours["calls"]]
    assert [c["line"] for c in real["calls"]] == [c["line"] for c in ours["calls"]]
    for name in ("path", "api", "custom", "location", "exact", "body"):
        assert [entry[name] for entry in real["layers"]] == [entry[name] for entry in ours["layers"]], name
    left, right = open_trace(root / NETS / "net"), open_trace(tmp_path / "t")
    for one, other in zip(left.weights, right.weights, strict=True):
        assert one.name == other.name
        assert torch.equal(left.tensor(one.tensor), right.tensor(other.tensor))


@pytest.mark.slow
@pytest.mark.oracle
def test_recorder_alone_under_mindspore(root: Path, oracle_python: str, tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.write_text(bundle(), encoding="utf-8")
    script = (
        "import mindspore as ms, numpy as np\n"
        "from mindspore import nn\n"
        "from ms2torch_recorder import record\n"
        "ms.set_context(mode=ms.PYNATIVE_MODE)\n"
        "net = nn.SequentialCell(nn.Dense(4, 3), nn.ReLU())\n"
        "with record(net, 'trace'):\n"
        "    net(ms.Tensor(np.ones((2, 4), np.float32)))\n"
    )
    subprocess.run([oracle_python, "-c", script], cwd=tmp_path, check=True, capture_output=True)
    trace = open_trace(tmp_path / "trace")
    assert [call.key[0] for call in trace.calls] == ["", "0", "1"]
    assert not trace.layers[1].exact
    assert trace.layers[1].arguments["in_channels"] == 4
