"""The guide's loop over cells_and_names that re-initialises each layer with set_data."""

import math

import mindspore as ms
from mindspore import nn


# Define model
class Network(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layer1 = nn.SequentialCell(
            [
                nn.Conv2d(3, 12, kernel_size=3, pad_mode="pad", padding=1),
                nn.BatchNorm2d(12),
                nn.ReLU(),
                nn.MaxPool2d(kernel_size=2, stride=2),
            ]
        )
        self.layer2 = nn.SequentialCell(
            [
                nn.Conv2d(12, 4, kernel_size=3, pad_mode="pad", padding=1),
                nn.BatchNorm2d(4),
                nn.ReLU(),
                nn.MaxPool2d(kernel_size=2, stride=2),
            ]
        )
        self.pool = nn.AdaptiveMaxPool2d((5, 5))
        self.fc = nn.Dense(100, 10)

    def construct(self, x):
        x = self.layer1(x)
        x = self.layer2(x)
        x = self.pool(x)
        x = x.view((-1, 100))
        out = nn.Dense(x)
        return out


ms.set_seed(42)
net = Network()
for p in net.get_parameters():
    print(p.name, p.asnumpy().ravel()[:3])
for _, cell in net.cells_and_names():
    if isinstance(cell, nn.Conv2d):
        cell.weight.set_data(
            ms.common.initializer.initializer(
                ms.common.initializer.HeNormal(negative_slope=0, mode="fan_out", nonlinearity="relu"),
                cell.weight.shape,
                cell.weight.dtype,
            )
        )
    elif isinstance(cell, (nn.BatchNorm2d, nn.GroupNorm)):
        cell.gamma.set_data(ms.common.initializer.initializer("ones", cell.gamma.shape, cell.gamma.dtype))
        cell.beta.set_data(ms.common.initializer.initializer("zeros", cell.beta.shape, cell.beta.dtype))
    elif isinstance(cell, (nn.Dense)):
        cell.weight.set_data(
            ms.common.initializer.initializer(
                ms.common.initializer.HeUniform(negative_slope=math.sqrt(5)), cell.weight.shape, cell.weight.dtype
            )
        )
        cell.bias.set_data(ms.common.initializer.initializer("zeros", cell.bias.shape, cell.bias.dtype))
for p in net.get_parameters():
    print(p.name, p.shape, p.asnumpy().ravel()[:3])
