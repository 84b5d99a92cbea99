"""Alignment of sequences."""

from parity.pair.align import align


def equal(a, b):
    return 2.0 if a == b else 0.5 if a.lower() == b.lower() else 0.0


def test_equal_sequences_and_gaps():
    assert align("abc", "abc", equal, 2.0) == [(0, 0), (1, 1), (2, 2)]
    assert align("abcd", "abd", equal, 2.0) == [(0, 0), (1, 1), (3, 2)]
    assert align("ad", "abcd", equal, 2.0) == [(0, 0), (1, 3)]
    assert align("", "abc", equal, 2.0) == []


def test_the_better_total_wins():
    assert align("xaB", "abx", equal, 2.0) == [(1, 0), (2, 1)]
    assert align("Aa", "a", equal, 2.0) == [(1, 0)]


def test_long_sequences_within_a_band():
    left = "".join(chr(ord("a") + i % 26) for i in range(300))
    right = left[:150] + "Q" + left[150:]
    assert len(align("Z" + left, right + "Y", equal, 2.0, cells=40_000)) == 300
