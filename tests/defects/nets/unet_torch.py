"""A segmentation net of the U-Net kind: pooling down, transposed convolution and interpolation up."""

import torch
import torch.nn.functional as F
from torch import nn


class Double(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, padding=1)
        self.norm1 = nn.GroupNorm(4, outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, padding=1, padding_mode="zeros")
        self.norm2 = nn.GroupNorm(2, outputs, eps=1e-3)

    def forward(self, x):
        x = F.silu(self.norm1(self.conv1(x)))
        return F.silu(self.norm2(self.conv2(x)))


class Up(nn.Module):
    """Twice the size by a transposed convolution, the skipped features beside it."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.up = nn.ConvTranspose2d(inputs, outputs, 4, stride=2, padding=1)
        self.gate = nn.Conv2d(outputs, 1, 1)
        self.mix = Double(2 * outputs, outputs)

    def forward(self, x, skip):
        x = F.relu(self.up(x))
        rows, columns = skip.shape[2] - x.shape[2], skip.shape[3] - x.shape[3]
        x = F.pad(x, (columns // 2, columns - columns // 2, rows // 2, rows - rows // 2))
        skip = skip * torch.sigmoid(self.gate(skip))
        return self.mix(torch.cat([skip, x], dim=1))


class UNet(nn.Module):
    def __init__(self, classes=3, width=8):
        super().__init__()
        self.down1 = Double(3, width)
        self.down2 = Double(width, 2 * width)
        self.pool = nn.MaxPool2d(2)
        self.bottom = Double(2 * width, 4 * width)
        self.up2 = Up(4 * width, 2 * width)
        self.up1 = Up(2 * width, width)
        self.refine = nn.Conv2d(width, width, 3, padding=1, groups=width)
        self.shuffle = nn.PixelShuffle(2)
        self.side = nn.Conv2d(2 * width, 4 * classes, 1)
        self.out = nn.Conv2d(width, classes, 1)

    def forward(self, image):
        mean = image.mean(dim=(1, 2, 3), keepdim=True)
        x = (image - mean) / (image.std(dim=(1, 2, 3), keepdim=True) + 1e-3)
        first = self.down1(x)
        second = self.down2(self.pool(first))
        third = self.bottom(self.pool(second))
        third = third + F.interpolate(F.avg_pool2d(third, 2), size=third.shape[2:], mode="nearest")
        x = self.up2(third, second)
        side = self.shuffle(self.side(x))
        x = self.up1(x, first)
        x = x + F.leaky_relu(self.refine(x), 0.1)
        side = F.interpolate(side, size=x.shape[2:], mode="bilinear", align_corners=False)
        return self.out(x) + side


def loss(logits):
    """Cross entropy of pixels and one minus the overlap, against fixed masks."""
    count = logits.shape[0] * logits.shape[2] * logits.shape[3]
    truth = (torch.arange(count) * 5 % 7 % 3).view(logits.shape[0], *logits.shape[2:])
    wanted = F.one_hot(truth, 3).permute(0, 3, 1, 2).to(logits.dtype)
    share = torch.softmax(logits, dim=1)
    overlap = (2 * (share * wanted).sum((2, 3)) + 1) / (share.sum((2, 3)) + wanted.sum((2, 3)) + 1)
    return F.cross_entropy(logits, truth) + (1 - overlap).mean()
