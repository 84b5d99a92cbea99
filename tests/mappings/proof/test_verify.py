"""The runner: that it sees what differs, and cannot be satisfied by what does not."""

import importlib
import json
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
import torch

import mappings
from mappings.__main__ import main
from mappings.lines.expressions import evaluate, names_in
from mappings.proof.verify import verify_case, verify_row
from mappings.rows.model import Case, Row, Weight
from mappings.running import compare
from mappings.running.inputs import make_array, parse_inputs
from mappings.running.sides import MindSporeSide, TorchSide
from tools import warm

X = ("float32[3,4]",)


def _module(name):
    return importlib.import_module(name.replace("mindspore", "ms2torch", 1))


SIDES = TorchSide(torch), MindSporeSide(importlib.import_module("ms2torch"), "ms2torch", _module)
ROW = Row("torch.abs", "mindspore.ops.abs", "function", "same", "family", number=3)


def _run(torch_code, ms_code, inputs=X, row=ROW, **settings):
    return verify_case(row, Case(1, torch_code, ms_code, tuple(inputs), **settings), *SIDES)


def test_equal_and_differs():
    assert _run("torch.abs(x)", "ops.abs(x)").outcome == "passed"
    assert _run("torch.abs(x)", "ops.abs(x)", expected="differs", proves="r").outcome == "failed"
    seen = _run("torch.abs(x)", "ops.abs(x) + 0.001")
    assert seen.outcome == "failed"
    assert "expected equal, max-abs 1.00e-03" in seen.detail
    assert seen.place == "family.toml:row 3 (torch.abs -> mindspore.ops.abs):case 1"
    assert _run("torch.abs(x)", "ops.abs(x) + 0.001", expected="differs").outcome == "passed"
    assert _run("torch.abs(x)", "ops.abs(x) + 0.001", tolerance=0.1).outcome == "passed"


def test_shape_and_dtype_count():
    assert "shape (3, 4) against (12,)" in _run("torch.abs(x)", "ops.abs(x).reshape(12)").detail
    assert "dtype float32 against float64" in _run("torch.abs(x)", "ops.abs(x).astype(ms.float64)").detail
    assert _run("torch.abs(x)", "ops.abs(x).astype(ms.float64)", ignore_dtype=True).outcome == "passed"
    assert "2 outputs" in _run("(x, x)", "x").detail


def test_an_error_is_never_a_difference():
    seen = _run("torch.abs(x)", "ops.abs(x, x, x)", expected="differs")
    assert seen.outcome == "failed"
    assert "MindSpore raised TypeError" in seen.detail
    assert _run("torch.abs(x, x, x)", "ops.abs(x)", expected="differs").outcome == "failed"


def test_raises():
    bad = "x.reshape(5)"
    assert _run("torch.abs(x)", bad, expected="raises").outcome == "passed"
    assert _run(bad, "ops.abs(x)", expected="raises", raises_on="torch", error="RuntimeError").outcome == "passed"
    assert "expected KeyError" in _run(bad, "ops.abs(x)", expected="raises", raises_on="torch", error="KeyError").detail
    assert "did not raise" in _run("torch.abs(x)", "ops.abs(x)", expected="raises").detail
    assert "torch raised" in _run(bad, bad, expected="raises").detail
    assert _run(bad, bad, expected="raises", raises_on="both").outcome == "passed"


def test_missing_name():
    row = replace(ROW, mindspore="mindspore.ops.no_such_function")
    assert _run("x", "ops.no_such_function(x)", row=row).outcome == "missing"


def test_gradients():
    assert _run("torch.abs(x)", "ops.abs(x)", stage="grad").outcome == "passed"
    wrong = _run("torch.abs(x)", "ops.abs(x) * 2", stage="grad")
    assert "gradient of x: max-abs" in wrong.detail


def test_what_follows_from_a_row_is_run():
    (row,) = [r for r in mappings.rows_for_torch("torch.std") if r.mindspore == "mindspore.ops.std"]
    tried = {result.variant: result.outcome for result in verify_row(row, *SIDES)}
    assert (
        tried.items()
        >= dict.fromkeys(
            ("plain", "positional", "keyword", "shuffled", "explicit", "gradient", "without ddof", "keepdim=True"),
            "passed",
        ).items()
    )
    wrong = replace(row, params=tuple(replace(p, mindspore=p.torch) for p in row.params))
    assert [r.variant for r in verify_row(wrong, *SIDES) if r.outcome == "failed"]


def test_expressions_are_held_in():
    assert names_in("(lambda a: a + y)(x)") == {"x", "y"}
    with pytest.raises(NameError, match="unknown name 'open'"):
        evaluate("open('x')", {"x": 1})
    with pytest.raises(ValueError, match="private name"):
        evaluate("x.__class__", {"x": 1})


def test_inputs():
    specs = parse_inputs(["float32[2,3]*0.01+5", "int64[8]<3", "w=bool[2]", "int32:[0, -1]", "float32[4]|unit@7"])
    assert [s.name for s in specs[:3]] == ["x", "y", "w"]
    arrays = [make_array(s) for s in specs]
    assert abs(arrays[0].mean() - 5) < 0.02
    assert set(arrays[1]) <= {0, 1, 2}
    assert arrays[2].dtype == bool
    assert arrays[3].tolist() == [0, -1]
    assert ((arrays[4] > 0) & (arrays[4] < 1)).all()
    assert np.array_equal(make_array(specs[0]), arrays[0])
    assert not np.array_equal(make_array(specs[0], 1), arrays[0])
    assert np.isnan(make_array(parse_inputs(["float32:[1, nan]"])[0])[1])
    with pytest.raises(ValueError, match="does not parse"):
        parse_inputs(["float32(2)"])


def test_special_values_are_exact():
    case = Case(1, "", "")
    nan, inf = np.array([np.nan, 1.0]), np.array([np.inf, 1.0])
    assert compare.differences([nan], [nan.copy()], case) == []
    assert compare.differences([inf], [inf.copy()], case) == []
    assert compare.differences([nan], [inf], case) != []
    assert compare.differences([inf], [np.array([1e30, 1.0])], case) != []


def test_laws():
    rng = np.random.default_rng(0)
    normal, other = rng.standard_normal(4000), rng.standard_normal(4000)
    assert compare.law_difference("w", normal, other) == ""
    assert "w: std 0.9983 in [-3.899, 3.257] against std 0.5" in compare.law_difference("w", normal, other * 0.5)
    assert compare.law_difference("w", normal, rng.uniform(-(3**0.5), 3**0.5, 4000)) != ""
    assert compare.law_difference("w", np.zeros(3), np.zeros(3)) == ""
    assert "constant 0 against constant 1" in compare.law_difference("w", np.zeros(3), np.ones(3))


def test_left_over_weights_are_reported():
    class Cell:
        weight = None

        def get_parameters(self):
            return iter(())

    left = SIDES[1].copy_weights(Cell(), {"weight": np.ones(2), "scale": np.ones(2)}, (Weight("weight", "weight"),))
    assert left == [
        "torch weight 'weight': the cell has no 'weight'",
        "torch weight 'scale' is not in the row (it has: weight)",
    ]


def test_command(capsys):
    assert main(["verify", "--family", "ops_math", "--only", "ops.abs$"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"ops_math: (\d+) passed\n\1 executed, 0 do not hold\n", said), said
    assert main(["verify", "--only", "ops.abs$", "--details"]) == 0
    assert "PASSED ops_math.toml:row 1 (torch.abs -> mindspore.ops.abs):case 1" in capsys.readouterr().out
    assert main(["verify", "--only", "ops.abs$", "--oracle", "/no/such/python"]) == 2
    assert "/no/such/python" in capsys.readouterr().err


def test_lint_command():
    done = subprocess.run([warm.python(), "-m", "mappings", "lint"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(" rows, 0 problems\n")


def test_worker_protocol():
    """The process that runs real MindSpore, started without it, fails and names what it lacks."""
    done = subprocess.run(
        [sys.executable, "-m", "mappings", "worker"], input=json.dumps([]), capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "mindspore" in done.stderr
