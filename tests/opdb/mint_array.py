"""mint: shapes, indices, creation and random numbers."""

from __future__ import annotations

from tests.opdb._mint import mint
from tests.opdb._spec import dtype, error_sample, sample, t, values

X = t(2, 3, 4)
PAIR = (t(2, 3), t(2, 3))
I64 = "int64"
WHERE = values([[0, 1, 0], [1, 0, 1]], I64)
RANDOM = {"random": True, "grad": False}
F64 = dtype("float64")

OPS = [
    mint("broadcast_to", sample(t(3), (2, 3)), sample(t(2, 1), (2, 4)), sample(t(3, 1), (2, -1, 5)), sample(t(), (2,))),
    mint(
        "cat",
        *(sample(PAIR, *each) for each in ((), (1,), (-1,))),
        sample([t(2, 3), t(3, 3)], dim=0),
        also="concat",
        errors=(error_sample(t(2, 3), raises=TypeError),),
    ),
    mint("chunk", sample(t(5, 2), 2), sample(t(5, 4), 3, 1), sample(t(4, 4), 2, dim=-1)),
    mint("dstack", sample(PAIR), sample((t(3), t(3))), sample((X, X))),
    mint("hstack", sample(PAIR), sample((t(3), t(2))), sample((t(), t()))),
    mint("stack", sample(PAIR), sample(PAIR, 1), sample([t(3), t(3)], dim=-1)),
    mint("flatten", sample(X), sample(X, 1), sample(X, 0, 1), sample(t()), sample(X, start_dim=-2, end_dim=-1)),
    mint("ravel", sample(X), sample(t()), sample(t(0, 3))),
    mint("flip", sample(X, (0,)), sample(X, (0, -1)), sample(X, [1])),
    mint("roll", sample(X, 1), sample(X, 2, 1), sample(X, (1, -1), (0, 2)), sample(X, shifts=(1,), dims=(-1,))),
    mint(
        "gather",
        sample(t(2, 3), 0, WHERE),
        sample(t(2, 3), 1, values([[0, 2], [1, 1]], I64)),
        sample(t(2, 3), dim=-1, index=WHERE),
    ),
    mint(
        "scatter",
        sample(t(2, 3), 1, values([[0, 2], [1, 0]], I64), t(2, 2)),
        sample(t(2, 3), 1, values([[0, 2], [1, 0]], I64), 1.5),
        sample(t(2, 3), dim=0, index=values([[0, 1, 0]], I64), src=t(1, 3)),
    ),
    mint("scatter_add", sample(t(2, 3), 0, WHERE, t(2, 3)), sample(t(2, 3), -1, WHERE, t(2, 3))),
    mint(
        "index_add",
        sample(t(3, 2), 0, values([0, 2], "int32"), t(2, 2)),
        sample(t(2, 3), 1, values([0, 2], "int32"), t(2, 2), alpha=2),
    ),
    mint("index_select", sample(t(3, 2), 0, values([2, 0], I64)), sample(t(2, 3), -1, values([1], "int32"))),
    mint("masked_select", sample(t(2, 3), t(2, 3, dtype="bool")), sample(t(2, 3), t(3, dtype="bool"))),
    mint("take", sample(t(2, 3), values([0, 5, 2], I64)), sample(t(2, 3), values([[1, -1]], I64))),
    mint("narrow", sample(X, 1, 0, 2), sample(X, -1, 1, 3), sample(X, dim=0, start=1, length=1)),
    mint("select", sample(X, 0, 1), sample(X, -1, -2), sample(X, dim=1, index=2)),
    mint("split", sample(t(5, 2), 2), sample(t(5, 2), (1, 4)), sample(t(2, 6), 3, 1), sample(t(2, 6), [2, 4], dim=-1)),
    mint("unbind", sample(X), sample(X, 1), sample(X, dim=-1)),
    mint("unsqueeze", sample(X, 0), sample(X, -1), sample(t(), 0), errors=(error_sample(t(2), "0", raises=TypeError),)),
    mint("squeeze", sample(t(1, 3, 1), 0), sample(t(1, 3, 1), (0, 2)), sample(t(1, 3), 1)),
    mint("permute", sample(X, (2, 0, 1)), sample(X, (-1, 0, 1))),
    mint("reshape", sample(X, (6, 4)), sample(X, (-1,)), sample(t(), (1, 1)), sample(t(0, 3), (3, 0))),
    mint("swapaxes", sample(X, 0, 1), sample(X, -1, 0)),
    mint("transpose", sample(X, 0, 1), sample(X, -1, 0), errors=(error_sample(t(2, 3), 0, 4, raises=ValueError),)),
    mint("t", sample(t(2, 3)), sample(t(3)), sample(t())),
    mint("tile", sample(t(2, 3), (2, 1)), sample(t(3), (2, 2)), sample(t(2, 3), (2,))),
    mint("repeat_interleave", sample(t(2, 3), 2), sample(t(2, 3), 2, 1), sample(t(2, 3), values([1, 2], I64), 0)),
    mint("diag", sample(t(3)), sample(t(3, 4)), sample(t(3), 1), sample(t(3, 4), -1)),
    mint("trace", sample(t(3, 3)), sample(t(2, 4))),
    mint("tril", sample(t(3, 4)), sample(t(2, 3, 3), 1), sample(t(3, 3), diagonal=-1)),
    mint("triu", sample(t(3, 4)), sample(t(2, 3, 3), 1), sample(t(3, 3), diagonal=-1)),
    mint("meshgrid", sample(t(2), t(3), indexing="ij"), sample(t(2), t(3), indexing="xy"), sample(t(2), t(3), t(4))),
    mint(
        "nonzero",
        sample(t(3, 4, dtype="int32", low=0, high=1)),
        sample(t(3, 4, dtype="bool"), as_tuple=True),
        grad=False,
    ),
    mint(
        "arange",
        sample(5),
        sample(1, 6),
        sample(1, 2, 0.25),
        sample(0, 5, 2, dtype=dtype("float32")),
        sample(end=3),
        grad=False,
    ),
    mint("linspace", sample(0, 1, 5), sample(-1.5, 2.5, 4, dtype=F64), sample(0, 1, 1), grad=False),
    mint("eye", sample(3), sample(2, 4), sample(3, 2, dtype("int32")), grad=False),
    mint("full", sample((2, 3), 1.5), sample((2,), 3), sample((2, 3), True), sample((2,), 1, dtype=F64), grad=False),
    mint(
        "full_like",
        sample(t(2, 3), 2),
        sample(t(2, dtype="int32"), 2),
        sample(t(2), 1, dtype=dtype("int64")),
        grad=False,
    ),
    mint("ones", sample((2, 3)), sample(3), sample((2,), dtype=dtype("int32")), sample((0, 2)), grad=False),
    mint("zeros", sample((2, 3)), sample(3), sample((2,), dtype=dtype("int32")), sample((0, 2)), grad=False),
    mint("ones_like", sample(t(2, 3)), sample(t(2, dtype="int32")), sample(t(2), dtype=F64), grad=False),
    mint("zeros_like", sample(t(2, 3)), sample(t(2, dtype="int32")), sample(t(2), dtype=F64), grad=False),
    mint("empty", sample((2, 3)), sample((2,), dtype=F64), **RANDOM),
    mint("empty_like", sample(t(2, 3)), sample(t(2), dtype=F64), **RANDOM),
    mint("rand", sample(2, 3), sample((2,), dtype=F64), **RANDOM),
    mint("randn", sample(2, 3), sample((2,), dtype=F64), **RANDOM),
    mint("rand_like", sample(t(2, 3)), sample(t(2), dtype=F64), **RANDOM),
    mint("randn_like", sample(t(2, 3)), sample(t(2), dtype=F64), **RANDOM),
    mint("randint", sample(0, 5, (2, 3)), sample(5, (2,)), sample(0, 5, (2,), dtype=dtype("int32")), **RANDOM),
    mint("randint_like", sample(t(2, 3), 5), sample(t(2), 1, 5), sample(t(2), 5, dtype=dtype("int64")), **RANDOM),
    mint("randperm", sample(5), sample(4, dtype=dtype("int32")), **RANDOM),
    mint(
        "normal",
        sample(0.0, 1.0, (2, 3)),
        sample(t(2, 3), 1.0),
        sample(1.0, t(2, low=0.5)),
        sample(t(2), t(2, low=0.5)),
        **RANDOM,
    ),
    mint("bernoulli", sample(t(2, 3, low=0.0, high=1.0)), **RANDOM),
    mint(
        "multinomial",
        sample(t(4, low=0.1), 2),
        sample(t(2, 4, low=0.1), 6, True),
        sample(t(2, 4, low=0.1), 3, replacement=False),
        **RANDOM,
    ),
]
