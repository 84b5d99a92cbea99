"""Optimizers that step otherwise."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Rule


class Optimizer(Rule):
    """The optimizers make other updates of equal gradients.

    ## What it does
    Trains both nets a few steps and compares what changed. Where the gradients agree and the updates do not, it tries
    the arguments in which the optimizers differ, and names what the mappings table knows about the pair.

    ## Why it matters
    Optimizers of one name are not one formula: MindSpore's RMSProp starts its mean square at 1, Adam adds eps before
        the
    bias correction, AdamWeightDecay has none at all.

    ## Example
    ```python
    torch.optim.RMSprop(params, 0.01)
    mindspore.nn.RMSProp(params, 0.01, decay=0.99, epsilon=1e-8)
    ```

    ## Use instead
    ```python
    mindspore.experimental.optim.RMSprop(params, 0.01)
    ```
    """

    code: ClassVar[str] = "optimizer"
