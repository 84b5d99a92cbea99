"""A training under observation: what its code calls of the frameworks is recorded, and replaced where it is asked for.

Nothing of the user's code is changed. Within the block, the frameworks' own functions where data, losses, gradients and
weights pass (a loader's next batch, a net's call, a loss, a differentiation, an optimizer's step) report what passes.
A guide may answer with other values: so a stage is seen at work on the reference's values.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from types import CodeType, FrameType
from typing import Any, Protocol

import torch

from parity.code.places import Location, called_by_user, location_of
from parity.curves import clips, nets
from parity.curves.averages import Averages, copies_of
from parity.curves.by_hand import ByHand, differ, version_of
from parity.curves.events import BackwardPass, Batch, Clipping, ForwardPass, LossCall, Made, Named, Nets, Trace, Update
from parity.curves.losses import of_cell, word
from parity.curves.optimizers import LOSS_SCALE, Forced, is_mindspore_optimizer, is_optimizer, members, settings_of
from parity.curves.values import copied, exchanged, leaves, tensor_in
from parity.nets.loading import seed_everything


class EnoughUpdates(BaseException):
    """The training has made as many updates as are looked at."""


class Guide(Protocol):
    """Answers with the values to go on with; each method may return what it is given."""

    def batch(self, number: int, values: list[torch.Tensor]) -> list[torch.Tensor | None]:
        """Return what takes the place of each tensor of a batch; None for the tensor itself."""

    def entering(self, watch: Watch, found: ForwardPass, module: torch.nn.Module) -> list[torch.Tensor | None]:
        """Return what takes the place of each input of a net."""

    def returning(self, found: ForwardPass) -> list[torch.Tensor | None]:
        """Return what takes the place of each output of a net."""

    def loss(self, found: LossCall) -> Named:
        """Return what takes the place of tensors that a loss is given, by argument."""

    def differentiated(self, found: BackwardPass) -> Named:
        """Return what takes the place of the gradients that a backward pass adds."""

    def clipped(self, given: Named) -> Named:
        """Return what takes the place of gradients that a function has clipped."""

    def stepping(self, found: Update) -> tuple[Named, dict[str, float]]:
        """Return what takes the place of the gradients that an optimizer is given, and of its learning rates."""

    def stepped(self, found: Update) -> Named:
        """Return what takes the place of the weights after a step."""


class Watch:
    """Records one training.

    Args:
        updates (int): after how many updates of the first optimizer the training is stopped.
        seed (int): seeds the random layers of each forward pass.
        guide (Guide | None): answers with other values. Default: ``None``, nothing is replaced.
        wrappers (Sequence[Nets | None] | None): what an earlier run of the same training has noted as `Trace.wrappers`.
            Default: ``None``, it is seen at the first call.
    """

    def __init__(
        self, updates: int, seed: int, guide: Guide | None = None, wrappers: Sequence[Nets | None] | None = None
    ) -> None:
        self.trace = Trace()
        self.updates = updates
        self.seed = seed
        self.guide = guide
        self.root: CodeType | None = None
        """The function that the training was called by: what lies outside it is not the user's."""
        self.names: dict[int, str] = {}
        self.tensors: dict[str, torch.Tensor] = {}
        self._numbers: dict[int, int] = {}
        self._optimizers: dict[int, int] = {}
        self._made: dict[int, Made] = {}
        self._passes: dict[tuple[int, int], int] = {}
        self._light = bool(getattr(guide, "free", False))
        """Whether only losses and weights are wanted: what the stages make of each other is not kept."""
        self._slim = self._light and not getattr(guide, "weights", True)
        """Whether weights after each update are not wanted either."""
        self._last: Named = {}
        self._differentiated: Named | None = None
        """Weights at a differentiation, where no optimizer has been seen: what differs later was stepped by hand."""
        self._by_hand = True
        self._versions: dict[str, tuple[int, int]] = {}
        self._written = False
        """Whether a weight has been written to since the differentiation, be it with the values that it had."""
        self._gradients: dict[int, tuple[torch.Tensor, str]] = {}
        self._returned: list[tuple[str, torch.Tensor]] = []
        self._clipped: Named = {}
        self._inside = 0
        self._in_nets = 0
        self._paused = 0
        self._pending: dict[int, tuple[Update, Forced]] = {}
        self._averages = Averages()
        self._used = 0
        self._frozen_given: list[int] = []
        """How many batches there were at each pass of a frozen net since the last of a trained one."""
        self._wrappers: dict[int, int] = {}
        self._known = list(wrappers or ())
        self._seeded = False
        self._outputs: list[torch.Tensor] = []
        """What the last pass of a net returned."""

    # ---- names --------------------------------------------------------------------------------------------------

    def _net(self, module: torch.nn.Module) -> int:
        """Return the number of a net; at its first call its weights get their names."""
        known = self._numbers.get(id(module))
        if known is not None:
            return known
        number = self._numbers[id(module)] = self._free(frozen=self._is_frozen(module))
        self.trace.nets[number] = module
        for name, tensor, parameter in nets.tensors_of(module):
            self._name(tensor, nets.prefix_of(number) + name)
            if parameter:
                self.trace.trained.setdefault(self.names[id(tensor)], tensor.requires_grad)
        return number

    def _free(self, *, frozen: bool) -> int:
        """Return the next number of a net: one that the guide's training has, be it of the other kind."""
        numbers = [next(n for n in count(first) if n not in self.trace.nets) for first in (0, nets.FROZEN)]
        known = getattr(self.guide, "nets", None)
        if known is not None and numbers[frozen] not in known and numbers[not frozen] in known:
            return numbers[not frozen]
        return numbers[frozen]

    def _is_frozen(self, module: torch.nn.Module) -> bool:
        """Tell whether a net's weights are none that the training steps, as a teacher's are."""
        known = self._numbers.get(id(module))
        if known is not None:
            return known >= nets.FROZEN
        made = [one.made for one in self._made.values() if is_optimizer(one.made)]
        stepped = {id(weight) for optimizer in made for weight in members(optimizer)}
        return not any(w.requires_grad and (not made or id(w) in stepped) for w in module.parameters())

    def _name(self, tensor: torch.Tensor, name: str) -> None:
        if id(tensor) not in self.names:
            self.names[id(tensor)] = name
            self.tensors[name] = tensor
            self.trace.initial[name] = copied(tensor)

    def _name_of(self, tensor: torch.Tensor) -> str:
        if id(tensor) not in self.names:
            self._name(tensor, f"weight {len(self.names)}")
        return self.names[id(tensor)]

    def copies(self) -> dict[str, list[torch.Tensor]]:
        """Return what the training keeps as a copy of a weight, by the weight's name."""
        return copies_of(self.tensors, self.names, (sys._getframe(1), self.root))

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Observe nothing within the block."""
        self._paused += 1
        try:
            yield
        finally:
            self._paused -= 1

    @property
    def now(self) -> int:
        """How many updates were made."""
        return len(self.trace.updates)

    # ---- what is called by the patches -------------------------------------------------------------------------

    def batch(self, value: Any) -> Any:
        """Note what a loader gives, and return what the training gets."""
        found = list(leaves(value))
        if self._paused or not found:
            return value
        self.trace.batches.append(Batch([copied(tensor) for tensor in found], self._here()))
        if self.guide is None:
            return value
        instead = self.guide.batch(len(self.trace.batches) - 1, self.trace.batches[-1].values)
        if self._light:
            self.trace.batches[-1].values = []
        return _replaced(value, instead)

    def call(self, module: torch.nn.Module, original: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """Run a module's call; of a net's, note what goes in and out."""
        if self._paused or self._inside:
            return original(module, *args, **kwargs)
        if is_mindspore_optimizer(module):
            return self._step_of_cell(module, original, args, kwargs)
        if of_cell(module) is not None:
            return self._loss_of_cell(module, original, args, kwargs)
        if not nets.is_net(module):
            return original(module, *args, **kwargs)
        if not module.training and not torch.is_grad_enabled() and not self._is_frozen(module):
            self._evaluated()
            with self.paused():
                return original(module, *args, **kwargs)
        self.step_by_hand()
        inner = nets.only_child(module)
        if inner is None and nets.may_hold_nets(module):
            return self._around_nets(module, original, args, kwargs)
        known = self._nets_of(module) if inner is not None else "itself"
        if known == "below":
            return original(module, *args, **kwargs)
        if inner is None or known == "itself":
            return self._forward(module, original, args, kwargs)
        return self._through(module, inner, original, args, kwargs)

    def _evaluated(self) -> None:
        """Leave out the batches of an evaluation."""
        del self.trace.batches[self._used :]

    def _count_batches(self, net: int) -> None:
        """Note which batches a pass belongs to: of those that a frozen net was given before others came, to none.

        A teacher is given the batch that the trained net is given; an average of the weights is evaluated on others.
        """
        if net >= nets.FROZEN:
            self._frozen_given.append(len(self.trace.batches))
            return
        others = [given for given in self._frozen_given if given < len(self.trace.batches)]
        del self.trace.batches[self._used : max(others, default=0)]
        self._frozen_given.clear()
        self._used = len(self.trace.batches)

    def _forward(self, module: torch.nn.Module, original: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """Run a net's forward pass, and note what goes in and out."""
        number, losses = self._net(module), len(self.trace.losses)
        found = ForwardPass(number, self.now, [copied(t) for t in leaves((args, kwargs))], [], {}, {}, self._here())
        if self.guide is not None:
            drawn = torch.get_rng_state()  # nets may be run to pair their weights
            instead = self.guide.entering(self, found, module)
            torch.set_rng_state(drawn)
            args, kwargs = _replaced((args, dict(kwargs)), instead, keep_gradient=True)
        before = self._untrained(module)
        self._seed(number)
        drawn = torch.get_rng_state()
        self._inside, self._in_nets = self._inside + 1, self._in_nets + 1
        try:
            result = original(module, *args, **kwargs)
        finally:
            self._inside, self._in_nets = self._inside - 1, self._in_nets - 1
        found.random = not torch.equal(drawn, torch.get_rng_state())
        if not self._finished(found, module, result, before):
            del self.trace.losses[losses:]
            return result
        return result if self.guide is None else _replaced(result, self.guide.returning(found), keep_gradient=True)

    def _seed(self, number: int) -> None:
        if not self._seeded:
            order = self._passes.get((self.now, number), 0)
            seed_everything(self.seed + 1009 * self.now + 31 * number + order)

    def _finished(self, found: ForwardPass, module: torch.nn.Module, result: Any, before: Named) -> bool:
        """Note what a forward pass returned; tell whether it belongs to the training."""
        returned = list(leaves(result))
        if not module.training and not any(tensor.requires_grad for tensor in returned) and found.net < nets.FROZEN:
            self._evaluated()
            return False
        key = self.now, found.net
        self._passes[key] = self._passes.get(key, 0) + 1
        self._count_batches(found.net)
        found.outputs = self._outputs = [copied(tensor) for tensor in returned]
        found.modes = nets.modes_of(module)
        found.statistics = {
            name: copied(tensor) for name, tensor in self._watched(module) if not torch.equal(tensor, before[name])
        }
        if self._light:
            found.inputs, found.outputs = [], [value for value in found.outputs if value.numel() == 1]
        self.trace.passes.append(found)
        return True

    # ---- what wraps a net with its loss, in code of its own ----------------------------------------------------------

    def _nets_of(self, module: torch.nn.Module) -> Nets | None:
        """Tell what of a module counts as a net; None where it is not known yet."""
        place = self._wrappers.setdefault(id(module), len(self.trace.wrappers))
        if place == len(self.trace.wrappers):
            self.trace.wrappers.append(self._known[place] if place < len(self._known) else None)
        return self.trace.wrappers[place]

    def _note_nets(self, module: torch.nn.Module, nets_: Nets) -> None:
        self.trace.wrappers[self._wrappers[id(module)]] = nets_

    def _through(
        self, module: torch.nn.Module, inner: torch.nn.Module, original: Callable[..., Any], args: Any, kwargs: Any
    ) -> Any:
        """Run what may wrap a net; at its first call, its result tells whether it does."""
        known, number = self._nets_of(module), self._net(module)
        passes, before = len(self.trace.passes), self._untrained(module)
        found = ForwardPass(number, self.now, [copied(t) for t in leaves((args, kwargs))], [], {}, {}, self._here())
        if known is None and self.guide is not None:
            self.guide.entering(self, found, module)
        self.trace.nets[number], self._numbers[id(inner)] = inner, number
        outer = self._seeded
        self._seed(number)
        self._seeded = True
        try:
            result = original(module, *args, **kwargs)
        finally:
            self._seeded = outer
        if known is None:
            is_loss = nets.is_loss_alone(list(leaves(result)))
            called = any(one.net == number for one in self.trace.passes[passes:])
            is_loss = is_loss or (called and nets.is_loss_beside(list(leaves(result)), self._outputs))
            self._note_nets(module, "child" if is_loss else "itself")
            if is_loss and not any(one.net == number for one in self.trace.passes[passes:]):
                self.trace.closed.append((self._wrappers[id(module)], -1))
            if not is_loss:
                self.trace.nets[number] = module
                del self._numbers[id(inner)], self.trace.passes[passes:]
                self._passes.pop((self.now, number), None)
                self._finished(found, module, result, before)
        return result

    def _around_nets(self, module: torch.nn.Module, original: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """Run what may wrap several nets: as one net, unless an earlier run is known to want those inside."""
        known = self._nets_of(module)
        if known == "below":
            return original(module, *args, **kwargs)
        self._note_nets(module, "itself")
        result = self._forward(module, original, args, kwargs)
        if known is None and nets.is_loss_alone(list(leaves(result))):
            self.trace.closed.append((self._wrappers[id(module)], self._net(module)))
        return result

    def _watched(self, module: torch.nn.Module) -> Iterator[tuple[str, torch.Tensor]]:
        for _, tensor, parameter in nets.tensors_of(module):
            if not parameter or not tensor.requires_grad:
                yield self.names.get(id(tensor), ""), tensor.detach()

    def _untrained(self, module: torch.nn.Module) -> Named:
        return {name: tensor.clone() for name, tensor in self._watched(module)}

    def loss(self, name: str, original: Callable[..., Any], bound: dict[str, Any]) -> Any:
        """Run a loss function, which a net may call itself, and note what it is given."""
        if self._paused or self._inside > self._in_nets:
            return original(**bound)
        named = {word(key): value for key, value in bound.items()}
        tensors = {key: found for key, value in named.items() if (found := tensor_in(value)) is not None}
        others = {key: value for key, value in named.items() if key not in tensors}
        kept = {key: copied(tensor) for key, tensor in tensors.items()}
        call = LossCall(name, self.now, others, kept, torch.zeros(()), self._here())
        if self.guide is not None and not self._inside:
            instead = self.guide.loss(call)
            bound = {k: _replaced(v, [instead[word(k)]]) if word(k) in instead else v for k, v in bound.items()}
        self._inside += 1
        try:
            value = original(**bound)
        except Exception:
            self.trace.losses.append(call)  # what it was given may say why
            raise
        finally:
            self._inside -= 1
        held = tensor_in(value)
        if held is not None:
            call.value = copied(held)
            self.trace.losses.append(call)
        return value

    def _loss_of_cell(self, cell: Any, original: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """Run one of MindSpore's losses, and note what it is given, in the words of the function that it computes."""
        function, arguments = of_cell(cell) or ("", {})
        given = {**dict(zip(("input", "target"), args, strict=False)), **kwargs}

        def run(**bound: Any) -> Any:
            own = {name: bound[name] for name in given}
            return original(cell, *list(own.values())[: len(args)], *args[2:], **{n: own[n] for n in kwargs})

        return self.loss(function, run, {**arguments, **given})

    def backward(self, original: Callable[..., Any], tensors: Any, args: Any, kwargs: Any) -> Any:
        """Run `torch.autograd.backward`, and note what it adds to the gradients."""
        self._keep_weights()
        self._averages.differentiating()
        known = [] if self._light else list(self.tensors.items())
        before = {name: None if t.grad is None else t.grad.detach().clone() for name, t in known}
        self._inside += 1
        try:
            result = original(tensors, *args, **kwargs)
        finally:
            self._inside -= 1
        added: Named = {}
        for name, tensor in known:
            if tensor.grad is not None:
                old = before[name]
                delta = tensor.grad.detach() if old is None else tensor.grad.detach() - old
                if old is None or bool((delta != 0).any()):
                    added[name] = copied(delta)
        stale = {name: float(old.norm()) for name, old in before.items() if old is not None}
        found = BackwardPass(
            self.now, _total(tensors, _seeds(args, kwargs, "grad_tensors")), added, stale, self._here()
        )
        self.trace.backwards.append(found)
        if self.guide is not None and not self._light:
            with torch.no_grad():
                found.passed = {n: copied(value) for n, value in self.guide.differentiated(found).items()}
                for name, value in found.passed.items():
                    weight, old = self.tensors[name], before[name]
                    whole = value.to(weight) if old is None else old + value.to(old)
                    weight.grad = whole if weight.grad is None else weight.grad.copy_(whole)
        return result

    def grad(self, original: Callable[..., Any], outputs: Any, inputs: Any, args: Any, kwargs: Any) -> Any:
        """Run `torch.autograd.grad`, and note the gradients of weights."""
        self._inside += 1
        try:
            result = original(outputs, inputs, *args, **kwargs)
        finally:
            self._inside -= 1
        wanted = [inputs] if isinstance(inputs, torch.Tensor) else list(inputs)
        names = [self.names.get(id(tensor)) for tensor in wanted]
        if not any(names):
            return result
        self._keep_weights()
        self._averages.differentiating()
        gradients: Named = {}
        if not self._light:
            gradients = {name: copied(g) for name, g in zip(names, result, strict=True) if name and g is not None}
        value = _total(outputs, _seeds(args, kwargs, "grad_outputs"))
        found = BackwardPass(self.now, value, gradients, {}, self._here())
        self.trace.backwards.append(found)
        if self.guide is not None and not self._light:
            found.passed = instead = {n: copied(value) for n, value in self.guide.differentiated(found).items()}
            pairs = zip(names, result, wanted, strict=True)
            result = tuple(instead[n].to(w) if n is not None and n in instead else g for n, g, w in pairs)
        self._returned = [(name or "", g) for name, g in zip(names, result, strict=True) if g is not None]
        self._gradients.update({id(g): (g, name) for name, g in self._returned if name})
        return result

    def clip(self, name: str, original: Callable[..., Any], bound: dict[str, Any]) -> Any:
        """Run a function that clips gradients, and note what it is given."""
        if self._paused or self._inside:
            return original(**bound)
        given = bound.get("parameters")
        weights = [given] if isinstance(given, torch.Tensor) else list(given or ())
        bound["parameters"] = weights
        norms = [float(w.grad.detach().norm()) ** 2 for w in weights if w.grad is not None]
        limits = clips.limits_of(bound)
        names = tuple(self._name_of(weight) for weight in weights)
        self.trace.clippings.append(Clipping(name, self.now, limits, names, sum(norms) ** 0.5, self._here()))
        self._inside += 1
        try:
            return original(**bound)
        finally:
            self._inside -= 1

    def clipped(self, name: str, original: Callable[..., Any], bound: dict[str, Any]) -> Any:
        """Run a function that returns clipped values; where these are gradients of weights, note what it is given."""
        given = next(iter(bound.values()))
        names = [] if self._paused or self._inside else clips.names_of(given, self._gradients, self._returned)
        if not names or not all(names):
            return original(**bound)
        norm = sum(float(tensor.detach().norm()) ** 2 for tensor in leaves(given)) ** 0.5
        self.trace.clippings.append(Clipping(name, self.now, clips.limits_of(bound), tuple(names), norm, self._here()))
        self._inside += 1
        try:
            result = original(**bound)
        finally:
            self._inside -= 1
        if self._light:
            return result
        self._clipped.update({n: copied(tensor) for n, tensor in zip(names, leaves(result), strict=True)})
        if self.guide is not None:
            instead = self.guide.clipped({n: self._clipped[n] for n in names})
            result = _replaced(result, [instead.get(n) for n in names])
        self._gradients.update({id(t): (t, n) for n, t in zip(names, leaves(result), strict=True)})
        return result

    def made(self, thing: Any, arguments: dict[str, Any], *, schedule: bool) -> None:
        """Note where an optimizer or a schedule is made, the outermost constructor's call counting."""
        if self._paused or id(thing) in self._made:
            return
        one = Made(thing, arguments, self._here())
        self._made[id(thing)] = one
        if schedule:
            self.trace.schedules.append(one)

    # ---- updates ------------------------------------------------------------------------------------------------

    def _begin(self, optimizer: Any, gradients: dict[int, torch.Tensor]) -> tuple[Update, Named, Forced]:
        self._by_hand, self._differentiated = False, None
        number = self._optimizers.setdefault(id(optimizer), len(self._optimizers))
        if number == len(self.trace.optimizers):
            self.trace.optimizers.append(self._made.get(id(optimizer)) or Made(optimizer, {}, None))
        if number == 0 and sum(one.optimizer == 0 for one in self.trace.updates) >= self.updates:
            raise EnoughUpdates
        weights = members(optimizer)
        names = [self._name_of(tensor) for tensor in weights]
        with self.paused():  # schedules are Cells, which are called
            settings = dict(zip(names, settings_of(optimizer), strict=True))
        scale = next(iter(settings.values())).pop(LOSS_SCALE, 1.0) if settings else 1.0
        for one in settings.values():
            one.pop(LOSS_SCALE, None)
        wanted = {} if self._light else gradients
        given = {self.names[key]: self._given(self.names[key], t, scale) for key, t in wanted.items()}
        moved = [] if self._slim else list(zip(names, weights, strict=True))
        before = {name: self._kept(name, tensor.detach()) for name, tensor in moved}
        found = Update(number, settings, given, before, {}, self._here(), scale=scale)
        if number == 0:
            self._look(dict(zip(names, weights, strict=True)), sys._getframe(2))
        for schedule in self.trace.schedules:
            schedule.stepped.append((int(getattr(schedule.made, "last_epoch", 0)), None))
        instead, rates = self.guide.stepping(found) if self.guide is not None else ({}, {})
        instead = {name: value * scale for name, value in instead.items()}
        by_identity = {id(self.tensors[name]): rate for name, rate in rates.items()}
        forced = Forced(optimizer, by_identity)
        found.forced = forced.acts
        return found, instead, forced

    def _finish(self, found: Update, forced: Forced) -> None:
        forced.undo()
        self._note(found)
        self._follow(found)

    def _note(self, found: Update) -> None:
        found.after = {name: copied(self.tensors[name]) for name in found.before}
        self._last.update(found.after)
        self.trace.updates.append(found)
        self._gradients, self._returned, self._clipped = {}, [], {}

    def _follow(self, found: Update) -> None:
        """Go on with the weights that the guide has after an update."""
        if self.guide is not None:
            for name, value in self.guide.stepped(found).items():
                self.tensors[name].data.copy_(value)  # as a step by hand: a graph that is kept stays usable
                self._last[name] = value

    def _keep_weights(self) -> None:
        """Keep the weights at a differentiation, to see later whether they were stepped by hand."""
        if not self._by_hand or self._differentiated is not None:
            return
        trained = {name: tensor for name, tensor in self.tensors.items() if tensor.requires_grad}
        self._differentiated = {name: self._kept(name, tensor.detach()) for name, tensor in trained.items()}
        self._versions, self._written = {n: version_of(t) for n, t in trained.items()}, False
        if not self.trace.updates:
            self._look(trained, sys._getframe(2))

    def written(self, tensor: torch.Tensor) -> None:
        """Note that code of the training's own writes to a tensor, whatever values."""
        name = None if self._paused else self.names.get(id(tensor))
        self._written = self._written or (name is not None and name in self._versions)

    def _look(self, weights: Named, frame: FrameType, before: Named | None = None) -> None:
        """Look for averages of weights that are about to move, or have just moved, from a frame of the training on."""
        names: tuple[dict[int, str], dict[int, str]] = ({}, {})
        for key, name in self.names.items():
            names[not self.trace.trained.get(name, True)][key] = name
        self._averages.look(self.now, weights, names, (frame, self.root), before)
        self.trace.averages = self._averages.found

    def step_by_hand(self) -> None:
        """Note an update by the training's own code, if weights are others than at the differentiation before."""
        before = self._differentiated
        if before is None:
            return
        weights = {name: self.tensors[name] for name in before}
        rewritten = self._written or any(version_of(t) != self._versions[n] for n, t in weights.items())
        if not rewritten and not differ(before, weights):
            return
        self._differentiated = None
        if not self.trace.optimizers:
            self.trace.optimizers.append(Made(ByHand(), {}, None))
        place = self.trace.backwards[-1].place
        found = Update(0, {name: {} for name in before}, dict(self._clipped), before, {}, place)
        self._note(found)
        self._look(weights, sys._getframe(1), before)  # before the guide's take the place of what they moved towards
        self._follow(found)
        if self.now >= self.updates:
            raise EnoughUpdates

    def _given(self, name: str, gradient: torch.Tensor, scale: float) -> torch.Tensor:
        """Return a copy of a gradient: the one that was made at the differentiation, where nothing has changed it."""
        if scale != 1:
            return copied(gradient / scale)
        last = self.trace.backwards[-1] if self.trace.backwards else None
        made = last.passed.get(name, last.gradients.get(name)) if last is not None else None
        if made is not None and made.dtype == gradient.dtype and made.device == gradient.device:
            return made if torch.equal(made, gradient) else copied(gradient)
        return copied(gradient)

    def _kept(self, name: str, weight: torch.Tensor) -> torch.Tensor:
        """Return a copy of a weight: the one that was made after the update before, where nothing has changed it."""
        last = self._last.get(name)
        if last is not None and last.dtype == weight.dtype and last.device == weight.device:
            return last if torch.equal(last, weight) else copied(weight)
        return copied(weight)

    def before_step(self, optimizer: torch.optim.Optimizer, args: Any, kwargs: Any) -> tuple[Any, Any] | None:
        """Note the gradients that an optimizer of torch finds; where it is given a closure, those that this leaves."""
        if self._paused:
            return None
        closure = next((one for one in (*args[1:], *kwargs.values()) if callable(one)), None)
        if closure is None:
            self._start(optimizer)
            return None

        def observed() -> Any:
            if id(optimizer) in self._pending:  # tried again within the same step, as LBFGS does
                return closure()
            value = closure()
            self._start(optimizer)
            return value

        new = {name: observed if one is closure else one for name, one in kwargs.items()}
        return tuple(observed if one is closure else one for one in args), new

    def _start(self, optimizer: torch.optim.Optimizer) -> None:
        held = {id(w): w.grad for w in members(optimizer) if w.grad is not None}
        for weight in members(optimizer):
            self._name_of(weight)
        found, instead, forced = self._begin(optimizer, held)
        with torch.no_grad():
            for name, value in instead.items():
                grad = self.tensors[name].grad
                if grad is not None:
                    grad.copy_(value)
        self._pending[id(optimizer)] = (found, forced)
        self._inside += 1

    def after_step(self, optimizer: torch.optim.Optimizer, *rest: object) -> None:
        """Note the weights after a step of torch's."""
        del rest
        pending = self._pending.pop(id(optimizer), None)
        if pending is not None:
            self._inside -= 1
            self._finish(*pending)

    def _step_of_cell(self, optimizer: Any, original: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        given = list(leaves((args, kwargs)))
        weights = members(optimizer)
        for weight in weights:
            self._name_of(weight)
        held = {id(w): g for w, g in zip(weights, given, strict=False)}
        found, instead, forced = self._begin(optimizer, held)
        order = [instead.get(self.names[id(weight)]) for weight in weights]
        args, kwargs = _replaced((args, dict(kwargs)), [*order, *[None] * (len(given) - len(order))])
        self._inside += 1
        try:
            result = original(optimizer, *args, **kwargs)
        finally:
            self._inside -= 1
        self._finish(found, forced)
        return result

    def _here(self) -> Location | None:
        """Return the line of the user's code that is running."""
        frame = called_by_user(sys._getframe(2), lambda one: one.f_code is self.root)
        return location_of(frame) if frame is not None else None

    @property
    def busy(self) -> bool:
        """Whether something that is observed is running, inside which nothing else is."""
        return bool(self._paused or self._inside)


def _replaced(value: Any, instead: list[torch.Tensor | None], *, keep_gradient: bool = False) -> Any:
    """Return a nested value with its tensors replaced, in order; None keeps one."""
    if all(tensor is None for tensor in instead):
        return value
    waiting = iter(instead)

    def change(tensor: torch.Tensor) -> torch.Tensor:
        new = next(waiting, None)
        if new is None or new.shape != tensor.shape:
            return tensor
        new = new.to(tensor)
        if keep_gradient and tensor.requires_grad:
            return tensor + (new - tensor).detach()
        return new

    return exchanged(value, change)


def _seeds(args: Any, kwargs: Any, name: str) -> Any:
    return args[0] if args else kwargs.get(name)


def _total(tensors: Any, seeds: Any) -> float:
    """Return what is differentiated, times what its gradient begins with."""
    given = [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)
    factors = [seeds] * len(given) if seeds is None or isinstance(seeds, torch.Tensor) else list(seeds)
    pairs = zip(given, factors, strict=True)
    return sum(float((t.detach() if seed is None else t.detach() * seed.detach()).sum()) for t, seed in pairs)
