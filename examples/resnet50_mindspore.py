"""ResNet-50 as a MindSpore Cell: a faithful port of resnet50_torch.py.

What a porter has to write out, because MindSpore's defaults are others than torch's:

- ``pad_mode="pad"`` with every padding (the default is ``"same"``);
- ``pad_mode="pad"`` for the pooling too (the default is ``"valid"``, and ``padding`` alone is not accepted);
- BatchNorm's ``momentum=0.9`` keeps what torch's 0.1 replaces; its ``eps=1e-5`` happens to be the same.
"""

from mindspore import nn

STAGES = ((3, 64, 1), (4, 128, 2), (6, 256, 2), (3, 512, 2))
EXPANSION = 4


def conv1x1(in_channels, out_channels, stride=1):
    """Return a 1x1 convolution without bias."""
    return nn.Conv2d(in_channels, out_channels, kernel_size=1, stride=stride, pad_mode="pad", padding=0, has_bias=False)


def conv3x3(in_channels, out_channels, stride=1):
    """Return a 3x3 convolution that pads by one on each side, without bias."""
    return nn.Conv2d(in_channels, out_channels, kernel_size=3, stride=stride, pad_mode="pad", padding=1, has_bias=False)


def norm(channels):
    """Return a BatchNorm2d with torch's eps, and torch's momentum in MindSpore's sense."""
    return nn.BatchNorm2d(channels, eps=1e-5, momentum=0.9)


class Bottleneck(nn.Cell):
    """1x1, 3x3, 1x1 convolutions around a shortcut; the 3x3 carries the stride."""

    def __init__(self, in_channels, width, stride):
        super().__init__()
        out_channels = width * EXPANSION
        self.conv1 = conv1x1(in_channels, width)
        self.bn1 = norm(width)
        self.conv2 = conv3x3(width, width, stride)
        self.bn2 = norm(width)
        self.conv3 = conv1x1(width, out_channels)
        self.bn3 = norm(out_channels)
        self.relu = nn.ReLU()
        self.downsample = None
        if stride != 1 or in_channels != out_channels:
            self.downsample = nn.SequentialCell(conv1x1(in_channels, out_channels, stride), norm(out_channels))

    def construct(self, x):
        """Return the block's output, [N, 4 * width, H / stride, W / stride]."""
        shortcut = x if self.downsample is None else self.downsample(x)
        x = self.relu(self.bn1(self.conv1(x)))
        x = self.relu(self.bn2(self.conv2(x)))
        x = self.bn3(self.conv3(x))
        return self.relu(x + shortcut)


class ResNet50(nn.Cell):
    """The network: a stem, four stages of bottlenecks, pooling, a classifier."""

    def __init__(self, num_classes):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, kernel_size=7, stride=2, pad_mode="pad", padding=3, has_bias=False)
        self.bn1 = norm(64)
        self.relu = nn.ReLU()
        self.maxpool = nn.MaxPool2d(kernel_size=3, stride=2, pad_mode="pad", padding=1)
        stages = []
        in_channels = 64
        for depth, width, stride in STAGES:
            blocks = [Bottleneck(in_channels, width, stride)]
            in_channels = width * EXPANSION
            blocks += [Bottleneck(in_channels, width, 1) for _ in range(depth - 1)]
            stages.append(nn.SequentialCell(blocks))
        self.layer1, self.layer2, self.layer3, self.layer4 = stages
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Dense(in_channels, num_classes)

    def construct(self, x):
        """Return the logits [N, num_classes] of images [N, 3, H, W]."""
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        x = self.avgpool(x).flatten(start_dim=1)
        return self.fc(x)


def resnet50(num_classes=1000):
    """Return a ResNet-50 with fresh weights."""
    return ResNet50(num_classes)
