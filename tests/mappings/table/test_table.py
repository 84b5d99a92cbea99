"""Looking names up, and what importing the table costs."""

import subprocess
import sys

import pytest

import mappings
from mappings.rows.layouts import SAME, Layout, Unsqueeze
from mappings.rows.names import canonical, match_weight
from mappings.table.index import entries_of, read
from mappings.table.load import DATA, load_file
from mappings.table.registry import rank


def test_import_is_light():
    code = (
        "import sys, mappings; mappings.MappingError; "
        "heavy = {'torch', 'numpy', 'ms2torch', 'parity', 'cli'} & set(sys.modules); "
        "assert not heavy, heavy; assert mappings.load.cache_info().currsize == 0; "
        "list(mappings.iter_rows()); assert 'torch' not in sys.modules and 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_row_is_read_when_it_is_asked_for():
    code = (
        "import mappings; from mappings.table.index import read; "
        "assert mappings.row_for_classes('torch.nn.Linear', 'mindspore.nn.Dense'); "
        "assert read.cache_info().currsize == 1; mappings.rows_for_torch('torch.nn.Conv2d'); "
        "assert read.cache_info().currsize < 6"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_rows_read_alone_are_those_of_the_file():
    assert all(mappings.load(family) == load_file(DATA / f"{family}.toml") for family in mappings.families())


def test_the_best_row_stands_for_small_letters():
    everything = sorted(mappings.iter_rows(), key=rank)
    for name in ("dense", "tensor.t", "avgpool2d", "conv2d"):
        ends = [
            row
            for row in everything
            if any(f".{end.lower()}".endswith(f".{name}") for end in (row.torch, row.mindspore))
        ]
        assert mappings.find(name)[0] in ends


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('x = 1\n[[api]]\ntorch = "a.b"\n', "unknown key"),
        ('[[api]]\ntorch = "a.b"\nmindspore = \n', "is not TOML"),
        ("[[api]]\ntorch = 'a.b'\nmindspore = 'c.d'\n", "names that are not found"),
    ],
)
def test_a_wrong_file_is_refused_when_a_row_is_read(text, said, tmp_path):
    (tmp_path / "some.toml").write_text(text)
    with pytest.raises(mappings.MappingError, match=said):
        [read(entry) for entry in entries_of(tmp_path / "some.toml")]


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


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("mindspore.nn.Cell", "torch.nn.Module"),
        ("mindspore.ops.cosine_similarity", "torch.cosine_similarity"),
        ("mindspore.ops.gather", "torch.index_select"),
    ],
)
def test_of_several_counterparts_the_one_of_the_same_kind_comes_first(name: str, first: str) -> None:
    assert mappings.rows_for_mindspore(name)[0].torch == first
    assert mappings.rows_for_torch("mynet.Block") == ()


def test_weight_names():
    (lstm,) = [row for row in mappings.find("nn.LSTM") if row.kind == "layer"]
    assert mappings.match_weight(lstm.weights, "weight_ih_l1_reverse") == ("weight_ih_l1_reverse", SAME)
    (conv,) = mappings.rows_for_torch("torch.nn.Conv1d")
    assert mappings.match_weight(conv.weights, "weight") == ("weight", Layout((Unsqueeze(2),)))
    (norm,) = [row for row in mappings.rows_for_torch("torch.nn.BatchNorm2d") if ".mint." not in row.mindspore]
    assert mappings.match_weight(norm.weights, "running_var") == ("moving_variance", SAME)
    assert mappings.match_weight(norm.weights, "num_batches_tracked") is None
    with pytest.raises(KeyError, match="torch weight 'scale' is not in the row"):
        match_weight(norm.weights, "scale")
