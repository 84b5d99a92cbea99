"""Stages in lists, the skips in a stack, normalisation by moments, activations as layers."""

from mindspore import nn, ops


def conv(inputs, outputs, size=1, group=1):
    return nn.Conv2d(inputs, outputs, size, pad_mode="same", group=group, has_bias=True)


def double(inputs, outputs):
    return nn.SequentialCell(
        conv(inputs, outputs, 3), nn.GroupNorm(4, outputs), nn.SiLU(),
        conv(outputs, outputs, 3), nn.GroupNorm(2, outputs, eps=0.001), nn.SiLU(),
    )  # fmt: skip


class UNet(nn.Cell):
    def __init__(self, classes=3, width=8):
        super().__init__()
        sizes = [width, 2 * width, 4 * width]
        self.mixes = nn.CellList([double(2 * size, size) for size in sizes[-2::-1]])
        self.gates = nn.CellList([nn.SequentialCell(conv(size, 1), nn.Sigmoid()) for size in sizes[-2::-1]])
        self.ups = nn.CellList(
            [nn.Conv2dTranspose(2 * size, size, 4, 2, "pad", 1, has_bias=True) for size in sizes[-2::-1]]
        )
        self.downs = nn.CellList([double(a, b) for a, b in zip([3, *sizes], sizes, strict=False)])
        self.head, self.aside = conv(width, classes), conv(2 * width, 4 * classes)
        self.refine = nn.SequentialCell(conv(width, width, 3, group=width), nn.LeakyReLU(0.1))

    def construct(self, image):
        flat = image.reshape(image.shape[0], -1)
        mean = flat.mean(1).reshape(-1, 1, 1, 1)
        deviation = ops.sqrt(((flat - flat.mean(1, True)) ** 2).sum(1) / (flat.shape[1] - 1)).reshape(-1, 1, 1, 1)
        x, skips = (image - mean) / (deviation + 1e-3), []
        for number, down in enumerate(self.downs):
            x = down(x if number == 0 else ops.max_pool2d(x, 2, 2))
            skips.append(x)
        small = nn.AvgPool2d(2, 2)(skips.pop())
        x = x + ops.interpolate(small, x.shape[2:], mode="nearest")
        aside = None
        for up, gate, mix in zip(self.ups, self.gates, self.mixes, strict=True):
            skip = skips.pop()
            x = ops.relu(up(x))
            high, wide = skip.shape[2] - x.shape[2], skip.shape[3] - x.shape[3]
            x = ops.pad(x, [wide // 2, wide - wide // 2, high // 2, high - high // 2])
            x = mix(ops.cat((skip * gate(skip), x), 1))
            aside = nn.PixelShuffle(2)(self.aside(x)) if aside is None else aside
        x = x + self.refine(x)
        return self.head(x) + ops.interpolate(aside, x.shape[2:], mode="bilinear")
