"""The four mapping files of msprobe's compare: what is read, and which operations they settle."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "executions"))
from pairs import cell, dumped, port

from parity.code.errors import CannotCompare
from parity.dumps.folder import places_in
from parity.dumps.mapping import read_msprobe_mapping
from parity.dumps.read import read_dump
from parity.executions.align import align
from parity.executions.settled import settled_pairs
from parity.executions.units import operations_of

CELLS = "first.Dense: second.Linear\nsecond.Dense: first.Linear\n"
APIS = "- ms_api: Functional.gelu\n  pt_api: Functional.gelu\n  ms_args: [0]\n  pt_args: [0]\n"
DATA = "Cell.head.Dense.forward.0.input.0: Module.head.Linear.forward.0.input.0\n"
LAYERS = "TopLayer:\n  first: second\nCell:\n  second: first(Linear)\n"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (CELLS, {"Module.second.Linear": "Cell.first.Dense", "Module.first.Linear": "Cell.second.Dense"}),
        (APIS, {"Functional.gelu": "Functional.gelu"}),
        (DATA, {"Module.head.Linear.forward.0": "Cell.head.Dense.forward.0"}),
        ("TopLayer: {a: c}\nBlock: {b: d, e.f: d}\n", {"TopLayer:c": "TopLayer:a", "Block:d": "Block:b|Block:e.f"}),
    ],
)
def test_each_kind_is_read(text: str, read: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    path.write_text(text, encoding="utf-8")
    assert read_msprobe_mapping(path) == read


@pytest.mark.parametrize("text", ["", "3", "[1, 2]", "{a: 1}", "{a: {b: 2}}", "a: [", "- {ms_api: x}"])
def test_what_is_none_of_them_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CannotCompare, match=r"map\.yaml"):
        read_msprobe_mapping(path)


@pytest.mark.parametrize(
    ("text", "wanted"), [(CELLS, {"first": "second", "second": "first"}), (DATA, {"head": "head"})]
)
def test_what_is_settled_is_paired(text: str, wanted: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    path.write_text(text, encoding="utf-8")
    mapping = read_msprobe_mapping(path)
    sides = [
        operations_of(read_dump(places_in(dumped(tmp_path, target, name))[0]))
        for target, name in ((port(tmp_path, "net"), "ref"), (cell(tmp_path, "cell"), "port"))
    ]
    pairs = {
        pair.port.path: pair.reference.path
        for pair in align(sides[0], sides[1], mapping)
        if pair.port is not None and pair.reference is not None
    }
    assert wanted.items() <= pairs.items()
    assert settled_pairs({"nothing": "such"}, sides[0], sides[1]) == []
