"""mint.nn.functional."""

from __future__ import annotations

from typing import Any

from tests.opdb._mint import mint
from tests.opdb._spec import Op, Sample, dtype, error_sample, sample, t, values
from tests.opdb._sweeps import unary

TWO = ("float32", "float64")
KERNEL_TOL = {"tol": 1e-4}
RANDOM: dict[str, Any] = {"random": True, "grad": False}
IMAGE = t(2, 3, 6, 6)
LABELS = values([1, 0, 3], "int64")
REDUCTIONS = ("mean", "sum", "none")
ODDS = t(2, 3, low=0.1, high=0.9)
SIGNS = values([1.0, -1, 1])
NO_TENSOR = (error_sample(2.5, raises=TypeError),)


def fn(name: str, *samples: Sample, **more: Any) -> Op:
    """A function of mint.nn.functional."""
    return mint(f"nn.functional.{name}", *samples, **more)


def reduced(*args: Any, **kwargs: Any) -> list[Sample]:
    """A loss under each reduction."""
    return [sample(*args, **kwargs, reduction=each) for each in REDUCTIONS]


OPS = [
    *(
        fn(name, *unary(TWO), errors=NO_TENSOR, **KERNEL_TOL)
        for name in [
            "gelu",
            "hardsigmoid",
            "hardswish",
            "relu",
            "relu6",
            "sigmoid",
            "silu",
            "softplus",
            "tanh",
            "elu",
            "hardtanh",
            "leaky_relu",
        ]
    ),
    *(
        fn(name, *(one for one in unary(TWO) if "f64" not in str(one)), errors=NO_TENSOR, **KERNEL_TOL)
        for name in ("logsigmoid", "mish", "selu", "hardshrink", "softshrink")  # which refuse float64
    ),
    fn("threshold", sample(t(2, 3), 0.5, 2.0), sample(t(2, 3), threshold=0.1, value=-1.0), **KERNEL_TOL),
    *(
        fn(name, sample(t(2, 3), *extra), mutates=True, grad=False, **KERNEL_TOL)
        for name, extra in (
            ("relu_", ()),
            ("elu_", ()),
            ("hardtanh_", ()),
            ("sigmoid_", ()),
            ("threshold_", (0.5, 2.0)),
        )
    ),
    fn("prelu", sample(t(2, 3, 4), t(3)), sample(t(2, 3), t(1)), **KERNEL_TOL),
    fn("glu", sample(t(2, 4)), sample(t(4, 3), 0), sample(t(2, 4), dim=-1), **KERNEL_TOL),
    fn(
        "softmax", sample(t(2, 3), 1), sample(t(2, 3), -1), sample(t(2, 3), dim=0, dtype=dtype("float64")), **KERNEL_TOL
    ),
    fn(
        "log_softmax",
        sample(t(2, 3), 1),
        sample(t(2, 3), -1),
        sample(t(2, 3), dim=0, dtype=dtype("float64")),
        **KERNEL_TOL,
    ),
    fn("normalize", sample(t(2, 3)), sample(t(2, 3), 1.0, 0), sample(t(2, 3), p=3.0, dim=-1, eps=1e-3), **KERNEL_TOL),
    fn("linear", sample(t(2, 3), t(4, 3)), sample(t(2, 3), t(4, 3), t(4)), sample(t(3), t(4, 3)), **KERNEL_TOL),
    fn(
        "embedding",
        sample(values([[0, 2], [1, 1]], "int32"), t(3, 4)),
        sample(LABELS, t(4, 2), padding_idx=0).no_grad(),
    ),
    fn("one_hot", sample(LABELS, 5), sample(LABELS), sample(values([[0, 1]], "int64"), num_classes=2), grad=False),
    fn("flatten", sample(t(2, 3, 4)), sample(t(2, 3, 4), 1), sample(t(2, 3, 4), start_dim=0, end_dim=1)),
    fn(
        "pad",
        sample(t(2, 3), (1, 2)),
        sample(t(2, 3), (1, 0, 0, 2), "constant", 1.5),
        sample(t(1, 2, 3), (1, 1), mode="reflect"),
        sample(t(1, 2, 3), (1, 1), mode="replicate"),
        sample(t(1, 2, 3, 3), (1, 1, 1, 0), mode="reflect"),
        sample(t(1, 2, 3), (1, 1), "circular"),
        **KERNEL_TOL,
    ),
    fn("pixel_shuffle", sample(t(1, 8, 2, 3), 2), sample(t(4, 2, 2), 2)),
    fn("layer_norm", sample(t(2, 3), (3,)), sample(t(2, 3, 4), (3, 4), t(3, 4), t(3, 4), 1e-3), **KERNEL_TOL),
    fn("group_norm", sample(t(2, 4, 3), 2), sample(t(2, 4, 3), 4, t(4), t(4), 1e-3), **KERNEL_TOL),
    fn(
        "batch_norm",
        sample(t(4, 3), t(3), t(3, low=0.5)).no_grad(),
        sample(t(2, 3, 4), t(3), t(3, low=0.5), t(3), t(3), False, 0.1, 1e-3).no_grad(),
        **KERNEL_TOL,
    ),
    fn(
        "binary_cross_entropy",
        *reduced(ODDS, t(2, 3, low=0.0, high=1.0)),
        sample(ODDS, t(2, 3, low=0.0, high=1.0), t(2, 3, low=0.5)).no_grad(),
        **KERNEL_TOL,
    ),
    fn(
        "binary_cross_entropy_with_logits",
        *reduced(t(2, 3), t(2, 3, low=0.0, high=1.0)),
        sample(t(2, 3), t(2, 3, low=0.0, high=1.0), t(2, 3, low=0.5), "mean", t(3, low=0.5)).no_grad(),
        **KERNEL_TOL,
    ),
    fn("cosine_embedding_loss", *reduced(t(3, 4), t(3, 4), SIGNS), sample(t(3, 4), t(3, 4), SIGNS, 0.3), **KERNEL_TOL),
    fn(
        "cross_entropy",
        *reduced(t(3, 4), LABELS),
        sample(t(3, 4), LABELS, t(4, low=0.5), ignore_index=0, label_smoothing=0.1).no_grad(),
        sample(t(3, 4), t(3, 4, low=0.0, high=1.0)),
        **KERNEL_TOL,
    ),
    fn(
        "nll_loss",
        *reduced(t(3, 4), LABELS),
        sample(t(3, 4), LABELS, t(4, low=0.5), 0).no_grad(),
        sample(t(2, 3, 2), values([[0, 1], [2, 0]], "int64")),
        **KERNEL_TOL,
    ),
    fn(
        "kl_div",
        *reduced(t(2, 3), t(2, 3, low=0.1, high=1.0)),
        sample(t(2, 3), t(2, 3), reduction="batchmean", log_target=True),
        **KERNEL_TOL,
    ),
    *(
        fn(name, *reduced(t(2, 3), t(2, 3)), **KERNEL_TOL)
        for name in ("l1_loss", "mse_loss", "smooth_l1_loss", "soft_margin_loss")
    ),
    fn(
        "conv1d",
        sample(t(1, 2, 8), t(3, 2, 3)),
        sample(t(1, 2, 8), t(3, 2, 3), t(3), 2, 1),
        sample(t(1, 2, 8), t(2, 1, 3), groups=2, dilation=2),
        **KERNEL_TOL,
    ),
    fn(
        "conv2d",
        sample(t(1, 2, 5, 5), t(3, 2, 3, 3)),
        sample(t(1, 2, 5, 5), t(3, 2, 3, 3), t(3), (2, 1), 1),
        sample(t(1, 2, 5, 5), t(2, 1, 3, 3), padding="same", groups=2),
        **KERNEL_TOL,
    ),
    fn(
        "conv3d",
        sample(t(1, 2, 4, 4, 4), t(3, 2, 3, 3, 3)),
        sample(t(1, 2, 4, 4, 4), t(3, 2, 2, 2, 2), t(3), 2, 1),
        **KERNEL_TOL,
    ),
    fn(
        "conv_transpose2d",
        sample(t(1, 2, 3, 3), t(2, 3, 3, 3)),
        sample(t(1, 2, 3, 3), t(2, 3, 3, 3), t(3), 2, 1, 1),
        **KERNEL_TOL,
    ),
    *(
        fn(
            f"adaptive_avg_pool{d}d",
            sample(t(1, 2, *[6] * d), 2),
            sample(t(1, 2, *[5] * d), (3,) * d if d > 1 else 3),
            **KERNEL_TOL,
        )
        for d in (1, 2, 3)
    ),
    fn("adaptive_max_pool1d", sample(t(1, 2, 6), 2), sample(t(1, 2, 5), 3, True)),
    fn("adaptive_max_pool2d", sample(IMAGE, 2), sample(IMAGE, (3, 2), True)),
    *(
        fn(
            f"avg_pool{d}d",
            sample(t(1, 2, *[6] * d), 2),
            sample(t(1, 2, *[5] * d), 3, 2, 1),
            sample(t(1, 2, *[5] * d), 3, 2, 1, ceil_mode=True, count_include_pad=False),
            **KERNEL_TOL,
        )
        for d in (1, 2, 3)
    ),
    fn("max_pool2d", sample(IMAGE, 2), sample(IMAGE, 3, 2, 1), sample(IMAGE, 3, 2, 1, 1, True, return_indices=True)),
    fn("max_unpool2d", sample(values([[[[1.0, 2], [3, 4]]]]), values([[[[0, 3], [9, 15]]]], "int64"), 2)),
    fn("dropout", sample(t(2, 3)), sample(t(2, 3), 0.3), sample(t(2, 3), p=0.3, training=False), **RANDOM),
    fn("dropout2d", sample(IMAGE), sample(IMAGE, 0.3, False), **RANDOM),
    fn("fold", sample(t(1, 8, 4), (4, 4), (2, 2), stride=2), sample(t(1, 8, 9), (4, 4), 2), **KERNEL_TOL),
    fn("unfold", sample(t(1, 2, 4, 4), 2), sample(t(1, 2, 5, 5), (3, 2), 1, 1, 2), **KERNEL_TOL),
    fn(
        "grid_sample",
        sample(t(1, 2, 4, 4), t(1, 3, 3, 2, low=-1.0, high=1.0)),
        *(
            sample(t(1, 2, 4, 4), t(1, 3, 3, 2, low=-1.2, high=1.2), m, p, a)
            for m, p, a in (
                ("nearest", "zeros", False),
                ("bilinear", "border", True),
                ("bilinear", "reflection", False),
            )
        ),
        grad=False,
        **KERNEL_TOL,
    ),
    *(
        fn(
            name,
            sample(IMAGE, (4, 8)),
            sample(IMAGE, scale_factor=2.0),
            sample(IMAGE, (9, 9), mode="bilinear", align_corners=True),
            sample(IMAGE, (4, 3), mode="bilinear", align_corners=False),
            sample(t(1, 2, 5), 7, mode="linear", align_corners=False),
            **KERNEL_TOL,
        )
        for name in ("interpolate", "upsample")
    ),
]
