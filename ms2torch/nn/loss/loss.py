"""Losses as Cells, under the module path that MindSpore's own have."""

from __future__ import annotations

from ms2torch.nn.loss._base import LossBase as LossBase
from ms2torch.nn.loss._classes import (
    BCELoss as BCELoss,
)
from ms2torch.nn.loss._classes import (
    BCEWithLogitsLoss as BCEWithLogitsLoss,
)
from ms2torch.nn.loss._classes import (
    CrossEntropyLoss as CrossEntropyLoss,
)
from ms2torch.nn.loss._classes import (
    CTCLoss as CTCLoss,
)
from ms2torch.nn.loss._classes import (
    KLDivLoss as KLDivLoss,
)
from ms2torch.nn.loss._classes import (
    MultilabelMarginLoss as MultilabelMarginLoss,
)
from ms2torch.nn.loss._classes import (
    MultiLabelSoftMarginLoss as MultiLabelSoftMarginLoss,
)
from ms2torch.nn.loss._classes import (
    MultiMarginLoss as MultiMarginLoss,
)
from ms2torch.nn.loss._classes import (
    NLLLoss as NLLLoss,
)
from ms2torch.nn.loss._classes import (
    SoftmaxCrossEntropyWithLogits as SoftmaxCrossEntropyWithLogits,
)
from ms2torch.nn.loss._masks import (
    DiceLoss as DiceLoss,
)
from ms2torch.nn.loss._masks import (
    FocalLoss as FocalLoss,
)
from ms2torch.nn.loss._masks import (
    MultiClassDiceLoss as MultiClassDiceLoss,
)
from ms2torch.nn.loss._masks import (
    SampledSoftmaxLoss as SampledSoftmaxLoss,
)
from ms2torch.nn.loss._values import (
    CosineEmbeddingLoss as CosineEmbeddingLoss,
)
from ms2torch.nn.loss._values import (
    GaussianNLLLoss as GaussianNLLLoss,
)
from ms2torch.nn.loss._values import (
    HingeEmbeddingLoss as HingeEmbeddingLoss,
)
from ms2torch.nn.loss._values import (
    HuberLoss as HuberLoss,
)
from ms2torch.nn.loss._values import (
    L1Loss as L1Loss,
)
from ms2torch.nn.loss._values import (
    L1LossExt as L1LossExt,
)
from ms2torch.nn.loss._values import (
    MAELoss as MAELoss,
)
from ms2torch.nn.loss._values import (
    MarginRankingLoss as MarginRankingLoss,
)
from ms2torch.nn.loss._values import (
    MSELoss as MSELoss,
)
from ms2torch.nn.loss._values import (
    PoissonNLLLoss as PoissonNLLLoss,
)
from ms2torch.nn.loss._values import (
    RMSELoss as RMSELoss,
)
from ms2torch.nn.loss._values import (
    SmoothL1Loss as SmoothL1Loss,
)
from ms2torch.nn.loss._values import (
    SoftMarginLoss as SoftMarginLoss,
)
from ms2torch.nn.loss._values import (
    TripletMarginLoss as TripletMarginLoss,
)
from ms2torch.nn.loss._values import (
    TripletMarginWithDistanceLoss as TripletMarginWithDistanceLoss,
)

__all__ = [
    "BCELoss",
    "BCEWithLogitsLoss",
    "CTCLoss",
    "CosineEmbeddingLoss",
    "CrossEntropyLoss",
    "DiceLoss",
    "FocalLoss",
    "GaussianNLLLoss",
    "HingeEmbeddingLoss",
    "HuberLoss",
    "KLDivLoss",
    "L1Loss",
    "L1LossExt",
    "LossBase",
    "MAELoss",
    "MSELoss",
    "MarginRankingLoss",
    "MultiClassDiceLoss",
    "MultiLabelSoftMarginLoss",
    "MultiMarginLoss",
    "MultilabelMarginLoss",
    "NLLLoss",
    "PoissonNLLLoss",
    "RMSELoss",
    "SampledSoftmaxLoss",
    "SmoothL1Loss",
    "SoftMarginLoss",
    "SoftmaxCrossEntropyWithLogits",
    "TripletMarginLoss",
    "TripletMarginWithDistanceLoss",
]

_Loss = LossBase  # the older name, which older code imports
