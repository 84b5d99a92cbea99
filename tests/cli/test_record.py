"""`ms2torch record`, and `compare` with a trace or with another runtime."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import program
from tools import warm

NETS = "tests/goldens/traces"
TARGET = f"{NETS}/cnn_torch.py:Net"
IMAGE = "float32[2,3,10,10]"


@pytest.fixture(autouse=True)
def _at_root(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)


def run(*words: str) -> Result:
    return CliRunner().invoke(program, list(words))


@pytest.mark.slow
def test_record_and_compare(tmp_path: Path) -> None:
    folder = str(tmp_path / "trace")
    done = run("record", TARGET, "-o", folder, "--input", IMAGE)
    assert (done.exit_code, done.output) == (0, "")
    assert run("record", TARGET, "-o", folder, "--input", IMAGE).exit_code == 0  # an older trace is replaced
    same = run("compare", folder, f"{NETS}/cnn_mindspore.py:Net")
    assert same.exit_code == 0, same.output
    assert run("compare", folder, f"{NETS}/cnn_mindspore.py:Net(eps=1e-3)").exit_code == 1


@pytest.mark.slow
def test_options_reach_the_manifest(tmp_path: Path) -> None:
    folder = tmp_path / "trace"
    words = ["--mode", "train", "--seed", "3", "--layers", "conv*", "--layers", "fc", "--statistics", "--no-weights"]
    assert run("record", TARGET, "-o", str(folder), "--input", IMAGE, *words).exit_code == 0
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["mode"], manifest["seed"]) == ("train", 3)
    assert manifest["options"] == {"statistics": True, "layers": ["conv*", "fc"], "weights": False}
    kept = {call["layer"] for call in manifest["calls"] if any("statistics" in t for t in call["outputs"])}
    assert kept == {"conv1", "conv2", "fc"}


def test_the_recorder_is_printed() -> None:
    done = run("record", "--print-recorder")
    assert done.exit_code == 0
    compile(done.output, "ms2torch_recorder.py", "exec")
    assert 'if __name__ == "__main__":' in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([TARGET], "no inputs"),
        ([TARGET, "--input", "float32[2"], "does not parse"),
        ([TARGET, "--input", "none.npy"], "input file none.npy does not exist"),
        ([f"{NETS}/nowhere.py:Net", "--input", IMAGE], "no such file"),
        ([f"{NETS}/cnn_torch.py:Nett", "--input", IMAGE], "has no 'Nett'"),
        ([TARGET, "--input", "float32[2,4,10,10]"], "does not run on these inputs"),
        ([TARGET, "--input", IMAGE, "--runtime", "torch"], "use mindspore"),
        ([TARGET, "--input", IMAGE, "--runtime", "mindspore=/nowhere/python"], "no interpreter"),
        ([TARGET, "--input", IMAGE, "--weights", "none.safetensors"], "cannot be read"),
    ],
)
def test_one_clear_line(words: list[str], said: str, tmp_path: Path) -> None:
    done = run("record", *words, "-o", str(tmp_path / "trace"))
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    done = run("record", TARGET, "--input", IMAGE, "-o", str(tmp_path / "a" / "b"))
    assert done.exit_code == 2
    assert "does not exist" in done.stderr


def test_compare_with_a_damaged_trace(tmp_path: Path) -> None:
    done = run("compare", TARGET, str(tmp_path))
    assert done.exit_code == 2
    assert "is no trace" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.oracle
def test_a_port_in_real_mindspore(oracle_python: str) -> None:
    words = ["--input", IMAGE, "--runtime", f"mindspore={oracle_python}"]
    assert run("compare", TARGET, f"{NETS}/cnn_mindspore.py:Net", *words).exit_code == 0
    wrong = run("compare", TARGET, f"{NETS}/cnn_mindspore.py:Net(eps=1e-3)", *words)
    assert wrong.exit_code == 1
    assert "epsilon" in wrong.output
    raised = run("compare", TARGET, f"{NETS}/cnn_mindspore.py:Net(raises=True)", *words)
    assert raised.exit_code == 1
    none = run("compare", TARGET, f"{NETS}/cnn_mindspore.py:None_", *words)
    assert none.exit_code == 2


@pytest.mark.slow
def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000)); "
        "from cli.main import main; sys.argv = sys.argv[1:]; main()"
    )
    net = tmp_path / "net.py"
    net.write_text("from torch import nn\ndef make(): return nn.Linear(400, 400)\n")
    words = ["ms2torch", "record", f"{net}:make", "--input", "float32[2,400]", "-o", str(tmp_path / "trace")]
    done = subprocess.run([warm.python(), "-c", code, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot write" in done.stderr
    assert {path.name for path in tmp_path.iterdir()} <= {"net.py", "__pycache__"}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ms2torch", "parity", "mappings", "cli"])
def test_a_neighbour_of_our_name_is_left_alone(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.py").write_text("raise RuntimeError('a neighbour')\n")
    (tmp_path / "net.py").write_text("from torch import nn\ndef make(): return nn.Linear(4, 4)\n")
    scripts = Path(sys.executable).parent if name == "ms2torch" else warm.started().programs
    words = [str(scripts / "ms2torch"), "compare", "net.py:make", "net.py:make"]
    done = subprocess.run(
        [*words, "--input", "float32[2,4]"], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
