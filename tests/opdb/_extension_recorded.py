"""More classes whose extension points are probed: those that other recorders build and run, and operations of data."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tests.opdb._extension_points import Derive, Subject


class Deriving:
    """A module of which one class is derived from when it is asked for.

    Args:
        module (module): where the classes are.
        derive (Derive): derives.
        base (type): classes of other kinds stay as they are.
        only (str, optional): the one to derive from. Default ``None``: each of that kind.
    """

    def __init__(self, module: Any, derive: Derive, base: type, only: str | None = None) -> None:
        self._module, self._derive, self._base, self._only = module, derive, base, only

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._module, name)
        derived = inspect.isclass(found) and issubclass(found, self._base) and self._only in (None, name)
        return self._derive(found) if derived else found


def _module(framework: Any, name: str) -> Any:
    return importlib.import_module(f"{framework.root}.{name}")


# ---- rates, optimizers and scales --------------------------------------------------------------------------------


def schedulers(framework: Any) -> Iterator[Subject]:
    """The schedulers of `experimental.optim`, eight steps on two groups."""
    recorded = importlib.import_module("tools.record.modules")
    for label in recorded.SCHEDULERS:
        yield _scheduler(recorded, label)


def _scheduler(recorded: Any, label: str) -> Subject:
    def build(framework: Any, derive: Derive) -> Any:
        first, second = recorded._start(framework.ms)
        optimizer = _module(framework, "experimental.optim").SGD(
            [{"params": [first], "lr": 0.2}, {"params": [second]}], 0.1
        )
        module = Deriving(
            _module(framework, "experimental.optim.lr_scheduler"), derive, object, label.split(maxsplit=1)[0]
        )
        return recorded.SCHEDULERS[label](module, optimizer)

    def run(framework: Any, scheduler: Any) -> Any:
        rates = [list(scheduler.get_last_lr())]
        for _ in range(8):
            scheduler.step()
            rates.append([float(rate.asnumpy()) for rate in scheduler.get_last_lr()])
        return rates[1:]

    return Subject(f"scheduler {label}", build, run)


def experimental_optimizers(framework: Any) -> Iterator[Subject]:
    """The optimizers of `experimental.optim`, four steps."""
    recorded = importlib.import_module("tools.record.modules")
    for label in recorded.OPTIMIZERS:
        yield _experimental(recorded, label)


def _experimental(recorded: Any, label: str) -> Subject:
    def build(framework: Any, derive: Derive) -> Any:
        optim = _module(framework, "experimental.optim")
        parameters = recorded._start(framework.ms)
        return recorded.OPTIMIZERS[label](Deriving(optim, derive, framework.nn.Cell), parameters)

    def run(framework: Any, optimizer: Any) -> Any:
        drawn = np.random.RandomState(1)
        parameters = [p for group in optimizer.param_groups for p in group["params"]]
        for _ in range(4):
            optimizer(tuple(framework.ms.Tensor(drawn.randn(*p.shape).astype(np.float32)) for p in parameters))
        return [p.asnumpy() for p in parameters]

    return Subject(f"experimental {label}", build, run)


SCALES: dict[str, Callable[[Any, Derive], Any]] = {
    "DynamicLossScaleManager": lambda amp, derive: derive(amp.DynamicLossScaleManager)(1024, 2, 2),
    "FixedLossScaleManager": lambda amp, derive: derive(amp.FixedLossScaleManager)(1024.0, False),
    "DynamicLossScaler": lambda amp, derive: derive(amp.DynamicLossScaler)(1024, 2, 2),
    "StaticLossScaler": lambda amp, derive: derive(amp.StaticLossScaler)(1024),
}
"""What keeps the scale of a loss, and how it is made."""


def scales(framework: Any) -> Iterator[Subject]:
    """Keepers of loss scales, told of steps that overflowed and of some that did not."""
    for name, make in SCALES.items():
        yield Subject(f"scale {name}", lambda f, derive, make=make: make(_module(f, "amp"), derive), _scaled)


def _scaled(framework: Any, keeper: Any) -> Any:
    seen = []
    for finite in (True, False, True, True, True):
        if hasattr(keeper, "adjust"):
            one = framework.ms.Tensor([2.0], framework.ms.float32)
            keeper.adjust(framework.ms.Tensor(finite))
            seen.append([keeper.scale(one), keeper.unscale(one), keeper.scale_value])
        else:
            keeper.update_loss_scale(not finite)
            seen.append([keeper.get_loss_scale(), keeper.get_drop_overflow_update()])
    return seen


def bijectors(framework: Any) -> Iterator[Subject]:
    """Bijectors, both ways with their logarithms."""
    recorded = importlib.import_module("tools.record.probability")
    for label in recorded.BIJECTORS:
        yield _bijector(recorded, label)


def _bijector(recorded: Any, label: str) -> Subject:
    make, forth, back = recorded.BIJECTORS[label]

    def build(framework: Any, derive: Derive) -> Any:
        module = _module(framework, "nn.probability.bijector")
        namespace = Deriving(module, derive, framework.nn.Cell, label.split(maxsplit=1)[0])
        distribution = _module(framework, "nn.probability.distribution")
        return make(recorded.Modules(framework.ms, distribution, namespace))

    def run(framework: Any, bijector: Any) -> Any:
        forward, backward = (framework.ms.Tensor(each, framework.ms.float32) for each in (forth, back))
        return [
            bijector("forward", forward), bijector("forward_log_jacobian", forward),
            bijector("inverse", backward), bijector("inverse_log_jacobian", backward),
        ]  # fmt: skip

    return Subject(f"bijector {label}", build, run, overrides_alone=True)


# ---- operations of data ------------------------------------------------------------------------------------------

PICTURE = np.arange(90, dtype=np.uint8).reshape(5, 6, 3) * 2
VISION: dict[str, tuple[Any, ...]] = {
    "AdjustBrightness": (2.0,), "AdjustContrast": (2.0,), "AdjustGamma": (0.5, 1.0), "AdjustSaturation": (2.0,),
    "AdjustSharpness": (2.0,), "Affine": (15, (0.2, 0.1), 1.1, (10, 10)), "AutoContrast": (10.0, [0]),
    "CenterCrop": ((3, 4),), "Crop": ((1, 1), (2, 3)), "Equalize": (), "Erase": (1, 1, 2, 2, 7), "GaussianBlur": (3,),
    "HWC2CHW": (), "HorizontalFlip": (), "Invert": (),
    "PadToSize": ((8, 9),), "Posterize": (3,), "Resize": ((3, 4),), "ResizedCrop": (1, 1, 3, 3, (5, 5)),
    "Rotate": (30,), "Solarize": ((10, 100),), "ToTensor": (), "VerticalFlip": (),
}  # fmt: skip
"""Operations of pictures, and what each is made with."""
TRANSFORMS: dict[str, tuple[tuple[Any, ...], Any]] = {
    "Fill": ((3,), [1, 2]), "Slice": ((slice(1, 3),), [1, 2, 3, 4]), "PadEnd": (([4], 7), [1, 2]),
    "Concatenate": ((0, np.array([5])), [1, 2]), "Duplicate": ((), [1, 2]),
}  # fmt: skip
"""Operations of arrays, what each is made with and what it is given."""
TEXT: dict[str, tuple[Callable[[Any, Derive], Any], Any]] = {
    "BasicTokenizer": (lambda t, d: d(t.BasicTokenizer)(True), "Ab, C"),
    "CaseFold": (lambda t, d: d(t.CaseFold)(), "Ab"),
    "Lookup": (lambda t, d: d(t.Lookup)(t.Vocab.from_list(["a", "b"]), "b"), ["a", "x"]),
    "Ngram": (lambda t, d: d(t.Ngram)(2, ("_", 1), ("_", 1)), ["a", "b", "c"]),
    "NormalizeUTF8": (lambda t, d: d(t.NormalizeUTF8)(), "\u00e9"),
    "RegexReplace": (lambda t, d: d(t.RegexReplace)("o", "0"), "foo"),
    "RegexTokenizer": (lambda t, d: d(t.RegexTokenizer)(" "), "a b"),
    "SlidingWindow": (lambda t, d: d(t.SlidingWindow)(2, 0), ["a", "b", "c"]),
    "Truncate": (lambda t, d: d(t.Truncate)(2), ["a", "b", "c"]),
    "UnicodeCharTokenizer": (lambda t, d: d(t.UnicodeCharTokenizer)(True), "ab"),
    "WhitespaceTokenizer": (lambda t, d: d(t.WhitespaceTokenizer)(), "a b"),
    "WordpieceTokenizer": (lambda t, d: d(t.WordpieceTokenizer)(t.Vocab.from_list(["ab", "##c"])), ["abc", "x"]),
}
"""Operations of text, how each is made and what it is given."""


def vision(framework: Any) -> Iterator[Subject]:
    """Operations of pictures, called."""
    for kind, arguments in VISION.items():
        yield _operation("dataset.vision", kind, arguments, PICTURE)


def array_transforms(framework: Any) -> Iterator[Subject]:
    """Operations of arrays, called."""
    for kind, (arguments, given) in TRANSFORMS.items():
        yield _operation("dataset.transforms", kind, arguments, np.array(given))


def _operation(room: str, kind: str, arguments: tuple[Any, ...], given: Any) -> Subject:
    def build(framework: Any, derive: Derive) -> Any:
        return derive(getattr(_module(framework, room), kind))(*arguments)

    return Subject(f"{room.split('.')[1]} {kind}", build, lambda framework, operation: operation(given))


def text(framework: Any) -> Iterator[Subject]:
    """Operations of text, called."""
    for kind, (make, given) in TEXT.items():
        yield _text(kind, make, given)


def _text(kind: str, make: Callable[[Any, Derive], Any], given: Any) -> Subject:
    def build(framework: Any, derive: Derive) -> Any:
        return make(_module(framework, "dataset.text"), derive)

    return Subject(f"text {kind}", build, lambda framework, operation: operation(given))


def audio(framework: Any) -> Iterator[Subject]:
    """Operations of sound, one case of each class, called."""
    recorded = importlib.import_module("tools.record.dataset_audio")
    for label, (make, data) in recorded.CASES.items():
        if " " not in label:
            yield _audio(label, make, data)


def _audio(label: str, make: Callable[[Any], Any], data: Callable[[], np.ndarray]) -> Subject:
    def build(framework: Any, derive: Derive) -> Any:
        return make(Deriving(_module(framework, "dataset.audio"), derive, object, label))

    return Subject(f"audio {label}", build, lambda framework, operation: operation(data()))


MORE: dict[str, Callable[[Any], Iterator[Subject]]] = {
    "schedulers": schedulers, "experimental optimizers": experimental_optimizers, "scales": scales,
    "bijectors": bijectors, "vision": vision, "array transforms": array_transforms, "text": text, "audio": audio,
}  # fmt: skip
