"""Masks: patterns that an all-true or a random mask does not hold."""

from __future__ import annotations

from tests.parity.adversarial._pair import pair

_ATTEND = "q = x @ x.mT / 8 ** 0.5\n"
_PORT = "q = ops.matmul(x, x.swapaxes(-1, -2)) / 8 ** 0.5\n"

PAIRS = [
    pair(
        "mask-inverted", "plain", "float32[2,4,8] bool[2,4]", args="x, m",
        forward=(
            "return x.masked_fill(m.unsqueeze(-1), 0)",
            "return ops.masked_fill(x, ops.logical_not(m).expand_dims(-1), 0)",
        ),
    ),
    pair(
        "mask-right", "", "float32[2,4,8] bool[2,4]", args="x, m",
        forward=(
            "return x.masked_fill(m.unsqueeze(-1), 0)",
            "return ops.where(m.expand_dims(-1), ops.zeros_like(x), x)",
        ),
    ),
    pair(
        "length-instead-of-mask", "mask", "float32[2,4,8] bool[2,4]<1", args="x, m",
        forward=(
            "return x.masked_fill(m.unsqueeze(-1), 0).sum(1)",
            "return x.sum(1)",
        ),
    ),
    pair(
        "mean-of-nothing", "mask", "float32[2,64,8] bool[2,64]", args="x, m",
        forward=(
            "w = m.to(x.dtype).unsqueeze(-1)\nreturn (x * w).sum(1) / w.sum(1).clamp(min=1)",
            "w = m.astype(x.dtype).expand_dims(-1)\nreturn (x * w).sum(1) / (w.sum(1) + 1e-12) * (w.sum(1) < 64)",
        ),
    ),
    pair(
        "mean-of-some-right", "", "float32[2,16,8] bool[2,16]", args="x, m",
        forward=(
            "w = m.to(x.dtype).unsqueeze(-1)\nreturn (x * w).sum(1) / w.sum(1).clamp(min=1)",
            "w = m.astype(x.dtype).expand_dims(-1)\nreturn (x * w).sum(1) / ops.clamp(w.sum(1), 1)",
        ),
    ),
    pair(
        "causal-by-length", "size", "float32[2,4,8]",
        forward=(
            _ATTEND + "m = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril()\n"
            "return torch.softmax(q.masked_fill(~m, -1e30), -1) @ x",
            _PORT + "n = x.shape[1]\nm = Tensor(np.tril(np.ones((4, 4))) > 0)\n"
            "if n != 4:\n    m = ops.ones((n, n), ms.bool_)\n"
            "return ops.matmul(ops.softmax(ops.masked_fill(q, ops.logical_not(m), -1e30), -1), x)",
        ),
    ),
    pair(
        "causal-right", "", "float32[2,4,8]",
        forward=(
            _ATTEND + "m = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril()\n"
            "return torch.softmax(q.masked_fill(~m, -1e30), -1) @ x",
            _PORT + "m = ops.tril(ops.ones((x.shape[1], x.shape[1]), ms.float32)) > 0\n"
            "return ops.matmul(ops.softmax(ops.masked_fill(q, ops.logical_not(m), -1e30), -1), x)",
        ),
    ),
    pair(
        "mask-as-integers-right", "", "float32[2,4,8] int64[2,4]<2", args="x, m",
        forward=(
            "return x * (m > 0).unsqueeze(-1)",
            "return x * m.expand_dims(-1) * (m.sum(-1).reshape(-1, 1, 1) > 0) + 0 * x",
        ),
    ),
    pair(
        "all-masked", "mask", "float32[2,16,8] bool[2,16]", args="x, m",
        forward=(
            "y = x.masked_fill(m.unsqueeze(-1), 0)\nreturn y + m.all(-1)[:, None, None] * 5.0",
            "return ops.masked_fill(x, m.expand_dims(-1), 0)",
        ),
    ),
    pair(
        "none-masked", "mask", "float32[2,16,8] bool[2,16]", args="x, m",
        forward=(
            "y = x.masked_fill(m.unsqueeze(-1), 0)\nreturn y",
            "if not m.any():\n    return x * 2\nreturn ops.masked_fill(x, m.expand_dims(-1), 0)",
        ),
    ),
    pair(
        "prefix-length", "mask", "float32[2,6,8] bool[2,6]", args="x, m",
        forward=(
            "n = m.sum(-1) * m.int().cumprod(-1).sum(-1).eq(m.sum(-1))\nreturn x.mean((1, 2)) + (n == 3)",
            "return x.mean((1, 2))",
        ),
    ),
    pair(
        "no-mask-right", "", "float32[2,4,8] bool[2,4]", args="x, m",
        forward=("return x * 2 + 0 * m.unsqueeze(-1)", "return x + x + 0 * m.expand_dims(-1)"),
    ),
]  # fmt: skip
