"""Mixed precision by operator: which Primitives are cast, and to what.

These are the lists themselves and the stack of those in force, as MindSpore's core keeps them. What casts here is
`ms2torch.amp.auto_mixed_precision`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from ms2torch import log as logger
from ms2torch._core import dtype as mstype
from ms2torch.common.dtype import Type

PrimList = Iterable[tuple[str, Sequence[int]]]


class AmpLevel(Enum):
    """How far a network is cast."""

    AmpO0 = 0
    AmpO1 = 1
    AmpO2 = 2
    AmpO3 = 3
    AmpAuto = 4


class PrimCastStrategy(Enum):
    """What happens to the inputs of one Primitive."""

    AmpIgnore = 0
    AmpDoCast = 1
    AmpSetDtype = 2
    AmpSetDtypeOpt = 3
    AmpAutoPromote = 4


class AmpStrategy:
    """A level with its lists.

    Args:
        level (AmpLevel): the level.
        dtype (mindspore.dtype): what Primitives of the white list are cast to.
        white_list (Iterable): (name, positions of the inputs); no positions are all.
        black_list (Iterable): likewise of those cast to float32.
    """

    def __init__(self, level: AmpLevel, dtype: Type, white_list: PrimList, black_list: PrimList) -> None:
        self._level = level
        self._dtype = dtype
        self._white = [(name, list(places)) for name, places in white_list]
        self._black = [(name, list(places)) for name, places in black_list]

    def get_amp_level(self) -> AmpLevel:
        """Return the level."""
        return self._level

    def get_amp_dtype(self) -> Type:
        """Return what the white list is cast to."""
        return self._dtype

    def get_white_list(self) -> list[tuple[str, list[int]]]:
        """Return the white list."""
        return self._white

    def get_black_list(self) -> list[tuple[str, list[int]]]:
        """Return the black list."""
        return self._black


@dataclass
class PrimCastStrategyInfo:
    """What a strategy says of one Primitive."""

    strategy: PrimCastStrategy = PrimCastStrategy.AmpIgnore
    dtype: Type | None = None
    arg_pos: list[int] = field(default_factory=list)


_STACK: list[AmpStrategy] = []


def create_amp_strategy(level: AmpLevel, dtype: Type, white_list: PrimList, black_list: PrimList) -> AmpStrategy:
    """Make a strategy; arguments as of `AmpStrategy`."""
    return AmpStrategy(level, dtype, white_list, black_list)


def push_amp_strategy(level: AmpLevel, dtype: Type, white_list: PrimList, black_list: PrimList) -> None:
    """Make a strategy the one in force; arguments as of `AmpStrategy`."""
    _STACK.append(AmpStrategy(level, dtype, white_list, black_list))


def pop_amp_strategy() -> None:
    """Put the strategy before in force; warn where there is none."""
    if _STACK:
        _STACK.pop()
    else:
        logger.warning("pop_amp_strategy: no strategy is in force")


def get_curr_amp_strategy() -> AmpStrategy | None:
    """Return the strategy in force, or None."""
    return _STACK[-1] if _STACK else None


def get_prim_cast_strategy_info(strategy: AmpStrategy, prim_name: str) -> PrimCastStrategyInfo:
    """Return what a strategy says of a Primitive.

    Args:
        strategy (AmpStrategy): the strategy.
        prim_name (str): the Primitive's name.
    """
    for listed, dtype in ((strategy.get_white_list(), strategy.get_amp_dtype()),
                          (strategy.get_black_list(), mstype.float32)):  # fmt: skip
        for name, places in listed:
            if name == prim_name:
                return PrimCastStrategyInfo(PrimCastStrategy.AmpDoCast, dtype, places)
    return PrimCastStrategyInfo()
