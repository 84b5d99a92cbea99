"""Decoding, comparing and scoring of sequences of labels."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.element_types import admitted
from ms2torch._core.tensor_type import Tensor


def ctc_greedy_decoder(
    inputs: Tensor, sequence_length: Tensor, merge_repeated: bool = True
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Take the best class of each step, without blanks (the last class) and, if asked, repetitions.

    Args:
        inputs (Tensor): the scores, of a floating type and shape :math:`(time, batch, classes)`.
        sequence_length (Tensor): steps of each sequence, of int32 and shape :math:`(batch,)`.
        merge_repeated (bool): equal classes one after the other count once. Default: ``True``.

    Returns:
        tuple[Tensor]: where each label stands (sequence, place), the labels, (sequences, length of the longest), all of
        int64, and minus the sum of the best scores of each sequence, of shape :math:`(batch, 1)`.

    Raises:
        ValueError: if the shapes do not fit, or a length is larger than `time`.

    Source: mindspore.ops.ctc_greedy_decoder, MindSpore 2.10
    """
    t, lengths = admitted(inputs, "ops.ctc_greedy_decoder"), unwrap(sequence_length)
    if t.ndim != 3 or lengths.shape != t.shape[1:2]:
        msg = (
            "ops.ctc_greedy_decoder: needs inputs (time, batch, classes) and sequence_length (batch,), got shapes "
            f"{tuple(t.shape)} and {tuple(lengths.shape)}"
        )
        raise ValueError(msg)
    if lengths.numel() and int(lengths.max()) > t.shape[0]:
        msg = f"ops.ctc_greedy_decoder: sequence_length {lengths.tolist()} is larger than the {t.shape[0]} steps"
        raise ValueError(msg)
    best, classes = t.max(-1)
    lasting = torch.arange(t.shape[0], device=t.device)[:, None] < lengths
    score = -torch.where(lasting, best, torch.zeros_like(best)).sum(0)[:, None]
    kept = lasting & (classes != t.shape[2] - 1)
    if merge_repeated:
        kept[1:] &= classes[1:] != classes[:-1]
    kept, classes = kept.T, classes.T
    place = kept.cumsum(1) - 1
    indices = torch.stack((kept.nonzero()[:, 0], place[kept]), 1)
    longest = int(kept.sum(1).max()) if kept.numel() else 0
    shape = torch.tensor([t.shape[1], longest], dtype=torch.int64, device=t.device)
    return wrap(indices), wrap(classes[kept]), wrap(shape), wrap(score)


def _sequences(indices: Tensor, values: Tensor, shape: tuple[int, ...]) -> dict[int, list[object]]:
    """Return the values of each sequence, in their order, by its number."""
    out: dict[int, list[object]] = {}
    for place, value in zip(unwrap(indices).tolist(), unwrap(values).tolist(), strict=True):
        number = 0
        for each, size in zip(place[:-1], shape[:-1], strict=True):
            number = number * size + each
        out.setdefault(number, []).append(value)
    return out


def _levenshtein(a: list[object], b: list[object]) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def edit_distance(
    hypothesis: tuple[Tensor, Tensor, Tensor], truth: tuple[Tensor, Tensor, Tensor], normalize: bool = True
) -> Tensor:
    """Count the insertions, deletions and replacements between sequences of two sparse tensors.

    Args:
        hypothesis (tuple[Tensor]): indices :math:`(N, R)`, values :math:`(N)` and shape :math:`(R)`; the last dimension
            runs along the sequences.
        truth (tuple[Tensor]): the same of what they are compared with.
        normalize (bool): divide by the lengths of `truth`. Default: ``True``.

    Returns:
        Tensor of float32, of R - 1 dimensions.

    Raises:
        ValueError: if the ranks differ.

    Source: mindspore.ops.EditDistance, MindSpore 2.10
    """
    shapes = [unwrap(side[2]).tolist() for side in (hypothesis, truth)]
    ranks = {len(shapes[0]), len(shapes[1]), unwrap(hypothesis[0]).shape[-1], unwrap(truth[0]).shape[-1]}
    if len(ranks) > 1:
        msg = f"ops.EditDistance: indices and shapes must have one rank, got {sorted(ranks)}"
        raise ValueError(msg)
    shape = tuple(max(pair) for pair in zip(*shapes, strict=True))
    ours, theirs = (_sequences(side[0], side[1], shape) for side in (hypothesis, truth))
    out = torch.zeros(shape[:-1], dtype=torch.float32).flatten()
    for number in ours.keys() | theirs.keys():
        a, b = ours.get(number, []), theirs.get(number, [])
        distance = float(_levenshtein(a, b))
        if normalize:
            distance = distance / len(b) if b else float("inf")
        out[number] = distance
    return wrap(out.view(shape[:-1]).to(unwrap(truth[1]).device))


def rnnt_loss(
    acts: Tensor, labels: Tensor, input_lengths: Tensor, label_lengths: Tensor, blank_label: int = 0
) -> tuple[Tensor, Tensor]:
    """Compute minus the log-probability that a transducer gives the labels, over all alignments, and its gradient.

    Args:
        acts (Tensor): the scores, of shape :math:`(B, T, U, V)`; their log-softmax is taken here.
        labels (Tensor): shape :math:`(B, U - 1)`.
        input_lengths (Tensor): steps in time of each, of shape :math:`(B,)`.
        label_lengths (Tensor): labels of each, of shape :math:`(B,)`.
        blank_label (int): the class that goes on in time. Default: ``0``.

    Returns:
        tuple[Tensor]: the losses :math:`(B,)`, and the gradient of their sum with respect to `acts`.

    Raises:
        ValueError: if the shapes do not fit.

    Differs from MindSpore: it runs on Ascend alone; whether its kernel takes the softmax is not documented.

    Source: mindspore.ops.RNNTLoss, MindSpore 2.10
    """
    t, targets = unwrap(acts), unwrap(labels).long()
    times, counts = unwrap(input_lengths).long(), unwrap(label_lengths).long()
    if t.ndim != 4 or targets.shape != (t.shape[0], t.shape[2] - 1) or times.shape != counts.shape != t.shape[:1]:
        msg = (
            "ops.RNNTLoss: needs acts (B, T, U, V), labels (B, U - 1) and lengths (B,), got shapes "
            f"{tuple(t.shape)}, {tuple(targets.shape)}, {tuple(times.shape)} and {tuple(counts.shape)}"
        )
        raise ValueError(msg)
    costs = _transducer_costs(t, targets, times, counts, blank_label)
    with torch.enable_grad():
        leaf = t.detach().requires_grad_()
        total = _transducer_costs(leaf, targets, times, counts, blank_label).sum()
        (gradient,) = torch.autograd.grad(total, leaf)
    return wrap(costs), wrap(gradient)


def _transducer_costs(
    t: torch.Tensor, labels: torch.Tensor, times: torch.Tensor, counts: torch.Tensor, blank: int
) -> torch.Tensor:
    """Return the losses: alpha(t, u) goes on by a blank in time or by a label in u."""
    wide = t.float() if t.dtype in (torch.float16, torch.bfloat16) else t
    logs = torch.log_softmax(wide, -1)
    stay = logs[..., blank]
    places = labels[:, None, :, None].expand(-1, t.shape[1], -1, 1)
    emit = logs[:, :, :-1].gather(-1, places)[..., 0]
    # sums of the labels so far turn the recurrence over u into one cumulative log-sum-exp
    sums = torch.cat((torch.zeros_like(stay[..., :1]), emit.cumsum(-1)), -1)
    alpha = sums[:, 0]
    rows = [alpha]
    for step in range(1, t.shape[1]):
        entered = alpha + stay[:, step - 1]
        alpha = sums[:, step] + torch.logcumsumexp(entered - sums[:, step], -1)
        rows.append(alpha)
    batch = torch.arange(t.shape[0], device=t.device)
    final = torch.stack(rows, 1)[batch, times - 1, counts] + stay[batch, times - 1, counts]
    return -final.to(dtype=t.dtype)


def no_repeat_ngram(state_seq: Tensor, log_probs: Tensor, ngram_size: int = 1) -> Tensor:
    """Give the lowest score to words that would make a sequence of words occur twice.

    Args:
        state_seq (Tensor): the words so far, of int32 and shape :math:`(batch, beams, m)`.
        log_probs (Tensor): scores of the next word, of shape :math:`(batch, beams, words)`.
        ngram_size (int): length of the sequences. Default: ``1``.

    Returns:
        Tensor like `log_probs`.

    Raises:
        ValueError: if the shapes do not fit.

    Source: mindspore.ops.NoRepeatNGram, MindSpore 2.10
    """
    words, scores = unwrap(state_seq).long(), unwrap(log_probs)
    if words.ndim != 3 or scores.ndim != 3 or words.shape[:2] != scores.shape[:2]:
        msg = (
            "ops.NoRepeatNGram: needs state_seq (batch, beams, m) and log_probs (batch, beams, words), got shapes "
            f"{tuple(words.shape)} and {tuple(scores.shape)}"
        )
        raise ValueError(msg)
    length = words.shape[2]
    if ngram_size > length:
        msg = f"ops.NoRepeatNGram: ngram_size must be at most the number of words, {length}, got {ngram_size}"
        raise ValueError(msg)
    runs = words.unfold(2, ngram_size, 1)
    same = (runs[..., :-1] == words[:, :, None, length - ngram_size + 1 :]).all(-1)
    banned = torch.zeros(scores.shape, dtype=torch.int64, device=scores.device)
    banned = banned.scatter_add(2, runs[..., -1], same.long()) > 0
    return wrap(scores.masked_fill(banned, torch.finfo(scores.dtype).min))
