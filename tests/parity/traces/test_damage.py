"""Damaged and foreign traces: one clear line each."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import torch
from torch import nn

from parity import CannotCompare, compare
from parity.recording.recorder import record
from parity.report import html
from parity.report.json import to_json
from parity.report.text import plain
from parity.traces import file

TRACES = "tests/goldens/traces"
REFERENCE = f"{TRACES}/cnn_torch.py:Net"
SHARD = "tensors-0001.safetensors"


@pytest.fixture
def trace(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(root)
    return Path(shutil.copytree(root / TRACES / "net", tmp_path / "net"))


def refused(trace: Path, match: str, reference: str = REFERENCE) -> None:
    with pytest.raises(CannotCompare, match=match) as caught:
        compare(reference, str(trace))
    assert "\n" not in str(caught.value)


def change(trace: Path, **entries: object) -> None:
    path = trace / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **entries}))


def test_a_folder_that_is_no_trace(trace: Path) -> None:
    (trace / "manifest.json").unlink()
    refused(trace, "is no trace: it has no manifest.json")


def test_a_manifest_of_another_program(trace: Path) -> None:
    (trace / "manifest.json").write_text('{"name": "web app", "icons": []}')
    refused(trace, "no trace of ms2torch")


def test_a_truncated_manifest(trace: Path) -> None:
    path = trace / "manifest.json"
    path.write_text(path.read_text()[:5000])
    refused(trace, "manifest.json cannot be read")


def test_another_version(trace: Path) -> None:
    change(trace, format_version=2)
    refused(trace, "format version 2, this ms2torch reads 1")


def test_another_framework(trace: Path) -> None:
    change(trace, framework="paddle")
    refused(trace, "'paddle', which this ms2torch does not know")


@pytest.mark.parametrize("entry", ["calls", "layers", "weights", "files", "outputs", "options", "parameters", "raised"])
@pytest.mark.parametrize("value", [[{"x": 1}], [], 3, {"x": {}}])
def test_a_manifest_with_a_wrong_entry(trace: Path, entry: str, value: object) -> None:
    change(trace, **{entry: value})
    if entry in {"outputs", "parameters", "weights"} and value == []:
        return  # a net may have none of these
    refused(trace, "damaged|missing|cannot be recorded|does not run|returns no tensor|holds no")


def test_a_missing_entry(trace: Path) -> None:
    path = trace / "manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["calls"]
    path.write_text(json.dumps(manifest))
    refused(trace, "damaged .KeyError")


def test_a_missing_file(trace: Path) -> None:
    (trace / SHARD).unlink()
    refused(trace, f"the file {SHARD} is missing")


def test_a_truncated_file(trace: Path) -> None:
    content = (trace / SHARD).read_bytes()
    (trace / SHARD).write_bytes(content[:-100])
    refused(trace, "is truncated or was changed")


def test_a_changed_file(trace: Path) -> None:
    content = bytearray((trace / SHARD).read_bytes())
    content[-1] ^= 1
    (trace / SHARD).write_bytes(content)
    refused(trace, "does not have the digest")


def test_a_shape_that_is_not_the_files(trace: Path) -> None:
    path = trace / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["calls"][0]["inputs"][0]["shape"] = [2, 3, 5, 20]
    path.write_text(json.dumps(manifest))
    refused(trace, "another shape than the manifest says")


def test_a_path_out_of_the_trace(trace: Path) -> None:
    change(trace, files={"../secret.safetensors": {"bytes": 1, "sha256": ""}})
    refused(trace, "outside of it")


def test_a_trace_of_another_net(trace: Path) -> None:
    report = compare(f"{TRACES}/cnn_torch.py:Twice", str(trace))
    assert report.verdict == "different"


SECRET = "root:x:0:0:secret of this machine"


def placed(trace: Path, file: Path) -> None:
    """Let every location of the trace name a file of this machine."""
    path = trace / "manifest.json"
    manifest = json.loads(path.read_text())
    for layer in manifest["layers"]:
        if layer["location"] is not None:
            layer["location"] |= {"file": str(file), "line": 1, "end_line": 1}
        if layer["body"] is not None:
            layer["body"] |= {"file": str(file), "line": 1}
    path.write_text(json.dumps(manifest))


def test_a_trace_does_not_read_files_of_this_machine(trace: Path, tmp_path: Path) -> None:
    secret = tmp_path / "passwd"
    secret.write_text(f"{SECRET}\n")
    placed(trace, secret)
    wrong = tmp_path / "wrong.py"
    text = Path(f"{TRACES}/cnn_torch.py").read_text()
    wrong.write_text(text.replace("nn.BatchNorm2d(8)", "nn.BatchNorm2d(8, 0.01)"))
    for reference in (REFERENCE, f"{wrong}:Net"):
        report = compare(reference, str(trace))
        assert SECRET not in to_json(report)
        assert SECRET not in plain(report)
        html.save(report, tmp_path / "page.html")
        assert SECRET not in (tmp_path / "page.html").read_text()
    assert report.verdict == "different"
    assert any(finding.fix for finding in report.findings)


def test_an_endless_file_is_not_read(trace: Path) -> None:
    placed(trace, Path("/dev/zero"))
    assert compare(REFERENCE, str(trace)).verdict == "same"


def test_a_file_outside_the_trace_is_not_opened(trace: Path) -> None:
    manifest = json.loads((trace / "manifest.json").read_text())
    known = manifest["files"].pop(SHARD)
    shutil.move(trace / SHARD, trace.parent / SHARD)
    change(trace, files={**manifest["files"], f"../{SHARD}": known})
    refused(trace, "names a file outside of it")


def test_a_link_out_of_the_trace_is_not_followed(trace: Path) -> None:
    shutil.move(trace / SHARD, trace.parent / SHARD)
    (trace / SHARD).symlink_to(trace.parent / SHARD)
    refused(trace, "names a file outside of it")
    (trace / "manifest.json").unlink()
    (trace / "manifest.json").symlink_to("/dev/zero")
    refused(trace, "no plain file")


def test_a_manifest_nested_without_end(trace: Path) -> None:
    (trace / "manifest.json").write_text("[" * 100_000)
    refused(trace, "manifest.json cannot be read")


def test_a_manifest_that_was_changed_is_seen_by_its_digest(tmp_path: Path) -> None:
    trace, net = tmp_path / "trace", nn.Sequential(nn.Linear(4, 4))
    with record(net, trace):
        net(torch.ones(2, 4))
    assert file.open_trace(trace).calls
    change(trace, mode="eval")
    with pytest.raises(CannotCompare, match=r"manifest.json does not have its own digest: it was changed$"):
        file.open_trace(trace)
