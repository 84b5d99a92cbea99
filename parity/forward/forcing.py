"""Teacher forcing: one layer of the port, fed the reference's own input."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import torch

from parity.code import tree
from parity.code.faults import hand_over, raise_own
from parity.forward.results import TensorResult, compare_tensors
from parity.measure.uncounted import Uncounted
from parity.nets.base import Subject
from parity.nets.loading import seed_everything
from parity.nets.promotion import copied
from parity.nets.trace import Call, Named, plain_kernels, reseeded


@dataclass(slots=True)
class Forced:
    """What a layer returned for the reference's input.

    Attributes:
        outputs: compared with the reference's outputs, by position.
        count: number of output tensors of both sides.
        raised: what it raised, or None.
    """

    outputs: list[TensorResult]
    count: tuple[int, int]
    raised: Exception | None = None


def force(
    subject: Subject,
    module: torch.nn.Module,
    arguments: object,
    reference: Call,
    seeds: tuple[int, Mapping[str, Sequence[int]]],
    uncounted: Uncounted | None = None,
) -> Forced:
    """Call `module` with the reference's inputs and compare with its outputs.

    Args:
        subject (Subject): the side that `module` belongs to.
        module (torch.nn.Module): a layer of the port, or a corrected copy of one.
        arguments (object): the form of the port's own call; the reference's tensors fill it if they are as many.
        reference (Call): the reference's call, with its tensors.
        seeds (tuple[int, Mapping[str, Sequence[int]]]): of the layer itself, and of those inside by path, call by call.
        uncounted (Uncounted, optional): elements that do not count. Default: ``None``, all do.
    """
    inputs = [tensor.clone() for _, tensor in reference.held_inputs]
    expected = reference.held_outputs
    try:
        with reseeded(subject, seeds[1]):
            outputs = invoke(subject, module, arguments, inputs, seeds[0])
    except Exception as error:  # noqa: BLE001 - that it raises is the result
        raise_own(error)
        return Forced([], (len(expected), 0), error)
    pairs = [(path, a, b) for (path, a), (_, b) in zip(expected, outputs, strict=False)]
    if uncounted is not None:
        pairs = [(path, uncounted.cleared(a), uncounted.cleared(b)) for path, a, b in pairs]
    results = [compare_tensors(path, a, b) for path, a, b in pairs]
    return Forced(results, (len(expected), len(outputs)))


def invoke(
    subject: Subject, module: Callable[..., object], arguments: object, inputs: list[torch.Tensor], seed: int
) -> Named:
    """Call a layer with torch tensors and return its output tensors."""
    args: tuple[object, ...] = tuple(inputs)
    kwargs: dict[str, object] = {}
    if tree.slots(arguments) == len(inputs):
        args, kwargs = tree.fill(arguments, inputs)
    seed_everything(seed)
    with plain_kernels(), torch.no_grad():
        return subject.flatten(hand_over(module, args, kwargs))


def computing(subject: Subject, module: torch.nn.Module, *, as_base: bool) -> Callable[..., object]:
    """Return what computes a layer: itself, or the method of the framework's class that its class is derived from.

    Args:
        subject (Subject): the side that `module` belongs to.
        module (torch.nn.Module): the layer.
        as_base (bool): as the framework's class does.
    """
    own = subject.own_class(type(module)) if as_base else None
    return module if own is None else functools.partial(getattr(own, subject.method_of(module)), module)


def base_outputs(subject: Subject, call: Call | None, dtype: torch.dtype, seed: int) -> Named | None:
    """Return what the framework's class alone computes from a call's inputs; None where it cannot.

    Args:
        subject (Subject): the side that the call belongs to.
        call (Call | None): a call of a layer of a derived class, with its tensors.
        dtype (torch.dtype): the precision to compute in.
        seed (int): seeds random operations.
    """
    if call is None:
        return None
    module = copied(call.layer.module).to(dtype)
    inputs = [tensor.clone() for _, tensor in call.held_inputs]
    try:
        return invoke(subject, computing(subject, module, as_base=True), call.arguments, inputs, seed)
    except Exception as error:  # noqa: BLE001 - a base class that cannot do it alone has no outputs
        raise_own(error)
        return None
