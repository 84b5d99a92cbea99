"""The axis of attention's softmax."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference


class SoftmaxAxis(TransformerRule):
    """Attention's softmax goes over the queries instead of the keys.

    ## What it does
    Looks along which axis the weights of attention sum to 1.

    ## Why it matters
    Scores are often square: a softmax along the other axis has the same shape, and the weights of one query no longer
    sum to 1.
    """

    code: ClassVar[str] = "softmax-axis"
    kinds: ClassVar[frozenset[str]] = frozenset({"softmax-axis"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def forward(self, q, k, v):
        return torch.nn.functional.scaled_dot_product_attention(q, k, v)
""",
        port="""
class Net(nn.Cell):
    def construct(self, q, k, v):
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 2.0
        return ops.matmul(ops.softmax(scores, -2), v)
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
        """Name what the softmax goes over."""
        theirs, mine = difference.reference.value, difference.port.value
        message = f"attention: the softmax goes over the {mine}, the reference's over the {theirs}"
        return Named(message, "axis", (theirs, mine))
