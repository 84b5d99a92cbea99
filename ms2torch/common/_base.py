"""Where `TensorBase`, `wrap` and `unwrap` lay before `ms2torch._core.base`; tools outside import them from here."""

from ms2torch._core.base import TensorBase as TensorBase, unwrap as unwrap, wrap as wrap

__all__ = ["TensorBase", "unwrap", "wrap"]
