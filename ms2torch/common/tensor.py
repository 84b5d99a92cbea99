"""`mindspore.Tensor`: a thin wrapper that holds one torch tensor.

Not a subclass of torch.Tensor: a wrapper costs 1.1-1.3x of raw torch per tiny op where subclasses cost 1.4-4.9x, and
`size` is a property in MindSpore where torch's own code calls it. Operators and named methods are in the `_tensor_*`
mixins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from ms2torch._core import dtype as mstype
from ms2torch._core.base import TensorBase, bind_tensor_class, is_parameter, memory_of, wrap
from ms2torch._core.below_jit import in_graph
from ms2torch._core.casts import converted
from ms2torch._core.convert import operand, shape_arg, to_torch
from ms2torch._core.device import current_device, named_device, placed
from ms2torch._core.dtype import _FROM_TORCH, from_torch_dtype, to_torch_dtype
from ms2torch._core.grad_mode import is_recording
from ms2torch._core.graph_names import own_elements
from ms2torch._core.strict import mode as strict
from ms2torch._core.tree import unwrap_tree, wrap_tree
from ms2torch._errors import require_default
from ms2torch.common import _tensor_hooks
from ms2torch.common._number_array import for_numbers
from ms2torch.common._tensor_array import TensorArray
from ms2torch.common._tensor_convert import TensorConvert
from ms2torch.common._tensor_format import of_numpy, tensor_repr, tensor_str
from ms2torch.common._tensor_index import getitem, setitem
from ms2torch.common._tensor_index_ops import TensorIndexOps
from ms2torch.common._tensor_linalg import TensorLinalg
from ms2torch.common._tensor_math import TensorMath
from ms2torch.common._tensor_memory import TensorMemory
from ms2torch.common._tensor_nn import TensorNN
from ms2torch.common._tensor_operators import TensorOperators
from ms2torch.common._tensor_random import TensorRandom
from ms2torch.common._tensor_reduce import TensorReduce
from ms2torch.common._torch_protocols import register_with_torch

if TYPE_CHECKING:
    from types import EllipsisType

    from ms2torch.common.initializer import Initializer

__all__ = ["Tensor", "tensor"]

_NO_DATA = (
    "For 'Tensor', the type of 'input_data' should be one of Tensor, numpy.ndarray, list, tuple, float, int, bool or "
    "complex, but got type"
)
_TO_SCALAR = "Only one element tensors can be converted to Python scalars, got {} elements"
_TO_INDEX = "Only integer tensors of a single element can be converted to an index, got {} elements"


_OF_BUFFERS = ("_is_buffer", "_kept", "_shown")
"""What a copy of a buffer has not."""
_NUMPY_HAS = frozenset((torch.float32, torch.float64, torch.int32, torch.int64, torch.bool, torch.uint8))


class Tensor(
    TensorMath,
    TensorReduce,
    TensorArray,
    TensorIndexOps,
    TensorConvert,
    TensorRandom,
    TensorNN,
    TensorLinalg,
    TensorMemory,
    TensorOperators,
    TensorBase,
):
    """A multi-dimensional array of one element type.

    Args:
        input_data (Union[Tensor, float, int, bool, complex, tuple, list, numpy.ndarray], optional): the values,
            copied. Python floats make float32, ints int64; numpy arrays keep their type. A Tensor's memory is
            shared, and a torch tensor is held as it is. Default: ``None``.
        dtype (mindspore.dtype, optional): element type. Default ``None``: that of `input_data`.
        shape (Union[tuple, list, int], optional): shape of a tensor without data. Default: ``None``.
        init (Initializer, optional): how to fill a tensor without data, when it is first used. Default: ``None``.
        const_arg (bool): no effect outside graph compilation. Default: ``False``.
        device (str, optional): ``"CPU"``, ``"GPU:0"`` and the like. Default ``None``: the one chosen by `set_device`.

    Raises:
        TypeError: if `input_data` is of another kind.
        ValueError: if neither data nor shape, dtype and init are given.

    Source: mindspore.Tensor, MindSpore 2.10
    """

    __slots__ = ()

    init: Initializer | None = None  # replaced by tensors that are still to be filled
    const_arg: bool = False

    def __init__(
        self,
        input_data: object = None,
        dtype: object = None,
        shape: object = None,
        init: Initializer | None = None,
        const_arg: bool = False,
        device: str | None = None,
    ) -> None:
        if device is not None:
            self._init_on(named_device("Tensor", device), input_data, dtype, shape, init)
            return
        if dtype is not None and not isinstance(dtype, (mstype.Type, torch.dtype)):
            msg = f"For 'Tensor', the 'dtype' should be one of mindspore's types, such as float32, but got {dtype!r}"
            raise TypeError(msg)
        if init is not None and (shape is None or dtype is None):
            msg = "init, dtype and shape must have values at the same time."
            raise ValueError(msg)
        if input_data is None:
            if dtype is None:
                msg = f"{_NO_DATA} 'NoneType'; without data, give shape and dtype"
                raise TypeError(msg)
            self._init_empty(dtype, shape, init)
            return
        if shape is not None:
            msg = f"When initializing a tensor with 'input_data', 'shape' should be set to None. But got shape: {shape}"
            raise ValueError(msg)
        kind = None if dtype is None else to_torch_dtype(dtype)
        if isinstance(input_data, TensorBase) and not getattr(input_data, "has_init", False):
            self._t = _values_of(input_data, kind)
        else:
            self._t = to_torch(input_data, kind)

    def _init_empty(self, dtype: object, shape: object, init: Initializer | None) -> None:
        """Prepare a tensor without data: filled at first use where `init` is given."""
        sizes = _described_shape(shape)
        if any(n < 0 for n in sizes):
            if init is not None:
                msg = f"If setting dynamic shape, dtype must not be None, init must be None. Got shape {shape}"
                raise ValueError(msg)
            self.__class__ = UnknownTensor  # pyright: ignore[reportAttributeAccessIssue]
            self.__dict__.update(_shape=sizes, _dtype=from_torch_dtype(to_torch_dtype(dtype)))
            return
        if init is None or 0 in sizes:
            self._t = torch.zeros(sizes, dtype=to_torch_dtype(dtype), device=current_device())
            return
        from ms2torch.common.initializer import initializer

        lazy = initializer(init, shape_arg(shape), dtype)  # type: ignore[arg-type]
        self.__dict__.update(lazy.__dict__)
        self.__class__ = lazy.__class__  # pyright: ignore[reportAttributeAccessIssue]

    def _init_on(
        self, device: torch.device, input_data: object, dtype: object, shape: object, init: Initializer | None
    ) -> None:
        """Prepare a tensor on a device of its own."""
        made = Tensor(input_data, dtype, shape, init)
        if made.has_init:
            made.init_data()
        self._t = made._t.to(device)

    # ---- what it is ------------------------------------------------------------------------------------------

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape as a tuple of ints."""
        return tuple(self._t.shape)

    @property
    def dtype(self) -> mstype.Type:
        """The element type, for example ``mindspore.float32``."""
        try:
            return _FROM_TORCH[self._t.dtype]
        except KeyError:
            return from_torch_dtype(self._t.dtype)  # says what is wrong

    @property
    def size(self) -> int:
        """The number of elements."""
        return self._t.numel()

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self._t.ndim

    @property
    def itemsize(self) -> int:
        """The bytes one element takes."""
        return self._t.itemsize

    @property
    def nbytes(self) -> int:
        """The bytes all elements take."""
        return self._t.numel() * self._t.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        """The bytes to step in each dimension."""
        return tuple(s * self._t.itemsize for s in self._t.stride())

    @property
    def T(self) -> Tensor:
        """The tensor with its dimensions reversed; of one dimension or none the tensor itself."""
        t = self._t
        if t.ndim < 2:
            return self
        return wrap(t.T if t.ndim == 2 else t.permute(tuple(range(t.ndim - 1, -1, -1))))

    @property
    def H(self) -> Tensor:
        """The conjugate transpose of a 2-d tensor."""
        if self._t.ndim != 2:
            msg = f"Tensor.H needs a 2-d tensor, got {self._t.ndim} dimensions; use mH for batches of matrices"
            raise ValueError(msg)
        return wrap(self._t.mH)

    @property
    def mT(self) -> Tensor:
        """The tensor with its last two dimensions exchanged."""
        t = self._t
        if t.ndim < 2:
            msg = f"Tensor.mT: at least 2 dimensions are needed, got shape {tuple(t.shape)}"
            raise ValueError(msg)
        return wrap(t.mT)

    @property
    def mH(self) -> Tensor:
        """The tensor conjugated, with its last two dimensions exchanged."""
        return wrap(self._t.mH)

    @property
    def data(self) -> Tensor:
        """The values as another Tensor that shares the memory, through which no gradient passes."""
        return wrap(self._t.detach())

    @data.setter
    def data(self, value: Tensor) -> None:
        if not isinstance(value, TensorBase):
            msg = f"Tensor.data takes a Tensor, got {type(value).__name__}; write Tensor(...) around it"
            raise TypeError(msg)
        self._hold(value._t.detach())

    @property
    def device(self) -> str:
        """Where the tensor lives, as MindSpore spells it: ``"CPU"``, ``"GPU:0"``, ``"Ascend:0"``."""
        device = self._t.device
        kind = {"cpu": "CPU", "cuda": "GPU", "npu": "Ascend"}.get(device.type, device.type)
        return kind if device.index is None else f"{kind}:{device.index}"

    @property
    def has_init(self) -> bool:
        """Whether the tensor is still to be filled by an initializer."""
        return self.init is not None

    def init_data(
        self,
        slice_index: int | None = None,
        shape: Sequence[int] | None = None,
        opt_shard_group: str | None = None,
    ) -> Tensor:
        """Fill a tensor made by `initializer` and return it.

        Args:
            slice_index (int, optional): only the default is meaningful in one process. Default: ``None``.
            shape (Sequence[int], optional): as `slice_index`. Default: ``None``.
            opt_shard_group (str, optional): as `slice_index`. Default: ``None``.

        Raises:
            TypeError: if the tensor has its values already.

        Source: mindspore.Tensor.init_data, MindSpore 2.10
        """
        msg = "init_data: this tensor has its values already; only what `initializer` returns is still to be filled"
        raise TypeError(msg)

    # ---- conversion ------------------------------------------------------------------------------------------

    def asnumpy(self) -> np.ndarray:
        """Return the values as a numpy array.

        Writing to the array writes to the tensor, where that lies on the CPU and is no view of a part or another
        arrangement of a tensor: the array of a view is a copy, as in MindSpore.

        Source: mindspore.Tensor.asnumpy, MindSpore 2.10
        """
        t = self._t
        if t._base is None and t.is_cpu and t.dtype in _NUMPY_HAS and not t.requires_grad:
            try:
                return for_numbers(t.numpy())
            except RuntimeError:  # conjugated, negated, or zeros without memory: below
                pass
        t = t.detach()
        base = self._t._base
        if base is not None and (base.shape != t.shape or base.stride() != t.stride()):
            t = t.clone(memory_format=torch.contiguous_format)
        if t.device.type != "cpu":
            t = t.cpu()
        if t._is_zerotensor():  # torch's gradient of `sign`: zeros without memory
            t = torch.zeros(t.shape, dtype=t.dtype)
        if t.dtype is torch.bfloat16:
            from ml_dtypes import bfloat16

            return for_numbers(t.contiguous().view(torch.int16).numpy().view(bfloat16))
        return for_numbers(t.resolve_conj().resolve_neg().numpy())

    numpy = asnumpy

    @staticmethod
    def from_numpy(array: np.ndarray) -> Tensor:
        """Make a Tensor that shares the memory of a numpy array (copied only if torch cannot share it).

        Source: mindspore.Tensor.from_numpy, MindSpore 2.10
        """
        if not isinstance(array, np.ndarray):
            msg = f"For 'from_numpy', the argument must be a numpy.ndarray, got {type(array).__name__}"
            raise TypeError(msg)
        if not array.flags.writeable:
            return Tensor(array)
        try:
            return wrap(of_numpy(placed(torch.from_numpy(array))))
        except ValueError:  # negative strides
            return Tensor(array)

    def item(self) -> int | float | bool | complex:
        """Return the only element as a Python number.

        Raises:
            ValueError: if there is not exactly one element.

        Source: mindspore.Tensor.item, MindSpore 2.10
        """
        return _only_element(self._t)

    def tolist(self) -> Any:
        """Return the values as nested lists of Python numbers.

        Source: mindspore.Tensor.tolist, MindSpore 2.10
        """
        return self._t.tolist()

    def value(self) -> Tensor:
        """Return the tensor; of a Parameter, its value as a Tensor.

        Source: mindspore.Tensor.value, MindSpore 2.10
        """
        return self

    def assign_value(self, value: Tensor) -> Tensor:
        """Hold the values of another Tensor from now on, sharing its memory; views keep what they had.

        Source: mindspore.Tensor.assign_value, MindSpore 2.10
        """
        source = value._t.detach()
        if is_parameter(self._t):
            self._t.data = source
        else:
            self._hold(source)
        return self

    def _hold(self, t: torch.Tensor) -> None:
        """Hold other values from now on; views keep what they had, a Cell whose buffer this is sees the new ones."""
        kept = self.__dict__.get("_kept")
        if kept is None:
            self._t = t
            return
        kept.data = t.detach()
        self._t = t if t.requires_grad else kept
        shown = self.__dict__.get("_shown")
        if shown is not None:
            shown.data = kept.data

    def set_const_arg(self, const_arg: bool = True) -> Tensor:
        """Mark the tensor as a compile-time constant; without effect here, where nothing is compiled.

        Source: mindspore.Tensor.set_const_arg, MindSpore 2.10
        """
        self.const_arg = const_arg
        return self

    def register_hook(self, hook: Callable[[Tensor], Tensor | None]) -> _tensor_hooks.TensorHookHandle:
        """Call `hook` with the gradient of this tensor when it is computed; what it returns replaces the gradient.

        Args:
            hook (Callable): takes the gradient as a Tensor, returns a Tensor or ``None``.

        Returns:
            A handle whose ``remove()`` takes the hook away.

        Raises:
            TypeError: if `hook` cannot be called.
            RuntimeError: if this is a Parameter that wants no gradient.

        Source: mindspore.Tensor.register_hook, MindSpore 2.10
        """
        return _tensor_hooks.register(self, hook)

    def hooks(self) -> list[Callable[[Tensor], Tensor | None]]:
        """Return the hooks on this tensor's gradient.

        Source: mindspore.Tensor.hooks, MindSpore 2.10
        """
        return _tensor_hooks.hooks_of(self)

    # ---- Python protocols ------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return tensor_repr(self._t)

    def __str__(self) -> str:
        return tensor_str(self._t)

    def __format__(self, spec: str) -> str:
        if spec:
            msg = f"unsupported format string passed to Tensor.__format__; format a number: f'{{x.item():{spec}}}'"
            raise TypeError(msg)
        return str(self)

    def __len__(self) -> int:
        if not self._t.ndim:
            msg = "Not support len of a 0-D tensor"
            raise TypeError(msg)
        return self._t.shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        if not self._t.ndim:
            msg = "iteration over a 0-d tensor"
            raise TypeError(msg)
        return map(wrap, self._t.unbind(0))

    def __contains__(self, element: object) -> bool:
        return bool((self._t == operand(element)).any())

    def __bool__(self) -> bool:
        return bool(_only_element(self._t, "The tensor should have only one element, but got {}, more than one "
                                  "element is ambiguous."))  # fmt: skip

    def __int__(self) -> int:
        return int(_only_element(self._t, _TO_SCALAR))  # type: ignore[arg-type]

    def __float__(self) -> float:
        t = self._t
        return float(t.item() if t.numel() == 1 else _only_element(t, _TO_SCALAR))  # type: ignore[arg-type]

    def __complex__(self) -> complex:
        return complex(_only_element(self._t, _TO_SCALAR))

    def __index__(self) -> int:
        value = _only_element(self._t, _TO_INDEX)
        if not isinstance(value, int):
            msg = f"{_TO_INDEX.format(1)} of {self.dtype}"
            raise ValueError(msg)  # noqa: TRY004 - MindSpore's class of error
        return int(value)

    def __round__(self, ndigits: int = 0) -> Tensor:
        return wrap(self._t.round(decimals=ndigits) if self._t.is_floating_point() else self._t)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        array = self.asnumpy()
        if dtype is not None and array.dtype != dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    @property
    def __array_priority__(self) -> float:
        """What numpy weighs before `array + tensor`; the array wins, and the result is an array.

        So does a numpy number, which is how `np.sqrt(2.0) * x` loses its gradient in MindSpore's PyNative mode; in a
        graph it is a constant, and the result a Tensor (measured 2.10).
        """
        return -1.0 if in_graph() else -1000000.0  # of a number numpy takes the second to be the priority

    def __copy__(self) -> Tensor:
        return wrap(self._t.clone())

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        out = wrap(self._t.detach().clone())
        out.__dict__.update({name: value for name, value in self.__dict__.items() if name not in _OF_BUFFERS})
        memo[id(self)] = out
        return out

    def __reduce__(self) -> tuple[Callable[[torch.Tensor], Tensor], tuple[torch.Tensor]]:
        return _rebuild, (self._t.detach(),)

    @classmethod
    def __torch_function__(
        cls,
        func: Callable[..., Any],
        types: Iterable[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Let `torch.relu(tensor)` and `torch_tensor + tensor` work: torch runs on what is inside."""
        if strict.on:
            msg = f"torch.{getattr(func, '__name__', func)} takes no Tensor of MindSpore; call MindSpore's operation"
            raise TypeError(msg)
        out = func(*unwrap_tree(args), **unwrap_tree(kwargs or {}))
        if any(out is given for given in args):  # `torch_tensor += tensor` stays the tensor it was
            return out
        return wrap_tree(out)

    def __dlpack__(self, **kwargs: Any) -> Any:
        """Hand the memory to another array library; see the array API standard."""
        return self._t.detach().__dlpack__(**kwargs)

    def __dlpack_device__(self) -> Any:
        """Say where the memory lies, in the terms of DLPack."""
        return self._t.__dlpack_device__()

    # ---- indexing --------------------------------------------------------------------------------------------

    def __getitem__(self, index: object) -> Tensor:
        kind = index.__class__
        if kind is int or (kind is slice and index.step is None):  # type: ignore[attr-defined]
            try:
                out = wrap(self._t[index])  # type: ignore[index]
            except (IndexError, TypeError):  # the general way does it or says what is wrong
                out = wrap(getitem(self._t, index))
        elif index is Ellipsis or (kind is tuple and not index):
            return self
        else:
            out = wrap(getitem(self._t, index))
            if index is None:
                return out
        out._origin = (self, index)
        return out

    def __setitem__(self, index: object, value: object) -> None:
        own_elements(self)
        written = setitem(self._t, index, value)
        if written is not self._t:
            self._hold(written)
        self._write_back()

    def _write_back(self) -> None:
        """Assign the tensor to where an index took it from, unless its memory is there already."""
        taken = getattr(self, "_origin", None)  # most have none, and an exception takes as long as a small operation
        if taken is None:
            return
        origin, place = taken
        if memory_of(origin._t) is memory_of(self._t):
            origin._write_back()  # pyright: ignore[reportAttributeAccessIssue]
        else:
            origin[place] = self  # type: ignore[index]


bind_tensor_class(Tensor)


class UnknownTensor(Tensor):
    """A Tensor of which only the type and some sizes are known: it describes inputs, see `Cell.set_inputs`."""

    __slots__ = ()

    @property
    def _t(self) -> torch.Tensor:  # type: ignore[override]
        msg = f"this tensor only describes inputs of shape {self.shape}; it has no values"
        raise RuntimeError(msg)

    @property
    def data(self) -> Tensor:
        """The tensor itself."""
        return self

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape, with -1 for what is not known."""
        return self.__dict__["_shape"]

    @property
    def dtype(self) -> mstype.Type:
        """The element type."""
        return self.__dict__["_dtype"]

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    def __repr__(self) -> str:
        gap = "\n" if len(self.shape) > 1 else " "
        return f"Tensor(shape={list(self.shape)}, dtype={self.dtype}, value={gap})"

    __str__ = __repr__

    def __copy__(self) -> Tensor:
        return self.__deepcopy__({})

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        del memo
        out = object.__new__(type(self))
        out.__dict__.update(self.__dict__)
        return out


class UninitializedTensor(UnknownTensor):
    """A Tensor that `initializer` made: without values until `init_data`, and from then on a plain Tensor.

    Args:
        init (Initializer): what fills it.
        shape (tuple[int, ...]): its shape.
        dtype (mindspore.dtype): its element type.
        fill (Callable): makes the torch tensor from init, shape and dtype.
    """

    __slots__ = ()

    def __init__(
        self,
        init: Initializer,
        shape: tuple[int, ...],
        dtype: mstype.Type,
        fill: Callable[[Initializer, tuple[int, ...], mstype.Type], torch.Tensor],
    ) -> None:
        self.__dict__.update(init=init, _shape=shape, _dtype=dtype, _fill_by=fill)

    @property
    def _t(self) -> torch.Tensor:  # type: ignore[override]
        if in_graph():  # a graph reads the memory that nothing was written to, zeros (measured 2.10)
            return self.frame()
        msg = "this tensor has no values yet: call .init_data(), or make a Parameter of it"
        raise RuntimeError(msg)

    def frame(self) -> torch.Tensor:
        """Return a torch tensor of this shape, type and device, for what reads no elements."""
        return torch.zeros(self.shape, dtype=to_torch_dtype(self.dtype), device=current_device())

    def __repr__(self) -> str:
        return f"Tensor(shape={list(self.shape)}, dtype={self.dtype}, value=\n<uninitialized>)"

    __str__ = __repr__

    def _fill(self) -> torch.Tensor:
        """Draw the values and become a plain Tensor."""
        state = self.__dict__
        t = state["_fill_by"](state["init"], state["_shape"], state["_dtype"])
        for name in ("init", "_shape", "_dtype", "_fill_by"):
            del state[name]
        self.__class__ = Tensor  # pyright: ignore[reportAttributeAccessIssue]
        self._t = t  # pyright: ignore[reportAttributeAccessIssue]
        return t

    def asnumpy(self) -> np.ndarray:
        """Fill the tensor, and return its values."""
        self._fill()
        return self.asnumpy()

    @property
    def size(self) -> int:
        """The number of elements."""
        return int(np.prod(self.shape, dtype=np.int64))

    def init_data(
        self,
        slice_index: int | None = None,
        shape: Sequence[int] | None = None,
        opt_shard_group: str | None = None,
    ) -> Tensor:
        """Fill the tensor now."""
        for name, value in (("slice_index", slice_index), ("shape", shape), ("opt_shard_group", opt_shard_group)):
            require_default("Tensor.init_data", name, value, None, "leave it None: there is one process")
        self._fill()
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Tensor:
        state = self.__dict__
        return UninitializedTensor(state["init"], state["_shape"], state["_dtype"], state["_fill_by"])


# what programs print; the class is a state of Tensor rather than a kind of its own
UninitializedTensor.__name__ = UninitializedTensor.__qualname__ = "Tensor"


def tensor(
    input_data: object = None,
    dtype: object = None,
    shape: object = None,
    init: Initializer | None = None,
    const_arg: bool = False,
    device: str | None = None,
) -> Tensor:
    """Make a Tensor; the arguments are those of `Tensor`.

    Source: mindspore.tensor, MindSpore 2.10
    """
    return Tensor(input_data, dtype, shape, init, const_arg, device)


def _values_of(given: TensorBase, kind: torch.dtype | None) -> torch.Tensor:
    """Return what a Tensor made of another one holds: the same memory, and in PyNative mode the gradient passes.

    In a graph it does not; nor from a Parameter, unless to another type (measured 2.10).
    """
    t = given._t
    if not is_recording() or in_graph() or (is_parameter(t) and kind in (None, t.dtype)):
        t = t.detach()
        return t if kind is None else t.to(dtype=kind)
    return t if kind in (None, t.dtype) else converted(t, kind)


def _described_shape(shape: object) -> tuple[int, ...]:
    """Return a shape as ints: -1 for a size that is None or not known, (-2,) where there is none at all."""
    if shape is None:
        return (-2,)
    if isinstance(shape, (tuple, list)):
        known = (int, np.integer, Tensor)
        return tuple(int(n) if isinstance(n, known) else -1 for n in shape)  # also a Symbol
    return shape_arg(shape)


def _only_element(
    t: torch.Tensor,
    message: str = "The tensor should have only one element, but got {}, more than one element is ambiguous.",
) -> Any:
    if t.numel() != 1:
        raise ValueError(message.format(t.numel()))
    return t.item()


def _rebuild(t: torch.Tensor) -> Tensor:
    return wrap(t)


register_with_torch(Tensor, _rebuild)


if TYPE_CHECKING:
    IndexType = int | slice | EllipsisType | Tensor | Sequence[Any] | None
