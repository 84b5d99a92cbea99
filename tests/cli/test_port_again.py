"""`ms2torch port` run again: edits of its results are kept, what has not changed is not converted anew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import program
from parity.port.record import NAME

NET = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)

    def forward(self, x):
        return torch.relu(self.fc(x)).sum(dim=-1)


def scaled(x):
    # the scale
    return 2 * x


def shifted(x):
    return x + 1
"""
ODD = NET.replace("return x + 1", "return torch.nonexistent_thing(x)")


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "net.py").write_text(NET)


def port(*words: str) -> Result:
    return CliRunner().invoke(program, ["port", *words])


def change(name: str, before: str, after: str) -> None:
    text = Path(name).read_text()
    assert before in text
    Path(name).write_text(text.replace(before, after))


def test_a_result_that_nobody_touched_is_written_anew() -> None:
    port("net.py", "-o", "new.py")
    change("net.py", "2 * x", "3 * x")
    done = port("net.py", "-o", "new.py")
    assert (done.exit_code, done.stdout.count("\n")) == (0, 1)
    assert "3 * x" in Path("new.py").read_text()
    assert sorted(path.name for path in Path().iterdir()) == [NAME, "net.py", "new.py"]


def test_edits_and_what_is_new_are_put_together() -> None:
    port("net.py", "-o", "new.py")
    change("new.py", "# the scale", "# by hand")
    change("net.py", "x + 1", "x + 5")
    done = port("net.py", "-o", "new.py")
    assert done.exit_code == 0
    assert "new.py: changed since it was written: changes kept\n" in done.stdout
    made = Path("new.py").read_text()
    assert "# by hand" in made
    assert "x + 5" in made
    again = port("net.py", "-o", "new.py")
    assert "changes kept" in again.stdout
    assert Path("new.py").read_text() == made


def test_what_both_changed_stands_there_twice_and_is_no_success() -> None:
    port("net.py", "-o", "new.py")
    change("new.py", "2 * x", "x * 20")
    change("net.py", "2 * x", "x * 30")
    done = port("net.py", "-o", "new.py")
    assert done.exit_code == 1
    assert "new.py: changed since it was written: changes kept; 1 place that port changes too" in done.stdout
    made = Path("new.py").read_text()
    assert made.index("<<<<<<< edited") < made.index("x * 20") < made.index("=======") < made.index("x * 30")
    unsettled = port("net.py", "-o", "new.py", "--net", "Net()", "--input", "float32[2,4]")
    assert unsettled.exit_code == 2
    assert "not compared: Net(): new.py: 1 conflict" in unsettled.stdout
    assert Path("new.py").read_text() == made
    Path("new.py").write_text(
        made.replace(made[made.index("<<<<<<<") : made.index("\n", made.index(">>>>>>>"))], "    return x * 7")
    )
    settled = port("net.py", "-o", "new.py", "--net", "Net()", "--input", "float32[2,4]")
    assert settled.exit_code == 0, settled.output
    assert "x * 7" in Path("new.py").read_text()


def test_line_ends_of_an_editor_are_kept() -> None:
    port("net.py", "-o", "new.py")
    text = Path("new.py").read_text().replace("# the scale", "# by hand")
    Path("new.py").write_bytes(text.replace("\n", "\r\n").encode())
    change("net.py", "x + 1", "x + 5")
    assert port("net.py", "-o", "new.py").exit_code == 0
    made = Path("new.py").read_bytes()
    assert made.count(b"\r\n") == made.count(b"\n")
    assert b"# by hand" in made
    assert b"x + 5" in made


def test_what_is_no_known_result_is_set_aside() -> None:
    Path("new.py").write_text("mine = 1\n")
    done = port("net.py", "-o", "new.py")
    assert done.exit_code == 0
    assert "new.py: was there and is no result of port that is known here: it is new.py.orig now" in done.stdout
    assert Path("new.py.orig").read_text() == "mine = 1\n"
    assert "nn.Cell" in Path("new.py").read_text()
    Path("other.py").write_text(NET)
    assert port("other.py", "-o", "net.py").exit_code == 0
    assert Path("net.py.orig").read_text() == NET


def test_without_git_an_edited_file_stays_and_the_new_one_lies_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    port("net.py", "-o", "new.py")
    change("new.py", "# the scale", "# by hand")
    edited = Path("new.py").read_text()
    change("net.py", "x + 1", "x + 5")
    monkeypatch.setenv("PATH", "")
    done = port("net.py", "-o", "new.py")
    assert done.exit_code == 1
    assert "no git to merge with: left as it is, the new result is new.py.new" in done.stdout
    assert Path("new.py").read_text() == edited
    assert "x + 5" in Path("new.py.new").read_text()


def test_a_mark_that_was_settled_by_hand_is_left_no_more() -> None:
    Path("odd.py").write_text(ODD)
    first = port("odd.py", "-o", "new.py")
    assert first.exit_code == 1
    rows = Path("new.py").read_text().splitlines()
    at = next(n for n, row in enumerate(rows) if "TODO(ms2torch)" in row)
    rows[at : at + 2] = ["    return x - 1"]
    Path("new.py").write_text("\n".join(rows) + "\n")
    done = port("odd.py", "-o", "new.py", "--json", "account.json")
    assert done.exit_code == 0, done.output
    assert "changes kept (1 of what was left done by hand)" in done.stdout
    (file,) = json.loads(Path("account.json").read_text())["files"]
    assert file["edits"] == {"kind": "kept", "path": "new.py", "aside": "", "conflicts": 0, "done": 1}
    assert file["marks"] == []


def test_only_what_changed_is_converted_again() -> None:
    Path("pack").mkdir()
    for name in ("a", "b"):
        (Path("pack") / f"{name}.py").write_text(ODD)
    first = port("pack", "-o", "out", "--json", "first.json")
    second = port("pack", "-o", "out", "--json", "second.json")
    assert (first.exit_code, second.exit_code) == (1, 1)
    assert Path("first.json").read_text() == Path("second.json").read_text()
    assert first.stdout == second.stdout
    record = json.loads(Path("out", NAME).read_text())
    for entry in record["files"].values():
        entry["converted"] = 1000
    Path("out", NAME).write_text(json.dumps(record))
    assert "2000 uses of torch converted" in port("pack", "-o", "out").stdout
    change("pack/a.py", "2 * x", "3 * x")
    assert "pack/b.py: 1000 converted" in (third := port("pack", "-o", "out").stdout)
    assert "pack/a.py: 1000 converted" not in third
    assert "3 * x" in Path("out/a.py").read_text()


def test_files_that_are_no_python_are_copied_or_named() -> None:
    Path("pack/conf").mkdir(parents=True)
    Path("pack/net.py").write_text(NET)
    Path("pack/plain.py").write_bytes(b"\xef\xbb\xbfx = 1\r\n")
    Path("pack/old.py").write_bytes(b"# -*- coding: latin-1 -*-\nimport torch\ns = '\xe9'\ny = torch.zeros(1)\n")
    Path("pack/conf/optimizer.yaml").write_text("lr: 0.1\n_target_: torch.optim.AdamW\n")
    Path("pack/conf/data.yaml").write_text("path: /torchlight\n")
    Path("pack/requirements.txt").write_text("numpy\ntorch>=2\n")
    Path("pack/kernel.cu").write_text("__global__ void f() {}\n")
    Path("pack/tour.ipynb").write_text("{}")
    Path("pack/weights.bin").write_bytes(b"\0\1")
    done = port("pack", "-o", "pack/out")
    assert "pack/conf/optimizer.yaml:2: names torch, copied as it is: _target_: torch.optim.AdamW\n" in done.stdout
    assert "pack/requirements.txt:2: names torch, copied as it is: torch>=2\n" in done.stdout
    assert "pack/kernel.cu: compiled code, which port does not convert\n" in done.stdout
    assert "pack/tour.ipynb: a notebook, which port does not convert\n" in done.stdout
    assert "page's size: .bin 1\n" in done.stdout
    assert "data.yaml" not in done.stdout
    written = {path.relative_to("pack/out").as_posix() for path in Path("pack/out").rglob("*") if path.is_file()}
    texts = {"requirements.txt", "conf/data.yaml", "conf/optimizer.yaml"}
    assert written == {"net.py", "plain.py", "old.py", NAME, *texts}
    assert Path("pack/out/plain.py").read_bytes() == b"\xef\xbb\xbfx = 1\r\n"
    assert b"s = '\xe9'" in Path("pack/out/old.py").read_bytes()
    change("pack/out/requirements.txt", "torch>=2", "mindspore>=2.10")
    Path("pack/requirements.txt").write_text("scipy\n\n\nnumpy\ntorch>=2\n")
    again = port("pack", "-o", "pack/out")
    assert again.exit_code == 0, again.output
    assert "pack/out/requirements.txt: changed since it was written: changes kept\n" in again.stdout
    assert Path("pack/out/requirements.txt").read_text() == "scipy\n\n\nnumpy\nmindspore>=2.10\n"


def test_a_notebook_is_no_python_file() -> None:
    Path("tour.ipynb").write_text('{"cells": []}')
    done = port("tour.ipynb")
    assert done.exit_code == 2
    assert "tour.ipynb: a notebook is no Python file" in done.stderr
