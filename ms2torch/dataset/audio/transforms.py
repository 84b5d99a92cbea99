"""The transforms of audio.

Source: mindspore.dataset.audio.transforms, MindSpore 2.10
"""

from ms2torch.dataset.audio._base import AudioTensorOperation as AudioTensorOperation
from ms2torch.dataset.audio._effects import (
    Flanger as Flanger,
    Phaser as Phaser,
)
from ms2torch.dataset.audio._features import (
    ComputeDeltas as ComputeDeltas,
    DetectPitchFrequency as DetectPitchFrequency,
    SlidingWindowCmn as SlidingWindowCmn,
)
from ms2torch.dataset.audio._filters import (
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
from ms2torch.dataset.audio._level import (
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
from ms2torch.dataset.audio._masks import (
    FrequencyMasking as FrequencyMasking,
    MaskAlongAxis as MaskAlongAxis,
    MaskAlongAxisIID as MaskAlongAxisIID,
    TimeMasking as TimeMasking,
)
from ms2torch.dataset.audio._spectrum import (
    LFCC as LFCC,
    MFCC as MFCC,
    InverseSpectrogram as InverseSpectrogram,
    MelScale as MelScale,
    MelSpectrogram as MelSpectrogram,
    SpectralCentroid as SpectralCentroid,
    Spectrogram as Spectrogram,
)
from ms2torch.dataset.audio._tempo import (
    GriffinLim as GriffinLim,
    InverseMelScale as InverseMelScale,
    PhaseVocoder as PhaseVocoder,
    PitchShift as PitchShift,
    Resample as Resample,
    TimeStretch as TimeStretch,
)
from ms2torch.dataset.audio._vad import (
    Vad as Vad,
)
from ms2torch.dataset.audio.utils import (
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
)
