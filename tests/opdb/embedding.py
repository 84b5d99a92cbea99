"""Embeddings."""

from __future__ import annotations

from tests.opdb._spec import Op, call, dtype, error_sample, parameter, sample, t, values

IDS = values([[0, 3, 1], [4, 1, 1]], "int32")
TABLE = t(5, 3)
FIELDS = (
    values([[2, 4, 6, 0, 0], [1, 3, 5, 0, 0]], "int32"),
    values([[1.0, 0.5, 2.0, 0.0, 0.0], [-1.0, 1.0, 1.0, 0.0, 0.0]]),
    values([[0, 1, 1, 0, 0], [0, 0, 1, 0, 0]], "int32"),
)

OPS = [
    Op(
        "mindspore.nn.Embedding",
        [
            sample(IDS).init(5, 3),
            sample(values([4, 0], "int64")).init(5, 3),
            sample(values(2, "int32")).init(5, 3),
            sample(IDS).init(5, 3, padding_idx=1),
            sample(IDS).init(5, 3, True),
            sample(values([5, -1], "int32")).init(5, 3, use_one_hot=True),
            sample(IDS).init(5, 3, False, call("mindspore.common.initializer.Normal", 0.1), dtype("float16")),
        ],
        errors=[
            error_sample(values([5, 0], "int32"), raises=RuntimeError).init(5, 3),
            error_sample(values([1.0]), raises=TypeError).init(5, 3),
            error_sample(IDS, raises=ValueError).init(5, 3, padding_idx=5),
            error_sample(IDS, raises=ValueError).init(5, 3, padding_idx=-1),
            error_sample(IDS, raises=TypeError).init(5.0, 3),
            error_sample(IDS, raises=TypeError).init(5, 3, 1),
            error_sample(IDS, raises=TypeError).init(5, 3, True, dtype=dtype("float16")),
        ],
        grad=False,
    ),
    Op(
        "mindspore.nn.EmbeddingLookup",
        [
            sample(IDS).init(5, 3),
            sample(values([5, -1, 0], "int64")).init(5, 3),
            sample(IDS).init(5, 3, max_norm=0.5),
            sample(IDS).init(5, 3, target="DEVICE", sparse=False),
            sample(IDS).init(5, 3, dtype=dtype("float16")),
        ],
        errors=[
            error_sample(IDS, raises=ValueError).init(5, 3, sparse=False),
            error_sample(IDS, raises=ValueError).init(5, 3, target="GPU"),
            error_sample(IDS, raises=ValueError).init(0, 3),
            error_sample(IDS, raises=TypeError).init(5.0, 3),
            error_sample(IDS, raises=TypeError).init(5, 3, max_norm=1),
            error_sample(IDS, raises=ValueError).init(5, 3, max_norm=-1.0),
            error_sample(values(1, "int32"), raises=ValueError).init(5, 3),
        ],
        grad=False,
    ),
    Op(
        "mindspore.nn.MultiFieldEmbeddingLookup",
        [
            sample(*FIELDS).init(10, 2, 2),
            sample(*FIELDS).init(10, 2, 2, operator="MEAN"),
            sample(*FIELDS).init(10, 2, 3, operator="MAX").no_grad(),
        ],
        errors=[
            error_sample(*FIELDS, raises=ValueError).init(10, 2, 2, operator="MIN"),
            error_sample(FIELDS[0], FIELDS[0], FIELDS[2], raises=TypeError).init(10, 2, 2),
            error_sample(values([1], "int32"), values([1.0]), values([0], "int32"), raises=ValueError).init(10, 2, 2),
        ],
    ),
    Op(
        "mindspore.ops.EmbeddingLookup",
        [
            sample(TABLE, IDS, 0),
            sample(TABLE, IDS, 1),
            sample(TABLE, values([5, -1, 0], "int64"), -1),
            sample(t(4), values([0, 3, 9], "int32"), 0),
        ],
        errors=[
            error_sample(TABLE, values([1.0]), 0, raises=TypeError),
            error_sample(TABLE, IDS, 1.0, raises=TypeError),
            error_sample(t(2, 2, 2), IDS, 0, raises=ValueError),
        ],
    ),
    Op(
        "mindspore.ops.embedding",
        [
            sample(IDS, TABLE).answered_by("torch.nn.functional.embedding"),
            sample(IDS, TABLE, 1).answered_by("torch.nn.functional.embedding").no_grad(),
            sample(IDS, parameter(TABLE), None, 1.0).answered_by("torch.nn.functional.embedding"),
            sample(IDS, parameter(TABLE), -1, 1.0, 1.0).answered_by("torch.nn.functional.embedding"),
            sample(IDS, TABLE, scale_grad_by_freq=True).answered_by("torch.nn.functional.embedding").no_grad(),
        ],
    ),
]
