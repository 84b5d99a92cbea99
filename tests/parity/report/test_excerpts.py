"""Source lines beside a finding: indentation, what differs, and what to write."""

from __future__ import annotations

import pytest

from parity.report import Finding
from parity.report.excerpts import differing, excerpts

PORT = ["class Net:", "    def __init__(self):", "        if True:", "            self.norm = nn.LayerNorm((8,))", ""]
REFERENCE = ["self.norm = nn.LayerNorm(8, eps=1e-5)"]


def finding(fix: str) -> Finding:
    return Finding("epsilon", "error", "forward", location="port.py:4", reference_location="ref.py:1", fix=fix)


def read(path: str) -> list[str] | None:
    return {"port.py": PORT, "ref.py": REFERENCE}.get(path)


@pytest.mark.parametrize(
    ("line", "other", "different"),
    [
        ("nn.GELU()", "nn.GELU(approximate=False)", []),
        ("nn.GELU(approximate=False)", "nn.GELU()", ["approximate=False"]),
        ("nn.LayerNorm(8, eps=1e-5)", "nn.LayerNorm((8,))", [" eps=1e-5"]),
        ("anything", "", []),
    ],
)
def test_what_differs_in_a_line(line: str, other: str, different: list[str]) -> None:
    parts = differing(line, other)
    assert "".join(piece for piece, _ in parts) == line
    assert [piece for piece, differs in parts if differs] == different


def test_common_indentation_goes_and_the_line_to_write_follows() -> None:
    fix = "self.norm = nn.LayerNorm((8,), epsilon=1e-05)"
    reference, port = excerpts(finding(fix), (read, read))
    assert [line.text for line in reference.lines] == REFERENCE
    assert [(line.number, line.text, line.kind) for line in port.lines] == [
        (1, "class Net:", ""), (2, "    def __init__(self):", ""), (3, "        if True:", ""),
        (4, "            self.norm = nn.LayerNorm((8,))", "hit"), (0, "            " + fix, "write"), (5, "", ""),
    ]  # fmt: skip
    moved = Finding("epsilon", "error", "forward", location="port.py:1")
    (port,) = excerpts(moved, (lambda _: None, lambda _: PORT[3:]))
    assert port.lines[0].text == "self.norm = nn.LayerNorm((8,))"


def test_advice_is_no_line_to_write() -> None:
    _, port = excerpts(finding("call net.set_train() before training"), (read, read))
    assert [line.kind for line in port.lines] == ["", "", "", "hit", ""]


@pytest.mark.parametrize("location", ["", "no colon", "port.py:x", "port.py:0", "port.py:99", "other.py:1"])
def test_a_place_that_cannot_be_shown(location: str) -> None:
    shown = excerpts(Finding("epsilon", "error", "forward", location=location), (read, read))
    assert [(one.location, one.lines) for one in shown] == ([(location, ())] if location else [])
