"""Making tensors: from numbers, lists, tuples, numpy, tensors; the dtype each gets; attributes."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, ops

ms.set_context(pynative_synchronize=True)

for value in (
    1,
    1.5,
    True,
    1j,
    [1, 2],
    [1.0, 2],
    [True, False],
    [[1, 2], [3, 4]],
    (1, 2.5),
    [True, 2],
    [1, 1j],
    [],
    np.float64(2),
    np.int8(3),
    np.array([1, 2]),
    np.array([1.0]),
    np.array([1], np.float16),
    np.bool_(True),
):
    t = Tensor(value)
    print(value, "->", t.dtype, t.shape, t)
print(Tensor(Tensor([1, 2], ms.int32)).dtype, Tensor(Tensor([1, 2], ms.int32), ms.float32).dtype)
print(Tensor(3, ms.float16).dtype, Tensor([1.9, -1.9], ms.int32), Tensor([0, 2, 0.5], ms.bool_))
print(Tensor(shape=(2, 2), dtype=ms.float32, init=ms.common.initializer.One()).init_data())
print(ms.tensor([1, 2]).dtype, ms.tensor(1.5).dtype, ms.tensor([1, 2], dtype=ms.float16))
print(Tensor.from_numpy(np.arange(3, dtype=np.int64)), Tensor.from_numpy(np.ones((1, 2), np.float64)).dtype)
print([Tensor(x) for x in (Tensor([1, 2]),)][0], Tensor([Tensor(1), Tensor(2)]), Tensor([[Tensor(1.0), 2.0]]))

t = Tensor(np.arange(6).reshape(2, 3), ms.float32)
print(t.shape, type(t.shape).__name__, t.size, t.ndim, t.dim(), t.dtype, t.itemsize, t.nbytes, t.strides, len(t))
print(t.T, t.T.shape, t.is_contiguous(), t.numel(), t.dtype == ms.float32, t.dtype is ms.float32)
print(t.has_init, t.is_complex(), t.is_floating_point(), t.is_signed())
print(Tensor(2.5).item(), type(Tensor(2).item()).__name__, Tensor([True]).item())
print(t.tolist(), Tensor(7).tolist(), Tensor([True]).tolist())
print(float(Tensor(2)), int(Tensor(2.9)), bool(Tensor(3)), complex(Tensor(1.0)), abs(Tensor(-2)), -Tensor([1, -2]))
print([row.asnumpy().tolist() for row in t], t.copy() is t, hash(t) == hash(t), 2.0 in t)
print(t.view(3, 2), t.view((6,)), t.view(-1, 2).shape, t.reshape(3, -1).shape, t.reshape((1, 6)).shape)
print(t.astype(ms.int32).dtype, t.astype("float16").dtype, t.astype(np.int8).dtype, t.to(ms.float64).dtype)
print(t.int().dtype, t.long().dtype, t.half().dtype, t.bool().dtype, t.float().dtype, t.type_as(Tensor([1])).dtype)
print(type(t.asnumpy()).__name__, t.numpy().dtype, np.asarray(t).shape, np.array(t).dtype, np.sum(t.asnumpy()))
print(t.new_zeros((2,)).dtype, t.new_ones((2,), dtype=ms.int32), ops.zeros_like(t).shape)
print(
    ops.zeros((2, 3)).dtype,
    ops.ones(2, ms.int32),
    ops.full((2, 2), 3.5),
    ops.arange(3),
    ops.arange(1, 2, 0.25),
    ops.eye(2, 3, ms.int32),
)
print(
    ops.linspace(0, 1, 5),
    ops.ones_like(Tensor([1, 2])).dtype,
    ops.arange(0, 5, 2).dtype,
    ops.full((2,), 1).dtype,
    ops.full_like(t, 1).dtype,
)
for bad in (
    lambda: Tensor("text"),
    lambda: Tensor([1, [2]]),
    lambda: Tensor(None),
    lambda: Tensor({}),
    lambda: t.item(),
    lambda: float(t),
):
    try:
        print("made", bad())
    except (TypeError, ValueError, RuntimeError) as error:
        print(type(error).__name__)
