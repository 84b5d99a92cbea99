"""Layouts, redundancy, files of strategies and caches: what model packages ask of parallel training in one process."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, nn
from ms2torch._c_expression import swap_cache
from ms2torch.common.parameter import Parameter
from ms2torch.parallel.shard import Layout, _DistributedTensorInfo
from ms2torch.train import serialization
from ms2torch.train._utils import get_parameter_redundancy, remove_param_redundancy
from ms2torch.train.callback._checkpoint import CheckpointManager, ModelCheckpoint
from ms2torch.train.node_strategy_pb2 import ParallelLayoutItem, ParallelStrategyMap

REST = [[1], 0, True, ""]


@pytest.mark.parametrize(
    ("devices", "cuts", "first", "wanted"),
    # what MindSpore 2.10 returned
    [
        ([2, 4], [0, -1], 0, ((0, 4), (1, 5), (2, 6), (3, 7))),
        ([2, 4], [1, 0], 0, ((0,), (4,), (1,), (5,), (2,), (6,), (3,), (7,))),
        ([2, 4], [-1, -1], 8, (tuple(range(8, 16)),)),
        ([2, 4], [0, -1], 8, ((8, 12), (9, 13), (10, 14), (11, 15))),
        ([2, 2, 2], [2, -1, 0], 0, ((0, 2), (4, 6), (1, 3), (5, 7))),
    ],
)
def test_who_holds_the_same_slice(devices: list[int], cuts: list[int], first: int, wanted: Any) -> None:
    assert get_parameter_redundancy({"a": [devices, cuts, *REST]}, first) == {"a": wanted}


@pytest.mark.parametrize(
    ("keep", "wanted"),
    [
        (1, {0: {"p1", "p2", "p3"}, 1: {"p2", "p4"}, 2: {"p3"}}),
        (2, {0: {"p1", "p2", "p3"}, 1: {"p1", "p2", "p3", "p4"}, 2: {"p2", "p3", "p4"}, 3: {"p2", "p3"}}),
    ],
)
def test_who_saves_what(keep: int, wanted: dict[int, set[str]]) -> None:
    everyone, halves = ((0, 1, 2, 3),), ((0, 2), (1, 3))
    groups = {"p1": everyone, "p2": halves, "p3": ((0, 1), (2, 3)), "p4": everyone}
    assert remove_param_redundancy(groups, keep) == wanted


def test_a_file_of_strategies(tmp_path: Path) -> None:
    written = ParallelStrategyMap()
    item = written.parallel_layout_item.add()
    item.param_name = "w"
    item.parallel_layouts.dev_matrix.add().dim.extend([2, 4])
    item.parallel_layouts.tensor_map.add().dim.extend([0, -1])
    data = written.SerializeToString()
    # protobuf's wire format of the layout: dev_matrix, tensor_map (-1 in ten bytes), three ints
    assert bytes.fromhex("0a0408020804 120d0800 08ffffffffffffffffff01 2800 3000 3800") in data
    assert ParallelStrategyMap.FromString(data) == written
    path = tmp_path / "strategy.ckpt"
    path.write_bytes(data)
    assert get_parameter_redundancy(str(path), 0) == {"w": ((0, 4), (1, 5), (2, 6), (3, 7))}
    item.parallel_layouts.opt_weight_shard_size = -1
    item.parallel_layouts.opt_weight_shard_step = 4
    path.write_bytes(written.SerializeToString())
    assert get_parameter_redundancy(str(path), 0)["w"] == tuple((rank,) for rank in (0, 4, 1, 5, 2, 6, 3, 7))
    with pytest.raises(ValueError, match="ends within a field"):
        ParallelLayoutItem.FromString(data[:-1])


def test_a_layout_as_numbers() -> None:
    layout = Layout((2, 4, 2), ("dp", "sp", "mp"))
    cut = layout(("dp", "mp"), "None", "sp")
    assert cut.to_dict() == {
        "device_matrix": (2, 4, 2),
        "tensor_map": ((2, 0), -1, 1),
        "interleaved_parallel": False,
        "alias_name": ("dp", "sp", "mp"),
        "rank_list": list(range(16)),
    }
    assert _DistributedTensorInfo(cut).sharding_strategy == [4, 1, 4]
    for names, reason in ((("tp",), "not found"), (("dp", "dp"), "more than once")):
        with pytest.raises(ValueError, match=reason):
            layout(*names)
    with pytest.raises(ValueError, match="must be the last"):
        Layout((2, 2), ("interleaved_parallel", "dp"))
    with pytest.raises(ValueError, match="tensor_map of layout is None"):
        Layout((2,), ("dp",)).to_dict()


def test_blocks_go_from_cache_to_cache() -> None:
    host, card = Tensor(np.arange(4.0)[:, None]), Tensor(-np.arange(3.0)[:, None])
    swap_cache(host, card, Tensor([[3, 0], [1, 2]]), False)
    assert card.asnumpy()[:, 0].tolist() == [3, -1, 1]
    swap_cache(host, card, Tensor([[1, 0]]), True)
    assert host.asnumpy()[:, 0].tolist() == [-1, 1, 2, 3]
    with pytest.raises(ValueError, match="4 blocks to read"):
        swap_cache(host, card, Tensor([[4, 0]]), False)


def test_a_cut_parameter_is_not_taken_for_whole() -> None:
    whole, net = Tensor([1.0]), nn.Dense(1, 1)
    layout = [[1], [-1], [1], 0, True, "", [], []]
    assert serialization._get_merged_param_data(net, {"w": layout}, "w", whole, True) is whole
    layout[1] = [0]
    with pytest.raises(RuntimeError, match="cut over devices"):
        serialization._get_merged_param_data(net, {"w": layout}, "w", whole, True)


def test_files_of_a_prefix(tmp_path: Path) -> None:
    for age, name in enumerate(("a-1_2.ckpt", "a-1_1.ckpt", "a_1-1_1.ckpt", "a-best.ckpt", "a-1_3.safetensors")):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (1000 + age, 1000 + age))
    manager = CheckpointManager()
    manager.update_ckpoint_filelist(str(tmp_path), "a")
    assert sorted(Path(file).name for file in manager.ckpoint_filelist) == ["a-1_1.ckpt", "a-1_2.ckpt"]
    manager.remove_oldest_ckpoint_file()
    assert [Path(file).name for file in manager.ckpoint_filelist] == ["a-1_1.ckpt"]
    assert not (tmp_path / "a-1_2.ckpt").exists()
    manager.keep_one_ckpoint_per_minutes(1, 1001)
    assert manager.ckpoint_num == 1


class SaysWhen(ModelCheckpoint):
    """A callback that saves in its own way, as packages override MindSpore's."""

    def __init__(self, directory: str) -> None:
        super().__init__("mine", directory)
        self.steps: list[tuple[int, bool]] = []

    def _save_ckpt(self, cb_params: Any, force_to_save: bool = False) -> None:
        if self._check_save_ckpt(cb_params, force_to_save):
            self.steps.append((cb_params.cur_step_num, force_to_save))


def test_what_overrides_saving_is_asked_to_save(tmp_path: Path) -> None:
    net = nn.Dense(2, 1)
    rows = ms.dataset.NumpySlicesDataset((np.ones((2, 2), "f4"), np.ones((2, 1), "f4")), shuffle=False).batch(1)
    mine = SaysWhen(str(tmp_path))
    ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1)).train(1, rows, mine, dataset_sink_mode=False)
    assert mine.steps == [(1, False), (2, False), (2, True)]
    assert not list(tmp_path.iterdir())


def test_settings_of_a_parameter_are_taken_over() -> None:
    old = Parameter(Tensor([1.0]), name="old", requires_grad=False)
    new = Parameter(Tensor([2.0]), name="new")
    new.param_info = old.param_info.clone()
    assert (new.name, new.requires_grad, new.asnumpy().tolist()) == ("old", False, [2.0])


def test_settings_of_parallel_training() -> None:
    try:
        ms.set_auto_parallel_context(comm_fusion={"allreduce": {"mode": "size", "config": 32}}, full_batch=True)
        fusion = ms.get_auto_parallel_context("comm_fusion")
        assert fusion["allreduce"] == {"mode": "size", "config": 32}
        assert fusion["allgather"] == {"mode": "auto", "config": None}
        assert ms.get_auto_parallel_context("dataset_strategy") == "full_batch"
        assert ms.get_auto_parallel_context("full_batch_is_set") is True
    finally:
        ms.reset_auto_parallel_context()
    assert ms.get_auto_parallel_context("comm_fusion")["allreduce"] == {"mode": "auto", "config": None}
    assert ms.get_auto_parallel_context("dump_local_norm_path") == ""
