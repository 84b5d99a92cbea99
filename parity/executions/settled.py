"""Pairs of operations that a mapping settles: the user's own of layers, or one of msprobe's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from parity.dumps.execution import Entry
from parity.dumps.mapping import SEVERAL, TOP, WITHIN
from parity.executions.units import Operations, Unit

_Wanted = Callable[[Entry], Iterator[str]]
_PHASES = (".forward.", ".backward.", ".parameters_grad.")


def settled_pairs(mapping: Mapping[str, str], reference: Operations, port: Operations) -> list[tuple[int, int]]:
    """Return the numbers of operations that a mapping says are one.

    Args:
        mapping (Mapping[str, str]): from the reference's name to the port's; paths of layers, or what
            `parity.dumps.mapping` reads.
        reference (Operations): of the side taken as right.
        port (Operations): of the other.
    """
    names = _names(reference)
    wanted = _rules(mapping, port)
    found: list[tuple[int, int]] = []
    taken: set[int] = set()
    for unit in port.units:
        for entry in _entries(unit):
            number = next((names[name] for rule in wanted for name in rule(entry) if name in names), None)
            if number is not None and number not in taken:
                taken.add(number)
                found.append((number, unit.number))
                break
    return found


def _entries(unit: Unit) -> list[Entry]:
    return [unit.entry, *(call for call in unit.calls if call is not unit.entry)]


def _names(operations: Operations) -> dict[str, int]:
    """Return the operation that each name of an entry belongs to; of layers their path and number too."""
    found: dict[str, int] = {}
    for unit in operations.units:
        for entry in _entries(unit):
            found.setdefault(entry.name, unit.number)
            if entry.kind == "module":
                found.setdefault(_path_key(entry.path, entry.number), unit.number)
    for (parent, cls), calls in _calls_within(operations).items():
        for index, call in enumerate(calls):
            number = found.get(call.name)
            if number is not None:
                found.setdefault(_call_key(parent, cls, index), number)
    return found


def _path_key(path: str, number: int) -> str:
    return f"{path}#{number}"


def _call_key(parent: str, name: str, index: int) -> str:
    return f"{parent}/{name}#{index}"


def _calls_within(operations: Operations) -> dict[tuple[str, str], list[Entry]]:
    """Return the calls of each API within each layer, in order."""
    modules = {entry.name: entry.path for entry in operations.execution.entries if entry.kind == "module"}
    found: dict[tuple[str, str], list[Entry]] = {}
    for entry in operations.execution.of_phase("forward"):
        if entry.kind == "api":
            found.setdefault((modules.get(entry.parent or "", ""), entry.type), []).append(entry)
    return found


def _rules(mapping: Mapping[str, str], port: Operations) -> list[_Wanted]:
    turned = {name: ref for ref, names in mapping.items() for name in names.split(SEVERAL)}
    cells = {k.partition(".")[2]: v.partition(".")[2] for k, v in turned.items() if k.startswith("Cell.")}
    entries = {k: v for k, v in turned.items() if any(phase in f"{k}." for phase in _PHASES)}
    layers = {k: v for k, v in turned.items() if WITHIN in k}
    others = {k: v for k, v in turned.items() if k not in entries and k not in layers and not k.startswith("Cell.")}

    def by_entry(entry: Entry) -> Iterator[str]:
        if entry.name in entries:
            yield entries[entry.name]

    def by_path(entry: Entry) -> Iterator[str]:
        if entry.kind == "module" and entry.path in others:
            yield _path_key(others[entry.path], entry.number)

    def by_api(entry: Entry) -> Iterator[str]:
        if entry.kind == "api":
            api = entry.name.removesuffix(f".{entry.number}.{entry.phase}")
            if api in others:
                yield f"{others[api]}.{entry.number}.{entry.phase}"

    rules: list[_Wanted] = [by_entry, by_path, by_api]
    if cells:
        rules.append(_by_cell(cells))
    if layers:
        rules.append(_Scopes(layers, port).wanted)
    return rules


def _by_cell(cells: Mapping[str, str]) -> _Wanted:
    """Return the names that a cell mapping gives: whole, or with the parts replaced that it lists, as msprobe does."""

    def wanted(entry: Entry) -> Iterator[str]:
        if entry.kind != "module":
            return
        name = f"{entry.path}.{entry.type}"
        changed = cells.get(name, "")
        if not changed:
            changed = name
            for old, new in cells.items():
                changed = changed.replace(old, new, 1)
            if changed == name:
                return
        yield f"Module.{changed}.{entry.phase}.{entry.number}"
        yield _path_key(changed.rpartition(".")[0], entry.number)

    return wanted


class _Scopes:
    """Names that a layer mapping gives: each part of a path is looked up within the class of the layer around it.

    Args:
        layers (Mapping[str, str]): ``"Block:attn"`` to ``"Block:attention"``.
        port (Operations): whose paths are converted.
    """

    def __init__(self, layers: Mapping[str, str], port: Operations) -> None:
        self._classes = {entry.path: entry.type for entry in port.execution.entries if entry.kind == "module"}
        self._modules = {entry.name: entry.path for entry in port.execution.entries if entry.kind == "module"}
        self._calls = {call.name: index for calls in _calls_within(port).values() for index, call in enumerate(calls)}
        self._names: dict[str, list[tuple[str, str]]] = {}
        for name, wanted in layers.items():
            cls, _, inner = name.partition(WITHIN)
            self._names.setdefault(cls, []).append((inner, wanted.partition(WITHIN)[2]))
        for entries in self._names.values():
            entries.sort(key=lambda entry: -entry[0].count("."))

    def wanted(self, entry: Entry) -> Iterator[str]:
        """Yield the reference's names for an entry of the port, where the mapping changes any part of them."""
        if entry.kind == "module":
            path = self._converted(entry.path)
            if path != entry.path:
                yield _path_key(path, entry.number)
            return
        around = self._modules.get(entry.parent or "", "")
        path, cls = self._converted(around), self._classes.get(around, TOP)
        name = next((new for old, new in self._names.get(cls, ()) if old == entry.type), entry.type)
        if name != entry.type:
            yield _call_key(path, name, self._calls.get(entry.name, 0))

    def _converted(self, path: str) -> str:
        parts = path.split(".") if path else []
        made: list[str] = []
        at = 0
        while at < len(parts):
            cls = self._classes.get(".".join(parts[:at]), TOP) if at else TOP
            rest = ".".join(parts[at:])
            old, new = next(
                (entry for entry in self._names.get(cls, ()) if rest == entry[0] or rest.startswith(f"{entry[0]}.")),
                (parts[at], parts[at]),
            )
            made.append(new)
            at += old.count(".") + 1
        return ".".join(made)
