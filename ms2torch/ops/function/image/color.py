"""Colours of images: contrast, hue, saturation, and the way between RGB and HSV."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import admitted
from ms2torch._core.tensor_type import Tensor


def _colours(op: str, images: Tensor, least: int) -> torch.Tensor:
    """Return the images, in float32 at least.

    Raises:
        TypeError: if they are not of a floating type.
        ValueError: if they have too few dimensions, or other than three channels.
    """
    t = unwrap(images)
    if not t.is_floating_point():
        msg = f"{op}: images must be of a floating type, got {t.dtype}"
        raise TypeError(msg)
    if t.ndim < least or t.shape[-1] != 3:
        msg = f"{op}: images must have {least} dimensions or more and 3 channels last, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    return t.float() if t.dtype in (torch.float16, torch.bfloat16) else t


def _scalar(op: str, name: str, value: Tensor) -> torch.Tensor:
    t = unwrap(value)
    if t.ndim != 0:
        msg = f"{op}: {name} must be a Tensor without dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    return t


def _hue_saturation(t: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return hue, largest channel and the spread of the channels."""
    red, green, blue = t.unbind(-1)
    top = t.amax(-1)
    spread = top - t.amin(-1)
    scale = 1 / (6 * torch.where(spread > 0, spread, torch.ones_like(spread)))
    hue = torch.where(
        red == top,
        (green - blue) * scale,
        torch.where(green == top, (blue - red) * scale + 2 / 6, (red - green) * scale + 4 / 6),
    )
    hue = torch.where(spread > 0, hue, torch.zeros_like(hue))
    return torch.where(hue < 0, hue + 1, hue), top, spread


def _pure(hue: torch.Tensor) -> torch.Tensor:
    """Return the channels, in [0, 1], of the full colour of a hue."""
    turn = hue * 6
    channels = ((turn - 3).abs() - 1, 2 - (turn - 2).abs(), 2 - (turn - 4).abs())
    return torch.stack(channels, -1).clamp(0, 1)


def rgb_to_hsv(images: Tensor) -> Tensor:
    """Compute hue, saturation and value of RGB images.

    Args:
        images (Tensor): of a floating type, in [0, 1], the three channels last.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `images` is not of a floating type.
        ValueError: if there are not three channels.

    Source: mindspore.ops.RGBToHSV, MindSpore 2.10
    """
    t = _colours("ops.RGBToHSV", images, 1)
    hue, top, spread = _hue_saturation(t)
    saturation = torch.where(top > 0, spread / torch.where(top > 0, top, torch.ones_like(top)), torch.zeros_like(top))
    return wrap(torch.stack((hue, saturation, top), -1).to(admitted(images, "ops.RGBToHSV").dtype))


def hsv_to_rgb(x: Tensor) -> Tensor:
    """Compute the RGB images of hue, saturation and value.

    Args:
        x (Tensor): of a floating type, in [0, 1], of shape :math:`(N, H, W, 3)`.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `x` is not of a floating type.
        ValueError: if `x` has another shape.

    Source: mindspore.ops.HSVToRGB, MindSpore 2.10
    """
    t = _colours("ops.HSVToRGB", x, 4)
    if t.ndim != 4:
        msg = f"ops.HSVToRGB: x must have 4 dimensions, got shape {tuple(t.shape)}"
        raise ValueError(msg)
    hue, saturation, value = t[..., 0], t[..., 1:2], t[..., 2:3]
    return wrap(((1 - saturation + saturation * _pure(hue)) * value).to(admitted(x, "ops.HSVToRGB").dtype))


def adjust_contrast(images: Tensor, contrast_factor: Tensor) -> Tensor:
    """Scale the distance of each channel from its mean over the image.

    Args:
        images (Tensor): of a floating type and shape :math:`(*, H, W, 3)`.
        contrast_factor (Tensor): the factor, 0-d.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `images` is not of a floating type.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.AdjustContrastv2, MindSpore 2.10
    """
    t = _colours("ops.AdjustContrastv2", images, 3)
    mean = t.mean((-3, -2), keepdim=True)
    factor = _scalar("ops.AdjustContrastv2", "contrast_factor", contrast_factor)
    return wrap(((t - mean) * factor + mean).to(admitted(images, "ops.operations.image_ops.AdjustContrastv2").dtype))


def adjust_hue(image: Tensor, delta: Tensor) -> Tensor:
    """Turn the hue of RGB images.

    Args:
        image (Tensor): of a floating type and shape :math:`(*, H, W, 3)`.
        delta (Tensor): what is added to the hue, in whole turns, 0-d.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `image` is not of a floating type.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.AdjustHue, MindSpore 2.10
    """
    t = _colours("ops.AdjustHue", image, 3)
    hue, top, spread = _hue_saturation(t)
    hue = torch.remainder(hue + _scalar("ops.AdjustHue", "delta", delta), 1)
    return wrap((top[..., None] - spread[..., None] * (1 - _pure(hue))).to(admitted(image, "ops.AdjustHue").dtype))


def adjust_saturation(image: Tensor, scale: Tensor) -> Tensor:
    """Scale the saturation of RGB images, up to the full colours.

    Args:
        image (Tensor): of a floating type and shape :math:`(*, H, W, 3)`.
        scale (Tensor): the factor, 0-d.

    Returns:
        Tensor, same shape and type.

    Raises:
        TypeError: if `image` is not of a floating type.
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.AdjustSaturation, MindSpore 2.10
    """
    t = _colours("ops.AdjustSaturation", image, 3)
    hue, top, spread = _hue_saturation(t)
    saturation = torch.where(top > 0, spread / torch.where(top > 0, top, torch.ones_like(top)), torch.zeros_like(top))
    saturation = (saturation * _scalar("ops.AdjustSaturation", "scale", scale)).clamp(0, 1)[..., None]
    return wrap(
        (top[..., None] * (1 - saturation * (1 - _pure(hue)))).to(admitted(image, "ops.AdjustSaturation").dtype)
    )
