"""Nets of very many layers: what a layer costs does not grow with their number, and seeded weights keep numbers."""

from __future__ import annotations

import gc
import time

import pytest
from torch import nn as tnn

from ms2torch import mint, nn
from parity import compare

DEEP, SHALLOW = 1200, 300


def seconds(layers: int) -> float:
    """Return what comparing a plain chain takes of processor time, without what other tests left to look through."""
    gc.collect()
    gc.freeze()
    begun = time.process_time()
    report = compare(
        lambda: tnn.Sequential(*(tnn.Linear(4, 4) for _ in range(layers))),
        lambda: nn.SequentialCell(*(mint.nn.Linear(4, 4) for _ in range(layers))),
        "float32[2,4]",
    )
    taken = time.process_time() - begun
    gc.unfreeze()
    assert report.verdict == "same"
    return taken


def test_a_plain_chain_of_600_layers_keeps_its_numbers():
    assert seconds(600)


@pytest.mark.slow
def test_the_cost_of_a_layer_does_not_grow_with_their_number():
    seconds(2)
    shallow, deep = seconds(SHALLOW), seconds(DEEP)
    assert deep / DEEP < 1.6 * shallow / SHALLOW
