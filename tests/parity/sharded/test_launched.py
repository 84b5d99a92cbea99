"""An unsharded reference and a port of several ranks: judged, and never left hanging."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import parity
from benchmarks.sharded import compared as in_folder, is_named
from benchmarks.sharded_edits import RIGHT, WRONG
from parity import CannotCompare
from parity.pipeline import rank_comparison
from parity.report.model import Report
from parity.sharded.cut import Cut, cuts

NETS = Path(__file__).parent / "nets"
REFERENCE = f"{NETS / 'block_torch.py'}:Block"


@pytest.mark.parametrize(
    ("reference", "port", "ranks", "expected"),
    [
        ({"a.weight": (8, 4)}, {"a.weight": (4, 4)}, 2, {"a.weight": Cut("a.weight", 0, 2)}),
        ({"a.weight": (8, 4)}, {"a.weight": (8, 1)}, 4, {"a.weight": Cut("a.weight", 1, 4)}),
        ({"n.weight": (8,)}, {"n.gamma": (8,)}, 2, {"n.gamma": Cut("n.weight")}),
        ({"a.weight": (8, 4)}, {"b.weight": (4, 4)}, 4, {"b.weight": Cut("a.weight", 0, 2)}),  # two copies of two parts
        ({"p": (8,), "q": (8,)}, {"x": (8,), "y": (4,)}, 2, {"x": Cut("p"), "y": Cut("q", 0, 2)}),
    ],
)
def test_where_the_weights_of_a_rank_come_from(reference: dict, port: dict, ranks: int, expected: dict) -> None:
    assert cuts(reference, port, ranks, {}) == expected


def test_the_map_settles_it() -> None:
    shapes = {"p": (8,), "q": (8,)}
    assert cuts(shapes, {"x": (4,), "y": (4,)}, 2, {"q": "x"})["x"] == Cut("q", 0, 2)


@pytest.mark.parametrize("shape", [(3, 4), (4, 2), (8, 4, 1), (2, 4)])
def test_what_is_no_part_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(CannotCompare, match="is no weight of the reference's, nor one cut into at most 2 parts"):
        cuts({"a": (8, 4)}, {"a": shape}, 2, {})


def compared(bug: str, ranks: int = 2) -> Report:
    return parity.compare(REFERENCE, f"{NETS / 'block_ms.py'}:net({bug!r})", "float32[2,5,32]", ranks=ranks)


@pytest.mark.slow
def test_a_right_port_is_the_same() -> None:
    report = compared("")
    assert (report.verdict, report.findings) == ("same", ())
    assert {pair.port: pair.transform for pair in report.weights.mapped}["o.weight"] == "part of 2 along axis 1"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bug", "line", "rule"),
    [
        ("bias", "return self.reduce(y + self.bias)", "bias-on-every-rank"),
        ("twice", "return self.reduce(self.reduce(y)) + self.bias", "reduced-twice"),
        ("scale", "q = q / ", "scaled-by-world-size"),
    ],
)
def test_a_mistake_is_named_at_its_line(bug: str, line: str, rule: str) -> None:
    (error,) = [finding for finding in compared(bug).findings if finding.severity == "error"]
    assert error.rule == rule
    number = int((error.location or "").rpartition(":")[2])
    assert (NETS / "block_ms.py").read_text().splitlines()[number - 1].strip().startswith(line)


@pytest.mark.slow
def test_a_rank_that_raises_is_said() -> None:
    with pytest.raises(CannotCompare, match=r"rank 1 of the port: .*ValueError: no such rank"):
        compared("raises")


@pytest.mark.slow
def test_ranks_that_exchange_other_shapes_are_said() -> None:
    with pytest.raises(
        CannotCompare,
        match=r"block_ms.py:\d+: rank \d gives all_reduce \d+ of float\d+, rank \d another number of elements",
    ):
        compared("shapes")


@pytest.mark.slow
def test_ranks_that_wait_for_each_other_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank_comparison, "WAITING", 12.0)
    with pytest.raises(
        CannotCompare, match=r"do not end within 12 s: rank 0 at .*block_ms.py:\d+, rank 1 at .*block_ms.py:\d+"
    ):
        compared("stuck")


PROGRAMS = {(one.name, one.ranks, dict(one.options).get("grad", False)): one for one in RIGHT}


@pytest.mark.slow
@pytest.mark.parametrize(
    "which",
    [("mlp_tp_torch", 2, True), ("tied_pp_torch", 4, False), ("experts_ep_ms", 2, False), ("ring_cp_torch", 4, False)],
)
def test_right_programs_are_the_same(which: tuple[str, int, bool], tmp_path: Path) -> None:
    report = in_folder(PROGRAMS[which], tmp_path)
    assert isinstance(report, Report)
    assert (report.verdict, report.findings) == ("same", ())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "new"),
    [
        ("mlp_tp_torch", "Reduce.apply(y + self.bias)"),
        ("mlp_tp_torch", "        return grad"),
        ("mlp_dp_torch", "return grad"),
        ("language_tp_ms", ""),
        ("tied_pp_torch", "F.linear(x, self.embed.weight)"),
        ("mlp_mesh_torch", "dist.all_reduce(y)"),
        ("loss_dp_ms", "return self.reduce(losses.mean()) / self.size"),
        ("ring_cp_torch", "summed = summed + weights @ v"),
        ("halo_sp_ms", "(x, self.before(x)), 1"),
    ],
)
def test_planted_mistakes_are_named(name: str, new: str, tmp_path: Path) -> None:
    program = next(one for one in WRONG if (one.name, one.changes[0][1]) == (name, new))
    assert is_named(program, in_folder(program, tmp_path)) == (True, True, True)


@pytest.mark.slow
@pytest.mark.parametrize("port", ["block_ms.py:net", "mlp_tp_torch.py:net"])
def test_under_torchrun_it_says_what_to_do(port: str, tmp_path: Path) -> None:
    reference, given = (
        (REFERENCE, "float32[2,5,32]") if "block" in port else (f"{NETS}/references.py:Mlp", "float32[4,8,16]")
    )
    words = ["-m", "ms2torch", "compare", reference, f"{NETS}/{port}", "--input", given]
    run = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2", *words]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=200)
    assert "leave torchrun away, and give --ranks N" in done.stderr


@pytest.mark.parametrize("option", [{"init": True}, {"thorough": True}])
def test_what_ranks_cannot_do_is_refused(option: dict) -> None:
    with pytest.raises(CannotCompare, match="several ranks are compared by one run"):
        parity.compare(REFERENCE, REFERENCE, "float32[2,5,32]", ranks=2, **option)
