"""Every op of the database returns what real MindSpore 2.10.0 returned: structure, dtype, shape and values."""

from __future__ import annotations

from functools import cache

import pytest

from tests.opdb._answers import differences, encode
from tests.opdb._calls import MindSporeLike
from tests.opdb._database import Goldens, families, load_goldens, ops
from tests.opdb._known import verdict
from tests.opdb._spec import Op, Sample, labelled, sample_key

CASES = [pytest.param(family, op, name, id=name) for family in families() for op in ops(family) for name in op.names]
goldens_of = cache(load_goldens)


@cache
def ms2torch() -> MindSporeLike:
    return MindSporeLike("ms2torch")


@pytest.mark.parametrize(("family", "op", "name"), CASES)
def test_values(family: str, op: Op, name: str) -> None:
    goldens = goldens_of(family)
    failures: dict[str, str] = {}
    compared = []
    for label, one in labelled(op.samples_for(name)):
        answer = recorded(goldens, op, name, one)
        if answer.get("refusal") == "no kernel":
            continue
        compared.append(label)
        said = compare_one(goldens, op, name, one, answer)
        if said:
            failures[label] = said
    assert compared, f"MindSpore's CPU has no kernel for any sample of {name}; give it `like=` or `oracle=`"
    message = verdict("values", name, failures, compared)
    if message:
        pytest.fail(message, pytrace=False)


def recorded(goldens: Goldens, op: Op, name: str, one: Sample) -> dict:
    source = op.recorded_under(name)
    answer = goldens.answers.get(source, {}).get(sample_key(op, name, one))
    if answer is None:
        pytest.fail(f"no recorded answer for {source}{one}; run `make record`", pytrace=False)
    return answer


def compare_one(goldens: Goldens, op: Op, name: str, one: Sample, answer: dict) -> str:
    if "raises" in answer:
        return f"MindSpore itself raises {answer['raises']}; drop this sample or make it an error sample"
    arrays: list = []
    try:
        result = encode(ms2torch().run(op, name, one), arrays)
    except Exception as error:
        return f"raises {type(error).__name__}: {error}"
    source = op.recorded_under(name)
    expected_arrays = goldens.arrays_of(source, sample_key(op, name, one))
    tolerance = op.tol if one.tolerance is None else one.tolerance
    said = differences(answer["out"], expected_arrays, result, arrays, tol=tolerance, random=op.random)
    return "; ".join(said)


@pytest.mark.parametrize("family", families())
def test_nothing_recorded_is_left_over(family: str) -> None:
    wanted = {
        (name, sample_key(op, name, one))
        for op in ops(family)
        for name in (op.name, *op.also)
        for one in (*op.samples_for(name), *op.errors_for(name))
    }
    stored = {(name, key) for name, answers in goldens_of(family).answers.items() for key in answers}
    assert stored == wanted, "run `make record`"
