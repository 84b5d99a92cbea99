"""mint: products of matrices, inverses, convolutions and normalization statistics."""

from __future__ import annotations

from typing import Any

from tests.opdb._mint import mint
from tests.opdb._spec import Op, Sample, error_sample, sample, t, values

LOOSE: dict[str, Any] = {"tol": 1e-4}
SQUARE = values([[4.0, 1, 0], [1, 3, 1], [0, 1, 5]])
UPPER = values([[2.0, 1, 3], [0, 3, 1], [0, 0, 4]])


def by_formula(name: str, *samples: Sample) -> Op:
    """One of the parts of a batch normalization across devices; a formula gives the answers."""
    return mint(name, *samples, oracle=f"tests.opdb._formulas.{name}", grad=False, **LOOSE)


OPS = [
    mint(
        "matmul",
        sample(t(2, 3), t(3, 4)),
        sample(t(3), t(3)),
        sample(t(2, 3), t(3)),
        sample(t(3), t(3, 2)),
        sample(t(5, 2, 3), t(3, 4)),
        sample(t(2, 1, 2, 3), t(4, 3, 2)),
        **LOOSE,
    ),
    mint(
        "mm",
        sample(t(2, 3), t(3, 4)),
        sample(t(2, 3, dtype="float64"), t(3, 4, dtype="float64")),
        errors=(error_sample(t(2, 3), t(2, 3), raises=RuntimeError),),
        **LOOSE,
    ),
    mint(
        "bmm", sample(t(2, 3, 4), t(2, 4, 2)), errors=(error_sample(t(2, 3, 4), t(4, 2), raises=ValueError),), **LOOSE
    ),
    mint("mv", sample(t(2, 3), t(3)), **LOOSE),
    mint("dot", sample(t(3), t(3)), **LOOSE),
    mint("vdot", sample(t(3), t(3)), **LOOSE),
    mint("outer", sample(t(3), t(2)), sample(t(3, dtype="int32"), t(2, dtype="int32"))),
    mint("addmm", sample(t(2, 4), t(2, 3), t(3, 4)), sample(t(4), t(2, 3), t(3, 4), beta=0.5, alpha=2), **LOOSE),
    mint("addmv", sample(t(2), t(2, 3), t(3)), sample(t(2), t(2, 3), t(3), beta=0.5, alpha=2), **LOOSE),
    mint(
        "addbmm",
        sample(t(3, 2), t(2, 3, 4), t(2, 4, 2)),
        sample(t(3, 2), t(2, 3, 4), t(2, 4, 2), beta=0.5, alpha=2),
        **LOOSE,
    ),
    mint(
        "baddbmm",
        sample(t(2, 3, 2), t(2, 3, 4), t(2, 4, 2)),
        sample(t(3, 2), t(2, 3, 4), t(2, 4, 2), beta=0.5, alpha=2),
        **LOOSE,
    ),
    mint(
        "addr_",
        sample(t(3, 2), t(3), t(2)),
        sample(t(3, 2), t(3), t(2), beta=0.5, alpha=2),
        mutates=True,
        grad=False,
        **LOOSE,
    ),
    mint(
        "einsum",
        sample("ij->ji", t(2, 3)),
        sample("ij,jk->ik", t(2, 3), t(3, 4)),
        sample("ii", t(3, 3)),
        sample("...ij->...ji", t(2, 3, 4)),
        sample("bij,bjk->bik", t(2, 3, 4), t(2, 4, 2)),
        **LOOSE,
    ),
    mint(
        "cdist",
        sample(t(3, 2), t(4, 2)),
        sample(t(2, 3, 2), t(2, 4, 2), 1.0),
        sample(t(3, 2), t(4, 2), p=float("inf")),
        **LOOSE,
    ),
    mint("cross", sample(t(2, 3), t(2, 3)), sample(t(3, 4), t(3, 4), 0), sample(t(2, 3, 4), t(2, 3, 4), dim=-2)),
    mint("inverse", sample(SQUARE), also="linalg.inv", **LOOSE),
    mint(
        "linalg.qr", sample(SQUARE), sample(t(4, 3), "complete").no_grad(), sample(t(4, 3), mode="r").no_grad(), **LOOSE
    ),
    mint(
        "triangular_solve",
        sample(t(3, 2), UPPER),
        sample(t(3, 2), UPPER, True, True),
        sample(t(3, 2), UPPER, unitriangular=True),
        **LOOSE,
    ),
    mint(
        "conv2d",
        sample(t(1, 2, 5, 5), t(3, 2, 3, 3)),
        sample(t(1, 2, 5, 5), t(3, 2, 3, 3), t(3), 2, 1),
        sample(t(1, 2, 5, 5), t(2, 1, 3, 3), groups=2, padding="same"),
        sample(t(2, 5, 5), t(3, 2, 3, 3), dilation=2),
        **LOOSE,
    ),
    mint("conv_tbc", sample(t(5, 2, 3), t(3, 3, 4), t(4)), sample(t(5, 2, 3), t(3, 3, 4), t(4), 1), **LOOSE),
    by_formula("batch_norm_stats", sample(t(4, 3), 1e-5), sample(t(2, 3, 4), 1e-3)),
    by_formula(
        "batch_norm_elemt",
        sample(t(4, 3), t(3), t(3), t(3), t(3, low=0.5), 1e-5),
        sample(t(2, 3, 4), mean=t(3), invstd=t(3, low=0.5)),
    ),
    by_formula(
        "batch_norm_gather_stats_with_counts",
        sample(t(4, 3), t(2, 3), t(2, 3, low=0.5), None, None, 0.1, 1e-5, values([2.0, 2.0])),
        sample(t(4, 3), t(2, 3), t(2, 3, low=0.5), None, None, 0.1, 1e-3, values([1.0, 3.0])),
    ),
]
