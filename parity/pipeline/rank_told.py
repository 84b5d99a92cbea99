"""What is said of ranks that are wrong: the edit that is proved, by the name of its cause, or what was measured."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parity.pipeline.rank_comparison import WAITING, Comparison
from parity.pipeline.rank_edits import RANK
from parity.pipeline.rank_session import RankFailed
from parity.report.model import Finding, Stage
from parity.sharded import edits as kinds
from parity.sharded.messages import REDUCING, Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from parity.pipeline.rank_search import Proof

_WORLD = re.compile(r"\b(?:get_world_size|get_group_size|world_size|size|parts|ranks)\b")


def told_of(done: Comparison, proof: Proof, known: Finding | None = None) -> Finding:
    """Return the finding of an edit that is proved.

    Args:
        done (Comparison): what differs.
        proof (Proof): the edit.
        known (Finding, optional): the cause, where that is known already. Default: ``None``.
    """
    edit = proof.edit
    rule, said = _named(done, proof) if known is None else (known.rule, known.message)
    stage: Stage = "grad" if proof.backward else "forward"
    evidence = f"written so, the {done.spec.ranks} ranks are the reference (of {proof.tried} edits tried)"
    return Finding(
        rule=rule,
        severity="error",
        stage=stage,
        reference_layer=None,
        port_layer=None,
        evidence=evidence,
        fix=edit.after,
        location=edit.location,
        message=said,
    )


def _named(done: Comparison, proof: Proof) -> tuple[str, str]:
    """Return the rule of an edit, by what is exchanged less, more or otherwise, and what it says."""
    edit, size = proof.edit, done.spec.ranks
    shown = edit.before.strip().splitlines()[0]
    before, after = _reductions(proof.before), _reductions(proof.after)
    if edit.edit.kind == kinds.BIAS:
        return "bias-on-every-rank", f"`{shown}`: the bias is added on each of {size} ranks, and then summed over them"
    if edit.edit.kind == kinds.TOGETHER:
        return (
            "loss-over-padding",
            f"`{shown}`: each rank divides by its own count: what is averaged has unequal shares",
        )
    if after < before:
        return (
            "reduced-twice",
            f"`{shown}`: what is reduced already is reduced again: it is {size} times what it should be",
        )
    if proof.backward and edit.builds and _are_of_norms(done):
        return (
            "norm-not-reduced",
            f"`{shown}`: each rank has its part of the gradients of its norms, which nothing adds",
        )
    if after > before:
        return "not-reduced", f"`{shown}`: each rank has its part of a sum, which nothing adds"
    if proof.before != proof.after:
        return "rank-argument", f"`{shown}`: what the ranks exchange is not what it should be: {edit.edit.kind}"
    if edit.routes and RANK.search(edit.before) and not RANK.search(edit.after):
        return "router-not-replicated", f"`{shown}`: each rank chooses experts by other scores"
    if edit.edit.kind.endswith("is missing") and _WORLD.search(edit.edit.kind):
        return "scaled-by-world-size", f"`{shown}`: off by a factor of the number of ranks, {size}"
    if edit.edit.kind == kinds.OFFSET or RANK.search(edit.before + edit.after):
        return "rank-offset", f"`{shown}`: a rank counts from the wrong place"
    changed = set(_WORLD.findall(edit.before)) ^ set(_WORLD.findall(edit.after))
    if changed and _is_scale(edit.edit.kind):
        return "scaled-by-world-size", f"`{shown}`: off by a factor of the number of ranks, {size}"
    return "body", f"`{shown}`: {edit.edit.kind}"


def told_of_router(done: Comparison) -> Finding | None:
    """Return the finding of a router that is cut; None where experts are chosen by all scores, or by none."""
    try:
        found = done.port.all("router", waiting=WAITING)[0]
    except RankFailed:
        return None
    cut = done.cuts[0].get(found[0]) if found is not None else None
    if found is None or cut is None or cut.axis != 0:
        return None
    said = f"{found[0]} is cut into {cut.parts} parts: each rank chooses among the scores of its own experts alone"
    owner = found[0].rpartition(".")[0] or found[0]
    return Finding(
        rule="router-not-replicated",
        severity="error",
        stage="forward",
        reference_layer=None,
        port_layer=owner,
        location=found[1],
        message=said,
    )


def told_of_counts(done: Comparison) -> Finding | None:
    """Return the finding of losses of ranks whose mean, weighed by words that are no padding, is the reference's."""
    losses = [(message.place, [message.value]) for message in done.ran[0].messages if message.value is not None]
    for number, (_, values) in enumerate(losses):
        for ran in done.ran[1:]:
            given = [message.value for message in ran.messages if message.value is not None]
            values += given[number : number + 1]
    losses += [("", [float(ran.tensors[0][1]) for ran in done.ran])] if _are_numbers(done) else []
    wanted = [float(tensor) for _, tensor in done.whole.outputs.tensors if tensor.numel() == 1]
    size = done.spec.ranks
    for place, values in losses:
        known = [value for value in values if value is not None]
        for counts in _counts(done) if len(known) == size else ():
            mean = sum(value * count for value, count in zip(known, counts, strict=True)) / sum(counts)
            if any(abs(mean - value) <= done.tolerance * abs(value) for value in wanted):
                said = (
                    f"each rank's loss is a mean over {', '.join(map(str, counts))} words: weighed by them it is the "
                    "reference's, and the mean of the means is not"
                )
                return Finding(
                    rule="loss-over-padding",
                    severity="error",
                    stage="forward",
                    reference_layer=None,
                    port_layer=None,
                    location=place or None,
                    message=said,
                )
    return None


def _are_numbers(done: Comparison) -> bool:
    return all(ran.tensors and ran.tensors[0][1].numel() == 1 for ran in done.ran)


def _counts(done: Comparison) -> Iterator[list[int]]:
    """Yield how many elements of each rank's part of whole inputs are not the one that may stand for padding."""
    size = done.spec.ranks
    for entry in done.inputs:
        tensor = entry.tensor
        if tensor.is_floating_point():
            continue
        for axis in range(min(2, tensor.ndim)):
            parts = tensor.chunk(size, axis)
            for padding in (-100, 0, -1, 1):
                counts = [int((part != padding).sum()) for part in parts]
                if len(counts) == size and all(counts) and len(set(counts)) > 1:
                    yield counts


def _are_of_norms(done: Comparison) -> bool:
    """Tell whether all gradients that are wrong are parts of sums, of weights of normalizations."""
    norms = {one.name for built in done.built for one in built.weights if one.norm}
    wrong = done.wrong_gradients
    return bool(wrong) and all(one.state.startswith("parts") and one.port in norms for one in wrong)


def _is_scale(kind: str) -> bool:
    return "/" in kind or "*" in kind or "without" in kind


def _reductions(messages: Sequence[Message]) -> int:
    return sum(message.name in REDUCING for message in messages)


def told_of_weight(done: Comparison, name: str, rule: str) -> Finding:
    """Return the finding of a weight that is right in another form."""
    location = _user_of(done, name)
    size = done.spec.ranks
    if rule == "bias-on-every-rank":
        said = f"{name} is added on each of {size} ranks, and then summed over them"
        evidence = f"with {name} on the first rank alone the ranks are the reference"
    else:
        said = (
            f"{name} holds several projections one after the other, and is cut as if it were one: through their heads"
        )
        evidence = f"with the rows of {name} in the order of the ranks' heads the ranks are the reference"
    return Finding(
        rule=rule,
        severity="error",
        stage="forward",
        reference_layer=None,
        port_layer=name.rpartition(".")[0] or name,
        evidence=evidence,
        location=location,
        message=said,
    )


def _user_of(done: Comparison, name: str) -> str | None:
    """Return the line of the port that reads a weight."""
    try:
        places = done.port.all("user_of", name, waiting=WAITING)
    except RankFailed:
        return None
    return next((place for place in places if place), None)


def gradient_findings(done: Comparison) -> tuple[Finding, ...]:
    """Return the findings of gradients of which no edit is proved: what each is instead."""
    found: list[Finding] = []
    wrong = done.wrong_gradients or [one for one in done.trained if one.error > done.grad_tolerance]
    for one in wrong:
        rule, said = "gradient", f"the gradient of {one.port} is another ({one.error:.1e} off)"
        if one.state == "scaled":
            rule, said = "scaled-by-world-size", f"the gradient of {one.port} is {one.factor:g} times the reference's"
        elif one.state.startswith("parts"):
            rule = "norm-not-reduced" if _are_of_norms(done) else "not-reduced"
            said = f"each rank has its part of the gradient of {one.port}, which nothing adds"
        place = _user_of(done, one.port)
        found.append(
            Finding(
                rule=rule,
                severity="error",
                stage="grad",
                reference_layer=one.reference,
                port_layer=one.port,
                location=place,
                message=said,
            )
        )
    return tuple(found)


def plain_findings(done: Comparison, tried: int) -> tuple[Finding, ...]:
    """Return the findings of outputs of which no edit is proved."""
    found: list[Finding] = []
    for one in done.outputs:
        if one.error > done.tolerance:
            said = f"{one.name}, {one.layout.words}, is {one.error:.1e} off the reference's on rank {one.rank}"
            evidence = f"none of {tried} edits makes it right" if tried else ""
            found.append(
                Finding(
                    rule="outputs",
                    severity="error",
                    stage="forward",
                    reference_layer=None,
                    port_layer=None,
                    message=said,
                    evidence=evidence,
                )
            )
    return tuple(found)
