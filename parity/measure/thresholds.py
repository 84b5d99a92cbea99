"""When two tensors count as the same: every threshold, each with where it comes from.

Nothing here needs torch: the command line lists those that a user can change (`Thresholds`).
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields

from parity.code.errors import CannotCompare

FLOAT64_RELATIVE = 5e-7
"""Greatest relative L2 error in float64 that is no defect.

Both nets in float64 agree to about 1e-12 where they are the same mathematics. A net may hold float32 constants of its
own (0.1 as a float32 is off by 6e-8 relative; eight such roundings stay below this number); the smallest wrong
default seen in practice, LayerNorm's 1e-7 for 1e-5, gives 5e-6 on inputs of unit variance. What hides below is found
by its arguments. Measured on 28 correct ports with 5 seeds (`python -m benchmarks.parity_noise`): median 0, 99 % below
1.9e-8, greatest 3.3e-8.
"""

GRADIENT_RELATIVE = 1e-5
"""Greatest relative L2 error of a gradient in float64 that is no defect, where the outputs agree.

Gradients cancel: on correct ports that hold float32 constants the greatest seen is 6.7e-7 (a bias behind a ReLU; 28
ports, 20 seeds). What is wrong in gradients alone (a detach, another rule at ties, a padding row that learns) moves
them by 1e-3 and more.
"""

SURE_RELATIVE = 1e-9
"""Inputs that agree to this are taken as equal: what their layer adds is then its own."""

NOISE_SHARE = 1e-3
"""A float64 error below this share of what float32 rounding does to the same tensor is rounding too.

float64 rounds 2^-29 = 2e-9 times finer than float32; this leaves a factor of 5e5 and covers tensors that are zero but
for rounding, where no relative figure means anything.
"""

UPDATE_RELATIVE = 1e-2
"""Greatest relative error of what training has changed in a weight.

MindSpore's optimizers keep their numbers in float32, which moves Adam's update by 4e-6, and its Adam adds epsilon
before the bias correction, which moves elements with gradients of 1e-4 by 3e-3: both are what a correct port does.
Another formula moves an update by a tenth and more; arguments that differ are tried whatever the size.
"""

FIRST_LOSS_RELATIVE = 5e-6
"""Greatest relative difference of the losses of the first step, where the weights are still equal."""

OK_RATIO = 3.0
WARN_RATIO = 10.0
"""Ratio of the port's error to the reference's own noise: up to 3 ok, up to 10 warn, above fail.

Measured on correct ports (ResNet-18 train step, 103 tensors; 4-layer transformer, 63 gradients): median 1.2 to 1.5,
greatest 4.8. Outputs of 28 correct ports with 5 seeds: greatest 1.2 in float32, 1.6 in float16, 1.3 in bfloat16. A
LayerNorm epsilon of 1e-7 for 1e-5 gives 23 to 47, a tanh GELU for the exact one 305 to 1013.
"""

NOISE_TELLS = 0.1
"""Share of a tensor above which a float64 difference is no rounding, be the reference's own as great as it may.

Where a net's own code casts, a difference in float64 counts as rounding up to some times the reference's float32 error.
That error is 1e-7 to 1e-3 of a tensor in nets of use; where it is of the tensor's own size (a net whose float32
run has nothing to do with its float64 run), it excuses nothing.
"""

SMALL_TENSOR = 256
"""Below this many elements one run may be exact by luck; the median noise of the whole net is then the least taken."""

CONSTANT_FLOAT32 = 1e-6
"""Relative difference up to which two constants, or a weight_norm that was put together again, are the same numbers.

float32 rounds to 6e-8; a constant computed in another order of operations is off by a few of these roundings.
"""

CONSTANT_RELATIVE = 1e-5
"""Relative L2 difference up to which a table that the port computes (positions, masks) is the reference's.

Sines of 4096 positions whose frequencies are computed in float32 as a power here and as an exponential there differ by
8e-6; a base of 9999 for 10000 moves those of 512 positions by 5e-4.
"""

INIT_P_VALUE = 1e-6
"""Least p-value of the two-sample tests of initial weights that is no defect: one in a million by chance.

A net has some hundred weights, so that a correct one is reported as different once in ten thousand nets. The samples of
at least 20,000 values see a standard deviation that is off by 5 %.
"""

STEP_SEEN = 1e-7
"""Relative error of an update below which an optimizer's argument is not reported: float32 state gives 6e-8."""

VALUES_BETTER = 0.1
"""Share of the difference that may be left where weights are paired otherwise than names and order say.

The wrong rows or a transposed weight make an output that has nothing to do with the right one: relative errors of 1.
Beside the right pairs, a real mistake in the same layer (a tanh GELU: 1e-4) leaves far less than a tenth of that.
"""

IDLE_RELATIVE = 1e-9
"""Up to which relative difference a layer that is wrong itself errs alike with its own input and with the reference's.

Both runs are in float64: what softmax makes 0 of leaves nothing, and what has an effect leaves far more.
"""

VALUES_WRONG = 1e-2
"""Relative difference of what a construct returns for the reference's input below which its weights are paired right.

Weights in the wrong place make differences of size 1; wrong defaults beside right weights make 1e-3 and less.
"""

BETTER = 3.0
"""Factor by which correcting an argument must bring updates closer to count, be they ever so close."""

LOSS_BETTER = 1e-6
"""Share of its distance by which correcting a loss's argument must bring it closer to count as an explanation."""

ZERO_GRADIENT = 1e-12
"""Norm below which a gradient in float64 is zero but for rounding: 1e4 roundings of numbers of size 1."""

ROUNDED_GRADIENT = 1e-6
"""Share of the greatest gradient (per root of its size) below which a difference of another is rounding.

The gradient of keys' bias is zero, as softmax is blind to it; where a net casts to float32 itself, 1e-8 of the greatest
is left of it on either side, and nothing of it is the same.
"""

ZERO = 1e-14
"""Size below which a loss or an update is no number to divide by."""

LEAST_UPDATE = 1e-4
"""Share of the greatest update (per root of its size) below which an update is nothing beside the others.

A gradient that is zero but for rounding, normalised by Adam, moves its weight by the learning rate; beside real updates
in the same net that is what counts as noise.
"""

LEAST_GRADIENT = 1e-9
"""Share of the greatest gradient inside a Cell below which one is nothing beside the others."""

HALF_PRECISION_UNITS = 64
"""Units in the last place up to which values inside a Cell are one value, where float64 is impossible.

Operations in another order on sums of a few thousand elements differ by some tens of units.
"""

NOISY_UNITS = 100.0
"""Half units in the last place up to which what reaches a layer is one value, where float64 is impossible.

The sum of 10,000 roundings at random is 100 of them.
"""

NOISE_PER_LAYER = 4.0
"""Noise taken for granted where neither side can be run: this many roundings a layer, adding up at random."""

REPEATABLE = 1e-6
"""Threads may add in another order, which is 1e-7 in float32; noise that a net makes is greater."""


PLAIN_NUMBERS_RELATIVE = 1e-5
"""Greatest relative difference of returned Python numbers where there is no float64 run: some hundred roundings of
float32."""

ROUGH_RELATIVE = 1e-4
"""Greatest relative error of varied inputs taken as rounding where a side cannot run in float64.

float32 adds up some thousand roundings in a deep net; what exceeds this is compared in full and judged by its noise.
"""

NAMED_ALIKE = 0.9
"""Share of the layers with weights that must bear the same names in both nets for names to pair layers.

Names are only proposed then: running the nets decides. A port that keeps its reference's names keeps all but those of
layers that MindSpore writes otherwise (a packed attention); one that has its own shares a few by chance (`head`, `fc`).
Any share from 0.6 to 1 tells the cases of `test_the_share_of_equal_names_is_not_delicate` apart.
"""

PACK_FITS = 4.0
PACK_SAME_INPUT = 2.0
PACK_SAME_NAME = 1.0
"""What speaks for a layer of one side packing several of the other, added up; the sum over a net is made greatest.

Kind and size come before the shape of what is read, that before a name. Their sizes are not delicate: with any one of
them taken by 0.5 to 2, the same layers are packed (`test_the_sizes_of_the_scores_of_packing_are_not_delicate`).
"""

SMALL_IMAGE = 4
REPEATED_IMAGE = 8
"""Rows or columns of an image up to which its size is probed on copies beside one another, and how many these have.

Windows that pad alike at one size and not at another (``same`` for ``valid``) show when a row is taken off. Of four
rows or fewer a pool of three would have one window left, or none; on eight, a window of 7 still moves.
"""

PAIR_SAME_KIND = 6.0
PAIR_OTHER_SIZE = 3.0
PAIR_CUSTOM = 3.0
PAIR_RELATED = 2.0
PAIR_SAME_WEIGHTS = 3.0
PAIR_SAME_OUTPUT = 2.0
PAIR_SAME_INPUT = 1.0
PAIR_SAME_NAME = 0.5
"""What speaks for two layers being each other's counterpart, added up; the sum over a net is made greatest.

Their order is what counts: a layer of the same kind before one whose weights alone fit, that before a function of the
same shapes; shapes of weights before those of what flows, and a name only where all else is equal (it is less than any
other). Their sizes are not delicate: with any one of them halved, taken by 0.75, 1.25 or 1.5, or doubled, every case of
`tests/parity/pair/test_layers.py` comes out the same (`test_the_sizes_of_the_scores_are_not_delicate` executes it).
"""


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The thresholds that decide a verdict; a comparison may change them, and its report says so.

    Args:
        float64 (float): greatest relative L2 error in float64. Default: `FLOAT64_RELATIVE`.
        gradient (float): likewise of a gradient. Default: `GRADIENT_RELATIVE`.
        update (float): greatest relative error of what training has changed. Default: `UPDATE_RELATIVE`.
        loss (float): greatest relative difference of the first losses. Default: `FIRST_LOSS_RELATIVE`.
        noise (float): greatest ratio of the port's error in working precision to the reference's own noise. Default:
            `WARN_RATIO`.
        init (float): least p-value of the tests of initial weights. Default: `INIT_P_VALUE`.
    """

    float64: float = FLOAT64_RELATIVE
    gradient: float = GRADIENT_RELATIVE
    update: float = UPDATE_RELATIVE
    loss: float = FIRST_LOSS_RELATIVE
    noise: float = WARN_RATIO
    init: float = INIT_P_VALUE

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names by which thresholds can be changed."""
        return tuple(entry.name for entry in fields(cls))

    @classmethod
    def of(cls, changed: Mapping[str, float]) -> Thresholds:
        """Return the thresholds with some changed.

        Raises:
            CannotCompare: if there is no threshold of a name, or a value is no positive number.
        """
        for name, value in changed.items():
            if name not in cls.names():
                close = difflib.get_close_matches(name, cls.names(), n=1)
                hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(cls.names())}"
                raise CannotCompare(f"tolerance {name!r} is none: {hint}")
            if not (isinstance(value, (int, float)) and math.isfinite(value) and value > 0):
                raise CannotCompare(f"tolerance {name}: {value!r} is no positive number")
        return cls(**changed)


COMPENSATED_RELATIVE = 1e-11
COMPENSATED_SHARE = 1e-5
"""A difference has vanished if what is left of it is rounding, or this share of what it was where it arose.

Two formulas of one function agree to 1e-15 in float64; a wrong epsilon or a tanh GELU that passes through a whole net
keeps a tenth to a hundredth of its size. The share lets float32 constants in a formula (6e-8) pass.
"""
