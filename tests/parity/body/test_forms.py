"""Each written form is executed against its operation."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest
import torch
from torch import Tensor
from torch.nn import functional as F

from parity.body.forms import COMPOSITES, OPERATIONS
from parity.nets.trace import DispatchMode

torch.manual_seed(0)
ROWS = torch.randn(3, 5, dtype=torch.float64)
OTHER = torch.randn(3, 5, dtype=torch.float64)
IMAGE = torch.randn(2, 4, 6, 8, dtype=torch.float64)
Q = torch.randn(2, 4, 5, 8, dtype=torch.float64)
K, V = torch.randn(2, 2, 2, 5, 8, dtype=torch.float64)
KERNEL = torch.randn(3, 4, 3, 2, dtype=torch.float64)
FOUR = torch.rand(4, dtype=torch.float64) + 0.5
FIVE = torch.rand(5, dtype=torch.float64) + 0.5
TARGETS = torch.tensor([1, 4, 0])
KEPT = torch.rand(5, 5) > 0.3
CHANCES = ROWS.sigmoid()

CALLS: tuple[tuple[str, Callable[[], Tensor]], ...] = (
    ("aten::native_layer_norm", lambda: F.layer_norm(ROWS, (5,), FIVE, FIVE, 1e-3)),
    ("aten::native_layer_norm", lambda: F.layer_norm(IMAGE, (6, 8))),
    ("aten::native_group_norm", lambda: F.group_norm(IMAGE, 2, FOUR, FOUR, 1e-3)),
    ("aten::native_batch_norm", lambda: F.batch_norm(IMAGE, FOUR, FOUR, FOUR, FOUR, eps=1e-3)),
    ("aten::native_batch_norm", lambda: F.batch_norm(IMAGE, None, None, training=True)),
    ("aten::_weight_norm_interface", lambda: torch._weight_norm(ROWS, FIVE[:3, None], 0)),
    ("aten::_softmax", lambda: ROWS.softmax(0)),
    ("aten::_log_softmax", lambda: ROWS.log_softmax(-1)),
    ("aten::logsumexp", lambda: ROWS.logsumexp(1)),
    ("aten::gelu", lambda: F.gelu(ROWS)),
    ("aten::gelu", lambda: F.gelu(ROWS, approximate="tanh")),
    ("aten::silu", lambda: F.silu(ROWS)),
    ("aten::sigmoid", ROWS.sigmoid),
    ("aten::mish", lambda: F.mish(ROWS)),
    ("aten::softplus", lambda: F.softplus(ROWS, beta=2)),
    ("aten::log_sigmoid_forward", lambda: F.logsigmoid(ROWS)),
    ("aten::elu", lambda: F.elu(ROWS, alpha=0.7)),
    ("aten::elu", lambda: F.selu(ROWS)),
    ("aten::leaky_relu", lambda: F.leaky_relu(ROWS, 0.2)),
    ("aten::_prelu_kernel", lambda: F.prelu(IMAGE, FOUR)),
    ("aten::hardtanh", lambda: F.relu6(ROWS * 5)),
    ("aten::hardsigmoid", lambda: F.hardsigmoid(ROWS * 3)),
    ("aten::hardswish", lambda: F.hardswish(ROWS * 3)),
    ("aten::glu", lambda: F.glu(IMAGE, 1)),
    ("aten::nll_loss_forward", lambda: F.nll_loss(ROWS, TARGETS)),
    ("aten::nll_loss_forward", lambda: F.nll_loss(ROWS, TARGETS, FIVE, ignore_index=4, reduction="mean")),
    ("aten::nll_loss_forward", lambda: F.nll_loss(ROWS, TARGETS, reduction="none")),
    ("aten::binary_cross_entropy", lambda: F.binary_cross_entropy(CHANCES, CHANCES.roll(1), OTHER)),
    ("aten::binary_cross_entropy_with_logits", lambda: F.binary_cross_entropy_with_logits(ROWS, CHANCES, OTHER)),
    (
        "aten::binary_cross_entropy_with_logits",
        lambda: F.binary_cross_entropy_with_logits(ROWS, CHANCES, pos_weight=FIVE, reduction="sum"),
    ),
    ("aten::smooth_l1_loss", lambda: F.smooth_l1_loss(ROWS, OTHER, beta=0.3)),
    ("aten::huber_loss", lambda: F.huber_loss(ROWS, OTHER, delta=0.3, reduction="sum")),
    ("aten::mse_loss", lambda: F.mse_loss(ROWS, OTHER, reduction="none")),
    ("aten::addmm", lambda: torch.addmm(FIVE, ROWS, OTHER.T @ OTHER)),
    ("aten::baddbmm", lambda: torch.baddbmm(Q[0, ..., :5], Q[0], Q[0].transpose(1, 2), beta=0.5, alpha=2)),
    ("aten::addcmul", lambda: torch.addcmul(ROWS, OTHER, ROWS, value=3)),
    ("aten::embedding", lambda: F.embedding(TARGETS, torch.cat([ROWS, OTHER]))),
    ("aten::mean", ROWS.mean),
    ("aten::mean", lambda: IMAGE.mean((1, 3), keepdim=True)),
    ("aten::var", lambda: ROWS.var(1, correction=0)),
    ("aten::std", lambda: ROWS.std(0, keepdim=True)),
    ("aten::dot", lambda: torch.dot(FIVE, ROWS[0])),
    ("aten::mul", lambda: ROWS * OTHER),
    ("aten::mul", lambda: torch.polar(CHANCES, ROWS) * torch.polar(CHANCES, OTHER)),
    ("aten::polar", lambda: torch.polar(CHANCES, ROWS)),
    ("aten::view_as_complex", lambda: torch.view_as_complex(IMAGE.unflatten(-1, (-1, 2)))),
    ("aten::pow", lambda: ROWS.pow(3)),
    ("aten::pow", lambda: ROWS.abs().pow(0.3)),
    ("aten::sqrt", CHANCES.sqrt),
    ("aten::rsqrt", CHANCES.rsqrt),
    ("aten::linalg_vector_norm", lambda: torch.linalg.vector_norm(ROWS, dim=-1)),
    ("aten::linalg_vector_norm", lambda: torch.linalg.vector_norm(ROWS, 1, keepdim=True)),
    ("aten::linalg_vector_norm", lambda: torch.linalg.vector_norm(ROWS, 3)),
    ("aten::_cdist_forward", lambda: torch.cdist(ROWS, OTHER, 1)),
    ("aten::_euclidean_dist", lambda: torch.cdist(ROWS, OTHER, compute_mode="use_mm_for_euclid_dist")),
    ("aten::convolution", lambda: F.conv2d(IMAGE, KERNEL, FOUR[:3], (2, 1), (1, 0), (1, 2))),
    ("aten::convolution", lambda: F.conv1d(IMAGE[:, :, 0], KERNEL[:, :, 0], padding=1)),
    ("aten::convolution", lambda: F.conv2d(IMAGE, KERNEL.repeat(4, 1, 1, 1)[:, :1], None, groups=4)),
    ("aten::convolution", lambda: F.conv_transpose2d(IMAGE, KERNEL.transpose(0, 1), FOUR[:3], 2)),
    ("aten::avg_pool2d", lambda: F.avg_pool2d(IMAGE, 2)),
    ("aten::avg_pool2d", lambda: F.avg_pool2d(IMAGE, 3, 2, 1)),
    ("aten::_adaptive_avg_pool2d", lambda: F.adaptive_avg_pool2d(IMAGE, (3, 2))),
    ("aten::_adaptive_avg_pool2d", lambda: F.adaptive_avg_pool2d(IMAGE, (4, 3))),
    ("aten::upsample_nearest2d", lambda: F.interpolate(IMAGE, scale_factor=2.0)),
    ("aten::upsample_nearest2d", lambda: F.interpolate(IMAGE, (7, 5))),
    ("aten::upsample_bilinear2d", lambda: F.interpolate(IMAGE, (9, 5), mode="bilinear")),
    ("aten::upsample_bilinear2d", lambda: F.interpolate(IMAGE, (9, 5), mode="bilinear", align_corners=True)),
    ("aten::pixel_shuffle", lambda: F.pixel_shuffle(IMAGE, 2)),
    ("aten::pixel_unshuffle", lambda: F.pixel_unshuffle(IMAGE, 2)),
    ("aten::_safe_softmax", lambda: F.scaled_dot_product_attention(Q, Q, Q, KEPT)),
)

COMPOSED: tuple[tuple[Callable[..., Tensor], tuple[Tensor, ...], dict[str, object]], ...] = (
    (F.scaled_dot_product_attention, (Q, Q, Q), {}),
    (F.scaled_dot_product_attention, (Q, Q, Q), {"is_causal": True, "scale": 0.3}),
    (F.scaled_dot_product_attention, (Q, K, V), {"enable_gqa": True}),
    (F.scaled_dot_product_attention, (Q, Q, Q, KEPT | torch.eye(5, dtype=torch.bool)), {}),
    (F.scaled_dot_product_attention, (Q, Q, Q, IMAGE[0, 0, :5, :5]), {}),
    (F.cosine_similarity, (ROWS, OTHER), {}),
    (torch.cosine_similarity, (IMAGE, IMAGE.flip(0)), {"dim": 2}),
)


class _Watched(DispatchMode):
    """Runs the form of an operation beside it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.pairs: list[tuple[Tensor, Tensor]] = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        if func._schema.name == self.name:
            *_, (_, last) = OPERATIONS[self.name](*args, **(kwargs or {}))
            self.pairs.append((result[0] if isinstance(result, tuple) else result, last))
        return result


@pytest.mark.parametrize(("name", "call"), CALLS, ids=[f"{name[6:]}-{i}" for i, (name, _) in enumerate(CALLS)])
def test_form_gives_what_its_operation_gives(name: str, call: Callable[[], Tensor]) -> None:
    from torch.nn.attention import SDPBackend, sdpa_kernel

    with sdpa_kernel(SDPBackend.MATH), _Watched(name) as watched:
        call()
    assert watched.pairs
    for expected, made in watched.pairs:
        torch.testing.assert_close(made, expected, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize(("function", "args", "kwargs"), COMPOSED)
def test_form_gives_what_its_function_gives(function, args, kwargs) -> None:
    *_, (_, made) = COMPOSITES[function](*args, **kwargs)
    torch.testing.assert_close(made, function(*args, **kwargs), rtol=1e-9, atol=1e-10)


def test_every_form_is_executed() -> None:
    assert {name for name, _ in CALLS} == set(OPERATIONS)
    assert {function for function, _, _ in COMPOSED} == set(COMPOSITES)
    assert all(inspect.isgeneratorfunction(form) for form in (*OPERATIONS.values(), *COMPOSITES.values()))
