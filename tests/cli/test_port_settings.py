"""`port.toml`: what, where, the nets to prove, what is left on purpose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import program

NET = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc = nn.Linear(width, 3)

    def forward(self, x):
        return torch.relu(self.fc(x)).sum(dim=-1)


def odd(x):
    return torch.nonexistent_thing(x)
"""
TOML = """\
source = "zoo"
out = "zoo_ms"
exclude = ["scripts", "old_*.py"]

[[prove]]
net = "models/net.py:Net(4)"
inputs = ["float32[2,4]"]

[[prove]]
net = "models/net.py:Net(7)"
inputs = ["float32[5,7]"]
"""
ACCEPT = """
[[accept]]
code = "NO-ROW"
name = "torch.nonexistent_*"
because = "nobody calls it"
"""


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("models/net.py", "scripts/run.py", "old_net.py"):
        (tmp_path / "zoo" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "zoo" / name).write_text(NET)
    (tmp_path / "port.toml").write_text(TOML + ACCEPT)


def port(*words: str) -> Result:
    return CliRunner().invoke(program, ["port", *words])


def test_without_a_path_all_is_as_it_says() -> None:
    done = port("--json", "account.json")
    assert done.exit_code == 0, done.output
    assert done.stdout.count("SAME") == 2
    assert [path.name for path in Path("zoo_ms").rglob("*.py")] == ["net.py"]
    account = json.loads(Path("account.json").read_text())
    assert [proof["net"] for proof in account["proofs"]] == ["models/net.py:Net(4)", "models/net.py:Net(7)"]


def test_what_is_left_on_purpose_is_no_failure_and_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = TOML[: TOML.index("[[prove]]")]
    Path("port.toml").write_text(head + ACCEPT)
    done = port("--json", "account.json")
    assert done.exit_code == 0, done.output
    assert "1 more left on purpose: nobody calls it\n" in done.stdout
    (file,) = json.loads(Path("account.json").read_text())["files"]
    assert (file["marks"], file["accepted"][0]["mark"]["name"]) == ([], "torch.nonexistent_thing")
    assert file["rate"] < 1
    Path("port.toml").write_text(head + ACCEPT.replace("nonexistent", "other"))
    assert port().exit_code == 1
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert port("../port.toml").exit_code == 1
    assert not Path("zoo_ms").exists()


def test_the_command_line_takes_precedence() -> None:
    done = port("-o", "other", "--to", "torch")
    assert Path("other/models/net.py").is_file()
    assert not Path("zoo_ms").exists()
    assert "uses of MindSpore" in done.stdout


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "port.toml: source is missing"),
        ("source = 3", "port.toml: source is a text: write it in quotes"),
        ('source = "zoo"\nouts = "x"', "port.toml: no key is called outs: there are accept, exclude, out,"),
        ('source = "zoo"\nto = "tf"', 'port.toml: to = "tf": it is "mindspore" or "torch"'),
        ('source = "zoo"\nexclude = "a"', "port.toml: exclude is a list of texts"),
        ('source = "zoo"\n[prove]\nnet = "Net()"', "port.toml: prove is a list of tables: write [[prove]]"),
        ('source = "zoo"\n[[prove]]\nnet = "Net()"', "port.toml: [[prove]]: inputs is missing"),
        ('source = "zoo"\n[[accept]]\ncode = "X"\nbecause = ""', 'accept: code = "X": the codes are NO-ROW,'),
        ("source = ", "port.toml: no TOML: Invalid value (at end of document)"),
        ('source = "nowhere"', "nowhere: no such file or folder"),
    ],
)  # fmt: skip
def test_one_clear_line(text: str, says: str) -> None:
    Path("port.toml").write_text(text)
    done = port()
    assert done.exit_code == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_of_a_net_that_is_not_there_and_no_settings() -> None:
    Path("port.toml").write_text(TOML.replace("models/net.py:Net(4)", "nets.py:Net(4)"))
    done = port()
    assert done.exit_code == 2
    assert "not compared: nets.py:Net(4): nets.py: no file that is converted has this name" in done.stdout
    Path("port.toml").unlink()
    assert "there is no port.toml here" in port().stderr
