"""numpy in, numpy out: what shares memory, what numpy does with a tensor, pickling and copying."""

import copy
import pickle

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor

a = np.array([1.0, 2.0], np.float32)
made = Tensor(a)
linked = Tensor.from_numpy(a)
a[0] = 9
print(made, linked)
out = made.asnumpy()
print(out.dtype, out.flags["WRITEABLE"], type(out).__name__)
print(np.array_equal(np.asarray(made), out), np.array(made).dtype, np.add(made.asnumpy(), 1))
print(
    Tensor([1, 2]).asnumpy().dtype,
    Tensor([True]).asnumpy().dtype,
    Tensor(2.0).asnumpy().shape,
    Tensor(1, ms.float16).asnumpy().dtype,
)
print(Tensor([1.5], ms.bfloat16).float().asnumpy())
print(np.float32(Tensor(2.5).asnumpy()), float(made.sum()), list(made.asnumpy()) == [1.0, 2.0])
print(
    ms.float32,
    str(ms.int64),
    repr(ms.bool_),
    ms.dtype_to_nptype(ms.float16),
    ms.dtype_to_pytype(ms.int32),
    ms.pytype_to_dtype(float),
)
print(
    ms.float32 == ms.float32,
    ms.float32 == ms.float16,
    hash(ms.float32) == hash(ms.float32),
    {ms.int32: 1}[ms.int32],
    ms.common.dtype.float32 is ms.float32,
)

t = Tensor(np.arange(4).reshape(2, 2), ms.float32)
again = pickle.loads(pickle.dumps(t))
print(again, again.dtype, type(again).__name__)
shallow = copy.copy(t)
shallow[0, 0] = 50
other = t.copy()
other[0, 1] = 60
print(t, copy.deepcopy(t), type(copy.deepcopy(t)).__name__)
p = Parameter(t, name="w", requires_grad=False)
q = copy.deepcopy(p)
print(q, q.asnumpy().tolist(), q is p)
r = p.clone()
print(r.name, r.asnumpy().tolist(), p.clone(init="ones").asnumpy().tolist(), p.clone("zeros").name)
p2 = pickle.loads(pickle.dumps(p))
print(type(p2).__name__, p2.asnumpy().tolist())
p2[0, 0] = -1
q[0, 1] = -1
r[1, 0] = -1
t[1, 1] = -1
print(p.asnumpy().tolist())
fed = Tensor([[5.0, 6.0], [7.0, 8.0]])
p.set_data(fed.copy())
held, alias = p.value(), p.data
p[0, 0] = 100
print(held[0, 0], alias[0, 0], p.asnumpy()[0, 0])
same = Tensor(fed)
fed[1, 1] = 300
print(same[1, 1])
row = fed[1]
row[0] = 200
print(fed, fed.reshape(4)[2], fed.view(4)[2], fed.T[0, 1])
