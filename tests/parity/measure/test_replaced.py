"""A net's file that replaces functions of torch does not decide its own verdict."""

from pathlib import Path

import pytest

from parity import compare

REFERENCE = """
from torch import nn

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        return self.fc(x)
"""


@pytest.mark.parametrize(
    "replaced",
    [
        "torch.equal = lambda *args: True",
        "torch.linalg.vector_norm = lambda *args, **kwargs: torch.tensor(0.0)",
        "torch.isfinite = lambda x: torch.zeros_like(x, dtype=torch.bool)",
    ],
)
@pytest.mark.parametrize("first", ["right.py:Net", "wrong.py:Net"])
def test_a_factor_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replaced: str, first: str) -> None:
    import torch

    for owner, name in ((torch, "equal"), (torch.linalg, "vector_norm"), (torch, "isfinite")):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # put back afterwards
    monkeypatch.chdir(tmp_path)
    Path("right.py").write_text(REFERENCE)
    Path("wrong.py").write_text(f"import torch\n{replaced}\n" + REFERENCE.replace("self.fc(x)", "self.fc(x) * 2"))
    second = "wrong.py:Net" if first.startswith("right") else "right.py:Net"
    assert compare(first, second, "float32[2,3]").verdict == "different"
