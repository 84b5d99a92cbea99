"""Summaries: real event files are written, and what stands in them is read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, dataset as ds, nn, ops
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.train import Model, SummaryCollector, SummaryRecord

pytest.importorskip("tensorboard", reason="the extra `test` has it")

# What comes with tensorboard warns of its own use of numpy and protobuf.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")


def read(folder: Path) -> dict[str, dict[str, list[Any]]]:
    """The events of a folder by kind and tag."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    events = EventAccumulator(str(folder), size_guidance={"scalars": 0, "images": 0, "histograms": 0}).Reload()
    tags = events.Tags()
    return {
        "scalar": {tag: [(one.step, one.value) for one in events.Scalars(tag)] for tag in tags["scalars"]},
        "image": {tag: [(one.step, one.height, one.width) for one in events.Images(tag)] for tag in tags["images"]},
        "histogram": {
            tag: [(one.step, one.histogram_value.num, one.histogram_value.max) for one in events.Histograms(tag)]
            for tag in tags["histograms"]
        },
    }


def test_values_of_every_kind_by_step(tmp_path: Path) -> None:
    with SummaryRecord(str(tmp_path / "new" / "run"), file_suffix="_mine") as record:
        for step in (1, 2):
            record.add_value("scalar", "loss", Tensor(step * 0.5))
            record.add_value("image", "pictures", Tensor(np.ones((2, 3, 4, 5), np.float32)))
            record.add_value("histogram", "weights", Tensor(np.arange(6.0, dtype=np.float32)))
            record.add_value("tensor", "values", Tensor(np.full(3, 9.0, np.float32)))
            assert record.record(step)
        record.flush()
        assert record.log_dir == str(tmp_path / "new" / "run")
    found = read(tmp_path / "new" / "run")
    assert found["scalar"] == {"loss": [(1, 0.5), (2, 1.0)]}
    assert [entry[0] for entry in found["image"]["pictures"]] == [1, 2]
    assert found["histogram"] == {"weights": [(1, 6.0, 5.0), (2, 6.0, 5.0)], "values": [(1, 3.0, 9.0), (2, 3.0, 9.0)]}
    (file,) = (tmp_path / "new" / "run").iterdir()
    assert file.name.endswith("_mine")


def test_values_of_evaluation_have_tags_of_their_own(tmp_path: Path) -> None:
    with SummaryRecord(str(tmp_path)) as record:
        for mode in ("train", "eval"):
            record.set_mode(mode)
            record.add_value("scalar", "loss", Tensor(1.0))
            record.record(1)
        with pytest.raises(ValueError, match="'mode' must be one of"):
            record.set_mode("test")
    assert set(read(tmp_path)["scalar"]) == {"loss", "eval/loss"}


def test_what_is_filtered_out_is_not_kept_for_the_next_step(tmp_path: Path) -> None:
    with SummaryRecord(str(tmp_path)) as record:
        record.add_value("scalar", "loss", Tensor(1.0))
        record.add_value("histogram", "weights", Tensor([1.0, 2.0]))
        assert record.record(1, plugin_filter=lambda plugin: plugin == "scalar")
        assert record.record(2)
    found = read(tmp_path)
    assert found["scalar"] == {"loss": [(1, 1.0)]}
    assert found["histogram"] == {}


def test_what_operators_kept_is_written_once(tmp_path: Path) -> None:
    ops.ScalarSummary()("kept", Tensor(3.0))
    with SummaryRecord(str(tmp_path)) as record:
        record.record(5)
        record.record(6)
    assert read(tmp_path)["scalar"] == {"kept": [(5, 3.0)]}


def test_a_closed_record_writes_nothing(tmp_path: Path) -> None:
    record = SummaryRecord(str(tmp_path))
    record.close()
    record.add_value("scalar", "loss", Tensor(1.0))
    assert record.record(1) is False
    assert list(tmp_path.iterdir()) == []


def test_refusals(tmp_path: Path) -> None:
    record = SummaryRecord(str(tmp_path))
    with pytest.raises(ValueError, match="'plugin' must be one of"):
        record.add_value("sound", "a", Tensor(1.0))
    for step in (1.0, True):
        with pytest.raises(TypeError, match="'step' must be an int"):
            record.record(step)
    with pytest.raises(ValueError, match="empty"):
        SummaryRecord("")
    with pytest.raises(TypeError, match="must be a string"):
        SummaryRecord(tmp_path)


class Net(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.flat = nn.Flatten()
        self.fc = nn.Dense(12, 1)

    def construct(self, x: Tensor) -> Tensor:
        return self.fc(self.flat(x))


def trained(folder: Path, **settings: Any) -> dict[str, dict[str, list[Any]]]:
    """What a training of five steps writes."""
    pictures, targets = np.ones((5, 3, 2, 2), np.float32), np.zeros((5, 1), np.float32)
    data = ds.NumpySlicesDataset((pictures, targets), shuffle=False).batch(1)
    ms.set_seed(0)
    net = Net()
    model = Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.01))
    with SummaryCollector(str(folder), collect_freq=2, **settings) as collector:
        model.train(1, data, callbacks=[collector], dataset_sink_mode=False)
    return read(folder)


@pytest.mark.parametrize(
    ("settings", "scalars", "images", "histograms"),
    [
        ({}, {"loss/auto"}, {"input_data/auto/image/0"}, {"fc.weight/auto", "fc.bias/auto"}),
        ({"collect_specified_data": {}, "keep_default_action": False}, set(), set(), set()),
        ({"collect_specified_data": {"collect_metric": False}}, set(), {"input_data/auto/image/0"},
         {"fc.weight/auto", "fc.bias/auto"}),
        ({"collect_specified_data": {"collect_metric": True}, "keep_default_action": False}, {"loss/auto"}, set(),
         set()),
        ({"collect_specified_data": {"histogram_regular": "fc.w.*"}, "keep_default_action": False}, set(), set(),
         {"fc.weight/auto"}),
    ],
)  # fmt: skip
def test_a_collector_writes_what_is_asked_for(
    tmp_path: Path, settings: dict[str, Any], scalars: set[str], images: set[str], histograms: set[str]
) -> None:
    found = trained(tmp_path, **settings)
    assert set(found["scalar"]) == scalars
    assert {tag.split("/image")[0] for tag in found["image"]} == {tag.split("/image")[0] for tag in images}
    assert set(found["histogram"]) == histograms
    for entries in [*found["scalar"].values(), *found["histogram"].values()]:
        assert [entry[0] for entry in entries] == [1, 2, 4]  # the first step, and every second


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"collect_nothing": True}, ValueError),
        ({"collect_metric": 1}, TypeError),
        ({"collect_graph": True}, UnsupportedArgumentError),
        ({"collect_landscape": {}}, UnsupportedArgumentError),
    ],
)
def test_a_collector_refuses(tmp_path: Path, given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        SummaryCollector(str(tmp_path), collect_specified_data=given)
    SummaryCollector(str(tmp_path), collect_specified_data={"collect_graph": False, "collect_landscape": None})
