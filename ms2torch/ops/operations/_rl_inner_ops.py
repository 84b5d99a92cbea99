"""Operators of MindSpore's reinforcement learning that model code imports."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.primitive import Primitive

__all__ = ["GRUV2", "CudnnGRU"]


class CudnnGRU(Primitive):
    """A GRU on NVIDIA's library, by one flat tensor of weights.

    Args:
        input_size (int): features of the input.
        hidden_size (int): features of the state.
        num_layers (int): layers.
        has_bias (bool): with bias.
        bidirectional (bool): in both directions.
        dropout (float): dropped between layers.

    Raises:
        RuntimeError: always; use `nn.GRU`, which torch runs on the same library.
    """

    def __init__(
        self, input_size: int, hidden_size: int, num_layers: int, has_bias: bool, bidirectional: bool, dropout: float
    ) -> None:
        super().__init__()
        msg = (
            f"CudnnGRU({input_size}, {hidden_size}, {num_layers}, {has_bias}, {bidirectional}, {dropout}) takes "
            "cuDNN's flat weights; use nn.GRU, which torch runs on the same library"
        )
        raise RuntimeError(msg)


class GRUV2(Primitive):
    r"""Run a GRU by one flat tensor of weights.

    The reset gate is applied to the state before its product: :math:`\tanh(W x + U (r \odot h) + b)`.

    Args:
        input_size (int): features of the input.
        hidden_size (int): features of the state.
        num_layers (int): 1; MindSpore's CPU kernel has no more.
        has_bias (bool): with bias.
        bidirectional (bool): in both directions.
        dropout (float): dropped between layers, of which there is one.
        is_train (bool): no effect. Default: ``True``.

    Inputs:
        - **x** (Tensor) - of shape :math:`(T, N, input_size)`.
        - **h** (Tensor) - the first state, of shape :math:`(D, N, hidden_size)`, `D` being 2 in both directions.
        - **w** (Tensor) - the weights of the input, those of the state, then the bias, each of all directions and of
          the gates update, reset, new.
        - **seq_length** (Tensor) - not read, as by MindSpore's CPU kernel.

    Outputs:
        tuple of the states, of shape :math:`(T, N, D * hidden_size)`, the last one, and two Tensors of zeros.

    Raises:
        ValueError: more than one layer, or the weights do not fit.

    Source: mindspore.ops.operations._rl_inner_ops.GRUV2, MindSpore 2.10
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int,
        has_bias: bool,
        bidirectional: bool,
        dropout: float,
        is_train: bool = True,
    ) -> None:
        super().__init__()
        self.is_train = is_train
        if num_layers != 1:
            msg = f"For 'GRUV2', only one layer is computed on a CPU, but got num_layers {num_layers}."
            raise ValueError(msg)
        self.input_size, self.hidden_size = input_size, hidden_size
        self.has_bias, self.directions, self.dropout = has_bias, 1 + bidirectional, dropout

    def __call__(self, x: Tensor, h: Tensor, w: Tensor, seq_length: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Apply the operation."""
        del seq_length
        inputs, first = unwrap(x), unwrap(h)
        of_inputs, of_states, biases = self._weights(unwrap(w).reshape(-1))
        states = [
            _gru(inputs, first[way], of_inputs[way], of_states[way], biases[way], way == 1)
            for way in range(self.directions)
        ]
        last = torch.stack([each[0 if way else -1] for way, each in enumerate(states)])
        rest = wrap(inputs.new_zeros(1, 1))
        return wrap(torch.cat(states, -1)), wrap(last), rest, rest

    def _weights(self, flat: torch.Tensor) -> list[torch.Tensor]:
        ways, gates = self.directions, 3 * self.hidden_size
        widths = [self.input_size, self.hidden_size, 1][: 2 + self.has_bias]
        if len(flat) < ways * gates * sum(widths):
            msg = f"For 'GRUV2', {ways * gates * sum(widths)} weights are needed, but got {len(flat)}."
            raise ValueError(msg)
        found, at = [], 0
        for width in widths:
            count = ways * gates * width
            found.append(flat[at : at + count].reshape(ways, 3, self.hidden_size, width))
            at += count
        if not self.has_bias:
            found.append(flat.new_zeros(ways, 3, self.hidden_size, 1))
        return found


def _gru(
    inputs: torch.Tensor,
    state: torch.Tensor,
    by_input: torch.Tensor,
    by_state: torch.Tensor,
    bias: torch.Tensor,
    backwards: bool,
) -> torch.Tensor:
    """Return the states of one direction, in the order of the inputs."""
    of_inputs = torch.einsum("tni,ghi->gtnh", inputs, by_input) + bias[:, None, None, :, 0]
    states = []
    for update, reset, new in zip(*(each.flip(0) if backwards else each for each in of_inputs), strict=True):
        kept = torch.sigmoid(update + state @ by_state[0].T)
        seen = torch.sigmoid(reset + state @ by_state[1].T) * state
        state = kept * state + (1 - kept) * torch.tanh(new + seen @ by_state[2].T)
        states.append(state)
    return torch.stack(states[::-1] if backwards else states)
