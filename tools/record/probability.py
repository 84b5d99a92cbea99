"""Record what MindSpore's distributions and bijectors give.

Run in the environment with real MindSpore::

    .oracle/bin/python tools/record/probability.py     # rewrite tests/goldens/probability.json

The cases are defined here once; tests/ms2torch/test_probability.py makes the same with ms2torch.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

GOLDEN = Path(__file__).resolve().parents[2] / "tests" / "goldens" / "probability.json"

OF_VALUE = ("prob", "log_prob", "cdf", "log_cdf", "survival_function", "log_survival")
PLAIN = ("mean", "mode", "sd", "var", "entropy", "get_dist_args")
OF_ANOTHER = ("kl_loss", "cross_entropy")


class Modules(NamedTuple):
    """MindSpore, or what stands for it, and its modules of distributions and bijectors."""

    ms: Any
    d: Any
    b: Any


class Case(NamedTuple):
    """How a distribution is built, the values it is asked about, other parameters, and those of another one."""

    build: Callable[[Modules], Any]
    values: Any
    params: tuple[Any, ...]
    other: tuple[Any, ...]


P2, S2 = ([0.3, 0.7],), ([0.1, 0.5],)
DISTRIBUTIONS: dict[str, Case] = {
    "Bernoulli": Case(lambda m: m.d.Bernoulli(0.3), [-1.0, 0.0, 0.5, 1.0, 2.0], ([0.6],), ([0.2],)),
    "Bernoulli batch": Case(lambda m: m.d.Bernoulli([0.1, 0.5], dtype=m.ms.float32), [1.0, 0.0], P2, S2),
    "Bernoulli none": Case(lambda m: m.d.Bernoulli(), [1.0, 0.0], P2, S2),
    "Beta": Case(lambda m: m.d.Beta([3.0], [4.0]), [0.25, 0.5, 0.75], ([2.0], [0.5]), ([1.0], [3.0])),
    "Beta batch": Case(lambda m: m.d.Beta([[3.0], [0.5]], [1.0, 4.0]), [[0.2, 0.3]], ([2.0], [2.0]), ([1.0], [2.0])),
    "Categorical": Case(lambda m: m.d.Categorical([0.2, 0.8]), [0.0, 1.0], ([0.5, 0.5],), ([0.4, 0.6],)),
    "Categorical batch": Case(
        lambda m: m.d.Categorical([[0.2, 0.3, 0.5], [0.6, 0.3, 0.1]], dtype=m.ms.float32),
        [[2.0, 1.0], [-0.5, 0.5]], ([0.5, 0.25, 0.25],), ([0.4, 0.2, 0.4],),
    ),
    "Categorical out": Case(lambda m: m.d.Categorical([0.2, 0.8]), [-1.0, 1.5, 2.0, 7.0], ([0.5, 0.5],), ([0.4, 0.6],)),
    "Categorical scalar": Case(lambda m: m.d.Categorical([0.2, 0.8]), 1.0, ([0.5, 0.5],), ([0.4, 0.6],)),
    "Cauchy": Case(lambda m: m.d.Cauchy(3.0, 4.0), [-2.0, 0.5, 4.0], ([1.0], [2.0]), ([0.0], [0.5])),
    "Cauchy batch": Case(lambda m: m.d.Cauchy([3.0, 1.0], 2.0), [[0.5], [4.0]], ([1.0], [2.0, 1.0]), ([0.0], [0.5])),
    "Exponential": Case(lambda m: m.d.Exponential(0.5), [-1.0, 0.0, 0.5, 3.0], ([0.2, 0.3, 0.5, 0.7],), ([0.7],)),
    "Exponential batch": Case(lambda m: m.d.Exponential([[0.5], [2.0]]), [0.5, 3.0], ([0.2, 0.9],), ([0.7],)),
    "Gamma": Case(lambda m: m.d.Gamma([3.0], [4.0]), [0.25, 0.5, 3.0], ([0.5], [1.0]), ([2.0], [1.0])),
    "Gamma batch": Case(lambda m: m.d.Gamma([3.0, 0.7], [[4.0], [1.0]]), [0.5, 3.0], ([2.0], [3.0]), ([2.0], [1.0])),
    "Geometric": Case(lambda m: m.d.Geometric(0.4), [-1.0, 0.0, 1.5, 4.0], ([0.6],), ([0.2],)),
    "Geometric batch": Case(lambda m: m.d.Geometric([0.1, 0.5], dtype=m.ms.float16), [1.0, 3.0], P2, S2),
    "Gumbel": Case(lambda m: m.d.Gumbel(3.0, 4.0), [-2.0, 0.5, 4.0], (), ([1.0], [2.0])),
    "Gumbel batch": Case(lambda m: m.d.Gumbel([1.0, 2.0], [[3.0], [4.0]]), [0.5, 4.0], (), ([1.0], [2.0])),
    "HalfNormal": Case(lambda m: m.d.HalfNormal(0.0, 2.0), [-1.0, 0.0, 1.5], ([0.5], [1.0]), ([1.0], [2.0])),
    "Laplace": Case(lambda m: m.d.Laplace(1.0, 2.0), [-1.0, 0.0, 1.5], ([0.5], [1.0]), ([1.0], [2.0])),
    "LogNormal": Case(lambda m: m.d.LogNormal(0.5, 2.0), [0.1, 1.0, 4.0], ([1.0], [0.5]), ([1.0], [2.0])),
    "LogNormal batch": Case(
        lambda m: m.d.LogNormal([0.5, 1.0], [1.0, 2.0]), [1.0, 4.0], ([1.0], [0.5]), ([1.0], [2.0]),
    ),
    "Logistic": Case(lambda m: m.d.Logistic(3.0, 4.0), [-80.0, 0.5, 4.0, 90.0], ([1.0], [2.0]), ([1.0], [2.0])),
    "Logistic batch": Case(lambda m: m.d.Logistic([3.0, 1.0], 2.0), [[0.5], [4.0]], ([1.0], [2.0]), ([1.0], [2.0])),
    "Normal": Case(lambda m: m.d.Normal(3.0, 4.0), [1.0, 2.0, 3.0], ([2.0], [1.0]), ([1.0], [2.0])),
    "Normal batch": Case(
        lambda m: m.d.Normal([[3.0], [1.0]], [1.0, 2.0, 3.0]), [1.0, 2.0, 3.0], ([2.0, 1.0, 0.0], [1.0]), ([1.0],
        [2.0]),
    ),
    "Normal half": Case(lambda m: m.d.Normal(3.0, 4.0, dtype=m.ms.float16), [1.0, 2.0], ([2.0], [1.0]), ([1.0], [2.0])),
    "Normal none": Case(lambda m: m.d.Normal(), [1.0, 2.0], ([2.0], [1.0]), ([1.0], [2.0])),
    "Normal integers": Case(lambda m: m.d.Normal(0, 1, seed=3, name="unit"), [1.0], ([2.0], [1.0]), ([1.0], [2.0])),
    "Normal parameter": Case(
        lambda m: m.d.Normal(m.ms.Parameter(m.ms.Tensor([1.0, 2.0]), name="m"), 1.0), [1.0], ([2.0], [1.0]), ([1.0],
        [2.0]),
    ),
    "Poisson": Case(lambda m: m.d.Poisson([0.5]), [-1.0, 0.0, 2.0, 5.0], ([1.5],), ([0.7],)),
    "Poisson batch": Case(lambda m: m.d.Poisson([[0.5], [2.5]]), [0.0, 2.0], ([1.5, 2.0],), ([0.7],)),
    "StudentT": Case(lambda m: m.d.StudentT(2.0, 0.0, 1.0), [-1.0, 0.5, 3.0], ([3.0], [1.0], [2.0]), ([1.0],)),
    "Uniform": Case(lambda m: m.d.Uniform(0.0, 2.0), [-1.0, 0.0, 0.5, 2.0, 3.0], ([0.25], [1.5]), ([-1.0], [3.0])),
    "Uniform batch": Case(
        lambda m: m.d.Uniform([0.0, 1.0], [[2.0], [3.0]]), [0.5, 2.0], ([0.0], [1.5]), ([0.5], [3.0]),
    ),
}  # fmt: skip

TRANSFORMED: dict[str, Case] = {
    "Exp": Case(lambda m: m.d.TransformedDistribution(m.b.Exp(), m.d.Normal(0.5, 1.0)), [0.5, 2.0], ([1.0], [2.0]), ()),
    "ScalarAffine": Case(
        lambda m: m.b.ScalarAffine(2.0, 1.0)(m.d.Normal(0.5, [1.0, 2.0])), [0.5, 2.0], ([1.0], [2.0]), (),
    ),
    "Invert": Case(
        lambda m: m.d.TransformedDistribution(m.b.Invert(m.b.Exp()), m.d.Uniform(1.0, 3.0), seed=1, name="mine"),
        [0.5, 1.0, 2.0], ([1.0], [2.0]), (),
    ),
}  # fmt: skip

BIJECTORS: dict[str, tuple[Callable[[Modules], Any], list[float], list[float]]] = {
    "Exp": (lambda m: m.b.Exp(), [-1.0, 0.0, 2.0], [0.5, 1.0, 3.0]),
    "GumbelCDF": (lambda m: m.b.GumbelCDF(1.0, 2.0), [-1.0, 0.0, 2.0], [0.1, 0.5, 0.9]),
    "GumbelCDF batch": (lambda m: m.b.GumbelCDF([1.0, 2.0], 2.0), [-1.0, 2.0], [0.1, 0.9]),
    "Invert": (lambda m: m.b.Invert(m.b.ScalarAffine(2.0, 3.0)), [-1.0, 2.0], [0.1, 0.9]),
    "Invert named": (lambda m: m.b.Invert(m.b.Exp(), name="back"), [1.0, 2.0], [0.1, 0.9]),
    "PowerTransform": (lambda m: m.b.PowerTransform(0.5), [-1.0, 0.0, 2.0], [0.5, 1.0, 3.0]),
    "PowerTransform default": (lambda m: m.b.PowerTransform(), [-1.0, 0.0, 2.0], [0.5, 1.0, 3.0]),
    "PowerTransform batch": (lambda m: m.b.PowerTransform([0.0, 2.0]), [0.5, 2.0], [0.5, 3.0]),
    "ScalarAffine": (lambda m: m.b.ScalarAffine(-2.0, 1.0), [-1.0, 2.0], [0.5, 3.0]),
    "ScalarAffine batch": (lambda m: m.b.ScalarAffine([1.0, 2.0], [0.5, 1.0]), [-1.0, 2.0], [0.5, 3.0]),
    "Softplus": (lambda m: m.b.Softplus(), [-6.0, -1.0, 0.0, 20.0], [1e-8, 0.5, 3.0, 20.0]),
    "Softplus sharp": (lambda m: m.b.Softplus([2.0, 0.5]), [-1.0, 2.0], [0.5, 3.0]),
}

REFUSED: list[Callable[[Modules], Any]] = [
    lambda m: m.d.Bernoulli(1.0),
    lambda m: m.d.Bernoulli(0.0),
    lambda m: m.d.Bernoulli(True),
    lambda m: m.d.Bernoulli("0.1"),
    lambda m: m.d.Bernoulli(0.5, seed=-1),
    lambda m: m.d.Bernoulli(0.5, name=3),
    lambda m: m.d.Bernoulli(0.5, dtype=m.ms.bool_),
    lambda m: m.d.Bernoulli(0.5)("nothing"),
    lambda m: m.d.Bernoulli(0.5)("prob", 1.0),
    lambda m: m.d.Bernoulli(0.5)("prob"),
    lambda m: m.d.Bernoulli()("mean"),
    lambda m: m.d.Bernoulli(0.5)("kl_loss", "Normal", m.ms.Tensor([0.5])),
    lambda m: m.d.Bernoulli(0.5)("kl_loss", None, m.ms.Tensor([0.5])),
    lambda m: m.d.Bernoulli(0.5)("kl_loss", "Bernoulli", 0.5),
    lambda m: m.d.Bernoulli(0.5)("sample", [2]),
    lambda m: m.d.Bernoulli(0.5)("mean", 0.5),
    lambda m: m.d.Beta(1.0, [2.0]),
    lambda m: m.d.Beta([1.0], [-2.0]),
    lambda m: m.d.Beta([1.0], [2.0], dtype=m.ms.int32),
    lambda m: m.d.Beta([1.0], [2.0])("cdf", m.ms.Tensor([0.5])),
    lambda m: m.d.Categorical(0.5),
    lambda m: m.d.Categorical([0.5, 0.6]),
    lambda m: m.d.Categorical([0.0, 1.0]),
    lambda m: m.d.Cauchy(0.0, 0.0),
    lambda m: m.d.Cauchy(0.0, 1.0)("mean"),
    lambda m: m.d.Cauchy(0.0, 1.0)("var"),
    lambda m: m.d.Exponential(-1.0),
    lambda m: m.d.Gamma(1.0, [1.0]),
    lambda m: m.d.Gamma([1.0], 1),
    lambda m: m.d.Geometric(2.0),
    lambda m: m.d.Gumbel(0.0, -1.0),
    lambda m: m.d.Gumbel(0, 1.0),
    lambda m: m.d.Gumbel(None, 1.0),
    lambda m: m.d.HalfNormal(0.0, -1.0),
    lambda m: m.d.HalfNormal(0.0, 1.0)("mean"),
    lambda m: m.d.HalfNormal(0.0, 1.0)("get_dist_type"),
    lambda m: m.d.Laplace(0.0, 0.0),
    lambda m: m.d.LogNormal(0.0, -1.0),
    lambda m: m.d.Logistic(0.0, -1.0),
    lambda m: m.d.Normal(0.0, -1.0),
    lambda m: m.d.Normal(0.0, 1.0, dtype=m.ms.int32),
    lambda m: m.d.Normal(m.ms.Tensor([1.0], m.ms.float16), m.ms.Tensor([1.0], m.ms.float32)),
    lambda m: m.d.Normal(0.0, 1.0)("mean", m.ms.Tensor([1.0], m.ms.float16), m.ms.Tensor([1.0], m.ms.float32)),
    lambda m: m.d.Normal([0.0, 1.0], [1.0, 1.0, 1.0]),
    lambda m: m.d.Poisson(1.0),
    lambda m: m.d.StudentT(0.0, 0.0, 1.0),
    lambda m: m.d.Uniform(1.0, 0.0),
    lambda m: m.d.Uniform(1.0, 1.0),
    lambda m: m.d.TransformedDistribution(m.b.Exp(), m.d.Bernoulli(0.5)),
    lambda m: m.d.TransformedDistribution(m.d.Normal(0.0, 1.0), m.d.Normal(0.0, 1.0)),
    lambda m: m.d.TransformedDistribution(m.b.Exp(), m.d.Normal(0.0, 1.0))("mean"),
    lambda m: m.d.TransformedDistribution(m.b.Exp(), m.d.Normal(0.0, 1.0))("var"),
    lambda m: m.b.PowerTransform(-1.0),
    lambda m: m.b.PowerTransform(1),
    lambda m: m.b.PowerTransform(None),
    lambda m: m.b.GumbelCDF(0.0, -1.0),
    lambda m: m.b.ScalarAffine(m.ms.Tensor([1.0], m.ms.float16), m.ms.Tensor([1.0], m.ms.float32)),
    lambda m: m.b.ScalarAffine()("forward", 1.0),
    lambda m: m.b.ScalarAffine()("forward", m.ms.Tensor([1], m.ms.int32)),
    lambda m: m.b.ScalarAffine()("sideways", m.ms.Tensor([1.0])),
    lambda m: m.b.Invert(3),
    lambda m: m.b.Bijector(),
]


def plain(value: Any) -> Any:
    """A result as JSON: tensors with dtype and shape."""
    if isinstance(value, (tuple, list)):
        return [plain(v) for v in value]
    if not hasattr(value, "asnumpy"):
        return value
    array = np.array(value.asnumpy())
    numbers = [repr(float(x)) for x in array.astype(np.float64).ravel()]
    return {
        "dtype": str(value.dtype),
        "shape": list(value.shape),
        "values": [float(f"{float(x):.8g}") for x in numbers],
    }


def attempt(thunk: Callable[[], Any]) -> Any:
    """A result as JSON, or the error's type."""
    try:
        return plain(thunk())
    except Exception as error:
        return {"error": type(error).__name__}


def _names(facts: Any, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: attempt(lambda name=name: getattr(facts, name)) for name in names}


def described(ms: Any, made: Any, case: Case) -> dict[str, Any]:
    """Everything that a distribution tells."""
    value = ms.Tensor(case.values, ms.float32)
    params = tuple(ms.Tensor(p, ms.float32) for p in case.params)
    other = tuple(ms.Tensor(p, ms.float32) for p in case.other)
    kind = attempt(lambda: made("get_dist_type"))
    answers: dict[str, Any] = {"shown": made.extend_repr(), "type": kind, "dtype": str(made.dtype)}
    answers |= _names(made, ("name", "seed", "batch_shape", "broadcast_shape", "is_scalar_batch", "parameter_names"))
    answers["given"] = sorted(made.parameters)
    for name in OF_VALUE:
        answers[name] = attempt(lambda name=name: made(name, value))
        answers[name + " with"] = attempt(lambda name=name: made(name, value, *params))
    for name in PLAIN:
        answers[name] = attempt(lambda name=name: made(name))
        answers[name + " with"] = attempt(lambda name=name: made(name, *params))
    for name in OF_ANOTHER:
        answers[name] = attempt(lambda name=name: made(name, kind, *other))
        answers[name + " with"] = attempt(lambda name=name: made(name, kind, *other, *params))
    for shape in ((), (3,), (2, 3)):
        drawn = attempt(lambda shape=shape: made("sample", shape))
        drawn.pop("values", None)
        answers[f"sample {shape}"] = drawn
        drawn = attempt(lambda shape=shape: made("sample", shape, *params))
        drawn.pop("values", None)
        answers[f"sample {shape} with"] = drawn
    return answers


def transform(ms: Any, made: Any, forth: list[float], back: list[float]) -> dict[str, Any]:
    """Everything that a bijector tells."""
    answers: dict[str, Any] = {"shown": made.extend_repr(), "dtype": str(made.dtype), "given": sorted(made.parameters)}
    answers |= _names(made, ("name", "is_constant_jacobian", "is_injective", "batch_shape", "is_scalar_batch"))
    for dtype in (ms.float32, ms.float16):
        for name, values in (("forward", forth), ("inverse", back)):
            x = ms.Tensor(values, dtype)
            answers[f"{name} {dtype}"] = attempt(lambda name=name, x=x: made(name, x))
            answers[f"{name}_log_jacobian {dtype}"] = attempt(lambda name=name, x=x: made(name + "_log_jacobian", x))
    return answers


def refusal(thunk: Callable[[], Any]) -> str:
    """The error's type, or an empty string."""
    try:
        thunk()
    except Exception as error:
        return type(error).__name__
    return ""


def answers(m: Modules) -> dict[str, Any]:
    """All that is recorded."""
    return {
        "distributions": {k: described(m.ms, case.build(m), case) for k, case in DISTRIBUTIONS.items()},
        "transformed": {k: described(m.ms, case.build(m), case) for k, case in TRANSFORMED.items()},
        "bijectors": {k: transform(m.ms, build(m), forth, back) for k, (build, forth, back) in BIJECTORS.items()},
        "refused": [refusal(lambda thunk=thunk: thunk(m)) for thunk in REFUSED],
    }


def main() -> int:
    """Write the golden file."""
    import mindspore as ms
    from mindspore.nn.probability import bijector, distribution

    ms.set_context(mode=ms.PYNATIVE_MODE, pynative_synchronize=True)
    found = answers(Modules(ms, distribution, bijector))
    GOLDEN.write_text(json.dumps(found, separators=(",", ":")).replace("},", "},\n") + "\n", encoding="utf-8")
    print(f"{GOLDEN.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
