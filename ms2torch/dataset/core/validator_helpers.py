"""Checks of arguments, in MindSpore's words.

Users look for these sentences, and tests match them: what went wrong comes first as MindSpore says it, then where it
was and what came instead, in a note: programs compare the sentences with what they expect.

Source: mindspore.dataset.core.validator_helpers, MindSpore 2.10
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, TypeVar

_E = TypeVar("_E", bound=Exception)
POS_INT_MIN = 1
UINT8_MIN, UINT8_MAX = 0, 2**8 - 1
UINT32_MIN, UINT32_MAX = 0, 2**32 - 1
UINT64_MIN, UINT64_MAX = 0, 2**64 - 1
INT32_MIN, INT32_MAX = -(2**31), 2**31 - 1
INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1
# what a float of 32 or 64 bits counts without gaps: MindSpore lets no number argument be larger
FLOAT_MIN_INTEGER, FLOAT_MAX_INTEGER = -(2**24), 2**24
DOUBLE_MIN_INTEGER, DOUBLE_MAX_INTEGER = -(2**53), 2**53
_LARGE_MACHINE = 128  # cores


def _named(arg_name: str) -> str:
    return f"{arg_name} " if arg_name else ""


def _in(where: str) -> str:
    return f" In {where}." if where else ""


def told(error: _E, more: str) -> _E:
    """Return an error whose text is MindSpore's sentence, with more in a note below it, which tracebacks print.

    Args:
        error (Exception): the error.
        more (str): what came instead, and where.
    """
    if more:
        error.add_note(more)
    return error


def type_check(arg: object, types: tuple[type, ...], arg_name: str, where: str = "") -> None:
    """Raise TypeError unless `arg` is of one of the types; a bool is no int.

    Args:
        arg (object): what was given.
        types (tuple[type]): what it may be.
        arg_name (str): name of the argument.
        where (str): what it is an argument of. Default: ``""``, not told.

    Source: mindspore.dataset.core.validator_helpers.type_check, MindSpore 2.10
    """
    no_bool = isinstance(arg, bool) and int in types and bool not in types
    if isinstance(arg, types) and not no_bool:
        return
    kinds = types if no_bool else list(types)
    shown = '""' if isinstance(arg, str) and not arg else arg
    sentence = f"Argument {arg_name} with value {shown} is not of type {kinds}, but got {type(arg)}."
    raise told(TypeError(sentence), _in(where).strip())


def type_check_list(args: object, types: tuple[type, ...], arg_names: str | Sequence[str], where: str = "") -> None:
    """Raise unless `args` is a list or tuple whose values are all of one of the types.

    Args:
        args (Union[list, tuple]): what was given.
        types (tuple[type]): what the values may be.
        arg_names (Union[str, list[str]]): name of the argument, or of each value.
        where (str): what it is an argument of. Default: ``""``, not told.

    Raises:
        TypeError: if a type is wrong.
        ValueError: if there are not as many names as values.

    Source: mindspore.dataset.core.validator_helpers.type_check_list, MindSpore 2.10
    """
    type_check(args, (list, tuple), str(arg_names), where)
    values: Sequence[Any] = args  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]
    names = [f"{arg_names}[{place}]" for place in range(len(values))] if isinstance(arg_names, str) else arg_names
    if len(names) != len(values):
        raise ValueError(
            f"List of arguments is not the same length as argument_names: {len(values)} and {len(names)}.{_in(where)}"
        )
    for value, name in zip(values, names, strict=True):
        type_check(value, types, name, where)


def check_value(
    value: Any,
    valid_range: Sequence[Any],
    arg_name: str = "",
    left_open_interval: bool = False,
    right_open_interval: bool = False,
    where: str = "",
) -> None:
    """Raise ValueError unless `value` lies between two bounds.

    Args:
        value (Union[int, float]): what was given.
        valid_range (Sequence): the bounds.
        arg_name (str): name of the argument. Default: ``""``.
        left_open_interval (bool): the lower bound itself is too low. Default: ``False``.
        right_open_interval (bool): the upper bound itself is too high. Default: ``False``.
        where (str): what it is an argument of. Default: ``""``, not told.

    Source: mindspore.dataset.core.validator_helpers.check_value, MindSpore 2.10
    """
    low, high = valid_range
    too_low = value <= low if left_open_interval else value < low
    too_high = value >= high if right_open_interval else value > high
    if too_low or too_high:
        left, right = "(" if left_open_interval else "[", ")" if right_open_interval else "]"
        raise told(
            ValueError(f"Input {_named(arg_name)}is not within the required interval of {left}{low}, {high}{right}."),
            f"It is {value}.{_in(where)}",
        )


def check_range(values: Sequence[Any], valid_range: Sequence[Any], arg_name: str = "", where: str = "") -> None:
    """Raise ValueError unless a pair rises and lies between two bounds.

    Args:
        values (Sequence): what was given, two numbers.
        valid_range (Sequence): the bounds.
        arg_name (str): name of the argument. Default: ``""``.
        where (str): what it is an argument of. Default: ``""``, not told.

    Source: mindspore.dataset.core.validator_helpers.check_range, MindSpore 2.10
    """
    if not valid_range[0] <= values[0] <= values[1] <= valid_range[1]:
        raise told(
            ValueError(
                f"Input {_named(arg_name)}is not within the required interval of [{valid_range[0]}, {valid_range[1]}]."
            ),
            f"It is {values}.{_in(where)}",
        )


def check_positive(value: Any, arg_name: str = "", where: str = "") -> None:
    """Raise ValueError unless `value` is above 0; arguments as in `check_value`.

    Source: mindspore.dataset.core.validator_helpers.check_positive, MindSpore 2.10
    """
    if value <= 0:
        raise told(ValueError(f"Input {_named(arg_name)}must be greater than 0."), f"It is {value}.{_in(where)}")


def check_odd(value: Any, arg_name: str = "", where: str = "") -> None:
    """Raise ValueError unless `value` is odd; arguments as in `check_value`.

    Source: mindspore.dataset.core.validator_helpers.check_odd, MindSpore 2.10
    """
    if value % 2 != 1:
        raise told(ValueError(f"Input {_named(arg_name)}is not an odd value."), f"It is {value}.{_in(where)}")


def check_int32(value: object, arg_name: str = "") -> None:
    """Raise unless `value` is an int of 32 bits.

    Source: mindspore.dataset.core.validator_helpers.check_int32, MindSpore 2.10
    """
    type_check(value, (int,), arg_name)
    check_value(value, (INT32_MIN, INT32_MAX), arg_name)


def check_pos_int32(value: object, arg_name: str = "") -> None:
    """Raise unless `value` is an int of 32 bits above 0.

    Source: mindspore.dataset.core.validator_helpers.check_pos_int32, MindSpore 2.10
    """
    type_check(value, (int,), arg_name)
    check_value(value, (POS_INT_MIN, INT32_MAX), arg_name)


def check_non_negative_int32(value: object, arg_name: str = "") -> None:
    """Raise unless `value` is an int of 32 bits that is not negative.

    Source: mindspore.dataset.core.validator_helpers.check_non_negative_int32, MindSpore 2.10
    """
    type_check(value, (int,), arg_name)
    check_value(value, (0, INT32_MAX), arg_name)


def check_uint8(value: object, arg_name: str = "") -> None:
    """Raise unless `value` is an int of 8 bits without a sign.

    Source: mindspore.dataset.core.validator_helpers.check_uint8, MindSpore 2.10
    """
    type_check(value, (int,), arg_name)
    check_value(value, (UINT8_MIN, UINT8_MAX), arg_name)


def check_uint32(value: object, arg_name: str = "") -> None:
    """Raise unless `value` is an int of 32 bits without a sign.

    Source: mindspore.dataset.core.validator_helpers.check_uint32, MindSpore 2.10
    """
    type_check(value, (int,), arg_name)
    check_value(value, (UINT32_MIN, UINT32_MAX), arg_name)


def check_float32(value: object, arg_name: str = "") -> None:
    """Raise unless `value` is a number that a float of 32 bits counts to.

    Source: mindspore.dataset.core.validator_helpers.check_float32, MindSpore 2.10
    """
    type_check(value, (float, int), arg_name)
    check_value(value, (FLOAT_MIN_INTEGER, FLOAT_MAX_INTEGER), arg_name)


def check_valid_str(value: object, valid_strings: Sequence[str], arg_name: str = "", where: str = "") -> None:
    """Raise unless `value` is one of some texts.

    Args:
        value (str): what was given.
        valid_strings (Sequence[str]): what it may be.
        arg_name (str): name of the argument. Default: ``""``.
        where (str): what it is an argument of. Default: ``""``, not told.

    Source: mindspore.dataset.core.validator_helpers.check_valid_str, MindSpore 2.10
    """
    type_check(value, (str,), arg_name, where)
    if value not in valid_strings:
        raise ValueError(
            f"Input {arg_name} is not within the valid set of {valid_strings!s}. It is {value!r}.{_in(where)}"
        )


def check_num_samples(value: object) -> None:
    """Raise unless `value` is a number of samples.

    Source: mindspore.dataset.core.validator_helpers.check_num_samples, MindSpore 2.10
    """
    type_check(value, (int,), "num_samples")
    if not 0 <= value <= INT64_MAX:  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
        raise told(
            ValueError(f"num_samples exceeds the boundary between 0 and {INT64_MAX}(INT64_MAX)!"), f"It is {value}."
        )


def check_num_parallel_workers(value: object) -> None:
    """Raise unless `value` is a number of workers.

    Differs from MindSpore:
        Its bound is the number of cores of the machine; here a machine counts as one of 128 cores at least, so that
        programs written for a server run on a laptop.

    Source: mindspore.dataset.core.validator_helpers.check_num_parallel_workers, MindSpore 2.10
    """
    type_check(value, (int,), "num_parallel_workers")
    most = max(os.cpu_count() or 1, _LARGE_MACHINE)
    if not 1 <= value <= most:  # type: ignore[operator]  # pyright: ignore[reportOperatorIssue]
        raise told(ValueError(f"num_parallel_workers exceeds the boundary between 1 and {most}!"), f"It is {value}.")


def check_sampler_shuffle_shard_options(param_dict: dict[str, Any]) -> None:
    """Raise unless the arguments that say what is read of a dataset go together.

    Args:
        param_dict (dict): ``sampler``, ``shuffle``, ``num_shards``, ``shard_id`` and ``num_samples``.

    Raises:
        RuntimeError: if two of them exclude each other, or one is missing.
        ValueError: if a number is out of range.

    Source: mindspore.dataset.core.validator_helpers.check_sampler_shuffle_shard_options, MindSpore 2.10
    """
    sampler, num_shards, shard_id = (param_dict.get(name) for name in ("sampler", "num_shards", "shard_id"))
    if sampler is not None:
        if param_dict.get("shuffle") is not None:
            raise RuntimeError("sampler and shuffle cannot be specified at the same time.")
        if num_shards is not None or shard_id is not None:
            raise RuntimeError("sampler and sharding cannot be specified at the same time.")
        if param_dict.get("num_samples") is not None:
            raise RuntimeError("sampler and num_samples cannot be specified at the same time.")
    if num_shards is not None:
        check_pos_int32(num_shards, "num_shards")
        if shard_id is None:
            raise RuntimeError("num_shards is specified and currently requires shard_id as well.")
        type_check(shard_id, (int,), "shard_id")
        check_value(shard_id, (0, num_shards - 1), "shard_id")
    elif shard_id is not None:
        raise RuntimeError("shard_id is specified but num_shards is not.")
