"""Corrupted statements are noticed: a seeded sample of every kind."""

import importlib
from collections import Counter

import pytest
import torch

from mappings.audit.mutate import judge, mutants
from mappings.running.sides import MindSporeSide, TorchSide


@pytest.fixture(scope="module")
def sides():
    def module(name):
        return importlib.import_module(name.replace("mindspore", "ms2torch", 1))

    return TorchSide(torch), MindSporeSide(importlib.import_module("ms2torch"), "ms2torch", module)


def test_a_sample_of_each_kind_dies(sides):
    verdicts = [judge(mutant, *sides) for mutant in mutants(seed=7, per_kind=4)]
    kinds = Counter(verdict.mutant.kind for verdict in verdicts)
    alive = [
        f"{v.mutant.kind}: {v.mutant.family}.toml:row {v.mutant.number}: {v.mutant.what}"
        for v in verdicts
        if v.survived
    ]
    assert len(kinds) > 25
    assert len(alive) <= 0.08 * len(verdicts), alive


def test_a_mutant_that_says_the_same_is_none():
    assert all(mutant.table for mutant in mutants(seed=1, per_kind=2, kinds=["argument dropped"]))


def test_what_is_noticed_is_said(sides):
    (mutant,) = mutants(seed=3, per_kind=1, kinds=["mindspore name"])
    assert judge(mutant, *sides).noticed_by.startswith(("load: ", "lint: ", "verify: "))
