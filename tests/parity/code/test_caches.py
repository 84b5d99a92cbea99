"""Caches of keys and values by what they hold, and nets that return them."""

from __future__ import annotations

import torch
from torch import nn as tnn

from ms2torch import mint, nn
from parity import compare
from parity.code.caches import cached, opened, snapshot


class Layer:
    def __init__(self, keys=None, values=None):
        self.keys, self.values = keys, values


class FixedLayer(Layer):
    max_cache_len = 8

    def get_seq_length(self):
        return 3


class DynamicCache:
    def __init__(self, layers):
        self.layers = layers


class OldCache:
    def __init__(self, keys, values):
        self.key_cache, self.value_cache = keys, values


class BothCaches:
    def __init__(self, own, cross):
        self.self_attention_cache, self.cross_attention_cache = own, cross


class StateCache:
    def __init__(self, conv, ssm):
        self.conv_states, self.ssm_states = conv, ssm


def pair(number=0, length=3):
    return torch.full((1, 2, length, 4), float(number)), torch.full((1, 2, length, 4), number + 0.5)


def shapes(layers):
    return [tuple(tuple(tensor.shape) for tensor in layer) for layer in layers]


def test_each_kind_of_cache_is_a_pair_for_every_layer():
    one = shapes([pair()])
    assert shapes(cached(DynamicCache([Layer(*pair()), Layer()]))) == one
    assert shapes(cached(DynamicCache([FixedLayer(*pair(length=8))]))) == one
    assert shapes(cached(OldCache(*([tensor] for tensor in pair())))) == one
    both = BothCaches(DynamicCache([Layer(*pair())]), DynamicCache([]))
    assert shapes(cached(both)) == one
    assert shapes(cached(BothCaches(both.self_attention_cache, both.self_attention_cache))) == [one[0] + one[0]]
    states = StateCache(torch.zeros(2, 1, 4), {0: torch.zeros(1, 5), 1: torch.zeros(1, 5)})
    assert shapes(cached(states)) == [((1, 4), (1, 5))] * 2
    assert cached(Layer(*pair())) is None
    assert cached([1]) is None


def test_what_holds_no_cache_is_given_back_itself():
    plain = {"logits": torch.zeros(2), "rest": (1, [None])}
    assert opened(plain) is plain
    made = opened({"logits": 1, "past": (DynamicCache([Layer(*pair())]), 2)})
    assert shapes(made["past"][0]) == shapes([pair()])
    assert made["past"][1] == 2


class Reference(tnn.Module):
    def __init__(self):
        super().__init__()
        self.k, self.v = tnn.Linear(4, 4), tnn.Linear(4, 4)

    def forward(self, x):
        return {"out": x, "past": DynamicCache([Layer(self.k(x), self.v(x))])}


class Port(nn.Cell):
    def __init__(self, cut):
        super().__init__()
        self.k, self.v, self.cut = mint.nn.Linear(4, 4), mint.nn.Linear(4, 4), cut

    def construct(self, x):
        return {"out": x, "past": ((self.k(x), self.v(x) * self.cut),)}


def test_a_cache_and_the_tuples_of_a_port():
    assert compare(Reference, lambda: Port(1.0), "float32[1,2,3,4]").verdict == "same"
    wrong = compare(Reference, lambda: Port(0.5), "float32[1,2,3,4]")
    assert wrong.verdict == "different"
    assert [entry.name for entry in wrong.outputs if entry.status != "same"] == ["output['past'][0][1]"]


class Output(dict):
    """As transformers' ModelOutput: a dict whose items are attributes."""

    def __getattr__(self, name):
        return self[name]


class Model(tnn.Module):
    def __init__(self):
        super().__init__()
        self.layer = tnn.Linear(4, 4)

    def forward(self, x):
        return Output(logits=self.layer(x))


class Loop(tnn.Module):
    def __init__(self):
        super().__init__()
        self.model = Model()

    def forward(self, x):
        return self.model(self.model(x).logits + x).logits


class ModelCell(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layer = mint.nn.Linear(4, 4)

    def construct(self, x):
        return Output(logits=self.layer(x))


class LoopCell(nn.Cell):
    def __init__(self, factor):
        super().__init__()
        self.model, self.factor = ModelCell(), factor

    def construct(self, x):
        return self.model(self.model(x).logits + x * self.factor).logits


def test_the_loop_around_a_model_whose_outputs_are_attributes_is_looked_into():
    assert compare(Loop, lambda: LoopCell(1.0), "float32[2,4]").verdict == "same"
    (finding,) = compare(Loop, lambda: LoopCell(0.5), "float32[2,4]").findings
    assert "self.factor" in finding.message


class LegacyCache:
    """Lists of keys and of values, one of each for every layer."""

    def __init__(self) -> None:
        self.key_cache: list[torch.Tensor] = []
        self.value_cache: list[torch.Tensor] = []


def test_what_a_call_appends_to_a_cache_is_not_seen_in_its_snapshot() -> None:
    cache = LegacyCache()
    cache.key_cache.append(torch.zeros(1, 2, 3, 4))
    cache.value_cache.append(torch.zeros(1, 2, 3, 4))
    before = snapshot(cache)
    cache.key_cache[0] = torch.cat((cache.key_cache[0], torch.ones(1, 2, 1, 4)), 2)
    cache.value_cache.append(torch.ones(1))
    assert before.key_cache[0].shape[2] == 3
    assert len(before.value_cache) == 1
    assert before.value_cache[0] is cache.value_cache[0], "tensors are shared"


def test_layers_of_a_cache_are_snapshots_too() -> None:
    cache = DynamicCache([Layer(torch.zeros(1, 2, 3, 4), torch.zeros(1, 2, 3, 4))])
    before = snapshot(cache)
    cache.layers[0].keys = torch.zeros(1, 2, 4, 4)
    assert before.layers[0].keys.shape[2] == 3


def test_a_cache_of_fixed_length_is_copied_as_it_is_written_in_place() -> None:
    layer = FixedLayer(torch.zeros(1, 2, 8, 4), torch.zeros(1, 2, 8, 4))
    before = snapshot(DynamicCache([layer]))
    layer.keys[:] = 1
    assert not before.layers[0].keys.any()


class Asking(DynamicCache):
    """A cache whose length is asked of its layers, and raises where there are none."""

    @property
    def max_cache_len(self):
        return max(layer.max_cache_len for layer in self.layers)


def test_a_snapshot_asks_nothing_of_a_cache_that_is_empty():
    assert snapshot(Asking([])).layers == []


def test_lists_of_a_cache_of_fixed_length_are_copied_too():
    cache = LegacyCache()
    cache.max_cache_len = 8
    cache.key_cache.append(torch.zeros(1, 2, 8, 4))
    before = snapshot(cache)
    cache.key_cache[0][:] = 1
    assert not before.key_cache[0].any()
