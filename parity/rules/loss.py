"""Loss functions that are not one function."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Rule


class Loss(Rule):
    """The two loss functions make something else of the same outputs.

    ## What it does
    Where the outputs agree and the losses or their gradients do not, it evaluates both loss functions on the
    reference's outputs, compares the arguments of the losses they call, and follows their operations to the first
    that differs.

    ## Why it matters
    Another reduction or weight only scales the loss and looks like another learning rate; label smoothing, a shifted
    target or an ignored class train another network.

    ## Example
    ```python
    torch.nn.functional.smooth_l1_loss(boxes, wanted)
    mindspore.ops.smooth_l1_loss(boxes, wanted)  # reduction is "none" by default
    ```

    ## Use instead
    ```python
    mindspore.ops.smooth_l1_loss(boxes, wanted, reduction="mean")
    ```
    """

    code: ClassVar[str] = "loss"
