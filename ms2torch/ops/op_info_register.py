"""Describe one's own operators: the classes that build registration information, and the decorators that take it."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any, Self

from ms2torch.ops._data_types import DataType as DataType


def op_info_register(op_info: str | dict[str, Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate the function that implements an operator for Ascend; there is nothing here to register it with.

    Args:
        op_info (Union[str, dict]): what `get_op_info` returned, or that as JSON.

    Returns:
        Function, a decorator; the function it returns has the information as `op_info`.

    Raises:
        TypeError: if `op_info` is neither a dict nor a string.

    Source: mindspore.ops.op_info_register, MindSpore 2.10
    """
    if not isinstance(op_info, (str, dict)):
        msg = f"ops.op_info_register: op_info must be a dict or JSON, got {type(op_info).__name__}"
        raise TypeError(msg)
    return _keeping("op_info", json.loads(op_info) if isinstance(op_info, str) else op_info)


def custom_info_register(*reg_info: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate the function of an `ops.Custom` with its registration information.

    Args:
        reg_info (tuple[str, dict]): what `CustomRegOp.get_op_info` returned, for each target.

    Returns:
        Function, a decorator; the function it returns has the information as `reg_info`.

    Source: mindspore.ops.custom_info_register, MindSpore 2.10
    """
    return _keeping("reg_info", reg_info)


def _keeping(name: str, info: object) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(func)
        def call(*args: Any, **kwargs: Any) -> Any:
            return func(*args, **kwargs)

        setattr(call, name, info)
        return call

    return decorate


def _need(value: object, kind: type) -> None:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        msg = f"{value} value must be {kind.__name__}"
        raise TypeError(msg)


def _entry(more: dict[str, Any], **given: tuple[Any, type]) -> dict[str, Any]:
    """Return the given values that are not None, checked."""
    found: dict[str, Any] = {}
    for key, (value, kind) in given.items():
        if value is not None:
            _need(value, kind)
            found[key] = value
    return found | more


class _RegOp:
    """The information about one operator, in the order that MindSpore gives it."""

    def __init__(self, op_name: str = "") -> None:
        if not isinstance(op_name, str):
            msg = f"op name must be a string, got {op_name!r}"
            raise ValueError(msg)  # noqa: TRY004 - MindSpore raises this one
        if not op_name.strip():
            msg = "op name is empty"
            raise ValueError(msg)
        self._info: dict[str, Any] = {
            "op_name": op_name,
            "inputs": [],
            "outputs": [],
            "attr": [],
            "fusion_type": "",
            "dtype_format": [],
        }

    def _add(self, where: str, entry: object) -> Self:
        self._info[where].append(entry)
        return self

    def _set(self, key: str, value: object, kind: type) -> Self:
        _need(value, kind)
        self._info[key] = value
        return self

    def fusion_type(self, fusion_type: str) -> Self:
        """Say how the operator may be fused.

        Args:
            fusion_type (str): the kind of fusion.
        """
        return self._set("fusion_type", fusion_type, str)

    def dtype_format(self, *args: tuple[str, ...]) -> Self:
        """Add one combination of types and formats that the operator takes.

        Args:
            args (tuple): one of `DataType` for each input and each output.

        Raises:
            ValueError: if there are not as many as inputs and outputs, or one is no tuple of two or three strings.
        """
        wanted = len(self._info["inputs"]) + len(self._info["outputs"])
        if len(args) != wanted:
            msg = f"{wanted} types and formats needed, one for each input and output, got {len(args)}"
            raise ValueError(msg)
        for each in args:
            if not isinstance(each, tuple) or len(each) not in (2, 3):
                msg = f"a type and format must be a tuple of two or three strings, got {each!r}"
                raise ValueError(msg)
            for word in each:
                _need(word, str)
        return self._add("dtype_format", args)

    def get_op_info(self) -> dict[str, Any]:
        """Return all that was said, as a dict."""
        return dict(self._info)


class _WithInputs(_RegOp):
    """What CPU and AKG say alike."""

    def input(
        self, index: int | None = None, name: str | None = None, param_type: str | None = None, **kwargs: Any
    ) -> Self:
        """Add an input.

        Args:
            index (int, optional): its number. Default: ``None``.
            name (str, optional): its name. Default: ``None``.
            param_type (str, optional): ``"required"``, ``"dynamic"`` or ``"optional"``. Default: ``None``.
            kwargs (dict): further information.
        """
        return self._add("inputs", _entry(kwargs, index=(index, int), name=(name, str), paramType=(param_type, str)))


class CpuRegOp(_WithInputs):
    """Describe an operator for the CPU.

    Args:
        op_name (str): its name.

    Source: mindspore.ops.CpuRegOp, MindSpore 2.10
    """

    def __init__(self, op_name: str) -> None:
        super().__init__(op_name)
        self._info["imply_type"] = "CPU"

    def output(
        self, index: int | None = None, name: str | None = None, param_type: str | None = None, **kwargs: Any
    ) -> Self:
        """Add an output.

        Args:
            index (int, optional): its number. Default: ``None``.
            name (str, optional): its name. Default: ``None``.
            param_type (str, optional): ``"required"``, ``"dynamic"`` or ``"optional"``. Default: ``None``.
            kwargs (dict): further information.
        """
        return self._add("outputs", _entry(kwargs, index=(index, int), name=(name, str), paramType=(param_type, str)))

    def attr(
        self, name: str | None = None, value_type: str | None = None, value: str | None = None, **kwargs: Any
    ) -> Self:
        """Add an attribute.

        Args:
            name (str, optional): its name. Default: ``None``.
            value_type (str, optional): its type. Default: ``None``.
            value (str, optional): its value. Default: ``None``.
            kwargs (dict): further information.
        """
        return self._add("attr", _entry(kwargs, name=(name, str), type=(value_type, str), value=(value, str)))


class AiCPURegOp(CpuRegOp):
    """Describe an operator for the AI CPU of Ascend.

    Args:
        op_name (str): its name.

    Source: mindspore.ops.AiCPURegOp, MindSpore 2.10
    """

    def __init__(self, op_name: str) -> None:
        super().__init__(op_name)
        self._info["imply_type"] = "AiCPU"


class _AkgRegOp(_WithInputs):
    def __init__(self, op_name: str, processor: str) -> None:
        super().__init__(op_name)
        self._info |= {"imply_type": "AKG", "processor": processor}

    def output(self, index: int | None = None, name: str | None = None, **kwargs: Any) -> Self:
        """Add an output.

        Args:
            index (int, optional): its number. Default: ``None``.
            name (str, optional): its name. Default: ``None``.
            kwargs (dict): further information.
        """
        return self._add("outputs", _entry(kwargs, index=(index, int), name=(name, str)))

    def attr(
        self, name: str | None = None, param_type: str | None = None, value_type: str | None = None, **kwargs: Any
    ) -> Self:
        """Add an attribute.

        Args:
            name (str, optional): its name. Default: ``None``.
            param_type (str, optional): ``"required"`` or ``"optional"``. Default: ``None``.
            value_type (str, optional): its type. Default: ``None``.
            kwargs (dict): further information.
        """
        return self._add("attr", _entry(kwargs, name=(name, str), paramType=(param_type, str), type=(value_type, str)))


class AkgGpuRegOp(_AkgRegOp):
    """Describe an operator that AKG builds for a GPU.

    Args:
        op_name (str): its name.

    Source: mindspore.ops.AkgGpuRegOp, MindSpore 2.10
    """

    def __init__(self, op_name: str) -> None:
        super().__init__(op_name, "CUDA")


class AkgAscendRegOp(_AkgRegOp):
    """Describe an operator that AKG builds for Ascend.

    Args:
        op_name (str): its name.

    Source: mindspore.ops.AkgAscendRegOp, MindSpore 2.10
    """

    def __init__(self, op_name: str) -> None:
        super().__init__(op_name, "AiCore")


class TBERegOp(_RegOp):
    """Describe an operator written in TBE for Ascend.

    Args:
        op_name (str): its name.

    Source: mindspore.ops.TBERegOp, MindSpore 2.10
    """

    def __init__(self, op_name: str) -> None:
        super().__init__(op_name)
        self._info |= {
            "imply_type": "TBE",
            "async_flag": False,
            "binfile": "",
            "compute_cost": 10,
            "kernel": "",
            "partial_flag": False,
            "reshape_type": "",
            "dynamicRankSupport": False,
            "dynamicShapeSupport": False,
            "dynamicCompileStatic": False,
            "needCheckSupport": False,
            "dynamicFormat": False,
            "op_pattern": "",
            "real_input_index": [],
            "input_to_attr_index": [],
            "unknown_shape_formats": [],
        }

    def unknown_shape_formats(self, unknown_shape_formats: list[str]) -> Self:
        """Add the layouts of inputs and outputs of unknown shape.

        Args:
            unknown_shape_formats (list): the layouts.
        """
        _need(unknown_shape_formats, list)
        return self._add("unknown_shape_formats", unknown_shape_formats)

    def dynamic_rank_support(self, dynamic_rank_support: bool) -> Self:
        """Say whether the number of dimensions may be unknown.

        Args:
            dynamic_rank_support (bool): whether it may.
        """
        return self._set("dynamicRankSupport", dynamic_rank_support, bool)

    def real_input_index(self, real_input_index: list[int]) -> Self:
        """Say where the inputs are in the kernel's own order.

        Args:
            real_input_index (list): the places.
        """
        return self._set("real_input_index", real_input_index, list)

    def input_to_attr_index(self, input_to_attr_index: list[int]) -> Self:
        """Say which inputs the kernel takes as attributes.

        Args:
            input_to_attr_index (list): their numbers.
        """
        return self._set("input_to_attr_index", input_to_attr_index, list)

    def async_flag(self, async_flag: bool = False) -> Self:
        """Say whether the kernel runs asynchronously.

        Args:
            async_flag (bool): whether it does. Default: ``False``.
        """
        return self._set("async_flag", async_flag, bool)

    def binfile_name(self, binfile_name: str) -> Self:
        """Name the kernel's binary file.

        Args:
            binfile_name (str): the file.
        """
        return self._set("binfile", binfile_name, str)

    def compute_cost(self, compute_cost: int = 10) -> Self:
        """Say what the kernel costs.

        Args:
            compute_cost (int): the cost. Default: ``10``.
        """
        return self._set("compute_cost", compute_cost, int)

    def kernel_name(self, kernel_name: str) -> Self:
        """Name the kernel.

        Args:
            kernel_name (str): the name.
        """
        return self._set("kernel", kernel_name, str)

    def partial_flag(self, partial_flag: bool = True) -> Self:
        """Say whether inputs and outputs are paired.

        Args:
            partial_flag (bool): whether they are. Default: ``True``.
        """
        return self._set("partial_flag", partial_flag, bool)

    def reshape_type(self, reshape_type: str) -> Self:
        """Say how shapes of fewer dimensions are completed.

        Args:
            reshape_type (str): the way.
        """
        return self._set("reshape_type", reshape_type, str)

    def dynamic_shape(self, dynamic_shape: bool = False) -> Self:
        """Say whether lengths may be unknown.

        Args:
            dynamic_shape (bool): whether they may. Default: ``False``.
        """
        return self._set("dynamicShapeSupport", dynamic_shape, bool)

    def dynamic_compile_static(self, dynamic_compile_static: bool = False) -> Self:
        """Say whether a kernel for unknown shapes is built from known ones.

        Args:
            dynamic_compile_static (bool): whether it is. Default: ``False``.
        """
        return self._set("dynamicCompileStatic", dynamic_compile_static, bool)

    def need_check_supported(self, need_check_supported: bool = False) -> Self:
        """Say whether the kernel must be asked if it takes its inputs.

        Args:
            need_check_supported (bool): whether it must. Default: ``False``.
        """
        return self._set("needCheckSupport", need_check_supported, bool)

    def is_dynamic_format(self, is_dynamic_format: bool = False) -> Self:
        """Say whether the kernel chooses formats itself.

        Args:
            is_dynamic_format (bool): whether it does. Default: ``False``.
        """
        return self._set("dynamicFormat", is_dynamic_format, bool)

    def op_pattern(self, pattern: str | None = None) -> Self:
        """Say how formats of inputs and outputs belong together.

        Args:
            pattern (str, optional): the pattern. Default: ``None``.
        """
        return self if pattern is None else self._set("op_pattern", pattern, str)

    def attr(
        self,
        name: str | None = None,
        param_type: str | None = None,
        value_type: str | None = None,
        value: str | None = None,
        default_value: str | None = None,
        **kwargs: Any,
    ) -> Self:
        """Add an attribute.

        Args:
            name (str, optional): its name. Default: ``None``.
            param_type (str, optional): ``"required"`` or ``"optional"``. Default: ``None``.
            value_type (str, optional): its type. Default: ``None``.
            value (str, optional): its value. Default: ``None``.
            default_value (str, optional): its default. Default: ``None``.
            kwargs (dict): further information.
        """
        entry = _entry(
            kwargs,
            name=(name, str),
            paramType=(param_type, str),
            type=(value_type, str),
            value=(value, str),
            defaultValue=(default_value, str),
        )
        return self._add("attr", entry)

    def input(
        self,
        index: int | None = None,
        name: str | None = None,
        need_compile: bool | None = None,
        param_type: str | None = None,
        shape: str | None = None,
        value_depend: str | None = None,
        **kwargs: Any,
    ) -> Self:
        """Add an input.

        Args:
            index (int, optional): its number. Default: ``None``.
            name (str, optional): its name. Default: ``None``.
            need_compile (bool, optional): whether it is compiled in. Default: ``None``.
            param_type (str, optional): ``"required"``, ``"dynamic"`` or ``"optional"``. Default: ``None``.
            shape (str, optional): its shape. Default: ``None``.
            value_depend (str, optional): ``"ignored"``, ``"optional"`` or ``"required"``. Default: ``None``.
            kwargs (dict): further information.

        Raises:
            ValueError: if `value_depend` is another word.
        """
        entry = _entry(
            kwargs,
            index=(index, int),
            name=(name, str),
            needCompile=(need_compile, bool),
            paramType=(param_type, str),
            shape=(shape, str),
            valueDepend=(value_depend, str),
        )
        if value_depend and value_depend.lower() not in ("ignored", "optional", "required"):
            msg = f"TBERegOp.input: value_depend must be 'ignored', 'optional' or 'required', got {value_depend!r}"
            raise ValueError(msg)
        return self._add("inputs", entry)

    def output(
        self,
        index: int | None = None,
        name: str | None = None,
        need_compile: bool | None = None,
        param_type: str | None = None,
        shape: str | None = None,
        **kwargs: Any,
    ) -> Self:
        """Add an output.

        Args:
            index (int, optional): its number. Default: ``None``.
            name (str, optional): its name. Default: ``None``.
            need_compile (bool, optional): whether it is compiled in. Default: ``None``.
            param_type (str, optional): ``"required"``, ``"dynamic"`` or ``"optional"``. Default: ``None``.
            shape (str, optional): its shape. Default: ``None``.
            kwargs (dict): further information.
        """
        entry = _entry(
            kwargs,
            index=(index, int),
            name=(name, str),
            need_compile=(need_compile, bool),
            paramType=(param_type, str),
            shape=(shape, str),
        )
        return self._add("outputs", entry)


class CustomRegOp(_RegOp):
    """Describe the function of an `ops.Custom`.

    Args:
        op_name (str): its name. Default: ``"Custom"``.

    Source: mindspore.ops.CustomRegOp, MindSpore 2.10
    """

    def __init__(self, op_name: str = "Custom") -> None:
        super().__init__(op_name)

    def input(
        self, index: int | None = None, name: str | None = None, param_type: str | None = "required", **kwargs: Any
    ) -> Self:
        """Add an input.

        Args:
            index (int, optional): its number. Default: ``None``.
            name (str, optional): its name. Default: ``None``.
            param_type (str, optional): ``"required"``, ``"dynamic"`` or ``"optional"``. Default: ``"required"``.
            kwargs (dict): further information.
        """
        return self._add("inputs", _entry(kwargs, index=(index, int), name=(name, str), paramType=(param_type, str)))

    def output(
        self, index: int | None = None, name: str | None = None, param_type: str | None = "required", **kwargs: Any
    ) -> Self:
        """Add an output.

        Args:
            index (int, optional): its number. Default: ``None``.
            name (str, optional): its name. Default: ``None``.
            param_type (str, optional): ``"required"``, ``"dynamic"`` or ``"optional"``. Default: ``"required"``.
            kwargs (dict): further information.
        """
        return self._add("outputs", _entry(kwargs, index=(index, int), name=(name, str), paramType=(param_type, str)))

    def attr(
        self,
        name: str | None = None,
        param_type: str | None = None,
        value_type: str | None = None,
        default_value: str | None = None,
        **kwargs: Any,
    ) -> Self:
        """Add an attribute.

        Args:
            name (str, optional): its name. Default: ``None``.
            param_type (str, optional): ``"required"`` or ``"optional"``. Default: ``None``.
            value_type (str, optional): its type. Default: ``None``.
            default_value (str, optional): its default, written out. Default: ``None``.
            kwargs (dict): further information.
        """
        entry = _entry(
            kwargs,
            name=(name, str),
            paramType=(param_type, str),
            type=(value_type, str),
            defaultValue=(default_value, str),
        )
        return self._add("attr", entry)

    def target(self, target: str | None = None) -> Self:
        """Say for which device this is.

        Args:
            target (str, optional): ``"Ascend"``, ``"GPU"`` or ``"CPU"``. Default: ``None``.
        """
        if target is not None:
            _need(target, str)
        self._info["target"] = target
        return self
