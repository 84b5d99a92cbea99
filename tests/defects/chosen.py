"""The planted mistakes and correct ports that the tests judge."""

from __future__ import annotations

from tools.defects import correct_ports, mistakes

MISTAKES = {case.id: case for case in mistakes()}
CORRECT = {case.port.removesuffix(".py"): case for case in correct_ports()}
CASES = {**MISTAKES, **CORRECT}
WRONG = (
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
)
RIGHT = ("encoder_ms", "tagger_ms", "unet_ms", "vit_ms", "detector_ms", "encoder_containers", "unet_lists")
CHOSEN = (*WRONG, *RIGHT)
