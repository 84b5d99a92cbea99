"""Start worker processes while a pipeline that was left half-way is not thrown away yet. Run by test_processes.py."""

import gc
import os

import numpy as np

import mindspore.dataset as ds


def pipeline():
    source = ds.NumpySlicesDataset(np.arange(4.0), ["x"], shuffle=False)
    return source.map(lambda x: x + 1, "x", num_parallel_workers=2, python_multiprocessing=True)


gc.disable()
left = pipeline().create_tuple_iterator()
next(left)
ring = [left]
ring.append(ring)
del left, ring  # what only holds itself waits for the collector
os.register_at_fork(after_in_child=gc.collect)
print([float(x.asnumpy()) for (x,) in pipeline().create_tuple_iterator()])
