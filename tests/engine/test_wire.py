"""What a seat may know, written for another process and read there, is the same record: a bot there plays the same."""

from __future__ import annotations

import random

import msgspec
import pytest

from eddyline.bots import BOTS, Budget, play_turn
from eddyline.bots.bot import finish
from eddyline.engine.draft import Draft
from eddyline.engine.match import Match
from eddyline.engine.positions import PositionError
from eddyline.engine.registry import GAMES, game
from eddyline.engine.wire import from_wire, to_wire
from support.toy import GAME as TOY


def sent(rules, redacted):
    """Return the record as it arrives after a journey as JSON."""
    message = msgspec.json.decode(msgspec.json.encode(to_wire(rules, redacted)))
    return from_wire(rules, message, rules.options(redacted))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_seat_gets_what_it_may_know(name, seed):
    rules, chance = game(name), random.Random(seed)
    preset = chance.choice(list(rules.presets))
    match = Match.new(rules, rules.parse_options(preset, {}, 4), players=4, seed=seed, preset=preset)
    while not match.over:
        for seat in (None, *range(4)):
            redacted = match.redacted(seat)
            assert sent(rules, redacted).tobytes() == redacted.tobytes()
        seat = min(match.waiting)
        match.play(seat, chance.choice(match.legal(seat)))


@pytest.mark.parametrize("name", GAMES)
def test_bots_decide_the_same(name):
    rules = game(name)
    match = Match.new(rules, rules.parse_options(None, {}, 4), players=4, seed=5)
    for number in range(60):
        seat, bot = min(match.waiting), next(iter(BOTS[name].values()))(number, Budget(seconds=None, rollouts=20))
        turn = play_turn(bot, match, seat)
        assert finish(bot, Draft(rules, sent(rules, match.redacted(seat)), seat)) == turn
        match.commit(seat, turn)
        if match.over:
            break


def test_fields_without_a_range_are_kept_in_that_of_their_type():
    states = TOY.new(TOY.parse_options(None, {}), 2, 7)
    states["score"] = (-128, 127)
    redacted = TOY.redact(states, 1)
    assert sent(TOY, redacted).tobytes() == redacted.tobytes()
    message = msgspec.to_builtins(to_wire(TOY, redacted))
    with pytest.raises(PositionError, match=r"at `\$\.score\[0\]`"):
        from_wire(TOY, message | {"score": [128, 0]}, TOY.options(redacted))


@pytest.mark.parametrize("name", GAMES)
def test_options_and_what_nobody_may_read_stay_at_home(name):
    rules = game(name)
    states = rules.new(rules.parse_options(None, {}, 4), 4, 1)
    fields = set(msgspec.to_builtins(to_wire(rules, rules.redact(states, 0))))
    assert not fields & {"board", "max_rounds"}
    assert "seats" in fields


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seats": 99}, r"at `\$\.seats`"),
        ({"waiting": "all"}, r"at `\$\.waiting`"),
        ({"surprise": 1}, "surprise"),
        ({"waiting": None}, "waiting"),
    ],
)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_no_record_is_refused(name, change, told):
    rules = game(name)
    states = rules.new(rules.parse_options(None, {}, 4), 4, 1)
    message = msgspec.to_builtins(to_wire(rules, rules.redact(states, 0)))
    with pytest.raises(PositionError, match=told):
        from_wire(rules, message | change, rules.options(states))
    with pytest.raises(PositionError, match="object"):
        from_wire(rules, [], rules.options(states))
