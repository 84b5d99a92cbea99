"""A port that does not run to its end."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example, Rule


class Raises(Rule):
    """The port raises where the reference does not.

    ## What it does
    Reports the layer in which the port's run ended, and whether that layer is at fault or the input it was given.

    ## Why it matters
    A wrong stride or padding changes a shape and is noticed several layers later. Fed the reference's input, the
    innocent layers run.
    """

    code: ClassVar[str] = "raises"
    found_by: ClassVar[str] = "parity.causes.bodies.body_findings"
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)

    def forward(self, x):
        return self.second(self.first(x).reshape(-1, 8))
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        return self.second(self.first(x).reshape(5, 8))
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        return self.second(self.first(x).reshape(-1, 8))
""",
    )
