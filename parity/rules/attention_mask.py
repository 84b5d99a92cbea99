"""The mask of attention."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference
from parity.transformer.values import as_tensor, diagonal

if TYPE_CHECKING:
    import torch


class AttentionMask(TransformerRule):
    """Attention hides other keys: the mask's polarity, its kind (boolean or added), its sign, or no mask.

    ## What it does
    Measures which keys are hidden from each query, and what is added to the scores of the others.

    ## Why it matters
    In torch's scaled_dot_product_attention a True lets a key in; in MultiheadAttention, and in MindSpore's flash
    attention, it hides one. A boolean mask added as 0 and 1 hides nothing. Shapes agree in all of these.
    """

    code: ClassVar[str] = "attention-mask"
    kinds: ClassVar[frozenset[str]] = frozenset({"attention-mask"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def forward(self, q, k, v, keep):
        return torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None])
""",
        port="""
class Net(nn.Cell):
    def construct(self, q, k, v, keep):
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 2.0
        scores = scores.masked_fill(keep.reshape(2, 1, 1, 5), -1e9)
        return ops.matmul(ops.softmax(scores, -1), v)
""",
        instead="""
class Net(nn.Cell):
    def construct(self, q, k, v, keep):
        scores = ops.matmul(q, k.swapaxes(-2, -1)) / 2.0
        scores = scores.masked_fill(ops.logical_not(keep.reshape(2, 1, 1, 5)), -1e9)
        return ops.matmul(ops.softmax(scores, -1), v)
""",
        inputs=("float32[2,3,5,4]", "float32[2,3,5,4]", "float32[2,3,5,4]", "bool[2,5]"),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name what the port hides."""
        theirs, mine = as_tensor(difference.reference.value), as_tensor(difference.port.value)
        if theirs is None or mine is None or _diagonals(theirs, mine):
            return None
        added = difference.port.beside.get("added", ())
        if difference.port.beside.get("high"):
            message = "the sign is the opposite: what should be hidden is raised"
        elif bool(theirs.any()) and mine.equal(~theirs):
            message = "its polarity is the opposite: the port hides what the reference lets in"
        elif not bool(mine.any()) and added == (0.0, 1.0):
            message = "a boolean mask is added to the scores as 0 and 1 and hides nothing"
        elif not bool(mine.any()):
            message = "the port hides no key, the reference does"
        elif not bool(theirs.any()):
            message = "the port hides keys, the reference does not"
        elif mine.shape[-1] == mine.shape[-2] and mine.equal(theirs.transpose(-2, -1)):
            message = "queries and keys are changed round"
        else:
            share = float((mine != theirs).double().mean())
            message = f"the port hides other keys from the queries than the reference ({share:.0%} of the pairs)"
        return Named(f"attention mask: {message}", "mask")


def _diagonals(theirs: torch.Tensor, mine: torch.Tensor) -> bool:
    """Tell whether both masks are causal: another rule speaks of them."""
    return diagonal(theirs) is not None and diagonal(mine) is not None
