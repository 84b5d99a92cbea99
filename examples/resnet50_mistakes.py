"""ResNet-50 as a MindSpore Cell with two planted mistakes that change no shape and raise no error.

1. ``conv3x3`` leaves ``pad_mode`` at its default ``"same"``. At stride 1 that pads as torch does; at stride 2, on an
   even size, MindSpore pads only right and bottom, so the windows sit one pixel off (the first blocks of layer2 to 4).
2. ``norm`` sets ``eps=1e-3`` (as a TensorFlow port would) instead of torch's 1e-5.

``make demo`` shows how `ms2torch compare` names both.
"""

from mindspore import nn

STAGES = ((3, 64, 1), (4, 128, 2), (6, 256, 2), (3, 512, 2))
EXPANSION = 4


def conv1x1(in_channels, out_channels, stride=1):
    """Return a 1x1 convolution without bias."""
    return nn.Conv2d(in_channels, out_channels, kernel_size=1, stride=stride, pad_mode="pad", padding=0, has_bias=False)


def conv3x3(in_channels, out_channels, stride=1):
    """Return a 3x3 convolution without bias. Mistake 1: the default pad_mode."""
    return nn.Conv2d(in_channels, out_channels, kernel_size=3, stride=stride, has_bias=False)


def norm(channels):
    """Return a BatchNorm2d. Mistake 2: the eps."""
    return nn.BatchNorm2d(channels, eps=1e-3, momentum=0.9)


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
    """Return a ResNet-50 with fresh weights and two mistakes."""
    return ResNet50(num_classes)
