"""A table can go on from any turn of another game: as it was there, or with what one seat could not know dealt anew."""

from __future__ import annotations

import random

import msgspec
import pytest

from eddyline import record
from eddyline.engine.log import Resample, Turn
from eddyline.engine.match import Match
from eddyline.engine.random import words
from eddyline.engine.registry import game
from eddyline.protocol.origin import LONGEST_RECORD, NewOrigin
from eddyline.protocol.refusal import RefusalError
from eddyline.record.verify import verify
from eddyline.server.table.attendance import Attendance
from eddyline.server.table.past import Looking
from support.canyon import own_maps
from support.tables import fair, load_table, play_to_the_end, refused

NAMES = ("Ann", "Bo", "Cy")
TURNS = {"niagara": 17, "canyon": 14}


def played(game_id, turns=60, **chosen):
    """Play a game at random, short of its end."""
    rules = game(game_id)
    options = rules.parse_options(None, {"max_rounds": 4} | chosen, 3)
    match = Match.new(rules, options, players=3, word=3, chance=words(3), names=NAMES)
    chance = random.Random(3)
    while not match.over and len(match.log) < turns:
        seat = chance.choice(sorted(match.waiting))
        draft = match.draft(seat)
        while not draft.complete:
            draft.decide(chance.choice(draft.legal()))
        match.commit(seat, draft.decisions)
    return match


def at(match, turns):
    """Return the game at one of its turns, as the table is to have it, without secret turns that wait."""
    twin, done = record.begin(match.record().header), 0
    for entry in match.log:
        if isinstance(entry, Turn):
            if done == turns:
                break
            done += 1
            twin.commit(entry.seat, entry.decisions)
        else:
            twin.deal(entry.word)
    while twin.pending:
        twin.undo()
    return twin


def wish(match, **changes):
    return {"game": match.game.id, "origin": NewOrigin(record=record.dump(match.record()), **changes)}


@pytest.mark.parametrize("game_id", TURNS)
@pytest.mark.parametrize("known", [None, 1])
async def test_a_table_goes_on_from_a_turn_to_the_end(evening, game_id, known):
    match = played(game_id)
    then = at(match, TURNS[game_id])
    made = await evening(3, start=False, outside=fair(), **wish(match, turns=TURNS[game_id], known=known, table="t1"))
    room = await made.room()
    state = room.table.state
    info = state.info(Attendance(now=0))
    turns = sum(isinstance(entry, Turn) for entry in then.log)
    assert msgspec.to_builtins(info.origin) == {"turns": turns, "known": known, "table": "t1"}
    assert info.unrated == "practice"
    assert info.options == msgspec.to_builtins(match.options)
    assert not any(name in row.body for name in NAMES for row in made.store.logs[made.table_id][:1])

    await room.seating.start(0)
    assert state.match.waiting == then.waiting
    assert state.match.pending == {}
    if known is None:
        assert state.match.states.tobytes() == then.states.tobytes()
    else:
        assert state.match.known(known).tobytes() == then.known(known).tobytes()
        assert isinstance(state.match.log[len(then.log)], Resample)
    # Until the end nobody is told more than while that game was played.
    told = record.load(state.record())
    assert len(told.turns) <= state.match.shown
    again = await load_table(made.store, room.table.outside, made.table_id)
    assert again.state.match.states.tobytes() == state.match.states.tobytes()

    await play_to_the_end(room)
    whole = record.load(state.record())
    assert whole.header.origin == record.Origin(entries=len(then.log), table="t1")
    assert whole.turns[: len(then.log)] == tuple(then.log)
    assert verify(whole, info.dealing.commitment) == []
    *_, last = record.replay(whole)
    assert last.match.ranking == state.match.ranking
    if known is not None:
        turns = list(whole.turns)
        turns[len(then.log)] = Resample(known, turns[len(then.log)].word ^ 1)
        first, *_ = verify(msgspec.structs.replace(whole, turns=tuple(turns)))
        assert str(first).startswith(f"line {len(then.log) + 2}: random number 1: expected ")


async def test_the_host_gets_a_seat_of_that_game_and_bots_get_others(evening):
    match = played("niagara")
    made = await evening(2, bots=1, start=False, **wish(match, turns=5, seat=1))
    state = (await made.room()).table.state
    assert [(seat.kind, seat.name) for seat in state.seats[:2]] == [("human", "Bo"), ("human", "Anna")]
    assert state.seats[2].kind == "bot"
    assert state.host == 1


async def test_the_bots_of_that_game_are_met_again(evening):
    match = played("canyon", 40)
    match.names = ["Ann", "Otto", "Uma"]
    made = await evening(1, bots=2, start=False, **wish(match, turns=5))
    room = await made.room()
    state = room.table.state
    assert [(seat.name, seat.portrait) for seat in state.seats[1:]] == [("Otto", "otter"), ("Uma", "owl")]
    await room.seating.remove(0, 2)
    await room.seating.add_bot(0, 2, "random")
    assert (state.seats[2].name, state.seats[2].portrait) == ("Uma", "owl")


async def test_a_bot_of_that_game_whose_initial_somebody_has_is_another(evening):
    match = played("canyon", 40)
    match.names = ["Ann", "Cy", "Bruno"]
    made = await evening(2, bots=1, start=False, **wish(match, turns=5))
    room = await made.room()
    await room.seating.remove(0, 2)
    await room.seating.add_bot(0, 2, "random")
    _, bo, bot = room.table.state.seats
    assert bo.name == "Bo"
    assert not bot.name.startswith("B")


async def test_a_position_with_all_its_cards_is_in_no_record_before_the_end(evening):
    """Others at the table could read there what the seats hold."""
    match = Match.from_position(game("canyon"), game("canyon").position(at(played("canyon"), 14).states), names=NAMES)
    made = await evening(3, start=False, outside=fair(), **wish(match))
    room = await made.room()
    state = room.table.state
    await room.seating.start(0)
    assert state.match.states.tobytes() == match.states.tobytes()
    assert state.record() is None
    await play_to_the_end(room)
    whole = record.load(state.record())
    assert whole.header.position is not None
    assert verify(whole) == []


async def test_a_game_on_a_drawn_map_goes_on_there_and_is_looked_back_at(evening):
    match = played("canyon", board=own_maps()[3])
    made = await evening(3, start=False, **wish(match, turns=14))
    room = await made.room()
    await room.seating.start(0)
    assert room.table.state.match.states.tobytes() == at(match, 14).states.tobytes()
    assert all(place.position.board for place in Looking.at(room.table.state, 0).places())
    await play_to_the_end(room)
    assert record.load(room.table.state.record()).header.options["board"] == own_maps()[3]


async def test_its_rules_are_those_of_the_game(evening):
    made = await evening(3, start=False, **wish(played("canyon"), turns=5))
    room = await made.room()
    why = await refused(room.seating.set_rules(0, "rulebook", {}))
    assert (why.code, str(why)) == ("wrong_time", "This game goes on from another one, by the same rules.")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"record": "no game"}, "The saved game cannot be read: line 1: "),
        ({"turns": 9999}, "The saved game cannot be read: expected a turn up to "),
        ({"turns": None}, "The game is over at this turn"),
        ({"known": 3}, "expected a seat from 0 to 2 whose cards stay, got 3"),
        ({"seat": 4}, "expected a seat from 0 to 2, got 4"),
        ({"preset": "rulebook"}, "A game that goes on is played by its own rules"),
        ({"options": {"max_rounds": 3}}, "A game that goes on is played by its own rules"),
        ({"seats": 4}, "expected a table of 3 seats, as in the game, got 4"),
        ({"game": "niagara"}, "expected a saved game of niagara, got one of canyon"),
    ],
)
async def test_what_cannot_go_on_is_refused_with_a_sentence(evening, changes, said):
    match = played("canyon", 10_000)
    text = record.dump(match.record())
    about = {"record": text, "turns": 5} | {
        key: value for key, value in changes.items() if key in NewOrigin.__struct_fields__
    }
    table = {"game": "canyon", "origin": NewOrigin(**about)} | {
        key: value for key, value in changes.items() if key not in about
    }
    with pytest.raises(RefusalError) as caught:
        await evening(table.pop("seats", 3), start=False, **table)
    assert caught.value.code == "bad_message"
    assert str(caught.value).startswith(said)


def test_a_long_game_is_far_below_the_limit():
    longest = max(len(record.dump(played(game_id, 10_000).record())) for game_id in TURNS)
    assert longest * 5 < LONGEST_RECORD
