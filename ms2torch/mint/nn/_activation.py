"""Activations of `mindspore.mint.nn`."""

from __future__ import annotations

import torch

from ms2torch.common.tensor import Tensor
from ms2torch.mint.nn import functional as F
from ms2torch.nn._torch_layers import TorchLayer
from ms2torch.nn.cell import Cell

Size = int | tuple[int, ...] | list[int]


class ELU(Cell):
    """Compute ELU.

    Args:
        alpha (float): the limit on the negative side, negated. Default: ``1.0``.
        inplace (bool): write the result into the input. Default: ``False``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.ELU, MindSpore 2.10
    """

    def __init__(self, alpha: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.alpha = alpha
        self.inplace = inplace

    def construct(self, input: Tensor) -> Tensor:
        return F.elu(input, self.alpha, self.inplace)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"alpha={self.alpha}, inplace={self.inplace}"


class GELU(Cell):
    """Compute GELU.

    Args:
        approximate (str): ``'none'`` for the exact one, or ``'tanh'``. Default: ``'none'``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.GELU, MindSpore 2.10
    """

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def construct(self, input: Tensor) -> Tensor:
        return F.gelu(input, approximate=self.approximate)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"approximate={self.approximate}"

    def _torch_layer(self) -> TorchLayer | None:
        return TorchLayer(torch.nn.GELU, {"approximate": self.approximate})


class GLU(Cell):
    """Multiply one half by the sigmoid of the other.

    Args:
        dim (int): the dimension. Default: ``-1``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.GLU, MindSpore 2.10
    """

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def construct(self, input: Tensor) -> Tensor:
        return F.glu(input, self.dim)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"dim={self.dim}"


class Hardtanh(Cell):
    """Limit to an interval.

    Args:
        min_val (float): lower bound. Default: ``-1.0``.
        max_val (float): upper bound. Default: ``1.0``.
        inplace (bool): write the result into the input. Default: ``False``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.Hardtanh, MindSpore 2.10
    """

    def __init__(self, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> None:
        super().__init__()
        self.min_val = min_val
        self.max_val = max_val
        self.inplace = inplace

    def construct(self, input: Tensor) -> Tensor:
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"min_val={self.min_val}, max_val={self.max_val}, inplace={self.inplace}"


class LogSigmoid(Cell):
    """Compute the logarithm of the sigmoid.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.LogSigmoid, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        return F.logsigmoid(input)


class ReLU6(Cell):
    """Limit to [0, 6].

    Args:
        inplace (bool): write the result into the input. Default: ``False``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.ReLU6, MindSpore 2.10
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def construct(self, input: Tensor) -> Tensor:
        return F.relu6(input, self.inplace)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"inplace={self.inplace}"


class SELU(Cell):
    """Compute SELU.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.SELU, MindSpore 2.10
    """

    def construct(self, input: Tensor) -> Tensor:
        return F.selu(input)


class SiLU(Cell):
    """Multiply by the sigmoid.

    Args:
        inplace (bool): write the result into the input. Default: ``False``.

    Inputs:
        - **x** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.SiLU, MindSpore 2.10
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace

    def construct(self, x: Tensor) -> Tensor:
        return F.silu(x, self.inplace)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"inplace={self.inplace}"

    def _torch_layer(self) -> TorchLayer | None:
        return TorchLayer(torch.nn.SiLU, {"inplace": self.inplace})


class Sigmoid(Cell):
    """Compute the sigmoid.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.Sigmoid, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        return F.sigmoid(input)

    def _torch_layer(self) -> TorchLayer | None:
        return TorchLayer(torch.nn.Sigmoid)


class Softmax(Cell):
    """Compute softmax.

    Args:
        dim (int, None): the dimension; ``None``: 0 for tensors of 0, 1 and 3 dimensions, else 1. Default:
            ``None``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.Softmax, MindSpore 2.10
    """

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def construct(self, input: Tensor) -> Tensor:
        return F.softmax(input, self.dim)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"dim={self.dim}"


class Tanh(Cell):
    """Compute tanh.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.Tanh, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def construct(self, input: Tensor) -> Tensor:
        return F.tanh(input)

    def _torch_layer(self) -> TorchLayer | None:
        return TorchLayer(torch.nn.Tanh)


class Mish(Cell):
    """Multiply by the tanh of softplus.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.Mish, MindSpore 2.10
    """

    def construct(self, input: Tensor) -> Tensor:
        return F.mish(input)


class Threshold(Cell):
    """Replace what does not exceed a threshold.

    Args:
        threshold (float): the threshold.
        value (float): the value.
        inplace (bool): write the result into the input. Default: ``False``.

    Inputs:
        - **input** (Tensor) - of any shape.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.Threshold, MindSpore 2.10
    """

    def __init__(self, threshold: float, value: float, inplace: bool = False) -> None:
        super().__init__()
        self.threshold = threshold
        self.value = value
        self.inplace = inplace

    def construct(self, input: Tensor) -> Tensor:
        return F.threshold(input, self.threshold, self.value, self.inplace)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"threshold={self.threshold}, value={self.value}, inplace={self.inplace}"
