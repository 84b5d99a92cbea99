"""What `mindspore.mint.nn` exports, and where it lives; read at run time by `ms2torch._lazy`."""

# ruff: noqa: TID252 - the reader of stubs at run time takes relative names

from ...nn.layer.activation import (
    ReLU as ReLU,
)
from ...nn.layer.basic import (
    Identity as Identity,
)
from . import functional as functional
from ._activation import (
    ELU as ELU,
)
from ._activation import (
    GELU as GELU,
)
from ._activation import (
    GLU as GLU,
)
from ._activation import (
    SELU as SELU,
)
from ._activation import (
    Hardtanh as Hardtanh,
)
from ._activation import (
    LogSigmoid as LogSigmoid,
)
from ._activation import (
    LogSoftmax as LogSoftmax,
)
from ._activation import (
    Mish as Mish,
)
from ._activation import (
    ReLU6 as ReLU6,
)
from ._activation import (
    Sigmoid as Sigmoid,
)
from ._activation import (
    SiLU as SiLU,
)
from ._activation import (
    Softmax as Softmax,
)
from ._activation import (
    Tanh as Tanh,
)
from ._activation import (
    Threshold as Threshold,
)
from ._conv import (
    Conv1d as Conv1d,
)
from ._conv import (
    Conv2d as Conv2d,
)
from ._conv import (
    Conv3d as Conv3d,
)
from ._conv import (
    ConvTranspose2d as ConvTranspose2d,
)
from ._conv import (
    Linear as Linear,
)
from ._loss import (
    BCELoss as BCELoss,
)
from ._loss import (
    BCEWithLogitsLoss as BCEWithLogitsLoss,
)
from ._loss import (
    CosineEmbeddingLoss as CosineEmbeddingLoss,
)
from ._loss import (
    CrossEntropyLoss as CrossEntropyLoss,
)
from ._loss import (
    KLDivLoss as KLDivLoss,
)
from ._loss import (
    L1Loss as L1Loss,
)
from ._loss import (
    MSELoss as MSELoss,
)
from ._loss import (
    NLLLoss as NLLLoss,
)
from ._loss import (
    SmoothL1Loss as SmoothL1Loss,
)
from ._loss import (
    SoftMarginLoss as SoftMarginLoss,
)
from ._normalization import (
    BatchNorm1d as BatchNorm1d,
)
from ._normalization import (
    BatchNorm2d as BatchNorm2d,
)
from ._normalization import (
    BatchNorm3d as BatchNorm3d,
)
from ._normalization import (
    GroupNorm as GroupNorm,
)
from ._normalization import (
    SyncBatchNorm as SyncBatchNorm,
)
from ._padding import (
    ConstantPad1d as ConstantPad1d,
)
from ._padding import (
    ConstantPad2d as ConstantPad2d,
)
from ._padding import (
    ConstantPad3d as ConstantPad3d,
)
from ._padding import (
    ReflectionPad1d as ReflectionPad1d,
)
from ._padding import (
    ReflectionPad2d as ReflectionPad2d,
)
from ._padding import (
    ReflectionPad3d as ReflectionPad3d,
)
from ._padding import (
    ReplicationPad1d as ReplicationPad1d,
)
from ._padding import (
    ReplicationPad2d as ReplicationPad2d,
)
from ._padding import (
    ReplicationPad3d as ReplicationPad3d,
)
from ._padding import (
    ZeroPad1d as ZeroPad1d,
)
from ._padding import (
    ZeroPad2d as ZeroPad2d,
)
from ._padding import (
    ZeroPad3d as ZeroPad3d,
)
from ._shared import (
    Dropout as Dropout,
)
from ._shared import (
    Dropout2d as Dropout2d,
)
from ._shared import (
    Embedding as Embedding,
)
from ._shared import (
    Hardshrink as Hardshrink,
)
from ._shared import (
    Hardsigmoid as Hardsigmoid,
)
from ._shared import (
    Hardswish as Hardswish,
)
from ._shared import (
    LayerNorm as LayerNorm,
)
from ._shared import (
    PReLU as PReLU,
)
from ._shared import (
    Softshrink as Softshrink,
)
from ._window import (
    AdaptiveAvgPool1d as AdaptiveAvgPool1d,
)
from ._window import (
    AdaptiveAvgPool2d as AdaptiveAvgPool2d,
)
from ._window import (
    AdaptiveAvgPool3d as AdaptiveAvgPool3d,
)
from ._window import (
    AdaptiveMaxPool1d as AdaptiveMaxPool1d,
)
from ._window import (
    AdaptiveMaxPool2d as AdaptiveMaxPool2d,
)
from ._window import (
    AvgPool1d as AvgPool1d,
)
from ._window import (
    AvgPool2d as AvgPool2d,
)
from ._window import (
    AvgPool3d as AvgPool3d,
)
from ._window import (
    Flatten as Flatten,
)
from ._window import (
    Fold as Fold,
)
from ._window import (
    MaxPool2d as MaxPool2d,
)
from ._window import (
    MaxUnpool2d as MaxUnpool2d,
)
from ._window import (
    PixelShuffle as PixelShuffle,
)
from ._window import (
    Unfold as Unfold,
)
from ._window import (
    Upsample as Upsample,
)
from ._window import (
    UpsamplingBilinear2d as UpsamplingBilinear2d,
)
from ._window import (
    UpsamplingNearest2d as UpsamplingNearest2d,
)
