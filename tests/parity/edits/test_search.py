"""The search for an edit, on plain functions of torch: the line that it writes, and what it says of none."""

from __future__ import annotations

import importlib.util
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from parity.edits.edit import REMOVED
from parity.edits.frontier import frontier
from parity.edits.measure import Held, Measure
from parity.edits.scene import Pool, Scene
from parity.edits.search import Mend, Search
from parity.edits.site import site_of
from parity.edits.watch import watching

HEAD = "import math\n\nimport torch\nimport torch.nn.functional as F\n\n\n"
X = torch.randn(3, 4, 6, generator=torch.Generator().manual_seed(3), dtype=torch.float64)
Y = torch.randn(3, 4, 6, generator=torch.Generator().manual_seed(4), dtype=torch.float64)


class Judged:
    """A function of one or two tensors, compared with what the right one gives."""

    def __init__(self, module: types.ModuleType, right: torch.Tensor) -> None:
        self.module = module
        self.right = right

    def _call(self) -> torch.Tensor:
        made: torch.Tensor = self.module.body(X.clone(), Y.clone())
        return made

    def measured(self, *, built: bool) -> Measure:
        """Run it."""
        del built
        got = self._call()
        if got.shape != self.right.shape:
            return Measure(False)
        error = float((got - self.right).norm() / self.right.norm())
        return Measure(error < 1e-9, 0, error)

    def residual(self, *, built: bool) -> torch.Tensor | None:
        """Run it, and subtract."""
        del built
        got = self._call()
        return (got - self.right).flatten() if got.shape == self.right.shape else None


def loaded(folder: Path, source: str, name: str) -> Any:
    """Import a source text."""
    file = folder / f"{name}.py"
    file.write_text(HEAD + source)
    spec = importlib.util.spec_from_file_location(f"{folder.name}_{name}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def matching(values: list[torch.Tensor]) -> Callable[[object], int | None]:
    """Return what finds a tensor among some values."""

    def match(value: object) -> int | None:
        near = [n for n, v in enumerate(values) if isinstance(value, torch.Tensor) and v.shape == value.shape]
        return next((n for n in near if isinstance(value, torch.Tensor) and torch.allclose(values[n], value)), None)

    return match


def searched(folder: Path, right: str, wrong: str, pool: Pool | None = None, **options: Any) -> Any:
    """Search the line of `wrong` that makes it `right`; both are bodies of a function of x and y."""
    one, other = (loaded(folder, f"def body(x, y):\n{text}", name) for text, name in ((right, "a"), (wrong, "b")))
    judge = Judged(other, one.body(X.clone(), Y.clone()))
    site = site_of(other.body.__code__)
    assert site is not None
    tensor_of = lambda value: value if isinstance(value, torch.Tensor) else None  # noqa: E731
    match, accept = options.pop("match", lambda value: None), options.pop("accept", None)
    search = Search(judge, pool or Pool(), tensor_of, match, **options)
    return search.run([site], accept=accept)


LINES = [
    ("constant", "return F.layer_norm(x, (6,), eps=1e-2)", "return F.layer_norm(x, (6,), eps=1e-5)"),
    (
        "beside",
        "return x.mean(dim=(0, 2), keepdim=True) - y.sum(dim=(0, 2), keepdim=True)",
        "return x.mean(dim=(0, 2), keepdim=True) - y.sum(dim=2, keepdim=True)",
    ),
    (
        "not passed on",
        "unbiased = x.shape[0] > 9\n    return x.std(-1, unbiased=unbiased)",
        "unbiased = x.shape[0] > 9\n    return x.std(-1, unbiased=True)",
    ),
    ("axis", "return x.softmax(dim=-1)", "return x.softmax(dim=-2)"),
    ("operator", "return x * y + 1", "return x / y + 1"),
    ("operands", "return x - y", "return y - x"),
    ("names", "a, b = x.chunk(2, -1)\n    return a * b.sigmoid()", "b, a = x.chunk(2, -1)\n    return a * b.sigmoid()"),
    ("permutation", "return x.permute(2, 0, 1)", "return x.permute(2, 1, 0).transpose(1, 2).permute(0, 2, 1)"),
    ("function", "return x.mean(-1)", "return x.sum(-1)"),
    ("superfluous call", "return x * y.tanh()", "return x * y.tanh().tanh()"),
    ("missing call", "return torch.sqrt(x.abs())", "return x.abs()"),
    ("factor", "return (x + y) * 0.37", "return x + y"),
    ("root", "return x / torch.sqrt(x.abs() + 0.1)", "return x / (torch.sqrt(x.abs()) + 0.1)"),
    ("mask", "return torch.where(x > 0, x, y)", "return torch.where(x < 0, x, y)"),
    ("bound", "return x[..., :3]", "return x[..., 3:]"),
    ("halves", "return x[..., :3] * x[..., 3:]", "return x[..., ::2] * x[..., 1::2]"),
    ("argument", "return x.std(-1, unbiased=False)", "return x.std(-1)"),
    ("brackets", "return (x + y) * 2", "return x + y * 2"),
    ("triangle", "return x[0] * torch.ones(4, 6).tril(-1)", "return x[0] * torch.ones(4, 6).triu(1)"),
    ("sign", "return torch.exp(-x)", "return torch.exp(x)"),
    ("exchanged", "return x.exp() * x + y.exp()", "return y.exp() * x + x.exp()"),
    ("everywhere", "return x.exp() * x + y", "return y.exp() * y + x"),
    ("functions", "return torch.sin(x) * x + torch.cos(y)", "return torch.cos(x) * x + torch.sin(y)"),
    ("operands", "return x * y.exp() + y * x.sin()", "return x * x.sin() + y * y.exp()"),
    (
        "index", "n, _, w = y.shape\n    return x[..., 0] * w + y[..., 0]",
        "n, _, w = y.shape\n    return y[..., 0] * n + x[..., 0]",
    ),
    ("split", "return x.reshape(3, 6, 4)", "return x.reshape(3, 4, 6).swapaxes(1, 2)"),
    ("complement", "return x[..., :3] * x[..., 3:]", "return x[..., ::2] * x[..., 3:]"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong"), [row[1:] for row in LINES], ids=[row[0] for row in LINES])
def test_one_edit_is_found(tmp_path: Path, right: str, wrong: str) -> None:
    found = searched(tmp_path, f"    {right}\n", f"    {wrong}\n", Pool((2, 1, 0), (), ("abs",)))
    assert found.mends, f"none of {found.tried}"
    mend = found.mends[0]
    written = mend.written
    assert all(part.before in wrong.replace("\n    ", "\n") for _, part in written)


def test_the_line_keeps_its_layout_and_comes_with_its_number(tmp_path: Path) -> None:
    found = searched(
        tmp_path,
        "    z = torch.cat([x, y], dim=-1)\n    return z\n",
        "    z = torch.cat(\n        [x,  y],\n        dim=0,  # rows\n    )\n    return z\n",
        Pool((-1,)),
    )
    [(_, part)] = found.mends[0].written
    assert part.line == HEAD.count("\n") + 2
    assert part.text == "z = torch.cat(\n    [x,  y],\n    dim=-1,  # rows\n)"


def test_a_number_that_stands_nowhere_is_solved_for(tmp_path: Path) -> None:
    found = searched(tmp_path, "    return torch.tanh(x * 0.6373) + y\n", "    return torch.tanh(x * 0.9) + y\n")
    assert [part.text for _, part in found.mends[0].written] == ["return torch.tanh(x * 0.6373) + y"]


def test_none_is_found_within_the_bound_and_nothing_stays_changed(tmp_path: Path) -> None:
    found = searched(
        tmp_path, "    return torch.linalg.det(x[:, :, :4]) * y.sum()\n", "    return x.sum(-1)\n", limit=150
    )
    assert not found.mends
    assert 0 < found.tried <= 153


MANY = "".join(f"    x = x * {n} + y / {n + 1} - x.abs() / (y.abs() + {n + 2})\n" for n in range(1, 9))


def test_it_ends_where_no_edit_changes_what_is_raised(tmp_path: Path) -> None:
    found = searched(tmp_path, MANY + "    return x.tanh()\n", MANY + "    return tmp_path.tanh(x)\n")
    assert not found.mends
    assert 200 < found.tried < 450  # of at most 1600


def test_the_line_that_raises_is_edited_first(tmp_path: Path) -> None:
    wrong = MANY + "    x = x + y.reshape(3, 6, 4)\n    return x.tanh()\n"
    raising = HEAD.count("\n") + 1 + MANY.count("\n") + 1
    lines = {str(tmp_path / "b.py"): {raising}}
    found = searched(tmp_path, MANY + "    x = x + y\n    return x.tanh()\n", wrong, lines=lines)
    assert [part.text for _, part in found.mends[0].written] == ["x = x + y"]


def test_two_runs_try_the_same_edits(tmp_path: Path) -> None:
    runs = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        found = searched(tmp_path / name, "    return x.cumsum(1)\n", "    return x.cumsum(0)\n")
        runs.append((found.tried, [part.text for mend in found.mends for _, part in mend.written]))
    assert runs[0] == runs[1]


def test_a_name_bound_to_itself_is_a_line_to_remove(tmp_path: Path) -> None:
    right = "    z = x * y\n    return z + 1\n"
    found = searched(tmp_path, right, right.replace("    return", "    z = torch.relu(z)\n    return"))
    assert [part.text for _, part in found.mends[0].written] == [REMOVED]


def test_casts_of_several_statements_are_left_out_together(tmp_path: Path) -> None:
    narrow = "    x = x.half()\n    y = y.half()\n    return (x * y.tanh() + y.sum()).double()\n"
    found = searched(tmp_path, "    return x * y.tanh() + y.sum()\n", narrow)
    assert [part.text for _, part in found.mends[0].written] == [REMOVED, REMOVED]
    assert found.tried < 200


def test_what_another_statement_calls_is_called_here_too(tmp_path: Path) -> None:
    right = "    a = torch.roll(x, 1, 0)\n    b = torch.roll(y, 1, 0)\n    return a * b\n"
    found = searched(tmp_path, right, right.replace("torch.roll(y, 1, 0)", "y"))
    assert [part.text for _, part in found.mends[0].written] == ["b = torch.roll(y, 1, 0)"]


def test_of_two_edits_the_one_with_the_references_values_on_the_way_is_preferred(tmp_path: Path) -> None:
    right = "    bias = -2 * y\n    score = x + bias\n    return torch.softmax(score, -1)\n"
    wrong = right.replace("-2 * y", "2 * y")
    known = [X, Y, -2 * Y, X - 2 * Y, torch.softmax(X - 2 * Y, -1)]
    plain = searched(tmp_path, right, wrong)
    assert [part.text for _, part in plain.mends[0].written] == ["score = x - bias"]
    found = searched(tmp_path, right, wrong, match=matching(known))
    assert [part.text for _, part in found.mends[0].written] == ["bias = -2 * y"]


def test_a_mistake_behind_another_is_found_by_what_the_first_edit_makes_right(tmp_path: Path) -> None:
    right = "    a = x.cumsum(1)\n    b = torch.exp(a) * y\n    return torch.softmax(b, -1)\n"
    wrong = right.replace("cumsum(1)", "cumsum(0)").replace("softmax(b, -1)", "softmax(b, 1)")
    a = X.cumsum(1)
    known = [X, Y, a, torch.exp(a), torch.exp(a) * Y, torch.softmax(torch.exp(a) * Y, -1)]
    found = searched(tmp_path, right, wrong, match=matching(known))
    assert [part.text for _, part in found.mends[0].written] == ["a = x.cumsum(1)", "return torch.softmax(b, 2)"]


def test_an_edit_on_the_way_that_is_not_needed_is_left_out(tmp_path: Path) -> None:
    right = "    far = x + 1000\n    near = torch.sigmoid(far)\n    return near * torch.softmax(y, -1)\n"
    wrong = right.replace("1000", "900").replace("(y, -1)", "(y, 1)")
    known = [X, Y, X + 1000, torch.softmax(Y, -1)]
    found = searched(tmp_path, right, wrong, Pool((1000,)), match=matching(known))
    assert [part.text for _, part in found.mends[0].written] == ["return near * torch.softmax(y, 2)"]


def test_a_statement_that_leaves_the_reference_is_where_it_is_looked_for_first(tmp_path: Path) -> None:
    module = loaded(tmp_path, "def body(x, y):\n    a = x * 2\n    b = a.exp()\n    return b + y\n", "seen")
    site = site_of(module.body.__code__)
    assert site is not None
    with watching(site, lambda value: value if isinstance(value, torch.Tensor) else None) as seen:
        module.body(X.clone(), Y.clone())
    match = matching([X, Y, X * 2, X * 2 + Y])
    assert frontier(Scene(site, seen, Pool()), match) == {HEAD.count("\n") + 3}


def test_what_an_object_answers_of_itself_is_not_watched_on_the_way(tmp_path: Path) -> None:
    text = "class Config:\n    def __getattribute__(self, name):\n        return object.__getattribute__(self, name)\n"
    module = loaded(tmp_path, text, "asked")
    site = site_of(module.Config.__getattribute__.__code__)
    assert site is not None
    asked: list[object] = []

    def tensor_of(value: object) -> torch.Tensor | None:
        asked.append(value)
        return value if isinstance(value, torch.Tensor) else None  # reads value.__class__

    config = module.Config()
    config.width = 3
    with watching(site, tensor_of) as seen:
        assert config.width == 3
    assert {found.value for found in seen.values() if found.kind == "int"} == {3}
    assert len(asked) < 10


@pytest.mark.parametrize("everywhere", ["y.shape[1]", ""])
def test_an_edit_that_holds_for_all_sizes_is_preferred_to_one_for_the_given_sizes(
    everywhere: str, tmp_path: Path
) -> None:
    right = "    n = y.shape[1]\n    return x * n\n"

    def accept(mend: Mend) -> Held:
        texts = [part.text for _, part in mend.written]
        return Held.EVERYWHERE if everywhere and any(everywhere in text for text in texts) else Held.SAME_SIZES

    found = searched(tmp_path, right, right.replace("y.shape[1]", "y.shape[2]"), accept=accept)
    held = Held.EVERYWHERE if everywhere else Held.SAME_SIZES
    assert [(part.text, found.mends[0].held) for _, part in found.mends[0].written] == [("n = y.shape[1]", held)]
    assert found.tried < 400


def test_an_edit_that_holds_on_the_given_numbers_alone_is_none(tmp_path: Path) -> None:
    found = searched(tmp_path, "    return x * 2\n", "    return x * 3\n", accept=lambda mend: Held.NOWHERE)
    assert found.mends == ()


def test_arguments_are_taken_from_the_reference_where_their_names_are_in_reach(tmp_path: Path) -> None:
    right = "    n = y.shape[0]\n    return x * torch.arange(n, n + 6)\n"
    pool = Pool(given=(("arange", "k, k + 6", False), ("arange", "n, n + 6", False)))
    found = searched(tmp_path, right, right.replace("n, n + 6", "2 * n, 2 * n + 6"), pool)
    assert [part.text for _, part in found.mends[0].written] == ["return x * torch.arange(n, n + 6)"]
    assert found.mends[0].edits[0].edit.kind == "arange(n, n + 6) as the reference has it"


def test_a_number_that_is_smaller_to_change_than_what_is_added_for_it_is_preferred(tmp_path: Path) -> None:
    right = "    power = 2\n    return torch.pow(x, power)\n"
    found = searched(tmp_path, right, right.replace("= 2", "= 4 / 4"), Pool((2,)))
    assert found.mends[0].written[0][1].line == HEAD.count("\n") + 2


def test_the_weights_that_are_not_made_to_sum_up_to_one(tmp_path: Path) -> None:
    right = "    w = x.exp()\n    w = w / w.sum(-1, keepdim=True)\n    return w * y\n"
    wrong = right.replace("w = w / w.sum(-1, keepdim=True)", "w = w * 1.0")
    found = searched(tmp_path, right, wrong, Pool(calls=("sum", "exp")))
    assert "w.sum(-1, keepdim=True)" in found.mends[0].written[0][1].text


@pytest.mark.parametrize(("inside", "line"), [(frozenset({3}), 1), (frozenset(), 2)])
def test_a_step_inside_an_operation_is_nothing_that_is_kept(inside: frozenset[int], line: int, tmp_path: Path) -> None:
    right = "    v = x.pow(2).mean(-1, keepdim=True)\n    return y * torch.rsqrt(v + 0.1)\n"
    square = X.pow(2)
    mean = square.mean(-1, keepdim=True)
    known = [X, Y, square, square.sum(-1, keepdim=True), mean, mean + 0.1, torch.rsqrt(mean + 0.1)]
    known.append(Y * torch.rsqrt(mean + 0.1))
    found = searched(tmp_path, right, right.replace("mean(", "sum("), Pool((6,)), match=matching(known), steps=inside)
    assert found.mends[0].written[0][1].line == HEAD.count("\n") + 1 + line
