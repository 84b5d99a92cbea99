"""The report as JUnit XML: of real comparisons, and of words that XML cannot hold."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from torch import nn

import parity
from parity.report import Finding, LayerResult, Report, Side
from parity.report.junit import render, save


class Net(nn.Module):
    def __init__(self, eps=1e-5):
        super().__init__()
        self.first = nn.Linear(6, 8)
        self.norm = nn.LayerNorm(8, eps=eps)
        self.last = nn.Linear(8, 3)

    def forward(self, x):
        return self.last(self.norm(self.first(x)).relu())


def cases(report: Report) -> dict[tuple[str, str], ET.Element]:
    root = ET.fromstring(render(report))
    suite = root[0]
    found = {(case.get("classname"), case.get("name")): case for case in suite.iter("testcase")}
    for tag, total in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        assert int(suite.get(total)) == int(root.get(total)) == len(list(suite.iter(tag)))
    assert int(suite.get("tests")) == len(found) == len(list(suite.iter("testcase")))
    return found


@pytest.fixture(scope="module")
def same() -> Report:
    return parity.compare(Net, Net, "float32[4,6]", grad=True, steps=2, mode="train", init=True)


@pytest.fixture(scope="module")
def different() -> Report:
    return parity.compare(Net, lambda: Net(eps=1e-2), "float32[4,6]", grad=True)


def test_the_same_has_no_failures(same: Report) -> None:
    found = cases(same)
    assert not any(child.tag in {"failure", "error", "skipped"} for case in found.values() for child in case)
    assert {group for group, _ in found} == {"comparison", "outputs", "layers", "gradients", "steps", "init"}
    assert {name for group, name in found if group == "layers"} >= {"(net)", "first", "norm", "last"}
    assert ("gradients", "parameter norm.weight") in found
    assert ("steps", "step 2") in found


def test_a_finding_fails_its_layer_and_consequences_are_skipped(different: Report) -> None:
    found = cases(different)
    failed = {key for key, case in found.items() if case.find("failure") is not None}
    assert {("comparison", "verdict"), ("outputs", "output"), ("layers", "norm")} <= failed
    failure = found["layers", "norm"].find("failure")
    assert "eps" in failure.get("message")
    assert f"test_junit.py:{Net.__init__.__code__.co_firstlineno + 3}" in failure.text
    assert found["layers", "last"].find("skipped") is not None
    assert [child.tag for child in found["layers", "first"]] == ["system-out"]


def test_no_verdict_is_an_error() -> None:
    report = Report("error", Side("a.py:Net"), Side("b.py:Net"), message="the port raises")
    (case,) = cases(report).values()
    assert case.find("error").get("message") == "the port raises"


def test_words_that_xml_cannot_hold() -> None:
    finding = Finding("rule", "error", "forward", message="a\x00b\x1b[31m <&> ]]> \ud800 \uffff é\nnext")
    report = Report("different", Side("x"), Side("y"), findings=(finding,), options={"a\x01": (1, "\x02")})
    message = cases(report)["findings", "rule: forward"].find("failure").get("message")
    assert message == "a\ufffdb\ufffd[31m <&> ]]> \ufffd \ufffd é\nnext"


def test_findings_without_a_layer_have_a_case_of_their_own() -> None:
    findings = (
        Finding("optimizer", "error", "train", argument="lr", reference_value=0.1, port_value=0.2),
        Finding("late-child", "warning", "static", "head", "head", message="made in forward"),
    )
    layer = LayerResult("body", "body", "same")
    found = cases(Report("different", Side("x"), Side("y"), layers=(layer,), findings=findings))
    assert found["findings", "optimizer: lr"].find("failure").get("message").startswith("lr: the reference has 0.1")
    assert [child.tag for child in found["findings", "late-child: head"]] == ["system-out"]


def test_save(tmp_path: Path, same: Report) -> None:
    save(same, tmp_path / "report.xml")
    assert ET.parse(tmp_path / "report.xml").getroot()[0].get("name") == "Net = Net"
    assert [path.name for path in tmp_path.iterdir()] == ["report.xml"]
