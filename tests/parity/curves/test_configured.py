"""Rates, clipping and decay that configurations of known programs make.

The rates are those of transformers 5.24 (`get_scheduler`), timm 1.0.31 (`create_scheduler_v2`), mindcv 0.3
(`create_scheduler`) and mindformers 2.1 (its documented examples).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli.train_compare import train_compare
from parity.curves.configured import Length, program_of, values_of
from parity.curves.folders import compared

HF = {"num_train_epochs": 1, "per_device_train_batch_size": 8, "learning_rate": 1e-3, "warmup_steps": 3}
TIMM = {"sched": "cosine", "lr": 0.1, "warmup_lr": 1e-3, "min_lr": 1e-4, "warmup_epochs": 2, "epochs": 6}
UP = (0, 0.000333333, 0.000666667, 0.001)
MINDCV = {
    "scheduler": "cosine_decay", "lr": 0.1, "min_lr": 1e-4, "warmup_epochs": 2, "warmup_factor": 0.1, "decay_epochs": 4,
    "decay_rate": 0.5, "multi_step_decay_milestones": [1, 3], "epoch_size": 6,
}  # fmt: skip
MINDFORMERS = {"sink_mode": True, "warmup_lr_init": 0.0, "learning_rate": 0.005, "warmup_steps": 10}


@pytest.mark.parametrize(
    ("values", "length", "expected"),
    [
        ({**HF, "lr_scheduler_type": "linear"}, Length(10),
         [*UP, 0.000857143, 0.000714286, 0.000571429, 0.000428571, 0.000285714, 0.000142857]),
        ({**HF, "lr_scheduler_type": "cosine"}, Length(10),
         [*UP, 0.000950484, 0.000811745, 0.00061126, 0.00038874, 0.000188255, 4.9516e-05]),
        ({**HF, "lr_scheduler_type": "polynomial"}, Length(10),
         [*UP, 0.000857157, 0.000714314, 0.000571471, 0.000428629, 0.000285786, 0.000142943]),
        ({**HF, "lr_scheduler_type": "inverse_sqrt"}, Length(10),
         [*UP, 0.000866025, 0.000774597, 0.000707107, 0.000654654, 0.000612372, 0.00057735]),
        ({**HF, "lr_scheduler_type": "constant_with_warmup"}, Length(5), [*UP, 0.001]),
        ({**HF, "lr_scheduler_type": "constant"}, Length(2), [0.001, 0.001]),
        (TIMM, Length(12, 6),
         [0.001, 0.001, 0.0505, 0.0505, 0.075025, 0.075025, 0.05005, 0.05005, 0.025075, 0.025075,
          0.006792031, 0.006792031]),
        ({**TIMM, "sched_on_updates": True}, Length(12, 6),
         [0.001, 0.02575, 0.0505, 0.07525, 0.075025, 0.062978011, 0.05005, 0.037121989, 0.025075, 0.014730016,
          0.006792031, 0.001802005]),
        ({**TIMM, "warmup_prefix": True}, Length(16, 6),
         [0.001, 0.001, 0.0505, 0.0505, 0.1, 0.1, 0.093307969, 0.093307969, 0.075025, 0.075025, 0.05005, 0.05005]),
        ({**TIMM, "sched": "step", "warmup_epochs": 1, "decay_epochs": 2, "decay_rate": 0.5}, Length(12, 6),
         [0.001, 0.001, 0.1, 0.1, 0.05, 0.05, 0.05, 0.05, 0.025, 0.025, 0.025, 0.025]),
        (MINDCV, Length(12, 6),
         [0.01, 0.0325, 0.055, 0.0775, 0.1, 0.096197783, 0.085369984, 0.069165037, 0.05005, 0.030934963, 0.014730016,
          0.003902217]),
        ({**MINDCV, "scheduler": "step_decay", "decay_epochs": 2}, Length(12, 6),
         [0.01, 0.0325, 0.055, 0.0775, 0.1, 0.1, 0.1, 0.1, 0.05, 0.05, 0.05, 0.05]),
        ({**MINDCV, "scheduler": "multi_step_decay"}, Length(12, 6),
         [0.01, 0.0325, 0.055, 0.0775, 0.1, 0.1, 0.05, 0.05, 0.05, 0.05, 0.025, 0.025]),
        ({**MINDCV, "scheduler": "exponential_decay"}, Length(12, 6),
         [0.01, 0.0325, 0.055, 0.0775, 0.1, 0.070710678, 0.05, 0.035355339, 0.025, 0.01767767, 0.0125, 0.008838835]),
        ({**MINDCV, "decay_epochs": 3, "lr_epoch_stair": True}, Length(12, 6),
         [0.01, 0.01, 0.055, 0.055, 0.1, 0.1, 0.075025, 0.075025, 0.025075, 0.025075, 0.0001, 0.0001]),
        ({**MINDCV, "gradient_accumulation_steps": 2}, Length(6, 6),
         [0.01, 0.0325, 0.055, 0.0775, 0.1, 0.096197783]),
        ({**MINDFORMERS, "type": "ConstantWarmUpLR"}, Length(20), [0, 0.0005, 0.001]),
        ({**MINDFORMERS, "type": "LinearWithWarmUpLR"}, Length(20),
         [0.0005 * n for n in range(10)] + [0.0005 * (20 - n) for n in range(10, 20)]),
        ({**MINDFORMERS, "type": "CosineWithWarmUpLR"}, Length(20), [0.0005 * n for n in range(10)] + [0.005]),
    ],
)  # fmt: skip
def test_rates(values: dict[str, Any], length: Length, expected: list[float]) -> None:
    program = program_of(values)
    assert program is not None
    found = program.rates(values, length)
    assert found is not None
    assert len(found) == length.updates
    assert found[: len(expected)] == pytest.approx(expected, abs=2e-9)


def test_middle_of_mindformers_documented_cosine() -> None:
    values = {**MINDFORMERS, "type": "CosineWithWarmUpLR"}
    assert program_of(values).rates(values, Length(20))[15] == pytest.approx(0.0025)  # type: ignore[union-attr,index]


def test_a_schedule_that_is_not_known_gives_no_rates() -> None:
    for values in ({**HF, "lr_scheduler_type": "reduce_lr_on_plateau"}, {**TIMM, "sched": "tanh"}):
        assert program_of(values).rates(values, Length(4)) is None  # type: ignore[union-attr]
    assert program_of({"lr": 0.1, "epochs": 3}) is None


def test_the_schedule_of_a_yaml_file_counts_before_other_types() -> None:
    flat = [("model.type", "Net"), ("lr_schedule.type", "CosineWithWarmUpLR"), ("optimizer.learning_rate", 1),
            ("lr_schedule.learning_rate", 2)]  # fmt: skip
    assert values_of(flat) == {"lr_schedule": True, "type": "CosineWithWarmUpLR", "learning_rate": 2, "model": True,
                               "optimizer": True}  # fmt: skip


OF_MINDCV = """\
opt: momentum
lr: 0.1
scheduler: cosine_decay
warmup_epochs: 2
decay_epochs: 4
min_lr: 0.0001
epoch_size: 6
weight_decay: 0.0001
weight_decay_filter: norm_and_bias
batch_size: 32
clip_grad: True
clip_value: 15.0
"""
OF_TIMM = """\
opt: momentum
lr: 0.1
sched: cosine
warmup_lr: 0.0
warmup_epochs: 2
min_lr: 0.0001
epochs: 6
weight_decay: 0.0001
batch_size: 32
clip_grad: 15.0
clip_mode: norm
"""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", [("schedule", "warmup")]),
        ("clip_grad: True", "clip_grad: False", [("schedule", "warmup"), ("clipping", "clipping")]),
        ("clip_grad: True", "clip_grad: True\ngradient_accumulation_steps: 2",
         [("schedule", "shape"), ("clipping", "clipping"), ("accumulation", "accumulation")]),
        ("weight_decay_filter: norm_and_bias\n", "", [("schedule", "warmup"), ("optimizer", "weight-decay-mask")]),
    ],
)  # fmt: skip
def test_mindcv_beside_timm(tmp_path: Path, old: str, new: str, expected: list[tuple[str, str]]) -> None:
    (tmp_path / "timm.yaml").write_text(OF_TIMM)
    (tmp_path / "mindcv.yaml").write_text(OF_MINDCV.replace(old, new) if old else OF_MINDCV)
    found = compared(tmp_path / "timm.yaml", tmp_path / "mindcv.yaml", 60)
    stages = [one.stage for one in found]
    assert stages == [stage for stage, _ in expected]
    assert [one.cause for one in found if one.stage != "schedule"] == [c for s, c in expected if s != "schedule"]


def test_the_same_configuration_is_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(OF_MINDCV)
    (tmp_path / "b.yaml").write_text(OF_MINDCV)
    done = CliRunner().invoke(
        train_compare, [str(tmp_path / name) for name in ("a.yaml", "b.yaml")] + ["--total", "60"]
    )
    assert done.exit_code == 0, done.output
    assert "SAME" in done.output


def test_rates_part_only_where_the_length_is_known(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("num_train_epochs: 2\nlr_scheduler_type: cosine\nlearning_rate: 0.001\n")
    (tmp_path / "b.yaml").write_text(
        "sink_mode: true\nrunner_config:\n  epochs: 2\nlr_schedule:\n  type: CosineWithWarmUpLR\n"
        "  learning_rate: 0.001\n  lr_end: 0.0001\nrunner_wrapper:\n  use_clip_grad: true\n"
    )
    causes = [(one.stage, one.cause) for one in compared(tmp_path / "a.yaml", tmp_path / "b.yaml", 50)]
    assert causes[0] == ("schedule", "minimum")
    assert not [one for one in causes if one[0] == "clipping"]
    assert ("schedule", "minimum") not in [
        (one.stage, one.cause) for one in compared(tmp_path / "a.yaml", tmp_path / "b.yaml")
    ]
