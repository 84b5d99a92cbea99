"""Which label each token's logits are held against."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference


class LabelShift(TransformerRule):
    """The loss of a language model holds logits against other tokens' labels, or counts labels that are to be ignored.

    ## What it does
    Follows logits and labels into the loss and counts how many tokens a label stands behind its logits; compares
    `ignore_index` and the reduction.

    ## Why it matters
    A model that predicts the next token is held against labels that are shifted by one: by the model or by the data,
    not by both, not by neither. Each variant trains, two of them to nothing.
    """

    code: ClassVar[str] = "label-shift"
    kinds: ClassVar[frozenset[str]] = frozenset({"label-shift", "ignore-index", "loss-reduction"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.table, self.head = torch.nn.Embedding(12, 8), torch.nn.Linear(8, 12)

    def forward(self, ids):
        logits = self.head(self.table(ids))
        return torch.nn.functional.cross_entropy(logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.table, self.head = nn.Embedding(12, 8), nn.Dense(8, 12)

    def construct(self, ids):
        logits = self.head(self.table(ids))
        return ops.cross_entropy(logits[:, 1:].reshape(-1, 12), ids[:, 1:].reshape(-1))
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.table, self.head = nn.Embedding(12, 8), nn.Dense(8, 12)

    def construct(self, ids):
        logits = self.head(self.table(ids))
        return ops.cross_entropy(logits[:, :-1].reshape(-1, 12), ids[:, 1:].reshape(-1))
""",
        inputs=("int64[2,5]<12",),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name the shift, or the labels that are ignored."""
        theirs, mine = difference.reference.value, difference.port.value
        if difference.port.kind == "label-shift":
            message = (
                f"label shift: the port holds each token's logits against the label {_ahead(mine)}, "
                f"the reference against that {_ahead(theirs)}"
            )
            return Named(message, "shift", (theirs, mine))
        if difference.port.kind == "loss-reduction":
            names = [_REDUCTIONS.get(v, str(v)) if isinstance(v, int) else str(v) for v in (theirs, mine)]
            return Named(
                f"loss: the port's reduction is {names[1]}, the reference's {names[0]}",
                "reduction",
                (names[0], names[1]),
            )
        told = [f"ignore_index={value}" if value is not None else "no ignore_index" for value in (theirs, mine)]
        message = f"ignore_index: the port's loss has {told[1]}, the reference's {told[0]}"
        return Named(message, "ignore_index", (theirs, mine))


_REDUCTIONS = {0: "none", 1: "mean", 2: "sum"}


def _ahead(tokens: object) -> str:
    if not isinstance(tokens, int) or not tokens:
        return "of the same token"
    many = f"{abs(tokens)} token{'s' if abs(tokens) > 1 else ''}"
    return f"{many} {'ahead' if tokens > 0 else 'back'}"
