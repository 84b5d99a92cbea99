"""A part of the planted mistakes and of the correct ports; `make defects-own` runs all of them."""

from __future__ import annotations

from collections import Counter

import pytest

from tools.defects import Case, correct_ports, judge, main, mistakes

pytestmark = pytest.mark.slow

MISTAKES = {case.id: case for case in mistakes()}
CORRECT = {case.port.removesuffix(".py"): case for case in correct_ports()}
FAST = [
    "encoder-norm-epsilon-default",
    "encoder-gelu-tanh",
    "encoder-softmax-axis",
    "encoder-init-default-embedding",
    "encoder-adam-for-adamw",
    "encoder-dropout-rate",
    "tagger-forget-and-input",
    "tagger-lstm-batch-first",
    "tagger-norm-epsilon",
    "unet-std-population",
    "unet-transpose-no-bias",
    "unet-groupnorm-eps",
    "vit-patch-pad-mode",
    "vit-init-conv-fans",
    "detector-bn-eps",
    "detector-spread-rows",
]
LEFT_ALONE = ["encoder_ms", "tagger_ms", "unet_ms", "vit_ms", "detector_ms", "encoder_containers", "unet_lists"]


def test_there_are_enough_of_them():
    nets = Counter(case.reference for case in MISTAKES.values())
    assert len(MISTAKES) >= 60
    assert len(nets) >= 6
    assert min(nets.values()) >= 8
    assert len(CORRECT) - len(nets) >= 20


def test_each_mistake_has_a_name_and_a_place():
    for case in MISTAKES.values():
        assert case.lines or "optimizer" in case.options, case.id
        assert case.argument or case.lines, case.id


@pytest.mark.parametrize("name", FAST)
def test_a_mistake_is_seen_and_named(name):
    outcome = judge(MISTAKES[name])
    assert outcome.seen, outcome.output
    assert outcome.named, outcome.output


@pytest.mark.parametrize("name", LEFT_ALONE)
def test_a_correct_port_is_left_alone(name):
    outcome = judge(CORRECT[name])
    assert outcome.seen, outcome.output


def test_a_port_that_is_right_does_not_count_as_a_mistake_seen():
    case = MISTAKES["encoder-gelu-tanh"]
    source = CORRECT["encoder_ms"].source
    outcome = judge(Case(**{name: getattr(case, name) for name in case.__slots__} | {"source": source}))
    assert (outcome.seen, outcome.named) == (False, False)


def test_the_program_prints_the_score(capsys):
    assert main(["--only", "vit-gelu", "--jobs", "1"]) == 0
    printed = capsys.readouterr().out
    assert "SEEN     NAMED    ALONE    vit-gelu" in printed
    assert "mistakes seen 1 of 1, named 1 of 1" in printed
