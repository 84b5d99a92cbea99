"""Looking names up, and what importing the table costs."""

import subprocess
import sys

import pytest

import mappings
from mappings.layouts import SAME, Layout, Unsqueeze
from mappings.names import canonical, match_weight


def test_import_is_light():
    code = (
        "import sys, mappings; mappings.MappingError; "
        "heavy = {'torch', 'numpy', 'ms2torch', 'parity', 'cli'} & set(sys.modules); "
        "assert not heavy, heavy; assert mappings.load.cache_info().currsize == 0; "
        "list(mappings.iter_rows()); assert 'torch' not in sys.modules and 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("Conv2d", "mindspore.mint.nn.Conv2d"),
        ("nn.Dense", "mindspore.nn.Dense"),
        ("torch.nn.Linear", "mindspore.mint.nn.Linear"),
        ("ms.ops.std", "mindspore.ops.std"),
        ("mindspore.ops.std", "mindspore.ops.std"),
        ("F.gelu", "mindspore.mint.nn.functional.gelu"),
        ("Tensor.max", "mindspore.Tensor.max"),
        ("embedding", "mindspore.mint.nn.functional.embedding"),
    ],
)
def test_find(asked, first):
    assert mappings.find(asked)[0].mindspore == first


def test_find_gives_every_row_of_a_name():
    assert {row.mindspore for row in mappings.find("torch.optim.SGD")} == {
        "mindspore.nn.SGD",
        "mindspore.nn.Momentum",
        "mindspore.experimental.optim.SGD",
    }


def test_unknown_name_suggests():
    with pytest.raises(mappings.UnknownNameError) as raised:
        mappings.find("nn.BatchNorm2")
    assert "mindspore.nn.BatchNorm2d" in raised.value.suggestions or "torch.nn.BatchNorm2d" in raised.value.suggestions
    assert str(raised.value).startswith("no mapping row is named 'nn.BatchNorm2'; did you mean ")


def test_unknown_family():
    with pytest.raises(mappings.UnknownNameError):
        mappings.load("nn_pancake")


@pytest.mark.parametrize(
    ("name", "public"),
    [
        ("torch.nn.modules.conv.Conv2d", "torch.nn.Conv2d"),
        ("ms2torch.nn.layer.conv.Conv2d", "mindspore.nn.Conv2d"),
        ("mindspore.nn.optim.adam.Adam", "mindspore.nn.Adam"),
        ("ms2torch.experimental.optim.adamw.AdamW", "mindspore.experimental.optim.AdamW"),
        ("torch.optim.adam.Adam", "torch.optim.Adam"),
        ("mindspore.ops.function.math_func.std", "mindspore.ops.std"),
        ("mindspore.common.initializer.Normal", "mindspore.common.initializer.Normal"),
        ("torch.Tensor.max", "torch.Tensor.max"),
        ("mindspore.common.tensor.Tensor.max", "mindspore.Tensor.max"),
        ("mynet.Block", "mynet.Block"),
    ],
)
def test_canonical(name, public):
    assert canonical(name) == public


def test_row_for_classes():
    row = mappings.row_for_classes("torch.nn.modules.linear.Linear", "ms2torch.nn.layer.basic.Dense")
    assert row is not None
    assert (row.torch, row.mindspore) == ("torch.nn.Linear", "mindspore.nn.Dense")
    assert mappings.row_for_classes("torch.nn.modules.linear.Linear", "ms2torch.nn.layer.conv.Conv2d") is None
    linear = mappings.rows_for_torch("torch.nn.modules.linear.Linear")
    assert {r.mindspore for r in linear} == {"mindspore.nn.Dense", "mindspore.mint.nn.Linear"}
    assert [r.torch for r in mappings.rows_for_mindspore("mindspore.nn.layer.basic.Dense")] == ["torch.nn.Linear"]
    assert mappings.rows_for_torch("mynet.Block") == ()


def test_weight_names():
    (lstm,) = [row for row in mappings.find("nn.LSTM") if row.kind == "layer"]
    assert lstm.weight_to_mindspore("weight_ih_l1_reverse") == ("weight_ih_l1_reverse", SAME)
    (conv,) = mappings.rows_for_torch("torch.nn.Conv1d")
    assert conv.weight_to_mindspore("weight") == ("weight", Layout((Unsqueeze(2),)))
    (norm,) = [row for row in mappings.rows_for_torch("torch.nn.BatchNorm2d") if ".mint." not in row.mindspore]
    assert norm.weight_to_mindspore("running_var") == ("moving_variance", SAME)
    assert norm.weight_to_mindspore("num_batches_tracked") is None
    with pytest.raises(KeyError, match="torch weight 'scale' is not in the row"):
        match_weight(norm.weights, "scale")
