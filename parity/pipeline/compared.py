"""Whether a comparison compared anything: two empty tensors agree, and so do two that are infinite or saturated."""

from __future__ import annotations

import torch

from parity.code.errors import CannotCompare
from parity.pipeline.job import Job


def require_something_compared(job: Job) -> None:
    """Refuse to call nets the same of which no output says anything.

    Args:
        job (Job): a comparison that found no difference.

    Raises:
        CannotCompare: if every input or every output is empty, or no output has a finite number, or every output of
            floating point is one number throughout.
    """
    if job.forward is None:
        return
    outputs = [tensor for _, tensor in job.forward.reference64.outputs]
    if job.setting.inputs and not any(entry.tensor.numel() for entry in job.setting.inputs):
        raise CannotCompare("nothing was compared: every input is empty; give inputs that hold elements (--input)")
    if not any(tensor.numel() for tensor in outputs):
        raise CannotCompare(
            "nothing was compared: every output is empty; give inputs for which the nets return elements"
        )
    floats = [tensor for tensor in outputs if tensor.is_floating_point() and tensor.numel()]
    if floats and not any(bool(tensor.isfinite().any()) for tensor in floats):
        raise CannotCompare(
            "nothing was compared: no output holds a finite number; give inputs of another size, such as a .npy file"
        )
    if floats and len(floats) == sum(tensor.numel() > 0 for tensor in outputs) and all(map(_is_constant, floats)):
        raise CannotCompare(
            f"nothing was compared: the output is {float(floats[0].flatten()[0]):g} throughout, whatever is computed; "
            "give inputs or weights that do not saturate it"
        )


def _is_constant(tensor: torch.Tensor) -> bool:
    return tensor.numel() > 1 and bool((tensor == tensor.flatten()[0]).all())
