"""One rank of a sharded net: built, given its parts of the weights, and run as it is told.

It is forked by `parity.pipeline.rank_launcher` and does what the comparison asks for over a socket in the folder of the
job: `parity.pipeline.rank_session` is the other end.
"""

from __future__ import annotations

import faulthandler
import functools
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Client, Connection
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file

from parity.code.errors import CannotCompare
from parity.code.places import at_fault, shown_path
from parity.dumps.write import write_dump
from parity.executions.live import LiveRecorder
from parity.nets.adapters import adapt
from parity.nets.base import Subject
from parity.nets.eager import eagerly
from parity.nets.inputs import Input, plain_arguments
from parity.nets.loading import Loader, seed_everything
from parity.nets.ms_cell import joins_processes
from parity.nets.plain_run import plain_call
from parity.pipeline.mending.knowledge import codes_run
from parity.pipeline.rank_edits import Edits
from parity.sharded.cut import Cut, Held, held_of, put
from parity.sharded.meeting import AbsentError, Meeting
from parity.sharded.messages import Message, watched_messages
from parity.weights.seeding import seed_weights

_PRODUCTS = frozenset({"linear", "matmul", "__matmul__", "__rmatmul__", "mm", "bmm", "addmm", "einsum"})
_CHOOSING = frozenset({"topk", "argmax"})
_MOST_NUMBERS = 40
STACKS = "stacks{rank}.txt"
SOCKET = "socket{rank}"
MEETING = "meeting"
ABSENT = "waits: "


@dataclass(frozen=True, slots=True)
class RankTask:
    """What a rank is of.

    Args:
        target (str): the net.
        role (str): ``"reference"`` or ``"port"``.
        mode (str): ``"eval"`` or ``"train"``.
        seed (int): seeds construction and what the net draws.
        inputs (tuple[Input, ...]): what it is given.
        plain (tuple[object, ...]): inputs as the user gave them, for the arguments that are no tensors.
        order (tuple[str, ...]): names of the reference's arguments.
    """

    target: str
    role: str
    mode: str
    seed: int
    inputs: tuple[Input, ...]
    plain: object
    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Built:
    """What the comparison is told of a rank that was built.

    Args:
        framework (str): of the net.
        arguments (tuple[str, ...]): names of the arguments of its forward or construct.
        weights (tuple[Held, ...]): what it holds, in order of definition.
        joins (bool): whether it has joined other processes.
    """

    framework: str
    arguments: tuple[str, ...]
    weights: tuple[Held, ...]
    joins: bool


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run gave: outputs by path, and what was exchanged."""

    tensors: list[tuple[str, torch.Tensor]]
    messages: list[Message]


@dataclass(frozen=True, slots=True)
class Flowed:
    """What flowed back: gradients by weight, and what forward and backward exchanged."""

    gradients: dict[str, torch.Tensor | None]
    messages: list[Message]


def _other(entry: Input) -> Input:
    """Return an input with other values: a proof on one input may be chance."""
    if not entry.tensor.ndim:
        return entry
    tensor = entry.tensor.flip(0).flip(-1)
    return replace(entry, tensor=tensor * -0.7 if tensor.is_floating_point() else tensor)


def main(rank: int, size: int, folder: Path) -> int:
    """Do what is asked for until the other end is closed.

    Args:
        rank (int): which rank it is.
        size (int): how many there are.
        folder (Path): of the job.
    """
    stacks = (folder / STACKS.format(rank=rank)).open("w", encoding="utf-8")
    faulthandler.register(signal.SIGUSR1, stacks, all_threads=False)
    torch.set_num_threads(1)
    with Client(str(folder / SOCKET.format(rank=rank)), "AF_UNIX") as line, Loader() as loader, ExitStack() as kept:
        kept.enter_context(eagerly())
        process = Rank(rank, size, loader, Meeting(folder / MEETING, rank, size))
        while True:
            try:
                name, epoch, arguments, named = received(line)
            except EOFError:
                return 0
            process.meeting.begin(epoch)
            told = _answer(getattr(process, name), arguments, named)
            process.meeting.end()
            line.send_bytes(pickle.dumps(told))


def received(line: Connection) -> Any:
    """Return what the other end of a line sent: as values, where torch would send handles of shared memory."""
    return pickle.loads(line.recv_bytes())  # noqa: S301 - the line is a socket in a folder of this comparison's own


def _answer(
    do: Callable[..., object], arguments: tuple[object, ...], named: Mapping[str, object]
) -> tuple[bool, object]:
    try:
        return True, do(*arguments, **named)
    except CannotCompare as error:
        return False, str(error)
    except AbsentError as error:
        return False, f"{ABSENT}{error}"
    except Exception as error:  # noqa: BLE001 - whatever a net raises is said
        return False, at_fault(error)


@dataclass(slots=True)
class Rank:
    """The commands that a rank understands; each is a method.

    Args:
        rank (int): which rank it is.
        size (int): how many there are.
        loader (Loader): builds nets.
        meeting (Meeting): where ranks look whether the others come.
    """

    rank: int
    size: int
    loader: Loader
    meeting: Meeting
    _task: RankTask | None = None
    _subject: Subject | None = None
    _cuts: dict[str, Cut] = field(default_factory=dict)
    _whole: dict[str, torch.Tensor] = field(default_factory=dict)
    redrawn: bool = False
    _last: list[Message] = field(default_factory=list)
    _edits: Edits | None = None

    @property
    def subject(self) -> Subject:
        """The net."""
        assert self._subject is not None
        return self._subject

    @property
    def task(self) -> RankTask:
        """What the rank is of."""
        assert self._task is not None
        return self._task

    def build(self, task: RankTask) -> Built:
        """Build the net."""
        self._task = task
        joined_once()
        built = self.loader.build(task.target, task.seed, task.role, task.target)
        self._subject = adapt(replace(built, plain=plain_arguments(task.plain)), task.role)
        self._subject.set_mode(task.mode)
        joins = joins_processes() or torch.distributed.is_initialized()
        return Built(self.subject.framework, tuple(self.subject.parameter_names()), tuple(held_of(self.subject)), joins)

    def exchanged(self) -> list[Message]:
        """Return what was exchanged in the run that came last, also where it ended early."""
        return self._last

    def called(self, order: tuple[str, ...]) -> None:
        """Take over how the reference calls its arguments."""
        self._task = replace(self.task, order=order)

    def seeded(self) -> dict[str, torch.Tensor]:
        """Give the net weights that hide nothing, and return them."""
        seed_weights(self.subject, self.task.seed)
        return {w.name: w.tensor.detach().clone() for w in self.subject.weights if w.tensor.is_floating_point()}

    def filled(self, cuts: Mapping[str, Cut], file: str) -> None:
        """Give the net its parts of whole weights that lie in a file."""
        self._cuts = dict(cuts)
        if not self._whole:
            self._whole = load_file(file)
        self._fill(self.subject)

    def _fill(self, subject: Subject) -> None:
        weights = {weight.name: weight.tensor for weight in subject.weights}
        for name, cut in self._cuts.items():
            if name in weights:
                put(weights[name], cut.of(self._whole[cut.reference], self.rank))

    def reweighed(self, change: tuple[str, str, int]) -> None:
        """Give the net one weight in another way, until it is filled again.

        Args:
            change (tuple[str, str, int]): its name; ``"once"``, on the first rank alone, or ``"blocks"`` of rows, of
                which each rank's parts are put beside one another; and how many.
        """
        name, what, count = change
        owner = name.rpartition(".")[0]
        for weight in self.subject.weights:
            inside = weight.name == name or (what == "blocks" and weight.name.rpartition(".")[0] == owner)
            if weight.name not in self._cuts or not inside or not weight.tensor.is_floating_point():
                continue
            whole = self._whole[self._cuts[weight.name].reference]
            if what == "once":
                put(weight.tensor, whole * (self.rank == 0))
            elif whole.shape[0] % (count * self.size) == 0:
                parts = [block.chunk(self.size) for block in whole.chunk(count)]
                put(weight.tensor, torch.cat([block[rank] for rank in range(self.size) for block in parts]))

    def user_of(self, name: str) -> str | None:
        """Return the line that reads a weight first, as ``file:line``."""
        execution = LiveRecorder(self.subject).run([entry.tensor for entry in self._inputs], self.task.seed)
        for entry in execution.entries:
            if entry.kind == "api" and any(stored.source == name for stored in entry.inputs):
                owner, _, attribute = name.rpartition(".")
                said = (f".{attribute}", f".{owner.rpartition('.')[2]}" if owner else f".{attribute}")
                frames = [frame for part in said for frame in entry.frames if part in frame.text] or list(entry.frames)
                if frames:
                    return f"{shown_path(frames[0].file)}:{frames[0].line}"
        return None

    def router(self) -> tuple[str, str | None] | None:
        """Return the weight whose product experts are chosen by, and the line of that product; None without any."""
        execution = LiveRecorder(self.subject).run([entry.tensor for entry in self._inputs], self.task.seed)
        product: tuple[str, str | None, int] | None = None
        for entry in execution.entries:
            if entry.kind != "api":
                continue
            of = next((stored.source for stored in entry.inputs if stored.source and len(stored.shape) == 2), "")
            sizes = [stored.shape[-1] for stored in entry.results if stored.shape]
            if of and sizes and entry.type in _PRODUCTS:
                frame = entry.frames[0] if entry.frames else None
                product = of, f"{shown_path(frame.file)}:{frame.line}" if frame is not None else None, sizes[0]
            given = [stored.shape[-1] for stored in entry.inputs if stored.shape]
            if entry.type in _CHOOSING and product is not None and given and given[0] == product[2]:
                return product[0], product[1]
        return None

    def recorded(self, folder: str) -> str:
        """Run the net in float32 and write what it does as a dump; return what it is a net of."""
        tensors = [entry.tensor for entry in self.task.inputs]
        execution = LiveRecorder(self.subject).run(tensors, self.task.seed)
        write_dump(replace(execution, rank=f"rank{self.rank}"), Path(folder))
        return execution.framework

    def run(self, *, wide: bool) -> Ran:
        """Run the net.

        Args:
            wide (bool): in float64.
        """
        with self._precision(wide=wide), watched_messages(self.meeting) as messages, self.subject.statistics_kept():
            self._last = messages
            outputs = plain_call(self.subject, self._inputs, list(self.task.order), self.task.seed)
        if outputs.raised is not None:
            raise outputs.raised
        return Ran([(path, whole_of(tensor)) for path, tensor in outputs.tensors], messages)

    @property
    def _inputs(self) -> tuple[Input, ...]:
        return tuple(_other(entry) for entry in self.task.inputs) if self.redrawn else self.task.inputs

    def given(self, *, redrawn: bool) -> None:
        """Give the net other inputs from now on, or those it was given first."""
        self.redrawn = redrawn

    @contextmanager
    def _precision(self, *, wide: bool) -> Iterator[None]:
        before = torch.get_default_dtype()
        with self.subject.precision(torch.float64) if wide else nullcontext():
            torch.set_default_dtype(torch.float64 if wide else before)
            try:
                yield
            finally:
                torch.set_default_dtype(before)

    def gradients(self, wanted: Mapping[str, torch.Tensor], *, wide: bool) -> Flowed:
        """Return the gradient of each weight by what flows back into the outputs, and what that exchanges.

        Args:
            wanted (Mapping[str, torch.Tensor]): by path of an output, the gradient that it is given.
            wide (bool): in float64.
        """
        with self._precision(wide=wide), self.subject.statistics_kept(), watched_messages(self.meeting) as messages:
            self._last = messages
            return Flowed(self._gradients(wanted), messages)

    def _gradients(self, wanted: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor | None]:
        kind = torch.get_default_dtype()
        tensors = [
            entry.tensor.to(kind) if entry.tensor.is_floating_point() else entry.tensor.clone()
            for entry in self._inputs
        ]
        seed_everything(self.task.seed)
        weights = {w.name: w.tensor for w in self.subject.weights if w.trainable}
        for tensor in weights.values():
            tensor.grad = None
        with torch.enable_grad():
            result = self.subject.call(self._inputs, tensors, list(self.task.order))
            found = dict(self.subject.flatten(result, "output"))
            total = [
                (whole_of(found[path], kept=True) * value.to(kind)).sum()
                for path, value in wanted.items()
                if path in found and found[path].requires_grad
            ]
            if not total:  # a stage whose outputs nothing is asked of: the others wait for what it sends back
                total = [(whole_of(tensor, kept=True) * 0).sum() for tensor in found.values() if tensor.requires_grad]
            if total:
                torch.autograd.backward(torch.stack(total).sum())
        grads = {name: None if t.grad is None else whole_of(t.grad).clone() for name, t in weights.items()}
        for tensor in weights.values():
            tensor.grad = None
        return grads

    def trained(self, wanted: Mapping[str, torch.Tensor], steps: int, rate: float) -> dict[str, torch.Tensor]:
        """Take steps of gradient descent in float64; return the weights then.

        Args:
            wanted (Mapping[str, torch.Tensor]): as for `gradients`.
            steps (int): how many.
            rate (float): how far.
        """
        with self._precision(wide=True), self.subject.statistics_kept():
            weights = {w.name: w.tensor for w in self.subject.weights if w.trainable}
            for _ in range(steps):
                grads = self._gradients(wanted)
                with torch.no_grad():
                    for name, grad in grads.items():
                        if grad is not None:
                            put(weights[name], whole_of(weights[name]) - rate * grad)
            return {name: whole_of(tensor).detach().clone() for name, tensor in weights.items()}

    def numbers(self) -> tuple[float, ...]:
        """Return the numbers that the net's code and its layers hold: what another may lack."""
        rebuild = self.subject.built.rebuild
        codes = codes_run(self.subject, lambda: self.run(wide=False))
        codes += codes_run(self.subject, lambda: rebuild(0)) if rebuild is not None else []
        held = [constant for code in codes for constant in code.co_consts]
        held += [value for module in self.subject.net.modules() for value in vars(module).values()]
        found = [value for value in held if isinstance(value, (int, float)) and not isinstance(value, bool)]
        return tuple(dict.fromkeys(found))[:_MOST_NUMBERS]

    def candidates(self, most: int, numbers: tuple[float, ...], wrong: tuple[str, ...], *, grad: bool) -> list[Any]:
        """Return the edits of the net's functions that may put it right, the likeliest first."""
        self.prepared(grad=grad)
        assert self._edits is not None
        own = self.rank in {0, self.size - 1}  # the others run the same code
        return self._edits.candidates(most, numbers, wrong, kept=own)

    def prepared(self, *, grad: bool) -> None:
        """Look which functions run, so that they can be edited."""
        outputs = self.run(wide=False).tensors if grad else []
        wanted = {path: torch.ones_like(tensor) for path, tensor in outputs if tensor.is_floating_point()}
        self._edits = Edits(self.subject, lambda: self._plain(wanted), self.rank, self.size)
        self._edits.find()

    def _plain(self, wanted: Mapping[str, torch.Tensor]) -> None:
        self.run(wide=False)
        if wanted:
            self.gradients(wanted, wide=False)

    def tried(self, edit: Any, wanted: Mapping[str, torch.Tensor] | None, *, wide: bool) -> tuple[Ran, Flowed | None]:
        """Run the net as edited; return what `run` returns and, where they are asked for, the gradients."""
        assert self._edits is not None
        with self._edits.in_place(edit) as builds:
            before = self._subject
            try:
                if builds:
                    self._subject = self._rebuilt()
                outputs = self.run(wide=wide)
                return outputs, self.gradients(wanted, wide=wide) if wanted is not None else None
            finally:
                self._subject = before

    def _rebuilt(self) -> Subject:
        """Return the net built anew, with its weights."""
        rebuild = self.subject.built.rebuild
        assert rebuild is not None
        made = adapt(replace(self.subject.built, net=rebuild(0), rebuild=None), "port")
        made.set_mode(self.task.mode)
        with torch.no_grad():
            self._fill(made)
        return made


def joined_once() -> None:
    """Let a net that is built again join the group that is there."""
    join = torch.distributed.init_process_group

    @functools.wraps(join)
    def joining(*args: object, **kwargs: object) -> None:
        if not torch.distributed.is_initialized():
            join(*args, **kwargs)  # type: ignore[arg-type]  # whatever the net gives

    torch.distributed.init_process_group = joining


def whole_of(tensor: torch.Tensor, *, kept: bool = False) -> torch.Tensor:
    """Return what a tensor is that may be sharded itself, as torch's DTensor is.

    Args:
        tensor (torch.Tensor): a tensor.
        kept (bool): gradients flow through. Default: ``False``.
    """
    full = getattr(tensor, "full_tensor", None)
    whole = full() if full is not None else tensor
    assert isinstance(whole, torch.Tensor)
    return whole if kept else whole.detach()


if __name__ == "__main__":
    sys.exit("started by parity.pipeline.rank_launcher")
