"""What model code imports beside layers and operators: checks, log, communication, settings, marks, dropped names."""

from __future__ import annotations

import logging
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, _checkparam, _dropped, communication, nn, ops
from ms2torch._extends import cell_attr_register
from ms2torch.boost.grad_accumulation import GradientAccumulation
from ms2torch.communication import comm_func
from ms2torch.ops._primitive_cache import _get_cache_prim
from ms2torch.ops.primitive import Primitive, _primexpr, constexpr, prim_attr_register
from ms2torch.parallel import _utils
from ms2torch.parallel._auto_parallel_context import auto_parallel_context

ROOT = Path(__file__).resolve().parents[2]


# ---- checks: the messages are MindSpore 2.10's -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda c: c.check_positive_int(0, "n", "P"), ValueError,
         "For 'P', the 'n' must be int and must > 0, but got '0' with type 'int'."),
        (lambda c: c.check_positive_int(1.0, "n", "P"), TypeError, "For 'P', the 'n' must be int, but got 'float'"),
        (lambda c: c.check_positive_int(True, "n", "P"), TypeError,
         "For 'P', the 'n' must be int and must > 0, but got 'True' with type 'bool'."),
        (lambda c: c.check_positive_int(0), ValueError,
         "The input value must be int and must > 0, but got '0' with type 'int'."),
        (lambda c: c.check_float_range(1.5, 0.0, 1.0, c.INC_LEFT, "n"), ValueError,
         "The 'n' must be in range of [0.0, 1.0), but got 1.5 with type 'float'."),
        (lambda c: c.check_float_range(1, 0.0, 1.0, c.INC_BOTH, "n", "P"), TypeError,
         "For 'P', the 'n' must be 'float',  but got 'int'."),
        (lambda c: c.check_bool(1, "n", "P"), TypeError, "For 'P', the 'n' must be a bool, but got int."),
        (lambda c: c.check_string("a", ["b", "c"], "n", "P"), ValueError,
         "For 'P', the 'n' must be str and must be in '['b', 'c']', but got 'a'."),
        (lambda c: c.check_value_type("n", 1, [str, float], "P"), TypeError,
         "For 'P', the type of 'n' should be one of '['str', 'float']', but got type 'int'."),
        (lambda c: c.check_value_type("n", True, [int], "P"), TypeError,
         "For 'P', the type of 'n' should be 'int', but got type 'bool'."),
        (lambda c: c.check("n", 3, "m", 4, c.EQ, "P"), ValueError, "For 'P', the 'n' should be = m: 4, but got 3."),
        (lambda c: c.check_type_name("n", ms.float32, [ms.float16], "P"), TypeError,
         "For 'P', the 'n' should be Float16, but got 'mindspore.float32'."),
        (lambda c: c.check_and_canonicalize_axes(4, 3), ValueError,
         "The 'axis' must be in the range of [-3, 3), but got 4."),
        (lambda c: c.check_is_int(1.0, "n", "P"), TypeError,
         "For 'P', the type of 'n' must be 'int', but got 'float'."),
    ],
)  # fmt: skip
def test_checks_refuse_as_mindspore_does(call, error, message):
    with pytest.raises(error) as caught:
        call(_checkparam)
    assert str(caught.value) == message


def test_checks_return_what_they_checked():
    c = _checkparam
    assert c.check_positive_int(3) == 3
    assert c.check_int_range(4, 4, 5, c.INC_BOTH) == 4
    assert c.twice(3) == (3, 3)
    assert c.check_and_canonicalize_axes((0, -1), 3) == (0, 2)
    assert c._check_3d_int_or_tuple("n", 3, "P", True, True) == (1, 1, 3, 3, 3)
    c.check_subclass("n", ms.int32, ms.number, "P")
    with pytest.raises(TypeError, match="must be Float, but got Int32"):
        c.check_subclass("n", ms.int32, [ms.float_], "P")


# ---- log ---------------------------------------------------------------------------------------------------------


def test_log_goes_to_stderr_with_the_callers_place(capsys):
    ms.log.warning("%s of %d", "one", 2)
    ms.log.info("not shown at the default level")
    text = capsys.readouterr().err
    assert text.startswith("[WARNING] ME(")
    assert "[test_modules.py:" in text
    assert text.endswith("one of 2\n")
    assert "not shown" not in text
    assert ms.get_level() == ms.get_log_config()["GLOG_v"]


def test_log_action_once(capsys):
    logger = ms.log._get_logger()

    @ms.log._LogActionOnce(logger=logger, key="test_log_action_once")
    def speak():
        logger.warning("said")

    speak()
    speak()
    assert capsys.readouterr().err.count("said") == 1
    assert isinstance(logger, logging.Logger)


# ---- processes ---------------------------------------------------------------------------------------------------


def test_one_process_alone(monkeypatch):
    for name in ("RANK", "WORLD_SIZE", "MS_ROLE", "RANK_SIZE", "RANK_TABLE_FILE"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(RuntimeError, match="torchrun"):
        communication.init()
    for name, value in {"RANK": 0, "WORLD_SIZE": 1, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": 29871}.items():
        monkeypatch.setenv(name, str(value))
    assert (communication.get_rank(), communication.get_group_size(), communication.get_local_rank()) == (0, 1, 0)
    with pytest.raises(RuntimeError, match="init"):
        communication.get_process_group_ranks()
    communication.init()
    try:
        assert communication.GlobalComm.INITED
        assert communication.GlobalComm.WORLD_COMM_GROUP == "mccl_world_group"
        assert communication.get_process_group_ranks() == [0]
        communication.create_group("mine", [0])
        assert communication.get_group_size("mine") == 1
    finally:
        communication.release()
    assert not communication.GlobalComm.INITED
    with pytest.raises(RuntimeError, match="no group"):
        communication.get_rank("mine")


def test_collectives_of_one_process_are_the_identity():
    x = Tensor([[1.0, 2.0]])
    reduced, handle = comm_func.all_reduce(x)
    assert handle is None
    for y in (reduced, comm_func.all_gather_into_tensor(x)[0], ops.AllReduce()(x), ops.AllGather()(x),
              ops.ReduceScatter(ops.ReduceOp.MAX)(x), ops.Broadcast(0)((x,))[0], ops.AlltoAll(1, 0, 1)(x)):  # fmt: skip
        np.testing.assert_array_equal(y.asnumpy(), x.asnumpy())
    with pytest.raises(RuntimeError, match="no other process"):
        comm_func.send(x, 1)
    with pytest.raises(ValueError, match="reduction"):
        ops.AllReduce("median")(x)


def test_parallel_settings():
    assert _utils._get_parallel_mode() == ms.ParallelMode.STAND_ALONE
    ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True, device_num=4)
    try:
        assert _utils._get_device_num() == 4
        assert _utils._get_gradients_mean()
        assert auto_parallel_context().get_device_num() == 4
        assert auto_parallel_context().get_device_num_is_set()
    finally:
        ms.reset_auto_parallel_context()
    assert not _utils._is_sharding_propagation()
    ms.set_algo_parameters(fully_use_devices=True)
    assert ms.get_algo_parameters("fully_use_devices")
    ms.reset_algo_parameters()
    with pytest.raises(ValueError, match="not recognized"):
        ms.set_algo_parameters(x=1)
    with pytest.raises(RuntimeError, match="parameter server"):
        ms.set_ps_context(enable_ps=True)
    with pytest.raises(NotADirectoryError, match="a is not a directory"):
        ms.merge_pipeline_strategys("a", "b")


# ---- device ------------------------------------------------------------------------------------------------------


def test_device_and_memory_on_a_cpu():
    ms.set_device("CPU")
    assert tuple(ms.get_current_device()) == ("CPU", 0)
    with pytest.raises(ValueError, match="must be one of"):
        ms.set_device("X")
    assert ms.hal.device_count("CPU") == 1
    assert ms.hal.get_device_name(0, "CPU") == "CPU"
    assert ms.runtime.memory_allocated() == ms.hal.memory_allocated() == 0
    assert ms.runtime.memory_stats()["total_reserved_memory"] == 0
    ms.runtime.synchronize()
    ms.runtime.empty_cache()
    with ms.runtime.StreamCtx(ms.runtime.current_stream()):
        pass
    first, second = ms.Event(enable_timing=True), ms.Event(enable_timing=True)
    first.record()
    second.record()
    assert first.elapsed_time(second) >= 0


def test_run_check(capsys):
    ms.run_check()
    assert "successfully" in capsys.readouterr().out


def test_profiler_writes_a_trace(tmp_path):
    profiler = ms.Profiler(output_path=str(tmp_path))
    ops.abs(Tensor([-1.0]))
    profiler.analyse()
    assert (tmp_path / "trace.json").stat().st_size > 0


# ---- Primitive ---------------------------------------------------------------------------------------------------


def test_arguments_become_attributes():
    class Scale(Primitive):
        @prim_attr_register
        def __init__(self, factor, bias=1):
            self.total = factor + bias

        def __call__(self, x):
            return x * self.factor + self.bias

    scale = Scale(3)
    assert (scale.factor, scale.bias, scale.total, scale.name) == (3, 1, 4, "Scale")
    assert scale(2) == 7
    cached = _get_cache_prim(Scale)
    assert cached(3) is cached(3)
    assert cached(3) is not cached(4)


def test_constexpr_is_no_method():
    class Holder:
        plus_one = constexpr(lambda x: x + 1)
        plus_two = _primexpr(lambda x: x + 2)

    assert Holder().plus_one(1) == 2
    assert Holder().plus_two(1) == 3
    assert constexpr(get_instance=False)(lambda x: x)()(5) == 5


def test_cell_attr_register():
    class Net(nn.Cell):
        @cell_attr_register
        def __init__(self, size, name="n"):
            super().__init__()
            self.size = size

    assert Net(3, name="m").cell_init_args == "Net[3, 'm']"


def test_gradient_accumulation_updates_once_in_so_many_steps():
    net = nn.Dense(1, 1, weight_init="zeros", has_bias=False)
    accumulate = GradientAccumulation(2, nn.SGD(net.trainable_params(), 1.0))
    steps = []
    for _ in range(4):
        accumulate(Tensor(0.0), (Tensor([[2.0]]),))
        steps.append(float(net.weight.asnumpy()[0, 0]))
    assert steps == [0.0, -2.0, -2.0, -4.0]


# ---- odds and ends -----------------------------------------------------------------------------------------------


def test_no_grad_and_marks():
    def stopped(x):
        with ms._no_grad():
            y = x * 2
        return x * 3 + y

    assert ms.grad(stopped)(Tensor([1.0])).asnumpy().tolist() == [3.0]
    ms.set_recursion_limit(500)
    with pytest.raises(TypeError):
        ms.set_recursion_limit(1.0)
    with pytest.raises(ValueError, match="__init__"):
        ms.lazy_inline(lambda x: x)
    assert ms.Symbol(max=10, divisor=2).to_dict() == {"max": 10, "divisor": 2}
    assert ms.QuantDtype.INT8.value() == 7


def test_tensors_as_objects():
    assert ms.is_tensor(Tensor(1))
    assert not ms.is_tensor(1)
    array = np.zeros(2, np.float32)
    shared = ms.from_numpy(array)
    array[0] = 5
    assert shared.asnumpy()[0] == 5
    assert ms.frombuffer(b"abcd", dtype=ms.int8).asnumpy().tolist() == [97, 98, 99, 100]
    assert ms.from_dlpack(ms.to_dlpack(Tensor([1.0]))).asnumpy().tolist() == [1.0]
    a, b = Tensor([1.0]), Tensor([2.0, 3.0])
    ms.swap_tensors(a, b)
    assert a.shape == (2,)
    assert b.asnumpy().tolist() == [1.0]


@pytest.mark.parametrize("first", ["recompute", "mutable", "tensor"])
def test_a_function_is_not_hidden_by_its_module(first):
    code = f"import ms2torch.common.{first}; from ms2torch.common import {first}; assert callable({first})"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_dropped_names_work_and_say_so_once():
    _dropped._said.clear()
    with pytest.warns(FutureWarning, match=r"mindspore\.ms_function is not in MindSpore 2\.10; write mindspore\.jit"):
        assert callable(ms.ms_function)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert callable(ms.ms_function)
    assert "ms_function" not in dir(ms)
    with pytest.raises(AttributeError):
        _ = ms.never_was_there


def test_checks_of_mindspore_1():
    _dropped._said.clear()
    with pytest.warns(FutureWarning, match="Validator"):
        validator = _checkparam.Validator
    with pytest.warns(FutureWarning, match="Rel"):
        rel = _checkparam.Rel
    assert validator.check_int(3, 2, rel.GE, "n", "P") == 3


def test_random_normal_of_the_core():
    from ms2torch._c_expression import _random_normal

    out = np.zeros((2, 3), np.float32)
    _random_normal(3, out, 0.0, 1.0)
    expected = [[-0.8529851, -1.5072865, -0.26547745], [-0.7844011, 0.3341286, 0.7324241]]  # MindSpore 2.10
    np.testing.assert_array_equal(out, np.array(expected, np.float32))


def test_names_of_lists_that_are_filled_one_by_one():
    class Stage(nn.Cell):
        def __init__(self, depth):
            super().__init__()
            self.blocks = nn.CellList()
            for _ in range(depth):
                self.blocks.append(nn.Dense(1, 1, has_bias=False))

    stages = nn.CellList()
    for depth in (1, 2):
        stages.append(Stage(depth))
    names = [p.name for p in stages.get_parameters()]
    assert names == ["0.blocks.0.weight", "0.blocks.1.blocks.0.weight", "0.blocks.1.blocks.1.weight"]
