"""Decoding of sequences, recurrent Primitives, distances between rows, and orders of dimensions."""

from __future__ import annotations

from typing import Any

from tests.opdb._short import op, wrong
from tests.opdb._spec import Sample, TensorSpec, dtype, sample, t, values

MASKED = values([[[1, 2, 1, 2, 5, 1, 2], [9, 3, 9, 5, 4, 1, 5]]], "int32")
ORDERS = (("NHWC", "NCHW"), ("NCHW", "NHWC"), ("NHWC", "NHWC"))
SIGNAL = t(2, 24)


def integers(data: Any) -> TensorSpec:
    """A Tensor of int64."""
    return values(data, "int64")


def ranges(kind: str, starts: Any, limits: Any, steps: Any) -> Sample:
    """A sample of ranges, of that type."""
    return sample(*(values(each, kind) for each in (starts, limits, steps)))


OPS = [
    op("Dense", sample(t(2, 3), t(4, 3), t(4)), sample(t(2, 3), t(4, 3))),
    op(
        "ctc_greedy_decoder",
        sample(t(4, 2, 3, distinct=True), values([4, 3], "int32")),
        sample(t(6, 3, 3, distinct=True), values([6, 1, 4], "int32"), False),
        sample(
            values([[[0, 0, 1.0]], [[1, 0, 0]], [[0, 0, 1]], [[1, 0, 0]], [[1, 0, 0]]]), values([5], "int32")
        ).no_grad(),
    ),
    op(
        "CTCGreedyDecoder", *(sample(t(5, 2, 3, distinct=True), values([4, 5], "int32")).init(m) for m in (True, False))
    ),
    op(
        "EditDistance",
        *(
            sample(*hypothesis, *truth).init(normalize)
            for normalize in (True, False)
            for hypothesis, truth in (
                (
                    (integers([[0, 0], [0, 1], [0, 2], [1, 0]]), integers([1, 2, 3, 4]), integers([3, 3])),
                    (integers([[0, 0], [0, 1], [1, 0], [1, 1]]), integers([1, 3, 4, 4]), integers([3, 3])),
                ),
                (
                    (integers([[2, 0], [2, 1]]), integers([1, 2]), integers([3, 3])),
                    (integers([[0, 0]]), integers([1]), integers([3, 3])),
                ),
            )
        ),
        grad=False,
    ),
    op(
        "NoRepeatNGram",
        *(sample(MASKED, t(1, 2, 10)).init(n).no_grad() for n in (1, 2, 3)),
        errors=(wrong(MASKED, t(1, 3, 10)),),
        grad=False,
    ),
    op(
        "NthElement",
        *(sample(t(2, 5, distinct=True), n).init(r) for r in (False, True) for n in (0, 3)),
        sample(values([3, 1, 2], "int32"), values(1, "int32")),
        errors=(wrong(t(2, 3), 3),),
    ),
    op("SubAndFilter", sample(values([1, 3, 5, 8, 9, 16], "int32"), 10, 5), grad=False),
    op(
        "RaggedRange",
        ranges("int32", [2, 5, 8], [3, 5, 12], [1, 1, 1]).init(dtype("int64")),
        ranges("float32", [2, 5, 8], [3, 4, 9], [0.3, -0.5, 0.4]).init(dtype("int32")),
        ranges("int32", [2, 3], [-4, 9], [-4, -1]).init(dtype("int32")),
        ranges("int32", 2, 9, 3).init(dtype("int32")),
        grad=False,
    ),
    op(
        "dist",
        *(sample(t(2, 3), t(2, 3), p) for p in (1, 2, 3)),
        sample(t(2, 3), t(3)),
        sample(t(), t()),
        sample(t(2, 3), t(2, 3), 0).no_grad(),
        errors=(wrong(t(2), t(2), 1.5, kind=TypeError), wrong(t(2), t(2), -1)),
    ),
    op(
        "pdist",
        *(sample(t(4, 3), p) for p in (1.0, 2.0, 3.0, float("inf"), 0.5)),
        sample(t(4, 3), 0.0).no_grad(),
        sample(t(1, 3)).no_grad(),
        errors=(wrong(t(4, 3), 2, kind=TypeError), wrong(t(4, 3), -1.0), wrong(t(3))),
    ),
    op("Pdist", sample(t(4, 3)), sample(t(4, 3)).init(1.0)),
    op(
        "renorm",
        *(sample(t(3, 4), p, axis, 2.0) for p in (1, 2) for axis in (0, -1)),
        sample(t(2, 3, 2), 2, 1, 1.5),
        sample(t(4), 2, 0, 1.0),
        also="T.renorm",
        errors=(wrong(t(2, 2), 1.5, 0, 1.0, kind=TypeError), wrong(t(2, 2), 1, 0, 1, kind=TypeError)),
    ),
    op("Renorm", sample(t(3, 4)).init(2, 1, 2.0)),
    op(
        "softmin",
        sample(t(2, 3)),
        sample(t(2, 3), 0),
        sample(t(2, 3), (0,)),
        sample(values([-1, -2, 0, 2, 1], "float16")),
    ),
    op(
        "stft",
        sample(SIGNAL, 8),
        sample(SIGNAL, 8, 4, 6, t(6), True, "REFLECT", True, False, True),
        sample(SIGNAL, 8, 4, center=False),
        sample(t(24), 8, pad_mode="CONSTANT", return_complex=True),
        sample(SIGNAL, 8, pad_mode="SYMMETRIC"),
        tol=1e-5,
    ),
    op("STFT", sample(SIGNAL, t(8)).init(8, 2, 8, False, True, False), tol=1e-5),
    *(
        op(name, *(sample(*each).init(*order) for each in inputs for order in ORDERS), grad=False)
        for name, inputs in (
            ("DataFormatDimMap", [(values([0, 1, 2, 3, -1, -2, -3, -4], "int32"),)]),
            ("DataFormatVecPermute", [(values([1, 2, 3, 4], "int32"),), (t(4, 2, dtype="int64"),)]),
        )
    ),
    op("ScatterAddWithAxis", sample(t(3, 3), values([[1, 0, 2], [0, 2, 1]], "int32"), t(2, 3)).init(0)),
    op("T.col2im", sample(t(1, 2, 4, 4), values([4, 4], "int32"), [2, 2], [1, 1], [0, 0], [2, 2])),
]
