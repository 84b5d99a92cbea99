"""An operation computes in another type than the reference's."""

from __future__ import annotations

from typing import ClassVar

from parity.report.model import Finding, Severity
from parity.rules._base import Example, Rule


class ComputeType(Rule):
    """An operation computes in another type than in the reference: float32 on one side, bfloat16 on the other.

    ## What it does
    Runs both nets in the low precision that was asked for (`--dtype bfloat16`, or `--precision` for float16 and
    bfloat16), pairs their operations by what they compute in float64, and compares the types they compute in. What
    follows from it is measured: the outputs against the reference's own noise, choices (top-k, argmax), gradients.

    ## Why it matters
    A router's softmax, the mean of squares in a norm, a loss: in bfloat16 they are the same mathematics and train to
    something else. On a CPU the values may even be equal.
    """

    code: ClassVar[str] = "compute-type"
    found_by: ClassVar[str] = "parity.pipeline.precision.types_compared"
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = torch.nn.Linear(8, 8), torch.nn.Linear(8, 8)

    def forward(self, x):
        return self.second(self.first(x)), x.float().square().mean(-1)
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        return self.second(self.first(x)), ops.square(x).mean(-1).astype(ms.float32)
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Dense(8, 8), nn.Dense(8, 8)

    def construct(self, x):
        return self.second(self.first(x)), ops.square(x.astype(ms.float32)).mean(-1)
""",
        options={"dtype": "bfloat16"},
    )

    @classmethod
    def of(
        cls, names: tuple[str, str], types: tuple[str, str], severity: Severity, told: tuple[str, str],
        places: tuple[str | None, str | None],
    ) -> Finding:  # fmt: skip
        """Report one operation.

        Args:
            names (tuple[str, str]): of the operation, in the reference and in the port.
            types (tuple[str, str]): that it computes in.
            severity (Severity): how much it counts.
            told (tuple[str, str]): what was measured, and the line to write.
            places (tuple[str | None, str | None]): in the reference and in the port.
        """
        message = f"{names[1]} in {types[0]} in the reference, in {types[1]} here"
        return cls.finding(
            None, None, severity, message, stage="forward", argument="dtype", values=types, evidence=told[0],
            fix=told[1], places=places,
        )  # fmt: skip
