"""Branches run in another order: the coarse level first, boxes before scores, and joined in the reference's order."""

import math

import mindspore as ms
from mindspore import Parameter, nn, ops


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = Parameter(ms.Tensor([1.0], ms.float32))

    def construct(self, x):
        return self.scale * x


def block(inputs, outputs):
    conv = nn.Conv2d(inputs, outputs, 3, 2, "pad", 1)
    return nn.SequentialCell(conv, nn.BatchNorm2d(outputs, eps=1e-3, momentum=0.97), nn.SiLU())


class Detector(nn.Cell):
    def __init__(self, classes=5, width=16, image=48, ratios=(0.5, 1.0, 2.0), best=12):
        super().__init__()
        self.image, self.best, self.ratios = image, best, ratios
        self.stem, self.down1, self.down2 = block(3, 8), block(8, width), block(width, width)
        self.lateral = nn.Conv2d(width, width, 1, has_bias=True)
        self.smooth = nn.Conv2d(width, width, 3, pad_mode="pad", padding=1, has_bias=True)
        self.conv_a = nn.Conv2d(width, width, 3, pad_mode="pad", padding=1, has_bias=True)
        self.conv_b = nn.Conv2d(width, width, 1, has_bias=True)
        self.norm = nn.GroupNorm(4, width)
        sizes = (4, 1, classes)
        self.boxes, self.centre, self.scores = (
            nn.Conv2d(width, len(ratios) * size, 3, pad_mode="pad", padding=1, has_bias=True) for size in sizes
        )
        self.scales = nn.CellList([Scale(), Scale()])

    def rows(self, x):
        count = len(self.ratios)
        batch, channels, height, width = x.shape
        x = x.view(batch, count, channels // count, height, width)
        return x.permute(0, 3, 4, 1, 2).reshape(batch, height * width * count, -1)

    def level(self, x, scale):
        stride = self.image / x.shape[2]
        height, width = x.shape[2:]
        x = ops.relu(self.conv_b(ops.relu(self.norm(self.conv_a(x)))))
        offsets = scale(self.rows(self.boxes(x)))
        scores = ops.sqrt(ops.sigmoid(self.rows(self.centre(x))) * ops.sigmoid(self.rows(self.scores(x))))
        anchors = ms.Tensor([
            ((column + 0.5) * stride, (row + 0.5) * stride, 4 * stride / ratio**0.5, 4 * stride * ratio**0.5)
            for row in range(height) for column in range(width) for ratio in self.ratios
        ], offsets.dtype)  # fmt: skip
        place, size = anchors[:, :2], anchors[:, 2:]
        centre = place + offsets[..., :2] * size
        size = size * ops.exp(ops.clamp(offsets[..., 2:], max=math.log(1000 / 16)))
        return ops.clamp(ops.cat([centre - 0.5 * size, centre + 0.5 * size], -1), 0, self.image), scores

    def construct(self, image):
        fine = self.down1(self.stem(image))
        coarse = self.down2(fine)
        coarse_boxes, coarse_scores = self.level(coarse, self.scales[1])
        fine = self.lateral(fine) + ops.interpolate(coarse, size=fine.shape[2:], mode="nearest")
        fine_boxes, fine_scores = self.level(self.smooth(fine), self.scales[0])
        boxes = ops.cat([fine_boxes, coarse_boxes], 1)
        scores = ops.cat([fine_scores, coarse_scores], 1)
        value, label = scores.max(axis=-1), scores.argmax(axis=-1)
        top, index = ops.topk(value, self.best, dim=1)
        boxes = ops.gather_elements(boxes, 1, ops.tile(index[..., None], (1, 1, 4)))
        return boxes, top, ops.gather_elements(label, 1, index)
