"""The scale of attention."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference

_CLOSE = 1e-6


class AttentionScale(TransformerRule):
    """Attention scores are scaled otherwise: not at all, twice, or by another size.

    ## What it does
    Multiplies all numbers by which scores, queries and keys are multiplied between the projections and the softmax,
    wherever they stand, and compares the products.

    ## Why it matters
    The factor is 1/sqrt(d), d the size of a head: split over q and k, given to the softmax or folded into q. Written
    in two places it acts twice; left out, the softmax saturates.
    """

    code: ClassVar[str] = "attention-scale"
    kinds: ClassVar[frozenset[str]] = frozenset({"attention-scale"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def forward(self, q, k, v):
        return torch.nn.functional.scaled_dot_product_attention(q, k, v)
""",
        port="""
class Net(nn.Cell):
    def construct(self, q, k, v):
        scores = ops.matmul(q, k.swapaxes(-2, -1))
        return ops.matmul(ops.softmax(scores, -1), v)
""",
        instead="""
class Net(nn.Cell):
    def construct(self, q, k, v):
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 2.0
        return ops.matmul(ops.softmax(scores, -1), v)
""",
        inputs=("float32[2,3,5,4]", "float32[2,3,5,4]", "float32[2,3,5,4]"),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name both scales."""
        theirs, mine = difference.reference.value, difference.port.value
        if not isinstance(theirs, float) or not isinstance(mine, (int, float)) or not theirs:
            return None
        size = difference.reference.beside.get("size")
        usual = f"{theirs:.6g}"
        if isinstance(size, int) and abs(theirs * theirs * size - 1) < _CLOSE:
            usual = f"1/sqrt({size}), the size of a head"
        if abs(mine - 1) < _CLOSE:
            message = f"attention: the scores are not scaled: the scale is missing, the reference's is {usual}"
        elif abs(mine - theirs * theirs) < _CLOSE * theirs * theirs:
            twice = f"by {mine:.6g} in all, the square of the reference's scale"
            message = f"attention: the scores are scaled twice, or by d for sqrt(d): {twice}, which is {usual}"
        else:
            message = f"attention: the scores are scaled by {mine:.6g}; the reference's scale is {usual}"
        return Named(message, "scale", (theirs, float(mine)))
