"""The chats of tables and of the lobby: who reads and writes what, limits, the host's means, what is kept."""

from __future__ import annotations

import json
import logging

import pytest

from eddyline.protocol.accounts import NewAccount
from eddyline.protocol.refusal import RefusalError
from eddyline.server.accounts.claims import Claims
from eddyline.server.base.names import NOBODY
from eddyline.server.chat.hall import LINES_IN_A_BURST, LOBBY, TABLE_LINES, Reader
from eddyline.server.chat.log import KIND
from eddyline.server.hub.hub import Hub
from eddyline.server.hub.retention import DAY, Retention
from eddyline.server.store import SqliteStore
from eddyline.server.store.names import DATABASE
from eddyline.server.store.places import FilePlace
from eddyline.server.store.postgres.store import PostgresStore
from eddyline.server.web import admin, reported
from eddyline.server.web.farewell import Farewell
from eddyline.server.web.features import FEATURES
from eddyline.server.web.health import weigh
from support.chatting import come
from support.people import CALLER, PASSWORD, CountedHasher
from support.tables import Clock, open_evening, outside, settings, until


@pytest.fixture
async def made():
    evening = await open_evening(3, clock=Clock(), hasher=CountedHasher())
    yield evening
    await evening.hub.close()


async def at_table(made, seat=None, **hello):
    token = None if seat is None else made.tokens[seat]
    return await come(made.hub, made.table_id, made.table_id, address=f"10.0.0.{seat}", token=token, **hello)


# ---- who reads what ----


async def test_players_and_spectators_read_what_players_write(made):
    ann, bo, cy = await at_table(made, 0), await at_table(made, 1), await at_table(made)
    assert ann.greeting == [{"type": "lines", "lines": [], "you": "Anna", "muted": [], "earlier": False}]
    assert cy.greeting[0]["you"] is None
    (told,) = await ann.say("write", text="  Hello\u200b   you \u202eall 🛶 ")
    assert (told["lines"][0]["seat"], told["lines"][0]["watching"]) == (0, False)
    for person in (bo, cy, await at_table(made, 2)):
        assert person.lines(getattr(person, "greeting", None) if person not in (bo, cy) else None) == [
            ("Anna", "Hello you all 🛶")
        ]


async def test_what_spectators_write_is_for_spectators_until_the_game_is_over(made):
    ann, xavi, yara = await at_table(made, 0), await at_table(made, name="Xavi"), await at_table(made, name="Yara")
    await xavi.say("write", text="She should take the diamond")
    assert (ann.hear(), yara.lines()) == ([], [("Xavi", "She should take the diamond")])
    assert (await at_table(made, 1)).greeting[0]["lines"] == []
    assert (await ann.say("report", number=1))[0]["code"] == "unknown"
    room = await made.room()
    await room.seating.resign(1)
    await room.seating.resign(2)
    assert room.table.state.status == "over"
    assert ann.lines(await ann.say("hello", token=made.tokens[0])) == [("Xavi", "She should take the diamond")]


async def test_before_the_start_everybody_reads_everybody():
    made = await open_evening(2, start=False)
    ann, cy = await at_table(made, 0), await at_table(made, name="Cy")
    await cy.say("write", text="May I join?")
    assert ann.lines() == [("Cy", "May I join?")]
    await made.hub.close()


async def test_whoever_has_left_the_seat_does_not_write_from_it():
    made = await open_evening(3, start=False)
    bo = await at_table(made, 1)
    room = await made.room()
    await room.seating.remove(0, 1)
    assert (await bo.say("write", text="Still me"))[0]["code"] == "nameless"
    await made.hub.close()


async def test_the_newest_lines_come_first_and_earlier_ones_when_asked_for(made):
    ann = await at_table(made, 0)
    for number in range(1, 131):
        made.hub.settings.outside.clock.now += 10
        await ann.say("write", text=str(number))
    late = await at_table(made)
    assert (late.lines(late.greeting)[0], late.greeting[0]["earlier"]) == (("Anna", "31"), True)
    (told,) = await late.say("read", before=31)
    assert (len(told["lines"]), told["earlier"]) == (30, False)


# ---- names ----


@pytest.mark.parametrize("name", ["Anna", "anna", "Аnna"])
async def test_a_spectator_is_not_called_like_somebody_at_the_table(made, name):
    cy = await at_table(made, name=name)
    assert cy.greeting[0]["code"] == "name_taken"
    assert (await cy.say("write", text="x"))[0]["code"] == "bad_message"


async def test_an_account_writes_under_its_name_and_no_guest_under_it(made):
    mika = await made.hub.people.create(NewAccount(name="Mika", password=PASSWORD), CALLER)
    theirs = await at_table(made, session=mika.session)
    assert theirs.greeting[0]["you"] == "Mika"
    (told,) = await theirs.say("write", text="Hi")
    assert told["lines"][0]["account"] == mika.account
    assert (await at_table(made, name="mika")).greeting[0]["code"] == "name_taken"


# ---- limits ----


@pytest.mark.parametrize("text", ["", " ", "\u200b", "x" * 301, 5, None])
async def test_what_is_no_line_is_refused(made, text):
    ann = await at_table(made, 0)
    assert (await ann.say("write", text=text))[0]["code"] == "bad_message"
    assert KIND.log(made.table_id) not in made.store.logs


async def test_nobody_writes_faster_than_people_do(made):
    ann = await at_table(made, 0)
    codes = [(await ann.say("write", text="x"))[0].get("code") for _ in range(int(LINES_IN_A_BURST) + 1)]
    assert codes == [None] * int(LINES_IN_A_BURST) + ["too_fast"]
    made.hub.settings.outside.clock.now += 60
    assert (await ann.say("write", text="x"))[0]["type"] == "lines"


async def test_a_chat_is_full_some_time(made, monkeypatch):
    monkeypatch.setattr("eddyline.server.chat.hall.TABLE_LINES", 2)
    assert TABLE_LINES > 2
    ann = await at_table(made, 0)
    assert [(await ann.say("write", text="x"))[0].get("code") for _ in range(3)] == [None, None, "full"]


async def test_who_does_not_read_is_let_go(made, monkeypatch):
    monkeypatch.setattr(Reader, "limit", 500)
    ann, bo = await at_table(made, 0), await at_table(made, 1)
    for _ in range(3):
        made.hub.settings.outside.clock.now += 10
        await ann.say("write", text="x" * 200)
    assert (ann.reader.closing, bo.reader.closing is not None) == (None, True)


# ---- the host's means ----


async def test_a_line_is_removed_by_its_writer_and_by_the_host(made):
    ann, bo, cy = await at_table(made, 0), await at_table(made, 1), await at_table(made, 2)
    await bo.say("write", text="one")
    await bo.say("write", text="two")
    assert (await cy.say("remove", number=1))[0]["code"] == "not_host"
    assert cy.lines() == []
    assert bo.lines(await bo.say("remove", number=1)) == [("Bo", None)]
    assert ann.lines(await ann.say("remove", number=2))[-1] == ("Bo", None)
    assert (await ann.say("remove", number=3))[0]["code"] == "unknown"
    assert cy.lines() == [("Bo", None), ("Bo", None)]


async def test_the_host_mutes_somebody_here(made, caplog):
    caplog.set_level(logging.INFO, "eddyline")
    ann, bo = await at_table(made, 0), await at_table(made, 1)
    assert (await bo.say("mute", name="Anna"))[0]["code"] == "not_host"
    assert (await ann.say("mute", name="Anna"))[0]["code"] == "bad_message"
    await ann.say("mute", name="Bo")
    assert (await bo.say("write", text="x"))[0]["code"] == "muted"
    await ann.say("mute", name="Bo", muted=False)
    assert [record.message for record in caplog.records] == ["somebody was muted", "somebody may write again"]
    assert "Bo" not in caplog.text
    assert (await bo.say("write", text="x"))[0]["type"] == "lines"


async def test_a_name_that_looks_like_theirs_means_the_one_who_is_there(made):
    ann, bo = await at_table(made, 0), await at_table(made, 1)
    assert (await ann.say("mute", name="ANNA"))[0]["code"] == "bad_message"
    assert [told["muted"] for told in await ann.say("mute", name="b o")] == [["Bo"]]
    assert (await bo.say("write", text="x"))[0]["code"] == "muted"
    assert [told["muted"] for told in await ann.say("mute", name="BO", muted=False)] == [[]]


async def test_who_has_not_written_yet_is_muted_by_a_name_that_looks_like_theirs(made):
    ann, zoe = await at_table(made, 0), await at_table(made, name="Zoë")
    assert [told["muted"] for told in await ann.say("mute", name="zoe")] == [["zoe"]]
    assert (await zoe.say("write", text="x"))[0]["code"] == "muted"
    again = await come(made.hub, made.table_id, made.table_id, address=zoe.reader.address, name="Yara")
    assert (await again.say("write", text="x"))[0]["code"] == "muted"


async def test_of_two_accounts_whose_names_look_alike_one_is_muted(made):
    ann, theirs = await at_table(made, 0), {}
    for name in ("Zoë", "Zoe"):
        made.hub.people.claims = Claims(made.store, made.hub.people.now, made.hub.people.find)  # as before: none
        made.store.logs = {log: rows for log, rows in made.store.logs.items() if not log.startswith("name.")}
        session = (await made.hub.people.create(NewAccount(name=name, password=PASSWORD), CALLER)).session
        theirs[name] = await at_table(made, session=session)
        await theirs[name].say("write", text="x")
    await ann.say("mute", name="Zoe")
    assert [(await theirs[name].say("write", text="x"))[0].get("code") for name in theirs] == [None, "muted"]


async def test_the_host_alone_is_told_who_is_muted(made):
    ann, bo = await at_table(made, 0), await at_table(made, 1)
    assert [told["muted"] for told in await ann.say("mute", name="Bo")] == [["Bo"]]
    assert (bo.hear(), (await at_table(made, 1)).greeting[0]["muted"]) == ([], [])
    assert (await at_table(made, 0)).greeting[0]["muted"] == ["Bo"]
    assert [told["muted"] for told in await ann.say("mute", name="Bo", muted=False)] == [[]]


async def test_a_muted_guest_does_not_write_on_under_another_name(made):
    async def guest(name, address="10.9.9.9"):
        return await come(made.hub, made.table_id, made.table_id, address=address, name=name)

    ann, lea, tom = await at_table(made, 0), await guest("Léa"), await guest("Tom")
    await lea.say("write", text="x")
    await tom.say("write", text="x")
    made.hub.halls.leave(lea.hall, lea.reader)  # reloads the page
    await ann.say("mute", name="Léa")
    again = await guest("Léa2")
    assert (await again.say("write", text="x"))[0]["code"] == "muted"
    # Others have the same address, or another one.
    assert (await tom.say("write", text="x"))[0]["type"] == "lines"
    assert (await (await guest("Eve", "10.9.9.8")).say("write", text="x"))[0]["type"] == "lines"
    await ann.say("mute", name="Léa", muted=False)
    assert (await again.say("write", text="x"))[0]["type"] == "lines"
    assert "10.9.9" not in str(made.store.logs[KIND.log(made.table_id)])


async def test_a_muted_account_is_muted_under_any_name_and_nobody_else_from_its_address(made):
    mika = await made.hub.people.create(NewAccount(name="Mika", password=PASSWORD), CALLER)
    ann, theirs = await at_table(made, 0), await at_table(made, session=mika.session)
    await theirs.say("write", text="x")
    await ann.say("mute", name="Mika")
    assert (await theirs.say("write", text="x"))[0]["code"] == "muted"
    chat = await made.hub.halls.logs.read(made.table_id)
    assert chat.muted == {"Mika": mika.account}
    assert (await (await at_table(made, name="Xavi")).say("write", text="x"))[0]["type"] == "lines"


async def muted_at(made):
    return (await made.hub.halls.logs.read(made.table_id)).muted


@pytest.mark.parametrize("called", ["Mika", "Otter"])
async def test_who_is_muted_stays_so_when_renamed_and_writes_again_by_either_name(made, called):
    mika = await made.hub.people.create(NewAccount(name="Mika", password=PASSWORD), CALLER)
    ann, theirs = await at_table(made, 0), await at_table(made, session=mika.session)
    await theirs.say("write", text="x")
    await ann.say("mute", name="Mika")
    if called == "Otter":
        await made.hub.halls.rename(made.table_id, mika.account, "Otter")
        assert [told["muted"] for told in ann.hear()] == [["Otter"]]
        chat = await made.hub.halls.logs.read(made.table_id)
        assert chat.mute("Otter", muted=True, seats={}) == [], "once is enough"
    assert (await theirs.say("write", text="x"))[0]["code"] == "muted"
    await ann.say("mute", name=called, muted=False)
    assert await muted_at(made) == {}
    assert (await theirs.say("write", text="x"))[0]["type"] == "lines"


async def test_whoever_is_muted_without_having_written_is_renamed_and_forgotten_there_too(made):
    chat = await made.hub.halls.logs.read(made.table_id)
    muted = chat.mute("Mika", muted=True, seats={"Mika": "mika"})
    await made.hub.halls.logs.change(made.table_id, lambda _: muted)
    # The table calls them by the new name before the chat does.
    (entry,) = chat.mute("Otter", muted=False, seats={"Otter": "mika"})
    assert (entry.name, entry.muted) == ("Mika", False)
    await made.hub.halls.rename(made.table_id, "mika", "Otter")
    assert await muted_at(made) == {"Otter": "mika"}
    await made.hub.halls.forget(made.table_id, "mika", NOBODY)
    assert await muted_at(made) == {}


async def test_who_is_muted_stays_so_at_the_rematch_and_what_was_said_stays_where_it_was(made):
    ann, bo = await at_table(made, 0), await at_table(made, 1)
    await bo.say("write", text="x")
    await ann.say("mute", name="Bo")
    room = await made.room()
    again = await made.hub.opening.rematch(room.table, 0, "10.0.0.1")
    theirs = await come(made.hub, again, again, address="10.0.0.9", token=made.tokens[1])
    assert theirs.greeting[0]["lines"] == []
    assert (await theirs.say("write", text="y"))[0]["code"] == "muted"
    (told,) = (await come(made.hub, again, again, address="10.0.0.9", token=made.tokens[0])).greeting
    assert told["muted"] == ["Bo"]
    # Whoever asks for it themselves is its host.
    own = await made.hub.opening.rematch(room.table, 1, "10.0.0.1")
    host = await come(made.hub, own, own, address="10.0.0.9", token=made.tokens[1])
    assert (await host.say("write", text="y"))[0]["type"] == "lines"


# ---- the lobby ----


async def test_strangers_write_to_each_other_in_the_lobby(made):
    ann, bo = await come(made.hub, LOBBY, name="Ann"), await come(made.hub, LOBBY, name="Bo")
    await ann.say("write", text="Who plays Canyon?")
    assert bo.lines() == [("Ann", "Who plays Canyon?")]
    assert (await bo.say("remove", number=1))[0]["code"] == "not_host"
    assert (await bo.say("mute", name="Ann"))[0]["code"] == "not_host"


async def test_the_lobbys_chat_begins_anew_when_it_is_very_long(made, monkeypatch):
    ann = await come(made.hub, LOBBY, name="Ann")
    await ann.say("write", text="x")
    await made.hub.halls.tidy()
    assert ann.reader.closing is None
    monkeypatch.setattr("eddyline.server.chat.hall.LOBBY_LINES", 0)
    await made.hub.halls.tidy()
    assert ann.reader.closing is not None
    assert (await come(made.hub, LOBBY)).greeting[0]["lines"] == []


# ---- what is kept ----


async def test_a_chat_is_deleted_with_its_table():
    made = await open_evening(2, start=False, clock=Clock())
    ann = await at_table(made, 0)
    await ann.say("write", text="x")
    made.hub.halls.leave(ann.hall, ann.reader)
    assert KIND.log(made.table_id) in made.store.logs
    made.hub.settings.outside.clock.now += 31 * DAY
    assert await Retention(made.hub).clear() == 1
    assert made.store.logs == {}
    await made.hub.close()


async def test_hosts_read_reports_and_export_lines_by_name(tmp_path):
    made = await open_evening(2, store=SqliteStore(tmp_path / DATABASE))
    ann, bo = await at_table(made, 0), await at_table(made, 1)
    await bo.say("write", text="You cheat")
    assert (await ann.say("report", number=1))[-1] == {"type": "reported", "number": 1}
    place = FilePlace(tmp_path / DATABASE)
    (matter,) = reported.matters(place)
    assert (matter.place, matter.name, matter.text, matter.filed[0].by) == (made.table_id, "Bo", "You cheat", "Anna")
    written = [line for line in admin.personal(place, "bó", None) if "chat" in line]
    assert [(line["name"], line["text"]) for line in written] == [("Bo", "You cheat")]
    assert [line["entry"] for line in admin.personal(place, "bó", None) if "table" in line] == ["joined"]
    assert [line["text"] for line in admin.personal(place, "Bo", made.table_id) if "chat" in line] == ["You cheat"]
    assert admin.chats_of(place, [made.table_id, "nobody"]) == {KIND.log(made.table_id): 1}
    await made.hub.close()


async def test_hosts_moderate_the_lobby_beside_the_server(tmp_path, caplog):
    caplog.set_level(logging.INFO, "eddyline")
    made = await open_evening(2, store=SqliteStore(tmp_path / DATABASE))
    ann, bo = await come(made.hub, LOBBY, name="Ann"), await come(made.hub, LOBBY, name="Bo", address="10.7.7.7")
    await bo.say("write", text="You cheat")
    ann.hear()
    place = FilePlace(tmp_path / DATABASE)
    assert admin.remove_line(place, LOBBY, 1, 1.0)
    assert not admin.remove_line(place, LOBBY, 1, 1.0)
    assert admin.mute(place, LOBBY, "bo", 1.0, muted=True) == ("Bo", True)
    await made.hub.halls.catch_up({KIND.log(LOBBY)})
    assert ann.lines() == [("Bo", None)]
    assert (await bo.say("write", text="x"))[0]["code"] == "muted"
    other = await come(made.hub, LOBBY, name="Bo2", address="10.7.7.7")
    assert (await other.say("write", text="x"))[0]["code"] == "muted"
    assert admin.mute(place, LOBBY, "BO", 1.0, muted=False) == ("Bo", True)
    assert admin.mute(place, LOBBY, "BO", 1.0, muted=False) == ("Bo", False)
    await made.hub.halls.catch_up({KIND.log(LOBBY)})
    assert (await other.say("write", text="x"))[0]["type"] == "lines"
    said = [record.message for record in caplog.records if record.name.endswith("hall")]
    assert said == ["a line of a chat was removed", "somebody was muted", "somebody may write again"]
    with pytest.raises(RefusalError, match="no message 9"):
        admin.remove_line(place, LOBBY, 9, 1.0)
    with pytest.raises(RefusalError, match="nobody has written"):
        admin.mute(place, "nowhere", "Bo", 1.0, muted=True)
    await made.hub.close()


async def test_what_an_account_wrote_is_exported_and_goes_with_it(made):
    mika = await made.hub.people.create(NewAccount(name="Mika", password=PASSWORD), CALLER)
    for place, table in ((LOBBY, None), (made.table_id, made.table_id)):
        await (await come(made.hub, place, table, address=place, session=mika.session)).say("write", text=f"at {place}")
    ann = await at_table(made)
    account = await made.hub.people.find(mika.account)
    export = await Farewell(made.hub, FEATURES).export(account)
    assert {f"at {LOBBY}", f"at {made.table_id}"} <= {json.loads(line).get("text") for line in export.splitlines()}
    await Farewell(made.hub, FEATURES).delete(account)
    assert ann.lines() == [(NOBODY, None)]
    assert (await come(made.hub, LOBBY)).greeting[0]["lines"][0]["name"] == NOBODY


@pytest.mark.slow
async def test_lines_reach_the_clients_of_other_processes(postgres):
    address = postgres.store()
    hubs = [Hub(PostgresStore(address), settings(outside=outside(number))) for number in range(2)]
    one, two = [await come(hub, LOBBY, name=name) for hub, name in zip(hubs, ["Ann", "Bo"], strict=True)]
    await hubs[1].store.changes()
    await one.say("write", text="Hello over there")
    await hubs[1].changes.catch_up(await hubs[1].store.changes())
    assert two.lines() == [("Ann", "Hello over there")]
    for hub in hubs:
        await hub.close()


async def test_a_session_that_ends_ends_its_chats(made):
    mika = await made.hub.people.create(NewAccount(name="Mika", password=PASSWORD), CALLER)
    theirs = await at_table(made, session=mika.session)
    account = await made.hub.people.find(mika.account)
    await made.hub.people.end_session(account, next(iter(account.sessions)))
    await until(lambda: theirs.reader.closing is not None)


async def test_a_guest_removes_nothing_of_a_guest_of_the_same_name(made):
    first, second = await come(made.hub, LOBBY, name="Ann"), await come(made.hub, LOBBY, name="Ann")
    await first.say("write", text="x")
    second.hear()
    assert (await second.say("remove", number=1))[0]["code"] == "not_host"


async def test_whoever_comes_while_the_lobbys_chat_begins_anew_misses_nothing(made, monkeypatch):
    ann = await come(made.hub, LOBBY, name="Ann")
    await ann.say("write", text="old")
    monkeypatch.setattr("eddyline.server.chat.hall.LOBBY_LINES", 0)
    await made.hub.halls.tidy()
    bo = await come(made.hub, LOBBY, name="Bo", address="10.2.0.0")  # before Ann's connection has gone
    assert bo.lines(await bo.say("write", text="new")) == [("Bo", "new")]


async def test_reports_are_counted_until_they_are_handled(made):
    ann, bo = await at_table(made, 0), await at_table(made, 1)
    for text in ("one", "two"):
        await bo.say("write", text=text)
    for number in (1, 2, 2):
        await ann.say("report", number=number)
    await weigh(made.hub)
    asked = made.hub.metrics.registry.get_sample_value
    assert asked("eddyline_reports") == 2
    assert asked("eddyline_store_bytes") > 0
    assert await made.hub.reports.handle(1, "olga", "removed")
    await weigh(made.hub)
    assert asked("eddyline_reports") == 1
