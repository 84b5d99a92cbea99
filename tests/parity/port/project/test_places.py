"""Lines of what is kept of a file, told as lines of the file: also of marks, and of what a net runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import program
from parity.port.project.places import original_lines

FILE = (
    "import a, b\nfrom c import (\n    d,\n    e,\n)\n\nX = 1\n\n\n@f\ndef g():\n    return d\n\n\ndef h():\n    pass\n"
)
KEPT = {
    "all": (FILE, ()),
    "a function": ("@f\ndef g():\n    return d\n", (10, 11, 12)),
    "the last": ("def h():\n    pass\n", (15, 16)),
    "a part of the imports": ("import b\n\n\ndef h():\n    pass\n", (1, 2, 3, 15, 16)),
    "several": ("X = 1\n\n\ndef h():\n    pass\n", (7, 8, 9, 15, 16)),
}


@pytest.mark.parametrize("what", KEPT)
def test_lines(what: str) -> None:
    kept, lines = KEPT[what]
    assert original_lines(FILE, kept) == lines


PARTS = """\
import torch
from torch import nn


def unused():
    return 1


class Unused(nn.Module):
    def forward(self, x):
        return torch.nonexistent_first(x)


class Part(nn.Module):
    def forward(self, x, odd=False):
        if odd:
            x = torch.nonexistent_thing(x)
        return x * 2
"""


def test_marks_of_a_part_of_a_file_stand_at_its_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "places_zoo"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "parts.py").write_text(PARTS)
    (folder / "net.py").write_text(
        "from torch import nn\n\nfrom .parts import Part\n\n\nclass Net(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        self.fc, self.part = nn.Linear(4, 3), Part()\n\n"
        "    def forward(self, x):\n        return self.part(self.fc(x))\n"
    )
    words = ["port", "places_zoo/net.py", "-o", "made", "--net", "Net()", "--input", "float32[2,4]", "--json", "a.json"]
    done = CliRunner().invoke(program, words)
    assert done.exit_code == 0, done.output
    marks = {
        Path(file["path"]).name: (file["marks"], [mark["line"] for mark in file["unreached"]])
        for file in json.loads(Path("a.json").read_text())["files"]
    }
    assert marks == {"net.py": ([], []), "parts.py": ([], [17])}
