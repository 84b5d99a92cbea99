"""Embedding layers."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from ms2torch._core import dtype as mstype
from ms2torch._core.base import unwrap, wrap
from ms2torch._core.dtype import to_torch_dtype
from ms2torch._lazy import elsewhere
from ms2torch.common.initializer import Normal, initializer
from ms2torch.common.parameter import Parameter
from ms2torch.common.tensor import Tensor
from ms2torch.nn._torch_layers import TorchLayer, layer_of_same_settings
from ms2torch.nn.cell import Cell
from ms2torch.nn.layer._arguments import boolean
from ms2torch.nn.layer._sizes import size_arg
from ms2torch.ops.function.array.lookup import clip_rows, embedding, lookup, out_of_range

__all__ = ["Embedding", "EmbeddingExt", "EmbeddingLookup", "MultiFieldEmbeddingLookup"]


class Embedding(Cell):
    """Look up one row of a table for each index.

    Args:
        vocab_size (int): rows.
        embedding_size (int): length of a row.
        use_one_hot (bool): multiply one-hot vectors with the table, where an index that is not there gives zeros.
            Default: ``False``.
        embedding_table (Union[Tensor, str, Initializer, numbers.Number]): the table's first values. Default:
            ``'normal'``, which is N(0, 0.01); torch's table is N(0, 1).
        dtype (mindspore.dtype): type of the one-hot vectors. The table is float32 whatever this says, as in
            MindSpore. Default: ``mstype.float32``.
        padding_idx (int, None): a row that starts as zeros. It is trained like the others, unlike torch's.
            Default: ``None``.

    Inputs:
        - **ids** (Tensor) - int32 or int64, any shape.

    Outputs:
        Tensor of shape (*ids.shape, embedding_size).

    Raises:
        TypeError: if a size is no int or `use_one_hot` no bool.
        ValueError: if a size is below 1 or `padding_idx` out of range.
        RuntimeError: if an index is out of range, without `use_one_hot`.

    Differs from MindSpore: the documentation promises zeros for an index out of range, its CPU kernel raises; so
    does this.

    Source: mindspore.nn.Embedding, MindSpore 2.10
    """

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        use_one_hot: bool = False,
        embedding_table: Any = "normal",
        dtype: mstype.Type = mstype.float32,
        padding_idx: int | None = None,
    ) -> None:
        super().__init__()
        self.vocab_size = size_arg("Embedding", "vocab_size", vocab_size)
        self.embedding_size = size_arg("Embedding", "embedding_size", embedding_size)
        self.use_one_hot = boolean("Embedding", "use_one_hot", use_one_hot)
        to_torch_dtype(dtype)
        self.dtype = dtype
        self.padding_idx = padding_idx
        first = initializer(embedding_table, [vocab_size, embedding_size])
        if padding_idx is not None:
            first = _with_zero_row("Embedding", first, padding_idx, lowest=0)
        self.embedding_table = Parameter(first, name="embedding_table")

    def construct(self, ids: Tensor) -> Tensor:
        t, table = unwrap(ids), self.embedding_table._t
        if t.dtype is torch.int16:
            t = t.int()
        if t.dtype not in (torch.int32, torch.int64):
            msg = f"nn.Embedding: ids must be int16, int32 or int64, got {t.dtype}"
            raise TypeError(msg)
        if self.use_one_hot:
            return wrap(self._by_one_hot(t, table))
        try:
            return wrap(F.embedding(t, table))
        except IndexError:
            if bool(((t < -self.vocab_size) | (t >= self.vocab_size)).any()):
                raise out_of_range("nn.Embedding", t, self.vocab_size) from None
            return wrap(F.embedding(torch.where(t < 0, t + self.vocab_size, t), table))  # from the end

    def _by_one_hot(self, t: torch.Tensor, table: torch.Tensor) -> torch.Tensor:
        if self.dtype != mstype.float32:  # the table never is of another type
            msg = f"nn.Embedding: one-hot vectors of {self.dtype} cannot be multiplied with a table of float32"
            raise TypeError(msg)
        rows = torch.arange(self.vocab_size, device=t.device)
        return (t.unsqueeze(-1) == rows).to(dtype=table.dtype) @ table

    def _torch_layer(self) -> TorchLayer | None:
        if self.use_one_hot or self.padding_idx is not None:  # torch's padding has no gradient
            return None
        settings = {
            "num_embeddings": self.vocab_size, "embedding_dim": self.embedding_size, "padding_idx": None,
            "max_norm": None, "norm_type": 2.0, "scale_grad_by_freq": False, "sparse": False,
        }  # fmt: skip
        return TorchLayer(torch.nn.Embedding, settings, {"weight": "embedding_table"})

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return (
            f"vocab_size={self.vocab_size}, embedding_size={self.embedding_size}, use_one_hot={self.use_one_hot}, "
            f"embedding_table={self.embedding_table}, dtype={self.dtype}, padding_idx={self.padding_idx}"
        )


class EmbeddingExt(Cell):
    """Look up one row of a table for each index; `mint.nn.Embedding`.

    Args:
        num_embeddings (int): rows.
        embedding_dim (int): length of a row.
        padding_idx (int, optional): a row that starts as zeros and gets no gradient. Default: ``None``.
        max_norm (float, optional): rows that are looked up and longer than this are shortened. Default: ``None``.
        norm_type (float): which p-norm `max_norm` means. Default: ``2.0``.
        scale_grad_by_freq (bool): divide the gradient of a row by how often it was looked up. Default: ``False``.
        sparse (bool): must be ``False``. Default: ``False``.
        _weight (Tensor, optional): the table's first values. Default ``None``: N(0, 1).
        _freeze (bool): do not train the table. Default: ``False``.
        dtype (mindspore.dtype, optional): type of the table. Default ``None``: float32.

    Inputs:
        - **input** (Tensor) - int32 or int64, any shape.

    Outputs:
        Tensor of shape (*input.shape, embedding_dim).

    Raises:
        TypeError: if an argument is of another kind.
        ValueError: if `sparse` is ``True``, `padding_idx` out of range, or `_weight` of another shape.

    Source: mindspore.nn.EmbeddingExt, MindSpore 2.10
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: Tensor | None = None,
        _freeze: bool = False,
        dtype: mstype.Type | None = None,
    ) -> None:
        super().__init__()
        if boolean("Embedding", "sparse", sparse):
            msg = "For 'Embedding', sparse gradients are not supported: leave 'sparse' False."
            raise ValueError(msg)
        self.sparse = sparse
        self.num_embeddings = size_arg("Embedding", "num_embeddings", num_embeddings)
        self.embedding_dim = size_arg("Embedding", "embedding_dim", embedding_dim)
        self.dtype = mstype.float32 if dtype is None else dtype
        self.padding_idx = padding_idx
        self.max_norm = _float_or_none("max_norm", max_norm)
        self.norm_type = _float_or_none("norm_type", norm_type)
        self.scale_grad_by_freq = boolean("Embedding", "scale_grad_by_freq", scale_grad_by_freq)
        shape = (num_embeddings, embedding_dim)
        if _weight is None:
            first = initializer(Normal(1, 0), shape, self.dtype)
            if padding_idx is not None:
                first = _with_zero_row("Embedding", first, padding_idx, lowest=-num_embeddings)
        elif tuple(unwrap(_weight).shape) == shape:
            first = _weight
        else:
            msg = f"For 'Embedding', '_weight' must have shape {shape}, but got {tuple(unwrap(_weight).shape)}."
            raise ValueError(msg)
        self.weight = Parameter(first, name="weight", requires_grad=not _freeze)

    def construct(self, input: Tensor) -> Tensor:
        norm_type = 2.0 if self.norm_type is None else self.norm_type
        return embedding(input, self.weight, self.padding_idx, self.max_norm, norm_type, self.scale_grad_by_freq)

    def _torch_layer(self) -> TorchLayer | None:
        return layer_of_same_settings(
            torch.nn.Embedding, self, "num_embeddings", "embedding_dim", "padding_idx", "max_norm", "norm_type",
            "scale_grad_by_freq", "sparse",
        )  # fmt: skip

    def extend_repr(self) -> str:
        """Describe the arguments."""
        return (
            f"num_embeddings={self.num_embeddings}, embedding_dim={self.embedding_dim}, "
            f"padding_idx={self.padding_idx}, max_norm={self.max_norm}, norm_type={self.norm_type}, "
            f"scale_grad_by_freq={self.scale_grad_by_freq}, dtype={self.dtype}"
        )


class EmbeddingLookup(Cell):
    """Look up one row of a table for each index; an index that is not there gives zeros.

    Args:
        vocab_size (int): rows.
        embedding_size (int): length of a row.
        param_init (Union[Tensor, str, Initializer, numbers.Number]): the table's first values. Default:
            ``'normal'``, which is N(0, 0.01).
        target (str): ``'CPU'`` or ``'DEVICE'``; both compute where the table is. Default: ``'CPU'``.
        slice_mode (str): how a cluster splits the table; without effect in one process. Default: ``'batch_slice'``.
        manual_shapes (tuple): as `slice_mode`. Default: ``None``.
        max_norm (Union[float, None]): results longer than this are shortened. Default: ``None``.
        sparse (bool): must be ``True`` for ``'CPU'``; gradients are dense either way. Default: ``True``.
        dtype (mindspore.dtype): type of the table. Default: ``mstype.float32``.

    Inputs:
        - **indices** (Tensor) - int32 or int64, at least one dimension.

    Outputs:
        Tensor of shape (*indices.shape, embedding_size).

    Raises:
        TypeError: if a size is no int, `sparse` no bool or `max_norm` no float.
        ValueError: if a size is below 1, `target` or `slice_mode` another word, `max_norm` not above 0, or `sparse`
            ``False`` for ``'CPU'``.

    Source: mindspore.nn.EmbeddingLookup, MindSpore 2.10
    """

    BATCH_SLICE = "batch_slice"
    FIELD_SLICE = "field_slice"
    TABLE_ROW_SLICE = "table_row_slice"
    TABLE_COLUMN_SLICE = "table_column_slice"

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        param_init: Any = "normal",
        target: str = "CPU",
        slice_mode: str = "batch_slice",
        manual_shapes: tuple[int, ...] | None = None,
        max_norm: float | None = None,
        sparse: bool = True,
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__()
        layer = type(self).__name__
        self.sparse = boolean(layer, "sparse", sparse)
        self.vocab_size = size_arg(layer, "vocab_size", vocab_size)
        self.target = target
        self.forward_unique = False
        modes = (self.BATCH_SLICE, self.FIELD_SLICE, self.TABLE_ROW_SLICE, self.TABLE_COLUMN_SLICE)
        if target not in ("CPU", "DEVICE"):
            msg = f"For '{layer}', the 'target' must be in ['CPU', 'DEVICE'], but got {target!r}."
            raise ValueError(msg)
        if slice_mode not in modes:
            msg = f"For '{layer}', the 'slice_mode' must be in {list(modes)}, but got {slice_mode!r}."
            raise ValueError(msg)
        if not sparse and target == "CPU":
            msg = f"For '{layer}', 'sparse' must be True when 'target' is 'CPU'."
            raise ValueError(msg)
        self.embedding_size = size_arg(layer, "embedding_size", embedding_size)
        first = initializer(param_init, [vocab_size, embedding_size], dtype=dtype)
        self.embedding_table = Parameter(first, name="embedding_table")
        if max_norm is not None and not isinstance(max_norm, float):
            msg = f"For '{layer}', the 'max_norm' must be float, but got {max_norm!r}."
            raise TypeError(msg)
        if max_norm is not None and max_norm <= 0:
            msg = f"For '{layer}', the 'max_norm' must be above 0, but got {max_norm}."
            raise ValueError(msg)
        self.max_norm = max_norm

    def construct(self, indices: Tensor) -> Tensor:
        return wrap(self._rows(unwrap(indices)))

    def _rows(self, ids: torch.Tensor) -> torch.Tensor:
        out = lookup(f"nn.{type(self).__name__}", self.embedding_table._t, ids)
        return out if self.max_norm is None else clip_rows(out, self.max_norm, ids.dim())


class MultiFieldEmbeddingLookup(EmbeddingLookup):
    """Look up weighted rows and combine those of the same field.

    Args:
        vocab_size (int): rows.
        embedding_size (int): length of a row.
        field_size (int): fields.
        param_init (Union[Tensor, str, Initializer, numbers.Number]): the table's first values. Default: ``'normal'``.
        target (str): as in `EmbeddingLookup`. Default: ``'CPU'``.
        slice_mode (str): as in `EmbeddingLookup`. Default: ``'batch_slice'``.
        feature_num_list (tuple): without effect, as in MindSpore. Default: ``None``.
        max_norm (Union[float, None]): rows longer than this are shortened. Default: ``None``.
        sparse (bool): as in `EmbeddingLookup`. Default: ``True``.
        operator (str): ``'SUM'``, ``'MEAN'`` (weighted by the sizes of the weights) or ``'MAX'``. Default: ``'SUM'``.
        dtype (mindspore.dtype): type of the table. Default: ``mstype.float32``.

    Inputs:
        - **input_indices** (Tensor) - int32 or int64, shape (batch, length).
        - **input_values** (Tensor) - float32 weights, same shape; 0 leaves the row out.
        - **field_ids** (Tensor) - int32, same shape.

    Outputs:
        Tensor of shape (batch, field_size, embedding_size); a field without weights is zeros.

    Raises:
        TypeError: if an input has another element type.
        ValueError: if an input is no matrix or `operator` another word.

    Source: mindspore.nn.MultiFieldEmbeddingLookup, MindSpore 2.10
    """

    OPERATOR_SUM = "SUM"
    OPERATOR_MEAN = "MEAN"
    OPERATOR_MAX = "MAX"

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        field_size: int,
        param_init: Any = "normal",
        target: str = "CPU",
        slice_mode: str = "batch_slice",
        feature_num_list: tuple[int, ...] | None = None,
        max_norm: float | None = None,
        sparse: bool = True,
        operator: str = "SUM",
        dtype: mstype.Type = mstype.float32,
    ) -> None:
        super().__init__(
            vocab_size, embedding_size, param_init, target, slice_mode, feature_num_list, max_norm, sparse, dtype
        )
        self.field_size = size_arg("MultiFieldEmbeddingLookup", "field_size", field_size)
        if operator not in ("SUM", "MAX", "MEAN"):
            msg = (
                f"For 'MultiFieldEmbeddingLookup', the 'operator' must be in ['SUM', 'MAX', 'MEAN'], got {operator!r}."
            )
            raise ValueError(msg)
        self.operator = operator

    def construct(  # type: ignore[override]
        self, input_indices: Tensor, input_values: Tensor, field_ids: Tensor
    ) -> Tensor:
        ids, weights, fields = unwrap(input_indices), unwrap(input_values), unwrap(field_ids)
        _check_field_inputs(ids, weights, fields)
        batch = ids.shape[0]
        bias = torch.arange(batch, device=ids.device).unsqueeze(1) * self.field_size
        segment = (fields + bias).reshape(-1)
        count = batch * self.field_size
        rows = (weights.unsqueeze(-1) * self._rows(ids)).reshape(-1, self.embedding_size)
        flat = weights.reshape(-1)
        total = flat.new_zeros(count).index_add(0, segment, flat.abs()).unsqueeze(-1)
        if self.operator == "MAX":
            rows = rows.masked_fill((flat == 0).unsqueeze(-1), torch.finfo(rows.dtype).min)
            start = rows.new_full((count, self.embedding_size), torch.finfo(rows.dtype).min)
            index = segment.unsqueeze(-1).expand_as(rows).to(dtype=torch.int64)
            merged = start.scatter_reduce(0, index, rows, "amax") * (total != 0)
        else:
            merged = rows.new_zeros(count, self.embedding_size).index_add(0, segment, rows)
        if self.operator == "MEAN":
            merged = torch.where(total == 0, 0, merged / torch.where(total == 0, 1, total))
        return wrap(merged.reshape(batch, self.field_size, -1))


def _check_field_inputs(ids: torch.Tensor, weights: torch.Tensor, fields: torch.Tensor) -> None:
    named = {"input_indices": ids, "input_values": weights, "field_ids": fields}
    kinds = {
        "input_indices": (torch.int32, torch.int64),
        "input_values": (torch.float32, torch.float64),
        "field_ids": (torch.int32,),
    }
    for name, t in named.items():
        if t.dim() != 2:
            msg = f"For 'MultiFieldEmbeddingLookup', the dimension of '{name}' must be 2d, but got {t.dim()}"
            raise ValueError(msg)
    for name, t in named.items():
        if t.dtype not in kinds[name]:
            msg = f"For 'MultiFieldEmbeddingLookup', the '{name}' must be of {kinds[name]}, but got {t.dtype}."
            raise TypeError(msg)


def _with_zero_row(layer: str, first: Tensor, row: Any, lowest: int) -> Tensor:
    """Return a copy of the initial table with one row of zeros."""
    rows = first.shape[0]
    if isinstance(row, bool) or not isinstance(row, int) or not lowest <= row < rows:
        msg = f"For '{layer}', the 'padding_idx' must be in range of [{lowest}, {rows}), but got {row!r}."
        raise ValueError(msg)
    t = (first.init_data() if first.has_init else first)._t.detach().clone()
    t[row] = 0
    return wrap(t)


def _float_or_none(name: str, value: Any) -> float | None:
    if value is not None and not isinstance(value, float):
        msg = f"For 'Embedding', the '{name}' must be float, but got {value!r}."
        raise TypeError(msg)
    return value


# MindSpore has more here than this family
__getattr__ = elsewhere(__name__, "ms2torch.nn")
