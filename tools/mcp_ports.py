"""Port nets to SAME as a client of `ms2torch mcp`, by its tools alone, and write the transcript into docs/mcp.md.

    python -m tools.mcp_ports --torchvision FOLDER

FOLDER is where torchvision's package lies (`pip download --no-deps torchvision`, unpacked, will do: its files are read
and not imported). The nets: the tutorial's port, which is mended; SqueezeNet and ResNet of torchvision, converted from
their source; and a small encoder with three mistakes, mended. Exit code 1 if one does not end in SAME.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "mcp.md"
START, END = "<!-- transcript: python -m tools.mcp_ports -->", "<!-- end of the transcript -->"
_BLOCK = re.compile(r"```python title=\"(?P<name>[\w.]+)\"\n(?P<text>.*?)```", re.DOTALL)
_MADE = {"resnet.py": "\n\ndef small():\n    return ResNet(BasicBlock, [1, 1, 1, 1], 10)\n"}
_HEAD = "\n\ndef _log_api_usage_once(net):\n    pass\n\n\n"
Call = Callable[..., Awaitable[dict[str, Any]]]

REFERENCE = """\
import torch
from torch import nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(50, 16)
        self.norm = nn.LayerNorm(16)
        self.up, self.down = nn.Linear(16, 32), nn.Linear(32, 16)
        self.head = nn.Linear(16, 5)

    def forward(self, ids):
        x = self.embed(ids)
        x = x + self.down(F.gelu(self.up(self.norm(x))))
        return torch.softmax(self.head(x), -1)
"""
PORT = """\
from mindspore import nn, ops


class Encoder(nn.Cell):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(50, 16)
        self.norm = nn.LayerNorm((16,))
        self.up, self.down = nn.Dense(16, 32), nn.Dense(32, 16)
        self.head = nn.Dense(16, 5, has_bias=False)

    def construct(self, ids):
        x = self.embed(ids)
        x = x + self.down(ops.gelu(self.up(self.norm(x)), approximate="tanh"))
        return ops.softmax(self.head(x), -1)
"""


def classes_of(path: Path) -> str:
    """Return the nets of one of torchvision's files as a file of its own, without its lists of trained weights.

    Args:
        path (Path): the file.
    """
    source = path.read_text(encoding="utf-8")
    kept: list[str] = []
    for node in ast.parse(source).body:
        plain_import = isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level)
        lists = isinstance(node, ast.ClassDef) and any(getattr(base, "id", "") == "WeightsEnum" for base in node.bases)
        bare = isinstance(node, ast.FunctionDef) and not node.decorator_list
        helper = bare and not any("Weights" in ast.dump(arg) for arg in node.args.args)
        if plain_import or helper or (isinstance(node, ast.ClassDef) and not lists):
            kept.append(ast.get_source_segment(source, node) or "")
    imports = [text for text in kept if text.startswith(("import ", "from "))]
    return "\n".join(imports) + _HEAD + "\n\n\n".join(text for text in kept if text not in imports) + "\n"


class Transcript:
    """What the client asked and what it was answered, in lines."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.lines: list[str] = []
        self.ends: list[str] = []

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool, and note the call."""
        given = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
        self.lines.append(f"> {tool}({given})")
        answer = await self._client.call_tool(tool, arguments)
        if answer.structured_content is None:
            raise SystemExit(f"{tool}: {answer.content}")
        return dict(answer.structured_content)

    def say(self, text: str) -> None:
        """Note a line of an answer."""
        self.lines.append(f"  {text}")


async def _mended(log: Transcript, reference: str, port: str, inputs: list[str], options: dict[str, Any]) -> None:
    nets = {"reference": reference, "port": port, "inputs": inputs, **options}
    found = await log.call("compare", **nets)
    log.say(found["verdict"])
    for finding in found["findings"]:
        if finding["severity"] == "error":
            edit = finding["edit"]
            log.say(
                f"{finding['location']} {finding['rule']}: {edit['new_text'].strip() if edit else 'no line to write'}"
            )
    done = await log.call("mend", **nets)
    for entry in done["rounds"]:
        log.say(f"wrote {len(entry['edits'])} lines, {entry['verdict']} before")
    log.say(f"{done['verdict']}{'; ' + done['reason'] if done['reason'] else ''}")
    log.ends.append(done["verdict"])


async def _ported(log: Transcript, path: str, net: str, inputs: list[str]) -> None:
    made = await log.call("port", path=path, output=path.replace(".py", "_ms.py"), nets=[net], inputs=inputs)
    for proof in made["proofs"]:
        log.say(f"{proof['net']}: {proof['verdict']}{'; ' + proof['message'] if proof['message'] else ''}")
        log.ends.append(proof["verdict"])


async def _session(folder: Path) -> Transcript:
    server = StdioServerParameters(command=str(Path(sys.executable).with_name("ms2torch")), args=["mcp", str(folder)])
    async with Client(stdio_client(server)) as client:
        log = Transcript(client)
        await _mended(log, "reference.py:Digits", "port.py:Digits", ["float32[2,1,28,28]"], {})
        await _ported(log, "squeezenet.py", "SqueezeNet('1_1', 10)", ["float32[1,3,64,64]"])
        await _ported(log, "resnet.py", "small", ["float32[1,3,32,32]"])
        await _mended(log, "encoder.py:Encoder", "encoder_ms.py:Encoder", ["int64[2,7]<50"], {})
        return log


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--torchvision", type=Path, required=True, help="folder of its package")
    models = parser.parse_args().torchvision / "models"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for block in _BLOCK.finditer((ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")):
            if not (folder / block["name"]).exists():
                (folder / block["name"]).write_text(block["text"], encoding="utf-8")
        for net in ("squeezenet.py", "resnet.py"):
            (folder / net).write_text(classes_of(models / net) + _MADE.get(net, ""), encoding="utf-8")
        (folder / "encoder.py").write_text(REFERENCE, encoding="utf-8")
        (folder / "encoder_ms.py").write_text(PORT, encoding="utf-8")
        log = anyio.run(_session, folder)
        text = "\n".join(line.replace(f"{folder}/", "") for line in log.lines)
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(START)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{START}\n```text\n{text}\n```\n{END}{after}", encoding="utf-8")
    print(f"{log.ends.count('same')} of {len(log.ends)} end in SAME")
    return int(log.ends.count("same") < len(log.ends))


if __name__ == "__main__":
    sys.exit(main())
