"""An image classifier with residual blocks and channel attention, in MindSpore."""

import mindspore as ms
import numpy as np
from mindspore import nn, ops
from mindspore.common.initializer import HeNormal


def conv(inputs, outputs, size, has_bias=False, **options):
    law = HeNormal(mode="fan_out", nonlinearity="relu")
    return nn.Conv2d(inputs, outputs, size, has_bias=has_bias, weight_init=law, **options)


class Normalise(nn.Cell):
    def __init__(self):
        super().__init__()
        self.mean = ms.Tensor(np.array([0.485, 0.456, 0.406], np.float32).reshape(1, 3, 1, 1))
        self.std = ms.Tensor(np.array([0.229, 0.224, 0.225], np.float32).reshape(1, 3, 1, 1))

    def construct(self, x):
        return (x - self.mean) / self.std


class ChannelAttention(nn.Cell):
    """Scale channels by what their averages say."""

    def __init__(self, channels, reduction=4):
        super().__init__()
        self.squeeze = nn.Dense(channels, channels // reduction)
        self.excite = nn.Dense(channels // reduction, channels)

    def construct(self, x):
        weights = x.mean(axis=(2, 3))
        weights = ops.relu(self.squeeze(weights))
        weights = ops.hardsigmoid(self.excite(weights))
        return x * weights.expand_dims(2).expand_dims(3)


class Block(nn.Cell):
    def __init__(self, inputs, outputs, stride=1, groups=1):
        super().__init__()
        self.conv1 = conv(inputs, outputs, 3, stride=stride, pad_mode="pad", padding=1)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.act = nn.LeakyReLU(0.01)
        self.conv2 = conv(outputs, outputs, 3, pad_mode="pad", padding=2, dilation=2, group=groups)
        self.bn2 = nn.BatchNorm2d(outputs, gamma_init="zeros")
        self.attention = ChannelAttention(outputs)
        self.shortcut = nn.Identity()
        if stride != 1 or inputs != outputs:
            self.shortcut = nn.SequentialCell(
                nn.AvgPool2d(3, stride, pad_mode="pad", padding=1, count_include_pad=False),
                conv(inputs, outputs, 1),
                nn.BatchNorm2d(outputs),
            )

    def construct(self, x):
        out = self.act(self.bn1(self.conv1(x)))
        out = self.attention(self.bn2(self.conv2(out)))
        return self.act(out + self.shortcut(x))


class ResNet(nn.Cell):
    def __init__(self, classes=10):
        super().__init__()
        self.normalise = Normalise()
        self.stem = nn.SequentialCell(
            conv(3, 8, 7, stride=2, pad_mode="pad", padding=3, has_bias=True),
            nn.BatchNorm2d(8, eps=1e-3, momentum=0.99),
            nn.ReLU6(),
        )
        self.pool = nn.MaxPool2d(3, stride=2, pad_mode="pad", ceil_mode=True)
        self.stage1 = nn.SequentialCell(Block(8, 8), Block(8, 8, groups=2))
        self.stage2 = nn.SequentialCell(Block(8, 16, stride=2), Block(16, 16, groups=4))
        self.dropout = nn.Dropout(p=0.2)
        self.head = nn.Dense(32, classes)

    def construct(self, x):
        x = self.pool(self.stem(self.normalise(x)))
        x = self.stage2(self.stage1(x))
        x = ops.cat([x.mean((2, 3)), ops.amax(x, (2, 3))], axis=1)
        return self.head(self.dropout(x))


LABELS = ms.Tensor([3, 7, 1, 9], ms.int32)
CLASS_WEIGHTS = ms.Tensor(np.linspace(0.5, 1.5, 10).astype(np.float32))


def loss(logits):
    weight = CLASS_WEIGHTS.astype(logits.dtype)
    return ops.cross_entropy(logits, LABELS, weight=weight, label_smoothing=0.1)
