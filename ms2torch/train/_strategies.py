"""Files of strategies: which parameters a network has in each stage of its pipeline, and how they are cut."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ms2torch.train._cuts import Cut
from ms2torch.train.node_strategy_pb2 import ParallelLayouts, ParallelStrategyMap

_STAGED = re.compile(r"(\d+)-(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Strategy:
    """How the parameters of a network are cut.

    Args:
        stages (tuple[Mapping[str, Cut], ...]): by stage of the pipeline, its parameters.
    """

    stages: tuple[Mapping[str, Cut], ...]

    @property
    def devices(self) -> int:
        """How many devices a stage has."""
        return next((cut.devices for stage in self.stages for cut in stage.values()), 1)

    @property
    def ranks(self) -> int:
        """How many devices there are."""
        return self.devices * len(self.stages)

    def of_rank(self, rank: int) -> Mapping[str, Cut]:
        """Return the parameters of a device's stage.

        Raises:
            IndexError: if there is no such device.
        """
        stage = rank // self.devices
        if not 0 <= stage < len(self.stages):
            raise IndexError("list index out of range")
        return self.stages[stage]

    def places(self, name: str, held: Collection[int]) -> tuple[int, Cut]:
        """Return the first device of the stage that a parameter is read from, and how it is cut there.

        Args:
            name (str): of the parameter; one that two stages share lies in both.
            held (Collection[int]): the devices that have parts of it.

        Raises:
            KeyError: if no stage has it.
        """
        known = [(number * self.devices, stage[name]) for number, stage in enumerate(self.stages) if name in stage]
        if not known:
            raise KeyError(name)
        return next((each for each in known if any(0 <= rank - each[0] < self.devices for rank in held)), known[0])

    @property
    def names(self) -> dict[str, None]:
        """The names of all parameters."""
        return dict.fromkeys(name for stage in self.stages for name in stage)


def read_layouts(path: object) -> dict[str, ParallelLayouts]:
    """Return the layouts that a file holds, by the name of the parameter.

    Args:
        path (str): the file, ``.json`` or anything else, which is protobuf.

    Raises:
        TypeError: if it is no text, or the file is no strategy.
        ValueError: if there is no such file.
    """
    if not isinstance(path, str):
        msg = f"For 'build_searched_strategy', the argument 'strategy_filename' should be string, but got {type(path)}."
        raise TypeError(msg)
    if not Path(path).is_file():
        msg = (
            f"For 'build_searched_strategy', no such strategy file: {path}. Please check whether the "
            "'strategy_filename' exists."
        )
        raise ValueError(msg)
    if path.endswith(".json"):
        return {name: _layouts_of(item) for name, item in _read_json(path).get("parallel_layout_item", {}).items()}
    return {item.param_name: item.parallel_layouts for item in read_map(path).parallel_layout_item}


def read_map(path: str) -> ParallelStrategyMap:
    """Return what a protobuf file of a strategy holds.

    Raises:
        TypeError: if it is no such file.
    """
    try:
        return ParallelStrategyMap.FromString(Path(path).read_bytes())
    except (ValueError, AttributeError) as error:
        msg = (
            "The strategy file type should be one of json or protobuf. When the file name extension is not '.json', "
            "the file is considered as a protobuf file."
        )
        raise TypeError(msg) from error


def _read_json(path: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return content


def _layouts_of(item: Mapping[str, Any]) -> ParallelLayouts:
    made = ParallelLayouts()
    for name in ("dev_matrix", "tensor_map", "param_split_shape", "indices_offset"):
        getattr(made, name).add().dim.extend(item.get(name, ()))
    for name in ("field", "opt_weight_shard_size", "opt_weight_shard_step"):
        setattr(made, name, item.get(name, 0))
    return made


def cut_of(layouts: ParallelLayouts) -> Cut:
    """Return the cut that a layout stands for.

    Raises:
        ValueError: if a parallel optimizer's number of shares is not written out.
    """
    if layouts.opt_weight_shard_size < 0:
        msg = f"opt_weight_shard_size is {layouts.opt_weight_shard_size}: save the strategy with its number of shares"
        raise ValueError(msg)
    matrix = tuple(layouts.dev_matrix[0].dim) if layouts.dev_matrix else (1,)
    axes = tuple(layouts.tensor_map[0].dim) if layouts.tensor_map else ()
    return Cut(matrix, axes, layouts.opt_weight_shard_step, layouts.opt_weight_shard_size)


def strategy_of(path: object) -> Strategy | None:
    """Return the strategy that a file holds; None, nothing is cut, for None.

    Args:
        path (str, optional): of one stage, or of all of them as `merge_pipeline_strategys` joins them.

    Raises:
        TypeError: if it is no text, or the file is no strategy.
        ValueError: if there is no such file.
    """
    if path is None:
        return None
    stages: dict[int, dict[str, Cut]] = {}
    for name, layouts in read_layouts(path).items():
        staged = _STAGED.fullmatch(name)
        stage, own = (int(staged[1]), staged[2]) if staged else (0, name)
        stages.setdefault(stage, {})[own] = cut_of(layouts)
    return Strategy(tuple(stages.get(number, {}) for number in range(max(stages, default=0) + 1)))


def strategy_in(paths: Sequence[str]) -> Strategy:
    """Return the strategy that one file holds, or several: one of each stage, or of each device of it.

    Args:
        paths (Sequence[str]): the files.

    Raises:
        TypeError: if a file is no strategy.
        ValueError: if there is no such file.
    """
    if len(paths) == 1:
        found = strategy_of(paths[0])
        assert found is not None
        return found
    stages: dict[int, Mapping[str, Cut]] = {}
    for path in paths:
        stage = _stage_of(path)
        if stage not in stages:
            stages[stage] = {name: cut_of(layouts) for name, layouts in read_layouts(path).items()}
    return Strategy(tuple(stages.get(number, {}) for number in range(max(stages) + 1)))


def _stage_of(path: str) -> int:
    """Return the stage of the pipeline that a file is of."""
    if path.endswith(".json"):
        operators = _read_json(path).get("parallel_strategy_item") or {}
        return int(next((item.get("stage", 0) for item in operators.values()), 0))
    found = read_map(path).parallel_strategy_item
    return found[0].parallel_strategys.stage if found else 0


def merged(folder: str, target: str) -> None:
    """Write the strategies of all stages, each in a file of its own, as one.

    Args:
        folder (str): where the files are.
        target (str): the file to write, ``.json`` if they are.

    Raises:
        ValueError: if one of them holds nothing.
    """
    files = sorted(str(path) for path in Path(folder).iterdir() if path.is_file())
    if files and all(path.endswith(".json") for path in files):
        Path(target).write_text(json.dumps(_merged_json(files)), encoding="utf-8")
        return
    made = ParallelStrategyMap()
    made.current_stage = 1
    known: set[int] = set()
    for path in files:
        found = read_map(path)
        if not found.parallel_strategy_item or not found.parallel_layout_item:
            msg = f"The strategy file {path} is empty"
            raise ValueError(msg)
        stage = found.parallel_strategy_item[0].parallel_strategys.stage
        if stage in known:
            continue
        known.add(stage)
        for item in found.parallel_layout_item:
            item.param_name = f"{stage}-{item.param_name}"
            made.parallel_layout_item.append(item)
        made.parallel_strategy_item.extend(found.parallel_strategy_item)
    if files:
        Path(target).write_bytes(made.SerializeToString())


def _merged_json(files: list[str]) -> dict[str, Any]:
    made: dict[str, Any] = {"current_stage": 1, "parallel_strategy_item": {}, "parallel_layout_item": {}}
    known: set[int] = set()
    for path in files:
        found = _read_json(path)
        operators, items = found.get("parallel_strategy_item"), found.get("parallel_layout_item")
        if not operators or not items:
            msg = f"The strategy file {path} is empty"
            raise ValueError(msg)
        stage = next(iter(operators.values()))["stage"]
        if stage not in known:
            known.add(stage)
            made["parallel_layout_item"].update({f"{stage}-{name}": item for name, item in items.items()})
            made["parallel_strategy_item"].update(operators)
    return made
