"""Names that are found by the table of MindSpore's modules, and those that say why they are not there."""

from __future__ import annotations

import contextlib
import importlib
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from ms2torch import Tensor, install, mint, nn, ops, uninstall
from ms2torch._known_names import NotServedError, find, is_module
from ms2torch._names_table import counterparts, entries, full, reasons, text

HERE = Path(__file__).parent
USED = [line for line in (HERE / "used_names.txt").read_text().splitlines() if not line.startswith("#")]


pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")  # names that MindSpore itself has dropped


@pytest.fixture(autouse=True)
def hook() -> Iterator[None]:
    install()
    yield
    uninstall()


def resolve(name: str) -> object:
    """Return what a dotted name stands for: attribute by attribute, or from one of the modules in it on."""
    parts = name.split(".")
    for count in range(len(parts)):
        with contextlib.suppress(AttributeError, ImportError):
            value: object = importlib.import_module(".".join(["mindspore", *parts[:count]]))
            for part in parts[count:]:
                value = getattr(value, part)
            return value
    raise AttributeError(name)


def is_there(name: str) -> bool:
    try:
        resolve(name)
    except (AttributeError, ImportError):
        return False
    return True


def test_every_name_that_packages_use_is_there_but_those_with_a_reason() -> None:
    groups = tomllib.loads((HERE / "missing_names.toml").read_text())
    excused = {name for group in groups.values() for name in group["names"]}
    assert {name for name in USED if not is_there(name)} == excused


def test_the_tables_name_what_mindspore_has_and_we_have() -> None:
    for name in [*counterparts(), *(n for reason in reasons() for n in reason.get("called", ()))]:
        module, _, leaf = name.rpartition(".")
        assert leaf in entries(module), name
        assert find(full(module), leaf) is not None


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("ops.composite.base.GradOperation", ops.GradOperation),
        ("ops.functional_overload.clamp", None),
        ("train.model.Validator", None),
        ("nn.layer.transformer.Parameter", None),
        ("train.model.nn.Cell", nn.Cell),
        ("ops.auto_generate.gen_ops_def.cumsum_ext", None),
        ("train.model.np.ones", np.ones),
        ("scipy.linalg.Eigh", None),
    ],
)
def test_an_object_is_the_same_at_each_of_its_paths(name: str, wanted: object) -> None:
    value = resolve(name)
    assert value is resolve(name)
    assert wanted is None or value is wanted


def test_a_generated_operation_computes_what_its_function_does() -> None:
    generated = importlib.import_module("mindspore.ops.auto_generate.gen_ops_prim")
    kernels = importlib.import_module("mindspore.ops.auto_generate.pyboost_inner_prim")
    core = importlib.import_module("mindspore._c_expression")
    x = Tensor(np.arange(6.0, dtype=np.float32).reshape(2, 3))
    index = Tensor(np.array([1, 0], np.int32))
    wanted = mint.index_add(x, 0, index, x, alpha=2).asnumpy()
    assert generated.index_add_ext_op is generated.index_add_ext_op
    assert type(generated.index_add_ext_op) is generated.IndexAddExt
    for made in (
        generated.index_add_ext_op(x, 0, index, x, 2),
        generated.IndexAddExt()(x, 0, index, x, 2),
        core.pyboost_index_add_ext(generated.index_add_ext_op, [x, 0, index, x, 2]),
    ):
        np.testing.assert_array_equal(made.asnumpy(), wanted)
    np.testing.assert_array_equal(kernels.softmax_impl(x, (-1,)).asnumpy(), ops.softmax(x, -1).asnumpy())
    places, values = kernels.argmax_with_value_impl(x, 1, False)
    assert (places.asnumpy().tolist(), values.asnumpy().tolist()) == ([2, 2], [2, 5])
    mean = kernels.nllloss_impl(x, Tensor([0, 2], dtype=places.dtype), Tensor(np.ones(3, np.float32)), "mean", -100)[0]
    assert mean.asnumpy() == -2.5


def test_a_kernel_of_random_numbers_takes_seed_and_offset() -> None:
    generated = importlib.import_module("mindspore.ops.auto_generate.gen_ops_prim")
    half = Tensor(np.full(64, 0.5, np.float32))
    first, again, other = (generated.bernoulli_ext_op(half, Tensor(1), Tensor(at)).asnumpy() for at in (0, 0, 8))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()
    assert 10 < first.sum() < 54


def test_what_needs_a_device_can_be_imported_and_says_so_when_called() -> None:
    with pytest.raises(NotImplementedError, match=r"lightning_indexer is not in ms2torch: .* another device"):
        resolve("ops.lightning_indexer")()  # type: ignore[operator]
    with pytest.raises(NotImplementedError, match="parameter servers"):
        resolve("experimental.MapParameter")()  # type: ignore[operator]


def test_what_steers_the_compiler_says_so_when_asked() -> None:
    with pytest.raises(AttributeError, match=r"train\.amp\._config_amp does not exist in ms2torch: it steers"):
        _ = importlib.import_module("mindspore.train.amp")._config_amp
    with pytest.raises(ModuleNotFoundError, match="loads kernels for a device"):
        importlib.import_module("mindspore.ops._op_impl.cpu")


def test_modules_without_a_file_are_imported_and_gone_with_the_hook() -> None:
    module = importlib.import_module("mindspore.ops.composite.multitype_ops.add_impl")
    assert module is importlib.import_module("ms2torch.ops.composite.multitype_ops.add_impl")
    assert module.add(1, 2) == 3
    assert not is_module("ms2torch.nn.no_such_module")
    with pytest.raises(NotServedError):
        find("ms2torch.nn", "NoSuchThing")
    uninstall()
    assert "ms2torch.ops.composite.multitype_ops.add_impl" not in sys.modules


def test_a_run_between_new_graph_and_end_graph_is_differentiated() -> None:
    executor = importlib.import_module("mindspore.common.api")._pynative_executor
    net = nn.Dense(3, 2)
    x = Tensor(np.ones((1, 3), np.float32))
    executor.new_graph(net, x)
    out = net(x).sum()
    executor.end_graph(net, out, x)
    weights = tuple(net.trainable_params())
    found = executor.grad(net, ops.GradOperation(True, True), weights, None, False, x)
    wanted = ops.GradOperation(True, True)(lambda x: net(x).sum(), weights)(x)
    for ours, theirs in zip((*found[0], *found[1]), (*wanted[0], *wanted[1]), strict=True):
        np.testing.assert_array_equal(ours.asnumpy(), theirs.asnumpy())
    with pytest.raises(RuntimeError, match="new_graph"):
        executor.grad(net, ops.GradOperation(), None, None, False, x)


def test_a_backward_hook_as_an_operation_gets_both_gradients() -> None:
    hook_of = importlib.import_module("mindspore.ops.operations._inner_ops").CellBackwardHook
    seen = []
    cell = nn.ReLU()
    hook = hook_of("relu", cell, {1: lambda *given: seen.append(given)})
    hook.register_backward_hook()

    def run(x: Tensor) -> Tensor:
        return hook(cell(hook((x,))[0]) * 3) * 2

    assert hook(Tensor([1.0])).asnumpy().tolist() == [1] == hook(Tensor([1.0])).asnumpy().tolist()  # in, out
    gradient = ops.grad(run)(Tensor([-1.0, 2.0]))
    assert gradient.asnumpy().tolist() == [0, 6]
    ((who, inputs, outputs),) = seen
    assert who is cell
    assert (inputs[0].asnumpy().tolist(), outputs[0].asnumpy().tolist()) == ([0, 6], [2, 2])


def test_the_table_is_not_read_by_programs_that_miss_no_name(root: Path) -> None:
    code = (
        "import sys, ms2torch; ms2torch.install(); import mindspore as ms; from mindspore import nn, ops, mint;"
        "nn.Dense(2, 2)(ops.ones((1, 2))); assert 'ms2torch._names_table' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=root)
    assert done.returncode == 0, done.stderr


def test_every_line_of_the_table_names_its_module_once() -> None:
    modules = [line.split("\t")[0] for line in text()[1:].splitlines()]
    assert len(modules) == len(set(modules))
    assert {"", "nn", "ops.operations._csr_ops"} <= set(modules)


def test_handles_of_hooks_are_numbered_by_the_key_they_are_kept_under() -> None:
    handle_of = importlib.import_module("mindspore.common.hook_handle").HookHandle
    cell = nn.ReLU()
    handle = cell.register_forward_hook(lambda cell, args, output: None)
    assert isinstance(handle, handle_of)
    assert list(cell._forward_hook) == [handle.handle_id]
    mine = handle_of(cell._forward_hook, extra_dict=cell._forward_hook_with_kwargs)
    cell._forward_hook[mine.handle_id] = lambda cell, args, output: output + 1
    assert cell(Tensor([-1.0])).asnumpy().tolist() == [1]
    mine.remove()
    handle.remove()
    assert not cell._forward_hook
    assert cell(Tensor([-1.0])).asnumpy().tolist() == [0]


def test_implementations_are_registered_by_class_or_name() -> None:
    registry = importlib.import_module("mindspore.ops.vm_impl_registry").vm_impl_registry
    registry.register(ops.Assign)(lambda prim: "by class")
    registry.register("Mine")(lambda prim: "by name")
    try:
        assert ops.get_vm_impl_fn(ops.Assign()) == "by class"
        assert ops.get_vm_impl_fn(ops.Primitive("Mine")) == "by name"
        assert ops.get_vm_impl_fn(ops.ReLU()) is None
    finally:
        registry.clear()


def test_tensors_laid_one_behind_the_other() -> None:
    combine = importlib.import_module("mindspore.hal.contiguous_tensors_handle").combine_tensor_list_contiguous
    x, y = Tensor(np.array([1, 2, 3], np.float32)), Tensor(np.array([4, 5, 6], np.float32))
    handle = combine([x, y])
    assert handle[1:3].asnumpy().tolist() == [2, 3]
    assert handle.slice_by_tensor_index(0, 1).asnumpy().tolist() == [1, 2, 3]
    y[0] = 9
    assert handle.slice_by_tensor_index(1).asnumpy().tolist() == [9, 5, 6]
    assert handle.slice_by_tensor_index(0).shape == (3,)
    assert handle.slice_by_tensor_index().shape == (6,)
    with pytest.raises(TypeError, match=r"input list must be \[Tensor"):
        combine(x)


def test_parts_of_compressed_rows() -> None:
    rows = importlib.import_module("mindspore.ops.operations._csr_ops")
    indptr, indices = Tensor(np.array([0, 1, 3], np.int32)), Tensor(np.array([1, 0, 2], np.int32))
    values = Tensor(np.array([2.0, 3.0, 4.0], np.float32))
    dense = Tensor(np.array([[1.0], [10.0], [100.0]], np.float32))
    parts = (indptr, indices, values, (2, 3))
    assert rows.CSRReduceSum()(*parts, 1).asnumpy().tolist() == [[2], [7]]
    assert (
        rows.CSRMV()(*parts, dense).asnumpy().tolist()
        == [[20], [403]]
        == rows.CSRMM()(*parts, dense).asnumpy().tolist()
    )
    assert rows.CSR2COO()(indptr, 3).asnumpy().tolist() == [0, 1, 1]
    assert rows.COO2CSR()(Tensor(np.array([0, 1, 1], np.int32)), 2).asnumpy().tolist() == [0, 1, 3]
    assert rows.CSRMul()(*parts, Tensor(np.ones((2, 1), np.float32) * 2)).asnumpy().tolist() == [4, 6, 8]
    assert rows.CSRDiv()(*parts, Tensor(np.ones((1, 3), np.float32) * 2)).asnumpy().tolist() == [1, 1.5, 2]
    square = Tensor(np.arange(6.0, dtype=np.float32).reshape(2, 3))
    assert rows.CSRGather()(indptr, indices, square, (2, 3)).asnumpy().tolist() == [1, 3, 5]


def test_a_name_that_mindspore_210_has_not_either_may_be_one_of_a_newer_version() -> None:
    with pytest.raises(
        AttributeError, match=r"\(MindSpore 2\.10\.0, whose API this is, does not have it either; a newer"
    ):
        _ = importlib.import_module("mindspore.nn").NoSuchLayer
    with pytest.raises(ModuleNotFoundError, match=r"'mindspore\.later'.*a newer version may"):
        importlib.import_module("mindspore.later")
    with pytest.raises(AttributeError) as caught:  # one that it has, and we have not
        _ = importlib.import_module("mindspore.ops")._add_attr
    assert "newer" not in str(caught.value)
