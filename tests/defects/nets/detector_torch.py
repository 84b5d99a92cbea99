"""An object detector with anchors on two levels; boxes are decoded, scored and ranked without suppression."""

import math

import torch
import torch.nn.functional as F
from torch import nn


def conv_bn(inputs, outputs, stride=1):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs, eps=1e-3, momentum=0.03),
        nn.SiLU(),
    )


class Scale(nn.Module):
    def __init__(self, value=1.0):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor([value]))

    def forward(self, x):
        return x * self.scale


class Head(nn.Module):
    """Class scores, centredness and box offsets of each anchor; shared by the levels."""

    def __init__(self, width, anchors, classes):
        super().__init__()
        self.anchors, self.classes = anchors, classes
        self.tower = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1), nn.GroupNorm(4, width), nn.ReLU(), nn.Conv2d(width, width, 1)
        )
        self.scores = nn.Conv2d(width, anchors * classes, 3, padding=1)
        self.centre = nn.Conv2d(width, anchors, 3, padding=1)
        self.boxes = nn.Conv2d(width, anchors * 4, 3, padding=1)
        nn.init.normal_(self.scores.weight, std=0.01)
        nn.init.constant_(self.scores.bias, -math.log((1 - 0.01) / 0.01))

    def spread(self, x, size):
        """Return [N, anchors * size, H, W] as [N, H * W * anchors, size]."""
        batch, _, height, width = x.shape
        x = x.view(batch, self.anchors, size, height, width).permute(0, 3, 4, 1, 2)
        return x.reshape(batch, -1, size)

    def forward(self, x):
        x = F.relu(self.tower(x))
        return self.spread(self.scores(x), self.classes), self.spread(self.centre(x), 1), self.spread(self.boxes(x), 4)


class Detector(nn.Module):
    def __init__(self, classes=5, width=16, image=48, ratios=(0.5, 1.0, 2.0), best=12):
        super().__init__()
        self.image, self.best, self.ratios = image, best, ratios
        self.stem = conv_bn(3, 8, 2)
        self.down1 = conv_bn(8, width, 2)
        self.down2 = conv_bn(width, width, 2)
        self.lateral = nn.Conv2d(width, width, 1)
        self.smooth = nn.Conv2d(width, width, 3, padding=1)
        self.head = Head(width, len(ratios), classes)
        self.scales = nn.ModuleList([Scale(1.0), Scale(1.0)])

    def anchors(self, height, width, like):
        """Return boxes (centre x, centre y, width, height) of each ratio at each cell."""
        stride = self.image / height
        ys, xs = torch.meshgrid(
            (torch.arange(height) + 0.5) * stride, (torch.arange(width) + 0.5) * stride, indexing="ij"
        )
        ratios = torch.tensor(self.ratios)
        sizes = torch.stack([4 * stride / ratios.sqrt(), 4 * stride * ratios.sqrt()], dim=1)
        centres = torch.stack([xs, ys], dim=-1)[:, :, None].expand(-1, -1, len(self.ratios), -1)
        sizes = sizes[None, None].expand(height, width, -1, -1)
        return torch.cat([centres, sizes], dim=-1).view(-1, 4).to(like.dtype)

    def decode(self, anchors, offsets):
        """Return corners of the boxes that lie `offsets` from `anchors`, inside the image."""
        centre = anchors[:, :2] + offsets[..., :2] * anchors[:, 2:]
        size = anchors[:, 2:] * offsets[..., 2:].clamp(max=math.log(1000 / 16)).exp()
        corners = torch.cat([centre - size / 2, centre + size / 2], dim=-1)
        return corners.clamp(0, self.image)

    def forward(self, image):
        fine = self.down1(self.stem(image))
        coarse = self.down2(fine)
        fine = self.smooth(self.lateral(fine) + F.interpolate(coarse, scale_factor=2.0, mode="nearest"))
        scores, boxes = [], []
        for level, scale in zip((fine, coarse), self.scales, strict=True):
            classes, centre, offsets = self.head(level)
            scores.append((classes.sigmoid() * centre.sigmoid()).sqrt())
            anchors = self.anchors(*level.shape[2:], level)
            boxes.append(self.decode(anchors, scale(offsets)))
        scores, boxes = torch.cat(scores, dim=1), torch.cat(boxes, dim=1)
        value, label = scores.max(dim=-1)
        top, index = value.topk(self.best, dim=1)
        boxes = torch.gather(boxes, 1, index[..., None].expand(-1, -1, 4))
        return boxes, top, torch.gather(label, 1, index)


def loss(outputs):
    """Focal loss of the best scores, and a smooth distance of the boxes, against fixed truth."""
    boxes, scores, _ = outputs
    truth = (torch.arange(scores.numel()).view(scores.shape) % 3 == 0).to(scores.dtype)
    entropy = F.binary_cross_entropy(scores.clamp(1e-6, 1 - 1e-6), truth, reduction="none")
    likely = scores * truth + (1 - scores) * (1 - truth)
    alpha = 0.25 * truth + 0.75 * (1 - truth)
    focal = (alpha * (1 - likely) ** 2 * entropy).sum() / truth.sum()
    wanted = torch.tensor([4.0, 4.0, 40.0, 30.0], dtype=boxes.dtype).expand_as(boxes)
    return focal + F.smooth_l1_loss(boxes, wanted, beta=1.0 / 9)
