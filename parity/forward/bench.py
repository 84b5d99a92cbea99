"""The bench: a pair of layers, bodies, losses or optimizers is run apart from the nets, under a change, and compared.

Every search for a cause asks the same question: what if this were different? A kind of pair knows how its two sides are
run and compared (`Pair`); the bench knows the nets, the precision and the seed, and that a change which is refused is
an answer too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, fields
from typing import Generic, Protocol, TypeVar

import torch

from parity.code.errors import class_name
from parity.code.faults import raise_own
from parity.forward.patching import Patcher
from parity.forward.results import Comparison, Forward
from parity.measure.judgement import same_value
from parity.nets.base import Subject
from parity.nets.trace import Key, Named

_Seen_co = TypeVar("_Seen_co", covariant=True)
REFUSED = float("inf")
"""The error of an outcome that is no number: a change was refused, or what came out cannot be compared."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A change of what flows into both sides, which excites a kind of defect.

    Args:
        name (str): in words, for the evidence.
        change (Callable[[torch.Tensor], torch.Tensor]): applied to what flows in.
        variance (float): factor for running variances. Default: ``1.0``.
    """

    name: str
    change: Callable[[torch.Tensor], torch.Tensor]
    variance: float = 1.0


@dataclass(frozen=True, slots=True)
class Change:
    """What is different from the pair as it stands.

    Args:
        arguments (Mapping[str, object]): of the port's layer, loss or optimizer, with the values to try. Default: none.
        probe (Probe | None): what flows into both sides is changed. Default: ``None``, it is not.
        kind (type | None): another class in the place of the port's layer. Default: ``None``, its own.
    """

    arguments: Mapping[str, object] = field(default_factory=dict)
    probe: Probe | None = None
    kind: type | None = None

    def only(self, *names: str) -> None:
        """Refuse a change that a kind of pair does not know.

        Args:
            *names (str): the fields that it knows.

        Raises:
            TypeError: if another one is set.
        """
        unknown = [entry.name for entry in fields(self) if getattr(self, entry.name) and entry.name not in names]
        if unknown:
            raise TypeError(f"a change of {' and '.join(unknown)} cannot be tried here, only of {' and '.join(names)}")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[_Seen_co]):
    """What a try gave.

    Args:
        same (bool): both sides do the same.
        error (float): how far they are apart; infinite where that is no number, or the change was refused.
        what (str): the figure or the failure, in words.
        seen (object): everything that was measured; None where there is no more to say.
    """

    same: bool
    error: float
    what: str
    seen: _Seen_co | None = None


class Pair(Protocol[_Seen_co]):
    """Something of the reference and its counterpart in the port, which can be run apart from the nets."""

    def compared(self, bench: Bench, change: Change) -> Outcome[_Seen_co]:
        """Run both sides under a change and compare what they made.

        Args:
            bench (Bench): the nets.
            change (Change): what is different.

        Raises:
            Exception: if the change is refused.
        """
        ...


class Bench:
    """The two nets of a comparison, to try pairs of them on.

    Args:
        comparison (Comparison): the comparison.
        forward (Forward): what the forward stage measured.
        patcher (Patcher, optional): knows how the port arranges what the reference's calls are given and return.
            Default: ``None``, as the reference does.
        fused (Mapping[Key, Named], optional): what layers of the port return that include what the reference computes
            after its layer, by the port's call. Default: ``None``, none does.

    Attributes:
        looked_into: paths of the reference's and of the port's layers without partner inside bodies that were tried.
    """

    def __init__(
        self,
        comparison: Comparison,
        forward: Forward,
        patcher: Patcher | None = None,
        fused: Mapping[Key, Named] | None = None,
    ) -> None:
        self.comparison = comparison
        self.forward = forward
        self.patcher = patcher or Patcher(comparison, forward)
        self.fused = fused or {}
        self.looked_into: tuple[set[str], set[str]] = (set(), set())
        self._kept: ExitStack | None = None
        self._settled = False

    @property
    def sides(self) -> tuple[Subject, Subject]:
        """Reference and port."""
        return self.comparison.reference, self.comparison.port

    @property
    def seed(self) -> int:
        """Seeds whatever is random."""
        return self.comparison.seed

    @property
    def no_float64(self) -> bool:
        """Tell whether the nets cannot be run in float64."""
        return bool(self.forward.no_float64)

    @property
    def dtype(self) -> torch.dtype:
        """The precision of the comparison: float64, or the working precision where that is impossible."""
        return self.forward.dtype if self.no_float64 else torch.float64

    @property
    def relative(self) -> float:
        """The relative difference up to which two values in the precision of the comparison are one value."""
        return same_value(self.dtype, self.forward.thresholds)

    def run(
        self,
        pair: Pair[_Seen_co],
        arguments: Mapping[str, object] | None = None,
        probe: Probe | None = None,
        *,
        kind: type | None = None,
    ) -> Outcome[_Seen_co]:
        """Return what a pair does under a change; whatever is raised on the way is raised.

        Args:
            pair (Pair): of layers, bodies, losses or optimizers.
            arguments (Mapping[str, object], optional): of the port's side, to try. Default: ``None``, its own.
            probe (Probe, optional): changes what flows in. Default: ``None``, nothing does.
            kind (type, optional): another class in the port's place. Default: ``None``, its own.
        """
        return pair.compared(self, Change(arguments or {}, probe, kind))

    def tried(
        self,
        pair: Pair[_Seen_co],
        arguments: Mapping[str, object] | None = None,
        probe: Probe | None = None,
        *,
        kind: type | None = None,
    ) -> Outcome[_Seen_co]:
        """Return what a pair does under a change that may be refused: the error is infinite then.

        Args:
            pair (Pair): of layers, bodies, losses or optimizers.
            arguments (Mapping[str, object], optional): of the port's side, to try. Default: ``None``, its own.
            probe (Probe, optional): changes what flows in. Default: ``None``, nothing does.
            kind (type, optional): another class in the port's place. Default: ``None``, its own.
        """
        try:
            return self.run(pair, arguments, probe, kind=kind)
        except Exception as error:  # noqa: BLE001 - a change that is refused is a result
            raise_own(error)
            return Outcome(False, REFUSED, class_name(error))

    def measured(self, pair: Pair[_Seen_co]) -> _Seen_co:
        """Return everything that was measured of a pair as it stands."""
        seen = self.run(pair).seen
        assert seen is not None
        return seen

    @contextmanager
    def precise(self, *, whole: bool = False) -> Iterator[None]:
        """Within the block both nets are copies in the precision of the comparison, and so are new tensors.

        Args:
            whole (bool): all parameters at once, as what is differentiated by them needs. Default: ``False``.
        """
        reference, port = self.sides
        with (
            reference.precision(self.dtype, whole=whole),
            port.precision(self.dtype, whole=whole),
            self.new_tensors(),
        ):
            yield

    @contextmanager
    def new_tensors(self) -> Iterator[None]:
        """Within the block what code makes itself (``torch.zeros(n)``) is in float64, if the comparison is."""
        before = torch.get_default_dtype()
        torch.set_default_dtype(torch.float64 if self.dtype == torch.float64 else before)
        try:
            yield
        finally:
            torch.set_default_dtype(before)

    @contextmanager
    def open(self) -> Iterator[Bench]:
        """Within the block, `settle` puts the nets in the precision of the comparison once; nothing is cast before."""
        try:
            with ExitStack() as self._kept:
                yield self
        finally:
            self._kept, self._settled = None, False

    def settle(self) -> None:
        """Put both nets in the precision of the comparison until the open block ends; as built, they are float32."""
        if self._kept is None:
            raise RuntimeError("bodies are tried within `with bench.open():`, which puts the nets back afterwards")
        if not self._settled and not (self.no_float64 and self.dtype == torch.float32):
            self._kept.enter_context(self.precise())
        self._settled = True
