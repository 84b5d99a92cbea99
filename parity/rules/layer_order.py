"""Two layers that stand in each other's place."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from parity.report.model import Finding
from parity.rules._base import Example, Rule
from parity.rules.layer_type import LayerType
from parity.table.relations import same_kind

Places = tuple[str | None, str | None]

if TYPE_CHECKING:
    from parity.nets.base import Layer
    from parity.rules.measured import Measured


class LayerOrder(Rule):
    """Two layers of the port stand in each other's place.

    ## What it does
    Looks at pairs of layers that differ on equal input, and reports two of them where each layer of the port is the
    counterpart of the other's partner. Inside a construct whose own code differs it reports two layers that are called
    one after the other, and by the reference the other way round.

    ## Why it matters
    Two activations, or an activation and a normalisation, that changed places are two wrong layers to a comparison,
    and one mistake to whoever made it.
    """

    code: ClassVar[str] = "layer-order"
    example: ClassVar[Example] = Example(
        reference="torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Tanh(), torch.nn.Linear(8, 8), torch.nn.ReLU())",
        port="nn.SequentialCell(nn.Dense(8, 8), nn.ReLU(), nn.Dense(8, 8), nn.Tanh())",
        instead="nn.SequentialCell(nn.Dense(8, 8), nn.Tanh(), nn.Dense(8, 8), nn.ReLU())",
    )

    @classmethod
    def find(cls, measured: Measured) -> list[Finding]:
        """Report each two layers that changed places."""
        wrong = [] if measured.run is None or measured.run.outputs_same else measured.run.layers("introduced")
        return [
            cls._found((left, right), (other, its))
            for (left, right, _), (other, its, _) in combinations(wrong, 2)
            if not same_kind(left.api, other.api) and same_kind(left.api, its.api) and same_kind(other.api, right.api)
        ]

    @classmethod
    def supersedes(cls, finding: Finding, other: Finding) -> bool:
        """Tell whether a finding says of one of the two layers that it is of another kind."""
        if other.rule != LayerType.code or not isinstance(finding.reference_value, str):
            return False
        kinds = zip(finding.reference_value.split(", "), str(finding.port_value).split(", "), strict=True)
        return (other.reference_value, other.port_value) in set(kinds)

    @classmethod
    def called(cls, first: tuple[Layer, Layer], second: tuple[Layer, Layer], places: Places, evidence: str) -> Finding:
        """Report two layers that a construct calls in the other order.

        Args:
            first (tuple[Layer, Layer]): the one that the reference calls first, of reference and port.
            second (tuple[Layer, Layer]): the other.
            places (tuple[str | None, str | None]): where they are called.
            evidence (str): what was measured.
        """
        names = [f"{layer.type} {layer.path}" for layer in (second[1], first[1])]
        message = f"{names[0]} is called before {names[1]}: the reference calls {first[0].type} before {second[0].type}"
        order = (f"{first[0].type}, {second[0].type}", f"{second[1].type}, {first[1].type}")
        return cls.finding(
            second[0], second[1], "error", message, argument="order", values=order, evidence=evidence, places=places
        )

    @classmethod
    def _found(cls, first: tuple[Layer, Layer], second: tuple[Layer, Layer]) -> Finding:
        message = (
            f"{first[1].type} {first[1].path} and {second[1].type} {second[1].path} stand in each other's place: "
            f"the reference has {first[0].type} before {second[0].type}"
        )
        order = (f"{first[0].type}, {second[0].type}", f"{first[1].type}, {second[1].type}")
        return cls.finding(first[0], first[1], "error", message, argument="order", values=order)
