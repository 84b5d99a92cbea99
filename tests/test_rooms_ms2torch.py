"""The rooms of ms2torch: which may import which, and that no way leads back up. Imports inside functions count.

Stub files do not count: they are the faces, and say where MindSpore's own module paths find what lives elsewhere
(`mindspore.ops.function.grad` is in `autodiff`, which stands above `ops`).
"""

from __future__ import annotations

from pathlib import Path

from tests import sources

ROOT = sources.ROOT / "ms2torch"

# From the ground up: a room may import only rooms that stand before it, and of those the ones named here.
ROOMS = {
    # the ground: no operation yet
    "_errors": set(),
    "_lazy": set(),
    "_dropped": set(),
    "_hook": {"_errors"},
    "_names_table": set(),
    "_known_names": {"_names_table"},
    "_known_operations": {"_known_names", "_names_table"},
    "_siblings": set(),
    "_core": set(),
    "_updates": set(),
    "_checkparam": {"_core", "_dropped"},
    "context": {"_core"},
    "_run": {"_hook", "context"},
    "log": set(),
    # operations, then Tensor with its methods, then differentiation, then Cells
    "communication": {"_core", "_errors", "_lazy", "context"},
    "ops": {"_core", "_errors", "_lazy", "_updates", "communication"},
    "common": {"_checkparam", "_core", "_errors", "_lazy", "log", "ops"},
    "autodiff": {"_core", "common", "ops"},
    "nn": {
        "_checkparam",
        "_core",
        "_errors",
        "_lazy",
        "_updates",
        "autodiff",
        "common",
        "communication",
        "context",
        "ops",
    },
    # beside or above them
    "mint": {"_core", "_errors", "_lazy", "_updates", "common", "communication", "nn", "ops"},
    "numpy": {"_core", "_errors", "_lazy", "ops"},
    "scipy": {"_core", "_errors", "_lazy", "autodiff", "common", "ops"},
    "experimental": {"_checkparam", "_core", "_lazy", "_updates", "common", "nn"},
    "boost": {"_core", "_errors", "_lazy", "common", "nn", "ops"},
    "rewrite": {"_lazy", "nn", "ops"},
    "parallel": {"_core", "_errors", "_hook", "_lazy", "_run", "common", "communication", "context", "nn", "ops"},
    "train": {"_checkparam", "_core", "_errors", "common", "communication", "context", "log", "nn", "ops", "parallel"},
    "mindrecord": {"_errors", "log"},
    "dataset": {"_core", "_errors", "_lazy", "common", "communication", "log", "mindrecord", "train"},
    "amp": {"_core", "common", "train"},
    "onnx": {"_errors", "nn", "train"},
    "graph": {"common"},
    "utils": {"_lazy", "common"},
    # the device and the process
    "runtime": {"_checkparam", "_lazy", "context"},
    "hal": {"_core", "_errors", "_lazy", "context", "runtime"},
    "device_context": {"_checkparam", "_errors", "context", "hal", "log"},
    "device_manager": {"_checkparam", "context"},
    "_device_block": {"context"},
    "profiler": {"_errors", "_lazy", "communication", "log", "train"},
    "multiprocessing": set(),
    "ops_generate": set(),
    "safeguard": set(),
    # names of MindSpore's C++ parts
    "_c_expression": {"_core", "common", "log"},
    "_c_dataengine": {"dataset"},
    "_extends": set(),
    "_check_jit_forbidden_api": set(),
    # the package itself
    "__init__": {"_lazy", "common"},
    "__main__": {"_run", "_siblings"},
    "version": {"__init__"},
    "run_check": {"__init__", "_core", "context"},
}

# Within ops: the families of functions, then the Primitives.
ROOMS_OF_OPS = {
    "function._elementwise": set(),
    "function.math": {"function._elementwise"},
    "function.array": {"function._elementwise", "function.math"},
    "function.nn": {"function.math"},
    "function.linalg": {"function.math"},
    "function.image": {"function.nn"},
    "function.random": set(),
    "function.spectral": set(),
    "function.sparse": {"function.array", "function.math", "function.nn"},
    "function.compat": {"function.array", "function.math"},
}


def modules_imported(path: Path) -> set[str]:
    """What of ms2torch a file imports, as dotted names below the package; "" is the package itself."""
    found: set[str] = set()
    for one in sources.source(path).executed:
        assert not one.level, f"{path}:{one.line}: an import relative to the package"
        found.add(f"{one.module}.{one.name}" if one.name else one.module)
    return {name.partition(".")[2] for name in found if name.split(".")[0] == "ms2torch"}


def files_of(room: str) -> list[Path]:
    place = ROOT.joinpath(*room.split("."))
    return sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def room_of(module: str, rooms: dict[str, set[str]]) -> str | None:
    """The room of a table that a dotted name is in; None if it is outside of all."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        if ".".join(parts[:length]) in rooms:
            return ".".join(parts[:length])
    return None


def faults_of(room: str, rooms: dict[str, set[str]], below: str = "") -> list[str]:
    """Where a room breaks its table."""
    above = set(list(rooms)[list(rooms).index(room) :])
    used: dict[str, set[str]] = {}
    for path in files_of(f"{below}{room}"):
        for module in modules_imported(path):
            other = room_of(module.removeprefix(below), rooms) if module.startswith(below) else None
            if other is None and not below:
                other = "__init__"  # a name that the package exports
            if other not in (None, room):
                used.setdefault(other, set()).add(path.relative_to(ROOT).as_posix())
    allowed = rooms[room]
    return [
        *(f"{room} may import only rooms before it in the table, not {other}" for other in sorted(allowed & above)),
        *(f"{room} imports {other} in {used[other]}; the table has not" for other in sorted(set(used) - allowed)),
        *(f"{room} no longer imports {other}: take it out of the table" for other in sorted(allowed - set(used))),
    ]


def test_rooms_import_downwards() -> None:
    faults = [fault for room in ROOMS for fault in faults_of(room, ROOMS)]
    assert not faults, "\n".join(faults)


def test_families_of_operations_import_downwards_between_their_rooms() -> None:
    faults = [fault for room in ROOMS_OF_OPS for fault in faults_of(room, ROOMS_OF_OPS, below="ops.")]
    assert not faults, "\n".join(faults)


def test_functions_know_nothing_of_primitives() -> None:
    wrong = {
        path.relative_to(ROOT).as_posix(): sorted(above)
        for path in files_of("ops.function")
        if (above := {m for m in modules_imported(path) if m.startswith(("ops.operations", "ops.primitive"))})
    }
    assert not wrong


def test_every_room_stands_in_the_table() -> None:
    rooms = {path.stem for path in ROOT.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    assert rooms == set(ROOMS)
    families = {
        f"function.{path.stem}" for path in (ROOT / "ops" / "function").iterdir() if (path / "__init__.py").is_file()
    }
    assert families - {"function.grad"} <= set(ROOMS_OF_OPS)  # grad: MindSpore's own path, which holds no code


def test_the_files_of_dataset_pipelines_import_each_other_in_one_direction() -> None:
    """Imports in functions and for types count; the package's own file, which imports the operations, does not."""
    package = "ms2torch.dataset.engine"
    files = {
        found.path.stem: found for found in sources.sources("ms2torch/dataset/engine") if found.path.stem != "__init__"
    }
    edges = {
        name: {part for found in file.imports for part in _below(f"{found.module}.{found.name}", package)} & set(files)
        for name, file in files.items()
    }
    while free := {name for name, used in edges.items() if not used & set(edges)}:
        edges = {name: used for name, used in edges.items() if name not in free}
    assert not edges, f"among these files is a circle of imports: {sorted(edges)}"


def _below(full: str, package: str) -> set[str]:
    """What stands behind the package's name, up to the next dot."""
    return {full.removeprefix(f"{package}.").split(".")[0]} if full.startswith(f"{package}.") else set()
