"""The line of the source that a line of the result was made from."""

from __future__ import annotations

from pathlib import Path

import pytest

from parity.port.origin import Written, is_unchanged, line_before, with_origins

BEFORE = (
    "import torch\n\n\ndef f(x):\n    y = torch.relu(x)\n    z = (\n"
    "        1 +\n        2\n    )\n    return y.size(0) + z\n"
)
AFTER = (
    "from mindspore import ops\n\n\ndef helper():\n    pass\n\n\ndef f(x):\n    y = ops.relu(x)\n    z = (\n"
    "        1 +\n        2\n    )\n    return y.shape[0] + z\n"
)
LINES = {1: 1, 4: 0, 8: 4, 9: 5, 11: 7, 14: 10, 99: 0}


@pytest.mark.parametrize("line", LINES)
def test_lines(line: int) -> None:
    assert line_before(BEFORE, AFTER, line) == LINES[line]


def test_what_is_said_and_what_is_unchanged(tmp_path: Path) -> None:
    place = tmp_path / "made.py"
    files = [Written(place, "net.py", BEFORE, AFTER)]
    said = with_origins(f"{place}:9: TypeError", files)
    assert said == f"{place}:9: TypeError; it was written `y = ops.relu(x)` for net.py:5: `y = torch.relu(x)`"
    assert with_origins(f"{place}:12: no", files).endswith("it is net.py:8, unchanged: `2`")
    assert with_origins("other.py:3: no", files) == "other.py:3: no"
    assert is_unchanged(f"{place}:10", files)
    assert not is_unchanged(f"{place}:14", files)
    assert not is_unchanged("other.py:3", files)
