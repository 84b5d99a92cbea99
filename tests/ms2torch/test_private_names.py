"""Private names of MindSpore that programs import: what computes computes, what steers the compiler is there."""

from __future__ import annotations

import importlib
import inspect

import numpy as np
import pytest

import ms2torch as ms
import ms2torch.dataset as ds
from ms2torch import Tensor, _c_expression, common, install, mint, nn, ops, profiler, uninstall
from ms2torch.common import _register_for_tensor, api
from ms2torch.common._decorator import deprecated
from ms2torch.common.parameter import Parameter, ParameterTuple, _Buffer, _is_parameter_generated
from ms2torch.communication import _comm_helper
from ms2torch.dataset.vision import py_transforms_util
from ms2torch.nn.layer import rnn_cells
from ms2torch.nn.optim.optimizer import opt_init_args_register
from ms2torch.nn.wrap import cell_wrapper, loss_scale
from ms2torch.ops._utils import get_broadcast_shape
from ms2torch.ops.operations import _inner_ops, _scalar_ops, _sequence_ops
from ms2torch.ops.operations._grad_ops import IgammaGradA
from ms2torch.parallel import _cell_wrapper, _utils
from ms2torch.train import _utils as _train_utils, amp, model, serialization
from ms2torch.utils import dryrun


@pytest.mark.parametrize(
    ("x", "y", "wanted"),
    # what MindSpore 2.10 returned
    [([2, 1, 3], [4, 3], [2, 4, 3]), ([], [4, 2], [4, 2]), ([-1, 2], [1, 2], [-1, 2]), ([-1, 2], [3, 2], [3, 2]),
     ([-2], [3, 2], [-2]), ((2,), (2,), (2,))],
)  # fmt: skip
def test_shapes_broadcast(x: list[int], y: list[int], wanted: list[int]) -> None:
    assert get_broadcast_shape(x, y, "Add") == wanted


def test_shapes_that_do_not_broadcast() -> None:
    with pytest.raises(ValueError, match=r"For 'Add', x\.shape and y\.shape need to broadcast"):
        get_broadcast_shape([2, 1, 3], [4, 2], "Add")


def test_micro_batches_are_cut_from_every_input() -> None:
    cut = cell_wrapper._MicroBatch(2)
    rows, numbers = cut(1, Tensor(np.arange(12.0).reshape(6, 2)), Tensor([1, 2, 3, 4]))
    assert rows.asnumpy().tolist() == [[6, 7], [8, 9], [10, 11]]
    assert numbers.asnumpy().tolist() == [3, 4]


def test_images_of_arrays() -> None:
    assert py_transforms_util.is_numpy(np.ones(2))
    assert py_transforms_util.hwc_to_chw(np.ones((2, 3, 4))).shape == (4, 2, 3)
    assert py_transforms_util.hwc_to_chw(np.ones((2, 3))).shape == (2, 3)
    with pytest.raises(TypeError, match="NumPy array"):
        py_transforms_util.hwc_to_chw([1])  # type: ignore[arg-type]


def test_modules_under_their_places_there() -> None:
    place = importlib.import_module("ms2torch.ops.function.comm_func")
    assert place.all_reduce is mint.distributed.all_reduce
    assert importlib.import_module("ms2torch.profiler.common.constant").ProfilerLevel is profiler.ProfilerLevel
    assert _c_expression.is_reboot_node() is False
    assert importlib.import_module("ms2torch.rewrite.common.namespace")._ms_cells_to_subtree is False


class Counting(nn.Cell):
    def __init__(self):
        super().__init__()
        self.count = Parameter(Tensor([0.0]), name="count")
        self.runs = 0

    def construct(self, x):
        self.runs += 1
        ops.assign_add(self.count, Tensor([1.0]))
        return x + self.count


def test_to_compile_is_to_run_once_without_a_trace():
    net = Counting()
    state = ms.get_rng_state().asnumpy()
    phase, new = api._cell_graph_executor.compile(net, Tensor([1.0]))
    assert (net.runs, net.count.asnumpy().tolist(), new) == (1, [0.0], True)
    assert api._cell_graph_executor.has_compiled(phase)
    np.testing.assert_array_equal(ms.get_rng_state().asnumpy(), state)
    with pytest.raises(TypeError, match="number of provided arguments is 2"):
        api._cell_graph_executor.compile(net, Tensor([1.0]), Tensor([1.0]))
    assert api._cell_graph_executor(net, Tensor([1.0])).asnumpy().tolist() == [2.0]


def test_types_have_numbers():
    typing = _c_expression.typing
    assert typing.type_to_type_id(ms.float32) == 43
    assert typing.type_id_to_type(34) is ms.int32
    assert typing.str_to_type("BFloat16") is ms.bfloat16
    assert typing.is_subclass(ms.float16, ms.number)
    with pytest.raises(ValueError, match="no type has the number"):
        typing.type_id_to_type(1000)


def test_strategies_are_a_stack():
    amp = _c_expression.amp
    amp.push_amp_strategy(amp.AmpLevel.AmpAuto, ms.float16, [("Conv2D", [0, 1])], [("LayerNorm", [])])
    try:
        here = amp.get_curr_amp_strategy()
        found = [amp.get_prim_cast_strategy_info(here, name) for name in ("Conv2D", "LayerNorm", "Pad")]
    finally:
        amp.pop_amp_strategy()
    assert [(f.strategy.name, f.dtype, f.arg_pos) for f in found] == [
        ("AmpDoCast", ms.float16, [0, 1]), ("AmpDoCast", ms.float32, []), ("AmpIgnore", None, []),
    ]  # fmt: skip
    assert amp.get_curr_amp_strategy() is None


def test_truncated_normal_is_the_initializers():
    data = np.empty((3, 4), np.float32)
    _c_expression._truncated_normal(7, data, -2.0, 2.0, 0.0, 1.0)
    again = np.empty((3, 4), np.float32)
    _c_expression._truncated_normal(7, again, -2.0, 2.0, 0.0, 1.0)
    np.testing.assert_array_equal(data, again)
    assert np.abs(data).max() <= 2
    assert len(np.unique(data)) == 12


def test_buffers_by_assignment():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.kept = _Buffer(Tensor([1.0]))
            self.passing = _Buffer(Tensor([2.0]), persistent=False)

    net = Net()
    assert [name for name, _ in net.named_buffers()] == ["kept", "passing"]
    assert list(net.state_dict()) == [
        "kept",
        "passing",
    ]  # measured 2.10: assigned, it is saved whatever it was made with
    assert isinstance(_Buffer(Tensor([1.0])), _Buffer)
    assert not isinstance(Tensor([1.0]), _Buffer)
    with pytest.raises(TypeError, match="should be Tensor"):
        _Buffer(1)


def test_nameless_parameters_of_a_tuple_are_numbered_by_the_cell():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.a = ParameterTuple([Parameter(Tensor([1.0])), Parameter(Tensor([2.0]))])
            self.b = ParameterTuple([Parameter(Tensor([1.0])), Parameter(Tensor([2.0]), name="named")])

    assert [p.name for p in Net().get_parameters()] == ["Parameter$1", "Parameter$2", "Parameter$3", "named"]
    assert _is_parameter_generated(Parameter(1.0).name)
    assert not _is_parameter_generated("Parameter$1")


def test_a_child_called_forward_beside_a_construct():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.forward = nn.ReLU()

        def construct(self, x):
            return self.forward(x) + 1

    assert Net()(Tensor([-1.0, 1.0])).asnumpy().tolist() == [1.0, 2.0]


@pytest.mark.parametrize("name", ["forward", "type", "half", "eval", "modules", "float", "children", "parameters"])
def test_children_with_names_of_torchs_methods(name):
    net = nn.Cell()
    child = nn.Dense(2, 2)
    setattr(net, name, child)
    assert getattr(net, name) is child
    assert [p.name for p in net.trainable_params()] == [f"{name}.weight", f"{name}.bias"]
    other = nn.ReLU()
    setattr(net, name, other)
    assert getattr(net, name) is other
    delattr(net, name)
    assert getattr(net, name) is not other
    with pytest.raises(KeyError, match="already exists"):
        net.construct = child


def test_names_of_mindspores_own_methods_stay_refused():
    class Mine(nn.Cell):
        def eval(self):
            return 1

    for name in ("cells", "to", "apply", "state_dict"):
        with pytest.raises(KeyError, match="already exists"):
            setattr(nn.Cell(), name, nn.ReLU())
    with pytest.raises(KeyError, match="already exists"):
        Mine().eval = nn.ReLU()


def test_empty_containers_are_false():
    assert not nn.SequentialCell()
    assert not nn.CellList()
    assert nn.SequentialCell(nn.ReLU())


def test_placeholders():
    assert Tensor(None, dtype=ms.float32).shape == (-2,)
    assert Tensor(shape=(2, None), dtype=ms.float32).shape == (2, -1)
    assert Tensor(shape=(2, -1), dtype=ms.float16).dtype is ms.float16
    assert Tensor(shape=(2,), dtype=ms.float32).asnumpy().tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("make", "kind", "words"),
    [
        (Tensor, TypeError, "should be one of"),
        (lambda: Tensor({1: 2}), TypeError, "should be one of"),
        (lambda: Tensor(1, "float32"), TypeError, "the 'dtype' should be one of"),
        (lambda: Tensor(1.5, int), TypeError, "the 'dtype' should be one of"),
        (lambda: Tensor([1, 2], shape=(2,)), ValueError, "'shape' should be set to None"),
        (lambda: Tensor([1, 2], init="ones"), ValueError, "must have values at the same time"),
        (lambda: Tensor([[1], [2, 3]]), TypeError, "that contain unsupported element."),
        (lambda: Tensor(np.array("a")), TypeError, "initializing tensor by numpy array failed"),
        (lambda: nn.Dense(3.0, 4), TypeError, "'in_channels' must be int, but got 'float'"),
        (lambda: nn.Dense(True, 4), TypeError, "but got 'True' with type 'bool'"),
        (lambda: nn.Dense(3, 0), ValueError, "must be int and must > 0, but got '0' with type 'int'"),
    ],
)
def test_refusals_are_worded_as_theirs(make, kind, words):
    with pytest.raises(kind, match=words):
        make()


@pytest.mark.parametrize(
    ("got", "wanted"),
    [
        (lambda: _sequence_ops.ListInsert()([1, 2], 1, 3), [1, 3, 2]),
        (lambda: _sequence_ops.SequenceSliceSetItem()((1, 2, 3, 4), (8, 9), 0, 2, 1), (8, 9, 3, 4)),
        (lambda: _sequence_ops.SequenceAddOffset()((1, 2), (3,)), (0, 2)),
        (lambda: _sequence_ops.TupleToTensor()((1, 2), ms.float32).asnumpy().tolist(), [1.0, 2.0]),
        (lambda: _sequence_ops.TensorToTuple()(Tensor([1, 2])), (1, 2)),
        (lambda: _sequence_ops.TensorToScalar()(Tensor([3])), 3),
        (lambda: _sequence_ops.SequenceZerosLike()((1, 2.5)), (0, 0.0)),
        (lambda: _sequence_ops.SequenceStack(1)((Tensor([1]), Tensor([2]))).asnumpy().tolist(), [[1, 2]]),
        (lambda: [x.item() for x in _sequence_ops.SequenceUnstack()(Tensor([4, 5]))], [4, 5]),
        (lambda: _sequence_ops.tuple_greater_than()((1, 2), (1, 1)), True),
        (lambda: _sequence_ops.make_range()(1, 5, 2), range(1, 5, 2)),
        (lambda: _scalar_ops.bit_and()(5, 3), 1),
        (lambda: _inner_ops.IsInstance()(1, ms.int_), True),
        (lambda: _inner_ops.IsInstance()(1.0, ms.int_), False),
        (lambda: _inner_ops.IsInstance()(Tensor(1), ms.tensor_type), True),
        (lambda: _inner_ops.IsSubClass()(ms.int32, ms.number), True),
        (lambda: _inner_ops.ConvertToDynamic()(Tensor([1])).asnumpy().tolist(), [1]),
        (lambda: _inner_ops.SequenceMask()(Tensor([1]), 3).asnumpy().tolist(), [[True, False, False]]),
        (lambda: _inner_ops.SelectView()(Tensor([[1, 2]]), 0, 1).asnumpy().tolist(), [1]),
        (lambda: _inner_ops.SliceGetItem()(slice(1, 2, 3), "step"), 3),
        (lambda: _inner_ops.DynamicStitch()((Tensor([1]), Tensor([0])), (Tensor([2]), Tensor([1]))).tolist(), [1, 2]),
    ],
)  # fmt: skip
def test_values(got, wanted):
    assert got() == wanted


@pytest.mark.parametrize(
    ("make", "kind", "words"),
    [
        (lambda: nn.CellList([nn.CellDict({"a": nn.ReLU()})]), TypeError, "the type of cell can not be CellDict"),
        (lambda: nn.CellList().extend(3), TypeError, "should be instance of list, but got int"),
        (lambda: Parameter(Tensor([1.0]), requires_grad=None), TypeError, "`requires_grad` must be bool type"),
        (lambda: Parameter(Tensor([1.0]), layerwise_parallel="s"), TypeError, "`layerwise_parallel` must be bool type"),
        (lambda: int(Tensor([1, 2])), ValueError, "Only one element tensors can be converted to Python scalars"),
        (lambda: [1, 2][Tensor(1.0)], ValueError, "Only integer tensors of a single element can be converted"),
        (lambda: ops.assign(Tensor(2, ms.int8), Tensor(3, ms.uint8)), TypeError, "conversion is not supported for a"),
        (lambda: ops.assign_add(Tensor([1.0, 2.0]), Tensor([1.0])), ValueError, "must have the same shape as"),
        (lambda: ops.approximate_equal(Tensor([1.0]), Tensor([1.0]), "s"), TypeError, "'tolerance' should be 'float'"),
        (lambda: ms.train.Model(nn.ReLU()).predict(Tensor([1.0]), backend="gpu"), ValueError, "should be 'lite' or"),
        (lambda: Tensor(shape=(-1,), dtype=ms.float32, init="ones"), ValueError, "If setting dynamic shape"),
        (lambda: ms._checkparam._expand_tuple(2)((1, True)), TypeError, "must be an integer"),
        (lambda: ms.ops.operations.GeSwitch()(1, 2), NotImplementedError, "write `if pred:`"),
    ],
)
def test_more_refusals(make, kind, words):
    with pytest.raises(kind, match=words):
        make()


def test_one_element_is_added_to_one_element():
    assert ops.assign_add(Parameter(Tensor([1.0])), Tensor(1.0)).asnumpy().tolist() == [2.0]
    assert ops.assign_sub(Parameter(Tensor(1.0)), Tensor([1.0])).asnumpy().tolist() == 0.0
    with pytest.raises(ValueError, match="same shape"):
        ops.assign(Parameter(Tensor([1.0])), Tensor(1.0))


def test_functions_by_their_older_names():
    F = ms.ops.functional
    assert F.switch_layer(Tensor(1), (abs, len))([1, 2]) == 2
    assert (F.is_sequence_value_unknown((2, -1)), F.is_sequence_value_unknown((2,))) == (True, False)
    assert F.tuple_to_array(range(3)).asnumpy().tolist() == [0, 1, 2]
    assert ops.auto_generate.sub_ext(Tensor([3.0]), Tensor([1.0]), 2).asnumpy().tolist() == [1.0]
    prim = ops.Cast()
    prim.set_user_data("key", 3)
    assert (prim.get_user_data("key"), prim.get_user_data("other")) == (3, None)


def test_gradients_of_ones_own_primitives_are_kept():
    from ms2torch.ops._grad_experimental.grad_base import bprop_getters, get_bprop_fn

    class Twice(ops.Primitive):
        pass

    @bprop_getters.register(Twice)
    def make(self):
        return lambda x, out, dout: (dout * 2, self.name)

    assert get_bprop_fn(Twice())(1, 2, 3) == (6, "Twice")
    assert get_bprop_fn("nothing of this name") is None


def test_more_inner_primitives():
    x = Tensor(np.zeros((3, 2), np.int32))
    out = _inner_ops.TensorCopySlices()(x, Tensor(np.ones((2, 2), np.int32)), (1, 0), (3, 2), (1, 1))
    assert out.asnumpy().tolist() == [[0, 0], [1, 1], [1, 1]]
    assert x.asnumpy().sum() == 0
    assert Tensor([1.0])._offload() is None
    assert ops.InsertGradientOf(abs)(2) == 2


def test_samples_of_volumes_are_of_depth_rows_and_columns():
    x = Tensor(np.arange(12**3, dtype=np.float32).reshape(1, 1, 12, 12, 12))
    phases = Tensor(np.array([[[0.9, 0.1, 0.5]]], np.float32))
    _, places = ops.operations.FractionalMaxPool3DWithFixedKsize((1, 1, 1), (4, 5, 7))(x, phases)
    flat = places.asnumpy()[0, 0]  # the numbers are those of real MindSpore 2.10
    assert (flat[:, 0, 0] // 144).tolist() == [0, 3, 7, 11]
    assert (flat[0, 0] % 12).tolist() == [0, 2, 4, 6, 8, 10, 11]


def test_steps_by_their_weights():
    """The numbers are real MindSpore 2.10's."""
    x = Tensor(np.linspace(-1, 1, 6).reshape(2, 3).astype(np.float32))
    h = Tensor(np.ones((2, 2), np.float32))

    def weight(*shape):
        return Tensor(np.cos(np.arange(shape[0] * shape[1])).reshape(shape).astype(np.float32))

    out, cell = rnn_cells._lstm_cell(x, (h, h), weight(8, 3), weight(8, 2), None, None)
    np.testing.assert_allclose(out.asnumpy(), [[-0.238434121, 0.544174314], [0.328022838, 0.0712651983]], rtol=1e-5)
    np.testing.assert_allclose(cell.asnumpy(), [[-0.418542087, 1.19986761], [0.361290872, 0.592219055]], rtol=1e-5)
    one = Tensor(np.ones(6, np.float32))
    np.testing.assert_allclose(
        rnn_cells._gru_cell(x, h, weight(6, 3), weight(6, 2), one, one).asnumpy(),
        [[0.370137513, 0.99992615], [0.994286656, 0.958287776]], rtol=1e-5,
    )  # fmt: skip
    relu = rnn_cells._rnn_relu_cell(x, h, weight(2, 3), weight(2, 2), None, None)
    np.testing.assert_allclose(relu.asnumpy(), [[0.299350262, 0], [1.64833677, 0]], rtol=1e-5)
    tanh = rnn_cells._rnn_tanh_cell(x, h, weight(2, 3), weight(2, 2), None, None)
    np.testing.assert_allclose(np.maximum(tanh.asnumpy(), 0), np.tanh(relu.asnumpy()), rtol=1e-5)


def test_a_deprecated_function_says_so_once(capfd):
    @deprecated("2.3", "ops.new", module_prefix="m.")
    def old(x):
        """Said by the old one."""
        return x + 1

    assert [old(1), old(2)] == [2, 3]
    said = "'m.old' is deprecated from version 2.3 and will be removed in a future version, use 'ops.new' instead."
    assert capfd.readouterr().err.count(said) == 1
    assert old.__doc__ == "Said by the old one."


def test_operators_of_tensors_by_name():
    registry = _register_for_tensor.Registry()
    assert registry.get("add") is ops.add
    assert registry.get("masked_fill_") is Tensor.masked_fill_
    registry.mine = len
    assert registry.get("mine") is len
    with pytest.raises(AttributeError, match="'Registry' object has no attribute 'xx'"):
        registry.get("xx")
    with pytest.raises(TypeError, match="must be string"):
        registry.get(3)


def test_batches_of_all_devices():
    assert _utils._to_full_shapes([[32, 128], [12], []], 8) == [[256, 128], [96], []]
    part, sens = _utils._to_full_tensor([np.ones((2, 3), np.float32)], 2, 1, 3.0)
    assert part.asnumpy().tolist() == [[0.0] * 3] * 2 + [[1.0] * 3] * 2
    assert sens.asnumpy() == 3.0
    assert not _utils._need_to_full()
    with pytest.raises(ValueError, match="device_number must be 1"):
        _utils._device_number_check("stand_alone", 3)
    with pytest.raises(ValueError, match="do not support parameter broadcast"):
        _utils._parameter_broadcast_check("stand_alone", parameter_broadcast=True)


def test_gathering_alone_gives_what_there_is():
    x = Tensor(np.arange(6, dtype=np.float32))
    assert _cell_wrapper.get_allgather_cell("")(x).shape == (6,)
    assert _cell_wrapper.get_allgather_cell("", True, True, (2, 3))(x).shape == (2, 3)
    assert _cell_wrapper.SingleCommunicator("hccl_world_group")(x).asnumpy().tolist() == x.asnumpy().tolist()


def test_what_training_code_asks(tmp_path):
    folder = _train_utils._make_directory(str(tmp_path / "a" / "b"))
    assert folder == str((tmp_path / "a" / "b").resolve())
    with pytest.raises(TypeError, match="the type should be string"):
        _train_utils._make_directory(3)
    with pytest.raises(TypeError, match=r"For `n` the type should be a valid type of \['str', 'float'\], but got int"):
        _train_utils.check_value_type("n", 1, [str, float])
    with pytest.raises(TypeError, match="but got bool"):
        _train_utils.check_value_type("n", True, int)
    ones = _train_utils._construct_tensor_list([ms.float32, ms.int32], [(2, 3), (4,)], 2)
    assert [(one.shape, one.dtype) for one in ones] == [((4, 3), ms.float32), ((8,), ms.int32)]
    data = ds.NumpySlicesDataset({"a": np.ones((4, 3), np.float32), "b": np.ones(4, np.int32)}).batch(2)
    assert _train_utils._get_types_and_shapes(data) == ([ms.float32, ms.int32], [[2, 3], [2]])
    array, scale = _train_utils._to_tensor(np.ones(2), 1024.0)
    assert (array.dtype, scale.dtype, float(scale.asnumpy())) == (ms.float64, ms.float32, 1024.0)
    assert list(_train_utils._progress_bar([1, 2, 3])) == [1, 2, 3]
    loaded = _train_utils._load_and_transform("p", {"a": "b"}, lambda _: {"a": 1, "c": 2})
    assert loaded == {"b": 1, "c": 2}


def test_names_of_libraries():
    assert [_comm_helper.Backend("hccl"), _comm_helper.Backend("NCCL")] == ["hccl", "nccl"]
    with pytest.raises(ValueError, match="x is not supported, please use hccl or nccl"):
        _comm_helper.Backend("x")


def test_a_module_of_a_function_leaves_the_function():
    assert importlib.import_module("ms2torch.common.lazy_inline").lazy_inline is ms.lazy_inline
    assert common.lazy_inline is ms.lazy_inline
    assert importlib.import_module("ms2torch.common.no_inline").no_inline is ms.no_inline
    assert importlib.import_module("ms2torch.common.jit_config").JitConfig is ms.JitConfig


def test_a_parameters_facts():
    info = _c_expression.ParamInfo()
    assert (info.name, info.requires_grad, info.comm_fusion, info.key) == ("Parameter", True, 1, -1)
    other = info.clone()
    other.tensor_map.append(1)
    assert info.tensor_map == []
    assert isinstance(Tensor(1.0), _c_expression.TensorPy)


def test_values_of_a_dry_run_are_computed():
    assert dryrun.mock(True, 5) == 5
    assert dryrun.mock(0, max, 3, 4) == 4
    with pytest.raises(NotImplementedError, match="without computing"):
        dryrun.set_simulation()


def test_classes_of_the_pipeline_are_where_programs_look():
    from ms2torch.dataset.engine import datasets

    batched = ds.NumpySlicesDataset([1, 2], ["x"]).map(lambda x: x, "x").batch(2).repeat(2)
    assert isinstance(batched, datasets.RepeatDataset)
    assert isinstance(batched.children[0], datasets.BatchDataset)
    assert isinstance(batched.children[0].children[0], datasets.MapDataset)
    assert datasets.GeneratorDataset is ds.GeneratorDataset
    with pytest.raises(AttributeError, match="has no attribute 'NoSuchDataset'"):
        _ = datasets.NoSuchDataset


def test_a_scale_divides_gradients():
    assert loss_scale._grad_scale(Tensor(4.0), Tensor([8.0])).asnumpy().tolist() == [2.0]
    half = loss_scale._grad_scale(Tensor(4.0), Tensor([8.0], ms.float16))
    assert half.dtype == ms.float16
    overflowed = [loss_scale._grad_overflow(Tensor([1.0, value])).asnumpy().max() for value in (2.0, np.inf)]
    assert overflowed == [0.0, 1.0]


def test_levels_of_mixed_precision_by_hand():
    assert amp._config_level["O2"]["keep_batchnorm_fp32"]
    assert amp._check_level("O1", "O1") == ("O1", True)
    with pytest.raises(ValueError, match="The 'boost_level' should be in"):
        amp._check_level("O1", "O9")
    with pytest.raises(ValueError, match="Unsupported arg 'foo'"):
        amp._check_kwargs({"foo": 1})
    with pytest.raises(TypeError, match="The 'cast_model_type' should be one of"):
        amp._check_kwargs({"cast_model_type": ms.int32})
    net = nn.SequentialCell(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU()).to_float(ms.float16)
    amp._do_keep_batchnorm_fp32(net)
    assert net(Tensor(np.ones((1, 3, 4, 4), np.float32))).dtype == ms.float16
    kept = [cell for _, cell in net.cells_and_names() if isinstance(cell, nn.BatchNorm2d)]
    assert [cell.fp16 for cell in kept] == [False]
    with_loss = amp._add_loss_network(net, nn.MSELoss(), ms.float16)
    image, label = Tensor(np.ones((1, 3, 4, 4), np.float32)), Tensor(np.ones((1, 4, 4, 4), np.float32))
    assert with_loss(image, label).dtype == ms.float32


@pytest.mark.parametrize("format", ["ckpt", "safetensors"])
def test_a_checkpoint_from_a_list_of_values(format, tmp_path):
    path = str(tmp_path / f"x.{format}")
    values = {"w": [[2, 2], "Float32", Tensor(np.ones((2, 2), np.float32))], "b": [[2], "Int64", np.arange(2)]}
    serialization._exec_save(path, values, format=format)
    loaded = ms.load_checkpoint(path, format=format)
    assert {name: value.asnumpy().tolist() for name, value in loaded.items()} == {"w": [[1, 1], [1, 1]], "b": [0, 1]}


def test_parts_of_model():
    x = Tensor([1.0])
    assert model._transfer_tensor_to_tuple(x) == (x,)
    assert model._transfer_tensor_to_tuple([x]) == [x]
    assert model._StepSync().step_end(None) is None
    assert model.ParallelMode is ms.ParallelMode


def test_messages_of_mindir_can_be_held_and_not_made() -> None:
    messages = importlib.import_module("ms2torch.train.mind_ir_pb2")
    for name in ("ModelProto", "GraphProto", "NodeProto"):
        with pytest.raises(NotImplementedError, match=f"mind_ir_pb2.{name}: .*mindspore.export writes"):
            getattr(messages, name)()


@pytest.mark.parametrize("kind", [nn.SequentialCell, nn.CellList])
def test_cells_are_inserted_into_lists_under_the_lists_names(kind: type) -> None:
    net = nn.Cell()
    net.seq = kind([nn.Dense(2, 2, has_bias=False) for _ in range(3)])
    last = net.seq[2]
    net.seq._insert(1, nn.Dense(2, 3, has_bias=False))
    assert [(p.name, p.shape) for p in net.get_parameters()][1] == ("seq.1.weight", (3, 2))
    assert last.weight.name == "seq.3.weight"
    del net.seq[0]
    assert [p.name for p in net.get_parameters()] == ["seq.0.weight", "seq.1.weight", "seq.2.weight"]
    with pytest.raises(IndexError, match="out of range"):
        net.seq._insert(7, last)


def test_arguments_of_a_registered_init_are_kept_and_not_shown() -> None:
    class Own(nn.Optimizer):
        @opt_init_args_register
        def __init__(self, params: object, learning_rate: float = 0.1, clip: bool = False) -> None:
            super().__init__(learning_rate, params)  # type: ignore[arg-type]

    assert list(inspect.signature(Own.__init__).parameters) == ["self", "args", "kwargs"]  # measured 2.10
    made = Own(nn.Dense(2, 2).trainable_params(), 0.5)
    assert (made.init_args, made.init_learning_rate) == ({"clip": False}, 0.5)
    assert "beta1" in inspect.signature(nn.Adam).parameters


def test_how_an_operation_works_has_its_name_in_dataset() -> None:
    vision = importlib.import_module("ms2torch.dataset.vision")
    operation = vision.RandomColorAdjust(brightness=(1, 1))
    operation.implementation = ds.Implementation.C
    image = np.full((2, 2, 3), 9, np.uint8)
    assert (operation(image) == image).all()
    assert [each.name for each in ds.Implementation] == ["C", "PY"]


def test_generated_primitives_that_make_tensors() -> None:
    from ms2torch.ops.operations._private_ops import Empty, RandInt

    made = Empty()((2, 3), ms.float16)
    assert (made.shape, made.dtype) == ((2, 3), ms.float16)
    drawn = [RandInt()(2, 5, (50,), ms.Tensor(3), ms.Tensor(place)).asnumpy() for place in (0, 0, 7)]
    assert np.array_equal(drawn[0], drawn[1])
    assert not np.array_equal(drawn[0], drawn[2])
    assert set(drawn[0].tolist()) == {2, 3, 4}


def test_a_gradient_is_written_to_its_file_when_it_is_computed(tmp_path) -> None:
    file = tmp_path / "gradient.npy"
    dump = ops.DumpGradient()
    gradient = ms.grad(lambda x: (dump(str(file), x, "in") * 3).sum())(Tensor([1.0, 2.0]))
    assert gradient.asnumpy().tolist() == [3.0, 3.0]
    assert np.load(file).tolist() == [3.0, 3.0]


def test_a_shape_as_a_tensor() -> None:
    shape = ops.DynamicShape()(Tensor(np.ones((2, 3), np.float32)))
    assert (shape.dtype, shape.asnumpy().tolist()) == (ms.int64, [2, 3])


class Shift(ops.PrimitiveWithInfer):
    """A program's own declaration of a kernel that MindSpore has under this name."""

    @ops.prim_attr_register
    def __init__(self, periods: int = 1, axis: int = -1) -> None:
        pass


def test_a_programs_own_primitive_runs_the_kernel_of_its_name() -> None:
    x = Tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    assert Shift(2)(x, 9.0).asnumpy().tolist() == [[9, 9, 1], [9, 9, 4]]
    assert Shift(-1, 0)(x, 9.0).asnumpy().tolist() == [[4, 5, 6], [9, 9, 9]]
    assert Shift(5)(x, 0.0).asnumpy().tolist() == [[0, 0, 0], [0, 0, 0]]
    assert Shift(0)(x, 0.0).asnumpy().tolist() == x.asnumpy().tolist()
    with pytest.raises(NotImplementedError, match="Primitive NoSuchKernel has no implementation"):
        type("NoSuchKernel", (ops.Primitive,), {})()(x)


def test_primitives_without_a_kernel_are_made_and_refuse_when_called() -> None:
    install()
    try:
        cls = importlib.import_module("mindspore.ops.operations.sparse_ops").DenseToDenseSetOperation
        made = cls(set_operation="a-b")
        assert isinstance(made, ops.Primitive)
        with pytest.raises(NotImplementedError, match="DenseToDenseSetOperation is not in ms2torch"):
            made(Tensor([1.0]), Tensor([1.0]))
    finally:
        uninstall()


def test_the_derivative_of_igamma_by_its_first_argument() -> None:
    # what MindSpore 2.10 returned
    a, x = Tensor([0.5, 2.0, 3.5, 10.0, 30.0]), Tensor([1.0, 2.0, 0.3, 12.0, 25.0])
    expected = [-0.38983735, -0.29400462, -0.00262967, -0.09717781, -0.04995484]
    np.testing.assert_allclose(IgammaGradA()(a, x).asnumpy(), expected, rtol=3e-6)
    np.testing.assert_allclose(ms.grad(ops.igamma)(a, x).asnumpy(), expected, rtol=3e-6)
    np.testing.assert_allclose(ms.grad(ops.igammac)(a, x).asnumpy(), np.negative(expected), rtol=3e-6)
    odd = IgammaGradA()(Tensor([0.0, 1.0, -1.0, 2.0]), Tensor([1.0, 0.0, 1.0, -1.0])).asnumpy()
    np.testing.assert_array_equal(odd, [np.nan, 0, np.nan, np.nan])


def test_as_many_points_in_a_bin_as_it_has_elements() -> None:
    features = Tensor(np.arange(64, dtype=np.float32).reshape(1, 1, 8, 8))
    aligned = ops.ROIAlign(2, 2, 0.5, -1)(features, Tensor([[0, 1.0, 2.0, 9.0, 11.0]]))
    np.testing.assert_allclose(aligned.asnumpy(), [[[[19.625, 21.875], [39.625, 41.875]]]])  # MindSpore 2.10's


@pytest.mark.parametrize("setting", ["kernel_size", "stride", "dilation"])
def test_convolutions_refuse_lists(setting: str) -> None:
    given = {"kernel_size": 3, setting: [3, 3]}
    with pytest.raises(TypeError, match="must be an int or a tuple of 2 ints"):
        ms.nn.Conv2d(2, 3, **given)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="must be an int or a tuple of 2 ints"):
        ops.Conv2D(3, **given)  # type: ignore[arg-type]


def test_bands_of_different_widths_under_vmap() -> None:
    x = Tensor(np.arange(18, dtype=np.float32).reshape(2, 3, 3))
    bands = ops.vmap(ops.matrix_band_part, (0, 0, 0), 0)(x, Tensor([0, -1]), Tensor([1, 0])).asnumpy().tolist()
    assert bands == [[[0, 1, 0], [0, 4, 5], [0, 0, 8]], [[9, 0, 0], [12, 13, 0], [15, 16, 17]]]  # MindSpore 2.10's


def test_the_python_type_of_none() -> None:
    assert ms.dtype_to_pytype(ms.type_none) is type(None)
