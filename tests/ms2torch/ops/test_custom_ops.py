"""One's own operators, loops, registration information, flags and messages of a process alone."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, ops
from ms2torch._errors import UnsupportedArgumentError
from ms2torch.ops import AiCPURegOp, CustomRegOp, DataType, TBERegOp
from ms2torch.ops.communication import P2POp, isend
from ms2torch.ops.operations.math_ops import NPUClearFloatStatusV2, NPUGetFloatStatusV2
from ms2torch.train.summary.summary_record import _get_summary_tensor_data


def test_loops():
    assert ops.WhileLoop()(lambda x: x < 100, lambda x: x + 1, 10) == 100
    assert ops.ForiLoop()(0, 4, lambda i, x: i + x, 0) == 6
    assert ops.Scan()(lambda res, el: (res + el, res + el), 0, [1, 2, 3, 4]) == (10, [1, 3, 6, 10])
    assert ops.Scan()(lambda res, _: (res + 1, res), 0, None, 3) == (3, [0, 1, 2])
    with pytest.raises(ValueError, match="length"):
        ops.Scan()(lambda res, _: (res, res), 0, None)


def test_loops_are_differentiated():
    grad = ms.grad(lambda x: ops.ForiLoop()(0, 3, lambda _, y: y * x, x))(Tensor(2.0))
    assert float(grad) == 32.0


def test_custom_runs_a_python_function():
    add = ops.Custom(lambda a, b: a + b, lambda x, _: x, lambda x, _: x, "pyfunc")
    assert add(Tensor([1.0, 2.0]), Tensor([3.0, 4.0])).asnumpy().tolist() == [4.0, 6.0]
    square = ops.Custom(np.square, bprop=lambda x, _, dout: (2 * x * dout,))
    assert ms.grad(square)(Tensor([1.0, 3.0])).asnumpy().tolist() == [2.0, 6.0]
    with pytest.raises(UnsupportedArgumentError, match="func_type='aot'"):
        ops.Custom("add.so:add", func_type="aot")


def test_pyfunc_checks_shapes():
    op = ops.PyFunc(lambda a: a * 2, [ms.float32], [(2,)], [ms.float64], [(2,)])
    (out,) = op((Tensor([1.0, 2.0]),))
    assert out.dtype == ms.float64
    with pytest.raises(ValueError, match="shapes"):
        op((Tensor([1.0]),))


def test_registration_information():
    # what MindSpore 2.10.0 returns
    assert CustomRegOp().input(0, "x", "dynamic").output(0, "y").dtype_format(
        DataType.F16_Default, DataType.F16_Default
    ).target("Ascend").get_op_info() == {
        "op_name": "Custom",
        "inputs": [{"index": 0, "name": "x", "paramType": "dynamic"}],
        "outputs": [{"index": 0, "name": "y", "paramType": "required"}],
        "attr": [],
        "fusion_type": "",
        "dtype_format": [(("float16", "DefaultFormat"), ("float16", "DefaultFormat"))],
        "target": "Ascend",
    }
    assert AiCPURegOp("Stack").attr("axis", "int").get_op_info()["attr"] == [{"name": "axis", "type": "int"}]
    told = TBERegOp("X").dynamic_shape(True).kernel_name("x").get_op_info()
    assert told["dynamicShapeSupport"] is True
    assert (told["kernel"], told["compute_cost"], told["binfile"]) == ("x", 10, "")
    with pytest.raises(TypeError, match="must be int"):
        CustomRegOp().input("0", "x")
    with pytest.raises(ValueError, match="1 types"):
        CustomRegOp().input(0, "x").dtype_format()


def test_attributes_of_primitives():
    add = ops.Add()
    assert add.add_prim_attr("attr", 1).attrs["attr"] == 1
    add.init_prim_io_names(["x", "y"], ["sum"])
    assert (add.input_names, add.output_names) == (["x", "y"], ["sum"])
    assert add.set_device("GPU").primitive_target == "GPU"
    assert "attr" not in add.del_prim_attr("attr").attrs


def test_a_generator_takes_up_seed_and_state():
    generator = ms.Generator()
    generator.manual_seed(5)
    state = generator.get_state()
    generator.seed()
    generator.set_state(state)
    assert generator.initial_seed() == 5


@pytest.mark.parametrize(("value", "told"), [(1.0, 0.0), (float("inf"), 1.0), (float("nan"), 1.0)])
def test_float_status(value, told):
    assert ops.FloatStatus()(Tensor([0.0, value])).asnumpy().tolist() == [told]


def test_the_register_of_overflows_stays_clear():
    flag = ops.NPUAllocFloatStatus()()
    assert flag.asnumpy().tolist() == [0.0] * 8
    assert ops.NPUGetFloatStatus()(flag).asnumpy().sum() == 0
    assert ops.NPUClearFloatStatus()(flag).shape == (8,)


def test_the_register_of_overflows_as_integers():
    flag = Tensor(np.zeros(8, np.int32))
    for read in (NPUClearFloatStatusV2(), NPUGetFloatStatusV2()):
        assert read(flag).dtype == ms.int32
        assert read(flag).asnumpy().tolist() == [0] * 8
        with pytest.raises(TypeError, match="the flag must be int32"):
            read(Tensor(np.zeros(8, np.float32)))


def test_what_summaries_keep_is_read_once():
    ops.TensorSummary()("a", Tensor([1.0, 2.0]))
    ops.ScalarSummary()("s", Tensor(3.0))
    kept = _get_summary_tensor_data()
    assert {name: value.asnumpy().tolist() for name, value in kept.items()} == {"a[:Tensor]": [1, 2], "s[:Scalar]": 3}
    assert _get_summary_tensor_data() == {}


def test_types_of_quantized_numbers():
    assert (str(ms.QuantDtype.INT8), ms.QuantDtype.INT8.value(), ms.QuantDtype.UINT16.value()) == ("INT8", 7, 115)


def test_dumps(tmp_path):
    ops.tensordump(str(tmp_path / "x"), Tensor([1.0, 2.0]))
    ops.TensorDump("in")(str(tmp_path / "y"), Tensor([1.0, 2.0], ms.bfloat16))
    names = sorted(each.name.rpartition("_")[0] for each in tmp_path.iterdir())
    assert names == ["x_float32", "y_in_bfloat16"]
    assert all(np.load(each).tolist() == [1.0, 2.0] for each in tmp_path.iterdir())


def test_a_process_alone():
    x = Tensor([1.0, 2.0])
    assert ops.AllGatherV()(x, (2,)).asnumpy().tolist() == [1.0, 2.0]
    assert ops.ReduceScatterV()(x, (2,)).asnumpy().tolist() == [1.0, 2.0]
    assert ops.AlltoAllV(block_size=2)(x, [1], [1]).asnumpy().tolist() == [1.0, 2.0]
    for op in (ops.Reduce(0), ops.CollectiveGather(0), ops.CollectiveScatter()):
        assert op(x).asnumpy().tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match="dest_rank"):
        ops.Reduce(1)(x)
    a = Tensor(np.ones((2, 3), np.float32))
    out, gathered = ops.all_gather_matmul(a, a, "hccl_world_group", 1, trans_x2=True)
    assert out.asnumpy().tolist() == [[3.0, 3.0], [3.0, 3.0]]
    assert gathered.shape == (2, 3)
    with pytest.raises(RuntimeError, match="world_size"):
        ops.matmul_reduce_scatter(a, a, "hccl_world_group", 2, trans_x2=True)
    with pytest.raises(RuntimeError, match="no other process"):
        isend(x, 1)
    assert P2POp(isend, x, 1).op == "isend"


def test_histogram_and_accidental_hits():
    # documented examples: MindSpore has no CPU kernel
    x, bounds = Tensor([-1.0, 0.0, 1.5, 2.0, 5.0, 15.0]), Tensor([0.0, 5.0])
    assert ops.HistogramFixedWidth(5)(x, bounds).asnumpy().tolist() == [2, 1, 1, 0, 2]
    rows, places, weights = ops.ComputeAccidentalHits(2)(Tensor([[1, 2], [0, 4], [3, 3]]), Tensor([0, 1, 2, 3, 4]))
    assert rows.asnumpy().tolist() == [0, 0, 1, 1, 2, 2]
    assert places.asnumpy().tolist() == [1, 2, 0, 4, 3, 3]
    assert (weights.asnumpy() == np.finfo(np.float32).min).all()


def test_triangular_solve():
    a, b = np.triu(np.arange(1.0, 10).reshape(3, 3)).astype(np.float32), np.ones((3, 1), np.float32)
    x, copy = Tensor(b).triangular_solve(Tensor(a))
    np.testing.assert_allclose(a @ x.asnumpy(), b, rtol=1e-5)
    x, _ = Tensor(b).triangular_solve(Tensor(a), transpose=True)
    np.testing.assert_allclose(a.T @ x.asnumpy(), b, rtol=1e-5)
    assert copy.asnumpy().tolist() == a.tolist()


def test_candidates_are_unique_and_expected_counts_follow_from_the_tries():
    classes, targets, counts = ops.uniform_candidate_sampler(Tensor([[1], [3]]), 1, 4, True, 4, 1)
    assert sorted(classes.asnumpy().tolist()) == [0, 1, 2, 3]
    assert targets.shape == (2, 1)
    assert counts.shape == (4,)
    drawn, *_ = ops.uniform_candidate_sampler(Tensor([[1], [3]]), 1, 2, True, 4, 1, True)
    assert sorted(drawn.asnumpy().tolist()) == [0, 2]
    with pytest.raises(ValueError, match="unique"):
        ops.uniform_candidate_sampler(Tensor([[1]]), 1, 8, True, 4)


def test_sparse_updates_without_a_cpu_kernel():
    def parameter(*rows):
        return ms.Parameter(Tensor(np.array(rows, np.float32)))

    # documented example
    var, accum, update = parameter([1, 2], [2, 3]), parameter([1.5, 2.5], [3.5, 4.5]), parameter([1.2, 2.4], [1.8, 0.6])
    grad = Tensor(np.array([[0.3, 0.7], [0.1, 0.8]], np.float32))
    ops.SparseApplyAdadelta(1e-6)(var, accum, update, 0.01, 0.2, grad, Tensor([0, 1], ms.int32))
    np.testing.assert_allclose(var.asnumpy(), [[0.994611859, 1.98851788], [1.99840558, 2.99478507]], rtol=1e-6)
    np.testing.assert_allclose(accum.asnumpy(), [[0.372, 0.892], [0.708, 1.412]], rtol=1e-6)
    # without shrinkage it is SparseApplyFtrl
    plain = [parameter([0.2, 0.3]), parameter([0.5, 0.9]), parameter([0.7, 0.5])]
    other = [parameter([0.2, 0.3]), parameter([0.5, 0.9]), parameter([0.7, 0.5])]
    given = (Tensor([[0.8, 0.5]]), Tensor([0], ms.int32))
    ops.SparseApplyFtrl(0.01, 0.1, 0.2, -0.5)(*plain, *given)
    ops.SparseApplyFtrlV2(0.01, 0.1, 0.2, 0.0, -0.5)(*other, *given)
    for a, b in zip(plain, other, strict=True):
        np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), rtol=1e-6)


@ops.kernel
def _enlarged(a):
    out = output_tensor(a.shape, a.dtype)  # noqa: F821 - a word of the hybrid language
    for i in grid(a.shape):  # noqa: F821 - likewise
        out[i] = a[i] * _FACTOR
    return out


_FACTOR = 2


def test_a_kernel_sees_what_its_module_defines_later():
    assert _enlarged(np.array([1.0, 3.0])).tolist() == [2.0, 6.0]
