"""The average loss."""

from __future__ import annotations

from typing import Any

from ms2torch.train.metrics.metric import Metric, rearrange_inputs


class Loss(Metric):
    """Compute the mean over batches of the loss, each batch counting once.

    Source: mindspore.train.Loss, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()
        self.clear()

    def clear(self) -> None:
        """Forget all batches."""
        self._sum_loss = 0.0
        self._total_num = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take the loss of one batch into account.

        Args:
            inputs: one loss, a scalar or of one dimension (then its mean counts).

        Raises:
            ValueError: if there is not one input, or it has more dimensions.
        """
        if len(inputs) != 1:
            raise ValueError(f"For 'Loss.update', it needs 1 input (loss), but got {len(inputs)}")
        loss = self._convert_data(inputs[0])
        if loss.ndim > 1:
            raise ValueError(f"For 'Loss.update', the dimension of your input (loss) must be 1, but got {loss.ndim}.")
        self._sum_loss += float(loss.reshape(-1).mean(-1))
        self._total_num += 1

    def eval(self) -> float:
        """Return the mean loss.

        Raises:
            RuntimeError: before any `update`.
        """
        if self._total_num == 0:
            raise self._no_samples()
        return self._sum_loss / self._total_num
