"""Primitives with torch's arguments for which MindSpore's CPU build has no kernel: held against torch."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F

from ms2torch import Tensor
from ms2torch._core.base import wrap
from ms2torch.ops import auto_generate as made

ROWS = torch.tensor([[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]])
X = wrap(ROWS)


def same(found: Tensor, wanted: torch.Tensor) -> None:
    torch.testing.assert_close(found._t, wanted)


def test_reductions_and_orders() -> None:
    same(made.SumExt()(X, (1,), True), ROWS.sum(1, True))
    same(made.CumsumExt()(X, 1), ROWS.cumsum(1))
    values, places = made.TopkExt()(X, 2, 1, False)
    same(values, ROWS.topk(2, 1, False).values)
    same(places, ROWS.topk(2, 1, False).indices)
    values, places = made.SortExt()(X, 0, True)
    same(values, ROWS.sort(0, True).values)
    same(places, ROWS.sort(0, True).indices)


def test_pairs() -> None:
    same(made.FmodScalar()(X, 2), ROWS.fmod(2))
    same(made.Outer()(wrap(ROWS[0]), wrap(ROWS[1])), ROWS[0].outer(ROWS[1]))
    same(made.StackExt(1)((X, X)), torch.stack((ROWS, ROWS), 1))


def test_places() -> None:
    index = torch.tensor([[2, 0, 2]])
    same(made.IndexSelect()(X, 1, wrap(torch.tensor([2]))), ROWS[:, [2]])
    same(made.Scatter()(X, 1, wrap(index[:, :1]), wrap(ROWS), 0), ROWS.scatter(1, index[:, :1], ROWS))
    same(made.Scatter()(X, 1, wrap(index), wrap(ROWS), "add"), ROWS.scatter_add(1, index, ROWS))
    with pytest.raises(ValueError, match="'none' or 'add'"):
        made.Scatter()(X, 1, wrap(index), wrap(ROWS), 7)
    on, off = wrap(torch.tensor(5)), wrap(torch.tensor(-1))
    found = made.OneHotExt(-1)(wrap(torch.tensor([2, 0])), 3, on, off)
    same(found, torch.tensor([[-1, -1, 5], [5, -1, -1]]))


def test_swiglu_and_its_gradient() -> None:
    t = torch.randn(3, 8, dtype=torch.float64, generator=torch.Generator().manual_seed(1), requires_grad=True)
    out = F.silu(t[:, :4]) * t[:, 4:]
    (wanted,) = torch.autograd.grad(out.square().sum() / 2, t)
    same(made.Swiglu()(wrap(t.detach())), out.detach())
    same(made.SwigluGrad()(wrap(out.detach()), wrap(t.detach())), wanted)


def test_limits_slices_counts_and_repeats() -> None:
    same(made.ClampScalar()(X, 2.0, 5.0), ROWS.clamp(2, 5))
    same(made.ClampTensor()(X, X, None), ROWS)
    same(made.SliceExt()(X, -1, 0, 3, 2), ROWS[:, ::2])
    same(made.TrilExt()(X, -1), ROWS.tril(-1))
    same(made.Arange()(1, 7, 2), torch.arange(1, 7, 2))
    same(made.RepeatInterleaveInt()(X, 2, 1, None), ROWS.repeat_interleave(2, 1))
    same(made.RepeatInterleaveTensor()(X, wrap(torch.tensor([2, 1])), 0), ROWS[[0, 0, 1]])
    target = Tensor([[0.0] * 3] * 2)
    made.InplaceCopy()(target, X)
    same(target, ROWS)


def test_attention_as_a_primitive() -> None:
    q, k, v = torch.randn(3, 2, 5, 8, generator=torch.Generator().manual_seed(1)).unbind(0)
    heads = [t.unflatten(-1, (2, 4)).transpose(1, 2) for t in (q, k, v)]
    wanted = F.scaled_dot_product_attention(*heads, is_causal=True).transpose(1, 2).flatten(2)
    above = wrap(torch.ones(5, 5, dtype=torch.uint8).triu(1))
    *_, found = made.FlashAttentionScore(2, scale_value=0.5)(wrap(q), wrap(k), wrap(v), None, None, None, above)
    same(found, wanted)


def test_what_has_a_kernel_on_ascend_only_says_so() -> None:
    for name in (made.QuantV2, made.GroupedMatmulV4, made.MoeInitRoutingV2, made.ReshapeAndCache, made.AdamW):
        with pytest.raises(NotImplementedError, match="on Ascend only"):
            name()(X)
    attention = made.PagedAttention(2, 0.5, 2)
    for one in (attention, made.PagedAttentionMask(2, 0.5, 2), made.ApplyRotaryPosEmb(cos_format=1)):
        with pytest.raises(NotImplementedError, match="on Ascend only"):
            one(X, X, X)
    assert (attention.head_num, attention.scale_value, attention.kv_head_num) == (2, 0.5, 2)
