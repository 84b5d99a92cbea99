"""The guide that lets a port's training follow the reference's: at every stage it goes on with the reference's values.

So what a stage does is seen on equal inputs, at every step, whatever the stages before it do: an update that comes out
otherwise is the optimizer's doing, since weights, gradients and learning rate were the reference's.
"""

from __future__ import annotations

import math

import torch

from parity.curves.by_hand import with_rates
from parity.curves.events import BackwardPass, ForwardPass, LossCall, Named, Trace, Update
from parity.curves.optimizers import LEARNING_RATE
from parity.curves.watch import Watch
from parity.curves.weights import Counterparts, counterparts


class Follow:
    """Answers with the values of a recorded training.

    Args:
        reference (Trace): the recorded training.
        names (dict[int, str]): what its weights are called, by identity.
        free (bool): only the weights at the start are the reference's. Default: ``False``.
        weights (bool): keep the weights of each update of a free run too. Default: ``True``.
        counts (list[int], optional): how many backward passes the port makes for each update; where they are not as
            many as the reference's, its gradients are its own. Default: ``None``, as many.
        size (float): times this, the reference's gradients are given: where they are small, nothing clips them.
            Default: ``1.0``.
        by_hand (bool): whether the port steps its weights by its own code, so that what it has clipped is the last that
            is seen of the gradients. Default: ``False``.
    """

    def __init__(
        self,
        reference: Trace,
        names: dict[int, str],
        *,
        free: bool = False,
        weights: bool = True,
        counts: list[int] | None = None,
        size: float = 1.0,
        by_hand: bool = False,
    ) -> None:
        self.reference = reference
        self.names = names
        self.free = free
        self.weights = weights
        self.counts = counts
        self.size = size
        self.by_hand = by_hand
        self.pairs = Counterparts()
        self.watch: Watch | None = None
        self.nets = frozenset(reference.nets)
        """Numbers of the nets that the training has."""
        self._met: set[int] = set()
        self._seen: dict[tuple[str, int, int], int] = {}

    def _next(self, kind: str, update: int, net: int = 0) -> int:
        key = (kind, update, net)
        self._seen[key] = self._seen.get(key, -1) + 1
        return self._seen[key]

    def _pass(self, update: int, net: int, order: int) -> ForwardPass | None:
        found = [one for one in self.reference.passes if one.update == update and one.net == net]
        return found[order] if order < len(found) else None

    # ---- what Guide asks for ------------------------------------------------------------------------------------

    def batch(self, number: int, values: list[torch.Tensor]) -> list[torch.Tensor | None]:
        """Return the reference's batch of this number."""
        if self.free or number >= len(self.reference.batches):
            return [None] * len(values)
        fitting = _fitting(self.reference.batches[number].values, values)
        # what is whole numbers on one side is scaled there later
        return [a if a is not None and a.is_floating_point() == b.is_floating_point() else None
                for a, b in zip(fitting, values, strict=True)]  # fmt: skip

    def entering(self, watch: Watch, found: ForwardPass, module: torch.nn.Module) -> list[torch.Tensor | None]:
        """Return the reference's inputs; at a net's first call, give it the reference's weights."""
        self.watch = watch
        if found.net not in self._met:
            self._met.add(found.net)
            self._load(watch, found, module)
        order = sum(one.update == found.update and one.net == found.net for one in watch.trace.passes)
        theirs = self._pass(found.update, found.net, order)
        if theirs is None or self.free:
            return [None] * len(found.inputs)
        return _fitting(theirs.inputs, found.inputs)

    def returning(self, found: ForwardPass) -> list[torch.Tensor | None]:
        """Return the reference's outputs, and give the net the reference's statistics."""
        if self.free:
            return [None] * len(found.outputs)
        theirs = self._pass(found.update, found.net, self._next("pass", found.update, found.net))
        if theirs is None:
            return [None] * len(found.outputs)
        if theirs.statistics:
            self._write(theirs.statistics, set(theirs.statistics))
        return _fitting(theirs.outputs, found.outputs)

    def loss(self, found: LossCall) -> Named:
        """Return the reference's targets, where both call the same function."""
        if self.free:
            return {}
        calls = [one for one in self.reference.losses if one.update == found.update]
        order = self._next("loss", found.update)
        if order >= len(calls) or calls[order].function != found.function:
            return {}
        theirs = calls[order].tensors
        return {
            name: theirs[name].to(value)
            for name, value in found.tensors.items()
            if name not in {"input", "weight"} and name in theirs and theirs[name].shape == value.shape
        }

    def differentiated(self, found: BackwardPass) -> Named:
        """Return the reference's gradients, times the factor between what was differentiated."""
        theirs = self.reference.of_update(found.update)
        order = self._next("backward", found.update)
        if self.free or order >= len(theirs) or self.watch is None:
            return {}
        if self.counts is not None and self.counts[found.update : found.update + 1] not in ([len(theirs)], []):
            return {}
        factor = self.size * ratio(theirs[order].value, found.value)
        wanted = {n: t.grad if t.grad is not None else t for n, t in self.watch.tensors.items() if t.requires_grad}
        given = self.pairs.carried(theirs[order].gradients, {n: torch.zeros_like(t) for n, t in wanted.items()})
        return {name: value * factor for name, value in given.items()}

    def clipped(self, given: Named) -> Named:
        """Return the gradients that the reference's optimizer is given, where the port's code steps its weights."""
        theirs = self._update() if self.by_hand and self.size == 1 else None
        return self.pairs.carried(theirs.gradients, given) if theirs is not None else {}

    def stepping(self, found: Update) -> tuple[Named, dict[str, float]]:
        """Return the reference's gradients and learning rates."""
        theirs = self._update()
        if theirs is None or theirs.optimizer != found.optimizer:
            return {}, {}
        rates: dict[str, float] = {}
        for entry in self.pairs.entries:
            rate = theirs.settings.get(entry.reference, {}).get(LEARNING_RATE)  # not known of an update by hand
            if rate is not None and entry.port in found.settings:
                rates[entry.port] = float(rate)
        return self.pairs.carried(theirs.gradients, found.gradients), rates

    def stepped(self, found: Update) -> Named:
        """Return the reference's weights after the same update."""
        theirs = self._update(1)
        if theirs is None or theirs.optimizer != found.optimizer:
            return {}
        assert self.watch is not None
        if not any(found.settings.values()):
            found.settings = with_rates(found, theirs, self.pairs)
        return self.pairs.carried(theirs.after, {n: t.detach() for n, t in self.watch.tensors.items()})

    # ---- how ----------------------------------------------------------------------------------------------------

    def _update(self, back: int = 0) -> Update | None:
        if self.free or self.watch is None:
            return None
        number = self.watch.now - back
        return self.reference.updates[number] if number < len(self.reference.updates) else None

    def _load(self, watch: Watch, found: ForwardPass, module: torch.nn.Module) -> None:
        """Pair a net's weights with the reference's net of the same number, and copy these."""
        if found.net not in self.reference.nets:
            return
        first = next((one for one in self.reference.passes if one.net == found.net), None)
        if first is None:
            return
        with watch.paused():
            pairs = counterparts(
                (self.reference.nets[found.net], self.names), (module, watch.names), (first.inputs, found.inputs)
            )
        self.pairs.entries += pairs.entries
        self.pairs.left_reference += pairs.left_reference
        self.pairs.left_port += pairs.left_port
        self.pairs.untied += pairs.untied
        self.pairs.tied += pairs.tied
        copies = watch.copies()
        self._write(self.reference.initial, {entry.reference for entry in pairs.entries})
        for name, tensors in copies.items():
            for tensor in tensors:
                tensor.data.copy_(watch.tensors[name].detach())

    def _write(self, values: Named, names: set[str]) -> None:
        assert self.watch is not None
        wanted = {name: value for name, value in values.items() if name in names}
        tensors = {name: tensor.detach() for name, tensor in self.watch.tensors.items()}
        with torch.no_grad():
            for name, value in self.pairs.carried(wanted, tensors).items():
                if tensors[name].shape == value.shape:
                    # not in place of `tensor`: what a backward pass still needs must not look changed
                    self.watch.tensors[name].data.copy_(value)


def _fitting(theirs: list[torch.Tensor], ours: list[torch.Tensor]) -> list[torch.Tensor | None]:
    """Return the reference's tensors where they can take the place of the port's."""
    if len(theirs) != len(ours):
        return [None] * len(ours)
    return [a if a.shape == b.shape else None for a, b in zip(theirs, ours, strict=True)]


def ratio(one: float, other: float) -> float:
    """Return by which factor the other number is larger; 1 where that says nothing."""
    if not one or not math.isfinite(one) or not math.isfinite(other):
        return 1.0
    found = other / one
    return found if found > 0 else 1.0
