"""Networks read as statements, changed and written again; names and kinds as MindSpore 2.10 gives them."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Tensor, nn, ops
from ms2torch.rewrite import Node, NodeType, ScopedValue, SymbolTree


class Inner(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.relu = nn.ReLU()
        self.add = ops.Add()

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor]:
        y = self.relu(x) + 1
        z = self.add(y, x)
        w = ops.abs(z)
        k = x.reshape((2, 1))
        if self.training:
            w = w * 2
        return w, k


class Outer(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.a = Inner()
        self.dense = nn.Dense(2, 2)

    def construct(self, x: Tensor, scale: float = 2.0) -> Tensor:
        x, _k = self.a(x)
        x = self.dense(x)
        x = self.dense(x * scale)
        return x  # noqa: RET504  # a statement for each step


def test_statements_have_names_and_kinds() -> None:
    nodes = list(SymbolTree.create(Inner()).nodes())
    names = ["input_x", "relu", "binop_add", "add", "abs", "tuple", "reshape", "if_node", "tuple_1", "return"]
    assert [node.get_name() for node in nodes] == names
    kinds = ["Input", "CallCell", "MathOps", "CallPrimitive", "CallFunction", "CallMethod", "CallMethod", "ControlFlow"]
    assert [node.get_node_type().name for node in nodes] == [*kinds, "CallMethod", "Output"]
    assert [str(node.get_args()) for node in nodes[:4]] == ["[]", "[x]", "[relu_var, 1]", "[y, x]"]
    assert nodes[1].get_instance_type() is nn.ReLU
    assert nodes[4].get_instance() is ops.abs


def test_the_network_computes_what_it_did() -> None:
    x = Tensor([1.0, -2.0])
    for net in (Inner(), Outer()):
        was, now = net(x), SymbolTree.create(net).get_network()(x)
        for a, b in zip(*(each if isinstance(each, tuple) else (each,) for each in (was, now)), strict=True):
            assert np.array_equal(a.asnumpy(), b.asnumpy())


def test_statements_are_inserted_replaced_and_erased() -> None:
    net = Outer()
    tree = SymbolTree.create(net)
    dense = tree.get_node("dense")
    assert dense is not None
    assert [each.get_name() for each in dense.get_inputs()] == ["a"]
    relu = Node.create_call_cell(nn.ReLU(), ["x"], [ScopedValue.create_naming_value("x")], name="new")
    assert tree.insert(tree.after(dense), relu) == relu
    assert [each.get_name() for each in dense.get_users()] == ["new"]
    tree.replace(tree.get_node("dense_1"), [Node.create_call_function(ops.neg, ["x"], ["x"])])  # type: ignore[arg-type]
    assert "self.new(x)" in tree.get_code()
    x = Tensor([1.0, -2.0])
    found = tree.get_network()(x).asnumpy()
    assert np.allclose(found, -np.maximum(net.dense(net.a(x)[0]).asnumpy(), 0))
    tree.erase("new")
    assert tree.get_node("new") is None
    with pytest.raises(RuntimeError, match="not belong"):
        tree.erase("new")


def test_a_result_that_is_hidden_gets_a_name_of_its_own() -> None:
    tree = SymbolTree.create(Outer())
    source, reader = tree.get_node("dense"), tree.get_node("return")
    assert source is not None
    assert reader is not None
    reader.set_arg_by_node(0, source)
    assert str(reader.get_args()) == "[dense_var]"
    assert "binop_mult" in [each.get_name() for each in source.get_users()]
    reader.set_arg(0, "_k")
    assert str(reader.get_args()) == "[_k]"
    with pytest.raises(ValueError, match="index"):
        reader.set_arg(5, "k")


def test_trees_within() -> None:
    net = Outer()
    tree = SymbolTree.create(net)
    node = tree.get_node("a")
    assert node is not None
    inner = node.get_sub_tree()
    inner.erase("if_node")
    assert "class InnerOpt" in tree.get_code()
    net.set_train()
    x = Tensor([1.0, -2.0])
    assert not np.array_equal(tree.get_network()(x).asnumpy(), net(x).asnumpy())
    with pytest.raises(TypeError, match="Tree"):
        tree.get_node("dense").get_sub_tree()  # type: ignore[union-attr]


def test_values_tables_and_files(capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path) -> None:
    assert str(ScopedValue.create_name_values(["z", "z_1"], ["self", "self"])) == "[self.z, self.z_1]"
    assert str(ScopedValue.create_variable_value(2)) == "2"
    tree = SymbolTree.create(Inner())
    tree.print_node_tabulate()
    assert "self.relu(x)" in capsys.readouterr().out
    tree.set_saved_file_name(str(tmp_path / "net"))
    tree.save_network_to_file()
    assert "class InnerOpt" in pathlib.Path(tree.get_saved_file_name()).read_text()
    assert NodeType.Tree.name == "Tree"
    with pytest.raises(TypeError, match="Cell"):
        SymbolTree.create(ms.float32)  # type: ignore[arg-type]


class Twice(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.a, self.b = Inner(), Inner()

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor]:
        a, _ = self.a(x)
        b, _ = self.b(x)
        return a, b


def test_two_cells_of_one_class_are_rewritten_each_by_itself() -> None:
    tree = SymbolTree.create(Twice())
    for name, function in (("a", ops.neg), ("b", ops.abs)):
        node = tree.get_node(name)
        assert node is not None
        inner = node.get_sub_tree()
        absolute = inner.get_node("abs")
        assert absolute is not None
        inner.replace(absolute, [Node.create_call_function(function, ["w"], ["z"])])
    a, b = tree.get_network()(Tensor([1.0, -2.0]))
    assert (a.asnumpy().tolist(), b.asnumpy().tolist()) == ([-3.0, 1.0], [3.0, 1.0])
