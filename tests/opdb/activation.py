"""Activations and dropout: functions, Primitives and Cells."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, sample, t, values
from tests.opdb._sweeps import NUMBERS, unary

EDGES = sample(values([0.0, -0.0, 20.5, -20.5, float("inf"), float("-inf"), float("nan")])).no_grad()
NOT_A_TENSOR = [error_sample(3, raises=TypeError)]
NO_INTS = [*NOT_A_TENSOR, error_sample(t(2, dtype="int32"), raises=TypeError)]
# the kernels of exp, tanh and erf are off by some units in the last place
LOOSE = 2e-5
AXES = [sample(t(2, 3, 4)), sample(t(2, 3, 4), 1), sample(t(2, 3, 4), axis=-3), sample(t(5)), sample(t(2, 3), 0)]


def over_axis(name: str, primitive: str, cell: str, kernels: list[str]) -> list[Op]:
    """The function, the Primitive and the Cell of one of the softmax family."""
    x = t(2, 3, 4)
    built = [sample(x), sample(x).init(1), sample(x).init(axis=-3), sample(t(5)).init(0)]
    others = [sample(t(2, 3, dtype=dtype)) for dtype in kernels]
    wrong = [error_sample(x, 3, raises=ValueError), *NO_INTS]
    made = [error_sample(x, raises=ValueError).init(3)]
    return [
        Op(f"mindspore.ops.{name}", [*AXES, *others], errors=wrong, tol=LOOSE),
        Op(f"mindspore.{primitive}", built, also=[f"mindspore.{cell}"], errors=made, tol=LOOSE),
    ]


RELU = Op(
    "mindspore.ops.relu",
    [*unary(NUMBERS), sample(values([0.0, -0.0, float("inf"), float("-inf"), float("nan")])).no_grad()],
    also=["mindspore.ops.ReLU", "mindspore.nn.ReLU"],
    errors=[error_sample(3, raises=TypeError)],
)

SMOOTH = [
    Op(
        "mindspore.ops.sigmoid",
        [*unary(), EDGES],
        also=["mindspore.ops.Sigmoid", "mindspore.nn.Sigmoid", "mindspore.Tensor.sigmoid"],
        errors=NO_INTS[:1],
        tol=LOOSE,
    ),
    Op(
        "mindspore.ops.tanh",
        [*unary(("float64",)), EDGES.answered_by("torch.tanh")],
        also=["mindspore.ops.Tanh", "mindspore.nn.Tanh", "mindspore.Tensor.tanh"],
        errors=NO_INTS[:1],
        oracle="torch.tanh",
    ),
    Op(
        "mindspore.ops.tanhshrink",
        unary(("float64",)),
        also=["mindspore.nn.Tanhshrink"],
        errors=NO_INTS[:1],
        oracle="torch.nn.functional.tanhshrink",
    ),
    Op(
        "mindspore.ops.gelu",
        [*unary(("float32", "float64")), sample(t(3, 4), "tanh"), sample(t(3, 4), approximate="none")],
        errors=[*NO_INTS, error_sample(t(2), "erf", raises=ValueError)],
        tol=LOOSE,
    ),
    Op("mindspore.ops.GeLU", unary(("float32",)), also=["mindspore.ops.Gelu"], errors=NO_INTS[:1], tol=LOOSE),
    Op(
        "mindspore.nn.GELU",
        [sample(t(3, 4)), sample(t(3, 4)).init(False), sample(t(3, 4)).init(approximate=True)],
        errors=[error_sample(t(2), raises=TypeError).init("tanh")],
        tol=LOOSE,
    ),
    Op(
        "mindspore.ops.fast_gelu",
        [sample(t(3, 4)), sample(t(2, 3, 4))],
        also=["mindspore.ops.FastGeLU", "mindspore.nn.FastGelu"],
        errors=NO_INTS,
        tol=LOOSE,
    ),
    Op("mindspore.ops.FastGelu", [sample(t(3, 4))], tol=LOOSE, oracle="mindspore.ops.FastGeLU"),
    Op(
        "mindspore.ops.elu",
        [*unary(("float32",)), EDGES],
        also=["mindspore.ops.Elu", "mindspore.nn.ELU"],
        errors=NO_INTS,
        tol=LOOSE,
    ),
    Op(
        "mindspore.ops.celu",
        [sample(t(3, 4)), sample(t(3, 4), 0.5), sample(t(2, dtype="float64"), alpha=2.0), sample(t())],
        errors=[error_sample(t(2), 0.0, raises=ValueError), error_sample(t(2), 1, raises=TypeError), *NO_INTS],
        tol=LOOSE,
    ),
    Op(
        "mindspore.ops.CeLU",
        [sample(t(3, 4)), sample(t(3, 4)).init(0.5), sample(t(3, 4)).init(alpha=2.0)],
        also=["mindspore.nn.CELU"],
        errors=[error_sample(t(2), raises=ValueError).init(0.0)],
        tol=LOOSE,
    ),
    Op(
        "mindspore.ops.selu",
        unary(("float32",)),
        also=["mindspore.ops.SeLU", "mindspore.nn.SeLU"],
        errors=NOT_A_TENSOR,
        tol=LOOSE,
    ),
    Op(
        "mindspore.ops.silu",
        [*unary(("float32", "float64")), EDGES],
        also=["mindspore.nn.SiLU"],
        errors=NO_INTS,
        tol=LOOSE,
    ),
    Op(
        "mindspore.ops.mish",
        unary(("float32",)),
        also=["mindspore.ops.Mish", "mindspore.nn.Mish"],
        errors=NO_INTS,
        tol=LOOSE,
    ),
    Op(
        "mindspore.ops.softplus",
        [*unary(("float32",)), sample(t(3, 4), 2), sample(t(3, 4), beta=0.5, threshold=1), EDGES],
        errors=[*NO_INTS, error_sample(t(2), 0, raises=ValueError)],
        tol=LOOSE,
    ),
    Op("mindspore.ops.Softplus", unary(("float32",)), errors=NO_INTS, tol=LOOSE),
    Op(
        "mindspore.ops.softsign",
        unary(("float32",)),
        also=["mindspore.ops.Softsign", "mindspore.nn.Softsign"],
        errors=NO_INTS,
    ),
    Op(
        "mindspore.ops.logsigmoid",
        unary(("float32",)),
        also=["mindspore.nn.LogSigmoid"],
        errors=NO_INTS[:1],
        tol=LOOSE,
    ),
]

PIECEWISE = [
    Op("mindspore.ops.relu6", unary(("float32",)), also=["mindspore.ops.ReLU6", "mindspore.nn.ReLU6"], errors=NO_INTS),
    Op(
        "mindspore.ops.leaky_relu",
        [
            *unary(("float32",)),
            sample(t(3, 4), 0.01),
            sample(t(3, 4), alpha=2),
            sample(t(3, 4, dtype="int32")),
            sample(values([0, 5, 2**31 + 3], "uint32")).no_grad(),
        ],
        errors=[*NOT_A_TENSOR, error_sample(t(2), "a", raises=TypeError)],
    ),
    Op("mindspore.nn.LeakyReLU", [sample(t(3, 4)), sample(t(3, 4)).init(0.01), sample(t(3, 4)).init(alpha=2)]),
    Op(
        "mindspore.ops.prelu",
        [
            sample(t(2, 3, 4), t(3)),
            sample(t(2, 3), t(1)),
            sample(t(4), t(1)),
            sample(t(), t(1)),
            sample(t(2, 3, 2, 2), t(3)),
        ],
        also=["mindspore.ops.PReLU"],
        errors=[error_sample(t(2, 3), t(2), raises=ValueError), error_sample(t(2, 3), t(), raises=ValueError)],
    ),
    Op(
        "mindspore.nn.PReLU",
        [sample(t(2, 3, 4)), sample(t(2, 3, 4)).init(3), sample(t(2, 2)).init(2, [0.1, 0.2])],
        errors=[
            error_sample(t(2, 2), raises=ValueError).init(2, [0.1]),
            error_sample(t(2, 2), raises=TypeError).init(1, "a"),
            error_sample(t(2, 2), raises=ValueError).init(0),
        ],
    ),
    Op("mindspore.nn.PReLUExt", [sample(t(2, 3, 4)), sample(t(2, 3, 4)).init(3, 0.1)]),
    Op(
        "mindspore.ops.rrelu",
        [sample(t(3, 4)), sample(t(3, 4), 0.1, 0.9)],
        also=[],
        errors=[error_sample(t(2), 0.5, 0.1, raises=ValueError), error_sample(t(2), "a", raises=TypeError)],
        random=True,
    ),
    Op("mindspore.nn.RReLU", [sample(t(3, 4))], errors=[error_sample(t(2), raises=ValueError).init(1, 0)], random=True),
    Op(
        "mindspore.ops.hardtanh",
        [
            sample(t(3, 4)),
            sample(t(3, 4), -2, 2.5),
            sample(t(3, dtype="float64"), min_val=0.5),
            sample(t(3, 4, dtype="int32")),
            sample(t(3), 2, 1),
        ],
        errors=[*NOT_A_TENSOR, error_sample(t(2), "a", raises=TypeError)],
    ),
    Op(
        "mindspore.nn.Hardtanh",
        [sample(t(3, 4)), sample(t(3, 4)).init(-2, 2.5)],
        errors=[error_sample(t(2), raises=ValueError).init(1, 1)],
    ),
    Op(
        "mindspore.ops.hardsigmoid",
        [*unary(("float32",)), sample(t(3, 4, dtype="int32", low=-6, high=6))],
        also=["mindspore.ops.HSigmoid", "mindspore.nn.HSigmoid"],
        errors=NOT_A_TENSOR,
    ),
    Op(
        "mindspore.ops.hardswish",
        [*unary(("float32",)), sample(t(3, 4, dtype="int32", low=-6, high=6))],
        also=["mindspore.ops.HSwish", "mindspore.nn.HSwish"],
        errors=NOT_A_TENSOR,
    ),
    Op(
        "mindspore.ops.hardshrink",
        [sample(t(3, 4)), sample(t(3, 4), 1), sample(t(2, 1, 3), lambd=1.5), sample(t())],
        also=["mindspore.Tensor.hardshrink"],
        errors=[error_sample(t(2), "a", raises=TypeError), error_sample(t(2, dtype="int32"), raises=TypeError)],
    ),
    Op("mindspore.ops.HShrink", [sample(t(3, 4)), sample(t(3, 4)).init(1.5)], also=["mindspore.nn.HShrink"]),
    Op(
        "mindspore.ops.softshrink",
        [sample(t(3, 4)), sample(t(3, 4), 1), sample(t(3, 4), True), sample(t(2, 1, 3), lambd=1.5), sample(t())],
        also=["mindspore.ops.soft_shrink", "mindspore.Tensor.soft_shrink"],
        errors=[error_sample(t(2), "a", raises=TypeError), error_sample(t(2, dtype="int32"), raises=TypeError)],
    ),
    Op("mindspore.ops.SoftShrink", [sample(t(3, 4)), sample(t(3, 4)).init(1.5)], also=["mindspore.nn.SoftShrink"]),
    Op(
        "mindspore.ops.threshold",
        [sample(t(3, 4), 0.5, 7), sample(t(3, 4, dtype="int32"), 1, 9), sample(t(), thr=-1, value=-2.5)],
        errors=[error_sample(t(2), "a", 1, raises=TypeError), error_sample(t(2), 1, None, raises=TypeError)],
    ),
    Op("mindspore.nn.Threshold", [sample(t(3, 4)).init(0.5, 7), sample(t(2, 3)).init(threshold=1, value=-2.5)]),
]

SOFTMAX = [
    *over_axis("softmax", "ops.Softmax", "nn.Softmax", ["float64", "float16"]),
    *over_axis("log_softmax", "ops.LogSoftmax", "nn.LogSoftmax", []),
    Op("mindspore.Tensor.softmax", [sample(t(2, 3, 4), 1), sample(t(2, 3), axis=0)], tol=LOOSE),
    # MindSpore has no CPU kernel for it
    Op(
        "mindspore.nn.LogSoftmaxExt",
        [sample(t(2, 3, 4)).init(1), sample(t(2, 3)).init(0)],
        oracle="mindspore.nn.LogSoftmax",
        tol=LOOSE,
    ),
    Op("mindspore.ops.softmin", AXES, errors=[error_sample(t(2, 3), 3, raises=ValueError)], tol=LOOSE),
    Op("mindspore.nn.Softmin", [sample(t(2, 3, 4)), sample(t(2, 3, 4)).init(1)], tol=LOOSE),
    Op(
        "mindspore.nn.Softmax2d",
        [sample(t(2, 3, 4, 2)), sample(t(3, 4, 2))],
        errors=[error_sample(t(3, 4), raises=ValueError)],
        tol=LOOSE,
    ),
    Op(
        "mindspore.ops.gumbel_softmax",
        [sample(t(3, 4)), sample(t(3, 4), 2.0, True, 0)],
        errors=[error_sample(t(3), -1.0, raises=ValueError), error_sample(t(3, dtype="int32"), raises=TypeError)],
        random=True,
    ),
    Op(
        "mindspore.ops.glu",
        [sample(t(2, 4)), sample(t(4, 3), 0), sample(t(2, 6, 2), axis=1)],
        errors=[error_sample(t(2, 3), raises=ValueError), error_sample(t(2, 4), 2, raises=ValueError)],
        tol=LOOSE,
    ),
    Op("mindspore.nn.GLU", [sample(t(2, 4)), sample(t(4, 3)).init(0)], also=["mindspore.ops.GLU"], tol=LOOSE),
    Op(
        "mindspore.nn.get_activation",
        [sample(None), sample("relu"), sample("hswish"), sample("logsigmoid")],
        errors=[error_sample("RELU", raises=KeyError), error_sample("", raises=KeyError)],
        grad=False,
    ),
]

DROPOUT = [
    Op(
        "mindspore.ops.dropout",
        [sample(t(3, 4)), sample(t(3, 4), 0.3), sample(t(3, 4), p=0.3, seed=7), sample(t(2, dtype="float64"))],
        errors=[*NOT_A_TENSOR, error_sample(t(2), "a", raises=TypeError), error_sample(t(2), 0.5, 3, raises=TypeError)],
        random=True,
    ),
    Op(
        "mindspore.ops.dropout1d",
        [sample(t(2, 3, 4)), sample(t(3, 4), 0.3)],
        errors=[error_sample(t(2, 3, 4), 1, raises=TypeError), error_sample(t(3), raises=ValueError)],
        random=True,
    ),
    Op(
        "mindspore.ops.dropout2d",
        [sample(t(2, 3, 4, 2)), sample(t(2, 3, 4, 2), 0.3)],
        also=[],
        errors=[error_sample(t(2, 3), raises=ValueError), error_sample(t(2, 3, 4, 2), 1.5, raises=ValueError)],
        random=True,
    ),
    Op(
        "mindspore.ops.dropout3d",
        [sample(t(2, 3, 4, 2, 2)), sample(t(2, 3, 4, 2, 2), 0.3)],
        errors=[error_sample(t(2, 3), raises=ValueError)],
        random=True,
    ),
    # nothing random is left at the ends
    Op(
        "mindspore.ops.Dropout",
        [sample(t(3, 4)).init(1.0), sample(t(3, 4, dtype="float16")).init(keep_prob=1.0)],
        grad=False,
    ),
    Op(
        "mindspore.ops.Dropout2D",
        [sample(t(2, 3, 4, 2)).init(1.0), sample(t(2, 3, 4, 2)).init(0.0)],
        errors=[error_sample(t(2, 3, 4, 2), raises=ValueError).init(1.5)],
        grad=False,
    ),
    Op("mindspore.ops.Dropout3D", [sample(t(2, 3, 4, 2, 2)).init(1.0), sample(t(2, 3, 4, 2, 2)).init(0.0)], grad=False),
    Op(
        "mindspore.nn.Dropout",
        [sample(t(3, 4)), sample(t(3, 4)).init(p=0.3), sample(t(3, 4)).init(p=0).train()],
        errors=[
            error_sample(t(3), raises=ValueError).init(p=1.0),
            error_sample(t(3), raises=ValueError).init(0.0),
            error_sample(t(3), raises=TypeError).init(p="a"),
            error_sample(t(3), raises=TypeError).init(1),
        ],
    ),
    Op(
        "mindspore.nn.Dropout1d",
        [sample(t(2, 3, 4)), sample(t(2, 3, 4)).init(1.0).train().no_grad()],
        errors=[error_sample(t(2, 3, 4), raises=TypeError).init(1)],
    ),
    Op(
        "mindspore.nn.Dropout2d",
        [sample(t(2, 3, 4, 2)), sample(t(2, 3, 4, 2)).init(1.0).train().no_grad(), sample(t(2, 3)).init(0.3)],
        errors=[error_sample(t(2, 3, 4, 2), raises=ValueError).init(1.5)],
    ),
    Op(
        "mindspore.nn.Dropout3d",
        [sample(t(2, 3, 4, 2, 2)), sample(t(2, 3, 4, 2, 2)).init(1.0).train().no_grad()],
        errors=[error_sample(t(2, 3, 4, 2), raises=TypeError).init("a")],
    ),
]

OPS = [RELU, *SMOOTH, *PIECEWISE, *SOFTMAX, *DROPOUT]
