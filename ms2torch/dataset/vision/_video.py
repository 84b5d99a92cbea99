"""Reading of video files: pictures, sound, times.

Source: mindspore.dataset.vision, MindSpore 2.10
"""

from __future__ import annotations

import importlib
import io
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ms2torch.dataset.transforms.transforms import TensorOperation
from ms2torch.dataset.vision._yuv import to_rgb

Array: TypeAlias = NDArray[Any]

_HALVED = {"yuv420p": False, "yuvj420p": True, "yuv422p": False, "yuvj422p": True}
"""Formats whose pixels MindSpore's own converter makes, and whether their levels span the full range."""
_UNITS = ("pts", "sec")


@dataclass(frozen=True, slots=True)
class _Video:
    """A decoded file.

    Args:
        frames (list[Any]): PyAV's frames, in the order in which they are shown.
        times (list[int]): when each is shown, in `unit`.
        unit (Fraction): seconds; 0 without pictures.
        rate (float | None): pictures a second.
        size (tuple[int, int]): height and width; 1 and 1 without pictures.
        sound (Array): <C,L>, of the file's own type.
        sound_rate (int | None): samples a second.
    """

    frames: list[Any]
    times: list[int]
    unit: Fraction
    rate: float | None
    size: tuple[int, int]
    sound: Array
    sound_rate: int | None

    def pixels(self, first: int = 0, last: int | None = None) -> Array:
        """Return frames from `first` up to `last` as <T,H,W,3>."""
        chosen = [_pixels(frame) for frame in self.frames[first:last]]
        return np.stack(chosen) if chosen else np.zeros((0, *self.size, 3), np.uint8)


class VideoTensorOperation(TensorOperation):
    """Base of the operations on videos.

    Source: mindspore.dataset.vision.transforms.VideoTensorOperation, MindSpore 2.10
    """

    def __call__(self, *input_tensor_list: Any) -> Any:
        for array in input_tensor_list:
            if not isinstance(array, np.ndarray):
                raise TypeError(f"Input should be ndarray, got {type(array)}.")
        return super().__call__(*input_tensor_list)


class DecodeVideo(VideoTensorOperation):
    """Decode a video file's bytes, a row of uint8, to pictures <T,H,W,3> of uint8 and sound <C,L>.

    The sound has the type of its samples in the file, float32 for most codecs; a file without sound gives <1,0>.

    Differs from MindSpore: sound whose channels take turns in the file, as most uncompressed sound has them, comes out
    channel by channel; there, each channel begins one sample after the one before and runs through all of them.
    Pictures of more than eight bits differ by up to 4 of 256 levels.

    Raises:
        TypeError: when called, if the input is no array.
        RuntimeError: when called, if it is not one row of uint8, empty, or no video.
        ImportError: when called, if PyAV is not installed.

    Source: mindspore.dataset.vision.DecodeVideo, MindSpore 2.10
    """

    def _execute_array(self, array: Array) -> tuple[Array, Array]:
        if array.size == 0:
            raise RuntimeError("DecodeVideo: Input Tensor has no data.")
        if array.ndim != 1:
            raise RuntimeError(f"DecodeVideo: invalid input shape, only support 1D input, got rank: {array.ndim}")
        if array.dtype != np.uint8:
            raise RuntimeError(
                f"DecodeVideo: The type of the elements of input data should be UINT8, but got {array.dtype}."
            )
        video = _decoded(io.BytesIO(array.tobytes()), "DecodeVideo: Failed to open the input.")
        return video.pixels(), video.sound


class VideoDecoder:
    """Tell what a video file holds, and give single pictures of it.

    Args:
        source (str): its path.

    Raises:
        TypeError: if `source` is not a str.
        ValueError: if there is no such file.
        RuntimeError: if it is no video.
        ImportError: if PyAV is not installed.

    Differs from MindSpore: `get_frames_at` works everywhere, there on Ascend only.

    Source: mindspore.dataset.vision.VideoDecoder, MindSpore 2.10
    """

    def __init__(self, source: str) -> None:
        if not isinstance(source, str):
            raise TypeError(f"path: {source} is not string")
        if not Path(source).is_file():
            raise ValueError(f"The file {source} does not exist or permission denied!")
        self._source = source
        with _opened(source, f"Failed to open the file: {source}") as container:
            if not container.streams.video:
                raise RuntimeError(f"The file {source} holds no pictures.")
            stream = container.streams.video[0]
            seconds = (container.duration or 0) / 1e6
            self._metadata: dict[str, float | int] = {
                "width": stream.codec_context.width,
                "height": stream.codec_context.height,
                "duration_seconds": seconds,
                "num_frames": stream.frames,
                "average_fps": float(stream.average_rate or stream.guessed_rate),
            }

    @property
    def metadata(self) -> dict[str, float | int]:
        """What the file says of itself: ``width``, ``height``, ``duration_seconds``, ``num_frames``, ``average_fps``.

        A number that the file does not tell is 0.

        Source: mindspore.dataset.vision.VideoDecoder.metadata, MindSpore 2.10
        """
        return dict(self._metadata)

    def get_frames_at(self, indices: list[int]) -> Array:
        """Return some pictures.

        Args:
            indices (list[int]): which, counted from 0; in any order, also repeated.

        Returns:
            numpy.ndarray of uint8, <T,H,W,3>: red, green and blue.

        Raises:
            TypeError: if `indices` is not a list of ints.
            ValueError: if there is no picture of a number.

        Source: mindspore.dataset.vision.VideoDecoder.get_frames_at, MindSpore 2.10
        """
        if not isinstance(indices, list):
            raise TypeError(f"indices must be a list of int, but got {type(indices)}.")
        for index in indices:
            if not isinstance(index, int) or isinstance(index, bool):
                raise TypeError(f"The elements of indices must be int, but got {type(index)}.")
        video = _decoded(self._source, f"Failed to open the file: {self._source}", sound=False)
        for index in indices:
            if not 0 <= index < len(video.frames):
                raise ValueError(f"Frame {index} is not in the range [0, {len(video.frames)}).")
        chosen = [_pixels(video.frames[index]) for index in indices]
        return np.stack(chosen) if chosen else np.zeros((0, *video.size, 3), np.uint8)


def read_video(
    filename: str, start_pts: float | Fraction = 0, end_pts: float | Fraction | None = None, pts_unit: str = "pts"
) -> tuple[Array, Array, dict[str, float | int]]:
    """Return pictures, sound and rates of a video file.

    Differs from MindSpore: as `DecodeVideo` does.

    Args:
        filename (str): its path; AVI, MP4, MOV, WMV, H264, H265 and what else FFmpeg reads.
        start_pts (float | Fraction | int): when the first picture is shown at the earliest. Default: ``0``.
        end_pts (float | Fraction | int, optional): when the last one is shown at the latest. Default: ``None``, the
            end.
        pts_unit (str): ``"sec"``, seconds, or ``"pts"``, the steps of the file's own clock. Default: ``"pts"``.

    Returns:
        - numpy.ndarray of uint8, <T,H,W,3>: the pictures in red, green and blue.
        - numpy.ndarray <C,L>: the sound of each channel, of the type that the file has; of some pictures, the same
          share as of the pictures. <1,0> without sound.
        - dict: ``"video_fps"``, a float, and ``"audio_fps"``, an int; what the file lacks is left out.

    Raises:
        TypeError: if an argument is not of the type above.
        ValueError: if there is no such file, a time is negative, the end lies before the start, or there is no such
            unit.
        RuntimeError: if the file is no video.
        ImportError: if PyAV is not installed.

    Source: mindspore.dataset.vision.read_video, MindSpore 2.10
    """
    _check_type(filename, str, "filename")
    numbers = (float, Fraction, int)
    for name, value in (("start_pts", start_pts), ("end_pts", end_pts)):
        if not isinstance(value, numbers) and not (name == "end_pts" and value is None):
            raise TypeError(f"Input {name} is not of type {[*numbers]}, but got: {type(value)}")
    _check_type(pts_unit, str, "pts_unit")
    if start_pts < 0:
        raise ValueError(f"Not supported start_pts for {start_pts}. The start_pts should be >= 0.")
    if end_pts is not None and end_pts < start_pts:
        raise ValueError(
            f"Not supported end_pts for {end_pts}. start_pts = {start_pts}. The end_pts should be >= start_pts."
        )
    if pts_unit not in _UNITS:
        raise ValueError(f"Not supported pts_unit for {pts_unit}; use 'pts' or 'sec'")
    _check_file(filename, ValueError)
    video = _decoded(filename, f"Failed to open the file {filename}.")
    first, last = _chosen(video, start_pts, end_pts, pts_unit)
    sound = video.sound
    if video.frames:
        share = sound.shape[1] / len(video.frames)
        begin = _nearest(first * share)
        sound = sound[:, begin : begin + _nearest((last - first) * share)]
    rates: dict[str, float | int] = {}
    if video.sound_rate is not None:
        rates["audio_fps"] = video.sound_rate
    if video.rate is not None:
        rates["video_fps"] = round(video.rate, 6)
    return video.pixels(first, last), sound, rates


def read_video_timestamps(filename: str, pts_unit: str = "pts") -> tuple[list[int] | list[float], float | None]:
    """Return when each picture of a video file is shown, and how many there are a second.

    Args:
        filename (str): its path.
        pts_unit (str): ``"sec"``, seconds, or ``"pts"``, the steps of the file's own clock. Default: ``"pts"``.

    Returns:
        - list of int, or of float where `pts_unit` is ``"sec"``.
        - float, pictures a second; None without pictures.

    Raises:
        TypeError: if an argument is not a str.
        RuntimeError: if there is no such file or unit, or the file is no video.
        ImportError: if PyAV is not installed.

    Source: mindspore.dataset.vision.read_video_timestamps, MindSpore 2.10
    """
    _check_type(filename, str, "filename")
    _check_type(pts_unit, str, "pts_unit")
    _check_file(filename, RuntimeError)
    if pts_unit not in _UNITS:
        raise RuntimeError(f"ReadVideoTimestamps: Not supported pts_unit for {pts_unit}; use 'pts' or 'sec'")
    video = _decoded(filename, f"Failed to open the file {filename}.", sound=False)
    rate = None if video.rate is None else float(np.float32(video.rate))
    if pts_unit == "pts":
        return video.times, rate
    return [time * float(np.float32(video.unit)) for time in video.times], rate


def _check_type(value: object, kind: type, name: str) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"Input {name} is not of type {kind}, but got: {type(value)}.")


def _check_file(filename: str, error: type[Exception]) -> None:
    if not Path(filename).exists():
        raise error(f"Invalid file path, {filename} does not exist.")
    if not Path(filename).is_file():
        raise error(f"Invalid file path, {filename} is not a regular file.")


def _chosen(video: _Video, start: float | Fraction, end: float | Fraction | None, unit: str) -> tuple[int, int]:
    """Return the first frame shown within two times, and the one after the last; 0 and 0 where there is none."""
    step = video.unit if unit == "sec" and video.unit else Fraction(1)
    low = _nearest(start / step)
    high = math.inf if end is None else _nearest(end / step)
    within = [index for index, time in enumerate(video.times) if low <= time <= high]
    return (within[0], within[-1] + 1) if within else (0, 0)


def _nearest(number: float | Fraction) -> int:
    """Round as C++ does: a half away from zero."""
    return math.floor(number + Fraction(1, 2)) if isinstance(number, Fraction) else math.floor(number + 0.5)


@contextmanager
def _opened(source: Any, said: str) -> Iterator[Any]:
    av = _pyav()
    try:
        container = av.open(source)
    except (av.FFmpegError, ValueError) as error:
        raise RuntimeError(said) from error
    with container:
        yield container


def _decoded(source: Any, said: str, *, sound: bool = True) -> _Video:
    frames: list[Any] = []
    unit, rate, size = Fraction(0), None, (1, 1)
    heard: list[Array] = []
    sound_rate = None
    with _opened(source, said) as container:
        pictures, sounds = container.streams.video[:1], container.streams.audio[: 1 if sound else 0]
        if sounds:
            sound_rate = sounds[0].codec_context.sample_rate
        for frame in _frames(container, [*pictures, *sounds], said):
            if hasattr(frame, "samples"):
                heard.append(_samples(frame))
            else:
                frames.append(frame)
        if pictures:
            stream = pictures[0]
            unit, size = stream.time_base, (stream.codec_context.height, stream.codec_context.width)
            untimed = any(frame.pts is None for frame in frames)
            # a bare stream has no clock: its average is a guess, and the codec knows better
            rate = float(stream.guessed_rate if untimed else stream.average_rate or stream.guessed_rate)
    samples = np.concatenate(heard, 1) if heard else np.zeros((1, 0), np.float32)
    return _Video(frames, _times(frames), unit, rate, size, samples, sound_rate)


def _frames(container: Any, streams: list[Any], said: str) -> Iterator[Any]:
    """Decode as far as the file is sound; a file of which nothing can be decoded is none."""
    found = False
    try:
        for frame in container.decode(*streams) if streams else ():
            found = True
            yield frame
    except _pyav().FFmpegError as error:
        if not found:
            raise RuntimeError(said) from error


def _times(frames: list[Any]) -> list[int]:
    """Return when each frame is shown; without a clock in the file, one after the other."""
    if all(frame.pts is not None for frame in frames):
        return [frame.pts for frame in frames]
    times = [0]
    for frame in frames[:-1]:
        times.append(times[-1] + (frame.duration or 1))
    return times


def _samples(frame: Any) -> Array:
    """Return the sound of a frame as <C,L>, whether its channels lie apart or in turn."""
    array: Array = frame.to_ndarray()
    return array if frame.format.is_planar else array.reshape(-1, frame.layout.nb_channels).T


def _pixels(frame: Any) -> Array:
    if frame.format.name not in _HALVED:
        pixels: Array = frame.reformat(format="rgb24", interpolation="BICUBIC").to_ndarray()
        return pixels
    width = (frame.width + 1) // 2
    y, u, v = (_plane(frame.planes[k], width if k else frame.width) for k in range(3))
    return to_rgb(y[: frame.height], u, v, full_range=_HALVED[frame.format.name])


def _plane(plane: Any, width: int) -> NDArray[np.uint8]:
    return np.frombuffer(plane, np.uint8).reshape(plane.height, plane.line_size)[:, :width]


def _pyav() -> ModuleType:
    """Return PyAV.

    Raises:
        ImportError: if it is not installed.
    """
    try:
        return importlib.import_module("av")
    except ModuleNotFoundError as error:
        raise ImportError("Reading videos needs PyAV: pip install 'ms2torch[video]'.") from error
