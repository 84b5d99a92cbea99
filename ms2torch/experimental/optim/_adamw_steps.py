"""What all parameters of a step of AdamW have in common."""

from __future__ import annotations

from ms2torch.common.tensor import Tensor


def prepare_func(
    lr: Tensor, weight_decay: float, state_step: Tensor, beta1: float, beta2: float
) -> tuple[Tensor, Tensor, Tensor]:
    """Return the factor of the weights, the size of the step and the root of the correction of second moments.

    Args:
        lr (Tensor): the learning rate.
        weight_decay (float): the weight decay.
        state_step (Tensor): how many steps are done, this one too.
        beta1 (float): the decay of first moments.
        beta2 (float): the decay of second moments.

    Source: mindspore.experimental.optim.adamw.prepare_func, MindSpore 2.10
    """
    decayed = 1 - lr * weight_decay
    step_size = lr / (1 - beta1**state_step)
    return decayed, step_size, (1 - beta2**state_step).sqrt()
