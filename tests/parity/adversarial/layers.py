"""Layers whose arguments agree only sometimes: recurrence, resizing, windows, padding, groups."""

from __future__ import annotations

from tests.parity.adversarial._pair import pair

_AS_BUILT = ("return self.c(x)", "return self.c(x)")

PAIRS = [
    pair(
        "recurrence-axis", "plain", "float32[4,4,8]",
        init=("self.c = nn.LSTM(8, 8)", "self.c = nn.LSTM(8, 8, batch_first=True)"),
        forward=("return self.c(x)[0]", "return self.c(x)[0]"),
    ),
    pair(
        "recurrence-right", "", "float32[4,4,8]",
        init=(
            "self.c = nn.GRU(8, 8, batch_first=True, bidirectional=True)",
            "self.c = nn.GRU(8, 8, batch_first=True, bidirectional=True)",
        ),
        forward=("return self.c(x)[0]", "return self.c(x)[0]"),
    ),
    pair(
        "last-direction", "plain", "float32[2,4,8]",
        init=(
            "self.c = nn.LSTM(8, 8, batch_first=True, bidirectional=True)",
            "self.c = nn.LSTM(8, 8, batch_first=True, bidirectional=True)",
        ),
        forward=("return self.c(x)[1][0][-1]", "return self.c(x)[0][:, -1, 8:]"),
    ),
    pair(
        "dropout-between-recurrences", "train", "float32[2,4,8]",
        init=(
            "self.c = nn.LSTM(8, 8, 2, batch_first=True, dropout=0.5)",
            "self.c = nn.LSTM(8, 8, 2, batch_first=True)",
        ),
        forward=("return self.c(x)[0]", "return self.c(x)[0]"),
    ),
    pair(
        "aligned-corners", "plain", "float32[1,2,6,6]",
        forward=(
            "return F.interpolate(x, scale_factor=2, mode='bilinear', align_corners=False)",
            "return ops.interpolate(x, size=(12, 12), mode='bilinear', align_corners=True)",
        ),
    ),
    pair(
        "no-resize-at-this-size", "size", "float32[1,2,12,12]",
        forward=(
            "return F.interpolate(x, size=(12, 12), mode='bilinear', align_corners=False)",
            "return ops.interpolate(x, size=(12, 12), mode='bilinear', align_corners=True)",
        ),
    ),
    pair(
        "no-resize-at-all", "size", "float32[1,2,12,12]",
        forward=(
            "y = F.interpolate(x, size=(12, 12), mode='bilinear', align_corners=False)\nreturn y.mean((2, 3))",
            "return x.mean((2, 3))",
        ),
    ),
    pair(
        "padding-counted", "plain", "float32[2,3,8,8]",
        init=(
            "self.c = nn.AvgPool2d(3, 1, 1)",
            "self.c = nn.AvgPool2d(3, 1, pad_mode='pad', padding=1, count_include_pad=False)",
        ),
        forward=_AS_BUILT,
    ),
    pair(
        "padding-counted-right", "", "float32[2,3,8,8]",
        init=("self.c = nn.AvgPool2d(3, 1, 1)", "self.c = nn.AvgPool2d(3, 1, pad_mode='pad', padding=1)"),
        forward=_AS_BUILT,
    ),
    pair(
        "mean-ceiled", "size", "float32[2,3,8,8]",
        init=("self.c = nn.AvgPool2d(2, 2, ceil_mode=True)", "self.c = nn.AvgPool2d(2, 2)"),
        forward=_AS_BUILT,
    ),
    pair(
        "replicated-for-reflected", "plain", "float32[2,3,8,8]",
        forward=(
            "return F.pad(x, (1, 1, 1, 1), mode='reflect')",
            "return ops.pad(x, (1, 1, 1, 1), mode='replicate')",
        ),
    ),
    pair(
        "symmetric-for-replicated-right", "", "float32[2,3,8,8]",
        init=("", "self.p = nn.Pad(((0, 0), (0, 0), (1, 1), (1, 1)), 'SYMMETRIC')"),
        forward=("return F.pad(x, (1, 1, 1, 1), mode='replicate')", "return self.p(x)"),
    ),
    pair(
        "symmetric-of-two", "plain", "float32[2,3,8,8]",
        init=("", "self.p = nn.Pad(((0, 0), (0, 0), (2, 2), (2, 2)), 'SYMMETRIC')"),
        forward=("return F.pad(x, (2, 2, 2, 2), mode='replicate')", "return self.p(x)"),
    ),
    pair(
        "reflected-outside-right", "", "float32[2,3,8,8]",
        init=(
            "self.c = nn.Conv2d(3, 4, 3, padding=1, padding_mode='reflect')",
            ("self.p = nn.Pad(((0, 0), (0, 0), (1, 1), (1, 1)), 'REFLECT')\n"
            "self.c = nn.Conv2d(3, 4, 3, pad_mode='valid', has_bias=True)"),
        ),
        forward=("return self.c(x)", "return self.c(self.p(x))"),
    ),
    pair(
        "zeros-for-reflected", "plain", "float32[2,3,8,8]",
        init=(
            "self.c = nn.Conv2d(3, 4, 3, padding=1, padding_mode='reflect')",
            "self.c = nn.Conv2d(3, 4, 3, pad_mode='pad', padding=1, has_bias=True)",
        ),
        forward=_AS_BUILT,
    ),
    pair(
        "shuffled-groups", "plain", "float32[2,8,4,4]",
        forward=(
            "n, c, h, w = x.shape\nreturn x.view(n, 2, c // 2, h, w).transpose(1, 2).reshape(n, c, h, w)",
            "n, c, h, w = x.shape\nreturn x.reshape(n, c // 2, 2, h, w).swapaxes(1, 2).reshape(n, c, h, w)",
        ),
    ),
    pair(
        "each-channel-a-group-right", "", "float32[2,8,4,4]",
        init=(
            "self.b = nn.Conv2d(8, 8, 1)\nself.c = nn.GroupNorm(8, 8, affine=False)",
            "self.b = nn.Conv2d(8, 8, 1, has_bias=True)",
        ),
        forward=(
            "return self.c(self.b(x))",
            ("x = self.b(x)\nm = x.mean((2, 3), keep_dims=True)\nd = x - m\n"
            "return d / ops.sqrt((d * d).mean((2, 3), keep_dims=True) + 1e-5)"),
        ),
    ),
    pair(
        "affine-added", "plain", "float32[2,8,4,4]",
        init=("self.c = nn.BatchNorm2d(8, affine=False)", "self.c = nn.GroupNorm(8, 8)"),
        forward=_AS_BUILT,
    ),
    pair(
        "untracked-statistics", "plain", "float32[2,8,4,4]",
        init=("self.c = nn.BatchNorm2d(8, track_running_stats=False)", "self.c = nn.BatchNorm2d(8)"),
        forward=_AS_BUILT,
    ),
    pair(
        "normalised-axes", "plain", "float32[2,8,8]",
        init=("self.c = nn.LayerNorm(8)", "self.c = nn.LayerNorm((8,), begin_norm_axis=1, epsilon=1e-5)"),
        forward=_AS_BUILT,
    ),
    pair(
        "pointwise-before-mean-right", "", "float32[2,3,8,8]",
        init=("self.c = nn.Conv2d(3, 4, 1)", "self.c = nn.Conv2d(3, 4, 1, has_bias=True)"),
        forward=("return self.c(x).mean((2, 3))", "return self.c(x.mean((2, 3), keep_dims=True)).reshape(-1, 4)"),
    ),
    pair(
        "channels-dropped-otherwise", "train", "float32[2,3,8,8]",
        init=("self.c = nn.Dropout1d(0.5)", "self.c = nn.Dropout(p=0.5)"),
        forward=("return self.c(x[0])", "return self.c(x[0])"),
    ),
    pair(
        "fan-of-the-initial-weights", "init", "float32[2,512]",
        init=(
            "self.c = nn.Linear(512, 64)\nnn.init.kaiming_normal_(self.c.weight, mode='fan_out')",
            ("from mindspore.common.initializer import HeNormal\n"
            "self.c = nn.Dense(512, 64, weight_init=HeNormal(mode='fan_in'))"),
        ),
        forward=_AS_BUILT,
    ),
    pair(
        "truncated-far-from-the-middle-right", "", "float32[2,128]",
        init=(
            "self.c = nn.Linear(128, 128)\nnn.init.normal_(self.c.weight, std=0.02)\nnn.init.zeros_(self.c.bias)",
            ("from mindspore.common.initializer import TruncatedNormal\n"
            "self.c = nn.Dense(128, 128, weight_init=TruncatedNormal(0.02), bias_init='zeros')"),
        ),
        forward=_AS_BUILT,
    ),
]  # fmt: skip
