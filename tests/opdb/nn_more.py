"""Cells of several kinds and learning rates: image quality, instance normalization, diagonals, schedules."""

from __future__ import annotations

from typing import Any

from tests.opdb._spec import Op, Sample, array, call, sample, t, values

LOOSE: dict[str, Any] = {"tol": 1e-4}
RANDOM: dict[str, Any] = {"random": True, "grad": False}
PICTURES = (t(1, 2, 24, 24, low=0.0, high=1.0), t(1, 2, 24, 24, low=0.0, high=1.0))
MARKS = t(3, 4), t(3, 4), t(3, 4)


def cell(name: str, *samples: Sample, **more: Any) -> Op:
    """A Cell or function of mindspore.nn."""
    return Op(f"mindspore.nn.{name}", list(samples), **more)


def of_steps(name: str, *settings: tuple[Any, ...], **more: Any) -> Op:
    """A learning rate at some steps."""
    steps = [values(each, "int32") for each in (0, 3, 7, 20)]
    return cell(name, *(sample(step).init(*each) for each in settings for step in steps), tol=1e-5, grad=False, **more)


def rates(name: str, *settings: tuple[Any, ...]) -> Op:
    """A list of learning rates."""
    return cell(name, *(sample(*each) for each in settings), grad=False)


OPS = [
    *(
        cell(
            f"InstanceNorm{d}d",
            sample(t(2, 3, *[4] * d)).init(3),
            sample(t(2, 3, *[4] * d)).init(3, eps=1e-3, affine=False),
            oracle="tests.opdb._formulas.InstanceNorm",
            **LOOSE,
        )
        for d in (1, 2, 3)
    ),
    cell("SyncBatchNorm", sample(t(2, 3, 2, 2)).init(3), **LOOSE),
    cell("MatrixDiag", sample(t(3)), sample(t(2, 3)), oracle="torch.diag_embed"),
    cell("MatrixDiagPart", sample(t(2, 3, 3)), sample(t(1, 2, 3)), oracle="tests.opdb._formulas.diagonal"),
    cell("MatrixSetDiag", sample(t(2, 3, 3), t(2, 3)), oracle="tests.opdb._formulas.with_diagonal"),
    cell(
        "Roll",
        sample(t(2, 4)).init(1, 1),
        sample(t(2, 4)).init([1, -1], [0, 1]),
        oracle="tests.opdb._formulas.roll",
    ),
    cell(
        "TripletMarginLoss",
        *(
            sample(*MARKS).init(**each)
            for each in ({}, {"p": 1}, {"swap": True}, {"reduction": "none"}, {"margin": 0.5})
        ),
        oracle="torch.nn.TripletMarginLoss",
        **LOOSE,
    ),
    cell(
        "Unfold",
        sample(t(1, 2, 6, 6)).init([1, 2, 2, 1], [1, 2, 2, 1], [1, 1, 1, 1]),
        sample(t(2, 1, 6, 5)).init([1, 2, 3, 1], [1, 2, 1, 1], [1, 2, 1, 1]),
        oracle="tests.opdb._formulas.patches",
    ),
    cell(
        "SparseToDense",
        sample(call("mindspore.COOTensor", values([[0, 1], [1, 2]], "int32"), t(2), (3, 4))),
        grad=False,
    ),
    cell(
        "LayerNormExt",
        sample(t(2, 3)).init(3),
        sample(t(2, 3, 4)).init((3, 4), eps=1e-3),
        oracle="torch.nn.LayerNorm",
        **LOOSE,
    ),
    cell(
        "L1LossExt",
        *(sample(t(2, 3), t(2, 3)).init(reduction=each) for each in ("mean", "sum", "none")),
        oracle="torch.nn.L1Loss",
        **LOOSE,
    ),
    cell("EmbeddingExt", sample(values([[0, 2], [1, 1]], "int32")).init(3, 4), oracle="torch.nn.Embedding"),
    cell("DropoutExt", sample(t(2, 3)).init(0.3), oracle="torch.nn.Dropout", **RANDOM),
    cell("Dropout2dExt", sample(t(2, 3, 2, 2)).init(0.3), oracle="torch.nn.Dropout2d", **RANDOM),
    cell(
        "WithLossCell",
        sample(t(2, 3), t(2, 3)).init(call("mindspore.nn.ReLU"), call("mindspore.nn.MSELoss")),
        grad=False,
    ),
    cell(
        "WithEvalCell",
        sample(t(2, 3), t(2, 3)).init(call("mindspore.nn.ReLU"), call("mindspore.nn.MSELoss")),
        grad=False,
    ),
    cell(
        "SequentialCell",
        sample(t(2, 3)).init(call("mindspore.nn.ReLU"), call("mindspore.nn.Dense", 3, 2)),
        sample(t(2, 3)).init([call("mindspore.nn.ReLU"), call("mindspore.nn.Tanh")]),
        **LOOSE,
    ),
    of_steps("CosineDecayLR", (0.01, 0.1, 10), (0.0, 0.5, 4)),
    of_steps("ExponentialDecayLR", (0.1, 0.9, 4), (0.1, 0.9, 4, True)),
    of_steps("InverseDecayLR", (0.1, 0.9, 4), (0.1, 0.9, 4, True)),
    of_steps("NaturalExpDecayLR", (0.1, 0.9, 4), (0.1, 0.9, 4, True)),
    of_steps("PolynomialDecayLR", (0.1, 0.01, 10, 0.5), (0.1, 0.01, 10, 2.0, True)),
    of_steps("WarmUpLR", (0.1, 5)),
    rates("cosine_decay_lr", (0.01, 0.1, 6, 2, 2)),
    rates("exponential_decay_lr", (0.1, 0.9, 6, 2, 1), (0.1, 0.9, 6, 2, 2, True)),
    rates("inverse_decay_lr", (0.1, 0.5, 6, 1, 1), (0.1, 0.5, 6, 2, 1, True)),
    rates("natural_exp_decay_lr", (0.1, 0.9, 6, 2, 2), (0.1, 0.9, 6, 2, 2, True)),
    rates("polynomial_decay_lr", (0.1, 0.01, 6, 2, 2, 0.5), (0.1, 0.01, 6, 2, 2, 2.0, True)),
    rates("piecewise_constant_lr", ([2, 5, 10], [0.1, 0.05, 0.01])),
    rates("warmup_lr", (0.1, 12, 2, 2)),
    cell("auc", sample(array(values([0.0, 0.25, 1.0])), array(values([0.0, 0.5, 1.0]))), grad=False),
    Op("mindspore.mint.npu_gelu", [sample(t(2, 3))], oracle="torch.nn.functional.gelu", tol=1e-4, grad=False),
]
