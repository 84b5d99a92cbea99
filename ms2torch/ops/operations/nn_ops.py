"""Convolutions as Primitives, and what only `mindspore.ops.operations.nn_ops` exports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ms2torch._core.base import unwrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError, require_default
from ms2torch._lazy import elsewhere
from ms2torch.ops.function.nn import conv, conv_transpose
from ms2torch.ops.function.nn._windows import pad_mode_arg, padding_pairs, per_dim
from ms2torch.ops.function.nn.fused_attention import speed_fusion_attention
from ms2torch.ops.operations.ascend_ops import PromptFlashAttention
from ms2torch.ops.operations.loss_ops import SparseSoftmaxCrossEntropyWithLogitsV2
from ms2torch.ops.primitive import Primitive

__all__ = ["FlashAttentionScore", "PromptFlashAttention", "SparseSoftmaxCrossEntropyWithLogitsV2"]


class FlashAttentionScore(Primitive):
    """Attend with several heads, and return the softmax's maxima and sums too.

    Args:
        head_num (int): heads of the query.
        keep_prob (float): what dropout keeps. Default: ``1.0``.
        scale_value (float): multiplies the scores. Default: ``1.0``.
        pre_tokens (int): keys before the query that count. Default: ``2147483647``.
        next_tokens (int): keys after the query that count. Default: ``2147483647``.
        inner_precise (int): reserved. Default: ``0``.
        input_layout (str): order of the dimensions. Default: ``"BSH"``.
        sparse_mode (int): how the mask is written. Default: ``0``.

    Inputs:
        `query`, `key`, `value`, `real_shift`, `drop_mask`, `padding_mask`, `attn_mask`, `prefix`, `actual_seq_qlen`,
        `actual_seq_kvlen`, as `ops.flash_attention_score` takes them.

    Outputs:
        Tuple of the largest score and the sum of each row, an empty Tensor, and what was attended to.

    Differs from MindSpore: largest scores and sums have a last size of 1 where the kernel repeats them 8 times; the
    mask of dropout is drawn by torch, and `drop_mask` is only ``None``.

    Source: mindspore.ops.operations.nn_ops.FlashAttentionScore, MindSpore 2.10
    """

    def __init__(
        self,
        head_num: int,
        keep_prob: float = 1.0,
        scale_value: float = 1.0,
        pre_tokens: int = 2147483647,
        next_tokens: int = 2147483647,
        inner_precise: int = 0,
        input_layout: str = "BSH",
        sparse_mode: int = 0,
    ) -> None:
        super().__init__()
        self.head_num, self.keep_prob, self.scale_value = head_num, keep_prob, scale_value
        self.pre_tokens, self.next_tokens, self.inner_precise = pre_tokens, next_tokens, inner_precise
        self.input_layout, self.sparse_mode = input_layout, sparse_mode

    def __call__(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        real_shift: Tensor | None = None,
        drop_mask: Tensor | None = None,
        padding_mask: Tensor | None = None,
        attn_mask: Tensor | None = None,
        prefix: Any = None,
        actual_seq_qlen: Any = None,
        actual_seq_kvlen: Any = None,
    ) -> tuple[Tensor, ...]:
        require_default("ops.FlashAttentionScore", "drop_mask", drop_mask, None, "pass keep_prob alone")
        out, largest, total, empty, *_ = speed_fusion_attention(
            query,
            key,
            value,
            self.head_num,
            self.input_layout,
            pse=real_shift,
            padding_mask=padding_mask,
            atten_mask=attn_mask,
            scale=self.scale_value,
            keep_prob=self.keep_prob,
            pre_tokens=self.pre_tokens,
            next_tokens=self.next_tokens,
            prefix=prefix,
            actual_seq_qlen=actual_seq_qlen,
            actual_seq_kvlen=actual_seq_kvlen,
            sparse_mode=self.sparse_mode,
            pse_type=0,
        )
        return largest, total, empty, out


class _Window(Primitive):
    """What the convolutions share: window, step and padding."""

    dims: int

    def _set(
        self,
        out_channel: int,
        kernel_size: Any,
        mode: int,
        pad_mode: str,
        pad: Any,
        stride: Any,
        dilation: Any,
        group: int,
        data_format: str,
    ) -> None:
        op, n = f"ops.{type(self).__name__}", self.dims
        if mode != 1:
            msg = f"{op}: mode must be 1, got {mode!r}"
            raise ValueError(msg)
        if data_format not in ("NCHW", "NCDHW"):
            remedy = "transpose the input so that the channels are dimension 1"
            raise UnsupportedArgumentError(op, "data_format", data_format, remedy)
        if not isinstance(pad, (int, tuple)):
            msg = (
                f"For '{type(self).__name__}', the type of 'pad' should be one of '['int', 'tuple']', but got {pad!r}."
            )
            raise TypeError(msg)
        self.out_channel = out_channel
        self.kernel_size = per_dim(op, "kernel_size", kernel_size, n)
        self.pad_mode = pad_mode_arg(op, pad_mode)
        self.pad = pad
        self.stride = per_dim(op, "stride", stride, n)
        self.dilation = per_dim(op, "dilation", dilation, n)
        self.group = group
        self.data_format = data_format
        pairs = padding_pairs(op, pad, n)
        if self.pad_mode != "pad" and any(side for pair in pairs for side in pair):
            msg = f"{op}: pad must be zero when pad_mode is {pad_mode!r}, got {pad!r}"
            raise ValueError(msg)

    def _check_weight(self, w: Tensor) -> None:
        shape = tuple(unwrap(w).shape)
        if shape[0] != self.out_channel or shape[2:] != self.kernel_size:
            msg = (
                f"ops.{type(self).__name__}: a weight of shape {shape} does not fit out_channel={self.out_channel} and "
                f"kernel_size={self.kernel_size}"
            )
            raise ValueError(msg)

    def _convolve(self, function: Callable[..., Tensor], x: Tensor, w: Tensor) -> Tensor:
        self._check_weight(w)
        padding = self.pad if self.pad_mode == "pad" else 0
        return function(x, w, None, self.stride, self.pad_mode, padding, self.dilation, self.group)


class Conv2D(_Window):
    """Convolve images.

    Args:
        out_channel (int): channels of the output.
        kernel_size (Union[int, tuple[int]]): size of the window.
        mode (int): only 1. Default: ``1``.
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``. Default: ``"valid"`` (that of `nn.Conv2d` is "same").
        pad (Union[int, tuple[int]]): one number or (top, bottom, left, right), in mode "pad". Default: ``0``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        group (int): groups of channels. Default: ``1``.
        data_format (str): only ``"NCHW"``. Default: ``"NCHW"``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C_{in}, H, W)`.
        - **weight** (Tensor) - shape :math:`(C_{out}, C_{in} / group, k_H, k_W)`.

    Raises:
        ValueError: if an argument is out of range, or the weight does not fit.

    Source: mindspore.ops.Conv2D, MindSpore 2.10
    """

    dims = 2

    def __init__(
        self,
        out_channel: int,
        kernel_size: Any,
        mode: int = 1,
        pad_mode: str = "valid",
        pad: Any = 0,
        stride: Any = 1,
        dilation: Any = 1,
        group: int = 1,
        data_format: str = "NCHW",
    ) -> None:
        self._set(out_channel, kernel_size, mode, pad_mode, pad, stride, dilation, group, data_format)

    def __call__(self, x: Tensor, weight: Tensor) -> Tensor:
        return self._convolve(conv.conv2d, x, weight)


class Conv3D(_Window):
    """Convolve volumes.

    Args:
        out_channel (int): channels of the output.
        kernel_size (Union[int, tuple[int]]): size of the window.
        mode (int): only 1. Default: ``1``.
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``. Default: ``"valid"``.
        pad (Union[int, tuple[int]]): one number or (front, back, top, bottom, left, right), in mode "pad".
            Default: ``0``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        group (int): groups of channels. Default: ``1``.
        data_format (str): only ``"NCDHW"``. Default: ``"NCDHW"``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C_{in}, D, H, W)`.
        - **weight** (Tensor) - shape :math:`(C_{out}, C_{in} / group, k_D, k_H, k_W)`.

    Raises:
        ValueError: if an argument is out of range, or the weight does not fit.

    Source: mindspore.ops.Conv3D, MindSpore 2.10
    """

    dims = 3

    def __init__(
        self,
        out_channel: int,
        kernel_size: Any,
        mode: int = 1,
        pad_mode: str = "valid",
        pad: Any = 0,
        stride: Any = 1,
        dilation: Any = 1,
        group: int = 1,
        data_format: str = "NCDHW",
    ) -> None:
        self._set(out_channel, kernel_size, mode, pad_mode, pad, stride, dilation, group, data_format)

    def __call__(self, x: Tensor, weight: Tensor) -> Tensor:
        return self._convolve(conv.conv3d, x, weight)


class Conv2DTranspose(_Window):
    """Run a transposed convolution of images to a given size.

    Args:
        out_channel (int): channels of the input of this operation (the output of the convolution it reverses).
        kernel_size (Union[int, tuple[int]]): size of the window.
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``. Default: ``"valid"``.
        pad (Union[int, tuple[int]]): one number or (top, bottom, left, right), in mode "pad". Default: ``0``.
        pad_list (Union[int, tuple[int], None]): another name of `pad`, used if given. Default: ``None``.
        mode (int): only 1. Default: ``1``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        group (int): groups of channels. Default: ``1``.
        data_format (str): only ``"NCHW"``. Default: ``"NCHW"``.

    Inputs:
        - **dout** (Tensor) - shape :math:`(N, C_{in}, H, W)`.
        - **weight** (Tensor) - shape :math:`(C_{in}, C_{out} / group, k_H, k_W)`.
        - **input_size** (tuple[int]) - shape of the result.

    Raises:
        ValueError: if an argument is out of range, or the size does not fit.

    Source: mindspore.ops.Conv2DTranspose, MindSpore 2.10
    """

    dims = 2

    def __init__(
        self,
        out_channel: int,
        kernel_size: Any,
        pad_mode: str = "valid",
        pad: Any = 0,
        pad_list: Any = None,
        mode: int = 1,
        stride: Any = 1,
        dilation: Any = 1,
        group: int = 1,
        data_format: str = "NCHW",
    ) -> None:
        pad = pad if pad_list is None else pad_list
        self._set(out_channel, kernel_size, mode, pad_mode, pad, stride, dilation, group, data_format)
        self.pad_list = pad_list

    def __call__(self, dout: Tensor, weight: Tensor, input_size: Any) -> Tensor:
        op = f"ops.{type(self).__name__}"
        t = unwrap(dout)
        wanted = list(input_size)[2:]
        if t.ndim != 4 or len(wanted) != 2:
            msg = f"{op}: dout and input_size must have 4 dimensions, got {tuple(t.shape)} and {input_size!r}"
            raise ValueError(msg)
        if t.shape[0] != input_size[0]:
            msg = f"{op}: the batches of dout and input_size must be equal, got {t.shape[0]} and {input_size[0]}"
            raise RuntimeError(msg)
        kernel = unwrap(weight).shape[2:]
        before = [0, 0]
        if self.pad_mode == "pad":
            before = [pair[0] for pair in padding_pairs(op, self.pad, 2)]
        elif self.pad_mode == "same":
            before, _ = conv_transpose.cut_for_mode(
                op, "same", 0, t.shape[2:], kernel, self.stride, self.dilation, (0, 0)
            )
        return conv_transpose.transposed(op, dout, weight, None, self.stride, self.dilation, self.group, before, wanted)


class Conv2DBackpropInput(Conv2DTranspose):
    """Run a transposed convolution of images to a given size; the older name of `Conv2DTranspose`.

    Args:
        out_channel (int): as in `Conv2DTranspose`.
        kernel_size (Union[int, tuple[int]]): as in `Conv2DTranspose`.
        pad_mode (str): as in `Conv2DTranspose`. Default: ``"valid"``.
        pad (Union[int, tuple[int]]): as in `Conv2DTranspose`. Default: ``0``.
        pad_list (Union[int, tuple[int], None]): as in `Conv2DTranspose`. Default: ``None``.
        mode (int): only 1. Default: ``1``.
        stride (Union[int, tuple[int]]): as in `Conv2DTranspose`. Default: ``1``.
        dilation (Union[int, tuple[int]]): as in `Conv2DTranspose`. Default: ``1``.
        group (int): as in `Conv2DTranspose`. Default: ``1``.
        data_format (str): only ``"NCHW"``. Default: ``"NCHW"``.

    Source: mindspore.ops.Conv2DBackpropInput, MindSpore 2.10
    """


class Conv3DTranspose(_Window):
    """Run a transposed convolution of volumes.

    Args:
        in_channel (int): channels of the input.
        out_channel (int): channels of the output.
        kernel_size (Union[int, tuple[int]]): size of the window.
        mode (int): only 1. Default: ``1``.
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``. Default: ``"valid"``.
        pad (Union[int, tuple[int]]): one number or (front, back, top, bottom, left, right), in mode "pad".
            Default: ``0``.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        group (int): groups of channels. Default: ``1``.
        output_padding (Union[int, tuple[int]]): what is cut off less behind, in mode "pad". Default: ``0``.
        data_format (str): only ``"NCDHW"``. Default: ``"NCDHW"``.

    Inputs:
        - **dout** (Tensor) - shape :math:`(N, C_{in}, D, H, W)`.
        - **weight** (Tensor) - shape :math:`(C_{in}, C_{out} / group, k_D, k_H, k_W)`.

    Source: mindspore.ops.Conv3DTranspose, MindSpore 2.10
    """

    dims = 3

    def __init__(
        self,
        in_channel: int,
        out_channel: int,
        kernel_size: Any,
        mode: int = 1,
        pad_mode: str = "valid",
        pad: Any = 0,
        stride: Any = 1,
        dilation: Any = 1,
        group: int = 1,
        output_padding: Any = 0,
        data_format: str = "NCDHW",
    ) -> None:
        self._set(out_channel, kernel_size, mode, pad_mode, pad, stride, dilation, group, data_format)
        self.in_channel = in_channel
        self.output_padding = output_padding

    def __call__(self, dout: Tensor, weight: Tensor) -> Tensor:
        return conv_transpose.conv3d_transpose(
            dout, weight, self.pad_mode, self.pad, self.stride, self.dilation, self.group, self.output_padding
        )


__getattr__ = elsewhere(__name__, "ms2torch.ops")
