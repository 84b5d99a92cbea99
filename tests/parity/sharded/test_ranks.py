"""Ranks of one net: joined they are the unsharded net, and where they must agree and do not is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from click.testing import CliRunner, Result

from cli.main import program
from parity import CannotCompare, compare
from parity.dumps.execution import Entry, Execution, Frame, held
from parity.dumps.write import write_dump
from parity.sharded.agreement import disagreements
from parity.sharded.joined import joined

DRAWN = torch.Generator().manual_seed(0)
X, UP, DOWN, HEAD = (torch.randn(*shape, generator=DRAWN) for shape in ((4, 6), (8, 6), (6, 8), (3, 6)))


class Rank:
    """What one rank of a net did: a column-parallel and a row-parallel layer, their sum, a head."""

    def __init__(self, name: str = "rank0") -> None:
        self.execution = Execution(name, framework="pytorch", level="mix", task="tensor", step=0, rank=name)
        self._line = 0

    def call(self, family: str, name: str, args: tuple[torch.Tensor, ...], output: torch.Tensor) -> torch.Tensor:
        """Note one call."""
        self._line += 1
        count = sum(entry.type == name for entry in self.execution.entries)
        frames = (Frame("net.py", self._line, "forward", f"{name}(...)"),)
        stored = tuple(held(value.clone()) for value in args)
        self.execution.entries.append(
            Entry(f"{family}.{name}.{count}.forward", "api", family, "", name, "forward", count, stored, {},
                  (held(output.clone()),), frames=frames)
        )  # fmt: skip
        return output

    def layer(self, path: str, x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        """Note a linear layer: the call, then the module around it."""
        output = self.call("Functional", "linear", (x, weight), F.linear(x, weight))
        call = self.execution.entries[-1]
        name = f"Module.{path}.Linear.forward.0"
        self.execution.entries[-1] = replace(call, parent=name)
        self.execution.entries.append(
            replace(call, name=name, kind="module", family="Module", path=path, type="Linear", number=0,
                    args=call.args[:1], parameters={"weight": held(weight.clone())}, parent=None)
        )  # fmt: skip
        return output


def ranks(count: int, *, reduces: bool = True, exact: float = 1.0, head: float = 1.0) -> list[Execution]:
    """The net in so many tensor-parallel ranks; `exact` and `head` spoil the last rank's reduction and weight."""
    sides = [Rank(f"rank{number}") for number in range(count)]
    parts: list[torch.Tensor] = []
    for number, side in enumerate(sides):
        y = F.gelu(side.layer("up", X, UP.chunk(count, 0)[number]))
        side.call("Functional", "gelu", (F.linear(X, UP.chunk(count, 0)[number]),), y)
        parts.append(side.layer("down", y, DOWN.chunk(count, 1)[number]))
    total = torch.stack(parts).sum(0)
    for number, side in enumerate(sides):
        last = number == count - 1
        got = parts[number]
        if reduces and count > 1:
            got = side.call("Distributed", "all_reduce", (got,), total * (exact if last else 1.0))
        z = side.call("Tensor", "__add__", (X, got), X + got)
        side.layer("head", z, HEAD * (head if last else 1.0))
    return [side.execution for side in sides]


@pytest.mark.parametrize("count", [2, 4])
def test_shards_joined_are_the_whole(count: int) -> None:
    (whole,) = ranks(1)
    made = joined(ranks(count), whole)
    assert (made.shards, made.replicas, made.parts) == (count, 1, [])
    assert [entry.name for entry in made.execution.entries] == [entry.name for entry in whole.entries]
    for ours, theirs in zip(made.execution.entries, whole.entries, strict=True):
        for one, other in zip([*ours.inputs, *ours.results], [*theirs.inputs, *theirs.results], strict=True):
            values, wanted = one.values(), other.values()
            assert values is not None
            assert wanted is not None
            torch.testing.assert_close(values, wanted)


@pytest.mark.parametrize(
    ("made", "kind", "said"),
    [
        ({}, None, ""),
        ({"exact": 1.001}, "collective", "the result on rank1 is not that of what the ranks gave"),
        ({"head": 1.01}, "weights", "weight is one weight on all ranks, and 1.0e-02 off on rank1"),
        ({"reduces": False}, "collective", "parts of a sum"),
    ],
)
def test_what_must_agree(made: dict[str, float], kind: str | None, said: str) -> None:
    sides = ranks(2, **made)  # type: ignore[arg-type]
    found = disagreements(sides, joined(sides, ranks(1)[0]))
    assert (found[0].kind if found else None) == kind
    assert not found or said in found[0].message


def test_a_call_that_a_rank_lacks() -> None:
    sides = ranks(2)
    sides[1].entries = sides[1].entries[:-2]
    (found,) = disagreements(sides, joined(sides, None))
    assert (found.kind, found.ranks, found.entry.name) == ("calls", ("rank1",), "Functional.linear.2.forward")


def run(*words: str) -> Result:
    return CliRunner().invoke(program, list(words))


def written(tmp_path: Path, name: str, sides: list[Execution]) -> str:
    for side in sides:
        write_dump(side, tmp_path / name)
    return str(tmp_path / name)


def test_shards_against_the_unsharded_net_from_the_command_line(tmp_path: Path) -> None:
    whole, two = written(tmp_path, "whole", ranks(1)), written(tmp_path, "two", ranks(2))
    same = run("compare", whole, two, "--rank", "all")
    assert same.exit_code == 0, same.output
    told = tmp_path / "told.json"
    run("compare", whole, two, "--rank", "all", "--json", str(told))
    assert "2 ranks are 2 shards, 1 copy of each" in told.read_text(encoding="utf-8")
    missing = run("compare", whole, written(tmp_path, "unreduced", ranks(2, reduces=False)), "--rank", "all")
    assert missing.exit_code == 1
    assert "net.py:4: error: Tensor.__add__.0: it is given the ranks' parts of a sum" in missing.output
    assert run("ranks", two).output == "AGREE: 2 ranks, 1 step: 2 shards, 1 copy of each\n"
    assert run("ranks", whole).exit_code == 2


def test_copies_with_batches_of_their_own(tmp_path: Path) -> None:
    sides = []
    for number, part in enumerate(X.chunk(2)):
        side = Rank(f"rank{number}")
        z = side.layer("up", part, UP)
        side.call("Torch", "mean", (z,), z.mean())
        sides.append(side.execution)
    whole = Rank()
    z = whole.layer("up", X, UP)
    whole.call("Torch", "mean", (z,), z.mean())
    made = joined(sides, whole.execution)
    assert (made.shards, made.replicas) == (1, 2)
    result = made.execution.entries[-1].results[0].values()
    assert result is not None
    torch.testing.assert_close(result, z.mean())
    copies = written(tmp_path, "copies", sides)
    assert run("compare", written(tmp_path, "whole", [whole.execution]), copies, "--rank", "all").exit_code == 0
    (tmp_path / "cli.json").unlink(missing_ok=True)
    assert run("ranks", copies, "--json", str(tmp_path / "cli.json")).exit_code == 0
    assert '"replicas": 2' in (tmp_path / "cli.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("told", [False, True])
def test_figures_alone_are_joined_as_the_dump_says(told: bool) -> None:
    """A square part could be one of rows or of columns: only the layout tells."""

    def side(name: str, value: torch.Tensor) -> Execution:
        stored = replace(held(value), held=None, has_values=False, cut=1 if told else None)
        made = Entry("Tensor.abs.0.forward", "api", "Tensor", "", "abs", "forward", 0, (stored,), {}, (stored,))
        weighed = Entry(
            "Module.a.Linear.forward.0", "module", "Module", "a", "Linear", "forward", 0, parameters={"weight": stored}
        )
        return Execution(name, framework="pytorch", level="mix", task="statistics", entries=[weighed, made], rank=name)

    sides = [side(f"rank{number}", torch.randn(4, 4, generator=DRAWN)) for number in range(2)]
    result = joined(sides, None).execution.entries[-1].results[0]
    assert result.shape == ((4, 8) if told else (4, 4))
    assert (result.figures is not None) is told


def vocabulary(count: int) -> list[Execution]:
    """An embedding cut by words, each rank looking up its own and adding zeros for the others'; then a head."""
    words, table, head = torch.tensor([[1, 6, 3], [7, 0, 4]]), UP[:, :4], UP.T.reshape(12, 4)[:8]
    sides = [Rank(f"rank{number}") for number in range(count)]
    own = len(table) // count
    parts: list[torch.Tensor] = []
    for number, side in enumerate(sides):
        local = words
        if count > 1:
            local = side.call("Tensor", "__sub__", (words,), words - number * own)
            last = side.execution.entries[-1]
            side.execution.entries[-1] = replace(last, args=(*last.args, number * own))
            outside = (local < 0) | (local >= own)
            local = side.call("Tensor", "masked_fill", (local, outside), local.masked_fill(outside, 0))
        part = table.chunk(count)[number]
        found = side.call("Functional", "embedding", (local, part), F.embedding(local, part))
        if count > 1:
            mask = outside[..., None]
            found = side.call("Tensor", "masked_fill", (found, mask), found.masked_fill(mask, 0.0))
        parts.append(found)
    total = torch.stack(parts).sum(0)
    for side, found in zip(sides, parts, strict=True):
        x = side.call("Distributed", "all_reduce", (found,), total) if count > 1 else found
        side.layer("head", x, head)
    for execution in (side.execution for side in sides):
        entry = next(entry for entry in execution.entries if entry.type == "embedding")
        holder = replace(
            entry, name="Module.e.Embedding.forward.0", kind="module", family="Module", path="e", type="Embedding",
            args=entry.args[:1], parameters={"weight": entry.inputs[1]},
        )  # fmt: skip
        place = execution.entries.index(entry)
        execution.entries[place : place + 1] = [replace(entry, parent=holder.name), holder]
    return [side.execution for side in sides]


def test_what_each_rank_looks_up_for_itself_is_left_open_until_it_is_added(tmp_path: Path) -> None:
    whole, two = vocabulary(1), vocabulary(2)
    made = joined(two, whole[0])
    results = {entry.name: entry.results[0] for entry in made.execution.entries}
    assert not results["Functional.embedding.0.forward"].has_values
    summed = results["Tensor.masked_fill.1.forward"].values()
    wanted = whole[0].entries[0].results[0].values()
    assert summed is not None
    assert wanted is not None
    torch.testing.assert_close(summed, wanted)
    said = run("compare", written(tmp_path, "whole", whole), written(tmp_path, "two", two), "--rank", "all")
    assert said.exit_code == 0, said.output


@pytest.mark.parametrize(
    ("numbers", "found"), [((1e-5, 1e-5), None), ((1e-5, 1e-2), ": 0.01 in place of 1e-05"), ((0, 4), None)]
)
def test_another_epsilon_on_one_rank_is_said_and_a_rank_s_own_number_is_not(
    numbers: tuple[float, float], found: str | None
) -> None:
    sides: list[Execution] = []
    for rank, number in enumerate(numbers):
        side = Rank(f"rank{rank}")
        side.layer("head", X, HEAD)
        side.call("Tensor", "__add__", (X,), X + number)
        last = side.execution.entries[-1]
        side.execution.entries[-1] = replace(last, args=(*last.args, number))
        sides.append(side.execution)
    said = disagreements(sides, joined(sides, None))
    assert [one.kind for one in said] == (["results"] if found else [])
    assert not found or found in said[0].message


def test_dumps_are_compared_rank_by_rank(tmp_path: Path) -> None:
    right, wrong = written(tmp_path, "right", ranks(2)), written(tmp_path, "wrong", ranks(2, head=1.01))
    assert compare(right, right, rank="each").verdict == "same"
    report = compare(right, wrong, rank="each")
    assert report.verdict == "different"
    assert {layer.rank for layer in report.layers} == {"rank0", "rank1"}
    (error,) = report.of_severity("error")
    assert (error.port_layer, error.evidence.split(";")[0]) == ("head", "on rank1 alone")
    assert report.stages[0].reason == "2 ranks compared, each with its own; different: rank1"


def test_rank_by_rank_needs_two_dumps_with_a_rank_in_common(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text("import torch\nNet = torch.nn.Identity\n")
    two, other = written(tmp_path, "two", ranks(2)), [replace(one, rank="rank7") for one in ranks(1)]
    with pytest.raises(CannotCompare, match="two dumps rank by rank"):
        compare(f"{tmp_path / 'net.py'}:Net", two, rank="each")
    with pytest.raises(CannotCompare, match="the reference has rank0, rank1, the port rank7"):
        compare(two, written(tmp_path, "other", other), rank="each")


def test_ranks_that_recorded_nothing_do_not_agree(tmp_path: Path) -> None:
    said = run("ranks", written(tmp_path, "empty", [replace(one, entries=[]) for one in ranks(2)]))
    assert said.exit_code == 2
    assert "holds no call" in said.output
