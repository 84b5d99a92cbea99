"""Distributions and bijectors against what real MindSpore 2.10.0 gave, and against torch.distributions."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
import torch
from torch import distributions as td

import ms2torch as ms
from ms2torch import Parameter, Tensor, nn
from ms2torch.nn.probability import bijector as msb, distribution as msd
from tools.record import probability as recorded

GOLDEN = json.loads(recorded.GOLDEN.read_text())
MODULES = recorded.Modules(ms, msd, msb)
# what MindSpore's CPU has no kernel for, by kind and function: documented for other devices, tested below
NOT_ON_CPU = {"Bernoulli": ("mode",), "Beta": ("sample",), "Gamma": ("sample",), "Poisson": ("sample",)}


def same(found, expected, where, rtol):
    if not isinstance(expected, dict) or "values" not in expected:
        if isinstance(expected, list) and expected and isinstance(expected[0], dict):
            for i, (f, e) in enumerate(zip(found, expected, strict=True)):
                same(f, e, f"{where}[{i}]", rtol)
        else:
            assert found == expected, where
        return
    assert "error" not in found, f"{where}: {found}"
    assert (found["dtype"], found["shape"]) == (expected["dtype"], expected["shape"]), where
    np.testing.assert_allclose(found["values"], expected["values"], rtol=rtol, atol=rtol / 10, err_msg=where)


def compare(found, expected, kind, rtol=1e-5):
    skipped = NOT_ON_CPU.get(kind, ())
    for name, answer in expected.items():
        if name.split(" ")[0] in skipped:
            assert "error" in answer or name.startswith("sample"), f"MindSpore can do {name} of {kind} after all"
            continue
        same(found[name], answer, name, rtol)


@pytest.mark.parametrize("label", recorded.DISTRIBUTIONS)
def test_distributions(label):
    case = recorded.DISTRIBUTIONS[label]
    found = recorded.described(ms, case.build(MODULES), case)
    kind = label.split(" ")[0]
    # float16 has three digits; the softmax of MindSpore's CPU has four, and its divergence is made of that
    rtol = 2e-3 if "half" in label else 1e-4 if kind == "Categorical" else 2e-5
    compare(found, GOLDEN["distributions"][label], kind, rtol)


@pytest.mark.parametrize("label", recorded.TRANSFORMED)
def test_transformed_distributions(label):
    case = recorded.TRANSFORMED[label]
    compare(recorded.described(ms, case.build(MODULES), case), GOLDEN["transformed"][label], label)


@pytest.mark.parametrize("label", recorded.BIJECTORS)
def test_bijectors(label):
    build, forth, back = recorded.BIJECTORS[label]
    found, expected = recorded.transform(ms, build(MODULES), forth, back), GOLDEN["bijectors"][label]
    for name, answer in expected.items():
        same(found[name], answer, name, 8e-3 if "Float16" in name else 2e-5)


@pytest.mark.parametrize("i", range(len(recorded.REFUSED)))
def test_what_mindspore_refuses(i):
    expected = GOLDEN["refused"][i]
    # MindSpore raises a bare Exception for a function that a bijector does not have
    assert recorded.refusal(lambda: recorded.REFUSED[i](MODULES)) == (
        "ValueError" if expected == "Exception" else expected
    )


# -------------------------------------------------------------------------------------- what the CPU cannot show
@pytest.mark.parametrize(
    "made, reference",
    [
        (lambda: msd.Bernoulli(0.3, seed=5, dtype=ms.float32), td.Bernoulli(0.3)),
        (lambda: msd.Beta([3.0], [4.0], seed=5), td.Beta(3.0, 4.0)),
        (lambda: msd.Exponential(2.0, seed=5), td.Exponential(2.0)),
        (lambda: msd.Gamma([3.0], [4.0], seed=5), td.Gamma(3.0, 4.0)),
        (lambda: msd.Geometric(0.3, seed=5, dtype=ms.float32), td.Geometric(0.3)),
        (lambda: msd.Gumbel(1.0, 2.0), td.Gumbel(1.0, 2.0)),
        (lambda: msd.Normal(1.0, 2.0, seed=5), td.Normal(1.0, 2.0)),
        (lambda: msd.LogNormal(0.5, 0.25), td.LogNormal(0.5, 0.25)),
        (lambda: msd.Poisson([2.5], seed=5), td.Poisson(2.5)),
        (lambda: msd.Uniform(1.0, 3.0, seed=5), td.Uniform(1.0, 3.0)),
        (lambda: msd.Categorical([0.2, 0.3, 0.5], seed=5, dtype=ms.float32), None),
        (lambda: msd.Logistic(1.0, 2.0, seed=5), None),
    ],
)
def test_samples_have_the_mean_and_deviation_of_the_distribution(made, reference):
    ms.set_seed(1)
    distribution, count = made(), 40000
    drawn = distribution.sample((count,)).asnumpy().astype(np.float64)
    mean, sd = (float(np.squeeze(f().asnumpy())) for f in (distribution.mean, distribution.sd))
    if reference is not None:
        assert (mean, sd) == pytest.approx((float(reference.mean), float(reference.stddev)), rel=1e-5)
    assert np.isfinite(drawn).all()
    assert abs(drawn.mean() - mean) < 5 * sd / math.sqrt(count)
    assert drawn.std() == pytest.approx(sd, rel=0.05)


def test_samples_of_cauchy_have_its_quartiles():
    ms.set_seed(1)
    drawn = msd.Cauchy(3.0, 4.0, seed=2).sample((40000,)).asnumpy()
    np.testing.assert_allclose(np.quantile(drawn, [0.25, 0.5, 0.75]), [-1.0, 3.0, 7.0], atol=0.2)


def test_a_seed_is_a_stream_that_set_seed_starts_again():
    normal = msd.Normal(0.0, 1.0, seed=3)
    ms.set_seed(7)
    first = [normal.sample((4,)).asnumpy() for _ in range(2)]
    ms.set_seed(7)
    again = [normal.sample((4,)).asnumpy() for _ in range(2)]
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first[0], first[1])


def test_bernoulli_mode_is_what_is_documented():
    mode = msd.Bernoulli([0.3, 0.7])("mode")
    assert mode.dtype == ms.int32
    assert mode.asnumpy().tolist() == [0, 1]


# ------------------------------------------------------------------------------------------------------- as Cells
class Posterior(nn.Cell):
    def __init__(self):
        super().__init__()
        self.loc = Parameter(Tensor([0.5, -0.5]), name="loc")
        self.normal = msd.Normal(sd=1.0)
        self.prior = msd.Normal(0.0, 1.0)

    def construct(self, x):
        return (
            -self.normal("log_prob", x, self.loc).sum() + self.prior("kl_loss", "Normal", self.loc, Tensor([1.0])).sum()
        )


def test_gradients_go_through_a_distribution_in_a_cell():
    net = Posterior()
    x = Tensor([1.0, 2.0])
    grad = ms.grad(net, grad_position=None, weights=net.trainable_params())(x)[0]
    loc = torch.tensor([0.5, -0.5], requires_grad=True)
    normal = td.Normal(loc, 1.0)
    loss = -normal.log_prob(torch.tensor([1.0, 2.0])).sum() + td.kl_divergence(td.Normal(0.0, 1.0), normal).sum()
    loss.backward()
    np.testing.assert_allclose(grad.asnumpy(), loc.grad, rtol=1e-5)


def test_a_parameter_of_a_distribution_is_a_parameter_of_the_cell():
    mean = Parameter(Tensor([1.0, 2.0]), name="m")
    normal = msd.Normal(mean, 1.0)
    assert [p.name for p in normal.get_parameters()] == ["m"]
    assert normal.get_dist_args()[0] is mean
    grad = ms.grad(lambda x: normal.log_prob(x).sum(), grad_position=None, weights=[mean])(Tensor([0.5]))[0]
    np.testing.assert_allclose(grad.asnumpy(), [-0.5, -1.5])


def test_torch_tensors_go_in_and_come_out():
    found = msd.Normal(0.0, 1.0)("log_prob", torch.tensor([0.5]))
    assert isinstance(found, torch.Tensor)
    torch.testing.assert_close(found, td.Normal(0.0, 1.0).log_prob(torch.tensor([0.5])))


def test_a_users_distribution_gets_the_rest_from_what_it_defines():
    class Triangle(msd.Distribution):
        def __init__(self, width=None, seed=None, dtype=ms.float32, name="Triangle"):
            param = dict(locals())
            param["param_dict"] = {"width": width}
            super().__init__(seed, dtype, name, param)
            self._width = self._add_parameter(width, "width")

        def _log_survival(self, value, width=None):
            value = self._check_value(value, "value")
            return 2 * (1 - value / self._check_param_type(width)).log()

        def _var(self, width=None):
            return self._check_param_type(width) ** 2 / 18

    made = Triangle(2.0)
    x = Tensor([0.5, 1.0])
    np.testing.assert_allclose(made.survival_function(x).asnumpy(), [0.5625, 0.25], rtol=1e-6)
    np.testing.assert_allclose(made("cdf", x).asnumpy(), [0.4375, 0.75], rtol=1e-6)
    np.testing.assert_allclose(
        made("log_cdf", x, Tensor([4.0])).asnumpy(), np.log(1 - np.array([0.875, 0.75]) ** 2), rtol=1e-5
    )
    np.testing.assert_allclose(made.sd().asnumpy(), 2 / math.sqrt(18), rtol=1e-6)
    with pytest.raises(NotImplementedError, match="prob is not implemented for Triangle"):
        made.prob(x)


def test_a_users_bijector():
    class Square(msb.Bijector):
        def __init__(self):
            super().__init__(name="Square", param={})

        def _forward(self, x):
            return x**2

        def _inverse(self, y):
            return y.sqrt()

        def _inverse_log_jacobian(self, y):
            return -(2 * y.sqrt()).log()

    square = Square()
    assert square("inverse", square.forward(Tensor([3.0]))).asnumpy() == pytest.approx(3.0)
    folded = square(msd.Uniform(1.0, 2.0))
    assert isinstance(folded, msd.TransformedDistribution)
    np.testing.assert_allclose(folded.cdf(Tensor([2.25])).asnumpy(), [0.5])
    np.testing.assert_allclose(folded.prob(Tensor([2.25])).asnumpy(), [1 / 3], rtol=1e-6)


def test_shapes_of_a_bijector():
    assert msb.ScalarAffine([1.0, 2.0]).shape_mapping((3, 1)) == (3, 2)
