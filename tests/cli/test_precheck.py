"""`ms2torch precheck` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import torch
from click.testing import CliRunner

from cli.main import program
from tests.parity.executions.pairs import dumped, port


def test_the_command_on_a_dump_and_on_a_net(tmp_path: Path) -> None:
    target = port(tmp_path, "net")
    dump = dumped(tmp_path, target, "d")
    sound = CliRunner().invoke(program, ["precheck", str(dump)])
    assert sound.exit_code == 0
    assert "EXACT: " in sound.output
    live = CliRunner().invoke(program, ["precheck", target, "--input", "float32[4,6]", "--json", "-"])
    calls = json.loads(live.output)["calls"]
    assert live.exit_code == 0
    assert {call["status"] for call in calls} == {"same"}
    file = next((dump / "step0" / "rank0" / "dump_tensor_data").glob("Functional.gelu.0.forward.output.0.pt"))
    torch.save(torch.load(file, weights_only=True) * 1.5, file)
    wrong = CliRunner().invoke(program, ["precheck", str(dump), "--source", str(tmp_path)])
    assert wrong.exit_code == 1
    assert "net.py:16: error: Functional.gelu.0.forward" in wrong.output
    figures = dumped(tmp_path, target, "s", statistics=True)
    assert "values of its inputs were not kept" in CliRunner().invoke(program, ["precheck", str(figures)]).output
