"""Whole blocks: a right port has no error, of a wrong one an error names the line, and what it writes is right."""

import pytest

import parity
from tests.parity.adversarial.blocks import PAIRS


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_the_verdict_names_the_line_and_its_fix_holds(pair, tmp_path, monkeypatch):
    pair.write(tmp_path)
    monkeypatch.chdir(tmp_path)
    report = parity.compare(*pair.targets, pair.inputs, **pair.keywords())
    errors = report.of_severity("error")
    assert report.verdict == ("different" if pair.at else "same"), errors
    if not pair.at:
        assert not errors
        return
    lines = (tmp_path / "port.py").read_text().splitlines()
    (wrong,) = (number for number, line in enumerate(lines) if pair.at in line)
    assert {finding.location for finding in errors} == {f"port.py:{wrong + 1}"}
    for fix in {finding.fix for finding in errors if finding.fix}:
        indent = lines[wrong][: len(lines[wrong]) - len(lines[wrong].lstrip())]
        mended = [*lines[:wrong], indent + fix, *lines[wrong + 1 :]]
        (tmp_path / "port.py").write_text("\n".join(mended) + "\n")
        assert parity.compare(*pair.targets, pair.inputs, **pair.keywords()).verdict == "same"
