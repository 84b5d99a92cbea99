"""The rows of the table: what each torch name is in MindSpore, and what the two do differently.

Everything here is frozen data and pure functions of it; nothing imports torch or MindSpore.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from mappings.rows.layouts import SAME, Layout

Kind = Literal[
    "layer",
    "container",
    "loss",
    "function",
    "primitive",
    "tensor_method",
    "optimizer",
    "initializer",
    "module",
    "other",
]
Status = Literal["same", "names", "defaults", "different", "partial", "none"]
Stage = Literal["forward", "grad", "train", "optim", "init", "load", "construct"]
Loudness = Literal["loud", "silent"]
WrittenExpectation = Literal["equal", "differs", "raises"]  # what a data file may say
Expectation = WrittenExpectation | Literal["unlike"]
CaseStage = Literal["forward", "grad", "train", "optim", "init"]

KINDS: tuple[Kind, ...] = get_args(Kind)
STATUSES: tuple[Status, ...] = get_args(Status)
LOUDNESSES: tuple[Loudness, ...] = get_args(Loudness)
STAGES: tuple[Stage, ...] = get_args(Stage)
CASE_STAGES: tuple[CaseStage, ...] = get_args(CaseStage)
EXPECTATIONS: tuple[WrittenExpectation, ...] = get_args(WrittenExpectation)


@dataclass(frozen=True, slots=True)
class Opaque:
    """A default that is no Python literal, such as a dtype; only its text is known."""

    text: str

    def __repr__(self) -> str:
        return f"<{self.text}>"


class _Required:
    """The type of `REQUIRED`: the argument has no default."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<required>"


REQUIRED = _Required()

# The rules of argument differences that stand in no row.
NO_EQUIVALENT = "no-equivalent"
PLAIN_ARGUMENT = "argument"
PADDING_SPELLING = "padding-spelling"


@dataclass(frozen=True, slots=True)
class Param:
    """One constructor or function argument on both sides.

    Attributes:
        torch: torch's name, or None where torch has no such argument.
        mindspore: MindSpore's name, or None where MindSpore has none.
        torch_default, mindspore_default: the defaults; `REQUIRED` where there is none, `Opaque` for a non-literal.
        transform: how a torch value becomes the MindSpore value, from `mappings.transforms.TRANSFORMS`.
        transform_argument: what the transform takes after its colon, or "". Of ``unknown``: the transform that tells
            what MindSpore's argument means where it stands in the place of another, which is None; it is not written.
        must: for a MindSpore-only argument, the value that gives torch's behaviour (absent: its default does).
        shows: the stage where a wrong value shows, or "none" where it changes nothing that is compared.
    """

    torch: str | None
    mindspore: str | None
    torch_default: object = REQUIRED
    mindspore_default: object = REQUIRED
    transform: str = "identity"
    transform_argument: str = ""
    must: object = REQUIRED
    shows: str = "forward"


@dataclass(frozen=True, slots=True)
class Weight:
    """One weight or buffer on both sides. `None` on a side: it has no such tensor.

    Attributes:
        torch, mindspore: the names within the layer; `*` stands for the same text in both (``weight_ih_*``).
        layout: what turns the torch array into the MindSpore array.
        buffer: True if torch keeps it as a buffer.
    """

    torch: str | None
    mindspore: str | None
    layout: Layout = SAME
    buffer: bool = False


@dataclass(frozen=True, slots=True)
class Law:
    """How a tensor is first filled, e.g. ``uniform(1/sqrt(fan_in))``: the family and, as text, its parameter.

    ``uniform(b)`` is U(-b, b), ``normal(s)`` is N(0, s^2), ``constant(c)``.
    """

    family: str
    parameter: str = ""

    def __str__(self) -> str:
        return f"{self.family}({self.parameter})"


@dataclass(frozen=True, slots=True)
class Init:
    """The distribution of one weight's initial values on both sides (`weight` is torch's name)."""

    weight: str
    torch: Law
    mindspore: Law

    @property
    def same(self) -> bool:
        """True if both sides draw from one distribution."""
        return self.torch == self.mindspore


@dataclass(frozen=True, slots=True)
class Difference:
    """One measured difference.

    Attributes:
        rule: its name within the row, e.g. ``pad_mode-default``.
        argument: the MindSpore argument or behaviour at fault.
        fact: what differs, one sentence.
        shows: the stage where it shows.
        loudness: ``loud`` if it stops or changes a shape, ``silent`` if only values change.
        fix: what to write or do instead; "" where there is no remedy.
    """

    rule: str
    argument: str
    fact: str
    shows: Stage
    loudness: Loudness
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """One executed statement about both sides: two lines of code, the inputs, and what must come out.

    Attributes:
        number: position within the row, from 1.
        torch, mindspore: the code (see `mappings.expressions`); of an equal case MindSpore's is also derived from
            torch's (`mappings.lines.calls`), and what is written here, if anything, is run beside it.
        inputs: input specs (see `mappings.inputs`).
        expected: ``equal``, ``differs``, ``raises`` (the side named by `raises_on` raises, the other does not), or of a
            derived case ``unlike`` (MindSpore's differs or raises).
        stage: what is compared.
        proves: the rule of the difference that this case shows, or "".
        error: the class name that must be raised, or "" for any.
        tolerance: greatest allowed difference, relative to the largest value of torch's output.
        ignore_dtype: True if the output dtypes may differ.
        compare: ``values``, ``shape``, or ``zeros`` (rate of zeros and mean of the rest, for dropout).
        steps: how many forward passes (train) or optimizer steps (optim).
        grad_scale: scale of the gradients fed to an optimizer.
        constants: the inputs that gradients are not taken of.
        variants: False if nothing is to be derived from the case: no other values, no gradients.
        call: how the MindSpore layer is called, with `layer` for it; "" for a call with the inputs.
        oracle: what real MindSpore's CPU kernel does instead of `expected`, or ``skip``, or "".
        oracle_reason: why.
    """

    number: int
    torch: str
    mindspore: str = ""
    inputs: tuple[str, ...] = ()
    expected: Expectation = "equal"
    stage: CaseStage = "forward"
    proves: str = ""
    error: str = ""
    raises_on: Literal["torch", "mindspore", "both"] = "mindspore"
    tolerance: float = 2e-5
    ignore_dtype: bool = False
    compare: Literal["values", "shape", "zeros"] = "values"
    steps: int = 3
    grad_scale: float = 1.0
    constants: tuple[str, ...] = ()
    variants: bool = True
    call: str = ""
    oracle: str = ""
    oracle_reason: str = ""


@dataclass(frozen=True, slots=True)
class ArgumentDifference:
    """One argument of a paired layer that is not what torch's arguments ask for.

    Attributes:
        argument: MindSpore's argument name.
        torch_argument: torch's argument name, or None.
        torch_value: torch's value (its default where it was not given), or None.
        mindspore_value: what the MindSpore side has.
        expected: the value to write; an `Opaque` holds code such as ``Normal(1.0)``.
        shows: the stage where it shows, or "none".
        loudness: loud or silent.
        fact: the measured difference behind it, or a plain statement of the two values.
        rule: the row's rule, or `PLAIN_ARGUMENT`, `NO_EQUIVALENT`, `PADDING_SPELLING`.
        equivalent: True if both spell the same behaviour, False if not, None if that depends on the input.
        also: arguments that must be written together with this one (``padding`` with ``pad_mode='pad'``).
    """

    argument: str
    torch_argument: str | None
    torch_value: object
    mindspore_value: object
    expected: object
    shows: str
    loudness: Loudness
    fact: str
    rule: str
    equivalent: bool | None = False
    also: Mapping[str, object] = field(default_factory=dict)

    @property
    def corrections(self) -> dict[str, object]:
        """What to write: this argument and those that go with it; {} where MindSpore cannot express torch's value."""
        return {} if self.rule == NO_EQUIVALENT else {self.argument: self.expected, **self.also}

    @property
    def fix(self) -> str:
        """The keywords to write, e.g. ``pad_mode='pad', padding=1``; "" where there is no equivalent."""
        return ", ".join(f"{name}={written(value)}" for name, value in self.corrections.items())


def written(value: object) -> str:
    """Return a value as source; one that is no literal by the name it is known by."""
    return value.text if isinstance(value, Opaque) else repr(value)


@dataclass(frozen=True, slots=True)
class Row:
    """One pair of names and everything known about it.

    Attributes:
        torch: full public torch name, e.g. ``torch.nn.Conv2d``.
        mindspore: full public MindSpore name, e.g. ``mindspore.nn.Conv2d``; "" where there is no counterpart.
        kind, status: see `KINDS` and `STATUSES`. ``same``: nothing differs; ``names``: only names or layouts;
            ``defaults``: a default differs; ``different``: the same arguments mean something else;
            ``partial``: an argument of torch has no counterpart; ``none``: torch's name has none.
        family: the name of the file the row stands in.
        advice: one line on how to write it, or "".
        dims: spatial dimensions of a convolution or pool, else 0.
        write: the MindSpore expression that does what a call of torch does, with torch's argument names as variables;
            "" where renaming the arguments is enough.
        none: why there is neither a counterpart nor a way to write it, or "".
        when: where real MindSpore does not have it (``not on CPU``), or "".
        tries: values, as code, that the automatic variation gives an argument of torch.
        oracle: what of the derived cases real MindSpore's CPU kernels get wrong, by variant, and why.
        stated: what the data file says of kind, status and dims, which are worked out.
        listed: the params of the data file; the rest of `params` is worked out from the signatures.
    """

    torch: str
    mindspore: str
    kind: Kind
    status: Status
    family: str
    params: tuple[Param, ...] = ()
    weights: tuple[Weight, ...] = ()
    init: tuple[Init, ...] = ()
    differences: tuple[Difference, ...] = ()
    cases: tuple[Case, ...] = ()
    advice: str = ""
    dims: int = 0
    write: str = ""
    none: str = ""
    when: str = ""
    tries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    oracle: Mapping[str, str] = field(default_factory=dict)
    stated: Mapping[str, str] = field(default_factory=dict, compare=False)
    listed: tuple[Param, ...] = field(default=(), compare=False)
    number: int = field(default=0, compare=False)

    @property
    def label(self) -> str:
        """How messages name this row: ``nn_conv:torch.nn.Conv2d -> mindspore.nn.Conv2d``."""
        return f"{self.family}:{self.pair}"

    @property
    def pair(self) -> str:
        """Both names: ``torch.nn.Conv2d -> mindspore.nn.Conv2d``."""
        return f"{self.torch} -> {self.mindspore or '(none)'}"

    def difference_for(self, argument: str) -> Difference | None:
        """Return the first difference about MindSpore argument `argument`, or None."""
        return next((d for d in self.differences if d.argument == argument), None)
