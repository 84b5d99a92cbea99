"""Two run folders: what their configuration and environment say of the training, in one set of words.

Read are YAML and JSON (mindcv's and mindformers' configuration, HF's ``training_args``), lists of packages
(``pip freeze``) and lists of variables (``env``). A setting is known by its last name, whatever it lies in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parity.code.errors import CannotCompare
from parity.curves import configured
from parity.curves.divergence import Divergence, Stage, said

_TERMS: Mapping[str, tuple[Stage, tuple[str, ...]]] = {
    "learning rate": ("schedule", ("lr", "learning_rate", "base_lr", "max_lr")),
    "least learning rate": ("schedule", ("min_lr", "lr_end", "end_learning_rate", "eta_min")),
    "schedule": (
        "schedule",
        ("scheduler", "sched", "lr_scheduler_type", "lr_schedule", "lr_decay_style", "lr_scheduler"),
    ),
    "warm-up": ("schedule", ("warmup_steps", "warmup_epochs", "warmup_ratio", "lr_warmup_iters", "warmup_iters")),
    "epochs": ("schedule", ("epochs", "num_train_epochs", "epoch_size", "num_epochs")),
    "updates": ("schedule", ("max_steps", "train_iters", "total_steps")),
    "weight decay": ("optimizer", ("weight_decay",)),
    "optimizer": ("optimizer", ("opt", "optim", "optimizer", "optimizer_type")),
    "beta1": ("optimizer", ("beta1", "adam_beta1")),
    "beta2": ("optimizer", ("beta2", "adam_beta2")),
    "betas": ("optimizer", ("betas",)),
    "epsilon": ("optimizer", ("eps", "adam_epsilon", "adam_eps", "epsilon")),
    "momentum": ("optimizer", ("momentum",)),
    "nesterov": ("optimizer", ("nesterov", "use_nesterov")),
    "clipping": ("clipping", ("max_grad_norm", "clip_grad", "clip_value", "gradient_clip_val", "clip_norm")),
    "accumulation": ("accumulation", ("gradient_accumulation_steps", "accumulation_steps", "gradient_accumulation")),
    "loss scale": ("loss scale", ("loss_scale", "init_scale", "loss_scale_value", "amp_loss_scale")),
    "batch size": ("data", ("batch_size", "per_device_train_batch_size", "global_batch_size", "micro_batch_size")),
    "last batch": ("data", ("drop_last", "dataloader_drop_last", "drop_remainder")),
    "order": ("data", ("shuffle",)),
    "seed": ("data", ("seed", "data_seed")),
    "sequence length": ("data", ("seq_length", "max_seq_length", "block_size", "seq_len")),
    "label smoothing": ("loss", ("label_smoothing", "label_smoothing_factor")),
    "dropout": ("forward", ("dropout", "drop_rate", "hidden_dropout", "attention_dropout", "drop_path_rate")),
    "precision": ("forward", ("amp_level", "bf16", "fp16", "compute_dtype", "torch_dtype", "param_init_type")),
}
_DEFAULTS_OF_HF: Mapping[str, Any] = {
    "learning rate": 5e-5, "schedule": "linear", "warm-up": 0, "epochs": 3, "weight decay": 0.0, "beta1": 0.9,
    "beta2": 0.999, "epsilon": 1e-8, "clipping": 1.0, "accumulation": 1, "batch size": 8, "last batch": False,
    "seed": 42, "label smoothing": 0.0,
}  # fmt: skip
"""What transformers' TrainingArguments (4.57) are where nothing is set."""
_OF_HF = frozenset(
    {"per_device_train_batch_size", "num_train_epochs", "lr_scheduler_type", "adam_beta1", "max_grad_norm"}
)
_BY_NAME = {name: term for term, (_, names) in _TERMS.items() for name in names}
_PACKAGE = re.compile(r"^([A-Za-z][\w.-]*)\s*(?:==|@)\s*(\S+)$")
_VARIABLE = re.compile(r"^([A-Z][A-Z0-9_]+)=(.*)$")
_OF_FRAMEWORKS = ("ASCEND", "HCCL", "MS_", "CUDA", "NCCL", "TORCH", "OMP", "PYTORCH", "CUBLAS", "MINDSPORE")


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of a run.

    Args:
        term (str): what it sets, in the field's words; the package or variable for those.
        name (str): its name in the file.
        value (Any): its value.
        file (str): where it stands; "" for a default.
    """

    term: str
    name: str
    value: Any
    file: str


def is_configuration(target: str) -> bool:
    """Tell whether a target is a folder of a run, or a file of settings."""
    path = Path(target)
    if path.suffix == ".json" and path.is_file():
        data = _data(path)
        return isinstance(data, dict) and "log_history" not in data
    return path.is_dir() or (path.suffix in {".yaml", ".yml"} and path.is_file())


def settings_of(folder: Path) -> dict[str, Setting]:
    """Return what the files of a run folder set, by term.

    Args:
        folder (Path): the folder, whose subfolders are read too, or one such file. Of HF's arguments the defaults are
            known.

    Raises:
        CannotCompare: if a file cannot be read as what its name says, or YAML's reader is missing.
    """
    found: dict[str, Setting] = {}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
        if path.suffix in {".yaml", ".yml", ".json"} and path.is_file():
            for key, value in _flat(_data(path)):
                name = key.rpartition(".")[2].lower()
                term = _BY_NAME.get(name)
                if term is not None and not isinstance(value, (dict, type(None))):
                    found.setdefault(term, Setting(term, key, value, path.name))
        elif path.suffix == ".txt" and path.is_file():
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                one = _of_line(line.strip(), path.name)
                if one is not None:
                    found.setdefault(one.term, one)
    if {one.name for one in found.values()} & _OF_HF:
        for term, value in _DEFAULTS_OF_HF.items():
            found.setdefault(term, Setting(term, "the default of TrainingArguments", value, ""))
    return found


def _of_line(line: str, file: str) -> Setting | None:
    package, variable = _PACKAGE.match(line), _VARIABLE.match(line)
    if package is not None:
        return Setting(f"package {package[1].lower()}", package[1], package[2], file)
    if variable is not None and variable[1].startswith(_OF_FRAMEWORKS):
        return Setting(f"variable {variable[1]}", variable[1], variable[2], file)
    return None


def _data(path: Path) -> Any:
    text = path.read_text(encoding="utf-8", errors="replace")
    try:
        if path.suffix == ".json":
            return json.loads(text)
        import yaml

        return yaml.safe_load(text)
    except ImportError as error:
        raise CannotCompare(f'{path}: YAML needs its reader: pip install "ms2torch[logs]"') from error
    except Exception as error:
        raise CannotCompare(f"{path} cannot be read: {error}") from error


def _flat(data: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _flat(value, f"{before}.{key}" if before else str(key))
    else:
        yield before, data


def compared(reference: Path, port: Path, total: int = 0) -> list[Divergence]:
    """Compare two run folders; settings that one side alone names are told as that.

    Where both are of programs whose laws are known, rates, clipping and decay are compared by what comes of them.

    Args:
        reference (Path): a folder or a file.
        port (Path): likewise.
        total (int): how many updates the training makes; 0 where the settings say it. Default: ``0``.

    Raises:
        CannotCompare: if neither folder sets anything that is known.
    """
    ours, theirs = settings_of(reference), settings_of(port)
    if not ours or not theirs:
        empty = port if ours else reference
        raise CannotCompare(f"{empty} holds no settings that are known: YAML, JSON, pip freeze or env in .txt files")
    found, covered = configured.compared(_values(reference), _values(port), total)
    for term in sorted({*ours, *theirs} - covered, key=_order):
        one, other = ours.get(term), theirs.get(term)
        if one is not None and other is not None:
            differs = not _alike(one.value, other.value)
        else:
            alone = one or other  # a default that the other side does not set is told where it does something
            differs = term in _TERMS and alone is not None and (bool(alone.file) or term == "clipping")
        if differs:
            found.append(_difference(term, one, other))
    return found


def _values(folder: Path) -> dict[str, Any]:
    paths = sorted(folder.rglob("*")) if folder.is_dir() else [folder]
    data = [_flat(_data(one)) for one in paths if one.suffix in {".yaml", ".yml", ".json"} and one.is_file()]
    return configured.values_of(one for each in data for one in each)


def _order(term: str) -> tuple[int, str]:
    names = list(_TERMS)
    return (names.index(term) if term in _TERMS else len(names), term)


def _alike(one: Any, other: Any) -> bool:
    numbers = [_number(one), _number(other)]
    if numbers[0] is not None and numbers[1] is not None:
        return abs(numbers[0] - numbers[1]) <= 1e-9 * max(abs(numbers[0]), abs(numbers[1]))
    return str(one).strip().lower() == str(other).strip().lower()


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _difference(term: str, one: Setting | None, other: Setting | None) -> Divergence:
    stage = _TERMS[term][0] if term in _TERMS else "forward"
    here, there = (said(x.value) if x is not None else "not set" for x in (other, one))
    places = [f"{x.file}: {x.name}" if x.file else x.name for x in (other, one) if x is not None]
    return Divergence(
        stage, 0, term.replace(" ", "-"), f"{term} is {here} here, {there} in the reference", "; ".join(places),
        argument=other.name if other is not None else "",
        values=(one.value if one is not None else None, other.value if other is not None else None),
    )  # fmt: skip
