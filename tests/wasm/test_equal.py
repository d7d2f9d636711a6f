"""Rules give the same in WebAssembly as natively: who decides, what is legal, every byte, view, event and reason."""

from __future__ import annotations

import random

import pytest

from eddyline.bots import Thinker
from eddyline.bots.registry import BOTS
from eddyline.engine.registry import game
from eddyline.wasm.targets import FATE, Target, targets
from support.elsewhere import Elsewhere, Player, bundled, drawn, field_of, questions

STEPS = 110_000
"""Of each game."""
FATES = 600
"""Positions of each game, with boards that are placed between them."""

pytestmark = pytest.mark.slow

GAMES = ("canyon", "niagara")


@pytest.fixture(scope="module")
def loader(tmp_path_factory):
    return bundled("rules/node", tmp_path_factory.mktemp("loader"))


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_equal_step_by_step(name, loader):
    rules, steps = game(name), 0
    with Elsewhere(loader, Target(name).file) as elsewhere:
        for chunk in Player(rules, seed=27).chunks():
            steps += chunk.steps
            told = elsewhere.fold(chunk.content)
            assert told == steps, f"{name} differs in {field_of(rules, told)}: {told}"
            if steps >= STEPS:
                break


@pytest.mark.parametrize("name", GAMES)
def test_one_bit_of_a_record_is_a_difference(name, loader):
    rules = game(name)
    chunk = next(Player(rules, seed=1).chunks(500))
    content = bytearray(chunk.content)
    # A bit of a record, which ends four bytes before its step's events.
    content[content.rindex(b'[{"kind":') - 54] ^= 1
    with Elsewhere(loader, Target(name).file) as elsewhere:
        told = elsewhere.fold(bytes(content))
    assert told["what"].startswith("byte ")
    assert told["native"] != told["here"]


@pytest.mark.parametrize("name", GAMES)
def test_one_letter_of_a_view_is_a_difference(name, loader):
    chunk = next(Player(game(name), seed=2, views=1).chunks(100))
    assert chunk.content.count(b'"round":') > 20
    with Elsewhere(loader, Target(name).file) as elsewhere:
        told = elsewhere.fold(chunk.content.replace(b'"round":', b'"rounD":', 1))
    assert told["what"].startswith("view of seat ")


@pytest.mark.parametrize("name", GAMES)
def test_one_letter_of_a_reason_is_a_difference(name, loader):
    content = next(Player(game(name), seed=2, views=1).chunks(100)).content
    rule = b'["N-' if name == "niagara" else b'["C-'
    assert content.count(rule) > 5
    with Elsewhere(loader, Target(name).file) as elsewhere:
        told = elsewhere.fold(content.replace(rule, b'["X-', 1))
    assert told["what"].startswith("why action ")


@pytest.mark.parametrize("name", GAMES)
def test_one_letter_of_an_event_is_a_difference(name, loader):
    content = next(Player(game(name), seed=2).chunks(100)).content
    assert content.count(b'[{"kind":') > 20
    with Elsewhere(loader, Target(name).file) as elsewhere:
        told = elsewhere.fold(content.replace(b'[{"kind":', b'[{"kinD":', 1))
    assert told["what"] == "events"


@pytest.mark.parametrize("name", GAMES)
def test_what_may_come_is_equal(name, loader):
    content = Player(game(name), seed=5).fates(FATES).content
    assert content.count(b'"share":') > FATES // 2
    with Elsewhere(loader, Target(name, FATE).file) as elsewhere:
        assert elsewhere.fold(content) == FATES
        told = elsewhere.fold(content.replace(b'"share":0.', b'"share":1.', 1))
    assert told["what"].startswith("fate for seat ")


@pytest.mark.parametrize("target", [target for target in targets() if target.bot], ids=str)
def test_bots_decide_as_they_do_natively(target, loader):
    name, bot = target
    # A bot that thinks plays on a hundred times for each answer.
    rules, asked, number = game(name), 0, 12 if isinstance(BOTS[name][bot](1), Thinker) else 40
    with Elsewhere(loader, target.file) as elsewhere:
        for players in rules.player_counts[:3]:
            asked += number
            assert elsewhere.fold(questions(rules, BOTS[name][bot], players, number, players)) == asked


@pytest.mark.parametrize("target", [each for each in targets() if each.bot and game(each.game).maps], ids=str)
def test_bots_know_a_map_of_players_own_unless_they_say_that_they_do_not(target, loader):
    name, bot = target
    rules = game(name)
    board = drawn([*rules.maps.texts.values()][-1].rstrip("\n"), rules, random.Random(3))
    with Elsewhere(loader, target.file) as elsewhere:
        told = elsewhere.fold(questions(rules, BOTS[name][bot], 1, 40, 3, board=board))
    assert (told != 40) == BOTS[name][bot].board_bound
