"""Operators of MindSpore's reinforcement learning that model code imports."""

from __future__ import annotations

from ms2torch.ops.primitive import Primitive

__all__ = ["CudnnGRU"]


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
