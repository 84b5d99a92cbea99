"""The line to write: one layer for each place instead of one for all."""

from __future__ import annotations

import pytest

from parity.code.fixes import corrected_line, one_each
from parity.nets.loading import Loader
from parity.table.relations import other_spellings

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


@pytest.mark.parametrize(
    "line, written",
    [
        ("nn.Dropout(0.3)", "nn.Dropout(p=0.3)"),
        ("nn.Dropout(keep_prob=0.3)", "nn.Dropout(p=0.3)"),
        ("nn.Dropout(keep_prob=0.3, dtype=None)", "nn.Dropout(dtype=None, p=0.3)"),
        ("nn.Dropout(0.3, p=0.5)", "nn.Dropout(p=0.3)"),
        ("nn.Dropout(0.3, 0.5)", "nn.Dropout(0.3, 0.3)"),
        ("nn.Dropout()", "nn.Dropout(p=0.3)"),
        ("nn.Dropout( 0.3 ) if count else nn.Dropout(0.3)", "nn.Dropout(p=0.3) if count else nn.Dropout(0.3)"),
    ],
)
def test_an_argument_that_another_takes_the_place_of_is_left_out(tmp_path, line, written):
    (tmp_path / "net.py").write_text(f"{HEAD}        self.a = {line}\n")
    with Loader() as loader:
        built = loader.build(f"{tmp_path}/net.py:Net", 0, "port")
        construction = built.constructions.get(built.net.a)
    assert construction is not None
    assert corrected_line(construction, {"p": 0.3}, {"keep_prob"}) == f"self.a = {written}"


def test_spellings_of_one_argument():
    assert other_spellings("mindspore.nn.Dropout", "p") == {"keep_prob"}
    assert other_spellings("mindspore.nn.Conv2d", "stride") == frozenset()
    assert other_spellings("torch.nn.Dropout", "p") == frozenset()
    assert other_spellings(None, "p") == frozenset()
