"""Fused attention, rotary positions and expert routing against plain formulas: MindSpore runs them on Ascend only."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch import Tensor, ops
from ms2torch._errors import UnsupportedArgumentError

B, N, S, T, D = 2, 4, 5, 7, 8
RNG = np.random.default_rng(0)
Q = RNG.standard_normal((B, N, S, D)).astype(np.float32)
K, V = (RNG.standard_normal((B, N, T, D)).astype(np.float32) for _ in range(2))
TRIANGLE = Tensor(np.triu(np.ones((2048, 2048), np.uint8), 1))


def reference(q, k, v, hidden=None, scale=1.0, shift=0.0):
    scores = q @ np.swapaxes(k, -1, -2) * scale + shift
    if hidden is not None:
        scores = np.where(hidden, -np.inf, scores)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ v


def to_layout(x, layout):
    bsnd = np.swapaxes(x, 1, 2)
    return {
        "BNSD": x,
        "BSND": bsnd,
        "BSH": bsnd.reshape(*bsnd.shape[:2], -1),
        "SBH": np.swapaxes(bsnd.reshape(*bsnd.shape[:2], -1), 0, 1),
    }[layout]


@pytest.mark.parametrize("layout", ["BNSD", "BSND", "BSH", "SBH"])
def test_layouts(layout):
    inputs = [Tensor(np.ascontiguousarray(to_layout(x, layout))) for x in (Q, K, V)]
    out = ops.flash_attention_score(*inputs, N, scalar_value=0.3, input_layout=layout)
    np.testing.assert_allclose(out.asnumpy(), to_layout(reference(Q, K, V, scale=0.3), layout), rtol=1e-5, atol=1e-6)


AHEAD = np.arange(T) - np.arange(S)[:, None]


@pytest.mark.parametrize(
    ("mode", "band", "hidden"),
    [
        (2, {}, AHEAD > 0),
        (3, {}, AHEAD > T - S),
        (4, {"pre_tokens": 1, "next_tokens": 0}, (AHEAD - (T - S) > 0) | (AHEAD - (T - S) < -1)),
    ],
)
def test_compressed_masks(mode, band, hidden):
    out = ops.flash_attention_score(
        *map(Tensor, (Q, K, V)), N, attn_mask=TRIANGLE, input_layout="BNSD", sparse_mode=mode, **band
    )
    np.testing.assert_allclose(out.asnumpy(), reference(Q, K, V, hidden), rtol=1e-5, atol=1e-6)


def test_full_masks_and_the_band():
    mask = RNG.random((B, 1, S, T)) < 0.3
    given = tuple(map(Tensor, (Q, K, V)))
    full = ops.flash_attention_score(*given, N, attn_mask=Tensor(mask), input_layout="BNSD", sparse_mode=1)
    np.testing.assert_allclose(full.asnumpy(), reference(Q, K, V, mask), rtol=1e-5, atol=1e-6)
    cut = ops.flash_attention_score(*given, N, attn_mask=Tensor(mask), input_layout="BNSD", next_tokens=3)
    np.testing.assert_allclose(cut.asnumpy(), reference(Q, K, V, mask | (AHEAD > 3)), rtol=1e-5, atol=1e-6)
    free = ops.flash_attention_score(*given, N, input_layout="BNSD", next_tokens=0)  # no mask, no band
    np.testing.assert_allclose(free.asnumpy(), reference(Q, K, V), rtol=1e-5, atol=1e-6)


def test_fewer_key_heads_and_half_precision():
    out = ops.flash_attention_score(
        Tensor(Q, ms.float16), Tensor(K[:, :2], ms.float16), Tensor(V[:, :2], ms.float16), N, input_layout="BNSD"
    )
    assert out.dtype == ms.float16
    expected = reference(Q, K[:, [0, 0, 1, 1]], V[:, [0, 0, 1, 1]])
    np.testing.assert_allclose(out.asnumpy(), expected, rtol=1e-2, atol=2e-2)


def test_sequences_one_after_the_other():
    q, k, v = (Tensor(np.ascontiguousarray(np.swapaxes(x[0], 0, 1))) for x in (Q, K, V))
    out = ops.flash_attention_score(
        q, k, v, N, actual_seq_qlen=(2, 5), actual_seq_kvlen=(3, 7), input_layout="TND"
    ).asnumpy()
    first = reference(Q[:1, :, :2], K[:1, :, :3], V[:1, :, :3])
    second = reference(Q[:1, :, 2:], K[:1, :, 3:], V[:1, :, 3:])
    expected = np.concatenate([np.swapaxes(first[0], 0, 1), np.swapaxes(second[0], 0, 1)])
    np.testing.assert_allclose(out, expected, rtol=1e-5, atol=1e-6)


def test_the_shift_comes_before_or_after_the_scale():
    shift = RNG.standard_normal((1, N, S, T)).astype(np.float32)
    given = tuple(map(Tensor, (Q, K, V)))
    after = ops.speed_fusion_attention(*given, N, "BNSD", pse=Tensor(shift), scale=0.3, pse_type=0)[0]
    np.testing.assert_allclose(after.asnumpy(), reference(Q, K, V, None, 0.3, shift), rtol=1e-5, atol=1e-6)
    before = ops.speed_fusion_attention(*given, N, "BNSD", pse=Tensor(shift), scale=0.3)
    np.testing.assert_allclose(before[0].asnumpy(), reference(Q, K, V, None, 0.3, shift * 0.3), rtol=1e-5, atol=1e-6)
    assert len(before) == 7


def test_inference_with_lengths():
    counts = np.array([3, 7])
    beyond = np.arange(T) >= counts[:, None, None, None]
    given = tuple(map(Tensor, (Q, K, V)))
    expected = reference(Q, K, V, beyond)
    prompt = ops.prompt_flash_attention(*given, actual_seq_lengths_kv=[3, 7], num_heads=N, input_layout="BNSD")
    np.testing.assert_allclose(prompt.asnumpy(), expected, rtol=1e-5, atol=1e-6)
    one = ops.incre_flash_attention(
        Tensor(Q[:, :, :1]), [given[1]], [given[2]], actual_seq_lengths=(3, 7), num_heads=N, input_layout="BNSD"
    )
    np.testing.assert_allclose(one.asnumpy(), expected[:, :, :1], rtol=1e-5, atol=1e-6)
    out, lse = ops.fused_infer_attention_score(
        given[0], [given[1]], [given[2]], num_heads=N, input_layout="BNSD_BSND", softmax_lse_flag=True
    )
    np.testing.assert_allclose(out.asnumpy(), np.swapaxes(reference(Q, K, V), 1, 2), rtol=1e-5, atol=1e-6)
    scores = torch.from_numpy(Q @ np.swapaxes(K, -1, -2))
    np.testing.assert_allclose(lse.asnumpy(), scores.logsumexp(-1, True).numpy(), rtol=1e-5)


def test_what_is_not_there_is_refused():
    given = tuple(map(Tensor, (Q, K, V)))
    with pytest.raises(UnsupportedArgumentError, match="keep_prob"):
        ops.flash_attention_score(*given, N, keep_prob=0.5, input_layout="BNSD")
    with pytest.raises(UnsupportedArgumentError, match="block_table"):
        ops.incre_flash_attention(*given, num_heads=N, input_layout="BNSD", block_table=Tensor([1]))
    with pytest.raises(UnsupportedArgumentError, match="sparse_mode"):
        ops.flash_attention_score(*given, N, input_layout="BNSD", sparse_mode=6)
    with pytest.raises(ValueError, match="input_layout"):
        ops.flash_attention_score(*given, N, input_layout="NHSD")
    with pytest.raises(ValueError, match="heads"):
        ops.flash_attention_score(*given, 3, input_layout="BNSD")


@pytest.mark.parametrize("mode", [0, 1])
def test_rotary_positions_turn_pairs(mode):
    angles = RNG.uniform(0, 6, (1, 1, S, D // 2))
    pairs = np.concatenate([angles, angles], -1) if mode == 0 else np.repeat(angles, 2, -1)
    out = ops.rotary_position_embedding(
        Tensor(Q), Tensor(np.cos(pairs).astype(np.float32)), Tensor(np.sin(pairs).astype(np.float32)), mode
    ).asnumpy()
    real, imaginary = (Q[..., : D // 2], Q[..., D // 2 :]) if mode == 0 else (Q[..., ::2], Q[..., 1::2])
    turned = (real + 1j * imaginary) * np.exp(1j * angles)
    found = out[..., : D // 2] + 1j * out[..., D // 2 :] if mode == 0 else out[..., ::2] + 1j * out[..., 1::2]
    np.testing.assert_allclose(found, turned, rtol=1e-4, atol=1e-5)


def test_experts_there_and_back():
    tokens = Tensor([[1.0], [7.0], [2.0], [1.0], [2.0], [3.0]])
    out, where = ops.moe_token_permute(tokens, Tensor([5, 0, 3, 1, 2, 4], ms.int32))
    # the documented example
    assert out.asnumpy().ravel().tolist() == [7.0, 1.0, 2.0, 2.0, 3.0, 1.0]
    assert where.asnumpy().tolist() == [5, 0, 3, 1, 2, 4]
    assert ops.moe_token_unpermute(out, where).asnumpy().tolist() == tokens.asnumpy().tolist()
    experts = Tensor(RNG.integers(0, 3, (6, 2)), ms.int64)
    out, where = ops.moe_token_permute(tokens, experts)
    probs = Tensor(np.full((6, 2), 0.5, np.float32))
    assert ops.moe_token_unpermute(out, where, probs).asnumpy().tolist() == tokens.asnumpy().tolist()
