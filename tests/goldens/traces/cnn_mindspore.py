"""Ports of the nets in cnn_torch.py, right by default, each argument a mistake; recorded under real MindSpore."""

from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self, pad_mode="pad", padding=1, eps=1e-5, momentum=0.9, relu=True, raises=False):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 8, 3, stride=2, pad_mode=pad_mode, padding=padding, has_bias=True)
        self.norm1 = nn.BatchNorm2d(8, eps=eps, momentum=momentum)
        self.act1 = nn.ReLU()
        self.conv2 = nn.Conv2d(8, 8, 3, pad_mode="pad", padding=1, has_bias=True)
        self.norm2 = nn.BatchNorm2d(8, eps=1e-5, momentum=0.9)
        self.act2 = nn.ReLU() if relu else None
        self.fc = nn.Dense(8, 5)
        self.raises = raises

    def construct(self, x):
        x = self.act1(self.norm1(self.conv1(x)))
        x = self.norm2(self.conv2(x)) + x
        if self.raises:
            raise ValueError("no way on from here")
        if self.act2 is not None:
            x = self.act2(x)
        return self.fc(ops.mean(x, (2, 3)))


class Words(nn.Cell):
    def __init__(self, epsilon=1e-5, approximate=False):
        super().__init__()
        self.table = nn.Embedding(20, 8)
        self.norm = nn.LayerNorm((8,), epsilon=epsilon)
        self.fc = nn.Dense(8, 8)
        self.gelu = nn.GELU(approximate=approximate)

    def construct(self, ids):
        return self.gelu(self.fc(self.norm(self.table(ids))))
