"""Which transform is the first that makes another value."""

from __future__ import annotations

import numpy as np
import pytest

from parity.curves.transforms import Step, alike, first_difference

IMAGE = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
TENSOR = IMAGE.transpose(2, 0, 1).astype(np.float32) / 255
NORMAL = (TENSOR - 0.5) / np.float32(0.2)
REFERENCE = [Step("", IMAGE), Step("ToTensor", TENSOR), Step("Normalize", NORMAL)]


def port(last: np.ndarray, *steps: Step) -> list[Step]:
    return [Step("", IMAGE), *steps, Step("HWC2CHW", last)]


SHIFTED = (NORMAL + 1).astype(np.float32)
FLIPPED = NORMAL[:, ::-1]
OWN = "equal up to transform 0 here; different after {}, in the reference Normalize"


@pytest.mark.parametrize(
    ("way", "says"),
    [
        (port(SHIFTED, Step("Normalize", SHIFTED.transpose(1, 2, 0))), OWN.format("Normalize")),
        (
            port(FLIPPED, Step("VerticalFlip", IMAGE[::-1]), Step("Normalize", FLIPPED.transpose(1, 2, 0))),
            OWN.format("VerticalFlip"),
        ),
        (REFERENCE[:2], "Normalize is applied in the reference (transform 2), here nothing more"),
        (
            [*REFERENCE, Step("Cutout", NORMAL * 0)],
            "Cutout is applied here (transform 3), in the reference nothing more",
        ),
        (
            [Step("", IMAGE[:, ::-1]), Step("ToTensor", TENSOR[..., ::-1])],
            "the samples differ before the first transform",
        ),
    ],
)
def test_the_first_transform_that_differs(way: list[Step], says: str) -> None:
    assert first_difference((NORMAL, way[-1].value), [REFERENCE], [way]) == says


def test_a_sample_whose_way_is_not_known_says_nothing() -> None:
    assert first_difference((NORMAL, NORMAL + 1), [REFERENCE], [REFERENCE]) == ""


def test_layout_and_scale_are_no_difference() -> None:
    assert alike(IMAGE, TENSOR)
    assert not alike(IMAGE, TENSOR + 1e-3)
