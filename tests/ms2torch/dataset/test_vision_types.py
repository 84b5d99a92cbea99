"""Image operations take the element types and shapes that real MindSpore's take, and refuse the others."""

from __future__ import annotations

import json

import pytest

from ms2torch.dataset import vision
from tools.record.vision_types import GOLDEN, OPERATIONS, taken

ANSWERS = json.loads(GOLDEN.read_text(encoding="utf-8"))

# What it takes there and is refused here, with the reason.
READ_AS_BYTES = {"int8", "uint16", "int16", "int32"}  # its kernel reads the bytes of the numbers: what comes is noise
OF_BOOLS = {"bool"}  # read as uint8 and given as uint8: an image of true and false is taken for one of 0 and 1
KNOWN: dict[str, set[str]] = {
    "AdjustGamma": READ_AS_BYTES | OF_BOOLS,
    "AdjustHue": {"float32"},  # noise too
    "AutoContrast": OF_BOOLS,
    "Equalize": OF_BOOLS,
    "Posterize": {"int8"} | OF_BOOLS,
    "RandomAutoContrast": OF_BOOLS,
    "RandomPosterize": {"int8"} | OF_BOOLS,
    # a grey of four channels that leaves the last away
    "ConvertColor": {"uint8", "uint16", "float32", "bool"},
}


def test_every_operation_is_recorded() -> None:
    assert list(ANSWERS) == list(OPERATIONS)


@pytest.mark.parametrize("name", ANSWERS)
def test_takes_what_mindspore_takes(name: str) -> None:
    known = KNOWN.get(name, set())
    missing: set[str] = set()
    for shape, kinds in taken(vision, name).items():
        assert not set(kinds) - set(ANSWERS[name][shape]), f"{name} takes {shape} here alone"
        missing |= set(ANSWERS[name][shape]) - set(kinds)
    assert missing == known
