"""The modules and names that public code imports are there, and what was written for them works."""

from __future__ import annotations

import importlib
import inspect
import signal
import socket
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
import torch

import ms2torch as ms
from ms2torch import Tensor, device_context, mint, nn, ops, train
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.communication import comm_func
from ms2torch.mint import distributed
from ms2torch.ops import communication as messages

ROOT = Path(__file__).resolve().parents[2]
USED = [
    line
    for line in (Path(__file__).parent / "used_modules.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def found(name):
    parts = name.replace("mindspore", "ms2torch", 1).split(".")
    for cut in range(len(parts), 0, -1):
        try:
            thing = importlib.import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        try:
            for part in parts[cut:]:
                thing = getattr(thing, part)
        except AttributeError:
            return False
        return True
    return False


def test_used_names_exist():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dropped names say what to write instead
        missing = [name for name in USED if not found(name)]
    assert len(USED) > 1500
    assert missing == []


@pytest.mark.parametrize(
    ("module", "name", "same"),
    [
        ("ops.operations.math_ops", "STFT", ops.STFT),
        ("ops.operations.comm_ops", "AllGather", ops.AllGather),
        ("ops.operations.manually_defined.ops_def", "BatchNorm", ops.BatchNorm),
        ("ops.function.math_func", "addbmm_ext", mint.addbmm),
        ("ops.function.nn_func", "softmax_ext", mint.nn.functional.softmax),
        ("ops.function.array_func", "reshape", ops.reshape),
        ("ops.function", "abs", ops.abs),
        ("ops.auto_generate", "argmax_ext", mint.argmax),
        ("ops.auto_generate.gen_ops_prim", "MatMul", ops.MatMul),
        ("ops.functional_overload", "any", mint.any),
        ("nn.layer", "Dense", nn.Dense),
        ("nn.layer.normalization", "LayerNorm", nn.LayerNorm),
        ("numpy.math_ops", "mean", ms.numpy.mean),
        ("mint.nn.layer.conv", "Conv2d", mint.nn.Conv2d),
        ("train.serialization", "export", ms.export),
        ("common.dump", "set_dump", ms.set_dump),
    ],
)
def test_a_name_is_the_same_wherever_it_is_imported_from(module, name, same):
    assert getattr(importlib.import_module(f"ms2torch.{module}"), name) is same


def test_submodules_are_attributes_without_an_import():
    code = "import ms2torch as ms; ms.nn.layer.conv.Conv2d; ms.ops.function.math_func.addbmm_ext; ms.ops.auto_generate"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_a_missing_name_is_still_an_attribute_error():
    with pytest.raises(AttributeError):
        _ = ms.ops.function.math_func.no_such_name
    assert not hasattr(ms.ops.operations.math_ops, "NoSuchPrimitive")
    assert not hasattr(ms.nn, "no_such_module")


# ---- files of networks ------------------------------------------------------------------------------------------


def small():
    net = nn.SequentialCell(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU())
    net.set_train(True)
    return net


def test_export_and_load(tmp_path):
    net, x = small(), Tensor(np.random.RandomState(0).randn(1, 1, 4, 4), ms.float32)
    ms.export(net, x, file_name=str(tmp_path / "net"), file_format="PT2")
    assert net.training
    cell = nn.GraphCell(ms.load(str(tmp_path / "net.pt2")))
    net.set_train(False)
    np.testing.assert_allclose(cell(x).asnumpy(), net(x).asnumpy(), rtol=1e-6, atol=1e-6)


def test_export_of_a_function(tmp_path):
    ms.export(lambda x: ops.relu(x) * 2, Tensor([-1.0, 1.0]), file_name=str(tmp_path / "f.pt2"), file_format="PT2")
    assert nn.GraphCell(ms.load(str(tmp_path / "f.pt2")))(Tensor([-3.0, 4.0])).asnumpy().tolist() == [0.0, 8.0]


def test_mindir_holds_torchs_program_and_says_so(tmp_path):
    net = nn.SequentialCell(nn.Dense(3, 2), nn.BatchNorm1d(2), nn.ReLU())
    x = Tensor(np.ones((2, 3), np.float32))
    with pytest.warns(UserWarning, match="real MindSpore does not"):
        ms.export(net, x, file_name=str(tmp_path / "net"), file_format="MINDIR")
    assert [file.name for file in tmp_path.iterdir()] == ["net.mindir"]
    cell = nn.GraphCell(ms.load(str(tmp_path / "net.mindir")))
    np.testing.assert_allclose(cell(x).asnumpy(), net.set_train(False)(x).asnumpy(), rtol=1e-6)
    (tmp_path / "theirs.mindir").write_bytes(b"\n\x050.1.0\x12\x09MindSpore")
    with pytest.raises(UnsupportedArgumentError, match="load_checkpoint"):
        ms.load(str(tmp_path / "theirs.mindir"))


def test_what_cannot_be_exported_is_refused_with_what_to_do(tmp_path):
    with pytest.raises(UnsupportedArgumentError, match="PT2"):
        ms.export(small(), Tensor([1.0]), file_name=str(tmp_path / "net"), file_format="AIR")
    with pytest.raises(ValueError, match="does not exist"):
        ms.load("net.pt2")
    with pytest.raises(ValueError, match="file_format"):
        ms.export(small(), Tensor([1.0]), file_name="net", file_format="TORCH")
    assert list(tmp_path.iterdir()) == []


def test_checkpoints_change_their_format_and_back(tmp_path):
    net = nn.Dense(2, 3)
    (tmp_path / "rank_0").mkdir()
    ms.save_checkpoint(net, str(tmp_path / "rank_0" / "a.ckpt"))
    ms.ckpt_to_safetensors(str(tmp_path), str(tmp_path / "out"), name_map={"weight": "w"})
    there = tmp_path / "out" / "rank_0" / "a.safetensors"
    assert sorted(ms.load_checkpoint(str(there), format="safetensors")) == ["bias", "w"]
    ms.safetensors_to_ckpt(str(there))
    back = ms.load_checkpoint(str(there.with_suffix(".ckpt")))
    np.testing.assert_array_equal(back["w"].asnumpy(), net.weight.asnumpy())
    with pytest.raises(ValueError, match="must end with"):
        ms.ckpt_to_safetensors(str(there))
    with pytest.raises(ValueError, match="there is no"):
        ms.ckpt_to_safetensors(str(tmp_path), file_name_regex="nothing")


def test_segments_are_one_checkpoint(tmp_path):
    ms.save_checkpoint([{"name": "a", "data": Tensor([1.0])}], str(tmp_path / "1.ckpt"))
    ms.save_checkpoint([{"name": "b", "data": Tensor([2.0])}], str(tmp_path / "2.ckpt"))
    assert sorted(ms.load_segmented_checkpoints(str(tmp_path))) == ["a", "b"]
    assert ms.get_ckpt_path_with_strategy(str(tmp_path / "1.ckpt"), "") == str(tmp_path / "1.ckpt")
    assert ms.get_ckpt_path_with_strategy(str(tmp_path / "rank_3" / "1.ckpt"), "") is None


def test_parts_of_a_parameter_are_joined():
    parts = [ms.Parameter(Tensor([[float(i)]]), name="w") for i in range(2)]
    assert ms.merge_sliced_parameter(parts).asnumpy().tolist() == [[0.0], [1.0]]
    with pytest.raises(ValueError, match="names differ"):
        ms.merge_sliced_parameter([parts[0], ms.Parameter(Tensor([1.0]), name="v")])


# ---- training ---------------------------------------------------------------------------------------------------


def rows():
    for i in range(4):
        yield np.full((2,), i, np.float32), np.float32(i)


def dataset():
    return ms.dataset.GeneratorDataset(rows, ["x", "y"], shuffle=False).batch(2)


def model(**options):
    net = nn.Dense(2, 1, weight_init="ones")
    return train.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.01), **options)


def test_sunk_rows_are_fetched_by_the_network():
    helper = ms.DatasetHelper(dataset(), dataset_sink_mode=True, sink_size=3)
    seen = []

    class Net(nn.Cell):
        def construct(self, x, y):
            seen.append(y.asnumpy().tolist())
            return y.sum()

    net = ms.connect_network_with_dataset(Net(), helper)
    for inputs in helper:
        net(*inputs)
    assert seen == [[0.0, 1.0], [2.0, 3.0], [0.0, 1.0]]
    assert helper.types_shapes() == ([ms.float32, ms.float32], [[2, 2], [2]])
    plain = ms.DatasetHelper(dataset(), dataset_sink_mode=False)
    assert [len(row) for row in plain] == [2, 2]
    with pytest.raises(RuntimeError, match="sink mode"):
        ms.connect_network_with_dataset(Net(), plain)


def test_data_sink():
    step = ms.data_sink(lambda x, y: y.sum(), dataset(), sink_size=2)
    assert float(step()) == 5.0
    with pytest.raises(ValueError, match="positive"):
        ms.data_sink(print, dataset(), sink_size=0)


def test_backup_and_restore(tmp_path):
    copy = train.BackupAndRestore(str(tmp_path), delete_checkpoint=False)
    first = model()
    first.train(1, dataset(), callbacks=copy)
    second = model()
    copy.on_train_begin(_context(second))
    np.testing.assert_array_equal(second.predict_network.weight.asnumpy(), first.predict_network.weight.asnumpy())
    copy.delete_checkpoint = True
    second.train(1, dataset(), callbacks=copy)
    assert list(tmp_path.iterdir()) == []


def _context(owner):
    facts = train.callback._InternalCallbackParam()
    facts.train_network = owner.train_network
    return train.RunContext(facts)


@pytest.mark.parametrize("mindir", [False, pytest.param(True, marks=pytest.mark.filterwarnings("ignore:n_train"))])
def test_request_to_exit(tmp_path, mindir):
    before = signal.getsignal(signal.SIGTERM)
    leave = train.OnRequestExit(save_mindir=mindir, file_name="n", directory=str(tmp_path))
    steps = []
    ask = train.LambdaCallback(on_train_step_end=lambda context: (steps.append(1), signal.raise_signal(signal.SIGTERM)))
    try:
        model().train(5, dataset(), callbacks=[ask, leave])
    finally:
        signal.signal(signal.SIGTERM, before)
    assert len(steps) == 1
    assert (tmp_path / "rank_0" / "n_train.ckpt").is_file()
    assert (tmp_path / "rank_0" / "n_train.mindir").is_file() == mindir


def test_flops_are_counted(capsys):
    model().train(1, dataset(), callbacks=train.FlopsUtilizationCollector(2, computility=1e6))
    text = capsys.readouterr().out
    # Dense: forward 2*2*1*2 operations, and the same for the gradient of its weight
    assert "Full model flops is 16," in text
    assert "mfu:" in text


def test_summary_collector_refuses_what_only_mindinsight_reads(tmp_path):
    with pytest.raises(UnsupportedArgumentError, match="MindInsight"):
        train.SummaryCollector(str(tmp_path), collect_specified_data={"collect_graph": True})
    with pytest.raises(ValueError, match="knows"):
        train.SummaryCollector(str(tmp_path), collect_specified_data={"colour": True})
    with pytest.raises(ValueError, match="collect_freq"):
        train.SummaryCollector(str(tmp_path), collect_freq=0)


def test_occlusion_sensitivity():
    weight = Tensor([[0.1, 0.8, 0.1, 0.1], [1.0, 1.0, 1.0, 1.0]])
    net = nn.Dense(4, 2, weight_init=weight, bias_init=Tensor([0.3, 0.6]))
    metric = train.OcclusionSensitivity()
    with pytest.raises(RuntimeError, match="update"):
        metric.eval()
    metric.update(net, np.array([[0.1, 0.2, 0.3, 0.4]], np.float32), np.array(1))
    np.testing.assert_allclose(metric.eval(), [0.3, 0.6, 1.0, 0.9], atol=1e-6)
    boxed = train.OcclusionSensitivity(b_box=[1, 2])
    boxed.update(net, np.array([[0.1, 0.2, 0.3, 0.4]], np.float32), np.array(1))
    np.testing.assert_allclose(boxed.eval(), [0.6, 1.0], atol=1e-6)


def test_what_needs_a_cluster_says_so():
    with pytest.raises(ModuleNotFoundError, match="mindio_ttp"):
        train.TrainFaultTolerance("x")
    with pytest.raises(NotImplementedError, match="MindInsight"):
        train.SummaryLandscape("x")


def test_fused_adamw_is_adamw():
    start = Tensor([1.0, -2.0])
    results = []
    for kind in (mint.optim.AdamW, mint.optim.FusedAdamW):
        p = ms.Parameter(start.copy(), name="p")
        optimizer = kind([p], lr=0.1)
        for _ in range(3):
            optimizer((Tensor([0.5, -0.25]),))
        results.append(p.asnumpy())
    np.testing.assert_array_equal(*results)
    groups = [{"params": [ms.Parameter(start, name=n)], "amsgrad": n == "a"} for n in "ab"]
    with pytest.raises(ValueError, match="amsgrad"):
        mint.optim.FusedAdamW(groups)


# ---- devices ----------------------------------------------------------------------------------------------------


def test_device_context(capsys):
    assert (device_context.cpu.is_available(), device_context.cpu.device_count()) == (True, 1)
    if not device_context.ascend.is_available():
        with pytest.raises(RuntimeError, match="Ascend not exist"):
            device_context.ascend.device_count()
    device_context.ascend.op_precision.precision_mode("force_fp16")
    assert "not supported" in capsys.readouterr().err
    with pytest.raises(ValueError):
        device_context.gpu.op_tuning.conv_fprop_algo("other")


# ---- Python's own values ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("got", "wanted"),
    [
        (lambda: ops.tuple_len((1, 2)), 2),
        (lambda: ops.make_tuple(1, 2), (1, 2)),
        (lambda: ops.make_slice(1, 2, 1), slice(1, 2, 1)),
        (lambda: ops.tuple_setitem((1, 2), 1, 5), (1, 5)),
        (lambda: ops.list_setitem([1, 2], 0, 5), [5, 2]),
        (lambda: ops.broadcast_gradient_args((2, 3), (3,)), ((), (0,))),
        (lambda: ops.reduced_shape((2, 3), (1,)), (2, 1)),
        (lambda: ops.shape_mul((2, 3)), 6),
        (lambda: ops.tuple_reversed((1, 2)), (2, 1)),
        (lambda: ops.augassign_add(1, 2), 3),
        (lambda: ops.is_not(1, None), True),
        (lambda: ops.tensor_range(Tensor(0), Tensor(4), Tensor(1)).asnumpy().tolist(), [0, 1, 2, 3]),
        (lambda: ops.mixed_precision_cast(ms.float16, (Tensor([1.0]), Tensor([1])))[0].dtype, ms.float16),
        (lambda: ops.mixed_precision_cast(ms.float16, (Tensor([1.0]), Tensor([1])))[1].dtype, ms.int64),
    ],
)
def test_python_values(got, wanted):
    assert got() == wanted  # as real MindSpore 2.10 answers


def test_depthwise_convolution():
    x = Tensor(np.arange(32).reshape(1, 2, 4, 4), ms.float32)
    weight = Tensor(np.random.RandomState(0).randn(1, 2, 3, 3), ms.float32)
    got = ops.DepthwiseConv2dNative(1, 3, pad_mode="same")(x, weight)
    wanted = torch.nn.functional.conv2d(
        torch.tensor(x.asnumpy()), torch.tensor(weight.asnumpy()).reshape(2, 1, 3, 3), padding=1, groups=2
    )
    np.testing.assert_allclose(got.asnumpy(), wanted.numpy(), rtol=1e-5)
    with pytest.raises(ValueError, match="weight"):
        ops.DepthwiseConv2dNative(1, 5)(x, weight)


def test_momentum_with_decay_and_scale():
    weight, moment = ms.Parameter(Tensor([2.0]), name="w"), ms.Parameter(Tensor([1.0]), name="m")
    ops.FusedWeightScaleApplyMomentum()(Tensor(0.5), Tensor(0.25), weight, moment, 0.1, Tensor([3.0]), 0.9)
    np.testing.assert_allclose(moment.asnumpy(), [0.9 + (2.0 * 0.5 + 3.0) * 0.25])
    np.testing.assert_allclose(weight.asnumpy(), [2.0 - 0.1 * 1.9], rtol=1e-6)


# ---- processes --------------------------------------------------------------------------------------------------


@pytest.fixture
def alone(tmp_path):
    distributed.init_process_group(init_method=f"file://{tmp_path}/meeting", rank=0, world_size=1)
    yield
    distributed.destroy_process_group()


@pytest.mark.usefixtures("alone")
def test_one_process():
    assert (distributed.get_rank(), distributed.get_world_size(), distributed.get_backend()) == (0, 1, "mccl")
    x, out = Tensor([1.0, 2.0]), Tensor([0.0, 0.0])
    assert distributed.all_reduce(x) is None
    distributed.all_gather_into_tensor(out, x)
    assert out.asnumpy().tolist() == [1.0, 2.0]
    objects = [None]
    distributed.all_gather_object(objects, {"a": 1})
    assert objects == [{"a": 1}]
    with pytest.raises(TypeError, match="list of 1"):
        distributed.all_gather([out, out], x)
    with pytest.raises(ValueError, match="does not exist"):
        distributed.broadcast(x, 3)
    with pytest.raises(ValueError, match="shape"):
        distributed.all_gather_into_tensor(Tensor([0.0]), x)
    assert comm_func.reduce(x, 0).asnumpy().tolist() == [1.0, 2.0]
    group = distributed.new_group([0])
    assert distributed.get_process_group_ranks(group) == [0]


@pytest.mark.usefixtures("alone")
def test_results_are_returned_when_asked_for():
    messages.set_comm_ops_inplace(False, ["all_reduce"])
    try:
        result, handle = messages.all_reduce(Tensor([1.0]), async_op=True)
    finally:
        messages.set_comm_ops_inplace(True)
    assert result.asnumpy().tolist() == [1.0]
    handle.wait()
    with pytest.raises(ValueError, match="none of"):
        messages.set_comm_ops_inplace(False, ["barrier"])


def test_store():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    store = distributed.TCPStore("127.0.0.1", port, is_master=True)
    store.set("a", b"\xff")
    assert store.get("a") == b"\xff"
    assert (store.add("n", 3), store.add("n", 2)) == (3, 5)
    assert (store.delete_key("a"), store.delete_key("a")) == (True, False)
    with pytest.raises(TypeError, match="key"):
        store.get(3)


class Attributes(nn.SequentialCell):
    def __init__(self):
        super().__init__()
        self.a = nn.ReLU()
        self.b = nn.Sigmoid()


def test_a_sequential_cell_runs_what_it_was_given_by_index_or_in_its_call():
    """Measured with MindSpore 2.10: children that only become attributes are held and not run."""
    x = ms.Tensor([-1.0, 2.0])
    held = Attributes()
    assert (len(held), held.cell_list) == (2, [])
    assert held(x).asnumpy().tolist() == [-1.0, 2.0]
    net = nn.SequentialCell(nn.ReLU())
    net.c = nn.Sigmoid()
    assert net(x).asnumpy().tolist() == [0.0, 2.0]
    net.append(nn.ReLU6())  # takes all children anew
    assert [type(cell).__name__ for cell in net.cell_list] == ["ReLU", "Sigmoid", "ReLU6"]
    assert net(x).asnumpy()[0] == 0.5
    del net[0]
    assert net(x).asnumpy()[0] < 0.5


def test_what_a_sequential_cell_runs_can_be_set():
    x = ms.Tensor([-1.0, 2.0])
    net = nn.SequentialCell(nn.ReLU())
    net.insert_child_to_cell("c", nn.Sigmoid())
    assert net(x).asnumpy().tolist() == [0.0, 2.0]
    net.cell_list = list(net.cells())
    assert net(x).asnumpy()[0] == 0.5
    with pytest.raises(ValueError, match="insert it first"):
        net.cell_list = [nn.ReLU()]


def test_export_leaves_sizes_open_and_takes_what_mutable_marks(tmp_path):
    class Sum(nn.Cell):
        def construct(self, pair):
            return ops.relu(pair[0] + pair[1])

    x = Tensor([-1.0, 2.0])
    ms.export(Sum(), ms.mutable([x, x]), file_name=str(tmp_path / "pair"), file_format="PT2")
    assert nn.GraphCell(ms.load(str(tmp_path / "pair.pt2")))(ms.mutable([x, x])).asnumpy().tolist() == [0.0, 4.0]

    described = Tensor(shape=[None, 3], dtype=ms.float32)
    ms.export(lambda x: x * 2, described, file_name=str(tmp_path / "open"), file_format="PT2")
    cell = nn.GraphCell(ms.load(str(tmp_path / "open.pt2")))
    assert [cell(Tensor(np.ones((n, 3)), ms.float32)).shape for n in (2, 5)] == [(2, 3), (5, 3)]
    with pytest.raises(ValueError, match="unknown rank"):
        ms.export(lambda x: x, Tensor(shape=None, dtype=ms.float32), file_name="net", file_format="PT2")


def test_a_graph_cell_has_the_parameters_of_its_graph(tmp_path):
    ms.export(nn.Dense(3, 2), Tensor(np.ones((1, 3)), ms.float32), file_name=str(tmp_path / "d"), file_format="PT2")
    cell = nn.GraphCell(ms.load(str(tmp_path / "d.pt2")))
    assert sorted(p.name for p in cell.trainable_params()) == ["bias", "weight"]
    weight = cell.parameters_dict()["weight"]
    weight.set_data(Tensor(np.zeros((2, 3)), ms.float32))
    assert np.array_equal(
        cell(Tensor(np.ones((1, 3)), ms.float32)).asnumpy()[0], cell.parameters_dict()["bias"].asnumpy()
    )


@pytest.mark.parametrize("room", ["nn", "ops", "mint.nn"])
def test_the_source_of_each_class_is_found(room):
    package = importlib.import_module(f"ms2torch.{room}")
    classes = [found for name in dir(package) if inspect.isclass(found := getattr(package, name, None))]
    ours = [found for found in classes if found.__module__.startswith("ms2torch.")]
    assert len(ours) > 40
    for found in ours:
        assert inspect.getsource(found).lstrip().startswith((f"class {found.__name__}", "@")), found


def test_a_loss_says_the_module_of_mindspore_and_has_its_source_there():
    lines, first = inspect.getsourcelines(ms.nn.MSELoss)
    assert ms.nn.MSELoss.__module__ == "ms2torch.nn.loss.loss"
    assert lines[0] == "class MSELoss(LossBase):\n"
    assert inspect.getsource(sys.modules["ms2torch.nn.loss.loss"]).splitlines(keepends=True)[first - 1] == lines[0]
