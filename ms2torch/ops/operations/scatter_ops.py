"""Elements written into a Parameter, as Primitives."""

from __future__ import annotations

from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.array import scatter_inplace as array_scatter_inplace
from ms2torch.ops.primitive import Primitive


class ScatterNdUpdate(Primitive):
    """Replace elements or slices at coordinates, in place.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``True``.

    Source: mindspore.ops.ScatterNdUpdate, MindSpore 2.10
    """

    def __init__(self, use_locking: bool = True) -> None:
        self.use_locking = use_locking

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_nd_update(input_x, indices, updates)


class ScatterNdAdd(Primitive):
    """Add to elements or slices at coordinates, in place.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Source: mindspore.ops.ScatterNdAdd, MindSpore 2.10
    """

    def __init__(self, use_locking: bool = False) -> None:
        self.use_locking = use_locking

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_nd_add(input_x, indices, updates)


class ScatterNdSub(Primitive):
    """Subtract from elements or slices at coordinates, in place.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Source: mindspore.ops.ScatterNdSub, MindSpore 2.10
    """

    def __init__(self, use_locking: bool = False) -> None:
        self.use_locking = use_locking

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_nd_sub(input_x, indices, updates)


class ScatterNdMul(Primitive):
    """Multiply elements or slices at coordinates, in place.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Source: mindspore.ops.ScatterNdMul, MindSpore 2.10
    """

    def __init__(self, use_locking: bool = False) -> None:
        self.use_locking = use_locking

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_nd_mul(input_x, indices, updates)


class ScatterNdDiv(Primitive):
    """Divide elements or slices at coordinates, in place.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Source: mindspore.ops.ScatterNdDiv, MindSpore 2.10
    """

    def __init__(self, use_locking: bool = False) -> None:
        self.use_locking = use_locking

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_nd_div(input_x, indices, updates)


class ScatterNdMax(Primitive):
    """Raise to a lower bound the elements or slices at coordinates, in place.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Source: mindspore.ops.ScatterNdMax, MindSpore 2.10
    """

    def __init__(self, use_locking: bool = False) -> None:
        self.use_locking = use_locking

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_nd_max(input_x, indices, updates)


class ScatterNdMin(Primitive):
    """Lower to an upper bound the elements or slices at coordinates, in place.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Source: mindspore.ops.ScatterNdMin, MindSpore 2.10
    """

    def __init__(self, use_locking: bool = False) -> None:
        self.use_locking = use_locking

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_nd_min(input_x, indices, updates)


class ScatterUpdate(Primitive):
    """Replace rows, in place.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``True``.

    Source: mindspore.ops.ScatterUpdate, MindSpore 2.10
    """

    def __init__(self, use_locking: bool = True) -> None:
        self.use_locking = use_locking

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_update(input_x, indices, updates)


class ScatterAdd(Primitive):
    """Add to rows, in place.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Source: mindspore.ops.ScatterAdd, MindSpore 2.10
    """

    def __init__(self, use_locking: bool = False) -> None:
        self.use_locking = use_locking

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_add(input_x, indices, updates)


class ScatterSub(Primitive):
    """Subtract from rows, in place.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Source: mindspore.ops.ScatterSub, MindSpore 2.10
    """

    def __init__(self, use_locking: bool = False) -> None:
        self.use_locking = use_locking

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_sub(input_x, indices, updates)


class ScatterMul(Primitive):
    """Multiply rows, in place.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Source: mindspore.ops.ScatterMul, MindSpore 2.10
    """

    def __init__(self, use_locking: bool = False) -> None:
        self.use_locking = use_locking

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_mul(input_x, indices, updates)


class ScatterDiv(Primitive):
    """Divide rows, in place.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Source: mindspore.ops.ScatterDiv, MindSpore 2.10
    """

    def __init__(self, use_locking: bool = False) -> None:
        self.use_locking = use_locking

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_div(input_x, indices, updates)


class ScatterMax(Primitive):
    """Raise to a lower bound the rows, in place.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Source: mindspore.ops.ScatterMax, MindSpore 2.10
    """

    def __init__(self, use_locking: bool = False) -> None:
        self.use_locking = use_locking

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_max(input_x, indices, updates)


class ScatterMin(Primitive):
    """Lower to an upper bound the rows, in place.

    Args:
        use_locking (bool): no effect here, where nothing runs side by side. Default: ``False``.

    Source: mindspore.ops.ScatterMin, MindSpore 2.10
    """

    def __init__(self, use_locking: bool = False) -> None:
        self.use_locking = use_locking

    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.scatter_min(input_x, indices, updates)


class IndexAdd(Primitive):
    """Add slices of another tensor to slices along a dimension, in place.

    Args:
        axis (int): the dimension.
        use_lock (bool): no effect here. Default: ``True``.
        check_index_bound (bool): no effect here: torch always checks. Default: ``True``.

    Source: mindspore.ops.IndexAdd, MindSpore 2.10
    """

    def __init__(self, axis: int, use_lock: bool = True, check_index_bound: bool = True) -> None:
        self.axis = axis
        self.use_lock = use_lock
        self.check_index_bound = check_index_bound

    def __call__(self, x: Tensor, indices: Tensor, y: Tensor) -> Tensor:
        return array_scatter_inplace.index_add(x, indices, y, self.axis)


class InplaceIndexAdd(Primitive):
    """Add slices of another tensor to slices along a dimension, in place.

    Args:
        axis (int): the dimension.

    Source: mindspore.ops.InplaceIndexAdd, MindSpore 2.10
    """

    def __init__(self, axis: int) -> None:
        self.axis = axis

    def __call__(self, var: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
        return array_scatter_inplace.index_add(var, indices, updates, self.axis)
