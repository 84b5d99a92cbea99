"""Layers and functions of mindspore.mint, with torch's names and defaults."""

from mindspore import mint, nn
from mindspore.mint.nn import functional as F


class Double(nn.Cell):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv1 = mint.nn.Conv2d(inputs, outputs, 3, padding=1)
        self.conv2 = mint.nn.Conv2d(outputs, outputs, 3, padding="same")
        self.norm1, self.norm2 = mint.nn.GroupNorm(4, outputs), mint.nn.GroupNorm(2, outputs, eps=1e-3)

    def construct(self, x):
        for conv, norm in ((self.conv1, self.norm1), (self.conv2, self.norm2)):
            x = F.silu(norm(conv(x)))
        return x


class Up(nn.Cell):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.up = mint.nn.ConvTranspose2d(inputs, outputs, 4, stride=2, padding=1)
        self.gate = mint.nn.Conv2d(outputs, 1, 1)
        self.mix = Double(2 * outputs, outputs)

    def construct(self, x, skip):
        x = F.relu(self.up(x))
        rows, columns = skip.shape[2] - x.shape[2], skip.shape[3] - x.shape[3]
        x = F.pad(x, (columns // 2, columns - columns // 2, rows // 2, rows - rows // 2))
        return self.mix(mint.cat([skip * mint.sigmoid(self.gate(skip)), x], dim=1))


class UNet(nn.Cell):
    def __init__(self, classes=3, width=8):
        super().__init__()
        self.down1, self.down2 = Double(3, width), Double(width, 2 * width)
        self.bottom = Double(2 * width, 4 * width)
        self.up2, self.up1 = Up(4 * width, 2 * width), Up(2 * width, width)
        self.refine = mint.nn.Conv2d(width, width, 3, padding=1, groups=width)
        self.side, self.out = mint.nn.Conv2d(2 * width, 4 * classes, 1), mint.nn.Conv2d(width, classes, 1)

    def construct(self, image):
        mean = mint.mean(image, (1, 2, 3), True)
        x = (image - mean) / (mint.std(image, (1, 2, 3), correction=1, keepdim=True) + 1e-3)
        first = self.down1(x)
        second = self.down2(F.max_pool2d(first, 2))
        third = self.bottom(F.max_pool2d(second, 2))
        third = third + F.interpolate(F.avg_pool2d(third, 2), size=third.shape[2:], mode="nearest")
        x = self.up2(third, second)
        side = nn.PixelShuffle(2)(self.side(x))
        x = self.up1(x, first)
        x = x + F.leaky_relu(self.refine(x), 0.1)
        return self.out(x) + F.interpolate(side, size=x.shape[2:], mode="bilinear", align_corners=False)
