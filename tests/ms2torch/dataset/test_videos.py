"""Videos: pictures, sound and times as MindSpore reads them (tools/record/videos.py), and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import ms2torch.dataset as ds
from ms2torch.dataset import vision
from tools.record.videos import FILES, GOLDENS, RANGES, part

pytest.importorskip("av")
FACTS = json.loads((GOLDENS / "videos.json").read_text())
ROUNDING = 4e-6  # of sound: compressed sound is added up in another order


@pytest.fixture(scope="module")
def recorded():
    with np.load(GOLDENS / "videos.npz") as arrays:
        return dict(arrays)


@pytest.mark.parametrize("name", sorted(FACTS))
def test_pictures_and_sound(name, recorded):
    pixels, sound, rates = vision.read_video(str(FILES / name))
    np.testing.assert_array_equal(pixels, recorded[f"{name} pixels"])
    expected = recorded[f"{name} sound"]
    assert sound.dtype == expected.dtype
    np.testing.assert_allclose(sound, expected, rtol=0, atol=ROUNDING)
    assert rates == FACTS[name]["rates"]
    decoded = vision.DecodeVideo()(np.fromfile(FILES / name, np.uint8))
    np.testing.assert_array_equal(decoded[0], pixels)
    np.testing.assert_array_equal(decoded[1], sound)


@pytest.mark.parametrize("unit", ["pts", "sec"])
@pytest.mark.parametrize("name", sorted(FACTS))
def test_times(name, unit):
    assert list(vision.read_video_timestamps(str(FILES / name), unit)) == FACTS[name][unit]


@pytest.mark.parametrize("name", sorted(FACTS))
def test_parts(name):
    path = FILES / name
    pixels, sound, _ = vision.read_video(str(path))
    whole = {f"{name} pixels": pixels, f"{name} sound": sound}
    assert [part(vision, path, whole, given) for given in RANGES] == FACTS[name]["parts"]


@pytest.mark.parametrize("name", [name for name, facts in sorted(FACTS.items()) if facts["metadata"]])
def test_what_a_file_says_of_itself(name):
    assert vision.VideoDecoder(str(FILES / name)).metadata == FACTS[name]["metadata"]


def test_a_bare_stream_says_little_of_itself():
    told = vision.VideoDecoder(str(FILES / "bare.h264")).metadata
    assert (told["width"], told["height"], told["num_frames"], told["duration_seconds"]) == (50, 38, 0, 0)


def test_single_pictures(recorded):
    decoder = vision.VideoDecoder(str(FILES / "uneven.mp4"))
    np.testing.assert_array_equal(decoder.get_frames_at([4, 0, 4]), recorded["uneven.mp4 pixels"][[4, 0, 4]])
    assert decoder.get_frames_at([]).shape == (0, 38, 50, 3)


@pytest.mark.parametrize(
    ("indices", "error", "said"),
    [
        ((0, 1), TypeError, "indices must be a list"),
        ([0.5], TypeError, "must be int"),
        ([6], ValueError, r"Frame 6 is not in the range \[0, 6\)"),
        ([-1], ValueError, "Frame -1"),
    ],
)
def test_pictures_that_are_not_there(indices, error, said):
    with pytest.raises(error, match=said):
        vision.VideoDecoder(str(FILES / "uneven.mp4")).get_frames_at(indices)


@pytest.mark.parametrize(
    ("source", "error", "said"),
    [
        (1, TypeError, "path: 1 is not string"),
        ("none.mp4", ValueError, "none.mp4 does not exist"),
        (str(FILES), ValueError, "does not exist"),
        (str(Path(__file__)), RuntimeError, "Failed to open the file"),
    ],
)
def test_what_no_decoder_is_made_for(source, error, said):
    with pytest.raises(error, match=said):
        vision.VideoDecoder(source)


def test_a_row_of_a_dataset_becomes_two_columns():
    rows = [(np.fromfile(FILES / name, np.uint8),) for name in ("h264_aac.mp4", "mjpeg.avi")]
    data = ds.GeneratorDataset(rows, ["file"], shuffle=False)
    data = data.map(vision.DecodeVideo(), ["file"], ["video", "audio"])
    shapes = [(pixels.shape, sound.shape) for pixels, sound in data.create_tuple_iterator(output_numpy=True)]
    assert shapes == [((6, 38, 50, 3), (1, 5120)), ((6, 38, 50, 3), (1, 0))]


def test_channels_in_turn_come_out_channel_by_channel(tmp_path):
    import av

    left, right = np.arange(800, dtype=np.int16), -np.arange(800, dtype=np.int16)
    with av.open(str(tmp_path / "stereo.wav"), "w") as container:
        stream = container.add_stream("pcm_s16le", rate=8000, layout="stereo")
        frame = av.AudioFrame.from_ndarray(np.stack([left, right], 1).reshape(1, -1), format="s16", layout="stereo")
        frame.sample_rate, frame.pts = 8000, 0
        container.mux(stream.encode(frame))
        container.mux(stream.encode())
    pixels, sound, rates = vision.read_video(str(tmp_path / "stereo.wav"))
    assert (pixels.shape, rates) == ((0, 1, 1, 3), {"audio_fps": 8000})
    np.testing.assert_array_equal(sound, [left, right])
    assert vision.read_video_timestamps(str(tmp_path / "stereo.wav")) == ([], None)


VIDEO = str(FILES / "mjpeg.avi")


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ((1,), TypeError, "Input filename is not of type <class 'str'>"),
        ((VIDEO, "0"), TypeError, "Input start_pts is not of type"),
        ((VIDEO, 0, "1"), TypeError, "Input end_pts is not of type"),
        ((VIDEO, 0, None, 1), TypeError, "Input pts_unit is not of type"),
        ((VIDEO, -1), ValueError, "Not supported start_pts for -1"),
        ((VIDEO, 5, 3), ValueError, "Not supported end_pts for 3"),
        ((VIDEO, 0, None, "frames"), ValueError, "Not supported pts_unit for frames"),
        (("none.mp4",), ValueError, "Invalid file path, none.mp4 does not exist."),
        ((str(FILES),), ValueError, "is not a regular file"),
        ((str(Path(__file__)),), RuntimeError, "Failed to open the file"),
    ],
)
def test_what_cannot_be_read(arguments, error, said):
    with pytest.raises(error, match=said):
        vision.read_video(*arguments)


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        (("none.mp4",), RuntimeError, "Invalid file path, none.mp4 does not exist."),
        ((VIDEO, "frames"), RuntimeError, "Not supported pts_unit for frames"),
    ],
)
def test_times_that_cannot_be_read(arguments, error, said):
    with pytest.raises(error, match=said):
        vision.read_video_timestamps(*arguments)


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        (b"abc", TypeError, "Input should be ndarray"),
        (np.zeros(0, np.uint8), RuntimeError, "Input Tensor has no data."),
        (np.zeros((2, 2), np.uint8), RuntimeError, "only support 1D input, got rank: 2"),
        (np.zeros(5, np.float32), RuntimeError, "should be UINT8, but got float32"),
        (np.arange(100, dtype=np.uint8), RuntimeError, "Failed to open the input."),
    ],
)
def test_what_is_no_video(given, error, said):
    with pytest.raises(error, match=said):
        vision.DecodeVideo()(given)


def test_a_file_cut_short_gives_what_it_holds(tmp_path):
    whole = (FILES / "mjpeg.avi").read_bytes()
    (tmp_path / "cut.avi").write_bytes(whole[: len(whole) * 2 // 3])
    pixels, _, _ = vision.read_video(str(tmp_path / "cut.avi"))
    assert 0 < len(pixels) < 6
