"""Lint: each rule of the table is broken once and must be named."""

import pytest
import torch

from mappings.audit.lint import lint
from mappings.rows.model import REQUIRED
from mappings.table.load import load_file

ROW = """
[[api]]
torch = "torch.nn.LeakyReLU"
mindspore = "mindspore.nn.LeakyReLU"
kind = "layer"
status = "different"
params = ["negative_slope = 0.01 -> alpha = 0.2", "inplace = False -> - @none"]
[[api.differences]]
rule = "slope"
argument = "alpha"
fact = "f"
shows = "forward"
loudness = "silent"
fix = "alpha=0.01"
[[api.cases]]
torch = "nn.LeakyReLU()"
mindspore = "nn.LeakyReLU(0.01)"
inputs = ["float32[2]"]
[[api.cases]]
torch = "nn.LeakyReLU()"
mindspore = "nn.LeakyReLU()"
inputs = ["float32[2]"]
expected = "differs"
proves = "slope"
"""
SIGNATURES = {
    "torch.nn.LeakyReLU": {"negative_slope": 0.01, "inplace": False},
    "mindspore.nn.LeakyReLU": {"alpha": 0.2},
    "mindspore.nn.Dense": {"in_channels": REQUIRED},
}


def _problems(tmp_path, text, signatures=SIGNATURES):
    path = tmp_path / "family.toml"
    path.write_text(text, encoding="utf-8")
    rows = load_file(path)
    facts = {row.pair: {d.rule: {"argument": d.argument, "fact": "f"} for d in row.differences} for row in rows}
    return [str(problem) for problem in lint(rows, torch=torch, signatures=signatures, facts=facts)]


def test_a_good_row(tmp_path):
    assert _problems(tmp_path, ROW) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("torch.nn.LeakyReLU", "torch.nn.LeakyReLu", "torch: torch has no torch.nn.LeakyReLu"),
        ("mindspore.nn.LeakyReLU", "mindspore.nn.LeakyRelu", "mindspore: no recorded signature"),
        ("-> alpha = 0.2", "-> slope = 0.2", "params: mindspore has no argument 'slope' (it has: alpha)"),
        ('"negative_slope = 0.01 -> alpha = 0.2", ', "", "are matched with nothing: list them"),
        ("alpha = 0.2", "alpha = 0.1", "params: mindspore's default of 'alpha' is 0.2, not 0.1"),
        ("negative_slope = 0.01", "negative_slope = 1", "params: torch's default of 'negative_slope' is 0.01, not 1"),
        ("inplace = False", "in_place = False", "params: torch has no argument 'in_place'"),
        ('expected = "differs"\nproves = "slope"', "", "no case with expected differs or raises proves"),
        ('proves = "slope"', 'proves = "beta"', "cases[2].proves: the row has no rule 'beta'"),
        ('proves = "slope"', "", "cases[2]: 'differs' without `proves`"),
        ('status = "different"', 'status = "same"', "status: 'same'; the row's own statements make it 'different'"),
        ('kind = "layer"', 'kind = "loss"', "kind: 'loss'; the row's own statements make it 'layer'"),
        ("nn.LeakyReLU(0.01)", "pd.LeakyReLU(0.01)", "cases[1]: unknown name 'pd' in an expression"),
        ("nn.LeakyReLU(0.01)", "nn.LeakyReLU(0.01", "cases[1]: expression 'nn.LeakyReLU(0.01' does not parse"),
        ("nn.LeakyReLU(0.01)", "[a for a in x]", "cases[1]: expression '[a for a in x]' uses ListComp"),
        ("nn.LeakyReLU(0.01)", "nn.LeakyReLU(0.01)._t", "uses the private name '_t'"),
        ("float32[2]", "float31[2]", "cases[1]: input spec 'float31[2]' does not parse"),
        ("params = [", 'init = ["weight: constant(1) -> same"]\nparams = [', "init: 'weight' is not among the weights"),
        ("params = [", 'init = ["weight: constant(1) -> same"]\nparams = [', "no case of stage init proves them"),
    ],
)
def test_names_each_breach(tmp_path, old, new, message):
    assert old in ROW
    assert message in "\n".join(_problems(tmp_path, ROW.replace(old, new, 1)))


def test_duplicates(tmp_path):
    assert "the pair with mindspore.nn.LeakyReLU appears 2 times" in "\n".join(_problems(tmp_path, ROW + ROW))


def test_a_row_needs_a_case(tmp_path):
    row = '[[api]]\ntorch = "torch.nn.Linear"\nmindspore = "mindspore.nn.Dense"\n'
    assert "a row without a case is not in the table" in "\n".join(_problems(tmp_path, row))
