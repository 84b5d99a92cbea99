"""Decoding and scoring of sequences, ranges and distances, as Primitives."""

from __future__ import annotations

from typing import Any

import torch

from ms2torch._core.base import unwrap, unwrap_or_scalar, wrap
from ms2torch._core.convert import int_arg
from ms2torch._core.dtype import Type, given_type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.linalg import distance
from ms2torch.ops.function.nn import sequence_decode as decode
from ms2torch.ops.function.spectral.stft import short_time_fourier
from ms2torch.ops.primitive import Primitive


class CTCGreedyDecoder(Primitive):
    """Take the best class of each step, without blanks (the last class) and, if asked, repetitions.

    Args:
        merge_repeated (bool): equal classes one after the other count once. Default: ``True``.

    Inputs:
        - **inputs** (Tensor) - shape :math:`(time, batch, classes)`.
        - **sequence_length** (Tensor) - shape :math:`(batch,)`.

    Source: mindspore.ops.CTCGreedyDecoder, MindSpore 2.10
    """

    def __init__(self, merge_repeated: bool = True) -> None:
        self.merge_repeated = merge_repeated

    def __call__(self, inputs: Tensor, sequence_length: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        return decode.ctc_greedy_decoder(inputs, sequence_length, self.merge_repeated)


class EditDistance(Primitive):
    """Count the insertions, deletions and replacements between sequences of two sparse tensors.

    Args:
        normalize (bool): divide by the lengths of the truth. Default: ``True``.

    Inputs:
        - **hypothesis_indices**, **hypothesis_values**, **hypothesis_shape** (Tensor) - :math:`(N, R)`, :math:`(N)` and
          :math:`(R)`; the last dimension runs along the sequences.
        - **truth_indices**, **truth_values**, **truth_shape** (Tensor) - the same of what they are compared with.

    Outputs:
        Tensor of float32.

    Source: mindspore.ops.EditDistance, MindSpore 2.10
    """

    def __init__(self, normalize: bool = True) -> None:
        self.normalize = normalize

    def __call__(
        self,
        hypothesis_indices: Tensor,
        hypothesis_values: Tensor,
        hypothesis_shape: Tensor,
        truth_indices: Tensor,
        truth_values: Tensor,
        truth_shape: Tensor,
    ) -> Tensor:
        hypothesis = (hypothesis_indices, hypothesis_values, hypothesis_shape)
        return decode.edit_distance(hypothesis, (truth_indices, truth_values, truth_shape), self.normalize)


class RNNTLoss(Primitive):
    """Compute the loss of a transducer and its gradient.

    Args:
        blank_label (int): the class that goes on in time. Default: ``0``.

    Inputs:
        - **acts** (Tensor) - the scores, of shape :math:`(B, T, U, V)`; their log-softmax is taken.
        - **labels** (Tensor) - shape :math:`(B, U - 1)`.
        - **input_lengths** (Tensor) - shape :math:`(B,)`.
        - **label_lengths** (Tensor) - shape :math:`(B,)`.

    Outputs:
        tuple[Tensor]: the losses, and the gradient of their sum with respect to `acts`.

    Differs from MindSpore: it runs on Ascend alone; whether its kernel takes the softmax is not documented.

    Source: mindspore.ops.RNNTLoss, MindSpore 2.10
    """

    def __init__(self, blank_label: int = 0) -> None:
        self.blank_label = blank_label

    def __call__(
        self, acts: Tensor, labels: Tensor, input_lengths: Tensor, label_lengths: Tensor
    ) -> tuple[Tensor, Tensor]:
        return decode.rnnt_loss(acts, labels, input_lengths, label_lengths, self.blank_label)


class NoRepeatNGram(Primitive):
    """Give the lowest score to words that would make a sequence of words occur twice.

    Args:
        ngram_size (int): length of the sequences. Default: ``1``.

    Inputs:
        - **state_seq** (Tensor) - the words so far, of shape :math:`(batch, beams, m)`.
        - **log_probs** (Tensor) - scores of the next word, of shape :math:`(batch, beams, words)`.

    Raises:
        ValueError: if `ngram_size` is not positive, or too large.

    Source: mindspore.ops.NoRepeatNGram, MindSpore 2.10
    """

    def __init__(self, ngram_size: int = 1) -> None:
        if ngram_size < 1:
            msg = f"ops.NoRepeatNGram: ngram_size must be positive, got {ngram_size}"
            raise ValueError(msg)
        self.ngram_size = ngram_size

    def __call__(self, state_seq: Tensor, log_probs: Tensor) -> Tensor:
        return decode.no_repeat_ngram(state_seq, log_probs, self.ngram_size)


class NthElement(Primitive):
    """Take the n-th smallest or largest element along the last dimension, counted from 0.

    Args:
        reverse (bool): the n-th largest. Default: ``False``.

    Inputs:
        - **input** (Tensor) - one dimension or more.
        - **n** (Union[int, Tensor]) - which.

    Raises:
        ValueError: if `n` is out of range.

    Source: mindspore.ops.NthElement, MindSpore 2.10
    """

    def __init__(self, reverse: bool = False) -> None:
        self.reverse = reverse

    def __call__(self, input: Tensor, n: Any) -> Tensor:
        t, place = unwrap(input), int_arg(n)
        if t.ndim < 1 or not 0 <= place < t.shape[-1]:
            msg = f"ops.NthElement: n must be in [0, {t.shape[-1] if t.ndim else 0}), got {place}"
            raise ValueError(msg)
        return wrap(t.sort(-1, descending=self.reverse).values[..., place])


class SubAndFilter(Primitive):
    """Subtract an offset and keep what lies in [0, max_num) then.

    Inputs:
        - **input_x** (Tensor) - shape :math:`(N)`.
        - **max_num** (int) - bound.
        - **offset** (int) - what is subtracted.

    Outputs:
        tuple[Tensor]: what is kept, and where it was.

    Source: mindspore.ops.SubAndFilter, MindSpore 2.10
    """

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, input_x: Tensor, max_num: Any, offset: Any) -> tuple[Tensor, Tensor]:
        moved = unwrap(input_x) - int_arg(offset)
        places = ((moved >= 0) & (moved < int_arg(max_num))).nonzero()[:, 0]
        return wrap(moved[places]), wrap(places.to(dtype=moved.dtype))


class RaggedRange(Primitive):
    """Make a range for each start, limit and step, one after the other.

    Args:
        Tsplits (mindspore.dtype): type of the first output, int32 or int64.

    Inputs:
        - **starts** (Tensor) - 0-d or 1-d.
        - **limits** (Tensor) - same shape and type.
        - **deltas** (Tensor) - same shape and type, no 0.

    Outputs:
        tuple[Tensor]: where each range begins, with the end, and the values.

    Raises:
        ValueError: if the shapes do not fit, or a step is 0.

    Source: mindspore.ops.RaggedRange, MindSpore 2.10
    """

    def __init__(self, Tsplits: Type) -> None:
        self.Tsplits = Tsplits

    def __call__(self, starts: Tensor, limits: Tensor, deltas: Tensor) -> tuple[Tensor, Tensor]:
        first, last, step = (unwrap(v) for v in (starts, limits, deltas))
        if first.ndim > 1 or not first.shape == last.shape == step.shape or bool((step == 0).any()):
            msg = (
                "ops.RaggedRange: starts, limits and deltas must be 0-d or 1-d, of one shape, and no step 0, got "
                f"{tuple(first.shape)}, {tuple(last.shape)} and {step.tolist()}"
            )
            raise ValueError(msg)
        first, last, step = first.reshape(-1), last.reshape(-1), step.reshape(-1)
        if first.is_floating_point():
            count = ((last - first) / step).ceil().long().clamp(min=0)
        else:
            count = (-torch.div(first - last, step, rounding_mode="floor")).long().clamp(min=0)
        ends = torch.cat((count.new_zeros(1), count.cumsum(0)))
        place = torch.arange(int(ends[-1]), device=first.device) - ends[:-1].repeat_interleave(count)
        values = first.repeat_interleave(count) + place * step.repeat_interleave(count)
        return wrap(ends.to(given_type(self.Tsplits))), wrap(values.to(dtype=first.dtype))


class Pdist(Primitive):
    """Compute the p-norm distances between all pairs of rows.

    Args:
        p (float): the power, not negative; may be inf. Default: ``2.0``.

    Inputs:
        - **x** (Tensor) - shape :math:`(N, M)`.

    Raises:
        TypeError: if `p` is no float.
        ValueError: if `p` is negative.

    Source: mindspore.ops.Pdist, MindSpore 2.10
    """

    def __init__(self, p: float = 2.0) -> None:
        if not isinstance(p, float):
            msg = f"ops.Pdist: p must be a float, got {p!r}"
            raise TypeError(msg)
        if p < 0:
            msg = f"ops.Pdist: p must not be negative, got {p}"
            raise ValueError(msg)
        self.p = p

    def __call__(self, x: Tensor) -> Tensor:
        return distance.pdist(x, self.p)


class Renorm(Primitive):
    """Scale down the slices along a dimension whose p-norm is too large.

    Args:
        p (int): the power, above 0.
        dim (int): the dimension whose slices are meant.
        maxnorm (float): the largest norm allowed.

    Inputs:
        - **x** (Tensor) - of a floating or complex type.

    Source: mindspore.ops.Renorm, MindSpore 2.10
    """

    def __init__(self, p: int, dim: int, maxnorm: float) -> None:
        self.p = p
        self.dim = dim
        self.maxnorm = maxnorm

    def __call__(self, x: Tensor) -> Tensor:
        return distance.renorm(x, self.p, self.dim, self.maxnorm)


class STFT(Primitive):
    """Transform windows that slide over signals.

    Args:
        n_fft (int): size of the transforms.
        hop_length (int): step of the windows.
        win_length (int): length of the windows.
        normalized (bool): divide by the root of `n_fft`.
        onesided (bool): leave the second half out.
        return_complex (bool): else real and imaginary part are the last dimension.

    Inputs:
        - **x** (Tensor) - shape :math:`(L)` or :math:`(N, L)`.
        - **window** (Tensor) - shape :math:`(win_length)`.

    Source: mindspore.ops.STFT, MindSpore 2.10
    """

    def __init__(
        self, n_fft: int, hop_length: int, win_length: int, normalized: bool, onesided: bool, return_complex: bool
    ) -> None:
        self.n_fft = n_fft
        self.hop_length = hop_length
        self.win_length = win_length
        self.normalized = normalized
        self.onesided = onesided
        self.return_complex = return_complex

    def __call__(self, x: Tensor, window: Tensor) -> Tensor:
        return short_time_fourier(
            x, window, self.n_fft, self.hop_length, self.win_length,
            normalized=self.normalized, onesided=self.onesided, return_complex=self.return_complex,
        )  # fmt: skip


class LARSUpdate(Primitive):
    """Scale a gradient by the norms of weight and gradient.

    Args:
        epsilon (float): added to the divisor. Default: ``1e-05``.
        hyperpara (float): the trust coefficient. Default: ``0.001``.
        use_clip (bool): the factor is a share of the learning rate, 1 at most. Default: ``False``.

    Inputs:
        - **weight** (Tensor) - any shape.
        - **gradient** (Tensor) - same shape.
        - **norm_weight** (Tensor) - sum of the weight's squares.
        - **norm_gradient** (Tensor) - sum of the gradient's squares.
        - **weight_decay** (Union[Number, Tensor]) - the weight's share of the new gradient.
        - **learning_rate** (Union[Number, Tensor]) - learning rate.

    Outputs:
        Tensor, the new gradient.

    Source: mindspore.ops.LARSUpdate, MindSpore 2.10
    """

    def __init__(self, epsilon: float = 1e-05, hyperpara: float = 0.001, use_clip: bool = False) -> None:
        self.epsilon = epsilon
        self.hyperpara = hyperpara
        self.use_clip = use_clip

    def __call__(
        self,
        weight: Tensor,
        gradient: Tensor,
        norm_weight: Tensor,
        norm_gradient: Tensor,
        weight_decay: Any,
        learning_rate: Any,
    ) -> Tensor:
        size, slope = unwrap(norm_weight).sqrt(), unwrap(norm_gradient).sqrt()
        decay, rate = unwrap_or_scalar(weight_decay), unwrap_or_scalar(learning_rate)
        factor = self.hyperpara * size / (slope + decay * size + self.epsilon)
        if self.use_clip:
            factor = (factor / rate).clamp(0, 1)
        factor = torch.where((size > 0) & (slope > 0), factor, 1.0)  # as nn.LARS
        return wrap(factor * (unwrap(gradient) + decay * unwrap(weight)))
