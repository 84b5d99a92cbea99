"""Blocks of several layers, as whole models hold them, ported in other idioms: rotated attention, gates, decoders."""

from __future__ import annotations

from dataclasses import replace

from tests.parity.adversarial._pair import Pair, pair

_ROTARY = (
    """
    class Rotary(nn.Module):
        def __init__(self, width, base=10000.0):
            super().__init__()
            self.register_buffer('inverse', base ** -(torch.arange(0, width, 2).double() / width), persistent=False)

        def forward(self, x):
            angle = torch.outer(torch.arange(x.shape[-2]).to(self.inverse), self.inverse)
            turned = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous()) * torch.polar(
                torch.ones_like(angle), angle
            )
            return torch.view_as_real(turned).flatten(-2).to(x.dtype)
    """,
    """
    class Rotary(nn.Cell):
        def __init__(self, width, base=10000.0):
            super().__init__()
            self.inverse = Tensor(base ** -(np.arange(0, width, 2) / width), ms.float64)

        def construct(self, x):
            angle = ops.outer(ops.arange(START, x.shape[-2] + START).astype(ms.float64), self.inverse).astype(x.dtype)
            angle = ops.repeat_interleave(angle, 2, -1)
            even, odd = x[..., 0::2], x[..., 1::2]
            return x * ops.cos(angle) + ops.stack((-odd, even), -1).reshape(x.shape) * ops.sin(angle)
    """,
)
_ATTENTION = (
    """
    b, n, _ = x.shape
    q, k, v = self.qkv(x).view(b, n, 3, 2, 8).permute(2, 0, 3, 1, 4)
    y = F.scaled_dot_product_attention(self.turn(q), self.turn(k), v, is_causal=True)
    return self.o(y.transpose(1, 2).reshape(b, n, 16))
    """,
    """
    b, n, _ = x.shape
    q, k, v = [y.reshape(b, n, 2, 8).swapaxes(1, 2) for y in (self.q(x), self.k(x), self.v(x))]
    scores = ops.matmul(self.turn(q), self.turn(k).swapaxes(-1, -2)) / math.sqrt(8)
    seen = ops.tril(ops.ones((n, n), ms.bool_))
    p = ops.softmax(scores.masked_fill(ops.logical_not(seen), -1e30), -1)
    return self.o(ops.matmul(p, v).swapaxes(1, 2).reshape(b, n, 16))
    """,
)
_ATTENTION_LAYERS = (
    "self.qkv = nn.Linear(16, 48, bias=False)\nself.o = nn.Linear(16, 16)\nself.turn = Rotary(8)",
    (
        "self.q = nn.Dense(16, 16, has_bias=False)\nself.k = nn.Dense(16, 16, has_bias=False)\n"
        "self.v = nn.Dense(16, 16, has_bias=False)\nself.o = nn.Dense(16, 16)\nself.turn = Rotary(8)"
    ),
)

_GATED = (
    """
    self.cell = nn.GRUCell(6, 8)
    self.head = nn.Linear(8, 3)
    """,
    """
    self.cell = Gated(6, 8)
    self.head = nn.Dense(8, 3)
    """,
)
_GATED_BODY = (
    """
    h = x.new_zeros(x.shape[0], 8)
    for step in x.unbind(1):
        h = self.cell(step, h)
    return self.head(h)
    """,
    """
    h = ops.zeros((x.shape[0], 8), x.dtype)
    for t in range(x.shape[1]):
        h = self.cell(x[:, t], h)
    return self.head(h)
    """,
)
_GATED_CELL = """
    class Gated(nn.Cell):
        def __init__(self, width_in, width):
            super().__init__()
            self.weight_ih = Parameter(initializer(Uniform(0.3), (3 * width, width_in)), name='weight_ih')
            self.weight_hh = Parameter(initializer(Uniform(0.3), (3 * width, width)), name='weight_hh')
            self.bias_ih = Parameter(initializer(Uniform(0.3), (3 * width,)), name='bias_ih')
            self.bias_hh = Parameter(initializer(Uniform(0.3), (3 * width,)), name='bias_hh')

        def construct(self, x, h):
            ri, zi, ni = ops.split(ops.dense(x, self.weight_ih, self.bias_ih), h.shape[-1], -1)
"""
_RESET_AFTER = """
            rh, zh, nh = ops.split(ops.dense(h, self.weight_hh, self.bias_hh), h.shape[-1], -1)
            r, z = ops.sigmoid(ri + rh), ops.sigmoid(zi + zh)
            return ops.lerp(ops.tanh(ni + r * nh), h, z)
"""
_RESET_BEFORE = """
            rw, zw, nw = ops.split(self.weight_hh, h.shape[-1], 0)
            rb, zb, nb = ops.split(self.bias_hh, h.shape[-1], 0)
            r, z = ops.sigmoid(ri + ops.dense(h, rw, rb)), ops.sigmoid(zi + ops.dense(h, zw, zb))
            n = ops.tanh(ni + ops.dense(r * h, nw, nb))
            return (1 - z) * n + z * h
"""

_DECODER = (
    """
    self.up = nn.ConvTranspose2d(8, 4, 3, stride=2, padding=1, output_padding=1)
    self.norm = nn.GroupNorm(2, 4)
    self.last = nn.Conv2d(4, 3, 3, padding=1)
    """,
    """
    self.up = nn.Conv2dTranspose(8, 4, 3, stride=2, {up}, has_bias=True)
    self.norm = nn.GroupNorm(2, 4)
    self.last = nn.Conv2d(4, 3, 3, pad_mode='pad', padding=1, has_bias=True)
    """,
)
_DECODED = "return torch.sigmoid(self.last(F.silu(self.norm(self.up(x)))))"

_UPSCALE = (
    """
    self.body = nn.Conv2d(3, 8, 3, padding=1)
    self.wide = nn.Conv2d(8, 12, 3, padding=1)
    """,
    """
    self.body = nn.Conv2d(3, 8, 3, pad_mode='same', has_bias=True)
    self.wide = nn.Conv2d(8, 12, 3, pad_mode='same', has_bias=True)
    """,
)
_UPSCALED = """
    y = F.pixel_shuffle(self.wide(F.leaky_relu(self.body(x), 0.1)), 2)
    return y + F.interpolate(x, scale_factor=2, mode='bilinear', align_corners=True)
"""
_UPSCALED_PORT = """
    y = self.wide(ops.leaky_relu(self.body(x), 0.1))
    b, c, h, w = y.shape
    {shuffled}
    return y + ops.interpolate(x, size=(2 * h, 2 * w), mode='bilinear', align_corners=True)
"""

_POOLED = (
    """
    self.word = nn.Embedding(40, 12)
    self.place = nn.Parameter(torch.randn(7, 12) * 0.1)
    self.mix = nn.MultiheadAttention(12, 3, batch_first=True)
    self.norm = nn.LayerNorm(12)
    """,
    """
    self.word = nn.Embedding(40, 12, embedding_table=Normal(1.0))
    self.place = Parameter(initializer(Normal(0.1), (7, 12)), name='place')
    self.q, self.k, self.v, self.o = nn.Dense(12, 12), nn.Dense(12, 12), nn.Dense(12, 12), nn.Dense(12, 12)
    self.norm = nn.LayerNorm((12,), epsilon=1e-5)
    """,
)
_POOLED_BODY = """
    y = self.word(x) + self.place
    y = self.norm(y + self.mix(y, y, y, key_padding_mask=~keep, need_weights=False)[0])
    return y @ self.word.weight.T
"""
_POOLED_PORT = """
    y = ops.gather(self.word.embedding_table, x, 0) + self.place
    b, n, d = y.shape
    q, k, v = [f(y).reshape(b, n, 3, 4).transpose(0, 2, 1, 3) for f in (self.q, self.k, self.v)]
    p = ops.bmm(q * 4 ** -0.5, k.transpose(0, 1, 3, 2))
    {masked}
    y = self.norm(y + self.o(ops.bmm(ops.softmax(p, -1), v).transpose(0, 2, 1, 3).reshape(b, n, d)))
    return ops.matmul(y, ops.transpose(self.word.embedding_table, (1, 0)))
"""

_TEACHER = (
    """
    self.a = nn.Linear(6, 5)
    self.drop = nn.Dropout(0.2)
    self.register_buffer('centre', torch.zeros(1, 5))
    """,
    """
    self.a = nn.Dense(6, 5)
    self.drop = nn.Dropout(p=0.2)
    self.centre = Parameter(ops.zeros((1, 5), ms.float32), name='centre', requires_grad=False)
    """,
)
_TEACHER_BODY = """
    y = self.a(self.drop(x))
    loss = -(torch.softmax((y - self.centre) / 0.04, -1).detach() * torch.log_softmax(y / 0.1, -1)).sum(-1).mean()
    if self.training:
        self.centre.mul_(0.9).add_(y.detach().mean(0, keepdim=True), alpha=0.1)
    return loss
"""
_TEACHER_PORT = """
    y = self.a(self.drop(x))
    wanted = ops.stop_gradient(ops.softmax((y - self.centre) / 0.04, -1))
    loss = -(wanted * ops.log_softmax(y / 0.1, -1)).sum(-1).mean()
    if self.training:
        ops.assign(self.centre, {centre})
    return loss
"""

_RELATIVE = (
    """
    self.qkv = nn.Linear(8, 24)
    self.table = nn.Parameter(torch.randn(25, 2) * 0.1)
    at = torch.stack(torch.meshgrid(torch.arange(3), torch.arange(3), indexing='ij')).flatten(1)
    apart = (at[:, :, None] - at[:, None, :]).permute(1, 2, 0) + 2
    self.register_buffer('index', apart[..., 0] * 5 + apart[..., 1])
    """,
    """
    self.qkv = nn.Dense(8, 24)
    self.table = Parameter(initializer(Normal(0.1), (25, 2)), name='table')
    rows, columns = np.divmod(np.arange(9), 3)
    {index}
    self.index = Tensor(index.reshape(-1), ms.int32)
    """,
)
_RELATIVE_BODY = (
    """
    q, k, v = self.qkv(x).reshape(-1, 9, 3, 2, 4).permute(2, 0, 3, 1, 4)
    a = q @ k.mT * 0.5 + self.table[self.index].permute(2, 0, 1)
    return (a.softmax(-1) @ v).transpose(1, 2).flatten(2)
    """,
    """
    q, k, v = ops.unstack(self.qkv(x).reshape(-1, 9, 3, 2, 4).transpose(2, 0, 3, 1, 4), 0)
    a = ops.matmul(q * 0.5, k.swapaxes(-2, -1))
    a = ops.softmax(a + ops.gather(self.table, self.index, 0).reshape(9, 9, 2).transpose(2, 0, 1), -1)
    return ops.matmul(a, v).swapaxes(1, 2).reshape(x.shape)
    """,
)


_PARTS = "self.a, self.b, self.c, self.d = nn.Dense(12, 12), nn.Dense(12, 12), nn.Dense(12, 12), nn.Dense(12, 12)"
_PARTED = """
    n, b, d = x.shape
    one, two, three = (f(x).reshape(n, b * 3, 4).swapaxes(0, 1) for f in (self.a, self.b, self.c))
    p = ops.softmax(ops.bmm(one * 0.5, two.swapaxes(1, 2)), -1)
    return self.d(ops.bmm(p, three).swapaxes(0, 1).reshape(n, b, d))
"""

_SCHEDULED = """
    def scheduled(parameters):
        made = torch.optim.SGD(parameters, 0.1, momentum=0.9)
        plan = torch.optim.lr_scheduler.CosineAnnealingLR(made, 6)
        made.register_step_post_hook(lambda *_: plan.step())
        return made
"""
_SCHEDULED_PORT = """
    def scheduled(parameters):
        rates = [0.05 * (1 + math.cos(math.pi * {step} / 6)) for i in range(6)]
        return nn.Momentum(parameters, rates, 0.9)
"""
_CLIPPED = """
    def clipped(parameters):
        made = torch.optim.Adam(parameters, 1e-2)
        made.register_step_pre_hook(lambda *_: nn.utils.clip_grad_norm_(made.param_groups[0]['params'], 1e-3) and None)
        return made
"""
_CLIPPED_PORT = """
    class Clipped(nn.Adam):
        def construct(self, gradients):
            return super().construct({gradients})
"""
_STEPPED = ("return torch.tanh(self.a(x))", "return ops.tanh(self.a(x))")
_LINEAR = ("self.a = nn.Linear(6, 5)", "self.a = nn.Dense(6, 5)")


def _trained(reference: str, port: str) -> tuple[str, ...]:
    return "--steps", "3", "--ref-optimizer", f"ref.py:{reference}", "--port-optimizer", f"port.py:{port}"


def _block(
    name: str,
    inputs: str,
    init: tuple[str, str],
    forward: tuple[str, str],
    at: str = "",
    *,
    shows: str = "plain",
    args: str = "x",
    above: tuple[str, str] = ("", ""),
    options: tuple[str, ...] = (),
) -> Pair:
    shown = shows if at else ""
    found = pair(name, shown, inputs, init=init, forward=forward, args=args, above=above, options=options)
    return replace(found, at=at)


def _rotary(start: int) -> tuple[str, str]:
    return _ROTARY[0], _ROTARY[1].replace("START", str(start))


def _decoder(up: str) -> tuple[str, str]:
    return _DECODER[0], _DECODER[1].replace("{up}", up)


def _filled(text: str, **parts: str) -> str:
    for name, part in parts.items():
        text = text.replace(f"{{{name}}}", part)
    return text


_DECODED_PORT = "return ops.sigmoid(self.last(ops.silu(self.norm(self.up(x)))))"

PAIRS = [
    _block(
        "rotated-attention-right", "float32[2,5,16]", _ATTENTION_LAYERS, _ATTENTION, above=_rotary(0),
    ),
    _block(  # half the exponents, which squaring the frequencies where they are used mends as well
        "rotated-by-the-mean-width", "float32[2,5,16]", _ATTENTION_LAYERS, _ATTENTION, "ops.outer(",
        above=(_ROTARY[0], _rotary(0)[1].replace("(np.arange(0, width, 2)", "(np.arange(width // 2)")),
    ),
    _block(
        "recurrence-written-out-right", "float32[2,4,6]", _GATED, _GATED_BODY,
        above=("", _GATED_CELL + _RESET_AFTER.lstrip("\n")),
    ),
    _block(
        "reset-before-the-product", "float32[2,4,6]", _GATED, _GATED_BODY, "ops.dense(r * h, nw, nb)",
        above=("", _GATED_CELL + _RESET_BEFORE.lstrip("\n")),
    ),
    _block(
        "upsampled-by-transposition-right", "float32[2,8,5,5]",
        _decoder("pad_mode='pad', padding=1, output_padding=1"), (_DECODED, _DECODED_PORT),
    ),
    _block(
        "upsampled-a-pixel-off", "float32[2,8,5,5]", _decoder("pad_mode='same'"), (_DECODED, _DECODED_PORT),
        "nn.Conv2dTranspose(",
    ),
    _block(
        "affine-behind-the-activation", "float32[2,8,5,5]",
        _decoder("pad_mode='pad', padding=1, output_padding=1"),
        (_DECODED, "return ops.sigmoid(self.last(self.norm(ops.silu(self.up(x)))))"), "return ops.sigmoid",
    ),
    _block(
        "pixels-shuffled-by-hand-right", "float32[2,3,4,5]", _UPSCALE,
        (_UPSCALED, _filled(_UPSCALED_PORT, shuffled=(
            "y = y.reshape(b, c // 4, 2, 2, h, w).transpose(0, 1, 4, 2, 5, 3).reshape(b, c // 4, 2 * h, 2 * w)"
        ))),
    ),
    _block(
        "pixels-shuffled-depth-first", "float32[2,3,4,5]", _UPSCALE,
        (_UPSCALED, _filled(_UPSCALED_PORT, shuffled=(
            "y = y.reshape(b, 2, 2, c // 4, h, w).transpose(0, 3, 4, 1, 5, 2).reshape(b, c // 4, 2 * h, 2 * w)"
        ))),
        "y.reshape(b, 2, 2, c // 4, h, w)",
    ),
    _block(
        "tied-words-behind-a-mask-right", "int64[2,7]<40 bool[2,7]", _POOLED,
        (_POOLED_BODY, _filled(_POOLED_PORT, masked=(
            "p = ops.where(keep.reshape(b, 1, 1, n), p, ops.full_like(p, -float('inf')))"
        ))),
        args="x, keep",
    ),
    _block(
        "mask-of-the-other-sense", "int64[2,7]<40 bool[2,7]", _POOLED,
        (_POOLED_BODY, _filled(_POOLED_PORT, masked="p = p.masked_fill(keep.reshape(b, 1, 1, n), -float('inf'))")),
        "p.masked_fill(", args="x, keep",
    ),
    _block(
        "moving-centre-right", "float32[4,6]", _TEACHER,
        (_TEACHER_BODY, _filled(_TEACHER_PORT, centre=(
            "ops.stop_gradient(0.9 * self.centre + 0.1 * y.mean(0, keep_dims=True))"
        ))),
        options=("--mode", "train"),
    ),
    _block(
        "moving-centre-of-the-other-share", "float32[4,6]", _TEACHER,
        (_TEACHER_BODY, _filled(_TEACHER_PORT, centre=(
            "ops.stop_gradient(0.1 * self.centre + 0.9 * y.mean(0, keep_dims=True))"
        ))),
        "ops.assign(", options=("--mode", "train", "--steps", "2"),
    ),
    _block(
        "relative-positions-right", "float32[2,9,8]",
        (_RELATIVE[0], _filled(_RELATIVE[1], index=(
            "index = (rows[:, None] - rows + 2) * 5 + columns[:, None] - columns + 2"
        ))),
        _RELATIVE_BODY,
    ),
    _block(
        "relative-positions-mirrored", "float32[2,9,8]",
        (_RELATIVE[0], _filled(_RELATIVE[1], index=(
            "index = (rows - rows[:, None] + 2) * 5 + columns - columns[:, None] + 2"
        ))),
        _RELATIVE_BODY, "self.table, self.index",
    ),
    _block(
        "rates-of-a-cosine-right", "float32[4,6]", _LINEAR, _STEPPED,
        above=(_SCHEDULED, _filled(_SCHEDULED_PORT, step="i")), options=_trained("scheduled", "scheduled"),
    ),
    _block(
        "rates-of-a-cosine-a-step-late", "float32[4,6]", _LINEAR, _STEPPED, "def scheduled",
        above=(_SCHEDULED, _filled(_SCHEDULED_PORT, step="max(i - 1, 0)")), options=_trained("scheduled", "scheduled"),
    ),
    _block(
        "gradients-clipped-together-right", "float32[4,6]", _LINEAR, _STEPPED,
        above=(_CLIPPED, _filled(_CLIPPED_PORT, gradients="ops.clip_by_global_norm(gradients, 1e-3)")),
        options=_trained("clipped", "Clipped(1e-2)"),
    ),
    _block(
        "gradients-clipped-one-by-one", "float32[4,6]", _LINEAR, _STEPPED, "def construct(self, gradients)",
        above=(_CLIPPED, _filled(_CLIPPED_PORT, gradients="ops.clip_by_value(gradients, -1e-3, 1e-3)")),
        options=_trained("clipped", "Clipped(1e-2)"),
    ),
    _block(
        "attention-of-four-parts-right", "float32[2,5,12]", ("self.mix = nn.MultiheadAttention(12, 3)", _PARTS),
        ("return self.mix(x, x, x, need_weights=False)[0]", _PARTED),
    ),
    _block(
        "attention-of-four-parts-unscaled", "float32[2,5,12]", ("self.mix = nn.MultiheadAttention(12, 3)", _PARTS),
        ("return self.mix(x, x, x, need_weights=False)[0]", _PARTED.replace(" * 0.5", "")), "ops.bmm(one, two",
    ),
]  # fmt: skip
