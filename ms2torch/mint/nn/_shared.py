"""Layers of `mindspore.mint.nn` that are those of `mindspore.nn` under another name."""

from ms2torch.nn.layer._pooling_other import AvgPool1dExt, AvgPool2dExt, AvgPool3dExt
from ms2torch.nn.layer.activation import HShrink, HSigmoid, HSwish, LogSoftmaxExt, PReLUExt, SoftShrink
from ms2torch.nn.layer.basic import Dropout2dExt, DropoutExt
from ms2torch.nn.layer.embedding import EmbeddingExt
from ms2torch.nn.layer.normalization import LayerNormExt
from ms2torch.nn.loss._values import L1LossExt

AvgPool1d = AvgPool1dExt
AvgPool2d = AvgPool2dExt
AvgPool3d = AvgPool3dExt
Dropout = DropoutExt
Dropout2d = Dropout2dExt
Embedding = EmbeddingExt
Hardshrink = HShrink
Hardsigmoid = HSigmoid
Hardswish = HSwish
L1Loss = L1LossExt
LayerNorm = LayerNormExt
LogSoftmax = LogSoftmaxExt
PReLU = PReLUExt
Softshrink = SoftShrink
