"""No channel of a match tells a card or a rescue of Niagara before its time."""

from __future__ import annotations

from itertools import pairwise

import pytest

from eddyline.engine.match import Match
from eddyline.games.niagara.rules.options import MODULES
from support.niagara import NIAGARA, match, play_cards, player, turn
from support.secrecy import channels


@pytest.mark.rule("N-ROUND-5")
@pytest.mark.parametrize("all_in", [False, True])
@pytest.mark.parametrize("cards", [("cloud", "1", "6"), ("rope", "123", "7", "cloud")], ids=["base", "modules"])
def test_no_channel_of_a_match_tells_a_card_before_its_time(cards: tuple[str, ...], all_in: bool) -> None:
    seen = []
    options = dict.fromkeys(MODULES, True) if "rope" in cards else {}
    for card in cards:
        m = match(player(), first=0, options=options)
        events = turn(m, 2, f"card {card}")
        if all_in:
            turn(m, 0, "card 2")
            events = turn(m, 1, "card 3")
        seen.append([events, *(channels(m, seat) for seat in (None, 0, 1))])
    assert all(one == other for one, other in pairwise(seen))


@pytest.mark.rule("N-ROUND-5")
def test_the_record_of_a_running_game_ends_before_the_secret_turns() -> None:
    m = Match.new(NIAGARA, players=3, word=1)
    play_cards(m, "2", "3", "4")
    assert m.record(public=True).turns == ()
    first = min(m.waiting)
    order = [(first + step) % 3 for step in range(3)]
    for seat in order[:2]:
        turn(m, seat, f"paddle a {seat + 2}")
    # The last card is open now: from here on there is nothing to hide.
    assert len(m.record(public=True).turns) == 5
