"""How many planted mistakes of training recipes are named: ``python -m benchmarks.training_recipes [RECIPE]...``.

Each edit of `benchmarks/recipe_edits.py` makes a port of a recipe; it is compared with the recipe as it is. A mistake
counts as named if the first stage that differs is the one that was changed, with a cause that was changed.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

import torch

from benchmarks.recipe_edits import MISTAKES, RIGHT, Edit
from parity.code.errors import CannotCompare
from parity.curves.chaos import Rounding, apart, distances, judged, steady
from parity.curves.compare import divergences_of, follow, reference_run, trained
from parity.curves.divergence import Divergence
from parity.curves.follow import Follow
from parity.nets.loading import Loader

FOLDER = Path(__file__).parents[1] / "tests" / "scripts" / "recipes"
STEPS = 14


def measured(recipe: str, edits: Sequence[Edit]) -> list[tuple[Edit, tuple[Divergence, ...] | str]]:
    """Compare every edit of one recipe with it; of a port that does not train, the reason is given."""
    path = FOLDER / f"{recipe}.py"
    text, target = path.read_text(encoding="utf-8"), f"{path}:train"
    found: list[tuple[Edit, tuple[Divergence, ...] | str]] = []
    with Loader() as loader:
        reference = reference_run(loader, target, STEPS, 0)
        for edit in edits:
            try:
                _, pair = follow({os.path.realpath(path): edit.applied(text)}, reference, target, STEPS, 0)
                found.append((edit, divergences_of(pair)))
            except CannotCompare as error:
                found.append((edit, str(error)))
    return found


def is_named(edit: Edit, found: tuple[Divergence, ...] | str) -> bool:
    """Tell whether what was found first is what was changed; of a right variant, whether nothing was found."""
    if isinstance(found, str):
        return False
    if not edit.stage:
        return not found
    return bool(found) and found[0].stage == edit.stage and found[0].cause in edit.causes


def left_band(recipe: str, seed: int) -> list[tuple[Edit, bool]]:
    """Say of five right variants and five mistakes of a recipe whether they leave the reference's band of rounding."""
    path = FOLDER / f"{recipe}.py"
    text, target = path.read_text(encoding="utf-8"), f"{path}:train"
    chosen = [*(x for x in RIGHT if x.recipe == recipe), *(x for x in RIGHT if x.recipe == recipe)][seed % 3 :][:5]
    mistakes = [x for x in MISTAKES if x.recipe == recipe]
    chosen += [mistakes[(5 * seed + n) % len(mistakes)] for n in range(5)]
    found: list[tuple[Edit, bool]] = []
    with Loader() as loader:
        reference = reference_run(loader, target, STEPS, seed)
        again = [apart(reference[0], trained(loader, target, STEPS, seed, Rounding(n))[0]) for n in range(8)]
        only = steady(reference[0], again)
        itself = [distances(reference[0], one, only) for one in again]
        for edit in chosen:
            guide = Follow(*reference, free=True)
            with Loader({os.path.realpath(path): edit.applied(text)}) as own:
                trace, _ = trained(own, target, STEPS, seed, guide)
            rows = apart(reference[0], trace, guide.pairs)
            found.append((edit, not judged(itself, distances(reference[0], rows, only)).within))
    return found


def chaos(recipes: Sequence[str]) -> None:
    """Print how many right variants and mistakes leave the band, over ten seeds."""
    counts = {True: [0, 0], False: [0, 0]}
    for recipe in recipes:
        for seed in range(10):
            for edit, left in left_band(recipe, seed):
                counts[not edit.stage][0] += left
                counts[not edit.stage][1] += 1
                if left != bool(edit.stage):
                    print("NOT", recipe, seed, edit.stage, edit.causes, [new for _, new in edit.changes], flush=True)
    (right, variants), (wrong, mistakes) = counts[True], counts[False]
    print(f"outside the band: {right} of {variants} right variants, {wrong} of {mistakes} mistakes")


def main() -> int:
    """Print every edit that is not named, and the two figures."""
    torch.set_num_threads(1)  # nets of this size wait longer for threads than they compute
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recipes", nargs="*", default=["cnn", "transformer", "gan", "finetune"])
    parser.add_argument("--all", action="store_true", help="print those that are named too")
    parser.add_argument("--chaos", action="store_true", help="right and wrong recipes against the band of rounding")
    given = parser.parse_args()
    if given.chaos:
        chaos(given.recipes)
        return 0
    named = accused = mistakes = variants = 0
    for recipe in given.recipes:
        edits = [edit for edit in (*MISTAKES, *RIGHT) if edit.recipe == recipe]
        for edit, found in measured(recipe, edits):
            good = is_named(edit, found)
            mistakes, variants = mistakes + bool(edit.stage), variants + (not edit.stage)
            named, accused = named + bool(edit.stage and good), accused + (not edit.stage and not good)
            if not good or given.all:
                print("ok " if good else "NOT", edit.recipe, edit.stage, edit.causes, [new for _, new in edit.changes])
                lines = (
                    [found]
                    if isinstance(found, str)
                    else [f"{one.step} {one.stage} {one.cause}: {one.message} ({one.evidence})" for one in found]
                )
                print(*(f"      {line}" for line in lines), sep="\n", flush=True)
    print(f"named {named} of {mistakes}, accused {accused} of {variants} right variants")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
