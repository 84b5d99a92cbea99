"""Networks read as statements: branches that are known, patterns that are found and replaced, names of Parameters."""

import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops
from mindspore.rewrite import (
    Node,
    NodeType,
    PatternEngine,
    PatternNode,
    Replacement,
    ScopedValue,
    SymbolTree,
    ValueType,
    VarNode,
)
from mindspore.rewrite.common import namespace


class Inner(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 3)
        self.bn = nn.BatchNorm2d(3)
        self.relu = nn.ReLU()

    def construct(self, x):
        x = self.conv(x)
        x = self.bn(x)
        x = self.relu(x)
        return x


class Kept(Inner):
    pass


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.wide, self.missing, self.depth = True, None, 2
        self.conv1 = nn.Conv2d(1, 3, 3)
        self.bn1 = nn.BatchNorm2d(3)
        self.relu = nn.ReLU()
        self.tanh = nn.Tanh()
        self.add = ops.Add()
        self.inner = Inner()
        self.seq = nn.SequentialCell(nn.Conv2d(3, 3, 3), nn.BatchNorm2d(3), nn.ReLU())
        self.nested = nn.SequentialCell(Inner(), nn.SequentialCell(nn.Tanh(), nn.ReLU()))

    def construct(self, x, y=None):
        x = self.conv1(x)
        a = self.bn1(x)
        b = self.relu(a)
        c = self.relu(self.add(a, b))
        if self.wide:
            c = self.tanh(c)
        if self.missing is not None:
            c = self.relu(c)
        else:
            c = self.tanh(c) + 1
        if self.depth > 1 and self.wide:
            c = self.relu(-c)
        if y is None:
            c = self.tanh(c)
        c = self.inner(c)
        c = self.seq(c)
        c = self.nested(c)
        return c


def kind(called):
    return getattr(called, "__name__", called)


def show(nodes):
    for node in nodes:
        near = [each.get_name() for each in node.get_inputs()], [each.get_name() for each in node.get_users()]
        args = node.get_args() if node.get_node_type() != NodeType.ControlFlow else "-"
        print(node.get_node_type().name, node.get_targets(), args, kind(node.get_instance_type()), *map(len, near))


class Wrapped(nn.Cell):
    def __init__(self, held):
        super().__init__()
        self.held = held
        self.scale = nn.Dense(2, 2)

    def construct(self, x):
        return self.held(x) * 2


class Fuse(Replacement):
    def build(self, pattern, is_chain_pattern, matched):
        print("found", is_chain_pattern, [kind(node.get_instance_type()) for node in matched.values()])
        first, last = list(matched.values())[0], matched[pattern.name()]
        held = Wrapped(first.get_instance())
        return [Node.create_call_cell(held, last.get_targets(), first.get_args(), first.get_kwargs(), "Fused")]


class Look(Replacement):
    def build(self, pattern, is_chain_pattern, matched):
        print("seen", kind(pattern.type()), [node.get_name() for node in matched.values()])
        return []


def tried(what, *args):
    try:
        return what(*args)
    except (TypeError, ValueError, RuntimeError) as error:
        return type(error).__name__


ms.set_seed(1)
x = Tensor(np.random.RandomState(0).randn(1, 1, 4, 4).astype(np.float32))

tree = SymbolTree.create(Net())
print("-- as read")
show(node for node in tree.nodes() if node.get_node_type() != NodeType.MathOps)
conv = tree.get_node("conv1")
print(conv.get_attribute("in_channels"), conv.get_attribute("kernel_size"), conv.get_attribute("nothing"))
conv.set_attribute("mine", 3)
print(conv.get_attribute("mine"), conv.get_attributes()["mine"], kind(conv.get_attribute("cls")))
bn = tree.get_node("bn1")
print({place: (node.get_name(), result) for place, (node, result) in bn.get_arg_providers().items()})
print({place: [(n.get_name(), k) for n, k in found] for place, found in bn.get_target_users().items()})
print([(n.get_name(), k) for n, k in bn.get_target_users(0)], Node(bn.get_handler()) == bn)
for name in ("seq", "nested"):
    print(
        [
            (kind(Node(n).get_instance_type()), Node(n).get_node_type().name)
            for n in tree.get_node(name).get_handler().nodes()
        ]
    )
print(type(tree.get_origin_network()).__name__, SymbolTree(tree.get_handler()).get_node("conv1") == conv)

print("-- known branches")
before = tree.get_origin_network()(x).asnumpy()
tree.flatten_static_if_control_flow()
show(node for node in tree.nodes() if node.get_node_type() != NodeType.MathOps)
print(np.allclose(tree.get_network()(x).asnumpy(), before))

print("-- patterns")
tree = SymbolTree.create(Net())
engine = PatternEngine([nn.Conv2d, nn.BatchNorm2d], Fuse())
print(kind(engine.pattern().type()), [kind(each.type()) for each in engine.pattern().get_inputs()])
print(engine.apply(tree))
net = tree.get_network()
print([kind(type(cell)) for cell in net.inner.cells()], [kind(type(cell)) for cell in net.seq])
for name, parameter in net.parameters_and_names():
    print(name, parameter.name, parameter.shape)

print("-- what is seen")
PatternEngine([nn.ReLU], Look()).apply(SymbolTree.create(Net()))
pair = PatternNode("add", ops.Add, [VarNode(), VarNode()])
print(PatternEngine(pair, Look()).apply(SymbolTree.create(Net())))
closed = PatternNode("add", ops.Add, [PatternNode("b", nn.BatchNorm2d), PatternNode("r", nn.ReLU)])
print(PatternEngine(closed, Look()).apply(SymbolTree.create(Net())))

print("-- Cells that stay closed")
print(namespace.is_subtree(Kept()), namespace.is_subtree(nn.ReLU()), namespace.is_subtree(nn.SequentialCell()))
namespace._subtree_black_list.append(Kept)
print(namespace.is_subtree(Kept()), namespace.is_subtree(Inner()))

print("-- values and refusals")
for value in (3, "word", (1, 2), [1], {"a": 1}, None, nn.ReLU):
    print(ScopedValue.create_variable_value(value).type)
named = ScopedValue.create_naming_value("x", "self")
print(named, named.type, named.scope, named.value, ScopedValue(ValueType.NamingValue, "", "y"))
for what, *args in (
    (PatternEngine, [nn.ReLU]),
    (PatternEngine, [int], Look()),
    (PatternEngine, nn.ReLU, Look()),
    (PatternNode, 3),
    (PatternNode, "a", nn.ReLU, [3]),
    (PatternNode("a").match, 3),
    (PatternNode("a").add_input, 3),
    (PatternNode.create_pattern_from_list, 3),
    (engine.apply, 3),
    (Replacement,),
    (tree.erase, "nothing"),
    (tree.before, 3),
    (tree.insert, tree.before("relu"), tree.get_node("relu")),
    (SymbolTree, 3),
    (ScopedValue, 3),
):
    print(tried(what, *args))
