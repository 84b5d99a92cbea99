"""Losses of `mindspore.mint.nn`."""

from __future__ import annotations

from ms2torch.common.tensor import Tensor
from ms2torch.mint.nn import functional as F
from ms2torch.nn.cell import Cell

Size = int | tuple[int, ...] | list[int]


class BCELoss(Cell):
    """Compute the cross entropy of chances between 0 and 1.

    Args:
        weight (Tensor, None): the weight. Default: ``None``.
        reduction (str): ``'none'``, ``'mean'`` or ``'sum'``. Default: ``'mean'``.

    Inputs:
        - **input** (Tensor) - of any shape.
        - **target** (Tensor) - what is to be reached.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.BCELoss, MindSpore 2.10
    """

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean") -> None:
        super().__init__()
        self.weight = weight
        self.reduction = reduction

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        return F.binary_cross_entropy(input, target, self.weight, self.reduction)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"reduction={self.reduction}"


class BCEWithLogitsLoss(Cell):
    """Compute the cross entropy of the sigmoid of the input.

    Args:
        weight (Tensor, None): the weight. Default: ``None``.
        reduction (str): ``'none'``, ``'mean'`` or ``'sum'``. Default: ``'mean'``.
        pos_weight (Tensor, None): weight of positive targets. Default: ``None``.

    Inputs:
        - **input** (Tensor) - of any shape.
        - **target** (Tensor) - what is to be reached.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.BCEWithLogitsLoss, MindSpore 2.10
    """

    def __init__(self, weight: Tensor | None = None, reduction: str = "mean", pos_weight: Tensor | None = None) -> None:
        super().__init__()
        self.weight = weight
        self.reduction = reduction
        self.pos_weight = pos_weight

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        return F.binary_cross_entropy_with_logits(input, target, self.weight, self.reduction, self.pos_weight)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"reduction={self.reduction}"


class CosineEmbeddingLoss(Cell):
    """Compare directions.

    Args:
        margin (float): the margin. Default: ``0.0``.
        reduction (str): ``'none'``, ``'mean'`` or ``'sum'``. Default: ``'mean'``.

    Inputs:
        - **input1** (Tensor) - first vectors.
        - **input2** (Tensor) - second vectors.
        - **target** (Tensor) - 1 for alike, -1 for unlike.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.CosineEmbeddingLoss, MindSpore 2.10
    """

    def __init__(self, margin: float = 0.0, reduction: str = "mean") -> None:
        super().__init__()
        self.margin = margin
        self.reduction = reduction

    def construct(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        return F.cosine_embedding_loss(input1, input2, target, self.margin, self.reduction)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"margin={self.margin}, reduction={self.reduction}"


class CrossEntropyLoss(Cell):
    """Compute the cross entropy of the softmax of the input.

    Args:
        weight (Tensor, None): the weight. Default: ``None``.
        ignore_index (int): class that does not count. Default: ``-100``.
        reduction (str): ``'none'``, ``'mean'`` or ``'sum'``. Default: ``'mean'``.
        label_smoothing (float): share of the target spread over all classes. Default: ``0.0``.

    Inputs:
        - **input** (Tensor) - of any shape.
        - **target** (Tensor) - class numbers, or chances of each class.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.CrossEntropyLoss, MindSpore 2.10
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        super().__init__()
        self.weight = weight
        self.ignore_index = ignore_index
        self.reduction = reduction
        self.label_smoothing = label_smoothing

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        return F.cross_entropy(input, target, self.weight, self.ignore_index, self.reduction, self.label_smoothing)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"ignore_index={self.ignore_index}, reduction={self.reduction}, label_smoothing={self.label_smoothing}"


class KLDivLoss(Cell):
    """Compute the Kullback-Leibler divergence.

    Args:
        reduction (str): ``'none'``, ``'mean'``, ``'sum'`` or ``'batchmean'``. Default: ``'mean'``.
        log_target (bool): `target` holds logarithms. Default: ``False``.

    Inputs:
        - **input** (Tensor) - of any shape.
        - **target** (Tensor) - what is to be reached.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.KLDivLoss, MindSpore 2.10
    """

    def __init__(self, reduction: str = "mean", log_target: bool = False) -> None:
        super().__init__()
        self.reduction = reduction
        self.log_target = log_target

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        return F.kl_div(input, target, self.reduction, self.log_target)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"reduction={self.reduction}, log_target={self.log_target}"


class MSELoss(Cell):
    """Compute the squared difference.

    Args:
        reduction (str): ``'none'``, ``'mean'`` or ``'sum'``. Default: ``'mean'``.

    Inputs:
        - **input** (Tensor) - of any shape.
        - **target** (Tensor) - what is to be reached.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.MSELoss, MindSpore 2.10
    """

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        return F.mse_loss(input, target, self.reduction)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"reduction={self.reduction}"


class NLLLoss(Cell):
    """Pick each target's log likelihood and negate it.

    Args:
        weight (Tensor, None): the weight. Default: ``None``.
        ignore_index (int): class that does not count. Default: ``-100``.
        reduction (str): ``'none'``, ``'mean'`` or ``'sum'``. Default: ``'mean'``.

    Inputs:
        - **input** (Tensor) - of any shape.
        - **target** (Tensor) - class numbers.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.NLLLoss, MindSpore 2.10
    """

    def __init__(self, weight: Tensor | None = None, ignore_index: int = -100, reduction: str = "mean") -> None:
        super().__init__()
        self.weight = weight
        self.ignore_index = ignore_index
        self.reduction = reduction

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        return F.nll_loss(input, target, self.weight, self.ignore_index, self.reduction)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"ignore_index={self.ignore_index}, reduction={self.reduction}"


class SmoothL1Loss(Cell):
    """Compute the absolute difference, squared near zero.

    Args:
        reduction (str): ``'none'``, ``'mean'`` or ``'sum'``. Default: ``'mean'``.
        beta (float): where the square ends. Default: ``1.0``.

    Inputs:
        - **input** (Tensor) - of any shape.
        - **target** (Tensor) - what is to be reached.

    Outputs:
        Tensor.

    Source: mindspore.mint.nn.SmoothL1Loss, MindSpore 2.10
    """

    def __init__(self, reduction: str = "mean", beta: float = 1.0) -> None:
        super().__init__()
        self.reduction = reduction
        self.beta = beta

    def construct(self, input: Tensor, target: Tensor) -> Tensor:
        return F.smooth_l1_loss(input, target, self.reduction, self.beta)

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return f"reduction={self.reduction}, beta={self.beta}"
