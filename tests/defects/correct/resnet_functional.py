"""Activations and pooling as functions, other names, layers defined in another order, no container for the stem."""

import mindspore as ms
from mindspore import Parameter, nn, ops


class Gate(nn.Cell):
    def __init__(self, channels):
        super().__init__()
        self.up = nn.Dense(channels // 4, channels)
        self.down = nn.Dense(channels, channels // 4, activation="relu")

    def construct(self, x):
        pooled = ops.ReduceMean(keep_dims=False)(x, (2, 3))
        gate = nn.HSigmoid()(self.up(self.down(pooled)))
        return ops.mul(x, ops.reshape(gate, (*gate.shape, 1, 1)))


class Unit(nn.Cell):
    def __init__(self, c_in, c_out, step=1, split=1):
        super().__init__()
        self.project = step != 1 or c_in != c_out
        if self.project:
            self.side_norm = nn.BatchNorm2d(c_out)
            self.side_conv = nn.Conv2d(c_in, c_out, 1)
            self.step = step
        self.gate = Gate(c_out)
        self.second = nn.Conv2d(c_out, c_out, 3, pad_mode="same", dilation=2, group=split)
        self.first = nn.Conv2d(c_in, c_out, 3, step, "pad", 1)
        self.norm_b = nn.BatchNorm2d(c_out)
        self.norm_a = nn.BatchNorm2d(c_out)

    def construct(self, x):
        y = ops.leaky_relu(self.norm_a(self.first(x)), 0.01)
        y = self.gate(self.norm_b(self.second(y)))
        if self.project:
            x = ops.avg_pool2d(x, 3, self.step, 1, count_include_pad=False)
            x = self.side_norm(self.side_conv(x))
        return ops.leaky_relu(ops.add(x, y), 0.01)


class ResNet(nn.Cell):
    def __init__(self, classes=10):
        super().__init__()
        self.classifier = nn.Dense(32, classes)
        self.units = nn.CellList([Unit(8, 8), Unit(8, 8, split=2), Unit(8, 16, step=2), Unit(16, 16, split=4)])
        self.norm = nn.BatchNorm2d(8, eps=0.001, momentum=0.99)
        self.first = nn.Conv2d(3, 8, 7, 2, "pad", 3, has_bias=True)
        self.drop = nn.Dropout(p=0.2)
        self.mean = Parameter(ms.Tensor([0.485, 0.456, 0.406], ms.float32).reshape(1, 3, 1, 1), requires_grad=False)
        self.std = Parameter(ms.Tensor([0.229, 0.224, 0.225], ms.float32).reshape(1, 3, 1, 1), requires_grad=False)

    def construct(self, x):
        x = ops.relu6(self.norm(self.first(ops.div(x - self.mean, self.std))))
        x = ops.max_pool2d(x, 3, 2, ceil_mode=True)
        for unit in self.units:
            x = unit(x)
        mean = ops.adaptive_avg_pool2d(x, 1).reshape(x.shape[0], -1)
        peak = x.reshape(x.shape[0], x.shape[1], -1).max(axis=-1)
        return self.classifier(self.drop(ops.concat((mean, peak), 1)))
