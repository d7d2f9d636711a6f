from __future__ import annotations

import pytest
from msgspec.structs import replace

from eddyline.ratings.counting import SHORTEST, Ended, Sitter, result_of

ANCHORS = {"guide": 30.0}
ENDED = Ended(
    table="table",
    family="base",
    began=1000,
    at=1000 + SHORTEST,
    sitters=(Sitter(person="ann", address="a"), Sitter(person="ben", address="b"), Sitter(bot="guide")),
    ranking=(2, 1, 2),
)


def seated(*sitters: Sitter, ranking: tuple[int, ...] = (1, 2, 3)) -> Ended:
    return replace(ENDED, sitters=sitters, ranking=ranking)


def test_a_finished_game_counts_with_its_whole_ranking_and_the_anchors():
    result = result_of(ENDED, ANCHORS)
    assert [(each.person, each.bot, each.anchor, each.rank) for each in result.players] == [
        ("ann", None, None, 2),
        ("ben", None, None, 1),
        (None, "guide", 30.0, 2),
    ]


ANN, BEN, GUIDE = ENDED.sitters


@pytest.mark.parametrize(
    ("ended", "reason"),
    [
        (replace(ENDED, practice=True, family=None), "practice"),
        (replace(ENDED, family=None), "house_rules"),
        (seated(ANN, BEN, Sitter(bot="mine")), "unmeasured_bot"),
        (seated(GUIDE, GUIDE, GUIDE), "nobody"),
        (seated(ANN, Sitter(address="b"), GUIDE), "guest"),
        (seated(ANN, replace(ANN, address="b"), GUIDE), "twice"),
        (seated(ANN, replace(BEN, address="a"), GUIDE), "same_address"),
        (replace(ENDED, stopped=True), "stopped"),
        (replace(ENDED, at=ENDED.at - 1), "short"),
    ],
)
def test_what_does_not_count_says_why(ended, reason):
    assert result_of(ended, ANCHORS) == reason


def test_what_a_stand_in_reaches_counts_for_nobody():
    result = result_of(seated(replace(ANN, left=True), BEN, GUIDE), ANCHORS)
    assert [each.rank for each in result.players] == [3, 1, 2]


def test_all_who_left_share_the_last_place_even_a_person_alone_with_bots():
    both = result_of(seated(replace(ANN, left=True), GUIDE, replace(BEN, left=True)), ANCHORS)
    assert [each.rank for each in both.players] == [2, 1, 2]
    alone = result_of(seated(GUIDE, replace(ANN, left=True), GUIDE, ranking=(2, 1, 2)), ANCHORS)
    assert [each.rank for each in alone.players] == [1, 3, 1]
