"""Inputs of the same kind as the given ones, the smallest first."""

import torch

from parity.nets.inputs import Input, make_inputs
from parity.nets.variations import Variation, first_of_batch, is_mask, variations


def made(*specs):
    return variations(make_inputs(list(specs), 0), 0)


def of(found, kind):
    return {entry.said: entry for entry in found if entry.kind == kind}


def test_batches_are_varied_together():
    found = of(made("float32[2,4]", "int64[2,7]<9", "float32[5]"), "batch")
    assert list(found) == ["batch 1", "batch 3"]
    assert [tuple(e.tensor.shape) for e in found["batch 3"].inputs] == [(3, 4), (3, 7), (5,)]


def test_sizes_are_varied_together_and_alone():
    found = of(made("float32[1,3,8,8]"), "size")
    assert tuple(found["size 9 in dimensions 2 and 3"].inputs[0].tensor.shape) == (1, 3, 9, 9)
    assert tuple(found["size 7 in dimension 2"].inputs[0].tensor.shape) == (1, 3, 7, 8)
    together = of(made("float32[2,6,4]", "bool[2,6]"), "size")["size 12 in dimension 1"]
    assert [tuple(e.tensor.shape) for e in together.inputs] == [(2, 12, 4), (2, 12)]


def test_rows_that_are_added_are_not_copies():
    (given,) = make_inputs("float32[1,4]", 0)
    three = of(variations((given,), 0), "batch")["batch 3"].inputs[0].tensor
    assert not torch.equal(three[0], three[1])
    assert not torch.equal(three[1], three[2])


def test_values_signs_and_ties():
    found = of(made("float32[2,8]"), "value")
    tensors = {said: entry.inputs[0].tensor for said, entry in found.items()}
    assert bool((tensors["only positive numbers"] >= 0).all())
    assert bool((tensors["only negative numbers"] <= 0).all())
    assert not bool(tensors["zeros"].any())
    assert bool((tensors["half of them zero"] == 0).any())
    assert float(tensors["numbers of size 1e3"].abs().max()) > 1e3
    assert torch.equal(tensors["whole numbers"], tensors["whole numbers"].round())
    assert bool((tensors["halves"].frac().abs() == 0.5).any())
    assert 0 < float(tensors["numbers of size 1e-9"].abs().max()) < 1e-8
    given = make_inputs(["float32[2,8]"], 0)[0].tensor.flatten()
    outlier = tensors["one number of size 1e3"].flatten()
    assert outlier[0] == 1e3
    assert torch.equal(outlier[1:], given[1:])


def test_integers_at_the_edges_of_their_range():
    found = of(made("int64[2,3]<50"), "integer")
    tensors = {said: entry.inputs[0].tensor for said, entry in found.items()}
    assert tensors["the highest integer"].unique().tolist() == [49]
    assert tensors["the edges of the integers"].unique().tolist() == [0, 49]
    assert tensors["the highest integer last"][:, -1].tolist() == [49, 49]
    assert tensors["integers in order"].flatten().tolist() == [0, 1, 2, 3, 4, 5]
    assert all(entry.inputs[0].tensor.dtype == torch.int64 for entry in found.values())


def test_patterns_of_masks():
    found = of(made("float32[2,4]", "bool[2,4]"), "mask")
    tensors = {said: entry.inputs[1].tensor for said, entry in found.items()}
    assert bool(tensors["a mask of ones"].all())
    assert not bool(tensors["a mask of zeros"].any())
    assert tensors["a mask that ends later in each row"].int().tolist() == [[1, 0, 0, 0], [1, 1, 0, 0]]
    assert tensors["a mask of 3 ones"].int().tolist() == [[1, 1, 1, 0]] * 2
    assert tensors["one row of the mask of ones"].int().tolist() == [[1] * 4, [0] * 4]


def test_what_holds_zeros_and_ones_is_a_mask():
    assert is_mask(torch.tensor([0, 1, 1]))
    assert is_mask(torch.tensor([0.0, 1.0]))
    assert not is_mask(torch.tensor([0, 2]))
    assert of(made("int64[2,4]"), "mask")
    assert not of(made("int64[2,4]"), "integer")


def test_the_smallest_come_first():
    sizes = [entry.elements for entry in made("float32[2,3,8,8]", "int64[2,5]<9")]
    assert sizes == sorted(sizes)


def test_a_variation_of_values_is_cut_to_its_first_row():
    given = (Input("", torch.ones(3, 4), ""), Input("", torch.ones(4), ""))
    cut = first_of_batch(Variation("value", "ones", given))
    assert cut is not None
    assert [tuple(e.tensor.shape) for e in cut.inputs] == [(1, 4), (4,)]
    assert str(cut) == "ones (float32[1,4], float32[4])"
    assert first_of_batch(Variation("size", "ones", given)) is None


def test_no_input_has_no_variation():
    assert variations((), 0) == []
    assert of(made("float32[]"), "batch") == {}
