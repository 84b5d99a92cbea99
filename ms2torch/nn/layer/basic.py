"""Dense, and small layers without parameters: identity, dropout, shapes, padding; others come from beside."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.kernel_draws import SeedStreams
from ms2torch._core.seed import _get_graph_seed
from ms2torch._errors import op_error
from ms2torch._lazy import elsewhere
from ms2torch.common.initializer import HeUniform, Uniform, initializer
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn._torch_layers import TorchLayer, linear_layer
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import boolean, init_shape, positive_int
from ms2torch.nn.layer._basic_deprecated import (
    ClipByNorm,
    L1Regularizer,
    MatrixDiag,
    MatrixDiagPart,
    MatrixSetDiag,
    Norm,
    OneHot,
    Roll,
    Tril,
    Triu,
    Unfold,
)
from ms2torch.nn.layer.activation import get_activation
from ms2torch.nn.layer.dense import Linear
from ms2torch.ops.function.array.shape import flatten
from ms2torch.ops.function.image.resize import interpolate
from ms2torch.ops.function.nn import dropout as drop, pad as padding
from ms2torch.ops.primitive import Primitive

__all__ = [
    "ClipByNorm",
    "Dense",
    "Dropout",
    "Dropout1d",
    "Dropout2d",
    "Dropout2dExt",
    "Dropout3d",
    "DropoutExt",
    "Flatten",
    "Identity",
    "L1Regularizer",
    "Linear",
    "MatrixDiag",
    "MatrixDiagPart",
    "MatrixSetDiag",
    "Norm",
    "OneHot",
    "Pad",
    "Roll",
    "Tril",
    "Triu",
    "Unflatten",
    "Unfold",
    "Upsample",
]


class Dense(Cell):
    r"""Multiply by a weight matrix, add a bias, apply an activation.

    Args:
        in_channels (int): size of the last dimension of the input.
        out_channels (int): size of the last dimension of the output.
        weight_init (Union[Tensor, str, Initializer, numbers.Number]): the weight's first values. Default ``None``:
            HeUniform(sqrt(5)), torch's law.
        bias_init (Union[Tensor, str, Initializer, numbers.Number]): the bias's first values. Default ``None``:
            Uniform within 1 / sqrt(in_channels), torch's law.
        has_bias (bool): add a bias. Default: ``True``.
        activation (Union[str, Cell, Primitive, None]): applied to the result. Default: ``None``.
        dtype (mindspore.dtype): type of the parameters. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape :math:`(*, in\_channels)`.

    Outputs:
        Tensor of shape :math:`(*, out\_channels)`.

    Raises:
        ValueError: if a size is no positive int, or a Tensor for initialisation has another shape.
        TypeError: if `has_bias` is no bool or `activation` of another kind.

    Source: mindspore.nn.Dense, MindSpore 2.10
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Any = None,
        bias_init: Any = None,
        has_bias: bool = True,
        activation: str | Cell | Primitive | None = None,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__()
        self.in_channels = positive_int("Dense", "in_channels", in_channels)
        self.out_channels = positive_int("Dense", "out_channels", out_channels)
        self.has_bias = boolean("Dense", "has_bias", has_bias)
        shape = (out_channels, in_channels)
        init_shape("Dense", "weight_init", weight_init, shape)
        init_shape("Dense", "bias_init", bias_init, (out_channels,))
        weight_init = HeUniform(math.sqrt(5)) if weight_init is None else weight_init
        self.weight = Parameter(initializer(weight_init, shape, dtype=dtype), name="weight")
        self.bias: Parameter | None = None
        if has_bias:
            bias_init = Uniform(scale=1 / math.sqrt(in_channels)) if bias_init is None else bias_init
            self.bias = Parameter(initializer(bias_init, (out_channels,), dtype=dtype), name="bias")
        self.activation = get_activation(activation) if isinstance(activation, str) else activation
        if activation is not None and not isinstance(self.activation, (Cell, Primitive)):
            msg = (
                f"For 'Dense', the 'activation' must be str or Cell or Primitive, but got {type(activation).__name__}."
            )
            raise TypeError(msg)
        self.activation_flag = self.activation is not None

    def construct(self, x: Tensor) -> Tensor:
        bias = self.bias
        try:
            out = wrap(F.linear(unwrap(x), self.weight._t, None if bias is None else bias._t))
        except RuntimeError as error:
            raise op_error("nn.Dense", error, x=x, weight=self.weight) from None
        return self.activation(out) if self.activation_flag else out  # type: ignore[operator, misc]

    def _torch_layer(self) -> TorchLayer | None:
        return None if self.activation_flag else linear_layer(self.in_channels, self.out_channels)

    def extend_repr(self) -> str:
        """Describe the sizes."""
        text = f"input_channels={self.in_channels}, output_channels={self.out_channels}, has_bias={self.has_bias}"
        return f"{text}, activation={self.activation}" if self.activation_flag else text


class Identity(Cell):
    """Return the input.

    Args:
        args (Any): ignored.
        kwargs (Any): ignored.

    Source: mindspore.nn.Identity, MindSpore 2.10
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def construct(self, input: Any) -> Any:
        """Return the input."""
        return input

    def _torch_layer(self) -> TorchLayer | None:
        return TorchLayer(torch.nn.Identity)


class Flatten(Cell):
    """Join dimensions into one.

    Args:
        start_dim (int): first dimension to join. Default: ``1``.
        end_dim (int): last dimension to join. Default: ``-1``.

    Inputs:
        - **x** (Tensor) - any shape; with the default arguments of two dimensions or more.

    Outputs:
        Tensor.

    Raises:
        TypeError: if an argument is not an int.
        ValueError: if a dimension is out of range, or `start_dim` lies behind `end_dim`.

    Source: mindspore.nn.Flatten, MindSpore 2.10
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        for name, value in (("start_dim", start_dim), ("end_dim", end_dim)):
            if isinstance(value, bool) or not isinstance(value, int):
                msg = f"For 'Flatten', the '{name}' must be an int, but got {value!r}."
                raise TypeError(msg)
        self.start_dim = start_dim
        self.end_dim = end_dim

    def construct(self, x: Tensor) -> Tensor:
        first = self.start_dim
        if first and first >= (unwrap(x).ndim or 1):
            shape = x.shape
            msg = f"nn.Flatten: there is no dimension {first} to start at in an input of shape {shape}"
            raise ValueError(msg)
        return flatten(x, start_dim=first, end_dim=self.end_dim)


class Unflatten(Cell):
    """Split one dimension into several.

    Args:
        axis (int): the dimension.
        unflattened_size (Union[tuple[int], list[int]]): the sizes; one may be -1.

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if the sizes do not fit the input.

    Source: mindspore.nn.Unflatten, MindSpore 2.10
    """

    def __init__(self, axis: int, unflattened_size: tuple[int, ...] | list[int]) -> None:
        super().__init__()
        if isinstance(axis, bool) or not isinstance(axis, int):
            msg = f"For 'Unflatten', the type of 'axis' must be 'int', but got {axis!r}."
            raise TypeError(msg)
        if not isinstance(unflattened_size, (tuple, list)):
            msg = f"For 'Unflatten', the 'unflattened_size' must be a tuple or list, but got {unflattened_size!r}."
            raise TypeError(msg)
        self.axis = axis
        self.unflattened_size = tuple(unflattened_size)

    def construct(self, input_x: Tensor) -> Tensor:
        t = unwrap(input_x)
        try:
            return wrap(t.unflatten(self.axis, self.unflattened_size))
        except (RuntimeError, IndexError) as error:
            msg = f"nn.Unflatten: {error} (axis={self.axis}, shape {tuple(t.shape)})"
            raise ValueError(msg) from None


class Pad(Cell):
    """Pad every dimension.

    Args:
        paddings (tuple): (before, after) for each dimension of the input, of which there are at most four.
        mode (str): ``"CONSTANT"``: with zeros; ``"REFLECT"``: with the elements next to the edge; ``"SYMMETRIC"``:
            with the edge first. Default: ``"CONSTANT"``.

    Raises:
        TypeError: if `paddings` is no tuple.
        ValueError: if `paddings` or `mode` does not fit.

    Source: mindspore.nn.Pad, MindSpore 2.10
    """

    def __init__(self, paddings: tuple[tuple[int, int], ...], mode: str = "CONSTANT") -> None:
        super().__init__()
        if mode != "CONSTANT":
            padding.check_mirror_mode("nn.Pad", mode)
        if not isinstance(paddings, tuple):
            msg = f"For 'Pad', the type of 'paddings' must be tuple, but got {type(paddings).__name__}."
            raise TypeError(msg)
        if len(paddings) > 4 or any(len(pair) != 2 for pair in paddings):
            msg = f"For 'Pad', 'paddings' must be pairs for at most 4 dimensions, but got {paddings}."
            raise ValueError(msg)
        self.mode = mode
        self.paddings = paddings

    def construct(self, x: Tensor) -> Tensor:
        if self.mode == "CONSTANT":
            return padding.pad_constant_pairs("nn.Pad", x, self.paddings)
        return padding.mirror_pad(x, wrap(torch.tensor(self.paddings)), self.mode)


class Upsample(Cell):
    """Resize sequences, images or volumes.

    Args:
        size (Union[int, tuple[int], list[int]], optional): the size. Default: ``None``.
        scale_factor (Union[float, tuple[float], list[float]], optional): the size as a factor of the input's.
            Default: ``None``.
        mode (str): as for `ops.interpolate`. Default: ``"nearest"``.
        align_corners (bool, optional): the corner elements' centres stay in place. Default: ``None``.
        recompute_scale_factor (bool, optional): work out the size first. Default: ``None``.

    Source: mindspore.nn.Upsample, MindSpore 2.10
    """

    def __init__(
        self,
        size: Any = None,
        scale_factor: Any = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ) -> None:
        super().__init__()
        self.size = size
        self.scale_factor = scale_factor
        self.mode = mode
        self.align_corners = align_corners
        self.recompute_scale_factor = recompute_scale_factor

    def construct(self, x: Tensor) -> Tensor:
        return interpolate(x, self.size, self.scale_factor, self.mode, self.align_corners, self.recompute_scale_factor)


def _share(layer: str, name: str, value: Any, kinds: tuple[type, ...]) -> None:
    if isinstance(value, bool) or not isinstance(value, kinds):
        msg = f"For '{layer}', the type of '{name}' should be 'float', but got type '{type(value).__name__}'."
        raise TypeError(msg)


class Dropout(Cell):
    """In training, set elements to zero at random and scale the others up.

    Args:
        keep_prob (float): the older argument, the share that is kept; used only if `p` is ``None``.
            Default: ``0.5``.
        p (Union[float, int, None]): the share that is dropped, in [0, 1). Default: ``None``.
        dtype (mindspore.dtype): without effect, as in MindSpore. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - any shape.

    Outputs:
        Tensor, same shape.

    Raises:
        TypeError: if a share is no number.
        ValueError: if `p` is not in [0, 1) or `keep_prob` not in (0, 1].

    Source: mindspore.nn.Dropout, MindSpore 2.10
    """

    def __init__(self, keep_prob: float = 0.5, p: float | None = None, dtype: mstype.Type = mstype.float32) -> None:
        super().__init__()
        if p is None:
            _share("Dropout", "keep_prob", keep_prob, (float,))
            if not 0 < keep_prob <= 1:
                msg = f"For 'Dropout', the 'keep_prob' must be a number in range (0, 1], but got {keep_prob}."
                raise ValueError(msg)
        else:
            _share("Dropout", "p", p, (float, int))
            if not 0 <= p < 1:
                msg = f"For 'Dropout', the 'p' must be a number in range [0, 1), but got {p}."
                raise ValueError(msg)
        self.keep_prob = keep_prob
        self.p = p
        self.dtype = dtype
        self._seeds = _get_graph_seed(0, "dropout")
        self._streams = SeedStreams(*self._seeds)

    def construct(self, x: Tensor) -> Tensor:
        if not self.training:
            return x
        share = 1 - self.keep_prob if self.p is None else self.p
        if not share:
            return x
        t = unwrap(x)
        stream = self._streams.stream((t.shape, t.dtype), t.device)
        return wrap(F.dropout(t, share, True) if stream is None else drop.kept(t, 1 - share, stream))

    def _torch_layer(self) -> TorchLayer | None:
        share = 1 - self.keep_prob if self.p is None else self.p
        return TorchLayer(
            torch.nn.Dropout, {"p": share, "inplace": False}, setters={"p": partial(object.__setattr__, self, "p")}
        )

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"keep_prob={self.keep_prob}" if self.p is None else f"p={self.p}"


class _ChannelDropout(Cell):
    """What the dropouts of channels share."""

    def __init__(self, p: float = 0.5) -> None:
        super().__init__()
        name = type(self).__name__
        _share(name, "p", p, (float,))
        if not 0 <= p <= 1:
            msg = f"For '{name}', the 'p' must be a number in range [0, 1], but got {p}."
            raise ValueError(msg)
        self.keep_prob = 1.0 - p
        self.prob = p


class Dropout1d(_ChannelDropout):
    """In training, set whole channels of sequences to zero at random and scale the others up.

    Args:
        p (float): the share of channels that is dropped. Default: ``0.5``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, L)` or :math:`(C, L)`.

    Raises:
        TypeError: if `p` is no float.
        ValueError: if `p` is not in [0, 1].

    Source: mindspore.nn.Dropout1d, MindSpore 2.10
    """

    def construct(self, x: Tensor) -> Tensor:
        return drop.dropout1d(x, self.prob) if self.training and self.prob else x


class Dropout2d(_ChannelDropout):
    """In training, set whole channels of images to zero at random and scale the others up.

    Args:
        p (float): the share of channels that is dropped. Default: ``0.5``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, H, W)`.

    Raises:
        TypeError: if `p` is no float.
        ValueError: if `p` is not in [0, 1].

    Source: mindspore.nn.Dropout2d, MindSpore 2.10
    """

    def construct(self, x: Tensor) -> Tensor:
        return drop.dropout2d(x, self.prob) if self.training and self.prob else x

    def extend_repr(self) -> str:
        """Describe the share that is kept, under the name that MindSpore prints."""
        return f"p={self.keep_prob}"


class Dropout3d(_ChannelDropout):
    """In training, set whole channels of volumes to zero at random and scale the others up.

    Args:
        p (float): the share of channels that is dropped. Default: ``0.5``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, C, D, H, W)`.

    Raises:
        TypeError: if `p` is no float.
        ValueError: if `p` is not in [0, 1].

    Source: mindspore.nn.Dropout3d, MindSpore 2.10
    """

    def construct(self, x: Tensor) -> Tensor:
        return drop.dropout3d(x, self.prob) if self.training and self.prob else x

    def extend_repr(self) -> str:
        """Describe the share that is kept, under the name that MindSpore prints."""
        return f"p={self.keep_prob}"


class DropoutExt(Cell):
    """In training, set elements to zero at random and scale the others up, with torch's arguments.

    Args:
        p (float): the share that is dropped. Default: ``0.5``.
        inplace (bool): write the result into the input. Default: ``False``.

    Source: mindspore.nn.DropoutExt, MindSpore 2.10
    """

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        self.p = p
        self.inplace = inplace

    def construct(self, input: Tensor) -> Tensor:
        return wrap(F.dropout(unwrap(input), self.p, True, self.inplace)) if self.training and self.p else input

    def _torch_layer(self) -> TorchLayer | None:
        settings = {"p": self.p, "inplace": self.inplace}
        return TorchLayer(torch.nn.Dropout, settings, setters={"p": partial(object.__setattr__, self, "p")})


class Dropout2dExt(Cell):
    """In training, set whole channels to zero at random and scale the others up, with torch's arguments.

    Args:
        p (float): the share of channels that is dropped. Default: ``0.5``.
        inplace (bool): write the result into the input. Default: ``False``.

    Source: mindspore.nn.Dropout2dExt, MindSpore 2.10
    """

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        self.p = p
        self.inplace = inplace

    def construct(self, input: Tensor) -> Tensor:
        return wrap(F.dropout2d(unwrap(input), self.p, True, self.inplace)) if self.training and self.p else input


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
