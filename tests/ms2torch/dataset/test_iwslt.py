"""Talks with translations: rows and order as MindSpore 2.10 gives them for the same files."""

from __future__ import annotations

import re

import pytest

from ms2torch import dataset as ds

TRAIN = """<url>http://talk</url>
<keywords>some, words</keywords>
{0} one
 {0} two 
<reviewer href="x">name</reviewer>
{0} a<b three
  <title>of the talk</title>
{0} &amp; four
<doc docid="1">
</doc>
<other>
{0} last"""  # noqa: W291 - the space at a line's end is part of the sample

TALKS = """<?xml version="1.0" encoding="UTF-8"?>
<mteval><{1}>
<doc docid="1"><title>t</title>
<seg id="1"> {0} one </seg>
<seg id="2">{0} &amp; two</seg>
</doc>
<doc docid="2"><seg id="1">{0} three</seg></doc>
</{1}></mteval>"""

FOLDERS = {"16": "texts/de/en/de-en", "17": "texts/DeEnItNlRo/DeEnItNlRo/DeEnItNlRo-DeEnItNlRo"}
SETS = {"16": ("dev2010", "tst2013", "tst2014"), "17": ("dev2010", "tst2010")}

SENTENCES = [
    ["de one", "en one"],
    ["de two", "en two"],
    ["de a<b three", "en a<b three"],
    ["de &amp; four", "en &amp; four"],
    ["<other>", "<other>"],
    ["de last", "en last"],
]


def segments(name):
    return [[f"{name} {one} {word}" for one in ("de", "en")] for word in ("one", "& two", "three")]


def rows(dataset):
    return [[str(value) for value in row] for row in dataset.create_tuple_iterator(num_epochs=1, output_numpy=True)]


@pytest.fixture(params=["16", "17"])
def talks(tmp_path, request):
    year = request.param
    home = tmp_path / FOLDERS[year]
    home.mkdir(parents=True)
    for language, kind in (("de", "srcset"), ("en", "refset")):
        (home / f"train.tags.de-en.{language}").write_text(TRAIN.format(language))
        for name in SETS[year]:
            path = home / f"IWSLT{year}.TED.{name}.de-en.{language}.xml"
            path.write_text(TALKS.format(f"{name} {language}", kind))
    return year, getattr(ds, f"IWSLT20{year}Dataset"), tmp_path, home


def test_parts(talks):
    year, kind, root, home = talks
    before = sorted(home.iterdir())
    valid, test = {"16": ("tst2013", "tst2014"), "17": ("dev2010", "tst2010")}[year]
    train = kind(str(root), "train", shuffle=False)
    assert train.get_col_names() == ["text", "translation"]
    assert isinstance(train, ds.TextBaseDataset)
    assert rows(train) == SENTENCES
    assert rows(kind(str(root), "valid", shuffle=False)) == segments(valid)
    assert rows(kind(str(root), "test", ("de", "en"), shuffle=False)) == segments(test)
    assert len(kind(str(root), "train", num_samples=2)) == 2
    assert sorted(rows(kind(str(root), "train"))) == sorted(SENTENCES)
    assert sorted(home.iterdir()) == before


def test_all_parts(talks):
    year, kind, root, _ = talks
    valid, test = {"16": ("tst2013", "tst2014"), "17": ("dev2010", "tst2010")}[year]
    one_by_one = [*SENTENCES, *segments(valid), *segments(test)]
    assert rows(kind(str(root), shuffle=False, num_parallel_workers=1)) == one_by_one
    expected = []
    for place in range(6):  # two readers: the first goes on with the third file
        expected += [SENTENCES[place], *segments(valid)[place : place + 1]]
    got = rows(kind(str(root), shuffle=False, num_parallel_workers=2))
    assert got == [*expected, *segments(test)]
    share = [rows(kind(str(root), shuffle=False, num_shards=8, shard_id=part)) for part in range(8)]
    assert [len(part) for part in share] == [2] * 8


def test_other_sets(tmp_path, talks):
    year, kind, root, _ = talks
    if year == "17":
        pytest.skip("the sets of 2017 cannot be chosen")
    assert rows(kind(str(root), "test", test_set="dev2010", shuffle=False)) == segments("dev2010")
    same = kind(str(root), valid_set="tst2013", test_set="tst2013", shuffle=False, num_parallel_workers=1)
    assert rows(same) == [*SENTENCES, *segments("tst2013"), *segments("tst2013")]
    with pytest.raises(ValueError, match="`valid_set` must be one of dev2010"):
        kind(str(root), valid_set="tst2020")


def test_pairs_of_lines(talks):
    _, kind, root, home = talks

    def read(text, translation):
        (home / "train.tags.de-en.de").write_text(text)
        (home / "train.tags.de-en.en").write_text(translation)
        return rows(kind(str(root), "train", shuffle=False))

    assert read("a\nb\nc", "a\n<url>\nd") == [["a", "a"], ["c", "d"]]
    assert read("a\nb\nc <title>\n", "a\nb\nd") == [["a", "a"], ["b", "b"]]
    assert read("a\n  \nb", "a\n \nb") == [["a", "a"], ["b", "b"]]
    assert read("a\nb", "a") == [["a", "a"]]
    with pytest.raises(RuntimeError, match=r"line 2 of .* is empty"):
        read("a\nb\n", "a\n\nb\n")


def test_what_is_wrong_is_said(talks):
    _, kind, root, home = talks
    with pytest.raises(
        ValueError, match=r"Input usage is not within the valid set of .*'train', 'test', 'valid', 'all'"
    ):
        kind(str(root), "other")
    with pytest.raises(TypeError, match="`language_pair` must be a list or tuple"):
        kind(str(root), language_pair="de-en")
    with pytest.raises(ValueError, match="`language_pair` must be source and target of en-"):
        kind(str(root), language_pair=["de", "xx"])
    with pytest.raises(RuntimeError, match="does not exist"):
        kind(str(root), language_pair=["en", "de"])
    path = next(home.glob("*.TED.dev2010.de-en.de.xml"))
    path.write_text("<mteval>")
    options = {"valid_set": "dev2010"} if "16" in kind.__name__ else {}
    with pytest.raises(RuntimeError, match=re.escape(f"{path} is no valid XML")):
        rows(kind(str(root), "valid", **options))
