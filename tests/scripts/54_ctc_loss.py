"""CTCLoss: labels filled up with blanks, repeated labels merged and not, labels that do not fit."""

# compare: rtol=1e-4 atol=1e-5

import itertools

import mindspore as ms
import mindspore.ops as ops
import numpy as np


def show(rows, frames, **settings):
    x = ms.Tensor(np.random.RandomState(1).randn(frames, len(rows), 5).astype(np.float32))
    places = [[i, j] for i, row in enumerate(rows) for j in range(len(row))]
    labels = [label for row in rows for label in row]
    loss, grads = ops.CTCLoss(**settings)(
        x, ms.Tensor(places, ms.int64), ms.Tensor(labels, ms.int32), ms.Tensor([frames] * len(rows), ms.int32)
    )
    print(loss.asnumpy(), grads.asnumpy()[0, 0], grads.asnumpy()[-1, -1])


for collapse, merge, ignore in itertools.product((False, True), repeat=3):
    settings = dict(
        preprocess_collapse_repeated=collapse,
        ctc_merge_repeated=merge,
        ignore_longer_outputs_than_inputs=ignore,
    )
    print(collapse, merge, ignore)
    show([[0, 1], [2, 3]], 6, **settings)
    show([[0, 0, 1], [2, 2, 2]], 6, **settings)
    show([[0, 1, 4, 4, 4, 4, 4], [2, 4, 4, 4, 4, 4, 4]], 6, **settings)
    show([[0, 1, 7], [2, 3, -1]], 6, **settings)
    show([[0, 1, 2], [2, 2]], 3, **settings)
    show([[0, 1], [2, 2, 2]], 3, **settings)
    if ignore:
        show([[0, 1, 2, 3], [2, 2, 2]], 3, **settings)
for rows, frames in (([[0, 4, 1], [2, 4, 2]], 6), ([[0, 1, 2, 3], [1]], 3)):
    try:
        show(rows, frames)
    except RuntimeError:
        print("RuntimeError")
