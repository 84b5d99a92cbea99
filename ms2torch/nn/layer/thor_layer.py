"""Layers that keep the second-order statistics the optimizer THOR works with."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.device import current_device
from ms2torch.common.initializer import initializer
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import boolean, init_shape, positive_int, window
from ms2torch.nn.layer._conv_base import _Conv, check_rank
from ms2torch.nn.layer.activation import get_activation
from ms2torch.nn.layer.embedding import Embedding, EmbeddingLookup
from ms2torch.ops.function.nn._windows import pad_by, same_pairs
from ms2torch.ops.function.nn.conv import conv2d
from ms2torch.ops.operations.debug_ops import InsertGradientOf

__all__ = ["Conv2dThor", "DenseThor", "EmbeddingLookupThor", "EmbeddingThor"]


def _statistic(value: torch.Tensor, name: str) -> Parameter:
    return Parameter(value, name=name, requires_grad=False)


def _keep(parameter: Any, value: torch.Tensor) -> None:
    """Write a statistic, as it is now: no gradient flows through it."""
    with torch.no_grad():
        parameter._t.copy_(value)


def _gram(rows: torch.Tensor, count: int) -> torch.Tensor:
    return rows.mT @ rows / count


class DenseThor(Cell):
    r"""A fully connected layer that keeps the second moments of its input and of its output's gradient.

    With ``self.thor`` on, a call writes `matrix_a` (the input's, over `in_channels`) and the gradient that passes
    writes `matrix_g` (the output gradient's, over the batch size), as MindSpore does outside Ascend.

    Args:
        in_channels (int): size of the last dimension of the input.
        out_channels (int): size of the last dimension of the output.
        weight_init (Union[Tensor, str, Initializer, numbers.Number]): the weight's first values. Default: ``'normal'``.
        bias_init (Union[Tensor, str, Initializer, numbers.Number]): the bias's first values. Default: ``'zeros'``.
        has_bias (bool): add a bias. Default: ``True``.
        activation (str): applied to the result. Default: ``None``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, in\_channels)`.

    Outputs:
        Tensor of shape :math:`(N, out\_channels)`.

    Raises:
        ValueError: if a size is no positive int, or a Tensor for initialisation has another shape.

    Source: mindspore.nn.DenseThor, MindSpore 2.10
    """

    bias: Parameter | None
    matrix_a: Parameter
    matrix_g: Parameter

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
        has_bias: bool = True,
        activation: str | None = None,
    ) -> None:
        super().__init__()
        self.thor = True
        self.in_channels = positive_int("DenseThor", "in_channels", in_channels)
        self.out_channels = positive_int("DenseThor", "out_channels", out_channels)
        self.has_bias = boolean("DenseThor", "has_bias", has_bias)
        shape = (out_channels, in_channels)
        init_shape("DenseThor", "weight_init", weight_init, shape)
        self.weight = Parameter(initializer(weight_init, shape), name="weight")
        self.bias = None
        if has_bias:
            init_shape("DenseThor", "bias_init", bias_init, (out_channels,))
            self.bias = Parameter(initializer(bias_init, (out_channels,)), name="bias")
        self.activation = get_activation(activation)
        self.activation_flag = self.activation is not None
        self.matrix_a = _statistic(torch.eye(in_channels, device=current_device()), "matrix_a")
        self.matrix_g = _statistic(torch.eye(out_channels, device=current_device()), "matrix_g")
        self.getG = InsertGradientOf(self.save_gradient)

    def save_gradient(self, dout: Tensor) -> Tensor:
        """Keep the second moment of the output's gradient, and return it.

        Args:
            dout (Tensor): the gradient, shape (N, out_channels).

        Source: mindspore.nn.DenseThor.save_gradient, MindSpore 2.10
        """
        g = unwrap(dout).detach()
        _keep(self.matrix_g, _gram(g, g.shape[0]))
        return dout

    def construct(self, x: Tensor) -> Tensor:
        t = unwrap(x)
        out = wrap(F.linear(t, self.weight._t))
        if self.thor:
            _keep(self.matrix_a, _gram(t.detach(), self.in_channels))
            out = self.getG(out)
        if self.bias is not None:
            out = wrap(out._t + self.bias._t)
        return out if self.activation is None else self.activation(out)

    def extend_repr(self) -> str:
        """Describe the sizes."""
        text = f"input_channels={self.in_channels}, output_channels={self.out_channels}"
        return f"{text}, has_bias={self.has_bias}" if self.has_bias else text


class Conv2dThor(_Conv):
    r"""A convolution of images that keeps the second moments of its windows and of its output's gradient.

    With ``self.thor`` on, a call writes `matrix_a_cov` from the windows of the input, padded as in mode "same" and
    averaged over the batch; the gradient that passes writes `matrix_g_cov`, averaged over the batch, too. Both are
    divided by the number of places, which `a_normalizer` and `g_normalizer` keep: MindSpore's way outside Ascend.

    Args:
        in_channels (int): channels of the input.
        out_channels (int): channels of the output.
        kernel_size (Union[int, tuple[int]]): size of the window.
        stride (Union[int, tuple[int]]): step of the window. Default: ``1``.
        pad_mode (str): as in `Conv2d`. Default: ``"same"``.
        padding (Union[int, tuple[int]]): as in `Conv2d`. Default: ``0``.
        dilation (Union[int, tuple[int]]): step within the window. Default: ``1``.
        group (int): groups of channels. Default: ``1``.
        has_bias (bool): add a bias. Default: ``False``.
        weight_init (Union[Tensor, str, Initializer, numbers.Number]): the weight's first values. Default: ``'normal'``.
        bias_init (Union[Tensor, str, Initializer, numbers.Number]): the bias's first values. Default: ``'zeros'``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C_{in}, H, W)`.

    Outputs:
        Tensor of shape :math:`(N, C_{out}, H_{out}, W_{out})`.

    Raises:
        ValueError: if an argument is out of range.

    Source: mindspore.nn.Conv2dThor, MindSpore 2.10
    """

    matrix_a_cov: Parameter
    matrix_g_cov: Parameter
    a_normalizer: Parameter
    g_normalizer: Parameter

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int | tuple[int, int],
        stride: int | tuple[int, int] = 1,
        pad_mode: str = "same",
        padding: int | tuple[int, ...] = 0,
        dilation: int | tuple[int, int] = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
    ) -> None:
        super().__init__(
            in_channels, out_channels, window("Conv2dThor", "kernel_size", kernel_size, 2),
            window("Conv2dThor", "stride", stride, 2), pad_mode, padding, window("Conv2dThor", "dilation", dilation, 2),
            group, has_bias, weight_init, bias_init, "NCHW", mstype.float32,
        )  # fmt: skip
        self._check_padding(2, (1, 4))
        self.bias_init = bias_init
        self.thor = True
        self.hw = self.kernel_size[0] * self.kernel_size[1]
        self.matrix_a_dim = in_channels * self.hw
        self.matrix_g_dim = out_channels
        self.a_normalizer = _statistic(torch.ones(1, device=current_device()), "a_normalizer")
        self.g_normalizer = _statistic(torch.ones(1, device=current_device()), "g_normalizer")
        self.matrix_a_cov = _statistic(
            torch.zeros(self.matrix_a_dim, self.matrix_a_dim, device=current_device()), "matrix_a"
        )
        self.matrix_g_cov = _statistic(torch.zeros(out_channels, out_channels, device=current_device()), "matrix_g")
        self.getG = InsertGradientOf(self.save_gradient)

    def save_gradient(self, dout: Tensor) -> Tensor:
        """Keep the second moment of the output's gradient, and return it.

        Args:
            dout (Tensor): the gradient, shape (N, C, H, W).

        Source: mindspore.nn.Conv2dThor.save_gradient, MindSpore 2.10
        """
        g = unwrap(dout).detach().mean(0).flatten(1).float()
        _keep(self.g_normalizer, torch.full((1,), float(g.shape[1]), device=current_device()))
        _keep(self.matrix_g_cov, _gram(g.mT, g.shape[1]))
        return dout

    def _keep_windows(self, t: torch.Tensor) -> None:
        # the mean over the batch is meant of the windows; they are linear in the images, so it may be taken before
        mean = t.mean(0, keepdim=True).float()
        padded = pad_by(mean, same_pairs(t.shape[2:], self.kernel_size, self.stride, (1, 1)))
        windows = F.unfold(padded, self.kernel_size, stride=self.stride)[0]
        _keep(self.a_normalizer, torch.full((1,), float(windows.shape[1]), device=current_device()))
        _keep(self.matrix_a_cov, _gram(windows.mT, windows.shape[1]))

    def construct(self, x: Tensor) -> Tensor:
        check_rank("Conv2dThor", x, 4)
        out = conv2d(x, self.weight, None, self.stride, self.pad_mode, self.padding, self.dilation, self.group)
        if self.thor:
            self._keep_windows(unwrap(x).detach())
            out = self.getG(out)
        return out if self.bias is None else wrap(out._t + self.bias._t.reshape(-1, 1, 1))

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return (
            f"input_channels={self.in_channels}, output_channels={self.out_channels}, kernel_size={self.kernel_size}, "
            f"stride={self.stride}, pad_mode={self.pad_mode}, padding={self.padding}, dilation={self.dilation}, "
            f"group={self.group}, has_bias={self.has_bias}, bias_init={self.bias_init}"
        )


class EmbeddingThor(Embedding):
    """Look up one row of a table for each index, and keep how often each was asked for and the gradient's moments.

    With ``self.thor`` on and without `use_one_hot`, a call counts the indices in `matrix_a`; the gradient that passes
    writes its second moment, over the number of indices, to `matrix_g`.

    Args:
        vocab_size (int): rows.
        embedding_size (int): length of a row.
        use_one_hot (bool): as in `Embedding`; nothing is kept then. Default: ``False``.
        embedding_table (Union[Tensor, str, Initializer, numbers.Number]): the table's first values. Default:
            ``'normal'``.
        dtype (mindspore.dtype): type of the one-hot vectors. Default: ``mstype.float32``.
        padding_idx (int, None): a row that starts as zeros. Default: ``None``.

    Inputs:
        - **ids** (Tensor) - int32 or int64, any shape.

    Outputs:
        Tensor of shape (*ids.shape, embedding_size).

    Source: mindspore.nn.EmbeddingThor, MindSpore 2.10
    """

    matrix_a: Parameter
    matrix_g: Parameter

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        use_one_hot: bool = False,
        embedding_table: Any = "normal",
        dtype: mstype.Type = mstype.float32,
        padding_idx: int | None = None,
    ) -> None:
        super().__init__(vocab_size, embedding_size, use_one_hot, embedding_table, dtype, padding_idx)
        self.thor = True
        self.matrix_a = _statistic(torch.zeros(vocab_size, device=current_device()), "matrix_a")
        self.matrix_g = _statistic(torch.zeros(embedding_size, embedding_size, device=current_device()), "matrix_g")
        self.getG = InsertGradientOf(self.save_gradient)

    def save_gradient(self, dout: Tensor) -> Tensor:
        """Keep the second moment of the rows' gradients, and return them.

        Args:
            dout (Tensor): the gradients, shape (indices, embedding_size).

        Source: mindspore.nn.EmbeddingThor.save_gradient, MindSpore 2.10
        """
        g = unwrap(dout).detach().reshape(-1, self.embedding_size)
        _keep(self.matrix_g, _gram(g, g.shape[0]))
        return dout

    def construct(self, ids: Tensor) -> Tensor:
        rows = super().construct(ids)
        if not self.thor or self.use_one_hot:
            return rows
        _keep(self.matrix_a, torch.bincount(unwrap(ids).reshape(-1), minlength=self.vocab_size))
        return self.getG(rows)


class EmbeddingLookupThor(EmbeddingLookup):
    """Look up one row of a float16 table for each index, and keep what THOR needs.

    Args:
        vocab_size (int): rows.
        embedding_size (int): length of a row.
        param_init (Union[Tensor, str, Initializer, numbers.Number]): the table's first values. Default: ``'normal'``.
        target (str): ``'CPU'`` or ``'DEVICE'``; both compute where the table is, and only ``'DEVICE'`` keeps
            anything, as in MindSpore. Default: ``'CPU'``.
        slice_mode (str): how a cluster splits the table; without effect in one process. Default: ``'batch_slice'``.
        manual_shapes (tuple): as `slice_mode`. Default: ``None``.
        max_norm (Union[float, None]): results longer than this are shortened. Default: ``None``.
        sparse (bool): must be ``True`` for ``'CPU'``. Default: ``True``.

    Inputs:
        - **input_indices** (Tensor) - int32 or int64.

    Outputs:
        Tensor of shape (*input_indices.shape, embedding_size).

    Source: mindspore.nn.EmbeddingLookupThor, MindSpore 2.10
    """

    matrix_a: Parameter
    matrix_g: Parameter

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        param_init: Any = "normal",
        target: str = "CPU",
        slice_mode: str = "batch_slice",
        manual_shapes: tuple[int, ...] | None = None,
        max_norm: float | None = None,
        sparse: bool = True,
    ) -> None:
        super().__init__(
            vocab_size, embedding_size, param_init, target, slice_mode, manual_shapes, max_norm, sparse, mstype.float16
        )
        self.thor = True
        self.matrix_a = _statistic(torch.zeros(vocab_size, device=current_device()), "matrix_a")
        self.matrix_g = _statistic(torch.zeros(embedding_size, embedding_size, device=current_device()), "matrix_g")
        self.getG = InsertGradientOf(self.save_gradient)

    def save_gradient(self, dout: Tensor) -> Tensor:
        """Keep the second moment of the rows' gradients over the first dimension's length, and return them.

        Args:
            dout (Tensor): the gradients, shape (*indices.shape, embedding_size).

        Source: mindspore.nn.EmbeddingLookupThor.save_gradient, MindSpore 2.10
        """
        g = unwrap(dout).detach()
        _keep(self.matrix_g, _gram(g.reshape(-1, self.embedding_size), g.shape[0]))
        return dout

    def construct(self, indices: Tensor) -> Tensor:
        if not self.thor or self.target == "CPU":
            return super().construct(indices)
        flat = unwrap(indices).reshape(-1)
        known = flat[(flat >= 0) & (flat < self.vocab_size)]
        _keep(self.matrix_a, torch.bincount(known, minlength=self.vocab_size))
        return self.getG(super().construct(indices))
