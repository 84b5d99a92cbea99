"""Recurrent networks in one call, as Primitives."""

from __future__ import annotations

from typing import Any

import torch
from torch import _VF

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import require_default
from ms2torch.ops.primitive import Primitive


class LSTM(Primitive):
    r"""Run a stack of LSTM layers whose weights are one flat tensor.

    Each matrix has its gates in the order input, forget, cell, output. The tensor holds all matrices of the inputs, all
    of the hidden states, all projections, and all biases, each by layer and direction. With two biases per layer (the
    tensor's size tells) its matrices go by layer and direction instead, those of the input and the hidden state in
    turn, as on a GPU.

    Args:
        input_size (int): features of the input.
        hidden_size (int): features of the cells.
        num_layers (int): layers.
        has_bias (bool): add biases.
        bidirectional (bool): each layer reads both ways.
        dropout (float): between layers.
        proj_size (int): features the hidden state is projected to; 0: none. Default: ``0``.

    Inputs:
        - **input** (Tensor) - shape :math:`(time, batch, input_size)`.
        - **h** (Tensor) - first hidden states, of shape :math:`(layers * directions, batch, features)`.
        - **c** (Tensor) - first cell states, of shape :math:`(layers * directions, batch, hidden_size)`.
        - **w** (Tensor) - the weights, of any shape.

    Outputs:
        tuple[Tensor]: the outputs, the last hidden and cell states, and two that only kernels use (a zero each).

    Raises:
        ValueError: if a setting is out of range, or `w` has another size.

    Differs from MindSpore: its CPU kernel takes one layer and one bias for each, and leaves a second one out; its GPU
    kernel takes two. The order of several layers is not documented; here it is that of cuDNN.

    Source: mindspore.ops.LSTM, MindSpore 2.10
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int,
        has_bias: bool,
        bidirectional: bool,
        dropout: float,
        proj_size: int = 0,
    ) -> None:
        if not 0 <= dropout <= 1 or not 0 <= proj_size < hidden_size or min(input_size, num_layers) < 1:
            msg = (
                "ops.LSTM: needs positive sizes, dropout in [0, 1] and proj_size in [0, hidden_size), got input_size="
                f"{input_size}, hidden_size={hidden_size}, num_layers={num_layers}, dropout={dropout}, "
                f"proj_size={proj_size}"
            )
            raise ValueError(msg)
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.has_bias = has_bias
        self.bidirectional = bidirectional
        self.dropout = dropout
        self.proj_size = proj_size

    def _weights(self, flat: torch.Tensor) -> list[torch.Tensor]:
        """Return w_ih, w_hh, biases and the projection of each layer and direction."""
        both = 2 if self.bidirectional else 1
        gates, out = 4 * self.hidden_size, self.proj_size or self.hidden_size
        count = self.num_layers * both
        inputs = [self.input_size if i < both else out * both for i in range(count)]
        sizes = [[gates * i for i in inputs], [gates * out] * count, [self.proj_size * self.hidden_size] * count]
        matrices = sum(map(sum, sizes))
        biases = (flat.numel() - matrices) // (gates * count)
        if flat.numel() - matrices != biases * gates * count or biases not in ((1, 2) if self.has_bias else (0,)):
            wanted = f"{matrices + gates * count} or {matrices + 2 * gates * count}" if self.has_bias else matrices
            msg = f"ops.LSTM: w must have {wanted} elements, got {flat.numel()}"
            raise ValueError(msg)
        by_layer = biases == 2
        order = [*zip(*sizes, strict=True)] if by_layer else sizes
        parts = list(torch.split(flat[:matrices], [size for each in order for size in each]))
        ih, hh, hr = [parts[i::3] for i in range(3)] if by_layer else [parts[i * count :][:count] for i in range(3)]
        bias = flat[matrices:].view(count, biases, gates)
        found: list[torch.Tensor] = []
        for i in range(count):
            found += [ih[i].view(gates, inputs[i]), hh[i].view(gates, out)]
            if self.has_bias:
                found += [bias[i, 0], bias[i, 1] if by_layer else torch.zeros_like(bias[i, 0])]
            if self.proj_size:
                found.append(hr[i].view(self.proj_size, self.hidden_size))
        return found

    def __call__(self, input: Tensor, h: Tensor, c: Tensor, w: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
        weights = self._weights(unwrap(w).flatten())
        settings = (self.has_bias, self.num_layers, self.dropout, self.dropout > 0, self.bidirectional, False)
        output, last_h, last_c = _VF.lstm(unwrap(input), (unwrap(h), unwrap(c)), weights, *settings)
        zero = output.new_zeros(1, 1)
        return wrap(output), wrap(last_h), wrap(last_c), wrap(zero), wrap(zero.clone())


class DynamicRNN(Primitive):
    """Run an LSTM over a sequence and return all gates.

    Args:
        cell_type (str): only ``"LSTM"``. Default: ``"LSTM"``.
        direction (str): only ``"UNIDIRECTIONAL"``. Default: ``"UNIDIRECTIONAL"``.
        cell_depth (int): only ``1``. Default: ``1``.
        use_peephole (bool): only ``False``. Default: ``False``.
        keep_prob (float): only ``1.0``. Default: ``1.0``.
        cell_clip (float): clip the cells to this size, if above 0. Default: ``-1.0``.
        num_proj (int): only ``0``. Default: ``0``.
        time_major (bool): only ``True``. Default: ``True``.
        activation (str): only ``"tanh"``. Default: ``"tanh"``.
        forget_bias (float): added to the forget gate. Default: ``0.0``.
        is_training (bool): concerns the kernel. Default: ``True``.

    Inputs:
        - **x** (Tensor) - shape :math:`(time, batch, inputs)`.
        - **w** (Tensor) - weights of inputs and hidden state, gates in the order input, cell, forget, output, of shape
          :math:`(inputs + hidden, 4 * hidden)`.
        - **b** (Tensor) - shape :math:`(4 * hidden)`.
        - **seq_length** (Tensor) - only ``None``. Default: ``None``.
        - **init_h** (Tensor) - shape :math:`(1, batch, hidden)`. Default ``None``: zeros.
        - **init_c** (Tensor) - shape :math:`(1, batch, hidden)`. Default ``None``: zeros.

    Outputs:
        tuple of eight Tensors :math:`(time, batch, hidden)`: output, hidden states, cell states, the gates i, j, f and
        o, and the tanh of the cells.

    Raises:
        UnsupportedArgumentError: if another setting is not at its default.
        ValueError: if the shapes do not fit.

    Differs from MindSpore: it runs on Ascend alone and in float16; here in the type of `x`.

    Source: mindspore.ops.DynamicRNN, MindSpore 2.10
    """

    def __init__(
        self,
        cell_type: str = "LSTM",
        direction: str = "UNIDIRECTIONAL",
        cell_depth: int = 1,
        use_peephole: bool = False,
        keep_prob: float = 1.0,
        cell_clip: float = -1.0,
        num_proj: int = 0,
        time_major: bool = True,
        activation: str = "tanh",
        forget_bias: float = 0.0,
        is_training: bool = True,
    ) -> None:
        op, remedy = "ops.DynamicRNN", "use nn.LSTM"
        require_default(op, "cell_type", cell_type, "LSTM", remedy)
        require_default(op, "direction", direction, "UNIDIRECTIONAL", remedy)
        require_default(op, "cell_depth", cell_depth, 1, remedy)
        require_default(op, "use_peephole", use_peephole, False, remedy)
        require_default(op, "keep_prob", keep_prob, 1.0, remedy)
        require_default(op, "num_proj", num_proj, 0, remedy)
        require_default(op, "time_major", time_major, True, "swap the first two dimensions")
        require_default(op, "activation", activation, "tanh", remedy)
        self.cell_clip = cell_clip
        self.forget_bias = forget_bias
        self.is_training = is_training

    def __call__(
        self, x: Tensor, w: Tensor, b: Tensor, seq_length: Any = None, init_h: Any = None, init_c: Any = None
    ) -> tuple[Tensor, ...]:
        require_default("ops.DynamicRNN", "seq_length", seq_length, None, "use nn.LSTM, which takes lengths")
        t, weight, bias = unwrap(x), unwrap(w), unwrap(b)
        hidden = weight.shape[-1] // 4
        if t.ndim != 3 or weight.shape != (t.shape[2] + hidden, 4 * hidden) or bias.shape != (4 * hidden,):
            msg = "ops.DynamicRNN: needs x (time, batch, inputs), w (inputs + hidden, 4 * hidden) and b (4 * hidden), "
            raise ValueError(msg + f"got {tuple(t.shape)}, {tuple(weight.shape)} and {tuple(bias.shape)}")
        zeros = t.new_zeros(1, t.shape[1], hidden)
        h, c = (
            (zeros if s is None else unwrap(s).to(dtype=t.dtype)).view(t.shape[1], hidden) for s in (init_h, init_c)
        )
        outputs: list[tuple[torch.Tensor, ...]] = []
        for step in t:
            i, j, f, o = torch.chunk(torch.cat((step, h), 1) @ weight + bias, 4, 1)
            i, j, f, o = i.sigmoid(), j.tanh(), (f + self.forget_bias).sigmoid(), o.sigmoid()
            c = f * c + i * j
            if self.cell_clip > 0:
                c = c.clamp(-self.cell_clip, self.cell_clip)
            curved = c.tanh()
            h = o * curved
            outputs.append((h, h, c, i, j, f, o, curved))
        return tuple(wrap(torch.stack(each)) for each in zip(*outputs, strict=True))


class DynamicGRUV2(Primitive):
    """Run a GRU over a sequence and return all gates.

    Args:
        direction (str): only ``"UNIDIRECTIONAL"``. Default: ``"UNIDIRECTIONAL"``.
        cell_depth (int): only ``1``. Default: ``1``.
        keep_prob (float): only ``1.0``. Default: ``1.0``.
        cell_clip (float): only ``-1.0``. Default: ``-1.0``.
        num_proj (int): only ``0``. Default: ``0``.
        time_major (bool): only ``True``. Default: ``True``.
        activation (str): only ``"tanh"``. Default: ``"tanh"``.
        gate_order (str): order of reset, update and hidden gate in the weights, ``"rzh"`` or ``"zrh"``. Default:
            ``"rzh"``.
        reset_after (bool): the reset gate multiplies the product with the hidden state, else the state itself.
            Default: ``True``.
        is_training (bool): concerns the kernel. Default: ``True``.

    Inputs:
        - **x** (Tensor) - shape :math:`(time, batch, inputs)`.
        - **weight_input** (Tensor) - shape :math:`(inputs, 3 * hidden)`.
        - **weight_hidden** (Tensor) - shape :math:`(hidden, 3 * hidden)`.
        - **bias_input** (Tensor) - shape :math:`(3 * hidden)`, or ``None``.
        - **bias_hidden** (Tensor) - shape :math:`(3 * hidden)`, or ``None``.
        - **seq_length** (Tensor) - only ``None``.
        - **init_h** (Tensor) - shape :math:`(batch, hidden)`.

    Outputs:
        tuple of six Tensors :math:`(time, batch, hidden)`: output, hidden states, update gate, reset gate, new gate,
        and the hidden state's share of the new gate.

    Raises:
        UnsupportedArgumentError: if another setting is not at its default.
        ValueError: if `gate_order` is another word, or the shapes do not fit.

    Differs from MindSpore: it runs on Ascend alone and in float16; here in the type of `x`.

    Source: mindspore.ops.DynamicGRUV2, MindSpore 2.10
    """

    def __init__(
        self,
        direction: str = "UNIDIRECTIONAL",
        cell_depth: int = 1,
        keep_prob: float = 1.0,
        cell_clip: float = -1.0,
        num_proj: int = 0,
        time_major: bool = True,
        activation: str = "tanh",
        gate_order: str = "rzh",
        reset_after: bool = True,
        is_training: bool = True,
    ) -> None:
        op, remedy = "ops.DynamicGRUV2", "use nn.GRU"
        require_default(op, "direction", direction, "UNIDIRECTIONAL", remedy)
        require_default(op, "cell_depth", cell_depth, 1, remedy)
        require_default(op, "keep_prob", keep_prob, 1.0, remedy)
        require_default(op, "cell_clip", cell_clip, -1.0, remedy)
        require_default(op, "num_proj", num_proj, 0, remedy)
        require_default(op, "time_major", time_major, True, "swap the first two dimensions")
        require_default(op, "activation", activation, "tanh", remedy)
        if gate_order not in ("rzh", "zrh"):
            msg = f"{op}: gate_order must be 'rzh' or 'zrh', got {gate_order!r}"
            raise ValueError(msg)
        self.gate_order = gate_order
        self.reset_after = reset_after
        self.is_training = is_training

    def __call__(
        self,
        x: Tensor,
        weight_input: Tensor,
        weight_hidden: Tensor,
        bias_input: Any,
        bias_hidden: Any,
        seq_length: Any,
        init_h: Tensor,
    ) -> tuple[Tensor, ...]:
        require_default("ops.DynamicGRUV2", "seq_length", seq_length, None, "use nn.GRU, which takes lengths")
        t, w_in, w_h, h = (unwrap(v) for v in (x, weight_input, weight_hidden, init_h))
        hidden = w_h.shape[0]
        if t.ndim != 3 or w_in.shape != (t.shape[2], 3 * hidden) or w_h.shape != (hidden, 3 * hidden):
            msg = "ops.DynamicGRUV2: needs x (time, batch, inputs), (inputs, 3 * hidden) and (hidden, 3 * hidden), got "
            raise ValueError(msg + f"{tuple(t.shape)}, {tuple(w_in.shape)} and {tuple(w_h.shape)}")
        h = h.to(dtype=t.dtype)
        b_in, b_h = (
            t.new_zeros(3 * hidden) if b is None else unwrap(b).to(dtype=t.dtype) for b in (bias_input, bias_hidden)
        )
        r, z = (self.gate_order.index(gate) for gate in "rz")
        moved = torch.matmul(t, w_in) + b_in
        last, last_bias = w_h[:, 2 * hidden :], b_h[2 * hidden :]
        outputs: list[tuple[torch.Tensor, ...]] = []
        for step in moved:
            ours, theirs = step.chunk(3, 1), (h @ w_h + b_h).chunk(3, 1)
            reset, update = (ours[r] + theirs[r]).sigmoid(), (ours[z] + theirs[z]).sigmoid()
            share = theirs[2] if self.reset_after else (reset * h) @ last + last_bias
            new = (ours[2] + (reset * share if self.reset_after else share)).tanh()
            h = (1 - update) * new + update * h
            outputs.append((h, h, update, reset, new, share))
        return tuple(wrap(torch.stack(each)) for each in zip(*outputs, strict=True))
