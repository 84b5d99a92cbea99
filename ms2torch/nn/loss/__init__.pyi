"""What `mindspore.nn.loss` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .loss import (
    BCELoss as BCELoss,
)
from .loss import (
    BCEWithLogitsLoss as BCEWithLogitsLoss,
)
from .loss import (
    CosineEmbeddingLoss as CosineEmbeddingLoss,
)
from .loss import (
    CrossEntropyLoss as CrossEntropyLoss,
)
from .loss import (
    CTCLoss as CTCLoss,
)
from .loss import (
    DiceLoss as DiceLoss,
)
from .loss import (
    FocalLoss as FocalLoss,
)
from .loss import (
    GaussianNLLLoss as GaussianNLLLoss,
)
from .loss import (
    HingeEmbeddingLoss as HingeEmbeddingLoss,
)
from .loss import (
    HuberLoss as HuberLoss,
)
from .loss import (
    KLDivLoss as KLDivLoss,
)
from .loss import (
    L1Loss as L1Loss,
)
from .loss import (
    L1LossExt as L1LossExt,
)
from .loss import (
    LossBase as LossBase,
)
from .loss import (
    MAELoss as MAELoss,
)
from .loss import (
    MarginRankingLoss as MarginRankingLoss,
)
from .loss import (
    MSELoss as MSELoss,
)
from .loss import (
    MultiClassDiceLoss as MultiClassDiceLoss,
)
from .loss import (
    MultilabelMarginLoss as MultilabelMarginLoss,
)
from .loss import (
    MultiLabelSoftMarginLoss as MultiLabelSoftMarginLoss,
)
from .loss import (
    MultiMarginLoss as MultiMarginLoss,
)
from .loss import (
    NLLLoss as NLLLoss,
)
from .loss import (
    PoissonNLLLoss as PoissonNLLLoss,
)
from .loss import (
    RMSELoss as RMSELoss,
)
from .loss import (
    SampledSoftmaxLoss as SampledSoftmaxLoss,
)
from .loss import (
    SmoothL1Loss as SmoothL1Loss,
)
from .loss import (
    SoftMarginLoss as SoftMarginLoss,
)
from .loss import (
    SoftmaxCrossEntropyWithLogits as SoftmaxCrossEntropyWithLogits,
)
from .loss import (
    TripletMarginLoss as TripletMarginLoss,
)
from .loss import (
    TripletMarginWithDistanceLoss as TripletMarginWithDistanceLoss,
)
