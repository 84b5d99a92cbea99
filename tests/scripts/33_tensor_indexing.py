"""Reading with indices: integers, slices, Ellipsis, None, lists, tensors, booleans, mixtures, and errors."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, ops

ms.set_context(pynative_synchronize=True)

a = np.arange(24).reshape(2, 3, 4)
t = Tensor(a, ms.float32)
cases = {
    "0": t[0],
    "-1": t[-1],
    "0,1": t[0, 1],
    "0,1,2": t[0, 1, 2],
    "1:": t[1:],
    ":, ::2": t[:, ::2],
    "...": t[...],
    "...,1": t[..., 1],
    "None": t[None],
    ":,None": t[:, None],
    "0,None,...,1": t[0, None, ..., 1],
    "::1,1:3": t[::1, 1:3],
    "5:": t[5:],
    ":, 10:": t[:, 10:],
    "[0,1]": t[[0, 1]],
    "[[1],[0]]": t[[[1], [0]]],
    "[0,1],[1,2]": t[[0, 1], [1, 2]],
    ":,[0,2]": t[:, [0, 2]],
    "T": t[Tensor([1, 0])],
    "T scalar": t[Tensor(1)],
    "T,T": t[Tensor([0, 1]), Tensor([2, 0])],
    ":,T,:": t[:, Tensor([0, 2]), :],
    "T,:,T": t[Tensor([0, 1]), :, Tensor([2, 0])],
    "T2d": t[Tensor([[0, 1], [1, 1]])],
    "mask": t[t > 12],
    "mask row": t[Tensor([True, False])],
    "list mask": t[[True, False]],
    ":,mask": t[:, Tensor([True, False, True])],
    "int,T": t[0, Tensor([1, 2])],
    "range": t[list(range(2))],
    "neg T": t[Tensor([-1, -2])],
    "slice None": t[None, :, 0],
    "True": t[True],
    "T:T": t[:, Tensor(0) : Tensor(2)],
    "neg slice": t[:, -2:],
    "-3:-1": t[:, -3:-1, 1],
}
for name, value in cases.items():
    print(name, value.shape, value.dtype, value.asnumpy().ravel().tolist())
print(t[0, 1, 2].ndim, t[0, 1, 2], type(t[0]).__name__)
for name, read in {
    "5": lambda: t[5],
    "0,0,0,0": lambda: t[0, 0, 0, 0],
    "1.5": lambda: t[1.5],
    "str": lambda: t["a"],
}.items():
    try:
        print(name, read().shape)
    except (IndexError, TypeError, ValueError, RuntimeError) as error:
        print(name, type(error).__name__)
one = Tensor([10, 20, 30])
print(one[1], one[1:], one[[2, 0]], one[one > 15], one[-1:], one[::2])
print([x.asnumpy().tolist() for x in one], len(one))
try:
    len(Tensor(1))
except TypeError as error:
    print("TypeError")
print(ms.grad(lambda x: (x[1:, ::2] * 2).sum() + x[0, 0])(Tensor(np.ones((2, 3)), ms.float32)))
print(ms.grad(lambda x: (x[Tensor([0, 0, 1])] * 3).sum())(Tensor([1.0, 2.0, 3.0])))
print(
    ops.gather(t, Tensor([2, 0]), 1).shape,
    ops.gather(t, Tensor(1), 2),
    t.take(Tensor([0, 5])),
    t.index_select(1, Tensor([1])).shape,
)
print(
    t.diagonal(),
    t.swapaxes(0, 2).shape,
    t.transpose(2, 0, 1).shape,
    t.expand_dims(-1).shape,
    t.squeeze().shape,
    t[:1].squeeze(0).shape,
)
