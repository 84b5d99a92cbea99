"""Argument checks of MindSpore that model code imports and calls; `check_positive_int(0, "n", "Net")` raises.

The wording of the errors is MindSpore's, because tests of model code match it.
"""

from __future__ import annotations

import functools
import inspect
import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from ms2torch._core import dtype as mstype

__all__ = [
    "EQ", "GE", "GT", "IN", "INC_BOTH", "INC_LEFT", "INC_NEITHER", "INC_RIGHT", "LE", "LT", "NE", "NOT_IN",
    "args_type_check", "check", "check_and_canonicalize_axes", "check_axis_in_range", "check_bool",
    "check_element_type_of_dict", "check_element_type_of_iterable", "check_equal_int", "check_file_name_by_regular",
    "check_float", "check_float_range", "check_hook_fn", "check_input_format", "check_int", "check_int_range",
    "check_is_float", "check_is_int", "check_is_number", "check_isinstance", "check_negative_float",
    "check_negative_int", "check_non_negative_float", "check_non_negative_int", "check_non_negative_int_sequence",
    "check_non_positive_float", "check_non_positive_int", "check_number", "check_number_range",
    "check_pad_value_by_mode", "check_positive_float", "check_positive_float_sequence", "check_positive_int",
    "check_positive_int_sequence", "check_size_and_element_type_of_tuple", "check_str_by_regular", "check_string",
    "check_subclass", "check_tensor_dtype_valid", "check_tensors_dtypes_same_and_valid", "check_type_name",
    "check_types_same_and_valid", "check_value_type", "is_stub_tensor", "once", "triple", "twice",
]  # fmt: skip

# relations, by the numbers MindSpore gives them
EQ, NE, LT, LE, GT, GE = 1, 2, 3, 4, 5, 6
INC_NEITHER, INC_LEFT, INC_RIGHT, INC_BOTH = 7, 8, 9, 10
IN, NOT_IN = 11, 12

_COMPARE: dict[int, tuple[str, Callable[[Any, Any], bool]]] = {
    EQ: ("= {}", operator.eq),
    NE: ("!= {}", operator.ne),
    LT: ("< {}", operator.lt),
    LE: ("<= {}", operator.le),
    GT: ("> {}", operator.gt),
    GE: (">= {}", operator.ge),
    IN: ("in {}", lambda value, among: value in among),
    NOT_IN: ("not in {}", lambda value, among: value not in among),
}
_RANGE: dict[int, tuple[str, Callable[[Any, Any], bool], Callable[[Any, Any], bool]]] = {
    INC_NEITHER: ("({}, {})", operator.gt, operator.lt),
    INC_LEFT: ("[{}, {})", operator.ge, operator.lt),
    INC_RIGHT: ("({}, {}]", operator.gt, operator.le),
    INC_BOTH: ("[{}, {}]", operator.ge, operator.le),
}
_HARDWARE = (
    "The supported data types depend on the hardware that executes the operator, for more details, please refer to "
    "the MindSpore official website to get more information about the data type."
)


def _subject(arg_name: str | None, prim_name: str | None, fallback: str = "input value") -> str:
    """Return the start of a message: "For 'Net', the 'n'", as far as the names are known."""
    what = f"'{arg_name}'" if arg_name else fallback
    return f"For '{prim_name}', the {what}" if prim_name else f"The {what}"


# ---- numbers -----------------------------------------------------------------------------------------------------


def _number(value: Any, bound: Any, rel: int, kind: type, arg_name: str | None, prim_name: str | None) -> Any:
    """Check a type and one relation; a bool is neither an int nor a float."""
    start = _subject(arg_name, prim_name)
    told, holds = _COMPARE[rel]
    wanted = f"{start} must be {kind.__name__} and must {told.format(bound)}, but got '{value}' with type"
    if isinstance(value, bool):
        msg = f"{wanted} 'bool'."
        raise TypeError(msg)
    if not isinstance(value, kind):
        msg = f"{start} must be {kind.__name__}, but got '{type(value).__name__}'"
        raise TypeError(msg)
    if not holds(value, bound):
        msg = f"{wanted} '{type(value).__name__}'."
        raise ValueError(msg)
    return value


def check_int(arg_value: Any, value: Any, rel: int, arg_name: str | None = None, prim_name: str | None = None) -> int:
    """Return `arg_value`, an int that stands in relation `rel` to `value`."""
    return _number(arg_value, value, rel, int, arg_name, prim_name)


def check_float(
    arg_value: Any, value: Any, rel: int, arg_name: str | None = None, prim_name: str | None = None
) -> float:
    """Return `arg_value`, a float that stands in relation `rel` to `value`."""
    return _number(arg_value, value, rel, float, arg_name, prim_name)


def check_equal_int(arg_value: Any, value: Any, arg_name: str | None = None, prim_name: str | None = None) -> int:
    """Return `arg_value`, the int `value`."""
    return check_int(arg_value, value, EQ, arg_name, prim_name)


def check_positive_int(arg_value: Any, arg_name: str | None = None, prim_name: str | None = None) -> int:
    """Return `arg_value`, an int above 0."""
    return check_int(arg_value, 0, GT, arg_name, prim_name)


def check_negative_int(arg_value: Any, arg_name: str | None = None, prim_name: str | None = None) -> int:
    """Return `arg_value`, an int below 0."""
    return check_int(arg_value, 0, LT, arg_name, prim_name)


def check_non_positive_int(arg_value: Any, arg_name: str | None = None, prim_name: str | None = None) -> int:
    """Return `arg_value`, an int of at most 0."""
    return check_int(arg_value, 0, LE, arg_name, prim_name)


def check_non_negative_int(arg_value: Any, arg_name: str | None = None, prim_name: str | None = None) -> int:
    """Return `arg_value`, an int of at least 0."""
    return check_int(arg_value, 0, GE, arg_name, prim_name)


def check_positive_float(arg_value: Any, arg_name: str | None = None, prim_name: str | None = None) -> float:
    """Return `arg_value`, a float above 0."""
    return check_float(arg_value, 0, GT, arg_name, prim_name)


def check_negative_float(arg_value: Any, arg_name: str | None = None, prim_name: str | None = None) -> float:
    """Return `arg_value`, a float below 0."""
    return check_float(arg_value, 0, LT, arg_name, prim_name)


def check_non_positive_float(arg_value: Any, arg_name: str | None = None, prim_name: str | None = None) -> float:
    """Return `arg_value`, a float of at most 0."""
    return check_float(arg_value, 0, LE, arg_name, prim_name)


def check_non_negative_float(arg_value: Any, arg_name: str | None = None, prim_name: str | None = None) -> float:
    """Return `arg_value`, a float of at least 0."""
    return check_float(arg_value, 0, GE, arg_name, prim_name)


def check_number(arg_name: str, arg_value: Any, value: Any, rel: int, prim_name: str | None) -> Any:
    """Return `arg_value`, which stands in relation `rel` to `value`; types are not looked at."""
    told, holds = _COMPARE[rel]
    if not holds(arg_value, value):
        where = f"For '{prim_name}', the" if prim_name else "The"
        msg = f"{where} argument '{arg_name}' must {told.format(value)}, but got {arg_value}."
        raise ValueError(msg)
    return arg_value


def _one_type(value: Any, kind: type, arg_name: str | None, prim_name: str | None) -> Any:
    if isinstance(value, kind) and not isinstance(value, bool):
        return value
    where = f"For '{prim_name}', the" if prim_name else "The"
    what = f"type of '{arg_name}'" if arg_name else "input value"
    msg = f"{where} {what} must be '{kind.__name__}', but got '{type(value).__name__}'."
    raise TypeError(msg)


def check_is_number(arg_value: Any, arg_type: type, arg_name: str | None = None, prim_name: str | None = None) -> Any:
    """Return `arg_value`, an `arg_type` and no bool."""
    return _one_type(arg_value, arg_type, arg_name, prim_name)


def check_is_int(arg_value: Any, arg_name: str | None = None, prim_name: str | None = None) -> int:
    """Return `arg_value`, an int and no bool."""
    return _one_type(arg_value, int, arg_name, prim_name)


def check_is_float(arg_value: Any, arg_name: str | None = None, prim_name: str | None = None) -> float:
    """Return `arg_value`, a float."""
    return _one_type(arg_value, float, arg_name, prim_name)


def check_number_range(
    arg_value: Any,
    lower_limit: Any,
    upper_limit: Any,
    rel: int,
    value_type: type,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> Any:
    """Return `arg_value`, of type `value_type` and between the limits; `rel` says which of them are included."""
    start = _subject(arg_name, prim_name)
    if isinstance(arg_value, bool) or not isinstance(arg_value, value_type):
        msg = f"{start} must be '{value_type.__name__}',  but got '{type(arg_value).__name__}'."
        raise TypeError(msg)
    told, above, below = _RANGE[rel]
    if not (above(arg_value, lower_limit) and below(arg_value, upper_limit)):
        bounds = told.format(lower_limit, upper_limit)
        msg = f"{start} must be in range of {bounds}, but got {arg_value} with type '{type(arg_value).__name__}'."
        raise ValueError(msg)
    return arg_value


def check_int_range(
    arg_value: Any,
    lower_limit: Any,
    upper_limit: Any,
    rel: int,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> int:
    """Return `arg_value`, an int between the limits."""
    return check_number_range(arg_value, lower_limit, upper_limit, rel, int, arg_name, prim_name)


def check_float_range(
    arg_value: Any,
    lower_limit: Any,
    upper_limit: Any,
    rel: int,
    arg_name: str | None = None,
    prim_name: str | None = None,
) -> float:
    """Return `arg_value`, a float between the limits."""
    return check_number_range(arg_value, lower_limit, upper_limit, rel, float, arg_name, prim_name)


def check(
    arg_name: str,
    arg_value: Any,
    value_name: str,
    value: Any,
    rel: int = EQ,
    prim_name: str | None = None,
    excp_cls: type[Exception] = ValueError,
) -> Any:
    """Return `arg_value`, which stands in relation `rel` to `value`, itself called `value_name` in the error."""
    told, holds = _COMPARE[rel]
    if not holds(arg_value, value):
        wanted = told.format(f"{value_name}: {value}")
        raise excp_cls(f"{_subject(arg_name, prim_name)} should be {wanted}, but got {arg_value}.")
    return arg_value


# ---- types and words ---------------------------------------------------------------------------------------------


def check_bool(arg_value: Any, arg_name: str | None = None, prim_name: str | None = None) -> bool:
    """Return `arg_value`, a bool."""
    if not isinstance(arg_value, bool):
        msg = f"{_subject(arg_name, prim_name)} must be a bool, but got {type(arg_value).__name__}."
        raise TypeError(msg)
    return arg_value


def check_string(
    arg_value: Any, valid_values: Sequence[str], arg_name: str | None = None, prim_name: str | None = None
) -> str:
    """Return `arg_value`, one of the words in `valid_values`."""
    if not isinstance(arg_value, str) or arg_value not in valid_values:
        start = _subject(arg_name, prim_name)
        msg = f"{start} must be str and must be in '{valid_values}', but got '{arg_value}'."
        raise ValueError(msg)
    return arg_value


def check_value_type(arg_name: str, arg_value: Any, valid_types: Any, prim_name: str | None = None) -> Any:
    """Return `arg_value`, an instance of one of `valid_types`; a bool counts only where bool is named."""
    kinds = tuple(valid_types) if isinstance(valid_types, (list, tuple)) else (valid_types,)
    if isinstance(arg_value, kinds) and not (isinstance(arg_value, bool) and bool not in kinds):
        return arg_value
    names = [getattr(kind, "__name__", str(kind)) for kind in kinds]
    wanted = f"'{names[0]}'" if len(names) == 1 else f"one of '{names}'"
    where = f"For '{prim_name}', the type of" if prim_name else "The type of"
    msg = f"{where} '{arg_name}' should be {wanted}, but got type '{type(arg_value).__name__}'."
    raise TypeError(msg)


def check_isinstance(arg_name: str, arg_value: Any, classes: Any) -> Any:
    """Return `arg_value`, an instance of `classes`."""
    if not isinstance(arg_value, classes):
        msg = f"The parameter '{arg_name}' must be isinstance of {classes}, but got {arg_value}."
        raise ValueError(msg)  # noqa: TRY004 - what MindSpore raises
    return arg_value


def _type_word(kind: Any) -> str:
    """Return the word MindSpore's messages use for a type: Float32, Tensor, <class 'int'>."""
    return repr(kind) if isinstance(kind, type) else str(kind).rpartition(".")[2].capitalize()


def _is_a(type_: Any, template: Any) -> bool:
    """Tell whether a dtype belongs to a kind such as `mstype.number`, or a class to a class."""
    if type_ == template:
        return True
    if isinstance(type_, type) and isinstance(template, type):
        return issubclass(type_, template)
    return isinstance(type_, mstype.Type) and isinstance(template, mstype.Type) and mstype._issubclass_(type_, template)


def check_subclass(
    arg_name: str, type_: Any, template_types: Any, prim_name: str | None, addition_error_info: str | None = None
) -> None:
    """Check that the type `type_` is, or belongs to, one of `template_types`."""
    templates = list(template_types) if isinstance(template_types, Iterable) else [template_types]
    if any(_is_a(type_, each) for each in templates):
        return
    words = [_type_word(each) for each in templates]
    wanted = words[0] if len(words) == 1 else f"one of {words}"
    where = f"For '{prim_name}', the" if prim_name else "The"
    extra = f" {addition_error_info}" if addition_error_info else ""
    msg = f"{where} element of '{arg_name}' must be {wanted}, but got {_type_word(type_)}.{extra}{_HARDWARE}"
    raise TypeError(msg)


def check_type_name(arg_name: str, arg_type: Any, valid_types: Any, prim_name: str | None) -> Any:
    """Return `arg_type`, one of the types or dtypes in `valid_types`."""
    kinds = list(valid_types) if isinstance(valid_types, Iterable) else [valid_types]
    if arg_type in kinds:
        return arg_type
    words = [_type_word(kind) if not isinstance(kind, type) else kind.__name__ for kind in kinds]
    wanted = words[0] if len(words) == 1 else f"one of {words}"
    told = arg_type.__name__ if isinstance(arg_type, type) else repr(arg_type)
    msg = f"{_subject(arg_name, prim_name)} should be {wanted}, but got '{told}'."
    raise TypeError(msg)


def check_tensor_dtype_valid(arg_name: str, arg_type: Any, valid_dtypes: Iterable[Any], prim_name: str | None) -> Any:
    """Return the dtype `arg_type`, one of `valid_dtypes`."""
    if arg_type in valid_dtypes:
        return arg_type
    words = [f"Tensor[{_type_word(each)}]" for each in valid_dtypes]
    wanted = words[0] if len(words) == 1 else f"one of {words}"
    where = f"For '{prim_name}', the" if prim_name else "The"
    msg = f"{where} element of '{arg_name}' must be {wanted}, but got {_type_word(arg_type)}.{_HARDWARE}"
    raise TypeError(msg)


def check_tensors_dtypes_same_and_valid(
    args: Mapping[str, Any], valid_dtypes: Iterable[Any], prim_name: str | None
) -> None:
    """Check that the dtypes in `args` are all the same, and one of `valid_dtypes`."""
    allowed = list(valid_dtypes)
    for name, kind in args.items():
        check_tensor_dtype_valid(name, kind, allowed, prim_name)
    if len(set(args.values())) > 1:
        where = f"For '{prim_name}', the" if prim_name else "The"
        told = ", ".join(f"'{name}': {_type_word(kind)}" for name, kind in args.items())
        msg = f"{where} types of the inputs must be the same, but got {told}."
        raise TypeError(msg)


def check_types_same_and_valid(args: Mapping[str, Any], valid_values: Iterable[Any], prim_name: str | None) -> None:
    """Check that the types in `args` are all the same, and one of `valid_values`."""
    allowed = list(valid_values)
    for name, kind in args.items():
        check_subclass(name, kind, allowed, prim_name)
    if len(set(map(str, args.values()))) > 1:
        where = f"For '{prim_name}', the" if prim_name else "The"
        told = ", ".join(f"'{name}': {_type_word(kind)}" for name, kind in args.items())
        msg = f"{where} types of the inputs must be the same, but got {told}."
        raise TypeError(msg)


def check_element_type_of_iterable(
    arg_name: str, arg_value: Iterable[Any], valid_types: Any, prim_name: str | None = None
) -> Iterable[Any]:
    """Return `arg_value`, whose elements are instances of `valid_types`."""
    for element in arg_value:
        _element(arg_name, element, valid_types, prim_name)
    return arg_value


def check_element_type_of_dict(
    arg_name: str, arg_value: Mapping[Any, Any], key_types: Any, value_types: Any, prim_name: str | None = None
) -> Mapping[Any, Any]:
    """Return `arg_value`, whose keys and values are instances of the types given."""
    for key, value in arg_value.items():
        _element(arg_name, key, key_types, prim_name)
        _element(arg_name, value, value_types, prim_name)
    return arg_value


def _element(arg_name: str, element: Any, valid_types: Any, prim_name: str | None) -> None:
    kinds = tuple(valid_types) if isinstance(valid_types, (list, tuple)) else (valid_types,)
    if isinstance(element, kinds) and not (isinstance(element, bool) and bool not in kinds):
        return
    wanted = kinds[0].__name__ if len(kinds) == 1 else f"one of {[kind.__name__ for kind in kinds]}"
    where = f"For '{prim_name}', the type of" if prim_name else "The type of"
    msg = f"{where} '{arg_name}' should be {wanted}, but got '{element}' with type '{type(element).__name__}'."
    raise TypeError(msg)


def check_size_and_element_type_of_tuple(
    arg_name: str, arg_value: Any, expect_size: int, expect_element_type: Any, prim_name: str | None = None
) -> Any:
    """Return `arg_value`, a tuple of so many elements of a type."""
    check_value_type(arg_name, arg_value, [tuple], prim_name)
    check_equal_int(len(arg_value), expect_size, f"{arg_name} size", prim_name)
    return check_element_type_of_iterable(arg_name, arg_value, expect_element_type, prim_name)


def check_hook_fn(hook_fn: Any) -> bool:
    """Check that `hook_fn` can be called."""
    if not callable(hook_fn):
        msg = f"Expected a callable hook function, but got {type(hook_fn).__name__}."
        raise TypeError(msg)
    return True


def check_input_format(input_param: str) -> str:
    """Return `input_param`, which must be ``"NCHW"``."""
    if input_param != "NCHW":
        msg = f"The data format must be NCHW, but got {input_param}."
        raise ValueError(msg)
    return input_param


def check_str_by_regular(
    target: str, reg: str | None = None, flag: re.RegexFlag = re.ASCII, prim_name: str | None = None
) -> bool:
    """Check that a name is made of letters, digits, underscores and points, or matches `reg`."""
    pattern = r"^\w+[0-9a-zA-Z\_\.]*$" if reg is None else reg
    if re.match(pattern, target, flag) is None:
        where = f"For '{prim_name}', the" if prim_name else "The"
        msg = f"{where} '{target}' is illegal, it must be match regular'{pattern}' by flags'{flag}.'"
        raise ValueError(msg)
    return True


def check_file_name_by_regular(target: str, reg: str | None = None, prim_name: str | None = None) -> bool:
    """Check that a path is made of the characters MindSpore allows, or matches `reg`."""
    pattern = r"^[0-9a-zA-Z@\_\-\.\:\/\\]+$" if reg is None else reg
    if re.match(pattern, target) is None:
        where = f"For '{prim_name}', the" if prim_name else "The"
        msg = f"{where} '{target}' is illegal, it must be match regular '{pattern}'."
        raise ValueError(msg)
    return True


# ---- sequences, axes, sizes --------------------------------------------------------------------------------------


def check_positive_int_sequence(
    sequence: Sequence[Any], arg_name: str | None = None, prim_name: str | None = None
) -> Sequence[int]:
    """Return `sequence`, ints above 0."""
    for i, element in enumerate(sequence):
        check_positive_int(element, f"{arg_name}[{i}]", prim_name)
    return sequence


def check_non_negative_int_sequence(
    sequence: Sequence[Any], arg_name: str | None = None, prim_name: str | None = None
) -> Sequence[int]:
    """Return `sequence`, ints of at least 0."""
    for i, element in enumerate(sequence):
        check_non_negative_int(element, f"{arg_name}[{i}]", prim_name)
    return sequence


def check_positive_float_sequence(
    sequence: Sequence[Any], arg_name: str | None = None, prim_name: str | None = None
) -> Sequence[float]:
    """Return `sequence`, floats above 0."""
    for i, element in enumerate(sequence):
        check_positive_float(element, f"{arg_name}[{i}]", prim_name)
    return sequence


def check_axis_in_range(axis: int, ndim: int) -> int:
    """Return the axis counted from the front."""
    if not isinstance(axis, int):
        msg = f"The data type of 'axis' must be int, but got {type(axis)}."
        raise TypeError(msg)
    if not -ndim <= axis < ndim:
        msg = f"The 'axis' must be in the range of [{-ndim}, {ndim}), but got {axis}."
        raise ValueError(msg)
    return axis % ndim


def check_and_canonicalize_axes(axes: Any, ndim: int) -> tuple[int, ...]:
    """Return the axes counted from the front, as a tuple."""
    given = axes if isinstance(axes, (tuple, list)) else (axes,)
    return tuple(check_axis_in_range(axis, ndim) for axis in given)


def check_pad_value_by_mode(pad_mode: str, padding: Any, prim_name: str | None) -> Any:
    """Return `padding`, which must be 0 unless `pad_mode` is ``"pad"``."""
    if pad_mode != "pad" and padding != 0:
        msg = f"For '{prim_name}', padding must be zero when pad_mode is '{pad_mode}', but got {padding}."
        raise ValueError(msg)
    return padding


def _wrong_3d(arg_name: str, value: Any, prim_name: str | None) -> NoReturn:
    msg = f"For '{prim_name}' attr '{arg_name}' must be an positive int number or a tuple of them, but got {value}"
    raise ValueError(msg)


def _check_3d_int_or_tuple(
    arg_name: str,
    arg_value: Any,
    prim_name: str,
    allow_five: bool = False,
    ret_five: bool = False,
    greater_zero: bool = True,
    third_one: bool = False,
    three_input: bool = False,
    pad_value: int = 1,
) -> tuple[int, ...]:
    """Return a size in three dimensions, given as an int or a tuple, with two more in front if `ret_five`."""
    check_value_type(arg_name, arg_value, (int, tuple), prim_name)
    if isinstance(arg_value, int):
        if three_input:
            _wrong_3d(arg_name, arg_value, prim_name)
        sizes = (1 if third_one else arg_value, arg_value, arg_value)
    elif len(arg_value) == 3:
        sizes = arg_value
    elif len(arg_value) == 5 and allow_five:
        sizes = arg_value[2:]
    else:
        _wrong_3d(arg_name, arg_value, prim_name)
    if any(isinstance(s, bool) or not isinstance(s, int) or s < int(greater_zero) for s in sizes):
        _wrong_3d(arg_name, arg_value, prim_name)
    if third_one and sizes[0] != 1:
        msg = f"For '{prim_name}' the depth of parameter '{arg_name}' must be 1, but got {sizes[0]}."
        raise ValueError(msg)
    return (pad_value, pad_value, *sizes) if ret_five else tuple(sizes)


def _expand_tuple(n_dimensions: int) -> Callable[[Any], tuple[Any, ...]]:
    """Make a function that returns an int as a tuple of so many, and a tuple of so many ints as it is.

    Args:
        n_dimensions (int): how many.
    """

    def convert(m: Any) -> tuple[Any, ...]:
        start = "When expanding an int number to tuple,"
        if isinstance(m, int) and not isinstance(m, bool):
            return (m,) * n_dimensions
        if not isinstance(m, tuple):
            msg = f"{start} input type must be integer or tuple[int], but got {type(m)}"
            raise TypeError(msg)
        if len(m) != n_dimensions:
            msg = f"{start} input tuple dimension must be {n_dimensions}, but got {m}"
            raise TypeError(msg)
        for each in m:
            if isinstance(each, bool) or not isinstance(each, int):
                msg = f"{start} the type of element in input tuple must be an integer, but got {type(each)}."
                raise TypeError(msg)
        return m

    return convert


once = _expand_tuple(1)
twice = _expand_tuple(2)
triple = _expand_tuple(3)


def is_stub_tensor(tensor: Any) -> bool:
    """Tell whether `tensor` is one of MindSpore's placeholders for results under way; here there are none."""
    del tensor
    return False


def args_type_check(*type_args: Any, **type_kwargs: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a decorator that checks the types of a function's arguments.

    Args:
        type_args (type): types of the positional arguments.
        type_kwargs (type): types of arguments by name.
    """

    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(func)
        wanted = signature.bind_partial(*type_args, **type_kwargs).arguments

        @functools.wraps(func)
        def checked(*args: Any, **kwargs: Any) -> Any:
            for name, value in signature.bind(*args, **kwargs).arguments.items():
                if name in wanted and value is not None and not isinstance(value, wanted[name]):
                    msg = f"The parameter '{name}' must be {wanted[name]}, but got {type(value)}"
                    raise TypeError(msg)
            return func(*args, **kwargs)

        return checked

    return decorate


def check_str_and_none_by_regular(
    target: str, reg: str | None = None, flag: int = re.ASCII, prim_name: str | None = None
) -> bool:
    """Return True for text that a regular expression matches at its beginning.

    Args:
        target (str): the text.
        reg (str, optional): the expression. Default: ``None``, names of files without folders.
        flag (int): how the expression is read. Default: ``re.ASCII``.
        prim_name (str, optional): whom to name in an error. Default: ``None``.

    Raises:
        ValueError: it does not match.
    """
    pattern = r"^\w*[0-9a-zA-Z\_\.\-]*$" if reg is None else reg
    if re.match(pattern, target, flag) is None:
        who = f"For '{prim_name}', the" if prim_name else "The"
        msg = f"{who} '{target}' is illegal, it must be match regular'{pattern}' by flags'{flag}.'"
        raise ValueError(msg)
    return True


def __getattr__(name: str) -> object:
    # `Validator` and `Rel` of MindSpore 1, whose methods and members are this module's functions and numbers
    from ms2torch import _dropped

    found = _dropped.replacement(__name__, name)
    if found is None:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return found
