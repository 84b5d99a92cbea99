"""Boxes of object detection."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, sample, t, values

ANCHORS = values([[0, 0, 10, 10], [1, 1, 11, 11], [50, 50, 60, 60]], "float32")
TRUTH = values([[0, 0, 9, 9], [2, 2, 12, 14], [40, 40, 60, 70]], "float32")
DELTAS = values([[0.1, 0.2, 0.3, 0.4], [3, 1, 9, 9], [-9, 0, -9, 1]], "float32")
INSIDE = values([[0, 0, 5, 5], [-1, 0, 3, 3], [0, 0, 31, 23], [0, 0, 32, 23], [0, 0, 31, 24]], "float32")
MOVED = ((0.0, 0.1, 0.0, 0.2), (1.0, 0.5, 2.0, 1.0))
SCORED = values(
    [[0, 0, 10, 10, 0.7], [1, 1, 10, 10, 0.8], [5, 0, 15, 10, 0.9], [20, 20, 30, 30, 0.6], [21, 19, 31, 30, 0.5]],
    "float32",
)
OVERLAPS = values([[1, 0.6, 0.1, 0], [0.6, 1, 0.4, 0], [0.1, 0.4, 1, 0.7], [0, 0, 0.7, 1]], "float32")
SCORES = values([0.9, 0.8, 0.7, 0.75], "float32")
NARROW = error_sample(t(3, 5), t(3, 4), raises=ValueError)

OPS = [
    Op("mindspore.ops.iou", [sample(ANCHORS, TRUTH), sample(ANCHORS, TRUTH, "iof")], errors=[NARROW]),
    Op("mindspore.ops.IOU", [sample(ANCHORS, TRUTH), sample(ANCHORS, TRUTH).init("iof")]),
    Op("mindspore.ops.bounding_box_encode", [sample(ANCHORS, TRUTH), sample(ANCHORS, TRUTH, *MOVED)], errors=[NARROW]),
    Op("mindspore.ops.BoundingBoxEncode", [sample(ANCHORS, TRUTH).init(*MOVED)]),
    Op(
        "mindspore.ops.bounding_box_decode",
        [sample(ANCHORS, DELTAS, (80, 70)).no_grad(), sample(ANCHORS, DELTAS, (80, 70), *MOVED, 0.5).no_grad()],
    ),
    Op("mindspore.ops.BoundingBoxDecode", [sample(ANCHORS, DELTAS).init((80, 70), *MOVED).no_grad()]),
    Op(
        "mindspore.ops.check_valid",
        [sample(INSIDE, values([24.0, 32.0, 1.0])), sample(INSIDE, values([24.0, 32.0, 2.0]))],
        also=["mindspore.ops.CheckValid"],
        grad=False,
    ),
    Op("mindspore.ops.NMSWithMask", [sample(SCORED).init(x) for x in (0.5, 0.35, 0.9)], grad=False),
    Op(
        "mindspore.ops.NonMaxSuppressionWithOverlaps",
        [
            sample(OVERLAPS, SCORES, values(3, "int32"), values(0.5), values(0.0)),
            sample(OVERLAPS, SCORES, values(2, "int32"), values(0.3), values(0.72)),
        ],
        grad=False,
    ),
]
