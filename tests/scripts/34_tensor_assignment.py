"""Writing with indices, in place on the same object, and the in-place operators."""

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor

ms.set_context(pynative_synchronize=True)


def fresh():
    return Tensor(np.zeros((3, 4)), ms.float32)


def show(name, t):
    print(name, t.dtype, t.asnumpy().tolist())


t = fresh()
same = t
t[0] = 1
t[1, 2] = 5.5
t[2, 1:3] = Tensor([7, 8], ms.float32)
show("basic", t)
print(same is t, same[0, 0])
t[:, -1] = [1, 2, 3]
show("list", t)
t[t > 2] = -1
show("mask", t)
t[Tensor([0, 2])] = 9
show("tensor index", t)
t[[0, 1], [0, 1]] = 4
show("two lists", t)
t[..., 0] = Tensor(6)
show("int into float", t)
t[1:] = Tensor([[1.0], [2.0]])
show("broadcast", t)
t[None, 0, 0] = 3
show("None", t)
i = Tensor([1, 2, 3])
i[0] = 2.9
show("float into int", i)
i[1:] = Tensor([10.5, 20.5])
show("floats into int", i)
b = Tensor([True, False])
b[1] = True
show("bool", b)
s = Tensor(1.0)
s[...] = 4
show("scalar", s)

u = Tensor([1.0, 2.0])
v = u
u += 1
print(u, v, u is v)
u *= 3
u -= Tensor([1.0, 1.0])
u /= 2
print(u, v)
u //= 2
u **= 2
u %= 3
print(u, v)
t = fresh()
row = t[1]
row[0] = 100
print(row, t[1, 0])

p = Parameter(Tensor([1.0, 2.0, 3.0]), name="p")
p[1] = 20
print(type(p).__name__, p.asnumpy(), p.name)
p.set_data(Tensor([4.0, 5.0, 6.0]))
print(p.asnumpy())
p.set_data(Tensor([1, 2, 3]))
print(p.dtype, p.asnumpy())
p.set_data(Tensor([1.0, 2.0]), slice_shape=True)
print(p.shape)
q = Parameter(Tensor([1.0, 2.0]), name="q")
ms.ops.assign(q, Tensor([8.0, 9.0]))
print(q.asnumpy())
ms.ops.assign_add(q, Tensor([1.0, 1.0]))
print(q.asnumpy())
ms.ops.assign_sub(q, Tensor([2.0, 2.0]))
print(q.asnumpy(), q.name)
print(q.value(), type(q.value()).__name__, type(q.data).__name__)
for name, write in {
    "oob": lambda: t.__setitem__(7, 1),
    "shape": lambda: t.__setitem__(0, Tensor([1.0, 2.0])),
    "str": lambda: t.__setitem__("a", 1),
}.items():
    try:
        write()
        print(name, "accepted")
    except (IndexError, TypeError, ValueError, RuntimeError) as error:
        print(name, type(error).__name__)


def f(x):
    y = x * 1
    y[0] = 0
    return (y * y).sum()


print(ms.grad(f)(Tensor([3.0, 4.0])))
