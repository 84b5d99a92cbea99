"""Other names and another order of definition; padding by a layer of its own, depth-to-space by reshaping."""

from mindspore import nn, ops


class ConvBlock(nn.Cell):
    def __init__(self, c_in, c_out):
        super().__init__()
        self.gn_b = nn.GroupNorm(2, c_out, eps=1e-3)
        self.gn_a = nn.GroupNorm(4, c_out)
        self.b = nn.Conv2d(c_out, c_out, 3, pad_mode="valid", has_bias=True)
        self.a = nn.Conv2d(c_in, c_out, 3, pad_mode="valid", has_bias=True)
        self.frame = nn.ZeroPad2d(1)

    def construct(self, x):
        x = self.gn_a(self.a(self.frame(x)))
        x = x * ops.sigmoid(x)
        x = self.gn_b(self.b(self.frame(x)))
        return x * ops.sigmoid(x)


class Merge(nn.Cell):
    def __init__(self, c_in, c_out):
        super().__init__()
        self.fuse = ConvBlock(c_out + c_out, c_out)
        self.attention = nn.Conv2d(c_out, 1, 1, pad_mode="valid", has_bias=True)
        self.enlarge = nn.Conv2dTranspose(c_in, c_out, 4, 2, pad_mode="pad", padding=1, has_bias=True)

    def construct(self, below, beside):
        below = nn.ReLU()(self.enlarge(below))
        wide, high = (beside.shape[i] - below.shape[i] for i in (3, 2))
        below = ops.pad(below, [wide // 2, wide - wide // 2, high // 2, high - high // 2])
        return self.fuse(ops.concat([beside * ops.sigmoid(self.attention(beside)), below], 1))


class UNet(nn.Cell):
    def __init__(self, classes=3, width=8):
        super().__init__()
        self.classes = classes
        self.final = nn.Conv2d(width, classes, 1, has_bias=True)
        self.early = nn.Conv2d(2 * width, 4 * classes, 1, has_bias=True)
        self.depthwise = nn.Conv2d(width, width, 3, 1, "pad", 1, group=width, has_bias=True)
        self.merge1, self.merge2 = Merge(2 * width, width), Merge(4 * width, 2 * width)
        self.block3, self.block2 = ConvBlock(2 * width, 4 * width), ConvBlock(width, 2 * width)
        self.block1 = ConvBlock(3, width)
        self.halve = nn.MaxPool2d(kernel_size=2, stride=2, pad_mode="valid")

    def construct(self, x):
        centred = x - x.mean((1, 2, 3), True)
        x = centred / (ops.sqrt(ops.var(x, (1, 2, 3), 1, True)) + 0.001)
        one = self.block1(x)
        two = self.block2(self.halve(one))
        three = self.block3(self.halve(two))
        pooled = ops.avg_pool2d(three, 2, 2)
        three = three + ops.interpolate(pooled, size=(three.shape[2], three.shape[3]), mode="nearest")
        x = self.merge2(three, two)
        early = self.early(x)
        n, _, h, w = early.shape
        early = early.reshape(n, self.classes, 2, 2, h, w).permute(0, 1, 4, 2, 5, 3).reshape(n, -1, 2 * h, 2 * w)
        x = self.merge1(x, one)
        x = x + ops.leaky_relu(self.depthwise(x), alpha=0.1)
        return self.final(x) + ops.interpolate(early, size=x.shape[-2:], mode="bilinear", align_corners=False)
