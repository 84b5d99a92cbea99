"""Tensor methods that are not functions of `mindspore.ops`."""

from __future__ import annotations

from tests.opdb._spec import Op, Sample, dtype, error_sample, sample, t, values

LINES = values([0, 2], "int64")
SYMMETRIC = values([[2.0, 1], [1, 3]])
UPPER = values([[2.0, 1, 3], [0, 3, 1], [0, 0, 4]])


def method(name: str, *samples: Sample, **more: object) -> Op:
    """A method or property of Tensor."""
    return Op(f"mindspore.Tensor.{name}", list(samples), **{"grad": False, **more})


OPS = [
    *(
        method(
            name, sample(t(2, 3)), sample(t()), sample(t(0, 3)), sample(t(2, dtype="int32")), sample(t(2, dtype="bool"))
        )
        for name in ("asnumpy", "numpy", "tolist", "value")
    ),
    method(
        "item",
        sample(t()),
        sample(t(1, 1, dtype="int32")),
        sample(t(1, dtype="bool")),
        errors=[error_sample(t(2, 3), raises=ValueError), error_sample(t(2, 3), 4, raises=TypeError)],
    ),
    method("get_bytes", sample(t(2, 2)), sample(t(3, dtype="int8")), sample(t())),
    method("is_init", sample(t(2)), sample(t())),
    method("to_coo", sample(values([[0.0, 1], [2, 0]])), sample(t(2, 3))),
    method("to_csr", sample(values([[0.0, 1], [2, 0]])), sample(t(2, 3))),
    method("set_dtype", sample(t(2, 3), dtype("int32")), sample(t(2), dtype("float64"))),
    method(
        "addmm_",
        sample(t(2, 4), t(2, 3), t(3, 4)),
        sample(t(2, 4), t(2, 3), t(3, 4), beta=0.5, alpha=2),
        oracle="torch.Tensor.addmm_",
        tol=1e-4,
        mutates=True,
    ),
    method("erfinv_", sample(t(2, 3, low=-0.9, high=0.9)), oracle="torch.Tensor.erfinv_", tol=1e-4, mutates=True),
    method("sigmoid_", sample(t(2, 3)), oracle="torch.Tensor.sigmoid_", tol=1e-5, mutates=True),
    method(
        "random_",
        sample(t(2, 3)),
        sample(t(2, 3), 5),
        sample(t(2, 3), 2, 5),
        oracle="torch.Tensor.random_",
        random=True,
    ),
    method("bernoulli", sample(t(2, 3, low=0.0, high=1.0)), oracle="torch.Tensor.bernoulli", random=True),
    method(
        "index_put_",
        sample(t(3, 2), (LINES,), t(2, 2)),
        sample(t(3, 4), (LINES, LINES), values([1.0, 2])),
        sample(t(3, 2), [LINES], t(2, 2), True),
        oracle="torch.Tensor.index_put_",
        mutates=True,
    ),
    method(
        "triangular_solve",
        sample(t(3, 2), UPPER),
        sample(t(3, 2), UPPER, True, True),
        sample(t(3, 2), UPPER, unitriangular=True),
        oracle="torch.triangular_solve",
        tol=1e-4,
    ),
    method("uniform", sample(t(2, 3), 0.0, 1.0), sample(t(2, 3)), oracle="torch.Tensor.uniform_", random=True),
    method("move_to", sample(t(2, 3), "CPU"), sample(t(2, 3), "CPU", False)),
    method("assign_value", sample(t(2, 3), t(2, 3)), mutates=True),
    method("flush_from_cache", sample(t(2))),
    method("set_const_arg", sample(t(2))),
]
