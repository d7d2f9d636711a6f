"""The note that a host pins to a table: who may pin it, who sees it, what becomes of it."""

from __future__ import annotations

import json

import pytest

from eddyline.protocol.note import NOTE_LENGTH
from eddyline.protocol.refusal import RefusalError
from eddyline.server.table import entries
from eddyline.server.table.note import PART, Pinned, pin
from eddyline.server.table.stored import fold
from support.people import PASSWORD, serving

TEXT = "We begin at eight. Bring tea."


def note_of(sync):
    return sync["table"]["note"]


async def test_everybody_at_the_table_sees_it_at_once_before_and_during_the_game(evening):
    made = await evening(2, start=False)
    tabs = [await made.tab(seat) for seat in (0, 1, None)]
    room = await made.room()
    await pin(room.table, 0, f"  {TEXT} \n")
    pinned = [note_of(tab.hear()[-1]) for tab in tabs]
    assert [(note["text"], note["seat"]) for note in pinned] == [(TEXT, 0)] * 3, "as people write it, but tidy"
    version = room.table.state.version
    await pin(room.table, 0, TEXT)
    assert room.table.state.version == version, "the same note is nothing new"
    await room.seating.start(0)
    await pin(room.table, 0, "Nine.")
    assert [note_of(tab.hear()[-1])["text"] for tab in tabs] == ["Nine."] * 3
    await pin(room.table, 0, None)
    assert [note_of(tab.hear()[-1]) for tab in tabs] == [None] * 3
    drafts = room.table.drafts
    assert drafts is not None
    assert drafts.basis(0) == room.table.state.shown, "nobody's turn is affected"


@pytest.mark.parametrize("by", [1, None])
async def test_only_the_host_pins_and_takes_down(evening, by):
    made = await evening(2)
    table = (await made.room()).table
    await pin(table, 0, TEXT)
    for text in (None, "Mine."):
        with pytest.raises(RefusalError, match="Only the host"):
            await pin(table, by, text)
    assert PART.of(table.state).text == TEXT


async def test_when_the_game_is_over_a_note_is_only_taken_down(evening):
    made = await evening(2)
    room = await made.room()
    await pin(room.table, 0, TEXT)
    await room.seating.resign(1)
    with pytest.raises(RefusalError, match="The game is over"):
        await pin(room.table, 0, "Again?")
    await pin(room.table, 0, None)
    assert PART.of(room.table.state) is None


@pytest.mark.parametrize("entry", [entries.Freed(seat=0), entries.Forgotten(seat=0, name="Nobody"), Pinned(), None])
async def test_it_is_found_again_and_goes_with_the_seat_of_its_writer_or_by_the_operator(evening, entry):
    made = await evening(2, start=entry is None)
    table = (await made.room()).table
    await pin(table, 0, TEXT)
    assert PART.removed(table.state) == Pinned()
    if entry is not None:
        await table.append(entries.Freed(seat=1))
        assert PART.of(table.state) is not None, "somebody else's seat"
        await table.append(entry)
    again = fold(made.table_id, made.rows)
    assert (note := PART.of(again)) == PART.of(table.state)
    assert (note and note.text) == (None if entry else TEXT)
    if entry is not None:
        assert PART.removed(again) is None


def test_guests_pin_with_the_token_of_their_seat_and_people_by_their_account():
    with serving() as server:
        seated = server.open()
        where = f"/api/tables/{seated['table']}/note"
        assert server.ask("POST", where, body={"text": TEXT, "token": seated["token"]}).status_code == 204
        assert server.table(seated["table"])["note"]["text"] == TEXT
        for body, status, code in (
            ({"text": "x"}, 403, "not_host"),
            ({"text": "x", "token": "wrong"}, 403, "not_host"),
            ({"text": "\u200b", "token": seated["token"]}, 400, "bad_message"),
            ({"text": "x" * (NOTE_LENGTH + 1), "token": seated["token"]}, 400, "bad_message"),
            ({"text": ""}, 400, "bad_message"),
            ({"token": seated["token"]}, 400, "bad_message"),
        ):
            answer = server.ask("POST", where, body=body)
            assert (answer.status_code, answer.json()["code"]) == (status, code), body
        foreign = server.ask(
            "POST", where, body={"text": "x", "token": seated["token"]}, origin="https://elsewhere.org"
        )
        assert foreign.status_code == 403
        assert server.ask("POST", "/api/tables/nowhere/note", body={"text": "x"}).status_code == 404
        assert "/api/tables/{table}/note" in server.client.get("/api/openapi.json").json()["paths"]
        mika = server.create()
        own = server.open(mika["session"])["table"]
        assert server.ask("POST", f"/api/tables/{own}/note", mika["session"], {"text": TEXT}).status_code == 204
        lines = [json.loads(line) for line in server.ask("GET", "/api/me/export", mika["session"]).text.splitlines()]
        assert [line["text"] for line in lines if line.get("entry") == "pinned"] == [TEXT]
        sure = {"password": PASSWORD}
        assert server.ask("POST", "/api/me/deletion", mika["session"], sure).status_code == 204
        assert server.table(own)["note"] is None, "what they wrote goes with them"


def test_whoever_may_not_come_to_a_table_sees_no_note():
    with serving() as server:
        mika, bo = server.create(), server.create("Bo")
        table = server.open(mika["session"], access="friends")["table"]
        assert server.ask("POST", f"/api/tables/{table}/note", mika["session"], {"text": TEXT}).status_code == 204
        answer = server.ask("GET", f"/api/tables/{table}", bo["session"])
        assert answer.status_code == 403
        assert TEXT not in answer.text
        lobby = server.opened.enter_context(server.client.websocket_connect("/api/lobby/live"))
        lobby.send_json({"type": "watch"})
        assert TEXT not in lobby.receive_text()


def test_whoever_is_muted_at_a_table_pins_nothing_there_when_they_become_its_host():
    with serving() as server:
        anna = server.open()
        table, where = anna["table"], f"/api/tables/{anna['table']}/note"
        bo = server.ask("POST", f"/api/tables/{table}/seats", body={"name": "Bo"}).json()
        chat = server.opened.enter_context(server.client.websocket_connect(f"/api/chat/{table}"))
        chat.send_json({"type": "hello", "token": anna["token"]})
        chat.receive_json()
        chat.send_json({"type": "mute", "name": "Bo"})
        assert chat.receive_json()["muted"] == ["Bo"]
        game = server.hello(table, token=anna["token"])
        game.receive_json()
        game.send_json({"type": "remove_seat", "seat": 0})
        while game.receive_json().get("table", {}).get("host") == 0:
            pass
        answer = server.ask("POST", where, body={"text": "x", "token": bo["token"]})
        assert answer.json()["code"] == "muted"
        assert server.ask("POST", where, body={"text": None, "token": bo["token"]}).status_code == 204
