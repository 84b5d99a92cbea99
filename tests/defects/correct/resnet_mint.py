"""The same net with the layers and functions of mindspore.mint, where defaults are torch's."""

import mindspore as ms
from mindspore import mint, nn
from mindspore.mint import nn as mnn
from mindspore.mint.nn import functional as F


class Attention(nn.Cell):
    def __init__(self, channels):
        super().__init__()
        self.squeeze = mnn.Linear(channels, channels // 4)
        self.excite = mnn.Linear(channels // 4, channels)

    def construct(self, x):
        weights = mint.mean(x, dim=(2, 3))
        weights = F.hardsigmoid(self.excite(F.relu(self.squeeze(weights))))
        return x * weights.unsqueeze(-1).unsqueeze(-1)


class Block(nn.Cell):
    def __init__(self, inputs, outputs, stride=1, groups=1):
        super().__init__()
        self.conv1 = mnn.Conv2d(inputs, outputs, 3, stride=stride, padding=1, bias=False)
        self.bn1 = mnn.BatchNorm2d(outputs)
        self.conv2 = mnn.Conv2d(outputs, outputs, 3, padding=2, dilation=2, groups=groups, bias=False)
        self.bn2 = mnn.BatchNorm2d(outputs)
        self.attention = Attention(outputs)
        self.act = nn.LeakyReLU(0.01)
        self.shortcut = mnn.Identity()
        if stride != 1 or inputs != outputs:
            self.shortcut = nn.SequentialCell(
                mnn.AvgPool2d(3, stride, padding=1, count_include_pad=False),
                mnn.Conv2d(inputs, outputs, 1, bias=False),
                mnn.BatchNorm2d(outputs),
            )

    def construct(self, x):
        out = self.act(self.bn1(self.conv1(x)))
        return self.act(self.attention(self.bn2(self.conv2(out))) + self.shortcut(x))


class ResNet(nn.Cell):
    def __init__(self, classes=10):
        super().__init__()
        self.mean = ms.Tensor([[[[0.485]], [[0.456]], [[0.406]]]], ms.float32)
        self.std = ms.Tensor([[[[0.229]], [[0.224]], [[0.225]]]], ms.float32)
        self.stem_conv = mnn.Conv2d(3, 8, 7, stride=2, padding=3)
        self.stem_norm = mnn.BatchNorm2d(8, eps=1e-3, momentum=0.01)
        self.relu6 = mnn.ReLU6()
        self.pool = nn.MaxPool2d(3, stride=2, pad_mode="pad", ceil_mode=True)
        self.stage1 = nn.SequentialCell(Block(8, 8), Block(8, 8, groups=2))
        self.stage2 = nn.SequentialCell(Block(8, 16, stride=2), Block(16, 16, groups=4))
        self.dropout = mnn.Dropout(0.2)
        self.head = mnn.Linear(32, classes)

    def construct(self, x):
        x = self.relu6(self.stem_norm(self.stem_conv((x - self.mean) / self.std)))
        x = self.stage2(self.stage1(self.pool(x)))
        x = mint.cat([mint.mean(x, (2, 3)), mint.flatten(x, 2).max(-1)[0]], dim=1)
        return self.head(self.dropout(x))
