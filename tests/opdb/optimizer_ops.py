"""Update rules of optimizers as Primitives; the parameter is compared too."""

from __future__ import annotations

from tests.opdb._spec import Op, Sample, error_sample, parameter, sample, t, values

P, M, G = parameter(t(2, 3)), parameter(t(2, 3)), t(2, 3)
S, S2, S3 = (parameter(t(2, 3, low=0.5, high=1.0 + k)) for k in range(3))
ROWS, ONE_ROW, G_ONE = values([1, 0], "int32"), values([1], "int32"), t(1, 3)
TWICE, G_THREE = values([1, 0, 1], "int32"), t(3, 3)
ADAM = (0.9, 0.999, 0.1, 0.9, 0.999, 1e-6)
ADAM_TENSORS = tuple(values(x) for x in ADAM)
FTRL = {"lr": 0.1, "l1": 0.01, "l2": 0.02, "lr_power": -0.5}


def updates(name: str, *samples: Sample) -> Op:
    return Op(f"mindspore.ops.{name}", list(samples), grad=False, mutates=True)


def sparse(name: str, states: tuple[object, ...], numbers: tuple[object, ...] = (), **settings: float) -> Op:
    rows = [(G, ROWS), (G_ONE, ONE_ROW), (G_THREE, TWICE)]
    return updates(name, *(sample(P, *states, *numbers, g, i).init(**settings) for g, i in rows))


OPS = [
    Op(
        "mindspore.ops.ApplyMomentum",
        [sample(P, M, 0.1, G, 0.9), sample(P, M, values(0.1), G, values(0.9))],
        errors=[error_sample(P, parameter(t(3)), 0.1, G, 0.9, raises=ValueError)],
        grad=False,
        mutates=True,
    ),
    updates("AdamNoUpdateParam", sample(M, S, *ADAM_TENSORS, G)),
    updates("ApplyAdamWithAmsgradV2", sample(P, M, S, S2, *ADAM, G)),
    updates("ApplyAdamWithAmsgrad", sample(P, M, S, S2, values(0.9), values(0.999), values(0.1), G)),
    updates("ApplyAdagrad", sample(P, S, 0.1, G), sample(P, S, values(0.1), G)),
    updates("ApplyAdagradV2", sample(P, S, 0.1, G).init(0.1), sample(P, S, 0.1, G).init(0.1, update_slots=False)),
    updates("ApplyAdagradDA", sample(P, M, S, G, 0.1, 0.0, 0.02, 3), sample(P, S, S2, S3, 0.1, 0.01, 0.02, 3)),
    updates("ApplyAdadelta", sample(P, S, S2, 0.1, 0.9, 0.01, G)),
    updates("ApplyAdaMax", sample(P, M, S, 0.9, 0.1, 0.9, 0.999, 0.01, G)),
    updates("ApplyFtrl", sample(P, S, M, G, 0.1, 0.0, 0.0, -0.5), sample(P, S, M, G, 0.1, 0.0, 0.5, -0.4)),
    updates("ApplyGradientDescent", sample(P, 0.1, G), sample(P, values(0.1), G)),
    updates("ApplyProximalGradientDescent", sample(P, 0.1, 0.2, 0.3, G), sample(P, 0.1, 0.0, 0.0, G)),
    updates("ApplyProximalAdagrad", sample(P, S, 0.1, 0.0, 0.0, G)),
    updates("ApplyPowerSign", sample(P, M, 0.1, 2.0, 0.9, 0.8, G)),
    updates("ApplyAddSign", sample(P, M, 0.1, 2.0, 0.9, 0.8, G)),
    updates(
        "SGD",
        sample(P, G, values(0.1), M, values(0.9), parameter(t(2, 3, low=0.5, high=1.0))),
        sample(P, G, values(0.1), M, values(0.9), parameter(values([[0.0] * 3, [1.0] * 3]))).init(0.1, 0.2),
        sample(P, G, values(0.1), M, values(0.9), parameter(values([[0.0] * 3] * 2))).init(0.0, 0.2, True),
    ),
    sparse("SparseApplyAdagrad", (S,), lr=0.1),
    updates(
        "SparseApplyAdagradV2", sample(P, S, G, ROWS).init(0.1, 0.01), sample(P, S, G_ONE, ONE_ROW).init(0.1, 0.01)
    ),
    sparse("SparseApplyFtrl", (S, M), **FTRL),
]
