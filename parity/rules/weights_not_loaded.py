"""Weights that a file should have brought and did not."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Rule


class WeightsNotLoaded(Rule):
    """A weight or statistic still has the value that its constructor gave it.

    ## What it does
    Names the weights of the port that its file does not hold, or that are all zeros or ones where the reference's are
        not: typically the running statistics of a BatchNorm. With one file, names what it holds and no net takes.

    ## Why it matters
    `load_param_into_net` passes over names that it does not find. A BatchNorm with mean 0 and variance 1 then
        normalises nothing, and nothing says so.

    ## Example
    ```python
    names = {"bn.weight": "bn.gamma", "bn.bias": "bn.beta"}  # running_mean and running_var are forgotten
    ```

    ## Use instead
    ```python
    names = {
        "bn.weight": "bn.gamma",
        "bn.bias": "bn.beta",
        "bn.running_mean": "bn.moving_mean",
        "bn.running_var": "bn.moving_variance",
    }
    ```
    """

    code: ClassVar[str] = "weights-not-loaded"
