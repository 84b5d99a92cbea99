"""What `mindspore.ops.function.random_func` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from ms2torch._core.generator import default_generator as default_generator
from ms2torch.mint._create import (
    multinomial as multinomial_ext,
    normal as normal_ext,
    rand as rand_ext,
    rand_like as rand_like_ext,
    randint as randint_ext,
    randint_like as randint_like_ext,
    randn as randn_ext,
    randn_like as randn_like_ext,
    randperm as randperm_ext,
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
