"""The published JSON Schema: made from the data model, and satisfied by what real comparisons write."""

from __future__ import annotations

import copy
import json
import math
from pathlib import Path

import jsonschema
import pytest
import torch
from click.testing import CliRunner
from torch import nn

import parity
from cli.main import program
from parity.locate.histograms import histogram
from parity.report.json import to_json
from parity.report.schema import schema


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema())


class Net(nn.Module):
    def __init__(self, eps: float = 1e-5, scale: float = 1.0) -> None:
        super().__init__()
        self.fc = nn.Linear(6, 6)
        self.norm = nn.BatchNorm1d(6, eps=eps)
        self.scale = scale

    def forward(self, x):
        return self.norm(self.fc(x)) * self.scale


@pytest.mark.parametrize(
    ("net", "options"),
    [
        (Net, {"mode": "train", "grad": True, "steps": 2, "init": True}),
        (lambda: Net(eps=1e-2), {"grad": True}),
        (lambda: Net(scale=math.nan), {}),
        (lambda: Net(scale=math.inf), {"dtype": "bfloat16"}),
        (lambda: nn.Sequential(nn.Linear(6, 5)), {}),
    ],
    ids=["same", "different", "nan", "inf", "shapes"],
)
def test_reports_satisfy_it(validator: jsonschema.Draft202012Validator, net: object, options: dict) -> None:
    report = parity.compare(Net, net, "float32[4,6]", **options)
    assert [error.message for error in validator.iter_errors(json.loads(to_json(report)))] == []


def test_it_is_strict(validator: jsonschema.Draft202012Validator) -> None:
    data = json.loads(to_json(parity.compare(Net, lambda: Net(eps=1e-2), "float32[4,6]")))
    for change in (
        lambda d: d.update(more=1), lambda d: d.pop("layers"), lambda d: d.update(verdict="maybe"),
        lambda d: d.update(schema_version=2), lambda d: d["findings"][0].update(more=1),
        lambda d: d["findings"][0].pop("fix"), lambda d: d["layers"][0].update(status="good"),
        lambda d: d["layers"][0]["free"]["float64"].update(max_abs="large"),
        lambda d: d["histograms"][0].update(elements=1.5), lambda d: d["timings"].update(total_s=None),
    ):  # fmt: skip
        changed = copy.deepcopy(data)
        change(changed)
        assert not validator.is_valid(changed)


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(program, ["compare", *words])
    return result.exit_code, result.stderr


@pytest.mark.parametrize(
    ("reference", "spec", "says"),
    [("Missing", "float32[1,3,8,8]", "has no 'Missing'"), ("Net", "float32[1,3]", "does not run on these inputs")],
)
def test_what_could_not_be_compared_is_reported_too(
    validator: jsonschema.Draft202012Validator, tmp_path: Path, reference: str, spec: str, says: str
) -> None:
    (tmp_path / "net.py").write_text("from torch import nn\n\n\ndef Net():\n    return nn.Conv2d(3, 4, 3)\n")
    target = f"{tmp_path / 'net.py'}:{reference}"
    files = [word for kind in ("json", "html", "junit") for word in (f"--{kind}", str(tmp_path / f"report.{kind}"))]
    code, stderr = run(target, f"{tmp_path / 'net.py'}:Net", "--input", spec, *files)
    assert code == 2
    assert says in stderr
    assert len(stderr.splitlines()) == 1
    data = json.loads((tmp_path / "report.json").read_text())
    assert [error.message for error in validator.iter_errors(data)] == []
    assert data["verdict"] == "error"
    assert says in data["message"]
    assert data["reference"]["target"] == target
    page = (tmp_path / "report.html").read_text()
    assert "NO VERDICT" in page
    assert 'class="message"' in page
    assert 'errors="1"' in (tmp_path / "report.junit").read_text()


def test_the_worst_tensors_are_binned_where_the_outputs_differ() -> None:
    assert parity.compare(Net, Net, "float32[4,6]").histograms == ()
    (binned,) = parity.compare(Net, lambda: Net(eps=1e-2), "float32[4,6]").histograms
    assert (binned.reference, binned.port, binned.elements) == ("norm", "norm", 24)
    assert sum(binned.reference_counts) == sum(binned.port_counts) == 24
    assert sum(binned.difference_counts) + binned.equal == 24


def test_bins_hold_every_element() -> None:
    left = torch.tensor([0.0, 1.0, 2.0, math.nan, -3.0, 5.0])
    right = torch.tensor([0.0, 1.0, 2.001, 1.0, math.inf, 5.5])
    binned = histogram("a", "b", "", (left, right))
    assert binned is not None
    assert (binned.elements, binned.not_finite, binned.equal) == (6, 2, 2)
    assert (binned.low, binned.high) == (0.0, 5.5)
    assert sum(binned.reference_counts) == sum(binned.port_counts) == 4
    assert binned.difference_low == -4
    assert sum(binned.difference_counts) == 2
    assert histogram("a", "b", "", (left, right[:3])) is None
    assert histogram("a", "b", "", (left[3:4], right[3:4])) is None
    same = histogram("a", "b", "", (torch.ones(4), torch.ones(4)))
    assert same is not None
    assert (same.low, same.high, same.equal, same.difference_counts) == (0.5, 1.5, 4, ())
