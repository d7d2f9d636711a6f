"""Levels: even steps, the same four in both games, and bots that are careless without being foolish."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import eddyline
from eddyline.arena.entrants import maker, parse
from eddyline.bots import BOTS, Thinker, play_turn
from eddyline.bots.levels import FAMILY, LEVELS, bot_of, levels, offered
from eddyline.engine.kernel import PLAIN
from eddyline.server.table.bot_choice import quick_bot
from eddyline.server.web.games import describe_games

GAMES = ("canyon", "niagara")
CARELESS = [(game_id, bot) for game_id in GAMES for bot in (LEVELS["easy"], LEVELS["medium"])]


@pytest.mark.parametrize("game_id", GAMES)
def test_each_level_is_ahead_of_the_one_before_in_about_two_comparisons_of_three(game_id):
    found = levels(game_id)
    assert [level.name for level in found] == list(LEVELS)
    assert found[0].step is None
    for level in found[1:]:
        assert level.step.games >= 500
        assert 0.6 < level.step.ahead < 0.74, level
        assert level.step.low < level.step.ahead < level.step.high


@pytest.mark.parametrize("game_id", GAMES)
def test_people_are_offered_the_levels_and_the_familys_first(game_id):
    assert offered(game_id)[0] == LEVELS[FAMILY]
    assert sorted(offered(game_id)) == sorted(LEVELS.values())
    (told,) = (info for info in describe_games() if info.id == game_id)
    assert told.bots == offered(game_id)
    assert [level.bot for level in told.levels] == list(LEVELS.values())
    assert told.stand_in == quick_bot(game_id) == LEVELS["hard"]
    assert not isinstance(BOTS[game_id][told.stand_in](1), Thinker)


def test_the_client_shows_the_same_levels():
    text = (Path(__file__).parents[2] / "web/src/bots/words.ts").read_text("utf-8")
    (listed,) = re.findall(r"LEVELS: .* = \{(.*)\};", text)
    shown = {bot: int(level) for bot, level in re.findall(r"(\w+): (\d)", listed)}
    assert [shown[bot] for bot in LEVELS.values()] == [1, 2, 3, 4]


def test_a_level_is_named_in_tournaments_like_a_bot():
    assert type(maker("niagara", parse("medium/otter"))(1)) is BOTS["niagara"]["camper"].kind
    assert type(maker("canyon", parse("master@100"))(1)) is BOTS["canyon"]["guide"].kind
    assert bot_of("canyon", "voyageur") == "voyageur"


@pytest.mark.skipif(PLAIN, reason="whole games need compiled code")
@pytest.mark.parametrize(("game_id", "bot"), CARELESS)
def test_a_careless_bot_draws_among_turns_of_which_one_is_the_best(game_id, bot):
    match = eddyline.new(game_id, players=4, seed=5)
    usual = next(iter(BOTS[game_id].values()))
    asked, drawn, unlike = 0, 0, 0
    while not match.over and asked < 60:
        for seat in sorted(match.waiting):
            turns = {play_turn(BOTS[game_id][bot](seed), match, seat) for seed in range(8)}
            drawn += len(turns) > 1
            unlike += play_turn(usual(seat), match, seat) not in turns
            asked += 1
            match.commit(seat, play_turn(usual(seat), match, seat))
    assert drawn > asked // 8
    assert unlike < asked // 2
