"""An object detector with anchors on two levels, in MindSpore."""

import math

import mindspore as ms
from mindspore import Parameter, nn, ops
from mindspore.common.initializer import Normal, initializer


def conv_bn(inputs, outputs, stride=1):
    return nn.SequentialCell(
        nn.Conv2d(inputs, outputs, 3, stride, pad_mode="pad", padding=1),
        nn.BatchNorm2d(outputs, eps=1e-3, momentum=0.97),
        nn.SiLU(),
    )


class Scale(nn.Cell):
    def __init__(self, value=1.0):
        super().__init__()
        self.scale = Parameter(initializer(value, (1,), ms.float32))

    def construct(self, x):
        return x * self.scale


class Head(nn.Cell):
    """Class scores, centredness and box offsets of each anchor; shared by the levels."""

    def __init__(self, width, anchors, classes):
        super().__init__()
        self.anchors, self.classes = anchors, classes
        self.tower = nn.SequentialCell(
            nn.Conv2d(width, width, 3, pad_mode="pad", padding=1, has_bias=True),
            nn.GroupNorm(4, width),
            nn.ReLU(),
            nn.Conv2d(width, width, 1, has_bias=True),
        )
        prior = -math.log((1 - 0.01) / 0.01)
        self.scores = nn.Conv2d(
            width, anchors * classes, 3, pad_mode="pad", padding=1, has_bias=True,
            weight_init=Normal(0.01), bias_init=prior,
        )  # fmt: skip
        self.centre = nn.Conv2d(width, anchors, 3, pad_mode="pad", padding=1, has_bias=True)
        self.boxes = nn.Conv2d(width, anchors * 4, 3, pad_mode="pad", padding=1, has_bias=True)

    def spread(self, x, size):
        """Return [N, anchors * size, H, W] as [N, H * W * anchors, size]."""
        batch, _, height, width = x.shape
        x = x.reshape(batch, self.anchors, size, height, width).permute(0, 3, 4, 1, 2)
        return x.reshape(batch, -1, size)

    def construct(self, x):
        x = ops.relu(self.tower(x))
        return self.spread(self.scores(x), self.classes), self.spread(self.centre(x), 1), self.spread(self.boxes(x), 4)


class Detector(nn.Cell):
    def __init__(self, classes=5, width=16, image=48, ratios=(0.5, 1.0, 2.0), best=12):
        super().__init__()
        self.image, self.best, self.ratios = image, best, ratios
        self.stem = conv_bn(3, 8, 2)
        self.down1 = conv_bn(8, width, 2)
        self.down2 = conv_bn(width, width, 2)
        self.lateral = nn.Conv2d(width, width, 1, has_bias=True)
        self.smooth = nn.Conv2d(width, width, 3, pad_mode="pad", padding=1, has_bias=True)
        self.head = Head(width, len(ratios), classes)
        self.scales = nn.CellList([Scale(1.0), Scale(1.0)])

    def anchors(self, height, width, like):
        """Return boxes (centre x, centre y, width, height) of each ratio at each cell."""
        stride = self.image / height
        ys, xs = ops.meshgrid((ops.arange(height) + 0.5) * stride, (ops.arange(width) + 0.5) * stride, indexing="ij")
        ratios = ms.Tensor(self.ratios, ms.float32)
        sizes = ops.stack([4 * stride / ratios.sqrt(), 4 * stride * ratios.sqrt()], axis=1)
        centres = ops.stack([xs, ys], axis=-1).expand_dims(2).broadcast_to((-1, -1, len(self.ratios), -1))
        sizes = sizes.expand_dims(0).expand_dims(0).broadcast_to((height, width, -1, -1))
        return ops.cat([centres.astype(like.dtype), sizes.astype(like.dtype)], axis=-1).reshape(-1, 4)

    def decode(self, anchors, offsets):
        """Return corners of the boxes that lie `offsets` from `anchors`, inside the image."""
        centre = anchors[:, :2] + offsets[..., :2] * anchors[:, 2:]
        size = anchors[:, 2:] * ops.exp(ops.clamp(offsets[..., 2:], max=math.log(1000 / 16)))
        corners = ops.cat([centre - size / 2, centre + size / 2], axis=-1)
        return ops.clamp(corners, 0, self.image)

    def construct(self, image):
        fine = self.down1(self.stem(image))
        coarse = self.down2(fine)
        upper = ops.interpolate(coarse, size=fine.shape[2:], mode="nearest")
        fine = self.smooth(self.lateral(fine) + upper)
        scores, boxes = [], []
        for level, scale in zip((fine, coarse), self.scales, strict=True):
            classes, centre, offsets = self.head(level)
            scores.append(ops.sqrt(ops.sigmoid(classes) * ops.sigmoid(centre)))
            anchors = self.anchors(*level.shape[2:], level)
            boxes.append(self.decode(anchors, scale(offsets)))
        scores, boxes = ops.cat(scores, axis=1), ops.cat(boxes, axis=1)
        label, value = ops.argmax(scores, dim=-1), scores.max(axis=-1)
        top, index = ops.topk(value, self.best, dim=1)
        boxes = ops.gather_elements(boxes, 1, index.expand_dims(-1).broadcast_to((-1, -1, 4)))
        return boxes, top, ops.gather_elements(label, 1, index)


def loss(outputs):
    """Focal loss of the best scores, and a smooth distance of the boxes, against fixed truth."""
    boxes, scores, _ = outputs
    truth = (ops.arange(scores.size).reshape(scores.shape) % 3 == 0).astype(scores.dtype)
    entropy = ops.binary_cross_entropy(ops.clamp(scores, 1e-6, 1 - 1e-6), truth, reduction="none")
    likely = scores * truth + (1 - scores) * (1 - truth)
    alpha = 0.25 * truth + 0.75 * (1 - truth)
    focal = (alpha * (1 - likely) ** 2 * entropy).sum() / truth.sum()
    wanted = ms.Tensor([4.0, 4.0, 40.0, 30.0], boxes.dtype).expand_as(boxes)
    return focal + ops.smooth_l1_loss(boxes, wanted, beta=1.0 / 9, reduction="mean")
