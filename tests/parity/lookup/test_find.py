"""What a person types finds its rows; what finds none suggests by spelling and by meaning."""

from __future__ import annotations

import pytest

import mappings
from parity.lookup.find import find, suggestions


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("torch.nn.Conv2d", "torch.nn.Conv2d"),
        ("nn.Dense", "torch.nn.Linear"),
        ("Conv2d", "torch.nn.Conv2d"),
        ("F.interpolate", "torch.nn.functional.interpolate"),
        ("functional.gelu", "torch.nn.functional.gelu"),
        ("x.view", "torch.Tensor.view"),
        ("x.permute(0, 2, 1)", "torch.Tensor.permute"),
        (".permute", "torch.Tensor.permute"),
        ("Tensor.max", "torch.Tensor.max"),
        ("self.attn.softmax", "torch.Tensor.softmax"),
        ("P.Softmax", "torch.nn.functional.softmax"),
        ("ops.ReduceSum", "torch.sum"),
        ("optim.AdamW", "torch.optim.AdamW"),
        ("torch.relu", "torch.relu"),
        ("concatenate", "torch.concatenate"),
        ("resize", "torch.Tensor.resize"),
        ("ms.ops.std", "torch.std"),
        ("mint.abs", "torch.abs"),
        ("init.xavier_uniform_", "torch.nn.init.xavier_uniform_"),
        ("linalg.norm", "torch.linalg.norm"),
        ("  nn.GELU()  ", "torch.nn.GELU"),
        ("conv2D", "torch.nn.functional.conv2d"),
    ],
)
def test_spellings(text: str, wanted: str) -> None:
    assert wanted in {row.torch for row in find(text)}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Conv2dd", "torch.nn.Conv2d"),
        ("nn.LayerNrom", "torch.nn.LayerNorm"),
        ("zoom", "torch.nn.functional.interpolate"),
        ("fully_connected", "torch.nn.Linear"),
        ("deconvolution", "torch.nn.ConvTranspose2d"),
        ("newaxis", "torch.unsqueeze"),
        ("batch_normalization", "torch.nn.functional.batch_norm"),
    ],
)
def test_suggestions(text: str, wanted: str) -> None:
    with pytest.raises(mappings.UnknownNameError) as caught:
        find(text)
    assert wanted in caught.value.suggestions


def test_nothing_is_suggested_for_what_resembles_nothing() -> None:
    assert suggestions("qqqqqqqq") == ()


def test_every_name_of_the_table_finds_its_row() -> None:
    for row in mappings.iter_rows():
        for name in (row.torch, row.mindspore):
            assert not name or row in find(name)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("gradient clipping", "torch.nn.utils.clip_grad_norm_"),
        ("weight decay", "torch.optim.AdamW"),
        ("batch matrix multiply", "torch.bmm"),
        ("learning rate schedule", "torch.optim.lr_scheduler.StepLR"),
        ("random seed", "torch.manual_seed"),
        ("cumulative sum", "torch.cumsum"),
    ],
)
def test_what_people_call_a_thing_comes_first(text: str, first: str) -> None:
    assert suggestions(text)[0] == first


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("torch", "torch"),
        ("import torch", "torch"),
        ("F", "torch.nn.functional"),
        ("import torch.nn as nn", "torch.nn"),
        ("from torch import nn", "torch.nn"),
        ("from torch.optim import AdamW", "torch.optim.AdamW"),
        ("with torch.no_grad():", "torch.no_grad"),
        ("@torch.no_grad()", "torch.no_grad"),
        ("torch.cuda.amp.GradScaler", "torch.amp.GradScaler"),
        ("mindspore.mint", "torch"),
        ("nn.TrainOneStepCell", "torch.optim.Optimizer.step"),
    ],
)
def test_modules_imports_and_statements(text: str, wanted: str) -> None:
    assert wanted in {row.torch for row in find(text)}
