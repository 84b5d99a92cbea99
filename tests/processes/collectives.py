"""Every collective once; a process that gets another answer than expected ends with an error."""

import mindspore as ms
import mindspore.dataset as ds
import mindspore.nn as nn
import mindspore.ops as ops
import numpy as np
from mindspore.communication import create_group, get_group_size, get_local_rank, get_rank, init, release

init()
rank, size = get_rank(), get_group_size()
x = ms.Tensor(np.full((size, 2), rank + 1.0, np.float32))
total = size * (size + 1) / 2


def check(name, got, expected):
    assert np.allclose(got.asnumpy(), expected), (name, rank, got, expected)


check("AllReduce", ops.AllReduce()(x), np.full((size, 2), total))
check("AllReduce max", ops.AllReduce(ops.ReduceOp.MAX)(x), np.full((size, 2), size))
check("AllGather", ops.AllGather()(x[:1]), np.repeat(np.arange(1.0, size + 1), 2).reshape(size, 2))
check("ReduceScatter", ops.ReduceScatter()(x), np.full((1, 2), total))
check("Broadcast", ops.Broadcast(size - 1)((x,))[0], np.full((size, 2), size))
check("AlltoAll", ops.AlltoAll(size, 0, 1)(x), np.tile(np.repeat(np.arange(1.0, size + 1), 2), (1, 1)))
check("gradient", ms.grad(lambda a: (ops.AllReduce()(a) * (rank + 1)).sum())(x), np.full((size, 2), total))
check("gather gradient", ms.grad(lambda a: (ops.AllGather()(a) * (rank + 1)).sum())(x[:1]), np.full((1, 2), total))
exchanged = ms.grad(lambda a: (ops.AlltoAll(size, 0, 1)(a) * (rank + 1)).sum())(x)
check("exchange gradient", exchanged, np.repeat(np.arange(1.0, size + 1), 2).reshape(size, 2))
half = list(range(size // 2)), list(range(size // 2, size))
for number, ranks in enumerate(half):
    create_group(f"half{number}", ranks)
mine = half[rank >= size // 2]
name = f"half{int(rank >= size // 2)}"
check("group", ops.AllReduce(group=name)(x), np.full((size, 2), sum(mine) + len(mine)))
reducer = nn.DistributedGradReducer([ms.Parameter(x, name="p"), ms.Parameter(x[0], name="q")], mean=True)
grads = reducer((x, x[0].half()))
check("reducer", grads[0], np.full((size, 2), total / size))
assert grads[1].dtype == ms.float16
rows = [int(row[0]) for row in ds.NumpySlicesDataset(list(range(8)), num_shards=size, shard_id=rank, shuffle=False)]
assert rows == list(range(rank, 8, size)), rows
bn = nn.SyncBatchNorm(2, process_groups=[list(range(size))]).set_train()
whole = np.random.RandomState(3).randn(4 * size, 2, 3, 3).astype(np.float32)
out = bn(ms.Tensor(whole[rank::size]))
expected = nn.BatchNorm2d(2).set_train()
check("SyncBatchNorm", out, expected(ms.Tensor(whole)).asnumpy()[rank::size])
check("moving variance", bn.moving_variance, expected.moving_variance.asnumpy())
for mode in ("semi_auto_parallel", "auto_parallel"):
    try:
        ms.set_auto_parallel_context(parallel_mode=mode)
    except RuntimeError as error:
        assert "data_parallel" in str(error), error
    else:
        raise AssertionError(mode)
with open(f"result_{rank}.txt", "w") as file:
    print("RESULT", rank, size, get_local_rank(), file=file)
release()
