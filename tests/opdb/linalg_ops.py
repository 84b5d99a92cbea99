"""Decompositions, random and update Primitives beside those of `linalg`."""

from __future__ import annotations

from tests.opdb._short import op, wrong
from tests.opdb._spec import Op, dtype, parameter, sample, t, values

TALL, WIDE = t(5, 3), t(3, 5)
SYMMETRIC = values([[2.0, 1.0], [1.0, 3.0]])
PACKED = (t(3, 3), values([1, 3, 3], "int32"))
L2 = values(0.5, "float64")
SIGNAL = values([2.0, 1.0, 2.0, -1.0], "complex64")
A01 = t(3, 2, low=0.1, high=3)
W, ACC = parameter(t(3, 2)), parameter(t(3, 2, low=0.1, high=2))

OPS = [
    op(
        "Eig",
        sample(values([[2.0, 0.0], [0.0, 3.0]])).init(True),
        errors=(wrong(t(2, 3)), wrong(values([[1, 2], [3, 4]], "int32"), kind=TypeError)),
        grad=False,
        tol=1e-5,
    ),
    op("LuUnpack", sample(*PACKED), sample(t(2, 3, 3), values([[1, 3, 3], [2, 3, 3]], "int32")), tol=1e-5),
    op("Lstsq", sample(TALL, t(5, 2)), sample(WIDE, t(3, 2)), errors=(wrong(t(5, 3), t(4, 2)),), tol=1e-4),
    op(
        "MatrixSolveLs",
        sample(TALL, t(5, 2), L2),
        sample(WIDE, t(3, 2), L2),
        sample(TALL, t(5, 2), L2).init(False),
        sample(t(2, 5, 3, dtype="float64"), t(2, 5, 2, dtype="float64"), L2),
        tol=1e-4,
        grad=False,
    ),
    op("NuclearNorm", sample(TALL), sample(t(2, 3, 4)).init((0, 2)), sample(TALL).init((0, 1), True), tol=1e-4),
    op(
        "ConjugateTranspose",
        sample(t(2, 3, dtype="complex64"), (1, 0)).no_grad(),
        sample(t(2, 3, 4), (2, 0, 1)),
    ),
    op(
        "FFTWithSize",
        sample(SIGNAL).init(1, False, False),
        sample(SIGNAL).init(1, True, False, "ortho"),
        sample(t(2, 4)).init(1, False, True),
        sample(t(2, 4)).init(1, False, True, onesided=False),
        sample(t(3, 4)).init(2, False, True, "forward"),
        sample(SIGNAL).init(1, True, True),
        tol=1e-4,
        grad=False,
    ),
    op(
        "Betainc",
        sample(A01, t(3, 2, low=0.1, high=3), t(3, 2, low=0, high=1)),
        sample(
            t(4, dtype="float64", low=2, high=40),
            t(4, dtype="float64", low=2, high=40),
            t(4, dtype="float64", low=0, high=1),
        ),
        errors=(wrong(t(3), t(1), t(3)),),
        tol=1e-4,
        grad=False,  # for x alone, as documented; the check perturbs all three
    ),
    op("CompareAndBitpack", sample(t(2, 16), values(0.5)), sample(t(8, dtype="int32"), values(1, "int32")), grad=False),
    op(
        "SparseApplyRMSProp",
        sample(W, ACC, parameter(t(3, 2)), 0.01, t(3, 2), values([0, 2, 1], "int32")).init(0.2, 0.01, 1e-6),
        grad=False,
        mutates=True,
        tol=1e-5,
    ),
    op("LogNormalReverse", sample(t(3, 4)).init(1.0, 0.5), random=True, grad=False),
    op("Cauchy", sample().init([3, 2]), random=True, grad=False),
    op("NonDeterministicInts", sample(values([2, 3], "int32")).init(dtype("int32")), random=True, grad=False),
    op(
        "ParameterizedTruncatedNormal",
        sample(values([2, 3], "int32"), values(0.0), values(1.0), values(-1.0), values(1.0)),
        random=True,
        grad=False,
    ),
    Op(
        "mindspore.ops.uniform_candidate_sampler",
        [sample(values([[1], [3]], "int64"), 1, 4, True, 4, 1), sample(values([[1], [3]], "int64"), 1, 3, False, 4, 1)],
        random=True,
        grad=False,
    ),
    Op(
        "mindspore.ops.log_uniform_candidate_sampler",
        [
            sample(values([[1, 7], [0, 4]], "int64"), 2, 5, True, 5),
            sample(values([[1], [2]], "int64"), 1, 3, False, 50),
        ],
        random=True,
        grad=False,
    ),
    op("UniformCandidateSampler", sample(values([[1], [3]], "int64")).init(1, 3, False, 4, 1), random=True, grad=False),
    op("LogUniformCandidateSampler", sample(values([[1, 7]], "int64")).init(2, 5, True, 5), random=True, grad=False),
]
