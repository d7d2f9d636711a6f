"""Characters play as others do not, and nobody in particular plays as ever."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import eddyline
from eddyline.arena.entrants import SpecError, maker, parse
from eddyline.bots import BOTS, play_turn
from eddyline.bots.canyon import manners as canyon
from eddyline.bots.niagara import manners as niagara
from eddyline.bots.registry import OWN
from eddyline.characters import CHARACTERS, NAMES, NOBODY, dealt, number_of
from eddyline.games.niagara.rules.actions import SPARE, STEAL

CLIENT = Path(__file__).parents[2] / "web" / "src" / "rivals" / "characters.ts"
QUICK = {"niagara": "paddler", "canyon": "voyageur"}


def test_the_client_knows_the_characters_in_the_same_order():
    assert re.findall(r"^  (\w+): '(\w+)',$", CLIENT.read_text(), re.MULTILINE) == list(NAMES.items())
    assert tuple(NAMES) == CHARACTERS


def test_the_client_says_so_of_those_who_have_manners():
    (listed,) = re.findall(r"MANNERED = \[(.*)\]", CLIENT.with_name("manners.ts").read_text())
    having = {name for bots in OWN.values() for name, bot in bots.items() if bot.manners}
    assert sorted(re.findall(r"\w+", listed)) == sorted(having)


def test_canoes_can_be_marked_with_the_initials():
    assert len({name[0] for name in NAMES.values()}) == len(CHARACTERS)


def test_a_word_deals_everybody_once_and_always_alike():
    assert set(dealt("table")) == set(CHARACTERS)
    assert dealt("table") == dealt("table")
    assert len({tuple(dealt(str(word))) for word in range(20)}) > 15


@pytest.mark.parametrize("manners", [niagara, canyon])
def test_everybody_has_a_manner_of_their_own_and_nobody_none(manners):
    assert not manners.MANNERS[NOBODY + 1].any()
    rows = {tuple(row) for row in manners.MANNERS}
    assert len(rows) == len(CHARACTERS) + 1


def test_who_is_not_known_is_refused():
    assert number_of(None) == NOBODY
    with pytest.raises(ValueError, match="got 'wolf'"):
        number_of("wolf")


@pytest.mark.parametrize("game_id", QUICK)
def test_a_character_decides_otherwise_now_and_then_and_always_alike(game_id):
    """Everybody sees the same positions; each character leaves the way of nobody somewhere."""
    make = BOTS[game_id][QUICK[game_id]]
    plain = make(7)
    bots = {each: make(7, character=each) for each in CHARACTERS}
    again = make(7, character="magpie")
    differing = set()
    for entropy in range(12):
        for match, seat in positions(game_id, entropy, plain):
            usual = play_turn(plain, match, seat)
            for each, bot in bots.items():
                if each not in differing and play_turn(bot, match, seat) != usual:
                    differing.add(each)
            if entropy == 0:
                assert play_turn(again, match, seat) == play_turn(bots["magpie"], match, seat)
        if differing == set(CHARACTERS):
            break
    assert differing == set(CHARACTERS)


@pytest.mark.parametrize("kind", ["drifter", "camper", "paddler"])
def test_a_bear_hardly_steals_from_anybody_and_a_magpie_does(kind):
    sitting = ("bear", "magpie", "bear", "magpie")
    thefts = dict.fromkeys(sitting, 0)
    for entropy in range(16):
        match = eddyline.new("niagara", players=4, seed=entropy)
        bots = [BOTS["niagara"][kind](seat, character=each) for seat, each in enumerate(sitting)]
        while not match.over:
            for seat in sorted(match.waiting):
                turn = play_turn(bots[seat], match, seat)
                thefts[sitting[seat]] += any(STEAL <= action < SPARE for action in turn)
                match.commit(seat, turn)
    assert thefts["bear"] < 3
    assert thefts["magpie"] > 10


def positions(game_id, entropy, bot):
    """Give a game among equal bots, before each turn, with the seat that is to play it."""
    match = eddyline.new(game_id, players=3, seed=entropy)
    while not match.over:
        for seat in sorted(match.waiting):
            yield match, seat
            match.commit(seat, play_turn(bot, match, seat))


def test_the_arena_seats_characters():
    assert parse("paddler/otter").name == "paddler/otter"
    assert maker("niagara", parse("paddler/otter"))(1)._character == number_of("otter")
    with pytest.raises(SpecError, match="expected a character"):
        maker("niagara", parse("paddler/wolf"))
    with pytest.raises(SpecError, match="nobody's manner"):
        maker("niagara", parse("guide/otter"))
