"""Padding, resizing and sampling of images; moves between channels, space and batch."""

from __future__ import annotations

from tests.opdb._spec import Op, error_sample, parameter, sample, t, values

X, L, V = t(2, 3, 5, 4), t(2, 3, 5), t(1, 2, 3, 4, 2)
SUMS = 2e-5
# float32 places: an element's weight is off by an ulp of its place
PLACES = 1e-5

PADS = [
    Op(
        "mindspore.ops.pad",
        [
            sample(X, (1, 2)),
            sample(X, [1, 0, 0, 1]),
            sample(X, (-1, 1, -1, 1), value=5).answered_by(
                "torch.nn.functional.pad"
            ),  # the kernel reads beyond its input
            sample(t(2, 3), values([1, 2], "int64")),
            sample(t(2, 3, dtype="int32"), (1, 1), "constant", 2.7),
            sample(X, ()),
            sample(X, (1, 2, 3, 0), "reflect"),
            sample(t(2, 3), (1, 2), mode="reflect"),
            sample(X, (1, 2, 7, 0), "replicate"),
            sample(L, (-1, 2), "replicate"),
            sample(V, (1, 0, 2, 1, 0, 1), "replicate"),
            sample(L, (2, 1), "circular"),
            sample(X, (2, 1, 1, 0), "circular"),
        ],
        errors=[
            error_sample(X, (1,), raises=ValueError),
            error_sample(X, ((1, 1), (2, 2)), raises=TypeError),
            error_sample(t(2), (1, 1, 1, 1), raises=ValueError),
            error_sample(X, (1, 1), "reflect", raises=ValueError),
            error_sample(L, (5, 0), "reflect", raises=ValueError),
            error_sample(L, (1, 1), "reflect", 1, raises=ValueError),
            error_sample(L, (1, 1), "mirror", raises=ValueError),
        ],
        tol=0.0,
    ),
    Op(
        "mindspore.ops.mirror_pad",
        [
            sample(t(2, 3), values([[1, 1], [0, 2]], "int64"), "REFLECT"),
            sample(t(2, 3), values([[2, 1], [0, 3]], "int64"), "SYMMETRIC"),
            sample(X, values([[0, 0], [1, 0], [2, 2], [3, 1]], "int32"), "REFLECT"),
            sample(t(2, 3, dtype="int32"), values([[1, 1], [0, 2]], "int64"), "SYMMETRIC"),
        ],
        errors=[
            error_sample(t(2, 3), values([[2, 1], [0, 2]], "int64"), "REFLECT", raises=ValueError),
            error_sample(t(2, 3), values([[1, 1], [0, 2]], "int64"), "reflect", raises=ValueError),
        ],
        tol=0.0,
    ),
    Op(
        "mindspore.ops.MirrorPad",
        [
            sample(t(2, 3), values([[1, 1], [0, 2]], "int64")),
            sample(t(2, 3), values([[1, 1], [0, 2]], "int64")).init("SYMMETRIC"),
        ],
        errors=[error_sample(t(2, 3), values([[1, 1], [0, 2]], "int64"), raises=ValueError).init("EDGE")],
        tol=0.0,
    ),
    Op(
        "mindspore.ops.Pad",
        [sample(t(2, 3)).init(((1, 1), (0, 2))), sample(t(2, 3, dtype="int32")).init(((0, 1), (2, 0)))],
        errors=[
            error_sample(t(2, 3), raises=TypeError).init([[1, 1], [0, 2]]),
            error_sample(t(2, 3), raises=ValueError).init(((1, 1),)),
            error_sample(t(2, 3), raises=ValueError).init(((-1, 1), (0, 0))),
        ],
        tol=0.0,
    ),
    Op(
        "mindspore.ops.PadV3",
        [
            sample(t(2, 3), values([1, 1, 0, 2], "int64"), parameter(values(1.5))),
            sample(t(2, 3), values([1, 1, 0, 2], "int64"), parameter(values(1.5))).init(paddings_contiguous=False),
            sample(L, (1, 2), None).init("edge"),
            sample(L, (1, 2), None).init("reflect"),
        ],
        errors=[error_sample(L, (1, 1), None, raises=ValueError).init("mirror")],
        tol=0.0,
    ),
]

RESIZES = [
    Op(
        "mindspore.ops.interpolate",
        [
            sample(L, 7),
            sample(X, (7, 3)),
            sample(X, [3, 9], mode="nearest"),
            sample(X, scale_factor=1.6, recompute_scale_factor=True),
            sample(V, (2, 7, 3)),
            sample(V, scale_factor=2.0),
            sample(L, 7, mode="linear"),
            sample(L, 7, mode="linear", align_corners=True),
            sample(X, (7, 3), mode="bilinear"),
            sample(X, (7, 3), mode="bilinear", align_corners=True),
            sample(X, scale_factor=(1.5, 2.0), mode="bilinear", recompute_scale_factor=True),
            # the kernel takes its weights from a table of 1024 steps
            sample(X, (7, 3), mode="bicubic").tol(1e-2),
            sample(X, (7, 3), mode="bicubic", align_corners=True).tol(1e-2),
            sample(V, (2, 7, 3), mode="trilinear"),
            sample(V, (2, 7, 3), mode="trilinear", align_corners=True),
            sample(V, scale_factor=1.5, mode="trilinear"),
            sample(t(1, 2, 6), 3, mode="area"),
            sample(X, (2, 3), mode="area"),
            sample(X, scale_factor=0.5, mode="area"),
            sample(V, (2, 2, 1), mode="area"),
            sample(L, 3, mode="nearest-exact"),
            sample(X, (7, 3), mode="nearest-exact"),
        ],
        errors=[
            error_sample(X, raises=ValueError),
            error_sample(X, 2, 2.0, raises=ValueError),
            error_sample(X, 2, mode="cubic", raises=ValueError),
            error_sample(X, 2, mode="linear", raises=ValueError),
            error_sample(X, (2, 2, 2), raises=ValueError),
            error_sample(X, 0, raises=ValueError),
            error_sample(X, scale_factor=2.0, raises=ValueError),
            error_sample(X, scale_factor=2, raises=TypeError),
            error_sample(X, 2.5, raises=TypeError),
            error_sample(X, 2, recompute_scale_factor=True, raises=ValueError),
            error_sample(X, 2, mode="bilinear", align_corners=1, raises=TypeError),
            error_sample(X, 2, align_corners=True, raises=ValueError),
        ],
        tol=PLACES,
    ),
    Op("mindspore.ops.upsample", [sample(X, (7, 3)), sample(X, 6, mode="bilinear", align_corners=True)], tol=PLACES),
    Op(
        "mindspore.nn.Upsample",
        [
            sample(X).init((7, 3)),
            sample(X).init(size=(7, 3), mode="bilinear", align_corners=True),
            sample(X).init(scale_factor=2.0, mode="nearest", recompute_scale_factor=True),
        ],
        errors=[error_sample(X, raises=ValueError)],
        tol=PLACES,
    ),
    Op(
        "mindspore.ops.ResizeBilinearV2",
        [
            sample(X, (7, 3)),
            sample(X, (7, 3)).init(True),
            sample(X, (7, 3)).init(half_pixel_centers=True),
            sample(X, (1, 9)),
            sample(t(1, 1, 3, 4, dtype="float64"), (5, 6)),
        ],
        errors=[
            error_sample(X, (7, 3), raises=ValueError).init(True, True),
            error_sample(L, (7, 3), raises=ValueError),
        ],
        tol=PLACES,
    ),
    Op(
        "mindspore.ops.ResizeNearestNeighbor",
        [
            sample(X).init((7, 3)),
            sample(X).init([7, 3], True),
            sample(X).init((3, 2), half_pixel_centers=True),
            sample(t(1, 2, 3, 4, dtype="int32")).init((5, 6)),
            sample(X).init((1, 1), True),
        ],
        errors=[
            error_sample(X, raises=TypeError).init(5),
            error_sample(X, raises=ValueError).init((5, 6, 7)),
            error_sample(L, raises=ValueError).init((5, 6)),
        ],
        tol=0.0,
    ),
    Op(
        "mindspore.ops.ResizeNearestNeighborV2",
        [
            sample(X, values([7, 3], "int32")),
            sample(X, values([7, 3], "int32")).init(True),
            sample(X, values([3, 2], "int32")).init(False, True),
        ],
        tol=0.0,
    ),
]

GRID, GRID3 = t(2, 3, 2, 2, low=-1.2, high=1.2), t(1, 2, 2, 3, 3, low=-1, high=1)
SAMPLED = [
    Op(
        "mindspore.ops.grid_sample",
        [
            sample(X, GRID),
            sample(X, GRID, "bilinear", "border"),
            sample(X, GRID, "bilinear", "reflection", True),
            sample(X, GRID, "nearest", align_corners=True).no_grad(),
            sample(V, GRID3),
            sample(V, GRID3, "nearest", "border", True).no_grad(),
        ],
        errors=[
            error_sample(X, GRID, "bilinear", "edge", raises=ValueError),
            error_sample(X, t(3, 2, 2), raises=ValueError),
        ],
        tol=PLACES,
    ),
    Op("mindspore.ops.GridSampler2D", [sample(X, GRID), sample(X, GRID).init("bilinear", "border", True)], tol=PLACES),
    Op(
        "mindspore.ops.GridSampler3D", [sample(V, GRID3), sample(V, GRID3).init("bilinear", "border", True)], tol=PLACES
    ),
    Op(
        "mindspore.ops.affine_grid",
        [sample(t(2, 2, 3), (2, 1, 3, 4)), sample(t(2, 2, 3), (2, 1, 3, 4), True), sample(t(1, 3, 4), (1, 1, 2, 3, 2))],
        errors=[
            error_sample(t(2, 2, 3), (1, 1, 3, 4), raises=ValueError),
            error_sample(t(2, 2, 3), (2, 1, 3), raises=ValueError),
            error_sample(t(2, 2, 3), (2, 1, 3, 4), 1, raises=TypeError),
        ],
        tol=PLACES,
    ),
    Op(
        "mindspore.ops.AffineGrid",
        [sample(t(2, 2, 3), (2, 1, 3, 4)), sample(t(2, 2, 3), (2, 1, 3, 4)).init(True)],
        tol=PLACES,
    ),
    Op(
        "mindspore.ops.crop_and_resize",
        [
            sample(
                t(2, 5, 4, 3), values([[0, 0, 1, 1], [0.2, 0.3, 0.8, 0.9]]), values([1, 0], "int32"), (3, 2)
            ).no_grad(),
            sample(
                t(1, 5, 4, 2), values([[0.5, 0.1, 1.3, 0.8]]), values([0], "int32"), (3, 4), "bilinear", -1.0
            ).no_grad(),
            sample(t(1, 5, 4, 2), values([[0.1, 0.15, 1.3, 0.8]]), values([0], "int32"), (3, 4), "nearest").no_grad(),
            sample(t(1, 5, 4, 2), values([[0.1, 0.2, 0.7, 0.8]]), values([0], "int32"), (1, 1)).no_grad(),
        ],
        errors=[
            error_sample(t(1, 5, 4, 2), values([[0.0, 0, 1, 1]]), values([3], "int32"), (2, 2), raises=ValueError),
            error_sample(t(1, 5, 4, 2), values([[0.0, 0, 1, 1]]), values([0], "int32"), (2, 2), "a", raises=ValueError),
        ],
        tol=SUMS,
    ),
    Op(
        "mindspore.ops.CropAndResize",
        [sample(t(1, 5, 4, 2), values([[0.1, 0.2, 0.7, 0.8]]), values([0], "int32"), (2, 3)).no_grad()],
        tol=SUMS,
    ),
]

MOVES = [
    Op(
        "mindspore.ops.pixel_shuffle",
        [sample(t(2, 8, 2, 3), 2), sample(t(9, 2, 1), 3), sample(t(2, 1, 4, 2, 2), 2)],
        errors=[
            error_sample(t(1, 3, 2, 2), 2, raises=ValueError),
            error_sample(t(4, 2), 2, raises=ValueError),
            error_sample(t(4, 2, 2), 0, raises=ValueError),
            error_sample(t(4, 2, 2), 2.0, raises=TypeError),
        ],
    ),
    Op(
        "mindspore.ops.pixel_unshuffle",
        [sample(t(2, 2, 4, 6), 2), sample(t(1, 6, 3), 3)],
        errors=[error_sample(t(1, 1, 3, 4), 2, raises=ValueError), error_sample(t(4, 4), 2, raises=ValueError)],
    ),
    Op("mindspore.nn.PixelShuffle", [sample(t(2, 8, 2, 3)).init(2)]),
    Op("mindspore.nn.PixelUnshuffle", [sample(t(2, 2, 4, 6)).init(2)]),
    Op(
        "mindspore.ops.channel_shuffle",
        [sample(t(2, 6, 2, 2), 3), sample(t(1, 4, 2, 1, 2), 2)],
        errors=[error_sample(L, 3, raises=TypeError), error_sample(t(1, 3, 2, 1), 2, raises=ValueError)],
    ),
    Op("mindspore.ops.ChannelShuffle", [sample(t(2, 6, 2, 2)).init(3)]),
    Op(
        "mindspore.nn.ChannelShuffle",
        [sample(t(2, 6, 2, 2)).init(3), sample(t(2, 4, 3)).init(2)],
        errors=[error_sample(X, raises=ValueError).init(0), error_sample(X, raises=TypeError).init("a")],
    ),
    Op(
        "mindspore.ops.DepthToSpace",
        [sample(t(2, 8, 2, 3)).init(2), sample(t(1, 9, 1, 2)).init(3)],
        errors=[
            error_sample(t(1, 3, 2, 2), raises=ValueError).init(2),
            error_sample(t(1, 4, 2, 2), raises=ValueError).init(1),
            error_sample(t(1, 4, 2, 2), raises=TypeError).init(2.0),
        ],
    ),
    Op(
        "mindspore.ops.SpaceToDepth",
        [sample(t(2, 2, 4, 6)).init(2), sample(t(1, 2, 3, 6)).init(3)],
        errors=[error_sample(t(1, 1, 3, 4), raises=ValueError).init(2)],
    ),
    Op(
        "mindspore.ops.space_to_batch_nd",
        [
            sample(t(1, 2, 4, 6), [2, 2], [[0, 0], [0, 0]]),
            sample(t(2, 1, 3, 3), [2, 2], [[0, 1], [1, 0]]),
            sample(t(1, 1, 4, 6), 2, [[0, 0], [0, 0]]),
        ],
    ),
    Op(
        "mindspore.ops.batch_to_space_nd",
        [sample(t(4, 2, 2, 3), [2, 2], [[0, 0], [0, 0]]), sample(t(8, 1, 2, 2), [2, 2], [[0, 1], [1, 0]])],
    ),
    Op("mindspore.ops.SpaceToBatchND", [sample(t(1, 2, 4, 6)).init([2, 2], [[0, 0], [0, 0]])]),
    Op("mindspore.ops.BatchToSpaceND", [sample(t(4, 2, 2, 3)).init([2, 2], [[0, 0], [0, 1]])]),
]

SIZE = values([4, 5], "int32")
WINDOWS = [
    Op(
        "mindspore.ops.unfold",
        [
            sample(X, 2),
            sample(X, (2, 3), 1, 1, 2),
            sample(X, [2, 2], 2),
            sample(X, 2, padding=(1, 0), stride=(2, 1)),
        ],
        also=["mindspore.Tensor.unfold"],
        errors=[error_sample(L, 2, raises=ValueError), error_sample(X, 2, padding=(1, 0, 0, 1), raises=ValueError)],
    ),
    Op(
        "mindspore.ops.fold",
        [sample(t(2, 12, 12), SIZE, 2), sample(t(2, 18, 9), SIZE, (2, 3), 1, 1, 2)],
        also=["mindspore.Tensor.fold"],
        errors=[error_sample(t(1, 12, 7), SIZE, 2, raises=ValueError)],
        tol=SUMS,
    ),
    Op("mindspore.ops.col2im", [sample(t(2, 3, 4, 12), SIZE, (2, 2), (1, 1), (0, 0), (1, 1))], tol=SUMS),
    Op("mindspore.ops.Col2Im", [sample(t(2, 3, 4, 12), SIZE).init((2, 2))], tol=SUMS),
    Op("mindspore.ops.Im2Col", [sample(X).init((2, 2)), sample(X).init((2, 3), 2, 1, 1)]),
]

OPS = [*PADS, *RESIZES, *SAMPLED, *MOVES, *WINDOWS]
