"""Attention as one function, and the private names that packages build their layers from."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from ms2torch import Tensor
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.ops.function import nn_func


def both(rng, *shape):
    value = rng.standard_normal(shape).astype(np.float32)
    return torch.from_numpy(value), Tensor(value)


@pytest.mark.parametrize("batched", [True, False])
@pytest.mark.parametrize("average", [True, False])
def test_attention_is_torchs(rng, batched, average):
    x, mx = both(rng, 4, 2, 8) if batched else both(rng, 4, 8)
    (w, mw), (b, mb), (o, mo), (c, mc) = both(rng, 24, 8), both(rng, 24), both(rng, 8, 8), both(rng, 8)
    mask, mmask = both(rng, 4, 4)
    wanted = F.multi_head_attention_forward(
        x, x, x, 8, 2, w, b, None, None, False, 0.0, o, c, attn_mask=mask, average_attn_weights=average
    )
    found = nn_func.multi_head_attention_forward(
        mx, mx, mx, 8, 2, mw, mb, None, None, False, 0.0, mo, mc, attn_mask=mmask, average_attn_weights=average
    )
    for one, other in zip(wanted, found, strict=True):
        np.testing.assert_allclose(other.asnumpy(), one.numpy(), rtol=1e-5, atol=1e-6)


def test_a_causal_flag_is_refused(rng):
    _, x = both(rng, 4, 2, 8)
    with pytest.raises(UnsupportedArgumentError, match="is_causal"):
        nn_func.multi_head_attention_forward(x, x, x, 8, 2, x, None, None, None, False, 0.0, x, None, is_causal=True)


def test_projections(rng):
    (x, mx), (w, mw), (b, mb) = both(rng, 4, 2, 8), both(rng, 24, 8), both(rng, 24)
    packed = nn_func._in_projection_packed(mx, mx, mx, mw, mb, True, True)
    for one, weight, bias in zip(packed, w.chunk(3), b.chunk(3), strict=True):
        np.testing.assert_allclose(one.asnumpy(), F.linear(x, weight, bias).numpy(), rtol=1e-5, atol=1e-6)
    apart = nn_func._in_projection(mx, mx, mx, mw[:8], mw[8:16], mw[16:])
    assert [entry.shape for entry in apart] == [(4, 2, 8)] * 3


@pytest.mark.parametrize(
    ("name", "arguments", "answer"),
    [
        ("_check_qkv_shape", (3, 3, 3), True),
        ("_check_qkv_shape", (2, 2, 2), False),
        ("_check_qkv_shape", (3, 2, 3), "For batched `query`, the `key` and `value` must be 3D tensor"),
        ("_check_qkv_shape", (2, 2, 3), "For unbatched `query`"),
        ("_check_qkv_shape", (4, 4, 4), "unbatched 2D or batched 3D"),
        ("_check_kpm_shape", (3, 2), None),
        ("_check_kpm_shape", (2, 2), "must be `None` or 1D"),
        ("_check_attn_mask_shape", (3, (4, 2, 8), (5, 2, 8), 2, (5, 4), 2), None),
        ("_check_attn_mask_shape", (2, (4, 8), (5, 8), 3, (1, 4, 5), 2), r"must to be \(2, 4, 5\)"),
        ("_check_attn_mask_shape", (3, (4, 2, 8), (5, 2, 8), 1, (4,), 2), "2-D or 3-D"),
    ],
)
def test_checks_answer_as_mindspores(name, arguments, answer):
    check = getattr(nn_func, name)
    if isinstance(answer, str):
        with pytest.raises(ValueError, match=answer):
            check(*arguments)
    else:
        assert check(*arguments) is answer


def test_small_parts():
    x = Tensor(np.ones((1, 2, 8, 6), np.float32))
    assert nn_func._inner_pad(x > 0, (0, 1)).shape == (1, 2, 8, 7)
    assert nn_func._inner_dropout(x, 0.5, False) is x
    assert nn_func._inner_dropout(x, -0.1, True) is x
    assert nn_func._interploate_ext_make_tuple(x, 2.5) == (2.5, 2.5)
    assert nn_func._interploate_ext_make_tuple(x, [2, 3]) == [2, 3]
    assert nn_func._interpolate_ext_scale_factor_convert_size(x, [1.5, 0.5]) == (12, 3)


def test_names_that_packages_take_from_elsewhere():
    from ms2torch import mint, nn, ops

    assert ops.Tensor is Tensor
    assert mint.nn.Cell is nn.Cell
