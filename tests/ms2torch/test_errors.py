"""What real MindSpore 2.10.0 refuses is refused here, with the same kind of error and a message."""

from __future__ import annotations

from functools import cache

import pytest

from tests.opdb._calls import MindSporeLike
from tests.opdb._database import Goldens, families, load_goldens, ops
from tests.opdb._known import verdict
from tests.opdb._spec import Op, Sample, labelled, sample_key

CASES = [
    pytest.param(family, op, name, id=name)
    for family in families()
    for op in ops(family)
    for name in op.names
    if op.errors_for(name)
]
goldens_of = cache(load_goldens)


@cache
def ms2torch() -> MindSporeLike:
    return MindSporeLike("ms2torch")


@pytest.mark.parametrize(("family", "op", "name"), CASES)
def test_errors(family: str, op: Op, name: str) -> None:
    failures = {}
    samples = list(labelled(op.errors_for(name)))
    for label, one in samples:
        said = agrees_with_mindspore(goldens_of(family), op, name, one) or refused(op, name, one)
        if said:
            failures[label] = said
    message = verdict("errors", name, failures, [label for label, _ in samples])
    if message:
        pytest.fail(message, pytrace=False)


def agrees_with_mindspore(goldens: Goldens, op: Op, name: str, one: Sample) -> str:
    answer = goldens.answers.get(op.recorded_under(name), {}).get(sample_key(op, name, one))
    if answer is None:
        return "no recorded answer; run `make record`"
    raised = answer.get("raises", "nothing")
    return "" if raised == one.raises.__name__ else f"the sample says {one.raises.__name__}, MindSpore raises {raised}"


def refused(op: Op, name: str, one: Sample) -> str:
    try:
        ms2torch().run(op, name, one)
    except one.raises as error:
        return "" if str(error).strip() else "the error has no message"
    except Exception as error:
        return f"expected {one.raises.__name__}, got {type(error).__name__}: {error}"
    return f"expected {one.raises.__name__}, got a result"
