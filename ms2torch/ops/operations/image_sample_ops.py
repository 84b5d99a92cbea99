"""Colours of images, further ways of resizing them, and cut-outs, as Primitives."""

from __future__ import annotations

from typing import Any

from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.image import color, resample
from ms2torch.ops.primitive import Primitive


class AdjustContrastv2(Primitive, fn=color.adjust_contrast):
    """Scale the distance of each channel from its mean over the image.

    Inputs:
        - **images** (Tensor) - of a floating type and shape :math:`(*, H, W, 3)`.
        - **contrast_factor** (Tensor) - the factor, 0-d.

    Source: mindspore.ops.AdjustContrastv2, MindSpore 2.10
    """


class AdjustHue(Primitive, fn=color.adjust_hue):
    """Turn the hue of RGB images.

    Inputs:
        - **image** (Tensor) - of a floating type and shape :math:`(*, H, W, 3)`.
        - **delta** (Tensor) - what is added to the hue, in whole turns, 0-d.

    Source: mindspore.ops.AdjustHue, MindSpore 2.10
    """


class AdjustSaturation(Primitive, fn=color.adjust_saturation):
    """Scale the saturation of RGB images.

    Inputs:
        - **image** (Tensor) - of a floating type and shape :math:`(*, H, W, 3)`.
        - **scale** (Tensor) - the factor, 0-d.

    Source: mindspore.ops.AdjustSaturation, MindSpore 2.10
    """


class HSVToRGB(Primitive, fn=color.hsv_to_rgb):
    """Compute the RGB images of hue, saturation and value.

    Inputs:
        - **x** (Tensor) - of a floating type and shape :math:`(N, H, W, 3)`.

    Source: mindspore.ops.HSVToRGB, MindSpore 2.10
    """


class RGBToHSV(Primitive, fn=color.rgb_to_hsv):
    """Compute hue, saturation and value of RGB images.

    Inputs:
        - **images** (Tensor) - of a floating type, the three channels last.

    Source: mindspore.ops.RGBToHSV, MindSpore 2.10
    """


class ResizeArea(Primitive):
    """Resize images by the mean of what each new element covers.

    Args:
        align_corners (bool): the corner elements stay in place. Default: ``False``.

    Inputs:
        - **images** (Tensor) - shape :math:`(N, H, W, C)`.
        - **size** (Tensor) - height and width.

    Outputs:
        Tensor of float32.

    Source: mindspore.ops.ResizeArea, MindSpore 2.10
    """

    def __init__(self, align_corners: bool = False) -> None:
        self.align_corners = align_corners

    def __call__(self, images: Tensor, size: Tensor) -> Tensor:
        return resample.resize_area(images, size, self.align_corners)


class ResizeBicubic(Primitive):
    """Resize images by cubic curves.

    Args:
        align_corners (bool): the corner elements' centres stay in place. Default: ``False``.
        half_pixel_centers (bool): an element's place is its centre. Default: ``False``.

    Inputs:
        - **image** (Tensor) - shape :math:`(N, C, H, W)`.
        - **size** (Union[tuple[int], Tensor]) - height and width.

    Raises:
        ValueError: if both flags are set.

    Differs from MindSpore: the weights are exact; its kernel takes them from a table of 1024 steps.

    Source: mindspore.ops.ResizeBicubic, MindSpore 2.10
    """

    def __init__(self, align_corners: bool = False, half_pixel_centers: bool = False) -> None:
        self.align_corners = align_corners
        self.half_pixel_centers = half_pixel_centers

    def __call__(self, image: Tensor, size: Any) -> Tensor:
        return resample.resize_bicubic(image, size, self.align_corners, self.half_pixel_centers)


class ResizeLinear1D(Primitive):
    """Resize sequences linearly.

    Args:
        coordinate_transformation_mode (str): ``"align_corners"`` or ``"half_pixel"``. Default: ``"align_corners"``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, L)`.
        - **size** (Union[tuple[int], list[int], Tensor]) - the new length.

    Source: mindspore.ops.ResizeLinear1D, MindSpore 2.10
    """

    def __init__(self, coordinate_transformation_mode: str = "align_corners") -> None:
        self.coordinate_transformation_mode = coordinate_transformation_mode

    def __call__(self, x: Tensor, size: Any) -> Tensor:
        return resample.resize_linear_1d(x, size, self.coordinate_transformation_mode)


class ScaleAndTranslate(Primitive):
    """Scale images and move them; what comes from outside is 0.

    Args:
        kernel_type (str): ``"lanczos1"``, ``"lanczos3"``, ``"lanczos5"``, ``"gaussian"``, ``"box"``, ``"triangle"``,
            ``"keyscubic"`` or ``"mitchellcubic"``. Default: ``"lanczos3"``.
        antialias (bool): widen the curve when the images shrink. Default: ``True``.

    Inputs:
        - **images** (Tensor) - shape :math:`(N, H, W, C)`.
        - **size** (Tensor) - height and width of the result.
        - **scale** (Tensor) - factors of height and width.
        - **translation** (Tensor) - elements to move down and right.

    Outputs:
        Tensor of float32.

    Raises:
        ValueError: if `kernel_type` is another word.

    Source: mindspore.ops.ScaleAndTranslate, MindSpore 2.10
    """

    def __init__(self, kernel_type: str = "lanczos3", antialias: bool = True) -> None:
        if kernel_type not in resample.KERNELS:
            msg = (
                f"ops.ScaleAndTranslate: kernel_type must be one of {', '.join(resample.KERNELS)}, got {kernel_type!r}"
            )
            raise ValueError(msg)
        self.kernel_type = kernel_type
        self.antialias = antialias

    def __call__(self, images: Tensor, size: Tensor, scale: Tensor, translation: Tensor) -> Tensor:
        return resample.scale_and_translate(images, size, scale, translation, self.kernel_type, self.antialias)


class UpsampleNearest3D(Primitive):
    """Resize volumes by the nearest element.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, D, H, W)`.
        - **output_size** (Union[tuple[int], list[int]]) - the size. Default: ``None``.
        - **scales** (Union[tuple[float], list[float]]) - the size as factors. Default: ``None``.

    Raises:
        ValueError: if not exactly one of size and factors is given.

    Differs from MindSpore: its CPU kernel uses the factor of the width for the height too.

    Source: mindspore.ops.UpsampleNearest3D, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor, output_size: Any = None, scales: Any = None) -> Tensor:
        return resample.upsample_3d("ops.UpsampleNearest3D", x, output_size, scales, "nearest", None)


class UpsampleTrilinear3D(Primitive):
    """Resize volumes linearly.

    Args:
        align_corners (bool): the corner elements' centres stay in place. Default: ``False``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, D, H, W)`.
        - **output_size** (Union[tuple[int], list[int]]) - the size. Default: ``None``.
        - **scales** (Union[tuple[float], list[float]]) - the size as factors. Default: ``None``.

    Raises:
        ValueError: if not exactly one of size and factors is given.

    Source: mindspore.ops.UpsampleTrilinear3D, MindSpore 2.10
    """

    def __init__(self, align_corners: bool = False) -> None:
        self.align_corners = align_corners

    def __call__(self, x: Tensor, output_size: Any = None, scales: Any = None) -> Tensor:
        return resample.upsample_3d(
            "ops.UpsampleTrilinear3D", x, output_size, scales, "trilinear", self.align_corners
        )  # fmt: skip


class ExtractGlimpse(Primitive):
    """Cut a window out of each image around a point.

    Args:
        centered (bool): the points count from the middle. Default: ``True``.
        normalized (bool): the points are shares of the size. Default: ``True``.
        uniform_noise (bool): fill what lies outside at random. Default: ``True``.
        noise (str): ``"uniform"``, ``"gaussian"`` or ``"zero"``. Default: ``"uniform"``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, H, W, C)`.
        - **size** (Tensor) - height and width of the window.
        - **offsets** (Tensor) - the points (y, x), of shape :math:`(N, 2)`.

    Raises:
        UnsupportedArgumentError: if a window lies partly outside, unless `noise` is ``"zero"``.
        ValueError: if `noise` is another word, or does not go with `uniform_noise`.

    Source: mindspore.ops.ExtractGlimpse, MindSpore 2.10
    """

    def __init__(
        self, centered: bool = True, normalized: bool = True, uniform_noise: bool = True, noise: str = "uniform"
    ) -> None:
        if noise not in ("uniform", "gaussian", "zero") or (uniform_noise and noise != "uniform"):
            msg = f"ops.ExtractGlimpse: noise={noise!r} and uniform_noise={uniform_noise} do not go together"
            raise ValueError(msg)
        self.centered = centered
        self.normalized = normalized
        self.uniform_noise = uniform_noise
        self.noise = noise

    def __call__(self, x: Tensor, size: Tensor, offsets: Tensor) -> Tensor:
        return resample.extract_glimpse(x, size, offsets, (self.centered, self.normalized), self.noise)
