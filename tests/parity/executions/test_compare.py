"""Dumps compared: with dumps and with live nets, right and with one mistake each."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from pairs import cell, dumped, port

import parity
from parity.code.errors import CannotCompare
from parity.pipeline.dumped import record_dump
from parity.recording.run import interpreter, run_recorder

PLANTED = [
    ("nn.LayerNorm(8)", "nn.LayerNorm(8, eps=1e-3)", "eps", 12),
    ("F.gelu(", "F.gelu(approximate='tanh', input=", "approximate", 17),
    ("(y, z)", "(z, y)", "order", 19),
    ("F.gelu(self.norm(self.first(x)))", "self.norm(self.first(x))", "gelu", 17),
    ("self.second(y)", "self.second(y) * 2.0", "mul", 18),
]


@pytest.mark.parametrize(("old", "new", "cause", "line"), PLANTED, ids=[entry[2] for entry in PLANTED])
def test_a_mistake_is_named_of_two_dumps(tmp_path: Path, old: str, new: str, cause: str, line: int) -> None:
    right = dumped(tmp_path, port(tmp_path, "right"), "a")
    wrong = dumped(tmp_path, port(tmp_path, "wrong", (old, new)), "b")
    report = parity.compare(str(right), str(wrong))
    assert report.verdict == "different"
    error = report.of_severity("error")[0]
    assert cause in f"{error.argument} {error.message} {error.reference_value}"
    assert error.location is not None
    near = int(error.location.rpartition(":")[2])
    assert abs(near - line) <= 1, error.location


def test_a_right_port_is_the_same(tmp_path: Path) -> None:
    ours, theirs = port(tmp_path, "one"), port(tmp_path, "two", ("self.first", "self.begin"))
    report = parity.compare(str(dumped(tmp_path, ours, "a")), str(dumped(tmp_path, theirs, "b")))
    assert report.verdict == "same", [finding.message for finding in report.findings]


@pytest.mark.parametrize("wrong", [False, True], ids=["right", "wrong"])
def test_a_live_net_is_given_the_weights_of_a_dump(tmp_path: Path, wrong: bool) -> None:
    change = [("epsilon=1e-5", "epsilon=1e-3")] if wrong else []
    dump = dumped(tmp_path, cell(tmp_path, "cell", *change), "b")
    report = parity.compare(port(tmp_path, "one"), str(dump))
    assert (report.verdict == "different") is wrong, [finding.message for finding in report.findings]
    if wrong:
        assert [(e.argument, e.port_value) for e in report.of_severity("error")] == [("epsilon", 0.001)]
        assert "epsilon=1e-05" in report.of_severity("error")[0].fix


@pytest.mark.parametrize("wrong", [False, True], ids=["right", "wrong"])
def test_a_live_port_beside_the_dump_of_a_reference(tmp_path: Path, wrong: bool) -> None:
    change = [("epsilon=1e-5", "epsilon=1e-3")] if wrong else []
    dump = dumped(tmp_path, port(tmp_path, "one"), "a")
    report = parity.compare(str(dump), cell(tmp_path, "cell", *change))
    assert (report.verdict == "different") is wrong, [finding.message for finding in report.findings]
    if wrong:
        assert [error.argument for error in report.of_severity("error")] == ["epsilon"]


def test_figures_alone_name_the_place(tmp_path: Path) -> None:
    right = dumped(tmp_path, port(tmp_path, "right"), "a", statistics=True)
    wrong = dumped(
        tmp_path, port(tmp_path, "wrong", ("nn.LayerNorm(8)", "nn.LayerNorm(8, eps=0.1)")), "b", statistics=True
    )
    report = parity.compare(str(right), str(wrong))
    assert [error.port_layer for error in report.of_severity("error")] == ["norm"]
    assert any("figures alone" in stage.reason for stage in report.stages)


def test_a_live_net_beside_figures_alone_is_told_of_as_such(tmp_path: Path) -> None:
    dump = dumped(tmp_path, port(tmp_path, "one"), "a", statistics=True)
    report = parity.compare(str(dump), cell(tmp_path, "cell"))
    assert not report.of_severity("error")
    assert [(f.rule, f.message.partition(":")[0]) for f in report.of_severity("warning")] == [
        ("weights-not-loaded", "no values are compared")
    ]
    assert not report.outputs


def test_a_missing_tensor_file_is_not_taken_for_a_difference(tmp_path: Path) -> None:
    target = port(tmp_path, "one")
    ours, theirs = dumped(tmp_path, target, "a"), dumped(tmp_path, target, "b")
    for path in theirs.rglob("Functional.linear.1.forward.*"):
        path.unlink()
    report = parity.compare(str(ours), str(theirs))
    assert report.verdict == "same"
    assert any("no file" in stage.reason for stage in report.stages)


def test_hashes_alone_are_never_same(tmp_path: Path) -> None:
    folder = dumped(tmp_path, port(tmp_path, "net"), "dump", statistics=True)
    (path,) = folder.rglob("dump.json")
    text = re.sub(r'"(Max|Min|Mean|Norm)": [^,}]*, ', "", json.dumps(json.loads(path.read_text(encoding="utf-8"))))
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CannotCompare, match="neither values nor statistics"):
        parity.compare(str(folder), str(folder))


TORCH_HEAD, CELL_HEAD = "self.head = nn.Linear(16, 3)", "self.head = nn.Dense(16, 3)"
OWN = (
    TORCH_HEAD,
    TORCH_HEAD
    + """
        for number, weight in enumerate(self.parameters()):
            weight.data = torch.sin(torch.arange(weight.numel()) * (0.7 + number)).reshape(weight.shape)""",
)
CELL_OWN = (
    CELL_HEAD,
    CELL_HEAD
    + """
        for number, weight in enumerate(self.trainable_params()):
            made = ops.sin(ops.arange(weight.size).float() * (0.7 + number))
            weight.set_data(made.reshape(weight.shape))""",
)
"""Weights that both nets make themselves, the same ones."""


def traced(tmp: Path, target: str, name: str, *words: str) -> str:
    """Record a net with its own weights as a trace and return its folder."""
    np.save(tmp / "x.npy", np.sin(np.arange(24, dtype=np.float32)).reshape(4, 6))
    run_recorder(interpreter(""), [target, "--input", str(tmp / "x.npy"), "--weights", "own", *words], tmp / name)
    return str(tmp / name)


def dumped_own(tmp: Path, target: str, name: str) -> str:
    """Record the same as a dump."""
    np.save(tmp / "x.npy", np.sin(np.arange(24, dtype=np.float32)).reshape(4, 6))
    inputs = (str(tmp / "x.npy"),)
    record_dump(target, tmp / name, inputs, mode="eval", seed=0, weights="own", statistics=False)
    return str(tmp / name)


@pytest.mark.parametrize("wrong", [False, True], ids=["right", "wrong"])
@pytest.mark.parametrize("makers", [(traced, dumped_own), (dumped_own, traced)], ids=["trace first", "dump first"])
def test_a_trace_beside_a_dump(tmp_path: Path, makers: tuple[Callable[..., str], ...], wrong: bool) -> None:
    changed = cell(tmp_path, "cell", CELL_OWN, *([("epsilon=1e-5", "epsilon=1e-3")] if wrong else []))
    reference, other = makers[0](tmp_path, port(tmp_path, "one", OWN), "a"), makers[1](tmp_path, changed, "b")
    report = parity.compare(reference, other)
    assert (report.verdict == "different") is wrong, [finding.message for finding in report.findings]
    if wrong:
        assert [finding.port_layer for finding in report.of_severity("error")] == ["norm"]


def test_a_trace_of_figures_beside_a_dump_names_the_place(tmp_path: Path) -> None:
    reference = traced(tmp_path, port(tmp_path, "one", OWN), "a", "--statistics")
    changed = cell(tmp_path, "cell", CELL_OWN, ("epsilon=1e-5", "epsilon=0.1"))
    report = parity.compare(reference, dumped_own(tmp_path, changed, "b"))
    assert [finding.port_layer for finding in report.of_severity("error")] == ["norm"]


def test_a_trace_is_put_beside_the_first_step_of_a_dump_of_several(tmp_path: Path) -> None:
    target = port(tmp_path, "one", OWN)
    dump = Path(dumped_own(tmp_path, target, "b"))
    shutil.copytree(dump / "step0", dump / "step1")
    report = parity.compare(traced(tmp_path, target, "a"), str(dump))
    assert report.verdict == "same"
    assert any("compared with step 0 of 2" in stage.reason for stage in report.stages)


def test_a_trace_of_a_run_that_raised_is_refused_beside_a_dump(tmp_path: Path) -> None:
    dump = dumped_own(tmp_path, port(tmp_path, "one", OWN), "b")
    broken = port(tmp_path, "two", OWN, ("z = self.second(y)", "z = self.second(y.reshape(3, -1))"))
    with pytest.raises(CannotCompare):
        traced(tmp_path, broken, "a")
    with pytest.raises(CannotCompare, match="a run that ended in RuntimeError"):
        parity.compare(str(tmp_path / "a"), dump)
