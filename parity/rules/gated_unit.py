"""SwiGLU and its kind: which part is activated."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example
from parity.rules._transformer import Named, TransformerRule
from parity.transformer.fact import Difference
from parity.transformer.values import Source


class GatedUnit(TransformerRule):
    """A gated unit (SwiGLU, GeGLU) activates the other half, or the other projection.

    ## What it does
    Follows which columns of which projection go into the activation of a product of two, and which are the other
    factor.

    ## Why it matters
    `silu(gate) * up` and `gate * silu(up)` differ only in what is called gate. In a packed projection that is the
    order of two halves, which checkpoints do not tell.
    """

    code: ClassVar[str] = "gated-unit"
    kinds: ClassVar[frozenset[str]] = frozenset({"gated-unit"})
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = torch.nn.Linear(8, 12), torch.nn.Linear(6, 8)

    def forward(self, x):
        gate, up = self.up(x).chunk(2, -1)
        return self.down(torch.nn.functional.silu(gate) * up)
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Dense(8, 12), nn.Dense(6, 8)

    def construct(self, x):
        up, gate = ops.chunk(self.up(x), 2, -1)
        return self.down(ops.silu(gate) * up)
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Dense(8, 12), nn.Dense(6, 8)

    def construct(self, x):
        gate, up = ops.chunk(self.up(x), 2, -1)
        return self.down(ops.silu(gate) * up)
""",
        inputs=("float32[2,5,8]",),
    )

    @classmethod
    def told(cls, difference: Difference) -> Named | None:
        """Name what is activated."""
        theirs, mine = difference.reference.value, difference.port.value
        if not isinstance(theirs, tuple) or not isinstance(mine, tuple) or not theirs or not mine:
            return None
        activation = difference.reference.beside.get("activation", "")
        name = _NAMES.get(str(activation), "gated unit")
        message = f"the port activates {_words(mine[0])}, the reference {_words(theirs[0])}"
        if set(map(str, theirs)) == set(map(str, mine)) and theirs != mine:
            message = f"the factors are changed round: {message}"
        return Named(f"{name}: {message}", "gate", (_words(theirs[0]), _words(mine[0])))


_NAMES = {"silu": "SwiGLU", "gelu": "GeGLU", "sigmoid": "GLU", "relu": "ReGLU"}


def _words(source: object) -> str:
    if not isinstance(source, Source):
        return str(source)
    return f"the {source.part} of {source.weight}" if source.part else source.weight
