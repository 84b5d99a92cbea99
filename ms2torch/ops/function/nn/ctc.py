"""Connectionist temporal classification: what happens to the labels, and the losses of both kinds of paths."""

from __future__ import annotations

import torch
import torch.nn.functional as F

# stands for the logarithm of 0 where paths are added up: gradients of infinite sums would be nan
_NEVER = -1e30


def label_rows(
    places: torch.Tensor, labels: torch.Tensor, batch: int, blank: int, collapse: bool
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the labels of each sample, padded, and how many there are.

    Blanks, and what else is no class, fill a row up at its end and are no labels.

    Args:
        places (torch.Tensor): sample and place of each label, shape (L, 2).
        labels (torch.Tensor): the labels, shape (L).
        batch (int): the number of samples.
        blank (int): the class that is the blank.
        collapse (bool): take equal labels that follow each other for one.

    Raises:
        RuntimeError: if a label follows what is none.
    """
    rows: list[list[int]] = [[] for _ in range(batch)]
    ordered = sorted(zip(places.tolist(), labels.tolist(), strict=True))
    for (sample, _), label in ordered:
        rows[sample].append(label)
    for i, row in enumerate(rows):
        while row and not 0 <= row[-1] < blank:
            row.pop()
        if not all(0 <= label < blank for label in row):
            msg = f"For 'CTCLoss', the labels of sample {i} must be in [0, {blank}), but got {row}."
            raise RuntimeError(msg)
        if collapse:
            rows[i] = [label for n, label in enumerate(row) if n == 0 or row[n - 1] != label]
    lengths = [len(row) for row in rows]
    widest = max([1, *lengths])
    padded = [row + [0] * (widest - len(row)) for row in rows]
    device = labels.device
    return torch.tensor(padded, device=device), torch.tensor(lengths, device=device)


def fits(targets: torch.Tensor, lengths: torch.Tensor, frames: torch.Tensor, merge: bool) -> torch.Tensor:
    """Tell for each sample whether its labels can be written in its frames."""
    inside = torch.arange(targets.shape[1], device=targets.device) < lengths[:, None]
    repeats = ((targets[:, 1:] == targets[:, :-1]) & inside[:, 1:]).sum(1) if merge else 0
    return lengths + repeats <= frames


def merged_losses(
    log_p: torch.Tensor, targets: torch.Tensor, frames: torch.Tensor, lengths: torch.Tensor, blank: int
) -> torch.Tensor:
    """Return the loss of each sample where a label may be written in several frames."""
    return F.ctc_loss(log_p, targets, frames, lengths, blank=blank, reduction="none")


def unmerged_losses(
    log_p: torch.Tensor, targets: torch.Tensor, frames: torch.Tensor, lengths: torch.Tensor, blank: int
) -> torch.Tensor:
    """Return the loss of each sample where every frame writes the next label or nothing."""
    batch = targets.shape[0]
    written = torch.full((batch, targets.shape[1] + 1), _NEVER, dtype=log_p.dtype, device=log_p.device)
    written[:, 0] = 0
    after = [written]
    for frame in log_p:
        still = written + frame[:, blank, None]
        one_more = written[:, :-1] + frame.gather(1, targets)
        written = torch.cat([still[:, :1], torch.logaddexp(still[:, 1:], one_more)], 1)
        after.append(written)
    return -torch.stack(after)[frames, torch.arange(batch, device=log_p.device), lengths]
