"""Methods with an underscore write into the tensor; Parameters are assigned outside differentiation."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Parameter, Tensor, mint, nn, ops

X = np.array([1.0, 2.0, 4.0], np.float32)


@pytest.mark.parametrize(
    ("method", "arguments", "expected"),
    [
        ("add_", (1,), X + 1),
        ("sub_", (1,), X - 1),
        ("mul_", (2,), X * 2),
        ("div_", (2,), X / 2),
        ("floor_divide_", (2,), X // 2),
        ("remainder_", (3,), X % 3),
        ("clamp_", (1.5, 3), X.clip(1.5, 3)),
        ("exp_", (), np.exp(X)),
        ("log_", (), np.log(X)),
        ("floor_", (), X),
        ("sign_", (), np.ones(3)),
    ],
)
def test_the_tensor_and_what_is_returned_both_hold_the_result(method, arguments, expected):
    x = Tensor(X)
    out = getattr(x, method)(*arguments)
    np.testing.assert_allclose(x.asnumpy(), expected, rtol=1e-6)
    np.testing.assert_allclose(out.asnumpy(), expected, rtol=1e-6)


def test_alpha_and_rounding_mode():
    x = Tensor(X)
    x.add_(Tensor([1.0, 1.0, 1.0]), alpha=2)
    x.div_(2, rounding_mode="floor")
    np.testing.assert_array_equal(x.asnumpy(), [1.0, 2.0, 3.0])


def test_a_result_that_does_not_fit_is_refused():
    with pytest.raises(TypeError):
        Tensor([1, 2]).add_(1.5)
    with pytest.raises(ValueError, match=r"broadcast|expand|size"):
        Tensor([1.0, 2.0]).add_(Tensor(np.ones((2, 2), np.float32)))


def test_a_parameter_is_written_to_and_stays_one():
    p = Parameter(Tensor(X), name="p")
    p.add_(1)
    np.testing.assert_array_equal(p.asnumpy(), X + 1)
    assert p.requires_grad


def test_gradient_of_a_write_into_something_computed():
    gradient = ms.grad(lambda x: (x * x).add_(x).sum())(Tensor(X))
    np.testing.assert_allclose(gradient.asnumpy(), 2 * X + 1)


def test_gradient_of_a_write_into_the_input_itself():
    def function(x):
        x.mul_(3)
        return (x * x).sum()

    np.testing.assert_allclose(ms.grad(function)(Tensor(X)).asnumpy(), 18 * X)
    np.testing.assert_allclose(ms.grad(lambda x: x.exp_().sum())(Tensor(X)).asnumpy(), np.exp(X), rtol=1e-6)


class Counting(nn.Cell):
    def __init__(self):
        super().__init__()
        self.calls = Parameter(Tensor(0.0), name="calls", requires_grad=False)
        self.scale = Parameter(Tensor(2.0), name="scale")

    def construct(self, x):
        ops.assign_add(self.calls, 1.0)
        out = x * self.scale
        ops.assign(self.calls, self.calls * 1)
        return out


def test_assigning_inside_a_cell_that_is_differentiated():
    net = Counting()
    gradient = ms.grad(net)(Tensor(X))
    net(Tensor(X))
    np.testing.assert_array_equal(gradient.asnumpy(), [2.0, 2.0, 2.0])
    assert float(net.calls) == 2.0


def test_no_gradient_flows_through_an_assignment():
    p = Parameter(Tensor(X), name="p")
    gradient = ms.grad(lambda x: ops.assign(p, x * 2).sum())(Tensor(X))
    np.testing.assert_array_equal(gradient.asnumpy(), np.zeros(3))
    np.testing.assert_array_equal(p.asnumpy(), X * 2)


def test_values_that_public_code_gives():
    x = ms.Tensor(np.ones((2, 2), np.float32))
    assert x.fill_diagonal_(0).asnumpy().tolist() == [[0, 1], [1, 0]]
    assert mint.full_like(x, ms.Tensor(float("-inf"))).asnumpy().tolist() == [[-np.inf] * 2] * 2
    with pytest.raises(TypeError, match="the type of 'fill_value' should be 'float', but got type 'int'"):
        x.fill_diagonal(0)
