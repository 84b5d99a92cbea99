"""Common tensor methods beside their ops, with the arguments MindSpore gives them."""
# compare: rtol=1e-4 atol=1e-5

import mindspore as ms
import numpy as np
from mindspore import Tensor, ops

ms.set_context(pynative_synchronize=True)

t = Tensor(np.array([[4.0, -1.0, 2.5], [0.5, 3.0, -2.0]]), ms.float32)
print(t.sum(), t.sum(0), t.sum(axis=1, keepdims=True), t.sum(axis=(0, 1)), t.sum(dtype=ms.float64).dtype)
print(t.mean(), t.mean(0), t.mean(1, True), ops.mean(t, 1), ops.ReduceMean(keep_dims=True)(t, 1))
print(t.max(), t.max(0), t.max(axis=1), t.min(), t.argmax(), t.argmax(1), t.argmin(0), ops.max(t), ops.argmax(t, 1))
print(t.max(axis=1, keepdims=True), t.max(axis=1, return_indices=True), ops.max(t, 1))
print(t.std(), t.var(), t.std(0), t.var(axis=1, ddof=1), ops.std(t, 1), ops.var(t, 0))
print(t.abs(), t.clip(-1, 2), t.clamp(0, None), ops.clip(t, max=0.5), t.pow(2), t.square(), t.sqrt().isnan(), t.exp())
print(t.norm(), t.norm(dim=1), ops.norm(t, dim=0), t.cumsum(1), t.prod(), t.all(), t.any(), (t > 0).all(axis=1))
print(t.sort()[0], t.sort(1, True)[1], t.argsort(), ops.topk(t, 2), t.topk(1), ops.unique(Tensor([3, 1, 3])))
print(
    ops.concat((t, t), 0).shape,
    ops.cat([t, t], axis=1).shape,
    ops.stack((t, t), 1).shape,
    ops.split(t, 1, 1),
    t.chunk(2, 1)[0].shape,
    [p.shape for p in ops.tensor_split(t, 2, 1)],
    ops.unstack(t),
)
print(
    ops.where(t > 0, t, Tensor(0.0)),
    t.masked_fill(t < 0, 9.0),
    ops.select(t > 0, t, ops.zeros_like(t)),
    t.where(t > 0, 0),
)
print(ops.matmul(t, t.T), t.matmul(t.T).shape, ops.mm(t, t.T).shape, ops.bmm(t[None], t.T[None]).shape, ops.dense(t, t))
print(
    t.broadcast_to((2, 2, 3)).shape,
    t.expand_as(Tensor(np.zeros((4, 2, 3)))).shape,
    t.tile((2, 1)).shape,
    ops.repeat_interleave(t, 2, 0).shape,
    ops.tile(t, (1, 2)).shape,
)
print(
    t.flatten(),
    t.ravel().shape,
    ops.flatten(Tensor(np.zeros((2, 3, 4)))).shape,
    t.permute(1, 0).shape,
    t.unsqueeze(0).shape,
    ops.squeeze(t[None]).shape,
    ops.transpose(t, (1, 0)).shape,
    t.swapdims(0, 1).shape,
    t.reshape(-1).shape,
)
print(
    ops.softmax(t),
    ops.softmax(t, axis=0),
    ops.log_softmax(t),
    ops.sigmoid(t),
    ops.gelu(t),
    ops.gelu(t, approximate="tanh"),
    ops.leaky_relu(t),
    ops.elu(t),
    ops.silu(t),
    ops.relu6(t),
)
print(
    ops.one_hot(Tensor([0, 2]), 3, Tensor(1.0), Tensor(0.0)),
    ops.one_hot(Tensor([1]), 2),
    ops.tril(t),
    ops.triu(t, 1),
    ops.flip(t, (1,)),
    ops.nonzero(t > 2),
)
print(ops.cast(t, ms.int32), ops.shape(t), ops.size(t), ops.rank(t), ops.typeof(t), ops.scalar_to_tensor(2.0))
print(
    ops.isnan(Tensor([1.0, float("nan")])),
    ops.isinf(Tensor([1.0, float("inf")])),
    ops.isfinite(Tensor([1.0, float("inf")])),
    ops.isclose(t, t + 1e-9).all(),
    ops.equal(t, t).all(),
    ops.logical_not(t > 0),
)
print(
    ops.meshgrid(Tensor([1, 2]), Tensor([3, 4, 5]))[0],
    ops.outer(Tensor([1.0, 2.0]), Tensor([3.0, 4.0])),
    ops.diag(Tensor([1.0, 2.0])),
)
print(
    ops.gather_elements(t, 1, Tensor([[0], [2]])),
    ops.gather_nd(t, Tensor([[0, 1], [1, 2]])),
    t.scatter(1, Tensor([[0], [1]]), Tensor([[7.0], [8.0]])),
    ops.tensor_scatter_elements(t, Tensor([[0, 0, 0]]), Tensor([[1.0, 1.0, 1.0]]), 0),
)
print(
    ops.interpolate(t[None, None], size=(4, 6), mode="bilinear").shape,
    ops.pad(t, (1, 1)),
    ops.pad(t, [1, 0, 0, 1], mode="constant", value=5.0),
)
print(
    ops.cross_entropy(t, Tensor([0, 1], ms.int32)),
    ops.mse_loss(t, t * 2),
    ops.l1_loss(t, t + 1),
    ops.nll_loss(ops.log_softmax(t), Tensor([0, 1], ms.int32)),
    ops.smooth_l1_loss(t, t * 0),
    ops.binary_cross_entropy_with_logits(t, ops.ones_like(t), ops.ones_like(t), ops.ones_like(t)),
)
