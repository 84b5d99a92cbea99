"""One layer of the port where the reference has several."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from parity.report.model import Finding, Stage
from parity.rules._base import Example, Rule
from parity.rules.gradient import Gradient
from parity.rules.layer_order import LayerOrder
from parity.rules.layer_output import LayerOutput
from parity.rules.outputs import Outputs

if TYPE_CHECKING:
    from parity.nets.base import Layer
    from parity.rules.measured import Measured
    from parity.weights.mapping import Mapped

_CONSEQUENCES = frozenset({Gradient.code, LayerOrder.code, LayerOutput.code, Outputs.code})
_SHOWN = 4


class TiedWeights(Rule):
    """Weights are tied in the port that are separate in the reference.

    ## What it does
    Reports one tensor of the port that is the counterpart of several weights of the reference: a layer that stands in a
    list more than once, is called in several places, or was given another's weight.

    ## Why it matters
    `[nn.Dense(8, 8)] * 3` is one layer three times. The net has a third of the weights, a checkpoint does not fit, and
    in training each place changes the others.
    """

    code: ClassVar[str] = "tied-weights"
    stage: ClassVar[Stage] = "weights"
    needs: ClassVar[frozenset[str]] = frozenset()
    example: ClassVar[Example] = Example(
        reference="""
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([torch.nn.Linear(8, 8) for _ in range(3)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
        port="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([nn.Dense(8, 8)] * 3)

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
        instead="""
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.CellList([nn.Dense(8, 8) for _ in range(3)])

    def construct(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
""",
    )

    @classmethod
    def find(cls, measured: Measured) -> list[Finding]:
        """Report each layer of the port whose weights several layers of the reference have."""
        from parity.nets.base import owner_of  # with torch, which the words of the rules do without

        layers = measured.port.layers
        groups: dict[str, list[Mapped]] = {}
        for pair in measured.weights.tied_apart:
            if _differ(*pair):
                group = groups.setdefault(_holder(layers, owner_of(pair[0].port.name, layers).path), [])
                group += [entry for entry in pair if not any(entry is known for known in group)]
        return [cls._found(measured, path, group) for path, group in groups.items()]

    @classmethod
    def supersedes(cls, finding: Finding, other: Finding) -> bool:
        """Take the place of what is reported of values: with one weight for several, no layer has the reference's."""
        path = finding.port_layer or ""
        inside = other.port_layer in {"", path} or (other.port_layer or "").startswith(f"{path}.")
        return other.rule in _CONSEQUENCES and inside

    @classmethod
    def _found(cls, measured: Measured, path: str, group: list[Mapped]) -> Finding:
        from parity.code.fixes import one_each
        from parity.nets.base import owner_of

        layers, reference = measured.port.layers, measured.reference.layers
        layer, owner = layers[path], owner_of(group[0].port.name, layers).path
        names = list(dict.fromkeys(entry.port.name for entry in group))
        first: dict[int, str] = {}
        for entry in group:
            first.setdefault(id(entry.port.tensor), owner_of(entry.port.name, layers).path.removeprefix(path))
        theirs = [
            owner_of(entry.reference.name, reference).path.removesuffix(first[id(entry.port.tensor)]) for entry in group
        ]
        places = {name.rpartition(".")[0] for name in names}
        if len({id(layers[place].module) for place in places if place in layers}) > 1 and path == owner:
            message = f"{_listed(names)} are one weight: the reference has one for each"
        else:
            message = f"{layer.type} {path} is one layer: the reference has one for each of {_listed(theirs)}"
        tensors = len({id(entry.port.tensor) for entry in group})
        weights = len({id(entry.reference.tensor) for entry in group})
        return cls.finding(
            reference.get(theirs[0]),
            layer,
            "error",
            message,
            argument="tied",
            values=(False, True),
            evidence=f"{weights} weights of the reference are {tensors} of the port",
            fix=one_each(layer.construction),
        )


def _differ(one: Mapped, other: Mapped) -> bool:
    """Tell whether it matters that two weights are one: constants of equal values may be shared."""
    trained = one.reference.trainable or other.reference.trainable
    return trained or not one.reference.tensor.equal(other.reference.tensor)


def _holder(layers: dict[str, Layer], path: str) -> str:
    """Return the outermost layer around a layer that is written once for many, ``[Block(8)] * 3``; else the layer."""
    from parity.code.fixes import one_each

    around = [path.rsplit(".", count)[0] for count in range(path.count(".") + 1)]
    return next(
        (holder for holder in reversed(around) if holder in layers and one_each(layers[holder].construction)), path
    )


def _listed(names: list[str]) -> str:
    shown = list(dict.fromkeys(names))
    if len(shown) > _SHOWN:
        return f"{', '.join(shown[:_SHOWN])} and {len(shown) - _SHOWN} more"
    return f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else shown[0]
