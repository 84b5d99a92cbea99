"""Gradients of pooling. Each takes the settings of the pooling itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ms2torch import ops
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.nn import pool_fractional
from ms2torch.ops.operations import pool_ops
from ms2torch.ops.operations._grad_ops._pull_back import GradPrimitive, pull_back, zeros
from ms2torch.ops.primitive import Primitive


class MaxPoolGrad(pool_ops.MaxPool):
    """Gradient of `MaxPool`, with its settings.

    Inputs:
        - **x_origin** (Tensor) - the input.
        - **out_origin** (Tensor) - the output.
        - **grad** (Tensor) - the gradient of the output.

    Source: mindspore.ops.operations._grad_ops.MaxPoolGrad, MindSpore 2.10
    """

    def __call__(self, x_origin: Tensor, out_origin: Tensor, grad: Tensor) -> Tensor:  # type: ignore[override]
        del out_origin
        return pull_back(super().__call__, grad, x_origin)


class MaxPoolGradV1(pool_ops.MaxPool):
    """Gradient of `MaxPool`, under an older name.

    Inputs:
        - **x_origin** (Tensor) - the input.
        - **out_origin** (Tensor) - the output.
        - **grad** (Tensor) - the gradient of the output.

    Source: mindspore.ops.operations._grad_ops.MaxPoolGradV1, MindSpore 2.10
    """

    def __call__(self, x_origin: Tensor, out_origin: Tensor, grad: Tensor) -> Tensor:  # type: ignore[override]
        del out_origin
        return pull_back(super().__call__, grad, x_origin)


class MaxPoolGradGrad(pool_ops.MaxPool):
    """Gradient of `MaxPoolGrad`: the elements of `grad` at the places of the largest inputs.

    Inputs:
        - **x_origin** (Tensor) - the input of `MaxPool`.
        - **out_origin** (Tensor) - its output.
        - **grad** (Tensor) - the gradient of the output of `MaxPoolGrad`, of the shape of `x_origin`.

    Source: mindspore.ops.operations._grad_ops.MaxPoolGradGrad, MindSpore 2.10
    """

    def __call__(self, x_origin: Tensor, out_origin: Tensor, grad: Tensor) -> Tensor:  # type: ignore[override]
        return _pushed_forward(super().__call__, x_origin, out_origin, grad)


class MaxPool3DGrad(pool_ops.MaxPool3D):
    """Gradient of `MaxPool3D`.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``(1, 1, 1, 1, 1)``.
        strides (Union[int, tuple[int]]): step of the window. Default: ``(1, 1, 1, 1, 1)``.
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``, in any case. Default: ``"VALID"``.
        pad_list (Union[int, tuple[int]]): of mode "pad". Default: ``0``.
        data_format (str): only ``"NCDHW"``. Default: ``"NCDHW"``.

    Inputs:
        - **x_origin** (Tensor) - the input.
        - **out_origin** (Tensor) - the output.
        - **grad** (Tensor) - the gradient of the output.

    Source: mindspore.ops.operations._grad_ops.MaxPool3DGrad, MindSpore 2.10
    """

    def __init__(
        self,
        kernel_size: Any = (1, 1, 1, 1, 1),
        strides: Any = (1, 1, 1, 1, 1),
        pad_mode: str = "VALID",
        pad_list: Any = 0,
        data_format: str = "NCDHW",
    ) -> None:
        super().__init__(_spatial(kernel_size), _spatial(strides), pad_mode, pad_list, data_format=data_format)

    def __call__(self, x_origin: Tensor, out_origin: Tensor, grad: Tensor) -> Tensor:  # type: ignore[override]
        del out_origin
        return pull_back(super().__call__, grad, x_origin)


class MaxPool3DGradGrad(pool_ops.MaxPool3D):
    """Gradient of `MaxPool3DGrad`: the elements of `grad` at the places of the largest inputs.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``(1, 1, 1, 1, 1)``.
        strides (Union[int, tuple[int]]): step of the window. Default: ``(1, 1, 1, 1, 1)``.
        pad_mode (str): ``"valid"`` or ``"same"``, in any case. Default: ``"VALID"``.
        data_format (str): only ``"NCDHW"``. Default: ``"NCDHW"``.

    Inputs:
        - **x_origin** (Tensor) - the input of `MaxPool3D`.
        - **out_origin** (Tensor) - its output.
        - **grad** (Tensor) - the gradient of the output of `MaxPool3DGrad`, of the shape of `x_origin`.

    Source: mindspore.ops.operations._grad_ops.MaxPool3DGradGrad, MindSpore 2.10
    """

    def __init__(
        self,
        kernel_size: Any = (1, 1, 1, 1, 1),
        strides: Any = (1, 1, 1, 1, 1),
        pad_mode: str = "VALID",
        data_format: str = "NCDHW",
    ) -> None:
        super().__init__(_spatial(kernel_size), _spatial(strides), pad_mode, data_format=data_format)

    def __call__(self, x_origin: Tensor, out_origin: Tensor, grad: Tensor) -> Tensor:  # type: ignore[override]
        return _pushed_forward(super().__call__, x_origin, out_origin, grad)


class MaxPoolGradWithArgmax(pool_ops.MaxPoolWithArgmax):
    """Gradient of `MaxPoolWithArgmax`.

    Inputs:
        - **x** (Tensor) - the input.
        - **grad** (Tensor) - the gradient of the first output.
        - **argmax** (Tensor) - the second output.

    Source: mindspore.ops.operations._grad_ops.MaxPoolGradWithArgmax, MindSpore 2.10
    """

    def __call__(self, x: Tensor, grad: Tensor, argmax: Tensor) -> Tensor:  # type: ignore[override]
        return _scattered(x, grad, argmax, 2)


class MaxPoolGradWithArgmaxV2(pool_ops.MaxPoolWithArgmaxV2):
    """Gradient of `MaxPoolWithArgmaxV2`.

    Inputs:
        - **x** (Tensor) - the input.
        - **grad** (Tensor) - the gradient of the first output.
        - **argmax** (Tensor) - the second output.

    Source: mindspore.ops.operations._grad_ops.MaxPoolGradWithArgmaxV2, MindSpore 2.10
    """

    def __call__(self, x: Tensor, grad: Tensor, argmax: Tensor) -> Tensor:  # type: ignore[override]
        return _scattered(x, grad, argmax, 2)


class MaxPool3DGradWithArgmax(pool_ops.MaxPool3DWithArgmax):
    """Gradient of `MaxPool3DWithArgmax`.

    Inputs:
        - **x** (Tensor) - the input.
        - **grads** (Tensor) - the gradient of the first output.
        - **argmax** (Tensor) - the second output.

    Source: mindspore.ops.operations._grad_ops.MaxPool3DGradWithArgmax, MindSpore 2.10
    """

    def __call__(self, x: Tensor, grads: Tensor, argmax: Tensor) -> Tensor:  # type: ignore[override]
        return _scattered(x, grads, argmax, 3)


class AvgPoolGrad(pool_ops.AvgPool):
    """Gradient of `AvgPool`, with its settings.

    Inputs:
        - **x** (Tensor) - the input.
        - **out** (Tensor) - the output.
        - **dout** (Tensor) - the gradient of the output.

    Source: mindspore.ops.auto_generate.AvgPoolGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, out: Tensor, dout: Tensor) -> Tensor:  # type: ignore[override]
        del out
        return pull_back(super().__call__, dout, x)


class AvgPoolGradV1(pool_ops.AvgPool):
    """Gradient of `AvgPool` from the shape of its input.

    Inputs:
        - **orig_input_shape** (Union[tuple[int], Tensor]) - the shape of the input.
        - **grad** (Tensor) - the gradient of the output.

    Source: mindspore.ops.operations._grad_ops.AvgPoolGradV1, MindSpore 2.10
    """

    def __call__(self, orig_input_shape: Any, grad: Tensor) -> Tensor:  # type: ignore[override]
        return pull_back(super().__call__, grad, zeros(orig_input_shape, grad))


class AvgPool3DGrad(pool_ops.AvgPool3D):
    """Gradient of `AvgPool3D`.

    Args:
        kernel_size (Union[int, tuple[int]]): size of the window. Default: ``1``.
        strides (Union[int, tuple[int]]): step of the window. Default: ``1``.
        pads (Union[int, tuple[int]]): of mode "pad". Default: ``0``.
        ceil_mode (bool): of the forward operation. Default: ``False``.
        count_include_pad (bool): of the forward operation. Default: ``True``.
        divisor_override (int): of the forward operation. Default: ``0``.
        data_format (str): only ``"NCDHW"``. Default: ``"NCDHW"``.
        pad_mode (str): ``"valid"``, ``"same"`` or ``"pad"``, in any case. Default: ``"pad"``.

    Inputs:
        - **origin_input_shape** (Union[tuple[int], Tensor]) - the shape of the input.
        - **grads** (Tensor) - the gradient of the output.

    Source: mindspore.ops.operations._grad_ops.AvgPool3DGrad, MindSpore 2.10
    """

    def __init__(
        self,
        kernel_size: Any = 1,
        strides: Any = 1,
        pads: Any = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int = 0,
        data_format: str = "NCDHW",
        pad_mode: str = "pad",
    ) -> None:
        super().__init__(
            _spatial(kernel_size), _spatial(strides), pad_mode, pads, ceil_mode, count_include_pad, divisor_override,
            data_format,
        )  # fmt: skip

    def __call__(self, origin_input_shape: Any, grads: Tensor) -> Tensor:  # type: ignore[override]
        return pull_back(super().__call__, grads, zeros(origin_input_shape, grads))


class AdaptiveAvgPool2DGrad(GradPrimitive):
    """Gradient of `AdaptiveAvgPool2D`.

    Inputs:
        - **input_grad** (Tensor) - the gradient of the output.
        - **orig_input_shape** (Union[tuple[int], Tensor]) - the shape of the input.

    Source: mindspore.ops.operations._grad_ops.AdaptiveAvgPool2DGrad, MindSpore 2.10
    """

    def __call__(self, input_grad: Tensor, orig_input_shape: Any) -> Tensor:
        return _adaptive_mean(ops.adaptive_avg_pool2d, input_grad, zeros(orig_input_shape, input_grad), 2)


class AdaptiveAvgPool2DGradExt(GradPrimitive):
    """Gradient of `mint.nn.functional.adaptive_avg_pool2d`.

    Inputs:
        - **grad_output** (Tensor) - the gradient of the output.
        - **x** (Tensor) - the input.

    Source: mindspore.ops.auto_generate.AdaptiveAvgPool2DGradExt, MindSpore 2.10
    """

    def __call__(self, grad_output: Tensor, x: Tensor) -> Tensor:
        return _adaptive_mean(ops.adaptive_avg_pool2d, grad_output, x, 2)


class AdaptiveAvgPool3DGrad(GradPrimitive):
    """Gradient of `AdaptiveAvgPool3D`.

    Inputs:
        - **y_grad** (Tensor) - the gradient of the output.
        - **orig_input_shape** (Union[tuple[int], Tensor]) - the shape of the input.

    Source: mindspore.ops.operations._grad_ops.AdaptiveAvgPool3DGrad, MindSpore 2.10
    """

    def __call__(self, y_grad: Tensor, orig_input_shape: Any) -> Tensor:
        return _adaptive_mean(ops.adaptive_avg_pool3d, y_grad, zeros(orig_input_shape, y_grad), 3)


class AdaptiveMaxPool2DGrad(GradPrimitive):
    """Gradient of `AdaptiveMaxPool2D`.

    Inputs:
        - **y_grad** (Tensor) - the gradient of the first output.
        - **x** (Tensor) - the input.
        - **argmax** (Tensor) - the second output.

    Source: mindspore.ops.auto_generate.AdaptiveMaxPool2DGrad, MindSpore 2.10
    """

    def __call__(self, y_grad: Tensor, x: Tensor, argmax: Tensor) -> Tensor:
        return _scattered(x, y_grad, argmax, 2)


class AdaptiveMaxPool3DGrad(GradPrimitive):
    """Gradient of `AdaptiveMaxPool3D`.

    Inputs:
        - **input_grad** (Tensor) - the gradient of the first output.
        - **x** (Tensor) - the input.
        - **argmax** (Tensor) - the second output.

    Source: mindspore.ops.operations._grad_ops.AdaptiveMaxPool3DGrad, MindSpore 2.10
    """

    def __call__(self, input_grad: Tensor, x: Tensor, argmax: Tensor) -> Tensor:
        return _scattered(x, input_grad, argmax, 3)


class MaxUnpool2DGrad(pool_ops.MaxUnpool2D):
    """Gradient of `MaxUnpool2D`, with its settings.

    Inputs:
        - **x** (Tensor) - the input.
        - **grads** (Tensor) - the gradient of the output.
        - **argmax** (Tensor) - where the elements were put.

    Source: mindspore.ops.operations._grad_ops.MaxUnpool2DGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, grads: Tensor, argmax: Tensor) -> Tensor:  # type: ignore[override]
        return _gathered(x, grads, argmax, 2)


class MaxUnpool3DGrad(pool_ops.MaxUnpool3D):
    """Gradient of `MaxUnpool3D`, with its settings.

    Inputs:
        - **x** (Tensor) - the input.
        - **grads** (Tensor) - the gradient of the output.
        - **argmax** (Tensor) - where the elements were put.

    Source: mindspore.ops.operations._grad_ops.MaxUnpool3DGrad, MindSpore 2.10
    """

    def __call__(self, x: Tensor, grads: Tensor, argmax: Tensor) -> Tensor:  # type: ignore[override]
        return _gathered(x, grads, argmax, 3)


class _FractionalGrad(Primitive):
    """The gradient of a pooling over windows that were drawn.

    Args:
        overlapping (bool): windows also take the first element of the next. Default: ``False``.
    """

    def __init__(self, overlapping: bool = False) -> None:
        self.overlapping = overlapping

    def _back(self, x: Tensor, grad: Tensor, rows: Tensor, columns: Tensor, *, largest: bool) -> Tensor:
        def forward(t: Tensor) -> Tensor:
            over = unwrap(rows), unwrap(columns)
            return wrap(
                pool_fractional.fractional_pool(unwrap(t), *over, overlapping=self.overlapping, largest=largest)
            )

        return pull_back(forward, grad, x)


class FractionalMaxPoolGrad(_FractionalGrad):
    """Gradient of `FractionalMaxPool`.

    Args:
        overlapping (bool): windows also take the first element of the next. Default: ``False``.

    Inputs:
        - **orig_input** (Tensor) - the input, shape :math:`(N, H, W, C)`.
        - **orig_output** (Tensor) - the output.
        - **out_backprop** (Tensor) - its gradient.
        - **row_pooling_sequence** (Tensor) - where the windows begin along the rows, with the end.
        - **col_pooling_sequence** (Tensor) - likewise along the columns.

    Source: mindspore.ops.operations._grad_ops.FractionalMaxPoolGrad, MindSpore 2.10
    """

    def __call__(
        self,
        orig_input: Tensor,
        orig_output: Tensor,
        out_backprop: Tensor,
        row_pooling_sequence: Tensor,
        col_pooling_sequence: Tensor,
    ) -> Tensor:
        del orig_output
        return self._back(orig_input, out_backprop, row_pooling_sequence, col_pooling_sequence, largest=True)


class FractionalAvgPoolGrad(_FractionalGrad):
    """Gradient of `FractionalAvgPool`.

    Args:
        overlapping (bool): windows also take the first element of the next. Default: ``False``.

    Inputs:
        - **orig_input_tensor_shape** (Tensor) - the shape of the input, (N, H, W, C).
        - **out_backprop** (Tensor) - the gradient of the output.
        - **row_pooling_sequence** (Tensor) - where the windows begin along the rows, with the end.
        - **col_pooling_sequence** (Tensor) - likewise along the columns.

    Source: mindspore.ops.operations._grad_ops.FractionalAvgPoolGrad, MindSpore 2.10
    """

    def __call__(
        self,
        orig_input_tensor_shape: Any,
        out_backprop: Tensor,
        row_pooling_sequence: Tensor,
        col_pooling_sequence: Tensor,
    ) -> Tensor:
        x = zeros(orig_input_tensor_shape, out_backprop)
        return self._back(x, out_backprop, row_pooling_sequence, col_pooling_sequence, largest=False)


class _FixedKsizeGrad(Primitive):
    """The gradient of a pooling that says where its elements came from.

    Args:
        data_format (str): whether the channels come first.
    """

    dims: int

    def __call__(self, origin_input: Tensor, out_backprop: Tensor, argmax: Tensor) -> Tensor:
        if not self.data_format.endswith("C"):
            return _scattered(origin_input, out_backprop, argmax, self.dims)
        x, grad, places = (wrap(unwrap(v).movedim(-1, 1)) for v in (origin_input, out_backprop, argmax))
        return wrap(unwrap(_scattered(x, grad, places, self.dims)).movedim(1, -1))


class FractionalMaxPoolGradWithFixedKsize(_FixedKsizeGrad):
    """Gradient of `FractionalMaxPoolWithFixedKsize`.

    Args:
        data_format (str): only ``"NCHW"``. Default: ``"NCHW"``.

    Inputs:
        - **origin_input** (Tensor) - the input.
        - **out_backprop** (Tensor) - the gradient of the first output.
        - **argmax** (Tensor) - the second output.

    Source: mindspore.ops.operations._grad_ops.FractionalMaxPoolGradWithFixedKsize, MindSpore 2.10
    """

    dims = 2

    def __init__(self, data_format: str = "NCHW") -> None:
        self.data_format = _one_of("FractionalMaxPoolGradWithFixedKsize", data_format, ("NCHW",))


class FractionalMaxPool3DGradWithFixedKsize(_FixedKsizeGrad):
    """Gradient of `FractionalMaxPool3DWithFixedKsize`.

    Args:
        data_format (str): ``"NCDHW"`` or ``"NDHWC"``. Default: ``"NCDHW"``.

    Inputs:
        - **origin_input** (Tensor) - the input.
        - **out_backprop** (Tensor) - the gradient of the first output.
        - **argmax** (Tensor) - the second output.

    Source: mindspore.ops.operations._grad_ops.FractionalMaxPool3DGradWithFixedKsize, MindSpore 2.10
    """

    dims = 3

    def __init__(self, data_format: str = "NCDHW") -> None:
        self.data_format = _one_of("FractionalMaxPool3DGradWithFixedKsize", data_format, ("NCDHW", "NDHWC"))


def _one_of(op: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        msg = f"{op}: data_format must be one of {', '.join(known)}, got {value!r}"
        raise ValueError(msg)
    return value


def _spatial(size: Any) -> Any:
    return tuple(size[-3:]) if isinstance(size, (tuple, list)) and len(size) == 5 else size


def _adaptive_mean(fn: Any, grad: Tensor, x: Tensor, dims: int) -> Tensor:
    size = tuple(unwrap(grad).shape[-dims:])
    return pull_back(lambda t: fn(t, size), grad, x)


def _scattered(x: Tensor, grad: Tensor, places: Tensor, dims: int) -> Tensor:
    """Add each element of the gradient at its place in the flattened image or volume."""
    t, g = unwrap(x), unwrap(grad)
    lead = t.shape[: t.ndim - dims]
    flat = torch.zeros((*lead, t[(0,) * len(lead)].numel() if all(lead) else 0), dtype=g.dtype, device=g.device)
    index = unwrap(places).long().reshape(*lead, -1)
    return wrap(flat.scatter_add(-1, index, g.reshape(*lead, -1)).reshape(t.shape))


def _gathered(x: Tensor, grad: Tensor, places: Tensor, dims: int) -> Tensor:
    t, g = unwrap(x), unwrap(grad)
    lead = t.shape[: t.ndim - dims]
    index = unwrap(places).long().reshape(*lead, -1)
    return wrap(g.reshape(*lead, -1).gather(-1, index).reshape(t.shape))


def _pushed_forward(fn: Any, x: Tensor, out: Tensor, grad: Tensor) -> Tensor:
    """Apply to `grad` the linear map that pooling is at `x`: the transposed map of its gradient."""
    seed = unwrap(out).new_zeros(unwrap(out).shape).requires_grad_()
    with torch.enable_grad():
        leaf = unwrap(x).detach().requires_grad_()
        (back,) = torch.autograd.grad(unwrap(fn(wrap(leaf))), leaf, seed, create_graph=True)
        (pushed,) = torch.autograd.grad(back, seed, unwrap(grad))
    return wrap(pushed)
