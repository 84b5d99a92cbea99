"""Colours of images, ways of resizing them, fractional pooling and regions."""

from __future__ import annotations

from tests.opdb._short import op, wrong
from tests.opdb._spec import Sample, TensorSpec, sample, t, values

IMAGE = t(2, 3, 4, 3, low=0.05, high=0.95, distinct=True)
HSV = t(1, 3, 4, 3, low=0.05, high=0.95)
GREY = values([[[0.5, 0.5, 0.5], [0.0, 0.0, 0.0], [1.0, 0.0, 1.0]]])
NHWC = t(2, 5, 6, 2)
NCHW = t(1, 2, 4, 5)
VOLUME = t(1, 2, 2, 3, 4)
KERNELS = ("lanczos1", "lanczos3", "lanczos5", "gaussian", "box", "triangle", "keyscubic", "mitchellcubic")
ROIS = values([[0, 0.2, 0.3, 3.2, 4.3], [1, -1, 2, 9, 12], [0, 3, 3, 3, 3]])
FLAGS = ((False, False), (True, False), (False, True))
BOXES = values(
    [
        [
            [[0, 0, 1, 1]],
            [[0, 0.1, 1, 1.1]],
            [[0, -0.1, 1, 0.9]],
            [[0, 10, 1, 11]],
            [[0, 10.1, 1, 11.1]],
            [[0, 0.5, 0.5, 2]],
        ]
    ]
)
SCORES = values([[[0.9, 0.1], [0.75, 0.2], [0.6, 0.8], [0.95, 0.3], [0.5, 0.7], [0.3, 0.65]]])
PER_CLASS = values([[[[0, 0, 1, 1], [0, 0, 0.5, 0.5]], [[0, 0.1, 1, 1.1], [0.5, 0.5, 1, 1]]]])


def two(first: float, second: float, kind: str = "float32") -> TensorSpec:
    """A Tensor of two numbers."""
    return values([first, second], kind)


def nms(boxes: TensorSpec, scores: TensorSpec, per_class: int, total: int) -> Sample:
    """A sample of the suppression over classes."""
    limits = (values(per_class, "int32"), values(total, "int32"), values(0.5), values(0.25))
    return sample(boxes, scores, *limits)


OPS = [
    op("AdjustSaturation", *(sample(IMAGE, values(s)) for s in (0.5, 1.7)), sample(GREY, values(0.5)).no_grad()),
    op("AdjustHue", *(sample(IMAGE, values(d)) for d in (0.2, -0.3)), sample(GREY, values(0.9)).no_grad()),
    op("operations.image_ops.AdjustContrastv2", sample(IMAGE, values(2.0)), sample(t(3, 4, 3), values(0.5))),
    op("RGBToHSV", sample(IMAGE), sample(GREY).no_grad(), sample(t(3, low=0, high=1)), errors=(wrong(t(2, 4)),)),
    op("HSVToRGB", sample(HSV), sample(values([[[[1.5, 0.5, 0.5], [-0.25, 0.5, 0.5]]]])).no_grad()),
    op(
        "ResizeArea",
        *(sample(NHWC, values(size, "int32")).init(a) for a in (False, True) for size in ([2, 3], [1, 6], [7, 8])),
        sample(t(1, 2, 3, 1, dtype="int32"), values([1, 2], "int32")),
        tol=1e-5,
    ),
    # MindSpore takes the weights of the curves from a table of 1024 steps
    op(
        "ResizeBicubic",
        *(sample(NCHW, size).init(*flags).tol(1e-2) for flags in FLAGS for size in ((2, 3), (5, 7))),
        sample(NCHW, (2, 5)),
    ),
    op(
        "ResizeLinear1D",
        *(sample(t(1, 2, 4), (n,)).init(mode) for mode in ("align_corners", "half_pixel") for n in (1, 2, 7)),
    ),
    op(
        "ScaleAndTranslate",
        *(
            sample(NHWC, values([3, 7], "int32"), two(0.6, 1.3), two(0.21, -0.47)).init(kind, smooth).no_grad()
            for kind in KERNELS
            for smooth in (True, False)
        ),
        sample(NHWC, values([4, 4], "int32"), two(1.0, 1.0), two(2.0, 7.0)).no_grad(),
        tol=1e-4,
    ),
    op(
        "UpsampleNearest3D",
        sample(VOLUME, (3, 4, 5), None),
        sample(VOLUME, None, (1.5, 1.6, 1.6)),
        errors=(wrong(VOLUME), wrong(VOLUME, (1, 2), None)),
    ),
    op(
        "UpsampleTrilinear3D",
        *(sample(VOLUME, (3, 2, 6), None).init(a) for a in (False, True)),
        sample(VOLUME, None, (1.5, 1.3, 0.7)),
        errors=(wrong(VOLUME),),
    ),
    op(
        "operations.image_ops.ExtractGlimpse",
        *(
            sample(t(2, 4, 5, 2), values(size, "int32"), values(offsets))
            .init(centered, normalized, False, "zero")
            .no_grad()
            for centered, normalized, offsets in (
                (False, False, [[1, 1], [2, 4]]),
                (True, True, [[0.3, -0.4], [0, 1]]),
                (True, False, [[1, -1], [0, 0]]),
                (False, True, [[0.5, 1], [0.1, 0.2]]),
            )
            for size in ([2, 3], [3, 2])
        ),
    ),
    op(
        "ROIAlign",
        *(sample(t(2, 2, 5, 6), ROIS).init(2, 3, 0.5, n, mode).no_grad() for mode in (0, 1) for n in (2, 3)),
    ),
    op(
        "CombinedNonMaxSuppression",
        *(
            nms(BOXES, SCORES, *sizes).init(pad, clip)
            for pad, clip, sizes in (
                (False, True, (2, 6)),
                (True, True, (2, 6)),
                (False, False, (3, 3)),
                (True, False, (3, 10)),
            )
        ),
        nms(PER_CLASS, values([[[0.9, 0.3], [0.75, 0.4]]]), 2, 3),
        grad=False,
    ),
    op("FractionalAvgPool", sample(t(2, 6, 7, 2)).init([1.0, 1.5, 1.7, 1.0]), random=True),
    op("FractionalMaxPool", sample(t(2, 6, 7, 2)).init([1.0, 1.5, 1.7, 1.0], True, True), random=True),
    op(
        "FractionalMaxPoolWithFixedKsize",
        *(
            sample(t(1, 2, 5, 6, distinct=True), values([[[0.8, 0.3], [0.1, 0.6]]])).init(k, size)
            for k, size in ((2, (2, 3)), ((2, 3), (3, 1)))
        ),
    ),
    op(
        "FractionalMaxPool3DWithFixedKsize",
        sample(t(1, 2, 4, 5, 6, distinct=True), values([[[0.8, 0.3, 0.5], [0.1, 0.6, 0.7]]])).init(2, (2, 2, 3)),
    ),
    op(
        "deformable_conv2d",
        sample(NCHW, t(3, 2, 3, 3), t(1, 27, 2, 3), (3, 3), (1, 1, 1, 1), (0, 0, 0, 0)),
        sample(NCHW, t(4, 1, 2, 2), t(1, 24, 3, 3), (2, 2), (1, 1, 2, 2), (1, 1, 1, 0), t(4), (1, 1, 1, 1), 2, 2),
        tol=1e-4,
    ),
    op("DeformableOffsets", sample(NCHW, t(1, 27, 2, 3)).init((1, 1, 1, 1), (0, 0, 0, 0), (3, 3)), tol=1e-4),
    op(
        "ExtractVolumePatches",
        *(
            sample(t(1, 2, 3, 3, 4)).init(kernel, strides, padding)
            for kernel, strides in ((2, 2), ([1, 1, 2, 1, 2], [1, 1, 1, 2, 1]))
            for padding in ("VALID", "SAME")
        ),
    ),
]
