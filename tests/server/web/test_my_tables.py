"""What somebody is told of the tables where they sit: whose turn it is, and how much time is left."""

from __future__ import annotations

import msgspec
import pytest

from eddyline.protocol.lobby import MOST_ASKED, Asked, Mine
from eddyline.protocol.pace import Clock, Pace
from eddyline.protocol.table import NewTable
from eddyline.server.web import my_tables
from support.apps import visiting
from support.tables import Clock as Wall
from support.tables import Evening, MemoryStore, confirm, play_to_the_end, settings


async def told(hub, *asked, person=None):
    tables = tuple(Asked(table=table, token=token) for table, token in asked)
    return msgspec.to_builtins(await my_tables.tell(hub, Mine(tables=tables), person))


@pytest.fixture
async def game(evening):
    """Three people choose their cards at the same time, with two minutes and a reserve each."""
    wall = Wall()
    made = await evening(3, clock=wall, pace=Pace(clock=Clock(120, 600)))
    made.wall = wall
    return made


async def play_turn(made, seat):
    tab = await made.tab(seat)
    table = tab.room.table
    draft = table.drafts.of(seat).draft
    while not draft.complete:
        draft.decide(draft.legal()[0])
    await confirm(table, seat, table.state.version, f"turn-{seat:04}")


async def test_it_is_told_whose_turn_it_is_and_how_much_time_is_left(game):
    await game.tab(0)
    game.wall.now += 50
    (anna,) = await told(game.hub, (game.table_id, game.tokens[0]))
    assert (anna["status"], anna["seat"], anna["yours"], anna["waiting"]) == ("running", 0, True, (0, 1, 2))
    assert anna["left"] == (70, 600)
    assert [seat["name"] for seat in anna["seats"]] == ["Anna", "Bo", "Cy"]
    await play_turn(game, 0)
    game.wall.now += 80
    (anna,) = await told(game.hub, (game.table_id, game.tokens[0]))
    assert (anna["yours"], anna["waiting"]) == (False, (1, 2))
    assert anna["left"] == (0, 590), "what those have who are waited for"
    (bo,) = await told(game.hub, (game.table_id, game.tokens[1]))
    assert (bo["seat"], bo["yours"], bo["left"]) == (1, True, (0, 590))


async def test_a_wrong_token_shows_what_every_visitor_sees(game):
    await play_turn(game, 0)
    answers = [(await told(game.hub, (game.table_id, token)))[0] for token in (None, "", "wrong", "x" * 128)]
    assert all(answer == answers[0] for answer in answers)
    assert (answers[0]["seat"], answers[0]["yours"]) == (None, False)
    (own,) = await told(game.hub, (game.table_id, game.tokens[0]))
    assert answers[0] == own | {"seat": None}, "it is not Anna's turn, so only her seat is told besides"


async def test_of_a_game_that_is_over_it_is_told_when_it_ended_and_to_each_seat_its_place(evening):
    made = await evening(2, options={"max_rounds": 1})
    asked = [(made.table_id, token) for token in (*made.tokens, None)]
    for one in asked:
        (before,) = await told(made.hub, one)
        assert (before["rank"], before["ended"]) == (None, None)
    room = await made.room()
    await play_to_the_end(room)
    state = room.table.state
    answers = [(await told(made.hub, one))[0] for one in asked]
    assert [each["rank"] for each in answers] == [*state.match.ranking, None]
    assert {each["ended"] for each in answers} == {state.facts.ended.at}


async def test_what_was_chosen_in_secret_changes_nothing(evening):
    found = []
    for number in range(2):
        made = await evening(3, seed=5)
        tab = await made.tab(0)
        table = tab.room.table
        draft = table.drafts.of(0).draft
        draft.decide(draft.legal()[-number])
        await confirm(table, 0, table.state.version, "turn-0000")
        found.append([await told(made.hub, (made.table_id, token)) for token in (None, *made.tokens[1:])])
    assert found[0] == found[1]


async def test_tables_are_told_in_order_whatever_has_become_of_them(evening):
    made = await evening(2, start=False)
    hub = made.hub
    waiting = (made.table_id, made.tokens[0])
    seated = await hub.open(NewTable(game="niagara", name="Dora", seats=3, bots=("random", "random"), start=True))
    over = Evening(hub, seated.table, [seated.token])
    await (await over.tab(0)).say("resign")
    hub.store.logs["broken"] = [hub.store.logs[made.table_id][0]._replace(body="{}")]
    asked = (("nowhere", "x"), waiting, (over.table_id, over.tokens[0]), ("broken", None), ("account.x", None), waiting)
    answers = await told(hub, *asked)
    assert [(each["table"], each["status"]) for each in answers] == [
        ("nowhere", "gone"), (made.table_id, "open"), (over.table_id, "over"), ("broken", "unreachable"),
        ("account.x", "gone"),
    ]  # fmt: skip
    assert [(each["seat"], each["yours"], each["left"]) for each in answers[1:3]] == [
        (0, False, None), (0, False, None),
    ]  # fmt: skip
    assert [each["winners"] for each in answers] == [(), (), (), (), ()], "of those who are left, several"


def test_an_account_has_its_seats_without_a_token():
    with visiting(settings(), MemoryStore()) as client:
        signed = client.post("/api/people", json={"name": "Anna", "password": "correct horse battery"}).json()
        headers = {"authorization": f"Bearer {signed['session']}"}
        table = client.post("/api/tables", json={"game": "niagara", "name": "x", "seats": 3}, headers=headers).json()
        body = {"tables": [{"table": table["table"]}]}
        (own,) = client.post("/api/tables/mine", json=body, headers=headers).json()
        (other,) = client.post("/api/tables/mine", json=body).json()
    assert (own["seat"], other["seat"]) == (0, None)


def test_the_list_is_bounded_and_each_request_counts():
    with visiting(settings(requests_per_minute=1), MemoryStore()) as client:
        many = [{"table": f"t{number}", "token": "x"} for number in range(MOST_ASKED)]
        answer = client.post("/api/tables/mine", json={"tables": many})
        assert (answer.status_code, len(answer.json())) == (200, MOST_ASKED)
        answer = client.post("/api/tables/mine", json={"tables": [*many, many[0]]})
        assert answer.status_code == 400
        assert f"<= {MOST_ASKED}" in answer.json()["message"]
        assert client.post("/api/tables/mine", json={"tables": [], "more": 1}).status_code == 400
        answer = client.post("/api/tables/mine", json={"tables": []}, headers={"origin": "https://evil.example.org"})
        assert answer.status_code == 403
        assert 429 in [client.post("/api/tables/mine", json={"tables": []}).status_code for _ in range(8)]
