"""`Primitive`: an operation as an object, configured when it is made and called with tensors."""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ms2torch._core.element_types import checking
from ms2torch._core.origin import is_ours
from ms2torch._core.refused_types import REFUSED_BY_PRIMITIVES

__all__ = [
    "Primitive",
    "PrimitiveWithCheck",
    "PrimitiveWithInfer",
    "constexpr",
    "prim_arg_register",
    "prim_attr_register",
]


def _without_settings(self: object) -> None:
    """Make a Primitive that has nothing to configure; its name is the class's."""


def _caller(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that calls `fn`. A staticmethod would save a frame, but torch.compile cannot call one so."""

    def __call__(self: object, *args: Any, **kwargs: Any) -> Any:  # noqa: N807
        return fn(*args, **kwargs)

    __call__.__doc__ = fn.__doc__
    return __call__


# whose settings that say yes or no may be of any kind in MindSpore 2.10 (measured); of all others they are bools
_LENIENT = frozenset({"IndexAdd"})


def _with_flags(init: Callable[..., None]) -> Callable[..., None]:
    """Return a constructor that takes bools only for the arguments whose default is one, as MindSpore's do."""
    code, defaults = init.__code__, init.__defaults__ or ()
    names = code.co_varnames[1 : code.co_argcount]
    first = len(names) - len(defaults)
    flags = {name: first + i for i, name in enumerate(names[first:]) if defaults[i].__class__ is bool}
    if not flags:
        return init

    @functools.wraps(init)
    def run(self: object, *args: Any, **kwargs: Any) -> None:
        for name, place in flags.items():
            value = args[place] if place < len(args) else kwargs.get(name, False)
            if value.__class__ is not bool:
                got = type(value).__name__
                msg = f"For '{type(self).__name__}', the type of '{name}' should be 'bool', but got type '{got}'."
                raise TypeError(msg)
        init(self, *args, **kwargs)

    return run


class Primitive:
    """Base of the operator classes under `mindspore.ops`.

    A subclass either names the function it stands for, ``class Abs(Primitive, fn=math.abs)``, or defines `__init__` for
    its settings and `__call__` for the work.

    Args:
        name (str, optional): the primitive's name. Default ``None``: the class name.

    Source: mindspore.ops.Primitive, MindSpore 2.10
    """

    def __init__(self, name: str | None = None) -> None:
        self.name = name or type(self).__name__

    def __init_subclass__(cls, fn: Callable[..., Any] | None = None) -> None:
        """Make calls go straight to `fn`."""
        super().__init_subclass__()
        if fn is not None:
            cls.__call__ = _caller(fn)  # type: ignore[method-assign]
            if "__init__" not in cls.__dict__:
                cls.__init__ = _without_settings  # type: ignore[method-assign, assignment]
        if "__init__" in cls.__dict__ and is_ours(cls) and cls.__name__ not in _LENIENT:
            cls.__init__ = _with_flags(cls.__init__)  # type: ignore[method-assign]
        key = f"ops.{cls.__name__}"
        if key in REFUSED_BY_PRIMITIVES:
            own = (lambda self, *args, **kwargs: fn(*args, **kwargs)) if fn is not None else cls.__call__
            cls.__call__ = checking(key, own)  # type: ignore[method-assign]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the operation of this name; a subclass here gives `fn` or defines this.

        Raises:
            NotImplementedError: if there is none.
        """
        operation = importlib.import_module("ms2torch.ops._kernels_by_name").operation_named(self)
        if operation is None:
            msg = f"Primitive {self.name} has no implementation"
            raise NotImplementedError(msg)
        return operation(*args, **kwargs)

    def __repr__(self) -> str:
        settings = ", ".join(f"{k}={v}" for k, v in self.__dict__.items() if not k.startswith("_") and k != "name")
        return f"Prim[{type(self).__name__}]<{settings}>" if settings else f"Prim[{type(self).__name__}]"

    def __getattr__(self, name: str) -> Any:
        if name == "name":  # subclasses need not call our __init__ for this
            return type(self).__name__
        msg = f"'{type(self).__name__}' object has no attribute '{name}'"
        raise AttributeError(msg)

    def add_prim_attr(self, name: str, value: object) -> Primitive:
        """Keep an attribute for graph compilers; read back as an ordinary attribute.

        Args:
            name (str): attribute name.
            value (object): its value.

        Returns:
            Primitive, itself.

        Source: mindspore.ops.Primitive.add_prim_attr, MindSpore 2.10
        """
        self.__dict__[name] = value
        self.attrs[name] = value
        return self

    @property
    def attrs(self) -> dict[str, Any]:
        """What `add_prim_attr` kept, by name."""
        return self.__dict__.setdefault("_attrs", {})  # type: ignore[no-any-return]

    def del_prim_attr(self, name: str) -> Primitive:
        """Forget an attribute that `add_prim_attr` kept.

        Args:
            name (str): attribute name.

        Returns:
            Primitive, itself.

        Source: mindspore.ops.Primitive.del_prim_attr, MindSpore 2.10
        """
        if name in self.attrs:
            del self.attrs[name]
            self.__dict__.pop(name, None)
        return self

    def init_prim_io_names(self, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        """Name the inputs and the outputs.

        Args:
            inputs (list[str]): names of the inputs.
            outputs (list[str]): names of the outputs.

        Source: mindspore.ops.Primitive.init_prim_io_names, MindSpore 2.10
        """
        self.add_prim_attr("input_names", inputs)
        self.add_prim_attr("output_names", outputs)

    def set_prim_instance_name(self, instance_name: str) -> Primitive:
        """Keep the attribute name under which a Cell holds the primitive.

        Args:
            instance_name (str): attribute name.

        Returns:
            Primitive, itself.

        Source: mindspore.ops.Primitive.set_prim_instance_name, MindSpore 2.10
        """
        self.__dict__["instance_name"] = instance_name
        return self

    def shard(self, in_strategy: object = None, out_strategy: object = None) -> Primitive:
        """Accept a parallel strategy; without effect in one process.

        Source: mindspore.ops.Primitive.shard, MindSpore 2.10
        """
        return self

    def recompute(self, mode: bool = True) -> Primitive:
        """Accept the recomputation flag of graph mode; `Cell.recompute` is what works here.

        Source: mindspore.ops.Primitive.recompute, MindSpore 2.10
        """
        return self

    def set_stage(self, stage: int) -> Primitive:
        """Accept a pipeline stage; without effect in one process.

        Source: mindspore.ops.Primitive.set_stage, MindSpore 2.10
        """
        return self

    def set_user_data(self, arg0: str, arg1: object) -> None:
        """Keep an object of the program's own with the operator.

        Args:
            arg0 (str): its name.
            arg1 (object): the object.

        Source: mindspore.ops.Primitive.set_user_data, MindSpore 2.10
        """
        self.__dict__.setdefault("_user_data", {})[arg0] = arg1

    def get_user_data(self, arg0: str) -> Any:
        """Return what `set_user_data` kept under a name; None if nothing.

        Args:
            arg0 (str): the name.

        Source: mindspore.ops.Primitive.get_user_data, MindSpore 2.10
        """
        return self.__dict__.get("_user_data", {}).get(arg0)

    def set_device(self, device_target: str) -> Primitive:
        """Keep a device for the operator as `primitive_target`; it runs where its inputs are.

        Args:
            device_target (str): the device.

        Returns:
            Primitive, itself.

        Source: mindspore.ops.Primitive.set_device, MindSpore 2.10
        """
        return self.add_prim_attr("primitive_target", device_target)


class _PrimitiveC(Primitive):
    """A primitive by its name and attributes, as MindSpore's compiler keeps it.

    Args:
        name (str): the name.
        attrs (dict[str, Any]): the attributes.
    """

    def __init__(self, name: str, attrs: Mapping[str, Any]) -> None:
        super().__init__(name)
        for attribute, value in attrs.items():
            self.add_prim_attr(attribute, value)


class PrimitiveWithInfer(Primitive):
    """Base of a program's own operators that infer shapes for MindSpore's compiler; `__call__` is what runs here.

    Args:
        name (str, optional): the primitive's name. Default ``None``: the class name.

    Source: mindspore.ops.PrimitiveWithInfer, MindSpore 2.10
    """

    def infer_shape(self, *args: Any) -> Any:
        """Return the shape of the output for those of the inputs; unknown unless a subclass says so.

        Source: mindspore.ops.PrimitiveWithInfer.infer_shape, MindSpore 2.10
        """
        return None

    def infer_dtype(self, *args: Any) -> Any:
        """Return the type of the output for those of the inputs; unknown unless a subclass says so.

        Source: mindspore.ops.PrimitiveWithInfer.infer_dtype, MindSpore 2.10
        """
        return None

    def infer_value(self, *args: Any) -> Any:
        """Return the output for constant inputs; unknown unless a subclass says so.

        Source: mindspore.ops.PrimitiveWithInfer.infer_value, MindSpore 2.10
        """
        return None

    def __infer__(self, *args: Mapping[str, Any]) -> dict[str, Any]:
        """Return dtype, shape and value of the output as a dict, from one such dict for each input."""
        return {
            "dtype": self.infer_dtype(*(x["dtype"] for x in args)),
            "shape": self.infer_shape(*(x["shape"] for x in args)),
            "value": self.infer_value(*(x["value"] for x in args)),
        }


class PrimitiveWithCheck(Primitive):
    """Base of a program's own operators that check inputs for MindSpore's compiler; `__call__` is what runs here.

    Args:
        name (str, optional): the primitive's name. Default ``None``: the class name.

    Source: mindspore.ops.PrimitiveWithCheck, MindSpore 2.10
    """

    def check_shape(self, *args: Any) -> None:
        """Check the shapes of the inputs; all are accepted unless a subclass says otherwise.

        Source: mindspore.ops.PrimitiveWithCheck.check_shape, MindSpore 2.10
        """

    def check_dtype(self, *args: Any) -> None:
        """Check the types of the inputs; all are accepted unless a subclass says otherwise.

        Source: mindspore.ops.PrimitiveWithCheck.check_dtype, MindSpore 2.10
        """

    def __check__(self, *args: Mapping[str, Any]) -> None:
        """Check types and, where they are known, shapes."""
        self.check_dtype(*(x["dtype"] for x in args))
        if all(x["shape"] is not None and not {-1, -2} & set(x["shape"]) for x in args):
            self.check_shape(*(x["shape"] for x in args))


def prim_attr_register(fn: Callable[..., None]) -> Callable[..., None]:
    """Decorate the `__init__` of a Primitive so that its arguments become attributes.

    Args:
        fn (Function): the `__init__`.

    Returns:
        Function.

    Source: mindspore.ops.prim_attr_register, MindSpore 2.10
    """
    signature = inspect.signature(fn)

    @functools.wraps(fn)
    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        Primitive.__init__(self)
        given = dict(list(bound.arguments.items())[1:])  # all but self
        for name, value in given.items():
            self.add_prim_attr(name, value)
        self.init_attrs = given
        fn(self, *args, **kwargs)

    init.decorated_func = fn  # type: ignore[attr-defined]
    return init


prim_arg_register = prim_attr_register


class _ConstantExpression(PrimitiveWithInfer):
    """A function as a Primitive. It is no method: in a class body it is called without `self`, as in MindSpore."""

    def __init__(self, fn: Callable[..., Any], name: str | None) -> None:
        super().__init__(name or fn.__name__)
        self.fn = fn
        self.__doc__ = fn.__doc__

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the function."""
        return self.fn(*args, **kwargs)


def constexpr(
    fn: Callable[..., Any] | None = None,
    get_instance: bool = True,
    name: str | None = None,
    reuse_result: bool = True,
    check: bool = True,
) -> Any:
    """Mark a function for evaluation at compile time; it is run at every call.

    Args:
        fn (Function, optional): what to mark; ``None`` when used with arguments. Default: ``None``.
        get_instance (bool): return something to call; else something that makes it. Default: ``True``.
        name (str, optional): the name. Default ``None``: that of `fn`.
        reuse_result (bool): concerns the compiler. Default: ``True``.
        check (bool): concerns the compiler. Default: ``True``.

    Returns:
        Primitive that runs `fn`.

    Source: mindspore.ops.constexpr, MindSpore 2.10
    """
    del reuse_result, check

    def mark(function: Callable[..., Any]) -> Any:
        make = functools.partial(_ConstantExpression, function, name)
        return make() if get_instance else make

    return mark if fn is None else mark(fn)


def _primexpr(
    fn: Callable[..., Any] | None = None,
    get_instance: bool = True,
    name: str | None = None,
    reuse_result: bool = True,
) -> Any:
    """Mark a function as `constexpr` does."""
    return constexpr(fn, get_instance, name, reuse_result)


def _run_op(obj: Callable[..., Any], op_name: str, args: Sequence[Any]) -> Any:
    """Apply a Primitive to its inputs."""
    del op_name
    return obj(*args)
