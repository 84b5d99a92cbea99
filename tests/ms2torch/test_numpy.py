"""`ms2torch.numpy` gives numpy's own answers."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import numpy as mnp

A = np.arange(12, dtype=np.float32).reshape(3, 4) / 7 - 0.5
B = np.float32([0.3, -0.2, 0.9, 0.4])


def as_numpy(x):
    return [as_numpy(i) for i in x] if isinstance(x, (tuple, list)) else x.asnumpy()


@pytest.mark.parametrize(
    ("name", "args", "kwargs"),
    [
        *[
            (n, (A,), {})
            for n in ("abs", "exp", "sin", "sign", "floor", "square", "tanh", "isnan", "transpose", "ravel")
        ],
        *[
            (n, (A, B), {})
            for n in ("add", "subtract", "multiply", "divide", "maximum", "less", "hypot", "floor_divide")
        ],
        *[(n, (A,), dict(axis=1)) for n in ("sum", "mean", "std", "var", "amax", "min", "argmax", "cumsum", "nanvar")],
        ("clip", (A, -0.1, 0.2), {}),
        ("tile", (A, (2, 1)), {}),
        ("flip", (A, 0), {}),
        ("roll", (A, 1), {}),
        ("split", (A, 2, 1), {}),
        ("expand_dims", (A, (0, 2)), {}),
        ("concatenate", ((A, A), 1), {}),
        ("where", (A > 0, A, 0 * A), {}),
        ("meshgrid", (B, B[:2]), {}),
        ("trapz", (A,), {}),
        ("dot", (A, B), {}),
        ("average", (A, 1), dict(weights=B)),
        ("digitize", (B, np.float32([0, 0.35, 0.5])), {}),
        ("polyval", (B, A), {}),
        ("tri", (3, 4, 1), {}),
    ],
)
def test_functions_agree_with_numpy(name, args, kwargs):
    def given(x):
        if isinstance(x, tuple) and isinstance(x[0], np.ndarray):
            return tuple(map(given, x))
        return ms.Tensor(x) if isinstance(x, np.ndarray) else x

    got = getattr(mnp, name)(*map(given, args), **{k: given(v) for k, v in kwargs.items()})
    want = getattr(np, {"trapz": "trapezoid"}.get(name, name))(*args, **kwargs)
    if isinstance(want, (list, tuple)):
        for g, w in zip(as_numpy(got), want, strict=True):
            np.testing.assert_allclose(g, w, rtol=1e-5, atol=1e-6)
    else:
        np.testing.assert_allclose(as_numpy(got), want, rtol=1e-5, atol=1e-6)


def test_creation_has_the_types_of_mindspore():
    assert mnp.zeros((2, 3)).dtype == ms.float32
    assert mnp.arange(4).dtype == ms.int32
    assert mnp.linspace(0, 1, 5).asnumpy().tolist() == [0, 0.25, 0.5, 0.75, 1]
