"""Laws of initial weights."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import ArgumentRule, Difference


class InitLaw(ArgumentRule):
    """The initial values of a weight follow another law.

    ## What it does
    Compares the initializers by their arguments, and the values that both constructors drew by a two-sample test.

    ## Why it matters
    The same architecture trains otherwise from other weights: MindSpore draws embeddings from N(0, 0.01^2), torch
        from N(0, 1).

    ## Example
    ```python
    torch.nn.Embedding(1000, 64)
    mindspore.nn.Embedding(1000, 64)
    ```

    ## Use instead
    ```python
    mindspore.nn.Embedding(1000, 64, embedding_table=Normal(1.0))
    ```
    """

    code: ClassVar[str] = "init-law"

    @classmethod
    def applies(cls, layer: str, difference: Difference) -> bool:
        """Take whatever shows in the initial values."""
        del layer
        return difference.shows == "init"
