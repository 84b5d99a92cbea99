"""Layers of `mindspore.mint.nn` that are those of `mindspore.nn` under another name."""

from ms2torch.nn.layer.activation import HShrink, HSigmoid, HSwish, PReLUExt, SoftShrink
from ms2torch.nn.layer.basic import Dropout2dExt, DropoutExt
from ms2torch.nn.layer.embedding import EmbeddingExt
from ms2torch.nn.layer.normalization import LayerNormExt

Dropout = DropoutExt
Dropout2d = Dropout2dExt
Embedding = EmbeddingExt
Hardshrink = HShrink
Hardsigmoid = HSigmoid
Hardswish = HSwish
LayerNorm = LayerNormExt
PReLU = PReLUExt
Softshrink = SoftShrink
