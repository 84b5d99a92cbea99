"""Statements about arguments of one side, about programs, and what a value of torch becomes."""

import importlib

import pytest
import torch

from mappings import rows_for_torch
from mappings.lines.calls import mindspore_line
from mappings.proof.verify import verify_row
from mappings.rows.names import canonical
from mappings.running.sides import MindSporeSide, TorchSide
from mappings.table.load import row_from


@pytest.fixture(scope="module")
def sides():
    def module(name):
        return importlib.import_module(name.replace("mindspore", "ms2torch", 1))

    return TorchSide(torch), MindSporeSide(importlib.import_module("ms2torch"), "ms2torch", module)


def failures(table, sides):
    row = row_from("any.toml", 1, table)
    return [result.detail for result in verify_row(row, *sides) if result.outcome == "failed"]


def test_an_argument_that_changes_nothing_must_be_said_to(sides):
    table = {
        "torch": "torch.nn.functional.embedding",
        "mindspore": "mindspore.ops.embedding",
        "params": ["sparse -> -"],
        "cases": ["F.embedding(x, y)  # int64[3]<5; float32[5,4]"],
    }
    assert any("sparse has no counterpart: nothing differs" in text for text in failures(table, sides))
    assert not any("sparse" in text for text in failures({**table, "params": ["sparse -> - @none"]}, sides))


def test_an_argument_that_matters_is_not_said_to_change_nothing(sides):
    table = {
        "torch": "torch.nn.Hardtanh",
        "mindspore": "mindspore.nn.Hardtanh",
        "params": ["min_value -> - @none", "- -> min_val @none"],
        "cases": ["nn.Hardtanh(-2.0, 2.0)  # float32[4,6]*3"],
    }
    assert failures(table, sides)


def test_a_program_shows_what_its_row_says(sides):
    def scheduler(target):
        head = "opt = {}\ns = {}.lr_scheduler.ExponentialLR(opt, gamma=0.5)\ns.step()\n{}\n"
        rate = 'float(opt.param_groups[0]["lr"])'
        ours = head.format("torch.optim.SGD([nn.Parameter(x)], lr=0.1)", "torch.optim", rate)
        made = 'ms.experimental.optim.SGD([ms.Parameter(x, name="w")], lr=0.1)'
        return {
            "torch": "torch.optim.lr_scheduler.ExponentialLR",
            "mindspore": "mindspore.experimental.optim.lr_scheduler.ExponentialLR",
            "params": [f"gamma -> {target}"],
            "cases": [
                {
                    "torch": ours,
                    "mindspore": head.format(made, "ms.experimental.optim", rate),
                    "inputs": ["float32[3]"],
                    "tolerance": 1e-4,
                }
            ],
        }

    assert not failures(scheduler("gamma"), sides)
    assert failures(scheduler("last_epoch"), sides)


@pytest.mark.parametrize(
    ("name", "public"),
    [
        ("mindspore.mint.linalg.norm", "mindspore.mint.linalg.norm"),
        ("torch.optim.lr_scheduler.StepLR", "torch.optim.lr_scheduler.StepLR"),
        ("torch.nn.utils.clip_grad.clip_grad_norm_", "torch.nn.utils.clip_grad_norm_"),
        ("torch.nn.modules.module.Module.train", "torch.nn.Module.train"),
    ],
)
def test_public_rooms_stay_in_a_name(name, public):
    assert canonical(name) == public


def line(name, counterpart, text):
    (row,) = [row for row in rows_for_torch(name) if row.mindspore == counterpart]
    return mindspore_line(row, text)


def test_a_value_goes_to_one_argument():
    assert line("torch.nn.Dropout", "mindspore.nn.Dropout", "nn.Dropout(0.3)") == "nn.Dropout(p=0.3)"


@pytest.mark.parametrize(("call", "mode"), [("3, 4, 3, stride=2", "valid"), ("3, 4, 2, stride=3", "pad")])
def test_a_transposed_window_narrower_than_its_stride_is_padded_by_hand(call, mode):
    text = line("torch.nn.ConvTranspose2d", "mindspore.nn.Conv2dTranspose", f"nn.ConvTranspose2d({call})")
    assert f"pad_mode='{mode}'" in text
