"""What `mindspore.dataset.audio` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from . import transforms as transforms, utils as utils
from ._effects import (
    Flanger as Flanger,
    Phaser as Phaser,
)
from ._features import (
    ComputeDeltas as ComputeDeltas,
    DetectPitchFrequency as DetectPitchFrequency,
    SlidingWindowCmn as SlidingWindowCmn,
)
from ._filters import (
    AllpassBiquad as AllpassBiquad,
    BandBiquad as BandBiquad,
    BandpassBiquad as BandpassBiquad,
    BandrejectBiquad as BandrejectBiquad,
    BassBiquad as BassBiquad,
    Biquad as Biquad,
    DeemphBiquad as DeemphBiquad,
    EqualizerBiquad as EqualizerBiquad,
    Filtfilt as Filtfilt,
    HighpassBiquad as HighpassBiquad,
    LFilter as LFilter,
    LowpassBiquad as LowpassBiquad,
    RiaaBiquad as RiaaBiquad,
    TrebleBiquad as TrebleBiquad,
)
from ._level import (
    AmplitudeToDB as AmplitudeToDB,
    Angle as Angle,
    ComplexNorm as ComplexNorm,
    Contrast as Contrast,
    DBToAmplitude as DBToAmplitude,
    DCShift as DCShift,
    Dither as Dither,
    Fade as Fade,
    Gain as Gain,
    Magphase as Magphase,
    MuLawDecoding as MuLawDecoding,
    MuLawEncoding as MuLawEncoding,
    Overdrive as Overdrive,
    Vol as Vol,
)
from ._masks import (
    FrequencyMasking as FrequencyMasking,
    MaskAlongAxis as MaskAlongAxis,
    MaskAlongAxisIID as MaskAlongAxisIID,
    TimeMasking as TimeMasking,
)
from ._spectrum import (
    LFCC as LFCC,
    MFCC as MFCC,
    InverseSpectrogram as InverseSpectrogram,
    MelScale as MelScale,
    MelSpectrogram as MelSpectrogram,
    SpectralCentroid as SpectralCentroid,
    Spectrogram as Spectrogram,
)
from ._tempo import (
    GriffinLim as GriffinLim,
    InverseMelScale as InverseMelScale,
    PhaseVocoder as PhaseVocoder,
    PitchShift as PitchShift,
    Resample as Resample,
    TimeStretch as TimeStretch,
)
from ._vad import (
    Vad as Vad,
)
from .utils import (
    BorderType as BorderType,
    DensityFunction as DensityFunction,
    FadeShape as FadeShape,
    GainType as GainType,
    Interpolation as Interpolation,
    MelType as MelType,
    Modulation as Modulation,
    NormMode as NormMode,
    NormType as NormType,
    ResampleMethod as ResampleMethod,
    ScaleType as ScaleType,
    WindowType as WindowType,
    create_dct as create_dct,
    linear_fbanks as linear_fbanks,
    melscale_fbanks as melscale_fbanks,
)
