"""Accepted differences: these and no others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parity.report import Finding, Report, Side
from parity.report.accepted import BadAcceptedFileError, judge, read, write

EPS = Finding("epsilon", "error", "forward", "norm", "norm", "epsilon", 1e-5, 1e-7, location="port.py:4")
PAD = Finding("pad-mode", "error", "forward", "conv", "conv", "pad_mode", "padding=1", "same")
MOMENTUM = Finding("momentum", "warning", "train", "norm", "norm", "momentum", 0.1, 0.1)


def report(*findings: Finding, verdict: str = "different") -> Report:
    return Report(verdict, Side("a"), Side("b"), findings=findings)


def test_what_is_written_is_accepted_wherever_its_line_moves(tmp_path: Path) -> None:
    written = write(report(EPS, PAD, MOMENTUM), tmp_path / "accepted.json")
    assert [entry.rule for entry in written] == ["epsilon", "pad-mode"]
    moved = Finding("epsilon", "error", "forward", "norm", "norm", "epsilon", 1e-5, 1e-7, location="port.py:40")
    outcome = judge(report(PAD, moved), read(tmp_path / "accepted.json"))
    assert outcome.passes
    assert [line.partition(":")[0] for line in outcome.lines()] == ["accepted", "accepted"]


def test_a_new_difference_fails_and_so_does_one_that_is_gone(tmp_path: Path) -> None:
    write(report(EPS), tmp_path / "accepted.json")
    entries = read(tmp_path / "accepted.json")
    new = judge(report(EPS, PAD), entries)
    assert not new.passes
    assert new.lines()[1] == "not accepted: [pad-mode] conv: pad_mode 'padding=1' and 'same'"
    gone = judge(report(verdict="same"), entries)
    assert not gone.passes
    assert gone.lines()[0].startswith("accepted, but no longer found")
    other_value = Finding("epsilon", "error", "forward", "norm", "norm", "epsilon", 1e-5, 1e-3)
    assert not judge(report(other_value), entries).passes


def test_a_difference_without_an_error_cannot_be_accepted() -> None:
    assert judge(report(verdict="same"), ()).passes
    assert judge(report(), ()).lines() == ["not accepted: a difference that no error explains"]
    assert not judge(report(), ()).passes


def test_reasons_stay_when_the_file_is_written_again(tmp_path: Path) -> None:
    file = tmp_path / "accepted.json"
    write(report(EPS), file)
    entries = json.loads(file.read_text())
    entries[0]["reason"] = "the checkpoint was trained so"
    file.write_text(json.dumps(entries))
    write(report(EPS, PAD), file)
    assert [entry.reason for entry in read(file)] == ["the checkpoint was trained so", ""]


@pytest.mark.parametrize("words", ["", "{}", "[1]", '[{"rule": "x"}]', '[{"nosuch": "x"}]', "\x00"])
def test_a_file_of_another_kind_is_said_in_one_line(tmp_path: Path, words: str) -> None:
    (tmp_path / "x.json").write_text(words)
    if words == "{}":
        assert read(tmp_path / "x.json") == ()
        return
    with pytest.raises(BadAcceptedFileError, match=r"x\.json is no file of accepted differences"):
        read(tmp_path / "x.json")
    with pytest.raises(BadAcceptedFileError, match="cannot read"):
        read(tmp_path / "nosuch.json")
