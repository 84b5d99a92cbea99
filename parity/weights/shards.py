"""Checkpoints in several files, as models are published: an index with its shards, or a folder of them.

An index is Hugging Face's ``*.index.json`` (``{"weight_map": {name: file}}``) or MindSpore's ``param_name_map.json``
(``{name: file}``). Tensors of safetensors and of zipped `.bin` files stay on the disk until their values are asked for.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import torch

from parity.code.errors import CannotCompare

INDEX = "model.safetensors.index.json"
_NAME_MAP = "param_name_map.json"
_UNFINISHED = ".unfinished.json"
_ENDINGS = (".safetensors", ".ckpt", ".bin", ".pth", ".pt")
SHARD_BYTES = 5 * 10**9
"""Size of the shards written, in bytes: what Hugging Face's own tools write."""

Save = Callable[[Path, Mapping[str, torch.Tensor]], None]
Progress = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Shards:
    """Where a checkpoint in several files keeps its tensors.

    Args:
        folder (Path): the folder of the shards.
        files (tuple[Path, ...]): the shards, in the order of their names.
        places (Mapping[str, str] | None): name of each tensor to the file that holds it; None where no index says so.
    """

    folder: Path
    files: tuple[Path, ...]
    places: Mapping[str, str] | None


def is_sharded(path: Path) -> bool:
    """Tell whether a path names a checkpoint in several files: a folder, or an index."""
    return path.is_dir() or path.suffix.lower() == ".json"


def find_shards(path: Path) -> Shards:
    """Find the files of a checkpoint.

    Args:
        path (Path): the index, or the folder.

    Raises:
        CannotCompare: if there is no index that can be read, a shard is missing, or a folder holds several checkpoints.
    """
    if path.is_dir() and (path / _UNFINISHED).exists():
        raise CannotCompare(f"{path} is not finished: its conversion was stopped; run it again, and it goes on")
    index = path if path.is_file() else _index_in(path)
    if index is None:
        return Shards(path, _loose(path), None)
    places = _read_index(index)
    folder = index.parent
    files = tuple(folder / name for name in sorted(set(places.values())))
    missing = [file.name for file in files if not file.is_file()]
    if missing:
        raise CannotCompare(f"{index} names {missing[0]}{_more(missing)}, which is not there: fetch it again")
    return Shards(folder, files, places)


def checked(shards: Shards, held: Mapping[str, str]) -> list[str]:
    """Hold the index against what the shards hold; return the names that no index names.

    Args:
        shards (Shards): the checkpoint.
        held (Mapping[str, str]): name of each tensor to the file in which it was found.

    Raises:
        CannotCompare: if a tensor is not where the index says.
    """
    if shards.places is None:
        return []
    wrong = [name for name, file in shards.places.items() if held.get(name) != file]
    if wrong:
        file = shards.places[wrong[0]]
        raise CannotCompare(
            f"the index of {shards.folder} says that {file} holds {wrong[0]}{_more(wrong)}, and it does not: the shard "
            "is damaged or of another version; fetch it again"
        )
    return [name for name in held if name not in shards.places]


def write_shards(
    folder: Path,
    tensors: Mapping[str, torch.Tensor],
    save: Save,
    of: str = "",
    limit: int = SHARD_BYTES,
    progress: Progress | None = None,
) -> None:
    """Write a checkpoint in shards with its index; a run that was killed is taken up where it stopped.

    Args:
        folder (Path): made if it is not there.
        tensors (Mapping[str, torch.Tensor]): the weights by name.
        save (Save): writes one safetensors file.
        of (str): what the tensors were made of, which tells whether shards that are there belong to this run.
        limit (int): greatest size of a shard in bytes; a larger tensor has one of its own. Default: `SHARD_BYTES`.
        progress (Progress, optional): told the shard and the share of the bytes written. Default: ``None``.

    Raises:
        CannotCompare: if the folder holds another checkpoint.
        OSError: if it cannot be written.
    """
    parts = list(_parted(tensors, limit))
    files = {_shard_name(number, len(parts)): part for number, part in enumerate(parts, 1)}
    places = {name: file for file, part in files.items() for name in part}
    digest = _digest(tensors, places, of)
    folder.mkdir(exist_ok=True)
    done = _begun(folder, digest)
    whole = sum(_size(value) for value in tensors.values())
    written = 0
    for file, part in files.items():
        if progress is not None:
            progress(f"writing {file}", written / max(whole, 1))
        if file not in done:
            _replace(folder / file, partial(_save_part, save, {name: tensors[name] for name in part}))
            done.append(file)
            _replace_text(folder / _UNFINISHED, json.dumps({"of": digest, "done": done}))
        written += sum(_size(tensors[name]) for name in part)
    index = {"metadata": {"total_size": whole}, "weight_map": places}
    _replace_text(folder / INDEX, json.dumps(index, indent=2) + "\n")
    (folder / _UNFINISHED).unlink(missing_ok=True)


def _index_in(folder: Path) -> Path | None:
    found = sorted(folder.glob("*.index.json")) + sorted(folder.glob(_NAME_MAP))
    safe = [path for path in found if "safetensors" in path.name or path.name == _NAME_MAP]
    chosen = safe or found
    if len(chosen) > 1:
        names = ", ".join(path.name for path in chosen)
        raise CannotCompare(f"{folder} holds several indices ({names}): name one of them")
    return chosen[0] if chosen else None


def _loose(folder: Path) -> tuple[Path, ...]:
    for ending in _ENDINGS:
        files = tuple(sorted(path for path in folder.glob(f"*{ending}") if not path.name.startswith(".")))
        if files:
            return files
    raise CannotCompare(f"{folder} holds no weights: no index (*.index.json) and no file that ends in {_ENDINGS[0]}")


def _read_index(path: Path) -> dict[str, str]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CannotCompare(f"{path} is no index of weights: {error}") from error
    found = content.get("weight_map", content) if isinstance(content, dict) else None
    if not isinstance(found, dict) or not found or not all(isinstance(file, str) for file in found.values()):
        raise CannotCompare(f'{path} is no index of weights: it should hold {{"weight_map": {{name: file}}}}')
    outside = [file for file in found.values() if Path(file).name != file]
    if outside:
        raise CannotCompare(f"{path} names {outside[0]!r}: shards lie beside their index")
    return found


def _more(names: Sequence[str]) -> str:
    return f" and {len(names) - 1} more" if len(names) > 1 else ""


def _size(tensor: torch.Tensor) -> int:
    return tensor.numel() * tensor.element_size()


def _parted(tensors: Mapping[str, torch.Tensor], limit: int) -> Iterator[list[str]]:
    part: list[str] = []
    size = 0
    for name, value in tensors.items():
        if part and size + _size(value) > limit:
            yield part
            part, size = [], 0
        part.append(name)
        size += _size(value)
    if part:
        yield part


def _shard_name(number: int, count: int) -> str:
    return f"model-{number:05d}-of-{count:05d}.safetensors"


def _digest(tensors: Mapping[str, torch.Tensor], places: Mapping[str, str], of: str) -> str:
    content = [of, *(f"{name} {places[name]} {tuple(v.shape)} {v.dtype}" for name, v in tensors.items())]
    return hashlib.sha256("\n".join(content).encode()).hexdigest()


def _begun(folder: Path, digest: str) -> list[str]:
    """Return the shards that an earlier, killed run of the same conversion has written."""
    for left in folder.glob(".*.tmp"):
        left.unlink()
    try:
        begun = json.loads((folder / _UNFINISHED).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        begun = None
    if isinstance(begun, dict) and begun.get("of") == digest:
        return [file for file in begun.get("done", []) if (folder / file).is_file()]
    there = [path.name for path in folder.glob("*") if path.suffix in _ENDINGS or path.name.endswith(".index.json")]
    if there and begun is None:
        raise CannotCompare(f"{folder} holds {there[0]} already: name an empty folder, or remove what is there")
    return []


def _save_part(save: Save, part: Mapping[str, torch.Tensor], place: Path) -> None:
    save(place, part)


def _replace_text(path: Path, text: str) -> None:
    _replace(path, lambda place: place.write_text(text, encoding="utf-8"))


def _replace(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file whole or not at all; what a killed run leaves has a name that the next one clears away."""
    temporary = path.parent / f".{path.name.removeprefix('.')}.tmp"
    try:
        write(temporary)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
