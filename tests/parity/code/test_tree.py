"""Structures of tensors taken apart and put together."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence

from parity.code.tree import fill, flatten, skeleton


class Pair(NamedTuple):
    first: int
    second: torch.Tensor


def tensor_of(leaf: object) -> torch.Tensor | None:
    return leaf if isinstance(leaf, torch.Tensor) else None


def test_a_packed_sequence_is_put_together_of_its_tensors() -> None:
    packed = pack_padded_sequence(torch.randn(2, 5, 4), torch.tensor([3, 5]), batch_first=True, enforce_sorted=False)
    value = {"packed": packed, "pair": Pair(1, torch.ones(2))}
    tensors = [tensor for _, tensor in flatten(value, tensor_of)]
    made = fill(skeleton(value, tensor_of), [tensor * 2 for tensor in tensors])
    assert isinstance(made["packed"], PackedSequence)
    assert torch.equal(made["packed"].data, packed.data * 2)
    assert isinstance(made["pair"], Pair)
    assert made["pair"].first == 1
