"""The guide's Network with its last line corrected (`self.fc(x)`): forward, train and predict, one loss."""
# compare: rtol=2e-4 atol=1e-5

import re

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn

ms.set_seed(1)


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
        out = self.fc(x)
        return out


net = Network()
x = Tensor(np.random.RandomState(0).uniform(-1, 1, (2, 3, 40, 40)), ms.float32)
label = Tensor([3, 7], ms.int32)
net.set_train(False)
print(net(x))
print(net.layer1[1].moving_mean[:3], net.layer1[1].moving_variance[:3])
net.set_train()
print(net(x).shape)
print(net.layer1[1].moving_mean[:3], net.layer1[1].moving_variance[:3])
loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
net_with_loss = nn.WithLossCell(net, loss_fn=loss)
print(net_with_loss(x, label))
for name, p in net.parameters_and_names():
    print(name, p.name, p.shape, p.requires_grad, f"{float(p.asnumpy().sum()):.4f}")
print(re.sub(r" at 0x[0-9a-f]+", "", str(net)))
