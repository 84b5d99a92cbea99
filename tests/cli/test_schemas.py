"""What every command writes with `--json` satisfies the schema that is published of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from safetensors.torch import save_file
from torch import nn

from cli.main import program
from parity.report.schema import to_text
from tools.schemas import file_of, schemas

SCHEMAS = schemas()
NET = """from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        return self.fc(x).share_memory_()
"""
CELL = "from mindspore import nn\n\n\ndef Net():\n    return nn.Dense(4, 4)\n"


def satisfies(command: str, text: str) -> Any:
    """The data of a text that a command wrote, which its schema allows."""
    data = json.loads(text)
    validator = jsonschema.Draft202012Validator(SCHEMAS[command])
    assert [error.message for error in validator.iter_errors(data)] == []
    return data


def call(*words: str) -> str:
    """What a command prints."""
    result = CliRunner().invoke(program, list(words))
    assert result.exit_code in {0, 1}, result.output
    return result.stdout


@pytest.mark.parametrize("command", SCHEMAS)
def test_the_published_schema_is_of_this_version(command: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[command])
    assert file_of(command).read_text(encoding="utf-8") == to_text(SCHEMAS[command]), "write it anew: make docs"


def test_every_command_with_json_has_one() -> None:
    with program.make_context("ms2torch", [], resilient_parsing=True) as context:
        commands = {name: program.get_command(context, name) for name in program.list_commands(context)}
    with_json = {
        name for name, one in commands.items() if one and any("--json" in option.opts for option in one.params)
    }
    assert with_json == set(SCHEMAS)


def test_names_and_environment() -> None:
    (dense, *_) = satisfies("api", call("api", "nn.Dense", "--json"))
    assert (dense["schema_version"], dense["mindspore"]) == (1, "mindspore.nn.Dense")
    assert satisfies("doctor", call("doctor", "--json"))["checks"]


@pytest.mark.parametrize("command", ["scan", "port"])
def test_source(command: str, tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(NET)
    words = ["-o", str(tmp_path / "net_ms.py")] if command == "port" else []
    call(command, str(tmp_path / "net.py"), *words, "--json", str(tmp_path / "out.json"))
    data = satisfies(command, (tmp_path / "out.json").read_text())
    (file,) = data["files"]
    assert file["marks" if command == "port" else "names"]


def test_proofs(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(NET.replace(".share_memory_()", ""))
    words = ["-o", str(tmp_path / "net_ms.py"), "--net", "Net()", "--input", "float32[2,4]"]
    call("port", str(tmp_path / "net.py"), *words, "--json", str(tmp_path / "out.json"))
    (proof,) = satisfies("port", (tmp_path / "out.json").read_text())["proofs"]
    assert proof["verdict"] == "same"


def test_weights(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(f"{NET.partition('class')[0]}def Net():\n    return nn.Linear(4, 4)\n")
    (tmp_path / "net_ms.py").write_text(CELL)
    save_file({**nn.Linear(4, 4).state_dict(), "more": nn.Linear(1, 1).weight.detach()}, tmp_path / "in.safetensors")
    nets = ["--net", f"{tmp_path / 'net.py'}:Net", "--port", f"{tmp_path / 'net_ms.py'}:Net", "--input", "float32[2,4]"]
    files = [str(tmp_path / "in.safetensors"), str(tmp_path / "out.safetensors")]
    call("weights", *files, *nets, "--json", str(tmp_path / "out.json"))
    data = satisfies("weights", (tmp_path / "out.json").read_text())
    assert {entry["fate"] for entry in data["tensors"]} == {"converted", "unaccounted"}
