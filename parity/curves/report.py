"""What a comparison of two trainings says, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from parity.curves.compare import Compared
from parity.curves.divergence import Divergence, said
from parity.curves.document import (
    SCHEMA_VERSION,
    TrainingDocument,
    chaos_document,
    commits,
    divergence_document,
    versions,
)


def lines(compared: Compared, *, whole: bool = False) -> Iterator[str]:
    """Yield the lines of a report.

    Args:
        compared (Compared): what two trainings showed.
        whole (bool): every stage that differs with all that was measured. Default: ``False``, the first four.
    """
    pair = compared.followed
    yield f"reference  {compared.asked['reference']}"
    yield f"port       {compared.asked['port']}" + (f" (MindSpore {compared.mindspore})" if compared.mindspore else "")
    yield (
        f"looked at  {pair.steps} updates, {len(pair.weights.entries)} weights paired"
        + (f", {compared.future} updates of the schedules" if compared.future else "")
    )
    if compared.mindspore and any(one.random for one in pair.port.passes):
        yield "           the nets draw random numbers, others in MindSpore: outputs and losses are ms2torch's"
    for names, side in ((pair.weights.left_reference, "reference"), (pair.weights.left_port, "port")):
        if names:
            yield f"           {len(names)} weights of the {side} have no counterpart: {', '.join(names[:3])}"
    yield ""
    if compared.same:
        yield "SAME: every stage does the same on equal values"
        if compared.chaos is not None:
            yield f"      {compared.chaos.said()}"
        return
    first = compared.divergences[0]
    yield f"DIFFERENT from update {first.step}, in {first.stage}"
    yield f"      {_free(compared)}"
    shown = compared.divergences if whole else compared.divergences[:4]
    for one in shown:
        yield ""
        yield from _divergence(one)
    if len(shown) < len(compared.divergences):
        yield ""
        yield f"{len(compared.divergences) - len(shown)} more (--all)"


def _free(compared: Compared) -> str:
    if not compared.parts:
        return f"left alone, the losses agree over all {compared.followed.steps} updates: it shows later"
    one, other = (trace.loss_curve()[compared.parts - 1] for trace in (compared.reference, compared.port))
    return (
        f"left alone, the losses part at update {compared.parts}: {said(other / compared.factor)} against {said(one)}"
    )


def _divergence(one: Divergence) -> Iterator[str]:
    yield f"update {one.step}, {one.stage}: {one.message} [{one.cause}]"
    if one.evidence:
        yield f"    {one.evidence}"
    if one.place is not None:
        yield f"    at {one.place}" + (f" (reference: {one.reference})" if one.reference is not None else "")
    if one.write:
        yield f"    write: {one.write}"
        yield f"    {'proved: with this line the stage agrees' if one.proved else 'not proved'}"


def document(compared: Compared) -> TrainingDocument:
    """Return everything as what JSON holds."""
    pair, asked = compared.followed, compared.asked
    return TrainingDocument(
        SCHEMA_VERSION,
        "trainings",
        "same" if compared.same else "different",
        dict(asked),
        pair.steps,
        len(pair.weights.entries),
        {"reference": tuple(pair.weights.left_reference), "port": tuple(pair.weights.left_port)},
        compared.parts,
        {"reference": tuple(compared.reference.loss_curve()), "port": tuple(compared.port.loss_curve())},
        tuple(map(divergence_document, compared.divergences)),
        chaos_document(compared.chaos),
        {
            "reference": compared.reference.seconds,
            "port": compared.port.seconds,
            "following": pair.port.seconds,
        },
        versions() | ({"mindspore": compared.mindspore} if compared.mindspore else {}),
        commits({side: str(asked[side]) for side in ("reference", "port")}),
    )
