"""Logs of trainings: CSV, JSON lines, HF's trainer_state.json, TensorBoard's event files, and lines of text.

Lines are read by one rule, not by a list of programs: a known word (loss, lr, grad norm ...), signs in between, and a
number. That reads what HF's Trainer, mindformers, mindcv, MindSpore's LossMonitor and Megatron print.
"""

from __future__ import annotations

import ast
import csv
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from parity.code.errors import CannotCompare

LOSS, RATE, NORM, SCALE = "loss", "learning rate", "grad norm", "loss scale"
SERIES = (LOSS, RATE, NORM, SCALE)
_WORDS = {
    LOSS: ("loss", "lm loss", "train_loss", "train/loss", "training_loss", "loss/train", "train loss", "tr_loss"),
    RATE: ("lr", "learning_rate", "learning rate", "train/learning_rate", "train/lr", "lr-adamw", "cur_lr"),
    NORM: ("grad_norm", "grad norm", "global_norm", "train/grad_norm", "gradient_norm", "gradnorm"),
    SCALE: ("loss scale", "loss_scale", "scale_sense", "train/loss_scale"),
}
_STEPS = ("global_step", "train/global_step", "step", "iteration", "iter", "batch", "steps")
_NUMBER = r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|nan|inf)"
_VALUE = re.compile(
    rf"(?<![\w/])(?P<name>[A-Za-z][A-Za-z/_]*(?: (?:loss|norm|rate|scale))?)['\"]?\s*(?:is|=|:)?\s*[\[(]?\s*"
    rf"(?P<value>{_NUMBER})(?![\w.])(?:\s*/\s*(?P<of>\d+))?"
)


@dataclass(slots=True)
class Log:
    """What a log says.

    Attributes:
        path: the file.
        series: values by step, for each of `SERIES` that is there.
    """

    path: Path
    series: dict[str, dict[int, float]] = field(default_factory=dict)

    def add(self, step: int, values: Mapping[str, float]) -> None:
        """Take in what one record says; a step that comes again, as the next epoch's, is not overwritten."""
        for name, value in values.items():
            self.series.setdefault(name, {}).setdefault(step, value)


def read(path: Path) -> Log:
    """Read a log.

    Args:
        path (Path): a file, or a folder with TensorBoard's event files.

    Raises:
        CannotCompare: if there is no such file, or no loss in it.
    """
    if not path.exists():
        raise CannotCompare(f"{path}: no such file")
    log = Log(path)
    events = path.is_dir() or "tfevents" in path.name
    records = _events(path) if events else _records(path.read_text(encoding="utf-8", errors="replace"), path.suffix)
    for number, record in enumerate(records, 1):
        values = {series: value for name, value in record.items() if (series := _series(name)) is not None}
        if values:
            log.add(_step(record, number), values)
    if LOSS not in log.series:
        raise CannotCompare(f"{path} holds no losses: CSV, JSON lines, TensorBoard events or a training's output")
    return log


def is_log(text: str) -> bool:
    """Tell whether what a user names is a log, and no training."""
    path = Path(text)
    return (
        path.suffix in {".csv", ".jsonl", ".json", ".log", ".txt", ".out"}
        or "tfevents" in path.name
        or holds_events(path)
    )


def holds_events(path: Path) -> bool:
    """Tell whether a folder holds TensorBoard's event files."""
    return path.is_dir() and any(path.glob("*tfevents*"))


def _series(name: str) -> str | None:
    word = name.strip().lower()
    return next((series for series, words in _WORDS.items() if word in words), None)


def _step(record: Mapping[str, float], number: int) -> int:
    for name in _STEPS:
        if name in record:
            return int(record[name])
    return number


def _records(text: str, suffix: str) -> Iterator[dict[str, float]]:
    if suffix == ".csv":
        yield from (_numbers(row) for row in csv.DictReader(text.splitlines()))
        return
    if suffix == ".json":
        yield from _of_json(text)
        return
    epochs: dict[str, float] = {}
    for line in text.splitlines():
        found = _of_line(line, epochs)
        if found:
            yield found


def _of_json(text: str) -> Iterator[dict[str, float]]:
    try:
        data = json.loads(text)
    except ValueError as error:
        raise CannotCompare(f"no JSON: {error}") from error
    rows = data.get("log_history", []) if isinstance(data, dict) else data
    yield from (_numbers(row) for row in rows if isinstance(row, dict))


def _numbers(row: Mapping[str, object]) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, value in row.items():
        if name is None or isinstance(value, bool) or not isinstance(value, (int, float, str)):
            continue
        try:
            found[str(name).strip().lower()] = float(value)
        except ValueError:
            continue
    return found


def _of_line(line: str, state: dict[str, float]) -> dict[str, float]:
    start = line.find("{")
    if start >= 0 and line.rstrip().endswith("}"):
        row = _literal(line[start:].strip())
        if row is not None:
            return _numbers(row)
    found: dict[str, float] = {}
    of: dict[str, int] = {}
    for match in _VALUE.finditer(line):
        name = match["name"].strip().lower()
        if name not in found:
            found[name] = float(match["value"])
            if match["of"] is not None:
                of[name] = int(match["of"])
    return _counted(found, of, state)


def _counted(found: dict[str, float], of: dict[str, int], state: dict[str, float]) -> dict[str, float]:
    """Make a count within an epoch one over all: `epoch: 2 step: 4` comes after the steps of the first."""
    if not any(_series(name) for name in found):
        return {}
    key = next((name for name in _STEPS if name in found), None)
    epoch = found.get("epoch")
    if key is None or epoch is None or key in {"global_step", "iteration"}:
        return found
    length = of.get(key) or state.get("length", 0.0)
    if not of.get(key):
        length = max(length, found[key])
        state["length"] = length
    first = state.setdefault("first", epoch)
    return {**found, key: (epoch - first) * length + found[key]}


def _literal(text: str) -> dict[str, object] | None:
    for parse in (json.loads, ast.literal_eval):
        try:
            row = parse(text)
        except (ValueError, SyntaxError):
            continue
        if isinstance(row, dict):
            return row
    return None


def _events(path: Path) -> Iterable[dict[str, float]]:
    try:
        from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    except ImportError as error:
        raise CannotCompare("TensorBoard's event files need its reader: pip install 'ms2torch[logs]'") from error
    reader = EventAccumulator(str(path), size_guidance={"scalars": 0, "tensors": 0})
    reader.Reload()
    rows: dict[int, dict[str, float]] = {}
    for tag in reader.Tags()["scalars"]:
        for event in reader.Scalars(tag):
            if math.isfinite(event.value) or _series(tag):
                rows.setdefault(event.step, {"step": float(event.step)})[tag.lower()] = event.value
    return [rows[step] for step in sorted(rows)]
