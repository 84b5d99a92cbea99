"""Everything in one flat Cell of lists; normalisation folded into a multiplication and an addition."""

import mindspore as ms
import numpy as np
from mindspore import nn, ops

MEAN = np.array([0.485, 0.456, 0.406])
STD = np.array([0.229, 0.224, 0.225])
PLAN = [(8, 8, 1, 1), (8, 8, 1, 2), (8, 16, 2, 1), (16, 16, 1, 4)]


class ResNet(nn.Cell):
    def __init__(self, classes=10):
        super().__init__()
        self.gain = ms.Tensor((1 / STD).reshape(1, 3, 1, 1), ms.float64)
        self.shift = ms.Tensor((-MEAN / STD).reshape(1, 3, 1, 1), ms.float64)
        self.begin = nn.SequentialCell(
            [
                nn.Conv2d(3, 8, 7, stride=2, pad_mode="pad", padding=3, has_bias=True),
                nn.BatchNorm2d(8, eps=1e-3, momentum=0.99),
            ]
        )
        self.pool = nn.SequentialCell([nn.ReLU6(), nn.MaxPool2d(3, 2, pad_mode="pad", ceil_mode=True)])
        ones, twos, downs, ups, shorts = [], [], [], [], []
        for inputs, outputs, stride, groups in PLAN:
            ones.append(self.unit(inputs, outputs, stride, 1, 1))
            twos.append(self.unit(outputs, outputs, 1, 2, groups))
            downs.append(nn.SequentialCell(nn.Dense(outputs, outputs // 4), nn.ReLU()))
            ups.append(nn.SequentialCell(nn.Dense(outputs // 4, outputs), nn.HSigmoid()))
            shorts.append(self.short(inputs, outputs, stride))
        self.ones, self.twos = nn.CellList(ones), nn.CellList(twos)
        self.downs, self.ups, self.shorts = nn.CellList(downs), nn.CellList(ups), nn.CellList(shorts)
        self.end = nn.SequentialCell([nn.Dropout(p=0.2), nn.Dense(32, classes)])
        self.leaky = nn.LeakyReLU(alpha=0.01)

    @staticmethod
    def unit(inputs, outputs, stride, dilation, groups):
        conv = nn.Conv2d(inputs, outputs, 3, stride, "pad", dilation, dilation=dilation, group=groups)
        return nn.SequentialCell(conv, nn.BatchNorm2d(outputs))

    @staticmethod
    def short(inputs, outputs, stride):
        if stride == 1 and inputs == outputs:
            return nn.SequentialCell()
        pool = nn.AvgPool2d(3, stride, "pad", 1, count_include_pad=False)
        return nn.SequentialCell(pool, nn.Conv2d(inputs, outputs, 1), nn.BatchNorm2d(outputs))

    def construct(self, x):
        x = self.pool(self.begin(x * self.gain.astype(x.dtype) + self.shift.astype(x.dtype)))
        for one, two, down, up, short in zip(self.ones, self.twos, self.downs, self.ups, self.shorts, strict=True):
            y = two(self.leaky(one(x)))
            y = y * up(down(y.mean((2, 3))))[:, :, None, None]
            x = self.leaky(y + (short(x) if len(short) else x))
        x = ops.cat((x.mean((2, 3)), x.max((2, 3))), 1)
        return self.end(x)
