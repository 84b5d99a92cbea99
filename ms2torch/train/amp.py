"""Mixed precision.

Source: mindspore.amp, MindSpore 2.10
"""

from __future__ import annotations

import inspect
from collections import defaultdict
from typing import Any

from ms2torch import _checkparam as validator, log as logger, nn
from ms2torch._core import dtype as mstype
from ms2torch._errors import require_default
from ms2torch.common.tensor import Tensor
from ms2torch.nn.cell import Cell
from ms2torch.ops.primitive import Primitive
from ms2torch.parallel._utils import _get_pipeline_stages as _get_pipeline_stages
from ms2torch.train._amp_auto import lowered_by_operation
from ms2torch.train._amp_lists import LowInList, to_float32, white_list as _white_list
from ms2torch.train.loss_scale_manager import DynamicLossScaleManager, LossScaleManager

_LEVELS = ("O0", "O1", "O2", "O3", "auto")
_ADAPTED = ("O2", "O3")
_config_level: dict[str, dict[str, Any]] = {
    level: {
        "keep_batchnorm_fp32": level == "O2",
        "cast_model_type": mstype.float16 if level in _ADAPTED else mstype.float32,
        "loss_scale_manager": DynamicLossScaleManager() if level == "O2" else None,
    }
    for level in _LEVELS
}
# Kinds that level O1 leaves as they are; a program adds its own.
_INNER_AMP_BLACK_LIST: list[type] = []
# Which arguments of an operation level "auto" casts, where it is not all of them; a program reads it.
AMP_PRIM_ARG_TABLE: defaultdict[type, list[int]] = defaultdict(list)
_LOWERED = ("O1", "O2", "O3", "auto")


def get_black_list() -> list[type[Cell]]:
    """Return the Cells that level O2 keeps in float32.

    Source: mindspore.amp.get_black_list, MindSpore 2.10
    """
    return [nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d, nn.LayerNorm]


# lists that programs extend and pass to functions of their own
AMP_BLACK_LIST: list[type[Cell]] = get_black_list()
AMP_WHITE_LIST: list[type] = _white_list()


def get_white_list() -> list[type]:
    """Return the Cells and Primitives that level O1 computes in a lower precision.

    Source: mindspore.amp.get_white_list, MindSpore 2.10
    """
    return _white_list()


def auto_mixed_precision(network: Any, amp_level: str = "O0", dtype: mstype.Type = mstype.float16) -> Any:
    """Let a network compute in a lower precision.

    Args:
        network (Union[Cell, Function]): the network, which is changed; a function for ``"auto"`` only.
        amp_level (str): ``"O0"`` nothing; ``"O1"`` what is in `get_white_list`; ``"O2"`` everything but batch and
            layer normalisation; ``"O3"`` everything; ``"auto"`` operation by operation: convolutions and products of
            matrices lower, exponentials, norms, sums and losses in float32, all others in the type of their inputs.
            Default: ``"O0"``.
        dtype (mindspore.dtype): float16 or bfloat16. Default: ``mindspore.float16``.

    Returns:
        Cell, whose outputs are float32; for ``"auto"`` the Cell or function, whose outputs are as they are computed.

    Raises:
        TypeError: if `network` is not a Cell.
        ValueError: if `amp_level` or `dtype` is none of those above.

    Source: mindspore.amp.auto_mixed_precision, MindSpore 2.10
    """
    if amp_level not in _LEVELS:
        raise ValueError(f"The amp level {amp_level} is not supported; it must be one of {_LEVELS}.")
    if amp_level == "auto" and not isinstance(network, Cell) and inspect.isroutine(network):
        return lowered_by_operation(network, dtype)
    _check_network(network, dtype)
    if amp_level == "O0":
        return network
    if getattr(network, "_amp_level", None) in _LOWERED:
        logger.warning("The network's mixed-precision level is adjusted from %s to %s.", network._amp_level, amp_level)
    if amp_level == "auto":
        lowered = lowered_by_operation(network, dtype)
        lowered._amp_level = amp_level
        return lowered
    if amp_level == "O1":
        lowered = LowInList(network, [kind for kind in _white_list() if kind not in _INNER_AMP_BLACK_LIST], dtype)
        lowered._amp_level = amp_level
        return lowered
    if amp_level == "O2":
        _keep_in_float32(network, tuple(get_black_list()), dtype)
    else:
        network.to_float(dtype)
    out = _OutputTo32(network)
    out._amp_level = amp_level
    return out


def custom_mixed_precision(
    network: Cell,
    *,
    white_list: list[type] | None = None,
    black_list: list[type[Cell]] | None = None,
    dtype: mstype.Type = mstype.float16,
) -> Cell:
    """Let a network compute in a lower precision: Cells and Primitives of some types, or all Cells but some.

    Args:
        network (Cell): the network; it is changed.
        white_list (list[type], optional): types of Cells and Primitives that are lowered; of Primitives those in
            `get_white_list`. Default: ``None``.
        black_list (list[type], optional): types of Cells that stay in float32. Default: ``None``.
        dtype (mindspore.dtype): float16 or bfloat16. Default: ``mindspore.float16``.

    Returns:
        Cell, whose outputs are float32.

    Raises:
        TypeError: if `network` is not a Cell, or a list not one of such types.
        ValueError: if no list is given, or both.
        UnsupportedArgumentError: for another Primitive in `white_list`.

    Source: mindspore.amp.custom_mixed_precision, MindSpore 2.10
    """
    _check_network(network, dtype)
    if (white_list is None) == (black_list is None):
        msg = "For custom_mixed_precision, one of white_list and black_list must be provided, and not both."
        raise ValueError(msg)
    if white_list is not None:
        _check_list("white_list", white_list, (Cell, Primitive))
        return LowInList(network, white_list, dtype)
    assert black_list is not None
    _check_list("black_list", black_list, (Cell,))
    _keep_in_float32(network, tuple(black_list), dtype)
    return _OutputTo32(network)


def build_train_network(
    network: Cell,
    optimizer: Cell,
    loss_fn: Cell | None = None,
    level: str = "O0",
    boost_level: str = "O0",
    **kwargs: Any,
) -> Cell:
    """Put network, loss and optimizer together into a Cell that makes one training step.

    Args:
        network (Cell): the network.
        optimizer (Cell): the optimizer.
        loss_fn (Cell, optional): the loss; ``None`` where the network computes it. Default: ``None``.
        level (str): see `auto_mixed_precision`. Default: ``"O0"``.
        boost_level (str): must be ``"O0"``. Default: ``"O0"``.
        kwargs: `cast_model_type` (float16 or float32), `keep_batchnorm_fp32` (bool) and `loss_scale_manager`
            (LossScaleManager or ``None``) in the place of the level's own.

    Returns:
        Cell.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if `level` or a keyword is unknown.

    Source: mindspore.amp.build_train_network, MindSpore 2.10
    """
    if not isinstance(optimizer, Cell):
        raise TypeError(f"For 'build_train_network', 'optimizer' must be an Optimizer, but got {type(optimizer)}.")
    if loss_fn is not None and not isinstance(loss_fn, Cell):
        raise TypeError(f"For 'build_train_network', 'loss_fn' must be a Cell, but got {type(loss_fn)}.")
    _check_level(level, boost_level)
    require_default("build_train_network", "boost_level", boost_level, "O0", "leave it out")
    config = _config(level, kwargs)
    network = _cast_network(network, config, level)
    if loss_fn is not None:
        network = _add_loss_network(network, loss_fn, config["cast_model_type"])
    manager = config["loss_scale_manager"]
    if manager is None:
        return nn.TrainOneStepCell(network, optimizer).set_train()
    update_cell = manager.get_update_cell()
    if update_cell is not None:
        return nn.TrainOneStepWithLossScaleCell(network, optimizer, scale_sense=update_cell).set_train()
    return nn.TrainOneStepCell(network, optimizer, manager.get_loss_scale()).set_train()


def _config(level: str, changes: dict[str, Any]) -> dict[str, Any]:
    _check_kwargs(changes)
    config = {**_config_level[level], **changes}
    if level == "O2" and "loss_scale_manager" not in changes:
        config["loss_scale_manager"] = DynamicLossScaleManager()  # one of its own: it keeps the scale
    return config


def _check_kwargs(key_words: dict[str, Any]) -> None:
    """Check what replaces parts of a level.

    Args:
        key_words (dict[str, Any]): the parts by name.

    Raises:
        TypeError: if one is of the wrong type.
        ValueError: if a name is unknown.
    """
    for name, value in key_words.items():
        if name not in _config_level["O0"]:
            raise ValueError(f"Unsupported arg '{name}'")
        if name == "cast_model_type":
            validator.check_type_name(name, value, [mstype.float16, mstype.float32], None)
        elif name == "keep_batchnorm_fp32":
            validator.check_value_type(name, value, bool)
        elif value:
            validator.check_value_type(name, value, [LossScaleManager])


def _check_level(level: Any, boost_level: Any) -> tuple[str, bool]:
    """Check the levels of `build_train_network`.

    Args:
        level (str): of mixed precision.
        boost_level (str): of `mindspore.boost`.

    Returns:
        tuple of the first, and whether boost is asked for.

    Raises:
        TypeError: if `level` is no string.
        ValueError: if one is unknown.
    """
    if not isinstance(level, str):
        msg = f"The argument `level` must be a string in {list(_LEVELS)},but got type {type(level)}."
        raise TypeError(msg)
    validator.check("level", level, "", list(_LEVELS), validator.IN)
    validator.check("boost_level", boost_level, "", ["O0", "O1", "O2"], validator.IN)
    return level, boost_level != "O0"


def _do_keep_batchnorm_fp32(network: Cell) -> None:
    """Let the layers of the black list compute in float32, and give float16 to what follows.

    Args:
        network (Cell): changed in place.
    """
    kinds = tuple(get_black_list())
    for name, cell in network.name_cells().items():
        if isinstance(cell, kinds):
            network._cells[name] = _OutputTo16(cell.to_float(mstype.float32))
        elif cell is not network:
            _do_keep_batchnorm_fp32(cell)


def _add_loss_network(network: Cell, loss_fn: Any, cast_model_type: mstype.Type) -> Cell:
    """Put a network and its loss together; the loss is in float32.

    Args:
        network (Cell): the network.
        loss_fn (Cell): the loss.
        cast_model_type (mindspore.dtype): what the network computes in.

    Raises:
        TypeError: if `loss_fn` is no Cell.
    """
    validator.check_value_type("loss_fn", loss_fn, Cell)
    level = getattr(network, "_amp_level", None)
    low = cast_model_type in (mstype.float16, mstype.bfloat16) or level in (*_ADAPTED, "auto")
    return _WithFloat32Loss(network, loss_fn) if low else nn.WithLossCell(network, loss_fn)


def _cast_network(network: Cell, config: dict[str, Any], level: str) -> Cell:
    if config["cast_model_type"] != mstype.float16:
        return network if level in _ADAPTED else auto_mixed_precision(network, level)
    if config["keep_batchnorm_fp32"]:
        _keep_in_float32(network, tuple(get_black_list()), mstype.float16)
    else:
        network.to_float(mstype.float16)
    return network


def _keep_in_float32(network: Cell, kinds: tuple[type[Cell], ...], dtype: mstype.Type) -> None:
    network.to_float(dtype)
    for _, cell in network.cells_and_names():
        if cell is not network and isinstance(cell, kinds):
            cell.to_float(mstype.float32)


class _OutputTo32(Cell):
    """A network whose floating-point outputs are float32."""

    def __init__(self, backbone: Cell) -> None:
        super().__init__(auto_prefix=False)
        self._backbone = backbone

    def construct(self, *args: Any, **kwargs: Any) -> Any:
        return to_float32(self._backbone(*args, **kwargs))


class _OutputTo16(Cell):
    """A layer whose output is float16."""

    def __init__(self, op: Cell) -> None:
        super().__init__(auto_prefix=False)
        self._op = op

    def construct(self, x: Tensor) -> Tensor:
        return self._op(x).astype(mstype.float16)


class _WithFloat32Loss(Cell):
    """A network in low precision with its loss in float32."""

    def __init__(self, backbone: Cell, loss_fn: Cell) -> None:
        super().__init__(auto_prefix=False)
        self._backbone = backbone
        self._loss_fn = loss_fn

    def construct(self, data: Tensor, label: Tensor) -> Any:
        return self._loss_fn(to_float32(self._backbone(data)), to_float32(label))


def _check_list(name: str, given: object, bases: tuple[type, ...]) -> None:
    if not isinstance(given, list) or not all(isinstance(kind, type) and issubclass(kind, bases) for kind in given):
        words = " or ".join(base.__name__ for base in bases)
        raise TypeError(f"For custom_mixed_precision, {name} must be a list of {words} types, but got {given!r}.")


def _check_network(network: object, dtype: object) -> None:
    if not isinstance(network, Cell):
        raise TypeError(f"For mixed precision, the network type should be Cell, but got {type(network)}.")
    if dtype not in (mstype.float16, mstype.bfloat16):
        raise ValueError(f"For mixed precision, the dtype should be float16 or bfloat16, but got {dtype}.")


def _auto_black_list(network: Cell, black_list: list[type[Cell]], dtype: mstype.Type = mstype.float16) -> Cell:
    """Let a network compute in a lower precision, but for Cells of the kinds in a list; returns the network."""
    _keep_in_float32(network, tuple(black_list), dtype)
    return network


def _auto_mixed_precision_rewrite(
    network: Cell,
    dtype: mstype.Type,
    *,
    white_list: list[type] | None = None,
    black_list: list[type[Cell]] | None = None,
) -> Cell:
    """Let a network compute in a lower precision: what is in one list, or all but what is in the other.

    Raises:
        ValueError: if no list is given, or both.
    """
    return custom_mixed_precision(network, white_list=white_list, black_list=black_list, dtype=dtype)
