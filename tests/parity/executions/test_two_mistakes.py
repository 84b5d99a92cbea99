"""Operations that changed places, one that is missing behind another mistake, and what a level of a dump cannot say."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from pairs import cell, dumped, port

from parity import compare
from parity.code.errors import CannotCompare
from parity.pipeline.dumped import record_dump

_LINE = "y = F.gelu(self.norm(self.first(x)))"
_GATED = "h = self.first(x)\n        k = self.norm(h)\n        y = torch.tanh(h) * torch.sigmoid(k)"
_TURNED = _GATED.replace("tanh", "?").replace("sigmoid", "tanh").replace("?", "sigmoid")
_SECOND = "z = self.second(y)"


@pytest.mark.parametrize("statistics", [False, True])
def test_two_operations_that_changed_places_are_one_finding(tmp_path: Path, statistics: bool) -> None:
    right = dumped(tmp_path, port(tmp_path, "right", (_LINE, _GATED)), "a", statistics=statistics)
    wrong = dumped(tmp_path, port(tmp_path, "wrong", (_LINE, _TURNED)), "b", statistics=statistics)
    report = compare(str(right), str(wrong))
    (finding,) = report.of_severity("error")
    assert "have changed places" in finding.message
    assert finding.fix == "y = torch.tanh(h) * torch.sigmoid(k)"
    assert finding.location == f"{tmp_path / 'wrong.py'}:18"


def test_the_factors_of_a_product_may_be_in_any_order(tmp_path: Path) -> None:
    other = _GATED.replace("torch.tanh(h) * torch.sigmoid(k)", "torch.sigmoid(k) * torch.tanh(h)")
    right = dumped(tmp_path, port(tmp_path, "right", (_LINE, _GATED)), "a")
    same = dumped(tmp_path, port(tmp_path, "same", (_LINE, other)), "b")
    assert compare(str(right), str(same)).verdict == "same"


def test_what_is_missing_behind_another_mistake_is_named_too(tmp_path: Path) -> None:
    right = dumped(tmp_path, port(tmp_path, "right", (_SECOND, "z = self.second(torch.tanh(y))")), "a")
    norm = ("nn.LayerNorm(8)", "nn.LayerNorm(8, eps=1e-2)")
    wrong = dumped(tmp_path, port(tmp_path, "wrong", norm), "b")
    report = compare(str(right), str(wrong))
    assert {finding.rule for finding in report.of_severity("error")} == {"epsilon", "body"}
    assert any("tanh missing in the port" in finding.message for finding in report.of_severity("error"))
    one = dumped(tmp_path, port(tmp_path, "one", norm, (_SECOND, "z = self.second(torch.tanh(y))")), "c")
    assert [finding.rule for finding in compare(str(right), str(one)).of_severity("error")] == ["epsilon"]


def test_a_dump_of_layers_is_not_said_to_lack_a_call(tmp_path: Path) -> None:
    right = dumped(
        tmp_path, port(tmp_path, "right", (_SECOND, "z = self.second(torch.tanh(y) * torch.sigmoid(y))")), "a"
    )
    layers = dumped(tmp_path, cell(tmp_path, "layers", (_SECOND, "z = self.second(ops.sigmoid(y) * y)")), "b")
    (finding,) = compare(str(right), str(layers)).of_severity("error")
    assert "only layers were recorded" in finding.message
    assert "missing in the port" not in finding.message


def test_an_input_that_a_dump_does_not_hold_is_asked_for(tmp_path: Path) -> None:
    column = ("y = F.gelu(", "x = torch.ones(4, 6) * torch.relu(x[:, 1]).sum()\n        y = F.gelu(")
    net = port(tmp_path, "right", column)
    record_dump(net, tmp_path / "a", ("float32[4,3,6]",), mode="eval", seed=0, weights="seeded", statistics=False)
    unrecorded = ("Tensor.clone.", "Tensor.__getitem__.")  # by msprobe
    path = next((tmp_path / "a").rglob("dump.json"))
    found = json.loads(path.read_text())
    found["data"] = {name: entry for name, entry in found["data"].items() if not name.startswith(unrecorded)}
    path.write_text(json.dumps(found))
    with pytest.raises(CannotCompare, match="give --input"):
        compare(net, str(tmp_path / "a"))
    assert compare(net, str(tmp_path / "a"), inputs=("float32[4,3,6]",), seed=0).verdict == "same"
