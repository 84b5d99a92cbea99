"""Random number generators as objects, and the one that is used by default."""

from __future__ import annotations

import torch

from ms2torch._core.base import unwrap, wrap
from ms2torch._core.kernel_draws import positions, set_positions
from ms2torch._core.tensor_type import Tensor

__all__ = [
    "Generator",
    "default_generator",
    "get_rng_state",
    "initial_seed",
    "manual_seed",
    "seed",
    "set_rng_state",
]


class Generator:
    """A stream of random numbers with a state of its own.

    Differs from MindSpore: the numbers are those of torch, and so is the layout of the state.

    Source: mindspore.Generator, MindSpore 2.10
    """

    def __init__(self) -> None:
        self._streams: dict[torch.device, torch.Generator] = {}
        self._seed = 0
        self._offset = 0  # of `_step` alone: torch's streams keep their own place

    def torch_generator(self, device: torch.device) -> torch.Generator:
        """Return the stream for one device, as torch has it."""
        key = torch.device(device.type) if device.type == "cpu" else device
        stream = self._streams.get(key)
        if stream is None:
            stream = self._streams[key] = torch.Generator(key)
            stream.manual_seed(self._seed)
        return stream

    @property
    def _host(self) -> torch.Generator:
        return self.torch_generator(torch.device("cpu"))

    def seed(self) -> int:
        """Seed the generator with a number that nobody chose.

        Returns:
            int, the number.

        Source: mindspore.Generator.seed, MindSpore 2.10
        """
        chosen = torch.Generator().seed() % 2**32
        self.manual_seed(chosen)
        return chosen

    def manual_seed(self, seed: int) -> Generator:
        """Seed the generator.

        Args:
            seed (int): the seed.

        Returns:
            Generator, itself.

        Raises:
            TypeError: if `seed` is no int.

        Source: mindspore.Generator.manual_seed, MindSpore 2.10
        """
        _require_int("Generator.manual_seed", seed)
        self._seed = seed
        self._offset = 0
        for stream in self._streams.values():
            stream.manual_seed(seed)
        return self

    def _step(self, step: Tensor) -> tuple[Tensor, Tensor]:
        """Return the seed and the place in its stream, and move on; what kernels of random numbers are given.

        Args:
            step (Tensor): by how many places.

        Source: mindspore.Generator._step, MindSpore 2.10
        """
        place, self._offset = self._offset, self._offset + int(step.asnumpy().item())
        return wrap(torch.tensor(self.initial_seed())), wrap(torch.tensor(place))

    def initial_seed(self) -> int:
        """Return the seed last set; 0 for a new generator.

        Source: mindspore.Generator.initial_seed, MindSpore 2.10
        """
        return self._seed

    def get_state(self) -> Tensor:
        """Return the state, to be given to `set_state` later.

        Returns:
            Tensor of uint8.

        Source: mindspore.Generator.get_state, MindSpore 2.10
        """
        return wrap(self._host.get_state())

    def set_state(self, state: Tensor) -> None:
        """Take up a state that `get_state` returned.

        Args:
            state (Tensor): the state.

        Raises:
            TypeError: if `state` is not a Tensor of uint8.

        Source: mindspore.Generator.set_state, MindSpore 2.10
        """
        self._host.set_state(unwrap(state))
        self._seed = self._host.initial_seed()  # torch keeps it in the state


class _DefaultGenerator(Generator):
    """torch's own default generators, which `set_seed` seeds as well."""

    def torch_generator(self, device: torch.device) -> torch.Generator:
        """Return torch's default generator of a device."""
        if device.type == "cpu":
            return torch.default_generator
        if device.type == "cuda":
            torch.cuda.init()
            index = torch.cuda.current_device() if device.index is None else device.index
            return torch.cuda.default_generators[index]
        return super().torch_generator(device)

    def manual_seed(self, seed: int) -> Generator:
        """Seed torch's default generators on every device."""
        _require_int("manual_seed", seed)
        self._offset = 0
        torch.manual_seed(seed)
        return self

    def initial_seed(self) -> int:
        """Return the seed last set."""
        return torch.initial_seed()


def _require_int(op: str, seed: object) -> None:
    if not isinstance(seed, int) or isinstance(seed, bool):
        msg = f"{op}: `seed` must be an int, got {seed!r}"
        raise TypeError(msg)


default_generator: Generator = _DefaultGenerator()


def seed() -> int:
    """Seed the default generator with a number that nobody chose.

    Returns:
        int, the number.

    Source: mindspore.seed, MindSpore 2.10
    """
    return default_generator.seed()


def manual_seed(seed: int) -> Generator:
    """Seed the default generator.

    Args:
        seed (int): the seed.

    Returns:
        Generator, the default one.

    Raises:
        TypeError: if `seed` is no int.

    Source: mindspore.manual_seed, MindSpore 2.10
    """
    return default_generator.manual_seed(seed)


def initial_seed() -> int:
    """Return the seed of the default generator.

    Source: mindspore.initial_seed, MindSpore 2.10
    """
    return default_generator.initial_seed()


def get_rng_state() -> Tensor:
    """Return the state of the default generator, and of every stream that a seed has started.

    Returns:
        Tensor of uint8.

    Differs from MindSpore: there the streams of dropout and of `ops.rand` are not part of it, so that training which is
    started again drops other elements.

    Source: mindspore.get_rng_state, MindSpore 2.10
    """
    own = default_generator.get_state()._t
    return wrap(torch.cat([own, torch.frombuffer(bytearray(positions()), dtype=torch.uint8)]))


def set_rng_state(state: Tensor) -> None:
    """Set the state of the default generator.

    Args:
        state (Tensor): what `get_rng_state` returned.

    Raises:
        TypeError: if `state` is not a Tensor of uint8.

    Source: mindspore.set_rng_state, MindSpore 2.10
    """
    size = default_generator.get_state()._t.numel()
    if not isinstance(state, Tensor) or state._t.dtype is not torch.uint8 or state._t.ndim != 1:
        default_generator.set_state(state)  # which says what is wrong with it
        return
    default_generator.set_state(wrap(state._t[:size].contiguous()))
    if state._t.numel() > size:
        set_positions(state._t[size:].cpu().numpy().tobytes())
