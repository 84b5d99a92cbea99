"""Functions of COOTensor and CSRTensor."""

from __future__ import annotations

from tests.opdb._short import op, wrong
from tests.opdb._spec import Named, Op, TensorSpec, call, dtype, sample, t, values

PLACES = values([[0, 1], [1, 2], [2, 0]], "int32")
PLACES64 = values([[0, 1], [1, 2], [2, 0]], "int64")
STARTS, COLUMNS = values([0, 1, 2, 3], "int32"), values([1, 2, 0], "int32")
SHAPE = (3, 4)

# Names that have no bounds on their values, names of numbers above one, and so on.
ANYWHERE = (
    "abs asinh atan ceil cos cosh exp expm1 floor isfinite isinf isnan neg relu relu6 round sigmoid sin sinh softsign "
    "square tan tanh"
)
WITHIN_ONE = "acos asin atanh"
ABOVE_ONE = "acosh"
POSITIVE = "inv log log1p sqrt"
LOOSE = {"tanh": 2e-4, "exp": 1e-5, "expm1": 1e-5, "cosh": 1e-5, "sinh": 1e-5, "log": 1e-5, "log1p": 1e-5, "tan": 1e-5}


def coo(held: TensorSpec, places: TensorSpec = PLACES) -> Named:
    """A COOTensor of these values."""
    return call("mindspore.COOTensor", places, held, SHAPE)


def csr(held: TensorSpec) -> Named:
    """A CSRTensor of these values."""
    return call("mindspore.CSRTensor", STARTS, COLUMNS, held, SHAPE)


def elementwise(names: str, low: float | None = None, high: float | None = None) -> list[Op]:
    """Both forms of functions that change the values alone."""
    made = []
    for name in names.split():
        held = t(3, low=low, high=high)
        more = {"tol": LOOSE.get(name, 5e-6), "grad": False}
        made.append(
            op(f"coo_{name}", sample(coo(held)), sample(coo(held, PLACES64)), errors=NO_SPARSE_TENSOR[name], **more)
        )
        made.append(op(f"csr_{name}", sample(csr(held)), errors=NO_SPARSE_TENSOR[name], **more))
    return made


NO_SPARSE_TENSOR = {
    name: (wrong(t(3), kind=TypeError),) for name in f"{ANYWHERE} {WITHIN_ONE} {ABOVE_ONE} {POSITIVE}".split()
}

OPS = [
    *elementwise(ANYWHERE),
    *elementwise(WITHIN_ONE, -0.9, 0.9),
    *elementwise(ABOVE_ONE, 1.1, 3.0),
    *elementwise(POSITIVE, 0.1, 3.0),
    op("coo_add", sample(coo(t(3), PLACES64), coo(t(3), PLACES64), values(0.0)), grad=False),
    op("coo_concat", *(sample((coo(t(3), PLACES64), coo(t(3), PLACES64)), axis) for axis in (0, 1, -1)), grad=False),
    *(op(f"coo_tensor_get_{part}", sample(coo(t(3))), grad=False) for part in ("dense_shape", "indices", "values")),
    op("csr_add", sample(csr(t(3)), csr(t(3)), values(1.0), values(2.0)), grad=False),
    op("csr_softmax", sample(csr(t(3)), dtype("float32")), grad=False),
    *(
        op(f"csr_{name}", sample(csr(t(3))), grad=False)
        for name in (
            "tensor_get_dense_shape",
            "tensor_get_indices",
            "tensor_get_indptr",
            "tensor_get_values",
            "to_coo",
            "to_dense",
        )
    ),
    op("dense_to_sparse_coo", sample(values([[0.0, 1.0], [2.0, 0.0]])), sample(t(2, 3)), grad=False),
    op("dense_to_sparse_csr", sample(values([[0.0, 1.0], [2.0, 0.0]])), sample(t(2, 3)), grad=False),
]
