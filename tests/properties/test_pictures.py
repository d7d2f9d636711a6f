"""The picture of a match in a notebook: sound, complete, and silent about what is hidden."""

from __future__ import annotations

import random
from xml.etree import ElementTree as ET

import pytest

from eddyline.engine.match import Match
from eddyline.engine.random import words
from eddyline.engine.registry import GAMES, game
from support.secrecy import secrets_of

SVG = "{http://www.w3.org/2000/svg}"
TABLES = [
    ("niagara", {}, 2),
    ("niagara", {}, 4),
    ("niagara", {"spirits": True, "diamond_joe": True}, 6),
    ("canyon", {}, 4),
    ("canyon", {"board": "whirlpool", "secret_bids": True}, 6),
]


def positions(game_id, options, players, seed, turns=160):
    """Play at random; show the match at every tenth turn, and when it is over."""
    rules = game(game_id)
    chosen = rules.parse_options(None, options, players)
    match = Match.new(rules, chosen, players=players, word=seed, chance=words(seed))
    dice = random.Random(seed)
    for turn in range(turns):
        if turn % 10 == 0 or match.over:
            yield match
        if match.over:
            return
        draft = match.draft(min(match.waiting))
        while not draft.complete:
            draft.decide(dice.choice(draft.legal()))
        match.commit(draft.seat, draft.decisions)


def shown(match):
    """Parse the picture; ElementTree raises where it is not sound."""
    return ET.fromstring(match._repr_svg_())  # noqa: S314 - our own


def labels(picture):
    return [text.text for text in picture.iter(f"{SVG}text")]


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "options", "players"), TABLES)
def test_pictures_are_sound_and_can_stand_side_by_side(game_id, options, players):
    for match in positions(game_id, options, players, seed=players):
        picture = shown(match)
        assert picture.tag == f"{SVG}svg"
        assert picture.find(f"{SVG}title").text.startswith(game(game_id).name)
        for element in picture.iter():
            # Ids and style sheets of one picture would hold in the whole notebook.
            assert not {"id", "class", "href"} & set(element.attrib)
            assert element.tag not in {f"{SVG}style", f"{SVG}script"}
            assert "nan" not in "".join(element.attrib.values())


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "options", "players"), [table for table in TABLES if table[0] == "niagara"])
def test_every_canoe_of_niagara_and_all_gems_are_there(game_id, options, players):
    for match in positions(game_id, options, players, seed=3):
        view = match.view(None)
        said = labels(shown(match))
        for seat in range(players):
            for name in "ab":
                assert said.count(f"{seat}{name}") == 1
            assert f"Seat {seat}" in said
        for gems in view.deposits:
            assert str(sum(gems.values())) in said
        assert f"Round {view.round}" in said
        assert ("Joe" in said) == (view.joe is not None)


@pytest.mark.parametrize(("game_id", "options", "players"), [table for table in TABLES if table[0] == "canyon"])
def test_every_canoe_of_canyon_its_bid_and_the_cards_on_the_table_are_there(game_id, options, players):
    for match in positions(game_id, options, players, seed=3):
        view = match.view(None)
        said = labels(shown(match))
        for player in view.players:
            # In the panel, on the water, and beside a card of the current trick.
            played = sum(card.seat == player.seat for card in view.trick)
            numbers = said.count(str(player.seat)) - [*view.track].count(player.seat)
            assert numbers >= 1 + (player.cell is not None) + played
            if player.bid is not None:
                bid = "?" if player.bid == "hidden" else player.bid
                assert f"bid {bid} · tricks {player.tricks}" in said
        assert ("Trump" in said) == (view.trump is not None)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_nothing_hidden_is_drawn(game_id):
    """Positions that differ in what a spectator cannot know give the same picture, byte for byte."""
    compared = 0
    for match in positions(game_id, {"secret_bids": True} if game_id == "canyon" else {}, 4, seed=8):
        picture = match._repr_svg_()
        for twin in secrets_of(game_id).variants(match.states, None):
            if twin.tobytes() != match.states.tobytes():
                compared += 1
                assert Match(match.game, twin)._repr_svg_() == picture
    assert compared > 0


def test_a_secret_turn_is_not_drawn():
    rules = game("niagara")
    match = Match.new(rules, players=3, word=1)
    before = match._repr_svg_()
    match.play(0, "card 3")
    assert match._repr_svg_() == before
