"""What an argument that both sides have is said to show, and arguments within expressions that a row writes."""

from importlib import import_module

import pytest
import torch

import ms2torch
from mappings.proof.verify import verify_row
from mappings.running.sides import MindSporeSide, TorchSide
from mappings.table.load import row_from

SIDES = (
    TorchSide(torch),
    MindSporeSide(ms2torch, "ms2torch", lambda name: import_module(name.replace("mindspore", "ms2torch", 1))),
)
DROPOUT = {
    "torch": "torch.nn.Dropout1d",
    "mindspore": "mindspore.nn.Dropout1d",
    "cases": [
        {"torch": "nn.Dropout1d(0.3)", "inputs": ["float32[64,64,4]|ones"]},
        {
            "torch": "nn.Dropout1d(0.3)",
            "inputs": ["float32[64,64,4]|ones"],
            "stage": "train",
            "compare": "zeros",
            "steps": 1,
        },
    ],
}
CAT = {"torch": "torch.cat", "mindspore": "mindspore.ops.cat"}
UNFOLD = {
    "torch": "torch.nn.Unfold",
    "mindspore": "mindspore.nn.Unfold",
    "write": "lambda x: ops.unfold(x, kernel_size, dilation, padding, stride)",
    "cases": [
        {
            "torch": "nn.Unfold((2, 3), dilation=2, stride=3)(x).reshape(-1)",
            "mindspore": "nn.Unfold([1, 2, 3, 1], [1, 3, 3, 1], [1, 2, 2, 1])(x).reshape(-1)",
            "inputs": ["float32[2,1,7,8]"],
        }
    ],
}
WINDOWS = ["kernel_size -> ksizes | four_axes", "dilation -> rates | four_axes", "stride -> strides | four_axes"]
SWAPPED = ["kernel_size -> ksizes | four_axes", "dilation -> strides | four_axes", "stride -> rates | four_axes"]
STD = {
    "torch": "torch.std",
    "mindspore": "mindspore.ops.std",
    "cases": ["torch.std(x, 1)", "torch.std(x, 1, correction=0)"],
}
KEPT = {
    "torch": "torch.nn.Dropout",
    "mindspore": "mindspore.nn.Dropout",
    "cases": [
        {
            "torch": torch_call,
            "mindspore": call,
            "inputs": ["float32[64,64]|ones"],
            "stage": "train",
            "compare": "zeros",
        }
        for torch_call, call in (
            ("nn.Dropout(0.3)", "nn.Dropout(p=0.3)"),
            ("nn.Dropout(0.3)", "nn.Dropout(keep_prob=0.7)"),
        )
    ],
}


def failures(table):
    return [r.detail for r in verify_row(row_from("any.toml", 1, table), *SIDES) if r.outcome == "failed"]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (DROPOUT, "p shows in forward: it changes nothing"),
        (DROPOUT | {"params": ["p -> p @train"]}, ""),
        (CAT | {"cases": ["torch.cat((x, x), 1)  # float32[3,4]"]}, ""),
        (UNFOLD | {"params": WINDOWS}, ""),
        (UNFOLD | {"params": SWAPPED}, "rates is [1, 2, 2, 1] where the row makes it (1, 3, 3, 1)"),
        (UNFOLD | {"params": [*WINDOWS, "padding -> padding"]}, "no case gives padding, of which the row speaks"),
        (
            STD | {"params": ["correction = 1 -> ddof = 0"]},
            "`torch.std(x, 1, unbiased=False)` against `ops.std(x, axis=1, ddof=False)`",
        ),
        (KEPT | {"params": ["p -> p | identity @train", "p -> keep_prob | unknown:one_minus @train"]}, ""),
        (
            KEPT | {"params": ["p -> p | identity @train", "p -> keep_prob | unknown:identity @train"]},
            "keep_prob is 0.7 where the row makes it 0.3",
        ),
        (
            DROPOUT | {"params": ["p -> p @train", "p -> keep_prob | unknown:one_minus @train"]},
            "no case gives keep_prob, which may be given instead of another argument",
        ),
        (STD | {"params": ["correction = 1 -> ddof = 0", "unbiased -> ddof | map:{True: 1, False: 0}"]}, ""),
    ],
)
def test_what_is_said_of_an_argument_is_executed(table, said):
    found = failures(table)
    assert (not found) if not said else any(said in text for text in found), found
