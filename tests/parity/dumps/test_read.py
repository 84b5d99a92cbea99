"""A dump read: its forms, and what is damaged; nothing in it is executed."""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path

import pytest
import torch

sys.path.insert(0, str(Path(__file__).parents[1] / "executions"))
from pairs import dumped, port

from mappings.rows.model import Opaque
from parity.code.errors import CannotCompare
from parity.dumps.folder import chosen_places, is_dump, places_in
from parity.dumps.placement import cut_of, fits
from parity.dumps.read import read_dump
from parity.dumps.stack import read_stack
from parity.dumps.values import dtype_name
from parity.executions.torch_calls import torch_call


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return next(dumped(tmp_path, port(tmp_path, "net"), "dump").rglob("dump.json")).parent


def test_what_was_written_is_read_again(place: Path) -> None:
    execution = read_dump(places_in(place)[0])
    assert (execution.framework, execution.level, execution.task) == ("pytorch", "mix", "tensor")
    norm = next(entry for entry in execution.entries if entry.path == "norm")
    assert (norm.type, norm.phase, norm.number) == ("LayerNorm", "forward", 0)
    assert set(norm.parameters) == {"weight", "bias"}
    assert norm.user_frame is not None
    assert norm.user_frame.text == "y = F.gelu(self.norm(self.first(x)))"
    values = norm.results[0].values()
    assert values is not None
    assert values.shape == (4, 8)


def test_steps_and_ranks_are_listed(tmp_path: Path, place: Path) -> None:
    data = (place / "dump.json").read_text()
    for step, rank in ((0, 1), (3, 0)):
        folder = tmp_path / "dump" / f"step{step}" / f"rank{rank}"
        folder.mkdir(parents=True)
        (folder / "dump.json").write_text(data)
    root = tmp_path / "dump"
    assert is_dump(root)
    assert [(p.step, p.rank) for p in places_in(root)] == [(0, "rank0"), (0, "rank1"), (3, "rank0")]
    assert [p.rank for p in chosen_places(root, None, "1")] == ["rank1"]
    with pytest.raises(CannotCompare, match="holds no step 7"):
        chosen_places(root, 7, "")


def test_both_forms_of_a_stack() -> None:
    line = "File /a/net.py, line 7, in forward, \n return self.fc(x)"
    old, new = {"Module.fc.Linear.forward.0": [line]}, {"0": [["Module.fc.Linear.forward.0"], [line]]}
    assert read_stack(old) == read_stack(new)
    (frame,) = read_stack(old)["Module.fc.Linear.forward.0"]
    assert (frame.file, frame.line, frame.text) == ("/a/net.py", 7, "return self.fc(x)")


@pytest.mark.parametrize(
    ("text", "name"), [("torch.float32", "float32"), ("Float16", "float16"), ("BFloat16", "bfloat16"), ("Bool", "bool")]
)
def test_dtypes_of_both_frameworks(text: str, name: str) -> None:
    assert dtype_name(text) == name


DAMAGE = {
    "cut": lambda text: text[: len(text) // 2],
    "no object": lambda text: "[]",
    "no data": lambda text: '{"task": "tensor"}',
    "entry": lambda text: text.replace('"shape": [', '"shape": ["x",', 1),
    "dtype": lambda text: text.replace("torch.float32", "torch.nothing", 1),
    "outside": lambda text: text.replace('"data_name": "', '"data_name": "../', 1),
    "structure": lambda text: text.replace('"task": "tensor"', '"task": "structure"'),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_dump_ends_in_one_line_that_names_it(place: Path, kind: str) -> None:
    file = place / "dump.json"
    file.write_text(DAMAGE[kind](file.read_text()))
    with pytest.raises(CannotCompare, match=r"dump\.json") as error:
        read_dump(places_in(place)[0])
    assert "\n" not in str(error.value)


def test_a_tensor_file_of_another_run_is_refused(place: Path) -> None:
    name = "Module.norm.LayerNorm.forward.0.output.0.pt"
    torch.save(torch.zeros(2, 2), place / "dump_tensor_data" / name)
    norm = next(entry for entry in read_dump(places_in(place)[0]).entries if entry.path == "norm")
    with pytest.raises(CannotCompare, match="belongs to another run"):
        norm.results[0].values()


class _Bomb:
    def __reduce__(self) -> tuple[object, ...]:
        return (Path.touch, (Path("executed"),))


def test_nothing_in_a_tensor_file_is_executed(place: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    name = "Module.norm.LayerNorm.forward.0.output.0.pt"
    (place / "dump_tensor_data" / name).write_bytes(pickle.dumps(_Bomb()))
    norm = next(entry for entry in read_dump(places_in(place)[0]).entries if entry.path == "norm")
    with pytest.raises(CannotCompare, match="cannot be read"):
        norm.results[0].values()
    assert not Path("executed").exists()


def test_what_stands_beside_may_be_missing(place: Path) -> None:
    (place / "stack.json").unlink()
    (place / "construct.json").write_text("{")
    execution = read_dump(places_in(place)[0])
    assert execution.notes == ["stack.json is missing", "construct.json cannot be read"]
    assert json.loads((place / "dump.json").read_text())["data"]


def changed(place: Path, name: str, key: str, value: object) -> None:
    """Put an argument by name, or a parent, into one of the files of a dump."""
    path = place / name
    found = json.loads(path.read_text())
    (found["data"] if name == "dump.json" else found)[key] = value
    path.write_text(json.dumps(found))


def test_a_form_of_memory_and_a_dtype_are_arguments_with_which_a_call_runs(tmp_path: Path) -> None:
    target = port(
        tmp_path, "net", ("self.first(x)", "self.first(x.to(torch.float32, memory_format=torch.preserve_format))")
    )
    execution = read_dump(places_in(dumped(tmp_path, target, "dump"))[0])
    (cast,) = [entry for entry in execution.entries if entry.type == "to"]
    assert cast.kwargs["memory_format"] == Opaque("torch.preserve_format")
    call = torch_call(cast)
    assert call is not None
    (result,) = call.run({}, None) or []
    assert torch.equal(result, cast.results[0].values())


@pytest.mark.parametrize(("said", "step"), [(["Module.net.Net.forward.0", 2], 2), ("Module.net.Net.forward.0", None)])
def test_the_micro_step_of_megatron_is_kept(place: Path, said: object, step: int | None) -> None:
    changed(place, "construct.json", "Module.norm.LayerNorm.forward.0", said)
    execution = read_dump(places_in(place)[0])
    (norm,) = [entry for entry in execution.entries if entry.path == "norm"]
    assert (norm.parent, norm.micro_step) == ("Module.net.Net.forward.0", step)


def mesh(ranks: object, *placements: dict[str, object]) -> dict[str, object]:
    return {"device_mesh": ranks, "placements": list(placements)}


def layout(matrix: list[int], axes: list[int], **more: object) -> dict[str, object]:
    return {"layout": {"Device Matrix": matrix, "Tensor Map": axes, "Interleaved": "No", **more}}


WHOLE, FIRST, PART = {"Replicate": {}}, {"Shard": {"dim": 0}}, {"Partial": {"reduce_op": "sum"}}


@pytest.mark.parametrize(
    ("found", "cut"),
    [
        ({}, None),
        (mesh([0, 1], FIRST), 0),
        (mesh([0, 1], WHOLE), None),
        (mesh([0, 1], PART), "sum"),
        (mesh([0, 1], {"Partial": {"reduce_op": "max"}}), None),
        (mesh([1, 0], FIRST), None),
        (mesh([[0, 1], [2, 3]], WHOLE, {"Shard": {"dim": 1}}), 1),
        (mesh([[0, 1], [2, 3]], FIRST, {"Shard": {"dim": 1}}), None),
        (mesh([[0, 1]], FIRST, {"Shard": {"dim": -1}}), -1),
        (layout([2, 4], [-1, 0]), 1),
        (layout([2, 4], [1, -1]), 0),
        (layout([1, 4], [1, -1]), None),
        (layout([2, 4], [1, 0]), None),
        (layout([2], [-1], Partial=["sum"]), "sum"),
        (layout([4], [0], **{"Rank List": [0, 2, 1, 3]}), None),
    ],
)
def test_how_ranks_share_a_tensor_is_read(found: dict[str, object], cut: int | str | None) -> None:
    assert cut_of(found) == cut


def test_what_is_cut_fits_together() -> None:
    assert fits(0, [(2, 3), (4, 3)])
    assert fits(-1, [(2, 3), (2, 3)])
    assert fits("sum", [(2, 3), (2, 3)])
    assert not fits(1, [(2, 3), (4, 3)])
    assert not fits(2, [(2, 3), (2, 3)])
    assert not fits("sum", [(2, 3), (3, 2)])
    assert not fits(None, [(2, 3), (2, 3)])
