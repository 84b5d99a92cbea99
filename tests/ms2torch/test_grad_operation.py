"""What `GradOperation` differentiates by, and what it takes the output's gradient from; as real MindSpore 2.10."""

from __future__ import annotations

import pytest

import ms2torch as ms
from ms2torch import Tensor, nn, ops
from ms2torch.nn.grad import Jvp, Vjp
from ms2torch.ops import GradOperation

X, Y = Tensor([2.0, 3.0]), Tensor([5.0, 7.0])
ONES, ZEROS = Tensor([1.0, 1.0]), Tensor([0.0, 0.0])


def product(a, b):
    return a * b


def lists(grads):
    return [g.asnumpy().tolist() for g in (grads if isinstance(grads, tuple) else (grads,))]


@pytest.mark.parametrize(
    ("got", "wanted"),
    [
        (lambda: GradOperation(get_all=True)(product)(X, b=Y), [[5, 7], [2, 3]]),
        (lambda: GradOperation()(product)(a=X, b=Y), [[5, 7]]),
        (lambda: GradOperation(get_all=True)(product)(2, X), [[2, 2]]),
        (lambda: GradOperation()(product)(2, X), []),
        (lambda: GradOperation(sens_param=True)(product)(X, Y, sens=Tensor([1.0, 2.0])), [[5, 14]]),
        (lambda: GradOperation(sens_param=True)(product)(X, Tensor([1.0, 2.0]), b=Y), [[5, 14]]),
        (lambda: GradOperation(get_all=True, sens_param=True)(lambda a, b: (a * b, a + b))(X, Y, (ONES, ZEROS)),
         [[5, 7], [2, 3]]),
        (lambda: GradOperation(get_all=True, sens_param=True)(lambda a, b: (a * b, 3, [a, b]))(
            X, Y, (ONES, 3, [Tensor([1.0, 0.0]), ZEROS])), [[6, 7], [2, 3]]),
        (lambda: GradOperation(get_all=True, sens_param=True)(lambda a, b: a + b)(3, 4, 7), []),
    ],
)  # fmt: skip
def test_gradients(got, wanted):
    assert lists(got()) == wanted


@pytest.mark.parametrize(
    ("sens", "kind", "words"),
    [
        (Tensor([1.0]), ValueError, "The shape should be"),
        (Tensor([1, 1]), TypeError, "The dtype should be Float32, but got Int64"),
        ((ONES, ONES), RuntimeError, "should be same as out of network"),
    ],
)
def test_sensitivities_that_do_not_fit(sens, kind, words):
    with pytest.raises(kind, match=words):
        GradOperation(sens_param=True)(product)(X, Y, sens)


def test_vectors_that_do_not_fit():
    net = nn.ReLU()
    for kind in (Jvp, Vjp):
        with pytest.raises(TypeError, match="must be a Tensor, but got a tuple of 1"):
            kind(net)(X, (ONES,))


def test_gradients_inside_vmap():
    x = Tensor([[0.0, 1.0], [2.0, 3.0]])
    cubes = ms.vmap(ms.grad(lambda a: (a**3).sum()))
    assert cubes(x).asnumpy().tolist() == [[0, 3], [12, 27]]
    value, (by_a, by_b) = ms.vmap(ms.value_and_grad(lambda a, b: (a * b).sum(), (0, 1)))(x, x + 1)
    assert value.asnumpy().tolist() == [2, 18]
    assert by_a.asnumpy().tolist() == [[1, 2], [3, 4]]
    assert by_b.asnumpy().tolist() == [[0, 1], [2, 3]]
    softplus_grad = ops.auto_generate.SoftplusGradExt()
    grad = ms.vmap(lambda a, b: softplus_grad(a, b) * 1, (0, 0))
    once = ops.auto_generate.SoftplusGradExt()(x, x)
    assert grad(x, x).asnumpy().tolist() == once.asnumpy().tolist()
