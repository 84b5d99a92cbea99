"""Norms before or after the layers of a block, and what the residual carries."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference


class NormPlacement(TransformerRule):
    """A norm or a residual stands in another place: pre-norm for post-norm, a residual of the normed value, or none.

    ## What it does
    Looks for each norm whether it is given a residual sum and whether its result goes into layers or is carried on,
    and counts the residual additions.

    ## Why it matters
    `x + f(norm(x))` (pre-norm), `norm(x + f(x))` (post-norm) and `norm(x) + f(norm(x))` have the same layers and
    weights, and are three architectures.
    """

    code: ClassVar[str] = "norm-placement"
    kinds: ClassVar[frozenset[str]] = frozenset({"norm-placement", "residual", "residuals", "weights-read"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.layer = torch.nn.LayerNorm(8), torch.nn.Linear(8, 8)

    def forward(self, x):
        return x + self.layer(self.norm(x))
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm, self.layer = nn.LayerNorm((8,), epsilon=1e-5), nn.Dense(8, 8)

    def construct(self, x):
        return self.norm(x + self.layer(x))
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.norm, self.layer = nn.LayerNorm((8,), epsilon=1e-5), nn.Dense(8, 8)

    def construct(self, x):
        return x + self.layer(self.norm(x))
""",
        inputs=("float32[2,5,8]",),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name the kinds of both sides."""
        theirs, mine = difference.reference.value, difference.port.value
        kind = difference.port.kind
        if kind == "weights-read":
            return _never_applied(difference)
        if kind == "residuals" and isinstance(theirs, int) and isinstance(mine, int):
            told = f"{mine} residual additions, the reference {theirs}"
            return Named(f"residual: the port has {told}", "residual", (theirs, mine))
        if kind == "residual":
            return Named(f"residual: the port adds to {mine}, the reference to {theirs}", "residual", (theirs, mine))
        one, other = _KINDS.get(_key(theirs)), _KINDS.get(_key(mine))
        if one is None or other is None or one == other:
            return None
        message = f"norm {difference.port.part}: the port is {other}, the reference {one}"
        return Named(message, "norm", (one, other))


_KINDS = {
    "sublayer": "pre-norm: the norm stands before the layer, in its branch",
    "skip": "post-norm: the norm stands after the addition, and its result is carried on",
    "carried": "post-norm: the norm stands after the addition, and its result is carried on",
    "branch": "a norm of the branch, after its layers and before the addition",
}


def _never_applied(difference: Difference) -> Named | None:
    """Name the norms of the reference whose weights the port never reads."""
    theirs, mine = difference.reference.value, difference.port.value
    norms = difference.reference.beside.get("norms")
    if not isinstance(theirs, frozenset) or not isinstance(mine, frozenset) or not isinstance(norms, frozenset):
        return None
    missing = sorted((theirs - mine) & norms)
    if not missing or mine - theirs:
        return None
    return Named(f"norm {missing[0]}: the port never applies it, the reference does", "norm", (missing[0], None))


def _key(value: object) -> str:
    return str(value[1]) if isinstance(value, tuple) else ""
