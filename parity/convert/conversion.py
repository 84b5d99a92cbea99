"""Conversion of files of weights between torch and MindSpore: through both nets, or by names alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import torch

from mappings.rows.layouts import Layout
from parity.code.errors import CannotCompare
from parity.code.places import at_fault
from parity.convert.account import Account, Entry, Sureness
from parity.convert.by_names import OWN, convert_by_names, keep_names
from parity.nets.adapters import Subject, adapt
from parity.nets.base import Weight
from parity.nets.inputs import Input, make_inputs, plain_arguments
from parity.nets.loading import Loader
from parity.nets.roles import is_counter
from parity.nets.target import Target
from parity.nets.trace import Run, Trace, first_uses, record
from parity.pair.layers import Pairing, pair
from parity.pipeline.by_paths import prefer_by_paths
from parity.pipeline.by_values import prefer_with_runs
from parity.pipeline.comparison import compare
from parity.report.model import Report
from parity.table.relations import short
from parity.weights.files import Framework, WeightFile, format_of, read_weights, write_weights, writes_shards
from parity.weights.from_file import Filled, choose_side, match_file, names_of, with_known_names
from parity.weights.mapping import Mapped, Uses, WeightMap, map_weights
from parity.weights.seeding import seed_weights
from parity.weights.shards import SHARD_BYTES, Progress
from parity.weights.weightnorm import Folded, fold_net


@dataclass(frozen=True, slots=True)
class Conversion:
    """What to convert, and how.

    Args:
        source (Path): the file to read.
        output (Path): the file to write.
        net (Target | None): a net of the one framework. Default: ``None``, by names alone.
        port (Target | None): the net of the other. Default: ``None``.
        inputs (object): of both nets, to pair layers by running them; see `make_inputs`. Default: none.
        mapping (Mapping[str, str]): with two nets, layer or weight of `net` to that of `port`; without, name in the
            file to the name to write. Default: empty.
        kinds (Mapping[str, str]): layer path or pattern to layer class. Default: empty.
        key (str): entry of a .pth file that holds the weights. Default: ``""``.
        towards (str): ``"torch"`` or ``"mindspore"``. Default: ``""``, decided by the files.
        seed (int): of inputs and constructors. Default: ``0``.
    """

    source: Path
    output: Path
    net: Target | None = None
    port: Target | None = None
    inputs: object = ()
    mapping: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    key: str = ""
    towards: str = ""
    seed: int = 0


def convert(spec: Conversion) -> Account:
    """Convert a file of weights, and account for every tensor; nothing is written.

    Raises:
        CannotCompare: if the file cannot be read, a net not be built, or nothing tells the direction.
    """
    _written(spec)
    if spec.source.resolve() == spec.output.resolve():
        raise CannotCompare(f"{spec.output} is the file to read: name another one to write")
    file = read_weights(spec.source, spec.key)
    with Loader() as loader:
        built = [(loader.build(t, spec.seed, r), r) for t, r in _targets(spec) if t is not None]
        plain = plain_arguments(spec.inputs)
        nets = [adapt(replace(net, plain=plain), role) for net, role in built]
        if len(nets) == 2:
            account = _through_nets(spec, file, (nets[0], nets[1]))
        else:
            account = _by_names(spec, file, nets[0] if nets else None)
    account.entries += [Entry("left out", entry.name, reason=entry.reason) for entry in file.set_aside]
    return account


def write(
    account: Account, *, partial: bool = False, shard_bytes: int = SHARD_BYTES, progress: Progress | None = None
) -> None:
    """Write what an account holds, if everything is accounted for.

    Args:
        account (Account): of `convert`; notes that it was written.
        partial (bool): write although something is missing. Default: ``False``.
        shard_bytes (int): greatest size of a shard, where a folder is written. Default: `SHARD_BYTES`.
        progress (Progress, optional): told the shard being written. Default: ``None``.

    Raises:
        CannotCompare: if the file cannot be written.
    """
    if (account.complete or partial) and account.tensors:
        framework: Framework = "mindspore" if account.direction.endswith("mindspore") else "torch"
        source = f"{account.input} {account.direction}"
        write_weights(Path(account.output), account.tensors, framework, source, shard_bytes, progress)
        account.written = True


def check(spec: Conversion, account: Account) -> Report:
    """Compare the nets with the file that was read and the one that was written, and note the verdict.

    Args:
        spec (Conversion): with both nets and their inputs.
        account (Account): written.

    Raises:
        CannotCompare: if the comparison cannot be carried out.
    """
    if spec.net is None or spec.port is None:
        raise CannotCompare("a check needs both nets")
    files = [read_weights(spec.source, spec.key), read_weights(spec.output)]
    if not account.of_reference:
        files.reverse()
    report = compare(
        spec.net, spec.port, spec.inputs, seed=spec.seed, weights=files[0], port_weights=files[1], mapping=spec.mapping
    )
    account.check = report.verdict
    return report


def _targets(spec: Conversion) -> list[tuple[Target | None, str]]:
    return [(spec.net, "reference"), (spec.port, "port")]


def _framework(subject: Subject) -> Framework:
    return "torch" if subject.framework == "torch" else "mindspore"


def _account(spec: Conversion, file: WeightFile, frameworks: tuple[Framework, Framework]) -> Account:
    account = Account(str(spec.source), str(spec.output), f"{frameworks[0]} -> {frameworks[1]}")
    if file.wrapper:
        account.notes.append(f"the weights stand under {file.wrapper!r} in {file.path.name}")
    if file.prefix:
        account.notes.append(f"every name had the prefix {file.prefix!r}, which is dropped")
    return account


def _by_names(spec: Conversion, file: WeightFile, net: Subject | None) -> Account:
    source, target = _direction(spec, file, net)
    folds = fold_net(net.net) if net is not None else []
    if net is not None and _framework(net) == source:
        file, _ = with_known_names(file, [*names_of(net), *(part for fold in folds for part in fold.parts)])
    account = _account(spec, file, (source, target))
    if source == target:
        keep_names(file.tensors, account)
    else:
        known = _kinds_of(net) if net is not None else {}
        convert_by_names(file.tensors, target, account, spec.kinds, spec.mapping, known)
    if net is not None:
        _hold_against(net, file, account, folds, is_source=_framework(net) == source)
    return account


def _written(spec: Conversion) -> str:
    """Return the format to write; "shards" for a folder of safetensors files."""
    return "shards" if writes_shards(spec.output) else format_of(spec.output)


def _direction(spec: Conversion, file: WeightFile, net: Subject | None) -> tuple[Framework, Framework]:
    """Return whose names the file carries, and whose it shall get."""
    source = file.framework
    if source is None and net is not None:
        source = _framework(net) if with_known_names(file, names_of(net))[1] > 0 else _other(_framework(net))
    written = _written(spec)
    target: Framework | None = {"torch": "torch", "mindspore": "mindspore"}.get(spec.towards)  # type: ignore[assignment]
    if target is None and written in {"ckpt", "pth"}:
        target = "mindspore" if written == "ckpt" else "torch"
    if target is None and source is not None:
        target = _other(source)
    if source is None and target is not None:
        source = _other(target)
    if source is None or target is None:
        raise CannotCompare(f"{file.path} does not say whose names it carries: give --to torch or --to mindspore")
    return source, target


def _other(framework: Framework) -> Framework:
    return "torch" if framework == "mindspore" else "mindspore"


def _kinds_of(net: Subject) -> dict[str, str]:
    """Return the kind of every layer of a net that holds tensors itself."""
    owners = {weight.name.rpartition(".")[0] for weight in net.weights}
    layers = {path: layer for path, layer in net.layers.items() if path in owners}
    return {path: short(layer.api) if layer.api and not layer.custom else OWN for path, layer in layers.items()}


def _hold_against(net: Subject, file: WeightFile, account: Account, folds: list[Folded], *, is_source: bool) -> None:
    """Report where the names of a conversion are not those of the one net that was given."""
    saved = {name for name in net.saved_names().values() if not is_counter(name)}
    if is_source:
        whole = {fold.weight for fold in folds if set(fold.parts) <= set(file.tensors)}
        for name in sorted(saved - set(file.tensors) - _tied(net, file) - whole):
            account.entries.append(Entry("missing", name, reason=f"{net.name} has it, the file has not"))
        return
    shapes = {net.saved_names()[w.name]: tuple(w.tensor.shape) for w in net.weights if w.name in net.saved_names()}
    for entry in [e for e in account.entries if e.fate == "converted"]:
        known = shapes.get(entry.target)
        if known == entry.shape:
            continue
        reason = f"{net.name} has it with shape {known}" if known else f"{net.name} has no weight of this name"
        account.entries[account.entries.index(entry)] = Entry(
            "unaccounted", entry.source, entry.target, entry.transform, reason, "", entry.shape, entry.dtype
        )
        account.tensors.pop(entry.target, None)
    _split(account, folds)
    written = set(account.tensors) | {fold.weight for fold in folds if fold.length in account.tensors}
    for name in sorted(saved - written):
        account.entries.append(Entry("missing", "", name, reason=f"{net.name} has it, the file has not"))


def _split(account: Account, folds: list[Folded]) -> None:
    """Take apart the weights that the target keeps as a length and a direction."""
    for fold in folds:
        whole = account.tensors.pop(fold.weight, None)
        told = [entry for entry in account.entries if entry.target == fold.weight and entry.fate == "converted"]
        if whole is None:
            continue
        for entry in told:
            account.entries.remove(entry)
            changes = ", ".join(part for part in (entry.transform, "weight_norm split") if part)
            for part, piece in fold.apart(whole).items():
                account.convert(entry.source, part, piece, replace(entry, transform=changes))


def _tied(net: Subject, file: WeightFile) -> set[str]:
    """Return names of tied weights of which the file holds another name."""
    held = {id(w.tensor) for w in net.weights if w.name in file.tensors}
    return {w.name for w in net.weights if id(w.tensor) in held}


def _through_nets(spec: Conversion, file: WeightFile, nets: tuple[Subject, Subject]) -> Account:
    if spec.kinds:
        raise CannotCompare("--kinds is for conversion by names alone: with two nets the nets say what each layer is")
    number = _source_side(spec, file, nets)
    source, target = nets[number], nets[1 - number]
    folds = [fold_net(net.net) for net in nets]
    found = match_file(file, source, folds[number])
    account = _account(spec, found.file, (_framework(source), _framework(target)))
    account.of_reference = number == 0
    inputs = make_inputs(spec.inputs, spec.seed)
    if inputs:  # values that tell ways to pair weights apart; those of the file are carried, not the nets'
        seed_weights(nets[0], spec.seed)
    traces = _traces(nets, inputs, spec)
    pairing = pair((nets[0], traces[0]), (nets[1], traces[1]), spec.mapping)
    if not inputs:
        account.notes.append("layers were paired in the order of their definition: with --input, by running the nets")
    run = _run(nets, inputs, spec)

    def uses() -> tuple[Uses, Uses]:
        return (first_uses(nets[0], run), first_uses(nets[1], run)) if inputs else ({}, {})

    def weigh(pairs: Pairing) -> WeightMap:
        return map_weights(*nets, pairs, spec.mapping, uses)

    weights = weigh(pairing)
    if inputs:
        if not spec.mapping:
            left, right = (nets[0], traces[0]), (nets[1], traces[1])
            pairing, weights = prefer_by_paths((pairing, weights), left, right, weigh, lambda net: record(net, run))
        prefer_with_runs(nets, tuple(inputs), (pairing, weights), traces, spec.seed)
    _Through(account, found, source, target, folds[1 - number]).run(weights, forward=number == 0, ran=bool(inputs))
    return account


def _source_side(spec: Conversion, file: WeightFile, nets: tuple[Subject, Subject]) -> int:
    number = choose_side(file, nets)
    wanted = spec.towards or {"ckpt": "mindspore", "pth": "torch"}.get(_written(spec), "")
    ways = {_framework(nets[0]), _framework(nets[1])}
    if len(ways) == 2 and wanted and _framework(nets[1 - number]) != wanted:
        shares = [with_known_names(file, names_of(net))[1] for net in nets]
        if spec.towards or shares[0] != shares[1]:
            raise CannotCompare(
                f"{file.path} carries the names of {nets[number].name}, so that the other net's are to be written: "
                f"those of {nets[1 - number].name} are not {wanted}'s"
            )
        return 1 - number
    return number


def _traces(nets: tuple[Subject, Subject], inputs: Sequence[Input], spec: Conversion) -> tuple[Trace, Trace]:
    """Run both nets; without inputs there is nothing to record."""
    for net in nets:
        net.set_mode("eval")
    if not inputs:
        return Trace(), Trace()
    traces = [record(net, _run(nets, inputs, spec)) for net in nets]
    for net, trace in zip(nets, traces, strict=True):
        if trace.raised is not None:
            raise CannotCompare(f"{net.name} does not run on these inputs: {at_fault(trace.raised)}; check --input")
    return traces[0], traces[1]


def _run(nets: tuple[Subject, Subject], inputs: Sequence[Input], spec: Conversion) -> Run:
    tensors = [entry.tensor.float() if entry.tensor.is_floating_point() else entry.tensor for entry in inputs]
    return Run(tuple(inputs), tensors, nets[0].parameter_names(), spec.seed)


@dataclass(frozen=True, slots=True)
class _Way:
    """A pair of weights in the direction of the conversion."""

    source: Weight
    target: Weight
    layout: Layout

    @classmethod
    def of(cls, entry: Mapped, *, forward: bool) -> _Way:
        """Return the way of a pair, forward from the reference to the port, or back."""
        if forward:
            return cls(entry.reference, entry.port, entry.layout)
        return cls(entry.port, entry.reference, entry.layout.inverse)


class _Through:
    """Carries the tensors of a file from the one net's names to the other's."""

    def __init__(self, account: Account, found: Filled, source: Subject, target: Subject, folds: list[Folded]) -> None:
        self.account = account
        self.found = found
        self.source = source
        self.target = target
        self.saved = target.saved_names()
        self.kept = source.saved_names()
        self.folds = {fold.weight: fold for fold in folds}
        held = {weight.name: weight.tensor for weight in source.weights}
        self.values = {id(held[path]): entry for path, entry in found.values.items()}
        self.done: dict[str, str] = {}
        self.ran = False

    def run(self, weights: WeightMap, *, forward: bool, ran: bool) -> None:
        """Account for every tensor of the file and of both nets.

        Args:
            weights (WeightMap): which weight is which.
            forward (bool): True if the file is the reference's.
            ran (bool): the nets were run: the order in which weights are used is known.
        """
        guessed = {id(entry) for entry in weights.guessed}
        self.ran = ran
        joined: dict[str, list[_Way]] = {}
        for entry in weights.mapped:
            way = _Way.of(entry, forward=forward)
            if way.layout.inverse.source:
                joined.setdefault(way.target.name, []).append(way)
            else:
                self._carry(way, guessed=id(entry) in guessed)
        for ways in joined.values():
            self._join(ways)
        reached = {id(entry.reference.tensor if forward else entry.port.tensor) for entry in weights.mapped}
        shapes = {id(pair[not forward].tensor): pair[forward] for pair in weights.misshapen}
        for weight in self.source.weights:
            if weight.name in self.found.values and id(weight.tensor) not in reached:
                self._no_partner(weight, shapes.get(id(weight.tensor)))
        for name, other in self.found.tied.items():
            self.account.leave(name, self.found.file.tensors[name], f"tied to {other}, and written with it")
        for name, reason in self.found.unknown.items():
            self.account.refuse(name, self.found.file.tensors[name], reason)
        self._unfilled()

    def _carry(self, way: _Way, *, guessed: bool) -> None:
        source, target, layout = way.source, way.target, way.layout
        held = self.values.get(id(source.tensor))
        if is_counter(target.name):
            return
        if held is None and (source.name in self.kept or source.trainable):
            reason = f"the file has no value for it; {self.source.name} has it"
            self.account.entries.append(Entry("missing", source.name, self.saved.get(target.name, ""), reason=reason))
            self.done[self.saved.get(target.name, target.name)] = source.name
            return
        name, value = held or (source.name, source.tensor.detach())
        reason = "" if held else "a constant that is in no file, as the constructor computes it"
        saved = self.saved.get(target.name)
        if saved is None:
            self.account.leave(name, value, f"{self.target.name} holds it and does not save it")
            return
        if saved in self.done:
            if self.done[saved] != name:
                self.account.refuse(name, value, f"the target ties it to what {self.done[saved]} gives already")
            return
        self.done[saved] = name
        if guessed and not self.ran:
            reason = (
                f"several weights of this shape fit, {saved} among them: --input tells by running, or --map names it"
            )
            self.account.refuse(name, value, reason)
            return
        # the memory of a tied weight stays shared where nothing changes
        if guessed:
            reason = "of several weights of this shape the one used in this place"
        self._write(saved, name, layout.apply(value), str(layout), reason, "guessed" if guessed else "")

    def _join(self, ways: Sequence[_Way]) -> None:
        """Put a weight of the target together that the file holds in parts."""
        target = ways[0].target
        saved = self.saved.get(target.name, target.name)
        self.done[saved] = " + ".join(way.source.name for way in ways)
        held = [self.values.get(id(way.source.tensor)) for way in ways]
        lacking = [way.source.name for way, value in zip(ways, held, strict=True) if value is None]
        for name in lacking:
            reason = f"the file has no value for it; {self.source.name} has it"
            self.account.entries.append(Entry("missing", name, saved, reason=reason))
        given = [entry for entry in held if entry is not None]
        if lacking:
            for name, value in given:
                self.account.refuse(name, value, f"it is part of {saved}, of which the file lacks {lacking[0]}")
            return
        whole = torch.zeros_like(target.tensor, dtype=given[0][1].dtype).detach()
        for way, (_, value) in zip(ways, given, strict=True):
            if way.layout.is_view:
                way.layout.part(whole).copy_(way.layout.apply(value))
            else:
                whole = way.layout.put(whole, value)
        names = " + ".join(name for name, _ in given)
        shared = [str(step) for step in ways[0].layout.steps if all(step in way.layout.steps for way in ways)]
        told = Entry("converted", names, transform=", ".join(["joined by rows", *shared]))
        self.account.convert(names, saved, whole, told)

    def _write(
        self, saved: str, name: str, value: torch.Tensor, transform: str, reason: str, sureness: Sureness = ""
    ) -> None:
        fold = self.folds.get(saved)
        if fold is None:
            folded = "weight_norm folded" if " + " in name else ""
            changes = ", ".join(part for part in (folded, transform) if part)
            told = Entry("converted", name, transform=changes, reason=reason, sureness=sureness)
            self.account.convert(name, saved, value, told)
            return
        for part, piece in fold.apart(value).items():
            told = Entry("converted", name, transform=", ".join(p for p in (transform, "weight_norm split") if p))
            self.account.convert(name, part, piece, told)

    def _no_partner(self, weight: Weight, other: object) -> None:
        name, value = self.found.values[weight.name]
        if is_counter(name):
            self.account.leave(name, value, "MindSpore counts no batches")
        elif self.source.is_constant(weight) and torch.equal(weight.tensor.detach(), value):
            self.account.leave(name, value, f"a constant, which {self.target.name} computes itself or does not need")
        else:
            shape = f": {getattr(other, 'name', '')} has another shape" if other is not None else ""
            self.account.refuse(name, value, f"it has no counterpart in {self.target.name}{shape}")

    def _unfilled(self) -> None:
        """Account for weights of the target that nothing was found for."""
        written = {id(weight.tensor) for weight in self.target.weights if self.saved.get(weight.name) in self.done}
        for weight in self.target.weights:
            saved = self.saved.get(weight.name)
            if saved is None or saved in self.done or is_counter(weight.name):
                continue
            self.done[saved] = saved
            if id(weight.tensor) in written:
                self._write(saved, saved, self._same_tensor(weight.tensor), "", "tied")
            elif self.target.is_constant(weight):
                why = "a constant, as the target's constructor computes it"
                self._write(saved, saved, weight.tensor.detach(), "", why)
            else:
                reason = f"{self.target.name} has it, and nothing of {self.source.name} is its counterpart"
                self.account.entries.append(Entry("missing", "", saved, reason=reason))

    def _same_tensor(self, tensor: torch.Tensor) -> torch.Tensor:
        names = [self.saved[w.name] for w in self.target.weights if w.tensor is tensor and w.name in self.saved]
        return next(self.account.tensors[name] for name in names if name in self.account.tensors)
