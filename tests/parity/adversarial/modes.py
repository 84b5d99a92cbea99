"""Train mode and statistics: what an eval run cannot see."""

from __future__ import annotations

from tests.parity.adversarial._pair import pair

_LINEAR = ("self.a = nn.Linear(8, 8)", "self.a = nn.Dense(8, 8)")
_CONV = ("self.c = nn.Conv2d(3, 8, 3, bias=False)", "self.c = nn.Conv2d(3, 8, 3, pad_mode='valid')")


def _with(base: tuple[str, str], reference: str, port: str) -> tuple[str, str]:
    return f"{base[0]}\n{reference}", f"{base[1]}\n{port}"


PAIRS = [
    pair(
        "dropout-rate", "train", "float32[4,8]",
        init=_with(_LINEAR, "self.d = nn.Dropout(0.1)", "self.d = nn.Dropout(p=0.9)"),
        forward=("return self.d(self.a(x))", "return self.d(self.a(x))"),
    ),
    pair(
        "dropout-right", "", "float32[4,8]",
        init=_with(_LINEAR, "self.d = nn.Dropout(0.1)", "self.d = nn.Dropout(p=0.1)"),
        forward=("return self.d(self.a(x))", "return self.d(self.a(x))"),
    ),
    pair(
        "dropout-against-dropout2d", "train", "float32[2,3,8,8]",
        init=_with(_CONV, "self.d = nn.Dropout2d(0.3)", "self.d = nn.Dropout(p=0.3)"),
        forward=("return self.d(self.c(x))", "return self.d(self.c(x))"),
    ),
    pair(
        "dropout2d-right", "", "float32[2,3,8,8]",
        init=_with(_CONV, "self.d = nn.Dropout2d(0.3)", "self.d = nn.Dropout2d(p=0.3)"),
        forward=("return self.d(self.c(x))", "return self.d(self.c(x))"),
    ),
    pair(
        "dropout-missing", "train", "float32[4,8]",
        init=_with(_LINEAR, "self.d = nn.Dropout(0.2)", ""),
        forward=("return self.d(self.a(x))", "return self.a(x)"),
    ),
    pair(
        "functional-dropout-rate", "train", "float32[4,8]", init=_LINEAR,
        forward=(
            "return F.dropout(self.a(x), 0.1, self.training)",
            "return ops.dropout(self.a(x), 0.5, self.training)",
        ),
    ),
    pair(
        "functional-dropout-never", "train", "float32[4,8]", init=_LINEAR,
        forward=("return F.dropout(self.a(x), 0.5, self.training)", "return self.a(x)"),
    ),
    pair(
        "dropout-where", "train", "float32[4,8]",
        init=_with(_LINEAR, "self.d = nn.Dropout(0.5)", "self.d = nn.Dropout(p=0.5)"),
        forward=("return self.a(self.d(x))", "return self.d(self.a(x))"),
    ),
    pair(
        "momentum", "train", "float32[4,3,8,8]",
        init=_with(_CONV, "self.b = nn.BatchNorm2d(8, momentum=0.1)", "self.b = nn.BatchNorm2d(8, momentum=0.1)"),
        forward=("return self.b(self.c(x))", "return self.b(self.c(x))"),
    ),
    pair(
        "momentum-right", "", "float32[4,3,8,8]",
        init=_with(_CONV, "self.b = nn.BatchNorm2d(8, momentum=0.1)", "self.b = nn.BatchNorm2d(8, momentum=0.9)"),
        forward=("return self.b(self.c(x))", "return self.b(self.c(x))"),
    ),
    pair(
        "statistics-always", "train", "float32[4,3,8,8]",
        init=_with(
            _CONV, "self.b = nn.BatchNorm2d(8)", "self.b = nn.BatchNorm2d(8, momentum=0.9, use_batch_statistics=False)"
        ),
        forward=("return self.b(self.c(x))", "return self.b(self.c(x))"),
    ),
    pair(
        "branch-on-training", "train", "float32[4,8]", init=_LINEAR,
        forward=(
            "y = self.a(x)\nif self.training:\n    y = y * 2\nreturn y",
            "y = self.a(x)\nif self.training:\n    y = y * 3\nreturn y",
        ),
    ),
    pair(
        "branch-on-training-right", "", "float32[4,8]", init=_LINEAR,
        forward=(
            "y = self.a(x)\nif self.training:\n    y = y * 2\nreturn y",
            "y = self.a(x)\nif self.training:\n    y = y + y\nreturn y",
        ),
    ),
    pair(
        "auxiliary-head", "train", "float32[4,8]",
        init=_with(_LINEAR, "self.h = nn.Linear(8, 2)", "self.h = nn.Dense(8, 2)"),
        forward=(
            "y = self.a(x)\nif self.training:\n    return y, self.h(y)\nreturn y",
            "y = self.a(x)\nif self.training:\n    return y, self.h(x)\nreturn y",
        ),
    ),
    pair(
        "auxiliary-head-right", "", "float32[4,8]",
        init=_with(_LINEAR, "self.h = nn.Linear(8, 2)", "self.h = nn.Dense(8, 2)"),
        forward=(
            "y = self.a(x)\nif self.training:\n    return y, self.h(y)\nreturn y",
            "y = self.a(x)\nif self.training:\n    return y, self.h(y)\nreturn y",
        ),
    ),
    pair(
        "drop-path-scale", "train", "float32[4,8]", init=_LINEAR,
        forward=(
            """
            y = self.a(x)
            if not self.training:
                return x + y
            keep = torch.ones(x.shape[0], 1, dtype=x.dtype)
            return x + y * keep / 0.8
            """,
            """
            y = self.a(x)
            if not self.training:
                return x + y
            keep = ops.ones((x.shape[0], 1), x.dtype)
            return x + y * keep
            """,
        ),
    ),
    pair(
        "own-statistics", "train", "float32[4,8]",
        init=_with(
            _LINEAR,
            "self.register_buffer('mean', torch.zeros(8))",
            "self.mean = Parameter(Tensor(np.zeros(8), ms.float32), name='mean', requires_grad=False)",
        ),
        forward=(
            """
            if self.training:
                self.mean.mul_(0.9).add_(0.1 * x.mean(0).detach())
                return self.a(x - x.mean(0))
            return self.a(x - self.mean)
            """,
            """
            if self.training:
                self.mean.set_data(0.5 * self.mean + 0.5 * x.mean(0))
                return self.a(x - x.mean(0))
            return self.a(x - self.mean)
            """,
        ),
    ),
    pair(
        "group-norm-for-batch-norm", "plain", "float32[4,3,8,8]",
        init=_with(_CONV, "self.b = nn.BatchNorm2d(8)", "self.b = nn.GroupNorm(8, 8)"),
        forward=("return self.b(self.c(x))", "return self.b(self.c(x))"),
    ),
    pair(
        "frozen-parameter", "grad", "float32[4,8]",
        init=_with(_LINEAR, "", "self.a.weight.requires_grad = False"),
        forward=("return self.a(x)", "return self.a(x)"),
    ),
    pair(
        "frozen-on-both", "", "float32[4,8]",
        init=_with(_LINEAR, "self.a.weight.requires_grad_(False)", "self.a.weight.requires_grad = False"),
        forward=("return self.a(x)", "return self.a(x)"),
    ),
    pair(
        "masked-at-random-right", "", "float32[4,8]", init=_LINEAR,
        forward=(
            "i = torch.argsort(torch.rand(x.shape[0], 8), dim=1)\nreturn torch.gather(self.a(x), 1, i[:, :4])",
            "i = mint.argsort(mint.rand(x.shape[0], 8), dim=1)\nreturn mint.gather(self.a(x), 1, i[:, :4])",
        ),
    ),
    pair(
        "masked-at-random-and-larger", "plain", "float32[4,8]", init=_LINEAR,
        forward=(
            "i = torch.argsort(torch.rand(x.shape[0], 8), dim=1)\nreturn torch.gather(self.a(x), 1, i[:, :4])",
            "i = mint.argsort(mint.rand(x.shape[0], 8), dim=1)\nreturn mint.gather(self.a(x), 1, i[:, :4]) * 1.001",
        ),
    ),
    pair(
        "noise-like-the-input-right", "", "float32[4,8]", init=_LINEAR,
        forward=("return self.a(x + torch.randn_like(x))", "return self.a(x + ops.randn_like(x))"),
    ),
    pair(
        "noise-filled-in-right", "", "float32[4,8]", init=_LINEAR,
        forward=("return self.a(x) * torch.empty(8).uniform_()", "return self.a(x) * ops.rand(8)"),
    ),
    pair(
        "noise-of-a-law-without-gradient", "grad", "float32[4,8]", init=_LINEAR,
        forward=(
            "m, s = self.a(x).chunk(2, -1)\nreturn torch.normal(m, s.exp())",
            "m, s = ops.chunk(self.a(x), 2, -1)\nreturn m + ops.exp(s) * ops.randn_like(m)",
        ),
    ),
]  # fmt: skip
