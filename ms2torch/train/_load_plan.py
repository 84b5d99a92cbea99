"""Which checkpoint value goes into which parameter, decided and checked before anything is changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import torch

from ms2torch.common.parameter import Parameter

if TYPE_CHECKING:
    from ms2torch.nn.cell import Cell

_FLOATS = frozenset({torch.float16, torch.float32, torch.float64, torch.bfloat16})
_INTS = frozenset({torch.int8, torch.int16, torch.int32, torch.int64})
_SHOWN_PROBLEMS = 20


@dataclass(slots=True)
class LoadPlan:
    """What `load_param_into_net` will do.

    Args:
        copies (list): pairs of the network's torch tensor and the value for it, of equal shape.
        param_not_load (list[str]): the network's parameters without a value.
        ckpt_not_load (list[str]): names whose value is not used under that name.
        warnings (list[str]): what to say.
    """

    copies: list[tuple[torch.Tensor, torch.Tensor]] = field(default_factory=list)
    param_not_load: list[str] = field(default_factory=list)
    ckpt_not_load: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def plan_load(net: Cell, values: Mapping[str, Parameter | str], strict: bool) -> LoadPlan:
    """Match `values` with the parameters of `net`.

    Raises:
        RuntimeError: if shapes or types do not fit; names every such parameter.
    """
    plan = LoadPlan(ckpt_not_load=list(values))
    pairs: list[tuple[Parameter, Parameter]] = []
    params = [param for _, param in net.parameters_and_names()]
    for param in params:
        if param.name not in values:
            if not param.name.startswith("accu_grads"):
                plan.param_not_load.append(param.name)
            continue
        value = values[param.name]
        if isinstance(value, Parameter):
            pairs.append((param, value))
            plan.ckpt_not_load.remove(param.name)
    if not strict:
        pairs += _match_with_prefix(params, values, plan)
    problems = [problem for param, value in pairs if (problem := _fit(param, value, strict, plan))]
    if problems:
        more = len(problems) - _SHOWN_PROBLEMS
        raise RuntimeError(
            "For 'load_param_into_net', the network was not changed, because these parameters do not fit:\n  "
            + "\n  ".join(problems[:_SHOWN_PROBLEMS])
            + (f"\n  and {more} more" if more > 0 else "")
        )
    return plan


def _match_with_prefix(
    params: list[Parameter], values: Mapping[str, Parameter | str], plan: LoadPlan
) -> list[tuple[Parameter, Parameter]]:
    """Match what is left by dropping a prefix from the checkpoint's names, one prefix after the other."""
    pairs: list[tuple[Parameter, Parameter]] = []
    missing = plan.param_not_load
    prefix = missing[0] if missing else ""
    while missing:
        before = prefix
        prefix = _next_prefix(missing, values, before)
        if prefix == before:
            break
        plan.warnings.append(f"For 'load_param_into_net', remove parameter prefix name: {prefix}, continue to load.")
        for param in params:
            value = values.get(prefix + param.name)
            if param.name in missing and isinstance(value, Parameter):
                pairs.append((param, value))
                missing.remove(param.name)
    return pairs


def _next_prefix(missing: list[str], values: Mapping[str, object], before: str) -> str:
    """Return the prefix of the first missing name that has one other than `before`, else `before`.

    For each missing name only the first checkpoint name that ends with it counts, as in MindSpore.
    """
    for name in missing:
        found = next((key[: -len(name)] for key in values if key.endswith(name)), before)
        if found != before:
            return found
    return before


def _fit(param: Parameter, value: Parameter, strict: bool, plan: LoadPlan) -> str | None:
    """Add the copy of `value` into `param` to `plan`, or return why it cannot be."""
    target, source = param._t, value._t
    if target.shape != source.shape:
        extra = source.shape[target.dim() :]
        if not extra or any(size != 1 for size in extra) or source.numel() != target.numel():
            return f"{param.name}: shape {tuple(target.shape)} in the net, {tuple(source.shape)} in the checkpoint"
        source = source.reshape(target.shape)
    if target.dtype != source.dtype:
        kinds = {target.dtype, source.dtype}
        if strict or not (kinds <= _FLOATS or kinds <= _INTS):
            hint = "; load with strict_load=False to convert" if kinds <= _FLOATS or kinds <= _INTS else ""
            return f"{param.name}: type {param.dtype} in the net, {value.dtype} in the checkpoint{hint}"
        plan.warnings.append(
            f"The type of {value.name}:{value.dtype} in 'parameter_dict' is different from the type of it in "
            f"'net':{param.dtype}, then the type convert from {value.dtype} to {param.dtype} in the network."
        )
    plan.copies.append((target, source))
    return None


def _update_param(param: Parameter, new_param: Parameter, strict_load: bool) -> None:
    """Copy one value into one parameter; MindSpore's name, for loaders that model code writes itself.

    Raises:
        RuntimeError: if shape or type do not fit.
    """
    plan = LoadPlan()
    problem = _fit(param, new_param, strict_load, plan)
    if problem is not None:
        msg = f"For 'load_param_into_net', {problem}"
        raise RuntimeError(msg)
    carry_out(plan)


def _load_dismatch_prefix_params(
    net: Cell, parameter_dict: Mapping[str, Parameter | str], param_not_load: list[str], strict_load: bool
) -> None:
    """Load what is left by dropping a prefix from the names; MindSpore's name, as `_update_param` is.

    Args:
        net (Cell): the network.
        parameter_dict (dict): values by name.
        param_not_load (list[str]): names without a value; those that are found are taken out.
        strict_load (bool): whether types must be equal.
    """
    plan = LoadPlan(param_not_load=param_not_load)
    params = [param for _, param in net.parameters_and_names()]
    for param, value in _match_with_prefix(params, parameter_dict, plan):
        _update_param(param, value, strict_load)


def carry_out(plan: LoadPlan) -> None:
    """Do the copies of a plan."""
    with torch.no_grad():
        for target, source in plan.copies:
            target.copy_(source)
