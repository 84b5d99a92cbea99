"""What a row need not say: worked out of its two names and the recorded signatures when it is read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from mappings.rows.arguments import default_value, same_value
from mappings.rows.model import (
    LOUDNESSES,
    REQUIRED,
    STAGES,
    Case,
    Difference,
    Kind,
    Loudness,
    Opaque,
    Param,
    Row,
    Stage,
    Status,
)
from mappings.rows.names import MODULES
from mappings.rows.transforms import TransformError
from mappings.signatures.recorded import Argument, Overload, is_recorded, overloads

UNSTATED = Opaque("unstated")
"""A default that the data file leaves to the signatures."""

# Arguments of torch that say where or how a result is made, not what it is.
GENERAL = frozenset({
    "out", "device", "layout", "requires_grad", "pin_memory", "memory_format", "inplace", "size_average", "reduce",
    "foreach", "fused", "capturable", "differentiable", "non_blocking", "names", "sparse_grad", "implicit", "out_dtype",
})  # fmt: skip
NOT_GIVEN = Opaque("not given")
"""The default of an argument that one of several overloads lacks."""

# What torch's arguments are usually called in MindSpore; each pair that this makes is executed as any other.
_SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "dim": ("axis",),
    "keepdim": ("keepdims", "keep_dims"),
    "eps": ("epsilon",),
    "bias": ("has_bias",),
    "lr": ("learning_rate",),
    "generator": ("seed",),
}
_CONTAINERS = frozenset({"Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict"})
_STAGE_OF_KIND: Mapping[str, Stage] = {"optimizer": "optim", "initializer": "init"}
# A wrong value of these changes a shape, so it does not go unseen.
_LOUD = frozenset({
    "stride", "pad_mode", "padding", "reduction", "keepdim", "keepdims", "keep_dims", "start_dim", "end_dim", "axis",
    "sparse", "output_size", "ceil_mode", "batch_first", "as_tuple", "indexing", "N",
})  # fmt: skip


def complete(row: Row) -> Row:
    """Return the row with its parameters, kind, status, dims, differences of defaults and first case filled in."""
    row = replace(row, kind=kind_of(row.torch, row.mindspore), dims=dims_of(row.torch, row.mindspore))
    row = replace(row, listed=row.params, params=_params(row))
    row = replace(row, cases=row.cases or _first_case(row))
    row = replace(row, differences=tuple(_from_proof(row, d) for d in row.differences))
    known = (*_default_differences(row), *row.differences)
    row = replace(row, differences=tuple(sorted(known, key=lambda d: not d.rule.endswith("-default"))))
    row = replace(row, status=status_of(row))
    return replace(row, advice=row.advice or _advice(row))


def kind_of(torch: str, mindspore: str) -> Kind:
    """Return the kind that two names make."""
    if torch in MODULES:
        return "module"
    owner, _, name = torch.rpartition(".")
    other = mindspore.rpartition(".")[2]
    if mindspore.startswith("mindspore.ops.") and other[:1].isupper():
        return "primitive"
    if owner == "torch.optim" and name[:1].isupper():
        return "optimizer"
    if owner == "torch.nn.init":
        return "initializer"
    if owner == "torch.nn" and name[:1].isupper():
        if other[:1].islower():
            return "other"
        return "container" if name in _CONTAINERS else "loss" if name.endswith("Loss") else "layer"
    if owner == "torch.Tensor":
        return "tensor_method"
    return "function" if name[:1].islower() else "other"


def dims_of(torch: str, mindspore: str) -> int:
    """Return the spatial dimensions that the names of a convolution or pool say, else 0."""
    if "pad" not in mindspore and mindspore.startswith("mindspore.nn."):
        found = re.search(r"(?:Conv|ConvTranspose|MaxPool|AvgPool)(\d)d$", torch)
        if found:
            return int(found[1])
    return 0


def is_method(name: str) -> bool:
    """Return whether the name is one of a tensor's methods or properties."""
    return name.startswith(("torch.Tensor.", "mindspore.Tensor."))


def _params(row: Row) -> tuple[Param, ...]:
    ours, theirs = arguments_of(row.torch), _mindspore_arguments(row)
    listed = [_staged(row, _with_defaults(param, ours, theirs)) for param in row.params]
    if _is_never_called(row):
        return tuple(listed)
    if row.write or not row.mindspore or not is_recorded(row.torch) or not is_recorded(row.mindspore):
        return tuple(listed)
    if (not ours and not overloads(row.torch)) or (not theirs and not overloads(row.mindspore)):
        return tuple(listed)
    ours, theirs = _without_receiver(row, ours, theirs, listed)
    return tuple(_in_order(listed + _unlisted(row, listed, ours, theirs), ours))


def _is_never_called(row: Row) -> bool:
    """Tell whether all cases are programs that do not call one name for the other: no argument becomes another."""
    names = row.torch.rpartition(".")[2], row.mindspore.rpartition(".")[2]
    return bool(row.cases) and not any(
        "\n" not in case.torch.strip()
        or (re.search(rf"\b{names[0]}\(", case.torch) and re.search(rf"\b{names[1]}\(", case.mindspore))
        for case in row.cases
    )


def arguments_of(name: str) -> dict[str, Argument]:
    """Return the arguments of all recorded overloads by name; one that an overload lacks has no known default."""
    found = sorted(overloads(name), key=len, reverse=True)
    merged: dict[str, Argument] = {}
    for overload in found:
        for argument in overload:
            known = merged.setdefault(argument.name, argument)
            if known.required and not argument.required:
                merged[argument.name] = argument
    for argument in list(merged.values()):
        if argument.required and not all(any(a.name == argument.name for a in overload) for overload in found):
            merged[argument.name] = replace(argument, default=NOT_GIVEN)
    return {name: argument for name, argument in merged.items() if not name.startswith("_")}


def _mindspore_arguments(row: Row) -> dict[str, Argument]:
    """Return the arguments of the MindSpore overload that has the row's names and most of torch's."""
    best = mindspore_overload(row)
    if best is None:
        return {}
    everywhere = overloads(row.mindspore)
    merged = {argument.name: argument for argument in best}
    for argument in best:
        alone = [o for o in everywhere if {a.name for a in o} <= set(merged)]
        if argument.required and not all(any(a.name == argument.name for a in o) for o in alone):
            merged[argument.name] = replace(argument, default=NOT_GIVEN)
    listed = {p.mindspore for p in row.params}
    for argument in (argument for overload in everywhere for argument in overload):
        if argument.name in listed:  # which only another overload has
            merged.setdefault(argument.name, replace(argument, default=NOT_GIVEN))
    return merged


def mindspore_overload(row: Row) -> Overload | None:
    """Return the recorded overload of the MindSpore name that the row speaks of; None where none is recorded."""
    found = overloads(row.mindspore)
    if not found:
        return None
    listed = {p.mindspore for p in row.params if p.mindspore}
    taken = {p.torch for p in row.params if p.torch}
    torch_names = set(arguments_of(row.torch)) - taken

    def fits(overload: Overload) -> tuple[int, int]:
        names = {argument.name for argument in overload}
        return len(names & listed), len(names & torch_names)

    return max(found, key=fits)


def _staged(row: Row, param: Param) -> Param:
    """Give an argument whose stage the file leaves out the stage of its kind."""
    if param.shows != "forward":
        return param
    fills = param.torch is None and (param.mindspore or "").endswith("_init")
    return replace(param, shows="init" if fills else _STAGE_OF_KIND.get(row.kind, "forward"))


def _with_defaults(param: Param, ours: Mapping[str, Argument], theirs: Mapping[str, Argument]) -> Param:
    return replace(
        param,
        torch_default=_default(param.torch, param.torch_default, ours),
        mindspore_default=_default(param.mindspore, param.mindspore_default, theirs),
    )


def _default(name: str | None, stated: object, signature: Mapping[str, Argument]) -> object:
    if stated is not UNSTATED:
        return stated
    return signature[name].default if name is not None and name in signature else REQUIRED


def _without_receiver(
    row: Row, ours: dict[str, Argument], theirs: dict[str, Argument], listed: Sequence[Param]
) -> tuple[dict[str, Argument], dict[str, Argument]]:
    """Leave out the tensor that is a method's own on the one side and the first argument on the other."""
    if row.kind == "initializer":
        ours = {name: a for name, a in ours.items() if name != "tensor"}
    if is_method(row.torch) and not is_method(row.mindspore) and row.kind != "primitive":
        taken = {p.mindspore for p in listed}
        first = next((name for name, a in theirs.items() if a.required and name not in taken), None)
        theirs = {name: a for name, a in theirs.items() if name != first}
    if is_method(row.mindspore) and not is_method(row.torch):
        taken = {p.torch for p in listed}
        first = next((name for name, a in ours.items() if name not in taken), None)
        ours = {name: a for name, a in ours.items() if name != first}
    return ours, theirs


def _unlisted(
    row: Row, listed: Sequence[Param], ours: Mapping[str, Argument], theirs: Mapping[str, Argument]
) -> list[Param]:
    our_names = {p.torch for p in listed}
    their_names = {p.mindspore for p in listed}
    left = {name: a for name, a in ours.items() if name not in our_names}
    right = {name: a for name, a in theirs.items() if name not in their_names}
    pairs = [(left[name], right[name]) for name in left if name in right]
    for name, argument in left.items():
        other = next((o for o in _SYNONYMS.get(name, ()) if o in right and name not in right), None)
        pairs += [(argument, right[other])] if other else []
    used = {id(argument) for pair in pairs for argument in pair}
    rest_ours = [a for a in left.values() if id(a) not in used]
    rest_theirs = [a for a in right.values() if id(a) not in used]
    if row.kind == "primitive":  # the row has the constructor's arguments; the call takes others, in no known names
        rest_ours = []
    else:
        needed = [a for a in rest_ours if _needed(a)], [a for a in rest_theirs if _needed(a)]
        matched = list(zip(*needed, strict=False))
        pairs += matched
        gone = {id(a) for pair in matched for a in pair}
        rest_ours = [a for a in rest_ours if id(a) not in gone]
        rest_theirs = [a for a in rest_theirs if id(a) not in gone]
    found = [_param(row, a, b) for a, b in pairs]
    return found + [_param(row, a, None) for a in rest_ours] + [_param(row, None, b) for b in rest_theirs]


def _needed(argument: Argument) -> bool:
    return argument.required or argument.kind == "many"


def _param(row: Row, ours: Argument | None, theirs: Argument | None) -> Param:
    name = ours.name if ours else ""
    both = ours is not None and theirs is not None
    layers_own = row.kind in ("layer", "loss", "container") and name == "dtype"
    if not both and (name in GENERAL or layers_own):
        shows = "none"
    elif (theirs is not None and theirs.name.endswith("_init")) or (name == "init" and row.kind == "layer"):
        shows = "init"
    else:
        shows = _STAGE_OF_KIND.get(row.kind, "forward")
    default = ours.default if ours else REQUIRED
    if default is NOT_GIVEN and theirs is not None and not isinstance(theirs.default, (Opaque, type(REQUIRED))):
        default = theirs.default  # which is executed: a case is run with it made explicit
    return Param(
        ours.name if ours else None,
        theirs.name if theirs else None,
        default,
        theirs.default if theirs else REQUIRED,
        transform="unknown" if both and name in ("dtype", "generator") else "identity",
        shows=shows,
    )


def _in_order(params: list[Param], ours: Mapping[str, Argument]) -> list[Param]:
    """Sort as torch's signature; what torch does not have stays at the end."""
    order = {name: position for position, name in enumerate(ours)}
    last = len(order)
    return sorted(
        params, key=lambda p: order.get(p.torch or "", -1 if p.torch and not p.torch.startswith("_") else last)
    )


def _first_case(row: Row) -> tuple[Case, ...]:
    """Return a call with the required arguments, if all of them are tensors; () else."""
    if row.none or not overloads(row.torch):
        return ()
    overload = min(overloads(row.torch), key=len)
    required = [a for a in overload if a.required]
    if any(a.types and "Tensor" not in a.types for a in required) or len(required) > 5:
        return ()
    names = list("xyzwuv")
    spelled = row.torch.replace("torch.nn.functional.", "F.").replace("torch.nn.", "nn.")
    if row.kind in ("layer", "loss") and required:
        return ()
    if row.kind == "layer":
        return (Case(1, f"{spelled}()", inputs=("float32[3,4]",)),)
    if row.kind == "loss":
        return (Case(1, f"{spelled}()", inputs=("float32[3,4]", "float32[3,4]")),)
    if row.kind in ("optimizer", "initializer", "container", "module", "other"):
        return ()
    head = f"{names.pop(0)}.{row.torch.rpartition('.')[2]}" if is_method(row.torch) else spelled
    code = f"{head}({', '.join(names[: len(required)])})"
    return (Case(1, code, inputs=default_inputs(code)),)


def default_inputs(code: str) -> tuple[str, ...]:
    """Return ``float32[3,4]`` for each of x, y, z, w, u, v that the code uses."""
    return tuple(f"{name}=float32[3,4]" for name in "xyzwuv" if re.search(rf"\b{name}\b(?! *=[^=])", code))


def _default_differences(row: Row) -> list[Difference]:
    written = {d.argument for d in row.differences}
    rules = {d.rule for d in row.differences}
    found: list[Difference] = []
    for param in row.params:
        rule = f"{param.mindspore}-default"
        wanted = wanted_default(row, param)
        known = rule in rules or (wanted is not None and isinstance(wanted[0], Opaque) and param.mindspore in written)
        if wanted is None or known or any(d.rule == rule for d in found):
            continue
        argument = param.mindspore or ""
        loudness: Loudness = "loud" if argument in _LOUD else "silent"
        shows: Stage = param.shows  # type: ignore[assignment]
        found.append(
            Difference(rule, argument, default_fact(param, wanted[0]), shows, loudness, _keyword(argument, wanted[0]))
        )
    return found


def _keyword(argument: str, value: object) -> str:
    """Return the keyword to write; an initializer is spelled as the cases spell it."""
    return f"{argument}=init.{value.text}" if isinstance(value, Opaque) else f"{argument}={value!r}"


def wanted_default(row: Row, param: Param) -> tuple[object] | None:
    """Return the MindSpore value that torch's default means, where it is not MindSpore's default; None else."""
    known = (param.mindspore_default, param.torch_default)
    if param.mindspore is None or param.shows == "none" or isinstance(known[0], Opaque) or known[0] is REQUIRED:
        return None
    if param.torch is None and param.must is REQUIRED:
        return None
    if param.torch is not None and (isinstance(known[1], Opaque) or known[1] is REQUIRED):
        return None
    try:
        value = default_value(row, param)
    except TransformError:
        return None
    worked_out = param.mindspore_default is None and param.torch is not None  # None stands for a value of its own
    if value is None or worked_out or same_value(value[0], param.mindspore_default):
        return None
    return value


def default_fact(param: Param, wanted: object) -> str:
    """Return the sentence about a default that differs."""
    ours = f"{param.mindspore} is {param.mindspore_default!r} by default"
    if param.torch is None:
        return f"{ours}; torch does what {param.mindspore}={wanted!r} does."
    theirs = (
        f"torch's {param.torch} is {param.torch_default!r}"
        if param.torch != param.mindspore
        else (f"torch's is {param.torch_default!r}")
    )
    means = "" if same_value(wanted, param.torch_default) else f", which is {param.mindspore}={wanted!r}"
    return f"{ours}; {theirs}{means}."


def _from_proof(row: Row, difference: Difference) -> Difference:
    """Fill what the file leaves out: stage and loudness from the case that proves the difference, a default's fact."""
    case = next((c for c in row.cases if c.proves == difference.rule), None)
    param = next((p for p in row.params if p.mindspore == difference.argument), None)
    wanted = wanted_default(row, param) if param is not None else None
    if param is not None and wanted is not None and not difference.fact:
        difference = replace(difference, fact=default_fact(param, wanted[0]))
    stage: Stage = case.stage if case is not None else "forward"
    raises: Loudness = "loud" if case is not None and case.expected == "raises" else "silent"
    shows = difference.shows if difference.shows in STAGES else stage
    loudness = difference.loudness if difference.loudness in LOUDNESSES else raises
    return replace(difference, shows=shows, loudness=loudness)


def status_of(row: Row) -> Status:
    """Return the status that the row's own statements make."""
    if not row.mindspore:
        return "none"
    rules = [d.rule for d in row.differences]
    if any(not rule.endswith("-default") for rule in rules):
        return "different"
    if rules:
        return "defaults"
    if any(_is_partial(param) for param in row.params):
        return "partial"
    return "names" if _renames(row) else "same"


def _is_partial(param: Param) -> bool:
    if param.shows == "none" or param.torch is None:
        return False
    return param.mindspore is None or param.transform == "only"


def _renames(row: Row) -> bool:
    if row.torch.rpartition(".")[2] != row.mindspore.rpartition(".")[2] or row.write:
        return True
    if row.kind == "primitive" or is_method(row.torch) != is_method(row.mindspore):
        return True
    named = any(p.torch and p.mindspore and p.torch != p.mindspore and p.shows != "none" for p in row.params)
    moved = any((w.torch and w.mindspore and w.torch != w.mindspore) or w.layout for w in row.weights)
    turned = any(p.transform not in ("identity", "unknown", "only", "given") for p in row.params)
    return named or moved or turned


def _advice(row: Row) -> str:
    fixes = [d.fix for d in row.differences if d.rule.endswith("-default") and d.fix]
    if fixes:
        return f"Write {', '.join(fixes)}."
    return f"Write {row.write}." if row.write else ""
