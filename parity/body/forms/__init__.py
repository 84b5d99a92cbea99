"""What fused operations compute, written out as steps with names: each is executed against its operation by a test.

A form is a generator with the signature of its operation that yields each step with its name, the result last. Where
people write an operation in several ways, it yields the values of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import torch
from torch.nn import functional

from parity.body.forms import activations, attention, losses, matrices, norms, windows

Form = Callable[..., Iterator[tuple[str, torch.Tensor]]]

OPERATIONS: Mapping[str, Form] = {
    "aten::_adaptive_avg_pool2d": windows.adaptive_avg_pool2d,
    "aten::_euclidean_dist": matrices.cdist,
    "aten::_log_softmax": activations.log_softmax,
    "aten::_prelu_kernel": activations.prelu,
    "aten::_safe_softmax": activations.softmax,
    "aten::_softmax": activations.softmax,
    "aten::addcmul": matrices.addcmul,
    "aten::addmm": matrices.addmm,
    "aten::avg_pool2d": windows.avg_pool2d,
    "aten::baddbmm": matrices.addmm,
    "aten::binary_cross_entropy": losses.binary_cross_entropy,
    "aten::binary_cross_entropy_with_logits": losses.binary_cross_entropy_with_logits,
    "aten::_cdist_forward": matrices.cdist,
    "aten::convolution": windows.convolution,
    "aten::dot": matrices.dot,
    "aten::elu": activations.elu,
    "aten::embedding": matrices.embedding,
    "aten::gelu": activations.gelu,
    "aten::glu": activations.glu,
    "aten::hardsigmoid": activations.hardsigmoid,
    "aten::hardswish": activations.hardswish,
    "aten::hardtanh": activations.hardtanh,
    "aten::huber_loss": losses.huber_loss,
    "aten::leaky_relu": activations.leaky_relu,
    "aten::linalg_vector_norm": matrices.vector_norm,
    "aten::log_sigmoid_forward": activations.log_sigmoid,
    "aten::logsumexp": activations.logsumexp,
    "aten::mean": matrices.mean,
    "aten::mish": activations.mish,
    "aten::mse_loss": losses.mse_loss,
    "aten::mul": matrices.multiply,
    "aten::native_batch_norm": norms.batch_norm,
    "aten::native_group_norm": norms.group_norm,
    "aten::native_layer_norm": norms.layer_norm,
    "aten::nll_loss_forward": losses.nll_loss,
    "aten::pixel_shuffle": windows.pixel_shuffle,
    "aten::pixel_unshuffle": windows.pixel_unshuffle,
    "aten::polar": matrices.polar,
    "aten::pow": matrices.power,
    "aten::rsqrt": matrices.rsqrt,
    "aten::sigmoid": activations.sigmoid,
    "aten::silu": activations.silu,
    "aten::smooth_l1_loss": losses.smooth_l1_loss,
    "aten::softplus": activations.softplus,
    "aten::sqrt": matrices.sqrt,
    "aten::std": matrices.std,
    "aten::upsample_bilinear2d": windows.upsample_bilinear2d,
    "aten::upsample_nearest2d": windows.upsample_nearest2d,
    "aten::var": matrices.var,
    "aten::view_as_complex": matrices.view_as_complex,
    "aten::_weight_norm_interface": norms.weight_norm,
}
"""The written form of each operation that torch runs as one, by the name of its schema."""

COMPOSITES: Mapping[Callable[..., Any], Form] = {
    functional.cosine_similarity: matrices.cosine_similarity,
    functional.scaled_dot_product_attention: attention.attention,
    torch.cosine_similarity: matrices.cosine_similarity,
}
"""The written form of functions that torch runs as several operations of its own choice."""
