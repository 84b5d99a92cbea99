"""Recurrences on torch's fused kernels: whole stacks of layers, over padded batches, and single steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import _VF
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence

State = tuple[torch.Tensor, ...]


@dataclass(frozen=True)
class Stack:
    """What a stack of recurrent layers is, apart from its weights.

    Args:
        mode (str): ``"LSTM"``, ``"GRU"``, ``"RNN_TANH"`` or ``"RNN_RELU"``.
        num_layers (int): layers.
        bidirectional (bool): each layer reads both ways.
        has_bias (bool): four weights per layer and direction, else two.
        dropout (float): between the layers, while training.
    """

    mode: str
    num_layers: int
    bidirectional: bool
    has_bias: bool
    dropout: float


def run_stack(
    stack: Stack, x: torch.Tensor, state: State, weights: Sequence[torch.Tensor], *, training: bool
) -> tuple[torch.Tensor, State]:
    """Run all layers over a batch whose sequences are all as long as `x`.

    Args:
        stack (Stack): the layers.
        x (torch.Tensor): shape (time, batch, features).
        state (tuple[torch.Tensor]): first states, (layers * directions, batch, hidden) each; two for LSTM.
        weights (Sequence[torch.Tensor]): by layer and direction w_ih, w_hh and, with biases, b_ih, b_hh.
        training (bool): apply the dropout.

    Returns:
        tuple: the last layer's outputs, and the last states.
    """
    settings = (stack.has_bias, stack.num_layers, stack.dropout, training, stack.bidirectional, False)
    flat = _one_dtype(weights, x.dtype)
    if stack.mode == "LSTM":
        output, h, c = _VF.lstm(x, state, flat, *settings)
        return output, (h, c)
    kernel = {"GRU": _VF.gru, "RNN_TANH": _VF.rnn_tanh, "RNN_RELU": _VF.rnn_relu}[stack.mode]
    output, h = kernel(x, state[0], flat, *settings)
    return output, (h,)


def run_stack_to_lengths(
    stack: Stack,
    x: torch.Tensor,
    state: State,
    weights: Sequence[torch.Tensor],
    lengths: torch.Tensor,
    *,
    training: bool,
) -> tuple[torch.Tensor, State]:
    """Run all layers over a padded batch: outputs beyond a sequence's length are 0, its last state is that at its end.

    Args:
        stack (Stack): the layers.
        x (torch.Tensor): shape (time, batch, features).
        state (tuple[torch.Tensor]): first states.
        weights (Sequence[torch.Tensor]): as for `run_stack`.
        lengths (torch.Tensor): one int per sequence; 0 leaves its state as it was.
        training (bool): apply the dropout.

    Returns:
        tuple: the last layer's outputs, and the last states.
    """
    steps = x.shape[0]
    lengths = lengths.to(dtype=torch.int64)
    # torch packs no sequence of length 0: such a one takes one step, which is undone below
    packed = pack_padded_sequence(x, lengths.clamp(1, steps).cpu(), enforce_sorted=False)
    order, back = packed.sorted_indices, packed.unsorted_indices
    assert order is not None
    assert back is not None
    sorted_state = tuple(s.index_select(1, order) for s in state)
    settings = (stack.has_bias, stack.num_layers, stack.dropout, training, stack.bidirectional)
    flat = _one_dtype(weights, x.dtype)
    if stack.mode == "LSTM":
        data, *last = _VF.lstm(packed.data, packed.batch_sizes, sorted_state, flat, *settings)
    else:
        kernel = {"GRU": _VF.gru, "RNN_TANH": _VF.rnn_tanh, "RNN_RELU": _VF.rnn_relu}[stack.mode]
        data, *last = kernel(packed.data, packed.batch_sizes, sorted_state[0], flat, *settings)
    done = PackedSequence(data, packed.batch_sizes, packed.sorted_indices, packed.unsorted_indices)
    output, _ = pad_packed_sequence(done, total_length=steps)
    final = tuple(s.index_select(1, back) for s in last)
    if bool((lengths < 1).any()):
        empty = (lengths < 1).to(x.device).view(1, -1, 1)
        output = output.masked_fill(empty, 0)
        final = tuple(torch.where(empty, first, s) for first, s in zip(state, final, strict=True))
    return output, final


def rnn_step(
    mode: str,
    x: torch.Tensor,
    state: State,
    w_ih: torch.Tensor,
    w_hh: torch.Tensor,
    b_ih: torch.Tensor | None,
    b_hh: torch.Tensor | None,
) -> State:
    """Take one step of one layer: (batch, features) and (batch, hidden) in, the next states out."""
    if mode == "LSTM":
        h, c = _VF.lstm_cell(x, state, w_ih, w_hh, b_ih, b_hh)
        return h, c
    kernel = {"GRU": _VF.gru_cell, "RNN_TANH": _VF.rnn_tanh_cell, "RNN_RELU": _VF.rnn_relu_cell}[mode]
    return (kernel(x, state[0], w_ih, w_hh, b_ih, b_hh),)


def _one_dtype(weights: Sequence[torch.Tensor], dtype: torch.dtype) -> list[torch.Tensor]:
    return [w if w.dtype is dtype else w.to(dtype=dtype) for w in weights]
