"""Anchors made once with numpy; the two levels joined before decoding; ranking by sorting."""

import math

import mindspore as ms
import numpy as np
from mindspore import Parameter, nn, ops


class ConvBnAct(nn.Cell):
    def __init__(self, c_in, c_out, stride):
        super().__init__()
        self.bn = nn.BatchNorm2d(c_out, eps=1e-3, momentum=0.97)
        self.conv = nn.Conv2d(c_in, c_out, 3, stride, "pad", 1, has_bias=False)

    def construct(self, x):
        return ops.silu(self.bn(self.conv(x)))


def grid(size, image, ratios):
    stride = image / size
    ys, xs = np.meshgrid((np.arange(size) + 0.5) * stride, (np.arange(size) + 0.5) * stride, indexing="ij")
    boxes = [np.stack([xs, ys, 0 * xs + 4 * stride / r**0.5, 0 * xs + 4 * stride * r**0.5], -1) for r in ratios]
    return np.stack(boxes, 2).reshape(-1, 4)


class Detector(nn.Cell):
    def __init__(self, classes=5, width=16, image=48, ratios=(0.5, 1.0, 2.0), best=12):
        super().__init__()
        self.image, self.best, self.classes = image, best, classes
        self.backbone = nn.CellList([ConvBnAct(3, 8, 2), ConvBnAct(8, width, 2), ConvBnAct(width, width, 2)])
        self.neck = nn.CellList(
            [nn.Conv2d(width, width, 1, has_bias=True), nn.Conv2d(width, width, 3, pad_mode="same", has_bias=True)]
        )
        self.tower = nn.SequentialCell(
            nn.Conv2d(width, width, 3, pad_mode="same", has_bias=True), nn.GroupNorm(4, width), nn.ReLU(),
            nn.Conv2d(width, width, 1, has_bias=True), nn.ReLU(),
        )  # fmt: skip
        self.cls = nn.Conv2d(width, len(ratios) * classes, 3, pad_mode="same", has_bias=True)
        self.ctr = nn.Conv2d(width, len(ratios), 3, pad_mode="same", has_bias=True)
        self.reg = nn.Conv2d(width, len(ratios) * 4, 3, pad_mode="same", has_bias=True)
        self.scale_fine = Parameter(ms.Tensor([1.0], ms.float32))
        self.scale_coarse = Parameter(ms.Tensor([1.0], ms.float32))
        anchors = np.concatenate([grid(size, image, ratios) for size in (image // 4, image // 8)])
        self.anchors = ms.Tensor(anchors, ms.float32)

    def rows(self, x, size):
        n, c, h, w = x.shape
        return ops.transpose(x.reshape(n, c // size, size, h * w), (0, 3, 1, 2)).reshape(n, -1, size)

    def construct(self, image):
        stem = self.backbone[0](image)
        fine = self.backbone[1](stem)
        coarse = self.backbone[2](fine)
        wide = coarse.repeat_interleave(2, 2).repeat_interleave(2, 3)
        fine = self.neck[1](self.neck[0](fine) + wide)
        scores, offsets = [], []
        for x, scale in ((fine, self.scale_fine), (coarse, self.scale_coarse)):
            x = self.tower(x)
            classes, centre = self.rows(self.cls(x), self.classes), self.rows(self.ctr(x), 1)
            scores.append((classes.sigmoid() * centre.sigmoid()) ** 0.5)
            offsets.append(self.rows(self.reg(x), 4) * scale)
        scores, offsets = ops.cat(scores, 1), ops.cat(offsets, 1)
        anchors = self.anchors.astype(offsets.dtype)
        centre = offsets[..., :2] * anchors[:, 2:] + anchors[:, :2]
        half = anchors[:, 2:] * ops.minimum(offsets[..., 2:], math.log(1000 / 16)).exp() * 0.5
        boxes = ops.clip(ops.cat((centre - half, centre + half), 2), 0, float(self.image))
        value, label = ops.max(scores, 2)
        top, index = ops.sort(value, 1, True)
        top, index = top[:, : self.best], index[:, : self.best]
        picked = ops.stack([ops.gather(boxes[i], index[i], 0) for i in range(boxes.shape[0])])
        return picked, top, ops.gather_d(label, 1, index.astype(ms.int64))
