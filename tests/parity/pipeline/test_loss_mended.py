"""The line to write in a loss function that is the user's own: searched, and proved by the steps."""

from __future__ import annotations

from pathlib import Path

import parity

HEAD = """import torch
from torch import nn


class Net(nn.Linear):
    def __init__(self):
        super().__init__(3, 2)
"""
LOSS = """

def loss(z):
    pull = (z - 0.5) ** 2
    size = z.abs()
    return 0.9 * pull.mean() + 0.1 * size.mean()
"""


def compared(folder: Path, wrong: str) -> parity.Report:
    """Compare a net with itself whose loss reads otherwise."""
    (folder / "ref.py").write_text(HEAD + LOSS)
    (folder / "port.py").write_text(HEAD + wrong)
    losses = {"ref_loss": f"{folder / 'ref.py'}:loss", "port_loss": f"{folder / 'port.py'}:loss"}
    return parity.compare(
        f"{folder / 'ref.py'}:Net", f"{folder / 'port.py'}:Net", inputs=["float32[4,3]"], steps=1, **losses
    )


def test_two_weights_that_changed_places_are_named_with_the_line(tmp_path: Path) -> None:
    report = compared(tmp_path, LOSS.replace("0.9 *", "w *").replace("0.1 *", "0.9 *").replace("w *", "0.1 *"))
    [found] = [finding for finding in report.findings if finding.severity == "error"]
    assert found.rule == "loss"
    assert found.fix == "return 0.9 * pull.mean() + 0.1 * size.mean()"
    assert (found.location or "").endswith(f"port.py:{(HEAD + LOSS).count(chr(10))}")


def test_what_no_edit_makes_equal_keeps_what_was_said_and_no_line(tmp_path: Path) -> None:
    report = compared(tmp_path, "\n\ndef loss(z):\n    return torch.linalg.svdvals(z).prod()\n")
    [found] = [finding for finding in report.findings if finding.severity == "error"]
    assert found.rule == "loss"
    assert not found.fix
