"""Layers for images."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.below_jit import in_graph
from ms2torch._core.grad_mode import is_for_torch
from ms2torch._lazy import elsewhere
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import positive_int
from ms2torch.nn.layer.container import CellList
from ms2torch.nn.layer.conv import Conv2d
from ms2torch.ops.function.image.resize import resize_bilinear
from ms2torch.ops.function.nn.fold import pixel_shuffle, pixel_unshuffle

__all__ = [
    "MSSSIM",
    "PSNR",
    "SSIM",
    "CentralCrop",
    "ImageGradients",
    "PixelShuffle",
    "PixelUnshuffle",
    "ResizeBilinear",
]


def _images(layer: str, *images: Tensor) -> list[torch.Tensor]:
    """Return the images, which must have four dimensions and be alike.

    Raises:
        TypeError: if their types differ.
        ValueError: if their shapes do.
    """
    tensors = [unwrap(image) for image in images]
    for t in tensors:
        if t.ndim != 4:
            msg = f"nn.{layer}: an image must have 4 dimensions, got shape {tuple(t.shape)}"
            raise ValueError(msg)
        if t.shape != tensors[0].shape:
            msg = f"nn.{layer}: the images must be of the same shape, got {[tuple(x.shape) for x in tensors]}"
            raise ValueError(msg)
        if t.dtype != tensors[0].dtype:
            msg = f"nn.{layer}: the images must be of the same type, got {[x.dtype for x in tensors]}"
            raise TypeError(msg)
    return tensors


def _as_float(t: torch.Tensor) -> torch.Tensor:
    """Return an image in a floating type; integers are divided by the largest of their type."""
    if t.dtype == torch.float64:
        return t
    return t.float() if t.is_floating_point() else t.float() / torch.iinfo(t.dtype).max


def _need_graph(layer: str) -> None:
    """Refuse a layer that MindSpore's PyNative mode refuses: it converts its range by ScalarCast, to float32.

    Raises:
        ValueError: if MindSpore would not run this as a graph.
    """
    if not (is_for_torch() or in_graph()):
        msg = (
            f"nn.{layer} runs in MindSpore 2.10 as a graph only: PyNative mode refuses its ScalarCast to Float32; "
            "call it below mindspore.jit, or set_context(mode=GRAPH_MODE)"
        )
        raise ValueError(msg)


def _scaled(max_val: float, t: torch.Tensor) -> float:
    """Return the dynamic range on the scale that `_as_float` brings an image to."""
    return max_val if t.is_floating_point() else max_val / torch.iinfo(t.dtype).max


def _max_val(layer: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        msg = f"For '{layer}', the 'max_val' must be a number, but got {value!r}."
        raise TypeError(msg)
    if value <= 0:
        msg = f"For '{layer}', the 'max_val' must > 0.0, but got {value}."
        raise ValueError(msg)
    return value


def _gaussian(size: int, sigma: float) -> Tensor:
    """Return a window of the normal distribution that adds up to 1, as a weight of shape (1, 1, size, size)."""
    place = np.arange(-size // 2 + 1, size // 2 + 1, dtype=np.float32) ** 2
    window = np.exp(-(place[:, None] + place[None, :]) / (2 * sigma**2))
    return Tensor((window / window.sum())[None, None].astype(np.float32))


class _Similarity(Cell):
    """What the structural similarities share."""

    def __init__(self, max_val: float, filter_size: int, filter_sigma: float, k1: float, k2: float) -> None:
        super().__init__()
        name = type(self).__name__
        self.max_val = _max_val(name, max_val)
        self.filter_size = positive_int(name, "filter_size", filter_size)
        for argument, value in (("filter_sigma", filter_sigma), ("k1", k1), ("k2", k2)):
            if not isinstance(value, float):
                msg = f"For '{name}', the type of '{argument}' should be 'float', but got {value!r}."
                raise TypeError(msg)
        if filter_sigma <= 0:
            msg = f"For '{name}', the 'filter_sigma' must be above 0, but got {filter_sigma}."
            raise ValueError(msg)
        self.filter_sigma = filter_sigma
        self.k1 = k1
        self.k2 = k2

    def _window(self) -> Conv2d:
        window = _gaussian(self.filter_size, self.filter_sigma)
        conv = Conv2d(1, 1, self.filter_size, stride=1, pad_mode="valid", weight_init=window)
        conv.weight.requires_grad = False
        return conv

    def _compare(self, conv: Conv2d, a: torch.Tensor, b: torch.Tensor, top: float) -> tuple[torch.Tensor, torch.Tensor]:
        """Return similarity and contrast for each channel of each image."""
        if min(a.shape[2:]) < self.filter_size:
            msg = (
                f"nn.{type(self).__name__}: images of {tuple(a.shape)} are smaller than filter_size {self.filter_size}"
            )
            raise ValueError(msg)
        channels = a.shape[1]
        weight = conv.weight._t.to(dtype=a.dtype).expand(channels, 1, -1, -1)

        def mean(t: torch.Tensor) -> torch.Tensor:
            return F.conv2d(t, weight, groups=channels)

        c1, c2 = (self.k1 * top) ** 2, (self.k2 * top) ** 2
        mean_a, mean_b = mean(a), mean(b)
        variances = mean(a * a) - mean_a**2 + mean(b * b) - mean_b**2
        contrast = (2 * (mean(a * b) - mean_a * mean_b) + c2) / (variances + c2)
        similarity = (2 * mean_a * mean_b + c1) / (mean_a**2 + mean_b**2 + c1) * contrast
        return similarity.mean((2, 3)), contrast.mean((2, 3))


class SSIM(_Similarity):
    """Compute the structural similarity of two batches of images.

    Args:
        max_val (Union[int, float]): the dynamic range. Default: ``1.0``.
        filter_size (int): size of the Gaussian window. Default: ``11``.
        filter_sigma (float): its standard deviation. Default: ``1.5``.
        k1 (float): the constant for the means. Default: ``0.01``.
        k2 (float): the constant for the variances. Default: ``0.03``.

    Inputs:
        - **img1** (Tensor) - shape :math:`(N, C, H, W)`, float16, float32 or float64.
        - **img2** (Tensor) - the same.

    Outputs:
        Tensor of shape :math:`(N,)`.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if an argument is out of range, or the shapes do not fit.

    Source: mindspore.nn.SSIM, MindSpore 2.10
    """

    def __init__(
        self,
        max_val: float = 1.0,
        filter_size: int = 11,
        filter_sigma: float = 1.5,
        k1: float = 0.01,
        k2: float = 0.03,
    ) -> None:
        super().__init__(max_val, filter_size, filter_sigma, k1, k2)
        self.conv = self._window()

    def construct(self, img1: Tensor, img2: Tensor) -> Tensor:
        _need_graph("SSIM")
        a, b = _images("SSIM", img1, img2)
        if not a.is_floating_point():
            msg = f"nn.SSIM: the images must be of a floating type, got {a.dtype}"
            raise TypeError(msg)
        similarity, _ = self._compare(self.conv, _as_float(a), _as_float(b), self.max_val)
        return wrap(similarity.mean(-1))


class MSSSIM(_Similarity):
    """Compute the structural similarity of two batches of images over several scales.

    Args:
        max_val (Union[int, float]): the dynamic range. Default: ``1.0``.
        power_factors (Union[tuple, list]): the weight of each scale.
            Default: ``(0.0448, 0.2856, 0.3001, 0.2363, 0.1333)``.
        filter_size (int): size of the Gaussian window. Default: ``11``.
        filter_sigma (float): its standard deviation. Default: ``1.5``.
        k1 (float): the constant for the means. Default: ``0.01``.
        k2 (float): the constant for the variances. Default: ``0.03``.

    Inputs:
        - **img1** (Tensor) - shape :math:`(N, C, H, W)`.
        - **img2** (Tensor) - the same.

    Outputs:
        Tensor of shape :math:`(N,)`.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if an argument is out of range, or the shapes do not fit.

    Source: mindspore.nn.MSSSIM, MindSpore 2.10
    """

    def __init__(
        self,
        max_val: float = 1.0,
        power_factors: tuple[float, ...] | list[float] = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333),
        filter_size: int = 11,
        filter_sigma: float = 1.5,
        k1: float = 0.01,
        k2: float = 0.03,
    ) -> None:
        super().__init__(max_val, filter_size, filter_sigma, k1, k2)
        if not isinstance(power_factors, (tuple, list)):
            msg = f"For 'MSSSIM', the 'power_factors' must be a tuple or list, but got {power_factors!r}."
            raise TypeError(msg)
        self.power_factors = power_factors
        self.multi_convs_list = CellList([self._window() for _ in power_factors])

    def construct(self, img1: Tensor, img2: Tensor) -> Tensor:
        _need_graph("MSSSIM")
        a, b = _images("MSSSIM", img1, img2)
        top = _scaled(self.max_val, a)
        a, b = _as_float(a), _as_float(b)
        factors: list[torch.Tensor] = []
        similarity = a
        for conv in self.multi_convs_list:
            similarity, contrast = self._compare(conv, a, b, top)
            factors.append(torch.relu(contrast))
            a, b = F.avg_pool2d(a, 2), F.avg_pool2d(b, 2)
        factors[-1] = torch.relu(similarity)
        stacked = torch.stack(factors, -1)
        powers = torch.tensor(self.power_factors, dtype=stacked.dtype, device=stacked.device)
        return wrap((stacked**powers).prod(-1).mean(-1))


class PSNR(Cell):
    """Compute the peak signal-to-noise ratio of two batches of images, in decibel.

    Args:
        max_val (Union[int, float]): the dynamic range. Default: ``1.0``.

    Inputs:
        - **img1** (Tensor) - shape :math:`(N, C, H, W)`.
        - **img2** (Tensor) - the same.

    Outputs:
        Tensor of shape :math:`(N,)`.

    Raises:
        TypeError: if `max_val` is no number, or the types differ.
        ValueError: if `max_val` is not above 0, or the shapes do not fit.

    Source: mindspore.nn.PSNR, MindSpore 2.10
    """

    def __init__(self, max_val: float = 1.0) -> None:
        super().__init__()
        self.max_val = _max_val("PSNR", max_val)

    def construct(self, img1: Tensor, img2: Tensor) -> Tensor:
        _need_graph("PSNR")
        a, b = _images("PSNR", img1, img2)
        top = _scaled(self.max_val, a)
        error = (_as_float(a) - _as_float(b)).square().mean((1, 2, 3))
        return wrap(10 * torch.log10(top**2 / error))


class CentralCrop(Cell):
    """Cut the middle out of images.

    Args:
        central_fraction (float): the share of height and width that stays, in (0, 1].

    Inputs:
        - **image** (Tensor) - shape :math:`(C, H, W)` or :math:`(N, C, H, W)`.

    Raises:
        TypeError: if `central_fraction` is no float.
        ValueError: if it is out of range, or the input has another rank.

    Source: mindspore.nn.CentralCrop, MindSpore 2.10
    """

    def __init__(self, central_fraction: float) -> None:
        super().__init__()
        if not isinstance(central_fraction, float):
            msg = f"For 'CentralCrop', the 'central_fraction' must be a float, but got {central_fraction!r}."
            raise TypeError(msg)
        if not 0 < central_fraction <= 1:
            msg = f"For 'CentralCrop', the 'central_fraction' must be in (0.0, 1.0], but got {central_fraction}."
            raise ValueError(msg)
        self.central_fraction = central_fraction

    def construct(self, image: Tensor) -> Tensor:
        t = unwrap(image)
        if t.ndim not in (3, 4):
            msg = f"nn.CentralCrop: the image must have 3 or 4 dimensions, got shape {tuple(t.shape)}"
            raise ValueError(msg)
        height, width = t.shape[-2:]
        top = int((height - height * self.central_fraction) / 2)
        left = int((width - width * self.central_fraction) / 2)
        return wrap(t[..., top : height - top, left : width - left])


class ImageGradients(Cell):
    """Subtract from each pixel's next one below and to the right; the last row and column are zero.

    Inputs:
        - **images** (Tensor) - shape :math:`(N, C, H, W)`.

    Outputs:
        tuple of two Tensors of the same shape: the vertical and the horizontal difference.

    Raises:
        ValueError: if the input has not four dimensions.

    Source: mindspore.nn.ImageGradients, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, images: Tensor) -> tuple[Tensor, Tensor]:
        (t,) = _images("ImageGradients", images)
        vertical = F.pad(t[:, :, 1:] - t[:, :, :-1], (0, 0, 0, 1))
        horizontal = F.pad(t[:, :, :, 1:] - t[:, :, :, :-1], (0, 1))
        return wrap(vertical), wrap(horizontal)


class PixelShuffle(Cell):
    """Spread channels over larger images.

    Args:
        upscale_factor (int): the factor r.

    Inputs:
        - **input** (Tensor) - shape :math:`(*, C r^2, H, W)`.

    Source: mindspore.nn.PixelShuffle, MindSpore 2.10
    """

    def __init__(self, upscale_factor: int) -> None:
        super().__init__()
        self.upscale_factor = upscale_factor

    def construct(self, input: Tensor) -> Tensor:
        return pixel_shuffle(input, self.upscale_factor)


class PixelUnshuffle(Cell):
    """Gather images into more channels.

    Args:
        downscale_factor (int): the factor r.

    Inputs:
        - **input** (Tensor) - shape :math:`(*, C, H r, W r)`.

    Source: mindspore.nn.PixelUnshuffle, MindSpore 2.10
    """

    def __init__(self, downscale_factor: int) -> None:
        super().__init__()
        self.downscale_factor = downscale_factor

    def construct(self, input: Tensor) -> Tensor:
        return pixel_unshuffle(input, self.downscale_factor)


class ResizeBilinear(Cell):
    """Resize images linearly. MindSpore dropped it in 2.0; kept, with a warning, for older code.

    Args:
        half_pixel_centers (bool): an element's place is its centre, as torch has it. Default: ``False``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)`.
        - **size** (Union[tuple[int], list[int], None]) - height and width. Default: ``None``.
        - **scale_factor** (int, optional) - the size as a factor of the input's. Default: ``None``.
        - **align_corners** (bool) - the corner elements' centres stay in place. Default: ``False``.

    Raises:
        TypeError: if `scale_factor` is no int.
        ValueError: if not one of `size` and `scale_factor` is given, or they do not fit.

    Source: mindspore.nn.ResizeBilinear, MindSpore 1.10
    """

    def __init__(self, half_pixel_centers: bool = False) -> None:
        super().__init__()
        warnings.warn(
            "nn.ResizeBilinear is gone from MindSpore 2; write ops.interpolate(x, size, mode='bilinear') instead",
            DeprecationWarning,
            stacklevel=2,
        )
        self.half_pixel_centers = half_pixel_centers

    def construct(
        self,
        x: Tensor,
        size: tuple[int, int] | list[int] | None = None,
        scale_factor: int | None = None,
        align_corners: bool = False,
    ) -> Tensor:
        if (size is None) == (scale_factor is None):
            msg = f"nn.ResizeBilinear: give one of size and scale_factor, got {size!r} and {scale_factor!r}"
            raise ValueError(msg)
        if scale_factor is not None:
            factor = positive_int("ResizeBilinear", "scale_factor", scale_factor)
            size = tuple(side * factor for side in unwrap(x).shape[2:])  # type: ignore[assignment]
        return resize_bilinear("nn.ResizeBilinear", x, size, align_corners, self.half_pixel_centers)


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
