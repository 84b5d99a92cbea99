"""Writing at indices, coordinates and masks, and segments."""

from __future__ import annotations

from tests.opdb._short import op, wrong
from tests.opdb._spec import parameter, sample, t, values

X, V = t(2, 3), t(3)
GRID = values([[0, 1], [2, 0]], "int64")
AT = values([[0, 1], [1, 2]], "int64")
TWICE = values([[0, 1], [0, 1]], "int64")
ROWS = values([[1], [0]], "int64")
FAR, BEFORE = values([[0, 5]], "int64"), values([[0, -1]], "int64")
ONE = t(1)
NEAR_ONE = t(2, low=0.5, high=1.5)
NO_FIT = wrong(X, values([[0, 1]], "int64"), t(2))
NO_TYPE = wrong(X, values([[0, 1]], "int64"), values([9], "int64"), kind=TypeError)
TOO_FAR = wrong(X, FAR, ONE, kind=RuntimeError)
P = parameter(t(4, distinct=True))
P2 = parameter(t(3, 2, distinct=True))
AGAIN = values([[0], [0]], "int64")
IDS = values([0, 2], "int32")
SAME = values([0, 0], "int32")


def at_coordinates(how: str, method: str = "") -> object:
    repeated = sample(X, TWICE, NEAR_ONE).no_grad() if how in ("max", "min") else sample(X, TWICE, NEAR_ONE)
    return op(
        f"tensor_scatter_{how}",
        sample(X, AT, t(2, low=0.5)),
        sample(X, ROWS, t(2, 3, low=0.5)),
        repeated,
        errors=(NO_FIT, NO_TYPE, TOO_FAR, wrong(X, BEFORE, ONE, kind=RuntimeError)),
        also=f"TensorScatter{how.title()} {method}",
    )


def in_place(how: str) -> list[object]:
    updates, rows = t(2, low=0.5, high=1.5), t(2, 2, low=0.5, high=1.5)
    single = values([[0], [2]], "int64")
    nd = [sample(P, single, updates), sample(P2, single, rows)]
    flat = [sample(P, IDS, updates), sample(P2, IDS, rows)]
    if how != "update":
        nd.append(sample(P, AGAIN, updates))
        flat.append(sample(P, SAME, updates))
    out = [
        op(f"ScatterNd{how.title()}", *nd, mutates=True, errors=(wrong(P, single, t(3)),)),
        op(f"Scatter{how.title()}", *flat, mutates=True, errors=(wrong(P, IDS, t(3)),)),
    ]
    if how != "update":
        out.append(op(f"scatter_nd_{how}", *nd, mutates=True))
    if how != "sub":
        out.append(
            op(
                f"scatter_{how}",
                *flat,
                mutates=True,
                errors=(wrong(P, values([0, 9], "int32"), t(2), kind=RuntimeError),),
            )
        )
    return out


SCATTER = [
    op(
        "scatter",
        sample(X, 1, GRID, t(2, 2)),
        sample(X, 1, GRID, 5.0),
        sample(X, 0, values([[0, 1, 1]], "int64"), t(1, 3)),
    ),
    op("T.scatter", sample(X, 1, GRID, t(2, 2)), sample(X, -1, GRID, t(2, 2))),
    op(
        "tensor_scatter_elements",
        sample(X, GRID, t(2, 2), 1),
        sample(X, GRID, t(2, 2), 1, "add"),
        sample(X, values([[0, -1]], "int64"), t(1, 2), 1),
        sample(X, values([[0, 1, 1]], "int64"), t(1, 3)),
        errors=(wrong(X, GRID, t(2, 2), 1, "mul"), wrong(X, values([[0, 1]], "int64"), t(1), 1)),
    ),
    op("TensorScatterElements", sample(X, GRID, t(2, 2)).init(1), sample(X, GRID, t(2, 2)).init(1, "add")),
    op(
        "TensorScatterUpdate",
        sample(X, AT, t(2)),
        sample(X, ROWS, t(2, 3)),
        errors=(NO_FIT, NO_TYPE),
        also="tensor_scatter_update",
    ),
    at_coordinates("add", "T.scatter_add"),
    *(at_coordinates(how, f"T.scatter_{how}") for how in ("sub", "mul", "div", "max", "min")),
    op(
        "scatter_nd",
        sample(AT, t(2), (2, 3)),
        sample(ROWS, X, (3, 3)),
        sample(AGAIN, X, (3, 3)),
        sample(values([[0]], "int32"), ONE, (3,)),
        errors=(wrong(values([[5], [1]], "int64"), X, (3, 3), kind=RuntimeError), wrong(ROWS, X, (3, 4))),
        also="ScatterNd",
    ),
    *(each for how in ("update", "add", "sub", "mul", "div", "max", "min") for each in in_place(how)),
    op("scatter_nd_update", sample(P, values([[0], [2]], "int64"), t(2)), mutates=True),
]

SLICES = [
    op(
        "index_add",
        sample(parameter(X), values([0, 1], "int32"), X, 0),
        sample(parameter(t(3, 2)), values([1, 1], "int32"), t(2, 2), 0),
        mutates=True,
        errors=(wrong(parameter(X), values([0, 1], "int32"), t(3, 3), 0),),
    ),
    op("IndexAdd", sample(parameter(X), values([0, 1], "int32"), X).init(0), mutates=True),
    op("inplace_index_add", sample(parameter(X), values([0, 1], "int32"), X, 0), mutates=True),
    op("T.index_add", sample(X, 0, values([0, 1], "int32"), X), sample(X, 1, values([2, 0], "int32"), t(2, 2))),
    op(
        "index_fill",
        sample(X, 1, values([0, 2], "int32"), -1.0),
        sample(X, 0, values([1], "int32"), values(2.0)),
        also="T.index_fill",
        errors=(wrong(X, 1, 0, values(-1.0), kind=TypeError),),
    ),
    op(
        "T.index_put",
        sample(X, (values([0, 1], "int64"), values([0, 1], "int64")), t(2)),
        sample(X, [values([0, 0], "int64"), values([1, 1], "int64")], t(2), True),
        sample(X, [values([0, 1], "int64")], t(1)),
    ),
    op("IndexPut", sample(X, t(2), (values([0, 1], "int64"), values([0, 1], "int64")))),
    op(
        "inplace_add",
        sample(X, t(1, 3), 0),
        sample(X, X, (1, 0)),
        errors=(wrong(X, X, 0), wrong(X, t(1, 3), 1.5, kind=TypeError)),
    ),
    op("inplace_sub", sample(X, t(1, 3), 0), sample(X, X, (1, 0))),
    op("inplace_update", sample(X, t(1, 3), 0), sample(X, X, (1, 0)), also="T.inplace_update"),
    op("InplaceAdd", sample(X, X).init((0, 1))),
    op("InplaceSub", sample(X, X).init((0, 1))),
    op("InplaceUpdate", sample(X, t(1, 3)).init(1)),
    op(
        "select_scatter",
        sample(X, V, 0, 1),
        sample(X, t(2), 1, -1),
        errors=(wrong(X, V, 0, 5),),
        also="T.select_scatter",
    ),
    op(
        "slice_scatter",
        sample(X, t(2, 1), 1, 1, 2),
        sample(X, X),
        sample(X, t(2, 2), 1, 0, 3, 2),
        errors=(wrong(X, t(2, 1), 1),),
        also="T.slice_scatter",
    ),
    op("T.itemset", sample(X, 0, 5.0), sample(X, (1, 2), 5.0)),
]

IN_PLACE = [
    op(
        "T.masked_fill_",
        sample(X, values([True, False, True], "bool"), 5.0),
        oracle="torch.Tensor.masked_fill_",
        grad=False,
    ),
    op(
        "T.masked_scatter_",
        sample(X, values([True, False, True], "bool"), t(2, 3)),
        oracle="torch.Tensor.masked_scatter_",
        grad=False,
    ),
    op("T.index_fill_", sample(X, 1, values([0, 2], "int64"), 5.0), oracle="torch.Tensor.index_fill_", grad=False),
    op(
        "T.index_add_",
        sample(X, 1, values([0, 2], "int64"), t(2, 2)),
        sample(X, 0, values([1], "int64"), t(1, 3), alpha=2),
        oracle="torch.Tensor.index_add_",
        grad=False,
    ),
    op("T.index_copy_", sample(X, 1, values([0, 2], "int64"), t(2, 2)), oracle="torch.Tensor.index_copy_", grad=False),
    op("T.scatter_", sample(X, 1, GRID, t(2, 2)), oracle="torch.Tensor.scatter_", grad=False),
    op("T.scatter_add_", sample(X, 1, GRID, t(2, 2)), oracle="torch.Tensor.scatter_add_", grad=False),
    op("T.put_", sample(X, values([0, 5], "int64"), t(2)), oracle="torch.Tensor.put_", grad=False),
]

IDS3 = values([0, 1, 0], "int32")
SEGMENTS = (
    sample(V, IDS3, 3),
    sample(X, values([0, 1], "int32"), 3),
    sample(X, values([0, -1], "int32"), 2),
    sample(t(3, dtype="int32"), IDS3, 2),
)
REFUSED = (
    wrong(X, values([0, 1, 2], "int32"), 3),
    wrong(X, values([0, 7], "int32"), 3, kind=RuntimeError),
    wrong(X, values([0, 1], "int32"), 0),
)
SEGMENT = [
    op(
        "unsorted_segment_sum",
        *SEGMENTS,
        sample(X, values([[0, 1, 0], [1, 1, 1]], "int32"), 3),
        errors=(*REFUSED, wrong(X, values([0.0, 1.0]), 3, kind=TypeError)),
        also="UnsortedSegmentSum",
    ),
    op("unsorted_segment_max", *SEGMENTS, errors=REFUSED, also="UnsortedSegmentMax T.unsorted_segment_max"),
    op("unsorted_segment_min", *SEGMENTS, errors=REFUSED, also="UnsortedSegmentMin T.unsorted_segment_min"),
    op("unsorted_segment_prod", *SEGMENTS, errors=REFUSED, also="UnsortedSegmentProd T.unsorted_segment_prod"),
]

ASCENDING = values([0, 0, 2], "int32")
SORTED = [
    op(f"Segment{how}", sample(t(3, 2, low=0.5), ASCENDING), sample(V, values([0, 1, 1], "int64")))
    for how in ("Sum", "Prod", "Max", "Min", "Mean")
]

OPS = [*SCATTER, *SLICES, *IN_PLACE, *SEGMENT, *SORTED]
