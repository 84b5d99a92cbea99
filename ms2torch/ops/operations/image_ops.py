"""Padding, resizing and sampling of images as Primitives, and moves between channels, space and batch."""

from __future__ import annotations

import warnings
from typing import Any

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError
from ms2torch._lazy import elsewhere
from ms2torch.ops.function.image import resize, sample as image_sample
from ms2torch.ops.function.nn import fold, pad
from ms2torch.ops.operations.image_sample_ops import (
    AdjustContrastv2 as AdjustContrastv2,
    AdjustHue as AdjustHue,
    AdjustSaturation as AdjustSaturation,
    ExtractGlimpse as ExtractGlimpse,
    HSVToRGB as HSVToRGB,
    ResizeArea as ResizeArea,
    RGBToHSV as RGBToHSV,
    ScaleAndTranslate as ScaleAndTranslate,
)
from ms2torch.ops.operations.region_ops import CombinedNonMaxSuppression as CombinedNonMaxSuppression
from ms2torch.ops.primitive import Primitive


class Pad(Primitive):
    """Pad every dimension with zeros.

    Args:
        paddings (tuple): (before, after) for each dimension.

    Raises:
        TypeError: if `paddings` is no tuple.
        ValueError: if there is not one pair for each dimension.

    Source: mindspore.ops.Pad, MindSpore 2.10
    """

    def __init__(self, paddings: tuple[tuple[int, int], ...]) -> None:
        if not isinstance(paddings, tuple):
            msg = f"ops.Pad: paddings must be a tuple of pairs, got {paddings!r}"
            raise TypeError(msg)
        self.paddings = paddings

    def __call__(self, x: Tensor) -> Tensor:
        return pad.pad_constant_pairs("ops.Pad", x, self.paddings)


class PadV3(Primitive):
    """Pad the last dimensions.

    Args:
        mode (str): ``"constant"``, ``"reflect"``, ``"edge"`` or ``"circular"``. Default: ``"constant"``.
        paddings_contiguous (bool): the paddings are (before, after) of one dimension after the other; ``False``: all
            that come before, then all that come after. Default: ``True``.

    Inputs:
        - **x** (Tensor) - any shape.
        - **paddings** (Union[Tensor, tuple[int]]) - of the last dimension first.
        - **constant_value** (Union[Tensor, Number, None]) - what to pad with in mode "constant". Default: ``None``.

    Raises:
        ValueError: if `mode` is another word, or the paddings do not fit.

    Source: mindspore.ops.PadV3, MindSpore 2.10
    """

    def __init__(self, mode: str = "constant", paddings_contiguous: bool = True) -> None:
        if mode not in ("constant", "reflect", "edge", "circular"):
            msg = f"ops.PadV3: mode must be 'constant', 'reflect', 'edge' or 'circular', got {mode!r}"
            raise ValueError(msg)
        self.mode = mode
        self.paddings_contiguous = paddings_contiguous

    def __call__(self, x: Tensor, paddings: Any, constant_value: Any = None) -> Tensor:
        if self.mode == "constant" and constant_value is None:
            msg = "ops.PadV3: mode 'constant' needs the value to pad with as its third input"
            raise ValueError(msg)
        sides = unwrap(paddings).tolist() if isinstance(paddings, TensorBase) else list(paddings)
        if not self.paddings_contiguous:
            half = len(sides) // 2
            sides = [side for pair in zip(sides[:half], sides[half:], strict=True) for side in pair]
        if self.mode != "constant":
            wanted = len(sides) // 2 + 2
            if unwrap(x).ndim != wanted or constant_value is not None:
                msg = (
                    f"ops.PadV3: {len(sides)} paddings in mode {self.mode!r} are of a tensor of {wanted} dimensions, "
                    f"and without a value, got {unwrap(x).ndim} and {constant_value!r}"
                )
                raise ValueError(msg)
        return pad.pad(x, sides, self.mode, constant_value)


class MirrorPad(Primitive):
    """Pad every dimension with the elements next to the edge.

    Args:
        mode (str): ``"REFLECT"``: without the edge itself; ``"SYMMETRIC"``: with it. Default: ``"REFLECT"``.

    Inputs:
        - **x** (Tensor) - any shape.
        - **paddings** (Tensor) - (before, after) for each dimension.

    Raises:
        ValueError: if `mode` is another word, or the paddings do not fit.

    Source: mindspore.ops.MirrorPad, MindSpore 2.10
    """

    def __init__(self, mode: str = "REFLECT") -> None:
        pad.check_mirror_mode("ops.MirrorPad", mode)
        self.mode = mode

    def __call__(self, x: Tensor, paddings: Tensor) -> Tensor:
        return pad.mirror_pad(x, paddings, self.mode)


class ResizeNearestNeighbor(Primitive):
    """Resize images by the nearest element.

    Args:
        size (Union[tuple[int], list[int]]): height and width.
        align_corners (bool): the corner elements stay in place. Default: ``False``.
        half_pixel_centers (bool): an element's place is its centre. Default: ``False``.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if the arguments do not fit.

    Differs from MindSpore: its CPU kernel ignores `half_pixel_centers`, unlike that of `ResizeNearestNeighborV2`.

    Source: mindspore.ops.ResizeNearestNeighbor, MindSpore 2.10
    """

    def __init__(
        self, size: tuple[int, int] | list[int], align_corners: bool = False, half_pixel_centers: bool = False
    ) -> None:
        if not isinstance(size, (tuple, list)):
            msg = f"ops.ResizeNearestNeighbor: size must be a tuple or list of two ints, got {size!r}"
            raise TypeError(msg)
        self.size = size
        self.align_corners = align_corners
        self.half_pixel_centers = half_pixel_centers

    def __call__(self, input_x: Tensor) -> Tensor:
        return resize.resize_nearest(
            "ops.ResizeNearestNeighbor", input_x, self.size, self.align_corners, self.half_pixel_centers
        )


class ResizeBilinear(Primitive):
    """Resize images linearly. MindSpore dropped it for `ResizeBilinearV2`; kept, with a warning, for older code.

    Args:
        size (Union[tuple[int], list[int]]): height and width.
        align_corners (bool): the corner elements' centres stay in place. Default: ``False``.
        half_pixel_centers (bool): an element's place is its centre, as torch has it. Default: ``False``.

    Source: mindspore.ops.ResizeBilinear, MindSpore 1.10
    """

    def __init__(
        self, size: tuple[int, int] | list[int], align_corners: bool = False, half_pixel_centers: bool = False
    ) -> None:
        warnings.warn(
            "ops.ResizeBilinear is gone from MindSpore 2; write ops.ResizeBilinearV2(...)(x, size) instead",
            DeprecationWarning,
            stacklevel=2,
        )
        self.size = size
        self.align_corners = align_corners
        self.half_pixel_centers = half_pixel_centers

    def __call__(self, x: Tensor) -> Tensor:
        return resize.resize_bilinear("ops.ResizeBilinear", x, self.size, self.align_corners, self.half_pixel_centers)


class _Resize(Primitive):
    """What the resizing Primitives share whose size is an input."""

    def __init__(self, align_corners: bool = False, half_pixel_centers: bool = False) -> None:
        if align_corners and half_pixel_centers:
            msg = f"ops.{type(self).__name__}: half_pixel_centers must be False when align_corners is True"
            raise ValueError(msg)
        self.align_corners = align_corners
        self.half_pixel_centers = half_pixel_centers


class ResizeNearestNeighborV2(_Resize):
    """Resize images by the nearest element.

    Args:
        align_corners (bool): the corner elements stay in place. Default: ``False``.
        half_pixel_centers (bool): an element's place is its centre. Default: ``False``.

    Inputs:
        - **image** (Tensor) - shape :math:`(N, C, H, W)`.
        - **size** (Tensor) - height and width.

    Source: mindspore.ops.ResizeNearestNeighborV2, MindSpore 2.10
    """

    def __call__(self, image: Tensor, size: Any) -> Tensor:
        return resize.resize_nearest(
            "ops.ResizeNearestNeighborV2", image, size, self.align_corners, self.half_pixel_centers
        )


class ResizeBilinearV2(_Resize):
    """Resize images linearly. Without either flag an element's place is its upper left corner, unlike in torch.

    Args:
        align_corners (bool): the corner elements' centres stay in place. Default: ``False``.
        half_pixel_centers (bool): an element's place is its centre, as torch has it. Default: ``False``.

    Inputs:
        - **image** (Tensor) - shape :math:`(N, C, H, W)`.
        - **size** (Union[tuple[int], list[int], Tensor]) - height and width.

    Source: mindspore.ops.ResizeBilinearV2, MindSpore 2.10
    """

    def __call__(self, image: Tensor, size: Any) -> Tensor:
        return resize.resize_bilinear("ops.ResizeBilinearV2", image, size, self.align_corners, self.half_pixel_centers)


class GridSampler2D(Primitive):
    """Take the values of images at coordinates.

    Args:
        interpolation_mode (str): ``"bilinear"`` or ``"nearest"``. Default: ``"bilinear"``.
        padding_mode (str): ``"zeros"``, ``"border"`` or ``"reflection"``. Default: ``"zeros"``.
        align_corners (bool): -1 and 1 are the corner elements' centres. Default: ``False``.

    Inputs:
        - **input_x** (Tensor) - shape :math:`(N, C, H, W)`.
        - **grid** (Tensor) - shape :math:`(N, H_{out}, W_{out}, 2)`.

    Source: mindspore.ops.GridSampler2D, MindSpore 2.10
    """

    def __init__(
        self, interpolation_mode: str = "bilinear", padding_mode: str = "zeros", align_corners: bool = False
    ) -> None:
        self.interpolation_mode = interpolation_mode
        self.padding_mode = padding_mode
        self.align_corners = align_corners

    def __call__(self, input_x: Tensor, grid: Tensor) -> Tensor:
        return image_sample.grid_sample(input_x, grid, self.interpolation_mode, self.padding_mode, self.align_corners)


class GridSampler3D(GridSampler2D):
    """Take the values of volumes at coordinates.

    Args:
        interpolation_mode (str): ``"bilinear"`` or ``"nearest"``. Default: ``"bilinear"``.
        padding_mode (str): ``"zeros"``, ``"border"`` or ``"reflection"``. Default: ``"zeros"``.
        align_corners (bool): -1 and 1 are the corner elements' centres. Default: ``False``.

    Inputs:
        - **input_x** (Tensor) - shape :math:`(N, C, D, H, W)`.
        - **grid** (Tensor) - shape :math:`(N, D_{out}, H_{out}, W_{out}, 3)`.

    Source: mindspore.ops.GridSampler3D, MindSpore 2.10
    """


class AffineGrid(Primitive):
    """Make the coordinates of an affine map.

    Args:
        align_corners (bool): -1 and 1 are the corner elements' centres. Default: ``False``.

    Source: mindspore.ops.AffineGrid, MindSpore 2.10
    """

    def __init__(self, align_corners: bool = False) -> None:
        self.align_corners = align_corners

    def __call__(self, theta: Tensor, output_size: Any) -> Tensor:
        return image_sample.affine_grid(theta, output_size, self.align_corners)


class CropAndResize(Primitive):
    """Cut boxes out of images and resize them.

    Args:
        method (str): ``"bilinear"`` or ``"nearest"``. Default: ``"bilinear"``.
        extrapolation_value (float): the value outside the image. Default: ``0.0``.

    Source: mindspore.ops.CropAndResize, MindSpore 2.10
    """

    def __init__(self, method: str = "bilinear", extrapolation_value: float = 0.0) -> None:
        if method not in ("bilinear", "nearest", "bilinear_v2"):
            msg = f"ops.CropAndResize: method must be 'bilinear', 'nearest' or 'bilinear_v2', got {method!r}"
            raise ValueError(msg)
        if method == "bilinear_v2":
            raise UnsupportedArgumentError("ops.CropAndResize", "method", method, "use 'bilinear'")
        self.method = method
        self.extrapolation_value = extrapolation_value

    def __call__(self, x: Tensor, boxes: Tensor, box_index: Tensor, crop_size: tuple[int, int]) -> Tensor:
        return image_sample.crop_and_resize(x, boxes, box_index, crop_size, self.method, self.extrapolation_value)


class DepthToSpace(Primitive):
    """Spread channels over larger images, the place within a block outermost among the channels (torch: innermost).

    Args:
        block_size (int): side of a block, at least 2.

    Source: mindspore.ops.DepthToSpace, MindSpore 2.10
    """

    def __init__(self, block_size: int) -> None:
        self.block_size = fold.block_size_arg("ops.DepthToSpace", block_size)

    def __call__(self, x: Tensor) -> Tensor:
        return fold.depth_to_space(x, self.block_size)


class SpaceToDepth(Primitive):
    """Gather images into more channels, the place within a block outermost among them (torch: innermost).

    Args:
        block_size (int): side of a block, at least 2.

    Source: mindspore.ops.SpaceToDepth, MindSpore 2.10
    """

    def __init__(self, block_size: int) -> None:
        self.block_size = fold.block_size_arg("ops.SpaceToDepth", block_size)

    def __call__(self, x: Tensor) -> Tensor:
        return fold.space_to_depth(x, self.block_size)


class ChannelShuffle(Primitive):
    """Take the channels of groups in turn.

    Args:
        group (int): divides the channels.

    Source: mindspore.ops.ChannelShuffle, MindSpore 2.10
    """

    def __init__(self, group: int) -> None:
        self.group = group

    def __call__(self, x: Tensor) -> Tensor:
        return fold.channel_shuffle(x, self.group)


class Im2Col(Primitive):
    """Lay out the sliding windows of images.

    Args:
        ksizes (Union[int, tuple[int], list[int]]): size of the window.
        strides (Union[int, tuple[int], list[int]]): step of the window. Default: ``1``.
        dilations (Union[int, tuple[int], list[int]]): step within the window. Default: ``1``.
        pads (Union[int, tuple[int], list[int]]): zeros on both sides. Default: ``0``.

    Outputs:
        Tensor of shape :math:`(N, C, k_h * k_w, windows)`.

    Source: mindspore.ops.Im2Col, MindSpore 2.10
    """

    def __init__(self, ksizes: Any, strides: Any = 1, dilations: Any = 1, pads: Any = 0) -> None:
        self.ksizes = ksizes
        self.strides = strides
        self.dilations = dilations
        self.pads = pads

    def __call__(self, x: Tensor) -> Tensor:
        columns = unwrap(fold.unfold(x, self.ksizes, self.dilations, self.pads, self.strides))
        return wrap(columns.unflatten(1, (unwrap(x).shape[1], -1)))


class Col2Im(Primitive):
    """Put windows together to images, adding where they overlap.

    Args:
        kernel_size (Union[int, tuple[int], list[int]]): size of the window.
        dilation (Union[int, tuple[int], list[int]]): step within the window. Default: ``1``.
        padding (Union[int, tuple[int], list[int]]): what is cut off on both sides. Default: ``0``.
        stride (Union[int, tuple[int], list[int]]): step of the window. Default: ``1``.

    Source: mindspore.ops.Col2Im, MindSpore 2.10
    """

    def __init__(self, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> None:
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def __call__(self, x: Tensor, output_size: Tensor) -> Tensor:
        return fold.col2im(x, output_size, self.kernel_size, self.dilation, self.padding, self.stride)


class ExtractImagePatches(Primitive):
    """Lay out sliding windows of images along the channels.

    Args:
        ksizes (Union[tuple[int], list[int]]): ``[1, 1, rows, columns]`` of the window.
        strides (Union[tuple[int], list[int]]): ``[1, 1, rows, columns]`` of its step.
        rates (Union[tuple[int], list[int]]): ``[1, 1, rows, columns]`` of the step within the window.
        padding (str): ``"SAME"`` or ``"VALID"``, in any case. Default: ``"VALID"``.

    Source: mindspore.ops.ExtractImagePatches, MindSpore 2.10
    """

    def __init__(self, ksizes: Any, strides: Any, rates: Any, padding: str = "VALID") -> None:
        for name, value in (("ksizes", ksizes), ("strides", strides), ("rates", rates)):
            if len(value) != 4 or tuple(value[:2]) != (1, 1):
                msg = f"ops.ExtractImagePatches: {name} must be [1, 1, rows, columns], got {value!r}"
                raise ValueError(msg)
        if padding.lower() not in ("same", "valid"):
            msg = f"ops.ExtractImagePatches: padding must be 'same' or 'valid', got {padding!r}"
            raise ValueError(msg)
        self.ksizes = ksizes
        self.strides = strides
        self.rates = rates
        self.padding = padding

    def __call__(self, input_x: Tensor) -> Tensor:
        return fold.extract_patches(
            "ops.ExtractImagePatches", input_x, self.ksizes[2:], self.strides[2:], self.rates[2:], self.padding.lower()
        )


class SpaceToBatchND(Primitive):
    """Move blocks of the last dimensions into the batch, after padding with zeros.

    Args:
        block_shape (Union[list(int), tuple(int), int]): size of a block per dimension.
        paddings (Union[tuple, list]): (before, after) per dimension.

    Source: mindspore.ops.SpaceToBatchND, MindSpore 2.10
    """

    def __init__(self, block_shape: Any, paddings: Any) -> None:
        self.block_shape = block_shape
        self.paddings = paddings

    def __call__(self, input_x: Tensor) -> Tensor:
        return fold.space_to_batch_nd(input_x, self.block_shape, self.paddings)


class BatchToSpaceND(Primitive):
    """Move the batch back into blocks of the last dimensions, and crop.

    Args:
        block_shape (Union[list(int), tuple(int), int]): size of a block per dimension.
        crops (Union[tuple, list]): (before, after) per dimension.

    Source: mindspore.ops.BatchToSpaceND, MindSpore 2.10
    """

    def __init__(self, block_shape: Any, crops: Any) -> None:
        self.block_shape = block_shape
        self.crops = crops

    def __call__(self, input_x: Tensor) -> Tensor:
        return fold.batch_to_space_nd(input_x, self.block_shape, self.crops)


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.ops.operations")
