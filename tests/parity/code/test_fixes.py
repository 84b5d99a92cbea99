"""The line to write: one layer for each place instead of one for all."""

from __future__ import annotations

import pytest

from parity.code.fixes import one_each
from parity.nets.loading import Loader

LINES = [
    ("nn.CellList([nn.Dense(8, 8)] * 3)", "nn.CellList([nn.Dense(8, 8) for _ in range(3)])"),
    ("nn.CellList(3 * [nn.Dense(8, 8)])", "nn.CellList([nn.Dense(8, 8) for _ in range(3)])"),
    ("nn.CellList([nn.Dense(8, 8)] * (count + 1))", "nn.CellList([nn.Dense(8, 8) for _ in range(count + 1)])"),
    ("nn.SequentialCell([ nn.Dense(8, 8) ] * count)", "nn.SequentialCell([nn.Dense(8, 8) for _ in range(count)])"),
    ("nn.CellList([nn.Dense(8, 8), nn.Dense(8, 8)] * 2)", ""),
    ("nn.CellList([nn.Dense(8, 8) for _ in range(3)])", ""),
    ("nn.CellList([nn.Dense(2 * 4, 8)])", ""),
]


HEAD = """
from ms2torch import nn
count = 2
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
"""


@pytest.mark.parametrize("line, fix", LINES)
def test_a_list_of_one_layer_times_a_number(tmp_path, line, fix):
    (tmp_path / "net.py").write_text(f"{HEAD}        self.a = {line}\n")
    with Loader() as loader:
        built = loader.build(f"{tmp_path}/net.py:Net", 0, "port")
        construction = built.constructions.get(built.net.a[0])
    assert construction is not None
    assert one_each(construction) == (f"self.a = {fix}" if fix else "")
