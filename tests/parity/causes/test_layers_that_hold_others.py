"""An encoder layer is named by its own argument, with the line of the user that gave it, not by what it is made of."""

from __future__ import annotations

import pytest

from parity import compare

REFERENCE = """
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, {given}batch_first=True)
        self.enc = {enc}
        self.head = nn.Linear(8, 3)

    def forward(self, x):
        return self.head(self.enc(x))
"""
PORT = """
from mindspore import nn

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, {given}batch_first=True)
        self.enc = {enc}
        self.head = nn.Dense(8, 3)

    def construct(self, x):
        return self.head(self.enc(x))
"""
STACK = "nn.TransformerEncoder(layer, 2)"


@pytest.mark.parametrize(
    ("reference", "port", "enc", "said"),
    [
        ('activation="gelu", ', "", STACK, {"activation": "gelu"}),  # the stack makes its layers like the one given
        ("norm_first=True, ", "", "layer", {"norm_first": True}),
        ("layer_norm_eps=1e-3, ", "", "layer", {"layer_norm_eps": 1e-3}),  # wrong in two norms inside
        ("", 'activation="gelu", norm_first=True, ', "layer", {"activation": "relu", "norm_first": False}),
        ("", "", STACK, {}),
    ],
)
def test_arguments_of_layers_that_hold_others(reference, port, enc, said, tmp_path, monkeypatch):
    (tmp_path / "net.py").write_text(REFERENCE.format(given=reference, enc=enc))
    (tmp_path / "port.py").write_text(PORT.format(given=port, enc=enc))
    monkeypatch.chdir(tmp_path)
    report = compare("net.py:Net", "port.py:Net", "float32[2,5,8]")
    errors = [finding for finding in report.findings if finding.severity == "error"]
    assert report.verdict == ("different" if said else "same")
    assert {finding.argument: finding.reference_value for finding in errors} == said
    for finding in errors:
        assert finding.location == "port.py:7"
        assert finding.fix.startswith("layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, ")
        assert all(f"{name}={value!r}" in finding.fix for name, value in said.items())
        assert "edits tried" not in finding.evidence  # nothing had to be searched
