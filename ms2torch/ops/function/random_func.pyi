"""What `mindspore.ops.function.random_func` exports, and where it lives; read at run time by `ms2torch._lazy`.

Made by `make stubs` from the docstrings' `Source:` lines and tools/stubs/exports.toml.
"""

from ms2torch._core.generator import (
    default_generator as default_generator,
)
from ms2torch.ops.function.random.candidates import (
    log_uniform_candidate_sampler as log_uniform_candidate_sampler,
    uniform_candidate_sampler as uniform_candidate_sampler,
)
from ms2torch.ops.function.random.choice import (
    choice_with_mask as choice_with_mask,
    exponential_ as exponential_,
    multinomial as multinomial,
    multinomial_with_replacement as multinomial_with_replacement,
    normal_ as normal_,
    random_categorical as random_categorical,
    shuffle as shuffle,
    uniform_ as uniform_,
)
from ms2torch.ops.function.random.tensors import (
    gamma as gamma,
    laplace as laplace,
    normal as normal,
    poisson as poisson,
    rand as rand,
    rand_like as rand_like,
    randint as randint,
    randint_like as randint_like,
    randn as randn,
    randn_like as randn_like,
    random_gamma as random_gamma,
    random_poisson as random_poisson,
    randperm as randperm,
    standard_laplace as standard_laplace,
    standard_normal as standard_normal,
    uniform as uniform,
)
from ms2torch.ops.operations.random_ops import (
    RandomChoiceWithMask as RandomChoiceWithMask,
    RandomShuffle as RandomShuffle,
)
from ms2torch.ops.primitive import (
    constexpr as constexpr,
)
from ms2torch.mint import _create as _mint_create

multinomial_ext = _mint_create.multinomial
normal_ext = _mint_create.normal
rand_ext = _mint_create.rand
rand_like_ext = _mint_create.rand_like
randint_ext = _mint_create.randint
randint_like_ext = _mint_create.randint_like
randn_ext = _mint_create.randn
randn_like_ext = _mint_create.randn_like
randperm_ext = _mint_create.randperm
