"""Padding of convolutions and pools."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import ArgumentRule, Example, Group


class PadMode(ArgumentRule):
    """Padding differs: mode or amount.

    ## What it does
    Compares how much a convolution or pool pads, and on which sides, with what the reference pads.

    ## Why it matters
    MindSpore's convolutions pad to keep the size (`pad_mode='same'`) unless told otherwise, torch's do not pad at
    all. With a stride above 1, 'same' may give torch's shape with other values: the odd row of padding goes to the
    bottom and right. A `padding` number only counts with `pad_mode='pad'`.
    """

    code: ClassVar[str] = "pad-mode"
    arguments: ClassVar[frozenset[str]] = frozenset({"pad_mode", "padding"})
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3, padding=1))",
        port='nn.SequentialCell(nn.Conv2d(3, 4, 3, pad_mode="valid", has_bias=True))',
        instead='nn.SequentialCell(nn.Conv2d(3, 4, 3, pad_mode="pad", padding=1, has_bias=True))',
        inputs=("float32[4,3,8,8]",),
        remark='pad_mode="valid" for torch\'s padding=0',
    )

    @classmethod
    def message(cls, group: Group) -> str:
        """Say whether it is another behaviour or another spelling."""
        if group.equivalent:
            return "padding is written differently and does the same"
        if group.first.advice:
            return group.first.advice
        values = {entry.argument: entry for entry in group.differences}
        mode = values.get("pad_mode")
        if mode is not None and mode.port_value == "same":
            return "pad_mode='same', MindSpore's default for convolutions, pads to keep the size"
        return "the layer pads differently from the reference"

    @classmethod
    def values(cls, group: Group) -> tuple[object, object]:
        """Write torch's amount as torch's argument, beside which a mode of MindSpore can stand."""
        first = group.first
        if first.argument != "pad_mode":
            return first.reference_value, first.port_value
        if first.reference_argument == "padding":
            return _written(first.reference_value), first.port_value
        return first.reference_value, _written(first.port_value)

    @classmethod
    def named(cls, group: Group) -> str:
        """Name the amount where the mode is 'pad', which can express any amount, and the mode elsewhere."""
        first = group.first
        amount = first.argument == "pad_mode" and first.port_value == "pad" and not group.equivalent
        return "padding" if amount else first.argument


def _written(padding: object) -> object:
    """Return torch's padding as it stands in code; a mode by name is clear as it is."""
    return padding if isinstance(padding, str) else f"padding={padding!r}"
