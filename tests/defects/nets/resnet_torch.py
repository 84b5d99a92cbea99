"""An image classifier with residual blocks and channel attention."""

import torch
import torch.nn.functional as F
from torch import nn


class Normalise(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.tensor([0.485, 0.456, 0.406]).view(1, 3, 1, 1))
        self.register_buffer("std", torch.tensor([0.229, 0.224, 0.225]).view(1, 3, 1, 1))

    def forward(self, x):
        return (x - self.mean) / self.std


class ChannelAttention(nn.Module):
    """Scale channels by what their averages say."""

    def __init__(self, channels, reduction=4):
        super().__init__()
        self.squeeze = nn.Linear(channels, channels // reduction)
        self.excite = nn.Linear(channels // reduction, channels)

    def forward(self, x):
        weights = x.mean(dim=(2, 3))
        weights = F.relu(self.squeeze(weights))
        weights = F.hardsigmoid(self.excite(weights))
        return x * weights[:, :, None, None]


class Block(nn.Module):
    def __init__(self, inputs, outputs, stride=1, groups=1):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride=stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.act = nn.LeakyReLU(0.01)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, padding=2, dilation=2, groups=groups, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.attention = ChannelAttention(outputs)
        self.shortcut = nn.Identity()
        if stride != 1 or inputs != outputs:
            self.shortcut = nn.Sequential(
                nn.AvgPool2d(3, stride, padding=1, count_include_pad=False),
                nn.Conv2d(inputs, outputs, 1, bias=False),
                nn.BatchNorm2d(outputs),
            )
        nn.init.zeros_(self.bn2.weight)

    def forward(self, x):
        out = self.act(self.bn1(self.conv1(x)))
        out = self.attention(self.bn2(self.conv2(out)))
        return self.act(out + self.shortcut(x))


class ResNet(nn.Module):
    def __init__(self, classes=10):
        super().__init__()
        self.normalise = Normalise()
        self.stem = nn.Sequential(
            nn.Conv2d(3, 8, 7, stride=2, padding=3),
            nn.BatchNorm2d(8, eps=1e-3, momentum=0.01),
            nn.ReLU6(),
        )
        self.pool = nn.MaxPool2d(3, stride=2, ceil_mode=True)
        self.stage1 = nn.Sequential(Block(8, 8), Block(8, 8, groups=2))
        self.stage2 = nn.Sequential(Block(8, 16, stride=2), Block(16, 16, groups=4))
        self.dropout = nn.Dropout(0.2)
        self.head = nn.Linear(32, classes)
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")

    def forward(self, x):
        x = self.pool(self.stem(self.normalise(x)))
        x = self.stage2(self.stage1(x))
        x = torch.cat([F.adaptive_avg_pool2d(x, 1), F.adaptive_max_pool2d(x, 1)], dim=1).flatten(1)
        return self.head(self.dropout(x))


LABELS = torch.tensor([3, 7, 1, 9])
CLASS_WEIGHTS = torch.linspace(0.5, 1.5, 10)


def loss(logits):
    weight = CLASS_WEIGHTS.to(logits.dtype)
    return F.cross_entropy(logits, LABELS, weight=weight, label_smoothing=0.1)
