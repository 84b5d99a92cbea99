"""Convolution, pooling and resizing written out: what a window sees, what it makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch
from torch.nn import functional

Steps = Iterator[tuple[str, torch.Tensor]]


def convolution(
    input: torch.Tensor,
    weight: torch.Tensor,
    bias: torch.Tensor | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
) -> Steps:
    """Write out a convolution as a product of its columns; the result alone where it is transposed or has groups."""
    whole = (weight, None, stride, padding, dilation, transposed, output_padding, groups)
    if not transposed and groups == 1 and input.dim() in {3, 4}:
        pads = [pad for size in reversed(padding) for pad in (size, size)]
        yield "padded", (padded := functional.pad(input, pads))
        columns = _windows(padded, weight.shape[2:], stride, dilation)
        yield "windows", columns
        axes = list(range(2, 2 + len(stride)))
        inner = list(range(2 + len(stride), columns.dim()))
        rows = columns.permute(0, *axes, 1, *inner).flatten(len(axes) + 1)
        yield "a row for each window", rows
        yield "a row for each window, flat", rows.flatten(1, -2)
        yield "a column for each window", rows.flatten(1, -2).transpose(1, 2)
        yield "weights of a row", weight.flatten(1)
        yield "product", rows @ weight.flatten(1).T
        yield "product, channels first", torch.convolution(input, *whole)
    elif bias is not None:
        yield "without bias", torch.convolution(input, *whole)
    result = torch.convolution(input, *whole)
    if bias is not None:
        result = result + bias.reshape(-1, *[1] * (result.dim() - 2))
    yield "result", result


def avg_pool2d(
    input: torch.Tensor,
    kernel_size: Sequence[int],
    stride: Sequence[int] = (),
    padding: Sequence[int] = (0, 0),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Steps:
    """Write out `avg_pool2d`; the result alone where it pads."""
    kernel = [*kernel_size] * (2 // len(kernel_size))
    if not any(padding) and not ceil_mode and divisor_override is None:
        columns = _windows(input, kernel, [*stride] * (2 // max(len(stride), 1)) or kernel, [1, 1])
        yield "windows", columns
        yield "columns summed", columns.sum(-1)
        yield "mean over columns", columns.mean(-1)
        yield "sum of a window", columns.sum((-2, -1))
        yield "mean of a window", columns.mean((-2, -1))
    else:
        yield (
            "result",
            functional.avg_pool2d(
                input, list(kernel), list(stride) or None, list(padding), ceil_mode, count_include_pad, divisor_override
            ),
        )


def adaptive_avg_pool2d(input: torch.Tensor, output_size: Sequence[int]) -> Steps:
    """Write out `adaptive_avg_pool2d`, whose windows are equal where the sizes divide."""
    height, width = input.shape[-2:]
    if height % output_size[0] or width % output_size[1]:
        yield "result", functional.adaptive_avg_pool2d(input, (output_size[0], output_size[1]))
        return
    kernel = (height // output_size[0], width // output_size[1])
    yield from avg_pool2d(input, kernel, kernel)


def upsample_nearest2d(
    input: torch.Tensor, output_size: Sequence[int], scales_h: float | None = None, scales_w: float | None = None
) -> Steps:
    """Write out `upsample_nearest2d`."""
    rows, columns = (
        (torch.arange(size, device=input.device) * (1 / scale if scale else old / size))
        .floor()
        .long()
        .clamp(max=old - 1)
        for size, old, scale in zip(output_size, input.shape[-2:], (scales_h, scales_w), strict=True)
    )
    yield "row of each row", rows
    yield "column of each column", columns
    yield "rows chosen", (tall := input.index_select(-2, rows))
    yield "columns chosen", input.index_select(-1, columns)
    yield "result", tall.index_select(-1, columns)


def upsample_bilinear2d(
    input: torch.Tensor,
    output_size: Sequence[int],
    align_corners: bool,
    scales_h: float | None = None,
    scales_w: float | None = None,
) -> Steps:
    """Write out `upsample_bilinear2d`: between which rows and columns, and how far."""
    result = input
    scales = (scales_h, scales_w)
    for axis, (size, scale) in zip((-2, -1), zip(output_size, scales, strict=True), strict=True):
        name, old = ("rows", "columns")[axis + 2], input.shape[axis]
        place = torch.arange(size, dtype=input.dtype, device=input.device)
        if align_corners:
            place = place * ((old - 1) / max(size - 1, 1))
        else:
            place = ((place + 0.5) * (1 / scale if scale else old / size) - 0.5).clamp(min=0)
        yield f"place between {name}", place
        low = place.floor().long().clamp(max=old - 1)
        part = (place - low).reshape(-1, *[1] * (-1 - axis))
        yield f"part of the next of the {name}", part
        first, second = result.index_select(axis, low), result.index_select(axis, (low + 1).clamp(max=old - 1))
        yield f"{name} mixed", (result := first * (1 - part) + second * part)


def pixel_shuffle(input: torch.Tensor, upscale_factor: int) -> Steps:
    """Write out `pixel_shuffle`."""
    *batch, channels, height, width = input.shape
    r = upscale_factor
    yield "channels apart", (apart := input.reshape(*batch, channels // (r * r), r, r, height, width))
    n = len(batch)
    yield "factors beside their axes", (beside := apart.permute(*range(n), n, n + 3, n + 1, n + 4, n + 2))
    yield "result", beside.reshape(*batch, channels // (r * r), height * r, width * r)


def pixel_unshuffle(input: torch.Tensor, downscale_factor: int) -> Steps:
    """Write out `pixel_unshuffle`."""
    *batch, channels, height, width = input.shape
    r = downscale_factor
    yield "factors apart", (apart := input.reshape(*batch, channels, height // r, r, width // r, r))
    n = len(batch)
    yield "factors behind channels", (behind := apart.permute(*range(n), n, n + 2, n + 4, n + 1, n + 3))
    yield "result", behind.reshape(*batch, channels * r * r, height // r, width // r)


def _windows(
    input: torch.Tensor, kernel: Sequence[int], stride: Sequence[int], dilation: Sequence[int]
) -> torch.Tensor:
    """Return what each window sees: ``(batch, channels, *places, *kernel)``."""
    for axis, (size, step, apart) in enumerate(zip(kernel, stride, dilation, strict=True)):
        span = (size - 1) * apart + 1
        input = input.unfold(2 + axis, span, step)[..., ::apart]
    return input
