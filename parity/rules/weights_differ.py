"""Weights that both sides brought and that are not equal."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Rule


class WeightsDiffer(Rule):
    """A weight of the port's file is not the reference's.

    ## What it does
    Where both sides have files of their own, compares each pair of weights exactly, after the change of layout, and
        names those that differ: transposed, in another's place, or of other values.

    ## Why it matters
    A conversion that transposes a square matrix or swaps query and key runs without an error and predicts badly.

    ## Example
    ```python
    values["fc.weight"] = state["fc.weight"].T  # a Dense holds (out, in), as torch's Linear does
    ```

    ## Use instead
    ```
    ms2torch weights net.pth net.ckpt --net net_torch.py:Net --port net_mindspore.py:Net
    ```
    """

    code: ClassVar[str] = "weights-differ"
