"""Boxes chosen by score: torch's indexing, masked_select, and the mask that keeps the shape."""

import mindspore as ms
import numpy as np
import torch
from mindspore import ops

ms.set_seed(1)


def box_select_torch(box, iou_score):
    mask = iou_score > 0.3
    return box[mask]


def box_select_ms(box, iou_score):
    mask = (iou_score > 0.3).expand_dims(1)
    return ops.masked_select(box, mask)


def box_select_ms2(box, iou_score):
    mask = (iou_score > 0.3).expand_dims(1)
    return box * mask, mask


box = np.random.uniform(0, 1, (3, 4)).astype(np.float32)
iou_score = np.random.uniform(0, 1, (3,)).astype(np.float32)

print("box_select_ms", box_select_ms(ms.Tensor(box), ms.Tensor(iou_score)))
print("box_select_torch", box_select_torch(torch.from_numpy(box), torch.from_numpy(iou_score)))
chosen, mask = box_select_ms2(ms.Tensor(box), ms.Tensor(iou_score))
print(chosen)
print(mask, mask.dtype, mask.shape)
print(ms.Tensor(box)[ms.Tensor(iou_score) > 0.3])
print(ms.Tensor(box).masked_select(ms.Tensor(box) > 0.5).shape)
