"""From torch's arguments to MindSpore's, and what a wrong port's arguments are told."""

import pytest

import mappings
from mappings.lines.calls import mindspore_line
from mappings.rows.arguments import same_value
from mappings.rows.model import Opaque
from mappings.rows.transforms import Context, apply
from mappings.table.load import load_file

CONV = {"in_channels": 3, "out_channels": 4, "kernel_size": 3}


def _row(torch_name, mindspore_name):
    row = mappings.row_for_classes(torch_name, mindspore_name)
    assert row is not None
    return row


def _nn(torch_name, mindspore_name=None):
    return _row(f"torch.nn.{torch_name}", f"mindspore.nn.{mindspore_name or torch_name}")


@pytest.mark.parametrize(
    ("row", "torch_arguments", "expected"),
    [
        (_nn("Conv2d"), {}, {"pad_mode": "valid", "padding": 0, "has_bias": True, "stride": 1, "group": 1}),
        (_nn("Conv2d"), {"padding": (1, 1)}, {"pad_mode": "pad", "padding": 1}),
        (_nn("Conv2d"), {"padding": (1, 2)}, {"pad_mode": "pad", "padding": (1, 1, 2, 2)}),
        (_nn("Conv2d"), {"padding": "same"}, {"pad_mode": "same", "padding": 0}),
        (_nn("Conv3d"), {"padding": (0, 1, 2)}, {"padding": (0, 0, 1, 1, 2, 2)}),
        (_nn("Conv1d"), {"padding": (2,)}, {"pad_mode": "pad", "padding": 2}),
        (_nn("MaxPool2d"), {"kernel_size": 2}, {"stride": 2, "pad_mode": "valid"}),
        (_nn("MaxPool2d"), {"kernel_size": 2, "ceil_mode": True}, {"pad_mode": "pad", "ceil_mode": True}),
        (_nn("BatchNorm2d"), {"momentum": 0.01}, {"momentum": 0.99, "use_batch_statistics": None}),
        (_nn("BatchNorm2d"), {"track_running_stats": False}, {"use_batch_statistics": True}),
        (_nn("LayerNorm"), {"normalized_shape": 8}, {"normalized_shape": (8,), "epsilon": 1e-5, "begin_norm_axis": -1}),
        (_nn("GELU"), {}, {"approximate": False}),
        (_nn("GELU"), {"approximate": "tanh"}, {"approximate": True}),
        (_nn("Dropout"), {"p": 0.3}, {"p": 0.3}),
        (_nn("LocalResponseNorm", "LRN"), {"size": 5}, {"depth_radius": 2, "alpha": 2e-5, "bias": 1.0, "beta": 0.75}),
        (_nn("CrossEntropyLoss", "SoftmaxCrossEntropyWithLogits"), {}, {"sparse": True, "reduction": "mean"}),
        (_row("torch.optim.Adam", "mindspore.nn.Adam"), {}, {"beta1": 0.9, "beta2": 0.999, "learning_rate": 1e-3}),
        (_nn("Embedding"), {}, {"embedding_table": Opaque("Normal(1.0)")}),
    ],
)
def test_expected_arguments(row, torch_arguments, expected):
    found = mappings.expected_arguments(row, {**(CONV if row.dims else {}), **torch_arguments})
    assert {name: found[name] for name in expected} == expected


def test_pad_is_written_with_pairs_for_every_axis():
    (row,) = [r for r in mappings.find("mindspore.nn.Pad") if r.torch == "torch.nn.functional.pad"]
    line = mindspore_line(row, "F.pad(x, (1, 2, 0, 3), mode='constant')")
    assert line.startswith("nn.Pad(((0, 0), (0, 0), ((1, 2, 0, 3)[2], (1, 2, 0, 3)[3]), ")


@pytest.mark.parametrize(("size", "axes"), [(2, (1, 2, 2, 1)), ((2,), (1, 2, 2, 1)), ((2, 3), (1, 2, 3, 1))])
def test_windows_of_four_axes(size, axes):
    assert apply("four_axes", size, Context({}, 0, "")) == axes


@pytest.mark.parametrize(
    ("row", "torch_arguments", "message"),
    [
        (_nn("Conv2d"), {"padding_mode": "reflect"}, "'reflect' has no MindSpore equivalent; only 'zeros' has"),
        (_nn("BatchNorm2d"), {"momentum": None}, "cumulative average"),
        (_nn("LocalResponseNorm", "LRN"), {"size": 4}, "an even window"),
        (_nn("GELU"), {"approximate": "cubic"}, "'cubic' has no MindSpore equivalent"),
    ],
)
def test_no_equivalent(row, torch_arguments, message):
    with pytest.raises(mappings.TransformError, match=message):
        mappings.expected_arguments(row, {**(CONV if row.dims else {}), **torch_arguments})
    found = mappings.compare_arguments(row, {**(CONV if row.dims else {}), **torch_arguments}, CONV if row.dims else {})
    (difference,) = [d for d in found if d.rule == "no-equivalent"]
    assert message in difference.fact
    assert (difference.fix, difference.corrections) == ("", {})


def test_unknown_is_left_out():
    assert "axis" not in mappings.expected_arguments(_nn("Softmax"), {})
    assert mappings.compare_arguments(_nn("Softmax"), {}, {}) == []
    assert "begin_norm_axis" not in mappings.expected_arguments(_nn("LayerNorm"), {"normalized_shape": (3, 8)})


@pytest.mark.parametrize(
    ("row", "torch_arguments", "port", "told"),
    [
        # a right port is told nothing
        (_nn("Conv2d"), {"padding": 1}, {"pad_mode": "pad", "padding": 1, "has_bias": True}, []),
        (_nn("Conv2d"), {"padding": (1, 1)}, {"pad_mode": "pad", "padding": (1, 1, 1, 1), "has_bias": True}, []),
        (_nn("BatchNorm2d"), {"num_features": 3}, {"num_features": 3}, []),
        (_nn("LayerNorm"), {"normalized_shape": 8, "eps": 1e-7}, {"normalized_shape": (8,)}, []),
        (_nn("Embedding"), {}, {"embedding_table": object()}, []),
        # a wrong one is told what to write
        (_nn("Conv2d"), {}, {"has_bias": True}, [("pad_mode-default", "pad_mode='valid'", False)]),
        (_nn("Conv2d"), {"bias": True}, {"pad_mode": "valid"}, [("has_bias-default", "has_bias=True", False)]),
        (
            _nn("Conv2d"),
            {"padding": 1, "stride": 2},
            {"stride": 2, "has_bias": True},
            [("pad_mode-same-stride", "pad_mode='pad', padding=1", None)],
        ),
        (_nn("Conv2d"), {"padding": 1}, {"has_bias": True}, [("padding-spelling", "pad_mode='pad', padding=1", True)]),
        (_nn("Conv2d"), {}, {"pad_mode": "pad", "has_bias": True}, [("padding-spelling", "pad_mode='valid'", True)]),
        (
            _nn("Conv2d"),
            {"padding": 1},
            {"pad_mode": "pad", "padding": 2, "has_bias": True},
            [("argument", "padding=1", False)],
        ),
        (
            _nn("ConvTranspose2d", "Conv2dTranspose"),
            {"stride": 2, "padding": 1},
            {"stride": 2, "pad_mode": "pad", "has_bias": True},
            [("argument", "padding=1", False)],
        ),
        (_nn("MaxPool2d"), {"kernel_size": 2}, {"kernel_size": 2}, [("stride-default", "stride=2", False)]),
        (
            _nn("AvgPool2d"),
            {"stride": 1, "padding": 1, "count_include_pad": False},
            {"pad_mode": "same"},
            [("padding-spelling", "pad_mode='pad', padding=1", True)],
        ),
        (
            _nn("AvgPool2d"),
            {"stride": 1, "padding": 1, "count_include_pad": False},
            {"pad_mode": "pad", "padding": 1},
            [("argument", "count_include_pad=False", False)],
        ),
        (_nn("AvgPool2d"), {"kernel_size": 2, "count_include_pad": False}, {"kernel_size": 2, "stride": 2}, []),
        (_nn("BatchNorm2d"), {}, {"momentum": 0.1}, [("momentum-complement", "momentum=0.9", False)]),
        (_nn("LayerNorm"), {"normalized_shape": 8}, {}, [("epsilon-default", "epsilon=1e-05", False)]),
        (_nn("GELU"), {}, {}, [("approximate-default", "approximate=False", False)]),
        (_nn("LeakyReLU"), {}, {}, [("alpha-default", "alpha=0.01", False)]),
        (_nn("LogSoftmax"), {"dim": 1}, {}, [("axis-default", "axis=1", False)]),
        (_nn("Dropout"), {"p": 0.3}, {"keep_prob": 0.3}, [("keep_prob-first", "p=0.3", False)]),
        (_nn("Dropout"), {"p": 0.3}, {"p": 0.1}, [("argument", "p=0.3", False)]),
        (_nn("Embedding"), {}, {}, [("embedding_table-init", "embedding_table=Normal(1.0)", False)]),
        (_nn("LSTM"), {"batch_first": True}, {}, [("argument", "batch_first=True", False)]),
        (_nn("Linear", "Dense"), {}, {"weight_init": "normal"}, [("weight_init", "weight_init=None", False)]),
    ],
)
def test_compare_arguments(row, torch_arguments, port, told):
    base = {"kernel_size": 3} if row.dims else {}
    found = mappings.compare_arguments(row, {**base, **torch_arguments}, {**base, **port})
    assert [(d.rule, d.fix, d.equivalent) for d in found] == told


def test_a_difference_says_everything():
    (found,) = mappings.compare_arguments(_nn("BatchNorm2d"), {"momentum": 0.1}, {"momentum": 0.1})
    assert (found.argument, found.torch_argument, found.torch_value) == ("momentum", "momentum", 0.1)
    assert (found.mindspore_value, found.expected, found.shows, found.loudness) == (0.1, 0.9, "train", "silent")
    assert found.corrections == {"momentum": 0.9}


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        (3, (3, 3), True),
        ([1, 2], (1, 2), True),
        ((1, 2), 1, False),
        (1 - 0.1, 0.9, True),
        (1e-5, 1.001e-5, False),
        (True, 1, False),
        (None, None, True),
        (None, 0, False),
        ("same", "same", True),
        ("same", "valid", False),
    ],
)
def test_same_value(a, b, same):
    assert same_value(a, b) is same


def test_scale_and_named(tmp_path):
    text = """
[[api]]
torch = "torch.a"
mindspore = "mindspore.a"
kind = "function"
status = "names"
params = ["x -> y | scale:2", "f = <relu> -> g = 'relu' | named", "flag = True -> off = False | not"]
"""
    path = tmp_path / "t.toml"
    path.write_text(text, encoding="utf-8")
    (row,) = load_file(path)
    assert mappings.expected_arguments(row, {"x": 3, "f": len}) == {"y": 6.0, "g": "len", "off": False}
    assert mappings.expected_arguments(row, {"x": 3}) == {"y": 6.0, "off": False}
