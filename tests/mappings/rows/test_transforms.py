"""What a transform makes of a value of torch, a line each, refusals included."""

from __future__ import annotations

import pytest

from mappings.rows.transforms import TRANSFORMS, Context, TransformError, UnknownValue, apply


def name_of(function: str) -> str:
    """The name in the table of a transform."""
    return next(name for name, one in TRANSFORMS.items() if one.__name__ == function)


@pytest.mark.parametrize(
    ("transform", "value", "argument", "made"),
    [
        ("_item", (5, 6, 7), "0", 5),
        ("_item", (5, 6, 7), "2", 7),
        ("_item", (5, 6, 7), "-1", 7),
        ("_item", (5, 6, 7), "-3", 5),
        ("_item", (5, 6, 7), "3", TransformError),
        ("_item", (5, 6, 7), "-4", TransformError),
        ("_half_below", 1, "", 0),
        ("_half_below", 3, "", 1),
        ("_half_below", 5, "", 2),
        ("_half_below", 4, "", TransformError),
        ("_half_below", 2, "", TransformError),
        ("_scale", 3, "2", 6.0),
        ("_scale", 3, "-1", -3.0),
        ("_divide_by", 6, "size", 1.5),
        ("_divide_by", 6, "unknown", UnknownValue),
        ("_or", None, "size", 4),
        ("_or", 0, "size", 0),
        ("_or", None, "unknown", UnknownValue),
    ],
)
def test_transforms(transform: str, value: object, argument: str, made: object) -> None:
    context = Context({"size": 4}, 2, argument)
    if isinstance(made, type):
        with pytest.raises(made):
            apply(name_of(transform), value, context)
        return
    assert apply(name_of(transform), value, context) == made
