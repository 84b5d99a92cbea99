"""What writes into a tensor, limits of values and norms, and what changes nothing but gradients."""

from __future__ import annotations

from tests.opdb._spec import Op, Sample, dtype, error_sample, named, parameter, sample, t, values

INF, NAN = float("inf"), float("nan")
X, Y = t(2, 3), t(3)
P = parameter(t(3))
N = parameter(t(3, dtype="int32"))
SHAPES = [error_sample(P, t(2), raises=ValueError), error_sample(P, t(2, 3), raises=ValueError)]
NANS = values([1.0, NAN, 5.0])


def in_place(method: str, *samples: Sample) -> Op:
    return Op(f"mindspore.Tensor.{method}", list(samples))


OPS = [
    in_place("add_", sample(X, Y), sample(X, 2), sample(X, Y, alpha=2), sample(t(3, dtype="int32"), 2)),
    in_place("sub_", sample(X, Y), sample(X, 2), sample(X, Y, alpha=2)),
    in_place("mul_", sample(X, Y), sample(X, 2)),
    in_place("div_", sample(X, t(3, low=1)), sample(X, 2), sample(X, 2, rounding_mode="floor")),
    in_place("floor_divide_", sample(X, t(3, low=1)), sample(X, 2)),
    in_place("remainder_", sample(X, t(3, low=1)), sample(X, 2)),
    in_place("exp_", sample(X)),
    Op(
        "mindspore.ops.clamp_",
        [sample(X, -1, 1), sample(X, 0.5)],
        like=["mindspore.Tensor.clamp_"],
        oracle="mindspore.ops.clamp",
    ),
    Op("mindspore.Tensor.log_", [sample(t(2, 3, low=0.1))], oracle="mindspore.Tensor.log"),
    Op("mindspore.Tensor.floor_", [sample(X)], oracle="mindspore.Tensor.floor"),
    Op("mindspore.Tensor.sign_", [sample(X)], oracle="mindspore.ops.sign"),
    Op(
        "mindspore.ops.assign",
        [sample(P, t(3)), sample(P, t(3, dtype="int32")), sample(N, t(3, dtype="int32")), sample(parameter(t()), 2.0)],
        also=["mindspore.ops.Assign"],
        errors=[*SHAPES, error_sample(N, t(3), raises=TypeError)],
        mutates=True,
    ),
    Op(
        "mindspore.ops.assign_add",
        [sample(P, t(3)), sample(P, t(3, dtype="int32")), sample(N, t(3, dtype="int32")), sample(parameter(t()), 2.0)],
        also=["mindspore.ops.AssignAdd"],
        errors=[*SHAPES, error_sample(N, t(3), raises=TypeError)],
        mutates=True,
    ),
    Op(
        "mindspore.ops.assign_sub",
        [sample(P, t(3)), sample(P, t(3, dtype="int32")), sample(N, t(3, dtype="int32")), sample(parameter(t()), 2.0)],
        also=["mindspore.ops.AssignSub"],
        errors=[*SHAPES, error_sample(N, t(3), raises=TypeError)],
        mutates=True,
    ),
    Op(
        "mindspore.ops.clamp",
        [
            sample(X, -1, 1),
            sample(X, 0.5),
            sample(X, max=0.5),
            sample(X, values(-1.0), values([1.0, 0.5, 0.0])),
            sample(X, 1.0, -1.0),
            sample(t(2, 3, dtype="int32"), -1, 2),
            sample(t(2, 3, dtype="int32"), -1.5, 1.5),
            sample(t(2, dtype="float64"), -1, 1),
            sample(t(0, 3), -1, 1),
            sample(NANS, 2.0, 4.0).no_grad(),
        ],
        also=["mindspore.Tensor.clamp", "mindspore.ops.clip", "mindspore.Tensor.clip"],
        errors=[
            error_sample(X, raises=ValueError),
            error_sample([X, X], 1, 2, raises=TypeError),
        ],
    ),
    Op(
        "mindspore.ops.clip_by_value",
        [
            sample(X, -1, 1),
            sample(X, values(-1.0), values(1.0)),
            sample(X, clip_value_max=1),
            sample((X, Y), -1, 1),
            sample([X, Y], -1.0, 1.0),
            sample(t(2, 3, dtype="int32"), values(-1.5), values(1.5)),
        ],
        errors=[error_sample(X, raises=ValueError), error_sample(3, 1, 2, raises=TypeError)],
    ),
    Op(
        "mindspore.ops.clip_by_norm",
        [
            sample(X, 1.0),
            sample(X, 100.0),
            sample([X, Y], 1.0),
            sample((X, Y), 1.0, 1),
            sample(X, 1.0, INF),
            sample(t(3, dtype="float16"), 1.0),
            sample(NANS, 1.0).no_grad(),
        ],
        errors=[error_sample(NANS, 1.0, error_if_nonfinite=True, raises=RuntimeError)],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.clip_by_global_norm",
        [
            sample([X, Y], 1.0),
            sample((X, Y)),
            sample((X, Y), 100.0),
            sample((X, t(3, dtype="float16")), 1.0),
            sample(X, 1.0),
        ],
        tol=1e-5,
    ),
    Op(
        "mindspore.ops.stop_gradient",
        [sample(X), sample((X, Y)), sample([X]), sample(3.0), sample(t(2, dtype="int32"))],
        also=["mindspore.ops.StopGradient"],
        grad=False,
    ),
    Op("mindspore.ops.depend", [sample(X, Y), sample(X, 1)], also=["mindspore.ops.Depend"]),
    Op("mindspore.ops.identity", [sample(X), sample(t(2, dtype="int32"))]),
    Op("mindspore.ops.Identity", [sample(X)], errors=[error_sample(3, raises=TypeError)]),
    Op("mindspore.ops.IdentityN", [sample((X, Y)), sample([X])]),
    Op(
        "mindspore.ops.HookBackward",
        [sample(X).init(named("mindspore.ops.identity")), sample(X, Y).init(named("mindspore.ops.identity"))],
    ),
    Op("mindspore.ops.InsertGradientOf", [sample(X).init(named("mindspore.ops.identity"))]),
    Op(
        "mindspore.ops.Cast",
        [
            sample(X, dtype("int32")),
            sample(X, dtype("float16")).no_grad(),
            sample(t(3, dtype="int32"), dtype("float32")),
            sample(t(3), dtype("bool_")),
            sample(2.5, dtype("int32")),
            sample(3, dtype("float32")),
        ],
        errors=[error_sample(X, "int32", raises=TypeError)],
    ),
    Op(
        "mindspore.ops.scalar_to_tensor",
        [sample(2.5), sample(2), sample(True), sample(2, dtype("float16"))],
        grad=False,
    ),
    Op("mindspore.ops.ScalarToTensor", [sample(2.5, dtype("int32")), sample(2, dtype("float32"))], grad=False),
    Op(
        "mindspore.ops.scalar_cast",
        [sample(2.5, dtype("int64")), sample(2, dtype("float64"))],
        errors=[error_sample(2.5, dtype("int32"), raises=ValueError)],
        also=["mindspore.ops.ScalarCast"],
    ),
    *(
        Op(f"mindspore.ops.scalar_{name}", [sample(7, 2), sample(-7, 2), sample(2.5, 2.0)])
        for name in ("add", "sub", "mul", "div", "floordiv", "mod", "eq", "lt", "le", "gt", "ge", "max", "min")
    ),
    Op("mindspore.ops.scalar_pow", [sample(3, 2), sample(2.5, 2.0)]),
    *(Op(f"mindspore.ops.scalar_{name}", [sample(3), sample(2.5)]) for name in ("uadd", "usub")),
    Op("mindspore.ops.scalar_log", [sample(3.0)], tol=1e-6),
]
