"""An unsharded reference and a port of several ranks: judged, and never left hanging."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import parity
from parity import CannotCompare
from parity.pipeline import launched
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bug", "line", "said"),
    [
        ("none", "return y + self.bias", "an all-reduce is missing"),
        ("epsilon", "self.norm = ", "epsilon=0.001, the reference with epsilon=1e-05"),
        ("scale", "q = q / ", "computes div before matmul"),
    ],
)
def test_a_mistake_is_named_at_its_line(bug: str, line: str, said: str) -> None:
    first = next(finding for finding in compared(bug).findings if finding.severity == "error")
    assert said in first.message
    number = int((first.location or "").rpartition(":")[2])
    assert (NETS / "block_ms.py").read_text().splitlines()[number - 1].strip().startswith(line)


@pytest.mark.slow
def test_a_rank_that_raises_is_said() -> None:
    with pytest.raises(CannotCompare, match=r"rank 1 of the port: .*block_ms.py:\d+: ValueError: no such rank"):
        compared("raises")


@pytest.mark.slow
def test_ranks_that_wait_for_each_other_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launched, "_WAITING", 25.0)
    with pytest.raises(
        CannotCompare, match=r"do not end within 25 s: rank 0 at .*block_ms.py:\d+, rank 1 at .*block_ms.py:\d+"
    ):
        compared("stuck")


@pytest.mark.slow
def test_under_torchrun_it_says_what_to_do(tmp_path: Path) -> None:
    words = ["-m", "ms2torch", "compare", REFERENCE, f"{NETS / 'block_ms.py'}:net", "--input", "float32[2,5,32]"]
    run = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2", *words]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert "leave torchrun away, and give --ranks N" in done.stderr


def test_what_ranks_cannot_do_is_refused() -> None:
    with pytest.raises(CannotCompare, match="leave --grad away"):
        parity.compare(REFERENCE, REFERENCE, "float32[2,5,32]", ranks=2, grad=True)
