"""Operators and loops made of a program's own functions; they run eagerly."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch

from ms2torch._core.base import TensorBase, unwrap, wrap
from ms2torch._core.convert import int_arg
from ms2torch._core.tensor_type import Tensor
from ms2torch._errors import UnsupportedArgumentError
from ms2torch._lazy import elsewhere
from ms2torch.ops.primitive import Primitive

Bprop = Callable[..., Any]


class WhileLoop(Primitive):
    """Call a function again and again while a condition holds.

    Inputs:
        - **cond_func** (Function) - takes the value, returns whether to go on.
        - **loop_func** (Function) - takes the value, returns the next.
        - **init_val** (Union[Tensor, number, str, bool, list, tuple, dict]) - the first value.

    Source: mindspore.ops.WhileLoop, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, cond_func: Callable[[Any], Any], loop_func: Callable[[Any], Any], init_val: Any) -> Any:
        """Return the last value."""
        _need_function("WhileLoop", "cond_func", cond_func)
        _need_function("WhileLoop", "loop_func", loop_func)
        value = init_val
        while cond_func(value):
            value = loop_func(value)
        return value


class ForiLoop(Primitive):
    """Call a function for each number of a range.

    Inputs:
        - **lower** (Union[int, Tensor]) - the first number.
        - **upper** (Union[int, Tensor]) - the number after the last.
        - **loop_func** (Function) - takes the number and the value, returns the next value.
        - **init_val** (Union[Tensor, number, str, bool, list, tuple, dict]) - the first value.
        - **unroll** (bool) - concerns the compiler. Default: ``True``.

    Source: mindspore.ops.ForiLoop, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(
        self, lower: Any, upper: Any, loop_func: Callable[[int, Any], Any], init_val: Any, unroll: bool = True
    ) -> Any:
        """Return the last value."""
        _need_function("ForiLoop", "loop_func", loop_func)
        value = init_val
        for i in range(int_arg(lower), int_arg(upper)):
            value = loop_func(i, value)
        return value


class Scan(Primitive):
    """Call a function for each element, and collect what it returns.

    Inputs:
        - **loop_func** (Function) - takes the value and an element, returns the next value and a result.
        - **init** (Union[Tensor, number, str, bool, list, tuple, dict]) - the first value.
        - **xs** (Union[tuple, list, None]) - the elements.
        - **length** (Union[int, None]) - how many; needed without `xs`. Default: ``None``.
        - **unroll** (bool) - concerns the compiler. Default: ``True``.

    Outputs:
        Tuple of the last value and a list of the results.

    Source: mindspore.ops.Scan, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(
        self,
        loop_func: Callable[[Any, Any], tuple[Any, Any]],
        init: Any,
        xs: Sequence[Any] | None,
        length: int | None = None,
        unroll: bool = True,
    ) -> tuple[Any, list[Any]]:
        """Return the last value and the results.

        Raises:
            ValueError: if neither `xs` nor `length` says how many elements there are, or they disagree.
        """
        _need_function("Scan", "loop_func", loop_func)
        if xs is None and length is None:
            msg = "ops.Scan: give xs, or length"
            raise ValueError(msg)
        elements = [None] * int_arg(length) if xs is None else xs
        if length is not None and len(elements) != length:
            msg = f"ops.Scan: xs has {len(elements)} elements, and length is {length}"
            raise ValueError(msg)
        value, results = init, []
        for element in elements:
            value, result = loop_func(value, element)
            results.append(result)
        return value, results


def _need_function(op: str, name: str, value: object) -> None:
    if not callable(value):
        msg = f"ops.{op}: {name} must be a function, got {type(value).__name__}"
        raise TypeError(msg)


# ---- one's own functions -----------------------------------------------------------------------------------------


class Custom(Primitive):
    """Run a Python function as an operator.

    Args:
        func (Union[function, str]): the function; it takes and returns numpy arrays.
        out_shape (Union[function, list, tuple], optional): shape of the result, or a function of those of the inputs;
            not needed here. Default: ``None``.
        out_dtype (Union[function, mindspore.dtype, tuple], optional): type of the result; not needed here.
            Default: ``None``.
        func_type (str): ``"pyfunc"``; compiled kinds (``"aot"``, ``"hybrid"``, ...) are not supported.
            Default: ``"pyfunc"``.
        bprop (function, optional): the gradient: takes inputs, output and its gradient as Tensors, returns the
            gradients of the inputs. Default ``None``: the result is cut off from differentiation.
        reg_info (Union[str, dict, list, tuple], optional): what `CustomRegOp` returned; not needed here.
            Default: ``None``.

    Raises:
        TypeError: if `func` is no function.

    Source: mindspore.ops.Custom, MindSpore 2.10
    """

    def __init__(
        self,
        func: Callable[..., Any] | str,
        out_shape: Any = None,
        out_dtype: Any = None,
        func_type: str = "pyfunc",
        bprop: Bprop | None = None,
        reg_info: Any = None,
    ) -> None:
        super().__init__()
        if func_type != "pyfunc":
            remedy = "write the function in Python, with torch or numpy, and pass it as 'pyfunc'"
            raise UnsupportedArgumentError("ops.Custom", "func_type", func_type, remedy)
        if isinstance(func, str) or not callable(func):
            msg = f"ops.Custom: func must be a function for func_type 'pyfunc', got {func!r}"
            raise TypeError(msg)
        self.func = func
        self.func_type = func_type
        self.func_name = getattr(func, "__name__", type(func).__name__)
        self.out_shape = out_shape
        self.out_dtype = out_dtype
        self.bprop = bprop
        self.reg_info = reg_info

    def __call__(self, *inputs: Any) -> Any:
        """Return what the function returns, as Tensors."""
        if self.bprop is None:
            return _on_arrays(self.func, inputs)
        tensors = [unwrap(x) for x in inputs]
        out = _WithGradient.apply(self.func, self.bprop, *tensors)
        return tuple(map(wrap, out)) if isinstance(out, tuple) else wrap(out)

    def get_bprop(self) -> Bprop | None:
        """Return the function of the gradient.

        Source: mindspore.ops.Custom.get_bprop, MindSpore 2.10
        """
        return self.bprop


def _on_arrays(func: Callable[..., Any], inputs: Sequence[Any]) -> Any:
    arrays = [x._t.detach().cpu().numpy() if isinstance(x, TensorBase) else x for x in inputs]
    device = next((x._t.device for x in inputs if isinstance(x, TensorBase)), None)
    out = func(*arrays)
    if isinstance(out, (tuple, list)):
        return tuple(wrap(torch.as_tensor(each, device=device)) for each in out)
    return wrap(torch.as_tensor(out, device=device))


class _WithGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, func: Callable[..., Any], bprop: Bprop, *tensors: torch.Tensor) -> Any:
        out = _on_arrays(func, [wrap(t) for t in tensors])
        inner = tuple(x._t for x in out) if isinstance(out, tuple) else out._t
        ctx.bprop, ctx.count = bprop, len(tensors)
        ctx.save_for_backward(*tensors, *(inner if isinstance(inner, tuple) else (inner,)))
        ctx.several = isinstance(inner, tuple)
        return inner

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor | None, ...]:  # type: ignore[override]
        saved = [wrap(t) for t in ctx.saved_tensors]
        given, out = saved[: ctx.count], saved[ctx.count :]
        dout = [wrap(g) for g in gradients]
        found = ctx.bprop(*given, tuple(out) if ctx.several else out[0], tuple(dout) if ctx.several else dout[0])
        several = found if isinstance(found, (tuple, list)) else (found,)
        return (None, None, *(x._t if isinstance(x, TensorBase) else None for x in several))


class PyFunc(Primitive):
    """Run a Python function on numpy arrays.

    Args:
        fn (function): the function.
        in_types (list[mindspore.dtype]): the types of the inputs; the inputs are cast to them.
        in_shapes (list[tuple[int]]): their shapes.
        out_types (list[mindspore.dtype]): the types of the results; these are cast to them.
        out_shapes (list[tuple[int]]): their shapes.
        stateful (bool): concerns the compiler. Default: ``True``.

    Source: mindspore.ops.PyFunc, MindSpore 2.10
    """

    def __init__(
        self,
        fn: Callable[..., Any],
        in_types: Sequence[Any],
        in_shapes: Sequence[Any],
        out_types: Sequence[Any],
        out_shapes: Sequence[Any],
        stateful: bool = True,
    ) -> None:
        super().__init__()
        _need_function("PyFunc", "fn", fn)
        self.fn = fn
        self.in_types, self.in_shapes = list(in_types), [tuple(s) for s in in_shapes]
        self.out_types, self.out_shapes = list(out_types), [tuple(s) for s in out_shapes]
        self.stateful = stateful

    def __call__(self, input_x: Sequence[Tensor]) -> tuple[Tensor, ...]:
        """Return the results.

        Raises:
            ValueError: if an input or a result is of another shape than was said.
        """
        _need_shapes("input", [tuple(unwrap(x).shape) for x in input_x], self.in_shapes)
        given = [x.astype(kind) for x, kind in zip(input_x, self.in_types, strict=True)]
        out = _on_arrays(self.fn, given)
        results = out if isinstance(out, tuple) else (out,)
        _need_shapes("result", [tuple(unwrap(x).shape) for x in results], self.out_shapes)
        return tuple(x.astype(kind) for x, kind in zip(results, self.out_types, strict=True))


def _need_shapes(what: str, found: list[tuple[int, ...]], said: list[tuple[int, ...]]) -> None:
    if found != said:
        msg = f"ops.PyFunc: the shapes of each {what} were said to be {said}, got {found}"
        raise ValueError(msg)


def kernel(fn: Callable[..., Any] | None = None, reg_info: Any = None, compile_attrs: Any = None) -> Any:
    """Mark a function of MindSpore's hybrid language, which can be run as a Python function.

    Args:
        fn (Function, optional): the function; ``None`` when used with arguments. Default: ``None``.
        reg_info (tuple[str, dict], optional): what `CustomRegOp` returned; not needed here. Default: ``None``.
        compile_attrs (Dict, optional): for its compiler. Default: ``None``.

    Returns:
        Function, with `output_tensor`, `allocate`, `block_realize` and the loops of the language at hand.

    Source: mindspore.ops.kernel, MindSpore 2.10
    """
    del compile_attrs

    def mark(function: Callable[..., Any]) -> Callable[..., Any]:
        from ms2torch.ops.operations._hybrid import in_hybrid_language

        @functools.wraps(function)
        def run(*args: Any) -> Any:
            # at each call: what the module defines further down belongs to the function's globals too
            return in_hybrid_language(function)(*args)

        run.reg_info = reg_info  # type: ignore[attr-defined]
        return run

    return mark if fn is None else mark(fn)


ms_kernel = kernel


class CustomOpBuilder:
    """Compile operators in C++; not possible here.

    Args:
        name (str): the module's name.
        sources (Union[str, list[str]]): its source files.
        backend (str, optional): ``"CPU"`` or ``"Ascend"``. Default: ``None``.
        include_paths (list[str], optional): where headers are. Default: ``None``.
        cflags (str, optional): for the compiler. Default: ``None``.
        ldflags (str, optional): for the linker. Default: ``None``.
        kwargs (dict): further settings.

    Differs from MindSpore: sources are written against MindSpore's C++ classes, which are not here; `build` and
    `load` raise and name torch.utils.cpp_extension.

    Source: mindspore.ops.CustomOpBuilder, MindSpore 2.10
    """

    def __init__(
        self,
        name: str,
        sources: str | Sequence[str],
        backend: str | None = None,
        include_paths: Sequence[str] | None = None,
        cflags: str | None = None,
        ldflags: str | None = None,
        **kwargs: Any,
    ) -> None:
        self.name = name
        self.source = [sources] if isinstance(sources, str) else list(sources)
        self.backend = backend
        self.include_paths = list(include_paths or [])
        self.cflags = cflags
        self.ldflags = ldflags
        self.kwargs = kwargs

    def get_sources(self) -> list[str]:
        """Return the source files.

        Source: mindspore.ops.CustomOpBuilder.get_sources, MindSpore 2.10
        """
        return self.source

    def build(self) -> str:
        """Raise: C++ operators are not compiled here.

        Source: mindspore.ops.CustomOpBuilder.build, MindSpore 2.10
        """
        remedy = "write it against torch and build it with torch.utils.cpp_extension.load"
        raise UnsupportedArgumentError("ops.CustomOpBuilder", "sources", self.source, remedy)

    def load(self) -> Any:
        """Raise: C++ operators are not compiled here.

        Source: mindspore.ops.CustomOpBuilder.load, MindSpore 2.10
        """
        return self.build()


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.ops.operations")
