"""The mixed-precision Network as the guide writes it (its `nn.Dense(x)` line included): built, never called."""

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


net = Network()
net.to_float(ms.float16)
for _, cell in net.cells_and_names():
    if isinstance(cell, (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d)):
        cell.to_float(ms.float32)

loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean").to_float(ms.float32)
net_with_loss = nn.WithLossCell(net, loss_fn=loss)
print(type(net_with_loss), type(loss))
for p in net_with_loss.get_parameters():
    print(p.name, p.shape, p.dtype, p.requires_grad)
for name, cell in net.cells_and_names():
    print(repr(name), type(cell).__name__, getattr(cell, "fp16", None), getattr(cell, "fp32", None))
print(net_with_loss.backbone_network is net)
