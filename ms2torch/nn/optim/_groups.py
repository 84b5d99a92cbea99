"""What users pass as the parameters of an optimizer, read and checked: a list, or groups with their own settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ms2torch.common.parameter import Parameter

_KEYS = ("params", "lr", "weight_decay", "order_params", "grad_centralization")


@dataclass
class Entry:
    """One parameter and the group it came from: the settings that are the group's own."""

    param: Parameter
    group: int
    settings: Mapping[str, Any]


def read_parameters(given: Any) -> list[Any]:
    """Return the given Parameters or groups as a list, all of one kind.

    Raises:
        TypeError: if they are neither Parameters nor dicts.
        ValueError: if there are none.
    """
    items = _listed("parameters", given)
    if not all(isinstance(x, Parameter) for x in items) and not all(isinstance(x, Mapping) for x in items):
        kinds = sorted({type(x).__name__ for x in items})
        msg = f"For 'Optimizer', the parameters must all be Parameters, or all be dicts, but got {', '.join(kinds)}."
        raise TypeError(msg)
    return items


def read_groups(groups: list[Mapping[str, Any]]) -> tuple[list[Entry], bool]:
    """Return each parameter with its group, in the order of the groups or of `order_params`; and whether the latter.

    Raises:
        KeyError: if a group has a key that means nothing.
        TypeError: if what a key holds is of the wrong kind.
        ValueError: if a group is empty, or `order_params` does not name exactly the parameters of the groups.
        RuntimeError: if a parameter is in two groups.
    """
    entries: list[Entry] = []
    order: list[Parameter] | None = None
    for number, group in enumerate(groups):
        unknown = [key for key in group if key not in _KEYS]
        if unknown:
            msg = f"For 'Optimizer', the key in group params must be one of in {list(_KEYS)}, but got {unknown}."
            raise KeyError(msg)
        if "order_params" in group:
            order = _order(group)
            continue
        if "params" not in group:
            msg = f"For 'Optimizer', a group needs the key 'params', but got {list(group)}."
            raise KeyError(msg)
        centralize = group.get("grad_centralization", False)
        if not isinstance(centralize, bool):
            msg = f"For 'Optimizer', the 'gradients_centralization' must be bool type, but got {type(centralize)}."
            raise TypeError(msg)
        for param in _listed("group `params`", group["params"]):
            if not isinstance(param, Parameter):
                msg = f"For 'Optimizer', the elements of a group must be Parameters, but got {type(param)}."
                raise TypeError(msg)
            if any(entry.param.name == param.name for entry in entries):
                msg = (
                    f"For 'Optimizer', the {param.name} parameter already exists, it does not support repeated "
                    "setting. Please check whether the optimizer parameter has been set multiple times."
                )
                raise RuntimeError(msg)
            entries.append(Entry(param, number, group))
    return (entries, False) if not order else (_ordered(entries, order), True)


def _listed(what: str, given: Any) -> list[Any]:
    if given is None:
        msg = f"For 'Optimizer', the argument {what} can not be None."
        raise ValueError(msg)
    if not isinstance(given, Iterable):
        msg = f"For 'Optimizer', the argument {what} must be Iterable type, but got {type(given)}."
        raise TypeError(msg)
    items = list(given)
    if not items:
        msg = f"For 'Optimizer', the argument {what} must not be empty."
        raise ValueError(msg)
    return items


def _order(group: Mapping[str, Any]) -> list[Parameter]:
    if len(group) > 1:
        msg = f"For 'Optimizer', a group with 'order_params' must have no other key, but got {list(group)}."
        raise ValueError(msg)
    if not isinstance(group["order_params"], Iterable):
        msg = f"For 'Optimizer', 'order_params' must be Iterable type, but got {type(group['order_params'])}."
        raise TypeError(msg)
    return list(group["order_params"])


def _ordered(entries: list[Entry], order: list[Parameter]) -> list[Entry]:
    by_name = {entry.param.name: entry for entry in entries}
    names = [param.name for param in order]
    if len(names) != len(entries) or set(names) != set(by_name):
        strange = sorted(set(names) ^ set(by_name)) or names
        msg = (
            f"For 'Optimizer', 'order_params' must name the parameters of the groups, each once; differs in {strange}."
        )
        raise ValueError(msg)
    return [by_name[name] for name in names]
