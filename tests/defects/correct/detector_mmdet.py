"""Parts as backbone, neck and head; anchors by broadcasting; boxes decoded level by level with corners stacked."""

import math

import mindspore as ms
from mindspore import Parameter, nn, ops


class Backbone(nn.Cell):
    def __init__(self, width):
        super().__init__()
        for number, (inputs, outputs) in enumerate(((3, 8), (8, width), (width, width))):
            stage = nn.SequentialCell(
                nn.Conv2d(inputs, outputs, 3, 2, "pad", 1),
                nn.BatchNorm2d(outputs, eps=1e-3, momentum=0.97),
                nn.SiLU(),
            )
            self.insert_child_to_cell(f"stage{number}", stage)

    def construct(self, x):
        fine = self.stage1(self.stage0(x))
        return fine, self.stage2(fine)


class Neck(nn.Cell):
    def __init__(self, width):
        super().__init__()
        self.fpn_conv = nn.Conv2d(width, width, 3, 1, "pad", 1, has_bias=True)
        self.lateral_conv = nn.Conv2d(width, width, 1, 1, "valid", has_bias=True)

    def construct(self, fine, coarse):
        size = (fine.shape[2], fine.shape[3])
        return self.fpn_conv(ops.ResizeNearestNeighbor(size)(coarse) + self.lateral_conv(fine)), coarse


class BoxHead(nn.Cell):
    def __init__(self, width, ratios, classes, image):
        super().__init__()
        count = len(ratios)
        self.count, self.image = count, image
        self.ratios = ms.Tensor(ratios, ms.float32)
        self.reg = nn.Conv2d(width, count * 4, 3, 1, "pad", 1, has_bias=True)
        self.ctr = nn.Conv2d(width, count, 3, 1, "pad", 1, has_bias=True)
        self.cls = nn.Conv2d(width, count * classes, 3, 1, "pad", 1, has_bias=True)
        self.pre = nn.Conv2d(width, width, 3, 1, "pad", 1, has_bias=True)
        self.norm = nn.GroupNorm(4, width)
        self.post = nn.Conv2d(width, width, 1, 1, "valid", has_bias=True)
        self.scale0 = Parameter(ops.ones((1,), ms.float32))
        self.scale1 = Parameter(ops.ones((1,), ms.float32))

    def per_anchor(self, x):
        n, c, h, w = x.shape
        return x.permute(0, 2, 3, 1).reshape(n, h * w * self.count, c // self.count)

    def construct(self, x, level):
        x = nn.ReLU()(self.post(nn.ReLU()(self.norm(self.pre(x)))))
        scores = ops.sqrt(self.per_anchor(self.cls(x)).sigmoid() * self.per_anchor(self.ctr(x)).sigmoid())
        dx, dy, dw, dh = ops.unbind(self.per_anchor(self.reg(x)) * (self.scale1 if level else self.scale0), -1)
        h, w = x.shape[2:]
        stride = self.image / h
        ys = ((ops.arange(h).astype(dx.dtype) + 0.5) * stride).reshape(h, 1, 1) + ops.zeros(
            (1, w, self.count), dx.dtype
        )
        xs = ((ops.arange(w).astype(dx.dtype) + 0.5) * stride).reshape(1, w, 1) + ops.zeros(
            (h, 1, self.count), dx.dtype
        )
        root = ops.sqrt(self.ratios).astype(dx.dtype)
        wide = ops.tile(4 * stride / root, (h * w,))
        high = ops.tile(4 * stride * root, (h * w,))
        most = math.log(1000 / 16)
        cx, cy = xs.reshape(-1) + dx * wide, ys.reshape(-1) + dy * high
        bw, bh = wide * ops.exp(ops.clamp(dw, max=most)), high * ops.exp(ops.clamp(dh, max=most))
        corners = ops.stack((cx - bw / 2, cy - bh / 2, cx + bw / 2, cy + bh / 2), -1)
        return scores, corners.clamp(0, self.image)


class Detector(nn.Cell):
    def __init__(self, classes=5, width=16, image=48, ratios=(0.5, 1.0, 2.0), best=12):
        super().__init__()
        self.bbox_head = BoxHead(width, ratios, classes, image)
        self.neck = Neck(width)
        self.backbone = Backbone(width)
        self.best = best

    def construct(self, image):
        found = [self.bbox_head(x, level) for level, x in enumerate(self.neck(*self.backbone(image)))]
        scores = ops.cat([pair[0] for pair in found], 1)
        boxes = ops.cat([pair[1] for pair in found], 1)
        top, index = ops.topk(ops.amax(scores, -1), self.best)
        label = ops.argmax(scores, -1)
        where = ops.tile(index.expand_dims(-1), (1, 1, 4))
        return ops.gather_d(boxes, 1, where), top, ops.gather_d(label, 1, index)
