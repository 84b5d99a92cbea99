"""Figures of a comparison: over all elements, with NaN and infinity apart."""

import math

import pytest
import torch

from parity.measure.metrics import error_norms, measure, sampled_norms


def test_equal_tensors():
    x = torch.randn(3, 4)
    found = measure(x, x.clone())
    assert (found.max_abs, found.rel_l2, found.cosine, found.ulp, found.max_abs_index) == (0.0, 0.0, 1.0, 0.0, (0, 0))


def test_the_worst_element_is_found_anywhere():
    x = torch.ones(3, 4, 5)
    y = x.clone()
    y[1, 2, 3] += 0.5
    y[2, 0, 0] -= 0.25
    found = measure(x, y)
    assert found.max_abs == 0.5
    assert found.max_abs_index == (1, 2, 3)
    assert found.max_rel == 0.5
    assert math.isclose(found.rel_l2, math.sqrt(0.3125 / 60))


def test_ulp_counts_steps_of_the_references_dtype():
    x = torch.tensor([1.0, 1024.0])
    y = torch.nextafter(torch.nextafter(x, torch.tensor(torch.inf)), torch.tensor(torch.inf))
    assert measure(x, y).ulp == 2.0
    assert measure(x.double(), y.double()).ulp > 1e8


def test_shapes_and_dtypes_that_differ():
    found = measure(torch.zeros(2, 3), torch.zeros(3, 2, dtype=torch.float64))
    assert (found.reference_shape, found.port_shape) == ((2, 3), (3, 2))
    assert (found.reference_dtype, found.port_dtype) == ("float32", "float64")
    assert found.max_abs is None
    found = measure(torch.tensor([1, 2], dtype=torch.int32), torch.tensor([1, 2]))
    assert (found.max_abs, found.reference_dtype, found.port_dtype) == (0.0, "int32", "int64")


def test_nan_and_infinity_are_counted_and_do_not_hide_the_rest():
    nan, inf = torch.nan, torch.inf
    x = torch.tensor([nan, nan, 1.0, inf, -inf, inf, 2.0])
    y = torch.tensor([nan, 0.0, nan, inf, inf, 3.0, 2.5])
    found = measure(x, y)
    assert (found.nan_mismatch, found.inf_mismatch) == (2, 2)
    assert (found.max_abs, found.max_abs_index) == (0.5, (6,))
    only = measure(torch.tensor([nan]), torch.tensor([nan]))
    assert (only.max_abs, only.nan_mismatch) == (None, 0)


def test_zero_references_empty_scalars_booleans_and_complex():
    assert measure(torch.zeros(2), torch.tensor([0.0, 1e-3])).max_rel == math.inf
    assert measure(torch.zeros(2), torch.tensor([0.0, 1e-3])).rel_l2 == math.inf
    assert measure(torch.zeros(0, 3), torch.zeros(0, 3)).max_abs == 0.0
    assert measure(torch.tensor(1.0), torch.tensor(2.0)).max_abs_index == ()
    assert measure(torch.tensor([True, False]), torch.tensor([True, True])).max_abs == 1.0
    assert measure(torch.tensor([1 + 1j]), torch.tensor([1 + 2j])).max_abs == 1.0


def test_norms():
    x, y = torch.tensor([3.0, 4.0]), torch.tensor([3.0, 5.0])
    assert error_norms(x, y) == (1.0, 5.0)
    assert error_norms(x, torch.zeros(3))[0] == math.inf
    assert error_norms(torch.tensor([torch.inf, 1.0]), torch.tensor([torch.inf, 1.0])) == (0.0, 1.0)
    assert error_norms(torch.tensor([torch.inf, 1.0]), torch.tensor([1.0, 1.0]))[0] == math.inf


def test_a_sample_estimates_the_norms():
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(600, 500, generator=generator)
    y = x + 1e-3 * torch.randn(600, 500, generator=generator)
    for estimate, exact in zip(sampled_norms(x, y), error_norms(x, y), strict=True):
        assert estimate == pytest.approx(exact, rel=0.02)
