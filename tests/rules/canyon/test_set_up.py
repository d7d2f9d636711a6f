"""Players, jetties and the deck."""

from __future__ import annotations

import pytest

from eddyline.engine.match import Match
from eddyline.engine.options import OptionError
from eddyline.games.canyon.rules.actions import CARDS
from support.canyon import CANYON, cells, kinds, legal, new, play, refused

JETTIES = {"to 4,7", "to 4,8", "to 4,9", "to 4,10", "to 4,11", "to 4,12"}


@pytest.mark.rule("C-SET-1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_each_chooses_a_free_jetty_the_dealer_last(players: int) -> None:
    m = new(players, entropy=1)
    assert m.view(None).dealer == 1
    order, free = [], set(JETTIES)
    while m.view(None).phase == "jetties":
        (seat,) = m.waiting
        assert legal(m) == free
        assert {f"to {at.column},{at.row}" for at in m.view(None).free_jetties} == free
        choice = max(free)
        assert kinds(play(m, choice))[0] == "jetty"
        order.append(seat)
        free.remove(choice)
    assert order == [(2 + step) % players for step in range(players)]
    assert m.view(None).order == tuple(order)
    assert {f"to {at}" for at in cells(m)} == JETTIES - free


@pytest.mark.rule("C-SET-1")
def test_chance_draws_the_first_dealer() -> None:
    for players in (3, 4, 5, 6):
        dealers = [new(players, entropy=entropy).view(None).dealer for entropy in range(60)]
        assert {dealers.count(seat) for seat in range(players)} == {60 // players}


@pytest.mark.rule("C-SET-1")
@pytest.mark.parametrize("players", [2, 7])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(OptionError, match=f"3, 4, 5, 6 players, got {players}"):
        Match.new(CANYON, players=players, word=1)


@pytest.mark.rule("C-SET-1")
def test_what_is_no_free_jetty_is_refused() -> None:
    m = new(3)
    play(m, "to 4,9")
    assert "Another canoe" in refused(m, "to 4,9", "C-SET-1", "jetty_taken")
    refused(m, "to 5,9", "C-SET-1", "no_jetty")
    refused(m, "bid 1", "C-SET-1", "jetty_first")
    refused(m, "play fir 1", "C-SET-1", "jetty_first")


@pytest.mark.rule("C-SET-1")
def test_all_jetties_are_equally_far() -> None:
    for board, far in (("canyon", 29), ("whirlpool", 27)):
        m = new(6, board=board)
        while m.view(None).phase == "jetties":
            play(m, min(legal(m)))
        assert {player.distance for player in m.view(None).players} == {far}
        assert {player.on for player in m.view(None).players} == {"start"}


@pytest.mark.rule("C-SET-2")
def test_the_deck_has_ten_cards_of_each_suit() -> None:
    suits = ("fir", "fish", "flame", "sun", "feather")
    assert tuple(f"{suit} {value}" for suit in suits for value in range(1, 11)) == CARDS
    assert [action.card for action in CANYON.actions[:50]] == list(CARDS)
    assert len(set(CARDS)) == 50


@pytest.mark.rule("C-SET-2")
def test_every_action_reads_back() -> None:
    assert len(CANYON.actions) == 50 + 9 + 32 * 32
    assert len({action.text for action in CANYON.actions}) == len(CANYON.actions)
    for number, action in enumerate(CANYON.actions):
        assert action.id == number == CANYON.parse_action(action.text)
    assert CANYON.parse_action("to 3,2") == 59 + 32 * 2 + 3
