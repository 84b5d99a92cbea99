"""Layouts: each step there and back, parts of arrays, and what the table may name."""

import numpy as np
import pytest
import torch

from mappings.rows.layouts import (
    SAME,
    Deinterleave,
    Gates,
    Interleave,
    IntoRows,
    Layout,
    Regroup,
    Reshape,
    Rows,
    Scale,
    Squeeze,
    Transpose,
    Unsqueeze,
    fit,
    read_layout,
)

WHOLE = [
    (SAME, (4, 3), (4, 3), ""),
    (Layout((Unsqueeze(2),)), (4, 3, 5), (4, 3, 1, 5), "unsqueeze(2)"),
    (Layout((Squeeze(0),)), (1, 3), (3,), "squeeze(0)"),
    (Layout((Transpose(0, 1),)), (4, 3), (3, 4), "transpose(0, 1)"),
    (Layout((Gates((0, 2, 1)),)), (6, 2), (6, 2), "gates(0, 2, 1)"),
    (Layout((Gates((2, 0, 1)),)), (6,), (6,), "gates(2, 0, 1)"),
    (Layout((Regroup(2, 3),)), (12, 2), (12, 2), "regroup(2, 3)"),
    (Layout((Regroup(3, 2, 2),)), (12, 2), (12, 2), "regroup(3, 2, 2)"),
    (Layout((Deinterleave(2, (2, 1, 1)),)), (8, 3), (8, 3), "deinterleave(2, 2, 1, 1)"),
    (Layout((Interleave(3, (1, 2)),)), (9,), (9,), "interleave(3, 1, 2)"),
    (Layout((Reshape((8, 1, 1), (8,)),)), (8, 1, 1), (8,), "reshape(8)"),
    (Layout((Scale(0.5),)), (3,), (3,), "scale(0.5)"),
    (Layout((Gates((1, 0)), Transpose(0, 1))), (4, 3), (3, 4), "gates(1, 0), transpose(0, 1)"),
]  # fmt: skip


def numbers(shape):
    return np.arange(np.prod(shape), dtype=np.float64).reshape(shape)


@pytest.mark.parametrize(("layout", "before", "after", "words"), WHOLE, ids=str)
@pytest.mark.parametrize("make", [numbers, lambda shape: torch.from_numpy(numbers(shape))], ids=["numpy", "torch"])
def test_a_layout_of_whole_arrays_leads_there_and_back(layout, before, after, words, make):
    value = make(before)
    there = layout.apply(value)
    assert tuple(there.shape) == layout.shape(before) == after
    assert str(layout) == words
    assert np.array_equal(layout.inverse.apply(there), value)
    assert layout.inverse.inverse == layout
    assert np.array_equal(layout.put(make(after) * 0, value), there)
    assert layout.part(there) is there
    assert not layout.is_partial


def test_blocks_of_rows_change_places():
    value = np.array([0, 0, 1, 1, 2, 2])
    assert Layout((Gates((2, 0, 1)),)).apply(value).tolist() == [2, 2, 0, 0, 1, 1]
    heads = np.array(["q0", "k0", "v0", "q1", "k1", "v1"])
    assert Layout((Regroup(2, 3),)).apply(heads).tolist() == ["q0", "q1", "k0", "k1", "v0", "v1"]


def test_groups_of_unequal_parts_come_part_by_part():
    """Two groups of query heads with their key and value, and two heads whose even and odd rows become halves."""
    grouped = np.array(["q0", "q1", "k0", "v0", "q2", "q3", "k1", "v1"])
    apart = ["q0", "q1", "q2", "q3", "k0", "k1", "v0", "v1"]
    assert Layout((Deinterleave(2, (2, 1, 1)),)).apply(grouped).tolist() == apart
    assert Layout((Interleave(2, (2, 1, 1)),)).apply(np.array(apart)).tolist() == grouped.tolist()
    rotary = np.array(["a0", "b0", "a1", "b1", "c0", "d0", "c1", "d1"])
    halves = ["a0", "a1", "b0", "b1", "c0", "c1", "d0", "d1"]
    assert Layout((Regroup(2, 2, 2),)).apply(rotary).tolist() == halves


@pytest.mark.parametrize("make", [numbers, lambda shape: torch.from_numpy(numbers(shape))], ids=["numpy", "torch"])
def test_the_gate_of_an_expert_is_half_of_a_slice_of_a_stack(make):
    """Of [2 experts, 3 inputs, 2 x 4 outputs], whose gate and up alternate, the gate of each as torch's (4, 3)."""
    stack = make((2, 3, 8))
    for expert in range(2):
        steps = IntoRows(0, 4, 8), Interleave(4, (1, 1)), Transpose(0, 1), Unsqueeze(0), IntoRows(expert, expert + 1, 2)
        layout = Layout(steps)
        gate = stack[expert, :, ::2].T
        assert layout.shape(gate.shape) == (2, 3, 8)
        assert np.array_equal(layout.part(stack), gate)
        assert np.array_equal(layout.inverse.apply(stack), gate)
        written = layout.put(stack * 0 - 1, gate)
        assert np.array_equal(written[expert, :, ::2], stack[expert, :, ::2])
        assert (written[expert, :, 1::2] == -1).all()
        assert (written[1 - expert] == -1).all()


@pytest.mark.parametrize("make", [numbers, lambda shape: torch.from_numpy(numbers(shape))], ids=["numpy", "torch"])
def test_three_arrays_and_the_one_that_packs_them(make):
    whole = make((6, 2))
    split = [Layout((Rows(first, first + 2, 6),)) for first in (0, 2, 4)]
    parts = [layout.apply(whole) for layout in split]
    assert [tuple(part.shape) for part in parts] == [(2, 2)] * 3
    joined = whole * 0
    for layout, part in zip(split, parts, strict=True):
        assert str(layout.inverse) == f"into {layout}"
        assert layout.is_partial
        assert layout.inverse.is_partial
        joined = layout.inverse.put(joined, part)
        assert np.array_equal(layout.inverse.part(whole), part)
    assert np.array_equal(joined, whole)


def test_part_of_an_array_in_another_layout():
    """Rows of what the target is once it is turned: (2, 3) is the second half of the transposed (3, 4)."""
    layout = Layout((IntoRows(2, 4, 4), Transpose(0, 1)))
    value, target = numbers((2, 3)), np.full((3, 4), -1.0)
    assert layout.shape((2, 3)) == (3, 4)
    written = layout.put(target, value)
    assert np.array_equal(written[:, 2:], value.T)
    assert (written[:, :2] == -1).all()
    assert (target == -1).all()
    assert np.array_equal(layout.part(written), value)


def test_layouts_that_take_the_same_rows_have_one_source():
    first = Layout((Rows(0, 2, 4),))
    assert first.source == first.then(Transpose(0, 1)).source
    assert first.source != Layout((Rows(2, 4, 4),)).source
    assert Layout((Transpose(0, 1),)).source == SAME


@pytest.mark.parametrize(
    ("layout", "shape"),
    [
        (Layout((Squeeze(2),)), (4, 3, 2)),
        (Layout((Transpose(0, 1),)), (4,)),
        (Layout((Gates((0, 2, 1)),)), (4, 2)),
        (Layout((Rows(0, 2, 6),)), (5, 2)),
        (Layout((IntoRows(0, 2, 6),)), (3, 2)),
        (Layout((Reshape((8,), (4, 2)),)), (4, 2)),
        (Layout((Squeeze(2), Transpose(0, 1))), (4, 3)),
    ],
)
def test_a_layout_says_which_shapes_it_does_not_fit(layout, shape):
    assert layout.shape(shape) is None


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ((4, 3), (4, 3), ""),
        ((4, 3, 5), (4, 3, 1, 5), "unsqueeze(2)"),
        ((4, 3, 1, 5), (4, 3, 5), "squeeze(2)"),
        ((4, 3), (3, 4), "transpose(0, 1)"),
        ((4,), (4, 1, 1), "reshape(4, 1, 1)"),
    ],
)
def test_the_layout_between_two_shapes(before, after, said):
    assert str(fit(before, after)) == said


@pytest.mark.parametrize(("before", "after"), [((4, 3), (4, 4)), ((4, 3, 2), (3, 4, 2)), ((4,), (5, 1))])
def test_no_layout_between_shapes_that_have_nothing_in_common(before, after):
    assert fit(before, after) is None


def test_what_the_table_says_is_read_as_it_is_written():
    for text in ("", "unsqueeze(2)", "gates(0, 2, 1), transpose(0, 1)", "regroup(2, 3)"):
        assert str(read_layout(text)) == text
    with pytest.raises(ValueError, match=r"'rotated' is no layout; known are unsqueeze\(...\)"):
        read_layout("rotated")
    with pytest.raises(ValueError, match="wrong numbers"):
        read_layout("transpose(0)")
