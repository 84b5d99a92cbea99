"""Two calls and what differs between them, in both directions of a port."""

from __future__ import annotations

import pytest

from parity.table.arguments import differences_between, same_value

T, M, MINT = "torch.nn.", "mindspore.nn.", "mindspore.mint.nn."
CONV = {"in_channels": 3, "out_channels": 4, "kernel_size": 3}
NORM = {"num_features": 4}

TO_MINDSPORE = [
    # reference, its arguments, port, its arguments, and: argument: reference's value, port's value -> what to write
    (T + "Dropout", {"p": 0.1}, M + "Dropout", {"p": 0.1}, []),
    (T + "Dropout", {"p": 0.1}, M + "Dropout", {"p": 0.9}, ["p: 0.1, 0.9 -> {'p': 0.1} @train"]),
    (T + "Dropout", {"p": 0.1}, M + "Dropout", {"keep_prob": 0.9}, []),  # another way to say it
    (T + "Dropout", {"p": 0.1}, M + "Dropout", {"keep_prob": 0.9, "p": None}, []),
    (T + "Dropout", {"p": 0.1}, M + "Dropout", {"keep_prob": 0.1}, ["p: 0.1, None -> {'p': 0.1} @train"]),
    (T + "Dropout", {"p": 0.1}, M + "Dropout", {"keep_prob": 0.9, "p": 0.2}, ["p: 0.1, 0.2 -> {'p': 0.1} @train"]),
    (T + "Dropout", {}, M + "Dropout", {}, []),
    (T + "BatchNorm2d", NORM, M + "BatchNorm2d", NORM, []),
    (
        T + "BatchNorm2d", {**NORM, "momentum": 0.1}, M + "BatchNorm2d", {**NORM, "momentum": 0.1},
        ["momentum: 0.1, 0.1 -> {'momentum': 0.9} @train"],
    ),
    (
        T + "Conv2d", CONV, M + "Conv2d", CONV,
        [
            "has_bias: True, False -> {'has_bias': True} @forward",
            "pad_mode: 0, 'same' -> {'pad_mode': 'valid'} @forward",
        ],
    ),
    (
        T + "Conv2d", {**CONV, "padding": 1, "bias": False},
        M + "Conv2d", {**CONV, "padding": 1, "pad_mode": "pad"}, [],
    ),
    (
        T + "Conv2d", {**CONV, "padding": (1, 2), "bias": False}, M + "Conv2d",
        {**CONV, "padding": 1, "pad_mode": "pad"}, ["padding: (1, 2), 1 -> {'padding': (1, 1, 2, 2)} @forward"],
    ),
    (  # the same padding, written otherwise
        T + "Conv2d", {**CONV, "padding": 1, "bias": False}, M + "Conv2d", CONV,
        ["pad_mode: 1, 'same' -> {'pad_mode': 'pad', 'padding': 1} @forward equivalent"],
    ),
    (T + "GELU", {}, M + "GELU", {}, ["approximate: 'none', True -> {'approximate': False} @forward"]),
    (T + "GELU", {"approximate": "tanh"}, M + "GELU", {}, []),
    (
        T + "LayerNorm", {"normalized_shape": 8}, MINT + "LayerNorm", {"normalized_shape": (8,), "eps": 1e-6},
        ["eps: 1e-05, 1e-06 -> {'eps': 1e-05} @forward"],
    ),
    (T + "MaxPool2d", {"kernel_size": 2}, M + "MaxPool2d", {"kernel_size": 2},
     ["stride: None, 1 -> {'stride': 2} @forward"]),
    (T + "ReLU", {}, M + "Sigmoid", {}, []),  # not of one kind: nothing is said of arguments
    (None, {}, M + "Sigmoid", {}, []),
]  # fmt: skip

TO_TORCH = [
    (M + "Dropout", {"p": 0.9}, T + "Dropout", {"p": 0.1}, ["p: 0.9, 0.1 -> {'p': 0.9} @train"]),
    (M + "Dropout", {"keep_prob": 0.9}, T + "Dropout", {"p": 0.9}, ["keep_prob: 0.9, 0.9 -> {'p': 0.1} @train"]),
    (M + "Dropout", {"keep_prob": 0.9}, T + "Dropout", {"p": 0.1}, []),
    (
        M + "BatchNorm2d", {**NORM, "momentum": 0.99}, T + "BatchNorm2d", {**NORM, "momentum": 0.1},
        ["momentum: 0.99, 0.1 -> {'momentum': 0.01} @train"],
    ),
    (M + "GELU", {}, T + "GELU", {}, ["approximate: True, 'none' -> {'approximate': 'tanh'} @forward"]),
    (
        M + "GELU", {"approximate": False}, T + "GELU", {"approximate": "tanh"},
        ["approximate: False, 'tanh' -> {'approximate': 'none'} @forward"],
    ),
    (
        M + "Dense", {"in_channels": 3, "out_channels": 4}, T + "Linear",
        {"in_features": 3, "out_features": 4, "bias": False}, ["has_bias: True, False -> {'bias': True} @forward"],
    ),
    (M + "MaxPool2d", {"kernel_size": 2}, T + "MaxPool2d", {"kernel_size": 2},
     ["stride: 1, None -> {'stride': 1} @forward"]),
    (
        M + "MaxPool2d", {"kernel_size": 3, "stride": 1, "pad_mode": "same"},
        T + "MaxPool2d", {"kernel_size": 3, "stride": 1}, ["pad_mode: 'same', 0 -> {'padding': 1} @forward"],
    ),
    (
        M + "AvgPool2d", {"kernel_size": (3, 5), "pad_mode": "same"},
        T + "AvgPool2d", {"kernel_size": (3, 5), "stride": 1},
        ["pad_mode: 'same', 0 -> {'padding': (1, 2), 'count_include_pad': False} @forward"],
    ),
    (M + "Conv2d", CONV, T + "Conv2d", {**CONV, "bias": False}, ["pad_mode: 'same', 0 -> {'padding': 1} @forward"]),
    (
        M + "Conv2d", {**CONV, "kernel_size": 4}, T + "Conv2d", {**CONV, "kernel_size": 4, "bias": False},
        ["pad_mode: 'same', 0 -> {'padding': 'same'} @forward"],
    ),
    (
        M + "Conv2d", {**CONV, "pad_mode": "pad", "padding": (1, 1, 2, 2)}, T + "Conv2d", {**CONV, "bias": False},
        ["pad_mode: 'pad', 0 -> {'padding': (1, 2)} @forward"],
    ),
    (  # above and below, left and right unequal: no padding of torch's
        M + "Conv2d", {**CONV, "pad_mode": "pad", "padding": (0, 1, 2, 2)}, T + "Conv2d", {**CONV, "bias": False},
        ["pad_mode: 'pad', 0 -> {} @forward advised F.pad(x, (2, 2, 0, 1))"],
    ),
    (M + "Conv2dTranspose", {**CONV, "kernel_size": 4, "stride": 2},
     T + "ConvTranspose2d", {**CONV, "kernel_size": 4, "stride": 2, "bias": False},
     ["pad_mode: 'same', 0 -> {'padding': 1} @forward"]),
    (M + "Conv2dTranspose", {**CONV, "stride": 2}, T + "ConvTranspose2d", {**CONV, "stride": 2, "bias": False},
     ["pad_mode: 'same', 0 -> {} @forward"]),  # one row is cut off at one end
    (M + "LRN", {"depth_radius": 2, "alpha": 0.1, "beta": 0.5}, T + "LocalResponseNorm", {"size": 3, "beta": 0.5},
     ["depth_radius: 2, 3 -> {'size': 5} @forward", "alpha: 0.1, 0.0001 -> {'alpha': 0.5} @forward"]),
    (M + "MSELoss", {"reduction": "sum"}, T + "MSELoss", {},
     ["reduction: 'sum', 'mean' -> {'reduction': 'sum'} @forward"]),
]  # fmt: skip

OF_ONE_CLASS = [
    ("user.Head", {"size": (3, 3), "rate": 0.5}, "user.Head", {"size": 3, "rate": 0.5}, []),
    ("user.Head", {"rate": 0.5}, "user.Head", {"rate": 0.4}, ["rate: 0.5, 0.4 -> {'rate': 0.5} @forward"]),
    ("user.Head", {"rate": 0.5, "act": len}, "other.Head", {"rate": 0.5, "act": max}, []),  # what they do is not known
    ("user.Head", {"rate": 0.5}, "user.Head", {}, []),
    ("user.Head", {"rate": 0.5}, "user.Tail", {"rate": 0.4}, []),
    (T + "BatchNorm1d", {"momentum": 0.1, "device": "cpu"}, T + "BatchNorm1d", {"momentum": 0.2, "device": "cuda"},
     ["momentum: 0.1, 0.2 -> {'momentum': 0.1} @train"]),
]  # fmt: skip


SIZES = [  # of what MindSpore's 'same' pads at a stride above 1
    (M + "Conv2d", {**CONV, "stride": 2}, T + "Conv2d", {**CONV, "stride": 2, "bias": False}, (2, 3, 9, 9),
     ["pad_mode: 'same', 0 -> {'padding': 1} @forward"]),
    (M + "Conv2d", {**CONV, "stride": 2}, T + "Conv2d", {**CONV, "stride": 2, "bias": False}, (2, 3, 9, 12),
     ["pad_mode: 'same', 0 -> {} @forward advised F.pad(x, (0, 1, 1, 1))"]),
    (M + "Conv2d", {**CONV, "stride": 2}, T + "Conv2d", {**CONV, "stride": 2, "bias": False}, (),
     ["pad_mode: 'same', 0 -> {} @forward"]),
    (M + "MaxPool2d", {"kernel_size": 3, "stride": 3, "pad_mode": "same"}, T + "MaxPool2d", {"kernel_size": 3},
     (1, 1, 8, 10), ["pad_mode: 'same', 0 -> {} @forward advised F.pad(x, (1, 1, 0, 1), value=float(\"-inf\"))"]),
    (M + "MaxPool2d", {"kernel_size": 3, "stride": 3, "pad_mode": "same"}, T + "MaxPool2d", {"kernel_size": 3},
     (1, 1, 10, 9), ["pad_mode: 'same', 0 -> {'padding': (1, 0)} @forward"]),
]  # fmt: skip


def said(reference, ours, port, theirs, shape=()) -> list[str]:
    found = []
    for entry in differences_between(reference, ours, port, theirs, shape):
        values = f"{entry.reference_argument if reference and 'mindspore' in reference else entry.argument}: "
        values += f"{entry.reference_value!r}, {entry.port_value!r} -> {entry.corrections} @{entry.shows}"
        values += " advised " + entry.advice.partition("give it ")[2] if entry.advice else ""
        found.append(values + (" equivalent" if entry.equivalent else ""))
    return found


@pytest.mark.parametrize(("reference", "ours", "port", "theirs", "expected"), TO_MINDSPORE + TO_TORCH + OF_ONE_CLASS)
def test_what_differs_between_two_calls(reference, ours, port, theirs, expected):
    assert said(reference, ours, port, theirs) == expected


@pytest.mark.parametrize(("reference", "ours", "port", "theirs", "shape", "expected"), SIZES)
def test_padding_that_depends_on_the_size(reference, ours, port, theirs, shape, expected):
    assert said(reference, ours, port, theirs, shape) == expected


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (3, (3, 3), True), ((3, 3), [3, 3], True), ((3, 4), 3, False), (3, (3, 4), False), ((1, 2), (1, 2, 3), False),
        (0.9, 1 - 0.1, True), (1, 1.0, True), (0.0, 1e-12, False),
        (True, True, True), (True, 1, False), (0, False, False), (None, None, True), (None, 0, False),
        ("same", "same", True), ("same", "valid", False), ((), (), True), ((), (0,), False), ((), 0, False),
    ],
)  # fmt: skip
def test_values_that_mean_the_same(one, other, same):
    assert same_value(one, other) is same
    assert same_value(other, one) is same
