"""The lazy initializer tensor: initializer, init_data, printing, Parameter from it."""

import mindspore
import mindspore as ms
from mindspore import Parameter
from mindspore.common.initializer import (
    Constant,
    Normal,
    One,
    TruncatedNormal,
    Uniform,
    XavierUniform,
    Zero,
    initializer,
)

ms.set_seed(5)
x = initializer(Uniform(), [1, 2, 3], mindspore.float32)
print(isinstance(x, ms.Tensor), x.shape, x.dtype, x.has_init)
try:
    print(x + 0)
except RuntimeError as error:
    print("RuntimeError")
print(x.init_data())
y = initializer(Uniform(), [1, 2, 3], mindspore.float32).init_data()
print(y, y.has_init)

print(initializer("ones", (2, 2), ms.int32).init_data())
print(initializer("zeros", [3], ms.float16).init_data())
print(initializer(0.1, (2,), ms.float32).init_data())
print(
    initializer(One(), 3).init_data(),
    initializer(Zero(), (1, 2)).init_data(),
    initializer(Constant(7), (2,)).init_data(),
)
print(initializer("normal", (2, 2), ms.float32).init_data())
print(initializer(Normal(0.5, 2.0), (2, 2), ms.float32).init_data())
print(initializer(TruncatedNormal(0.02), (2, 2), ms.float32).init_data())
print(initializer("xavier_uniform", (2, 3), ms.float32).init_data())
print(initializer("he_normal", (2, 3), ms.float32).init_data())
print(initializer("he_uniform", (2, 3), ms.float32).init_data())
from_tensor = initializer(ms.Tensor([1, 2], ms.int32), [2], ms.float32)
print(from_tensor, from_tensor.dtype, from_tensor.has_init)

p = Parameter(initializer(XavierUniform(gain=2.0), (2, 3), ms.float32), name="w")
print(p, p.has_init)
print(p.asnumpy().shape, p.value())
p.set_data(initializer(0.25, p.shape, p.dtype))
print(p.asnumpy())
q = Parameter(initializer("ones", (2,)), name="q")
print(q + 1)
print(isinstance(Uniform(), mindspore.common.initializer.Initializer))
try:
    initializer("no_such_law", (2,), ms.float32)
except (ValueError, KeyError) as error:
    print(type(error).__name__)
