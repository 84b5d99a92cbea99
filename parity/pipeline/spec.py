"""What to compare: one frozen description that every stage reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from parity.code.errors import CannotCompare
from parity.nets.target import Target

if TYPE_CHECKING:
    from parity.weights.files import WeightFile

Mode = Literal["eval", "train"]
WeightSource: TypeAlias = "str | WeightFile"


@dataclass(frozen=True, slots=True)
class CompareSpec:
    """What to compare, and how.

    Args:
        reference (Target): the net taken as right.
        port (Target): the net under test.
        inputs (tuple[object, ...]): specs (``"float32[2,3,8,8]"``), ``.npy``/``.npz`` paths, arrays or tensors.
        mode (Mode): whether both nets run in eval or in train mode. Default: ``"eval"``.
        grad (bool): compare gradients too. Default: ``False``.
        steps (int): training steps to compare. Default: ``0``.
        init (bool): compare the laws of the initial weights. Default: ``False``.
        seed (int): seeds construction, weights and inputs. Default: ``0``.
        dtype (str): the working dtype judged against float64. Default: ``"float32"``.
        weights (WeightSource): ``"seeded"`` draws weights that hide nothing; ``"reference"`` keeps the
            reference's own; a file is put into the side whose names it carries. They are copied to the other side.
            Default: ``"seeded"``.
        port_weights (WeightSource): a file of the port's own; then weights are compared and not copied. Default: "".
        mapping (Mapping[str, str]): reference path to port path (of layers or weights) that settle the pairing.
        ref_optimizer, port_optimizer (str): such as ``"torch.optim.SGD(0.1)"``; "" is SGD with rate 0.01.
        ref_loss, port_loss (str): an expression or ``file.py:fn``; "" is the mean of squares against a fixed target.
        layers (tuple[str, ...]): patterns of paths of the only layers to compare, such as ``"encoder.*"``; none: all.
        max_memory (int): bytes of the reference's activations to hold at most; 0: no bound.
        reference_name (str): how the report calls the reference; "" derives it from `reference`.
        port_name (str): likewise for the port.
    """

    reference: Target
    port: Target
    inputs: tuple[object, ...] = ()
    mode: Mode = "eval"
    grad: bool = False
    steps: int = 0
    init: bool = False
    seed: int = 0
    dtype: str = "float32"
    weights: WeightSource = "seeded"
    port_weights: WeightSource = ""
    mapping: Mapping[str, str] = field(default_factory=dict)
    ref_optimizer: str = ""
    port_optimizer: str = ""
    ref_loss: str = ""
    port_loss: str = ""
    layers: tuple[str, ...] = ()
    max_memory: int = 0
    reference_name: str = ""
    port_name: str = ""

    def __post_init__(self) -> None:
        if self.mode not in {"eval", "train"}:
            raise CannotCompare(f"mode {self.mode!r}: use 'eval' or 'train'")
        if isinstance(self.weights, str) and self.weights not in {"seeded", "reference"} and "." not in self.weights:
            raise CannotCompare(
                f"weights {self.weights!r}: use 'seeded', 'reference' or a file (.pth, .safetensors, .ckpt)"
            )
        if self.port_weights and self.weights == "seeded":
            raise CannotCompare("weights of the port's own: give the reference's file too, or 'reference' for its own")
        if self.dtype not in {"float32", "float16", "bfloat16"}:
            raise CannotCompare(f"dtype {self.dtype!r}: use 'float32', 'float16' or 'bfloat16'")
        if self.steps < 0:
            raise CannotCompare(f"steps {self.steps}: give a number of at least 0")
