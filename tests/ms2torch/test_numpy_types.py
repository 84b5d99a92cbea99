"""Types that `mindspore.numpy` gives, measured on MindSpore 2.10; the transforms of `mindspore.numpy.fft`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, numpy as mnp
from ms2torch.scipy.linalg import det, lu_factor, lu_solve

INT = Tensor(np.array([1, -2, 7], np.int32))
BYTE = Tensor(np.array([1, 2, 7], np.uint8))
BOOL = Tensor([True, False, True])
FLOAT = Tensor(np.array([1.5, -2.5, 3.25], np.float32))


@pytest.mark.parametrize(
    ("name", "args", "dtype", "values"),
    [
        ("sign", (INT,), ms.float32, [1, -1, 1]),
        ("sign", (BYTE,), ms.float32, [1, 1, 1]),
        ("trunc", (INT,), ms.float32, [1, -2, 7]),
        ("sin", (BYTE,), ms.float16, np.sin([1, 2, 7])),
        ("arctan", (BOOL,), ms.float16, np.arctan([1, 0, 1])),
        ("tanh", (INT,), ms.float32, np.tanh([1, -2, 7])),
        ("absolute", (BOOL,), ms.bool_, [1, 0, 1]),
        ("cumsum", (BYTE,), ms.int32, [1, 3, 10]),
        ("cumsum", (BOOL,), ms.int32, [1, 1, 2]),
        ("cumprod", (BOOL,), ms.int32, [1, 0, 0]),
        ("argmin", (FLOAT,), ms.int32, 1),
        ("argmax", (FLOAT,), ms.int64, 2),
        ("argmax", (BOOL,), ms.int64, 0),
        ("subtract", (BOOL, INT), ms.int32, [0, 2, -6]),
        ("subtract", (BOOL, FLOAT), ms.float32, [-0.5, 2.5, -2.25]),
        ("heaviside", (INT, INT), ms.int32, [1, 0, 1]),
        ("heaviside", (BOOL, INT), ms.int32, [1, -2, 1]),
        ("gcd", (BOOL, BOOL), ms.bool_, [1, 0, 1]),
        ("arctan2", (BOOL, BYTE), ms.float16, np.arctan2([1, 0, 1], [1, 2, 7])),
    ],
)
def test_types_and_values(name: str, args: tuple[Tensor, ...], dtype: object, values: Any) -> None:
    got = getattr(mnp, name)(*args)
    assert got.dtype == dtype
    np.testing.assert_allclose(got.asnumpy().astype(np.float64), values, rtol=2e-3)


def test_fourier() -> None:
    a = np.random.default_rng(0).normal(size=(4, 6)).astype(np.float32)
    for name in ("fft", "ifft", "fft2", "ifft2", "fftn", "ifftn", "rfft", "irfft", "rfft2", "irfft2", "rfftn", "irfftn",
                 "hfft", "ihfft", "fftshift", "ifftshift"):  # fmt: skip
        want = getattr(np.fft, name)(a)
        np.testing.assert_allclose(getattr(mnp.fft, name)(Tensor(a)).asnumpy(), want, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(mnp.fft.fftfreq(8, 0.5).asnumpy(), np.fft.fftfreq(8, 0.5))
    np.testing.assert_allclose(mnp.fft.rfftfreq(8, 0.5).asnumpy(), np.fft.rfftfreq(8, 0.5))
    np.testing.assert_allclose(mnp.fft.fft(Tensor(a), 4, axis=0, norm="ortho").asnumpy(),
                               np.fft.fft(a, 4, axis=0, norm="ortho"), rtol=1e-4, atol=1e-4)  # fmt: skip


def test_solving_with_a_decomposed_matrix() -> None:
    m = np.array([[0, 2, 3, 1], [4, 5, 6, 2], [7, 8, 9, 1], [1, 0, 2, 5.0]])
    assert float(det(Tensor(m))) == pytest.approx(np.linalg.det(m))
    assert float(det(Tensor(np.array([[1, 2], [3, 4]])))) == pytest.approx(-2)
    parts = lu_factor(Tensor(m))
    for b in (np.arange(4.0), np.arange(8.0).reshape(4, 2)):
        for trans in (0, 1):
            want = np.linalg.solve(m.T if trans else m, b)
            np.testing.assert_allclose(lu_solve(parts, Tensor(b), trans).asnumpy(), want, rtol=1e-9)
    with pytest.raises(ValueError, match="trans"):
        lu_solve(parts, Tensor(b), 3)
    with pytest.raises(ValueError, match="does not fit"):
        lu_solve(parts, Tensor(np.arange(3.0)))


def test_means_and_spreads_of_integers_are_about_a_whole_mean() -> None:
    """Measured on MindSpore 2.10: the mean is cut off first, whatever type is asked for."""
    x = mnp.array([[1, 2, 0, 3]])
    assert mnp.mean(x, dtype=ms.float32).asnumpy().tolist() == 1.0
    assert mnp.var(x).asnumpy().tolist() == 1.5
    assert mnp.std(x, axis=(0, 1)).asnumpy().tolist() == pytest.approx(1.5**0.5)
    for fn in (mnp.mean, mnp.var, mnp.std):
        with pytest.raises(RuntimeError, match="unsupported reduce operation for bool"):
            fn(x > 1)


def test_like_something_empty() -> None:
    empty = Tensor(np.zeros((2, 0), np.int16))
    for like in (mnp.zeros_like, mnp.ones_like, mnp.empty_like):
        assert like(empty).dtype == ms.int16
    assert mnp.full_like(empty, 7).dtype == ms.int16
    assert mnp.zeros_like([]).dtype == ms.float32
