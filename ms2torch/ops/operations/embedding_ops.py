"""Table look-ups as Primitives."""

from __future__ import annotations

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.array.lookup import lookup
from ms2torch.ops.primitive import Primitive


class EmbeddingLookup(Primitive):
    """Look up rows of a table that holds only rows from `offset` on; those it does not hold are zeros.

    Source: mindspore.ops.EmbeddingLookup, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_params: Tensor, input_indices: Tensor, offset: int) -> Tensor:
        """Look up ``input_indices - offset`` in `input_params`, of one or two dimensions.

        Raises:
            TypeError: if the indices hold no ints or `offset` is none.
            ValueError: if the table has more than two dimensions.
        """
        if isinstance(offset, bool) or not isinstance(offset, int):
            msg = f"ops.EmbeddingLookup: offset must be an int, got {offset!r}"
            raise TypeError(msg)
        return wrap(lookup("ops.EmbeddingLookup", unwrap(input_params), unwrap(input_indices), offset))
