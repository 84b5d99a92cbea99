"""The layers of a network, replaced by those that keep second moments, for the optimizer THOR."""

from __future__ import annotations

from typing import Any

from ms2torch.nn.cell import Cell
from ms2torch.nn.layer.basic import Dense
from ms2torch.nn.layer.container import SequentialCell
from ms2torch.nn.layer.conv import Conv2d
from ms2torch.nn.layer.embedding import Embedding, EmbeddingLookup
from ms2torch.nn.layer.thor_layer import Conv2dThor, DenseThor, EmbeddingLookupThor, EmbeddingThor

_THOR = (DenseThor, Conv2dThor, EmbeddingThor, EmbeddingLookupThor)
_REPLACED = (Dense, Conv2d, Embedding, EmbeddingLookup)
# layers whose path holds one of these are left alone, as MindSpore does
_LEFT_ALONE = ("rpn_with_loss.rpn_convs_list.", "wide")


class ConvertNetUtils:
    """Replace the layers of a network by those that keep second moments.

    Source: mindspore.train.ConvertNetUtils, MindSpore 2.10
    """

    def convert_to_thor_net(self, net: Cell) -> None:
        """Replace the trainable Dense, Conv2d, Embedding and EmbeddingLookup layers of a network, in place.

        The new layers hold the same Parameters. Dense and Conv2d layers whose path holds ``wide`` or
        ``rpn_with_loss.rpn_convs_list.`` stay.

        Args:
            net (Cell): the network; it is changed.

        Differs from MindSpore: a convolution with groups or dilation stays as it is, where MindSpore loses both; the
        bias of a convolution and the settings of an activation are kept; nothing is cast, as for MindSpore's GPU.

        Source: mindspore.train.ConvertNetUtils.convert_to_thor_net, MindSpore 2.10
        """
        net.update_cell_prefix()
        _convert(net)
        net.update_cell_type("second-order")


def _convert(net: Cell) -> None:
    changed = False
    for name, cell in net.name_cells().items():
        if cell is net or isinstance(cell, _THOR) or not isinstance(cell, Cell):
            continue
        if type(cell) not in _REPLACED:
            _convert(cell)
            continue
        made = _counterpart(cell)
        if made is not None:
            made.update_parameters_name(f"{cell.param_prefix}.")
            made.set_train(cell.training)
            net.insert_child_to_cell(name, made)
            changed = True
    if isinstance(net, SequentialCell) and changed:
        net.cell_list = list(net.cells())


def _counterpart(cell: Any) -> Any:
    """Return the layer that takes this one's place; ``None`` where it stays."""
    if isinstance(cell, (Embedding, EmbeddingLookup)):
        return _table(cell) if cell.embedding_table.requires_grad else None
    if not cell.weight.requires_grad or any(part in cell.param_prefix.lower() for part in _LEFT_ALONE):
        return None
    made: Any
    if isinstance(cell, Dense):
        made = DenseThor(cell.in_channels, cell.out_channels, "zeros", has_bias=cell.has_bias)
        made.activation, made.activation_flag = cell.activation, cell.activation_flag
    elif cell.group == 1 and set(cell.dilation) == {1}:
        made = Conv2dThor(cell.in_channels, cell.out_channels, cell.kernel_size, cell.stride, cell.pad_mode,
                          cell.padding, has_bias=cell.has_bias, weight_init="zeros")  # fmt: skip
    else:
        return None
    made.weight = cell.weight
    if cell.bias is not None:
        made.bias = cell.bias
    return made


def _table(cell: Any) -> Any:
    made: Any
    if isinstance(cell, EmbeddingLookup):
        made = EmbeddingLookupThor(cell.vocab_size, cell.embedding_size, "zeros", cell.target, max_norm=cell.max_norm,
                                   sparse=cell.sparse)  # fmt: skip
    else:
        made = EmbeddingThor(cell.vocab_size, cell.embedding_size, embedding_table="zeros")
    made.embedding_table = cell.embedding_table
    return made
