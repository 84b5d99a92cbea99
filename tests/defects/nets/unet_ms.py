"""A segmentation net of the U-Net kind, in MindSpore."""

import mindspore as ms
from mindspore import nn, ops


class Double(nn.Cell):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, pad_mode="pad", padding=1, has_bias=True)
        self.norm1 = nn.GroupNorm(4, outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, pad_mode="same", has_bias=True)
        self.norm2 = nn.GroupNorm(2, outputs, eps=1e-3)

    def construct(self, x):
        x = ops.silu(self.norm1(self.conv1(x)))
        return ops.silu(self.norm2(self.conv2(x)))


class Up(nn.Cell):
    """Twice the size by a transposed convolution, the skipped features beside it."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.up = nn.Conv2dTranspose(inputs, outputs, 4, stride=2, pad_mode="pad", padding=1, has_bias=True)
        self.gate = nn.Conv2d(outputs, 1, 1, has_bias=True)
        self.mix = Double(2 * outputs, outputs)

    def construct(self, x, skip):
        x = ops.relu(self.up(x))
        rows, columns = skip.shape[2] - x.shape[2], skip.shape[3] - x.shape[3]
        x = ops.pad(x, (columns // 2, columns - columns // 2, rows // 2, rows - rows // 2))
        skip = skip * ops.sigmoid(self.gate(skip))
        return self.mix(ops.cat([skip, x], axis=1))


class UNet(nn.Cell):
    def __init__(self, classes=3, width=8):
        super().__init__()
        self.down1 = Double(3, width)
        self.down2 = Double(width, 2 * width)
        self.pool = nn.MaxPool2d(2, stride=2)
        self.bottom = Double(2 * width, 4 * width)
        self.up2 = Up(4 * width, 2 * width)
        self.up1 = Up(2 * width, width)
        self.refine = nn.Conv2d(width, width, 3, pad_mode="pad", padding=1, group=width, has_bias=True)
        self.shuffle = nn.PixelShuffle(2)
        self.side = nn.Conv2d(2 * width, 4 * classes, 1, has_bias=True)
        self.out = nn.Conv2d(width, classes, 1, has_bias=True)

    def construct(self, image):
        mean = image.mean(axis=(1, 2, 3), keep_dims=True)
        x = (image - mean) / (ops.std(image, axis=(1, 2, 3), ddof=1, keepdims=True) + 1e-3)
        first = self.down1(x)
        second = self.down2(self.pool(first))
        third = self.bottom(self.pool(second))
        third = third + ops.interpolate(ops.avg_pool2d(third, 2, stride=2), size=third.shape[2:], mode="nearest")
        x = self.up2(third, second)
        side = self.shuffle(self.side(x))
        x = self.up1(x, first)
        x = x + ops.leaky_relu(self.refine(x), 0.1)
        side = ops.interpolate(side, size=x.shape[2:], mode="bilinear", align_corners=False)
        return self.out(x) + side


def loss(logits):
    """Cross entropy of pixels and one minus the overlap, against fixed masks."""
    count = logits.shape[0] * logits.shape[2] * logits.shape[3]
    truth = (ops.arange(count) * 5 % 7 % 3).reshape((logits.shape[0], *logits.shape[2:])).astype(ms.int32)
    wanted = ops.one_hot(truth, 3, 1.0, 0.0).permute(0, 3, 1, 2).astype(logits.dtype)
    share = ops.softmax(logits, axis=1)
    overlap = (2 * (share * wanted).sum((2, 3)) + 1) / (share.sum((2, 3)) + wanted.sum((2, 3)) + 1)
    return ops.cross_entropy(logits, truth) + (1 - overlap).mean()
