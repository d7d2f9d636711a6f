"""Kill the real server without warning; whatever it has announced must be there afterwards."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3

import httpx
import pytest
import websockets
from click.testing import CliRunner
from websockets.sync.client import connect

from campaign import kills, shared
from campaign.load import wrong
from eddyline.cli import main
from eddyline.engine.registry import GAMES
from support.serving import START, server

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("compiled")]


def turns_in(path, table):
    with sqlite3.connect(path) as store:
        rows = store.execute("SELECT body FROM log WHERE table_id = ? ORDER BY version", (table,)).fetchall()
    store.close()
    return [json.loads(body) for (body,) in rows]


@pytest.mark.usefixtures("uncompiled")
def test_a_server_that_is_stopped_waits_for_no_thought(tmp_path):
    wish = {"game": "niagara", "name": "Anna", "seats": 3, "bots": ["guide"] * 2, "start": True, "bot_seconds": 30}
    with server(tmp_path, f"import support.endless_bot; {START}") as (process, address):
        table = httpx.post(f"{address}/api/tables", json=wish).json()["table"]
        with connect(f"ws{address.removeprefix('http')}/ws/tables/{table}") as visitor:
            visitor.send('{"type":"hello"}')  # bots rest where nobody is
            visitor.recv()
        while "thinking for ever" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait() == 0


@pytest.mark.parametrize("games", [tuple(GAMES)], ids=["-".join(GAMES)])  # `make test` asks for a game by its name
def test_kill_9_loses_nothing_and_every_table_goes_on(tmp_path, games):
    outcome = asyncio.run(kills.run(tmp_path, seed=1, kills=2, shards=1, games=games))
    # How many there are is a matter of time; but every table has gone on after the last start.
    assert outcome["turns confirmed"] >= outcome["tables"]
    assert outcome["turns open at a kill"] > 0, "it was killed at work"
    assert wrong(outcome) == {}


@pytest.mark.usefixtures("uncompiled")
def test_two_servers_share_a_database_and_games_end_whatever_is_killed(tmp_path):
    """Players of one table are connected to different servers."""
    outcome = asyncio.run(shared.run(tmp_path, seed=3, kills=2, games=["niagara"], options={"max_rounds": 4}))
    assert outcome["kills of a server"] > 0
    assert outcome["kills of the database"] > 0
    assert outcome["tables that were played to the end"] > 0
    assert wrong(outcome) == {}


@pytest.mark.usefixtures("uncompiled")
def test_a_turn_confirmed_again_after_a_crash_is_played_once_and_sigterm_closes_the_store(tmp_path):
    wish = {"game": "niagara", "name": "Anna", "seats": 2, "start": True}
    turn = {"type": "confirm", "decisions": [3], "turn": "the-same-turn"}

    async def confirm(address, seated, since):
        """Choose a card if that is still to be done, and confirm it."""
        url = f"{address.replace('http', 'ws', 1)}/ws/tables/{seated['table']}"
        async with websockets.connect(url, compression=None) as there:
            await there.send(json.dumps({"type": "hello", "token": seated["token"], "since": since}))
            sync = json.loads(await there.recv())
            if not sync["draft"]["confirmed"]:
                decide = {"type": "decide", "version": sync["version"], "step": 0, "action": 3}
                await there.send(json.dumps(decide))
                await there.recv()
            await there.send(json.dumps(turn | {"version": sync["version"]}))
            answer = json.loads(await there.recv())
            assert answer["type"] == "sync"
            assert answer["draft"]["decisions"][0]["text"] == "card 3"
            return answer["version"]

    with server(tmp_path) as (process, address):
        seated = httpx.post(f"{address}/api/tables", json=wish).json()
        httpx.post(f"{address}/api/tables/{seated['table']}/seats", json={"name": "Bo"})
        note = {"text": "Bring tea.", "token": seated["token"]}
        assert httpx.post(f"{address}/api/tables/{seated['table']}/note", json=note).status_code == 204
        version = asyncio.run(confirm(address, seated, 0))
        os.kill(process.pid, signal.SIGKILL)
    with server(tmp_path) as (process, address):
        assert asyncio.run(confirm(address, seated, version)) == version
        assert httpx.get(f"{address}/api/tables/{seated['table']}").json()["note"]["text"] == "Bring tea."
        process.send_signal(signal.SIGTERM)
        assert process.wait() in (0, -signal.SIGTERM)
        assert not (tmp_path / "eddyline.sqlite3-wal").exists(), "the store was closed"
    log = turns_in(tmp_path / "eddyline.sqlite3", seated["table"])
    assert [entry.get("id") for entry in log if entry["entry"] == "turn"] == ["the-same-turn"]


def test_a_taken_port_is_told_politely():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        second = CliRunner().invoke(main, ["serve", "--port", str(port)])
    assert second.exit_code == 1
    assert f"cannot listen on 127.0.0.1 port {port}" in second.output
    assert f"eddyline serve --port {port + 1}" in second.output
    assert "Traceback" not in second.output
