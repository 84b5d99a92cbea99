"""Another kind of layer."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Rule


class LayerType(Rule):
    """The port has another kind of layer in this place.

    ## What it does
    Names pairs of layers that stand in the same place and are not each other's counterpart in the mappings table, and
    tries the counterpart instead.

    ## Why it matters
    Similar names hide other functions: a Sigmoid for a Hardsigmoid, a ReLU for a ReLU6.

    ## Example
    ```python
    torch.nn.Hardsigmoid()
    mindspore.nn.Sigmoid()
    ```

    ## Use instead
    ```python
    mindspore.nn.HSigmoid()
    ```
    """

    code: ClassVar[str] = "layer-type"
