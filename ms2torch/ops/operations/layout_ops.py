"""Moves between space, batch and channels, orders of dimensions, and older operators, as Primitives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core.base import TensorBase, unwrap, unwrap_or_scalar, wrap
from ms2torch._core.convert import shape_arg
from ms2torch._core.dtype import Type, optional_type
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.ops.function.array import scatter as array_scatter, scatter_inplace as array_scatter_inplace
from ms2torch.ops.function.nn import dense, fold
from ms2torch.ops.primitive import Primitive


def _block(op: str, block_size: Any) -> tuple[int, int]:
    if isinstance(block_size, bool) or not isinstance(block_size, int):
        msg = f"{op}: block_size must be an int, got {block_size!r}"
        raise TypeError(msg)
    if block_size < 2:
        msg = f"{op}: block_size must be 2 or more, got {block_size}"
        raise ValueError(msg)
    return block_size, block_size


class SpaceToBatch(Primitive):
    """Move blocks of images into the batch, after padding with zeros.

    Args:
        block_size (int): side of a block, at least 2.
        paddings (Union[tuple, list]): (before, after) of rows and of columns.

    Inputs:
        - **input_x** (Tensor) - shape :math:`(N, C, H, W)`.

    Raises:
        TypeError: if `block_size` is no int.
        ValueError: if it is below 2.

    Source: mindspore.ops.SpaceToBatch, MindSpore 2.10
    """

    def __init__(self, block_size: int, paddings: Any) -> None:
        self.block_size = _block("ops.SpaceToBatch", block_size)
        self.paddings = paddings

    def __call__(self, input_x: Tensor) -> Tensor:
        return fold.space_to_batch_nd(input_x, self.block_size, self.paddings)


class BatchToSpace(Primitive):
    """Move the batch back into blocks of images, and crop.

    Args:
        block_size (int): side of a block, at least 2.
        crops (Union[list(int), tuple(int)]): (before, after) of rows and of columns.

    Inputs:
        - **input_x** (Tensor) - shape :math:`(N, C, H, W)`.

    Raises:
        TypeError: if `block_size` is no int.
        ValueError: if it is below 2.

    Source: mindspore.ops.BatchToSpace, MindSpore 2.10
    """

    def __init__(self, block_size: int, crops: Any) -> None:
        self.block_size = _block("ops.BatchToSpace", block_size)
        self.crops = crops

    def __call__(self, input_x: Tensor) -> Tensor:
        return fold.batch_to_space_nd(input_x, self.block_size, self.crops)


class BatchToSpaceNDV2(Primitive):
    """Move the batch back into blocks of the last dimensions, and crop.

    Inputs:
        - **input_x** (Tensor) - the batch first.
        - **block_shape** (Union[Tensor, list(int), tuple(int), int]) - size of a block per dimension.
        - **crops** (Union[Tensor, list, tuple]) - (before, after) per dimension.

    Source: mindspore.ops.BatchToSpaceNDV2, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Tensor, block_shape: Any, crops: Any) -> Tensor:
        block, cut = (unwrap(v).tolist() if isinstance(v, TensorBase) else v for v in (block_shape, crops))
        return fold.batch_to_space_nd(input_x, block, cut)


class ExtractVolumePatches(Primitive):
    """Lay out sliding windows of volumes along the channels, the place in the window before the channel.

    Args:
        kernel_size (Union[int, tuple[int], list[int]]): the window, one number or ``[1, 1, D, H, W]``.
        strides (Union[int, tuple[int], list[int]]): its step, in the same form.
        padding (str): ``"SAME"`` or ``"VALID"``, in any case.

    Inputs:
        - **input_x** (Tensor) - shape :math:`(N, C, D, H, W)`.

    Raises:
        ValueError: if a setting or the shape does not fit.

    Source: mindspore.ops.ExtractVolumePatches, MindSpore 2.10
    """

    def __init__(self, kernel_size: Any, strides: Any, padding: str) -> None:
        found = []
        for name, value in (("kernel_size", kernel_size), ("strides", strides)):
            sizes = (1, 1, value, value, value) if isinstance(value, int) else tuple(value)
            if len(sizes) == 3:
                sizes = (1, 1, *sizes)
            if len(sizes) != 5 or sizes[:2] != (1, 1) or min(sizes) < 1:
                msg = f"ops.ExtractVolumePatches: {name} must be one number or [1, 1, D, H, W], got {value!r}"
                raise ValueError(msg)
            found.append(sizes[2:])
        if padding.upper() not in ("SAME", "VALID"):
            msg = f"ops.ExtractVolumePatches: padding must be 'SAME' or 'VALID', got {padding!r}"
            raise ValueError(msg)
        self.kernel_size, self.strides = found
        self.padding = padding.upper()

    def __call__(self, input_x: Tensor) -> Tensor:
        t = unwrap(input_x)
        if t.ndim != 5:
            msg = f"ops.ExtractVolumePatches: input_x must have shape (N, C, D, H, W), got {tuple(t.shape)}"
            raise ValueError(msg)
        if self.padding == "SAME":
            sides: list[int] = []
            for size, kernel, stride in zip(t.shape[2:], self.kernel_size, self.strides, strict=True):
                total = max((-(-size // stride) - 1) * stride + kernel - size, 0)
                sides = [total // 2, total - total // 2, *sides]
            t = F.pad(t, sides)
        if any(size < kernel for size, kernel in zip(t.shape[2:], self.kernel_size, strict=True)):
            msg = f"ops.ExtractVolumePatches: the window {self.kernel_size} is larger than {tuple(t.shape[2:])}"
            raise ValueError(msg)
        for dim, (kernel, stride) in enumerate(zip(self.kernel_size, self.strides, strict=True), start=2):
            t = t.unfold(dim, kernel, stride)
        return wrap(t.permute(0, 5, 6, 7, 1, 2, 3, 4).flatten(1, 4))


def _formats(op: str, src_format: str, dst_format: str) -> list[int]:
    """Return where each dimension of the target stands in the source.

    Raises:
        ValueError: if a format is neither NHWC nor NCHW.
    """
    for name, value in (("src_format", src_format), ("dst_format", dst_format)):
        if value not in ("NHWC", "NCHW"):
            msg = f"{op}: {name} must be 'NHWC' or 'NCHW', got {value!r}"
            raise ValueError(msg)
    return [src_format.index(letter) for letter in dst_format]


class DataFormatDimMap(Primitive):
    """Look up dimensions of one order in the other.

    Args:
        src_format (str): ``"NHWC"`` or ``"NCHW"``. Default: ``"NHWC"``.
        dst_format (str): ``"NHWC"`` or ``"NCHW"``. Default: ``"NCHW"``.

    Inputs:
        - **input_x** (Tensor) - dimensions of the target, from the end if negative.

    Outputs:
        Tensor, where they stand in the source. The documentation says it the other way round; this is what its example
        and the kernel give.

    Raises:
        ValueError: if a format is another word.

    Source: mindspore.ops.DataFormatDimMap, MindSpore 2.10
    """

    def __init__(self, src_format: str = "NHWC", dst_format: str = "NCHW") -> None:
        self._places = _formats("ops.DataFormatDimMap", src_format, dst_format)
        self.src_format = src_format
        self.dst_format = dst_format

    def __call__(self, input_x: Tensor) -> Tensor:
        t = unwrap(input_x)
        return wrap(torch.tensor(self._places, dtype=t.dtype, device=t.device)[t.long() % 4])


class DataFormatVecPermute(Primitive):
    """Put what is given for each dimension into another order.

    Args:
        src_format (str): ``"NHWC"`` or ``"NCHW"``. Default: ``"NHWC"``.
        dst_format (str): ``"NHWC"`` or ``"NCHW"``. Default: ``"NCHW"``.

    Inputs:
        - **input_x** (Tensor) - shape :math:`(4)` or :math:`(4, 2)`.

    Raises:
        ValueError: if a format is another word, or the shape does not fit.

    Source: mindspore.ops.DataFormatVecPermute, MindSpore 2.10
    """

    def __init__(self, src_format: str = "NHWC", dst_format: str = "NCHW") -> None:
        self._places = _formats("ops.DataFormatVecPermute", src_format, dst_format)
        self.src_format = src_format
        self.dst_format = dst_format

    def __call__(self, input_x: Tensor) -> Tensor:
        t = unwrap(input_x)
        if tuple(t.shape) not in ((4,), (4, 2)):
            msg = f"ops.DataFormatVecPermute: input_x must have shape (4,) or (4, 2), got {tuple(t.shape)}"
            raise ValueError(msg)
        return wrap(t[self._places])


class Dense(Primitive, fn=dense.dense):
    """Multiply by a weight and add a bias.

    Inputs:
        - **input** (Tensor) - the last dimension is the weight's.
        - **weight** (Tensor) - shape :math:`(out, in)`.
        - **bias** (Tensor) - shape :math:`(out)`. Default: ``None``.

    Source: mindspore.ops.Dense, MindSpore 2.10
    """


class LogSoftmaxExt(Primitive):
    """Compute the logarithm of softmax along a dimension.

    Inputs:
        - **input** (Tensor) - of a floating type.
        - **dim** (int, optional) - the dimension. Default ``None``: the first of 0, 1 or 3 dimensions, else the second.
        - **dtype** (mindspore.dtype, optional) - type to convert to first. Default: ``None``.

    Source: mindspore.ops.LogSoftmaxExt, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input: Tensor, dim: int | None = None, dtype: Type | None = None) -> Tensor:
        t = unwrap(input)
        dim = (0 if t.ndim in (0, 1, 3) else 1) if dim is None else dim
        return wrap(torch.log_softmax(t, dim, optional_type(dtype)))


class DropoutGenMask(Primitive):
    """Draw which elements dropout keeps, eight to a byte.

    Args:
        Seed0 (int): first seed; with both 0 the masks follow torch's global state. Default: ``0``.
        Seed1 (int): second seed. Default: ``0``.

    Inputs:
        - **shape** (tuple[int]) - shape of what is masked.
        - **keep_prob** (Tensor) - share of the elements kept.

    Outputs:
        Tensor of uint8, 16 bytes for each 128 elements begun.

    Raises:
        TypeError: if a seed is no int.

    Differs from MindSpore: a seed gives another mask.

    Source: mindspore.ops.DropoutGenMask, MindSpore 2.10
    """

    def __init__(self, Seed0: int = 0, Seed1: int = 0) -> None:
        if not isinstance(Seed0, int) or not isinstance(Seed1, int):
            msg = f"ops.DropoutGenMask: Seed0 and Seed1 must be ints, got {Seed0!r} and {Seed1!r}"
            raise TypeError(msg)
        self.Seed0 = Seed0
        self.Seed1 = Seed1
        self._source = torch.Generator().manual_seed(Seed0 * 2**31 + Seed1) if Seed0 or Seed1 else None

    def __call__(self, shape: Any, keep_prob: Any) -> Tensor:
        count = torch.Size(shape_arg(shape)).numel()
        kept = torch.rand(-(-count // 128) * 128, generator=self._source) < float(unwrap_or_scalar(keep_prob))
        bits = 2 ** torch.arange(8)
        return wrap((kept.view(-1, 8) * bits).sum(1).to(dtype=torch.uint8))


class DropoutDoMask(Primitive):
    """Apply a mask of `DropoutGenMask`: zeros where it says so, the rest divided by the share kept.

    Inputs:
        - **x** (Tensor) - of a floating type.
        - **mask** (Tensor) - the mask.
        - **keep_prob** (Tensor) - share of the elements kept.

    Raises:
        ValueError: if the mask is too short.

    Source: mindspore.ops.DropoutDoMask, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, x: Tensor, mask: Tensor, keep_prob: Any) -> Tensor:
        t, packed = unwrap(x), unwrap(mask).to(unwrap(x).device).flatten()
        if packed.numel() * 8 < t.numel():
            msg = f"ops.DropoutDoMask: a mask of {packed.numel()} bytes is too short for {t.numel()} elements"
            raise ValueError(msg)
        bits = 2 ** torch.arange(8, device=t.device)
        kept = ((packed[:, None].long() & bits) != 0).flatten()[: t.numel()].view(t.shape)
        return wrap(torch.where(kept, t / unwrap_or_scalar(keep_prob), 0).to(dtype=t.dtype))


class ScatterAddWithAxis(Primitive):
    """Add to the elements at indices along a dimension.

    Args:
        axis (int): the dimension. Default: ``0``.

    Inputs:
        - **input_x** (Tensor) - any shape.
        - **indices** (Tensor) - of int32 or int64.
        - **updates** (Tensor) - shape of `indices`.

    Source: mindspore.ops.ScatterAddWithAxis, MindSpore 2.10
    """

    def __init__(self, axis: int = 0) -> None:
        self.axis = axis

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter.tensor_scatter_elements(input_x, indices, updates, self.axis, "add")


class ScatterNonAliasingAdd(Primitive):
    """Add to elements or slices at coordinates of a Parameter, in place.

    Inputs:
        - **input_x** (Parameter) - any shape.
        - **indices** (Tensor) - coordinates in the last dimension.
        - **updates** (Tensor) - what is added.

    Source: mindspore.ops.ScatterNonAliasingAdd, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_nd_add(input_x, indices, updates)


class Dilation2D(Primitive):
    """Take the largest sum of elements and filter in each window of images.

    Args:
        stride (Union[int, tuple[int]]): step of the window: one number, two, or four of which the first two are 1.
        dilation (Union[int, tuple[int]]): step within the window, in the same form.
        pad_mode (str): ``"SAME"`` or ``"VALID"``, in any case. Default: ``"SAME"``.
        data_format (str): only ``"NCHW"``. Default: ``"NCHW"``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)`.
        - **filter** (Tensor) - shape :math:`(C, k_h, k_w)`.

    Raises:
        ValueError: if a setting or a shape does not fit.

    Differs from MindSpore: it has no CPU kernel; what "SAME" adds never is the largest here.

    Source: mindspore.ops.Dilation2D, MindSpore 2.10
    """

    def __init__(self, stride: Any, dilation: Any, pad_mode: str = "SAME", data_format: str = "NCHW") -> None:
        found = []
        for name, value in (("stride", stride), ("dilation", dilation)):
            sizes = (value, value) if isinstance(value, int) else tuple(value)
            if len(sizes) == 4 and sizes[:2] == (1, 1):
                sizes = sizes[2:]
            if len(sizes) != 2 or min(sizes) < 1:
                msg = (
                    f"ops.Dilation2D: {name} must be one positive number, two, or (1, 1, rows, columns), got {value!r}"
                )
                raise ValueError(msg)
            found.append(sizes)
        if pad_mode.upper() not in ("SAME", "VALID") or data_format != "NCHW":
            msg = f"ops.Dilation2D: needs pad_mode 'SAME' or 'VALID' and 'NCHW', got {pad_mode!r} and {data_format!r}"
            raise ValueError(msg)
        self.stride, self.dilation = found
        self.pad_mode = pad_mode.upper()

    def __call__(self, x: Tensor, filter: Tensor) -> Tensor:
        t, weight = unwrap(x), unwrap(filter)
        if t.ndim != 4 or weight.ndim != 3 or t.shape[1] != weight.shape[0]:
            msg = f"ops.Dilation2D: needs x (N, C, H, W) and filter (C, rows, columns), got {tuple(t.shape)} and "
            raise ValueError(msg + f"{tuple(weight.shape)}")
        reach = [(k - 1) * d + 1 for k, d in zip(weight.shape[1:], self.dilation, strict=True)]
        if self.pad_mode == "SAME":
            sides: list[int] = []
            for size, kernel, stride in zip(t.shape[2:], reach, self.stride, strict=True):
                total = max((-(-size // stride) - 1) * stride + kernel - size, 0)
                sides = [total // 2, total - total // 2, *sides]
            lowest = -torch.inf if t.is_floating_point() else torch.iinfo(t.dtype).min // 2
            t = F.pad(t, sides, value=lowest)
        seen = t.unfold(2, reach[0], self.stride[0]).unfold(3, reach[1], self.stride[1])
        seen = seen[..., :: self.dilation[0], :: self.dilation[1]]
        return wrap((seen + weight[:, None, None]).flatten(-2).max(-1).values)


class Morph(Primitive):
    """Call a function as a Primitive. Its gradient is that of what it does.

    Args:
        fn (Function): the function.
        infer_shape (Function): concerns the compiler.
        infer_dtype (Function): concerns the compiler.
        bprop_fn (Function, optional): only ``None``. Default: ``None``.

    Inputs:
        those of `fn`.

    Raises:
        UnsupportedArgumentError: if `bprop_fn` is given.

    Differs from MindSpore: also runs in PyNative mode.

    Source: mindspore.ops.Morph, MindSpore 2.10
    """

    def __init__(
        self,
        fn: Callable[..., Any],
        infer_shape: Callable[..., Any],
        infer_dtype: Callable[..., Any],
        bprop_fn: Callable[..., Any] | None = None,
    ) -> None:
        super().__init__()
        if bprop_fn is not None:
            remedy = "write a Cell with a bprop method, and call it in fn"
            raise UnsupportedArgumentError("ops.Morph", "bprop_fn", bprop_fn, remedy)
        self.fn = fn
        self.infer_shape = infer_shape
        self.infer_dtype = infer_dtype

    def __call__(self, *args: Any) -> Any:
        """Call the function."""
        return self.fn(*args)
