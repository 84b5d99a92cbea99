"""Through what a gradient passes where a Tensor is made of another one, and through `data`, where it does not."""
# compare: exact

import mindspore as ms
import mindspore.dataset as ds
import mindspore.numpy as mnp
import numpy as np
from mindspore import Parameter, Tensor, nn, ops

x = Tensor([1.0, 2.0])


def made(x):
    return Tensor(x) * 2


def made_of_a_result(x):
    return Tensor(x * 3) * 2


def same_type(x):
    return Tensor(x * 3, ms.float32) * 2


def other_type(x):
    return Tensor(x * 3, ms.float16) * 2


def by_function(x):
    return ms.tensor(x * 3, dtype=ms.float64) * 2


def beside_itself(x):
    return Tensor(x) * x


def of_elements(x):
    return Tensor([x[0], x[1]]) * x


def through_numpy(x):
    return Tensor((x * 3).asnumpy()) * x


def numpy_array(x):
    return mnp.array(x * 3) * 2


def numpy_asarray(x):
    return mnp.asarray(x * 3, ms.float16) * 2


def stopped(x):
    return Tensor(ops.stop_gradient(x * 3)) * x


def written_to(x):
    y = Tensor(x * 3)
    y[0] = 1.0
    return y * 2


def data(x):
    return x.data * x


def data_of_a_result(x):
    return (x * 3).data * 2


for fn in (made, made_of_a_result, same_type, other_type, by_function, beside_itself, of_elements, through_numpy,
           numpy_array, numpy_asarray, stopped, written_to, data, data_of_a_result):  # fmt: skip
    print(fn.__name__, ms.grad(fn)(x), x)
print("in a graph", ms.grad(ms.jit(made_of_a_result))(x), ms.grad(ms.jit(data))(x), ms.grad(ms.jit(numpy_array))(x))
print("twice", ms.grad(ms.grad(lambda x: Tensor(x**3)))(x))

w = Parameter(Tensor([1.0, 2.0]), name="w")
for name, fn in (
    ("made", lambda x: Tensor(w) * x),
    ("same type", lambda x: Tensor(w, ms.float32) * x),
    ("other type", lambda x: Tensor(w, ms.float16) * x),
    ("of a result", lambda x: Tensor(w * 2) * x),
    ("array", lambda x: mnp.array(w) * x),
    ("asarray", lambda x: mnp.asarray(w) * x),
    ("data", lambda x: w.data * x),
    ("value", lambda x: w.value() * x),
):
    print("Parameter,", name, ms.grad(fn, None, [w])(x))


class Held(nn.Cell):
    def __init__(self, read):
        super().__init__()
        self.w = Parameter(Tensor([1.0, 2.0]), name="w")
        self.read = read

    def construct(self, x):
        if self.read == "data":
            return self.w.data * x
        return self.w.value() * x


for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
    ms.set_context(mode=mode)
    for read in ("data", "value"):
        net = Held(read)
        print("Cell", read, ms.grad(net, 0, net.trainable_params())(x))
ms.set_context(mode=ms.PYNATIVE_MODE)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, 2, weight_init="ones", bias_init="zeros")

    def construct(self, x):
        return Tensor(self.dense(x), ms.float32).sum()


net = Net()
step = nn.TrainOneStepCell(net, nn.SGD(net.trainable_params(), 0.5))
print("trained", step(Tensor([[1.0, 2.0]])), net.dense.weight.asnumpy())

# a dataset is trained on by one Model
rows = (np.ones((4, 2), np.float32), np.ones((4, 1), np.float32))
first, second = (ds.NumpySlicesDataset(rows, ["a", "b"], shuffle=False).batch(2) for _ in range(2))
nets = [nn.Dense(2, 1) for _ in range(2)]
models = [ms.Model(net, nn.L1Loss(), nn.SGD(net.trainable_params(), 0.1), metrics={"mae"}) for net in nets]
for name, call in (
    ("train", lambda: models[0].train(1, first)),
    ("again", lambda: models[0].train(1, first)),
    ("another", lambda: models[1].train(1, first)),
    ("eval", lambda: models[1].eval(first) and None),
    ("fit", lambda: models[1].fit(1, first, second)),
    ("valid", lambda: models[1].fit(1, second, first)),
    ("derived", lambda: models[1].train(1, first.repeat(2))),
):
    try:
        print(name, call())
    except RuntimeError as error:
        print(name, error)
