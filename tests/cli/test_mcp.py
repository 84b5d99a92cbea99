"""The server, asked by the protocol's own client over stdin and stdout."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from click.testing import CliRunner
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from cli.main import program

REFERENCE = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, padding=1)
        self.norm = nn.BatchNorm2d(8)
        self.fc = nn.Linear(8, 4)

    def forward(self, x):
        x = torch.relu(self.norm(self.conv(x)))
        return self.fc(x.mean((2, 3)))


class Slow(Net):
    def forward(self, x):
        import time
        time.sleep(60)


class Greedy(Net):
    def forward(self, x):
        return torch.ones(3_000_000_000)
"""
PORT = """\
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, has_bias=True, pad_mode="valid")
        self.norm = nn.BatchNorm2d(8, eps=1e-3)
        self.fc = nn.Dense(8, 4, has_bias=False)

    def construct(self, x):
        x = ops.relu(self.norm(self.conv(x)))
        return self.fc(x.mean((2, 3)))
"""
LOG = "        return torch.log(x * 0)\n"
IMAGE = ["float32[2,3,8,8]"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ref.py").write_text(REFERENCE, encoding="utf-8")
    (tmp_path / "port.py").write_text(PORT, encoding="utf-8")
    return tmp_path


def asked(folder: Path, *calls: tuple[str, dict[str, Any]], options: tuple[str, ...] = ()) -> list[Any]:
    """What the server answers to calls, one after the other: the value, or the text of the error."""
    words = ["-P", "-c", "from cli.main import main; main()", "mcp", str(folder), *options]
    answers: list[Any] = []

    async def talk() -> None:
        async with Client(stdio_client(StdioServerParameters(command=sys.executable, args=words))) as client:
            for name, arguments in calls:
                result = await client.call_tool(name, arguments)
                content = result.structured_content
                answers.append(result.content[0].text if result.is_error else content.get("result", content))

    anyio.run(talk)
    return answers


def test_a_port_is_mended_until_it_is_the_same(folder: Path) -> None:
    nets = {"reference": "ref.py:Net", "port": "port.py:Net", "inputs": IMAGE}
    before, certificate, after = asked(folder, ("compare", nets), ("mend", nets), ("compare", nets))
    assert (before["verdict"], before["errors"], after["verdict"], after["errors"]) == ("different", 3, "same", 0)
    assert [finding["rule"] for finding in before["findings"][:3]] == ["pad-mode", "epsilon", "has-bias"]
    edit = before["findings"][0]["edit"]
    assert (edit["file"], edit["line"]) == (str(folder / "port.py"), 7)
    assert "pad_mode='pad', padding=1" in edit["new_text"]
    assert (certificate["verdict"], certificate["written"], len(certificate["rounds"])) == ("same", True, 1)
    assert set(certificate["files"]) == {str(folder / "ref.py"), str(folder / "port.py")}
    assert "+        self.fc = nn.Dense(8, 4, has_bias=True)" in certificate["diff"]
    assert (folder / "ref.py").read_text(encoding="utf-8") == REFERENCE


def test_a_look_into_a_net_and_what_is_wrong_with_one(folder: Path) -> None:
    net = {"target": "ref.py:Net", "inputs": IMAGE}
    log = {"target": "ref.py:Log", "inputs": ["float32[2,4]"]}
    (folder / "ref.py").write_text(f"{REFERENCE}\n\nclass Log(nn.Module):\n    def forward(self, x):\n{LOG}")
    finite, infinite, outside, refused = asked(
        folder,
        ("dump", {"look": "first-nan", **net}),
        ("dump", {"look": "first-nan", **log}),
        ("dump", {"look": "ranks", "target": "../elsewhere"}),
        ("dump", {"look": "determinism", "target": "ref.py:Net"}),
    )
    assert not finite["found"]
    assert finite["lines"][-1].startswith("FINITE: ")
    assert infinite["found"]
    assert "ref.py:30: error: Torch.log.0.forward: infinity: logarithm of zero" in infinite["lines"][0]
    assert "elsewhere" in outside
    assert "SECOND" in refused


def test_what_cannot_be_mended_is_left_as_it_was(folder: Path) -> None:
    nets = {"reference": "port.py:Net", "port": "ref.py:Net", "inputs": IMAGE, "rounds": 0}
    text = (folder / "ref.py").read_text(encoding="utf-8")
    (certificate,) = asked(folder, ("mend", nets))
    assert (certificate["verdict"], certificate["written"]) == ("different", False)
    assert certificate["reason"] == "not the same after 0 rounds"
    assert (folder / "ref.py").read_text(encoding="utf-8") == text


def test_the_other_tools(folder: Path) -> None:
    row, explained, rules, found, ported, converted = asked(
        folder,
        ("api", {"name": "nn.Conv2d"}),
        ("rule", {"code": "pad-mode"}),
        ("rule", {}),
        ("scan", {"paths": ["ref.py"]}),
        ("port", {"path": "ref.py", "output": "made.py", "nets": ["Net"], "inputs": IMAGE}),
        ("weights", {"source": "none.pth", "output": "none.ckpt"}),
    )
    assert row["rows"][0]["torch"] == "torch.nn.Conv2d"
    assert explained["code"] == "pad-mode"
    assert "pad-mode" in rules["rules"]
    assert found
    assert "class Net(nn.Cell)" in (folder / "made.py").read_text(encoding="utf-8")
    assert ported["proofs"][0]["verdict"] == "same"
    assert "there is no such file" in converted


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("compare", {"reference": "../x.py:Net", "port": "port.py:Net", "inputs": IMAGE}, "lies outside"),
        ("compare", {"reference": "ref.py:Nett", "port": "port.py:Net", "inputs": IMAGE}, "did you mean 'Net'?"),
        ("compare", {"reference": "ref.py:Net", "port": "port.py:Net", "inputs": ["/etc/x.npy"]}, "lies outside"),
        ("port", {"path": "ref.py", "output": "/tmp/elsewhere.py"}, "lies outside"),
        ("scan", {"paths": ["/etc"]}, "lies outside"),
        ("api", {"name": "nn.Foo"}, "nn.Foo"),
        ("findings", {"report": "report-9"}, "there is no report"),
    ],
)
def test_what_is_refused(folder: Path, tool: str, arguments: dict[str, Any], said: str) -> None:
    (answer,) = asked(folder, (tool, arguments))
    assert said in answer
    assert not Path("/tmp/elsewhere.py").exists()


def test_budgets(folder: Path) -> None:
    slow = {"reference": "ref.py:Slow", "port": "port.py:Net", "inputs": IMAGE}
    (answer,) = asked(folder, ("compare", slow), options=("--seconds", "8"))
    assert "compare took more than 8 s" in answer
    greedy = {"reference": "ref.py:Greedy", "port": "port.py:Net", "inputs": IMAGE}
    if sys.platform == "linux":
        (answer,) = asked(folder, ("compare", greedy), options=("--memory", "3000"))
        assert "does not run on these inputs" in answer
        assert "memory" in answer


def test_without_the_sdk_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    monkeypatch.delitem(sys.modules, "cli.serving.server", raising=False)
    result = CliRunner().invoke(program, ["mcp"])
    assert result.exit_code == 2
    assert "pip install 'ms2torch[mcp]'" in result.stderr
