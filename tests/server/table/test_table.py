from __future__ import annotations

import asyncio
import random

import pytest

from eddyline.engine.match import Deal, Draft
from eddyline.engine.registry import GAMES, game
from eddyline.protocol.refusal import RefusalError
from eddyline.protocol.table import Join, NewTable, Play
from eddyline.server.store import Row, StoreError
from eddyline.server.table import encoding, entries
from eddyline.server.table.attendance import Attendance
from eddyline.server.table.seating import Seating
from support.tables import Clock, MemoryStore, confirm, load_table, outside, play_on, random_turn, refused, until


def card(table, seat, text):
    match = table.state.match
    return match.game.parse_action(f"card {text}"), table.state.version


async def choose(table, seat, text, turn):
    action, version = card(table, seat, text)
    table.decide(seat, version, 0, action)
    await confirm(table, seat, version, turn)


# ---- sitting down ----


async def test_people_take_the_first_free_seat_or_the_one_they_want(evening):
    room = await (await evening(1, bots=1, start=False)).room()
    assert [seat.kind for seat in room.table.state.seats] == ["human", "bot"]
    room = await (await evening(3, start=False)).room()
    assert [seat.name for seat in room.table.state.seats] == ["Anna", "Bo", "Cy"]
    assert (await refused(room.seating.join("Dora", "x"))).code == "taken"
    await room.seating.remove(2, 2)
    assert (await refused(room.seating.join("Dora", "x", seat=1))).code == "taken"
    assert (await refused(room.seating.join("Dora", "x", seat=5))).code == "bad_message"
    assert await room.seating.join("Dora", "x", seat=2) == 2


@pytest.mark.parametrize("name", ["anna", " ANNA ", "An\u200bna", "A\u0301nna".replace("\u0301", "")])
async def test_two_people_cannot_be_mistaken_for_each_other(evening, name):
    room = await (await evening(2, start=False)).room()
    await room.seating.remove(1, 1)
    assert (await refused(room.seating.join(name, "x"))).code == "name_taken"


async def test_names_are_tidied(evening):
    room = await (await evening(2, start=False)).room()
    await room.seating.remove(1, 1)
    assert (await refused(room.seating.join("\u200b\u202e", "x"))).code == "bad_message"
    await room.seating.join("  Jean\n  Luc\u202e ", "x")
    assert room.table.state.seats[1].name == "Jean Luc"


async def test_only_hashes_of_secrets_are_stored(evening):
    made = await evening(3)
    written = "".join(row.body for log in made.store.logs.values() for row in log)
    assert all(token not in written for token in made.tokens)
    table = (await made.room()).table
    assert [table.seat_of(token) for token in made.tokens] == [0, 1, 2]
    assert table.seat_of("secret-99") is None
    assert table.seat_of("") is None


async def test_host_matters_are_the_hosts(evening):
    table = (await (await evening(3, start=False)).room()).table
    assert (await refused(Seating(table).start(1))).code == "not_host"
    assert (await refused(Seating(table).remove(1, 2))).code == "not_host"
    assert (await refused(Seating(table).add_bot(1, 2, "random"))).code == "not_host"
    await Seating(table).remove(0, 2)
    assert (await refused(Seating(table).start(0))).code == "wrong_time"
    assert (await refused(Seating(table).add_bot(0, 1, "random"))).code == "taken"
    assert (await refused(Seating(table).add_bot(0, 2, "deep blue"))).code == "unknown"
    await Seating(table).add_bot(0, 2, "random")
    await Seating(table).start(0)
    assert table.state.status == "running"
    for late in (
        Seating(table).start(0),
        Seating(table).join("Dora", "x"),
        Seating(table).remove(0, 1),
        Seating(table).add_bot(0, 1, "random"),
    ):
        assert (await refused(late)).code == "wrong_time"


async def test_a_host_who_leaves_before_the_start_hands_over(evening):
    table = (await (await evening(3, start=False)).room()).table
    await Seating(table).remove(0, 0)
    assert table.state.host == 1
    await Seating(table).remove(1, 1)
    await Seating(table).remove(2, 2)
    await Seating(table).join("Dora", "x", seat=1)
    assert table.state.host == 1


async def test_it_can_start_by_itself_when_the_last_seat_is_taken(evening):
    made = await evening(2, start=False)
    hub = made.hub
    seated = await hub.open(NewTable(game="niagara", name="Anna", seats=3, bots=("random",), start=True))
    async with hub.room(seated.table) as room:
        assert room.table.state.status == "open"
        await hub.join(seated.table, Join(name="Bo"))
        assert room.table.state.status == "running"


# ---- drafts and turns ----


async def test_a_draft_grows_and_is_taken_back(evening):
    table = (await (await evening(3)).room()).table
    version = table.state.version
    action, _ = card(table, 0, "3")
    assert [a.text for a in table.draft(0).legal][:2] == ["card cloud", "card 1"]
    table.decide(0, version, 0, action)
    draft = table.draft(0)
    assert (draft.step, draft.complete, draft.can_undo, draft.confirmed) == (1, True, True, False)
    assert draft.view.players[0].card == "3"
    assert table.view(0).players[0].card is None
    table.undo(0, version)
    assert (table.draft(0).step, table.draft(0).can_undo) == (0, False)
    table.undo(0, version)
    assert table.state.version == version


async def test_decisions_that_are_late_wrong_or_strange_are_refused(evening):
    table = (await (await evening(3)).room()).table
    version = table.state.version
    action, _ = card(table, 0, "3")
    for bad, code in (
        ((0, version - 1, 0, action), "stale"),
        ((0, version + 1, 0, action), "stale"),
        ((0, version, 1, action), "stale"),
        ((0, version, 0, 122), "illegal"),
        ((0, version, 0, 10**9), "illegal"),
        ((0, version, 0, -1), "illegal"),
    ):
        with pytest.raises(RefusalError) as caught:
            table.decide(*bad)
        assert caught.value.code == code
    assert (await refused(confirm(table, 0, version, "turn-one"))).code == "incomplete"
    assert table.draft(0).step == 0


async def test_nobody_decides_out_of_turn(evening):
    table = (await (await evening(3)).room()).table
    for seat in range(3):
        await choose(table, seat, str(seat + 1), f"turn-{seat}")
    (seat,) = table.state.to_play
    other = (seat + 1) % 3
    with pytest.raises(RefusalError) as caught:
        table.decide(other, table.state.version, 0, 22)
    assert caught.value.code == "not_yours"
    assert table.draft(other) is None


async def test_a_turn_id_twice_is_answered_and_played_once(evening):
    table = (await (await evening(3)).room()).table
    version = table.state.version
    await choose(table, 0, "3", "turn-one")
    await confirm(table, 0, version, "turn-one")
    await confirm(table, 0, table.state.version, "turn-one")
    assert table.state.version == version + 1


async def test_the_same_turn_id_of_two_seats_is_two_turns(evening):
    table = (await (await evening(3)).room()).table
    await choose(table, 0, "3", "turn-one")
    await choose(table, 1, "3", "turn-one")
    assert set(table.state.match.pending) == {0, 1}


async def test_a_secret_choice_is_replaced_until_the_last_seat_confirms(evening):
    table = (await (await evening(3)).room()).table
    await choose(table, 0, "3", "turn-1")
    draft = table.draft(0)
    assert draft.confirmed
    assert [a.text for a in draft.decisions] == ["card 3"]
    assert "card 5" in [a.text for a in draft.legal]
    five, version = card(table, 0, "5")
    table.decide(0, version, draft.step, five)
    assert not table.draft(0).confirmed
    assert 0 not in table.state.to_play, "the confirmed choice holds meanwhile"
    await confirm(table, 0, version, "turn-2")
    assert table.draft(0).confirmed
    await choose(table, 1, "4", "turn-1")
    await choose(table, 2, "6", "turn-1")
    shown = {p.seat: p.card for p in table.view(0).players}
    assert shown[0] == "5"
    with pytest.raises(RefusalError, match="table is at version"):
        table.decide(0, version, 0, five)
    assert sorted(t.decisions for t in table.state.match.log if t.seat == 0) == [(five,)], (
        "the record keeps the last one"
    )


async def test_undoing_a_confirmed_choice_opens_it_again(evening):
    table = (await (await evening(3)).room()).table
    await choose(table, 0, "3", "turn-1")
    table.undo(0, table.state.version)
    draft = table.draft(0)
    assert (draft.confirmed, draft.step, draft.complete) == (False, 0, False)
    assert table.state.match.pending[0]


async def test_others_drafts_survive_a_secret_turn(evening):
    table = (await (await evening(3)).room()).table
    before = table.state.version
    action, _ = card(table, 1, "2")
    table.decide(1, before, 0, action)
    await choose(table, 0, "3", "turn-1")
    assert table.draft(1).step == 1
    await confirm(table, 1, before, "turn-2")
    assert 1 in table.state.match.pending


async def test_turns_without_a_choice_are_played_by_the_table(evening):
    table = (await (await evening(2)).room()).table
    rng = random.Random(5)
    forced, shown = 0, []

    def look(_):
        shown.extend(draft for seat in table.state.to_play if (draft := table.draft(seat)) and not draft.confirmed)

    table.publish = look
    for _ in range(400):
        if not table.state.to_play:
            break
        for seat in table.state.to_play:
            draft = table.state.match.draft(seat)
            draft.fill_forced()
            assert not (draft.complete and draft.free == 0)
        version = table.state.version
        await play_on(table, rng, 1)
        forced += table.state.version - version - 1
    assert forced > 0, "the seventh card of a cycle leaves no choice"
    assert not any(draft.complete and not draft.can_undo for draft in shown), "nobody is asked what is decided already"


async def test_a_last_card_plays_itself_for_everybody_can_count_it(evening):
    options = {"max_rounds": 2}
    table = (await (await evening(3, game="canyon", options=options)).room()).table
    rng = random.Random(5)
    forced_by_hand = 0
    while table.state.to_play:
        view = table.state.match.view(None)
        assert view.phase != "tricks" or len(table.state.match.view(min(table.state.to_play)).hand) > 1
        for seat in table.state.to_play:
            draft = table.draft(seat)
            assert draft is not None, "whoever is to play is asked"
            forced_by_hand += draft.complete and not draft.can_undo
        await play_on(table, rng, 1)
    assert forced_by_hand > 0, "a card that only a hidden hand forces must not play itself: that would tell of the hand"


# ---- races ----


async def test_of_two_confirms_at_once_one_is_played(evening):
    table = (await (await evening(3)).room()).table
    action, version = card(table, 0, "3")
    table.decide(0, version, 0, action)
    await asyncio.gather(confirm(table, 0, version, "turn-a"), confirm(table, 0, version, "turn-a"))
    assert table.state.version == version + 1

    (other,) = {1}
    action, version = card(table, other, "3")
    table.decide(other, version, 0, action)
    outcomes = await asyncio.gather(
        confirm(table, other, version, "tab-one-x"), confirm(table, other, version, "tab-two-x"), return_exceptions=True
    )
    assert table.state.version == version + 1
    assert [type(outcome) for outcome in outcomes].count(RefusalError) == 1


async def test_nothing_is_published_before_it_is_stored_and_all_of_it_afterwards(evening):
    store = MemoryStore()
    table = (await (await evening(3, store=store)).room()).table
    heard = []
    table.publish = heard.extend
    store.gate = asyncio.Event()
    action, version = card(table, 0, "3")
    table.decide(0, version, 0, action)
    turn = asyncio.create_task(confirm(table, 0, version, "turn-one"))
    await until(lambda: store.waiting)
    assert (heard, table.state.version, turn.done()) == ([], version, False)
    store.gate.set()
    await turn
    assert [update.version for update in heard] == [version + 1]


@pytest.mark.parametrize("then", [None, "5"])
async def test_what_is_written_is_played_whatever_becomes_of_the_draft_meanwhile(evening, then):
    made = await evening(3)
    table = (await made.room()).table
    made.store.gate = asyncio.Event()
    action, version = card(table, 0, "3")
    table.decide(0, version, 0, action)
    turn = asyncio.create_task(confirm(table, 0, version, "turn-one"))
    await until(lambda: made.store.waiting)
    table.undo(0, version)
    if then:
        table.decide(0, version, 0, card(table, 0, then)[0])
    made.store.gate.set()
    await turn
    assert made.entries[-1].decisions == table.state.match.pending[0] == (action,)


@pytest.mark.parametrize("how", ["confirm", "play_at_once", "bot"])
async def test_a_turn_is_checked_once(evening, monkeypatch, how):
    table = (await (await evening(3)).room()).table
    table.publish = lambda _: None  # wakes no bots
    await choose(table, 1, "2", "turn-one")
    await choose(table, 2, "2", "turn-two")
    action, version = card(table, 0, "6")
    if how == "bot":
        await Seating(table).stand_in(0, 0, "random")
    checked, decide = [], Draft.decide
    monkeypatch.setattr(Draft, "decide", lambda draft, number: (checked.append(number), decide(draft, number)))
    if how == "confirm":
        table.decide(0, version, 0, action)
        await confirm(table, 0, version, "turn-six")
    elif how == "play_at_once":
        await table.play_at_once(0, Play(version=version, actions=("card 6",), turn="turn-six"))
    else:
        await table.play(0, (action,), table.drafts.basis(0))
    assert checked == [action]
    assert len(table.state.match.log) == 3


async def test_a_turn_goes_on_when_its_connection_breaks(evening):
    store = MemoryStore()
    table = (await (await evening(3, store=store)).room()).table
    store.gate = asyncio.Event()
    action, version = card(table, 0, "3")
    table.decide(0, version, 0, action)
    turn = asyncio.create_task(confirm(table, 0, version, "turn-one"))
    await until(lambda: store.waiting)
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    store.gate.set()
    await table.finish()
    assert table.state.version == version + 1 == len(store.logs["table1"])


async def test_what_cannot_be_stored_has_not_happened(evening):
    store = MemoryStore()
    table = (await (await evening(3, store=store)).room()).table
    store.failure = "the disk is full"
    action, version = card(table, 0, "3")
    table.decide(0, version, 0, action)
    problem = await refused(confirm(table, 0, version, "turn-one"))
    assert problem.code == "store"
    assert problem.message == "The server cannot use its disk at the moment; nothing was changed."
    assert table.state.version == version
    assert table.draft(0).step == 1
    store.failure = None
    await confirm(table, 0, version, "turn-one")
    assert table.state.version == version + 1


async def test_another_process_may_write_the_same_table(evening):
    made = await evening(3)
    here = (await made.room()).table
    there = await load_table(made.store, outside(), "table1")
    heard = []
    here.publish = heard.extend
    await choose(there, 0, "3", "turn-one")
    action, version = card(here, 1, "4")
    here.decide(1, version, 0, action)
    # It is still allowed, although another process was first.
    decisions = here.drafts.of(1).draft.decisions
    await confirm(here, 1, version, "turn-two")
    assert here.state.version == version + 2
    assert [update.version for update in heard] == [version + 1, version + 2]
    # The same turn again, at the other process, which has not heard of it.
    await there.confirm(1, version, decisions, "turn-two")
    assert there.state.version == version + 2
    # A turn that is not possible any more.
    await choose(here, 2, "5", "turn-three")
    other, _ = card(there, 1, "6")
    assert (await refused(there.confirm(1, version + 2, (other,), "turn-four"))).code == "stale"
    assert there.state.version == here.state.version


# ---- the log ----


@pytest.mark.parametrize("game", GAMES)
async def test_a_table_is_its_log(evening, game):
    made = await evening(3, game=game, seed=3)
    table = (await made.room()).table
    table.publish = lambda _: None  # wakes no bots
    rng = random.Random(1)
    await play_on(table, rng, 30)
    await Seating(table).stand_in(0, 1, away=100.0)
    await Seating(table).come_back(1)
    twin = await load_table(made.store, outside(), "table1")
    assert twin.state.updates == table.state.updates
    assert twin.state.info(Attendance()) == table.state.info(Attendance())
    assert [twin.view(seat) for seat in (None, 0, 1, 2)] == [table.view(seat) for seat in (None, 0, 1, 2)]
    assert twin.state.record() == table.state.record()
    assert [twin.draft(seat) for seat in range(3)] == [table.draft(seat) for seat in range(3)]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("{", "truncated"),
        ('{"entry":"flooded"}', "flooded"),
        ('{"entry":"turn","seat":0,"decisions":["sail home"]}', "sail home"),
        ('{"entry":"turn","seat":0,"decisions":["card 3","card 4"]}', "complete"),
        ('{"entry":"turn","seat":0,"decisions":[3]}', "Expected `str`, got `int`"),
        ('{"entry":"dealt","entropy":42}', "Expected `str`, got `int`"),
        ('{"entry":"dealt","entropy":"low"}', "invalid literal"),
        ('{"entry":"freed","seat":9}', "index"),
    ],
)
async def test_a_damaged_log_is_refused_with_its_version(evening, body, reason):
    store = MemoryStore()
    await evening(3, store=store)
    store.logs["table1"].append(Row(0, body))
    with pytest.raises(StoreError, match=rf"table table1 is damaged: version 6 of its log cannot be read: .*{reason}"):
        await load_table(store, outside(), "table1")


async def test_a_table_of_other_rules_is_refused(evening):
    store = MemoryStore()
    await evening(3, store=store)
    first = store.logs["table1"][0]
    store.logs["table1"][0] = Row(0, first.body.replace('"rules_version":1', '"rules_version":7'))
    with pytest.raises(StoreError, match="version 7 of the rules of Niagara, and this server has version 1"):
        await load_table(store, outside(), "table1")


@pytest.mark.parametrize(
    ("entry", "body"),
    [
        (entries.Started(word=42), '{"entry":"started","entropy":"0x000000000000002a"}'),
        (Deal((1 << 64) - 1), '{"entry":"dealt","entropy":"0xffffffffffffffff"}'),
        (entries.Turn(seat=1, decisions=(3, 4)), '{"entry":"turn","seat":1,"decisions":["card 3","card 4"]}'),
        (
            entries.Turn(seat=0, decisions=(0,), id="turn-one"),
            '{"entry":"turn","seat":0,"decisions":["card cloud"],"id":"turn-one"}',
        ),
        (
            entries.Opened(game="niagara", rules_version=1, preset=None, options={}, seats=3),
            '{"entry":"opened","game":"niagara","rules_version":1,"preset":null,"options":{},"seats":3}',
        ),
    ],
)
async def test_entries_are_written_as_ever(entry, body):
    assert encoding.encode(entry, game("niagara")) == body
    assert encoding.decode(body, game("niagara")) == entry


async def test_the_clock_is_asked(evening):
    clock = Clock(1_800_000_000.0)
    table = (await (await evening(3, clock=clock)).room()).table
    assert table.state.info(Attendance()).created == "2027-01-15T08:00:00+00:00"


# ---- standing in ----


async def test_a_bot_stands_in_only_for_who_is_away_or_asks(evening):
    made = await evening(2, bots=1)
    table = (await made.room()).table
    assert (await refused(Seating(table).stand_in(0, 1, "random"))).code == "not_yours"
    assert (await refused(Seating(table).stand_in(0, 2, away=100.0))).code == "wrong_time"
    await Seating(table).stand_in(1, 1, "random")
    assert table.state.seats[1].bot == "random"
    with pytest.raises(RefusalError, match="A bot plays for you"):
        table.decide(1, table.state.version, 0, 1)
    await Seating(table).come_back(1)
    version = table.state.version
    await Seating(table).come_back(1)
    assert table.state.seats[1].bot is None
    assert not any(isinstance(entry, entries.CameBack) for entry in made.entries[version:])


async def test_a_bots_thought_that_comes_too_late_is_dropped(evening):
    table = (await (await evening(3)).room()).table
    table.publish = lambda _: None  # wakes no bots
    basis = table.drafts.basis(1)
    turn = random_turn(table, 1, random.Random(1))
    assert not await table.play(1, turn, basis), "no bot plays there"
    await Seating(table).stand_in(1, 1, "random")
    assert not await table.play(1, turn, basis - 1)
    version = table.state.version
    assert await table.play(1, turn, basis)
    assert table.state.version == version + 1


@pytest.mark.parametrize(("turn", "code"), [((22,), "illegal"), ((), "incomplete"), ((3, 3), "illegal")])
async def test_a_bots_illegal_turn_never_reaches_the_log(evening, turn, code):
    made = await evening(3)
    table = (await made.room()).table
    table.publish = lambda _: None  # wakes no bots
    await Seating(table).stand_in(1, 1, "random")
    version = table.state.version
    assert (await refused(table.play(1, turn, table.drafts.basis(1)))).code == code
    assert table.state.version == version == len(made.entries)
