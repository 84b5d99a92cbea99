"""What the nets return."""

from __future__ import annotations

from typing import ClassVar

from parity.rules._base import Example, Rule


class Outputs(Rule):
    """The outputs differ in number, shape, dtype or value.

    ## What it does
    Compares what the two nets return, one tensor with the other, and reports what no other rule has explained.

    ## Why it matters
    The outputs are what the nets are for. Their structure must agree before their values can.
    """

    code: ClassVar[str] = "outputs"
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)

    def forward(self, x):
        return (self.second(self.first(x)), x)
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        return self.second(self.first(x))
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        return (self.second(self.first(x)), x)
""",
    )
