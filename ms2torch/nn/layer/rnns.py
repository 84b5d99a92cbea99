"""Recurrent layers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._errors import op_error
from ms2torch._lazy import elsewhere
from ms2torch.common.parameter import Parameter, ParameterTuple
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import boolean
from ms2torch.nn.layer._sizes import size_arg
from ms2torch.nn.layer.basic import Dropout
from ms2torch.nn.layer.rnn_cells import _gru_cell, _lstm_cell, _rnn_relu_cell, _rnn_tanh_cell
from ms2torch.ops.function.nn.rnn import Stack, State, run_stack, run_stack_to_lengths

__all__ = ["GRU", "LSTM", "RNN"]

_GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


_STEPS = {"LSTM": _lstm_cell, "GRU": _gru_cell, "RNN_TANH": _rnn_tanh_cell, "RNN_RELU": _rnn_relu_cell}


class _DynamicRNNBase(Cell):
    """One layer in one direction, whose weights are given with each call.

    LSTM, GRU and RNN hold one, as MindSpore's do, and do not call it: their stack runs as one kernel.
    """

    def __init__(self, mode: str) -> None:
        super().__init__()
        if mode not in _STEPS:
            msg = f"Unrecognized RNN mode: {mode}"
            raise ValueError(msg)
        self.mode = mode
        self.cell = _STEPS[mode]
        self.is_lstm = mode == "LSTM"

    def recurrent(
        self, x: Tensor, h_0: Any, w_ih: Tensor, w_hh: Tensor, b_ih: Tensor | None, b_hh: Tensor | None
    ) -> tuple[Tensor, Any]:
        """Run the layer over (time, batch, features)."""
        return self._run(x, h_0, None, w_ih, w_hh, b_ih, b_hh)

    def variable_recurrent(
        self,
        x: Tensor,
        h: Any,
        seq_length: Tensor,
        w_ih: Tensor,
        w_hh: Tensor,
        b_ih: Tensor | None,
        b_hh: Tensor | None,
    ) -> tuple[Tensor, Any]:
        """Run the layer over each sequence to its length."""
        return self._run(x, h, unwrap(seq_length), w_ih, w_hh, b_ih, b_hh)

    def construct(
        self,
        x: Tensor,
        h: Any,
        seq_length: Tensor | None,
        w_ih: Tensor,
        w_hh: Tensor,
        b_ih: Tensor | None,
        b_hh: Tensor | None,
    ) -> tuple[Tensor, Any]:
        """Run the layer over (time, batch, features), its weights in the type of `x`."""
        return self._run(x, h, None if seq_length is None else unwrap(seq_length), w_ih, w_hh, b_ih, b_hh)

    def _run(self, x: Tensor, h: Any, lengths: torch.Tensor | None, *weights: Tensor | None) -> tuple[Tensor, Any]:
        t = unwrap(x)
        given = [unwrap(w).to(t.dtype) for w in weights if w is not None]
        stack = Stack(self.mode, 1, False, len(given) > 2, 0.0)
        state = tuple(unwrap(s).unsqueeze(0) for s in (h if self.is_lstm else (h,)))
        if lengths is None:
            output, last = run_stack(stack, t, state, given, training=False)
        else:
            output, last = run_stack_to_lengths(stack, t, state, given, lengths, training=False)
        states = tuple(wrap(s.squeeze(0)) for s in last)
        return wrap(output), states if self.is_lstm else states[0]


class _DynamicLSTMCPUGPU(_DynamicRNNBase):
    def __init__(self) -> None:
        super().__init__("LSTM")


class _DynamicGRUCPUGPU(_DynamicRNNBase):
    def __init__(self) -> None:
        super().__init__("GRU")


class _DynamicRNNTanh(_DynamicRNNBase):
    def __init__(self) -> None:
        super().__init__("RNN_TANH")


class _DynamicRNNRelu(_DynamicRNNBase):
    def __init__(self) -> None:
        super().__init__("RNN_RELU")


_LAYERS = {
    "LSTM": _DynamicLSTMCPUGPU,
    "GRU": _DynamicGRUCPUGPU,
    "RNN_TANH": _DynamicRNNTanh,
    "RNN_RELU": _DynamicRNNRelu,
}


class _RNNBase(Cell):
    """What LSTM, GRU and RNN share: weights, checks of the inputs, and the run."""

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        has_bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__()
        layer = type(self).__name__
        self.hidden_size = size_arg(layer, "hidden_size", hidden_size)
        self.input_size = size_arg(layer, "input_size", input_size)
        self.num_layers = size_arg(layer, "num_layers", num_layers)
        self.dropout = _dropout_rate(layer, dropout)
        self.has_bias = boolean(layer, "has_bias", has_bias)
        self.batch_first = boolean(layer, "batch_first", batch_first)
        self.bidirectional = boolean(layer, "bidirectional", bidirectional)
        self.is_lstm = mode == "LSTM"
        self.rnn = _LAYERS[mode]()
        self.dropout_op = Dropout(p=float(dropout))
        self._make_weights(_GATES[mode] * hidden_size, input_size, dtype)
        self.__dict__["_stack"] = Stack(mode, num_layers, bidirectional, has_bias, dropout)

    def _make_weights(self, gate_size: int, input_size: int, dtype: mstype.Type) -> None:
        """Draw the weights straight from numpy's stream, layer by layer, direction by direction, as MindSpore does."""
        bound = 1 / math.sqrt(self.hidden_size)

        def drawn(name: str, *shape: int) -> Parameter:
            values = np.random.uniform(-bound, bound, shape).astype(np.float32)
            return Parameter(Tensor(values, dtype), name=name)

        kinds: dict[str, list[Parameter]] = {"weight_ih": [], "weight_hh": [], "bias_ih": [], "bias_hh": []}
        directions = ("", "_reverse") if self.bidirectional else ("",)
        order: list[str] = []
        for layer in range(self.num_layers):
            width = input_size if layer == 0 else self.hidden_size * len(directions)
            for direction in directions:
                shapes = {"weight_ih": (gate_size, width), "weight_hh": (gate_size, self.hidden_size)}
                if self.has_bias:
                    shapes |= {"bias_ih": (gate_size,), "bias_hh": (gate_size,)}  # type: ignore[dict-item]
                for kind, shape in shapes.items():
                    name = f"{kind}_l{layer}{direction}"
                    order.append(name)
                    kinds[kind].append(drawn(name, *shape))
        self.w_ih_list = ParameterTuple(kinds["weight_ih"])
        self.w_hh_list = ParameterTuple(kinds["weight_hh"])
        self.b_ih_list = ParameterTuple(kinds["bias_ih"])
        self.b_hh_list = ParameterTuple(kinds["bias_hh"])
        self.__dict__["_order"] = tuple(order)

    def construct(self, x: Tensor, hx: Any = None, seq_length: Tensor | None = None) -> tuple[Tensor, Any]:
        layer = type(self).__name__
        if not isinstance(x, TensorBase):
            msg = f"For '{layer}', the 'x' must be a Tensor, but got {type(x).__name__}."
            raise TypeError(msg)
        t = x._t
        if t.dim() != 3:
            msg = f"For '{layer}', the 'x' must have 3 dimensions (a batch too), but got shape {tuple(t.shape)}."
            raise ValueError(msg)
        if t.shape[2] != self.input_size:  # torch's kernel does not look, and reads what is not there
            msg = f"For '{layer}', the 'x' must have {self.input_size} features, but got shape {tuple(t.shape)}."
            raise ValueError(msg)
        if self.batch_first:
            t = t.transpose(0, 1)
        state = self._first_state(layer, t, hx)
        # read by name, not from the tuples: functional_call and the like put other tensors in their place
        held = self._parameters
        weights: list[Any] = [held[name] for name in self._order]
        training = self.dropout_op.training
        if t.is_cuda:
            self._compact(t, weights)
        try:
            if seq_length is None:
                output, last = run_stack(self._stack, t, state, weights, training=training)
            else:
                lengths = self._lengths(layer, t, seq_length)
                output, last = run_stack_to_lengths(self._stack, t, state, weights, lengths, training=training)
        except (RuntimeError, ValueError) as error:
            raise op_error(f"nn.{layer}", error, x=x, hx=hx) from None
        if self.batch_first:
            output = output.transpose(0, 1)
        return wrap(output), (wrap(last[0]), wrap(last[1])) if self.is_lstm else wrap(last[0])

    def _first_state(self, layer: str, t: torch.Tensor, hx: Any) -> State:
        count = 2 if self.is_lstm else 1
        shape = (self.num_layers * (2 if self.bidirectional else 1), t.shape[1], self.hidden_size)
        if hx is None:
            return (t.new_zeros(shape),) * count
        if self.is_lstm and not (isinstance(hx, tuple) and len(hx) == 2):
            msg = f"For '{layer}', the 'hx' must be a tuple of 2 Tensors (h_0, c_0), but got {type(hx).__name__}."
            raise TypeError(msg)
        state = []
        for h in hx if self.is_lstm else (hx,):
            if not isinstance(h, TensorBase):
                msg = f"For '{layer}', the 'hx' must hold Tensors, but got {type(h).__name__}."
                raise TypeError(msg)
            if h._t.dtype != t.dtype:
                msg = f"For '{layer}', the type of 'hx' must be that of 'x', {t.dtype}, but got {h._t.dtype}."
                raise TypeError(msg)
            if tuple(h._t.shape) != shape:
                msg = f"For '{layer}', the shape of 'hx' must be {shape}, but got {tuple(h._t.shape)}."
                raise ValueError(msg)
            state.append(h._t)
        return tuple(state)

    def _lengths(self, layer: str, t: torch.Tensor, seq_length: Tensor) -> torch.Tensor:
        lengths = unwrap(seq_length)
        if lengths.dtype not in (torch.int32, torch.int64):
            msg = f"For '{layer}', the 'seq_length' must be int32 or int64, but got {lengths.dtype}."
            raise TypeError(msg)
        if tuple(lengths.shape) != (t.shape[1],):
            msg = f"For '{layer}', the 'seq_length' must hold one length for each of {t.shape[1]} sequences."
            raise ValueError(msg)
        return lengths

    def _compact(self, t: torch.Tensor, weights: list[torch.Tensor]) -> None:
        """Lay the weights out in one block, once: cuDNN copies and warns at every call otherwise."""
        where = tuple(w.data_ptr() for w in weights)
        stack = self._stack
        if self.__dict__.get("_compacted") == where or not torch.backends.cudnn.is_acceptable(t):
            return
        if len(set(where)) == len(where) and all(w.dtype is t.dtype and w.is_leaf for w in weights):
            modes = {"RNN_RELU": 0, "RNN_TANH": 1, "LSTM": 2, "GRU": 3}
            with torch.no_grad():
                torch._cudnn_rnn_flatten_weight(
                    weights, 4 if stack.has_bias else 2, weights[0].shape[1], modes[stack.mode], self.hidden_size, 0,
                    stack.num_layers, False, stack.bidirectional,
                )  # fmt: skip
        self.__dict__["_compacted"] = tuple(w.data_ptr() for w in weights)


class LSTM(_RNNBase):
    """Run a stack of long short-term memory layers over sequences.

    Args:
        input_size (int): features of the input.
        hidden_size (int): features of the hidden state.
        num_layers (int): layers. Default: ``1``.
        has_bias (bool): with biases. Default: ``True``.
        batch_first (bool): batch before time in `x` and the output; states are unaffected. Default: ``False``.
        dropout (float): the share dropped between layers while training, in [0, 1). Default: ``0.0``.
        bidirectional (bool): read both ways; the outputs are twice as wide. Default: ``False``.
        dtype (mindspore.dtype): type of the weights. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape (time, batch, input_size), or (batch, time, input_size).
        - **hx** (tuple) - two Tensors of shape (num_layers * directions, batch, hidden_size). Default: zeros.
        - **seq_length** (Tensor) - the length of each sequence. Default ``None``: all as long as `x`.

    Outputs:
        Tuple of the output, shape (time, batch, hidden_size * directions), and (h_n, c_n).

    Raises:
        TypeError: if a size is no int, a flag no bool, `dropout` no float, or `hx` no tuple of two Tensors.
        ValueError: if a size is below 1, `dropout` out of range, or shapes do not fit; `x` needs 3 dimensions.

    Differs from MindSpore: float64 states are accepted. On a CPU, MindSpore takes a length beyond the end only
    without `bidirectional`; here it means the whole sequence. An LSTM holds the sum of its two biases in one
    place on MindSpore's CPU, which rounds differently.

    Source: mindspore.nn.LSTM, MindSpore 2.10
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        has_bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__(
            "LSTM", input_size, hidden_size, num_layers, has_bias, batch_first, dropout, bidirectional, dtype
        )


class GRU(_RNNBase):
    """Run a stack of gated recurrent unit layers over sequences.

    Args:
        input_size (int): features of the input.
        hidden_size (int): features of the hidden state.
        num_layers (int): layers. Default: ``1``.
        has_bias (bool): with biases. Default: ``True``.
        batch_first (bool): batch before time in `x` and the output; states are unaffected. Default: ``False``.
        dropout (float): the share dropped between layers while training, in [0, 1). Default: ``0.0``.
        bidirectional (bool): read both ways; the outputs are twice as wide. Default: ``False``.
        dtype (mindspore.dtype): type of the weights. Default: ``mstype.float32``.

    Inputs:
        - **x** (Tensor) - shape (time, batch, input_size), or (batch, time, input_size).
        - **hx** (Tensor) - shape (num_layers * directions, batch, hidden_size). Default: zeros.
        - **seq_length** (Tensor) - the length of each sequence. Default ``None``: all as long as `x`.

    Outputs:
        Tuple of the output, shape (time, batch, hidden_size * directions), and h_n.

    Raises:
        TypeError: if a size is no int, a flag no bool, `dropout` no float, or `hx` no Tensor.
        ValueError: if a size is below 1, `dropout` out of range, or shapes do not fit; `x` needs 3 dimensions.

    Differs from MindSpore: float64 states are accepted.

    Source: mindspore.nn.GRU, MindSpore 2.10
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        has_bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__(
            "GRU", input_size, hidden_size, num_layers, has_bias, batch_first, dropout, bidirectional, dtype
        )


class RNN(_RNNBase):
    """Run a stack of plain recurrent layers over sequences.

    Args:
        input_size (int): features of the input.
        hidden_size (int): features of the hidden state.
        num_layers (int): layers. Default: ``1``.
        has_bias (bool): with biases. Default: ``True``.
        batch_first (bool): batch before time in `x` and the output; states are unaffected. Default: ``False``.
        dropout (float): the share dropped between layers while training, in [0, 1). Default: ``0.0``.
        bidirectional (bool): read both ways; the outputs are twice as wide. Default: ``False``.
        dtype (mindspore.dtype): type of the weights. Default: ``mstype.float32``.

    Keyword Args:
        nonlinearity (str): ``"tanh"`` or ``"relu"``. Default: ``"tanh"``.

    Inputs:
        - **x** (Tensor) - shape (time, batch, input_size), or (batch, time, input_size).
        - **hx** (Tensor) - shape (num_layers * directions, batch, hidden_size). Default: zeros.
        - **seq_length** (Tensor) - the length of each sequence. Default ``None``: all as long as `x`.

    Outputs:
        Tuple of the output, shape (time, batch, hidden_size * directions), and h_n.

    Raises:
        TypeError: if a size is no int, a flag no bool, `dropout` no float, or `hx` no Tensor.
        ValueError: if a size is below 1, `dropout` out of range, `nonlinearity` another word, or shapes do not fit.

    Differs from MindSpore: float64 states are accepted.

    Source: mindspore.nn.RNN, MindSpore 2.10
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        has_bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        dtype: mstype.Type = mstype.float32,
        *,
        nonlinearity: str = "tanh",
    ) -> None:
        if nonlinearity not in ("tanh", "relu"):
            msg = f"For 'RNN', the 'nonlinearity' must be in ['tanh', 'relu'], but got {nonlinearity!r}."
            raise ValueError(msg)
        mode = f"RNN_{nonlinearity.upper()}"
        super().__init__(
            mode, input_size, hidden_size, num_layers, has_bias, batch_first, dropout, bidirectional, dtype
        )


def _dropout_rate(layer: str, value: Any) -> float:
    if not isinstance(value, float):
        msg = f"For '{layer}', the 'dropout' must be float, but got {value!r} with type {type(value).__name__}."
        raise TypeError(msg)
    if not 0 <= value < 1:
        msg = f"For '{layer}', the 'dropout' must be in [0, 1), but got {value}."
        raise ValueError(msg)
    return value


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
