"""Random numbers: structure, type and shape; the laws are tested in tests/ms2torch/test_random.py."""

from __future__ import annotations

from tests.opdb._short import op, wrong
from tests.opdb._spec import Op, dtype, sample, t, values

X, INTS = t(2, 3), t(2, 3, dtype="int32")
ZERO, ONE = values(0.0), values(1.0)
LOW, HIGH = values(0, "int32"), values(5, "int32")
GRID = values([[3.0, 4.0], [5.0, 6.0]])
MASK = values([[True, False], [True, True]], "bool")
WEIGHTS, ROWS = values([1.0, 2.0, 3.0]), values([[1.0, 2.0], [3.0, 1.0]])


def drawn(*args, **kwargs) -> Op:
    """An op whose values are random."""
    return op(*args, random=True, **kwargs)


OPS = [
    drawn(
        "rand",
        sample(2, 3),
        sample((2, 3)),
        sample([2]),
        sample(),
        sample(2, dtype=dtype("float16")),
        sample(2, seed=3),
        errors=(wrong(2, dtype=dtype("int32")),),
    ),
    drawn("rand_like", sample(X), sample(INTS, dtype=dtype("float32")), errors=(wrong(INTS),)),
    drawn("randn", sample(2, 3), sample((2, 3)), sample(), sample(2, dtype=dtype("float16"))),
    drawn("randn_like", sample(X), sample(INTS), sample(X, dtype=dtype("float16"))),
    drawn(
        "randint",
        sample(0, 5, (3,)),
        sample(0, 5, (2, 3), dtype=dtype("int32")),
        sample(-3, 5, (3,), 7),
        errors=(
            wrong(5, 0, (3,), kind=RuntimeError),
            wrong(0.0, 5, (3,), kind=TypeError),
            wrong(0, 5, 3),
            wrong(0, 5, [3]),
        ),
    ),
    drawn("randint_like", sample(INTS, 0, 5), sample(X, 0, 5, dtype=dtype("int64")), errors=(wrong(X, 0, 5),)),
    drawn("randperm", sample(4), sample(4, dtype=dtype("int32")), sample(4, 3, 1), errors=(wrong(0), wrong(-1))),
    drawn("RandpermV2", sample(4), sample(4).init(1, 2, dtype("int32"))),
    drawn(
        "normal",
        sample((2,), ZERO, ONE),
        sample((2,), 0.0, 1.0),
        sample((3, 1, 2), GRID, ONE),
        sample((2,), ZERO, ONE, 5),
        errors=(wrong([2], 0.0, 1.0, kind=TypeError), wrong((2,), ZERO, ONE, seed=-1)),
    ),
    drawn(
        "uniform",
        sample((2,), ZERO, ONE),
        sample((2,), LOW, HIGH, dtype=dtype("int32")),
        sample((2,), values([0.0, 1.0]), GRID),
        errors=(wrong((2,), 0.0, 1.0, kind=TypeError), wrong((2,), ZERO, ONE, dtype=dtype("float16"), kind=TypeError)),
    ),
    drawn(
        "standard_normal",
        sample((2, 3)),
        sample(values([2, 3], "int64")),
        sample((2,), 5),
        errors=(wrong(2, kind=TypeError),),
    ),
    drawn("standard_laplace", sample((2, 3)), sample((2,), 5)),
    drawn("laplace", sample((2,), ZERO, ONE), sample((3, 1, 2), GRID, ONE)),
    drawn("random_poisson", sample(values([2], "int32"), WEIGHTS), sample(values([2, 2], "int32"), ONE)),
    drawn("random_gamma", sample(values([2], "int32"), WEIGHTS)),
    drawn(
        "random_categorical",
        sample(X, 4),
        sample(X, 4, 3, dtype("int32")),
        errors=(wrong(WEIGHTS, 4),),
        also="T.random_categorical",
    ),
    drawn(
        "multinomial",
        sample(WEIGHTS, 2),
        sample(ROWS, 3),
        sample(WEIGHTS, 2, False),
        sample(WEIGHTS, 5),
        errors=(wrong(WEIGHTS, 5, replacement=False),),
        also="T.multinomial",
    ),
    drawn("multinomial_with_replacement", sample(WEIGHTS, 1, 1, 3), sample(ROWS, 1, 1, 3, True)),
    op(
        "bernoulli",
        sample(X, 1.0),
        sample(X, 0.0, 3),
        sample(INTS, 1.0),
        sample(X, values([[0.0, 1.0, 0.0], [1.0, 1.0, 0.0]])),
        grad=False,
        errors=(wrong(X, 2.0), wrong(X, values([0.0, 1.0, 0.0]))),
    ),
    drawn(
        "choice_with_mask",
        sample(MASK),
        sample(MASK, 2),
        sample(values([True, False, True], "bool"), 3),
        errors=(wrong(X, kind=TypeError),),
    ),
    drawn("shuffle", sample(X), sample(INTS), sample(WEIGHTS, 5)),
    drawn("StandardNormal", sample((2, 3)), sample((2,)).init(5, 6)),
    drawn("StandardLaplace", sample((2, 3)), sample((2,)).init(5, 6)),
    drawn("UniformReal", sample((2, 3)), sample((2,)).init(5, 6)),
    drawn(
        "UniformInt",
        sample((2, 3), LOW, HIGH),
        sample((2,), LOW, HIGH).init(5, 6),
        errors=(wrong((2,), HIGH, LOW, kind=RuntimeError),),
    ),
    drawn("Multinomial", sample(WEIGHTS, 2), sample(ROWS, 3).init(dtype=dtype("int64"))),
    drawn("RandomChoiceWithMask", sample(MASK), sample(MASK).init(2), sample(MASK).init(count=4, seed=1)),
    drawn("RandomShuffle", sample(X), sample(X).init(3)),
    drawn("RandomCategorical", sample(X, 4, 1), sample(X, 4, 1).init(dtype("int32"))),
    drawn(
        "RandomPoisson",
        sample(values([2], "int32"), WEIGHTS),
        sample(values([2], "int32"), WEIGHTS).init(1, 2, dtype("float32")),
    ),
    drawn("RandomGamma", sample(values([2], "int32"), WEIGHTS)),
    drawn("Bernoulli", sample(X, values(0.5)), sample(INTS, values(0.5)).init(3)),
    drawn("T.log_normal", sample(X)),
    drawn("T.cauchy", sample(X)),
]
