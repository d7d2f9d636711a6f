"""What a game begins with that a page cannot read by itself is told over HTTP, and nothing is kept of it."""

from __future__ import annotations

import base64
import random
import zlib

import msgspec
import pytest

from eddyline.engine.match import Match
from eddyline.engine.registry import game
from eddyline.games.canyon.rules.board import SHELF
from eddyline.games.canyon.rules.boards import MAPS
from eddyline.protocol.beginning import AskBeginning
from eddyline.record import RecordError, dump, load, played
from eddyline.record.file import FORMAT, Header
from eddyline.record.replay import begin
from eddyline.server.web.routes.beginnings import begun
from eddyline.wasm.shipped import portable, rules_for_browsers
from support.apps import visiting
from support.canyon import cleared_shelf, own_maps
from support.tables import MemoryStore, settings

PLAYERS = 3


def middle(game_id, turns=14, **options):
    """Return the position in the middle of a game, as a saved game writes it, and the game."""
    rules = game(game_id)
    match = Match.new(rules, rules.hold(rules.parse_options(None, options)), players=PLAYERS, seed=5)
    chance = random.Random(5)
    for _ in range(turns):
        seat = chance.choice(sorted(match.waiting))
        draft = match.draft(seat)
        while not draft.complete:
            draft.decide(chance.choice(draft.legal()))
        match.commit(seat, draft.decisions)
    return msgspec.json.decode(msgspec.json.encode(rules.position(match.states))), match


def ask(client, game_id, **body):
    return client.post(f"/api/games/{game_id}/begin", json={"players": PLAYERS, **body})


@pytest.mark.parametrize("game_id", ["niagara", "canyon"])
def test_a_position_is_told_as_the_rules_of_pages_have_it(client, game_id):
    position, match = middle(game_id)
    answer = ask(client, game_id, position=position)
    assert answer.status_code == 200
    told = answer.json()
    assert base64.b64decode(told["record"]) == match.states.tobytes()
    assert (told["rules"], told["board"]) == (rules_for_browsers(game_id), None)
    assert told["given"]["options"] == position["options"]


def test_a_map_is_told_before_the_set_up_and_no_chance_with_it(client):
    board = own_maps()[0]
    told = ask(client, "canyon", options={"board": board, "max_rounds": 7}).json()
    assert told["given"]["board"]["rows"] == board.splitlines()
    states = game("canyon").fresh(game("canyon").parse_options(None, {"board": board, "max_rounds": 7}), PLAYERS)
    record, packed = portable("canyon", states)
    assert base64.b64decode(told["record"]) == record
    inflated = zlib.decompress(base64.b64decode(told["board"]), -zlib.MAX_WBITS)
    assert inflated == zlib.decompress(packed, -zlib.MAX_WBITS) == SHELF.table[states["board"][0]].tobytes()


def test_a_position_on_a_map_has_both(client):
    board = own_maps()[0]
    position, match = middle("canyon", board=board)
    told = ask(client, "canyon", position=position).json()
    assert told["board"] is not None
    assert base64.b64decode(told["record"]) == portable("canyon", match.states)[0]


def test_maps_leave_the_memory_with_the_answer(monkeypatch):
    shelf = cleared_shelf(monkeypatch)
    room = len(shelf.lines)
    for board in own_maps()[:4]:
        position, _ = middle("canyon", board=board)
        for asked in ({"options": {"board": board}}, {"position": position}):
            begun("canyon", AskBeginning(players=PLAYERS, **asked))
            text = dump(Match.from_position(game("canyon"), position, hold=True).record())
            assert played(load(text), hold=True).states["board"][0] >= room
    assert len(shelf.lines) <= room + 2


@pytest.mark.parametrize("game_id", ["niagara", "canyon"])
def test_what_is_broken_is_refused_as_the_reader_of_records_refuses_it(client, game_id):
    position, _ = middle(game_id)
    for change in ({"players": position["players"][:1]}, {"round": 0}, {"waiting": [9]}, {"moon": 1}, {"phase": "tea"}):
        broken = position | change
        header = Header(
            eddyline=FORMAT, game=game_id, rules_version=1, options={}, players=("A", "B", "C"), position=broken
        )
        with pytest.raises(RecordError) as caught:
            begin(header)
        answer = ask(client, game_id, position=broken)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_message")
        assert answer.json()["message"] == caught.value.reason


@pytest.mark.parametrize(
    ("game_id", "body", "status", "said"),
    [
        ("chess", {}, 404, "There is no game 'chess'"),
        ("canyon", {"options": {"board": "V"}}, 400, "there is no board 'V'; expected "),
        (
            "canyon",
            {"options": {"board": MAPS["canyon"].replace("G", "#")}},
            400,
            "board refused: line ",
        ),
        ("canyon", {"options": {"moon": 1}}, 400, "Canyon has no option 'moon'"),
        ("canyon", {"players": 2}, 400, "Canyon"),
        ("niagara", {"players": 99}, 400, ""),
        ("niagara", {"position": []}, 400, ""),
        ("niagara", {"entropy": "0x1"}, 400, ""),
        ("canyon", {"options": {"board": "#" * 20_000}}, 413, ""),
    ],
)
def test_what_is_no_beginning_is_refused_with_a_sentence(client, game_id, body, status, said):
    answer = ask(client, game_id, **body)
    assert (answer.status_code, answer.json()["message"][: len(said)]) == (status, said)
    assert answer.json()["message"]


def test_the_number_of_players_is_that_of_the_position(client):
    position, _ = middle("niagara")
    message = ask(client, "niagara", position=position, players=4).json()["message"]
    assert message == "expected 4 seats in the position, as players, got 3"


def test_nobody_asks_without_end():
    with visiting(settings(requests_per_minute=4), MemoryStore()) as client:
        assert [ask(client, "niagara").status_code for _ in range(5)] == [200] * 4 + [429]
