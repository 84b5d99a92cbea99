"""Which weight of one training is which of the other's, by the nets that both call."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import torch

from mappings.rows.layouts import SAME, Layout
from parity.code.constructions import Constructions
from parity.code.errors import CannotCompare
from parity.curves.events import Named
from parity.nets.adapters import adapt
from parity.nets.built import Built
from parity.nets.inputs import Input
from parity.nets.trace import Run, record
from parity.pair.layers import pair
from parity.weights.mapping import map_weights


@dataclass(frozen=True, slots=True)
class Entry:
    """A weight and its counterpart, by the names of the two trainings.

    Args:
        reference (str): the reference's.
        port (str): the port's.
        layout (Layout): what makes the port's values of the reference's. Default: they are the same.
    """

    reference: str
    port: str
    layout: Layout = SAME

    def both(self, reference: Named, port: Named) -> tuple[torch.Tensor, torch.Tensor] | None:
        """Return both values in the port's layout, or None where a side has none."""
        if self.reference not in reference or self.port not in port:
            return None
        return self.layout.apply(reference[self.reference]), self.layout.part(port[self.port])


@dataclass(slots=True)
class Counterparts:
    """The weights of both trainings, paired.

    Attributes:
        entries: the pairs.
        left_reference, left_port: names without a counterpart.
        untied: names of weights that one tensor holds in the reference and two in the port.
        tied: names of weights that one tensor holds in the port and two in the reference.
    """

    entries: list[Entry] = field(default_factory=list)
    left_reference: list[str] = field(default_factory=list)
    left_port: list[str] = field(default_factory=list)
    untied: list[str] = field(default_factory=list)
    tied: list[str] = field(default_factory=list)

    def carried(self, reference: Named, like: Named) -> Named:
        """Return the reference's values for the port's weights, by the port's names.

        Args:
            reference (Named): the reference's values.
            like (Named): the port's own, of which parts without a counterpart are kept.
        """
        found: Named = {}
        for entry in self.entries:
            if entry.reference in reference and entry.port in like:
                base = found.get(entry.port, like[entry.port])
                found[entry.port] = entry.layout.put(base.clone(), reference[entry.reference].to(base))
        return found

    def by_port(self) -> dict[str, list[Entry]]:
        """Return the pairs by the port's name."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            found.setdefault(entry.port, []).append(entry)
        return found


def counterparts(
    reference: tuple[torch.nn.Module, dict[int, str]],
    port: tuple[torch.nn.Module, dict[int, str]],
    inputs: tuple[list[torch.Tensor], list[torch.Tensor]],
) -> Counterparts:
    """Pair the weights of two nets.

    Args:
        reference (tuple[torch.nn.Module, dict[int, str]]): the net and the names of its weights by identity.
        port (tuple[torch.nn.Module, dict[int, str]]): likewise.
        inputs (tuple[list[torch.Tensor], list[torch.Tensor]]): what each was first called with.

    Raises:
        CannotCompare: if layers could be paired in several ways.
    """
    quick = _by_name(reference, port)
    return quick if quick is not None else _by_running(reference, port, inputs)


def _all(net: torch.nn.Module) -> dict[str, torch.Tensor]:
    named = {**dict(torch.nn.Module.named_parameters(net)), **dict(torch.nn.Module.named_buffers(net))}
    return dict(named.items())


def _by_name(
    reference: tuple[torch.nn.Module, dict[int, str]], port: tuple[torch.nn.Module, dict[int, str]]
) -> Counterparts | None:
    """Pair nets whose weights have the same names and shapes, as the same net in two scripts has."""
    ours, theirs = _all(reference[0]), _all(port[0])
    kinds = [[type(module).__name__ for module in net.modules()] for net in (reference[0], port[0])]
    if {n: t.shape for n, t in ours.items()} != {n: t.shape for n, t in theirs.items()} or kinds[0] != kinds[1]:
        return None
    pairs = [(reference[1].get(id(ours[n])), port[1].get(id(theirs[n]))) for n in ours]
    return Counterparts([Entry(a, b) for a, b in pairs if a is not None and b is not None])


def _by_running(
    reference: tuple[torch.nn.Module, dict[int, str]],
    port: tuple[torch.nn.Module, dict[int, str]],
    inputs: tuple[list[torch.Tensor], list[torch.Tensor]],
) -> Counterparts:
    subjects = [
        adapt(Built(net, Constructions(), None, role), role)
        for net, role in ((reference[0], "reference"), (port[0], "port"))
    ]
    traces = []
    for subject, tensors in zip(subjects, inputs, strict=True):
        given = tuple(Input("", tensor, "observed") for tensor in tensors)
        with subject.statistics_kept():
            traces.append(record(subject, Run(given, list(tensors), [], 0)))
    pairing = pair((subjects[0], traces[0]), (subjects[1], traces[1]), {})
    found = map_weights(subjects[0], subjects[1], pairing, {})
    result = Counterparts(
        left_reference=_names(reference[1], (w.tensor for w in found.left_reference)),
        left_port=_names(port[1], (w.tensor for w in found.left_port)),
        untied=[one.port.name for pairs in found.untied for one in pairs],
        tied=[one.port.name for pairs in found.tied_apart for one in pairs],
    )
    for one in found.mapped:
        a, b = reference[1].get(id(one.reference.tensor)), port[1].get(id(one.port.tensor))
        if a is not None and b is not None:
            result.entries.append(Entry(a, b, one.layout))
    if not result.entries:
        raise CannotCompare("no weight of the port's net has a counterpart in the reference's: compare the nets first")
    return result


def _names(known: dict[int, str], tensors: Iterable[torch.Tensor]) -> list[str]:
    return [known[id(tensor)] for tensor in tensors if id(tensor) in known]
