"""Initial values equal those of real MindSpore 2.10, bit for bit, and are drawn in the same order.

The goldens were recorded by tools/record/init_bits.py; each case is an expression that is evaluated again here.
"""

import importlib
import json
import math
import random
import time
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch import ops
from ms2torch.common import initializer as initializers
from ms2torch.common.initializer import (
    _INITIALIZER_ALIAS,
    Constant,
    Dirac,
    HeNormal,
    Identity,
    Initializer,
    Normal,
    Orthogonal,
    Sparse,
    TruncatedNormal,
    Uniform,
    VarianceScaling,
    XavierUniform,
    _assignment,
    _calculate_correct_fan,
    _calculate_fan_in_and_fan_out,
    _calculate_gain,
    _calculate_in_and_out,
    _register,
    initializer,
)
from ms2torch.common.seed import get_seed, set_seed

GOLDENS = json.loads((Path(__file__).parents[1] / "goldens" / "init_bits.json").read_text(encoding="utf-8"))


def names(text):
    """Return the names that a recorded expression or program uses; the packages it mentions are imported for it."""
    found = {name: value for name, value in vars(initializers).items() if not name.startswith("__")}
    found.update(ms=ms, np=np, math=math, Tensor=ms.Tensor, Parameter=ms.Parameter)
    for package in ("nn", "mint"):
        if f"{package}." in text:
            found[package] = importlib.import_module(f"ms2torch.{package}")
    return found


def raw_bytes(tensor):
    t = tensor._t.detach().contiguous()
    return (t.view(torch.int16) if t.dtype is torch.bfloat16 else t).numpy().tobytes()


def first_values(tensor):
    t = tensor._t.detach().reshape(-1)[:8]
    return [[v.real, v.imag] for v in t.tolist()] if t.is_complex() else t.to(torch.float64).tolist()


def assert_same(tensor, case, what):
    assert list(tensor.shape) == case["shape"], what
    assert str(tensor.dtype) == case["dtype"] or repr(tensor.dtype) == f"mindspore.{case['dtype'].rstrip('_')}", what
    assert first_values(tensor) == case["head"], what
    assert zlib.crc32(raw_bytes(tensor)) == case["crc32"], f"{what}: values after the first eight differ"


def title(case):
    text = case.get("init") or case.get("net") or case.get("title")
    return f"{text}-{case.get('shape', '')}-{case.get('dtype', '')}-seed{case['seed']}"


# ---- against the goldens -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", GOLDENS["initializers"], ids=title)
def test_initializer_gives_the_bits_of_mindspore(case):
    set_seed(case["seed"])
    init = eval(case["init"], dict(vars(initializers)))
    tensor = initializer(init, tuple(case["shape"]), getattr(ms, case["dtype"])).init_data()
    if isinstance(init, Orthogonal):  # the last bits of a QR decomposition are those of the BLAS at hand
        np.testing.assert_allclose(first_values(tensor), case["head"], rtol=1e-6, atol=1e-7)
    else:
        assert_same(tensor, case, case["init"])
    assert np.random.random_sample() == case["next"], "another amount of numpy's stream was drawn"


@pytest.mark.parametrize("case", GOLDENS["nets"], ids=title)
def test_net_gets_the_bits_of_mindspore(case):
    set_seed(case["seed"])
    net = eval(case["net"], names(case["net"]))
    drawn_after = np.random.random_sample()
    parameters = dict(net.parameters_and_names())
    assert list(parameters) == list(case["parameters"])
    for name, expected in case["parameters"].items():
        assert_same(parameters[name], expected, f"{case['net']}: {name}")
    assert drawn_after == case["next"], "another amount of numpy's stream was drawn"


@pytest.mark.parametrize("case", GOLDENS["programs"], ids=title)
def test_program_draws_as_mindspore(case):
    set_seed(case["seed"])
    scope = names(case["source"])
    exec(case["source"], scope)
    drawn_after = np.random.random_sample()
    assert list(scope["tensors"]) == list(case["tensors"])
    for name, expected in case["tensors"].items():
        assert_same(scope["tensors"][name], expected, name)
    assert drawn_after == case["next"], "another amount of numpy's stream was drawn"


# ---- seeds -------------------------------------------------------------------------------------------------------


def test_numpy_seed_alone_decides_the_weights():
    set_seed(5)
    first = initializer("normal", (4,)).asnumpy()
    np.random.seed(5)
    assert np.array_equal(first, initializer("normal", (4,)).asnumpy())


def test_set_seed_reaches_every_generator():
    draws = []
    for _ in range(2):
        set_seed(11)
        draws.append((random.random(), np.random.rand(), torch.rand(()).item()))
    assert draws[0] == draws[1]
    assert get_seed() == 11


@pytest.mark.parametrize("seed", [1.5, "a", None, True, np.int64(3)])
def test_set_seed_refuses_what_is_no_int(seed):
    with pytest.raises(TypeError, match="seed"):
        set_seed(seed)


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_set_seed_refuses_what_does_not_fit(seed):
    set_seed(3)
    with pytest.raises(ValueError, match="seed"):
        set_seed(seed)
    assert get_seed() == 3


def test_seed_property_changes_with_every_reading():
    set_seed(1)
    init = Normal()
    assert (init.seed, init.seed) == ((1, 1), (1, 533697029))  # measured
    init.seed = 4
    assert init.seed == (5, 0)


# ---- laziness ----------------------------------------------------------------------------------------------------


def test_initializer_is_lazy_until_first_use():
    set_seed(2)
    state = np.random.get_state()[2]
    tensor = initializer("normal", [3, 4])
    assert tensor.has_init
    assert (tensor.shape, tensor.ndim, tensor.size, tensor.dtype) == ((3, 4), 2, 12, ms.float32)
    assert np.random.get_state()[2] == state
    first = tensor.asnumpy().copy()
    assert not tensor.has_init
    assert type(tensor) is ms.Tensor
    assert np.array_equal(tensor.asnumpy(), first)


# ---- arguments ---------------------------------------------------------------------------------------------------


def test_tensor_is_returned_as_it_is():
    given = ms.Tensor([1.0, 2.0])
    assert initializer(given, (2,)) is given
    assert initializer(given, 2, ms.float16) is given
    assert initializer(given) is given
    with pytest.raises(ValueError, match="shape"):
        initializer(given, (3,))


@pytest.mark.parametrize(("shape", "expected"), [(3, (3,)), ([2, 3], (2, 3)), ((), ())])
def test_shape_may_be_int_list_or_tuple(shape, expected):
    assert initializer("ones", shape).init_data().shape == expected


@pytest.mark.parametrize("shape", [(0, 3), -1, (1.0, 2), 2.0, "ab", (np.int64(2),)])
def test_shape_must_be_positive_ints(shape):
    with pytest.raises(ValueError, match="positive"):
        initializer("zeros", shape)


def test_shape_is_needed_without_a_tensor():
    with pytest.raises(AttributeError, match="shape"):
        initializer("zeros")


@pytest.mark.parametrize("init", [None, [1.0], Normal, np.ones(2)])
def test_init_of_another_type_is_refused(init):
    with pytest.raises(TypeError, match="init"):
        initializer(init, (2,))


@pytest.mark.parametrize("name", ["foo", "constant", ""])
def test_unknown_name_is_told_with_the_known_ones(name):
    with pytest.raises(ValueError, match="truncatednormal"):
        initializer(name, (2,))


def test_dtype_is_checked_at_once():
    with pytest.raises(TypeError, match="dtype"):
        initializer("zeros", (2,), "no such type")


def test_names_are_those_of_mindspore():
    assert sorted(_INITIALIZER_ALIAS) == [
        "dirac", "he_normal", "he_uniform", "henormal", "heuniform", "identity", "normal", "one", "ones", "orthogonal",
        "sparse", "truncatednormal", "uniform", "variancescaling", "xavier_normal", "xavier_uniform", "xaviernormal",
        "xavieruniform", "zero", "zeros",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("init", "shape", "error"),
    [
        (Normal(-1), (2,), ValueError),
        (TruncatedNormal(-1), (2,), ValueError),
        (TruncatedNormal(0), (2,), RuntimeError),
        (XavierUniform(), (2,), ValueError),
        (HeNormal(mode="fan"), (2, 2), ValueError),
        (HeNormal(nonlinearity="selu"), (2, 2), ValueError),
        (HeNormal(negative_slope=True), (2, 2), ValueError),
        (Identity(), (2,), ValueError),
        (Sparse(0.1), (2,), ValueError),
        (Dirac(), (2, 2), ValueError),
        (Dirac(2), (3, 3, 3), ValueError),
        (Orthogonal(), (2,), ValueError),
        (Constant(np.array([1.0, 2.0])), (2,), ValueError),
        (Initializer(), (2,), NotImplementedError),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Initializer) else None,
)
def test_wrong_use_raises_when_filled(init, shape, error):
    with pytest.raises(error):
        initializer(init, shape).init_data()


@pytest.mark.parametrize("arguments", [dict(scale=0), dict(mode="avg"), dict(distribution="truncated_norm")])
def test_variance_scaling_checks_its_arguments(arguments):
    with pytest.raises(ValueError):
        VarianceScaling(**arguments)


def test_negative_sigma_draws_nothing():
    set_seed(2)
    before = np.random.get_state()[2]
    with pytest.raises(ValueError):
        initializer(Normal(-1), (2,)).init_data()
    assert np.random.get_state()[2] == before


# ---- what other code imports -------------------------------------------------------------------------------------


def test_fan_helpers():
    assert _calculate_fan_in_and_fan_out((8, 4, 3, 3)) == (36, 72)
    assert _calculate_in_and_out(np.zeros((5, 7))) == (7, 5)
    assert _calculate_correct_fan((5, 7), "FAN_OUT") == 5
    with pytest.raises(ValueError, match="2 dimensions"):
        _calculate_fan_in_and_fan_out((3,))


def test_gains():
    assert _calculate_gain("conv2d") == _calculate_gain("sigmoid") == 1
    assert _calculate_gain("tanh") == 5.0 / 3
    assert _calculate_gain("relu") == math.sqrt(2.0)
    assert _calculate_gain("leaky_relu") == math.sqrt(2.0 / (1 + 0.01**2))
    assert _calculate_gain("leaky_relu", 2) == math.sqrt(2.0 / 5)


def test_assignment_fills_and_returns():
    assert _assignment(np.zeros(()), 3.0) == 3.0
    arr = np.zeros((2,), np.float16)
    assert _assignment(arr, np.array([1.0, 2.0])) is arr
    assert arr.tolist() == [1.0, 2.0]


def test_own_class_can_be_registered(monkeypatch):
    monkeypatch.setattr(initializers, "_INITIALIZER_ALIAS", dict(_INITIALIZER_ALIAS))

    @_register("halves", "zeros")
    class Half(Initializer):
        def _initialize(self, arr):
            arr.fill(0.5)

    assert initializer("Halves", (2,)).asnumpy().tolist() == [0.5, 0.5]
    assert initializer("half", (2,)).asnumpy().tolist() == [0.5, 0.5]
    assert initializer("zeros", (2,)).asnumpy().tolist() == [0.0, 0.0]


def test_array_that_is_not_in_one_piece_is_filled_in_place():
    arr = np.zeros((4, 6), np.float32)
    set_seed(3)
    Uniform(1.0)(arr[:, ::2])
    set_seed(3)
    assert np.array_equal(arr[:, ::2], initializer(Uniform(1.0), (4, 3)).asnumpy())
    assert not arr[:, 1::2].any()


def test_kwargs_are_kept():
    assert Normal(sigma=2)._kwargs == {"sigma": 2, "mean": 0.0}


@pytest.mark.parametrize("init", ["he_uniform", "he_normal"])
def test_millions_of_weights_take_no_time(init):
    started = time.perf_counter()
    initializer(init, (2500, 1000)).init_data()
    assert time.perf_counter() - started < 1.0  # 0.03 s on the machine it was written on


@pytest.mark.parametrize(
    ("made", "total"),
    # what MindSpore 2.10 computes of a tensor that nobody filled: what reads its shape and type only
    [(ops.zeros_like, 0), (ops.ones_like, 6), (ops.ZerosLike(), 0), (ops.OnesLike(), 6),
     (lambda x: ops.full_like(x, 3), 18), (lambda x: x.new_ones((2, 2)), 4), (lambda x: x.new_zeros((2, 2)), 0)],
)  # fmt: skip
def test_what_reads_shape_and_type_only_takes_a_tensor_without_values(made: Any, total: int) -> None:
    empty = initializer("ones", (2, 3), ms.float16)
    out = made(empty)
    assert (out.dtype, out.asnumpy().sum()) == (ms.float16, total)
    assert ops.shape(empty) == (2, 3)
    assert ops.rand_like(empty).shape == (2, 3)
    with pytest.raises(RuntimeError, match="init_data"):
        ops.abs(empty)
