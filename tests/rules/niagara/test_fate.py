"""What may come of a position: the river over all cards still out, worked out by hand."""

from __future__ import annotations

import pytest

from support.niagara import NIAGARA, match, paddling, player, turn


def landings(m, seat, place):
    fate = m.fate(seat)
    (rows,) = (each.landings for each in fate.own if each.place == place)
    return {row.to: row.share for row in rows}


@pytest.mark.rule("N-FLOW-1", "N-FLOW-4")
def test_one_card_out_gives_as_many_speeds_as_it_has_cards():
    third = player(hand=["3", "6"])
    m = match(player("3", hand=["cloud", "4"]), player(hand=["5", "6"]), third, round=6)
    for seat, card in enumerate(["card 4", "card 5", "card 6"]):
        turn(m, seat, card)
    # Seat 1 has 5 or 6, seat 2 has 3 or 6; seat 0 plays 4: the lowest is 3 or 4.
    fate = m.fate(0)
    assert fate.combinations == 4
    assert [(speed.pushes, speed.share) for speed in fate.speeds] == [(3, 0.5), (4, 0.5)]
    assert landings(m, 0, "2") == {"5": 0.5, "6R": 0.5}
    assert landings(m, 0, "5") == {"7L": 1.0}
    assert landings(m, 0, "7L") == {"lost": 1.0}
    assert m.fate(None).own == ()


@pytest.mark.rule("N-CLOUD-1", "N-CLOUD-2")
def test_a_cloud_to_come_goes_either_way_and_one_at_the_end_of_the_track_one_way():
    for weather, expected in ((0, {1: 0.5, 3: 0.5}), (2, {3: 1.0})):
        seats = [player("3", hand=["2"]), player(hand=["cloud"]), player(hand=["6"])]
        m = match(*seats, round=7, weather=weather)
        for seat, card in enumerate(["card 2", "card cloud", "card 6"]):
            turn(m, seat, card)
        assert {speed.pushes: speed.share for speed in m.fate(0).speeds} == expected


@pytest.mark.rule("N-LOST-1")
def test_a_draft_is_foretold_as_if_it_were_played():
    m = paddling("6", player("1"), player(hand=["6"]), player(hand=["6"]), round=7)
    assert landings(m, 0, "7L") == landings(m, 0, "7R") == {"lost": 1.0}
    (canoe,) = m.fate(0).canoes
    assert canoe.landings == m.fate(0).own[0].landings != ()
    (canoe,) = m.fate(0, m.draft(0, ["paddle a 7L"])).canoes
    assert [(row.to, row.share) for row in canoe.landings] == [("lost", 1.0)]
    assert m.fate(0).canoes != (canoe,), "the draft is left as it is"


def test_nothing_is_foretold_where_no_river_follows():
    m = match(player("lost", "lost"), phase="rescue")
    assert m.fate(0) is None


@pytest.mark.parametrize("seat", [3, -1, 99])
def test_a_seat_that_the_game_has_not_is_refused(seat):
    with pytest.raises(ValueError, match="seat"):
        match(player()).fate(seat)
    with pytest.raises(ValueError, match="seat"):
        NIAGARA.fate(match(player()).redacted(None), seat)
