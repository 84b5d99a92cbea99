"""Make small video files, and record what MindSpore reads from them.

    python -m tools.record.videos                  # make the files anew: needs PyAV
    .oracle/bin/python -m tools.record.videos      # rewrite tests/goldens/videos.npz and videos.json

The files of tests/goldens/videos differ in container, codec, colours, clock and sound.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

GOLDENS = Path(__file__).resolve().parents[2] / "tests" / "goldens"
FILES = GOLDENS / "videos"
RANGES: tuple[tuple[Any, Any, str], ...] = (
    (0, None, "pts"), (0, 0, "pts"), (1, 3, "pts"), (0.5, None, "pts"), (0, 99999, "pts"), (99999, None, "pts"),
    (1024, 3072, "pts"), (1000.6, 3071.4, "pts"), (0.1, 0.3, "sec"), (0.05, None, "sec"), (0, 0.06, "sec"),
    (0.1, 0.1, "sec"), (5, None, "sec"),
)  # fmt: skip
"""start_pts, end_pts, pts_unit."""


@dataclass(frozen=True)
class Made:
    """How a file is made.

    Args:
        codec (str): of the pictures.
        sound (str): its codec. Default: none.
        colours (str): the pixels' format. Default: halved both ways.
        rate (Fraction | int): pictures a second. Default: ``10``.
        times (tuple[int, ...]): of the pictures, in 600ths of a second. Default: evenly, by the rate.
        container (str): Default: by the file's name.
    """

    codec: str
    sound: str = ""
    colours: str = "yuv420p"
    rate: Fraction | int = 10
    times: tuple[int, ...] = ()
    container: str | None = None


FILES_MADE = {
    "h264_aac.mp4": Made("libx264", "aac"),
    "mpeg4_mp3.avi": Made("mpeg4", "mp3"),
    "mpeg4_pcm.avi": Made("mpeg4", "pcm_s16le"),
    "mjpeg.avi": Made("mjpeg", colours="yuvj420p"),
    "h264_422.mov": Made("libx264", colours="yuv422p"),
    "h264_444.mov": Made("libx264", colours="yuv444p"),
    "rate.mp4": Made("libx264", rate=Fraction(30000, 1001)),
    "uneven.mp4": Made("libx264", rate=30, times=(0, 20, 60, 80, 200, 260)),
    "bare.h264": Made("libx264", container="h264"),
    "bare.h265": Made("libx265", container="hevc"),
    "wmv2.wmv": Made("wmv2"),
}


def pictures(count: int = 6, height: int = 38, width: int = 50) -> Iterator[np.ndarray]:
    """Yield pictures whose colours move."""
    y, x = np.mgrid[0:height, 0:width]
    for i in range(count):
        yield np.stack([(x * 4 + i * 10) % 256, (y * 5 + i * 3) % 256, (x + y + i * 20) % 256], -1).astype(np.uint8)


def make(av: Any, path: Path, made: Made) -> None:
    """Write one file."""
    with av.open(str(path), "w", format=made.container) as container:
        stream = container.add_stream(made.codec, rate=made.rate)
        stream.height, stream.width, stream.pix_fmt = 38, 50, made.colours
        if made.times:
            stream.codec_context.time_base = Fraction(1, 600)
        sound = container.add_stream(made.sound, rate=8000, layout="mono") if made.sound else None
        for index, picture in enumerate(pictures()):
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            if made.times:
                frame.pts, frame.time_base = made.times[index], Fraction(1, 600)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
        if sound is not None:
            wave = np.sin(np.arange(4800, dtype=np.float32) / 9)[None]
            frame = av.AudioFrame.from_ndarray(wave, format="fltp", layout="mono")
            frame.sample_rate, frame.pts = 8000, 0
            container.mux(sound.encode(frame))
            container.mux(sound.encode())


def record() -> None:
    """Write what MindSpore reads: pixels and sound whole, and the sizes of parts."""
    from mindspore.dataset import vision

    arrays, facts = {}, {}
    for path in sorted(FILES.iterdir()):
        arrays[f"{path.name} pixels"], arrays[f"{path.name} sound"], rates = vision.read_video(str(path))
        facts[path.name] = {
            "rates": rates,
            "pts": vision.read_video_timestamps(str(path)),
            "sec": vision.read_video_timestamps(str(path), "sec"),
            "metadata": None if path.stem == "bare" else vision.VideoDecoder(str(path)).metadata,  # there a TypeError
            "parts": [part(vision, path, arrays, given) for given in RANGES],
        }
    np.savez_compressed(GOLDENS / "videos.npz", **arrays)
    (GOLDENS / "videos.json").write_text(json.dumps(facts, indent=1) + "\n")


def part(vision: Any, path: Path, whole: dict[str, np.ndarray], given: tuple[Any, Any, str]) -> list[int]:
    """Return the first picture of a part, how many there are, the part's first sample and how many there are."""
    pixels, sound, _ = vision.read_video(str(path), *given)
    return [*place(whole[f"{path.name} pixels"], pixels), *place(whole[f"{path.name} sound"].T, sound.T)]


def place(whole: np.ndarray, some: np.ndarray) -> tuple[int, int]:
    """Return where rows that follow each other begin among others, and how many there are."""
    starts = [at for at in range(len(whole) - len(some) + 1) if np.array_equal(whole[at : at + len(some)], some)]
    return (starts[0] if len(some) else 0), len(some)


def main() -> None:
    """Record where MindSpore is, and make the files where it is not."""
    try:
        import mindspore  # noqa: F401
    except ImportError:
        import av

        FILES.mkdir(exist_ok=True)
        for name, made in FILES_MADE.items():
            make(av, FILES / name, made)
    else:
        record()


if __name__ == "__main__":
    main()
