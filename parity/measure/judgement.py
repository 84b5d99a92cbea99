"""Whether a difference is a defect or rounding, by the thresholds of `parity.measure.thresholds`."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from parity.measure.thresholds import HALF_PRECISION_UNITS, NOISE_SHARE, OK_RATIO, Thresholds
from parity.report.model import Judgement


def least_noise(dtype: torch.dtype) -> float:
    """Return half a unit in the last place of `dtype`: no tensor can be represented better."""
    return float(torch.finfo(dtype).eps) / 2 if dtype.is_floating_point else 0.0


@dataclass(frozen=True, slots=True)
class Norms:
    """Norm of a difference and of the reference tensor; an infinite error means they cannot be compared."""

    error: float
    reference: float

    @property
    def relative(self) -> float:
        """Error over reference; 0 for 0/0."""
        if not self.error:
            return 0.0
        return self.error / self.reference if self.reference else float("inf")


def same_value(dtype: torch.dtype, thresholds: Thresholds) -> float:
    """Return the relative difference up to which two values of a precision are one value.

    Args:
        dtype (torch.dtype): the precision of the comparison.
        thresholds (Thresholds): that of float64 is among them.
    """
    return thresholds.float64 if dtype == torch.float64 else HALF_PRECISION_UNITS * torch.finfo(dtype).eps


def same_in_float64(norms: Norms, noise: float, *, relative: float) -> bool:
    """Tell whether a float64 difference is rounding.

    Args:
        norms (Norms): of the difference.
        noise (float): norm of the reference's own float32 error at this tensor; 0 if unknown.
        relative (float): the threshold, `Thresholds.float64`.
    """
    return norms.error <= relative * norms.reference or norms.error <= NOISE_SHARE * noise


def judge(ratio: float, greatest: float) -> Judgement:
    """Return the judgement of a noise ratio.

    Args:
        ratio (float): the ratio.
        greatest (float): above it the judgement is ``"fail"``; `Thresholds.noise`.
    """
    return "ok" if ratio <= min(OK_RATIO, greatest) else "warn" if ratio <= greatest else "fail"
