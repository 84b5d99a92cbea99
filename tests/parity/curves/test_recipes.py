"""Recipes with a planted mistake, and the same written otherwise; the whole table: benchmarks.training_recipes."""

from __future__ import annotations

import os

import pytest

from benchmarks.recipe_edits import MISTAKES, RIGHT, Edit
from benchmarks.training_recipes import FOLDER, STEPS, is_named
from parity.curves.compare import divergences_of, follow, reference_run
from parity.nets.loading import Loader

# every fourth mistake and every third right variant, of all four recipes
SOME = [*MISTAKES[::4], *RIGHT[::3]]


def name(edit: Edit) -> str:
    return f"{edit.recipe}-{'-'.join(edit.causes[:1]) or 'right'}-{len(edit.changes)}"


@pytest.fixture(scope="module")
def references():
    with Loader() as loader:
        yield {
            recipe: reference_run(loader, f"{FOLDER / recipe}.py:train", STEPS, 0)
            for recipe in ("cnn", "transformer", "gan", "finetune")
        }


@pytest.mark.parametrize("edit", SOME, ids=name)
def test_the_stage_and_the_cause_are_named(edit: Edit, references) -> None:
    path = FOLDER / f"{edit.recipe}.py"
    text = edit.applied(path.read_text(encoding="utf-8"))
    _, pair = follow({os.path.realpath(path): text}, references[edit.recipe], f"{path}:train", STEPS, 0)
    found = divergences_of(pair)
    assert is_named(edit, found), [(one.step, one.stage, one.cause, one.message) for one in found]


def test_the_table_is_as_large_as_it_says() -> None:
    assert (len(MISTAKES), len(RIGHT)) == (60, 30)
    assert {edit.recipe for edit in MISTAKES} == {"cnn", "transformer", "gan", "finetune"}
