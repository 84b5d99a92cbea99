"""GradOperation, HyperMap, Map, MultitypeFuncGraph and the gradient hooks do what MindSpore 2.10 was measured to do."""

from __future__ import annotations

import numpy as np
import pytest

import ms2torch as ms
from ms2torch import Parameter, ParameterTuple, Tensor, nn, ops
from ms2torch.ops import composite as C, functional as F, operations as P

X, Y = [1.0, 2.0, 3.0], [4.0, 5.0, 6.0]


def product(a, b):
    return a * b


class Scale(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = Parameter(Tensor([2.0, 2.0, 2.0]), name="w")

    def construct(self, a, b):
        return a * b * self.w


def plain(value):
    """Tensors as lists, nested as they come."""
    if isinstance(value, (tuple, list)):
        return type(value)(map(plain, value))
    return value.tolist() if isinstance(value, Tensor) else value


def test_grad_operation_by_inputs():
    x, y = Tensor(X), Tensor(Y)
    assert plain(C.GradOperation()(product)(x, y)) == Y
    assert plain(C.GradOperation(get_all=True)(product)(x, y)) == (Y, X)
    assert plain(C.GradOperation(get_all=True)(lambda a: a * a)(x)) == ([2.0, 4.0, 6.0],)
    assert plain(C.GradOperation(get_all=True)(product)(x, 2)) == ([2.0, 2.0, 2.0],)
    assert plain(C.GradOperation(sens_param=True)(product)(x, y, Tensor(X))) == [4.0, 10.0, 18.0]


def test_grad_operation_by_weights():
    x, y, net = Tensor(X), Tensor(Y), Scale()
    weights = ParameterTuple(net.trainable_params())
    by_list = C.GradOperation(get_by_list=True)
    assert plain(by_list(net, weights)(x, y)) == ([4.0, 10.0, 18.0],)
    assert plain(by_list(net)(x, y)) == ([4.0, 10.0, 18.0],)
    assert plain(by_list(net, weights[0])(x, y)) == [4.0, 10.0, 18.0]
    everything = C.GradOperation(get_all=True, get_by_list=True)(net, weights)(x, y)
    assert plain(everything) == (([8.0, 10.0, 12.0], [2.0, 4.0, 6.0]), ([4.0, 10.0, 18.0],))
    with_sens = C.GradOperation(True, True, True)(net, weights)(x, y, Tensor(X))
    assert plain(with_sens) == (([8.0, 20.0, 36.0], [2.0, 8.0, 18.0]), ([4.0, 20.0, 54.0],))


def test_grad_operation_of_second_order():
    twice = C.GradOperation()(C.GradOperation()(lambda a: a * a * a))
    assert plain(twice(Tensor(X))) == [6.0, 12.0, 18.0]


def test_grad_operation_refuses():
    with pytest.raises(TypeError, match="get_all"):
        C.GradOperation(get_all=1)
    with pytest.raises(TypeError, match="weights"):
        C.GradOperation(get_by_list=True)(product, 3)
    with pytest.raises(TypeError, match="int"):
        C.GradOperation()(3)


def chosen_by_type():
    add = C.MultitypeFuncGraph("add")

    @add.register("Number", "Number")
    def of_numbers(a, b):
        return a + b

    @add.register("Tensor", "Tensor")
    def of_tensors(a, b):
        return a + b * 10

    @add.register("Tensor", "Number")
    def of_both(a, b):
        return a + b * 100

    return add


def test_multitype_func_graph():
    add, x = chosen_by_type(), Tensor([1.0])
    assert add(1, 2) == 3
    assert plain(add(x, x)) == [11.0]
    assert plain(add(x, 2)) == [201.0]
    assert plain(add(Parameter(x, name="p"), x)) == [11.0]
    with pytest.raises(ValueError, match="no function"):
        add(x, "s")


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (True, "Bool"),
        (1.5, "Float"),
        (2, "Int"),
        ((1,), "Tuple"),
        ([1], "List"),
        ("s", "String"),
        (None, "None"),
        (product, "Function"),
        (ms.float32, "TypeType"),
    ],
)
def test_multitype_func_graph_knows_the_types(value, name):
    kind = C.MultitypeFuncGraph("kind")
    for each in ("Bool", "Float", "Int", "Tuple", "List", "String", "None", "Function", "TypeType", "RowTensor"):
        kind.register(each)(lambda _, each=each: each)
    assert kind(value) == name


def test_the_first_registered_counts():
    one = C.MultitypeFuncGraph("one")
    one.register("Number")(lambda _: "number")
    one.register("Float")(lambda _: "float")
    assert one(1.5) == "number"
    with pytest.raises(ValueError, match="Tensr"):
        one.register("Tensr")
    with pytest.raises(TypeError):
        one.register(3)


def test_hyper_map():
    add, x, y = chosen_by_type(), Tensor([1.0]), Tensor([2.0])
    on = C.HyperMap()
    assert on(add, (1, 2, (3, 4)), (5, 6, (7, 8))) == (6, 8, (10, 12))
    assert plain(C.HyperMap(add)([x, y], [y, x])) == ([21.0], [12.0])
    assert plain(C.HyperMap(add)((x, y), (2, 3))) == ([201.0], [302.0])
    assert plain(on(ops.square, (x, (y, y)))) == ([1.0], ([4.0], [4.0]))
    assert plain(C.HyperMap(ops.partial(add, 1))((2, 3))) == (3, 4)
    assert plain(on(add, x, y)) == [21.0]
    assert on(add, (1, 2), (5,)) == (6,)
    with pytest.raises(TypeError):
        C.HyperMap(3)


def test_map_goes_one_level_deep():
    names = C.Map()(lambda a: type(a).__name__, [Tensor([1.0]), (1, 2)])
    assert names == ("Tensor", "tuple")


def test_clipping_gradients_with_hyper_map():
    clip = C.MultitypeFuncGraph("clip")

    @clip.register("Number", "Tensor")
    def by_value(limit, gradient):
        return C.clip_by_value(gradient, -limit, limit)

    gradients = (Tensor([3.0, -3.0]), Tensor([0.5]))
    assert plain(C.HyperMap()(F.partial(clip, 1.0), gradients)) == ([1.0, -1.0], [0.5])


def test_insert_gradient_of():
    double = P.InsertGradientOf(lambda g: g * 2)
    assert plain(double(Tensor(X))) == X
    assert plain(ms.grad(lambda x: double(x * x).sum())(Tensor(X))) == [4.0, 8.0, 12.0]


def test_hook_backward_sees_all_gradients_at_once():
    seen = []

    def hook(gradients):
        seen.append(plain(gradients))
        return gradients[0] * 2, gradients[1] * 3

    both = P.HookBackward(hook)

    def function(a, b):
        a, b = both(a, b)
        return (a * b).sum()

    assert plain(ms.grad(function, (0, 1))(Tensor([1.0]), Tensor([2.0]))) == ([4.0], [3.0])
    assert seen == [([2.0], [1.0])]


def test_functional_and_operations_are_the_same_objects():
    assert F.square is ops.square
    assert P.Add is ops.Add
    assert C.GradOperation is ops.GradOperation
    assert F.stop_gradient(3) == 3
    np.testing.assert_array_equal(F.depend(Tensor(X), None).asnumpy(), X)
    with pytest.raises(AttributeError):
        F.no_such_name  # noqa: B018


def test_print_and_assert(capsys):
    P.Print()("a", Tensor([1]), 3)
    assert capsys.readouterr().out.splitlines()[0] == "a"
    P.Assert()(Tensor(True), [Tensor([1])])
    with pytest.raises(RuntimeError, match="assert failed"):
        P.Assert()(Tensor(False), [Tensor([1, 2])])


def test_add_flags():
    assert ops.add_flags(product, has_effect=True) is product
    assert ops.add_flags(has_effect=True)(product) is product
