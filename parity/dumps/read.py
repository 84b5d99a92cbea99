"""Reading one dump: dump.json with its tensors, stack.json and construct.json beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mappings.rows.model import Opaque
from parity.code.errors import CannotCompare, describe
from parity.dumps.execution import Entry, Execution, Frame, Kind, Phase, Stored, tensors_in
from parity.dumps.files import TensorFiles
from parity.dumps.folder import FILE, Place
from parity.dumps.stack import read_stack
from parity.dumps.values import read_tensor

DATA = "dump_tensor_data"
_DAMAGE = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError, RecursionError)
_MODULES = frozenset({"Module", "Cell"})
_PHASES: dict[str, Phase] = {"forward": "forward", "backward": "backward", "parameters_grad": "parameters_grad"}
_TASKS_WITHOUT_VALUES = frozenset({"structure", "nan_check", "overflow_check"})


def read_dump(place: Place) -> Execution:
    """Read one step of one rank.

    Tensors stay on the disk until they are asked for; the folder beside dump.json is taken, not the one that
    ``dump_data_dir`` names, which is one of the machine that wrote it.

    Args:
        place (Place): where it lies.

    Raises:
        CannotCompare: if dump.json is missing, truncated or damaged; one line that names it.
    """
    folder = place.folder
    path = folder / FILE if (folder / FILE).exists() else folder / "debug.json"
    found = _json(path)
    if not isinstance(found, dict) or not isinstance(found.get("data"), dict):
        raise CannotCompare(f'dump: {path} is not one of msprobe\'s: it has no object "data"')
    execution = Execution(
        name=folder.as_posix(),
        folder=folder,
        framework=str(found.get("framework") or _guess(found["data"])),
        level=str(found.get("level") or ""),
        task=str(found.get("task") or ""),
        step=place.step,
        rank=place.rank,
    )
    if execution.framework not in {"pytorch", "mindspore", "mindtorch"}:
        raise CannotCompare(f"dump: {path} is of the framework {execution.framework!r}, which is not known here")
    if execution.task in _TASKS_WITHOUT_VALUES:
        raise CannotCompare(
            f"dump: {path} was made with task {execution.task!r} and holds no values: dump again with task "
            "'statistics' or 'tensor'"
        )
    frames, around = _stack(execution, folder), _around(execution, folder)
    files = TensorFiles(folder / DATA)
    try:
        for name, value in found["data"].items():
            entry = _entry(str(name), value, files, frames, around)
            if entry is not None:
                execution.entries.append(entry)
    except _DAMAGE as error:
        raise CannotCompare(f"dump: {path} is damaged at {name!r} ({describe(error)[:160]}); dump it again") from error
    _missing(execution)
    return execution


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        raise CannotCompare(f"dump: {path} is missing; copy the whole folder") from None
    except (OSError, ValueError, RecursionError) as error:
        raise CannotCompare(
            f"dump: {path} cannot be read ({describe(error)[:160]}): it is truncated or damaged; copy it again, and "
            "see that the script called debugger.stop()"
        ) from error


def _guess(data: Mapping[str, Any]) -> str:
    """Name the framework of an old dump by the names of its entries."""
    first = next(iter(data), "")
    return "mindspore" if first.startswith(("Cell.", "Primitive.", "Mint", "Jit.")) else "pytorch"


def _beside(execution: Execution, path: Path) -> Any:
    """Return what a file beside dump.json holds; one that cannot be read is noted, and missed."""
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        execution.notes.append(f"{path.name} is missing")
    except (OSError, ValueError, RecursionError):
        execution.notes.append(f"{path.name} cannot be read")
    return {}


def _stack(execution: Execution, folder: Path) -> dict[str, tuple[Frame, ...]]:
    try:
        return read_stack(_beside(execution, folder / "stack.json"))
    except _DAMAGE:
        execution.notes.append("stack.json is damaged")
        return {}


def _around(execution: Execution, folder: Path) -> dict[str, tuple[str | None, int | None]]:
    """Return the module around every entry, and its micro step where Megatron's ``[parent, micro step]`` says it."""
    found = _beside(execution, folder / "construct.json")
    if not isinstance(found, dict):
        execution.notes.append("construct.json is damaged")
        return {}
    around: dict[str, tuple[str | None, int | None]] = {}
    for name, value in found.items():
        parent, step = (*value, None, None)[:2] if isinstance(value, list) else (value, None)
        counted = isinstance(step, int) and not isinstance(step, bool)
        around[name] = (parent if isinstance(parent, str) else None, step if counted else None)
    return around


def _missing(execution: Execution) -> None:
    """Note how many tensors were to be there and are not."""
    if execution.task != "tensor":
        return
    lost = total = 0
    for entry in execution.entries:
        for stored in (*entry.inputs, *entry.results, *entry.parameters.values()):
            total += 1
            lost += not stored.has_values and stored.numel > 0
    if lost:
        execution.notes.append(f"{lost} of {total} tensors have no file: their figures are compared")


def _entry(
    name: str,
    value: Any,
    files: TensorFiles,
    frames: Mapping[str, tuple[Frame, ...]],
    around: Mapping[str, tuple[str | None, int | None]],
) -> Entry | None:
    parts = _split(name)
    if parts is None or not isinstance(value, dict):
        return None
    kind, family, path, cls, phase, number = parts
    parent, micro_step = around.get(name, (None, None))
    common: dict[str, Any] = {"parent": parent, "frames": frames.get(name, ()), "micro_step": micro_step}
    made: tuple[str, Kind, str, str, str, Phase, int] = (name, kind, family, path, cls, phase, number)
    if phase == "parameters_grad":
        gradients = {str(key): _first(_tree(item, files)) for key, item in value.items()}
        kept = {key: stored for key, stored in gradients.items() if stored is not None}
        return Entry(*made, parameters=kept, **common)
    if phase == "backward":
        return Entry(*made, args=_list(value.get("input"), files), outputs=_list(value.get("output"), files), **common)
    if phase == "debug":
        return Entry(*made, outputs=(_tree(value, files),), **common)
    kwargs = value.get("input_kwargs") or {}
    weights = value.get("parameters") or {}
    parameters = {str(key): _first(_tree(item, files)) for key, item in dict(weights).items()}
    return Entry(
        *made,
        args=_list(value.get("input_args", value.get("input")), files),
        kwargs={str(key): _tree(item, files) for key, item in dict(kwargs).items()},
        outputs=_list(value.get("output"), files),
        parameters={key: stored for key, stored in parameters.items() if stored is not None},
        **common,
    )


def _first(value: object) -> Stored | None:
    return next(tensors_in(value), None)


_DEBUG = re.compile(r"(?P<name>.+)\.(?P<number>\d+)\.debug")


def _split(name: str) -> tuple[Kind, str, str, str, Phase, int] | None:
    """Take an entry's name apart: kind, family, path, type, phase, number; None for what is none."""
    parts = name.split(".")
    if parts[0] in _MODULES and len(parts) >= 4 and parts[-2] in _PHASES and parts[-1].isdigit():
        return "module", parts[0], ".".join(parts[1:-3]), parts[-3], _PHASES[parts[-2]], int(parts[-1])
    if len(parts) >= 4 and parts[-1] in _PHASES and parts[-2].isdigit():
        return "api", parts[0], ".".join(parts[1:-3]), parts[-3], _PHASES[parts[-1]], int(parts[-2])
    debug = _DEBUG.fullmatch(name)
    return ("debug", "debug", "", debug["name"], "debug", int(debug["number"])) if debug else None


def _list(value: Any, files: TensorFiles) -> tuple[object, ...]:
    if value is None:
        return ()
    return tuple(_tree(item, files) for item in value) if isinstance(value, list) else (_tree(value, files),)


_LITERALS = {"int": int, "float": float, "bool": bool, "str": str}


def _tree(value: Any, files: TensorFiles) -> object:
    """Return an argument: tensors as `Stored`, numbers and texts as they are, anything else as its text."""
    if isinstance(value, list):
        return [_tree(item, files) for item in value]
    if not isinstance(value, dict):
        return value
    kind = value.get("type")
    if isinstance(kind, str) and "shape" in value and "dtype" in value:
        return read_tensor(value, files)
    if isinstance(kind, str) and ("value" in value or kind == "NoneType"):
        return _plain(kind, value.get("value"))
    if kind == "torch.memory_format":
        return Opaque(f"torch.{value.get('format')}")
    return {str(key): _tree(item, files) for key, item in value.items()}


def _plain(kind: str, value: Any) -> object:
    if kind == "NoneType":
        return None
    if kind in _LITERALS and value is not None:
        return _LITERALS[kind](value)
    if kind in {"torch.Size", "tuple", "list"} and isinstance(value, list):
        return tuple(value)
    if kind == "slice" and isinstance(value, list) and len(value) == 3:
        return slice(*value)
    return Opaque(str(value))
