"""What `benchmarks/manners.py` says of strengths and traits is what games of known strength and traits are like."""

from __future__ import annotations

import numpy as np
import pytest

from eddyline.characters import CHARACTERS
from manners import KNOWN_FOR, ORDERS, TABLES, compare, summed, told_apart
from rivals.tuning import fitted


@pytest.fixture
def drawn():
    return np.random.default_rng(29)


def test_strengths_are_found_from_who_has_won(drawn):
    """Four of five players sit at a table; the one who wins is drawn by strength."""
    strengths = np.array([-0.6, -0.2, 0.0, 0.2, 0.6])
    sitting = np.array([drawn.permutation(5)[:4] for _ in range(8000)])
    winner = np.argmax(strengths[sitting] + drawn.gumbel(size=sitting.shape), 1)
    found, covariance = fitted(np.eye(5)[sitting], np.eye(4)[winner])
    assert found - found.mean() == pytest.approx(strengths, abs=0.1)
    assert 0.01 < np.sqrt(covariance[0, 0] + covariance[4, 4] - 2 * covariance[0, 4]) < 0.06


def test_everybody_is_known_for_something_that_is_noted():
    for game_id, known_for in KNOWN_FOR.items():
        assert tuple(known_for) == CHARACTERS
        assert {trait for trait, _ in known_for.values()} <= set(TABLES[game_id].noted)
        assert len(set(known_for.values())) == len(CHARACTERS)


def met(drawn, share, more, blocks=300):
    """Let a magpie and a heron of Canyon meet: the first wins this share, and takes so many more tricks away."""
    won = (drawn.random((blocks, len(ORDERS))) < share).astype(float)
    did = drawn.normal(size=(blocks, len(ORDERS), 2, 2, len(TABLES["canyon"].noted)))
    did[:, :, 0, :, TABLES["canyon"].noted.index("snatched")] += more
    return compare("canyon", ("magpie", "heron"), won, did)


def test_a_pair_is_told_with_its_error_and_its_traits(drawn):
    told = met(drawn, 0.5, 0.5)
    low, high = told["interval"]
    assert low < told["share"] < high
    assert high - low == pytest.approx(2 * 1.96 * 0.5 / 1800**0.5, rel=0.2)
    assert told["traits"]["magpie"]["p"] < 1e-9 < told["traits"]["heron"]["p"]
    assert 0.6 < told["told_apart"] < 0.95
    assert met(drawn, 0.5, -0.5)["traits"]["magpie"]["p"] == 1.0


def test_luck_is_told_from_strength(drawn):
    fair = summed("canyon", [met(drawn, 0.5, 0.5) for _ in range(28)])
    assert fair["true_distance"] < 0.01
    assert fair["fair"] == 28
    unfair = summed("canyon", [met(drawn, 0.6, 0.5) for _ in range(28)])
    assert unfair["true_distance"] == pytest.approx(0.1, abs=0.01)
    assert unfair["fair"] == 0


def test_no_evidence_tells_nobody_apart():
    assert told_apart(np.zeros((10, 6))) == 0.5
    assert told_apart(np.ones((10, 6))) == 1.0
