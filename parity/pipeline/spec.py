"""What to compare: one frozen description that every stage reads, and the only list of options.

The library function, the command, the pytest fixture and the report take their options from here: an option is a line
of `Options`, which editors and type checkers read, and the field of `CompareSpec` of the same name, which holds its
default and what the command line calls it.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, TypeVar

from parity.code.errors import CannotCompare
from parity.measure.thresholds import Thresholds
from parity.nets.target import Target
from parity.report.model import Value

if TYPE_CHECKING:
    from parity.weights.files import WeightFile

Mode = Literal["eval", "train"]
WeightSource: TypeAlias = "str | WeightFile"
_Call = TypeVar("_Call", bound=Callable[..., object])
Kind = Literal["text", "flag", "number", "choice", "texts", "mapping file", "numbers by name"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option as the command line shows it.

    Args:
        help (str): what it does.
        kind (Kind): how it is written: ``texts`` may be repeated, a ``mapping file`` holds a JSON object, ``numbers by
            name`` are NAME=VALUE and may be repeated. Default: ``"text"``.
        flag (str): its name there. Default: ``""``, the field's with dashes.
        metavar (str): what stands for the value. Default: ``""``.
        choices (tuple[str, ...]): the only values. Default: ``()``.
    """

    help: str
    kind: Kind = "text"
    flag: str = ""
    metavar: str = ""
    choices: tuple[str, ...] = ()


def _shown(help: str, kind: Kind = "text", **shown: Any) -> dict[str, Option]:
    return {"option": Option(help, kind, **shown)}


class Options(TypedDict, total=False):
    """The options of a comparison.

    Args:
        mode (Mode): whether both nets run in eval or in train mode. Default: ``"eval"``.
        grad (bool): compare gradients of parameters and inputs too. Default: ``False``.
        steps (int): training steps to take and compare. Default: ``0``.
        init (bool): compare the distributions of the initial weights. Default: ``False``.
        seed (int): seeds construction, weights and inputs. Default: ``0``.
        dtype (str): working precision judged against float64. Default: ``"float32"``.
        precision (bool): run both nets in float16 and bfloat16 too, and compare the types that operations compute in.
            With `dtype` one of these, that one alone is looked at anyway. Default: ``False``.
        weights (WeightSource): ``"seeded"``: weights that hide nothing; ``"reference"``: those the reference has; or a
            file (.pth, .safetensors, .ckpt), put into the side whose names it carries. They are copied to the other
            side. Default: ``"seeded"``.
        port_weights (WeightSource): a file of the port's own; `weights` is the reference's then, nothing is copied, and
            the weights are compared too. Default: ``""``.
        by_name (bool): checkpoints are loaded by name: that weights are right only in one another's place, or tied on
            one side alone, is an error, not a warning. Default: ``False``.
        mapping (Mapping[str, str] | None): reference path to port path, of layers or weights, where pairing needs help.
            Default: ``None``.
        ref_optimizer (str): the reference's, such as ``"torch.optim.AdamW(1e-3)"``; parameters are passed first.
            Default: ``""``, SGD with rate 0.01.
        port_optimizer (str): the port's, such as ``"nn.AdamWeightDecay(1e-3)"``. Default: ``""``, likewise.
        ref_loss (str): an expression or ``file.py:fn`` that takes the outputs, or a framework's loss such as
            ``"torch.nn.CrossEntropyLoss()"``, which is given a fixed target. Default: ``""``, the mean of squares
            against a fixed random target.
        port_loss (str): likewise. Default: ``""``.
        calls (str | Sequence[str]): arguments of several calls of both nets, one after the other, such as
            ``"ids[:, :8], use_cache=True"`` and ``"ids[:, 8:9], past_key_values=out.past_key_values"``: inputs by name,
            ``out`` is what the call before returned. Default: ``()``, one call with the inputs.
        port_calls (str | Sequence[str]): the port's, where it is called otherwise. Default: ``()``, the same.
        ignore_where (str): what does not count of outputs and layers, an expression of inputs by name such as
            ``"attention_mask==0"``: of shape (batch, tokens) it leaves these rows out. Default: ``""``, everything
            counts.
        layers (str | Sequence[str]): patterns of paths, such as ``"encoder.*"``, of the only layers to hold and to
            compare; the rest is run. The outputs are always compared. Default: ``()``, all layers.
        max_memory (int | str): bytes of the reference's activations to hold at most, also as ``"512M"`` or ``"2G"``;
            both nets then run once for each part of the layers that fits. Default: ``0``, no bound.
        tolerance (Mapping[str, float]): thresholds of the verdict to change, by name: those of
            `parity.measure.thresholds.Thresholds`, such as ``{"float64": 1e-9}``. Default: none.
        reference_name (str): name in the report. Default: ``""``, derived from the target.
        port_name (str): likewise. Default: ``""``.
        runtime (str): ``"mindspore"`` or ``"mindspore=PYTHON"`` runs the port, a target string, in real MindSpore with
            that interpreter. Default: ``""``, on ms2torch in this process.
        device (str): where both nets run, as torch spells it: ``"cuda"``, ``"cuda:1"``, ``"npu"``. Without tf32, and
            deterministic. Default: ``"cpu"``.
        thorough (bool): compare gradients, initial weights, two training steps and float16 too, and vary the inputs:
            batches, sizes, values, masks, integers. Default: ``False``.
        step (str): of a dump: the number of the only step to compare. Default: ``""``, all that both sides have.
        rank (str): of a dump: the rank, as ``"0"``; ``"all"`` joins the ranks of a side that has several,
            ``"each"`` compares two dumps rank by rank. Default:
            ``""``, the first.
        ranks (int): how many ranks the port runs as, each in a process of its own; the reference is not sharded.
            Default: ``1``.
        source (str): of a dump: the folder of the sources that its stacks name, which lie elsewhere here. Default:
            ``""``, the working directory.
    """

    mode: Mode
    grad: bool
    steps: int
    init: bool
    seed: int
    dtype: str
    precision: bool
    weights: WeightSource
    port_weights: WeightSource
    by_name: bool
    mapping: Mapping[str, str] | None
    ref_optimizer: str
    port_optimizer: str
    ref_loss: str
    port_loss: str
    calls: str | Sequence[str]
    port_calls: str | Sequence[str]
    ignore_where: str
    layers: str | Sequence[str]
    max_memory: int | str
    tolerance: Mapping[str, float]
    reference_name: str
    port_name: str
    runtime: str
    device: str
    thorough: bool
    step: str
    rank: str
    ranks: int
    source: str


@dataclass(frozen=True, slots=True)
class CompareSpec:
    """What to compare, and how: the options are those of `Options`, complete and checked.

    Args:
        reference (Target): the net taken as right.
        port (Target): the net under test.
        inputs (tuple[str, ...]): specs and files as they were given, or ``"array"``.
    """

    reference: Target
    port: Target
    inputs: tuple[str, ...] = ()
    mode: Mode = field(default="eval", metadata=_shown("Mode of both nets.", "choice", choices=("eval", "train")))
    weights: WeightSource = field(
        default="seeded",
        metadata=_shown(
            (
                "Copy seeded random weights to both nets, or the reference's own to the port, or those of a .pth, "
                ".safetensors or .ckpt file from the net whose names it carries to the other."
            ),
            metavar="seeded|reference|FILE",
        ),
    )
    port_weights: WeightSource = field(
        default="",
        metadata=_shown(
            "A file of the port's own beside the reference's --weights: nothing is copied, the weights are compared.",
            metavar="FILE",
        ),
    )
    by_name: bool = field(
        default=False,
        metadata=_shown(
            (
                "Checkpoints are loaded by name: weights that fit only in one another's place (gate and up exchanged) "
                "or are tied on one side alone are errors, not warnings."
            ),
            "flag",
        ),
    )
    mapping: Mapping[str, str] = field(
        default_factory=dict,
        metadata=_shown(
            (
                'JSON object that settles the pairing: {"reference path": "port path"} of layers or weights. Of dumps, '
                "a YAML mapping of msprobe's too."
            ),
            "mapping file",
            flag="--map",
            metavar="FILE",
        ),
    )
    seed: int = field(default=0, metadata=_shown("Seed of weights and inputs.", "number"))
    dtype: str = field(
        default="float32",
        metadata=_shown(
            "Working precision, judged against float64.", "choice", choices=("float32", "float16", "bfloat16")
        ),
    )
    precision: bool = field(
        default=False,
        metadata=_shown(
            ("Run both nets in float16 and in bfloat16 too, and compare the types that their operations compute in."),
            "flag",
        ),
    )
    calls: tuple[str, ...] = field(
        default=(),
        metadata=_shown(
            (
                "Arguments of one of several calls of both nets, as 'ids[:, 8:9], past_key_values=out.past_key_values':"
                " inputs by name, out is what the call before returned. Repeat it for each call."
            ),
            "texts",
            flag="--call",
            metavar="ARGS",
        ),
    )
    port_calls: tuple[str, ...] = field(
        default=(),
        metadata=_shown(
            "The same of the port, where its arguments are written otherwise.",
            "texts",
            flag="--port-call",
            metavar="ARGS",
        ),
    )
    ignore_where: str = field(
        default="",
        metadata=_shown(
            "What of outputs and layers does not count, in terms of the inputs: 'attention_mask==0' for padding.",
            metavar="EXPR",
        ),
    )
    layers: tuple[str, ...] = field(
        default=(),
        metadata=_shown(
            (
                "Hold and compare only the layers whose path on either side fits, as 'encoder.*'; the rest is run. "
                "Repeat it for more. The outputs are always compared."
            ),
            "texts",
            metavar="GLOB",
        ),
    )
    max_memory: int = field(
        default=0,
        metadata=_shown(
            (
                "Hold at most so much of the reference's activations, as 512M or 2G: both nets run once for each part "
                "that fits. Code that is looked into comes on top. Default: no bound."
            ),
            metavar="SIZE",
        ),
    )
    tolerance: Mapping[str, float] = field(
        default_factory=dict,
        metadata=_shown(
            (
                f"Change a threshold of the verdict: {', '.join(Thresholds.names())}; as float64=1e-9. "
                "Repeat it for more. The report says so."
            ),
            "numbers by name",
            metavar="NAME=VALUE",
        ),
    )
    runtime: str = field(
        default="",
        metadata=_shown(
            (
                "Run the port in real MindSpore, in a process of its own, with this interpreter (default: "
                ".oracle/bin/python)."
            ),
            metavar="mindspore[=PYTHON]",
        ),
    )
    device: str = field(
        default="cpu",
        metadata=_shown(
            "Run both nets there, as torch spells it (cuda, cuda:1, npu), without tf32 and deterministic.",
            metavar="DEVICE",
        ),
    )
    thorough: bool = field(
        default=False,
        metadata=_shown(
            (
                "Look everywhere: gradients, initial weights, train mode with two steps, float16, and inputs of other "
                "batches, sizes, values, masks and integers. One verdict, with the smallest input that shows a "
                "difference."
            ),
            "flag",
        ),
    )
    step: str = field(
        default="",
        metadata=_shown("Of a dump: the only step to compare. Default: all that both sides have.", metavar="N"),
    )
    rank: str = field(
        default="",
        metadata=_shown(
            "Of a dump: the rank; all: shards are joined; each: rank by rank. Default: the first.", metavar="R"
        ),
    )
    ranks: int = field(
        default=1,
        metadata=_shown(
            "Run the port as N ranks, each a process of its own with its part of the weights; REF is not sharded.",
            "number",
            metavar="N",
        ),
    )
    source: str = field(
        default="",
        metadata=_shown(
            (
                "Of a dump: the folder below which the sources of its stacks lie here; a file counts if the quoted "
                "line stands in it. Default: the working directory."
            ),
            metavar="DIR",
        ),
    )
    grad: bool = field(default=False, metadata=_shown("Compare the gradients of parameters and inputs too.", "flag"))
    steps: int = field(
        default=0,
        metadata=_shown(
            "Take N training steps on both sides and compare weights, statistics and loss.", "number", metavar="N"
        ),
    )
    init: bool = field(
        default=False, metadata=_shown("Compare the distributions of the initial weights; needs no --input.", "flag")
    )
    ref_optimizer: str = field(
        default="",
        metadata=_shown(
            (
                'The reference\'s optimizer, as "torch.optim.AdamW(1e-3)" or "file.py:make(1e-3)": parameters are '
                "passed first. Default: SGD with rate 0.01."
            ),
            metavar="EXPR",
        ),
    )
    port_optimizer: str = field(default="", metadata=_shown('The port\'s, as "nn.Adam(1e-3)".', metavar="EXPR"))
    ref_loss: str = field(
        default="",
        metadata=_shown(
            "The reference's loss: an expression, nn.SomeLoss() or file.py:fn. Default: mean of squares.",
            metavar="EXPR",
        ),
    )
    port_loss: str = field(default="", metadata=_shown("The port's loss.", metavar="EXPR"))
    reference_name: str = field(
        default="", metadata=_shown("What the report calls the reference. Default: its target.", metavar="NAME")
    )
    port_name: str = field(
        default="", metadata=_shown("What the report calls the port. Default: its target.", metavar="NAME")
    )

    def __post_init__(self) -> None:
        for name, option in listed():
            value = getattr(self, name)
            if option.choices and value not in option.choices:
                *others, last = (repr(choice) for choice in option.choices)
                raise CannotCompare(f"{name} {value!r}: use {', '.join(others)} or {last}")
        if isinstance(self.weights, str) and self.weights not in {"seeded", "reference"} and "." not in self.weights:
            raise CannotCompare(
                f"weights {self.weights!r}: use 'seeded', 'reference' or a file (.pth, .safetensors, .ckpt)"
            )
        if self.port_weights and self.weights == "seeded":
            raise CannotCompare("weights of the port's own: give the reference's file too, or 'reference' for its own")
        if self.steps < 0:
            raise CannotCompare(f"steps {self.steps}: give a number of at least 0")
        Thresholds.of(self.tolerance)  # refuses names that are none

    @property
    def thresholds(self) -> Thresholds:
        """The thresholds of the verdict.

        Raises:
            CannotCompare: if `tolerance` names none, or gives one that is no positive number.
        """
        return Thresholds.of(self.tolerance)


def listed() -> list[tuple[str, Option]]:
    """Return every option by the name of its field, in the order in which the command line shows them."""
    return [(entry.name, entry.metadata["option"]) for entry in fields(CompareSpec) if "option" in entry.metadata]


def default_of(name: str) -> Any:
    """Return the default of an option."""
    entry: Field[Any] = next(entry for entry in fields(CompareSpec) if entry.name == name)
    return entry.default if entry.default_factory is MISSING else entry.default_factory()


def showing_options(function: _Call) -> _Call:
    """Show every option by its name and default in the signature of a function that takes them as ``**options``.

    `help`, notebooks and `inspect.signature` read it there; editors and type checkers read `Options`.

    Args:
        function (Callable): takes ``**options``, and no option by its own name.

    Returns:
        Callable, the function itself.
    """
    signature = inspect.signature(function)
    own = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
    kinds = {name: getattr(kind, "__forward_arg__", kind) for name, kind in Options.__annotations__.items()}
    shown = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default_of(name), annotation=kinds[name])
        for name, _ in listed()
    ]
    function.__signature__ = signature.replace(parameters=own + shown)  # type: ignore[attr-defined]
    return function


def make_spec(reference: Target, port: Target, inputs: tuple[str, ...], options: Options) -> CompareSpec:
    """Complete and check what a caller asked for.

    Args:
        reference (Target): the net taken as right.
        port (Target): the net under test.
        inputs (tuple[str, ...]): specs and files as they were given.
        options (Options): those that were given.

    Raises:
        TypeError: if there is no such option.
        CannotCompare: if one has a value that it cannot have.
    """
    from parity.nets.windows import read_size

    given: dict[str, Any] = dict(options)
    known = [name for name, _ in listed()]
    for name in given:
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            raise TypeError(f"compare() has no option {name!r}" + (f"; did you mean {close[0]!r}?" if close else ""))
    for name in ("layers", "calls", "port_calls"):
        value = given.get(name, ())
        given[name] = (value,) if isinstance(value, str) else tuple(value)
    given["max_memory"] = read_size(given.get("max_memory", 0))
    for name in ("mapping", "tolerance"):
        given[name] = dict(given.get(name) or {})
    return CompareSpec(reference, port, inputs, **given)


def refuse(spec: CompareSpec, names: Iterable[str], why: str) -> None:
    """Refuse options that a kind of comparison does not have.

    Args:
        spec (CompareSpec): what was asked for.
        names (Iterable[str]): of the options.
        why (str): why not, for the message.

    Raises:
        CannotCompare: if one of them is set.
    """
    for name in names:
        if getattr(spec, name):
            raise CannotCompare(f"{why}: leave --{name.replace('_', '-')} away")


def plain_options(spec: CompareSpec) -> dict[str, Value]:
    """Return everything that was asked, as a report may hold it; `options_of` reads it back."""
    found: dict[str, Value] = {
        "reference": _target(spec.reference), "port": _target(spec.port), "inputs": spec.inputs,
    }  # fmt: skip
    for name, option in listed():
        value = getattr(spec, name)
        if option.kind in {"mapping file", "numbers by name"}:
            found[name] = tuple((key, entry) for key, entry in value.items())
        else:
            found[name] = value if isinstance(value, (bool, int, tuple)) else str(value)
    return found


def options_of(found: Mapping[str, Any]) -> Options:
    """Return the options that a report holds; what this version does not know is left out."""
    options: dict[str, Any] = {}
    for name, option in listed():
        if name in found:
            by_name = option.kind in {"mapping file", "numbers by name"}
            options[name] = dict(found[name]) if by_name else found[name]
    return options  # type: ignore[return-value]  # the names are those of Options


def _target(target: Target) -> str:
    return target if isinstance(target, str) else f"<{getattr(target, '__name__', type(target).__name__)}>"
