"""Whoever sits at a table may look back at its game, and sees what that seat saw, and nothing else."""

from __future__ import annotations

import random

import pytest

from eddyline.engine.log import Turn
from eddyline.engine.match import Match
from eddyline.protocol.refusal import RefusalError
from eddyline.record import begin
from eddyline.server.table.past import Looking
from eddyline.wasm.shipped import portable
from support.secrecy import secrets_of
from support.tables import play_on


async def played(evening, game_id, turns=23):
    made = await evening(3, game=game_id)
    room = await made.room()
    await play_on(room.table, random.Random(4), turns)
    return room.table.state


@pytest.mark.parametrize("game_id", ["niagara", "canyon"])
async def test_each_place_is_what_the_seat_knew_then(evening, game_id):
    state = await played(evening, game_id)
    log = list(state.match.log)
    for seat in (None, 0, 1, 2):
        places = Looking.at(state, seat).places()
        then = begin(state.match.record().header)
        for place, entry in zip(places[1:], [entry for entry in log if isinstance(entry, Turn)], strict=True):
            then.commit(entry.seat, entry.decisions)
            while then.chance_due:
                then.deal(next(each.word for each in log[len(then.log) :]))
            assert place.seat == entry.seat
            assert b"".join(place.position.record) == portable(game_id, then.redacted(seat))[0]
            assert place.position.turn == (None if seat is None else then.pending.get(seat))
            assert place.waiting == tuple(sorted(then.waiting))
        told = [event for place in places for event in place.events]
        assert told == [event for update in state.updates for event in update.events]


@pytest.mark.parametrize("game_id", ["niagara", "canyon"])
async def test_two_worlds_that_a_seat_cannot_tell_apart_have_one_past(evening, game_id):
    """What is hidden now is not in the last place, whatever the others hold."""
    compared = 0
    for turns in range(18, 30):
        state = await played(evening, game_id, turns)
        for seat in range(3):
            shown = Looking.at(state, seat).places()[-1]
            for twin in secrets_of(game_id).variants(state.match.states, seat):
                world = Match(state.match.game, twin)
                assert b"".join(shown.position.record) == portable(game_id, world.redacted(seat))[0]
                compared += twin.tobytes() != state.match.states.tobytes()
    assert compared > 0


async def test_before_the_start_there_is_nothing_to_look_back_at(evening):
    made = await evening(3, start=False)
    state = (await made.room()).table.state
    with pytest.raises(RefusalError, match=r"^The game has not started"):
        Looking.at(state, 0)


def test_a_seat_sees_its_own_past_and_others_that_of_spectators(client):
    """The token decides, and nothing that is sent besides."""
    wish = {"game": "canyon", "name": "Ann", "seats": 3, "bots": ["random", "random"]}
    seated = client.post("/api/tables", json=wish).json()
    path = f"/api/tables/{seated['table']}/past"
    assert client.post(path, json={}).json()["code"] == "wrong_time"
    seated = client.post("/api/tables", json=wish | {"start": True}).json()
    path = f"/api/tables/{seated['table']}/past"
    mine, theirs, wrong = (
        client.post(path, json={"token": token}).json() for token in (seated["token"], None, "x" * 32)
    )
    assert (mine["you"], theirs["you"], wrong["you"]) == (0, None, None)
    assert wrong["places"] == theirs["places"]
    assert client.post(path, json={"token": seated["token"], "seat": 1}).status_code == 400
