"""`ms2torch train-compare`: two trainings in files, torch and MindSpore."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from cli.main import program
from tools.schemas import schemas

TORCH = """\
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


def train():
    generator = torch.Generator().manual_seed(1)
    x, y = torch.randn(48, 8, generator=generator), torch.randint(0, 3, (48,), generator=generator)
    net = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(0.1), nn.Linear(16, 3))
    decay = [p for p in net.parameters() if p.ndim > 1]
    rest = [p for p in net.parameters() if p.ndim < 2]
    groups = [{"params": decay, "weight_decay": 0.01}, {"params": rest, "weight_decay": 0.0}]
    optimizer = torch.optim.SGD(groups, lr=0.1, momentum=0.9)
    for inputs, labels in DataLoader(TensorDataset(x, y), batch_size=8):
        loss = nn.functional.cross_entropy(net(inputs), labels)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
"""
MINDSPORE = """\
import mindspore as ms
import mindspore.dataset as ds
import numpy as np
import torch
from mindspore import nn, ops


def train():
    generator = torch.Generator().manual_seed(1)
    x = torch.randn(48, 8, generator=generator).numpy()
    y = torch.randint(0, 3, (48,), generator=generator).numpy().astype(np.int32)
    net = nn.SequentialCell(nn.Dense(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(p=0.1), nn.Dense(16, 3))
    net.set_train()
    decay = [p for p in net.trainable_params() if p.ndim > 1]
    rest = [p for p in net.trainable_params() if p.ndim < 2]
    groups = [{"params": decay, "weight_decay": 0.01}, {"params": rest, "weight_decay": 0.0}]
    optimizer = nn.Momentum(groups, learning_rate=0.1, momentum=0.9)
    loss_fn = nn.CrossEntropyLoss()

    def forward(inputs, labels):
        return loss_fn(net(inputs), labels)

    differentiate = ms.value_and_grad(forward, None, optimizer.parameters)
    for inputs, labels in ds.NumpySlicesDataset((x, y), shuffle=False).batch(8).create_tuple_iterator():
        loss, grads = differentiate(inputs, labels)
        grads = ops.clip_by_global_norm(grads, 1.0)
        optimizer(grads)
"""


def call(*words: object) -> Result:
    return CliRunner().invoke(program, ["train-compare", *map(str, words)])


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.py").write_text(TORCH)
    (tmp_path / "port.py").write_text(MINDSPORE)
    return tmp_path


def test_the_same_training_in_both_frameworks(files: Path) -> None:
    result = call(
        "ref.py:train", "port.py:train", "--steps", "5", "--chaos", "3", "--json", "report.json", "--html", "page.html"
    )
    assert result.exit_code == 0, result.output
    page = (files / "page.html").read_text()
    assert "The same training: every stage does the same on equal values" in page
    assert "Left alone, the port stays within the band" in page
    assert "error rate 1%" in page
    assert page.count('<td class="same">the same</td>') == 10
    assert "ms2torch train-compare ref.py:train port.py:train --steps 5" in page
    assert "SAME: every stage does the same on equal values" in result.stdout
    assert "the same up to rounding" in result.stdout
    data = json.loads((files / "report.json").read_text())
    jsonschema.Draft202012Validator(schemas()["train-compare"]).validate(data)
    assert (data["schema_version"], data["verdict"], data["updates"]) == (1, "same", 5)
    assert data["weights"] == 8
    assert data["chaos"]["within"]
    again = call("--again", "report.json", "--chaos", "0")
    assert (again.exit_code, "SAME" in again.stdout) == (0, True)


@pytest.mark.parametrize(
    ("old", "new", "says", "write"),
    [
        ("momentum=0.9", "momentum=0.8", "optimizer: momentum is 0.8 here, 0.9 in the reference", "momentum=0.9)"),
        ("net.set_train()", "net.set_train(False)", "forward: dropout and normalisation: 2 of 2", "set_train(True)"),
        (
            "nn.CrossEntropyLoss()",
            "nn.CrossEntropyLoss(reduction='sum')",
            "loss: cross_entropy: reduction is sum here, mean",
            "reduction='mean')",
        ),
        ("(grads, 1.0)", "(grads, 0.1)", "clipped to a norm of 0.1 together here, clipped to a norm of 1", "1.0)"),
        ('"weight_decay": 0.0}', '"weight_decay": 0.01}', "weight decay 0.01 acts on 4 biases and norms here", "0.0}"),
    ],
)
def test_a_mistake_in_the_port(files: Path, old: str, new: str, says: str, write: str) -> None:
    assert MINDSPORE.count(old) == 1
    (files / "port.py").write_text(MINDSPORE.replace(old, new))
    result = call("ref.py:train", "port.py:train", "--steps", "4", *([] if write else ["--no-lines"]))
    assert result.exit_code == 1, result.output
    assert says in result.stdout
    if write:
        assert write in result.stdout
        assert "proved: with this line the stage agrees" in result.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["ref.py:train"], "Missing argument 'PORT'"),
        (["ref.py:train", "nofile.py:train"], "no such file"),
        (["ref.py:train", "port.py:tain"], "did you mean 'train'"),
        (["ref.py:train", "idle.py:train"], "makes no update"),
        (["idle.py:broken", "port.py:train"], "does not train: idle.py:4: ZeroDivisionError"),
        (["--again", "ref.py"], "is no JSON"),
    ],
)
def test_wrong_words(files: Path, words: list[str], says: str) -> None:
    (files / "idle.py").write_text("def train():\n    pass\ndef broken():\n    1 / 0\n")
    result = call(*words)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert says in result.stderr
    assert result.stderr.count("\n") == 1


def test_logs(files: Path) -> None:
    (files / "a.log").write_text("".join(f"epoch: 1 step: {n}, loss is {2 / n}\n" for n in range(1, 9)))
    (files / "b.jsonl").write_text("".join(json.dumps({"step": n, "loss": 2 / n + 0.5}) + "\n" for n in range(1, 9)))
    result = call("a.log", "b.jsonl", "--json", "logs.json")
    assert result.exit_code == 1, result.output
    assert "DIFFERENT from step 1" in result.stdout
    assert "1. loss: the losses are the reference's +0.5 at every step" in result.stdout
    assert "decide it: compare both losses on one batch" in result.stdout
    data = json.loads((files / "logs.json").read_text())
    jsonschema.Draft202012Validator(schemas()["train-compare"]).validate(data)
    assert (data["kind"], data["parts_at"]) == ("logs", 1)
    assert call("a.log", "a.log").exit_code == 0
    assert call("a.log", "no.log").exit_code == 2


FORMS = """\
import mindspore as ms
import mindspore.dataset as ds
import numpy as np
import torch
from mindspore import mint, nn
from mindspore.train import Model


def data():
    generator = torch.Generator().manual_seed(1)
    x = torch.randn(48, 8, generator=generator).numpy()
    y = torch.randint(0, 3, (48,), generator=generator).numpy().astype(np.int32)
    return ds.NumpySlicesDataset((x, y), ["data", "label"], shuffle=False).batch(8)


def net():
    return nn.SequentialCell(nn.Dense(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Dropout(p=0.1), nn.Dense(16, 3))


def by_model():
    cell = net()
    optimizer = nn.SGD(cell.trainable_params(), learning_rate=0.1, momentum=0.9)
    Model(cell, nn.CrossEntropyLoss(), optimizer).train(2, data(), dataset_sink_mode=False)


def by_scaled_step():
    cell = net()
    optimizer = nn.Momentum(cell.trainable_params(), 0.1, 0.9, loss_scale=1024.0)
    step = nn.TrainOneStepCell(nn.WithLossCell(cell, nn.CrossEntropyLoss()), optimizer, sens=1024.0)
    step.set_train()
    for inputs, labels in data().create_tuple_iterator():
        step(inputs, labels)


def by_mint():
    cell = net()
    cell.set_train()
    optimizer = mint.optim.SGD(cell.trainable_params(), lr=0.1, momentum=0.9)
    loss = nn.CrossEntropyLoss()
    differentiate = ms.value_and_grad(lambda x, y: loss(cell(x), y), None, optimizer.parameters)
    for inputs, labels in data().create_tuple_iterator():
        optimizer(differentiate(inputs, labels)[1])
"""


@pytest.mark.parametrize("form", ["by_model", "by_scaled_step", "by_mint"])
def test_forms_of_mindspore_trainings(files: Path, form: str) -> None:
    lines = [line for line in TORCH.splitlines() if "clip" not in line]
    (files / "ref.py").write_text("\n".join(lines).replace('"weight_decay": 0.01', '"weight_decay": 0.0'))
    (files / "port.py").write_text(FORMS)
    result = call("ref.py:train", f"port.py:{form}", "--steps", "4")
    assert result.exit_code == 0, result.output


def test_a_schedule_that_parts_later(files: Path) -> None:
    schedule = (
        "    scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, [200])\n    for inputs, labels in",
        "        optimizer.step()\n        scheduler.step()\n",
    )
    text = TORCH.replace("    for inputs, labels in", schedule[0]).replace("        optimizer.step()\n", schedule[1])
    (files / "ref.py").write_text(text)
    (files / "port.py").write_text(text.replace("[200]", "[150]"))
    assert call("ref.py:train", "port.py:train", "--steps", "4").exit_code == 0
    result = call("ref.py:train", "port.py:train", "--steps", "4", "--total", "300")
    assert result.exit_code == 1, result.output
    assert "update 151, schedule: learning rate: update 151: 0.01 here, 0.1 in the reference" in result.stdout


def test_the_fixture(files: Path, recipe_parity) -> None:
    assert recipe_parity("ref.py:train", "port.py:train", steps=3).same
    (files / "port.py").write_text(MINDSPORE.replace("momentum=0.9", "momentum=0.8"))
    with pytest.raises(AssertionError, match=r"momentum is 0\.8 here, 0\.9 in the reference"):
        recipe_parity("ref.py:train", "port.py:train", steps=3, lines=False)


def test_programs_with_arguments(files: Path) -> None:
    program = TORCH + "\n\nif __name__ == '__main__':\n    import sys\n    train(float(sys.argv[1]))\n"
    program = program.replace("def train():", "def train(rate):").replace("lr=0.1", "lr=rate")
    (files / "program.py").write_text(program)
    assert call("program.py 0.1", "program.py 0.1", "--steps", "3").exit_code == 0
    result = call("program.py 0.1", "program.py 0.2", "--steps", "3")
    assert result.exit_code == 1, result.output
    assert "learning rate: update 1: 0.2 here, 0.1 in the reference" in result.stdout
    assert call("program.py 0.1", "noprogram.py 0.1").exit_code == 2


def test_folders(files: Path) -> None:
    for name, rate in (("a", 0.1), ("b", 0.2)):
        (files / name).mkdir()
        (files / name / "args.json").write_text(json.dumps({"learning_rate": rate, "seed": 1}))
    result = call("a", "b", "--json", "folders.json")
    assert result.exit_code == 1, result.output
    assert "schedule: learning rate is 0.2 here, 0.1 in the reference (args.json: learning_rate" in result.stdout
    data = json.loads((files / "folders.json").read_text())
    jsonschema.Draft202012Validator(schemas()["train-compare"]).validate(data)
    assert call("a", "a").exit_code == 0


def test_what_is_done_is_kept(files: Path) -> None:
    (files / "port.py").write_text(MINDSPORE.replace("momentum=0.9", "momentum=0.89"))
    words = ("ref.py:train", "port.py:train", "--steps", "3", "--chaos", "2", "--no-lines", "--resume", "state.json")
    first = call(*words, "--json", "first.json")
    assert first.exit_code == 1, first.output
    state = json.loads((files / "state.json").read_text())
    assert [len(rows) for rows in state["rounding"].values()] == [3, 3]
    far = [dict.fromkeys(row, 1e6 * (n + 1)) for n, row in enumerate(state["rounding"]["0"])]
    (files / "state.json").write_text(json.dumps({**state, "rounding": {"0": far, "1": far}}))
    call(*words, "--json", "again.json")
    assert json.loads((files / "again.json").read_text())["chaos"]["growth"] != pytest.approx(
        json.loads((files / "first.json").read_text())["chaos"]["growth"]
    )
    (files / "port.py").write_text(MINDSPORE)
    other = call(*words)
    assert other.exit_code == 2
    assert "is the state of another comparison (text of the port)" in other.output
