"""`ms2torch.scipy.optimize` goes the way of real MindSpore 2.10, whose figures are recorded here."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch.scipy.optimize import line_search, linear_sum_assignment, minimize


def himmelblau(p):
    x, y = p
    return (x**2 + y - 11.0) ** 2 + (x + y**2 - 7.0) ** 2


@pytest.mark.parametrize(
    ("method", "dtype", "calls", "steps"),
    [
        ("BFGS", ms.float32, 18, 10),
        ("bfgs", ms.float64, 17, 9),
        ("LBFGS", ms.float32, 21, 12),
        ("lbfgs", ms.float64, 19, 11),
    ],
)
def test_minimize_takes_as_many_steps_as_mindspore(method, dtype, calls, steps):
    found = minimize(himmelblau, ms.Tensor(np.zeros(2), dtype), method=method)
    np.testing.assert_allclose(found.x.asnumpy(), [3, 2], atol=1e-5)
    assert (found.success, found.status, found.nfev, found.njev, found.nit) == (True, 0, calls, calls, steps)
    assert (found.hess_inv is None) is (method.lower() == "lbfgs")
    assert found.x.dtype == dtype


def test_inverse_hessian_is_that_of_mindspore():
    found = minimize(himmelblau, ms.Tensor(np.zeros(2)), method="BFGS")
    expected = [[1.57443974e-02, -9.56257677e-03], [-9.56257677e-03, 3.49220591e-02]]
    np.testing.assert_allclose(found.hess_inv.asnumpy(), expected, rtol=1e-6)


@pytest.mark.parametrize(
    ("method", "value", "gradient"),
    [
        ("BFGS", 26.89414041838051, [-22.5297453, 37.5088354]),
        ("LBFGS", 29.17356631583564, [-25.7917835, 32.5880854]),
    ],
)
def test_minimize_stops_after_maxiter(method, value, gradient):
    found = minimize(himmelblau, ms.Tensor(np.zeros(2)), method=method, options={"maxiter": 2})
    assert (found.success, found.status, found.nit, found.nfev) == (False, 1, 2, 9)
    assert found.fun == pytest.approx(value, rel=1e-6)
    np.testing.assert_allclose(found.jac.asnumpy(), gradient, rtol=1e-6)


def test_minimize_reports_a_line_search_that_failed():
    found = minimize(himmelblau, ms.Tensor([0.0, 0.0]), method="BFGS", options={"norm": 2, "line_search_maxiter": 1})
    assert (found.success, found.status, found.nit, found.nfev, found.fun) == (False, 5, 0, 2, 170.0)


@pytest.mark.parametrize("method", ["BFGS", "LBFGS"])
def test_minimize_passes_its_arguments_to_function_and_gradient(method):
    found = minimize(
        lambda x, a, b: ((x - a) ** 2).sum() * b,
        ms.Tensor([0.0, 0.0]),
        args=(1.5, 2.0),
        method=method,
        jac=lambda x, a, b: 2 * (x - a) * b,
    )
    assert found.x.asnumpy().tolist() == [1.5, 1.5]
    assert (found.nfev, found.nit) == (3, 1)


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({}, ValueError),
        ({"method": "cg"}, ValueError),
        ({"method": "BFGS", "args": [1]}, TypeError),
        ({"method": "BFGS", "options": {"history_size": 3}}, TypeError),
        ({"method": "BFGS", "bounds": [(0, 1)]}, NotImplementedError),
        ({"method": "BFGS", "tol": 0.1}, NotImplementedError),
        ({"method": "BFGS", "callback": print}, NotImplementedError),
        ({"method": "LAGRANGE"}, NotImplementedError),
    ],
)
def test_minimize_refuses_what_it_would_not_do(settings, error):
    with pytest.raises(error, match="minimize"):
        minimize(himmelblau, ms.Tensor([0.0, 0.0]), **settings)


def squares(x):
    return (x**2).sum()


def fourths(x):
    return (x**4).sum()


@pytest.mark.parametrize(
    ("function", "direction", "settings", "expected"),
    [
        (lambda x: x[0] ** 2 - x[1] ** 3, -1.0, {}, (True, 1, 12, 2, 1.0, 0.0, 1)),
        (squares, -20.0, {}, (False, 1, 5, 2, 0.05, 0.0, 0)),
        (squares, 1.0, {}, (True, 1, 12, 2, 1.0, 2.0, 1)),
        (fourths, -3.0, {"c2": 0.1}, (False, 1, 3, 2, 0.2222222238779068, 0.024691352620720863, 0)),
        (
            fourths,
            -30.0,
            {"c2": 0.01, "jac": lambda x: 4 * x**3},
            (False, 1, 8, 2, 0.04025675356388092, 0.0037221857346594334, 0),
        ),
    ],
)
def test_line_search_goes_the_way_of_mindspore(function, direction, settings, expected):
    found = line_search(function, ms.Tensor([1.0, 1.0]), ms.Tensor([direction, direction]), **settings)
    assert (found.failed, found.nit, found.nfev, found.k) == expected[:4]
    assert found.a_k == pytest.approx(expected[4], rel=1e-6)
    assert found.f_k == pytest.approx(expected[5], rel=1e-4, abs=1e-12)
    assert (found.ngev, found.status) == (found.nfev, expected[6])


def test_line_search_starts_from_what_is_known():
    one = ms.Tensor([1.0, 1.0], ms.float64)
    known = {"gfk": 4 * one, "old_fval": ms.Tensor(2.0, ms.float64), "old_old_fval": ms.Tensor(9.0, ms.float64)}
    found = line_search(fourths, one, -3 * one, **known)
    assert (found.nfev, found.status) == (1, 0)
    assert found.a_k == pytest.approx(0.5891666611035665, rel=1e-6)


COSTS = np.array([[4.0, 1, 3], [2, 0, 5], [3, 2, 2]])
WIDE = np.array([[4.0, 1, 3, 8], [2, 0, 5, 9]])


@pytest.mark.parametrize(
    ("costs", "maximize", "limit", "rows", "columns"),
    [
        (COSTS, False, None, [0, 1, 2], [1, 0, 2]),
        (COSTS, False, 2, [0, 1, -1], [1, 0, -1]),
        (COSTS, True, 2, [0, 2, -1], [0, 1, -1]),
        (COSTS, True, 1, [0, -1, -1], [0, -1, -1]),
        (COSTS.astype(bool), False, None, [0, 1, 2], [0, 1, 2]),
        # several pairings cost the same in these
        (WIDE, True, None, [0, 1], [3, 2]),
        (WIDE.T, True, None, [2, 3], [1, 0]),
        (WIDE.T, True, 1, [3, -1], [0, -1]),
        (np.array([[np.inf, 1], [1, np.inf]]), False, None, [0, 1], [1, 0]),
        (np.zeros((0, 3)), False, None, [], []),
    ],
)
def test_assignment_is_that_of_mindspore(costs, maximize, limit, rows, columns):
    given = () if limit is None else (ms.Tensor(limit),)
    found = linear_sum_assignment(ms.Tensor(costs), maximize, *given)
    assert [f.asnumpy().tolist() for f in found] == [rows, columns]
    assert found[0].dtype == ms.int64


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("maximize", [False, True])
def test_assignment_costs_least(seed, maximize):
    costs = np.random.default_rng(seed).integers(-9, 9, size=(4, 6 - seed % 4)).astype(np.float64)
    rows, columns = (f.asnumpy() for f in linear_sum_assignment(ms.Tensor(costs), maximize))
    small, large = sorted(costs.shape)
    assert len(set(rows)) == len(set(columns)) == small
    oriented = costs if costs.shape[0] == small else costs.T
    sums = [oriented[range(small), list(p)].sum() for p in permutations(range(large), small)]
    assert costs[rows, columns].sum() == (max(sums) if maximize else min(sums))


@pytest.mark.parametrize(
    ("costs", "maximize", "limit", "error"),
    [
        (COSTS[0], False, None, ValueError),
        (COSTS, 1, None, TypeError),
        (COSTS.astype(np.complex64), False, None, TypeError),
        (COSTS, False, ms.Tensor(2, ms.int32), TypeError),
        (COSTS, False, 2, TypeError),
        (COSTS, False, ms.Tensor(0), RuntimeError),
        (COSTS, False, ms.Tensor(9), RuntimeError),
        (np.array([[np.nan, 1.0]]), False, None, RuntimeError),
        (np.array([[-np.inf, 1.0]]), False, None, RuntimeError),
        (np.array([[np.inf, np.inf], [1, 2]]), False, None, RuntimeError),
    ],
)
def test_assignment_refuses(costs, maximize, limit, error):
    given = () if limit is None else (limit,)
    with pytest.raises(error):
        linear_sum_assignment(ms.Tensor(costs), maximize, *given)
