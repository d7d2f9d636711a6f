import asyncio
import zlib
from types import SimpleNamespace

import msgspec
import pytest

import hostile_evening
import lobby
import processes
import scale
import server
from eddyline.engine.registry import game
from eddyline.server.base.names import clean_name, looks
from load import arrivals, intruders, measuring, seats, serving, websocket


def frame(payload, first=0x81):
    """Frame a message as a server does."""
    size = len(payload)
    if size < 126:
        return bytes((first, size)) + payload
    return (
        bytes((first, 126)) + size.to_bytes(2) + payload
        if size < 1 << 16
        else bytes((first, 127)) + size.to_bytes(8) + payload
    )


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_frames_of_every_length_are_read(size):
    data = frame(bytes(size))
    assert websocket.read_frame(b"xx" + data + b"more", 2) == (0x81, bytes(size), 2 + len(data))
    assert websocket.read_frame(data[:-1], 0) is None


@pytest.mark.parametrize("size", [5, 300])
def test_a_clients_frame_is_masked(size):
    data = websocket.write_frame(websocket.TEXT, b"x" * size)
    head = 2 if size < 126 else 4
    assert data[1] & websocket.MASKED
    assert data[head : head + 4] == bytes(4)
    assert data[head + 4 :] == b"x" * size


async def test_messages_are_counted_as_they_came_and_as_they_read():
    heard = []
    made = websocket.WebSocket(heard.append, lambda: None)
    squeeze = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    short = [(squeeze.compress(b"a" * 500) + squeeze.flush(zlib.Z_SYNC_FLUSH))[:-4] for _ in range(2)]
    data = b"HTTP/1.1 101 x\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n" + b"".join(
        frame(each, 0xC1) for each in short
    )
    for start in range(0, len(data), 7):
        made.data_received(data[start : start + 7])
    assert heard == [b"a" * 500] * 2
    assert made.plain == 1000
    assert made.wire == sum(map(len, short)) + 4


async def test_a_refused_handshake_says_what_came():
    made = websocket.WebSocket(print, print)
    made.connection_made(SimpleNamespace(write=lambda _: None))
    made.data_received(b"HTTP/1.1 429 Too Many Requests\r\n\r\n")
    with pytest.raises(ConnectionError, match=r"expected status 101, got: HTTP/1\.1 429"):
        await asyncio.wait_for(made.opened, 1)


def test_a_turn_is_decided_step_by_step_and_confirmed():
    first, second = seats.Action(7), seats.Action(9)
    draft = seats.Draft(version=3, step=1, decisions=[first], legal=[second], complete=False, confirmed=False)
    assert seats.next_step(draft, "t") == {"type": "decide", "version": 3, "step": 1, "action": 9}
    draft.complete = True
    assert seats.next_step(draft, "t") == {"type": "confirm", "version": 3, "decisions": [7], "turn": "t"}


def test_a_turn_is_drafted_at_home_on_a_copy_of_the_position():
    rules = game("niagara")
    states = rules.new(rules.parse_options(None, {}, 3), 3, 1)
    table = seats.Table(game="niagara", version=7, status="running")
    owed = seats.Position(record=(states.tobytes(),), asked=True, turn=None)
    draft = seats.random_turn(table, 1, owed)
    assert seats.next_step(draft, "t")["decisions"][0] in rules.offered(states, 1)
    assert (draft.version, len(draft.decisions)) == (7, 1)
    assert seats.random_turn(table, 1, seats.Position(record=owed.record, asked=True, turn=(3,))) is None
    assert seats.random_turn(table, 1, seats.Position(record=owed.record, asked=False, turn=None)) is None


def test_clients_come_back_like_the_browser():
    for failures, most in ((1, 0.4), (2, 0.68), (30, 8.0)):
        assert most / 2 <= seats.wait_before(failures) <= most


def test_people_of_a_table_stay_together():
    assert serving.shares(list(range(12)), 2, 4) == [[0, 1, 2, 3, 8, 9, 10, 11], [4, 5, 6, 7]]


def test_rounds_are_compared_pair_by_pair():
    rounds = {"a": [{"x": 2.0}, {"x": 9.0}, {"x": 4.0}], "b": [{"x": 1.0}, {"x": 3.0}, {"x": 4.0}]}
    assert measuring.compared(rounds) == {"a": {"x": 4.0}, "b": {"x": 3.0}, "ratios": {"b": {"x": 2.0}}}


def test_a_report_without_turns_is_refused():
    with pytest.raises(RuntimeError, match="expected turns"):
        measuring.summary([{"turns": 0, "waits_ms": []}], 1.0, 1.0, 1.0)


def test_entries_are_priced_by_slope():
    assert scale.slope([{"entries": 10, "ms": 3.0}, {"entries": 20, "ms": 5.0}]) == pytest.approx(0.2)


@pytest.mark.parametrize("arguments", [["--part", "compare"], ["--against", "HEAD"]])
def test_comparing_needs_a_commit(arguments, capsys):
    with pytest.raises(SystemExit):
        server.parse(arguments)
    assert "expected --against COMMIT" in capsys.readouterr().err


def test_idle_holds_more_seats():
    assert server.parse(["--part", "idle"]).seats == 5000
    assert server.parse(["--part", "back"]).seats == 1000


@pytest.mark.parametrize("tables", [["10"], ["100", "10"], ["5", "50"]])
def test_scale_needs_growing_numbers(tables, capsys):
    with pytest.raises(SystemExit):
        scale.parse(["--tables", *tables])
    assert "expected two or more numbers of tables" in capsys.readouterr().err


def test_seats_are_divided_by_table_or_within_tables():
    seats = [{"table": table, "seat": seat} for table in range(6) for seat in range(4)]
    for spread in (False, True):
        parts = processes.divided(seats, 3, spread=spread)
        assert sorted(map(len, parts)) == [8, 8, 8]
        by_table = [{seat["table"] for seat in part} for part in parts]
        assert all(len(tables) == (6 if spread else 2) for tables in by_table)


def row(table, status="open", free=1):
    return arrivals.Row(table, status, [arrivals.Seat("open")] * free)


def told(kind, **parts):
    return msgspec.json.encode(arrivals.Told(kind, **parts))


def follow(asked, *messages):
    """Let a watcher be told something each second; report how long after their answers changes arrived."""
    kept = arrivals.Arrivals()
    follower = arrivals.Follower({"status": "open", "first": 0, "rows": 3} | asked)
    follower.came = [(kept.number(message), float(second)) for second, message in enumerate(messages)]
    changes = [
        ("a", "open", 0, 0.4, 0.5), ("b", "running", arrivals.GONE, 1.0, 1.25), ("c", "open", 1, 1.9, 2.5),
        ("d", "open", 1, 0.1, 0.2),
    ]  # fmt: skip
    return kept.report([follower], changes), follower


FIRST = told("listed", rows=[row("a"), row("b"), row("x")])


def test_a_change_of_a_row_counts_from_its_answer_and_from_when_it_was_sent():
    report, _ = follow({}, FIRST, told("changed", placed=[arrivals.Placed(0, row("a", free=0))]))
    assert (report["since_answer_ms"], report["since_sent_ms"]) == ([500.0], [600.0])


def test_a_row_that_leaves_counts_and_one_that_moves_up_at_the_edge_does_not():
    change = told("changed", gone=["b"], placed=[arrivals.Placed(2, row("d"))])
    report, _ = follow({}, FIRST, told("changed"), change)
    assert report["changes_seen"] == [["b", "running", arrivals.GONE]]
    assert report["since_answer_ms"] == [750.0]


def test_a_row_put_in_between_others_counts_even_before_its_answer():
    report, _ = follow({}, FIRST, told("changed"), told("changed", gone=["x"], placed=[arrivals.Placed(0, row("c"))]))
    assert report["changes_seen"] == [["c", "open", 1]]
    assert report["since_answer_ms"] == [0.0]


def test_what_is_shown_whole_counts_as_the_change_it_is_and_must_be_what_was_told():
    late = told("listed", rows=[row("a", free=0), row("b"), row("x")])
    report, follower = follow({}, FIRST, late, late, told("changed"))
    assert report["since_answer_ms"] == [500.0]
    assert report["in_step"] == 1
    assert len(follower.came) == 2, "the next time begins with what was shown whole"
    lost = follow({}, FIRST, told("changed"), late)[0]
    assert lost["in_step"] == 0


def test_watchers_ask_different_questions():
    asked = lobby.questions(2000)
    assert len({tuple(question.items()) for question in asked}) == 72
    assert sum(question == asked[1] for question in asked) >= 1000


def test_strangers_share_what_is_tried_and_write_names_that_look_alike():
    assert [intruders._part(45, number, 20) for number in range(20)] == [3] * 5 + [2] * 15
    for name in ("Paula", "Oscar", "Cleo"):
        other = intruders.lookalike(name)
        assert other != name
        assert looks(other) & looks(name)
    assert all(looks(clean_name(name)) & looks("Rolf") for name in intruders.FLOOD)


def test_a_lobby_that_tells_twice_has_told_once():
    watchers = hostile_evening.Watchers()
    told = [
        {"type": "changed", "placed": [{"row": {"id": "a"}}]},
        {"type": "listed", "rows": [{"id": "a"}, {"id": "b"}]},
    ]
    for watcher, message in ((0, told[0]), (0, told[1]), (1, told[1])):
        watchers._hear(watcher, msgspec.json.encode(message))
    assert {table: set(when) for table, when in watchers.told.items()} == {"a": {0, 1}, "b": {0, 1}}
    assert watchers.told["a"][0] < watchers.told["b"][0]
