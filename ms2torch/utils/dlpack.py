"""Mirrors `mindspore.utils.dlpack`: tensors shared with other frameworks."""

from ms2torch.common.tensor_tools import from_dlpack as from_dlpack, to_dlpack as to_dlpack
