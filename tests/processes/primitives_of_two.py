"""Primitives of communication in two processes, and the gradient of one."""

import torch, ms2torch as ms
from ms2torch import ops, Tensor
from ms2torch.communication import init, get_rank, get_group_size, comm_func
init("mccl")
r = get_rank()
x = Tensor([1.0 + r, 10.0])
assert get_group_size() == 2
assert ops.AllReduce()(x).asnumpy().tolist() == [3.0, 20.0]
assert ops.AllReduce("avg")(x).asnumpy().tolist() == [1.5, 10.0]
assert ops.AllGather()(x).asnumpy().tolist() == [1.0, 10.0, 2.0, 10.0]
assert ops.ReduceScatter()(x).asnumpy().tolist() == [[3.0], [20.0]][r]
assert ops.Broadcast(1)((x,))[0].asnumpy().tolist() == [2.0, 10.0]
assert ms.grad(lambda y: (ops.AllReduce()(y) * (r + 1)).sum())(x).asnumpy().tolist() == [3.0, 3.0]
ms.communication.release()
import os
os._exit(0)  # what torch's own threads do while the interpreter goes down is not tested here
