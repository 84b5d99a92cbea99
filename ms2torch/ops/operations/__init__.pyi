"""What `mindspore.ops.operations` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ..primitive import (
    Primitive as Primitive,
)
from .activation_ops import (
    CeLU as CeLU,
    Dropout as Dropout,
    Dropout2D as Dropout2D,
    Dropout3D as Dropout3D,
    Elu as Elu,
    FastGeLU as FastGeLU,
    FastGelu as FastGelu,
    GeLU as GeLU,
    Gelu as Gelu,
    HShrink as HShrink,
    HSigmoid as HSigmoid,
    HSwish as HSwish,
    LogSoftmax as LogSoftmax,
    Mish as Mish,
    PReLU as PReLU,
    ReLU as ReLU,
    ReLU6 as ReLU6,
    SeLU as SeLU,
    Sigmoid as Sigmoid,
    SoftShrink as SoftShrink,
    Softmax as Softmax,
    Softplus as Softplus,
    Softsign as Softsign,
    Tanh as Tanh,
)
from .debug_ops import (
    Assert as Assert,
    Depend as Depend,
    HookBackward as HookBackward,
    Identity as Identity,
    IdentityN as IdentityN,
    InsertGradientOf as InsertGradientOf,
    Partial as Partial,
    Print as Print,
    StopGradient as StopGradient,
)
from .embedding_ops import (
    EmbeddingLookup as EmbeddingLookup,
)
from .norm_ops import (
    LRN as LRN,
    BatchNorm as BatchNorm,
    BiasAdd as BiasAdd,
    L2Normalize as L2Normalize,
    LayerNorm as LayerNorm,
    RmsNorm as RmsNorm,
)
from .pool_ops import (
    AdaptiveAvgPool2D as AdaptiveAvgPool2D,
    AdaptiveAvgPool3D as AdaptiveAvgPool3D,
    AdaptiveMaxPool2D as AdaptiveMaxPool2D,
    AdaptiveMaxPool3D as AdaptiveMaxPool3D,
    AvgPool as AvgPool,
    AvgPool3D as AvgPool3D,
    MaxPool as MaxPool,
    MaxPool3D as MaxPool3D,
    MaxPool3DWithArgmax as MaxPool3DWithArgmax,
    MaxPoolWithArgmax as MaxPoolWithArgmax,
    MaxPoolWithArgmaxV2 as MaxPoolWithArgmaxV2,
    MaxUnpool2D as MaxUnpool2D,
    MaxUnpool3D as MaxUnpool3D,
)
