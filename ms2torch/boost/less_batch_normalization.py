"""A network whose last dense layer is normalized, in place of batch normalization."""

from __future__ import annotations

from typing import Any

from ms2torch.common.initializer import initializer
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer.basic import Dense
from ms2torch.ops.operations.norm_ops import L2Normalize

__all__ = ["CommonHeadLastFN", "LessBN"]


class CommonHeadLastFN(Cell):
    """A dense layer whose input and weight are normalized, times a factor that is trained.

    Args:
        in_channels (int): the length of the input's last dimension.
        out_channels (int): that of the output's.
        weight_init (Union[Tensor, str, Initializer, Number]): how the weight begins. Default: ``'normal'``.
        bias_init (Union[Tensor, str, Initializer, Number]): how the bias begins. Default: ``'zeros'``.
        has_bias (bool): whether there is one. Default: ``True``.

    Source: mindspore.boost.less_batch_normalization.CommonHeadLastFN, MindSpore 2.10
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
        has_bias: bool = True,
    ) -> None:
        super().__init__()
        self.weight = Parameter(initializer(weight_init, [out_channels, in_channels]), name="weight")
        self.x_norm = L2Normalize(axis=1)
        self.w_norm = L2Normalize(axis=1)
        self.multiplier = Parameter(Tensor([1.0]), name="multiplier")
        self.has_bias = has_bias
        if has_bias:
            self.bias = Parameter(initializer(bias_init, [out_channels]), name="bias")

    def construct(self, x: Tensor) -> Tensor:
        """Multiply the cosines between rows of `x` and of the weight by `multiplier`."""
        out = self.x_norm(x).matmul(self.w_norm(self.weight).T)
        return self.multiplier * (out + self.bias if self.has_bias else out)


class LessBN(Cell):
    """Mark a network as one with less batch normalization, and normalize its last dense layer if wanted.

    Args:
        network (Cell): the network.
        fn_flag (bool): put a `CommonHeadLastFN` without bias in place of the last dense layer. Default: ``False``.

    Source: mindspore.boost.LessBN, MindSpore 2.10
    """

    def __init__(self, network: Cell, fn_flag: bool = False) -> None:
        super().__init__()
        self.network = network
        if "less_bn" in network.get_flags():
            return
        network.set_boost("less_bn")
        network.update_cell_prefix()
        if fn_flag:
            _normalize_last(network)
        network.add_flags(defer_inline=True)

    def construct(self, *inputs: Any) -> Any:
        """Run the network."""
        return self.network(*inputs)


def _normalize_last(network: Any) -> None:
    """Put the layer in place of the last dense one of a network, and of each network in it."""
    last = None
    for name, child in network.name_cells().items():
        if isinstance(child, Dense):
            last = name, child
        else:
            _normalize_last(child)
    if last is None:
        return
    name, dense = last
    made = CommonHeadLastFN(dense.in_channels, dense.out_channels, dense.weight, dense.bias, False)
    made.update_parameters_name(f"{dense.param_prefix}.")
    network.insert_child_to_cell(name, made)
