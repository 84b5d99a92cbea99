"""Lines as the programs print them: HF's Trainer, mindformers, mindcv, MindSpore's LossMonitor, Megatron."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parity.code.errors import CannotCompare
from parity.curves.logs.read import LOSS, NORM, RATE, SCALE, is_log, read

HF = """\
  0%|          | 0/30 [00:00<?, ?it/s]
{'loss': 2.3012, 'grad_norm': 1.25, 'learning_rate': 5e-05, 'epoch': 0.1}
{'loss': 2.1, 'grad_norm': 1.5, 'learning_rate': 4.5e-05, 'epoch': 0.2}
{'train_runtime': 12.5, 'train_loss': 2.2, 'epoch': 0.2}
"""
MINDFORMERS = """\
2024-05-01 - mindformers[callback.py:548] - INFO - { Epoch:[  1/  2], step:[    1/  100], loss:[10.640/10.640], \
per_step_time: 1200ms, lr: 1e-05, overflow cond: False, loss_scale: 65536.0, global_norm: [3.5]
2024-05-01 - mindformers[callback.py:548] - INFO - { Epoch:[  1/  2], step:[    2/  100], loss:[10.512/10.576], \
per_step_time: 900ms, lr: 2e-05, overflow cond: False, loss_scale: 65536.0, global_norm: [3.25]
"""
MINDCV = """\
[2024-05-01 10:00:00] mindcv.utils.callbacks INFO - Epoch: [1/10], batch: [100/500], loss: 2.301, lr: 0.1, time: 0.12s
[2024-05-01 10:00:09] mindcv.utils.callbacks INFO - Epoch: [1/10], batch: [200/500], loss: 2.105, lr: 0.09, time: 0.11s
[2024-05-01 10:01:00] mindcv.utils.callbacks INFO - Epoch: [2/10], batch: [100/500], loss: 1.9, lr: 0.08, time: 0.11s
"""
MONITOR = """\
epoch: 1 step: 1, loss is 0.5592179298400879
epoch: 1 step: 2, loss is 0.50
epoch: 2 step: 1, loss is 0.45
"""
MEGATRON = (
    " [2024-05-01] iteration       10/     500 | consumed samples:          80 | elapsed time per iteration: "
    "120.5 | learning rate: 1.500000E-04 | global batch size:     8 | lm loss: 1.083400E+01 | loss scale: 1.0 | "
    "grad norm: 5.400 | number of skipped iterations:   0 |\n"
)


@pytest.mark.parametrize(
    ("text", "series", "expected"),
    [
        (HF, LOSS, {1: 2.3012, 2: 2.1}),
        (HF, NORM, {1: 1.25, 2: 1.5}),
        (HF, RATE, {1: 5e-5, 2: 4.5e-5}),
        (MINDFORMERS, LOSS, {1: 10.640, 2: 10.512}),
        (MINDFORMERS, NORM, {1: 3.5, 2: 3.25}),
        (MINDFORMERS, SCALE, {1: 65536.0, 2: 65536.0}),
        (MINDCV, LOSS, {100: 2.301, 200: 2.105, 600: 1.9}),
        (MINDCV, RATE, {100: 0.1, 200: 0.09, 600: 0.08}),
        (MONITOR, LOSS, {1: 0.5592179298400879, 2: 0.5, 3: 0.45}),
        (MEGATRON, LOSS, {10: 10.834}),
        (MEGATRON, RATE, {10: 1.5e-4}),
        (MEGATRON, NORM, {10: 5.4}),
    ],
)
def test_lines(tmp_path: Path, text: str, series: str, expected: dict[int, float]) -> None:
    (tmp_path / "train.log").write_text(text)
    found = read(tmp_path / "train.log").series[series]
    assert {step: found[step] for step in expected} == expected
    assert set(found) - set(expected) <= {3}  # HF's last line tells the mean of all


def test_tables(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("step,train/loss,lr\n10,2.5,0.1\n20,2.25,0.2\n")
    rows = [{"step": 10, "loss": 2.5}, {"step": 20, "loss": 2.25}]
    (tmp_path / "b.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "trainer_state.json").write_text(json.dumps({"log_history": rows}))
    for name in ("a.csv", "b.jsonl", "trainer_state.json"):
        assert read(tmp_path / name).series[LOSS] == {10: 2.5, 20: 2.25}


def test_events(tmp_path: Path) -> None:
    from tensorboard.compat.proto.event_pb2 import Event
    from tensorboard.compat.proto.summary_pb2 import Summary
    from tensorboard.summary.writer.event_file_writer import EventFileWriter

    writer = EventFileWriter(str(tmp_path))
    for step, loss in ((1, 2.5), (2, 2.25)):
        summary = Summary(value=[Summary.Value(tag="train/loss", simple_value=loss)])
        writer.add_event(Event(step=step, summary=summary))
    writer.close()
    assert read(tmp_path).series[LOSS] == {1: 2.5, 2: 2.25}


def test_what_is_no_log(tmp_path: Path) -> None:
    (tmp_path / "a.log").write_text("nothing here\n")
    with pytest.raises(CannotCompare, match="holds no losses"):
        read(tmp_path / "a.log")
    with pytest.raises(CannotCompare, match="no such file"):
        read(tmp_path / "b.log")
    assert is_log("a.csv")
    assert not is_log("train.py:main")
