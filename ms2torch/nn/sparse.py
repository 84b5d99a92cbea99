"""Mirrors `mindspore.nn.sparse`."""

from ms2torch._lazy import elsewhere

__getattr__ = elsewhere(__name__, "ms2torch.nn", exports=("SparseTensorDenseMatmul", "SparseToDense"))
