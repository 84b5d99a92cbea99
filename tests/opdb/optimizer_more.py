"""Update rules of optimizers, continued: fused and sparse ones; the parameters are compared too."""

from __future__ import annotations

from tests.opdb._spec import Op, Sample, error_sample, parameter, sample, t, values

P, M, G = parameter(t(2, 3)), parameter(t(2, 3)), t(2, 3)
S = parameter(t(2, 3, low=0.5, high=1.0))
ROWS, ONE_ROW, G_ONE = values([1, 0], "int32"), values([1], "int32"), t(1, 3)
TWICE, G_THREE = values([1, 0, 1], "int32"), t(3, 3)
ADAM = (0.9, 0.999, 0.1, 0.9, 0.999, 1e-6)
SPARSE_ADAM = tuple(values(x) for x in ADAM)


def updates(name: str, *samples: Sample, errors: tuple[Sample, ...] = ()) -> Op:
    """A rule that writes into its Parameters; some kernels leave what they return unwritten."""
    return Op(f"mindspore.ops.{name}", list(samples), list(errors), grad=False, written=True)


def sparse(name: str, states: tuple[object, ...], numbers: tuple[object, ...], *init: float, **settings: float) -> Op:
    """A rule for some rows: in any order, one of them, one of them twice."""
    rows = [(G, ROWS), (G_ONE, ONE_ROW), (G_THREE, TWICE)]
    return updates(name, *(sample(P, *states, *numbers, g, i).init(*init, **settings) for g, i in rows))


OPS = [
    updates(
        "Adam",
        sample(P, M, S, *ADAM, G),
        sample(P, M, S, *(values(x) for x in ADAM), G),
        sample(P, M, S, *ADAM, G).init(use_nesterov=True),
    ),
    updates(
        "AdamWeightDecay",
        sample(P, M, S, 0.1, 0.9, 0.999, 1e-6, 0.01, G),
        sample(P, M, S, 0.1, 0.9, 0.999, 1e-6, 0.0, G),
    ),
    updates(
        "ApplyRMSProp",
        sample(P, S, M, 0.1, G, 0.9, 0.5, 1e-3),
        errors=(error_sample(P, S, M, 0.1, G, "0.9", 0.5, 1e-3, raises=TypeError),),
    ),
    updates("ApplyCenteredRMSProp", sample(P, parameter(t(2, 3, low=-0.1, high=0.1)), S, M, G, 0.1, 0.9, 0.5, 1e-3)),
    sparse("FusedSparseAdam", (M, S), SPARSE_ADAM),
    sparse("FusedSparseLazyAdam", (M, S), SPARSE_ADAM),
    sparse("FusedSparseFtrl", (S, M), (), 0.1, 0.01, 0.02, -0.5),
    sparse("FusedSparseProximalAdagrad", (S,), (values(0.1), values(0.01), values(0.02))),
    Op(
        "mindspore.ops.ApplyKerasMomentum",
        [sample(P, M, values(0.1), G, values(0.9)).init(use_nesterov=each) for each in (False, True)],
        oracle="tests.opdb._formulas.keras_momentum",
        grad=False,
        written=True,
    ),
    Op(
        "mindspore.ops.SparseApplyProximalAdagrad",
        [sample(P, S, 0.1, 0.01, 0.02, g, i) for g, i in ((G, ROWS), (G_ONE, ONE_ROW), (G_THREE, TWICE))],
        oracle="tests.opdb._formulas.sparse_proximal_adagrad",
        grad=False,
        written=True,
    ),
    Op(
        "mindspore.ops.SparseApplyAdadelta",
        [sample(P, S, parameter(t(2, 3, low=0.5, high=2.0)), 0.1, 0.9, G, ROWS).init(1e-6)],
        oracle="tests.opdb._formulas.sparse_adadelta",
        tol=1e-5,
        grad=False,
        written=True,
    ),
]
