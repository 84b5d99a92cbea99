"""The JSON form of a report, and files that are written whole or not at all."""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path

import numpy as np
import pytest

from parity.report import (
    SCHEMA_VERSION,
    Coverage,
    ErrorMetrics,
    Errors,
    Finding,
    GradientResult,
    InitResult,
    InputInfo,
    LayerResult,
    NamedErrors,
    OutputResult,
    Report,
    Side,
    StageInfo,
    StepResult,
    Timings,
    Unexecuted,
    WeightPair,
    Weights,
)
from parity.report.files import UnwritablePathError, check_writable, write_atomic
from parity.report.json import ReportFormatError, from_json, load, save, to_json

ERRORS = Errors(
    ErrorMetrics(1e-15, (0, 3), 1e-9, 1e-15, 1.0, 2.0, 1, 2, (1, 2), (1, 3), "int64", "int32"),
    ErrorMetrics(math.inf, (), math.inf, None, -1.0),
    1e-7,
    1.3,
    "ok",
)
FULL = Report(
    "different",
    Side("ref.py:Net", "torch", "Net", 3, 100),
    Side("port.py:Net", "ms2torch", "Net", 3, 101),
    message="größer",
    inputs=(InputInfo("x", "float32", (2, 3), "float32[2,3]"),),
    outputs=(OutputResult("output[0]", "amplified", ERRORS),),
    layers=(LayerResult("a", None, "unmatched", "Conv2d", None, 1, ERRORS, Errors(), False, "port.py:42"),),
    gradients=(GradientResult("input", "x", "x", "same", ERRORS, True),),
    steps=(StepResult(1, "same", 0.5, -math.inf, (NamedErrors("w", ERRORS),)),),
    init=(InitResult("w", "w", "same", "normal(1)", "normal(0.01)", 0.25),),
    weights=Weights((WeightPair("w", "w", (2, 3), "unsqueeze(2)"),), ("a",), ("b",)),
    findings=(Finding("r", "error", "grad", "a", "b", "pad", (1, (2, "x")), None, "e", "f", "l", "m", "n"),),
    stages=(StageInfo("grad", "skipped", "not asked for", 0.5),),
    environment={"torch": "2.13.0", "threads": 2},
    options={"mode": "eval", "inputs": ("a", "b"), "map": None, "grad": True},
    timings=Timings(0.5, 1.25, 2.5),
    coverage=Coverage(("forward",), ("gradients",), (Unexecuted("port", "port.py", ("3", "5-7")),)),
)


def test_round_trip_of_every_field(tmp_path: Path) -> None:
    assert from_json(to_json(FULL)) == FULL
    save(FULL, tmp_path / "report.json")
    assert load(tmp_path / "report.json") == FULL


def test_the_contract() -> None:
    data = json.loads(to_json(FULL), parse_constant=pytest.fail)
    assert data["schema_version"] == SCHEMA_VERSION == 1
    assert data["verdict"] == "different"
    assert {"outputs", "layers", "gradients", "steps", "init", "weights", "findings"} <= set(data)
    assert {"reference", "port", "status", "free", "forced"} <= set(data["layers"][0])
    assert {"float64", "float32"} <= set(data["layers"][0]["free"])
    assert set(data["weights"]) == {"mapped", "unmatched_reference", "unmatched_port"}
    assert {
        "rule", "severity", "stage", "reference_layer", "port_layer", "argument", "reference_value", "port_value",
        "evidence", "fix", "location",
    } <= set(data["findings"][0])  # fmt: skip
    assert data["layers"][0]["free"]["float32"]["max_abs"] == "inf"


def test_numpy_numbers_are_written_as_numbers() -> None:
    report = dataclasses.replace(FULL, options={"a": np.int64(3), "b": np.float32(0.5)})
    assert json.loads(to_json(report))["options"] == {"a": 3, "b": 0.5}


def test_what_has_no_json_form_is_named() -> None:
    report = dataclasses.replace(FULL, options={"device": object()})
    with pytest.raises(TypeError, match=r"report\.options\.device: object has no JSON form"):
        to_json(report)


def changed(**fields: object) -> str:
    return json.dumps({**json.loads(to_json(FULL)), **fields})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "not JSON"),
        ("[]", "not a comparison report"),
        ("{}", "no `schema_version`"),
        (changed(schema_version=2), "schema_version is 2"),
        (changed(verdict="maybe"), r"report\.verdict: 'maybe' is not one of same, different, error"),
        (changed(timings={"total_s": "long"}), r"report\.timings\.total_s: 'long' is not a number"),
        (changed(layers={}), r"report\.layers: expected list, found dict"),
        (changed(inputs=[{"name": "x"}]), r"report\.inputs\[0\]: .*missing"),
        (changed(reference={"target": 3}), r"report\.reference\.target: expected str, found int"),
    ],
)
def test_damaged_text_says_where(text: str, says: str) -> None:
    with pytest.raises(ReportFormatError, match=says):
        from_json(text)


def test_unknown_keys_are_passed_over() -> None:
    assert from_json(changed(later="field")) == FULL


def test_load_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ReportFormatError, match=r"x\.json"):
        load(path)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_write_replaces_the_whole_file_and_leaves_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    path.write_text("old, and longer than the new one")
    write_atomic(path, "new")
    assert path.read_text() == "new"
    assert names(tmp_path) == ["r.json"]


def test_write_follows_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to("real.json")
    write_atomic(tmp_path / "link.json", "new")
    assert (tmp_path / "real.json").read_text() == "new"
    assert (tmp_path / "link.json").is_symlink()


def test_undecodable_file_names_survive(tmp_path: Path) -> None:
    report = dataclasses.replace(FULL, message="caf\udce9.py")
    save(report, tmp_path / "r.json")
    assert load(tmp_path / "r.json") == report


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    """The target is a folder by the time of the rename."""
    path = tmp_path / "r.json"
    path.mkdir()
    (path / "inside").write_text("kept")
    with pytest.raises(UnwritablePathError, match=r"r\.json"):
        write_atomic(path, "new")
    assert names(tmp_path) == ["r.json"]
    assert names(path) == ["inside"]


@pytest.mark.parametrize("act", [check_writable, lambda path: write_atomic(path, "x")])
def test_unwritable_paths(act, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UnwritablePathError, match="does not exist"):
        act(tmp_path / "nowhere" / "r.json")
    with pytest.raises(UnwritablePathError, match="not a folder"):
        act(tmp_path / "file" / "r.json")
    with pytest.raises(UnwritablePathError, match=r"folder|directory"):
        act(tmp_path)
    assert names(tmp_path) == ["file"]


def test_check_leaves_nothing_behind(tmp_path: Path) -> None:
    check_writable(tmp_path / "r.json")
    assert names(tmp_path) == []


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no /dev/null")
def test_a_device_is_written_directly() -> None:
    check_writable(Path("/dev/null"))
    write_atomic(Path("/dev/null"), "x")
