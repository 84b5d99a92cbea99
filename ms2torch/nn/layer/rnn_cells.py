"""Single steps of recurrent layers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ms2torch._core import dtype as mstype
from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._errors import op_error
from ms2torch._lazy import elsewhere
from ms2torch.common.initializer import Uniform, initializer
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import boolean
from ms2torch.nn.layer._sizes import size_arg
from ms2torch.ops.function.nn.rnn import rnn_step

__all__ = ["GRUCell", "LSTMCell", "RNNCell"]


class RNNCellBase(Cell):
    """What LSTMCell, GRUCell and RNNCell share: the weights."""

    weight_ih: Parameter
    weight_hh: Parameter
    bias_ih: Parameter | None
    bias_hh: Parameter | None

    def __init__(
        self, input_size: int, hidden_size: int, has_bias: bool, num_chunks: int, dtype: mstype.Type = mstype.float32
    ) -> None:
        super().__init__()
        layer = type(self).__name__
        self.input_size = size_arg(layer, "input_size", input_size)
        self.hidden_size = size_arg(layer, "hidden_size", hidden_size)
        self.has_bias = boolean(layer, "has_bias", has_bias)
        rows = num_chunks * hidden_size
        # these draws are overwritten at once, but MindSpore makes them and so the next layer's weights depend on them
        self.weight_ih = _normal("weight_ih", (rows, input_size), dtype)
        self.weight_hh = _normal("weight_hh", (rows, hidden_size), dtype)
        self.bias_ih = _normal("bias_ih", (rows,), dtype) if has_bias else None
        self.bias_hh = _normal("bias_hh", (rows,), dtype) if has_bias else None
        self.reset_parameters(dtype)

    def reset_parameters(self, dtype: mstype.Type = mstype.float32) -> None:
        """Fill every weight with uniform values within 1 / sqrt(hidden_size)."""
        bound = 1 / math.sqrt(self.hidden_size)
        for weight in self.get_parameters():
            weight.set_data(initializer(Uniform(bound), weight.shape, dtype))

    def _step(self, mode: str, x: Tensor, hx: tuple[Any, ...]) -> tuple[Tensor, ...]:
        layer = type(self).__name__
        t = unwrap(x)
        if not t.is_floating_point():
            msg = f"For '{layer}', the 'x' must be float32 or float16, but got {t.dtype}."
            raise TypeError(msg)
        if t.dim() != 2:
            msg = f"For '{layer}', the 'x' must have 2 dimensions, but got shape {tuple(t.shape)}."
            raise ValueError(msg)
        b_ih, b_hh = self.bias_ih, self.bias_hh
        biases = (None, None) if b_ih is None or b_hh is None else (b_ih._t, b_hh._t)
        try:
            out = rnn_step(mode, t, tuple(unwrap(h) for h in hx), self.weight_ih._t, self.weight_hh._t, *biases)
        except RuntimeError as error:
            raise op_error(f"nn.{layer}", error, x=x, hx=hx[0]) from None
        return tuple(wrap(h) for h in out)


def _normal(name: str, shape: tuple[int, ...], dtype: mstype.Type) -> Parameter:
    return Parameter(Tensor(np.random.randn(*shape).astype(np.float32), dtype), name=name)


def _stepped(
    mode: str, inputs: Tensor, state: tuple[Tensor, ...], weights: tuple[Tensor | None, ...]
) -> tuple[Tensor, ...]:
    w_ih, w_hh, b_ih, b_hh = (None if w is None else unwrap(w) for w in weights)
    assert w_ih is not None
    assert w_hh is not None
    out = rnn_step(mode, unwrap(inputs), tuple(unwrap(h) for h in state), w_ih, w_hh, b_ih, b_hh)
    return tuple(wrap(h) for h in out)


def _rnn_tanh_cell(
    inputs: Tensor, hidden: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None, b_hh: Tensor | None
) -> Tensor:
    """Take one step of a plain recurrent layer with tanh, by its weights."""
    return _stepped("RNN_TANH", inputs, (hidden,), (w_ih, w_hh, b_ih, b_hh))[0]


def _rnn_relu_cell(
    inputs: Tensor, hidden: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None, b_hh: Tensor | None
) -> Tensor:
    """Take one step of a plain recurrent layer with ReLU, by its weights."""
    return _stepped("RNN_RELU", inputs, (hidden,), (w_ih, w_hh, b_ih, b_hh))[0]


def _lstm_cell(
    inputs: Tensor, hidden: tuple[Tensor, Tensor], w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None, b_hh: Tensor | None
) -> tuple[Tensor, Tensor]:
    """Take one step of a long short-term memory layer, by its weights."""
    h, c = _stepped("LSTM", inputs, hidden, (w_ih, w_hh, b_ih, b_hh))
    return h, c


def _gru_cell(
    inputs: Tensor, hidden: Tensor, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None, b_hh: Tensor | None
) -> Tensor:
    """Take one step of a gated recurrent unit layer, by its weights."""
    return _stepped("GRU", inputs, (hidden,), (w_ih, w_hh, b_ih, b_hh))[0]


class RNNCell(RNNCellBase):
    """Take one step of a plain recurrent layer.

    Args:
        input_size (int): features of the input.
        hidden_size (int): features of the hidden state.
        has_bias (bool): with biases. Default: ``True``.
        nonlinearity (str): ``"tanh"`` or ``"relu"``. Default: ``"tanh"``.
        dtype (mindspore.dtype): type of the weights. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape (batch, input_size).
        - **hx** (Tensor) - shape (batch, hidden_size).

    Outputs:
        Tensor, the next hidden state.

    Raises:
        TypeError: if a size is no int, `has_bias` no bool, or an input no Tensor of the weights' type.
        ValueError: if a size is below 1, `nonlinearity` another word, or shapes do not fit.

    Source: mindspore.nn.RNNCell, MindSpore 2.10
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        has_bias: bool = True,
        nonlinearity: str = "tanh",
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__(input_size, hidden_size, has_bias, 1, dtype)
        if nonlinearity not in ("tanh", "relu"):
            msg = f"For 'RNNCell', the 'nonlinearity' must be in ['tanh', 'relu'], but got {nonlinearity!r}."
            raise ValueError(msg)
        self.nonlinearity = nonlinearity

    def construct(self, x: Tensor, hx: Tensor) -> Tensor:
        """Take the step."""
        return self._step("RNN_TANH" if self.nonlinearity == "tanh" else "RNN_RELU", x, (hx,))[0]


class LSTMCell(RNNCellBase):
    """Take one step of a long short-term memory layer.

    Args:
        input_size (int): features of the input.
        hidden_size (int): features of the hidden state.
        has_bias (bool): with biases. Default: ``True``.
        dtype (mindspore.dtype): type of the weights. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape (batch, input_size).
        - **hx** (tuple) - (h_0, c_0), two Tensors of shape (batch, hidden_size).

    Outputs:
        Tuple of the next (h, c).

    Raises:
        TypeError: if a size is no int, `has_bias` no bool, or `hx` no tuple of two Tensors.
        ValueError: if a size is below 1, or shapes do not fit.

    Source: mindspore.nn.LSTMCell, MindSpore 2.10
    """

    def __init__(
        self, input_size: int, hidden_size: int, has_bias: bool = True, dtype: mstype.Type = mstype.float32
    ) -> None:
        super().__init__(input_size, hidden_size, has_bias, 4, dtype)
        self.support_non_tensor_inputs = True

    def construct(self, x: Tensor, hx: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
        """Take the step."""
        if not isinstance(hx, tuple) or len(hx) != 2 or not all(isinstance(h, TensorBase) for h in hx):
            msg = f"For 'LSTMCell', the 'hx' must be a tuple of 2 Tensors (h_0, c_0), but got {type(hx).__name__}."
            raise TypeError(msg)
        h, c = self._step("LSTM", x, hx)
        return h, c


class GRUCell(RNNCellBase):
    """Take one step of a gated recurrent unit layer.

    Args:
        input_size (int): features of the input.
        hidden_size (int): features of the hidden state.
        has_bias (bool): with biases. Default: ``True``.
        dtype (mindspore.dtype): type of the weights. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape (batch, input_size).
        - **hx** (Tensor) - shape (batch, hidden_size).

    Outputs:
        Tensor, the next hidden state.

    Raises:
        TypeError: if a size is no int, `has_bias` no bool, or an input no Tensor of the weights' type.
        ValueError: if a size is below 1, or shapes do not fit.

    Source: mindspore.nn.GRUCell, MindSpore 2.10
    """

    def __init__(
        self, input_size: int, hidden_size: int, has_bias: bool = True, dtype: mstype.Type = mstype.float32
    ) -> None:
        super().__init__(input_size, hidden_size, has_bias, 3, dtype)

    def construct(self, x: Tensor, hx: Tensor) -> Tensor:
        """Take the step."""
        return self._step("GRU", x, (hx,))[0]


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
