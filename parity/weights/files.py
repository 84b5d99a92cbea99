"""Files of weights: `.pth`/`.pt`, `.safetensors` and `.ckpt` read into named tensors, and written whole or not at all.

Checkpoints in several files are read and written by the same functions (`parity.weights.shards` knows their forms).

No code in a file is ever executed. What a file holds besides weights (optimizer state, counters, texts) is set aside by
name and reason, so that everything can be accounted for.
"""

from __future__ import annotations

import argparse
import re
import secrets
import warnings
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import torch

from parity.code.errors import CannotCompare
from parity.nets.roles import ONLY_MINDSPORE, ONLY_TORCH, last
from parity.weights.ranks import has_ranks, read_ranks
from parity.weights.shards import SHARD_BYTES, Progress, checked, find_shards, is_sharded, write_shards
from parity.weights.streaming import write_safetensors

Framework = Literal["torch", "mindspore"]

FORMATS = {
    ".pth": "pth", ".pt": "pth", ".bin": "pth", ".pkl": "pth", ".tar": "pth",
    ".safetensors": "safetensors", ".ckpt": "ckpt",
}  # fmt: skip
_WRAPPERS = (
    "state_dict", "model_state_dict", "model_state", "model", "module", "network", "net", "weights", "params",
    "net_state_dict",
)  # fmt: skip
_PREFIXES = ("module.", "_orig_mod.")
_OPTIMIZER = re.compile(
    r"(?:moment[12s]?|accum|stat|lamb_[mv]|adam_[mv]|mean_square|mean_grad(?:ient)?|linear|velocity|vhat|vmax)\."
)
_TRAINING = frozenset({
    "global_step", "learning_rate", "beta1_power", "beta2_power", "momentum", "scale_sense", "loss_scale",
    "current_iterator_step", "last_overflow_iterator_step", "epoch_num", "step_num", "weight_decay",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetAside:
    """Something of a file that is no weight, and why."""

    name: str
    reason: str


@dataclass(slots=True)
class WeightFile:
    """What a file of weights holds.

    Args:
        path (Path): the file.
        format (str): ``"pth"``, ``"safetensors"``, ``"ckpt"``, or ``"shards"`` of one of them.
        tensors (dict[str, torch.Tensor]): the weights by name, in the file's order.
        set_aside (list[SetAside]): what else it holds.
        wrapper (str): where in the file the weights stood, or "".
        prefix (str): what was taken off every name, or "".
        saved_by (Framework | None): the framework the file says it is of.
    """

    path: Path
    format: str
    tensors: dict[str, torch.Tensor]
    set_aside: list[SetAside] = field(default_factory=list)
    wrapper: str = ""
    prefix: str = ""
    saved_by: Framework | None = None

    def __str__(self) -> str:
        return str(self.path)

    @property
    def framework(self) -> Framework | None:
        """The framework whose names the weights carry, or None where nothing tells."""
        if self.saved_by is not None:
            return self.saved_by
        names = {last(name) for name in self.tensors}
        mindspore, torch_ = bool(names & ONLY_MINDSPORE), bool(names & ONLY_TORCH)
        if mindspore != torch_:
            return "mindspore" if mindspore else "torch"
        return None


def format_of(path: Path) -> str:
    """Return the format that a file's name says.

    Raises:
        CannotCompare: if its ending is none of those known.
    """
    found = FORMATS.get(path.suffix.lower())
    if found is None:
        raise CannotCompare(f"{path}: the ending says no format of weights; use one of {', '.join(FORMATS)}")
    return found


def read_weights(path: Path, key: str = "") -> WeightFile:
    """Read a file of weights.

    Args:
        path (Path): the file; or the index or folder of a checkpoint in several files, or of ranks.
        key (str): which entry of a `.pth` file holds the weights, as ``"model"`` or ``"ema.model"``. Default: ``""``,
            found by itself.

    Raises:
        CannotCompare: if there is no such file, it is damaged, holds code, or no weights.
    """
    if has_ranks(path):
        found = _from_ranks(path)
    elif is_sharded(path):
        found = _from_shards(path, key)
    else:
        found = _from_file(path, key)
    _strip_prefix(found)
    _set_optimizer_aside(found)
    if not found.tensors:
        raise CannotCompare(f"{path} holds no weights")
    return found


def _from_file(path: Path, key: str) -> WeightFile:
    form = format_of(path)
    if not path.is_file():
        raise CannotCompare(f"{path}: there is no such file")
    if key and form != "pth":
        raise CannotCompare(f"--key {key}: only a .pth file has entries to choose from, and {path} is none")
    return _from_torch(path, key) if form == "pth" else _from_mindspore(path, form)


def _from_ranks(path: Path) -> WeightFile:
    tensors, texts = read_ranks(path)
    return WeightFile(path, "ckpt", tensors, [SetAside(name, "a text") for name in texts], saved_by="mindspore")


def _from_shards(path: Path, key: str) -> WeightFile:
    if not path.exists():
        raise CannotCompare(f"{path}: there is no such file")
    shards = find_shards(path)
    found = WeightFile(path, "shards", {})
    held: dict[str, str] = {}
    for file in shards.files:
        part = _from_file(file, key)
        twice = next((name for name in part.tensors if name in held), None)
        if twice is not None:
            raise CannotCompare(
                f"{held[twice]} and {file.name} in {shards.folder} both hold {twice}: name one of them, or the index"
            )
        held.update(dict.fromkeys(part.tensors, file.name))
        found.tensors.update(part.tensors)
        found.set_aside += part.set_aside
        found.saved_by = found.saved_by or part.saved_by
    for name in checked(shards, held):
        del found.tensors[name]
        found.set_aside.append(SetAside(name, "the index does not name it"))
    if shards.places is not None:  # a shard's own order is that of the alphabet, the index keeps the net's
        found.tensors = {name: found.tensors[name] for name in shards.places if name in found.tensors}
    return found


def _from_torch(path: Path, key: str) -> WeightFile:
    content = _load(path)
    wrapper, state, others = _unwrapped(path, content, key)
    found = WeightFile(path, "pth", {}, wrapper=wrapper, saved_by="torch")
    found.set_aside += [SetAside(name, _what(name, value)) for name, value in others]
    for name, value in state.items():
        if isinstance(value, torch.Tensor):
            found.tensors[str(name)] = value.detach()
        else:
            found.set_aside.append(SetAside(str(name), f"no tensor but {type(value).__name__}"))
    return found


def _load(path: Path) -> object:
    try:
        with torch.serialization.safe_globals([argparse.Namespace]), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _mapped(path) if zipfile.is_zipfile(path) else _plain(path)
    except Exception as error:
        kind = re.search(r"GLOBAL ([\w.]+)", str(error))
        if kind is not None:
            raise CannotCompare(
                f"{path} holds pickled objects ({kind[1]}), which are not executed: save net.state_dict() instead"
            ) from error
        what = "a TorchScript archive" if "TorchScript" in str(error) else "no torch file, or a damaged one"
        raise CannotCompare(f"{path} is {what}: save net.state_dict() with torch.save") from error


def _mapped(path: Path) -> object:
    """Read a zipped file with its values left on the disk until they are asked for."""
    try:
        return torch.load(path, map_location="cpu", weights_only=True, mmap=True)
    except RuntimeError:  # a TorchScript archive, or a file whose records are not aligned
        return _plain(path)


def _plain(path: Path) -> object:
    return torch.load(path, map_location="cpu", weights_only=True)


def _unwrapped(path: Path, content: object, key: str) -> tuple[str, Mapping[object, object], list[tuple[str, object]]]:
    """Return the entry that holds the weights, that entry, and the others."""
    if not isinstance(content, Mapping):
        raise CannotCompare(f"{path} holds a {type(content).__name__}, no dictionary of weights: save net.state_dict()")
    if key:
        return _chosen(path, content, key)
    if any(isinstance(value, torch.Tensor) and value.ndim for value in content.values()):
        return "", content, []
    candidates = [str(name) for name, value in content.items() if _is_state(value)]
    named = [name for name in _WRAPPERS if name in candidates] or candidates
    if not named:
        nested = [f"{a}.{b}" for a, v in content.items() if isinstance(v, Mapping) for b in v if _is_state(v[b])]
        if len(nested) == 1:
            return _chosen(path, content, nested[0])
        hint = f"; choose with --key one of {', '.join(nested)}" if nested else ""
        raise CannotCompare(f"{path} holds no weights{hint}")
    if len(named) > 1 and named[0] not in _WRAPPERS:
        raise CannotCompare(f"{path} holds several sets of weights: choose with --key one of {', '.join(named)}")
    return _chosen(path, content, named[0])


def _chosen(
    path: Path, content: Mapping[object, object], key: str
) -> tuple[str, Mapping[object, object], list[tuple[str, object]]]:
    others: list[tuple[str, object]] = []
    at: object = content
    before = ""
    parts = [key] if key in content else key.split(".")
    for part in parts:
        if not isinstance(at, Mapping) or part not in at:
            raise CannotCompare(f"{path} has no entry {key!r}; it has {', '.join(str(name) for name in content)}")
        others += [(f"{before}{name}", value) for name, value in at.items() if name != part]
        at, before = at[part], f"{before}{part}."
    if not isinstance(at, Mapping):
        raise CannotCompare(f"the entry {key!r} of {path} is a {type(at).__name__}, no dictionary of weights")
    return key, at, others


def _is_state(value: object) -> bool:
    if not isinstance(value, Mapping) or not value or not all(isinstance(name, str) for name in value):
        return False
    return sum(isinstance(entry, torch.Tensor) for entry in value.values()) > len(value) / 2


def _what(name: str, value: object) -> str:
    if "optim" in name.lower():
        return "state of the optimizer"
    if _is_state(value):
        return "another set of weights (--key chooses it)"
    return f"not of the weights ({type(value).__name__})"


def _from_mindspore(path: Path, form: str) -> WeightFile:
    from parity.nets.ms_cell import read_checkpoint

    try:
        values, metadata = read_checkpoint(str(path), form)
    except (ValueError, OSError) as error:
        raise CannotCompare(f"{path} cannot be read: {error}") from error
    found = WeightFile(path, form, {})
    if form == "ckpt":
        found.saved_by = "mindspore"
    elif metadata.get("format") in {"pt", "ms"}:
        found.saved_by = "torch" if metadata["format"] == "pt" else "mindspore"
    for name, value in values.items():
        if isinstance(value, str):
            found.set_aside.append(SetAside(name, "a text"))
        else:
            found.tensors[name] = value
    return found


def _strip_prefix(found: WeightFile) -> None:
    """Take off what DataParallel and torch.compile put before every name."""
    for _ in range(4):
        for prefix in _PREFIXES:
            if found.tensors and all(name.startswith(prefix) for name in found.tensors):
                found.tensors = {name.removeprefix(prefix): value for name, value in found.tensors.items()}
                found.prefix += prefix


def _set_optimizer_aside(found: WeightFile) -> None:
    if found.framework == "torch":
        return
    for name in list(found.tensors):
        match = _OPTIMIZER.match(name)
        of_optimizer = match is not None and name[match.end() :] in found.tensors
        scalar = name in _TRAINING and found.tensors[name].numel() == 1
        if of_optimizer or scalar:
            del found.tensors[name]
            found.set_aside.append(SetAside(name, "state of the optimizer" if of_optimizer else "state of training"))


def writes_shards(path: Path) -> bool:
    """Tell whether a path to write names a folder of shards: one that is there, or a name without an ending."""
    return path.is_dir() or not path.suffix


def write_weights(
    path: Path,
    tensors: Mapping[str, torch.Tensor],
    framework: Framework,
    source: str = "",
    limit: int = SHARD_BYTES,
    progress: Progress | None = None,
) -> None:
    """Write weights so that a reader sees the old file or the whole new one.

    Args:
        path (Path): the file, whose ending says the format; or a folder, which gets shards of safetensors.
        tensors (Mapping[str, torch.Tensor]): the weights by name.
        framework (Framework): whose names they are; a safetensors file says it.
        source (str): what they were made of, by which a killed run of shards is known again. Default: ``""``.
        limit (int): greatest size of a shard in bytes. Default: `SHARD_BYTES`.
        progress (Progress, optional): told the shard being written. Default: ``None``.

    Raises:
        CannotCompare: if the format cannot hold them, or the file cannot be written.
    """
    try:
        if writes_shards(path):
            kind = "pt" if framework == "torch" else "ms"
            write_shards(path, tensors, lambda p, part: write_safetensors(p, part, kind), source, limit, progress)
            return
        form = format_of(path)
        if form == "pth":
            _replaced(path, lambda temporary: torch.save(dict(tensors), temporary))
        elif form == "safetensors" and framework == "torch":
            _replaced(path, lambda temporary: write_safetensors(temporary, tensors, "pt"))
        else:
            from parity.nets.ms_cell import write_checkpoint

            write_checkpoint(str(path), dict(tensors), form)
    except (OSError, TypeError, ValueError, RuntimeError) as error:
        raise CannotCompare(f"{path} cannot be written: {error}") from error


def _replaced(path: Path, write: Callable[[Path], object]) -> None:
    if not path.resolve().parent.is_dir():
        raise CannotCompare(f"{path} cannot be written: its folder does not exist")
    temporary = path.resolve().parent / f".{secrets.token_hex(6)}.tmp"
    try:
        write(temporary)
        temporary.replace(path.resolve())
    finally:
        temporary.unlink(missing_ok=True)
