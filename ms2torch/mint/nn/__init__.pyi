"""What `mindspore.mint.nn` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from . import functional as functional
from ms2torch.mint.nn._activation import (
    ELU as ELU,
    GELU as GELU,
    GLU as GLU,
    Hardtanh as Hardtanh,
    LogSigmoid as LogSigmoid,
    Mish as Mish,
    ReLU6 as ReLU6,
    SELU as SELU,
    SiLU as SiLU,
    Sigmoid as Sigmoid,
    Softmax as Softmax,
    Tanh as Tanh,
    Threshold as Threshold,
)
from ms2torch.mint.nn._conv import (
    Conv1d as Conv1d,
    Conv2d as Conv2d,
    Conv3d as Conv3d,
    ConvTranspose2d as ConvTranspose2d,
)
from ms2torch.mint.nn._loss import (
    BCELoss as BCELoss,
    BCEWithLogitsLoss as BCEWithLogitsLoss,
    CosineEmbeddingLoss as CosineEmbeddingLoss,
    CrossEntropyLoss as CrossEntropyLoss,
    KLDivLoss as KLDivLoss,
    MSELoss as MSELoss,
    NLLLoss as NLLLoss,
    SmoothL1Loss as SmoothL1Loss,
)
from ms2torch.mint.nn._normalization import (
    BatchNorm1d as BatchNorm1d,
    BatchNorm2d as BatchNorm2d,
    BatchNorm3d as BatchNorm3d,
    GroupNorm as GroupNorm,
    SyncBatchNorm as SyncBatchNorm,
)
from ms2torch.mint.nn._padding import (
    ConstantPad1d as ConstantPad1d,
    ConstantPad2d as ConstantPad2d,
    ConstantPad3d as ConstantPad3d,
    ReflectionPad1d as ReflectionPad1d,
    ReflectionPad2d as ReflectionPad2d,
    ReflectionPad3d as ReflectionPad3d,
    ReplicationPad1d as ReplicationPad1d,
    ReplicationPad2d as ReplicationPad2d,
    ReplicationPad3d as ReplicationPad3d,
    ZeroPad1d as ZeroPad1d,
    ZeroPad2d as ZeroPad2d,
    ZeroPad3d as ZeroPad3d,
)
from ms2torch.mint.nn._shared import (
    AvgPool1d as AvgPool1d,
    AvgPool2d as AvgPool2d,
    AvgPool3d as AvgPool3d,
    Dropout as Dropout,
    Dropout2d as Dropout2d,
    Embedding as Embedding,
    Hardshrink as Hardshrink,
    Hardsigmoid as Hardsigmoid,
    Hardswish as Hardswish,
    L1Loss as L1Loss,
    LayerNorm as LayerNorm,
    LogSoftmax as LogSoftmax,
    PReLU as PReLU,
    Softshrink as Softshrink,
)
from ms2torch.mint.nn._window import (
    AdaptiveAvgPool1d as AdaptiveAvgPool1d,
    AdaptiveAvgPool2d as AdaptiveAvgPool2d,
    AdaptiveAvgPool3d as AdaptiveAvgPool3d,
    AdaptiveMaxPool1d as AdaptiveMaxPool1d,
    Flatten as Flatten,
    Fold as Fold,
    MaxPool2d as MaxPool2d,
    MaxUnpool2d as MaxUnpool2d,
    PixelShuffle as PixelShuffle,
    Unfold as Unfold,
    Upsample as Upsample,
    UpsamplingBilinear2d as UpsamplingBilinear2d,
    UpsamplingNearest2d as UpsamplingNearest2d,
)
from ms2torch.mint.nn.functional import (
    cross_entropy as cross_entropy,
)
from ms2torch.nn.cell import (
    Cell as Cell,
)
from ms2torch.nn.layer._pooling_other import (
    AdaptiveMaxPool2d as AdaptiveMaxPool2d,
)
from ms2torch.nn.layer.activation import (
    ReLU as ReLU,
)
from ms2torch.nn.layer.basic import (
    Identity as Identity,
)
from ms2torch.nn.layer.dense import (
    Linear as Linear,
)
from ms2torch.nn.loss._values import (
    SoftMarginLoss as SoftMarginLoss,
)
