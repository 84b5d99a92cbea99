"""Functions of mint.distributed and communication in two processes."""

import numpy as np, ms2torch as ms
from ms2torch import Tensor
from ms2torch.mint import distributed as d
from ms2torch.communication import comm_func
from ms2torch.ops import communication as c
d.init_process_group()
r = d.get_rank()
x = Tensor([1.0 + r, 10.0])
def zeros(*shape): return Tensor(np.zeros(shape), ms.float32)
y = Tensor([1.0 + r, 10.0]); d.all_reduce(y, "max"); assert y.asnumpy().tolist() == [2.0, 10.0]
parts = [zeros(2), zeros(2)]; d.all_gather(parts, x); assert parts[1].asnumpy().tolist() == [2.0, 10.0]
out = zeros(3); d.all_gather_into_tensor_uneven(out, Tensor([[1.0], [2.0, 3.0]][r]), [1, 2])
assert out.asnumpy().tolist() == [1.0, 2.0, 3.0]
out = zeros([1, 2][r]); d.reduce_scatter_tensor_uneven(out, Tensor([1.0, 2.0, 3.0]), [1, 2])
assert out.asnumpy().tolist() == [[2.0], [4.0, 6.0]][r]
out = zeros(2); d.reduce_scatter(out, [x, x]); assert out.asnumpy().tolist() == [3.0, 20.0]
y = Tensor([1.0 + r]); d.reduce(y, 1); assert y.asnumpy().tolist() == [[1.0], [3.0]][r]
got = [zeros(2), zeros(2)]; d.gather(x, got if r == 0 else None)
assert r or got[1].asnumpy().tolist() == [2.0, 10.0]
y = zeros(1); d.scatter(y, [Tensor([5.0]), Tensor([6.0])] if r == 0 else None)
assert y.asnumpy().tolist() == [5.0 + r]
out = [zeros(1), zeros(2)] if r == 0 else [zeros(2), zeros(1)]
d.all_to_all(out, [Tensor([1.0 * r]), Tensor([7.0, 8.0])] if r == 0 else [Tensor([3.0, 4.0]), Tensor([9.0])])
assert [o.asnumpy().tolist() for o in out] == [[[0.0], [3.0, 4.0]], [[7.0, 8.0], [9.0]]][r]
out = zeros([3, 1][r])
c.all_to_all_v_c(out, Tensor([1.0, 2.0]) if r == 0 else Tensor([5.0, 6.0]), [1, 1, 2, 0])
assert out.asnumpy().tolist() == [[1.0, 5.0, 6.0], [2.0]][r]
objects = [None, None]; d.all_gather_object(objects, r); assert objects == [0, 1]
names = ["a", "b"] if r == 0 else [None, None]; d.broadcast_object_list(names); assert names == ["a", "b"]
mine = [None]; d.scatter_object_list(mine, ["p", "q"]); assert mine == ["pq"[r]]
if r == 0:
    assert d.send(x, 1) == 0; d.send_object_list([{"k": 1}], 1)
else:
    y = zeros(2); d.recv(y, 0); assert y.asnumpy().tolist() == [1.0, 10.0]
    box = [None]; d.recv_object_list(box, 0); assert box == [{"k": 1}]
only = d.new_group([1]); assert d.get_rank(only) == r - 1
assert comm_func.scatter_tensor(Tensor([[1.0], [2.0]])).asnumpy().tolist() == [[1.0 + r]]
came = comm_func.batch_isend_irecv([comm_func.P2POp("isend", x, 1 - r), comm_func.P2POp("irecv", x, 1 - r)])
assert came[1].asnumpy().tolist() == [2.0 - r, 10.0] and x.asnumpy().tolist() == [1.0 + r, 10.0]
d.destroy_process_group()
import os
os._exit(0)
