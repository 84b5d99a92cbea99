"""Small files in the formats of published data sets, and the datasets that read them, for either `dataset` module."""

from __future__ import annotations

import json
import struct
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np


def _put(root: Path, name: str, content: bytes | str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def _wave(root: Path, name: str, rate: int) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((np.arange(-20, 20) * 801).astype("<i2").tobytes())


def _varint(value: int) -> bytes:
    value %= 2**64
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def example(**features: Any) -> bytes:
    """Return a `tf.train.Example`: lists of bytes, float or int by name."""
    entries = b""
    for name, values in features.items():
        if isinstance(values[0], bytes):
            kind, content = 1, b"".join(_field(1, one) for one in values)
        elif isinstance(values[0], float):
            kind, content = 2, _field(1, struct.pack(f"<{len(values)}f", *values))
        else:
            kind, content = 3, _field(1, b"".join(_varint(one) for one in values))
        entries += _field(1, _field(1, name.encode()) + _field(2, _field(kind, content)))
    return _field(1, entries)


_CRC = [0] * 256
for _byte in range(256):
    _crc = _byte
    for _ in range(8):
        _crc = _crc >> 1 ^ (0x82F63B78 if _crc & 1 else 0)
    _CRC[_byte] = _crc


def _check_sum(data: bytes) -> bytes:
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ _CRC[(crc ^ byte) & 0xFF]
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8 & 0xFFFFFFFF).to_bytes(4, "little")


def tfrecord(messages: list[bytes]) -> bytes:
    """Return the bytes of a TFRecord file, check sums and all."""
    parts = [(len(one).to_bytes(8, "little"), one) for one in messages]
    return b"".join(head + _check_sum(head) + one + _check_sum(one) for head, one in parts)


def write(root: Path) -> None:
    """Write every file."""
    messages = [example(a=[number, -number], f=[number * 0.5], s=[b"x%d" % number]) for number in range(5)]
    _put(root, "tf/a.tfrecord", tfrecord(messages))
    schema = {
        "numRows": 4,
        "columns": {"a": {"type": "int64", "rank": 1, "shape": [2]}, "s": {"type": "uint8", "rank": 1}},
    }
    _put(root, "tf/schema.json", json.dumps({"datasetType": "TF", **schema}))
    for name, fields in (("csv3", 3), ("csv4", 4), ("csv2", 2)):
        for part in ("train", "test"):
            rows = [",".join(f'"{part} {row} ""{one}"""' for one in range(fields)) for row in range(2)]
            _put(root, f"{name}/{part}.csv", "\n".join(rows) + "\n")
    _put(root, "enwik9/enwik9", "one\n\ntwo é\n")
    for part in ("train", "valid", "test"):
        _put(root, f"wiki/wiki.{part}.tokens", f" \n = {part} = \n \n words of {part} \n")
    _put(root, "sst2/train.tsv", "sentence\tlabel\na film\t1\nno film\t0\n")
    _put(root, "sst2/test.tsv", "index\tsentence\n0\ta test\n")
    _put(root, "conll/train.txt", "He PRP B-NP\nran VBD B-VP\n\nShe PRP B-NP\nsat VBD B-VP\n\n")
    _put(root, "udpos/en-ud-tag.v2.train.txt", "He\tPRON\tPRP\nran\tVERB\tVBD\n\nShe\tPRON\tPRP\nsat\tVERB\tVBD\n\n")
    _put(root, "multi/training/train.en", "a man\na dog\n")
    _put(root, "multi/training/train.de", "ein Mann\nein Hund\n")
    question = {"question": "who?", "id": "1", "answers": [{"text": "he", "answer_start": 3}]}
    articles = [{"title": "t", "paragraphs": [{"context": "it is he", "qas": [question]}]}]
    _put(root, "squad/train-v1.1.json", json.dumps({"version": "1.1", "data": articles}))
    _put(root, "clue/afqmc.json", '{"sentence1": "一", "sentence2": "二", "label": "0"}\n')
    _put(root, "clue/csl.json", '{"id": 7, "abst": "一", "keyword": ["二", "三"]}\n')
    for name in ("0_1_1_0_1_0_0_1", "1_1_1_0_1_0_0_1"):
        _wave(root, f"yesno/{name}.wav", 8000)
    _put(root, "lj/metadata.csv", "LJ1|one|One\nLJ2|two|Two\n")
    for name in ("LJ1", "LJ2"):
        _wave(root, f"lj/wavs/{name}.wav", 22050)
    _wave(root, "commands/yes/abcd_nohash_3.wav", 16000)
    for folder, name in (("ant", "1.jpg"), ("ant", "2.jpg"), ("bee", "3.jpg")):
        _put(root, f"folders/{folder}/{name}", f"{folder} {name}")
    _put(root, "sun/ClassName.txt", "/a/abbey\n/b/barn\n")
    for name in ("a/abbey/sun_1.jpg", "b/barn/sun_2.jpg"):
        _put(root, f"sun/{name}", name)
    _put(root, "food/meta/train.txt", "pie/1\nham/2\n")
    for name in ("pie/1", "ham/2"):
        _put(root, f"food/images/{name}.jpg", name)
    _boxes(root)
    _arrays(root)


def _boxes(root: Path) -> None:
    images = [{"id": number, "file_name": f"{number}.jpg"} for number in (1, 2)]
    entries = [{"id": 1, "image_id": one, "bbox": [one, 2, 3, 4], "category_id": 5, "iscrowd": 0} for one in (1, 2, 2)]
    _put(
        root,
        "coco/a.json",
        json.dumps({"images": images, "annotations": entries, "categories": [{"id": 5, "name": "c"}]}),
    )
    for number in (1, 2):
        _put(root, f"coco/images/{number}.jpg", b"\xff\xd8\xff\xe0 the beginning of a JPEG file %d" % number)
    _put(root, "voc/ImageSets/Main/train.txt", "1\n")
    _put(root, "voc/JPEGImages/1.jpg", "voc image")
    boxes = "".join(
        f"<object><name>{name}</name><truncated>1</truncated><difficult>0</difficult><bndbox><xmin>{left}</xmin>"
        f"<ymin>2</ymin><xmax>30</xmax><ymax>40</ymax></bndbox></object>"
        for name, left in (("dog", 1), ("cat", 5))
    )
    _put(root, "voc/Annotations/1.xml", f"<annotation>{boxes}</annotation>")
    for number, name in enumerate(("cat", "dog", "cat")):
        entry = {
            "source": str(root / "coco/images/1.jpg"),
            "usage": "TRAIN",
            "annotation": [{"type": "modelarts/image_classification", "name": name}],
        }
        with (root / "a.manifest").open("a" if number else "w") as file:
            file.write(json.dumps({**entry, "id": "0"}) + "\n")
    _put(root, "wider/wider_face_split/wider_face_val_bbx_gt.txt", "0--A/a.jpg\n1\n1 2 3 4 5 6 7 8 9 10 \n")
    _put(root, "wider/WIDER_val/images/0--A/a.jpg", "a face")


def _arrays(root: Path) -> None:
    pixels = (np.arange(2 * 28 * 28) % 256).astype(np.uint8).tobytes()
    _put(root, "mnist/train-images-idx3-ubyte", struct.pack(">IIII", 2051, 2, 28, 28) + pixels)
    _put(root, "mnist/train-labels-idx1-ubyte", struct.pack(">II", 2049, 2) + bytes([3, 4]))
    _put(root, "qmnist/qmnist-train-images-idx3-ubyte", struct.pack(">IIII", 2051, 2, 28, 28) + pixels)
    labels = struct.pack(">III", 3074, 2, 8) + struct.pack(">16i", *range(16))
    _put(root, "qmnist/qmnist-train-labels-idx2-int", labels)
    _put(root, "stl/train_X.bin", (np.arange(3 * 96 * 96) % 251).astype(np.uint8).tobytes())
    _put(root, "stl/train_y.bin", bytes([4]))
    semeion = " ".join(f"{one % 2}.0000" for one in range(256)) + " 0 0 1 0 0 0 0 0 0 0 \n"
    _put(root, "semeion/semeion.data", semeion)
    values = " ".join(f"{place + 1}:{place / 128 - 1:.6f}" for place in range(256))
    _put(root, "usps/usps", f"4 {values} \n")


def cases(ds: Any, root: Path) -> dict[str, Callable[[], Any]]:
    """Return the datasets by name."""
    one: dict[str, Any] = {"shuffle": False}
    train: dict[str, Any] = {"usage": "train", "shuffle": False}

    def at(name: str) -> str:
        return str(root / name)

    return {
        "TFRecord": lambda: ds.TFRecordDataset(at("tf/a.tfrecord"), **one),
        "TFRecord_schema": lambda: ds.TFRecordDataset(at("tf/a.tfrecord"), at("tf/schema.json"), **one),
        "TFRecord_columns": lambda: ds.TFRecordDataset(at("tf/a.tfrecord"), columns_list=["s", "f"], **one),
        "AGNews": lambda: ds.AGNewsDataset(at("csv3"), **one),
        "AmazonReview": lambda: ds.AmazonReviewDataset(at("csv3"), **train),
        "DBpedia": lambda: ds.DBpediaDataset(at("csv3"), usage="test", **one),
        "SogouNews": lambda: ds.SogouNewsDataset(at("csv3"), **one),
        "YahooAnswers": lambda: ds.YahooAnswersDataset(at("csv4"), **one),
        "YelpReview": lambda: ds.YelpReviewDataset(at("csv2"), **one),
        "EnWik9": lambda: ds.EnWik9Dataset(at("enwik9"), **one),
        "WikiText": lambda: ds.WikiTextDataset(at("wiki"), usage="valid", **one),
        "SST2": lambda: ds.SST2Dataset(at("sst2"), **train),
        "SST2_test": lambda: ds.SST2Dataset(at("sst2"), usage="test", **one),
        "CoNLL2000": lambda: ds.CoNLL2000Dataset(at("conll"), **train),
        "UDPOS": lambda: ds.UDPOSDataset(at("udpos"), **train),
        "Multi30k": lambda: ds.Multi30kDataset(at("multi"), language_pair=["de", "en"], **train),
        "SQuAD": lambda: ds.SQuADDataset(at("squad"), **train),
        "CLUE": lambda: ds.CLUEDataset(at("clue/afqmc.json"), "AFQMC", "train", **one),
        "CLUE_test": lambda: ds.CLUEDataset(at("clue/csl.json"), "CSL", "test", **one),
        "YesNo": lambda: ds.YesNoDataset(at("yesno"), **one),
        "LJSpeech": lambda: ds.LJSpeechDataset(at("lj"), **one),
        "SpeechCommands": lambda: ds.SpeechCommandsDataset(at("commands"), usage="all", **one),
        "Caltech256": lambda: ds.Caltech256Dataset(at("folders"), **one),
        "SUN397": lambda: ds.SUN397Dataset(at("sun"), **one),
        "Food101": lambda: ds.Food101Dataset(at("food"), **train),
        "Coco": lambda: ds.CocoDataset(at("coco/images"), at("coco/a.json"), **one),
        "VOC": lambda: ds.VOCDataset(at("voc"), "Detection", **train),
        "Manifest": lambda: ds.ManifestDataset(at("a.manifest"), **one),
        "WIDERFace": lambda: ds.WIDERFaceDataset(at("wider"), usage="valid", **one),
        "Mnist_what_is_there": lambda: ds.MnistDataset(at("mnist"), **one),
        "QMnist": lambda: ds.QMnistDataset(at("qmnist"), compat=False, **train),
        "STL10": lambda: ds.STL10Dataset(at("stl"), **train),
        "Semeion": lambda: ds.SemeionDataset(at("semeion"), **one),
        "USPS": lambda: ds.USPSDataset(at("usps"), **train),
    }


def told(dataset: Any) -> dict[str, Any]:
    """Return what a dataset gives: size, columns, and type, shape and values of each."""
    rows = [
        {name: _value(np.asarray(value)) for name, value in row.items()}
        for row in dataset.create_dict_iterator(num_epochs=1, output_numpy=True)
    ]
    return {"size": dataset.get_dataset_size(), "columns": list(dataset.get_col_names()), "rows": rows}


def _value(array: np.ndarray[Any, Any]) -> list[Any]:
    if array.dtype.kind in "US":
        return [array.dtype.kind, list(array.shape), [str(one) for one in array.reshape(-1).tolist()]]
    flat = array.astype(np.float64).reshape(-1)
    return [
        str(array.dtype),
        list(array.shape),
        [round(one, 4) for one in flat[:12].tolist()],
        round(float(flat.sum()), 3),
    ]
