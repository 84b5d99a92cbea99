"""Several mistakes of one statement: whoever writes one of their lines has put all of them right."""

from __future__ import annotations

from parity import compare

REFERENCE = """
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.LayerNorm(8), nn.LeakyReLU(0.1)
        self.c = nn.Hardtanh(-0.5, 0.5)

    def forward(self, x):
        return self.c(self.b(self.a(x)))
"""
PORT = """
from mindspore import nn

class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.LayerNorm((8,)), nn.LeakyReLU()
        self.c = nn.Hardtanh(-0.5, 1.0)

    def construct(self, x):
        return self.c(self.b(self.a(x)))
"""


def test_findings_of_one_statement_have_one_line_to_write(tmp_path, monkeypatch):
    (tmp_path / "net.py").write_text(REFERENCE)
    (tmp_path / "port.py").write_text(PORT)
    monkeypatch.chdir(tmp_path)
    report = compare("net.py:Net", "port.py:Net", "float32[2,8]")
    lines = {finding.port_layer: finding.fix for finding in report.findings}
    together = "self.a, self.b = nn.LayerNorm((8,), epsilon=1e-05), nn.LeakyReLU(alpha=0.1)"
    assert lines == {"a": together, "b": together, "c": "self.c = nn.Hardtanh(-0.5, 0.5)"}
    mended = PORT
    for finding in report.findings:
        line = int(finding.location.rpartition(":")[2])
        mended = "\n".join([*mended.splitlines()[: line - 1], f"        {finding.fix}", *mended.splitlines()[line:]])
    (tmp_path / "mended.py").write_text(mended)
    assert compare("net.py:Net", "mended.py:Net", "float32[2,8]").verdict == "same"
