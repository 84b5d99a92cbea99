"""What `mindspore.nn` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from .cell import Cell as Cell
from .layer.activation import (
    GELU as GELU,
    ReLU as ReLU,
    Sigmoid as Sigmoid,
    Softmax as Softmax,
    Tanh as Tanh,
    get_activation as get_activation,
)
from .layer.basic import (
    Dropout as Dropout,
    Flatten as Flatten,
    Identity as Identity,
)
from .layer.container import (
    CellDict as CellDict,
    CellList as CellList,
    SequentialCell as SequentialCell,
)
from .layer.conv import (
    Conv1d as Conv1d,
    Conv2d as Conv2d,
    Conv3d as Conv3d,
)
from .layer.dense import Dense as Dense
from .layer.normalization import (
    BatchNorm1d as BatchNorm1d,
    BatchNorm2d as BatchNorm2d,
    BatchNorm3d as BatchNorm3d,
    GroupNorm as GroupNorm,
    InstanceNorm1d as InstanceNorm1d,
    InstanceNorm2d as InstanceNorm2d,
    InstanceNorm3d as InstanceNorm3d,
    LayerNorm as LayerNorm,
    SyncBatchNorm as SyncBatchNorm,
)
from .layer.pooling import (
    AdaptiveAvgPool2d as AdaptiveAvgPool2d,
    AvgPool2d as AvgPool2d,
    MaxPool2d as MaxPool2d,
)
