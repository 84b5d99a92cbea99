"""Traces in place of nets: recorded under real MindSpore (tests/goldens/traces) or here under torch and ms2torch."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from parity import CannotCompare, compare
from parity.recording.run import interpreter, run_recorder

TRACES = "tests/goldens/traces"
REFERENCE = f"{TRACES}/cnn_torch.py"
PORT = f"{TRACES}/cnn_mindspore.py"
IMAGE = "float32[2,3,10,10]"


@pytest.fixture(autouse=True)
def _at_root(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)


def recorded(target: str, folder: Path, *words: str) -> str:
    run_recorder(interpreter(""), [target, "--input", IMAGE, *words], folder)
    return str(folder)


def errors(report):
    return [(f.argument, f.port_layer) for f in report.of_severity("error")]


@pytest.mark.parametrize("name", ["net", "words"])
def test_a_right_port_recorded_under_mindspore_is_the_same(name: str) -> None:
    report = compare(f"{REFERENCE}:{name.title()}", f"{TRACES}/{name}")
    assert report.verdict == "same", report.findings
    assert report.port.framework == "mindspore"
    assert not report.weights.unmatched_port
    assert all(layer.status == "same" for layer in report.layers)
    assert report.outputs[0].errors.float64 is None
    assert report.outputs[0].errors.ratio is not None
    assert {s.name for s in report.stages if s.state == "skipped"} == {"float64", "body"}


@pytest.mark.parametrize(
    ("name", "argument", "layer", "fix"),
    [
        ("net_pad_mode", "pad_mode", "conv1", "pad_mode='pad', padding=1"),
        ("net_eps", "eps", "norm1", "eps=1e-05"),
        ("net_statistics_eps", "eps", "norm1", "eps=1e-05"),
        ("words_epsilon", "epsilon", "norm", "epsilon=1e-05"),
        ("words_approximate", "approximate", "gelu", "approximate=False"),
    ],
)
def test_a_planted_mistake_is_seen_and_named(name: str, argument: str, layer: str, fix: str) -> None:
    report = compare(f"{REFERENCE}:{name.partition('_')[0].title()}", f"{TRACES}/{name}")
    assert report.verdict == "different"
    assert errors(report) == [(argument, layer)]
    (finding,) = report.of_severity("error")
    assert fix in finding.fix
    assert str(finding.location).startswith(PORT)
    (wrong,) = [entry for entry in report.layers if entry.status == "introduced"]
    assert wrong.port == layer


def test_momentum_is_a_warning_in_eval_mode() -> None:
    report = compare(f"{REFERENCE}:Net", f"{TRACES}/net_momentum")
    assert report.verdict == "same"
    assert [f.argument for f in report.of_severity("warning")] == ["momentum"]


def test_a_missing_layer_is_named() -> None:
    report = compare(f"{REFERENCE}:Net", f"{TRACES}/net_no_relu")
    assert report.verdict == "different"
    assert any(f.reference_layer == "act2" and f.rule == "unmatched-layer" for f in report.of_severity("error"))


def test_a_recorded_port_that_raises_is_a_difference() -> None:
    report = compare(f"{REFERENCE}:Net", f"{TRACES}/net_raises")
    assert report.verdict == "different"
    assert [f.location for f in report.of_severity("error")] == [f"{PORT}:22"]


def test_a_recorded_reference_that_raises_cannot_be_compared_with() -> None:
    with pytest.raises(CannotCompare, match="no way on from here"):
        compare(f"{TRACES}/net_raises", f"{REFERENCE}:Net")


def test_layers_without_tensors_are_compared_by_arguments() -> None:
    report = compare(f"{REFERENCE}:Net", f"{TRACES}/net_some_layers")
    assert report.verdict == "same"
    assert {entry.port for entry in report.layers} >= {"conv1", "conv2"}
    assert "norm1" not in {entry.port for entry in report.layers}
    (stage,) = [s for s in report.stages if s.name == "forward"]
    assert "recorded without tensors" in stage.reason


@pytest.mark.parametrize("option", [{"grad": True}, {"steps": 1}, {"init": True}])
def test_stages_that_cannot_be_done_are_said(option: dict) -> None:
    report = compare(f"{REFERENCE}:Net", f"{TRACES}/net", **option)
    name = {"grad": "grad", "steps": "train", "init": "init"}[next(iter(option))]
    (stage,) = [s for s in report.stages if s.name == name]
    assert stage.state == "skipped"
    assert "port is a trace" in stage.reason


def test_a_trace_as_reference_of_a_live_port(tmp_path: Path) -> None:
    trace = recorded(f"{REFERENCE}:Net", tmp_path / "trace")
    same = compare(trace, f"{PORT}:Net")
    assert same.verdict == "same", same.findings
    assert same.reference.framework == "torch"
    wrong = compare(trace, f"{PORT}:Net(eps=1e-3)")
    assert errors(wrong) == [("eps", "norm1")]
    padded = compare(trace, f"{PORT}:Net(pad_mode='same', padding=0)")
    assert errors(padded) == [("pad_mode", "conv1")]
    missing = compare(trace, f"{PORT}:Net(relu=False)")
    assert missing.verdict == "different"
    raised = compare(trace, f"{PORT}:Net(raises=True)")
    assert raised.verdict == "different"


def test_torch_against_its_own_trace(tmp_path: Path) -> None:
    trace = recorded(f"{REFERENCE}:Net", tmp_path / "trace")
    assert compare(trace, f"{REFERENCE}:Net").verdict == "same"
    assert compare(f"{REFERENCE}:Net", trace).verdict == "same"


@pytest.mark.slow
def test_two_traces(tmp_path: Path) -> None:
    left = recorded(f"{REFERENCE}:Net", tmp_path / "left")
    right = recorded(f"{PORT}:Net", tmp_path / "right")
    wrong = recorded(f"{PORT}:Net(eps=1e-3)", tmp_path / "wrong")
    assert compare(left, right).verdict == "same"
    assert errors(compare(left, wrong)) == [("eps", "norm1")]
    assert compare(left, f"{TRACES}/net").verdict == "same"


@pytest.mark.slow
def test_two_traces_of_other_inputs_or_weights(tmp_path: Path) -> None:
    left = recorded(f"{REFERENCE}:Net", tmp_path / "left")
    own = recorded(f"{PORT}:Net", tmp_path / "own", "--weights", "own")
    with pytest.raises(CannotCompare, match="different weights"):
        compare(left, own)
    other = recorded(f"{PORT}:Net", tmp_path / "other", "--seed", "1")
    with pytest.raises(CannotCompare, match="other values of input 0"):
        compare(left, other)


def test_other_inputs_than_recorded() -> None:
    with pytest.raises(CannotCompare, match=r"recorded with inputs float32\[2, 3, 10, 10\]"):
        compare(f"{REFERENCE}:Net", f"{TRACES}/net", "float32[1,3,10,10]")
    assert compare(f"{REFERENCE}:Net", f"{TRACES}/net", IMAGE).verdict == "same"


def test_other_mode_than_recorded() -> None:
    with pytest.raises(CannotCompare, match="recorded in eval mode"):
        compare(f"{REFERENCE}:Net", f"{TRACES}/net", mode="train")


def test_a_trace_without_weights(tmp_path: Path) -> None:
    trace = recorded(f"{PORT}:Net", tmp_path / "trace", "--no-weights")
    with pytest.raises(CannotCompare, match="no values of weights"):
        compare(f"{REFERENCE}:Net", trace)


def test_nan_in_the_record_of_the_port(tmp_path: Path) -> None:
    (tmp_path / "nan.py").write_text(
        "from tests_net import Net as Base\n"
        "class Net(Base):\n"
        "    def construct(self, x):\n"
        "        return super().construct(x) + float('nan')\n"
    )
    shutil.copy(PORT, tmp_path / "tests_net.py")
    trace = recorded(f"{tmp_path}/nan.py:Net", tmp_path / "trace")
    report = compare(f"{REFERENCE}:Net", trace)
    assert report.verdict == "different"
    assert report.outputs[0].errors.float32.nan_mismatch
    with pytest.raises(CannotCompare, match="holds NaN"):
        compare(trace, f"{REFERENCE}:Net")


@pytest.mark.slow
@pytest.mark.oracle
def test_examples_under_mindspore(oracle_python: str, tmp_path: Path) -> None:
    run_recorder(
        oracle_python, ["examples/encoder_mindspore.py:encoder", "--input", "int64[2,16]<1000"], tmp_path / "a"
    )
    assert compare("examples/encoder_torch.py:encoder", str(tmp_path / "a")).verdict == "same"
    run_recorder(
        oracle_python, ["examples/resnet50_mindspore.py:resnet50", "--input", "float32[1,3,64,64]"], tmp_path / "b"
    )
    assert compare("examples/resnet50_torch.py:resnet50", str(tmp_path / "b")).verdict == "same"


@pytest.mark.slow
@pytest.mark.oracle
@pytest.mark.parametrize(
    ("net", "inputs", "arguments"),
    [
        ("encoder", "int64[2,16]<1000", {"epsilon", "approximate"}),
        ("resnet50", "float32[1,3,64,64]", {"eps", "pad_mode"}),
    ],
)
def test_mistakes_of_the_examples_with_a_runtime(
    oracle_python: str, net: str, inputs: str, arguments: set[str]
) -> None:
    reference, port = f"examples/{net}_torch.py:{net}", f"examples/{net}_mistakes.py:{net}"
    report = compare(reference, port, inputs, runtime=f"mindspore={oracle_python}")
    assert report.verdict == "different"
    assert {finding.argument for finding in report.of_severity("error")} == arguments
    assert report.port.target == port
